"""The Badugi contract: hands of four cards with hyphens between them; the answer is the winners."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from showdown.evaluator.cards import parse_cards, split_after
from showdown.evaluator.deals import MOST_PLAYERS, Deal, default_label
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, WrongNumberOfPlayers
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.notation.contract import (
    Complaint,
    Contract,
    Entry,
    Won,
    bytes_of,
    complaint_of,
    lines_of,
    text_of,
)
from showdown.notation.submission import Submission
from showdown.words.errors import add_messages

_BETWEEN = re.compile(r"(?<!\s)\s++[-\u2010-\u2015\u2212]\s+")
"""A hyphen or dash with spaces around it separates hands; without spaces it may separate cards.

The spaces are matched all at once (possessively); otherwise a long run of them would be slow.
"""
_LONGEST_PAIR = 100
"""A text longer than this is not two hands of four cards."""


@dataclass(eq=False, kw_only=True)
class MissingSeparator(InvalidDeal):
    """Hands of Badugi with nothing between them."""


add_messages({"MissingSeparator": "write “ - ” between the hands, with a space on each side"})


class Badugi(Contract):
    """`3c 2s 4d Ah - As 3h 2d 4h`; the answer is the winning hand or hands, as written."""

    name = "badugi"

    def writes(self, game: Game) -> bool:
        """Games without a board in which up to four cards of a hand of four play."""
        return (
            not game.boards
            and game.hole == 4
            and all(contest.choice.plays_fewer for contest in game.contests)
        )

    def read(
        self, data: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2024
    ) -> Iterator[Entry]:
        for number, line in lines_of(data, first_line):
            yield Entry(number, line, _outcome(text_of(line), number, game))

    def read_deal(self, text: str, game: Game) -> Submission:
        return read_badugi_line(text, game)

    def answer(self, entry: Entry, submission: Submission, won: Sequence[Won]) -> bytes:
        texts = [line for _, line in _hands(text_of(entry.text))]
        winners = [texts[submission.deal.labels.index(label)] for label in won[0].winners]
        return bytes_of(" - ".join(winners) + "\n")

    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        return bytes_of(f"Error: {complaint}\n")


def read_badugi_line(text: str, game: Game) -> Submission:
    """The deal of this line. Raises InvalidDeal; its position is an offset into the line."""
    hands = _hands(text)
    try:
        return Submission(Deal.parse(game, [hand for _, hand in hands]))
    except WrongNumberOfPlayers as error:
        error.position = None
        if len(hands) == 1 and len(parse_cards(hands[0][1])) > game.hole:
            raise MissingSeparator from error
        raise
    except InvalidDeal as error:
        error.position = _position(error, hands)
        raise


def _outcome(text: str, number: int, game: Game) -> Submission | Complaint:
    try:
        return read_badugi_line(text, game)
    except InvalidDeal as error:
        return complaint_of(error, number)


def _position(error: InvalidDeal, hands: list[tuple[int, str]]) -> int | None:
    """The error's position on the line: a character of a hand, or the start of the hand."""
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
    hands.append((start, line[start:]))
    return hands if len(hands) > 1 else _pair(*hands[0])


def _pair(start: int, text: str) -> list[tuple[int, str]]:
    """Split eight cards without a separator into two hands of four."""
    if len(text) <= _LONGEST_PAIR and _count(text) == 8:
        first, second = split_after(text, 4)
        return [(start, first), (start + len(text) - len(second), second)]
    return [(start, text)]


def _count(text: str) -> int:
    """The number of cards in the text; 0 if it contains anything else."""
    try:
        return len(parse_cards(text))
    except InvalidDeal:
        return 0
