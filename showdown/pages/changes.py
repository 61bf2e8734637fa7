"""What a button does to what lies on the table: the inverse is to go back to the address before."""

import random
from collections.abc import Mapping
from urllib.parse import urlencode

from showdown.evaluator.deals import MOST_PLAYERS
from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.rule_sets import WSOP_2024
from showdown.pages.forms.chips import button_at, fold_field, put_in_field
from showdown.pages.forms.table import hand_field, label_field
from showdown.pages.forms.typed import typed_deal
from showdown.pages.naming import is_unnamed
from showdown.pages.seating import NEXT_FOR, Seating, Typed, board_name
from showdown.pages.worked_examples import shuffled_deal

EXAMPLE = "example"
"""Says of which game the cards on the table are an example."""
_KEPT = ("game", "players", "runs", "rules")
_NOT_OF_THE_SPOT = ("csrfmiddlewaretoken", "action", "as", "line", "note")
_OF_A_SEAT = (hand_field, label_field, put_in_field, fold_field)
_REMOVE = "remove-"


def changed(typed: Typed, action: str) -> dict[str, str]:
    """What lies there after the button with this value was pressed."""
    if action.startswith(_REMOVE):
        return _without(typed, action.removeprefix(_REMOVE))
    change = {"deal": _dealt, "clear": _cleared, "add": _with_one_more}.get(action, dict)
    return change(typed)


def with_example() -> dict[str, str]:
    """A deal to begin with: Boris scoops, and Anna may think that she has a low."""
    return {
        "game": OMAHA_HILO.slug,
        "players": "2",
        label_field(0): "Anna",
        hand_field(0): "Ac Kd Jd 3d",
        label_field(1): "Boris",
        hand_field(1): "5c 5d 6c 7d",
        board_name(0): "Ah Kh 5s 2s Qd",
        EXAMPLE: OMAHA_HILO.slug,
    }


def without_example(typed: Typed) -> dict[str, str]:
    """What was typed; an example goes when another game is chosen."""
    shown = typed.get(EXAMPLE)
    return _cleared(typed) if shown and shown != typed.get("game") else dict(typed)


def query_of(typed: Typed) -> str:
    """What was typed as the query of an address, with nothing that need not be said."""
    query = {
        name: text
        for name, text in typed.items()
        if text.strip() and name not in _NOT_OF_THE_SPOT and not _goes_without_saying(name, text)
    }
    return urlencode(query)


def _goes_without_saying(name: str, text: str) -> bool:
    if name.startswith("label-"):
        return any(
            name == label_field(seat) and is_unnamed(seat, text) for seat in range(MOST_PLAYERS)
        )
    return (name, text) in {("runs", "1"), ("rules", WSOP_2024.slug), (NEXT_FOR, "0")}


def _dealt(typed: Typed) -> dict[str, str]:
    seating = Seating.asked(typed)
    deal = shuffled_deal(Seating(seating.game, seating.players), random.SystemRandom())
    return _cleared(typed) | typed_deal(deal, labels=False)


def _cleared(typed: Typed) -> dict[str, str]:
    """Game, rules and players stay, under their names; those of an example go."""
    stays = (*_KEPT,) if EXAMPLE in typed else (*_KEPT, *map(label_field, range(MOST_PLAYERS)))
    return {name: text for name, text in typed.items() if name in stays}


def _with_one_more(typed: Typed) -> dict[str, str]:
    return {**typed, "players": str(Seating.asked(typed).players + 1)}


def _without(typed: Typed, number: str) -> dict[str, str]:
    """Without the player at this seat: those behind move up."""
    players = Seating.asked(typed).players
    gone = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else players
    if gone >= players:
        return dict(typed)
    gone_names = _names(range(gone, players)) | {NEXT_FOR}
    staying = {name: text for name, text in typed.items() if name not in gone_names}
    for seat in range(gone + 1, players):
        staying |= _moved(typed, seat, seat - 1)
    button = {button_at(seat): button_at(seat - 1) for seat in range(gone + 1, players)}
    button[button_at(gone)] = ""
    chosen = typed.get("button", "")
    return staying | {"players": str(players - 1), "button": button.get(chosen, chosen)}


def _names(seats: range) -> set[str]:
    return {field(seat) for seat in seats for field in _OF_A_SEAT}


def _moved(typed: Mapping[str, str], before: int, after: int) -> dict[str, str]:
    """What was typed for a seat, for another; a name by default stays where it is."""
    return {
        field(after): typed[field(before)]
        for field in _OF_A_SEAT
        if field(before) in typed
        and not (field is label_field and is_unnamed(before, typed[field(before)]))
    }
