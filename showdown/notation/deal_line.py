"""One line of the omahacomp contract: `HandA:… HandB:… Board:…`, and the record of its verdict."""

import re
from collections.abc import Sequence
from itertools import islice

from showdown.evaluator.chips import Payout
from showdown.evaluator.deals import BOARD, MOST_PLAYERS, Deal, default_label
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, InvalidLabel, MissingHand
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.wagers import collect
from showdown.notation.contract import Award, awards_of
from showdown.notation.deal_json import Submission
from showdown.notation.wager_words import FIELD_OF_WORD, read_wagers
from showdown.words.payouts import totals_line

_WORD = re.compile(r"(?<!\S)([^\W\d_][\w-]*):\s*")
_MOST_WORDS = 100
"""A line of more, and it may be millions, is no deal, and not worth being looked at."""
_LABELS = tuple(map(default_label, range(MOST_PLAYERS)))
_POTS = {"high": ("Hi", "High"), "low": ("Lo", "Low")}


class NoDealOnLine(InvalidDeal):
    """A line without `HandA:…` or another word that a deal is made of, or with far too many."""


def read_line(line: str, game: Game) -> Submission:
    """The deal of this line, its hands in the order of their labels, with any chips.

    Raises InvalidDeal. The error's position is an offset into the line, None where several parts
    of it are at fault.
    """
    words = list(islice(_WORD.finditer(line), _MOST_WORDS + 1))
    if len(words) > _MOST_WORDS:
        raise NoDealOnLine(
            f"a line has no more than {_MOST_WORDS} words", position=words[-1].start()
        )
    if not words or line[: words[0].start()].strip():
        raise NoDealOnLine("a line is HandA:… HandB:… Board:…", position=0)
    ends = [word.start() for word in words[1:]] + [len(line)]
    texts = [
        (word[1], line[word.end() : end].rstrip()) for word, end in zip(words, ends, strict=True)
    ]
    try:
        return _submitted(texts, game)
    except InvalidDeal as error:
        error.position = _position(error, words)
        raise


def _position(error: InvalidDeal, words: list[re.Match[str]]) -> int | None:
    """Where on the line the error is: at a character of a word's text, or at the word."""
    if isinstance(error, DuplicateCard):
        return None
    for word in reversed(words):
        if error.field in (word[1], FIELD_OF_WORD.get(word[1])):
            return word.start() if error.position is None else word.end() + error.position
    return error.position


def _submitted(texts: list[tuple[str, str]], game: Game) -> Submission:
    cards: dict[str, str] = {}
    chips: list[tuple[str, str]] = []
    for name, text in texts:
        if name in FIELD_OF_WORD:
            chips.append((name, text))
        elif name in cards:
            raise InvalidLabel(f"{name} is named twice", field=name)
        else:
            cards[name] = text
    board = cards.pop(BOARD, "")
    deal = Deal.parse(game, _hands(cards), board)
    if not chips:
        return Submission(deal, None)
    wagers = read_wagers(chips)
    if wagers:
        collect(wagers, deal)
    return Submission(deal, wagers)


def _hands(cards: dict[str, str]) -> dict[str, str]:
    """The hands in the order of their labels, HandA first and none left out."""
    labels = _LABELS[: len(cards)]
    if tuple(cards) == labels:
        return cards
    for name in cards:
        if name not in _LABELS:
            known = ", ".join((_LABELS[0], "…", _LABELS[-1], BOARD, *FIELD_OF_WORD))
            raise InvalidLabel(f"{name[:20]!r} is no word of a line; these are {known}", field=name)
    for label in labels:
        if label not in cards:
            raise MissingHand(f"{label} is missing", field=label)
    return {label: cards[label] for label in labels}


def verdict(settlement: Settlement, payout: Payout | None = None) -> str:
    """What the record says below the line, with the chips on a line of their own."""
    said = say_awards(awards_of(settlement), len(settlement.players))
    return f"{said}\n=> {totals_line(payout)}" if payout else said


def say_awards(awards: Sequence[Award], players: int) -> str:
    """`=> HandB wins Hi (Straight); No hand qualified for Low`."""
    return "=> " + "; ".join([_said(award, players) for award in awards])


def _said(award: Award, players: int) -> str:
    if award.category is None:
        return not_qualified(award.pot)
    made = made_text(award.pot, award.category)
    if len(award.winners) == 1:
        return f"{award.winners[0]} wins {made}"
    if len(award.winners) == players:
        return f"Split Pot {made}"
    return f"{', '.join(award.winners)} split {made}"


def made_text(pot: str, category: str) -> str:
    """`Hi (Straight)`, `Lo (7532A)`."""
    return f"{_POTS[pot][0]} ({category})"


def not_qualified(pot: str) -> str:
    return f"No hand qualified for {_POTS[pot][1]}"
