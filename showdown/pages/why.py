"""Reasons for a ruling in cards: the best hands side by side, and tempting wrong answers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from showdown.evaluator.contests import ContestResult, MadeHand
from showdown.evaluator.games import Game
from showdown.evaluator.payout import PaidPot
from showdown.evaluator.reasons import Why
from showdown.evaluator.settlement import PlayerResult, Settlement
from showdown.evaluator.temptations import Temptation, temptations
from showdown.pages.view_models import Compared, Decision, ShownCard, ShownTemptation
from showdown.words.headlines import reason_text
from showdown.words.made_hands import deciding_cards, in_full, title
from showdown.words.payouts import pot_name
from showdown.words.ranks import listed, sentence
from showdown.words.temptations import temptation_text
from showdown.words.vocabulary import contest_words

type Made = Mapping[str, Mapping[str, MadeHand | None]]


def decisions(settlement: Settlement) -> Iterator[Decision]:
    """Return the decision of each contest; with several pots, of each contest of each pot."""
    payout = settlement.payout
    made = [run.made for run in settlement.runs]
    game = settlement.game
    if payout and len(payout.pots) > 1:
        yield from _decisions_of_pots(game, list(reversed(payout.pots)), made)
    else:
        results = [run.contests for run in settlement.runs]
        yield from _decisions_of_runs(game, results, made, settlement.competing)


def tempting(settlement: Settlement, player: PlayerResult) -> ShownTemptation | None:
    """Return the player's first tempting wrong answer, with the cards that play instead."""
    found = temptations(settlement, player.label) if player.competes else ()
    if not found:
        return None
    made = player.made[found[0].contest.name]
    return ShownTemptation(
        text=sentence(temptation_text(found[0])),
        title=_title_of(found[0]),
        cards=tuple(ShownCard(card, is_own=card in player.hand.cards) for card in found[0].cards),
        instead=playing(made) if made else (),
        instead_title=title(made.ranking, made.rank) if made else "",
    )


def playing(made: MadeHand, decide: Iterable[object] = ()) -> tuple[ShownCard, ...]:
    """Return the cards that play, with those from the hand marked if others are from a board."""
    own = made.hole if made.board else ()
    decide = frozenset(decide)
    return tuple(ShownCard(card, is_own=card in own, decides=card in decide) for card in made.cards)


def _title_of(temptation: Temptation) -> str:
    """Return the name of the tempting hand; empty for cards that make none."""
    ranking = temptation.contest.ranking
    rank = temptation.contest.rank(temptation.cards) if temptation.cards else ()
    return title(ranking, rank) if rank else ""


def _decisions_of_pots(game: Game, pots: list[PaidPot], made: list[Made]) -> Iterator[Decision]:
    """Yield the decisions of all pots; equal ones once, with the hands of the first pot."""
    pots_by_decision: dict[object, list[tuple[str, Decision]]] = {}
    for pot in pots:
        name = pot_name(pot.number, pot.pots)
        for decision in _decisions_of_pot(game, pot, made):
            key = decision.heading, decision.winner, decision.text, decision.closest
            pots_by_decision.setdefault(key, []).append((name, decision))
    for decided in pots_by_decision.values():
        names, (first, *_) = zip(*decided, strict=True)
        headings = filter(None, (listed(names), first.heading))
        yield replace(first, heading=sentence(", ".join(headings)))


def _decisions_of_pot(game: Game, pot: PaidPot, made: list[Made]) -> Iterator[Decision]:
    if not pot.results:
        yield Decision("", pot.eligible[0], "nobody else is in it")
    yield from _decisions_of_runs(game, pot.results, made, pot.eligible, is_pot=True)


def _decisions_of_runs(
    game: Game,
    runs: Iterable[tuple[ContestResult, ...]],
    made: list[Made],
    competing: tuple[str, ...],
    *,
    is_pot: bool = False,
) -> Iterator[Decision]:
    """Yield the decisions of each run, headed by run and contest where there are several."""
    runs = list(runs)
    for number, (results, of_run) in enumerate(zip(runs, made, strict=False), 1):
        for result in results:
            headings = [f"run {number}"] if len(runs) > 1 else []
            name = contest_words(game, result.contest).name
            headings += [name] if len(results) > 1 else []
            heading = ", ".join(headings)
            yield Decision(
                heading=heading if is_pot else sentence(heading),
                winner=result.winners[0] if len(result.winners) == 1 else "",
                text=reason_text(result),
                compared=tuple(_compared(name, result, of_run[result.name], competing)),
            )


def _compared(
    name: str,
    result: ContestResult,
    made: Mapping[str, MadeHand | None],
    competing: tuple[str, ...],
) -> Iterator[Compared]:
    """Return the competing hands, the best first, and mark the cards that beat the runner-up."""
    if result.best is None or result.reason.why is Why.UNCONTESTED:
        return
    hands = {label: hand for label in competing if (hand := made[label])}
    beaten = next((hand for hand in hands.values() if hand.rank == result.reason.beaten), None)
    ours = deciding_cards(result.best, beaten)[0] if beaten else ()
    ranks = {card.rank for card in ours}
    for label in sorted(hands, key=lambda label: hands[label].rank, reverse=True):
        hand = hands[label]
        wins = label in result.winners
        decide = (
            [card for card in hand.cards if card.rank in ranks]
            if wins
            else deciding_cards(result.best, hand)[1]
        )
        yield Compared(label, in_full(hand.ranking, hand.rank), playing(hand, decide), wins)
    for label in competing:
        if label not in hands:
            yield Compared(label, f"no {name}", (), wins=False)
