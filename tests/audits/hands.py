"""Makes hands of logs that were paid right, and plants faults in them."""

import random
from collections.abc import Callable
from dataclasses import replace

from showdown.audits.checking import Verdict, fault_of, with_rake
from showdown.audits.judging import judgement_of
from showdown.audits.terms import Terms
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.verdicts import Kind
from showdown.notation.logs.logged_hand import LoggedHand, Origin
from showdown.notation.logs.statements import USUAL
from showdown.notation.logs.submission_of import submission_of

NAMES = ("Anna", "Boris", "Cem", "Dora", "Émile", "Fay: Q")


def judge(hand: LoggedHand, terms: Terms) -> Verdict:
    """How the hand was paid wrong; None if it was paid right. Raises Unjudged."""
    hand = with_rake(hand)
    return judgement_of(hand, terms, fault_of(hand)).difference


def settled(hand: LoggedHand, rules: RuleSet = WSOP_2026) -> Settlement:
    return submission_of(hand, rules).settle()


def paid_right(hand: LoggedHand, rules: RuleSet = WSOP_2026) -> LoggedHand:
    """The hand with what the settlement says, and the pots as they were put together."""
    settlement = settled(hand, rules)
    names = dict(zip((each.label for each in settlement.payout.players), hand.seats, strict=True))
    paid = {names[each.label]: each.total for each in settlement.payout.players if each.total}
    return replace(hand, paid=paid, pots=(sum(paid.values()) + hand.taken,))


def random_hand(
    rng: random.Random, game: Game, number: int = 1, *, runs: int = 1, rules: RuleSet = WSOP_2026
) -> LoggedHand:
    """A hand of this game, paid right: some fold, some are all in for less, some rake."""
    most = (len(game.deck) - runs * game.board) // game.hole
    players = rng.randint(2, min(len(NAMES), most, game.players[-1]))
    seats = NAMES[:players]
    cards = rng.sample(game.deck, players * game.hole + runs * game.board)
    deal = iter(cards)
    hole = {name: tuple(next(deal) for _ in range(game.hole)) for name in seats}
    boards = tuple(tuple(next(deal) for _ in range(size)) for size in game.boards * runs)
    folded = tuple(sorted(rng.sample(seats, rng.randint(0, players - 2))))
    still_in = [name for name in seats if name not in folded]
    bet = rng.randint(20, 500)
    put_in = {name: rng.randint(0, bet) if name in folded else bet for name in seats}
    if rng.random() < 0.4:
        put_in[rng.choice(still_in)] = rng.randint(1, bet)
    hand = LoggedHand(
        states=USUAL,
        origin=Origin(format="made-up", line=number, hand=str(number), table=f"T{number % 3}"),
        game=game,
        seats=seats,
        hands={name: hole[name] for name in still_in},
        boards=boards,
        folded=folded,
        contributions=put_in,
        dead=rng.choice((0, 0, 5)),
        rake=rng.choice((0, 0, 3)),
        decimals=2,
    )
    return paid_right(hand, rules)


def some_hands(rng: random.Random, count: int) -> list[LoggedHand]:
    """Hands of any games, also with shared cards: the numbers are their lines."""
    games = [game for game in GAMES.values() if game.hole * 2 + game.board <= len(game.deck)]
    return [
        random_hand(
            *(rng, rng.choice(games), number), runs=1 if rng.random() < 0.8 else rng.randint(1, 2)
        )
        for number in range(1, count + 1)
    ]


def _moved(hand: LoggedHand, amount: int, source: str, target: str) -> LoggedHand:
    paid = {**hand.paid, source: hand.paid[source] - amount}
    paid[target] = paid.get(target, 0) + amount
    return replace(hand, paid={name: chips for name, chips in paid.items() if chips})


def _another_winner(hand: LoggedHand) -> LoggedHand | None:
    winner = max(hand.paid, key=hand.paid.__getitem__)
    nothing = {each.label for each in settled(hand).players if not each.share}
    losers = [name for name in hand.hands if name in nothing]
    return _moved(hand, hand.paid[winner], winner, losers[0]) if losers else None


def _two_winners(hand: LoggedHand) -> tuple[str, str] | None:
    winners = [name for name, chips in hand.paid.items() if chips > 20]
    return (winners[0], winners[1]) if len(winners) > 1 else None


def _one_chip(hand: LoggedHand) -> LoggedHand | None:
    winners = _two_winners(hand)
    return _moved(hand, 1, *winners) if winners else None


def _half_to_the_high(hand: LoggedHand) -> LoggedHand | None:
    winners = _two_winners(hand)
    return _moved(hand, hand.paid[winners[0]], *winners) if winners else None


def _rake_too_much(hand: LoggedHand) -> LoggedHand:
    return replace(hand, rake=hand.rake + 1)


def _pot_sum(hand: LoggedHand) -> LoggedHand:
    return replace(hand, pots=(hand.pots[0] + 7,))


def _duplicated_card(hand: LoggedHand) -> LoggedHand:
    first, second, *_ = hand.hands
    cards = (hand.hands[first][0], *hand.hands[second][1:])
    return replace(hand, hands={**hand.hands, second: cards})


def _unknown_player(hand: LoggedHand) -> LoggedHand:
    winner = next(iter(hand.paid))
    paid = {("Zoë" if name == winner else name): chips for name, chips in hand.paid.items()}
    return replace(hand, paid=paid)


FAULTS: dict[str, tuple[Kind, Callable[[LoggedHand], LoggedHand | None]]] = {
    "another winner": (Kind.WINNER, _another_winner),
    "one chip between two winners": (Kind.ODD_CHIP, _one_chip),
    "a half paid to the high": (Kind.SHARE, _half_to_the_high),
    "a rake too much": (Kind.RAKE, _rake_too_much),
    "another pot": (Kind.POT_SUM, _pot_sum),
    "a duplicated card": (Kind.IMPOSSIBLE_CARDS, _duplicated_card),
    "an unknown player": (Kind.UNKNOWN_PLAYER, _unknown_player),
}
"""Each with the kind under which it is to be found; None where the hand has no room for it."""
