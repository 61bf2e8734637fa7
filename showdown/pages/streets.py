"""Show a deal street by street: the table with fewer cards, and the answer to it."""

from dataclasses import dataclass, replace

from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Family, Game
from showdown.pages.answers import Answer, answer_to
from showdown.pages.forms.table import TableForm
from showdown.pages.table_input import TableInput, board_name, hand_field
from showdown.words.games import street_names

_FLOP = 3
_FIRST_OF_STUD = 3
_NO_ODDS = "There are no odds for these cards."


@dataclass(frozen=True, slots=True)
class Street:
    """A street that the cards on the table have reached.

    `dealt` is the number of cards of each board (in stud, of each hand) dealt by then, and `grows`
    is the prefix of these fields' names. The last street has an empty `value`.
    """

    name: str
    value: str
    dealt: int
    grows: str
    is_shown: bool


def streets_of(entry: TableInput) -> tuple[Street, ...]:
    """Return the streets so far, the first one first; empty if there is only one."""
    reached = _reached(entry)
    if len(reached) < 2:
        return ()
    values = [*map(str, range(len(reached) - 1)), ""]
    shown = entry.street if entry.street in values else ""
    grows = "hand-" if entry.game.family is Family.STUD else "board"
    names = street_names(entry.game, len(reached))
    return tuple(
        Street(name, value, dealt, grows, is_shown=value == shown)
        for name, value, dealt in zip(names, values, reached, strict=True)
    )


def streets_ahead(game: Game, reached: int) -> tuple[str, ...]:
    """Return the names of the streets to come, if an earlier street can be shown."""
    return street_names(game, len(_streets(game)))[reached:] if reached else ()


def answer_on_street(entry: TableInput, *, dealing: int = 0) -> Answer:
    """Return the answer to the chosen street. The forms keep all cards."""
    chosen = next((street for street in streets_of(entry) if street.is_shown), None)
    if chosen is None or not chosen.value:
        return answer_to(entry, dealing=dealing)
    answer = answer_to(_at(entry, chosen.dealt), dealing=dealing)
    hint = answer.hint if answer.hint or answer.odds else _NO_ODDS
    return replace(answer, entry=entry, table=TableForm(entry), hint=hint)


def _reached(entry: TableInput) -> list[int]:
    """Return the number of cards of each board (in stud, of each hand) on each street so far."""
    try:
        known = [len(parse_cards(text)) for text in _growing(entry).values()]
    except InvalidDeal:
        return []
    most = min(known, default=0)
    return [dealt for dealt in _streets(entry.game) if dealt <= most]


def _streets(game: Game) -> list[int]:
    if game.family is Family.STUD:
        return list(range(_FIRST_OF_STUD, game.hole + 1))
    if not game.boards:
        return []
    return [0, *range(min(_FLOP, *game.boards), max(game.boards) + 1)]


def _growing(entry: TableInput) -> dict[str, str]:
    """Return the cards that grow from street to street, by field."""
    if entry.game.family is Family.STUD:
        return {hand_field(seat): text for seat, text in enumerate(entry.hands)}
    return {board_name(index): text for index, text in enumerate(entry.boards)}


def _at(entry: TableInput, dealt: int) -> TableInput:
    """Return the table with this number of cards dealt."""
    cut = {
        name: format_cards(parse_cards(text)[:dealt], "") for name, text in _growing(entry).items()
    }
    return entry.changed(runs="1", **cut)
