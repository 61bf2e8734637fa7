"""What was counted of deals: which seats won what, and with which categories.

A tally is a plain dictionary, fit for JSON. `seats` has for each seat how often it won each
contest; and, where a game has several, how often it scooped (won all there was, alone) and was
quartered (got a quarter). `contests` has for each contest how often each category won it, by its
place in the ranking, and how often nobody qualified. `special` has how many deals came with
wagers, were paid in chips, and were run more than once: of these every run counts.
"""

from collections.abc import Iterable
from typing import Any

type Tally = dict[str, Any]


def add_up(tallies: Iterable[Tally | None]) -> Tally:
    """Of deals with any numbers of players; seats that only some deals have come last."""
    total: Tally = {}
    for each in filter(None, tallies):
        total = _sum(total, each)
    return total


def most_players(tallies: Tally) -> int:
    """The most players that a deal has had."""
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
