"""Test that correctly paid hands are judged correct, and that faults are found by kind."""

import random
from dataclasses import replace

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.counts import Counts
from showdown.audits.judging import Judgment
from showdown.audits.report import summary_text
from showdown.audits.terms import Terms, parse_terms
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.differences import Kind
from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.logs.logged_hand import (
    ALL_STATEMENTS,
    RAKE_AND_FEES,
    USUAL_STATEMENTS,
    CashOut,
    HandSkipped,
    LoggedHand,
    Origin,
    Skip,
    Statement,
)
from showdown.words.differences import difference_text
from showdown.words.errors import error_text
from tests.audits.hands import judge, pay_correctly, some_hands
from tests.logs import make_correct_hand

QUARTER = LoggedHand(
    statements=ALL_STATEMENTS - {Statement.EVERY_RETURN},
    origin=Origin(format="made-up", line=1, hand="7"),
    game=GAMES["omaha-hilo"],
    seats=("Anna", "Boris", "Cem"),
    hands={"Anna": parse_cards("4sKd6hJh"), "Boris": parse_cards("6sQdQc4h")},
    boards=(parse_cards("9s5s7c3d5h"),),
    folded=("Cem",),
    contributions={"Anna": 100, "Boris": 100, "Cem": 11},
    paid={"Anna": 106, "Boris": 105},
    pots=(211,),
)
"""Anna and Boris tie for high with a seven-high straight and for low with 7-6-5-4-3."""


TERMS = Terms()


def kinds(hands, terms=TERMS):
    judged = judge_all(hands, terms)
    return {
        judgment.hand.origin.line: judgment.difference.kind
        for judgment in judged
        if judgment.difference
    }


@pytest.mark.parametrize("slug", RULE_SETS)
def test_payments_according_to_a_rule_set_are_judged_correct(slug):
    rng, rules = random.Random(slug), RULE_SETS[slug]
    hands = [make_correct_hand(rng, game, rules=rules) for game in GAMES.values()]
    assert kinds(hands, Terms(rules=rules)) == {}


def test_arrays_and_rules_agree_on_random_payments():
    rng = random.Random(9)
    hands = []
    for hand in some_hands(rng, 300):
        names = rng.sample(sorted(set(hand.seats) - set(hand.folded)), 2)
        moved = min(hand.paid.get(names[0], 0), rng.choice((0, 0, 1, 2, 50)))
        paid = {**hand.paid, names[0]: hand.paid.get(names[0], 0) - moved}
        paid[names[1]] = paid.get(names[1], 0) + moved
        hands.append(replace(hand, paid=paid))
    by_rules = {hand.origin.line: judge(hand, TERMS) for hand in hands}
    found = {judgment.hand.origin.line: judgment.difference for judgment in judge_all(hands, TERMS)}
    assert found.keys() == by_rules.keys()
    for line, difference in found.items():
        assert (difference and difference.kind) == (by_rules[line] and by_rules[line].kind), line


def only_difference(hand, **terms):
    return judge(hand, parse_terms(terms.pop("rules", "wsop-2026"), **terms))


HEADS_UP = replace(
    QUARTER,
    folded=(),
    seats=("Anna", "Boris"),
    contributions={"Anna": 105, "Boris": 105},
    pots=(210,),
)


def test_a_wrong_odd_chip_names_the_rule_sets_that_agree():
    """One rule set halves the 210 chips; another gives Anna the odd chip of high and of low."""
    split = replace(HEADS_UP, paid={"Anna": 106, "Boris": 104})
    found = only_difference(split)
    assert (found.kind, found.matching_rule_sets) == (Kind.ODD_CHIP, ("tda-2026",))
    assert difference_text(found) == (
        "An odd 1 went to Anna instead of Boris, which is correct under tda-2026"
    )
    assert only_difference(split, rules="tda-2026") is None
    assert (
        only_difference(replace(split, paid={"Anna": 104, "Boris": 106})).matching_rule_sets == ()
    )


