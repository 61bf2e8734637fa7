"""What stands beside each hand on the table: its odds, or what it wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from showdown.pages.forms.table import TableForm
from showdown.pages.odds_presentation import ShownOdds
from showdown.pages.shown import Presentation, ShownCard, ShownPlayer
from showdown.words.headlines import share_text


@dataclass(frozen=True, slots=True)
class Tag:
    """By the name of a field of cards, what is said beside it, large and small.

    `state` is `wins`, `loses` or `out` in a ruling. `plays` are the codes of the cards that win
    something, with blanks between them.
    """

    field: str
    main: str = ""
    small: str = ""
    state: str = ""
    plays: str = ""


def no_tags(table: TableForm) -> tuple[Tag, ...]:
    return tuple(map(Tag, _names(table)))


def tags_of_odds(table: TableForm, odds: ShownOdds) -> tuple[Tag, ...]:
    """The share of each player who competes, and how often it is all of the pot."""
    said = {player.label: player for player in odds.players}
    tags = []
    for (field, _), label in zip(table.hands, table.labels, strict=True):
        player = said.get(label)
        tags.append(
            Tag(field.html_name, player.percent, player.more)
            if player
            else Tag(field.html_name, "out", state="out")
        )
    return (*tags, *(Tag(board.html_name) for board in table.boards))


def tags_of_ruling(table: TableForm, shown: Presentation) -> tuple[Tag, ...]:
    """What each player wins, and with what."""
    hands = (
        Tag(
            field.html_name,
            _won(player),
            "; ".join(dict.fromkeys(hand.title for hand in player.hands)),
            "out" if player.standing else "wins" if player.share else "loses",
            _codes(player.hole),
        )
        for (field, _), player in zip(table.hands, shown.players, strict=True)
    )
    plays = (_codes(board.cards) for board in shown.boards)
    boards = (Tag(field.html_name, plays=next(plays, "")) for field in table.boards)
    return (*hands, *boards)


def _won(player: ShownPlayer) -> str:
    """`folded`, `+303`, `wins`, `¾`-like shares in words."""
    if player.standing:
        return player.standing
    if player.paid:
        return f"+{player.paid}" if player.share else "0"
    if not player.share:
        return ""
    return "wins" if player.share == Fraction(1) else share_text(player.share)


def _codes(cards: tuple[ShownCard, ...]) -> str:
    return " ".join(str(shown.card) for shown in cards if shown.is_lifted)


def _names(table: TableForm) -> Iterator[str]:
    yield from (field.html_name for field, _ in table.hands)
    yield from (board.html_name for board in table.boards)
