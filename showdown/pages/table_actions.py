"""Actions of the buttons that change the table. The browser's back button undoes a change."""

import random
from itertools import cycle
from urllib.parse import urlencode

from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.deals import MAX_PLAYERS, Deal, Hand, default_label
from showdown.evaluator.errors import UnknownCard
from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.pages.forms.field_values import deal_fields
from showdown.pages.table_input import (
    NEXT_FOR,
    Fields,
    Seating,
    TableInput,
    board_field_name,
    contribution_field,
    count_cards,
    dealer_button_value,
    fold_field,
    hand_field,
    is_unnamed,
    label_field,
)

EXAMPLE = "example"
"""Name of the field that holds the game of the example on the table."""
EXAMPLES = (
    ("AKs vs QQ", "game=holdem&players=2&hand-0=AKs&hand-1=QQ"),
    (
        "Split pot",
        "game=omaha-hilo&players=2&label-0=Anna&hand-0=AcKdKhJd&label-1=Boris&hand-1=As2dTc9h"
        "&board=Kc8s7d3hQc&put-in-0=50&put-in-1=50",
    ),
    (
        "Side pot",
        "game=holdem&players=3&label-0=Anna&hand-0=AhAd&label-1=Boris&hand-1=KsKh&label-2=Cem"
        "&hand-2=QsQd&board=2c7h9dJc3s&put-in-0=100&put-in-1=300&put-in-2=300",
    ),
)
"""The names and the queries of the deals and spots that the page offers on a first visit."""
_SETTING_FIELDS = ("game", "players", "runs", "rules")
_FIELDS_OUTSIDE_QUERY = ("csrfmiddlewaretoken", "action", "line", "note")
_SEAT_FIELDS = (hand_field, label_field, contribution_field, fold_field)
_REMOVE = "remove-"


def apply_action(entry: TableInput) -> TableInput:
    """Return the table after the action of the pressed button."""
    action = entry.action
    if action.startswith(_REMOVE):
        fields = _remove_player(entry, action.removeprefix(_REMOVE))
    elif action == "deal":
        seating = Seating(entry.game, entry.seating.players)
        deal = make_random_deal(seating, random.SystemRandom())
        fields = remove_deal(entry.fields) | deal_fields(deal, includes_labels=False)
    elif action == "clear":
        fields = remove_deal(entry.fields)
    elif action == "keep":
        fields = _trim_cards(entry)
    elif action == "table":
        fields = _share_dealt_cards(entry)
    elif action == "add":
        fields = {**entry.fields, "players": str(entry.seating.players + 1)}
    else:
        return entry
    return TableInput.from_fields(fields)


def make_random_deal(seating: Seating, rng: random.Random) -> Deal:
    """Return a deal from a shuffled deck."""
    game = seating.game
    total = seating.players * seating.hole + sum(seating.boards)
    cards = iter(rng.sample(game.deck, total))
    hands = tuple(
        Hand(default_label(seat), tuple(next(cards) for _ in range(seating.hole)))
        for seat in range(seating.players)
    )
    boards = tuple(tuple(next(cards) for _ in range(count)) for count in seating.boards)
    return Deal(game=game, hands=hands, boards=boards)


def example_fields() -> dict[str, str]:
    """Return the example deal: Boris scoops, and Anna may think that she has a low."""
    return {
        "game": OMAHA_HILO.slug,
        "players": "2",
        label_field(0): "Anna",
        hand_field(0): "Ac Kd Jd 3d",
        label_field(1): "Boris",
        hand_field(1): "5c 5d 6c 7d",
        board_field_name(0): "Ah Kh 5s 2s Qd",
        EXAMPLE: OMAHA_HILO.slug,
    }


def remove_changed_example(fields: Fields) -> dict[str, str]:
    """Return the fields without the field `example` if the example's cards or game were changed.

    In another game, unchanged texts of the example are removed too; typed texts are kept.
    """
    if EXAMPLE not in fields:
        return dict(fields)
    example = {name: text for name, text in example_fields().items() if name not in _SETTING_FIELDS}
    unchanged = {
        name
        for name, text in example.items()
        if fields.get(name, "").replace(" ", "") == text.replace(" ", "")
    }
    if fields.get("game") != fields[EXAMPLE]:
        removed = unchanged | {EXAMPLE}
    else:
        removed = set() if unchanged == example.keys() else {EXAMPLE}
    return {name: text for name, text in fields.items() if name not in removed}


def build_query(fields: Fields) -> str:
    """Return the fields as the query of an address, without empty texts and default values."""
    defaults = {("runs", "1"), ("rules", WSOP_2026.slug), (NEXT_FOR, "0")}
    seats = {label_field(seat): seat for seat in range(MAX_PLAYERS)}
    return urlencode(
        {
            name: text
            for name, text in fields.items()
            if text.strip()
            and name not in _FIELDS_OUTSIDE_QUERY
            and (name, text) not in defaults
            and not (name in seats and is_unnamed(seats[name], text))
        }
    )


def remove_deal(fields: Fields) -> dict[str, str]:
    """Return only the game, players, runs and rules, and the names unless they are an example's."""
    names = () if EXAMPLE in fields else map(label_field, range(MAX_PLAYERS))
    kept_names = {*_SETTING_FIELDS, *names}
    return {name: text for name, text in fields.items() if name in kept_names}


def _share_dealt_cards(entry: TableInput) -> dict[str, str]:
    """Return the fields, with incomplete boards of the first run copied to empty later boards."""
    fields = dict(entry.fields)
    later_runs = entry.seating.board_fields[len(entry.boards) :]
    for (name, _, count), dealt in zip(later_runs, cycle(entry.boards), strict=False):
        if not fields.get(name, "").strip() and 0 < count_cards(dealt) < count:
            fields[name] = dealt
    return fields


def _trim_cards(entry: TableInput) -> dict[str, str]:
    """Return the fields without cards that the game has no space for."""
    max_counts = {hand_field(seat): entry.seating.hole for seat in range(entry.seating.players)}
    max_counts |= {name: count for name, _, count in entry.seating.board_fields}
    fields = dict(entry.fields)
    for name, max_count in max_counts.items():
        try:
            fields[name] = format_cards(parse_cards(fields.get(name, ""))[:max_count], " ")
        except UnknownCard:
            continue  # a range, or text with an error
    return fields


def _remove_player(entry: TableInput, number: str) -> dict[str, str]:
    """Return the fields without the player at this seat; later players move up a seat."""
    fields, players = entry.fields, entry.seating.players
    removed_seat = (
        int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else players
    )
    if removed_seat >= players:
        return dict(fields)
    removed_names = {
        field(seat) for seat in range(removed_seat, players) for field in _SEAT_FIELDS
    } | {NEXT_FOR}
    kept_fields = {name: text for name, text in fields.items() if name not in removed_names}
    for seat in range(removed_seat + 1, players):
        for field in _SEAT_FIELDS:
            text = fields.get(field(seat))
            # A default name stays at its seat.
            if text is not None and not (field is label_field and is_unnamed(seat, text)):
                kept_fields[field(seat - 1)] = text
    moved_buttons = {
        dealer_button_value(seat): dealer_button_value(seat - 1)
        for seat in range(removed_seat + 1, players)
    }
    moved_buttons[dealer_button_value(removed_seat)] = ""
    button = fields.get("button", "")
    return kept_fields | {"players": str(players - 1), "button": moved_buttons.get(button, button)}
