"""Test that programs with a typical mistake fail a vector of the tag for this mistake."""

from copy import deepcopy
from unittest.mock import patch

import pytest

from conformance import run
from conformance.adapters.showdown_library import answer
from tests.conformance import second_opinion
from tests.evaluator import reference

VECTORS = run.load_vectors()


def change_vector(change):
    """Return a program that changes each vector before settling it."""

    def mutant(vector):
        vector = deepcopy(vector)
        change(vector)
        return answer(vector)

    return mutant


def change_answer(change):
    """Return a program that changes its answer: `change(vector, answer)`."""

    def mutant(vector):
        found = answer(vector)
        change(vector, found)
        return found

    return mutant


def change_rule_set(rules):
    """Return a program that settles every vector under this rule set."""
    return lambda vector: answer(vector, rules)


def change_rules(change):
    """Return a program that calculates winners and payouts by changed rules of the reference."""

    def mutant(vector):
        rules, deal = reference.RULES[vector["game"]], second_opinion.SlowVector(vector)
        with patch.dict(reference.RULES, {vector["game"]: list(map(change, rules))}):
            _ = deal.strengths  # cached
        winners = zip(answer(vector)["winners"], deal.winners_of_runs(), strict=True)
        found = {"winners": dict(winners)}
        if second_opinion.has_chips(vector):
            found["payouts"] = deal.payouts()[0]
        return found

    return mutant


def swap(right, wrong):
    """Return a program that replaces one choice of cards with another in the rules."""
    return change_rules(lambda rule: (wrong, *rule[1:]) if rule[0] is right else rule)


def rank_by(order, strength):
    """Return a program that ranks five cards by `strength(ranks, suited)`."""

    def choose(hole, board, rule):
        hands = []
        for number, suited in rule[0](tuple(hole), tuple(board[rule[2]])):
            ranks = reference.FIVE_RANKS.get(number)
            hands.append((ranks and strength(ranks, suited and len(set(ranks)) == 5)) or ())
        return max(hands) or None

    def change(rule):
        if len(rule) == 3 and rule[1] == order and isinstance(rule[2], slice):
            return (lambda hole, board: choose(hole, board, rule),)
        return rule

    return change_rules(change)


def rank_badugis_by(strength):
    def change(rule):
        if rule[0] in (reference.badugi, reference.ace_high_badugi):
            return (lambda hole, board: reference.best_badugi(hole, strength),)
        return rule

    return change_rules(change)


def high(ranks, suited):
    return reference.high_strength(ranks, suited=suited)


def low(ranks, suited):
    return reference.low_strength(ranks)


def no_wheel(ranks, suited):
    strength = high(ranks, suited)
    if set(ranks) == set("A2345"):
        return (reference.CATEGORIES.index("flush" if suited else "high card"), 12, 3, 2, 1, 0)
    return strength


def ignore_last_card(ranks, suited):
    strength = high(ranks, suited)
    return strength[:-1] if strength[0] < reference.CATEGORIES.index("straight") else strength


def lowball(ranks, suited):
    return tuple(-part for part in high(ranks, suited))


def nine_low(ranks, suited):
    order = sorted((reference.LOW_ORDER.index(rank) for rank in ranks), reverse=True)
    return tuple(-rank for rank in order) if len(set(ranks)) == 5 and order[0] <= 8 else None


def no_flush_or_straight(ranks, suited):
    is_made = high(ranks, suited)[0] >= reference.CATEGORIES.index("straight")
    return None if is_made else low(ranks, suited)


def face_cards_count_ten(hole, board):
    return (1 + sum({"A": 1}.get(c[0], int(c[0]) if c[0].isdigit() else 10) for c in hole),)


def first_board(rule):
    return (rule[0], rule[1], reference.BOARD_1) if len(rule) == 3 else rule


def keep_one_winner(vector, found):
    found["winners"] = {name: labels[:1] for name, labels in found["winners"].items()}


def pay_equally(found, labels):
    share = sum(found["payouts"].values()) // len(labels)
    found["payouts"] = {label: share * (label in labels) for label in found["payouts"]}


