"""Whole deals in any style, rows of the history, downloads and hand histories are parsed again."""

import csv
import random
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from showdown.evaluator.cards import Card, format_cards
from showdown.evaluator.deals import Deal, board_field
from showdown.evaluator.games import GAMES
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import line_of
from showdown.notation.pasted.reader import read_pasted
from showdown.words.ranks import NAMES, SUIT_NAMES, SUIT_SYMBOLS
from tests.log_writers import write_open_hand_history, write_phh, write_pokerstars
from tests.logs import well_paid_hand

OMAHA, HOLDEM = GAMES["omaha-hilo"], GAMES["holdem"]

HISTORY = "id,time,game,source,deal,contest 1,winners 1,category 1,headline,paid,note"
FOLDED = (
    "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d HandC:9s-8s-Tc-2c Board:Ah-Kh-5s-2s-Qd"
    " In:HandA=50,HandB=50,HandC=50 Fold:HandB"
)


def row_of(line: str) -> str:
    cell = '"' + line.replace('"', '""') + '"'
    place = "019ac5d2-0000-7000-8000-000000000001,2026-11-21T16:00:00.000+00:00,omaha-hilo,page"
    return f"{place},{cell},high,HandA,one pair,HandA scoops,HandA=150,"


@pytest.mark.parametrize("titles", ["", f"{HISTORY}\n"])
def test_a_row_of_the_history_contains_the_whole_deal(titles):
    read = read_pasted(titles + row_of(FOLDED), HOLDEM)
    assert read.marks == ()
    assert line_of(read.submission()) == FOLDED


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (row_of(FOLDED.replace("5c-5d", "5c-5c")), "5♣ appears twice"),
        ("omaha-hilo,page,HandA:AcKdJd3d", "1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        (
            "line,players,hand_a,hand_b,board,high_winners,high_hand\n"
            "1,2,Ac-Kd-Jd-3d,5c-5d-6c-7d,Ah-Kh-5s-2s-Qd,HandB,three of a kind",
            "a row of a batch's table doesn't contain the complete deal",
        ),
        ('{"game": "omaha-hilo", "deal": "HandA:AcKdJd3d Pot:5"}', "1 hand"),
        ('{"game": "bridge", "deal": "HandA:AcKdJd3d"}', "unknown game “bridge”"),
        ('{"line": 1, "hand_a": "AcKdJd3d", "hand_b": "5c5d6c7d"}', "hands is missing"),
        ('{"exact": true, "players": [{"label": "Anna"}]}', "hands is missing"),
    ],
)
def test_an_incomplete_deal_is_refused_with_a_reason(text, why):
    read = read_pasted(text, OMAHA)
    assert read.is_empty
    assert [mark.why.startswith(why) for mark in read.marks] == [True]


def spoken(card: Card) -> str:
    return f"{NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def drawn(card: Card) -> str:
    return str(card)[0].replace("T", "10") + SUIT_SYMBOLS[card.suit]


def with_names(cards):
    """Return a function that writes a line for each hand and board: the name and the cards."""

    def lines(deal: Deal) -> str:
        hands = [f"{hand.label}: {cards(hand.cards)}" for hand in deal.hands]
        boards = [f"{board_field(at)}: {cards(board)}" for at, board in enumerate(deal.boards)]
        return "\n".join(hands + boards)

    return lines


def in_a_sentence(deal: Deal) -> str:
    hands = " and ".join(f"{hand.label} has {format_cards(hand.cards, ' ')}" for hand in deal.hands)
    boards = "".join(
        f", board {at + 1} is {format_cards(board, ' ')}" for at, board in enumerate(deal.boards)
    )
    return f"{hands}{boards}."


STYLES = {
    "line": lambda deal: line_of(Submission(deal)),
    "named": with_names(lambda cards: format_cards(cards, " ")),
    "drawn": with_names(lambda cards: "".join(map(drawn, cards))),
    "spoken": with_names(lambda cards: ", ".join(map(spoken, cards))),
    "small": with_names(lambda cards: format_cards(cards, " ").lower()),
    "sentence": in_a_sentence,
}
UNNAMED = {
    "lines": lambda deal: "\n".join(format_cards(cards, " ") for cards in places(deal)),
    "words": lambda deal: " ".join(format_cards(cards, "") for cards in places(deal)),
    "slashes": lambda deal: " / ".join(format_cards(cards, "") for cards in places(deal)),
    "versus": lambda deal: (
        " vs ".join(format_cards(hand.cards, "") for hand in deal.hands)
        + "".join(f" on {format_cards(board, ' ')}" for board in deal.boards)
    ),
}


