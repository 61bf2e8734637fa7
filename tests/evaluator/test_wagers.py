"""Submitted chips: the pots that they make, and errors for contradictions."""

from showdown.evaluator.wagers import Pot, Wagers, collect
from tests.evaluator.dealing import settle_text

DEAL = settle_text("Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd").deal


def test_a_pot_without_names_is_for_everyone_still_in():
    wagers = Wagers(pots=(Pot(10), Pot(20, ("HandC", "HandA"))), folded=("HandB",))
    assert [pot.eligible for pot in collect(wagers, DEAL).pots] == [("HandA", "HandC")] * 2


def test_seats_are_the_hands_followed_by_other_named_players():
    chips = dict.fromkeys(["Zoe", "HandC", "HandB", "HandA"], 5)
    wagers = Wagers(contributions=chips, folded=("Zoe", "Yan"))
    assert collect(wagers, DEAL).seats == ("HandA", "HandB", "HandC", "Zoe", "Yan")


def test_the_competing_players_are_named_without_chips():
    collected = collect(Wagers(folded=("HandB",)), DEAL)
    assert (collected.pots, collected.competing) == ((), ("HandA", "HandC"))


def test_a_hand_that_is_eligible_for_no_pot_does_not_compete():
    wagers = Wagers(contributions={"HandA": 5, "HandB": 0, "HandC": 5})
    assert collect(wagers, DEAL).competing == ("HandA", "HandC")
