"""Test that written deals, exports and hand histories are parsed as the same deal."""

import csv
import io
import json
import random
import time
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

import factory.random
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import Deal, board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models import Showdown, Source
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import read_line, ruling_lines, write_line
from showdown.notation.pasted.reader import read_pasted
from showdown.notation.settlement_json import settlement_to_json
from showdown.pages.views.history import HistoryExport
from showdown.words.ranks import NAMES, SUIT_NAMES, SUIT_SYMBOLS
from tests.evaluator.dealing import any_tables
from tests.factories import DealFactory
from tests.log_writers import write_open_hand_history, write_phh, write_pokerstars
from tests.logs import make_correct_hand
from tests.made_up_games import MADE_UP

OMAHA, HOLDEM = GAMES["omaha-hilo"], GAMES["holdem"]


def card_in_words(card):
    return f"{NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def card_with_symbol(card):
    return str(card)[0].replace("T", "10") + SUIT_SYMBOLS[card.suit]


def line_writer(write_cards):
    """Return a function that writes a line with a label for each hand and board."""

    def write_lines(deal):
        lines = [f"{hand.label}: {write_cards(hand.cards)}" for hand in deal.hands]
        for index, board in enumerate(deal.boards):
            lines.append(f"{board_field(index)}: {write_cards(board)}")
        return "\n".join(lines)

    return write_lines


def write_sentence(deal):
    hands = " and ".join(f"{hand.label} has {format_cards(hand.cards, ' ')}" for hand in deal.hands)
    boards = "".join(
        f", board {index + 1} is {format_cards(board, ' ')}"
        for index, board in enumerate(deal.boards)
    )
    return f"{hands}{boards}."


STYLES = {
    "line": lambda deal: write_line(Submission(deal)),
    "labels": line_writer(lambda cards: format_cards(cards, " ")),
    "suit symbols": line_writer(lambda cards: "".join(map(card_with_symbol, cards))),
    "words": line_writer(lambda cards: ", ".join(map(card_in_words, cards))),
    "lowercase": line_writer(lambda cards: format_cards(cards, " ").lower()),
    "sentence": write_sentence,
}
STYLES_WITHOUT_NAMES = {
    "lines": lambda deal: "\n".join(format_cards(cards, " ") for cards in hands_and_boards(deal)),
    "words": lambda deal: " ".join(format_cards(cards, "") for cards in hands_and_boards(deal)),
    "slashes": lambda deal: " / ".join(format_cards(cards, "") for cards in hands_and_boards(deal)),
    "versus": lambda deal: (
        " vs ".join(format_cards(hand.cards, "") for hand in deal.hands)
        + "".join(f" on {format_cards(board, ' ')}" for board in deal.boards)
    ),
}


def hands_and_boards(deal):
    return [*(hand.cards for hand in deal.hands), *deal.boards]


@st.composite
def deals(draw):
    game = draw(st.sampled_from(list(GAMES.values())))
    players = draw(st.integers(2, min(4, game.players[-1])))
    cards = draw(st.permutations(range(len(game.deck))))
    needed = players * game.hole + game.board
    numbers = bytes(game.deck[index].number for index in cards[:needed])
    labels = draw(st.sampled_from([(), ("Anna", "Boris", "Big Al", "Asad")]))
    return Deal.from_numbers(game, numbers, labels[:players])


@given(deals(), st.sampled_from(sorted(STYLES)))
def test_a_deal_in_any_style_is_read_back(deal, style):
    text = STYLES[style](deal)
    result = read_pasted(text, deal.game)
    assert result.marks == (), text
    assert result.submission().deal == deal, text


@given(deals(), st.sampled_from(sorted(STYLES_WITHOUT_NAMES)))
def test_a_deal_without_names_is_read_back(deal, style):
    text = STYLES_WITHOUT_NAMES[style](deal)
    result = read_pasted(text, deal.game)
    assert result.marks == (), text
    assert [hand.cards for hand in result.hands] == [hand.cards for hand in deal.hands], text
    assert result.boards == deal.boards, text


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
    result = read_pasted(text, game)
    for mark in result.marks:
        assert 0 <= mark.start <= mark.end <= len(text)
        assert mark.reason
    boards = result.boards[: max(1, len(result.game.boards))]
    cards = [card for hand in result.hands for card in hand.cards]
    cards += [card for board in boards for card in board]
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(
    "piece",
    [" ", "\t ", "a  ", "word ", "Anna ", "board ", "on the ", "or Anna ", "omaha ", "As ", "a: ",
     "? ", "12:00 ", "<a> ", "a's hand ", "hi a, ", "regards\n a\n", "run it ", "ace of spades ",
     "1,", "omaha-hilo,", '"",', "As for BTN ", "As for XAsAsAs ", "As for X As As ",
     "As;As for B ", "AKs ", "[A-"],
)  # fmt: skip
def test_every_text_is_read_in_bounded_time(piece):
    text = (piece * 3_000)[:2_980] + " As Kd"
    start = time.process_time()
    read_pasted(text, HOLDEM)
    assert time.process_time() - start < 10  # seconds, usually 0.4


