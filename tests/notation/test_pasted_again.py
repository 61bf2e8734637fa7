"""A pasted deal stays the same if its address or its JSON is pasted again."""

import json
from dataclasses import replace

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.pasted.reader import read_pasted
from showdown.notation.pasted.result import Pasted
from showdown.pages.forms.typed import typed_pasted
from showdown.pages.table_actions import query_of
from tests.notation.test_pasted_corpus import PASTES


@pytest.fixture(scope="module")
def whole():
    """Return the names and results of the texts that were understood completely."""
    reads = ((paste.name, read_pasted(paste.text, GAMES[paste.game])) for paste in PASTES)
    whole = [(name, read) for name, read in reads if read.is_whole]
    assert len(whole) > 100
    return whole


def same(pasted: Pasted):
    """Return the compared parts of a paste, with explicit names and rules."""
    hands = tuple(
        replace(hand, label=label) for label, hand in zip(pasted.labels, pasted.hands, strict=True)
    )
    boards = pasted.boards
    while boards and not boards[-1]:
        boards = boards[:-1]
    rules = pasted.rules or WSOP_2026
    return pasted.game.slug, hands, boards, pasted.dead, pasted.wagers, rules.slug


def address(pasted: Pasted) -> str:
    return f"https://showdown.example/showdown/?{query_of(typed_pasted(pasted, {}))}"


def as_json(pasted: Pasted) -> str:
    hands = {
        label: hand.text or "*" for label, hand in zip(pasted.labels, pasted.hands, strict=True)
    }
    document = {"game": pasted.game.slug, "hands": hands}
    document["boards"] = [format_cards(board, "") for board in pasted.boards]
    return json.dumps(document | ({"dead": format_cards(pasted.dead)} if pasted.dead else {}))


def test_the_address_of_a_deal_yields_the_same_deal(whole):
    for name, read in whole:
        again = read_pasted(address(read), GAMES["omaha"])
        assert again.marks == (), name
        assert same(again) == same(read), name


def test_the_json_of_a_deal_yields_the_same_deal(whole):
    for name, read in whole:
        if not read.hands or read.wagers or any(hand.is_mucked for hand in read.hands):
            continue
        again = read_pasted(as_json(read), GAMES["omaha"])
        assert again.marks == (), name
        for hand, before in zip(again.hands, read.hands, strict=True):
            assert (hand.cards, hand.range) == (before.cards, before.range), name
        assert (again.game, again.labels, again.dead) == (read.game, read.labels, read.dead), name
        boards = [board for board in again.boards if board]
        assert boards == [board for board in read.boards if board], name
