"""Hands that no cards decide are judged by their names, known cards, chips and sums."""

from dataclasses import replace

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.pots import Unjudged
from showdown.audits.terms import Terms, terms_of
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.differences import Difference, Kind
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import EVERYTHING, TAKEN, CashOut, LoggedHand, Origin, Skip
from showdown.words.differences import difference_text
from tests.audits.hands import judge

TERMS = Terms()
UNCONTESTED = LoggedHand(
    origin=Origin(format="made-up", line=1, hand="7"),
    game=GAMES["holdem"],
    seats=("Anna", "Boris", "Cem"),
    hands={},
    known={"Boris": parse_cards("AhKd")},
    boards=(parse_cards("9s5s7c"),),
    folded=("Anna", "Cem"),
    stacks={"Anna": 1000, "Boris": 1000, "Cem": 400},
    contributions={"Anna": 30, "Boris": 90, "Cem": 30},
    dead=5,
    posted_dead={"Cem": 5},
    returned={"Boris": 60},
    paid={"Boris": 91},
    pots=(95,),
    rake=4,
    states=EVERYTHING,
    decimals=2,
)
"""Boris bets 60 on the flop, and nobody calls."""

NOT_SHOWN = replace(
    UNCONTESTED,
    boards=(parse_cards("9s5s7c2d3d"),),
    folded=("Anna",),
    contributions={"Anna": 30, "Boris": 90, "Cem": 40},
    returned={"Boris": 50},
    paid={"Cem": 111},
    pots=(115,),
)
"""Cem is all in for 40, and is paid the pot although no player shows."""


def fault(hand: LoggedHand, terms: Terms = TERMS) -> Difference:
    """Return the fault of a hand that has one."""
    difference = judge(hand, terms)
    assert difference
    return difference


def test_correctly_paid_hands_are_judged_correct() -> None:
    assert judge(UNCONTESTED, TERMS) is None
    assert judge(NOT_SHOWN, TERMS) is None
    reasons = [each.unsettled for each in judge_all([UNCONTESTED, NOT_SHOWN], TERMS)]
    assert reasons == [Skip.NO_SHOWDOWN, Skip.CARDS_NOT_SHOWN]


@pytest.mark.parametrize(
    ("change", "kind", "sentence"),
    [
        ({"paid": {"Boris": 90}}, Kind.RAKE, "The house took 0.05, but the log says 0.04"),
        ({"rake": 3}, Kind.RAKE, "The house took 0.04, but the log says 0.03"),
        ({"rake": 0, "fees": {"jackpot": 3}}, Kind.RAKE, "The house took 0.04, but the log says"),
        ({"paid": {"Boris": 92}}, Kind.RAKE, "The house took 0.03, but the log says 0.04"),
        ({"paid": {"Boris": 96}}, Kind.SUM, "0.95 was bet, but 1 was paid out"),
        ({"pots": (96,)}, Kind.POT_SUM, "The log states pots of 0.96, but 0.95 was bet"),
        ({"paid": {"Anna": 91}}, Kind.FOLDED, "Anna was paid 0.91, but had folded"),
        ({"paid": {"Boris": 90, "Cem": 1}}, Kind.FOLDED, "Cem was paid 0.01, but had folded"),
        ({"paid": {"Zoë": 91}}, Kind.UNKNOWN_PLAYER, "Zoë takes part, but has no seat"),
        ({"known": {"Boris": parse_cards("AhAh")}}, Kind.IMPOSSIBLE_CARDS, "A♥"),
        ({"known": {"Boris": parse_cards("9s2d")}}, Kind.IMPOSSIBLE_CARDS, "9♠"),
        ({"boards": (parse_cards("9s5s9s"),)}, Kind.IMPOSSIBLE_CARDS, "9♠"),
        ({"game": GAMES["short-deck"]}, Kind.IMPOSSIBLE_CARDS, "5♠"),
        (
            {"returned": {"Boris": 61}},
            Kind.UNCALLED,
            "Nobody called 0.60 of Boris's bets, but 0.61",
        ),
        ({"returned": {}}, Kind.UNCALLED, "Nobody called 0.60 of Boris's bets, but nothing was"),
        ({"returned": {"Anna": 60}}, Kind.UNCALLED, "0.60 was returned to Anna, though all of"),
        ({"stacks": {"Boris": 89}}, Kind.STACK, "Boris bet 0.90, but had only 0.89"),
        ({"stacks": {"Cem": 34}}, Kind.STACK, "Cem bet 0.35, but had only 0.34"),
        ({"too_fine": "$0.905"}, Kind.AMOUNT, "The log says $0.905, which isn't a multiple of"),
    ],
)
def test_a_fault_in_an_uncontested_hand_is_described(change, kind, sentence) -> None:
    found = fault(replace(UNCONTESTED, **change))
    assert found.kind is kind
    assert sentence in difference_text(found)


