"""Programs that get one thing wrong fail a vector of the tag that it belongs to."""

from copy import deepcopy
from math import ceil
from unittest.mock import patch

import pytest

from conformance import run
from conformance.adapters.showdown_library import answer
from tests.conformance import second_opinion
from tests.evaluator import reference

VECTORS = run.load()


def swap(chooser, other):
    """Another chooser in the rules that have the first one."""
    return lambda rule: (other, *rule[1:]) if rule[0] is chooser else rule


def pooled(rule):
    """Cards of both boards played together."""
    return (rule[0], rule[1], slice(0, 10)) if len(rule) == 3 else rule


def first_board(rule):
    return (rule[0], rule[1], reference.BOARD_1) if len(rule) == 3 else rule


def first_five(hole, board):
    """The first five of all cards, in the order in which they were dealt."""
    number, suit = reference.summed((*hole, *board)[:5])
    yield number, suit is not None


def greedy_badugi(hole, board):
    """The lowest cards first, leaving out those that conflict."""
    kept = []
    for card in sorted(hole, key=lambda card: reference.LOW_ORDER.index(card[0])):
        if all(card[0] != other[0] and card[1] != other[1] for other in kept):
            kept.append(card)
    return reference.badugi_strength(kept)


def asked(change):
    """A program that reads a vector otherwise."""

    def mutant(vector):
        vector = deepcopy(vector)
        return answer(change(vector) or vector)

    return mutant


def answered(change):
    """A program that answers something else: `change(vector, answer)` alters or replaces it."""

    def mutant(vector):
        found = answer(vector)
        return change(vector, found) or found

    return mutant


def by_rules(change):
    """A program that chooses cards by other rules, or ranks them so: winners by the reference."""

    def mutant(vector):
        rules = [change(rule) for rule in reference.RULES[vector["game"]]]
        with patch.dict(reference.RULES, {vector["game"]: rules}):
            wrong = second_opinion.strengths(vector)
        names = answer(vector)["winners"]
        with patch.object(second_opinion, "strengths", lambda vector: wrong):
            won = second_opinion.winners(vector)
            found = {"winners": dict(zip(names, won, strict=True))}
            if second_opinion.has_chips(vector):
                found["payouts"] = second_opinion.payouts(vector)[0]
        return found

    return mutant


def chosen(right, wrong):
    """A program that chooses cards otherwise where this is how."""
    return by_rules(swap(right, wrong))


def ranked(order, wrong):
    """A program that ranks five cards otherwise in this order."""

    def choose(hole, board, rule):
        hands = []
        for number, suited in rule[0](tuple(hole), tuple(board[rule[2]])):
            ranks = reference.FIVE_RANKS.get(number)
            strength = ranks and wrong(ranks, suited and len(set(ranks)) == 5)
            hands.append(strength or ())
        return max(hands) or None

    def change(rule):
        if len(rule) == 3 and rule[1] == order and isinstance(rule[2], slice):
            return (lambda hole, board: choose(hole, board, rule),)
        return rule

    return by_rules(change)


def high(ranks, suited):
    return reference.high_strength(ranks, suited=suited)


def figure(name):
    return reference.FIGURES.index(name)


def no_wheel(ranks, suited):
    if set(ranks) == set("A2345"):
        return (figure("Flush" if suited else "High card"), 12, 3, 2, 1, 0)
    return high(ranks, suited)


def wheel_on_top(ranks, suited):
    strength = high(ranks, suited)
    return (strength[0], 10) if set(ranks) == set("A2345") else strength


def around_the_corner(ranks, suited):
    if set(ranks) in map(set, ("KA234", "QKA23", "JQKA2")):
        return (figure("Straight Flush" if suited else "Straight"), 0)
    return high(ranks, suited)


def swapped(one, other):
    """Two figures in the other order."""

    def strength(ranks, suited):
        places = {figure(one): figure(other), figure(other): figure(one)}
        found = high(ranks, suited)
        return (places.get(found[0], found[0]), *found[1:])

    return strength


