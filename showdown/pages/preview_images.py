"""Preview images of rulings for chats: the felt of the page, drawn as PNG.

Images have 1200 × 630 pixels, the size that chats expect. All text is at least 30 pixels high, so
that it can be read at half the size, except for the small tags on cards that name the contest they
win (`H`, `L`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import batched
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw, ImageFont

from showdown.bulk.capacity import Turns
from showdown.pages.template_functions import split_at_winners
from showdown.pages.view_models import Presentation, ShownCard, ShownPlayer
from showdown.words.ranks import SUIT_SYMBOLS, rank_letter

_SIZE = _WIDTH, _HEIGHT = 1200, 630
_MAX_CACHED_IMAGES = 64
"""Maximum number of images cached in memory, about 40 KB each."""
_TURNS = Turns(6)

_RAIL, _MARGIN = 14, 44
_BOTTOM = _HEIGHT - 34
_CARD_GAP, _HAND_GAP = 8, 20
"""Pixels between cards, and between hands."""
_CARD_RATIO = 1.36
"""Height of a card divided by its width."""
_PLATE_HEIGHT = 46
_MAX_CARD_HEIGHT = 180
_MAX_BOARDS = 3
_MAX_ROWS = 2
_MAX_CARDS_FOR_THREE_COLUMNS = 4
"""Maximum number of cards in each hand for three hands side by side; of larger hands, two fit."""
_EDGE, _FELT, _SEAT = "#5d4330", "#17634a", "#0a2c21"
_INK, _MUTED, _GOLD, _SILVER = "#fdfbf4", "#cfe3d9", "#f7d06a", "#d9dfe4"
_FACE, _DIMMED = "#fffefa", "#b9bdb4"
_SUITS = {"c": "#1c6b2c", "d": "#1450b4", "h": "#b3151b", "s": "#16181a"}
_FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
_HEADLINE_SIZES = (60, 52, 46, 40)
_SMALL_SIZE, _NAME_SIZE = 30, 32


class _CardGroup(NamedTuple):
    """A board or a hand. `state` is `wins`, `loses` or `out`; `amount` is empty for boards."""

    name: str
    amount: str
    cards: tuple[ShownCard, ...]
    state: str


def arrange_players(presentation: Presentation) -> tuple[list[ShownPlayer], int]:
    """Return as many players as fit, winners first, and the number of hands side by side."""
    players = sorted(presentation.players, key=lambda player: player.share, reverse=True)
    is_narrow = all(len(player.hole) <= _MAX_CARDS_FOR_THREE_COLUMNS for player in players)
    columns = min(3 if is_narrow else 2, len(players))
    return players[: columns * _MAX_ROWS], columns


def render_png(presentation: Presentation) -> bytes:
    """Return the image as PNG. Raise TooBusy if too many images are waiting to be drawn."""
    with _TURNS.take():
        return _draw_png(presentation)


def _replace_missing_letters(text: str) -> str:
    """Return the text with a dot in place of each character that the font lacks."""
    return "".join(letter if _has_glyph(letter) else "·" for letter in text)


@lru_cache(maxsize=2_000)
def _has_glyph(letter: str) -> bool:
    # A character without a glyph is drawn like U+FFFF, as the font's box.
    font = _font(_SMALL_SIZE)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT), size)


@lru_cache(maxsize=_MAX_CACHED_IMAGES)
def _draw_png(presentation: Presentation) -> bytes:
    players, columns = arrange_players(presentation)
    omitted_count = len(presentation.players) - len(players)
    boards = [
        _CardGroup(board.name, "", board.cards, "wins")
        for board in presentation.boards[:_MAX_BOARDS]
    ]
    hands = [
        _CardGroup(_replace_missing_letters(player.label), player.result, player.hole, player.state)
        for player in players
    ]
    image = Image.new("RGB", _SIZE, _SEAT)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, _WIDTH - 1, _HEIGHT - 1), 60, _FELT, _EDGE, _RAIL)
    pen.text((_MARGIN, 32), presentation.game.name, _MUTED, _font(_SMALL_SIZE))
    pen.text((_WIDTH - _MARGIN, 32), "♠ Showdown", _MUTED, _font(_SMALL_SIZE), anchor="ra")
    bottom = _BOTTOM
    if omitted_count:
        note = f"and {omitted_count} more hand{'s' if omitted_count > 1 else ''}"
        pen.text((_WIDTH // 2, bottom), note, _MUTED, _font(_SMALL_SIZE), anchor="mb")
        bottom -= _SMALL_SIZE + 10
    hand_rows = -(-len(hands) // columns)
    has_boards = bool(boards)
    sizes = _HEADLINE_SIZES[2:] if has_boards and hand_rows > 1 else _HEADLINE_SIZES
    parts = split_at_winners(presentation.headline, presentation)
    top = (
        _draw_headline(
            pen, [(_replace_missing_letters(part), wins) for part, wins in parts], 78, sizes
        )
        + 20
    )
    below_boards = (_SMALL_SIZE + 30 if len(boards) > 1 else 24) if has_boards else 0
    fixed_height = below_boards + hand_rows * (_PLATE_HEIGHT + 8) + (hand_rows - 1) * _HAND_GAP
    card_height = min(_MAX_CARD_HEIGHT, (bottom - top - fixed_height) // (hand_rows + has_boards))
    top += (bottom - top - fixed_height - card_height * (hand_rows + has_boards)) // 2
    if has_boards:
        _draw_row(pen, boards, top, card_height, len(boards))
        top += card_height + below_boards
    for row in batched(hands, columns):
        _draw_row(pen, row, top, card_height, columns)
        top += card_height + 8 + _PLATE_HEIGHT + _HAND_GAP
    file = BytesIO()
    image.quantize(128, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def _draw_headline(
    pen: ImageDraw.ImageDraw, headline: list[tuple[str, bool]], top: int, sizes: tuple[int, ...]
) -> int:
    """Draw the headline in the largest size that fits in two lines. Return its lower edge.

    `headline` is a list of pairs of a part and whether it names a winner. If even the smallest
    size needs more than two lines, the second line ends in an ellipsis.
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
    pen: ImageDraw.ImageDraw, row: Sequence[_CardGroup], top: int, card_height: int, columns: int
) -> None:
    """Draw hands or boards side by side in the middle, each in a column of the same width.

    The name and the winnings are below the cards.
    """
    width = (_WIDTH - 2 * _MARGIN - (columns - 1) * _HAND_GAP) // columns
    left = (_WIDTH - len(row) * width - (len(row) - 1) * _HAND_GAP) // 2
    below = top + card_height + 8
    for group in row:
        count = max(1, len(group.cards))
        gaps = (count - 1) * _CARD_GAP
        card_width = min(round(card_height / _CARD_RATIO), (width - gaps) // count)
        x = left + (width - count * card_width - gaps) // 2
        for card in group.cards:
            lift = 6 if card.is_lifted else 0
            height = round(card_width * _CARD_RATIO)
            box = (x, top + card_height - height - lift, card_width, height)
            _draw_card(pen, card, box, is_dimmed=not (group.state == "wins" and card.is_lifted))
            x += card_width + _CARD_GAP
        if group.amount or group.state != "wins":
            _draw_plate(pen, group, (left, below, left + width, below + _PLATE_HEIGHT))
        elif width < _WIDTH // 2:
            pen.text(
                (left + width // 2, below), group.name, _MUTED, _font(_SMALL_SIZE), anchor="ma"
            )
        left += width + _HAND_GAP


def _draw_plate(
    pen: ImageDraw.ImageDraw, group: _CardGroup, box: tuple[int, int, int, int]
) -> None:
    left, top, right, bottom = box
    wins = group.state == "wins"
    pen.rounded_rectangle(box, 14, _SEAT, _GOLD if wins else _SEAT, 3)
    middle = (top + bottom) // 2
    amount = _shorten_to_fit(group.amount, (right - left) // 2, _SMALL_SIZE)
    color = _GOLD if wins else _MUTED
    pen.text((right - 16, middle), amount, color, _font(_SMALL_SIZE), anchor="rm")
    max_width = right - left - 44 - round(_font(_SMALL_SIZE).getlength(amount))
    name = _shorten_to_fit(group.name, max_width, _NAME_SIZE)
    pen.text((left + 16, middle), name, _INK if wins else _MUTED, _font(_NAME_SIZE), anchor="lm")


def _shorten_to_fit(text: str, max_width: int, size: int) -> str:
    """Return the text, shortened with an ellipsis to at most `max_width` pixels."""
    font = _font(size)
    if font.getlength(text) <= max_width:
        return text
    while text and font.getlength(f"{text}…") > max_width:
        text = text[:-1]
    return f"{text}…"


def _dim(color: str) -> tuple[int, ...]:
    """Return two parts of the color mixed with one part of the face of a losing card."""
    levels = zip(ImageColor.getrgb(color), ImageColor.getrgb(_DIMMED), strict=True)
    return tuple((2 * level + other) // 3 for level, other in levels)


def _draw_card(
    pen: ImageDraw.ImageDraw,
    shown_card: ShownCard,
    box: tuple[int, int, int, int],
    *,
    is_dimmed: bool,
) -> None:
    """Draw a card as on the page: rank in the corner, one large pip, and a ring if it wins."""
    left, top, width, height = box
    card, color = shown_card.card, _SUITS[str(shown_card.card)[1]]
    ring = _SILVER if shown_card.wins_low_only else _GOLD
    edges = (left, top, left + width, top + height)
    face = _DIMMED if is_dimmed else _FACE
    ink = _dim(color) if is_dimmed else color
    pen.rounded_rectangle(
        edges, round(width * 0.15), face, ring if shown_card.is_lifted else face, 4
    )
    rank_font = _font(max(_SMALL_SIZE, round(width * 0.5)))
    pip_font = _font(max(_SMALL_SIZE, round(width * 0.56)))
    corner = (left + width * 0.1, top + height * 0.06)
    pen.text(corner, rank_letter(card.rank), ink, rank_font, anchor="lt")
    suit = SUIT_SYMBOLS[card.suit]
    pen.text((left + width * 0.9, top + height * 0.94), suit, ink, pip_font, anchor="rb")
    if wins := shown_card.wins.replace("\n", " "):
        tag_font = _font(max(18, round(width * 0.24)))
        tag_width = round(tag_font.getlength(wins)) + 10
        tag = (left, top + height - tag_font.size - 4, left + tag_width, top + height)
        pen.rounded_rectangle(tag, 4, ring)
        pen.text((left + tag_width // 2, top + height - 2), wins, _SEAT, tag_font, anchor="mb")
