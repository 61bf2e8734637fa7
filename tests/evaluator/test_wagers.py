"""Submitted chips: the pots that they make, and errors for contradictions."""

import pytest

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.wagers import MOST_CHIPS, MOST_SEATS, Pot, Wagers, collect
from showdown.words.errors import error_text
from tests.evaluator.dealing import settled

DEAL = settled("Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd").deal


def test_a_pot_without_names_is_for_everyone_still_in():
    wagers = Wagers(pots=(Pot(10), Pot(20, ("HandC", "HandA"))), folded=("HandB",))
    assert [pot.eligible for pot in collect(wagers, DEAL).pots] == [("HandA", "HandC")] * 2


def test_seats_are_the_hands_followed_by_other_named_players():
    wagers = Wagers(
        contributions={"Zoe": 5, "HandC": 5, "HandB": 5, "HandA": 5}, folded=("Zoe", "Yan")
    )
    assert collect(wagers, DEAL).seats == ("HandA", "HandB", "HandC", "Zoe", "Yan")


ABC = {"HandA": 5, "HandB": 5, "HandC": 5}


@pytest.mark.parametrize(
    ("wagers", "field", "message"),
    [
        ({"pots": (Pot(5),), "contributions": ABC}, "contributions",
         "give the pots or each player's bet, not both"),
        ({"pots": (Pot(-5),)}, "pots", "the pot is -5: an amount can't be negative"),
        ({"pots": (Pot(0),)}, "pots", "the pot is empty"),
        ({"pots": (Pot(50), Pot(30)), "unit": 25}, "pots",
         "is 30, which isn't a multiple of the unit 25"),
        ({"pots": (Pot(MOST_CHIPS + 1),)}, "pots", "the pot is more than 1,000,000,000,000 chips"),
        ({"pots": (Pot(5, ()),)}, "pots", "the pot has no eligible player"),
        ({"pots": (Pot(5), Pot(5), Pot(5, ()))}, "pots", "side pot 2 has no eligible player"),
        ({"pots": (Pot(5, ("HandA", "HandD")),)}, "pots",
         "HandD has no hand in the deal and can't win the pot"),
        ({"pots": (Pot(5, ("HandA", "HandB")),), "folded": ("HandB",)}, "pots",
         "HandB is out of the hand and can't win the pot"),
        ({"pots": (Pot(5, ("HandA", "HandA")),)}, "pots", "HandA is named twice"),
        ({"pots": (Pot(5),) * 14}, "pots", "pots can have at most 13 entries"),
        ({"contributions": ABC | {"HandB": -5}}, "contributions",
         "HandB's contribution is -5: an amount can't be negative"),
        ({"contributions": ABC, "unit": 25}, "contributions",
         "HandA's contribution is 5, which isn't a multiple of the unit 25"),
        ({"contributions": ABC, "unit": 25, "decimals": 2}, "contributions",
         "HandA's contribution is 0.05, which isn't a multiple of the unit 0.25"),
        ({"contributions": ABC | {"HandB": -5}, "decimals": 2}, "contributions",
         "HandB's contribution is -0.05: an amount can't be negative"),
        ({"contributions": ABC | {"HandB": MOST_CHIPS + 1}, "decimals": 2}, "contributions",
         "HandB's contribution is more than 10,000,000,000 chips"),
        ({"contributions": ABC | {"HandB": MOST_CHIPS + 1}}, "contributions",
         "HandB's contribution is more than 1,000,000,000,000 chips"),
        ({"contributions": ABC | {"HandD": 5}}, "contributions",
         "HandD has chips in the pot but no hand, and hasn't folded"),
        ({"contributions": {"HandA": 5, "HandB": 5}}, "contributions",
         "HandC's contribution is missing (0 if nothing)"),
        ({"contributions": ABC | {"a:b": 5}, "folded": ("a:b",)}, "contributions",
         "“a:b” can't be the name of a player"),
        ({"contributions": {"HandA": 0, "HandB": 0, "HandC": 5, "HandD": 5},
          "folded": ("HandC", "HandD")}, "contributions",
         "no player who can still win has put chips in"),
        ({"contributions": ABC, "folded": ("HandA", "HandB", "HandC")}, "folded",
         "everyone has folded, so nobody can win"),
        ({"contributions": ABC, "folded": ("HandA", "HandA")}, "folded", "HandA is named twice"),
        ({"folded": tuple(f"p{number}" for number in range(MOST_SEATS + 1))}, "folded",
         f"folded can have at most {MOST_SEATS} entries"),
        ({"contributions": ABC, "button": "HandD"}, "button",
         "the button is at “HandD”, but the seats are HandA, HandB and HandC"),
        ({"contributions": ABC, "seats": ("HandA", "HandB")}, "seats",
         "HandC has no seat; the seats are HandA and HandB"),
        ({"contributions": ABC, "seats": ("HandA", "HandB", "HandC", "HandA")}, "seats",
         "HandA is named twice"),
        ({"contributions": ABC, "unit": 0}, "unit", "the unit is 0; it must be more than 0"),
    ],
)  # fmt: skip
def test_contradictory_wagers_are_refused(wagers, field, message):
    with pytest.raises(InvalidWagers) as caught:
        collect(Wagers(**wagers), DEAL)
    assert message in error_text(caught.value)
    assert caught.value.field == field


def test_without_chips_the_competing_players_are_still_named():
    collected = collect(Wagers(folded=("HandB",)), DEAL)
    assert (collected.pots, collected.competing) == ((), ("HandA", "HandC"))


def test_a_hand_that_is_eligible_for_no_pot_does_not_compete():
    wagers = Wagers(contributions={"HandA": 5, "HandB": 0, "HandC": 5})
    assert collect(wagers, DEAL).competing == ("HandA", "HandC")
