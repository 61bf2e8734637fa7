"""Why a contest went as it did, in cards: the best five of each side by side, and what tempts."""

from collections.abc import Iterable, Iterator, Mapping

from showdown.evaluator.contests import ContestResult, MadeHand
from showdown.evaluator.payout import PaidPot
from showdown.evaluator.reasons import Why
from showdown.evaluator.settlement import PlayerResult, Settlement
from showdown.evaluator.temptations import Temptation, temptations
from showdown.pages.shown import Compared, Decision, ShownCard, ShownTemptation
from showdown.words.made_hands import deciding_cards, in_full, title
from showdown.words.payouts import pot_name
from showdown.words.ranks import sentence
from showdown.words.reasons import reason_text
from showdown.words.temptations import temptation_text

type Made = Mapping[str, Mapping[str, MadeHand | None]]


def decisions(settlement: Settlement) -> Iterator[Decision]:
    """What decided each contest; of several pots, what decided each contest of each pot."""
    payout = settlement.payout
    made = [run.made for run in settlement.runs]
    if payout and len(payout.pots) > 1:
        for pot in reversed(payout.pots):
            yield from _of_pot(pot, made)
    else:
        results = [run.contests for run in settlement.runs]
        yield from _of_runs(results, made, settlement.competing)


def tempting(settlement: Settlement, player: PlayerResult) -> Iterator[ShownTemptation]:
    """What the player may have in mind, beside what plays."""
    if not player.competes:
        return
    for temptation in temptations(settlement, player.label):
        made = player.made[temptation.contest.name]
        yield ShownTemptation(
            text=sentence(temptation_text(temptation)),
            title=_title_of(temptation),
            cards=tuple(
                ShownCard(card, is_own=card in player.hand.cards) for card in temptation.cards
            ),
            instead=playing(made) if made else (),
            instead_title=title(made.ranking, made.rank) if made else "",
        )


def playing(made: MadeHand, decide: Iterable[object] = ()) -> tuple[ShownCard, ...]:
    """The cards that play; those from the hand are marked where others are from a board."""
    own = made.hole if made.board else ()
    decide = frozenset(decide)
    return tuple(ShownCard(card, is_own=card in own, decides=card in decide) for card in made.cards)


def _title_of(temptation: Temptation) -> str:
    """What the tempting hand would be; nothing for cards that are no hand."""
    ranking = temptation.contest.ranking
    rank = temptation.contest.rank(temptation.cards) if temptation.cards else ()
    return title(ranking, rank) if rank else ""


def _of_pot(pot: PaidPot, made: list[Made]) -> Iterator[Decision]:
    name = pot_name(pot.number, pot.pots)
    if not pot.results:
        yield Decision(sentence(name), pot.eligible[0], "nobody else is in it")
    yield from _of_runs(pot.results, made, pot.eligible, name)


def _of_runs(
    runs: Iterable[tuple[ContestResult, ...]],
    made: list[Made],
    competing: tuple[str, ...],
    pot: str = "",
) -> Iterator[Decision]:
    runs = list(runs)
    for number, (results, of_run) in enumerate(zip(runs, made, strict=False), 1):
        for result in results:
            where = [pot] if pot else []
            where += [f"run {number}"] if len(runs) > 1 else []
            where += [result.name] if len(results) > 1 or not where else []
            yield Decision(
                heading=sentence(", ".join(where)),
                winner=result.winners[0] if len(result.winners) == 1 else "",
                text=reason_text(result),
                compared=tuple(_compared(result, of_run[result.name], competing)),
            )


def _compared(
    result: ContestResult, made: Mapping[str, MadeHand | None], competing: tuple[str, ...]
) -> Iterator[Compared]:
    """Whoever competes, the best first, with the cards marked that beat the runner-up."""
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
            yield Compared(label, f"no {result.name}", (), wins=False)