@pytest.mark.parametrize(
    ("change", "terms", "kind", "sentence"),
    [
        ({"paid": {"Anna": 211}}, {}, Kind.SHARE,
         "Anna should have received 106 instead of 211 and Boris 105 instead of 0: high: Anna"
         " and Boris tie: seven-high straight; low: Anna and Boris tie: 7-6-5-4-3"),
        ({}, {"rake": "5%,3"}, Kind.RAKE, "The house took 0, but the rake rule states 3"),
        ({"boards": (parse_cards("9s5s7c3d6h"),)}, {}, Kind.IMPOSSIBLE_CARDS,
         "6♥ appears twice, in Anna and Board"),
    ],
)  # fmt: skip
def test_a_difference_is_described_in_one_sentence(change, terms, kind, sentence):
    found = only_difference(replace(QUARTER, **change), **terms)
    assert (found.kind, difference_text(found)) == (kind, sentence)


def test_the_odd_chip_is_a_multiple_of_the_unit():
    hand_in_fives = replace(
        HEADS_UP,
        contributions={"Anna": 150, "Boris": 150},
        dead=5,
        pots=(305,),
        paid={"Anna": 155, "Boris": 150},
    )
    assert only_difference(hand_in_fives, unit="5") is None
    assert only_difference(hand_in_fives).kind is Kind.SHARE


def test_the_unit_is_ignored_if_smaller_chips_were_bet():
    """Anna and Boris share 15 in chips of one, because Cem put one in."""
    put_in = {"Anna": 7, "Boris": 7, "Cem": 1}
    hand = replace(QUARTER, contributions=put_in, pots=(15,), paid={"Anna": 8, "Boris": 7})
    by_five = replace(hand, paid={"Anna": 10, "Boris": 5}, origin=Origin(format="", line=2))
    terms = parse_terms("wsop-2026", unit="5")
    assert kinds([hand, by_five] * 60, terms) == kinds([hand, by_five], terms) == {2: Kind.SHARE}


def test_a_side_pot_of_one_player_is_paid_without_cards():
    """Nobody called Boris's last bet after Anna's all-in, so he needn't show his cards."""
    hand = replace(
        QUARTER,
        hands={"Anna": QUARTER.hands["Anna"]},
        contributions={"Anna": 100, "Boris": 150, "Cem": 120},
        paid={"Anna": 300, "Boris": 40},
        pots=(340,),
    )
    assert only_difference(hand) is None
    assert only_difference(replace(hand, paid={"Anna": 340})).kind is Kind.SHARE
    assert only_difference(replace(hand, paid={"Boris": 340})).kind is Kind.SHARE


def test_a_card_of_a_folded_hand_cannot_be_dealt_again():
    hands = {**QUARTER.hands, "Cem": parse_cards("9s2c3c4c")}
    assert only_difference(replace(QUARTER, hands=hands)).kind is Kind.IMPOSSIBLE_CARDS
    assert kinds([replace(QUARTER, hands=hands)] * 80) == {1: Kind.IMPOSSIBLE_CARDS}


def test_differences_have_the_names_of_the_log_even_if_these_are_not_labels():
    names = {"Anna": "A=:,", "Boris": "♠" * 60, "Cem": "Board"}
    hand = replace(
        QUARTER,
        seats=tuple(names.values()),
        folded=("Board",),
        hands={names[name]: cards for name, cards in QUARTER.hands.items()},
        contributions={names[name]: chips for name, chips in QUARTER.contributions.items()},
        paid={names["Boris"]: 211},
    )
    assert only_difference(hand).due == {names["Anna"]: 106, names["Boris"]: 105}
    assert only_difference(pay_correctly(hand)) is None


