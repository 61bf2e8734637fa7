"""Texts of deals at the final table."""

from collections.abc import Iterable

from showdown.evaluator.final_table import FinalTable, Proposal
from showdown.evaluator.icm import MOST_PAID
from showdown.words.errors import add_messages

METHODS = {"icm": "ICM", "chip-chop": "Chip chop"}
EXPLANATIONS = {
    "icm": "ICM (Independent Chip Model, Malmuth-Harville): each player gets the expected"
    " prize if the stacks alone decide the chance of each order of finish.",
    "chip-chop": "Chip chop: each player gets the lowest remaining prize; the rest is divided in"
    " proportion to chips. This favors the chip leader, who may get more than the first prize.",
}

add_messages(
    {
        "FinalTableSize": "a deal is for 2 to {most} players",
        "InvalidStack": "“{text}” isn't a stack: a stack is a whole number of chips, 1 or more",
        "InvalidPlayerName": "“{label}” can't be the name of a player",
        "RepeatedPlayer": "{label} has two stacks",
        "InvalidPrize": f"a prize must be from 0 to {MOST_PAID:,}, not {{money}}",
        "NoPrizes": "the prizes are missing",
        "TooManyPrizes": "there are {count} prizes for {most} players",
        "PrizesOutOfOrder": "the prizes must be in order, the first place first; write thousands"
        " without commas",
        "TooMuchLeft": "the amount left to play for can't exceed the first prize",
        "NotMultipleOfUnit": "the smallest amount paid must be more than 0, and the prizes and the"
        " amount left to play for must be multiples of it",
    }
)


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


def warnings(table: FinalTable, proposals: Iterable[Proposal]) -> list[str]:
    """Return a sentence for each player who gets more than the first prize in a proposal."""
    return [
        f"{_method_in_sentence(proposal, table)} pays {label} more than the first prize."
        for proposal in proposals
        for label, cents in proposal.amounts.items()
        if cents > table.prizes[0]
    ]


def _method_in_sentence(proposal: Proposal, table: FinalTable) -> str:
    """Return the name that begins a sentence: `With 50 left for the winner, chip chop`."""
    name = METHODS[proposal.method]
    if not proposal.left:
        return name
    name = name if name.isupper() else name.lower()
    return f"With {money_text(proposal.left, table)} left for the winner, {name}"
