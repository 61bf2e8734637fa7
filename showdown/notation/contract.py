"""What all contracts (text formats) have in common: they read entries and write answers.

A *block* is a part of a file that contains whole deals. Blocks are independent, so they may be
settled in any order, by threads or on several machines; their outputs, one after the other, are the
output of the file. An *entry* is a deal as it was written, or text that isn't a deal; an *answer*
is what is written for an entry.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from showdown.evaluator.contests import ContestResult
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import Rank
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.notation.submission import Submission
from showdown.words.errors import error_text

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Complaint(NamedTuple):
    """What is wrong with a text, and where; column 0 means the whole line."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.message}"


class Entry(NamedTuple):
    """What was read at a line: a deal with its wagers and rules, or the error.

    `text` is the line as it was written, without its line ending.
    """

    line: int
    text: bytes
    outcome: Submission | Complaint


class Won(NamedTuple):
    """The labels of a contest's winners, and their rank; both are empty if no hand qualified.

    `is_tie_of_all`: all competing hands tie.
    """

    contest: Contest
    winners: tuple[str, ...]
    rank: Rank
    is_tie_of_all: bool


class Contract(ABC):
    """A text format: how deals are read, and what is written for each of them.

    `separator` comes between two answers; in the output of a block it precedes each answer.
    """

    name: str
    separator: bytes = b""
    takes_wagers = False
    """Whether a deal can have chips, so that the rule set matters."""
    names_players = False
    """Whether hands can have names, which must be kept."""

    @abstractmethod
    def writes(self, game: Game) -> bool:
        """Whether deals of this game can be written in this format."""

    def players(self, game: Game) -> range:
        """How many hands a deal may have."""
        return game.players

    @abstractmethod
    def read(
        self, block: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2026
    ) -> Iterator[Entry]:
        """All entries of a block, in order; blank lines are skipped.

        `rules` is the rule set for deals that don't name their own.
        """

    def pieces(self, block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
        """The unread text of each deal in a block, with the number of its first line."""
        return lines_of(block, first_line)

    @abstractmethod
    def read_deal(self, text: str, game: Game) -> Submission:
        """The deal of this text, which contains just one. Raises InvalidDeal."""

    @abstractmethod
    def answer(self, entry: Entry, submission: Submission, won: Sequence[Won]) -> bytes:
        """What is written for a deal. `won` are the results of its contests, by the cards alone."""

    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        """What is written for text that isn't a deal."""
        return bytes_of(f"Error: {complaint}\n")

    def end_of_deals(self, block: bytearray, searched: int, length: int) -> int:
        """Where the last whole deal ends; 0 if none ends after the first `searched` bytes.

        Only the first `length` bytes of `block` count.
        """
        return end_of_lines(block, searched, length)


def end_of_lines(block: bytearray, searched: int, length: int) -> int:
    """Where the last whole line ends; 0 if none ends after the first `searched` bytes.

    A final carriage return does not end a line yet, because a line feed may follow it.
    """
    end = block.rfind(b"\n", searched, length) + 1
    return max(end, block.rfind(b"\r", max(end, searched - 1), length - 1) + 1)


def lines_of(block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, without their endings, each with its number.

    A line ends with a line feed, a carriage return, or both.
    """
    if first_line == 1:
        block = block.removeprefix(BYTE_ORDER_MARK)
    for number, line in enumerate(block.splitlines(), first_line):
        if line and not line.isspace():
            yield number, line


def text_of(line: bytes) -> str:
    """The line as text; bytes that aren't UTF-8 become characters that no deal has."""
    return line.decode(errors="surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def complaint_of(error: InvalidDeal, line: int) -> Complaint:
    """The error as a complaint about this line; the error's position counts from its start."""
    return Complaint(line, 0 if error.position is None else error.position + 1, error_text(error))


def won_of(results: Sequence[ContestResult], competing: int) -> list[Won]:
    """The results of the contests as `Won`, for this many competing hands."""
    return [
        Won(
            result.contest,
            result.winners,
            result.reason.best,
            is_tie_of_all=len(result.winners) == competing > 1,
        )
        for result in results
    ]