@pytest.mark.parametrize(
    "rest", ["\n" * 49_000 + "x", "1% {" + " " * 3_900, "1% {" + " " * 3_600 + "x" * 201 + "}"]
)
def test_the_output_of_a_calculator_is_read_in_bounded_time(rest):
    start = time.process_time()
    result = read_pasted("Hand 0: 50% { AA }\nHand 1: 50% { AKs }\n" + rest, HOLDEM)
    assert time.process_time() - start < 2  # seconds, usually 0.1
    assert [hand.range for hand in result.hands] == ["AA", "AKs"]


@pytest.mark.parametrize("write", [write_open_hand_history, write_pokerstars, write_phh])
def test_a_hand_history_is_read_in_its_game(write):
    hand = make_correct_hand(random.Random(3), GAMES["omaha"])
    result = read_pasted(f"\n{write(hand)}\n", HOLDEM)
    assert result.marks == ()
    assert result.game.slug == "omaha"
    deal = result.submission().deal
    assert [parsed.cards for parsed in deal.hands if parsed.cards] == list(hand.hands.values())
    assert deal.boards == hand.boards
    assert sum(result.wagers.contributions.values()) == sum(hand.contributions.values())


LABELS = [
    *("Anna", "anna", "O'Brien", "Seat 4", "Zoë", "大家", "Pot", "In", "rules", "Dead", "board"),
    *("mucked", "fold", "Board two", "Hand A", "HandB", "handa", "HandM", "As", "AsKd", "vs"),
    *("turn", "-1", "+1", "@cmd", "x/y", "a | b", "“Al”", "[Cem]", "holdem", "a>b"),
    *("{x}", "a;b", "Dora - E", "Dealer", "2", "*a", "nick_name", "x" * 40),
]


@pytest.fixture(scope="module")
def made_up_games():
    with pytest.MonkeyPatch.context() as patch:
        for game in MADE_UP:
            patch.setitem(GAMES, game.slug, game)
        for module in ("deal_json", "pasted.json_documents"):
            patch.setattr(f"showdown.notation.{module}.find_game", GAMES.__getitem__)
        yield


def rakes(unit):
    chips = st.integers(0, 2).map(lambda count: count * unit)
    return st.builds(Rake, amount=chips, jackpot=chips) | st.builds(
        Rake,
        percent=st.sampled_from([Decimal(5), Decimal("2.5")]),
        cap=st.none() | chips,
        no_flop_no_drop=st.booleans(),
        taken_from=st.sampled_from(TakenFrom),
    )


@st.composite
def submissions(draw):
    deal, wagers = draw(any_tables)
    rake = draw(st.none() | rakes(wagers.unit))
    wagers = replace(wagers, rake=rake, decimals=draw(st.sampled_from([0, 2])))
    factory.random.reseed_random(draw(st.integers(0, 2**32)))
    mucked = draw(st.sampled_from([(), deal.labels[:1]]))
    runs = draw(st.integers(1, 3)) if deal.game.boards else 1
    with suppress(ValueError):  # the deck is too small
        deal = DealFactory(game=deal.game, labels=deal.labels, mucked=mucked, runs=runs)
    labels = [*deal.labels, "Dora", "Emil"]
    names = draw(st.just(labels) | st.permutations(labels) | st.permutations(LABELS))
    wagers = draw(st.none() | st.just(wagers))
    submission = Submission(deal, wagers, draw(st.sampled_from([*RULE_SETS.values()])))
    return submission.rename_players(dict(zip(labels, names, strict=False)))


def write_csv_row(submission):
    row = io.StringIO()
    export = HistoryExport()
    csv.writer(row).writerow(
        export.cells(Showdown.from_settlement(submission.settle(), source=Source.PAGE))
    )
    return row.getvalue()


FORMS = {
    "line": lambda submission, settlement: write_line(submission),
    "ruling": lambda submission, settlement: (
        f"{write_line(submission)}\n{ruling_lines(settlement)}\n"
    ),
    "json": lambda submission, settlement: json.dumps(settlement_to_json(settlement)),
    "csv": lambda submission, settlement: write_csv_row(submission),
}


def winners(settlement):
    return [[result.winners for result in run.contests] for run in settlement.runs]


@pytest.mark.usefixtures("made_up_games")
@given(submissions())
def test_exports_of_a_deal_are_parsed_as_the_same_deal(submission):
    try:
        settlement = submission.settle()
    except InvalidDeal:
        assume(False)
    line = write_line(submission)
    assert write_line(read_line(line, submission.deal.game)) == line
    for form, write in FORMS.items():
        text = write(submission, settlement)
        result = read_pasted(text, submission.deal.game)
        assert result.marks == (), (form, text)
        round_trip = result.submission()
        assert round_trip.deal == submission.deal, (form, text)
        if settlement.payout:
            assert write_line(round_trip) == line, (form, text)
        assert round_trip.settle().payout == settlement.payout, (form, text)
        assert winners(round_trip.settle()) == winners(settlement), (form, text)