def places(deal: Deal):
    return [*(hand.cards for hand in deal.hands), *deal.boards]


@st.composite
def deals(draw):
    game = draw(st.sampled_from(list(GAMES.values())))
    players = draw(st.integers(2, min(4, game.players[-1])))
    cards = draw(st.permutations(range(len(game.deck))))
    needed = players * game.hole + game.board
    numbers = bytes(game.deck[place].number for place in cards[:needed])
    labels = draw(st.sampled_from([(), ("Anna", "Boris", "Big Al", "Asad")]))
    return Deal.of_numbers(game, numbers, labels[:players])


@given(deals(), st.sampled_from(sorted(STYLES)))
def test_a_deal_in_any_style_is_read_back(deal, style):
    text = STYLES[style](deal)
    pasted = read_pasted(text, deal.game)
    assert pasted.marks == (), text
    assert pasted.submission().deal == deal, text


@given(deals(), st.sampled_from(sorted(UNNAMED)))
def test_a_deal_without_names_is_read_back(deal, style):
    text = UNNAMED[style](deal)
    pasted = read_pasted(text, deal.game)
    assert pasted.marks == (), text
    assert [hand.cards for hand in pasted.hands] == [hand.cards for hand in deal.hands], text
    assert pasted.boards == deal.boards, text


PIECES = st.sampled_from(
    [
        *'AKQJT9852cdhs:;,/|-()[]{}*?="\n\t ',
        *("As", "Kd", "10h", "AcKdJd3d", "A♠", "♥️", "ace of spades", "xx", "mucked", "folds"),
        *("vs", "on", "turn", "Board:", "Anna:", "HandB:", "Pot:", "In:", "Fold:", "Game:"),
        *("Dead:", "=>", "{", '"hands"', "Rules: exact", "\x00", "１"),
    ]
)


@given(
    st.text(max_size=80)
    | st.lists(PIECES, max_size=25).map(" ".join)
    | st.lists(PIECES, max_size=25).map("".join),
    st.sampled_from(list(GAMES.values())),
)
@example("Anna: = : =", HOLDEM)
def test_no_text_raises_an_error_or_duplicates_a_card(text, game):
    pasted = read_pasted(text, game)
    for mark in pasted.marks:
        assert 0 <= mark.start <= mark.end <= len(text)
        assert mark.why
    boards = pasted.boards[: max(1, len(pasted.game.boards))]
    cards = [card for hand in pasted.hands for card in hand.cards]
    cards += [card for board in boards for card in board]
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(
    "piece",
    [" ", "\t ", "a  ", "word ", "Anna ", "board ", "on the ", "or Anna ", "omaha ", "As ", "a: ",
     "? ", "12:00 ", "<a> ", "a's hand ", "hi a, ", "regards\n a\n", "run it ", "ace of spades "],
)  # fmt: skip
def test_every_text_is_read_in_bounded_time(piece):
    text = (piece * 3_000)[:2_980] + " As Kd"
    start = time.process_time()
    read_pasted(text, HOLDEM)
    assert time.process_time() - start < 3  # 0.4 on an idle machine


@pytest.mark.parametrize("write", [write_open_hand_history, write_pokerstars, write_phh])
def test_a_hand_history_is_read_in_its_game(write):
    hand = well_paid_hand(random.Random(3), GAMES["omaha"])
    pasted = read_pasted(f"\n{write(hand)}\n", HOLDEM)
    assert pasted.marks == ()
    assert pasted.game.slug == "omaha"
    deal = pasted.submission().deal
    assert [held.cards for held in deal.hands if held.cards] == list(hand.hands.values())
    assert deal.boards == hand.boards
    assert sum(pasted.wagers.contributions.values()) == sum(hand.contributions.values())


class CountedRow(list):
    """A row of CSV that counts the cells read by index or copied."""

    taken = 0

    def __getitem__(self, place):
        cells = super().__getitem__(place)
        CountedRow.taken += len(cells) if isinstance(place, slice) else 1
        return cells


def cells_taken(text, monkeypatch):
    monkeypatch.setattr(CountedRow, "taken", 0)
    with monkeypatch.context() as patched:
        patched.setattr("csv.reader", lambda lines, read=csv.reader: map(CountedRow, read(lines)))
        read_pasted(text, OMAHA)
    return CountedRow.taken


@pytest.mark.parametrize("cell", ["1,", "omaha-hilo,", '"",'])
def test_a_row_of_many_cells_is_scanned_once(cell, monkeypatch):
    some, twice = (cells_taken(cell * count, monkeypatch) for count in (500, 1000))
    assert 400 < some < twice <= 2.1 * some
