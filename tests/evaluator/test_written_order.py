"""Test that the order of the cards of a hand or a board doesn't affect results."""

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


def list_results(deal, wagers, rules):
    """Return the JSON with sorted cards, the cards that play, and the temptations."""
    settlement = settle(deal, wagers, rules)
    document = settlement_to_json(settlement)
    playing_cards = [
        [hand and hand.cards for hand in hands.values()]
        for run in settlement.runs
        for hands in run.made.values()
    ]
    temptations = [
        [(temptation_text(found), found.cards) for found in find_temptations(settlement, label)]
        for label in deal.labels
    ]
    text = CARDS.sub(lambda cards: "-".join(sorted(cards[0].split("-"))), json.dumps(document))
    return text, playing_cards, temptations


@given(any_tables | tied_stud_tables(), st.sampled_from(list(RULE_SETS.values())), st.data())
def test_another_order_of_cards_has_the_same_result(table, rules, data):
    deal, wagers = table
    reordered = data.draw(reorder_cards(deal))
    assert list_results(deal, wagers, rules) == list_results(reordered, wagers, rules)


@given(deals(EVERY_SLUG, max_players=4) | tied_stud_tables().map(lambda table: table[0]), st.data())
def test_array_evaluation_returns_the_same_cards_in_any_order(deal, data):
    reordered = data.draw(reorder_cards(deal))
    made = find_made_hands(reordered)
    assert find_made_hands_of_deals([reordered]) == [made]
    cards = np.array([list(reordered.numbers)], np.uint8)
    strengths = evaluation.evaluate(deal.game, cards)
    masks_by_hand = evaluation.find_cards_that_play(deal.game, cards, strengths)[0]
    shared = reordered.boards[0] if deal.has_shared_card else ()
    boards = () if shared else [card for board in reordered.boards for card in board]
    for hand, masks in zip(reordered.hands, masks_by_hand, strict=True):
        available = [*hand.cards, *shared, *boards]
        for contest, mask in zip(deal.game.contests, masks, strict=True):
            best = made[contest.name][hand.label]
            playing = {card for index, card in enumerate(available) if mask >> index & 1}
            assert playing == set(best.cards if best else ())