@pytest.mark.parametrize(
    "change",
    [
        {"contributions": {"Anna": 10**30, "Boris": 10**30}, "paid": {"Anna": 2 * 10**30}},
        {"contributions": {"Anna": 10**12, "Boris": 10**12}, "paid": {"Anna": 2 * 10**12}},
        {"rake": -5, "paid": {"Anna": 111, "Boris": 105}},
        {"paid": {"Anna": 10**20, "Boris": 211 - 10**20}},
        {"contributions": {"Anna": -100, "Boris": -100}, "paid": {"Anna": -200}},
        {"contributions": {"Anna": 100, "Boris": 10**13}, "paid": {"Anna": 100, "Boris": 100}},
        {"dead": -11, "paid": {"Anna": 100, "Boris": 100}},
    ],
)
def test_impossible_amounts_do_not_affect_other_hands(change):
    """Impossible and correct hands alternate, in a number that arrays judge."""
    impossible = replace(QUARTER, pots=(), folded=(), seats=("Anna", "Boris"), **change)
    if "contributions" not in change:
        impossible = replace(QUARTER, pots=(), **change)
    found = list(judge_all([impossible, QUARTER] * 60, TERMS))
    assert len(found) == 120
    assert found[1::2] == [Judgment(QUARTER)] * 60
    assert not any(
        isinstance(judgment, Judgment) and not judgment.difference for judgment in found[::2]
    )


def test_a_rake_rule_may_exceed_the_pot():
    hands = [QUARTER] * 60
    assert kinds(hands, parse_terms("wsop-2026", rake="500")) == {1: Kind.RAKE}


@pytest.mark.parametrize(
    ("paid", "unit", "is_right"),
    [
        ((50, 50, 45, 45), "", True),  # in nickels
        ((50, 50, 45, 45), "0.01", False),  # if the terms state cents
        ((48, 48, 47, 47), "", True),  # in cents
        ((50, 45, 45, 50), "", False),  # the odd nickels were paid to the wrong players
        ((49, 49, 46, 46), "", False),
    ],
)
def test_payments_in_nickels_are_recognized(paid, unit, is_right):
    names = ("Anna", "Boris", "Cem", "Dora")
    holes = map(parse_cards, ("2c 2d", "3c 3d", "4c 4d", "5c 5d"))
    hand = LoggedHand(
        statements=ALL_STATEMENTS - {Statement.EVERY_RETURN},
        origin=Origin(format="made-up", line=1),
        game=GAMES["holdem"],
        seats=names,
        hands=dict(zip(names, holes, strict=True)),
        boards=(parse_cards("As Ks Qs Js Ts"),),
        contributions=dict.fromkeys(names, 55),
        rake=30,
        paid=dict(zip(names, paid, strict=True)),
        decimals=2,
    )
    counts = Counts()
    (judgment,) = judge_all([hand], parse_terms("wsop-2026", unit))
    counts.add(judgment)
    assert (judgment.difference is None) == is_right
    in_nickels = is_right and paid[0] == 50
    assert counts.to_json().get("units", {}) == ({"0.05": 1} if in_nickels else {})
    assert summary_text(counts.to_json()).endswith("1 paid in chips of 0.05") == in_nickels


def test_an_odd_nickel_may_be_correct_in_another_rule_set():
    """Two hands tie for high and low. In nickels, one rule set divides 2.10 into 1.10 and 1.00."""
    hand = replace(HEADS_UP, paid={"Anna": 110, "Boris": 100}, decimals=2)
    (judgment,) = judge_all([hand], TERMS)
    assert judgment.difference.matching_rule_sets == ("tda-2026",)
    assert judgment.hand.unit == 5
    assert kinds([hand], parse_terms("tda-2026")) == {}


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"unit": "-3"}, "“-3” isn't an amount"),
        ({"rake": "-0.05"}, "an amount of the rake is -0.05: an amount can't be negative"),
        ({"rake": "5%,-3.5"}, "an amount of the rake is -3.50: "),
        ({"rake": "5%", "jackpot": "-2"}, "“-2” isn't an amount"),
    ],
)
def test_the_error_quotes_a_negative_amount(terms, sentence):
    with pytest.raises(InvalidWagers) as refused:
        parse_terms("wsop-2026", **terms)
    assert sentence in error_text(refused.value)


