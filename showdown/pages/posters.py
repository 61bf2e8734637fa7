"""Preview images of rulings for chats: the felt of the page, drawn as PNG.

Images have 1200 × 630 pixels, the size that chats expect. Text, except for the letters of contests
on cards, is at least 30 pixels high, so that it can be read at half the size.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import batched
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from showdown.pages.template_functions import split_at_winners
from showdown.pages.view_models import Presentation, ShownCard, ShownPlayer
from showdown.words.ranks import SUIT_SYMBOLS, rank_letter

DESIGN = 6
"""Version of the design, part of the ETag. Increment it with every change of the image."""

_SIZE = _WIDTH, _HEIGHT = 1200, 630
_MAX_CACHED_IMAGES = 64
"""Number of images cached in memory, about 40 KB each."""
_MAX_WAIT_SECONDS = 3.0
"""Seconds for which an image waits while others are drawn, one at a time."""

_RAIL, _MARGIN = 14, 44
_BOTTOM = _HEIGHT - 34
_GAP, _SPACE = 8, 20
"""Pixels between cards, and between hands."""
_PLATE_HEIGHT = 46
_MAX_CARD_HEIGHT = 180
_MAX_BOARDS = 3
_MAX_ROWS = 2
_MAX_CARDS_IN_THIRD = 4
"""Maximum number of cards of a hand that may take a third of the width."""
_EDGE, _FELT, _SEAT = "#5d4330", "#17634a", "#0a2c21"
_INK, _MUTED, _GOLD, _SILVER = "#fdfbf4", "#cfe3d9", "#f7d06a", "#d9dfe4"
_FACE, _DIMMED = "#fffefa", "#b9bdb4"
_SUITS = {"c": "#1c6b2c", "d": "#1450b4", "h": "#b3151b", "s": "#16181a"}
_FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
_HEADLINES = (60, 52, 46, 40)
_SMALL, _NAME = 30, 32


class TooManyPictures(Exception):
    """An image has waited too long while others were being drawn."""


class _Row(NamedTuple):
    """A board or a hand. `state` is `wins`, `loses` or `out`; `amount` is empty for boards."""

    name: str
    amount: str
    cards: tuple[ShownCard, ...]
    state: str


def arrange_players(shown: Presentation) -> tuple[list[ShownPlayer], int]:
    """Return as many players as fit, winners first, and the number of hands side by side."""
    players = [*shown.winners, *shown.others]
    is_narrow = all(len(player.hole) <= _MAX_CARDS_IN_THIRD for player in players)
    columns = min(3 if is_narrow else 2, len(players))
    return players[: columns * _MAX_ROWS], columns


def render_png(shown: Presentation) -> bytes:
    """Return the image as PNG. Only one image is drawn at a time.

    Raise TooManyPictures if others are still being drawn after `_MAX_WAIT_SECONDS` seconds.
    """
    if not _drawing.acquire(timeout=_MAX_WAIT_SECONDS):
        raise TooManyPictures
    try:
        return _draw_png(shown)
    finally:
        _drawing.release()


_drawing = Lock()


def _replace_missing_letters(text: str) -> str:
    """Return the text with a dot in place of each character that the font lacks."""
    return "".join(letter if _has_glyph(letter) else "·" for letter in text)


@lru_cache(maxsize=2_000)
def _has_glyph(letter: str) -> bool:
    font = _font(_SMALL)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT), size)


@lru_cache(maxsize=_MAX_CACHED_IMAGES)
def _draw_png(shown: Presentation) -> bytes:
    """Draw the felt with the headline, the boards and the hands."""
    players, columns = arrange_players(shown)
    more = len(shown.players) - len(players)
    boards = [_Row(board.name, "", board.cards, "wins") for board in shown.boards[:_MAX_BOARDS]]
    hands = [
        _Row(_replace_missing_letters(player.label), player.result, player.hole, player.state)
        for player in players
    ]
    picture = Image.new("RGB", _SIZE, _SEAT)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, _WIDTH - 1, _HEIGHT - 1), 60, _FELT, _EDGE, _RAIL)
    pen.text((_MARGIN, 32), shown.game.name, _MUTED, _font(_SMALL))
    pen.text((_WIDTH - _MARGIN, 32), "♠ Showdown", _MUTED, _font(_SMALL), anchor="ra")
    bottom = _BOTTOM
    if more:
        rest = f"and {more} more hand{'s' if more > 1 else ''}"
        pen.text((_WIDTH // 2, bottom), rest, _MUTED, _font(_SMALL), anchor="mb")
        bottom -= _SMALL + 10
    count = -(-len(hands) // columns)
    has_boards = bool(boards)
    sizes = _HEADLINES[2:] if has_boards and count > 1 else _HEADLINES
    parts = split_at_winners(shown.headline, shown)
    top = (
        _draw_headline(
            pen, [(_replace_missing_letters(part), wins) for part, wins in parts], 78, sizes
        )
        + 20
    )
    below_boards = (_SMALL + 30 if len(boards) > 1 else 24) if has_boards else 0
    spent = below_boards + count * (_PLATE_HEIGHT + 8) + (count - 1) * _SPACE
    tall = min(_MAX_CARD_HEIGHT, (bottom - top - spent) // (count + has_boards))
    top += (bottom - top - spent - tall * (count + has_boards)) // 2
    if has_boards:
        _draw_row(pen, boards, top, tall, len(boards))
        top += tall + below_boards
    for row in batched(hands, columns):
        _draw_row(pen, row, top, tall, columns)
        top += tall + 8 + _PLATE_HEIGHT + _SPACE
    file = BytesIO()
    picture.quantize(128, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def _draw_headline(
    pen: ImageDraw.ImageDraw, headline: list[tuple[str, bool]], top: int, sizes: tuple[int, ...]
) -> int:
    """Draw the headline in the largest size that fits in two lines. Return its lower edge.

    A headline that is too long even in the smallest size is cut.
    """
    words = [(word, wins) for part, wins in headline for word in re.findall(r"\s*\S+|\s+$", part)]
    for size in sizes:
        font = _font(size)
        lines = list(_wrap(words, font))
        if len(lines) <= 2:
            break
    if len(lines) > 2:
        lines = [lines[0], [*lines[1][:-1], (" …", False)]]
    for line in lines:
        text = "".join(word for word, _ in line)
        left = (_WIDTH - font.getlength(text.lstrip())) / 2
        left -= font.getlength(text) - font.getlength(text.lstrip())
        for word, wins in line:
            pen.text((left, top), word, _GOLD if wins else _INK, font)
            left += font.getlength(word)
        top += round(size * 1.18)
    return top


def _wrap(
    words: list[tuple[str, bool]], font: ImageFont.FreeTypeFont
) -> Iterator[list[tuple[str, bool]]]:
    line: list[tuple[str, bool]] = []
    for word in words:
        text = "".join(part for part, _ in [*line, word])
        if line and font.getlength(text.lstrip()) > _WIDTH - 2 * _MARGIN:
            yield line
            line = [word]
        else:
            line = [*line, word]
    yield line


def _draw_row(
    pen: ImageDraw.ImageDraw, row: Sequence[_Row], top: int, tall: int, columns: int
) -> None:
    """Draw hands or boards side by side in the middle, each in a column of the same width.

    The name and the winnings are below the cards.
    """
    width = (_WIDTH - 2 * _MARGIN - (columns - 1) * _SPACE) // columns
    left = (_WIDTH - len(row) * width - (len(row) - 1) * _SPACE) // 2
    below = top + tall + 8
    for each in row:
        count = max(1, len(each.cards))
        wide = min(round(tall / 1.36), (width - (count - 1) * _GAP) // count)
        at = left + (width - count * wide - (count - 1) * _GAP) // 2
        for card in each.cards:
            lift = 6 if card.is_lifted else 0
            box = (at, top + tall - round(wide * 1.36) - lift, wide, round(wide * 1.36))
            _draw_card(pen, card, box, is_dimmed=not (each.state == "wins" and card.is_lifted))
            at += wide + _GAP
        if each.amount or each.state != "wins":
            _draw_plate(pen, each, (left, below, left + width, below + _PLATE_HEIGHT))
        elif width < _WIDTH // 2:
            pen.text((left + width // 2, below), each.name, _MUTED, _font(_SMALL), anchor="ma")
        left += width + _SPACE


def _draw_plate(pen: ImageDraw.ImageDraw, row: _Row, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    wins = row.state == "wins"
    pen.rounded_rectangle(box, 14, _SEAT, _GOLD if wins else _SEAT, 3)
    middle = (top + bottom) // 2
    amount = _shorten_to_fit(row.amount, (right - left) // 2, _SMALL)
    color = _GOLD if wins else _MUTED
    pen.text((right - 16, middle), amount, color, _font(_SMALL), anchor="rm")
    room = right - left - 44 - round(_font(_SMALL).getlength(amount))
    name = _shorten_to_fit(row.name, room, _NAME)
    pen.text((left + 16, middle), name, _INK if wins else _MUTED, _font(_NAME), anchor="lm")


def _shorten_to_fit(text: str, room: int, size: int) -> str:
    """Return the text, shortened to fit."""
    font = _font(size)
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def _draw_card(
    pen: ImageDraw.ImageDraw, shown: ShownCard, box: tuple[int, int, int, int], *, is_dimmed: bool
) -> None:
    """Draw a card as on the page: rank in the corner, one large pip, and a ring if it wins."""
    left, top, wide, high = box
    card, color = shown.card, _SUITS[str(shown.card)[1]]
    ring = _SILVER if shown.wins_low_only else _GOLD
    edges = (left, top, left + wide, top + high)
    face = _DIMMED if is_dimmed else _FACE
    pen.rounded_rectangle(edges, round(wide * 0.15), face, ring if shown.is_lifted else face, 4)
    rank, pip = _font(max(_SMALL, round(wide * 0.5))), _font(max(_SMALL, round(wide * 0.56)))
    corner = (left + wide * 0.1, top + high * 0.06)
    pen.text(corner, rank_letter(card.rank), color, rank, anchor="lt")
    suit = SUIT_SYMBOLS[card.suit]
    pen.text((left + wide * 0.9, top + high * 0.94), suit, color, pip, anchor="rb")
    if wins := shown.wins.replace("\n", " "):
        letters = _font(max(18, round(wide * 0.24)))
        width = round(letters.getlength(wins)) + 10
        tag = (left, top + high - letters.size - 4, left + width, top + high)
        pen.rounded_rectangle(tag, 4, ring)
        pen.text((left + width // 2, top + high - 2), wins, _SEAT, letters, anchor="mb")