def pay_first_winner(vector, found):
    first = next(labels for labels in [*found["winners"].values(), found["payouts"]] if labels)
    pay_equally(found, [next(iter(first))])


def pay_winners_equally(vector, found):
    pay_equally(found, {label for labels in found["winners"].values() for label in labels})


def pay_mucked_hand(vector, found):
    """Pay a mucked hand as if it tied."""
    out = [label for label, cards in vector["hands"].items() if cards == "mucked"]
    pay_equally(found, [label for label, paid in found["payouts"].items() if paid] + out)


def pay_folded_hand(vector, found):
    pay_equally(found, vector["chips"]["folded"][:1] or [None])


def merge_pots(vector):
    """Put all chips into one pot, for all players still in."""
    given = vector["chips"]
    amount = sum(given.get("contributions", {}).values()) + given.get("dead", 0)
    amount = amount or sum(pot["amount"] for pot in given["pots"])
    rest = {key: given[key] for key in given if key not in ("contributions", "dead", "pots")}
    seats = second_opinion.seats_of(vector)
    vector["chips"] = {**rest, "pots": [{"amount": amount}], "seats": seats}


def remove_eligibility(vector):
    for pot in vector["chips"].get("pots", []):
        pot.pop("eligible", None)


def pay_uncalled_bets(vector, found):
    winner = max(found["payouts"], key=found["payouts"].get)
    found["payouts"][winner] += sum(found["returned"].values())
    found["returned"] = {}


def ignore_chips(key):
    return change_vector(lambda vector: vector["chips"].pop(key, None))


def drop_folded_chips(vector):
    for label in vector["chips"].get("folded", []):
        vector["chips"]["contributions"][label] = 0


def pay_button_first(vector):
    """Give the first odd chip to the button."""
    seats = second_opinion.seats_of(vector)
    vector["chips"]["seats"] = seats
    vector["chips"]["button"] = seats[seats.index(vector["chips"]["button"]) - 1]


def pay_odd_chip_to_low(vector, found):
    """Give the odd chip between high and low to the low hand."""
    highs, lows = found["winners"]["high"], found["winners"]["low"]
    if len(highs) == len(lows) == 1 and sum(found["payouts"].values()) % 2:
        found["payouts"][highs[0]] -= 1
        found["payouts"][lows[0]] += 1


def reverse_boards(vector, found):
    found["payouts"] = answer({**vector, "boards": vector["boards"][::-1]})["payouts"]


def drop_fractions(vector, found):
    found["payouts"] = {label: f"{float(n) // 1:.2f}" for label, n in found["payouts"].items()}


def change_rake(key, value=None):
    """Return a program that ignores an option of the rake, or uses another value."""

    def change(vector):
        vector["chips"]["rake"].pop(key, None)
        if value:
            vector["chips"]["rake"][key] = value

    return change_vector(change)


