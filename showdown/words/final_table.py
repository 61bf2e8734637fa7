"""Texts of deals at the final table."""

from collections.abc import Iterable

from showdown.evaluator.final_table import FinalTable, Proposal

METHODS = {"icm": "ICM", "chip-chop": "Chip chop"}
EXPLANATIONS = {
    "icm": "ICM (Independent Chip Model, Malmuth-Harville): each player gets the expected"
    " prize if the stacks alone decide the chance of each order of finish.",
    "chip-chop": "Chip chop: each player gets the lowest remaining prize; the rest is divided in"
    " proportion to chips. This favors the chip leader, who may get more than the first prize.",
}


def method_text(proposal: Proposal, table: FinalTable) -> str:
    """Return the name of a proposal: `ICM`, or `ICM, 500 left for the winner`."""
    name = METHODS[proposal.method]
    if not proposal.left:
        return name
    return f"{name}, {money_text(proposal.left, table)} left for the winner"


def money_text(cents: int, table: FinalTable) -> str:
    """Return an amount of money: `1,250`, or `1,250.00` at a table that pays cents."""
    if table.unit % 100:
        return f"{cents // 100:,}.{cents % 100:02}"
    return f"{cents // 100:,}"


def list_warnings(table: FinalTable, proposals: Iterable[Proposal]) -> list[str]:
    """Return a sentence for each player who gets more than the first prize in a proposal."""
    warnings = []
    for proposal in proposals:
        name = METHODS[proposal.method]
        if proposal.left:
            name = name if name.isupper() else name.lower()
            name = f"With {money_text(proposal.left, table)} left for the winner, {name}"
        warnings += [
            f"{name} pays {label} more than the first prize."
            for label, cents in proposal.amounts.items()
            if cents > table.prizes[0]
        ]
    return warnings
