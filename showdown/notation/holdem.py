"""Read the Hold'em format: deals ("instances") of several lines, answered by winners' numbers.

An instance is a line with the number of players, a line with the board, and a line for each player.
A line that begins with a lone number always begins an instance; reading resumes there after a
truncated instance and after lines outside of instances. The cards may also follow the number on its
line, and lines may be broken anywhere between cards. In that case, a lone number after the last
card begins the next instance, so a line may have several instances. A final 0 without cards is
ignored.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import batched
from typing import NamedTuple

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.deals import Deal, Hand, board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.notation.deal_format import (
    ContestWinners,
    DealFormat,
    Entry,
    LineError,
    Submission,
    decode_line,
    encode_text,
    find_end_of_lines,
    nonblank_lines,
)
from showdown.words.errors import error_text


class Line(NamedTuple):
    """A line, or a part of a line with several instances.

    `offset` is the number of characters of the line before the part.
    """

    number: int
    text: bytes
    offset: int = 0


type Lines = list[Line]

MAX_PLAYERS = 10
"""Maximum number of players of the format; the game itself allows one more."""
_COUNT = re.compile(rb"[ \t]*([0-9]+)(?=[ \t\r]|$)")
_LONE_NUMBER = re.compile(rb"(?<![^ \t])[0-9]++(?![^ \t\r])")
_BETWEEN_CARDS = b" \t\r,-"
_COUNT_LINE = re.compile(rb"(?<=[\r\n])[ \t]*+[0-9]++(?=[ \t\r\n])")
"""A pattern for the start of a line that begins with a lone number, after another line."""
_INITIAL_WINDOW = 1 << 12
"""Number of bytes searched first for the last line with a lone number."""
_WINDOW_GROWTH = 8
"""Factor by which the window grows while no such line is found."""
_MAX_COUNT_DIGITS = 9
"""Maximum number of digits of a number of players that are parsed."""
_LABELS = tuple(f"Player-{number}" for number in range(1, MAX_PLAYERS + 1))
_MAX_BYTES_WITHOUT_COUNT = 16 << 20
"""Number of bytes above which a block without a line with a lone number ends with its last line."""


class NoInstance(InvalidDeal):
    """Lines that do not begin with a number of players."""

    message = f"“{{text}}” isn't a number of players (1 to {MAX_PLAYERS})"

    text: str


class CutShort(InvalidDeal):
    """An instance with too few lines, or with too few or too many cards."""

    message = "{players} {needed} lines of cards; {following}"

    players: str
    needed: int
    following: str


class Holdem(DealFormat):
    """Instances such as `2`, `3s 4s 5s As Ad`, `6h 7h`, `7d 6c`, whose answer is `1 2`."""

    name = "holdem"

    def can_write(self, game: Game) -> bool:
        """Return whether any five of two hole cards and five board cards of a full deck play."""
        return (
            game.hole == 2
            and game.boards == (5,)
            and game.x_is_ten
            and [contest.choice for contest in game.contests] == [ANY_FIVE]
        )

    def player_counts(self, game: Game) -> range:
        return range(1, MAX_PLAYERS + 1)

    def read(
        self, block: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2026
    ) -> Iterator[Entry]:
        for lines in _split_instances(block, first_line):
            first, last = lines[0].number, lines[-1].number
            outcome: Submission | LineError
            try:
                outcome = _parse_instance(lines, game)
            except (NoInstance, CutShort) as error:
                skipped = f"; lines {first} to {last} are skipped" if last > first else ""
                outcome = LineError(first, 0, error_text(error) + skipped)
            except InvalidDeal as error:
                outcome = _locate_error(error, lines)
            yield Entry(first, lines[0].text, outcome)

    def split_entries(self, block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
        for lines in _split_instances(block, first_line):
            yield lines[0].number, b"\n".join(line.text for line in lines)

    def read_deal(self, text: str, game: Game) -> Submission:
        first = next(_split_instances(encode_text(text), 1), None)
        if first is None:
            raise NoInstance(text="")
        return _parse_instance(first, game)

    def answer(
        self, text: bytes, submission: Submission, results: Sequence[ContestWinners]
    ) -> bytes:
        labels = submission.deal.labels
        winners = [str(labels.index(label) + 1) for label in results[0].winners]
        return f"{' '.join(winners)}\n".encode()

    def find_end_of_deals(self, block: bytearray, start: int, length: int) -> int:
        """Return the start of the last line with a lone number, where an instance begins.

        If there is none, return 0, or the end of the last line if the block is very long.
        """
        first = find_end_of_lines(block, 0, start)
        window_start = end = find_end_of_lines(block, start, length)
        window = _INITIAL_WINDOW
        while window_start > first:
            window_start = max(first, end - window)
            count_lines = [*_COUNT_LINE.finditer(block, window_start, end)]
            if count_lines:
                return count_lines[-1].start()
            window *= _WINDOW_GROWTH
        return find_end_of_lines(block, 0, length) if length > _MAX_BYTES_WITHOUT_COUNT else 0


def _parse_player_count(line: bytes) -> int | None:
    """Return the number at the start of the line, or None if there is none."""
    count = _COUNT.match(line)
    return int(count[1][:_MAX_COUNT_DIGITS]) if count else None


def _split_instances(block: bytes, first_line: int) -> Iterator[Lines]:
    """Yield the lines of each instance, or of text that is skipped.

    Both end before the next line that begins with a lone number. An instance also ends when it has
    a line for each player.
    """
    lines = list(_split_at_starts(nonblank_lines(block, first_line)))
    start = 0
    while start < len(lines):
        count = _parse_player_count(lines[start].text)
        last_end = len(lines)
        if count is not None and 1 <= count <= MAX_PLAYERS:
            last_end = min(start + count + 2, last_end)
        possible_ends = range(start + 1, last_end)
        end = next(
            (end for end in possible_ends if _parse_player_count(lines[end].text) is not None),
            last_end,
        )
        is_closing_zero = end == start + 1 and lines[start].text.strip() == b"0"
        if not is_closing_zero:
            yield lines[start:end]
        start = end


def _split_at_starts(lines: Iterable[tuple[int, bytes]]) -> Iterator[Line]:
    """Yield the lines, each split where a number after the last card begins an instance."""
    missing_bytes = None
    for number, text in lines:
        start = offset = position = 0
        count = _COUNT.match(text)
        for number_match in _LONE_NUMBER.finditer(text):
            begins_line = count is not None and number_match.start() == count.start(1)
            missing_bytes = _count_missing_bytes(
                missing_bytes, text[position : number_match.start()]
            )
            position = number_match.end()
            if not begins_line and missing_bytes == 0:
                part = text[start : number_match.start()]
                yield Line(number, part.rstrip(), offset)
                start, offset = number_match.start(), offset + len(decode_line(part))
            if begins_line or missing_bytes == 0:
                players = int(number_match[0][:_MAX_COUNT_DIGITS])
                # A card has at least two bytes. An invalid number counts as one player.
                missing_bytes = 2 * (5 + 2 * (players if 1 <= players <= MAX_PLAYERS else 1))
        missing_bytes = _count_missing_bytes(missing_bytes, text[position:]) or None
        yield Line(number, text[start:], offset)


def _count_missing_bytes(missing_bytes: int | None, cards: bytes) -> int | None:
    """Return the number of bytes missing after these cards, or None outside of an instance."""
    if missing_bytes is None:
        return None
    return max(0, missing_bytes - len(cards.translate(None, _BETWEEN_CARDS)))


def _parse_instance(lines: Lines, game: Game) -> Submission:
    head = lines[0].text
    count = _parse_player_count(head)
    if count is None or not 1 <= count <= MAX_PLAYERS:
        raise NoInstance(text=decode_line(head.strip())[:20])
    has_cards = len(head.split(None, 1)) > 1
    if has_cards or len(lines) < count + 2:
        return _parse_by_cards(lines, count, game)
    board, *hands = (decode_line(line.text) for line in lines[1:])
    return Submission(Deal.parse(game, dict(zip(_LABELS, hands, strict=False)), board))


def _parse_by_cards(lines: Lines, count: int, game: Game) -> Submission:
    """Parse an instance whose cards may be broken into lines anywhere.

    The position of an error is an offset in the whole instance.
    """
    head = _COUNT.sub(lambda count: b" " * len(count[0]), lines[0].text, count=1)
    text = b"\n".join([head, *(line.text for line in lines[1:])])
    cards = parse_cards(decode_line(text), x_is_ten=True)
    board = game.board
    if len(cards) != board + game.hole * count:
        line_count = len(lines) - 1
        raise CutShort(
            players="1 player needs" if count == 1 else f"{count} players need",
            needed=count + 1,
            following="1 line follows" if line_count == 1 else f"{line_count or 'no'} lines follow",
        )
    hands = batched(cards[board:], game.hole)
    labeled_hands = tuple(
        Hand(label, hole_cards) for label, hole_cards in zip(_LABELS, hands, strict=False)
    )
    return Submission(Deal(game, labeled_hands, (cards[:board],)))


def _locate_error(error: InvalidDeal, lines: Lines) -> LineError:
    """Return the error with its line and column."""
    field_of_line = (board_field(0), *_LABELS)
    index, position = 0, error.position
    if error.field in field_of_line:
        index = min(field_of_line.index(error.field) + 1, len(lines) - 1)
    if position is None:
        return LineError(lines[index].number, 0, error_text(error))
    while not error.field and position > (length := len(decode_line(lines[index].text))):
        index, position = index + 1, position - length - 1
    line = lines[index]
    return LineError(line.number, line.offset + position + 1, error_text(error))
