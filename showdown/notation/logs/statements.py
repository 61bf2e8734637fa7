"""The statements of a log format. A figure without a statement is unknown, so never a fault."""

from enum import StrEnum


class Statement(StrEnum):
    """A figure or rule that a format may state; readers declare those of their format."""

    STACKS = "stacks"
    """The chips in front of each player before any post."""
    POTS = "pots"
    """The chips in the pots, separately or together, before or after the rake."""
    RAKE = "rake"
    """The rake, including a rake of zero."""
    FEES = "fees"
    """All fees of the house besides the rake."""
    RAKE_OF_POTS = "rake of pots"
    """The division of the rake over the pots: in proportion, or as the pots state it."""
    RAKE_OF_WINNERS = "rake of winners"
    """Tied winners pay equal parts of the rake."""
    RETURNS = "returns"
    """The amount of a returned uncalled bet, if a line states it."""
    EVERY_RETURN = "every return"
    """Every returned bet has a line."""
    ODD_CHIPS = "odd chips"
    """Odd chips follow a known rule."""
    PAYMENTS = "payments"
    """All payments from the pots."""


EVERYTHING = frozenset(Statement)
TAKEN = frozenset((Statement.RAKE, Statement.FEES))
"""Statements that together determine the chips of the house."""
USUAL = EVERYTHING - {Statement.RETURNS, Statement.EVERY_RETURN}