def test_a_negative_rake_in_a_log_has_the_decimals_of_the_log():
    (skipped,) = judge_all([replace(QUARTER, rake=-5, decimals=2, paid={"Anna": 216})], TERMS)
    assert skipped.detail == "an amount of the rake is -0.05: an amount can't be negative"


UNCONTESTED_HAND = LoggedHand(
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
    dead_by_player={"Cem": 5},
    returned={"Boris": 60},
    paid={"Boris": 91},
    pots=(95,),
    rake=4,
    statements=ALL_STATEMENTS,
    decimals=2,
)
"""Boris bets 60 on the flop, and nobody calls."""

UNSHOWN_HAND = replace(
    UNCONTESTED_HAND,
    boards=(parse_cards("9s5s7c2d3d"),),
    folded=("Anna",),
    contributions={"Anna": 30, "Boris": 90, "Cem": 40},
    returned={"Boris": 50},
    paid={"Cem": 111},
    pots=(115,),
)
"""Cem is all in for 40, and is paid the pot although no player shows."""


def test_correctly_paid_hands_are_judged_correct():
    assert only_difference(UNCONTESTED_HAND) is None
    assert only_difference(UNSHOWN_HAND) is None
    reasons = [
        judgment.unsettled for judgment in judge_all([UNCONTESTED_HAND, UNSHOWN_HAND], TERMS)
    ]
    assert reasons == [Skip.NO_SHOWDOWN, Skip.CARDS_NOT_SHOWN]


@pytest.mark.parametrize(
    ("change", "kind", "sentence"),
    [
        ({"paid": {"Boris": 90}}, Kind.RAKE, "The house took 0.05, but the log states 0.04"),
        ({"rake": 3}, Kind.RAKE, "The house took 0.04, but the log states 0.03"),
        ({"rake": 0, "fees": {"jackpot": 3}}, Kind.RAKE, "The house took 0.04, but the log states"),
        ({"paid": {"Boris": 92}}, Kind.RAKE, "The house took 0.03, but the log states 0.04"),
        ({"paid": {"Boris": 96}}, Kind.SUM, "0.95 was bet, but 1 was paid out"),
        ({"pots": (96,)}, Kind.POT_SUM, "The log states pots of 0.96, but 0.95 was bet"),
        ({"paid": {"Anna": 91}}, Kind.FOLDED, "Anna was paid 0.91, but had folded"),
        ({"paid": {"Boris": 90, "Cem": 1}}, Kind.FOLDED, "Cem was paid 0.01, but had folded"),
        ({"paid": {"Zoë": 91}}, Kind.UNKNOWN_PLAYER, "Zoë takes part, but has no seat"),
        ({"known": {"Boris": parse_cards("AhAh")}}, Kind.IMPOSSIBLE_CARDS, "A♥"),
        ({"known": {"Boris": parse_cards("9s2d")}}, Kind.IMPOSSIBLE_CARDS, "9♠"),
        ({"boards": (parse_cards("9s5s9s"),)}, Kind.IMPOSSIBLE_CARDS, "9♠"),
        ({"game": GAMES["short-deck"]}, Kind.IMPOSSIBLE_CARDS, "5♠"),
        ({"returned": {"Boris": 61}}, Kind.UNCALLED, "called 0.60 of Boris's bets, but 0.61"),
        ({"returned": {}}, Kind.UNCALLED, "Nobody called 0.60 of Boris's bets, but nothing was"),
        ({"returned": {"Anna": 60}}, Kind.UNCALLED, "0.60 was returned to Anna, though all of"),
        ({"stacks": {"Boris": 89}}, Kind.STACK, "Boris bet 0.90, but had only 0.89"),
        ({"stacks": {"Cem": 34}}, Kind.STACK, "Cem bet 0.35, but had only 0.34"),
        (
            {"too_fine_amount": "$0.905"},
            Kind.AMOUNT,
            "The log states $0.905, which isn't a multiple of",
        ),
    ],
)
def test_a_fault_in_an_uncontested_hand_is_described(change, kind, sentence):
    found = only_difference(replace(UNCONTESTED_HAND, **change))
    assert found.kind is kind
    assert sentence in difference_text(found)


