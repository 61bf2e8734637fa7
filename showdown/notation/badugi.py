"""The Badugi format: hands of four cards, separated by hyphens; the output is the winners.

Two hands may also be written without a separator, or as lists of strings, of cards or of
characters: a list for each hand, or one for both.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from showdown.evaluator.cards import parse_cards, split_after
from showdown.evaluator.deals import MOST_PLAYERS, Deal, default_label
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, WrongNumberOfPlayers
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.notation.deal_format import (
    ContestWinners,
    DealFormat,
    Entry,
    Submission,
    bytes_of,
    line_error_of,
    lines_of,
    text_of,
)

_BETWEEN = re.compile(r"(?<!\s)(?:\s++[-\u2010-\u2015\u2212]\s+|\s*+(?:[|/:]|\bvs?\b\.?)\s*)")
"""A separator of hands: a dash with spaces around it, a bar, a slash, a colon or `vs`.

A dash without spaces may separate cards. The spaces are matched possessively, which keeps long runs
of spaces from taking quadratic time.
"""
_LONGEST_PAIR = 200
"""Maximum length of two hands of four cards, even as lists of characters."""
_LONGEST_LISTS = MOST_PLAYERS * _LONGEST_PAIR
_OF_LISTS = re.compile(r"[\[\](){}'\"\u2018\u2019\u201c\u201d]")
_ITEM = re.compile(r"""[\[({]|[\])}]|'[^']*'|"[^"]*"|[^\s,'"\[\](){}]+""")
"""A token of a list: a bracket, a string, or a word without quotation marks."""
_MOST_LETTERS_OF_CARD = 3


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand as it was written, and the offset of its start on the line.

    `is_cut` is true for a part of one list of both hands; its brackets don't match.
    """

    start: int
    text: str
    is_cut: bool = False

    @property
    def cards(self) -> str:
        """Return the cards without brackets and quotation marks; a list's characters are joined."""
        if not self._is_of_lists:
            return self.text
        return "".join(self.text[offset] for offset in self._card_offsets)

    @property
    def answer(self) -> str:
        return self.cards if self.is_cut else self.text

    def offset_of(self, position: int) -> int:
        """Return the offset on the line of the character at this position of `cards`."""
        return self.start + (self._card_offsets[position] if self._is_of_lists else position)

    @property
    def _is_of_lists(self) -> bool:
        return len(self.text) <= _LONGEST_PAIR and _OF_LISTS.search(self.text) is not None

    @property
    def _card_offsets(self) -> list[int]:
        """Return the offsets in `text` of the characters of `cards`."""
        characters = enumerate(self.text)
        return [offset for offset, one in characters if not (one in ", \t" or _OF_LISTS.match(one))]


class MissingSeparator(InvalidDeal):
    """Hands of Badugi without a separator."""

    message = "write “ - ” between the hands, with a space on each side"


class Badugi(DealFormat):
    """Lines such as `3c 2s 4d Ah - As 3h 2d 4h`, whose answer is the winning hands as written."""

    name = "badugi"

    def writes(self, game: Game) -> bool:
        """Return whether a hand has four cards, plays up to four of them, and there is no board."""
        return (
            not game.boards
            and game.hole == 4
            and all(contest.choice.plays_fewer for contest in game.contests)
        )

    def read(
        self, block: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2026
    ) -> Iterator[Entry]:
        for number, line in lines_of(block, first_line):
            try:
                yield Entry(number, line, read_badugi_line(text_of(line), game))
            except InvalidDeal as error:
                yield Entry(number, line, line_error_of(error, number))

    def read_deal(self, text: str, game: Game) -> Submission:
        return read_badugi_line(text, game)

    def answer(self, text: bytes, submission: Submission, won: Sequence[ContestWinners]) -> bytes:
        hands = _hands(text_of(text))
        winners = [hands[submission.deal.labels.index(label)].answer for label in won[0].winners]
        return bytes_of(" - ".join(winners) + "\n")


def read_badugi_line(text: str, game: Game) -> Submission:
    """Parse the hands on this line.

    Raise InvalidDeal if they are not a deal of the game. The error's position is an offset on the
    line.
    """
    hands = _hands(text)
    try:
        return Submission(Deal.parse(game, [hand.cards for hand in hands]))
    except WrongNumberOfPlayers as error:
        error.position = None
        if len(hands) == 1 and len(parse_cards(hands[0].cards)) > game.hole:
            raise MissingSeparator from error
        raise
    except InvalidDeal as error:
        position, error.position = error.position, None
        for seat, hand in enumerate(hands[:MOST_PLAYERS]):
            if error.field == default_label(seat) and not isinstance(error, DuplicateCard):
                error.position = hand.start if position is None else hand.offset_of(position)
        raise


def _hands(text: str) -> list[_Hand]:
    """Return the hands of a line, as they were written."""
    line = text.rstrip()
    start = len(line) - len(line.lstrip())
    hands = []
    for between in _BETWEEN.finditer(line, start):
        hands.append(_Hand(start, line[start : between.start()]))
        start = between.end()
    last = _Hand(start, line[start:])
    if hands:
        return [*hands, last]
    is_of_lists = len(line) <= _LONGEST_LISTS and _OF_LISTS.match(last.text)
    return (_items_of_lists(last) if is_of_lists else []) or _pair(last)


def _items_of_lists(whole: _Hand) -> list[_Hand]:
    """Return the items of a list of hands, or [] for a list of cards or characters."""
    items = _items(whole)
    while len(items) == 1 and items[0].text[:1] in ("[", "(", "{"):
        items = _items(_Hand(items[0].start + 1, items[0].text[1:-1]))
    has_hands = any(len(item.cards) > _MOST_LETTERS_OF_CARD for item in items)
    return items if has_hands and len(items) > 1 else []


def _items(whole: _Hand) -> list[_Hand]:
    """Return the items of a list, separated by commas or spaces outside of inner brackets."""
    items, depth, start = [], 0, 0
    for part in _ITEM.finditer(whole.text):
        if not depth:
            start = part.start()
        depth += (part[0] in "[({") - (part[0] in "])}")
        if depth <= 0:
            items.append(_Hand(whole.start + start, whole.text[start : part.end()]))
            depth = 0
    return items


def _pair(whole: _Hand) -> list[_Hand]:
    """Split two hands of four cards without a separator, or return the whole text."""
    cards = whole.cards
    try:
        is_pair = len(whole.text) <= _LONGEST_PAIR and len(parse_cards(cards)) == 8
    except InvalidDeal:
        is_pair = False
    if not is_pair:
        return [whole]
    first, second = split_after(cards, 4)
    is_cut = cards != whole.text
    end, start = whole.offset_of(len(first) - 1) + 1, whole.offset_of(len(cards) - len(second))
    return [
        _Hand(whole.start, whole.text[: end - whole.start], is_cut),
        _Hand(start, whole.text[start - whole.start :], is_cut),
    ]