def without_last_card(ranks, suited):
    strength = high(ranks, suited)
    return strength[:-1] if strength[0] < figure("Straight") else strength


def cards_before_groups(ranks, suited):
    """After the figure the ranks decide from the highest, not the pair or the three first."""
    strength = high(ranks, suited)
    if strength[0] in (figure("Straight"), figure("Straight Flush")):
        return strength
    return (strength[0], *sorted(strength[1:], reverse=True))


def ranks_alone(ranks, suited):
    return high(ranks, suited=False)


def low(ranks, suited):
    return reference.low_strength(ranks)


def nine_low(ranks, suited):
    places = sorted((reference.LOW_ORDER.index(rank) for rank in ranks), reverse=True)
    return tuple(-at for at in places) if len(set(ranks)) == 5 and places[0] <= 8 else None


def seven_low(ranks, suited):
    return None if "8" in ranks else low(ranks, suited)


def from_the_lowest_card(ranks, suited):
    strength = low(ranks, suited)
    return strength and strength[::-1]


def no_flush_or_straight(ranks, suited):
    strength = low(ranks, suited)
    return None if strength and high(ranks, suited)[0] >= figure("Straight") else strength


def lowball(ranks, suited):
    return tuple(-part for part in high(ranks, suited))


def ace_to_five(ranks, suited):
    return (1, *reference.ace_to_five_strength(ranks))


def short_without_ace_low(ranks, suited):
    if set(ranks) == set("A6789"):
        return (*high(ranks, suited=suited)[:1], 12)
    return reference.short_deck_strength(ranks, suited=suited)


def short_trips_over_straight(ranks, suited):
    strength = reference.short_deck_strength(ranks, suited=suited)
    places = {figure("Straight"): figure("3-of-a-Kind"), figure("3-of-a-Kind"): figure("Straight")}
    return (places.get(strength[0], strength[0]), *strength[1:])


def badugi_by(strength):
    def change(rule):
        badugis = (reference.badugi, reference.ace_high_badugi)
        if rule[0] in badugis:
            return (lambda hole, board: reference.best_badugi(hole, strength),)
        return rule

    return by_rules(change)


def three_lower_than_four(cards):
    """Compare the cards of badugis before their number."""
    strength = reference.badugi_strength(cards)
    return strength and (*strength[1:], *[-99] * (4 - strength[0]), strength[0])


def faces_count_ten(hole, board):
    return (1 + sum({"A": 1}.get(c[0], int(c[0]) if c[0].isdigit() else 10) for c in hole),)


def chips(vector, **others):
    """Change the chips of a vector, and return it."""
    vector["chips"] = {**vector["chips"], **others}
    return vector


def by_book(book):
    return lambda vector: answer(vector, book)


def one_winner(vector, found):
    found["winners"] = {name: labels[:1] for name, labels in found["winners"].items()}