OVERPAID = {
    "contributions": {"Anna": 90, "Boris": 90, "Cem": 10},
    "returned": {},
    "pots": (195,),
    "paid": {"Cem": 191},
}


@pytest.mark.parametrize(
    ("change", "kind", "sentence"),
    [
        ({"paid": {"Cem": 110}}, Kind.RAKE, "The house took 0.05, but the log states 0.04"),
        ({"paid": {"Cem": 116}}, Kind.SUM, "1.15 was bet, but 1.20 was paid out"),
        ({"paid": {"Anna": 111}}, Kind.FOLDED, "Anna was paid 1.11, but had folded"),
        ({"returned": {"Boris": 40}}, Kind.UNCALLED, "Nobody called 0.50 of Boris's bets, but"),
        (OVERPAID, Kind.SHARE, "Cem was paid 1.91, but could win at most 0.35"),
    ],
)
def test_a_fault_in_a_hand_without_shown_cards_is_described(change, kind, sentence):
    found = only_difference(replace(UNSHOWN_HAND, **change))
    assert found.kind is kind
    assert difference_text(found).startswith(sentence)


def test_a_fault_states_the_amount_due_to_the_last_player():
    found = only_difference(replace(UNCONTESTED_HAND, paid={"Anna": 91}))
    assert (found.due, found.excess) == ({"Boris": 91}, {"Boris": -91, "Anna": 91})


def test_a_rake_rule_also_applies_without_a_showdown():
    sentence = difference_text(only_difference(UNCONTESTED_HAND, rake="4%"))
    assert sentence == "The house took 0.04, but the rake rule states 0.03"
    no_drop = "5%,no-flop-no-drop"
    assert only_difference(UNCONTESTED_HAND, rake=no_drop) is None
    assert only_difference(replace(UNCONTESTED_HAND, boards=()), rake=no_drop).kind is Kind.RAKE


def test_unpaid_chips_are_rake_if_the_format_states_none():
    hand_without_rake = replace(
        UNCONTESTED_HAND, rake=0, pots=(), statements=ALL_STATEMENTS - RAKE_AND_FEES
    )
    assert only_difference(hand_without_rake) is None
    assert only_difference(replace(hand_without_rake, paid={"Boris": 96})).kind is Kind.SUM
    assert only_difference(hand_without_rake, rake="10%").kind is Kind.RAKE


def test_chips_added_by_the_house_are_not_a_difference():
    hand_with_house_chips = replace(UNCONTESTED_HAND, dead=55, paid={"Boris": 141}, pots=(145,))
    assert only_difference(hand_with_house_chips) is None
    assert only_difference(replace(UNSHOWN_HAND, cash_outs={"Cem": CashOut(60, 1)})) is None


def test_several_runs_share_their_first_cards():
    first, second = parse_cards("9s5s7c2d3d"), parse_cards("9s5s7c4d6d")
    assert only_difference(replace(UNSHOWN_HAND, boards=(first, second))) is None
    again = parse_cards("9s5s7c3d6d")
    assert (
        only_difference(replace(UNSHOWN_HAND, boards=(first, again))).kind is Kind.IMPOSSIBLE_CARDS
    )


