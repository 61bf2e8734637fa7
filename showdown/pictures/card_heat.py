"""The cards that may come next, by suit and rank, coloured by what they leave a player."""

from xml.etree.ElementTree import Element

from showdown.bulk.odds import Odds
from showdown.evaluator.cards import RANKS, Card
from showdown.pictures.colours import colour_of
from showdown.pictures.drawing import LINE, QUIET, SIZE, group, picture, rectangle, text
from showdown.words.odds import whole_percent
from showdown.words.ranks import SUIT_SYMBOLS, card_name

_HEAD, _ROW, _GAP = 24.0, 44.0, 1.5
_SUITS = 30.0
_SUITS_FROM_THE_TOP = (3, 2, 1, 0)


def card_heat(odds: Odds, player: int) -> Element:
    """What each next card leaves the player. Cards that can't come have a frame only."""
    label = odds.spot.labels[player]
    shares = {next_card.card: float(next_card.shares[player]) for next_card in odds.next_cards}
    best, worst = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    described = (
        f"Best for {label} is the {card_name(best)}, which leaves {whole_percent(shares[best])};"
        f" worst the {card_name(worst)} with {whole_percent(shares[worst])}."
    )
    height = _HEAD + _ROW * len(_SUITS_FROM_THE_TOP)
    svg = picture(f"{label}: after each next card", described, height, class_="card-heat")
    ranks = sorted({card.rank for card in odds.spot.game.deck}, reverse=True)
    width = (SIZE - _SUITS) / len(ranks)
    head = group(svg, font_size="17", text_anchor="middle", fill_opacity=QUIET)
    for place, rank in enumerate(ranks):
        text(head, RANKS[rank], _SUITS + (place + 0.5) * width, 17)
    cells = group(svg, font_size="17", text_anchor="middle")
    for row, suit in enumerate(_SUITS_FROM_THE_TOP):
        top = _HEAD + row * _ROW
        text(cells, SUIT_SYMBOLS[suit], 13, top + _ROW * 0.64, font_size="22")
        for place, rank in enumerate(ranks):
            left = _SUITS + place * width
            _cell(cells, shares.get(Card(rank, suit)), (left, top), width)
    return svg


def _cell(parent: Element, share: float | None, corner: tuple[float, float], width: float) -> None:
    x, y = corner
    box = (x + _GAP, y + _GAP, width - 2 * _GAP, _ROW - 2 * _GAP)
    if share is None:
        rectangle(parent, *box, rx="4", fill="none", stroke="currentColor", stroke_opacity=LINE)
        return
    painted = colour_of(share)
    rectangle(parent, *box, rx="4", fill=painted.ground)
    number = f"{share * 100:.0f}"
    text(parent, number, x + width / 2, y + _ROW * 0.64, fill=painted.ink)
