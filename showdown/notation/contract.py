"""What the contracts of text have in common: entries are read from blocks, answers are written.

A *block* is a part of a file that holds whole deals. Blocks know nothing of each other, so they may
be settled in any order, by threads or on several machines; their outputs, one after the other, are
the output of the file. An *entry* is a deal as it was written, or text that is none; an *answer* is
what is written for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from showdown.evaluator.contests import ContestResult
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import Rank
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.notation.submission import Submission
from showdown.words.errors import error_text

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Complaint(NamedTuple):
    """What is wrong with a text, and where; column 0 is the whole line."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.message}"


class Entry(NamedTuple):
    """What was read at a line: a deal with all that goes with it, or why it is none.

    `text` is the line as it came, without its ending.
    """

    line: int
    text: bytes
    outcome: Submission | Complaint


class Won(NamedTuple):
    """Who won a contest, by labels, and with which rank; nobody and the empty rank: no such hand.

    `is_tie_of_all`: every hand that competes has it.
    """

    contest: Contest
    winners: tuple[str, ...]
    rank: Rank
    is_tie_of_all: bool


class Contract(ABC):
    """How the text of deals is read, and what is written for each of them.

    `separator` stands between two answers, and in the output of a block before each of them.
    """

    name: str
    separator: bytes = b""
    takes_wagers = False
    """Whether chips can be written with a deal, so that a rule set matters."""
    names_players = False
    """Whether the labels of hands can be names, which are to be kept."""

    @abstractmethod
    def writes(self, game: Game) -> bool:
        """Whether deals of this game can be written so."""

    def players(self, game: Game) -> range:
        """How many hands a deal may have."""
        return game.players

    @abstractmethod
    def read(
        self, data: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2024
    ) -> Iterator[Entry]:
        """Everything that is written in a block, in order; blank lines are nothing.

        `rules` is the rule set of every deal that does not name its own.
        """

    def pieces(self, data: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
        """The text of each deal in a block, with the number of its first line, not read yet."""
        return lines_of(data, first_line)

    @abstractmethod
    def read_deal(self, text: str, game: Game) -> Submission:
        """The deal that this text is by itself. Raises InvalidDeal."""

    @abstractmethod
    def answer(self, entry: Entry, submission: Submission, won: Sequence[Won]) -> bytes:
        """What is written for a deal. `won` is what came of its contests, by the cards alone."""

    @abstractmethod
    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        """What is written for text that is no deal."""

    def end_of_deals(self, data: bytearray, searched: int, length: int) -> int:
        """Where the last whole deal ends; 0 if none ends after the first `searched` bytes.

        Of `data` the first `length` bytes count.
        """
        return end_of_lines(data, searched, length)


def end_of_lines(data: bytearray, searched: int, length: int) -> int:
    """Where the last whole line ends; 0 if none ends after the first `searched` bytes.

    A carriage return that comes last ends no line yet: a line feed may follow it.
    """
    end = data.rfind(b"\n", searched, length) + 1
    return max(end, data.rfind(b"\r", max(end, searched - 1), length - 1) + 1)


def lines_of(data: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, without their endings, each with its number.

    A line ends with a line feed, a carriage return, or both.
    """
    if first_line == 1:
        data = data.removeprefix(BYTE_ORDER_MARK)
    for number, line in enumerate(data.splitlines(), first_line):
        if line and not line.isspace():
            yield number, line


def text_of(line: bytes) -> str:
    """The line as text: what is no UTF-8 becomes characters that no deal has."""
    return line.decode(errors="surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def complaint_of(error: InvalidDeal, line: int) -> Complaint:
    """The error as a complaint about this line, in which its position is counted."""
    return Complaint(line, 0 if error.position is None else error.position + 1, error_text(error))


def won_of(results: Sequence[ContestResult], competing: int) -> list[Won]:
    """What came of the contests among so many hands."""
    return [
        Won(
            result.contest,
            result.winners,
            result.reason.best,
            is_tie_of_all=len(result.winners) == competing > 1,
        )
        for result in results
    ]