MUTANTS = [
    ("ranking", "no wheel", rank_by("high", no_wheel)),
    ("ranking", "the last card never decides", rank_by("high", ignore_last_card)),
    ("ranking", "no flushes", rank_by("high", lambda ranks, suited: high(ranks, suited=False))),
    ("ranking", "the first of equal hands wins", change_answer(keep_one_winner)),
    ("ranking", "6+ ranked as high", rank_by("6+", high)),
    ("ranking", "deuce to seven with a low ace",
     rank_by("deuce to seven",
            lambda ranks, suited: (1, *reference.ace_to_five_strength(ranks)))),
    ("ranking", "deuce to seven with the wheel as a straight", rank_by("deuce to seven", lowball)),
    ("ranking", "straights count in ace to five", rank_by("ace to five", lowball)),
    ("ranking", "the ace of a badugi is low", rank_badugis_by(reference.badugi_strength)),
    ("ranking", "the ace of a badugi is high", rank_badugis_by(reference.ace_high_badugi_strength)),
    ("ranking", "face cards count ten points", swap(reference.points, face_cards_count_ten)),
    ("choosing", "any five cards in Omaha", swap(reference.two_and_three, reference.any_five)),
    ("choosing", "two hole cards in Hold'em", swap(reference.any_five, reference.two_and_three)),
    ("choosing", "only the first board", change_rules(first_board)),
    ("split", "high takes everything", change_answer(pay_first_winner)),
    ("low", "nine-high qualifies", rank_by("low", nine_low)),
    ("low", "eight-high does not qualify",
     rank_by("low", lambda ranks, suited: None if "8" in ranks else low(ranks, suited))),
    ("low", "straights and flushes do not qualify", rank_by("low", no_flush_or_straight)),
    ("quarter", "all winners get the same", change_answer(pay_winners_equally)),
    ("side-pots", "one pot", change_vector(merge_pots)),
    ("side-pots", "everybody is eligible for every pot", change_vector(remove_eligibility)),
    ("uncalled", "the winner gets uncalled bets", change_answer(pay_uncalled_bets)),
    ("dead-chips", "dead chips are ignored", ignore_chips("dead")),
    ("dead-chips", "folded chips are ignored", change_vector(drop_folded_chips)),
    ("odd-button", "the button takes the odd chip", change_vector(pay_button_first)),
    ("odd-button", "the button is ignored", ignore_chips("button")),
    ("odd-stud", "roberts everywhere", change_rule_set("roberts")),
    ("odd-stud", "wsop-2026 everywhere", change_rule_set("wsop-2026")),
    ("odd-high-low", "low takes the odd chip", change_answer(pay_odd_chip_to_low)),
    ("odd-low-low", "tda-2026 everywhere", change_rule_set("tda-2026")),
    ("odd-low-low", "wsop-2026 everywhere", change_rule_set("wsop-2026")),
    ("odd-boards", "the second board takes the odd chip", change_answer(reverse_boards)),
    ("odd-whole", "tda-2026 everywhere", change_rule_set("tda-2026")),
    ("odd-whole", "wsop-2026 everywhere", change_rule_set("wsop-2026")),
    ("odd-each", "tda-2026 everywhere", change_rule_set("tda-2026")),
    ("odd-each", "roberts everywhere", change_rule_set("roberts")),
    ("odd-unit", "the unit is ignored", ignore_chips("unit")),
    ("odd-runs", "the last run takes the odd chip", change_answer(reverse_boards)),
    ("odd-side-pots", "one pot", change_vector(merge_pots)),
    ("exact", "fractions are dropped", change_answer(drop_fractions)),
    ("exact", "wsop-2026 everywhere", change_rule_set("wsop-2026")),
    ("rake", "no rake", ignore_chips("rake")),
    ("rake", "no cap", change_rake("cap")),
    ("rake", "no jackpot drop", change_rake("jackpot")),
    ("rake", "always from the main pot", change_rake("taken_from", "main")),
    ("rake", "always in proportion", change_rake("taken_from", "proportion")),
    ("mucked", "a mucked hand ties", change_answer(pay_mucked_hand)),
    ("folded", "a folded hand wins", change_answer(pay_folded_hand)),
    ("folded", "folded chips are ignored", change_vector(drop_folded_chips)),
]  # fmt: skip


def outcomes(tag, program):
    """Yield the outcome of the program's answer to each vector of a tag."""
    for vector in VECTORS:
        if vector["tags"][0] == tag:
            yield run.judge(vector, {"id": vector["id"], **program(run.build_question(vector))})[0]


@pytest.mark.parametrize(
    ("tag", "mutant"),
    [row[::2] for row in MUTANTS],
    ids=[f"{tag}: {name}" for tag, name, _ in MUTANTS],
)
def test_a_mistake_fails_a_vector_of_its_tag(tag, mutant):
    assert any(outcome in (run.FAILED, run.OTHER_BOOK) for outcome in outcomes(tag, mutant))


@pytest.mark.parametrize(("tag", "order", "strength"),
                         [("ranking", "high", high), ("low", "low", low)])  # fmt: skip
def test_the_same_programs_without_a_mistake_fail_none(tag, order, strength):
    assert set(outcomes(tag, rank_by(order, strength))) == {run.PASSED}
