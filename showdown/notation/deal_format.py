"""The interface of all text formats, which read entries and write answers.

A *block* is a part of a file that contains whole deals. Blocks are independent, so they may be
settled in any order, by threads or on several machines; their concatenated outputs are the output
of the file. An *entry* is a deal as it was written, or text that isn't a deal; an *answer* is the
text written for an entry.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from showdown.evaluator.contests import ContestResult
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import Rank
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Wagers
from showdown.words.errors import error_text


class Submission(NamedTuple):
    """A deal with its wagers, if any, and the rule set for odd chips."""

    deal: Deal
    wagers: Wagers | None = None
    rules: RuleSet = WSOP_2026

    @property
    def is_plain(self) -> bool:
        """Return whether only the cards matter, so that the deal can be settled in arrays."""
        shows_all = not any(hand.is_mucked for hand in self.deal.hands)
        return self.wagers is None and shows_all and self.deal.runs == 1

    def rename_players(self, names: Mapping[str, str]) -> "Submission":
        """Return the submission with labels replaced by these names."""
        wagers = self.wagers and self.wagers.rename_players(names)
        return Submission(self.deal.rename_players(names), wagers, self.rules)

    def settle(self) -> Settlement:
        """Settle the deal. Raise InvalidWagers if the wagers contradict it."""
        return settle(self.deal, self.wagers, self.rules)


BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class LineError(NamedTuple):
    """An error and its position in a text; column 0 means the whole line."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.message}"


class Entry(NamedTuple):
    """An entry of a file: a deal with its wagers and rules, or an error.

    `line` is the number of its first line. `text` is the entry as it was written, without the last
    line ending; an entry in the Hold'em format has only the text of its first line.
    """

    line: int
    text: bytes
    outcome: Submission | LineError


class ContestWinners(NamedTuple):
    """The labels and rank of a contest's winners; both are empty if no hand qualified.

    `is_tie_of_all` is true if several hands compete and all of them win.
    """

    contest: Contest
    winners: tuple[str, ...]
    rank: Rank
    is_tie_of_all: bool


class DealFormat(ABC):
    """A text format, which reads deals and writes an answer for each of them.

    `separator` is written between answers. The output of `settle_block` also begins with it, unless
    `is_first` is true.
    """

    name: str
    separator: bytes = b""
    takes_wagers = False
    """Whether a deal can have chips, so that the rule set matters."""
    names_players = False
    """Whether hands can have names, which must then appear in the answers."""

    @abstractmethod
    def can_write(self, game: Game) -> bool:
        """Return whether deals of this game can be written in this format."""

    def player_counts(self, game: Game) -> range:
        """Return the possible numbers of hands in a deal."""
        return game.players

    def read(
        self, block: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2026
    ) -> Iterator[Entry]:
        """Yield all entries of a block, in order. Skip blank lines.

        `rules` is the rule set for deals that don't name one. By default, a deal is one line.
        """
        for number, line in self.split_entries(block, first_line):
            outcome: Submission | LineError
            try:
                outcome = self.read_deal(decode_line(line), game)
            except InvalidDeal as error:
                outcome = to_line_error(error, number)
            yield Entry(number, line, outcome)

    def split_entries(self, block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
        """Yield the unparsed text of each entry in a block, after the number of its first line."""
        return nonblank_lines(block, first_line)

    @abstractmethod
    def read_deal(self, text: str, game: Game) -> Submission:
        """Parse the text of a single deal. Raise InvalidDeal if it is invalid."""

    @abstractmethod
    def answer(
        self, text: bytes, submission: Submission, results: Sequence[ContestWinners]
    ) -> bytes:
        """Return the answer to a deal with this text.

        `results` contains the winners of each contest if the submission is plain. Otherwise, the
        method ignores it and settles the submission.
        """

    def error_answer(self, text: bytes, error: LineError) -> bytes:
        """Return the answer to text that isn't a deal."""
        return encode_text(f"Error: {error}\n")

    def find_end_of_deals(self, block: bytearray, start: int, length: int) -> int:
        """Return the end of the last whole deal, or 0 if none is known to be whole.

        The first `start` bytes were searched before. Only the first `length` bytes are valid.
        """
        return find_end_of_lines(block, start, length)


def find_end_of_lines(block: bytearray, start: int, length: int) -> int:
    """Return the end of the last whole line; 0 if the bytes from `start` on complete none.

    A carriage return completes a line only with the next byte, which may be a line feed.
    """
    end = block.rfind(b"\n", start, length) + 1
    return max(end, block.rfind(b"\r", max(end, start - 1), length - 1) + 1)


def nonblank_lines(block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, without their endings, each with its number.

    A line ends with a line feed, a carriage return, or both. A byte order mark at the start of line
    1 is skipped.
    """
    if first_line == 1:
        block = block.removeprefix(BYTE_ORDER_MARK)
    for number, line in enumerate(block.splitlines(), first_line):
        if line and not line.isspace():
            yield number, line


def decode_line(line: bytes) -> str:
    """Decode a line. Invalid bytes become surrogates, which no valid deal contains."""
    return line.decode(errors="surrogateescape")


def encode_text(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def to_line_error(error: InvalidDeal, line: int) -> LineError:
    """Return the error as a LineError; its position must be an offset on this line."""
    return LineError(line, 0 if error.position is None else error.position + 1, error_text(error))


def contest_winners(results: Sequence[ContestResult], competing_count: int) -> list[ContestWinners]:
    """Return the winners of the contests. `competing_count` is the number of competing hands."""
    return [
        ContestWinners(
            result.contest, result.winners, result.rank, len(result.winners) == competing_count > 1
        )
        for result in results
    ]
