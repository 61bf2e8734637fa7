"""What a stranger sends as JSON is refused before it costs anything."""

import json

import pytest

from showdown.evaluator.errors import InvalidChips, InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import ChipPot, Wagers, collect
from showdown.notation.deal_json import NotJson, deal_from_json, pointer_to, read_json
from showdown.notation.deal_line import read_line
from tests.factories import random_deal
from tests.hostile import BODIES, DEAL, settle_json


@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_refused_in_few_words(name):
    """Two megabytes are not repeated in what is said about them."""
    with pytest.raises(InvalidDeal) as caught:
        settle_json(BODIES[name].encode())
    assert len(str(caught.value)) < 400
    assert len(pointer_to(caught.value, None)) < 400


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "b": 1, "a": 2}', "'a' is there twice in one object"),
        ('{"a": 1, "b": 1, "b": 2, "a": 2}', "'b' is there twice in one object"),
        (json.dumps(dict.fromkeys(map(str, range(101)))), "an object has 101 keys"),
        (json.dumps({"k" * 101: 1}), "a key has more than 100 characters"),
        ("[" * 65 + "]" * 65, "nested more than 64 deep"),
        ("[" * 5000 + "]" * 5000, "nested more than 64 deep"),
    ],
)
def test_what_no_deal_needs_is_refused(text, message):
    with pytest.raises(NotJson, match=message):
        read_json(text.encode())


@pytest.mark.parametrize(
    "document",
    [
        dict.fromkeys(map(str, range(100))),
        {"k" * 100: 1},
        [[] for _ in range(1000)],
        "[" * 100,
        json.loads("[" * 64 + "]" * 64),
    ],
    ids=["keys", "key", "wide", "text", "deep"],
)
def test_what_is_just_within_the_bounds_is_read(document):
    assert read_json(json.dumps(document).encode()) == document


def test_no_key_is_compared_with_all_the_others():
    """Of the million comparisons of a thousand keys none is left: each is hashed once."""

    class Counted(str):
        comparisons = 0

        def __eq__(self, other):
            Counted.comparisons += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    from showdown.notation.deal_json import _first_repeated

    keys = [Counted(number) for number in [*range(1000), 999]]
    assert _first_repeated(keys) == "999"
    assert Counted.comparisons < 10


def labels(count):
    return tuple(f"p{number}" for number in range(count))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_has_no_more_pots_and_seats_than_the_game_has_players(game):
    most = game.players[-1]
    deal = random_deal(game, 2)
    pots = (ChipPot(5),) * most
    assert len(collect(Wagers(pots=pots), deal).pots) == most
    with pytest.raises(InvalidChips, match="pots: "):
        collect(Wagers(pots=(*pots, ChipPot(5))), deal)
    gone = labels(most - 2)
    assert len(collect(Wagers(pots=(ChipPot(5),), folded=gone), deal).seats) == most
    with pytest.raises(InvalidChips, match="seats: "):
        collect(Wagers(pots=(ChipPot(5),), folded=labels(most - 1)), deal)


LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"


@pytest.mark.parametrize(
    ("wagers", "words", "field"),
    [
        ({"pots": [{"amount": 5}] * 14}, " Pot:5" * 14, "pots"),
        (
            {"pots": [{"amount": 5, "eligible": labels(14)}]},
            f" Pot:5={','.join(labels(14))}",
            "pots",
        ),
        (
            {"pots": [{"amount": 5}], "folded": labels(14)},
            f" Pot:5 Fold:{','.join(labels(14))}",
            "folded",
        ),
        (
            {"pots": [{"amount": 5}], "seats": labels(14)},
            f" Pot:5 Seats:{','.join(labels(14))}",
            "seats",
        ),
        (
            {"contributions": dict.fromkeys(labels(14), 5)},
            f" In:{','.join(f'{label}=5' for label in labels(14))}",
            "contributions",
        ),
    ],
    ids=["pots", "eligible", "folded", "seats", "contributions"],
)
def test_every_list_has_the_same_bound_as_json_and_on_a_line(wagers, words, field):
    said = rf"{field}: 14 are given, and a table has no more than 13"
    with pytest.raises(InvalidChips, match=said) as caught:
        deal_from_json(DEAL | wagers)
    assert caught.value.field == field
    with pytest.raises(InvalidChips, match=said):
        read_line(LINE + words, GAMES["omaha-hilo"])


def test_the_deal_itself_is_read():
    assert settle(deal_from_json(read_json(json.dumps(DEAL).encode())).deal)
