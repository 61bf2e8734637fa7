"""What is counted of a batch: which seats won what, and with which categories.

A tally is a plain dictionary, fit for JSON: `seats` has for each seat how often it won each pot,
scooped (won all there was, alone) and was quartered (got a quarter of the chips); `pots` has for
each pot how often each category won it, by its place in the ranking, and how often nobody
qualified.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.games import Game, Pot
from showdown.evaluator.rankings import Ranking

type Tally = dict[str, Any]


def tally(game: Game, ordinals: NDArray[np.uint16]) -> Tally:
    """Of deals with one number of players: ordinals (n, players, pots), as `evaluator.bulk`."""
    best = ordinals.max(axis=1)
    awarded = best > 0
    won = (ordinals == best[:, None, :]) & awarded[:, None, :]
    winners = won.sum(axis=1, dtype=np.uint8)
    alone = won & (winners == 1)[:, None, :]
    scooped = (alone | ~awarded[:, None, :]).all(axis=2) & alone.any(axis=2)
    seats = {pot.name: _per_seat(won[:, :, place]) for place, pot in enumerate(game.pots)}
    return {
        "seats": seats
        | {"scooped": _per_seat(scooped), "quartered": _per_seat(_quartered(won, winners))},
        "pots": {pot.name: _categories(pot, best[:, place]) for place, pot in enumerate(game.pots)},
    }


def add_up(tallies: Iterable[Tally | None]) -> Tally:
    """Of deals with any numbers of players; seats that only some deals have come last."""
    total: Tally = {}
    for each in filter(None, tallies):
        total = _sum(total, each)
    return total


def _sum(total: Any, more: Any) -> Any:
    if isinstance(more, dict):
        return total | {
            name: _sum(total.get(name, type(value)()), value) for name, value in more.items()
        }
    if isinstance(more, list):
        longest = max(len(total), len(more))
        padded = [[*counts, *[0] * (longest - len(counts))] for counts in (total, more)]
        return [sum(counts) for counts in zip(*padded, strict=True)]
    return total + more


def _per_seat(flags: NDArray[np.bool_]) -> list[int]:
    return flags.sum(axis=0).tolist()


def _quartered(won: NDArray[np.bool_], winners: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Who gets exactly a quarter, mostly half of a half; counted in parts that always divide."""
    whole = 2 * 360_360
    pots = np.maximum(1, (winners > 0).sum(axis=1, dtype=np.int32))
    each = whole // (np.maximum(1, winners) * pots[:, None])
    return (won * each[:, None, :]).sum(axis=2) * 4 == whole


def _categories(pot: Pot, best: NDArray[np.uint16]) -> dict[str, Any]:
    counts = np.bincount(best, minlength=len(pot.ranking.ranks) + 1)
    by_category = np.zeros(len(pot.ranking.categories), np.int64)
    np.add.at(by_category, _category_of(pot.ranking), counts[1:])
    return {"none": int(counts[0]), "categories": by_category.tolist()}


def _category_of(ranking: Ranking) -> NDArray[np.intp]:
    """The category of each ordinal from 1."""
    return np.array([ranking.category_of(rank) for rank in ranking.ranks], np.intp)
