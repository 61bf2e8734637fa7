"""Correctly paid hands are judged correct, and each fault is found with its kind."""

import random
from dataclasses import replace

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.counts import Counts
from showdown.audits.judging import Judgment
from showdown.audits.pots import Unjudged
from showdown.audits.report import summary_text
from showdown.audits.terms import Terms, terms_of
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.differences import Kind
from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.logs.logged_hand import EVERYTHING, LoggedHand, Origin, Skip, Statement
from showdown.words.differences import difference_text
from showdown.words.errors import error_text
from tests.audits.hands import judge, paid_right, some_hands
from tests.logs import well_paid_hand

QUARTERED = LoggedHand(
    states=EVERYTHING - {Statement.EVERY_RETURN},
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


USUAL = Terms()


def kinds(hands, terms=USUAL):
    judged = judge_all(hands, terms)
    return {each.hand.origin.line: each.difference.kind for each in judged if each.difference}


@pytest.mark.parametrize("slug", RULE_SETS)
def test_payments_according_to_a_rule_set_are_judged_correct(slug):
    rng, rules = random.Random(slug), RULE_SETS[slug]
    hands = [well_paid_hand(rng, game, rules=rules) for game in GAMES.values()]
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
    by_rules = {hand.origin.line: judge(hand, USUAL) for hand in hands}
    found = {each.hand.origin.line: each.difference for each in judge_all(hands, USUAL)}
    assert {line: each and each.kind for line, each in by_rules.items()} == {
        line: each and each.kind for line, each in found.items()
    }


def the_one(hand, **terms):
    return judge(hand, terms_of(terms.pop("rules", "wsop-2026"), **terms))


def test_a_wrong_odd_chip_names_the_rule_sets_that_agree():
    """One rule set halves the 210 chips, another gives Anna the odd chip of high and of low."""
    halves = replace(
        QUARTERED, folded=(), seats=("Anna", "Boris"), contributions={"Anna": 105, "Boris": 105}
    )
    split = replace(halves, paid={"Anna": 106, "Boris": 104}, pots=(210,))
    found = the_one(split)
    assert (found.kind, found.agreeing) == (Kind.ODD_CHIP, ("tda-2026",))
    assert difference_text(found) == (
        "An odd 1 went to Anna instead of Boris, which is right by tda-2026"
    )
    assert the_one(split, rules="tda-2026") is None
    assert the_one(replace(split, paid={"Anna": 104, "Boris": 106})).agreeing == ()


@pytest.mark.parametrize(
    ("change", "terms", "kind", "said"),
    [
        (
            {"paid": {"Anna": 211}},
            {},
            Kind.SHARE,
            "Anna should have received 106 instead of 211 and Boris 105 instead of 0: high: Anna"
            " and Boris tie: seven-high straight; low: Anna and Boris tie: 7-6-5-4-3",
        ),
        ({"paid": {"Anna": 106, "Cem": 105}}, {}, Kind.FOLDED, "Cem was paid 105, but had folded"),
        ({"rake": 1}, {}, Kind.RAKE, "The house took 0, but the log says 1"),
        ({}, {"rake": "5%,3"}, Kind.RAKE, "The house took 0, but the rake rule says 3"),
        ({"pots": (218,)}, {}, Kind.POT_SUM, "The log states pots of 218, but 211 was bet"),
        (
            {"boards": (parse_cards("9s5s7c3d6h"),)},
            {},
            Kind.IMPOSSIBLE_CARDS,
            "6♥ appears twice, in Anna and Board",
        ),
        ({"paid": {"Dora": 211}}, {}, Kind.UNKNOWN_PLAYER, "Dora takes part, but has no seat"),
    ],
)
def test_a_difference_is_described_in_one_sentence(change, terms, kind, said):
    found = the_one(replace(QUARTERED, **change), **terms)
    assert (found.kind, difference_text(found)) == (kind, said)


def test_chips_of_five_leave_another_odd_chip():
    fives = replace(
        QUARTERED,
        folded=(),
        seats=("Anna", "Boris"),
        contributions={"Anna": 150, "Boris": 150},
        dead=5,
        pots=(305,),
        paid={"Anna": 155, "Boris": 150},
    )
    assert the_one(fives, unit="5") is None
    assert the_one(fives).kind is Kind.SHARE


def test_the_unit_is_ignored_if_smaller_chips_were_bet():
    """Anna and Boris share 15 in chips of one, because Cem put one in."""
    put_in = {"Anna": 7, "Boris": 7, "Cem": 1}
    hand = replace(QUARTERED, contributions=put_in, pots=(15,), paid={"Anna": 8, "Boris": 7})
    by_five = replace(hand, paid={"Anna": 10, "Boris": 5}, origin=Origin(format="", line=2))
    terms = terms_of("wsop-2026", unit="5")
    assert kinds([hand, by_five] * 60, terms) == kinds([hand, by_five], terms) == {2: Kind.SHARE}


def test_a_side_pot_of_one_player_is_paid_without_cards():
    """Nobody called Boris's last bet after Anna's all-in, so he needn't show his cards."""
    hand = replace(
        QUARTERED,
        hands={"Anna": QUARTERED.hands["Anna"]},
        contributions={"Anna": 100, "Boris": 150, "Cem": 120},
        paid={"Anna": 300, "Boris": 40},
        pots=(340,),
    )
    assert the_one(hand) is None
    assert the_one(replace(hand, paid={"Anna": 340})).kind is Kind.SHARE
    assert the_one(replace(hand, paid={"Boris": 340})).kind is Kind.SHARE


def test_a_card_of_a_folded_hand_cannot_be_dealt_again():
    seen = {**QUARTERED.hands, "Cem": parse_cards("9s2c3c4c")}
    assert the_one(replace(QUARTERED, hands=seen)).kind is Kind.IMPOSSIBLE_CARDS
    assert kinds([replace(QUARTERED, hands=seen)] * 80) == {1: Kind.IMPOSSIBLE_CARDS}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"contributions": {"Anna": 100, "Boris": 100, "Cem": 13}}, Skip.DOES_NOT_ADD_UP),
        ({"boards": (parse_cards("9s5s7c"),)}, Skip.CUT_OFF),
    ],
)
def test_a_hand_that_cannot_be_judged_has_a_reason(change, reason):
    with pytest.raises(Unjudged) as unjudged:
        the_one(replace(QUARTERED, **change))
    assert unjudged.value.reason is reason


