"""Count the wins of each seat in each contest, and the winning categories.

A tally is a plain dictionary that can be written as JSON. `seats` maps each contest to the number
of wins of each seat; if the game has several contests, it also maps `scooped` and `quartered` to
the numbers of scoops (everything won alone) and quarters of each seat. `contests` contains for each
contest the number of wins of each category (by its index in the ranking), and of deals in which no
hand qualified. `special` counts the deals that had wagers, were paid in chips, were run more than
once (every run counts in the other tallies), had named players, or had side pots.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from showdown.bulk import outcomes
from showdown.bulk.outcomes import Winners
from showdown.bulk.payouts import compute_shares
from showdown.evaluator.contests import ContestResult
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.files.blocks import SettledBlock, StopCheck, stoppable
from showdown.models.settlement_columns import winners_of

type Tally = dict[str, Any]


def add_up(tallies: Iterable[Tally | None]) -> Tally:
    """Return the sum of tallies, which may have different numbers of players."""
    total: Tally = {}
    for tally in filter(None, tallies):
        total = _add(total, tally)
    return total


def max_players(tally: Tally) -> int:
    """Return the largest number of players in a deal."""
    return max(map(len, tally.get("seats", {}).values()), default=0)


def _add(total: Any, addend: Any) -> Any:
    if isinstance(addend, dict):
        sums = {name: _add(total.get(name, type(part)()), part) for name, part in addend.items()}
        return total | sums
    if isinstance(addend, list):
        length = max(len(total), len(addend))
        padded_lists = [[*counts, *[0] * (length - len(counts))] for counts in (total, addend)]
        return [sum(counts) for counts in zip(*padded_lists, strict=True)]
    return total + addend


def tally_block(game: Game, settled: SettledBlock, *, check_stop: StopCheck) -> Tally:
    """Return the counts for a settled block."""
    tallies = [tally_strengths(game, group.strengths) for group in settled.groups]
    special = stoppable(settled.special, check_stop)
    tallies += (tally_special(submission.settle()) for _, submission in special)
    return add_up(tallies)


def tally_strengths(game: Game, strengths: NDArray[np.uint16]) -> Tally:
    """Return the counts for strengths of shape (deals, players, contests)."""
    outcome = outcomes.decide_winners(strengths)
    categories = outcomes.find_winning_categories(game, outcome)
    contests = {}
    for index, contest in enumerate(game.contests):
        length = len(contest.ranking.categories) + 1
        nobody, *counts = np.bincount(categories[:, index] - outcomes.NOBODY, minlength=length)
        contests[contest.name] = {"none": int(nobody), "categories": [*map(int, counts)]}
    return {
        "seats": _count_seats(game, outcome.winners, strengths.shape[1]),
        "contests": contests,
    }


def _count_seats(game: Game, winners: Winners, players: int) -> dict[str, list[int]]:
    """Count the wins of each seat in each contest, its scoops and its quarters."""
    # is_member[winners, seat], where `winners` are the seats as bits
    is_member = np.arange(1 << players)[:, None] >> np.arange(players) & 1
    counts = {
        contest.name: np.bincount(winners[:, index], minlength=1 << players) @ is_member
        for index, contest in enumerate(game.contests)
    }
    if len(game.contests) > 1:
        shares = compute_shares(game, winners, players)
        for name, share in (("scooped", 1), ("quartered", 0.25)):
            _, seats = np.nonzero(shares == share)
            counts[name] = np.bincount(seats, minlength=players)
    return {name: count.tolist() for name, count in counts.items()}


def tally_special(settlement: Settlement) -> Tally:
    """Return the counts for one deal with wagers, names, a mucked hand or several runs."""
    deal = settlement.deal
    contests, runs = deal.game.contests, range(deal.runs)
    seats = {}
    for index, contest in enumerate(contests):
        winners = [winners_of(settlement, run, index) for run in runs]
        seats[contest.name] = [
            sum(label in run_winners for run_winners in winners) for label in deal.labels
        ]
    if len(contests) > 1:
        shares = [player.share for player in settlement.players]
        seats["scooped"] = [int(share == 1) for share in shares]
        seats["quartered"] = [int(share == Fraction(1, 4)) for share in shares]
    return {
        "seats": seats,
        "contests": {
            contest.name: add_up(_count_result(run.contests[index]) for run in settlement.runs)
            for index, contest in enumerate(contests)
        },
        "special": {
            "wagers": int(settlement.wagers is not None),
            "paid": int(settlement.payout is not None),
            "run_again": int(deal.runs > 1),
            "named": int(deal.has_names),
            "side_pots": int(settlement.payout is not None and len(settlement.payout.pots) > 1),
        },
    }


def _count_result(result: ContestResult) -> Tally:
    ranking = result.contest.ranking
    counts = [0] * len(ranking.categories)
    if result.best:
        counts[ranking.category_of(result.best.rank)] = 1
    return {"none": int(result.best is None), "categories": counts}
