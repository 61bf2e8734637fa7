"""Who wins, by strengths: the one place where this is decided for arrays.

Seats are taken one after the other. The same lines are run on whole arrays by numpy, and compiled
into every loop, for one deal at a time.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

LEAST = 1
"""The strength that the first seat has to have: 0 does not qualify."""


def with_seat(best: Any, won: Any, strength: Any, bit: Any) -> tuple[Any, Any]:
    """The best strength so far and its winners, as bits, with one more seat, whose bit this is.

    Begin with LEAST and no winners. Where there are none at the end, nobody qualifies.
    Nobody can predict who wins, so that nothing branches on it.
    """
    top = np.maximum(best, strength)
    return top, won * (best == top) | bit * (strength == top)


def winners_of(strengths: Iterable[Any]) -> tuple[Any, Any]:
    """The best of arrays of strengths, one for each seat, and who has it, as bits."""
    best, won = np.uint16(LEAST), np.uint16(0)
    for seat, own in enumerate(strengths):
        best, won = with_seat(best, won, own, np.uint16(1 << seat))
    return best, won
