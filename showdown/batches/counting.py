"""Counts what came of many deals."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from showdown.batches.tallies import Tally, add_up
from showdown.bulk import outcomes
from showdown.evaluator.contests import ContestResult
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.files.blocks import SettledBlock
from showdown.models.columns import winners_of


def tally_of(game: Game, settled: SettledBlock) -> Tally:
    """What came of a block that was settled with its groups."""
    tallies = [tally(game, group.strengths) for group in settled.groups]
    tallies += (tally_special(each.settle()) for each in settled.special.values())
    return add_up(tallies)


def tally(game: Game, strengths: NDArray[np.uint16]) -> Tally:
    """Of deals with one number of players: strengths (n, players, contests), as in `bulk`."""
    decided = outcomes.decide(strengths)
    categories = outcomes.categories(game, decided)
    contests = list(enumerate(game.contests))
    return {
        "seats": _seats(game, decided, strengths.shape[1]),
        "contests": {
            contest.name: _by_category(categories[:, place], len(contest.ranking.categories))
            for place, contest in contests
        },
    }


def _seats(game: Game, decided: outcomes.Outcomes, players: int) -> dict[str, list[int]]:
    seats = {
        contest.name: [
            int(np.count_nonzero(decided.winners[:, place] & np.uint16(1 << seat)))
            for seat in range(players)
        ]
        for place, contest in enumerate(game.contests)
    }
    if len(game.contests) > 1:
        shares = outcomes.shares(game, decided, players)
        seats["scooped"] = np.count_nonzero(shares == outcomes.WHOLE, axis=0).tolist()
        seats["quartered"] = np.count_nonzero(shares * 4 == outcomes.WHOLE, axis=0).tolist()
    return seats


def _by_category(categories: NDArray[np.int16], count: int) -> Tally:
    nobody, *counts = np.bincount(categories - outcomes.NOBODY, minlength=count + 1).tolist()
    return {"none": nobody, "categories": counts}


def tally_special(settlement: Settlement) -> Tally:
    """Of one deal that came with wagers, a mucked hand or further runs."""
    deal = settlement.deal
    contests, runs = deal.game.contests, range(deal.runs)
    seats = {}
    for place, contest in enumerate(contests):
        winners = [winners_of(settlement, run, place) for run in runs]
        seats[contest.name] = [sum(label in each for each in winners) for label in deal.labels]
    if len(contests) > 1:
        shares = [player.share for player in settlement.players]
        seats["scooped"] = [int(share == 1) for share in shares]
        seats["quartered"] = [int(share == Fraction(1, 4)) for share in shares]
    return {
        "seats": seats,
        "contests": {
            contest.name: add_up(_counted(run.contests[place]) for run in settlement.runs)
            for place, contest in enumerate(contests)
        },
        "special": {
            "wagers": int(settlement.wagers is not None),
            "paid": int(settlement.payout is not None),
            "run_again": int(deal.runs > 1),
        },
    }


def _counted(result: ContestResult) -> Tally:
    """One contest, counted."""
    ranking = result.contest.ranking
    counts = [0] * len(ranking.categories)
    if result.best:
        counts[ranking.category_of(result.best.rank)] = 1
    return {"none": int(result.best is None), "categories": counts}