def test_differences_have_the_names_of_the_log_even_if_these_are_not_labels():
    names = {"Anna": "A=:,", "Boris": "♠" * 60, "Cem": "Board"}
    hand = replace(
        QUARTERED,
        seats=tuple(names.values()),
        folded=("Board",),
        hands={names[name]: cards for name, cards in QUARTERED.hands.items()},
        contributions={names[name]: chips for name, chips in QUARTERED.contributions.items()},
        paid={names["Boris"]: 211},
    )
    assert the_one(hand).due == {names["Anna"]: 106, names["Boris"]: 105}
    assert the_one(paid_right(hand)) is None


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
    """Impossible and correct hands alternate, and are judged by arrays."""
    impossible = replace(QUARTERED, pots=(), folded=(), seats=("Anna", "Boris"), **change)
    if "contributions" not in change:
        impossible = replace(QUARTERED, pots=(), **change)
    found = list(judge_all([impossible, QUARTERED] * 60, USUAL))
    assert len(found) == 120
    assert found[1::2] == [Judgment(QUARTERED)] * 60
    assert not any(isinstance(each, Judgment) and not each.difference for each in found[::2])


def test_a_rake_rule_may_exceed_the_pot():
    hands = [QUARTERED] * 60
    assert kinds(hands, terms_of("wsop-2026", rake="500")) == {1: Kind.RAKE}


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
        states=EVERYTHING - {Statement.EVERY_RETURN},
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
    (judgment,) = judge_all([hand], terms_of("wsop-2026", unit))
    counts.add(judgment)
    assert (judgment.difference is None) == is_right
    in_nickels = is_right and paid[0] == 50
    assert counts.to_json().get("units", {}) == ({"0.05": 1} if in_nickels else {})
    assert summary_text(counts.to_json()).endswith("1 paid in chips of 0.05") == in_nickels


def test_an_odd_nickel_may_be_correct_in_another_rule_set() -> None:
    """Two hands tie for high and low. In nickels, one rule set divides 2.10 into 1.10 and 1."""
    hand = replace(
        QUARTERED,
        folded=(),
        seats=("Anna", "Boris"),
        contributions={"Anna": 105, "Boris": 105},
        pots=(210,),
        paid={"Anna": 110, "Boris": 100},
        decimals=2,
    )
    (judgment,) = judge_all([hand], USUAL)
    assert judgment.difference.agreeing == ("tda-2026",)
    assert judgment.hand.unit == 5
    assert kinds([hand], terms_of("tda-2026")) == {}


def test_the_error_quotes_a_negative_amount():
    with pytest.raises(InvalidWagers) as refused:
        terms_of("wsop-2026", "-3")
    assert "“-3” isn't an amount" in error_text(refused.value)
