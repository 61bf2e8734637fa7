"""One line of the omahacomp contract: `HandA:… HandB:… Board:…`, and the record of its verdict."""

import re
from itertools import pairwise

from showdown.evaluator.chips import Payout
from showdown.evaluator.chips_wording import totals_line
from showdown.evaluator.deals import BOARD, Deal
from showdown.evaluator.errors import InvalidDeal, InvalidLabel
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import PotResult, Settlement
from showdown.formats.chips_words import FIELD_OF_WORD, read_stakes
from showdown.formats.deal_json import Submitted

_WORD = re.compile(r"(?<!\S)([^\W\d_][\w-]*):")
_POTS = {"high": ("Hi", "High"), "low": ("Lo", "Low")}


class NoDealOnLine(InvalidDeal):
    """A line without `HandA:…` or another word that a deal is made of."""


def read_line(line: str, game: Game) -> Submitted:
    """The deal of this line, in its order, with any chips. Raises InvalidDeal.

    The error's position is an offset into the line.
    """
    words = list(_WORD.finditer(line))
    if not words or line[: words[0].start()].strip():
        raise NoDealOnLine("a line is HandA:… HandB:… Board:…", position=0)
    ends = [word.start() for word in words[1:]] + [len(line)]
    texts = [(word[1], line[word.end() : end]) for word, end in zip(words, ends, strict=True)]
    starts = {word[1]: word.end() for word in words}
    try:
        return _submitted(texts, game)
    except InvalidDeal as error:
        error.position = starts.get(error.field, 0) + (error.position or 0)
        raise


def _submitted(texts: list[tuple[str, str]], game: Game) -> Submitted:
    cards = [(name, text) for name, text in texts if name not in FIELD_OF_WORD]
    for (name, _), (following, _) in pairwise(sorted(cards)):
        if name == following:
            raise InvalidLabel(f"{name} is named twice", field=name)
    hands = dict(cards)
    board = hands.pop(BOARD, "")
    deal = Deal.parse(game, hands, board)
    chips = [(name, text.strip()) for name, text in texts if name in FIELD_OF_WORD]
    return Submitted(deal=deal, stakes=read_stakes(chips))


def verdict(settlement: Settlement, payout: Payout | None = None) -> str:
    """What the record says below the line, with the chips on a line of their own."""
    said = "=> " + "; ".join(_pot(pot, len(settlement.players)) for pot in settlement.pots)
    return f"{said}\n=> {totals_line(payout)}" if payout else said


def _pot(pot: PotResult, players: int) -> str:
    short, long = _POTS[pot.name]
    if pot.best is None:
        return f"No hand qualified for {long}"
    made = f"{short} ({pot.best.category})"
    if len(pot.winners) == 1:
        return f"{pot.winners[0]} wins {made}"
    if len(pot.winners) == players:
        return f"Split Pot {made}"
    return f"{', '.join(pot.winners)} split {made}"
