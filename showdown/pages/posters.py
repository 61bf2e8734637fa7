"""Preview pictures of rulings for chats.

1200 × 630 pixels, as chats expect it. Nothing is smaller than 30 pixels, so that it can be read
where the picture is 600 pixels wide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from showdown.pages.view_models import Presentation, ShownCard, ShownPlayer
from showdown.words.ranks import SUIT_SYMBOLS, rank_letter

DESIGN = 3
"""Version of the design, part of the ETag. Increase it with every change of the picture."""

_SIZE = _WIDTH, _HEIGHT = 1200, 630
_KEPT = 64
"""Number of pictures kept in memory, about 40 KB each."""
_WAIT = 3.0
"""Seconds that a picture waits while others are drawn, one at a time."""

_MARGIN = 56
_ROWS_END = _HEIGHT - 40
_MOST_ROWS = 4
_FELT, _SEAT = "#17634a", "#0a2c21"
_INK, _QUIET, _GOLD = "#fdfbf4", "#cfe3d9", "#f7d06a"
_FACE, _DIMMED = "#fffefa", "#b9bdb4"
_SUITS = {"c": "#1c6b2c", "d": "#1450b4", "h": "#b3151b", "s": "#16181a"}
_FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
_HEADLINES = (68, 58, 50, 44)
_SMALL = 32


class TooManyPictures(Exception):
    """Raised if a picture has waited too long for others to be drawn."""


@dataclass(frozen=True, slots=True)
class PosterRow:
    """A board or a hand, with its name and winnings."""

    name: str
    gets: str
    cards: tuple[ShownCard, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class Poster:
    """Content of the picture, from top to bottom; `more` counts hands without room."""

    game: str
    headline: str
    rows: tuple[PosterRow, ...]
    more: int


def poster_of(shown: Presentation) -> Poster:
    """Return the boards and as many hands as there is room for, winners first."""
    boards = [PosterRow(board.name, "", board.cards, wins=True) for board in shown.boards]
    boards = boards[: _MOST_ROWS - 1]
    players = sorted(shown.players, key=lambda player: -player.share)
    hands = [_hand(player) for player in players]
    room = _MOST_ROWS - len(boards)
    return Poster(
        game=shown.deal.game.name,
        headline=_drawable(shown.headline),
        rows=(*boards, *hands[:room]),
        more=max(0, len(hands) - room),
    )


def png_of(poster: Poster) -> bytes:
    """Return the picture as PNG; one is drawn at a time. Raise TooManyPictures."""
    if not _drawing.acquire(timeout=_WAIT):
        raise TooManyPictures
    try:
        return _png(poster)
    finally:
        _drawing.release()


_drawing = Lock()


def _hand(player: ShownPlayer) -> PosterRow:
    return PosterRow(_drawable(player.label), player.gets, player.hole, wins=bool(player.share))


def _drawable(text: str) -> str:
    """Return the text without characters that the font lacks."""
    return "".join(letter if _has(letter) else "·" for letter in text)


@lru_cache(maxsize=2_000)
def _has(letter: str) -> bool:
    font = _font(_SMALL)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT), size)


@lru_cache(maxsize=_KEPT)
def _png(poster: Poster) -> bytes:
    picture = Image.new("RGB", _SIZE, _FELT)
    _draw(ImageDraw.Draw(picture), poster)
    file = BytesIO()
    few = picture.quantize(128, Image.Quantize.FASTOCTREE)
    few.save(file, "PNG")
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, poster: Poster) -> None:
    """Draw the poster from top to bottom."""
    pen.text((_MARGIN, 34), poster.game, _QUIET, _font(_SMALL))
    site = "♠ Showdown"
    pen.text((_WIDTH - _MARGIN, 34), site, _QUIET, _font(_SMALL), anchor="ra")
    most_lines = 2 if len(poster.rows) >= _MOST_ROWS else 3
    top = _draw_headline(pen, poster.headline, 88, most_lines) + 22
    height = min(126, (_ROWS_END - top) // max(1, len(poster.rows)))
    for row in poster.rows:
        _draw_row(pen, row, top, height - 12)
        top += height
    if poster.more:
        hands = "hand" if poster.more == 1 else "hands"
        rest = f"and {poster.more} more {hands}"
        pen.text((_WIDTH - _MARGIN, _HEIGHT - 14), rest, _QUIET, _font(_SMALL), anchor="rb")


def _draw_headline(pen: ImageDraw.ImageDraw, text: str, top: int, most: int) -> int:
    """Draw the headline as large as fits in at most two lines; return where it ends."""
    for size in _HEADLINES:
        font = _font(size)
        lines = list(_wrapped(text, font))
        if len(lines) <= 2:
            break
    for number, line in enumerate(lines[:most], 1):
        is_cut = number == most < len(lines)
        text = _fitting(f"{line} …" if is_cut else line, _WIDTH - 2 * _MARGIN, size)
        pen.text((_MARGIN, top), text, _INK, font)
        top += round(size * 1.18)
    return top


def _wrapped(text: str, font: ImageFont.FreeTypeFont) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > _WIDTH - 2 * _MARGIN:
            yield line
            line = word
        else:
            line = longer
    yield line


def _draw_row(pen: ImageDraw.ImageDraw, row: PosterRow, top: int, height: int) -> None:
    wide = min(round(height * 0.74), (_WIDTH - 2 * _MARGIN - 330) // max(5, len(row.cards)) - 8)
    left = _MARGIN
    for card in row.cards:
        lift = 8 if card.is_lifted and row.wins else 0
        _draw_card(pen, card, (left, top + 8 - lift, wide, height - 8), dimmed=not row.wins)
        left += wide + 8
    left += 24 if row.cards else 0
    room = _WIDTH - _MARGIN - left
    ink = _INK if row.wins else _QUIET
    middle = top + height // 2 + 4
    if not row.gets:
        pen.text((left, middle), _fitting(row.name, room, 38), ink, _font(38), anchor="lm")
        return
    pen.text((left, middle), _fitting(row.name, room, 38), ink, _font(38), anchor="lb")
    text = _fitting(row.gets, room, _SMALL)
    pen.text((left, middle + 6), text, _GOLD if row.wins else _QUIET, _font(_SMALL), anchor="lt")


def _fitting(text: str, room: int, size: int) -> str:
    """Return the text, shortened to fit."""
    font = _font(size)
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def _draw_card(
    pen: ImageDraw.ImageDraw, shown: ShownCard, box: tuple[int, int, int, int], *, dimmed: bool
) -> None:
    left, top, wide, high = box
    edge = _GOLD if shown.is_lifted and not dimmed else _SEAT
    face = _DIMMED if dimmed else _FACE
    pen.rounded_rectangle((left, top, left + wide, top + high), 9, face, edge, 4)
    card, suit = shown.card, str(shown.card)[1]
    middle = left + wide // 2
    size = min(round(high * 0.44), round(wide * 0.62))
    color = _SUITS[suit]
    pen.text((middle, top + high * 0.3), rank_letter(card.rank), color, _font(size), "mm")
    pen.text((middle, top + high * 0.72), SUIT_SYMBOLS[card.suit], color, _font(size), "mm")
