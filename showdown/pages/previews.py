"""Share a ruling: its address, its image for chats, a QR code, and Markdown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from showdown.models import Showdown
from showdown.pages.view_models import Presentation, cards_text
from showdown.words.ranks import card_text

_OF_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~])")


def markdown(shown: Presentation, url: str = "") -> str:
    """Return the ruling as Markdown with a table, for GitHub, Reddit and Discourse."""
    rows = [
        f"| {_bold(_markdown(name)) if wins else _markdown(name)} | {cards} | {_markdown(gets)} |"
        for name, cards, gets, wins in _rows(shown)
    ]
    why = [f"- {_markdown(line)}" for line in _why(shown)]
    lines = [
        f"**{_markdown(shown.headline)}** ({_markdown(shown.deal.game.name)})",
        "",
        "| Hand | Cards | Gets |",
        "| --- | --- | --- |",
        *rows,
        "",
        *why,
    ]
    return "\n".join([*lines, "", f"<{url}>"] if url else lines)


def _rows(shown: Presentation) -> Iterator[tuple[str, str, str, bool]]:
    """Yield name, cards, winnings and whether it wins, for each hand and each board."""
    for player in shown.players:
        yield player.label, cards_text(player.hole), player.gets, bool(player.share)
    for board in shown.boards:
        yield board.name, cards_text(board.cards), "", False


def _why(shown: Presentation) -> Iterator[str]:
    yield from shown.dealer_lines
    for decision in shown.decisions:
        who = ", ".join(filter(None, (decision.heading, decision.winner)))
        yield ": ".join(filter(None, (who, f"{decision.text}.")))


def _bold(text: str) -> str:
    return f"**{text}**"


def _markdown(text: str) -> str:
    """Escape characters that have a meaning in Markdown."""
    return _OF_MARKDOWN.sub(r"\\\1", text.replace("\n", " "))


@dataclass(frozen=True)
class Preview:
    """Absolute addresses of a ruling and its picture, and a description of its cards."""

    url: str
    picture: str
    description: str

    @property
    def qr(self) -> SafeString:
        """Return the address as a QR code, an SVG element."""
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
    """Describe the deal: `Omaha. Anna A♣ K♦ …, Boris 5♣ …; board A♥ …`."""
    hands = [
        f"{hand.label} {' '.join(map(card_text, hand.cards)) or hand.text}"
        for hand in shown.deal.hands
    ]
    boards = [
        f"{board.name.lower()} {' '.join(card_text(shown.card) for shown in board.cards)}"
        for board in shown.boards
    ]
    return f"{shown.deal.game.name}. {', '.join(hands)}{''.join(f'; {board}' for board in boards)}"
