"""A deal street by street: the table as it was with fewer cards, and the answer to that."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Family, Game
from showdown.pages.answers import Answer, answer_to
from showdown.pages.forms.table import TableForm, hand_field
from showdown.pages.seating import Seating, Typed, board_name
from showdown.words.streets import street_names

STREET = "street"
"""The field that says which street is shown; empty for the last one."""
_FLOP = 3
_FIRST_OF_STUD = 3
_NO_ODDS = "There are no odds for these cards."


@dataclass(frozen=True, slots=True)
class Street:
    """A street that the cards on the table have reached.

    `dealt` is how many cards of each board (in stud, of each hand) are dealt by then; `grows` is
    how the names of these fields begin. The last street has an empty `value`.
    """

    name: str
    value: str
    dealt: int
    grows: str
    is_shown: bool


def streets_of(typed: Typed) -> tuple[Street, ...]:
    """The streets so far, the first one first; none where there is no way back."""
    seating = Seating.asked(typed)
    reached = _reached(typed, seating)
    if len(reached) < 2:
        return ()
    values = [*map(str, range(len(reached) - 1)), ""]
    shown = typed.get(STREET, "")
    shown = shown if shown in values else ""
    grows = "hand-" if seating.game.family is Family.STUD else "board"
    names = street_names(seating.game, len(reached))
    return tuple(
        Street(name, value, dealt, grows, is_shown=value == shown)
        for name, value, dealt in zip(names, values, reached, strict=True)
    )


def streets_ahead(typed: Typed) -> tuple[str, ...]:
    """The names of the streets to come, once there is a way back: they keep the others' places."""
    game = Seating.asked(typed).game
    reached = len(streets_of(typed))
    return street_names(game, len(_streets(game)))[reached:] if reached else ()


def answer_on_street(typed: Typed, *, dealing: int = 0) -> Answer:
    """The answer to the street that is chosen; the forms keep all cards."""
    chosen = next((street for street in streets_of(typed) if street.is_shown), None)
    if chosen is None or not chosen.value:
        return answer_to(typed, dealing=dealing)
    answer = answer_to(_at(typed, chosen.dealt), dealing=dealing)
    hint = answer.hint if answer.hint or answer.odds else _NO_ODDS
    whole = TableForm(typed, seating=Seating.asked(typed))
    return replace(answer, table=whole, hint=hint)


def _reached(typed: Typed, seating: Seating) -> list[int]:
    """How many cards of each board (in stud, of each hand) are dealt on each street so far."""
    try:
        known = [len(parse_cards(typed.get(name, ""))) for name in _fields(seating)]
    except InvalidDeal:
        return []
    most = min(known, default=0)
    return [dealt for dealt in _streets(seating.game) if dealt <= most]


def _streets(game: Game) -> list[int]:
    if game.family is Family.STUD:
        return list(range(_FIRST_OF_STUD, game.hole + 1))
    if not game.boards:
        return []
    return [0, *range(min(_FLOP, *game.boards), max(game.boards) + 1)]


def _fields(seating: Seating) -> Iterator[str]:
    """The fields of cards that grow from street to street."""
    if seating.game.family is Family.STUD:
        yield from map(hand_field, range(seating.players))
    else:
        yield from map(board_name, range(len(seating.game.boards)))


def _at(typed: Typed, dealt: int) -> dict[str, str]:
    """What lay on the table when so many cards were dealt."""
    cut = {
        name: format_cards(parse_cards(typed.get(name, ""))[:dealt], "")
        for name in _fields(Seating.asked(typed))
    }
    return {**typed, "runs": "1"} | cut