@pytest.mark.parametrize(
    ("change", "kind", "sentence"),
    [
        ({"paid": {"Cem": 110}}, Kind.RAKE, "The house took 0.05, but the log says 0.04"),
        ({"paid": {"Cem": 116}}, Kind.SUM, "1.15 was bet, but 1.20 was paid out"),
        ({"paid": {"Anna": 111}}, Kind.FOLDED, "Anna was paid 1.11, but had folded"),
        ({"returned": {"Boris": 40}}, Kind.UNCALLED, "Nobody called 0.50 of Boris's bets, but"),
        (
            {
                "contributions": {"Anna": 90, "Boris": 90, "Cem": 10},
                "returned": {},
                "pots": (195,),
                "paid": {"Cem": 191},
            },
            Kind.SHARE,
            "Cem was paid 1.91, but could win at most 0.35",
        ),
    ],
)
def test_a_fault_in_a_hand_without_shown_cards_is_described(change, kind, sentence) -> None:
    found = fault(replace(NOT_SHOWN, **change))
    assert found.kind is kind
    assert difference_text(found).startswith(sentence)


def test_a_fault_states_the_amount_due_to_the_last_player() -> None:
    found = fault(replace(UNCONTESTED, paid={"Anna": 91}))
    assert (found.due, found.over) == ({"Boris": 91}, {"Boris": -91, "Anna": 91})


def test_a_rake_rule_also_applies_without_a_showdown() -> None:
    by_rule = terms_of("wsop-2026", rake="4%")
    said = difference_text(fault(UNCONTESTED, by_rule))
    assert said == "The house took 0.04, but the rake rule says 0.03"
    no_drop = terms_of("wsop-2026", rake="5%,no-flop-no-drop")
    assert judge(UNCONTESTED, no_drop) is None
    assert fault(replace(UNCONTESTED, boards=()), no_drop).kind is Kind.RAKE


def test_unpaid_chips_are_rake_if_the_format_states_none() -> None:
    silent = replace(UNCONTESTED, rake=0, pots=(), states=EVERYTHING - TAKEN)
    assert judge(silent, TERMS) is None
    assert fault(replace(silent, paid={"Boris": 96})).kind is Kind.SUM
    assert fault(silent, terms_of("wsop-2026", rake="10%")).kind is Kind.RAKE


def test_the_house_may_add_to_a_pot_and_buy_a_hand() -> None:
    splashed = replace(UNCONTESTED, dead=55, paid={"Boris": 141}, pots=(145,))
    assert judge(splashed, TERMS) is None
    sold = replace(NOT_SHOWN, cash_outs={"Cem": CashOut(60, 1)})
    assert judge(sold, TERMS) is None


def test_bets_and_payments_that_contradict_the_pots_are_not_judged() -> None:
    with pytest.raises(Unjudged) as unjudged:
        judge(replace(UNCONTESTED, pots=(100,), paid={"Boris": 95}), TERMS)
    assert unjudged.value.reason is Skip.DOES_NOT_ADD_UP


def test_several_runs_share_their_first_cards() -> None:
    first, second = parse_cards("9s5s7c2d3d"), parse_cards("9s5s7c4d6d")
    assert judge(replace(NOT_SHOWN, boards=(first, second)), TERMS) is None
    again = parse_cards("9s5s7c3d6d")
    assert fault(replace(NOT_SHOWN, boards=(first, again))).kind is Kind.IMPOSSIBLE_CARDS