@pytest.mark.parametrize(
    ("hand", "change", "reason"),
    [
        (QUARTER, {"contributions": {"Anna": 100, "Boris": 100, "Cem": 13}}, "DOES_NOT_ADD_UP"),
        (QUARTER, {"boards": (parse_cards("9s5s7c"),)}, "CUT_OFF"),
        (UNCONTESTED_HAND, {"pots": (100,), "paid": {"Boris": 95}}, "DOES_NOT_ADD_UP"),
    ],
)
def test_a_hand_that_cannot_be_judged_has_a_reason(hand, change, reason):
    with pytest.raises(HandSkipped) as skipped:
        only_difference(replace(hand, **change))
    assert skipped.value.reason is Skip[reason]


KINGS, OTHER_KINGS = parse_cards("KsKd"), parse_cards("KcKh")


def three_way(paid, *, rake, in_proportion=False):
    """Return a hand in which Cem wins the main pot of 3,000, and Anna the side pot of 8,000."""
    return LoggedHand(
        origin=Origin(format="made-up", line=1),
        game=GAMES["holdem"],
        seats=("Anna", "Boris", "Cem"),
        hands={"Anna": KINGS, "Boris": parse_cards("QsQd"), "Cem": parse_cards("AsAd")},
        boards=(parse_cards("2c7d9hJc3s"),),
        contributions={"Anna": 5000, "Boris": 5000, "Cem": 1000},
        paid=paid,
        rake=rake,
        statements=USUAL_STATEMENTS
        if in_proportion
        else USUAL_STATEMENTS - {Statement.RAKE_OF_POTS},
        decimals=2,
    )


def test_a_loser_who_is_paid_beside_the_winners_is_named():
    hand = three_way({"Cem": 3030, "Anna": 8000, "Boris": 5}, rake=0)
    (judged,) = judge_all([hand], TERMS)
    assert judged.difference.kind is Kind.WINNER
    assert difference_text(judged.difference).startswith("Boris got 0.05 without winning")


@pytest.mark.parametrize(
    ("rake", "main", "in_proportion", "is_right"),
    [
        # Any plausible division of the rake is right if the rule is unknown.
        *((300, main, False, True) for main in (0, 55, 81, 150, 300)),
        *((300, main, False, False) for main in (-1, 302, 600)),
        # A rake above a tenth of a pot is plausible only if the main pot pays for both pots.
        (600, 600, False, True),
        (600, 500, False, False),
        # Some rooms take it in proportion.
        (300, 82, True, True),
        (300, 0, True, False),
    ],
)
def test_the_rake_is_divided_among_the_pots(rake, main, in_proportion, is_right):
    paid = {"Cem": 3000 - main, "Anna": 8000 - rake + main}
    hand = three_way(paid, rake=rake, in_proportion=in_proportion)
    assert (kinds([hand]) == {}) == is_right


def test_players_who_share_a_pot_share_its_rake():
    """Both winners share the side pot; the third player alone wins the main pot."""
    hand = three_way({"Cem": 2995, "Anna": 3985, "Boris": 3985}, rake=35)
    tied = {**hand.hands, "Boris": OTHER_KINGS}
    assert kinds([replace(hand, hands=tied)]) == {}
    wrong = {"Cem": 2995, "Anna": 3995, "Boris": 3975}
    assert kinds([replace(hand, hands=tied, paid=wrong)]) != {}


def test_odd_chips_by_another_rule_are_not_judged():
    hand = replace(
        three_way({"Anna": 7500, "Boris": 7500}, rake=0),
        hands={"Anna": KINGS, "Boris": OTHER_KINGS},
        folded=("Cem",),
        contributions={"Anna": 5000, "Boris": 5000, "Cem": 1001},
        paid={"Anna": 5500, "Boris": 5501},
    )
    assert kinds([hand]) == {1: Kind.ODD_CHIP}
    assert kinds([replace(hand, statements=USUAL_STATEMENTS - {Statement.ODD_CHIPS})]) == {}
    wrong = replace(
        hand,
        statements=USUAL_STATEMENTS - {Statement.ODD_CHIPS},
        paid={"Anna": 5499, "Boris": 5502},
    )
    assert kinds([wrong]) == {1: Kind.SHARE}
