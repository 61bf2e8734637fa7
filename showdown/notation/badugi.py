"""The Badugi contract: hands of four cards between hyphens, answered by those that win."""

import re
from collections.abc import Iterator, Sequence

from showdown.evaluator.deals import MOST_PLAYERS, Deal, default_label
from showdown.evaluator.errors import DuplicateCard, InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.contract import (
    Award,
    Complaint,
    Entry,
    TextFormat,
    bytes_of,
    complaint_of,
    lines_of,
    text_of,
)
from showdown.notation.deal_json import Submission

_BETWEEN = re.compile(r"(?<!\s)\s++[-\u2010-\u2015\u2212]\s+")
"""Hands stand between hyphens or dashes with a blank on either side; cards may, without.

Blanks are taken all at once, from the first of them: many would else be tried again from each.
"""


class Badugi(TextFormat):
    """`3c 2s 4d Ah - As 3h 2d 4h`; the record is the winning hand or hands as they came."""

    name = "badugi"

    def read(self, data: bytes, first_line: int, game: Game) -> Iterator[Entry]:
        for number, line in lines_of(data, first_line):
            yield Entry(number, line, _outcome(text_of(line), number, game))

    def record(self, entry: Entry, deal: Submission, awards: Sequence[Award]) -> bytes:
        texts = [line for _, line in _hands(text_of(entry.text))]
        winners = [texts[deal.deal.labels.index(label)] for label in awards[0].winners]
        return bytes_of(" - ".join(winners) + "\n")

    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        return bytes_of(f"Error: {complaint}\n")


def _outcome(text: str, number: int, game: Game) -> Submission | Complaint:
    hands = _hands(text)
    try:
        return Submission(Deal.parse(game, [hand for _, hand in hands]), None)
    except InvalidDeal as error:
        error.position = _position(error, hands)
        return complaint_of(error, number)


def _position(error: InvalidDeal, hands: list[tuple[int, str]]) -> int | None:
    """Where on the line the error is: at a character of a hand, or at the hand."""
    if not isinstance(error, DuplicateCard):
        for seat, (start, _) in enumerate(hands[:MOST_PLAYERS]):
            if error.field == default_label(seat):
                return start + (error.position or 0)
    return None


def _hands(text: str) -> list[tuple[int, str]]:
    """The text of each hand, and where on the line it starts."""
    line = text.rstrip()
    start = len(line) - len(line.lstrip())
    hands = []
    for between in _BETWEEN.finditer(line, start):
        hands.append((start, line[start : between.start()]))
        start = between.end()
    return [*hands, (start, line[start:])]
