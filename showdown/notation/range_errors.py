"""The errors of a range, each with its position in the text."""

from showdown.evaluator.errors import InvalidDeal
from showdown.words.errors import add_messages


class InvalidRange(InvalidDeal):
    """Text that is not a range of hands."""


class UnexpectedText(InvalidRange):
    """Text that isn't allowed where it stands."""

    text: str


class UnfinishedRange(InvalidRange):
    """A range that ends too early."""


class TooManyCards(InvalidRange):
    """More cards in a row than a hand has."""

    count: int
    needed: int


class UnevenSpan(InvalidRange):
    """A span in which not all cards change by the same number of ranks."""


class TooHeavy(InvalidRange):
    """A weight above 100 percent."""


class EmptyRange(InvalidRange):
    """A range of no hands."""

    needed: int


class RangeTooLong(InvalidRange):
    """A range with more characters or open parentheses than are read."""

    most: int


class TooDeep(RangeTooLong):
    """Too many open parentheses."""


class TooManyHands(InvalidRange):
    """A range that would take too long to list."""


class NotAPart(InvalidRange):
    """A percentage of hands above 100."""


add_messages(
    {
        "UnexpectedText": "“{text}” isn't allowed here",
        "UnfinishedRange": "the range is incomplete",
        "TooManyCards": "{cards} here, but a hand has {needed}",
        "UnevenSpan": "every card that changes in a span must change by the same number of ranks",
        "TooHeavy": "a weight can be at most 100 percent",
        "EmptyRange": "no hand of {needed} cards is in this range",
        "RangeTooLong": "a range can have at most {most} characters",
        "TooDeep": "there are more than {most} open parentheses",
        "NotAPart": "a percentage of hands is at most 100",
        "TooManyHands": "this range holds too many hands to be listed",
    }
)