def no_low_no_chips(vector, found):
    """Leave the half of an unqualified low in the middle."""
    if not all(found["winners"].values()):
        found["payouts"] = {label: paid // 2 for label, paid in found["payouts"].items()}


def winner_takes_all(vector, found):
    first = next(labels for labels in [*found["winners"].values(), found["payouts"]] if labels)
    taker = next(iter(first))
    total = sum(found["payouts"].values())
    found["payouts"] = {label: total * (label == taker) for label in found["payouts"]}


def by_heads(vector, found):
    """Pay all players who win a contest the same."""
    heads = {label for labels in found["winners"].values() for label in labels}
    total = sum(found["payouts"].values())
    found["payouts"] = {
        label: total // len(heads) if label in heads else 0 for label in found["payouts"]
    }


def one_pot(vector):
    """Put all chips into one pot, for all players still in."""
    given = vector["chips"]
    amount = sum(given.get("contributions", {}).values()) + given.get("dead", 0)
    amount = amount or sum(pot["amount"] for pot in given["pots"])
    rest = {key: given[key] for key in given if key not in ("contributions", "dead", "pots")}
    vector["chips"] = {**rest, "pots": [{"amount": amount}]}
    vector["chips"]["seats"] = second_opinion.seats_of({**vector, "chips": given})


def no_unit(vector):
    vector["chips"].pop("unit")


def last_pot_for_all(vector):
    for pot in vector["chips"].get("pots", []):
        pot.pop("eligible", None)


def uncalled_is_matched(vector, found):
    """Pay an uncalled bet to the winner."""
    back = found.pop("returned")
    found["returned"] = {}
    for label, paid in found["payouts"].items():
        if paid:
            found["payouts"][label] = paid + sum(back.values())
            return


def folded_lose_what_was_uncalled(vector, found):
    folded = vector["chips"].get("folded", [])
    found["returned"] = {label: n for label, n in found["returned"].items() if label not in folded}


def dead_is_live(vector):
    """Count dead chips as a bet of the first player."""
    dead = vector["chips"].pop("dead", 0)
    contributions = vector["chips"]["contributions"]
    contributions[next(iter(contributions))] += dead


def without_dead(vector):
    vector["chips"].pop("dead", None)


def without_folded_chips(vector):
    for label in vector["chips"].get("folded", []):
        vector["chips"]["contributions"][label] = 0


def on_the_button(vector):
    """Give the first odd chip to the button."""
    seats = second_opinion.seats_of(vector)
    chips(vector, button=seats[seats.index(vector["chips"]["button"]) - 1])


def without_button(vector):
    vector["chips"].pop("button")


def suits_upside_down(vector):
    turned = str.maketrans("cdhs", "shdc")

    def turn(text):
        return "".join(
            card[0] + card[1].translate(turned) for card in second_opinion.cards_of(text)
        )

    vector["hands"] = {label: turn(cards) for label, cards in vector["hands"].items()}
    vector["boards"] = [turn(board) for board in vector["boards"]]


def odd_to_low(vector, found):
    """Give the odd chip between high and low to the low hand."""
    highs, lows = found["winners"]["high"], found["winners"]["low"]
    if len(highs) == len(lows) == 1 and sum(found["payouts"].values()) % 2:
        found["payouts"][highs[0]] -= 1
        found["payouts"][lows[0]] += 1


def boards_reversed(vector, found):
    """Settle the boards, or runs, in the reverse order."""
    turned = answer({**vector, "boards": vector["boards"][::-1]})
    return {**found, "payouts": turned["payouts"]}


def whole_chips(vector, found):
    found["payouts"] = {label: f"{float(n) // 1:.2f}" for label, n in found["payouts"].items()}


def no_rake(vector):
    vector["chips"].pop("rake")


def rake(**others):
    def change(vector):
        vector["chips"]["rake"] = {
            key: value
            for key, value in {**vector["chips"]["rake"], **others}.items()
            if value is not None
        }

    return asked(change)


def rake_rounded_up(vector):
    given = vector["chips"]["rake"]
    pots = [amount for amount, _ in second_opinion.pots_of(vector)[0]]
    if "percent" in given:
        taken = ceil(sum(pots) * float(given["percent"]) / 100)
        unit = vector["chips"].get("unit", 1)
        taken = ceil(min(taken, given.get("cap", taken)) / unit) * unit
        others = {key: given[key] for key in given if key in ("jackpot", "taken_from")}
        vector["chips"]["rake"] = {"amount": taken, **others}


def rake_of_everything(vector):
    """Take a percentage of all chips, including returned ones."""
    put_in = vector["chips"].get("contributions", {})
    if put_in:
        chips(vector, rake={"amount": sum(put_in.values()) * 5 // 100})


def mucked_is_out(vector):
    """Remove mucked hands with their chips."""
    for label, cards in [*vector["hands"].items()]:
        if cards == "mucked" and "contributions" in vector["chips"] and len(vector["hands"]) > 2:
            del vector["hands"][label]
            del vector["chips"]["contributions"][label]
            if vector["chips"]["button"] == label:
                del vector["chips"]["button"]


def mucked_shares(vector, found):
    """Pay a mucked hand as if it tied."""
    out = [label for label, cards in vector["hands"].items() if cards == "mucked"]
    winners = [label for label, paid in found["payouts"].items() if paid] + out
    share = sum(found["payouts"].values()) // len(winners)
    found["payouts"] = {label: share * (label in winners) for label in found["payouts"]}


def folded_competes(vector):
    vector["chips"] = {key: value for key, value in vector["chips"].items() if key != "folded"}
    for label in [*vector["chips"].get("contributions", {})]:
        if label not in vector["hands"]:
            del vector["chips"]["contributions"][label]
            if vector["chips"].get("button") == label:
                del vector["chips"]["button"]


MUTANTS = [
    ("ranking", "the ace is never low in a straight", ranked("high", no_wheel)),
    ("ranking", "the wheel is the best straight", ranked("high", wheel_on_top)),
    ("ranking", "a straight goes around the corner", ranked("high", around_the_corner)),
    ("ranking", "a full house loses to a flush", ranked("high", swapped("Flush", "Full House"))),
    ("ranking", "trips beat a straight", ranked("high", swapped("3-of-a-Kind", "Straight"))),
    ("ranking", "the last card never decides", ranked("high", without_last_card)),
    ("ranking", "cards decide before pairs", ranked("high", cards_before_groups)),
    ("ranking", "flushes are not seen", ranked("high", ranks_alone)),
    ("ranking", "the first of equal hands wins", answered(one_winner)),
    ("ranking", "in a deck of 36 a full house beats a flush", ranked("6+", high)),
    ("ranking", "A-6-7-8-9 is no straight", ranked("6+", short_without_ace_low)),
    ("ranking", "in a deck of 36 trips beat a straight", ranked("6+", short_trips_over_straight)),
    ("ranking", "the ace is low in deuce to seven", ranked("deuce to seven", ace_to_five)),
    ("ranking", "5-4-3-2-A is a straight there", ranked("deuce to seven", lowball)),
    ("ranking", "straights count against A-5", ranked("ace to five", lowball)),
    ("ranking", "nine-high qualifies for a low", ranked("low", nine_low)),
    ("ranking", "a badugi's ace is always low", badugi_by(reference.badugi_strength)),
    ("ranking", "a badugi's ace is always high", badugi_by(reference.ace_high_badugi_strength)),
    ("ranking", "lower cards beat more cards", badugi_by(three_lower_than_four)),
    ("ranking", "faces count ten points", chosen(reference.points, faces_count_ten)),
    ("choosing", "any five cards in Omaha", chosen(reference.two_and_three, reference.any_five)),
    ("choosing", "both hole cards in Hold'em", chosen(reference.any_five, reference.two_and_three)),
    ("choosing", "cards of both boards together", by_rules(pooled)),
    ("choosing", "the first board alone", by_rules(first_board)),
    ("choosing", "the first five of all cards", chosen(reference.any_five, first_five)),
    ("choosing", "the board in the draw half", chosen(reference.own_five, reference.any_five)),
    ("choosing", "the lowest cards first in badugi",
     by_rules(lambda rule: (greedy_badugi,) if rule[0] is reference.badugi else rule)),
    ("split", "high takes everything", answered(winner_takes_all)),
    ("split", "the half without a low is not paid", answered(no_low_no_chips)),
    ("split", "any pair is enough in Archie",
     by_rules(lambda rule: (reference.own_five, "high", reference.BOARD_1)
              if rule[0] is reference.nines_or_better else rule)),
    ("low", "nine-high qualifies", ranked("low", nine_low)),
    ("low", "eight-high does not qualify", ranked("low", seven_low)),
    ("low", "lows are compared from the lowest card", ranked("low", from_the_lowest_card)),
    ("low", "straights and flushes are no lows", ranked("low", no_flush_or_straight)),
    ("quarter", "who wins anything gets as much", answered(by_heads)),
    ("quarter", "the first of a tie takes the half", answered(winner_takes_all)),
    ("side-pots", "everything is one pot", asked(one_pot)),
    ("side-pots", "everybody may win a side pot", asked(last_pot_for_all)),
    ("uncalled", "what nobody called is won", answered(uncalled_is_matched)),
    ("uncalled", "all chips are one pot", asked(one_pot)),
    ("uncalled", "nothing goes back to a folded player", answered(folded_lose_what_was_uncalled)),
    ("dead-chips", "dead chips are forgotten", asked(without_dead)),
    ("dead-chips", "dead chips count as a bet", asked(dead_is_live)),
    ("dead-chips", "folded chips are forgotten", asked(without_folded_chips)),
    ("odd-button", "the button takes the odd chip", asked(on_the_button)),
    ("odd-button", "the first seat takes the odd chip", asked(without_button)),
    ("odd-stud", "clubs are the highest suit", asked(suits_upside_down)),
    ("odd-stud", "all seven cards count in every book", by_book("roberts")),
    ("odd-stud", "the cards that play count in every book", by_book("wsop-2026")),
    ("odd-high-low", "low takes the odd chip", answered(odd_to_low)),
    ("odd-low-low", "the first contest in every book", by_book("tda-2026")),
    ("odd-low-low", "by turn in every book", by_book("wsop-2026")),
    ("odd-boards", "the second board takes the odd chip", answered(boards_reversed)),
    ("odd-whole", "shared as one in every book", by_book("wsop-2026")),
    ("odd-whole", "each half by itself in every book", by_book("tda-2026")),
    ("odd-each", "two odd chips in every book", by_book("tda-2026")),
    ("odd-each", "never two odd chips", by_book("roberts")),
    ("odd-unit", "split below the smallest chip", asked(no_unit)),
    ("odd-runs", "the last run takes the odd chip", answered(boards_reversed)),
    ("odd-side-pots", "pots are put together", asked(one_pot)),
    ("exact", "fractions are dropped", answered(whole_chips)),
    ("exact", "odd chips as in a card room", by_book("wsop-2026")),
    ("rake", "no rake", asked(no_rake)),
    ("rake", "no cap", rake(cap=None)),
    ("rake", "no jackpot drop", rake(jackpot=None)),
    ("rake", "rounded up", asked(rake_rounded_up)),
    ("rake", "also from what nobody called", asked(rake_of_everything)),
    ("rake", "always from the main pot", rake(taken_from="main")),
    ("rake", "always in proportion", rake(taken_from="proportion")),
    ("mucked", "the chips go with the hand", asked(mucked_is_out)),
    ("mucked", "a mucked hand has a share", answered(mucked_shares)),
    ("folded", "a folded hand can win", asked(folded_competes)),
    ("folded", "folded chips are forgotten", asked(without_folded_chips)),
]  # fmt: skip


def outcomes(tag, program):
    """Yield the outcome of the program's answer to each vector of a tag."""
    for vector in VECTORS:
        if vector["tags"][0] == tag:
            yield run.judge(vector, {"id": vector["id"], **program(run.question(vector))})[0]


@pytest.mark.parametrize(
    ("tag", "mutant"),
    [row[::2] for row in MUTANTS],
    ids=[f"{tag}: {name}" for tag, name, _ in MUTANTS],
)
def test_a_mistake_fails_a_vector_of_its_tag(tag, mutant):
    assert any(outcome in (run.FAILED, run.OTHER_BOOK) for outcome in outcomes(tag, mutant))


@pytest.mark.parametrize(
    ("tag", "program"),
    [
        ("ranking", ranked("high", high)),
        ("choosing", by_rules(lambda rule: rule)),
        ("split", by_rules(lambda rule: rule)),
        ("low", ranked("low", low)),
    ],
)
def test_the_same_programs_without_a_mistake_fail_none(tag, program):
    assert set(outcomes(tag, program)) == {run.PASSED}
