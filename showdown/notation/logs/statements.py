"""What a format states of a hand. What it doesn't state is unknown, and accuses nobody."""

from collections.abc import Collection
from enum import StrEnum
from typing import Protocol


class Statement(StrEnum):
    """One thing that a format may state. A reader declares those that its format does."""

    STACKS = "stacks"
    """The chips in front of everybody, before anything is posted."""
    POTS = "pots"
    """How much is in the pots, each or together, before the house takes its part or after."""
    RAKE = "rake"
    """The rake, if only by stating that there is none."""
    FEES = "fees"
    """All that the house takes beside the rake."""
    RAKE_OF_POTS = "rake of pots"
    """How the rake is taken from several pots: in proportion, or as the pots are stated."""
    RAKE_OF_WINNERS = "rake of winners"
    """Of those who tie, nobody pays more of the rake than another."""
    RETURNS = "returns"
    """How much of a bet goes back that nobody called, where a line says so."""
    EVERY_RETURN = "every return"
    """A line says so of every such bet."""
    ODD_CHIPS = "odd chips"
    """Odd chips go by a known rule."""
    PAYMENTS = "payments"
    """All that everybody is paid from the pots."""


EVERYTHING = frozenset(Statement)
TAKEN = frozenset((Statement.RAKE, Statement.FEES))
"""Both are needed to know what the house took."""
USUAL = EVERYTHING - {Statement.RETURNS, Statement.EVERY_RETURN}


class Declaring(Protocol):
    """A format with what it states."""

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
"""The faults that an audit finds only where a format states all this."""


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
