"""Tags beside each hand on the table: its odds or its winnings."""

from collections.abc import Iterator
from dataclasses import dataclass

from showdown.pages.forms.table import TableForm
from showdown.pages.odds_presentation import ShownOdds
from showdown.pages.view_models import Presentation, ShownCard


@dataclass(frozen=True, slots=True)
class Tag:
    """Large and small text beside a field of cards.

    `state` is `wins`, `loses` or `out` in a ruling. `plays` are the cards that win something,
    separated by blanks, with the letters of the contests after a colon: `Ah:HL 2s:L`. `five` are
    the cards of what the player makes: `A♥ 2♠`. `percent` is the length of the bar below the name.
    """

    field: str
    main: str = ""
    small: str = ""
    state: str = ""
    plays: str = ""
    percent: float = 0.0
    five: str = ""


def no_tags(table: TableForm) -> tuple[Tag, ...]:
    return tuple(map(Tag, _names(table)))


def tags_of_odds(table: TableForm, odds: ShownOdds) -> tuple[Tag, ...]:
    """Return each competing player's share, and how often it is the whole pot."""
    by_label = {player.label: player for player in odds.players}
    tags = []
    for (field, _), label in zip(table.hands, table.labels, strict=True):
        player = by_label.get(label)
        tags.append(
            Tag(field.html_name, player.percent, player.more, percent=player.length)
            if player
            else Tag(field.html_name, "out", state="out")
        )
    return (*tags, *(Tag(board.html_name) for board in table.boards))


def tags_of_ruling(table: TableForm, shown: Presentation) -> tuple[Tag, ...]:
    """Return each player's winnings, and the cards that win them."""
    hands = (
        Tag(
            field.html_name,
            player.amount,
            player.made_line,
            "out" if player.standing else "wins" if player.share else "loses",
            _codes(player.hole),
            five=player.five,
        )
        for (field, _), player in zip(table.hands, shown.players, strict=True)
    )
    plays = (_codes(board.cards) for board in shown.boards)
    boards = (
        Tag(field.html_name, state="wins" if codes else "", plays=codes)
        for field in table.boards
        for codes in [next(plays, "")]
    )
    return (*hands, *boards)


def _codes(cards: tuple[ShownCard, ...]) -> str:
    return " ".join(f"{shown.card}:{shown.wins}" for shown in cards if shown.is_lifted)


def _names(table: TableForm) -> Iterator[str]:
    yield from (field.html_name for field, _ in table.hands)
    yield from (board.html_name for board in table.boards)
