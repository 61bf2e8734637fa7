"""Tallies: how often each seat won what, and with which categories.

A tally is a plain dictionary that can be written as JSON. `seats` says, for each seat, how often it
won each contest and, if the game has several, how often it scooped (won everything alone) and was
quartered (got a quarter). `contests` says, for each contest, how often each category won it (by its
index in the ranking) and how often nobody qualified. `special` says how many deals had wagers, were
paid in chips, and were run more than once; of the latter every run counts.
"""

from collections.abc import Iterable
from typing import Any

type Tally = dict[str, Any]


def add_up(tallies: Iterable[Tally | None]) -> Tally:
    """The sum of tallies, whatever the numbers of players; seats that only some have come last."""
    total: Tally = {}
    for each in filter(None, tallies):
        total = _sum(total, each)
    return total


def most_players(tallies: Tally) -> int:
    """The largest number of players in a deal."""
    return max(map(len, tallies.get("seats", {}).values()), default=0)


def _sum(total: Any, more: Any) -> Any:
    if isinstance(more, dict):
        named = {name: _sum(total.get(name, type(each)()), each) for name, each in more.items()}
        return total | named
    if isinstance(more, list):
        longest = max(len(total), len(more))
        padded = [[*counts, *[0] * (longest - len(counts))] for counts in (total, more)]
        return [sum(counts) for counts in zip(*padded, strict=True)]
    return total + more
