"""The Hold'em contract: deals ("instances") of several lines; the answer is the winners' numbers.

An instance is a line with the number of players, a line with the board, and a line for each player.
A line that begins with a lone number is never cards, so it always begins an instance, and reading
resumes there after an instance that is cut short or lines that belong to none. The cards may also
follow the number on its line, and lines may be broken anywhere between cards. A 0 without cards,
with which some files end, is ignored.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.deals import Deal, Hand, board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.notation.contract import (
    Complaint,
    Contract,
    Entry,
    Won,
    bytes_of,
    complaint_of,
    end_of_lines,
    lines_of,
    text_of,
)
from showdown.notation.submission import Submission
from showdown.words.errors import add_messages, error_text

type Lines = list[tuple[int, bytes]]

MOST_PLAYERS = 10
"""The most players the contract allows; the game itself allows one more."""
_COUNT = re.compile(rb"[ \t]*([0-9]+)(?=[ \t\r]|$)")
_COUNT_LINE = re.compile(rb"(?<=[\r\n])[ \t]*+[0-9]++(?=[ \t\r\n])")
"""A line that begins with a lone number, after another line of the file."""
_WINDOW = 1 << 12
_WINDOW_GROWTH = 8
"""The last such line is searched for in growing windows, so that usually little is read."""
_DIGITS = 9
"""Longer numbers are not parsed: they can't be a number of players."""
_LABELS = tuple(f"Player-{number}" for number in range(1, MOST_PLAYERS + 1))
_LONGEST_WITHOUT_COUNT = 16 << 20
"""Bytes. Lines that belong to no instance are skipped together, up to this many at a time."""


@dataclass(eq=False, kw_only=True)
class NoInstance(InvalidDeal):
    """Lines that do not begin with a number of players."""

    text: str


@dataclass(eq=False, kw_only=True)
class CutShort(InvalidDeal):
    """An instance with fewer lines or cards than its players need."""

    players: int
    lines: str
    needed: int


add_messages(
    {
        "NoInstance": f"“{{text}}” isn't a number of players (1 to {MOST_PLAYERS})",
        "CutShort": "{players} players need {needed} lines of cards; {lines} follow",
    }
)


class Holdem(Contract):
    """`2`, `3s 4s 5s As Ad`, `6h 7h`, `7d 6c` make an instance; its answer is `1 2`."""

    name = "holdem"

    def writes(self, game: Game) -> bool:
        """Games with two hole cards and a board of five, of which any five play, in a full deck."""
        return (
            game.hole == 2
            and game.boards == (5,)
            and game.x_is_ten
            and [contest.choice for contest in game.contests] == [ANY_FIVE]
        )

    def players(self, game: Game) -> range:
        return range(1, MOST_PLAYERS + 1)

    def read(
        self, data: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2024
    ) -> Iterator[Entry]:
        for lines in _instances(data, first_line):
            number, text = lines[0]
            yield Entry(number, text, _outcome(lines, game))

    def pieces(self, data: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
        for lines in _instances(data, first_line):
            yield lines[0][0], b"\n".join(line for _, line in lines)

    def read_deal(self, text: str, game: Game) -> Submission:
        return read_instance(text, game)

    def answer(self, entry: Entry, submission: Submission, won: Sequence[Won]) -> bytes:
        labels = submission.deal.labels
        winners = [str(labels.index(label) + 1) for label in won[0].winners]
        return f"{' '.join(winners)}\n".encode()

    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        return bytes_of(f"Error: {complaint}\n")

    def end_of_deals(self, data: bytearray, searched: int, length: int) -> int:
        """The start of the last line that begins with a lone number, where an instance begins."""
        first, end = end_of_lines(data, 0, searched), end_of_lines(data, searched, length)
        start, window = end, _WINDOW
        while start > first:
            start = max(first, end - window)
            if counts := [count.start() for count in _COUNT_LINE.finditer(data, start, end)]:
                return counts[-1]
            window *= _WINDOW_GROWTH
        return end_of_lines(data, 0, length) if length > _LONGEST_WITHOUT_COUNT else 0


def read_instance(text: str, game: Game) -> Submission:
    """The deal of one instance. Raises InvalidDeal."""
    lines = list(lines_of(bytes_of(text), 1))
    if not lines:
        raise NoInstance(text="")
    return _submission(lines, game)


def _count(line: bytes) -> int | None:
    """The number at the start of the line; None if there is none."""
    digits = _COUNT.match(line)
    return int(digits[1][:_DIGITS]) if digits else None


def _instances(data: bytes, first_line: int) -> Iterator[Lines]:
    """The lines of each instance, or of text that is skipped."""
    lines = list(lines_of(data, first_line))
    start = 0
    while start < len(lines):
        end = _end_of_instance(lines, start)
        if not _is_closing(lines[start:end]):
            yield lines[start:end]
        start = end


def _is_closing(lines: Lines) -> bool:
    return len(lines) == 1 and lines[0][1].strip() == b"0"


def _end_of_instance(lines: Lines, start: int) -> int:
    """The end of the instance, or of the skipped lines, that begin at `start`.

    It is the next line that begins with a lone number, or earlier if the instance is complete.
    """
    count = _count(lines[start][1])
    longest = len(lines)
    if count is not None and 1 <= count <= MOST_PLAYERS:
        longest = start + count + 2
    most = min(longest, len(lines))
    following = range(start + 1, most)
    return next((end for end in following if _count(lines[end][1]) is not None), most)


def _outcome(lines: Lines, game: Game) -> Submission | Complaint:
    try:
        return _submission(lines, game)
    except (NoInstance, CutShort) as error:
        return Complaint(lines[0][0], 0, error_text(error) + _passed_over(lines))
    except InvalidDeal as error:
        return complaint_of(error, _line_of(error, lines))


def _submission(lines: Lines, game: Game) -> Submission:
    head = lines[0][1]
    count = _count(head)
    if count is None or not 1 <= count <= MOST_PLAYERS:
        raise NoInstance(text=text_of(head.strip())[:20])
    rest = _COUNT.sub(b"", head, count=1).strip()
    if rest or len(lines) < count + 2:
        return _by_cards(lines, count, rest, game)
    board, *hands = (text_of(line) for _, line in lines[1:])
    return Submission(Deal.parse(game, dict(zip(_LABELS, hands, strict=False)), board))


def _by_cards(lines: Lines, count: int, rest: bytes, game: Game) -> Submission:
    """The instance read card by card, whatever its lines: five for the board, then two per hand."""
    text = text_of(b" ".join([rest, *(line for _, line in lines[1:])]))
    cards = parse_cards(text, x_is_ten=True)
    board = game.board
    if len(cards) != board + game.hole * count:
        lines_left = len(lines) - 1
        said = f"{lines_left or 'no'} line{'s' if lines_left != 1 else ''}"
        raise CutShort(players=count, lines=said, needed=count + 1)
    hands: list[Cards] = [cards[at : at + game.hole] for at in range(board, len(cards), game.hole)]
    named = tuple(Hand(label, own) for label, own in zip(_LABELS, hands, strict=False))
    return Submission(Deal(game, named, (cards[:board],)))


def _line_of(error: InvalidDeal, lines: Lines) -> int:
    """The number of the line at fault."""
    field_of_line = (board_field(0), *_LABELS)
    place = field_of_line.index(error.field) + 1 if error.field in field_of_line else 0
    return lines[min(place, len(lines) - 1)][0]


def _passed_over(lines: Lines) -> str:
    """Which further lines are skipped, for the error message."""
    first, last = lines[0][0], lines[-1][0]
    return f"; lines {first} to {last} are skipped" if last > first else ""
