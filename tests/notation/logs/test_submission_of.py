"""Test the conversion of logged hands to deals, for all names and shown hands."""

from dataclasses import replace

import pytest

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.deals import is_label
from showdown.evaluator.errors import DuplicateCard, InvalidWagers
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.logs.logged_hand import USUAL, LoggedHand, Origin
from showdown.notation.logs.submission_of import labels_of, submission_of

HAND = LoggedHand(
    states=USUAL,
    origin=Origin(format="", line=1),
    game=GAMES["holdem"],
    seats=("Ada", "Ben", "Cleo"),
    hands={"Ada": parse_cards("KcKd"), "Cleo": parse_cards("QcQd")},
    boards=(parse_cards("2c7d9sJh3c"),),
    contributions={"Ada": 50, "Ben": 100, "Cleo": 100},
    dead=5,
    rake=10,
)


def test_unshown_hands_are_mucked_and_the_last_seat_has_the_button() -> None:
    submission = submission_of(HAND, WSOP_2026)
    assert submission.deal.shown == ("Ada", "Cleo")
    assert submission.wagers
    assert submission.wagers.button == "Cleo"
    payout = submission.settle().payout
    assert payout
    assert {each.label: each.total for each in payout.players} == {"Ada": 148, "Ben": 0, "Cleo": 97}


def test_a_stud_game_has_no_button() -> None:
    hand = replace(
        HAND,
        game=GAMES["razz"],
        hands={"Ada": parse_cards("2c3c4c5c6c7c8c"), "Cleo": parse_cards("2d3d4d5d6d7d8d")},
        boards=(),
    )
    wagers = submission_of(hand, WSOP_2026).wagers
    assert wagers
    assert wagers.button is None


@pytest.mark.parametrize(
    "names",
    [
        ("a:b", "a=b", "a,b"),
        ("x" * 50, "x" * 51, "x" * 52),
        ("", "\0", "  "),
        ("Seat 2", "::", "Board"),
        ("a_b 2", "a:b", "a=b"),
        ("\u202e", "名前", "名:前"),
    ],
)
def test_each_name_becomes_a_distinct_label(names: tuple[str, str, str]) -> None:
    hand = replace(
        HAND,
        seats=names,
        hands=dict(zip(names[::2], HAND.hands.values(), strict=True)),
        contributions=dict(zip(names, (50, 100, 100), strict=True)),
    )
    labels = labels_of(hand)
    assert list(labels) == list(names)
    assert len(set(labels.values())) == 3
    assert all(map(is_label, labels.values()))
    assert all(labels[name] == name for name in names if is_label(name))
    payout = submission_of(hand, WSOP_2026).settle().payout
    assert payout
    assert [each.total for each in payout.players] == [148, 0, 97]


def test_impossible_deals_are_refused() -> None:
    twice = replace(HAND, hands={**HAND.hands, "Cleo": parse_cards("KcQd")})
    with pytest.raises(DuplicateCard):
        submission_of(twice, WSOP_2026)


def test_a_side_pot_that_was_won_without_showing_is_refused() -> None:
    alone = replace(
        HAND, hands={"Ada": parse_cards("KcKd")}, folded=("Cleo",), paid={"Ada": 155, "Ben": 100}
    )
    with pytest.raises(InvalidWagers):
        submission_of(alone, WSOP_2026)
