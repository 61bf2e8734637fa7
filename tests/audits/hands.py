"""Make logged hands that were paid correctly, and plant faults in them."""

from dataclasses import replace
from pathlib import Path

from showdown.audits.checking import infer_rake
from showdown.audits.judging import judge_hand
from showdown.evaluator.differences import Kind
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.logs.submission import submission_from_hand
from tests.logs import make_correct_hand

LOGS = sorted(Path("tests/data/logs").iterdir())


def judge(hand, terms):
    """Return the fault of the hand, or None. Raise HandSkipped if the hand can't be judged."""
    return judge_hand(infer_rake(hand), terms).difference


def settle(hand):
    return submission_from_hand(hand, WSOP_2026).settle()


def pay_correctly(hand):
    settlement = settle(hand)
    names = dict(
        zip((player.label for player in settlement.payout.players), hand.seats, strict=True)
    )
    paid = {
        names[player.label]: player.total for player in settlement.payout.players if player.total
    }
    return replace(hand, paid=paid, pots=(sum(paid.values()) + hand.taken,))


def some_hands(rng, count):
    """Return hands of random games, some run twice; their ids are the line numbers."""
    games = list(GAMES.values())
    hands = []
    for number in range(1, count + 1):
        hand = make_correct_hand(rng, rng.choice(games), runs=rng.choice((1, 1, 1, 2)))
        origin = hand.origin._replace(line=number, hand=str(number), table=f"T{number % 3}")
        hands.append(replace(hand, origin=origin))
    return hands


def _move_chips(hand, amount, source, target):
    paid = {**hand.paid, source: hand.paid[source] - amount}
    paid[target] = paid.get(target, 0) + amount
    return replace(hand, paid={name: chips for name, chips in paid.items() if chips})


def _pay_another_winner(hand):
    winner = max(hand.paid, key=hand.paid.__getitem__)
    nothing = {player.label for player in settle(hand).players if not player.share}
    losers = [name for name in hand.hands if name in nothing]
    return _move_chips(hand, hand.paid[winner], winner, losers[0]) if losers else None


def _find_two_winners(hand):
    winners = [name for name, chips in hand.paid.items() if chips > 20]
    return (winners[0], winners[1]) if len(winners) > 1 else None


def _move_one_chip(hand):
    winners = _find_two_winners(hand)
    return _move_chips(hand, 1, *winners) if winners else None


def _pay_half_to_the_high(hand):
    winners = _find_two_winners(hand)
    return _move_chips(hand, hand.paid[winners[0]], *winners) if winners else None


def _duplicate_card(hand):
    if len(hand.hands) < 2:
        return None
    first, second, *_ = hand.hands
    cards = (hand.hands[first][0], *hand.hands[second][1:])
    return replace(hand, hands={**hand.hands, second: cards})


def _pay_unknown_player(hand):
    winner = next(iter(hand.paid))
    paid = {("Zoë" if name == winner else name): chips for name, chips in hand.paid.items()}
    return replace(hand, paid=paid)


FAULTS = {
    "another winner": (Kind.WINNER, _pay_another_winner),
    "one chip between two winners": (Kind.ODD_CHIP, _move_one_chip),
    "a half paid to the high": (Kind.SHARE, _pay_half_to_the_high),
    "a rake that is too high": (Kind.RAKE, lambda hand: replace(hand, rake=hand.rake + 1)),
    "another pot": (Kind.POT_SUM, lambda hand: replace(hand, pots=(hand.pots[0] + 7,))),
    "a duplicated card": (Kind.IMPOSSIBLE_CARDS, _duplicate_card),
    "an unknown player": (Kind.UNKNOWN_PLAYER, _pay_unknown_player),
}
"""Functions that plant a fault, each with the expected kind; they return None if impossible."""
