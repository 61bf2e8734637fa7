"""Classes of hands of two cards that differ only by their suits: `AA`, `AKs`, `AKo`."""

from collections.abc import Sequence

from showdown.evaluator.cards import RANKS


def class_name(card: int, other: int) -> str:
    """Return the class of a hand of two card numbers: `AA`, `AKs`, `AKo`."""
    low, high = sorted((card, other))
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    if high >> 2 == low >> 2:
        return ranks
    return ranks + ("s" if high & 3 == low & 3 else "o")


def grid_of_classes(ranks: Sequence[int]) -> list[list[str]]:
    """Return all classes of hands of these ranks in the usual grid.

    Pairs lie on the diagonal, the best top left; suited hands are above it, offsuit ones below.
    """
    down = [RANKS[rank] for rank in sorted(ranks, reverse=True)]
    return [[_at(down, row, column) for column in range(len(down))] for row in range(len(down))]


def _at(ranks: Sequence[str], row: int, column: int) -> str:
    if row == column:
        return ranks[row] * 2
    if row < column:
        return f"{ranks[row]}{ranks[column]}s"
    return f"{ranks[column]}{ranks[row]}o"
