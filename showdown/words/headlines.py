"""A settlement in one sentence to read aloud, and shares in words."""

from collections.abc import Iterable
from fractions import Fraction

from showdown.evaluator.chips import Payout
from showdown.evaluator.contests import ContestResult
from showdown.evaluator.reasons import Why
from showdown.evaluator.settlement import PlayerResult, Run, Settlement, Standing
from showdown.words.amounts import chips_text
from showdown.words.made_hands import as_noun
from showdown.words.ranks import NUMBERS, listed, sentence

_SHARES = {
    Fraction(0): "nothing",
    Fraction(1): "the whole pot",
    Fraction(3, 4): "three quarters",
    Fraction(2, 3): "two thirds",
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(1, 4): "a quarter",
    Fraction(1, 6): "a sixth",
    Fraction(1, 8): "an eighth",
}


STANDINGS = {
    Standing.COMPETES: "",
    Standing.FOLDED: "folded",
    Standing.MUCKED: "mucked",
    Standing.IN_NO_POT: "in no pot",
}
"""Why a hand takes no part in who wins; nothing is said of one that does."""


def share_text(share: Fraction) -> str:
    """`three quarters`; a share that has no name is given in percent, `39 %`."""
    return _SHARES.get(share) or f"{round(100 * share)} %"


def headline(settlement: Settlement) -> str:
    """What happened, in one sentence without its full stop.

    `HandB scoops: a nine-high straight flush, no low`;
    `HandA wins high with three kings, and HandB wins low with 7-6-5-2-A: half each`;
    with side pots, where the best hand may not win everything, `HandA takes 343, HandB 300`.
    """
    return sentence(_headline(settlement))


def _headline(settlement: Settlement) -> str:
    if settlement.payout and len(settlement.payout.pots) > 1:
        return _takings(settlement.payout)
    if len(settlement.runs) > 1:
        return _several_runs(settlement)
    return _single_run(settlement)


def _several_runs(settlement: Settlement) -> str:
    """`run 1: HandA wins with a pair of aces; run 2: HandB wins with three kings: half each`."""
    runs = (f"run {number}: {_run(run)}" for number, run in enumerate(settlement.runs, 1))
    said = "; ".join(runs)
    if any(player.share == 1 for player in settlement.players):
        return said
    return f"{said}: {_shares(settlement.players)}"


def _takings(payout: Payout) -> str:
    """Who takes how many chips, the largest amount first."""
    paid = [player for player in payout.players if player.total]
    most, *others = sorted(paid, key=lambda player: player.total, reverse=True)
    said = [f"{each.label} {chips_text(each.total, payout.decimals)}" for each in others]
    return ", ".join([f"{most.label} takes {chips_text(most.total, payout.decimals)}", *said])


def _single_run(settlement: Settlement) -> str:
    contests = settlement.contests
    if not any(result.winners for result in contests):
        return f"nobody qualifies: {_shares(settlement.players)}"
    scooper = next((player for player in settlement.players if player.share == 1), None)
    if scooper and contests[0].reason.why is Why.UNCONTESTED:
        return f"{scooper.label} wins: {_why_alone(settlement)}"
    if len(contests) == 1:
        return _one_contest(settlement, contests[0])
    if scooper:
        return f"{scooper.label} scoops: {_with_all(contests)}"
    return f"{_all_won(contests)}: {_shares(settlement.players)}"


def _all_won(contests: tuple[ContestResult, ...]) -> str:
    """`HandA wins high with three kings, and HandB wins low with 7-6-5-2-A`."""
    *others, last = contests
    said = [_won(result) for result in others]
    return ", ".join([*said, f"and {_won(last)}" if last.best and said else _won(last)])


def _why_alone(settlement: Settlement) -> str:
    """Why only one hand competes."""
    others = {player.standing for player in settlement.players if not player.competes}
    if others == {Standing.FOLDED}:
        return "everyone else has folded"
    return "nobody else shows a hand" if Standing.MUCKED in others else "nobody else is in the pot"


def _one_contest(settlement: Settlement, result: ContestResult) -> str:
    made = _made(result)
    count = len(result.winners)
    if count == 1:
        return f"{result.winners[0]} wins with {made}"
    if 2 < count == len(settlement.competing):
        return f"all {NUMBERS[count] if count < len(NUMBERS) else count} tie with {made}"
    return f"{listed(result.winners)} split with {made}: {_shares(settlement.players)}"


def _with_all(contests: tuple[ContestResult, ...]) -> str:
    """`three fives, and 7-6-5-2-A for low`; `a queen-high straight, no low`."""
    first, *others = contests
    said = _made(first) if first.best else f"no {first.name}"
    if first.best and any(first.contest.ranking is each.contest.ranking for each in others):
        said += f" for {first.name}"
    for result in others:
        said += f", and {_made_for(result)}" if result.best else f", no {result.name}"
    return said


def _made_for(result: ContestResult) -> str:
    """`7-6-5-2-A for low`, `a 4-3-2-A badugi`."""
    made = _made(result)
    return made if made.endswith(result.name) else f"{made} for {result.name}"


def _run(run: Run) -> str:
    winners = {result.winners for result in run.contests if result.winners}
    if len(run.contests) == 1:
        return _won(run.contests[0], named=False)
    if len(winners) == 1 and len(min(winners)) == 1:
        return f"{min(winners)[0]} scoops with {_with_all(run.contests)}"
    return _all_won(run.contests)


def _won(result: ContestResult, *, named: bool = True) -> str:
    if result.best is None:
        return f"no {result.name}"
    does = "wins" if len(result.winners) == 1 else "split"
    contest = f" {result.name}" if named else ""
    return f"{listed(result.winners)} {does}{contest} with {_made(result)}"


def _made(result: ContestResult) -> str:
    return as_noun(result.contest.ranking, result.reason.best)


def _shares(players: Iterable[PlayerResult]) -> str:
    """`half each`, or who takes which share, the largest first."""
    paid = [player for player in players if player.share]
    if len({player.share for player in paid}) == 1:
        return f"{share_text(paid[0].share)} each"
    paid.sort(key=lambda player: player.share, reverse=True)
    return ", ".join(f"{player.label} {share_text(player.share)}" for player in paid)
