"""The Badugi format: hands of four cards, separated by ` - `, answered by the winning hands.

Two hands may also be written without a separator, or as lists of strings, of cards or of
characters: a list for each hand, or one for both.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from showdown.evaluator.cards import parse_cards, split_after_cards
from showdown.evaluator.deals import MAX_PLAYERS, Deal, default_label
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, WrongNumberOfPlayers
from showdown.evaluator.games import Game
from showdown.notation.deal_format import (
    ContestWinners,
    DealFormat,
    Submission,
    decode_line,
    encode_text,
)

_SEPARATOR = re.compile(r"(?<!\s)(?:\s++[-\u2010-\u2015\u2212]\s+|\s*+(?:[|/:]|\bvs?\b\.?)\s*)")
"""A pattern for separators of hands: a dash with spaces around it, a bar, slash, colon or `vs`.

A dash without spaces may separate cards. The spaces are matched possessively, which keeps long runs
of spaces from taking quadratic time.
"""
_MAX_PAIR_LENGTH = 200
"""Maximum length of two hands of four cards, even as lists of characters."""
_MAX_LISTS_LENGTH = MAX_PLAYERS * _MAX_PAIR_LENGTH
_LIST_CHARACTER = re.compile(r"[\[\](){}'\"\u2018\u2019\u201c\u201d]")
_CARD_CHARACTER = re.compile(r"[^\[\](){}'\"\u2018\u2019\u201c\u201d, \t]", re.DOTALL)
_LIST_TOKEN = re.compile(r"""[\[({]|[\])}]|'[^']*'|"[^"]*"|[^\s,'"\[\](){}]+""")
"""A pattern for a token of a list: a bracket, a string, or a word without quotation marks."""
_MAX_CARD_LENGTH = 3


class _Hand(NamedTuple):
    """A hand as it was written, from `start` on the line.

    `cards` is its text without brackets and quotation marks, and with the characters of a list
    joined; `offsets` are the offsets of these characters on the line.
    """

    start: int
    text: str
    cards: str
    offsets: Sequence[int]


def _read_hand(line: str, start: int, end: int) -> _Hand:
    text = line[start:end]
    if len(text) > _MAX_PAIR_LENGTH or not _LIST_CHARACTER.search(text):
        return _Hand(start, text, text, range(start, end))
    offsets = [match.start() for match in _CARD_CHARACTER.finditer(line, start, end)]
    return _Hand(start, text, "".join(line[offset] for offset in offsets), offsets)


class MissingSeparator(InvalidDeal):
    """Hands of the Badugi format without a separator."""

    message = "write “ - ” between the hands, with a space on each side"


class Badugi(DealFormat):
    """Lines such as `3c 2s 4d Ah - As 3h 2d 4h`, whose answer is the winning hands as written."""

    name = "badugi"

    def can_write(self, game: Game) -> bool:
        """Return whether a hand has four cards, plays up to four of them, and there is no board."""
        return (
            not game.boards
            and game.hole == 4
            and all(contest.choice.plays_fewer for contest in game.contests)
        )

    def read_deal(self, text: str, game: Game) -> Submission:
        """Parse the hands on a line. The position of an error is an offset on the line."""
        hands = _split_hands(text)
        try:
            return Submission(Deal.parse(game, [hand.cards for hand in hands]))
        except WrongNumberOfPlayers as error:
            error.position = None
            if len(hands) == 1 and len(parse_cards(hands[0].cards)) > game.hole:
                raise MissingSeparator from error
            raise
        except InvalidDeal as error:
            position, error.position = error.position, None
            for seat, hand in enumerate(hands[:MAX_PLAYERS]):
                if error.field == default_label(seat) and not isinstance(error, DuplicateCard):
                    error.position = hand.start if position is None else hand.offsets[position]
            raise

    def answer(
        self, text: bytes, submission: Submission, results: Sequence[ContestWinners]
    ) -> bytes:
        hands = _split_hands(decode_line(text))
        winners = [hands[submission.deal.labels.index(label)].text for label in results[0].winners]
        return encode_text(" - ".join(winners) + "\n")


def _split_hands(text: str) -> list[_Hand]:
    """Return the hands of a line, as they were written."""
    line = text.rstrip()
    start = len(line) - len(line.lstrip())
    hands = []
    for separator in _SEPARATOR.finditer(line, start):
        hands.append(_read_hand(line, start, separator.start()))
        start = separator.end()
    if hands:
        return [*hands, _read_hand(line, start, len(line))]
    may_be_list = len(line) <= _MAX_LISTS_LENGTH and _LIST_CHARACTER.match(line, start)
    return (_split_lists(line, start) if may_be_list else []) or _split_pair(line, start)


def _split_lists(line: str, start: int) -> list[_Hand]:
    """Return the items of a list of hands, or [] for a list of cards or characters."""
    items = _split_items(line, start, len(line))
    while len(items) == 1 and items[0].text[:1] in ("[", "(", "{"):
        (item,) = items
        items = _split_items(line, item.start + 1, item.start + len(item.text) - 1)
    has_hands = any(len(item.cards) > _MAX_CARD_LENGTH for item in items)
    return items if has_hands and len(items) > 1 else []


def _split_items(line: str, start: int, end: int) -> list[_Hand]:
    """Return the items of a list, separated by commas or spaces outside of inner brackets."""
    items, depth = [], 0
    for part in _LIST_TOKEN.finditer(line, start, end):
        if not depth:
            start = part.start()
        depth += (part[0] in "[({") - (part[0] in "])}")
        if depth <= 0:
            items.append(_read_hand(line, start, part.end()))
            depth = 0
    return items


def _split_pair(line: str, start: int) -> list[_Hand]:
    """Split two hands of four cards without a separator, or return the whole text."""
    whole = _read_hand(line, start, len(line))
    try:
        is_pair = len(whole.text) <= _MAX_PAIR_LENGTH and len(parse_cards(whole.cards)) == 8
    except InvalidDeal:
        is_pair = False
    if not is_pair:
        return [whole]
    first, second = split_after_cards(whole.cards, 4)
    end, middle = whole.offsets[len(first) - 1] + 1, whole.offsets[-len(second)]
    pair = [_read_hand(line, start, end), _read_hand(line, middle, len(line))]
    if whole.cards == whole.text:
        return pair
    # The brackets of one list of both hands would not match.
    return [hand._replace(text=hand.cards) for hand in pair]
