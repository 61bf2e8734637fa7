"""The statements of a format. What it doesn't state is unknown, and accuses nobody."""

from collections.abc import Collection
from enum import StrEnum
from typing import Protocol


class Statement(StrEnum):
    """A figure or rule that a format may state; readers declare those of their format."""

    STACKS = "stacks"
    """The chips in front of each player before any post."""
    POTS = "pots"
    """The chips in the pots, separately or together, before or after the rake."""
    RAKE = "rake"
    """The rake, if only by stating that there is none."""
    FEES = "fees"
    """All fees of the house beside the rake."""
    RAKE_OF_POTS = "rake of pots"
    """How the rake is divided over pots: in proportion, or as the pots state it."""
    RAKE_OF_WINNERS = "rake of winners"
    """Tied winners pay equal parts of the rake."""
    RETURNS = "returns"
    """The amount of a returned uncalled bet, if a line states it."""
    EVERY_RETURN = "every return"
    """Every returned bet has a line."""
    ODD_CHIPS = "odd chips"
    """Odd chips go by a known rule."""
    PAYMENTS = "payments"
    """All payments from the pots."""


EVERYTHING = frozenset(Statement)
TAKEN = frozenset((Statement.RAKE, Statement.FEES))
"""Both are needed to know what the house took."""
USUAL = EVERYTHING - {Statement.RETURNS, Statement.EVERY_RETURN}


class Declaring(Protocol):
    """A format with its statements."""

    @property
    def name(self) -> str: ...

    @property
    def states(self) -> frozenset[Statement]: ...

    @property
    def may_lack(self) -> frozenset[Statement]: ...


_FAULTS = {
    "`winner`, `share`, `sum`": {Statement.PAYMENTS},
    "`stack`": {Statement.STACKS},
    "`pot-sum`": {Statement.POTS},
    "`rake`": {Statement.PAYMENTS, *TAKEN},
    "`uncalled`": {Statement.RETURNS},
    "missing return": {Statement.RETURNS, Statement.EVERY_RETURN},
    "`odd-chip`": {Statement.PAYMENTS, Statement.ODD_CHIPS},
}
"""Faults that an audit finds only if the format states all this."""


def fault_table(formats: Collection[Declaring]) -> str:
    """Return the table of formats and faults in docs/audit.md, as Markdown."""
    rows = [["format", *_FAULTS]]
    rows += [["---"] * len(rows[0])]
    rows += [
        [f"`{form.name}`", *(_found(needed, form) for needed in _FAULTS.values())]
        for form in formats
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _found(needed: set[Statement], form: Declaring) -> str:
    if not needed <= form.states:
        return "not stated"
    return "where stated" if needed & form.may_lack else "found"
