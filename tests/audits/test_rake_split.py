"""The split of the rake among several pots, derived from the payments."""

from dataclasses import replace

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.judging import Judgment
from showdown.audits.terms import terms_of
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import USUAL, LoggedHand, Origin, Statement

TERMS = terms_of("wsop-2026", "", "", "")


def three_way(paid: dict[str, int], *, rake: int, in_proportion: bool = False) -> LoggedHand:
    """Return a hand in which Cem wins the main pot of 3,000, and Anna the side pot of 8,000."""
    return LoggedHand(
        origin=Origin(format="made-up", line=1),
        game=GAMES["holdem"],
        seats=("Anna", "Boris", "Cem"),
        hands={
            "Anna": parse_cards("KsKd"),
            "Boris": parse_cards("QsQd"),
            "Cem": parse_cards("AsAd"),
        },
        boards=(parse_cards("2c7d9hJc3s"),),
        contributions={"Anna": 5000, "Boris": 5000, "Cem": 1000},
        paid=paid,
        rake=rake,
        states=USUAL if in_proportion else USUAL - {Statement.RAKE_OF_POTS},
        decimals=2,
    )


def kind_of(hand: LoggedHand) -> str:
    (judged,) = judge_all([hand], TERMS)
    assert isinstance(judged, Judgment)
    return judged.difference.kind if judged.difference else ""


@pytest.mark.parametrize("of_main", [0, 55, 81, 150, 300])
def test_any_division_of_the_rake_is_right_if_the_rule_is_unknown(of_main: int) -> None:
    paid = {"Cem": 3000 - of_main, "Anna": 8000 - (300 - of_main)}
    assert kind_of(three_way(paid, rake=300)) == ""


def test_a_small_main_pot_may_have_paid_the_whole_rake() -> None:
    """No house takes a fifth of each pot, but the main pot may pay the rake of both pots."""
    assert kind_of(three_way({"Cem": 2400, "Anna": 8000}, rake=600)) == ""
    assert kind_of(three_way({"Cem": 2500, "Anna": 7900}, rake=600)) != ""


@pytest.mark.parametrize("of_main", [-1, 302, 600])
def test_payments_beyond_the_pots_are_wrong(of_main: int) -> None:
    paid = {"Cem": 3000 - of_main, "Anna": 8000 - (300 - of_main)}
    assert kind_of(three_way(paid, rake=300)) != ""


def test_rake_in_proportion_is_checked_if_the_room_takes_it_so() -> None:
    in_proportion = {"Cem": 2918, "Anna": 7782}
    assert kind_of(three_way(in_proportion, rake=300, in_proportion=True)) == ""
    paid = {"Cem": 3000, "Anna": 7700}
    assert kind_of(three_way(paid, rake=300, in_proportion=True)) != ""


def test_the_rake_of_a_pot_follows_from_shares_of_it() -> None:
    """Both winners share the side pot; the third player alone wins the main pot."""
    hand = three_way({"Cem": 2995, "Anna": 3985, "Boris": 3985}, rake=35)
    tied = {**hand.hands, "Boris": parse_cards("KcKh")}
    assert kind_of(replace(hand, hands=tied)) == ""
    wrong = {"Cem": 2995, "Anna": 3995, "Boris": 3975}
    assert kind_of(replace(hand, hands=tied, paid=wrong)) != ""


def test_odd_chips_by_another_rule_are_not_judged() -> None:
    hand = replace(
        three_way({"Anna": 7500, "Boris": 7500}, rake=0),
        hands={"Anna": parse_cards("KsKd"), "Boris": parse_cards("KcKh")},
        folded=("Cem",),
        contributions={"Anna": 5000, "Boris": 5000, "Cem": 1001},
        paid={"Anna": 5500, "Boris": 5501},
    )
    assert kind_of(hand) == "odd-chip"
    assert kind_of(replace(hand, states=USUAL - {Statement.ODD_CHIPS})) == ""
    wrong = replace(hand, states=USUAL - {Statement.ODD_CHIPS}, paid={"Anna": 5499, "Boris": 5502})
    assert kind_of(wrong) == "share"
