"""What can be wrong with a deal: one type for each mistake, its message in a player's words."""


class InvalidDeal(ValueError):
    """A deal that cannot be settled as it was submitted.

    `field` names the part it is about: a hand's label, `Board`, or a field of the submission
    (`game`, `hands`, `pots`, …). `position` is the offset, in characters, into that part's text,
    where the text is at fault.
    """

    def __init__(self, message: str, *, field: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.position = position


class UnknownCard(InvalidDeal):
    """A piece of text that is no card."""


class UnknownRank(UnknownCard):
    """A card whose rank is none of 23456789TJQKA."""


class UnknownSuit(UnknownCard):
    """A card whose suit is none of cdhs."""


class WrongNumberOfCards(InvalidDeal):
    """A hand or board with too few or too many cards for its game."""


class DuplicateCard(InvalidDeal):
    """One card in two places."""


class MissingHand(InvalidDeal):
    """A player without hole cards."""


class MissingBoard(InvalidDeal):
    """A game with a board, dealt without one."""


class UnexpectedBoard(InvalidDeal):
    """A game without a board, dealt with one."""


class WrongNumberOfPlayers(InvalidDeal):
    """More or fewer players than the game seats."""


class InvalidLabel(InvalidDeal):
    """A label that cannot name a hand, or names two."""


class UnknownGame(InvalidDeal):
    """A game that is not in the list of games."""


class InvalidChips(InvalidDeal):
    """Pots, contributions, button or unit that contradict the deal or each other."""
