"""Untrusted JSON: deals are parsed, and expensive documents are refused early."""

import json

import pytest

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.deal_json import deal_from_json, error_location
from showdown.notation.strict_json import DuplicateKey, NotJson, pointer, read_json
from showdown.words.errors import error_text
from tests.factories import DealFactory
from tests.hostile import BODIES, DEAL, settle_json


@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_refused_in_few_words(name):
    """Two megabytes are not repeated in the error message."""
    with pytest.raises(InvalidDeal) as caught:
        settle_json(BODIES[name]().encode())
    assert len(error_text(caught.value)) < 500
    path, _ = error_location(caught.value, None)
    assert len(pointer(path)) < 400


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(dict.fromkeys(map(str, range(101)))), "an object has 101 keys"),
        (json.dumps({"k" * 101: 1}), "a key has more than 100 characters"),
        ("[" * 65 + "]" * 65, "nested more than 64 levels deep"),
        ("[" * 100_000 + "]" * 100_000, "nested more than 64 levels deep"),
        ("[" + "{}," * 10_000 + "{}]", "there are more than 10,000 objects"),
        ("[1,", "this isn't JSON: expecting value"),
        ("[NaN]", "NaN isn't a JSON number"),
        ("9" * 5000, "a number has too many digits"),
        (r'["\ud83c"]', "a surrogate in a string isn't part of a pair"),
    ],
)
def test_invalid_or_excessive_json_is_refused(text, message):
    with pytest.raises(NotJson) as caught:
        read_json(text.encode())
    assert message in error_text(caught.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1, "b": 1, "a": 2}', "#/a"),
        ('{"a": 1, "b": 1, "b": 2, "a": 2}', "#/b"),
        ('{"hands": {"HandA": 1, "HandA": 2}}', "#/hands/HandA"),
        ('[[], {"a": [{"x": 1, "x": 2}]}, {"y": 1, "y": 2}]', "#/1/a/0/x"),
        ('{"a": {"x": 1, "x": 2}, "a": 3}', "#/a"),
        ('{"a/b~c d": 1, "a/b~c d": 2}', "#/a~1b~0c%20d"),
    ],
)
def test_the_error_points_to_a_duplicate_key(text, place):
    with pytest.raises(DuplicateKey) as caught:
        read_json(text.encode())
    assert pointer(caught.value.path) == place


@pytest.mark.parametrize(
    "document",
    [
        dict.fromkeys(map(str, range(100))),
        {"k" * 100: 1},
        [[] for _ in range(1000)],
        [{}] * 10_000,
        "[" * 100,
        json.loads("[" * 64 + "]" * 64),
    ],
    ids=["keys", "key", "wide", "objects", "text", "deep"],
)
def test_input_just_within_the_bounds_is_read(document):
    assert read_json(json.dumps(document).encode()) == document


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_hands_may_be_texts_or_lists_by_label_or_in_order(game):
    deal = DealFactory(game=game, players=3)
    boards = [[*map(str, board)] for board in deal.boards]
    texts = {hand.label: "".join(map(str, hand.cards)) for hand in deal.hands}
    lists = {hand.label: [*map(str, hand.cards)] for hand in deal.hands}
    for hands in (texts, lists, [*texts.values()], [*lists.values()]):
        assert deal_from_json({"game": game.slug, "hands": hands, "boards": boards}).deal == deal


def test_everything_about_a_deal_is_read():
    given = DEAL | {
        "hands": {"HandA": "mucked", "HandB": "5c-5d-6c-7d", "HandC": "Ts9s8s7s"},
        "board": None,
        "boards": ["Ah-Kh-5s-2s-Qd", ["Ah", "Kh", "5s", "2s", "3c"]],
        "rules": "roberts",
        "folded": ["HandC"],
    }
    deal, wagers, rules = deal_from_json(given)
    assert [hand.is_mucked for hand in deal.hands] == [True, False, False]
    assert (deal.runs, wagers.folded, rules) == (2, ("HandC",), RULE_SETS["roberts"])
