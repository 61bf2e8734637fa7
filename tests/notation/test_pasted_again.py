"""What was read of a paste, written in any of our forms and pasted again, is the same."""

import json
from dataclasses import replace

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2024
from showdown.notation.deal_line import line_of, verdict
from showdown.notation.pasted.reader import read_pasted
from showdown.notation.pasted.result import Pasted
from showdown.notation.settlement_json import settlement_to_json
from showdown.pages.changes import query_of
from showdown.pages.forms.typed import typed_pasted
from tests.notation.test_pasted_corpus import PASTES

WHOLE = [
    (paste, read)
    for paste in PASTES
    if (read := read_pasted(paste.text, GAMES[paste.game])).is_whole
]


def same(pasted: Pasted):
    """All of it but what was said of the text; names and rules that go without saying are said."""
    hands = tuple(
        replace(hand, label=label) for label, hand in zip(pasted.labels, pasted.hands, strict=True)
    )
    boards = pasted.boards
    while boards and not boards[-1]:
        boards = boards[:-1]
    rules = pasted.rules or WSOP_2024
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


@pytest.mark.parametrize(("paste", "read"), WHOLE, ids=[paste.name for paste, _ in WHOLE])
def test_the_address_of_what_was_read_is_read_again(paste, read):
    again = read_pasted(address(read), GAMES["omaha"])
    assert again.marks == ()
    assert same(again) == same(read)


COMPLETE = []
for _paste, _read in WHOLE:
    try:
        COMPLETE.append((_paste, _read.submission()))
    except InvalidDeal:
        continue


@pytest.mark.parametrize(("paste", "submission"), COMPLETE, ids=[p.name for p, _ in COMPLETE])
def test_the_exports_of_what_was_read_are_read_again(paste, submission):
    settled = submission.settle()
    line = line_of(submission)
    for text in (line, f"{line}\n{verdict(settled)}\n", json.dumps(settlement_to_json(settled))):
        assert line_of(read_pasted(text, submission.deal.game).submission()) == line


def test_enough_of_the_texts_are_complete():
    assert len(WHOLE) > 100
    assert len(COMPLETE) > 40


@pytest.mark.parametrize(
    ("paste", "read"),
    [
        pytest.param(paste, read, id=paste.name)
        for paste, read in WHOLE
        if not read.wagers and not any(hand.is_mucked for hand in read.hands)
    ],
)
def test_the_json_of_what_was_read_is_read_again(paste, read):
    again = read_pasted(as_json(read), GAMES["omaha"])
    assert again.marks == ()
    for hand, before in zip(again.hands, read.hands, strict=True):
        assert (hand.cards, hand.range) == (before.cards, before.range)
    assert (again.game, again.labels, again.dead) == (read.game, read.labels, read.dead)
    boards = [board for board in again.boards if board]
    assert boards == [board for board in read.boards if board]
