"""A deal street by street: what was known at each, and how likely each hand was to win then."""

from collections.abc import Iterator
from dataclasses import dataclass

from showdown.evaluator.cards import Cards, format_cards, parse_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Family, Game
from showdown.pages.answers import Answer, answer_to
from showdown.pages.forms.table import hand_field
from showdown.pages.seating import Seating, Typed, board_name
from showdown.words.streets import street_names

STREET = "street"
_FLOP = 3
_FIRST_OF_STUD = 3


@dataclass(frozen=True, slots=True)
class ShownStreet:
    """A street by its name; `rows` are the cards that were dealt by then, and those still to come.

    `answer` has the odds or, on the last street, the ruling.
    """

    name: str
    rows: tuple[tuple[str, Cards, Cards], ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Streets:
    """The streets that the cards on the table have reached, and the one that is shown."""

    names: tuple[str, ...]
    number: int
    shown: ShownStreet


def names_of_streets(typed: Typed) -> tuple[str, ...]:
    """The streets that the cards have reached; with fewer than two there is no way back."""
    return street_names(Seating.asked(typed).game, len(_reached(typed)))


def street_of(typed: Typed, number: int | None = None) -> Streets | None:
    """The street with this number, or the last one; None where there is nothing to go back to."""
    reached = _reached(typed)
    if len(reached) < 2:
        return None
    last = len(reached) - 1
    number = last if number is None else max(0, min(number, last))
    names = street_names(Seating.asked(typed).game, len(reached))
    dealt = reached[number]
    shown = ShownStreet(
        names[number], tuple(_rows(typed, dealt)), answer_to(_at(typed, dealt), dealing=1)
    )
    return Streets(names, number, shown)


def _reached(typed: Typed) -> list[int]:
    """How many cards of each board (in stud, of each hand) are dealt on each street so far."""
    seating = Seating.asked(typed)
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


def _fields(seating: Seating) -> list[str]:
    """The fields of cards that grow from street to street."""
    if seating.game.family is Family.STUD:
        return [hand_field(seat) for seat in range(seating.players)]
    return [board_name(place) for place in range(len(seating.game.boards))]


def _at(typed: Typed, dealt: int) -> dict[str, str]:
    """What lay on the table when so many cards were dealt."""
    cut = {
        name: format_cards(parse_cards(typed.get(name, ""))[:dealt], "")
        for name in _fields(Seating.asked(typed))
    }
    return {**typed, "runs": "1"} | cut


def _rows(typed: Typed, dealt: int) -> Iterator[tuple[str, Cards, Cards]]:
    seating = Seating.asked(typed)
    titles = {name: title for name, title, _ in seating.places}
    for seat, name in enumerate(_fields(seating)):
        cards = parse_cards(typed.get(name, ""))
        yield titles.get(name) or typed.get(f"label-{seat}") or "", cards[:dealt], cards[dealt:]
