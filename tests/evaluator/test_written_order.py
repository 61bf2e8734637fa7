"""The order of the written cards of a hand or a board doesn't affect results."""

import json
import re
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from showdown.bulk import evaluation
from showdown.bulk.made_hands import find_made_hands_of_deals
from showdown.evaluator.contests import find_made_hands
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.temptations import find_temptations
from showdown.notation.settlement_json import settlement_to_json
from showdown.words.temptations import temptation_text
from tests.evaluator.dealing import EVERY_SLUG, any_tables, deals, tied_stud_tables

CARDS = re.compile(r"\b(?:[2-9TJQKA][cdhs]-?){2,}")


@st.composite
def reorder_cards(draw, deal):
    hands = [replace(hand, cards=tuple(draw(st.permutations(hand.cards)))) for hand in deal.hands]
    boards = [tuple(draw(st.permutations(board))) for board in deal.boards]
    return replace(deal, hands=tuple(hands), boards=tuple(boards))


def sorted_answer(deal, wagers, rules):
    settlement = settle(deal, wagers, rules)
    document = settlement_to_json(settlement)
    plays = [
        [hand and hand.cards for hand in of_contest.values()]
        for run in settlement.runs
        for of_contest in run.made.values()
    ]
    tempting = [
        [(temptation_text(it), it.cards) for it in find_temptations(settlement, label)]
        for label in deal.labels
    ]
    text = CARDS.sub(lambda cards: "-".join(sorted(cards[0].split("-"))), json.dumps(document))
    return text, plays, tempting


@given(any_tables | tied_stud_tables(), st.sampled_from(list(RULE_SETS.values())), st.data())
def test_another_written_order_gives_the_same_answer(table, rules, data):
    deal, wagers = table
    again = data.draw(reorder_cards(deal))
    assert sorted_answer(deal, wagers, rules) == sorted_answer(again, wagers, rules)


@given(deals(EVERY_SLUG, most=4) | tied_stud_tables().map(lambda table: table[0]), st.data())
def test_array_evaluation_returns_the_same_cards_in_any_order(deal, data):
    again = data.draw(reorder_cards(deal))
    made = find_made_hands(again)
    assert find_made_hands_of_deals([again]) == [made]
    cards = np.array([list(again.numbers)], np.uint8)
    strengths = evaluation.evaluate(deal.game, cards)
    bits = evaluation.find_playing(deal.game, cards, strengths)[0]
    shared = again.boards[0] if deal.has_shared_card else ()
    boards = () if shared else [card for board in again.boards for card in board]
    for hand, of_hand in zip(again.hands, bits, strict=True):
        there = [*hand.cards, *shared, *boards]
        for contest, shown in zip(deal.game.contests, of_hand, strict=True):
            best = made[contest.name][hand.label]
            plays = {card for index, card in enumerate(there) if shown >> index & 1}
            assert plays == set(best.cards if best else ())
