"""How a ruling is passed on: the address, its picture for chats, and its code on paper."""

from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from showdown.models import Showdown
from showdown.pages.shown import Presentation
from showdown.words.ranks import card_text


@dataclass(frozen=True)
class Preview:
    """The absolute addresses of a ruling and its picture, and what lay on the table."""

    url: str
    picture: str
    description: str

    @property
    def qr(self) -> SafeString:
        """The address as a QR code, an SVG element."""
        code = segno.make_qr(self.url, error="m")
        svg = code.svg_inline(border=2, svgclass=None, lineclass=None, omitsize=True)
        return mark_safe(svg)  # noqa: S308 - made of modules, not of text


def preview_of(request: HttpRequest, showdown: Showdown, shown: Presentation) -> Preview:
    picture = reverse("showdown-preview", args=[showdown.pk])
    url = request.build_absolute_uri(showdown.get_absolute_url())
    return Preview(
        url=url,
        picture=request.build_absolute_uri(picture),
        description=_description(shown),
    )


def _description(shown: Presentation) -> str:
    """`Omaha. Anna A♣ K♦ …, Boris 5♣ …; board A♥ …`."""
    hands = [
        f"{hand.label} {' '.join(map(card_text, hand.cards)) or hand.text}"
        for hand in shown.deal.hands
    ]
    boards = [
        f"{board.name.lower()} {' '.join(card_text(shown.card) for shown in board.cards)}"
        for board in shown.boards
    ]
    return f"{shown.deal.game.name}. {', '.join(hands)}{''.join(f'; {board}' for board in boards)}"
