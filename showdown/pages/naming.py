"""Default names of players: Player 1 on pages, HandA in files and the record."""

from collections.abc import Callable

from showdown.evaluator.deals import DEFAULT_LABELS, default_label
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.settlement import Settlement, settle


def page_label(seat: int) -> str:
    """Return the default name of a seat on pages: `Player 1` for seat 0."""
    return f"Player {seat + 1}"


def is_unnamed(seat: int, label: str) -> bool:
    """Return whether the label is empty or a default name of this seat."""
    return label in ("", page_label(seat), default_label(seat))


def called(label: str) -> str:
    """Return a label as pages show it: `Player 3` for HandC."""
    return page_label(DEFAULT_LABELS.index(label)) if label in DEFAULT_LABELS else label


def for_people(settlement: Settlement) -> Settlement:
    """Return the settlement with the default names of pages."""
    return _renamed(settlement, default_label, page_label)


def for_files(settlement: Settlement) -> Settlement:
    """Return the settlement with the default names of files and of the record."""
    return _renamed(settlement, page_label, default_label)


def _renamed(
    settlement: Settlement, before: Callable[[int], str], after: Callable[[int], str]
) -> Settlement:
    """Settle under other default names; unchanged if a new name is already taken."""
    labels = settlement.deal.labels
    names = {label: after(seat) for seat, label in enumerate(labels) if label == before(seat)}
    if not names or not set(names.values()).isdisjoint(labels):
        return settlement
    wagers, payout = settlement.wagers, settlement.payout
    return settle(
        settlement.deal.renamed(names),
        wagers.renamed(names) if wagers else None,
        payout.rules if payout else WSOP_2026,
    )
