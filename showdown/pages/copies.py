"""A ruling as Markdown."""

import re
from collections.abc import Iterator

from showdown.pages.shown import Presentation, cards_text

_OF_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~])")


def markdown(shown: Presentation, url: str = "") -> str:
    """The ruling as Markdown with a table, as GitHub, Reddit and Discourse read it."""
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
    """Name, cards, what it gets and whether it wins, of each hand and each board."""
    for player in shown.players:
        yield player.label, cards_text(player.hole), player.gets, bool(player.share)
    for board in shown.boards:
        yield board.name, cards_text(board.cards), "", False


def _why(shown: Presentation) -> Iterator[str]:
    yield from shown.dealer_lines
    for decision in shown.decisions:
        who = ", ".join(filter(None, (decision.heading, decision.winner)))
        yield f"{who}: {decision.text}."


def _bold(text: str) -> str:
    return f"**{text}**"


def _markdown(text: str) -> str:
    """The text with a backslash before each sign that Markdown would take as its own."""
    return _OF_MARKDOWN.sub(r"\\\1", text.replace("\n", " "))
