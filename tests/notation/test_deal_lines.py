"""Test deal lines, other formats of deals, wagers and rake schemes: spellings and errors."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal, InvalidWagers
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import Pot, Wagers
from showdown.files.blocks import settle_in_python
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import read_line, write_line
from showdown.notation.holdem import Holdem, NoInstance
from showdown.notation.rake_schemes import read_scheme
from showdown.notation.registry import DEAL_FORMATS, format_for_game, games_for_format
from showdown.notation.wager_words import FIELD_BY_KEYWORD, read_wagers, wagers_words
from showdown.words.errors import error_text
from tests.evaluator.dealing import any_tables

BOARD = " Board:Ah-Kh-5s-2s-Qd"
HANDS = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d"
LINE = HANDS + BOARD


def settle(line, number=1):
    return settle_in_python(line.encode(), OMAHA_HILO, first_line=number)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (HANDS[:-3] + BOARD, "line 3, column 19: HandB has 3 cards; Omaha Hi/Lo needs 4"),
        (LINE.replace("Kh", "Ac"), "line 3: A♣ appears twice, in HandA and Board"),
        (LINE.replace("Jd", "1d"), "line 3, column 13: “1d” isn't a card: there is no rank 1"),
        (LINE.replace("Jd", "Jx"), "line 3, column 13: “Jx” isn't a card: there is no suit x"),
        (LINE.replace("Jd", "J"), "line 3, column 13: “J” isn't a card: its suit is missing"),
        (LINE.replace("HandB", "HandC"), "line 3: HandB is missing"),
        (HANDS, "line 3: Board is missing; Omaha Hi/Lo needs 5 board cards"),
        (LINE[:-3], "line 3, column 37: Board has 4 cards; Omaha Hi/Lo needs 5"),
        (LINE.split()[0] + BOARD, "line 3: 1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        (LINE.replace("HandB", "HandA"), "line 3, column 19: there are two hands called HandA"),
        (LINE + " Pot:5" * 98, "line 3, column 640: a line can have at most 100 words"),
        (LINE + " Pot:5" * 14, "line 3, column 136: Pot can have at most 13 entries"),
        (f"{LINE} Fold:x{',x' * 26}", "line 3, column 58: Fold can have at most 26 entries"),
        (LINE.replace("HandB", "Bob"),
         "line 3, column 19: unknown word “Bob:”; "
         "a line can have HandA, …, HandM, Board, Board2, …, Pot"),
        (LINE + " Pot:ten", "line 3, column 58: “ten” isn't an amount of chips"),
        ("what is this", "line 3, column 1: expected a line such as HandA:… HandB:… Board:…"),
    ],
)  # fmt: skip
def test_an_error_is_reported_with_its_position(line, message):
    result = settle(line, 3)
    assert str(result.errors[0]).startswith(message)
    sentence = message.partition(": ")[2]
    assert result.output.decode().startswith(f"{line}\n=> Error: {sentence}")


def test_chips_have_a_separate_line():
    output = Path("tests/data/deal_lines.txt").read_text()
    lines = [line for line in output.splitlines() if not line.startswith("=>")]
    assert "".join(settle(line).output.decode() for line in lines) == output


@pytest.mark.parametrize(
    ("line", "plain_line"),
    [
        (LINE.replace("HandA", "handa").replace("-", "").replace("HandB", "HANDB"), LINE),
        (f"{LINE.replace('Board', 'board')} POT:4765 rules:tda-2026",
         f"{LINE} Pot:4765 Rules:tda-2026"),
        (f"{LINE} In:HandA=100 HandB=100", f"{LINE} In:HandA=100,HandB=100"),
        (f"{LINE} In:HandA=100, HandB=100", f"{LINE} In:HandA=100,HandB=100"),
        (f"{LINE} Pot:100=HandA, HandB", f"{LINE} Pot:100=HandA,HandB"),
        (f"{LINE} Pot:1,000=HandA HandB", f"{LINE} Pot:1000=HandA,HandB"),
    ],
)  # fmt: skip
def test_alternative_spellings_of_a_line_are_equal(line, plain_line):
    assert read_line(line, OMAHA_HILO) == read_line(plain_line, OMAHA_HILO)


@pytest.mark.parametrize("name", ["Pot", "in", "Rules", "board", "Board 2", "7", "Anna"])
def test_a_keyword_can_be_the_name_of_a_player(name):
    hands = {name: "Ac-Kd-Jd-3d", "Boris": "5c-5d-6c-7d"}
    submission = Submission(
        Deal.parse(OMAHA_HILO, hands, "Ah-Kh-5s-2s-Qd"),
        Wagers(pots=(Pot(100, (name, "Boris")),), folded=("Button",), button=name),
    )
    line = write_line(submission)
    assert read_line(line, OMAHA_HILO) == submission
    assert "boris 100" in settle(line).output.decode().lower()


HOLDEM = GAMES["holdem"]


def test_an_x_is_a_ten_wherever_holdem_is_read():
    submission = read_line("HandA:Xs-xh HandB:As-Ah Board:Xc-2d-3h-4s-9c", HOLDEM)
    assert submission.deal == Deal.parse(HOLDEM, ["TsTh", "AsAh"], "Tc2d3h4s9c")
    assert (
        Holdem().read_deal("2 Xc2d3h4s9c XsXh AsAh", HOLDEM).deal.boards == submission.deal.boards
    )
    with pytest.raises(InvalidDeal):
        read_line("HandA:Xs-Xh-2c-3c HandB:As-Ah-2d-3d Board:Xc-2h-3h-4s-9c", OMAHA_HILO)


def test_empty_text_is_not_an_instance():
    with pytest.raises(NoInstance):
        Holdem().read_deal("  \n", HOLDEM)


def test_two_boards_may_be_written_in_any_order():
    game = GAMES["double-board-omaha"]
    line = "HandA:Ac3h9dTs HandB:KhQcJs8s Board2:2h2s9h9c3d Board:2d5h7cKsKd"
    boards = read_line(line, game).deal.boards
    assert [format_cards(board, "") for board in boards] == ["2d5h7cKsKd", "2h2s9h9c3d"]
    with pytest.raises(InvalidDeal) as exc_info:
        read_line(line.replace("Board:", "Board3:"), game)
    assert exc_info.value.field == "Board"


def test_every_game_may_be_written_as_lines():
    slugs = ("holdem", "badugi", "omaha", "razz")
    formats = [format_for_game(GAMES[slug]).name for slug in slugs]
    assert formats == ["holdem", "badugi", "deal-lines", "deal-lines"]
    assert games_for_format(DEAL_FORMATS["deal-lines"]) == list(GAMES.values())


RAKE = Rake(percent=Decimal(5), cap=1000, no_flop_no_drop=True, taken_from=TakenFrom.MAIN)


def parse_wagers(line):
    return read_wagers(tuple(word.split(":", 1)) for word in line.split())


@pytest.mark.parametrize(
    ("line", "wagers"),
    [
        ("", None),
        ("Pot:4765 Button:HandB", Wagers(pots=(Pot(4765),), button="HandB")),
        ("Button:HandB Pot:91 Pot:40=HandB,HandC",
         Wagers(pots=(Pot(91), Pot(40, ("HandB", "HandC"))), button="HandB")),
        ("Pot:1,000", Wagers(pots=(Pot(1000),))),
        ("Pot:12.50", Wagers(pots=(Pot(1250),), decimals=2)),
        ("Pot:20,000 Rake:5%,1,000,main,no-flop-no-drop", Wagers(pots=(Pot(20_000),), rake=RAKE)),
        ("Fold:HandB", Wagers(folded=("HandB",))),
        ("In:HandA=500,HandB=200,Dora=25 Fold:Dora Seats:Dora,HandA,HandB Unit:25",
         Wagers(contributions={"HandA": 500, "HandB": 200, "Dora": 25}, folded=("Dora",),
                seats=("Dora", "HandA", "HandB"), unit=25)),
    ],
)  # fmt: skip
def test_keywords_are_parsed_as_wagers(line, wagers):
    assert parse_wagers(line) == wagers
    assert wagers is None or read_wagers(wagers_words(wagers)) == wagers


@pytest.mark.parametrize(
    ("line", "keyword", "message"),
    [
        ("Pot:", "Pot", "“” isn't an amount of chips"),
        ("Pot:12.555", "Pot", "“12.555” isn't an amount of chips"),
        ("Pot:" + "9" * 5000, "Pot", "“99999999999999999999” isn't an amount of chips"),
        ("Pot:٣", "Pot", "“٣” isn't an amount of chips"),
        ("Pot:1,00", "Pot", "“1,00” isn't an amount of chips"),
        ("Pot:5 Rake:-0.05", "Rake", "an amount of the rake is -0.05: an amount can't be negative"),
        ("Pot:-5", "Pot", "the pot is -5: an amount can't be negative"),
        ("Pot:30 Unit:25", "Pot", "the pot is 30, which isn't a multiple of the unit 25"),
        ("Pot:30 Unit:x", "Unit", "“x” isn't an amount of chips"),
        ("Pot:5 Rake:x", "Rake", "“x” isn't an amount of chips"),
        ("Pot:5 Rake:120%", "Rake", "“120” isn't a percentage from 0 to 100"),
        ("In:HandA=5,HandA=6", "In", "HandA is named twice"),
        ("In:HandA", "In", "“HandA” isn't an amount of chips"),
        ("In:HandA=5 In:HandB=5", "In", "In is named twice"),
        ("Pot:5 Button:HandA Button:HandB", "Button", "Button is named twice"),
        ("Pot:5 In:HandA=5", "In", "give the pots or each player's bet, not both"),
    ],
)
def test_invalid_wagers_are_refused_with_their_field(line, keyword, message):
    with pytest.raises(InvalidWagers) as exc_info:
        parse_wagers(line)
    assert error_text(exc_info.value) == message
    assert exc_info.value.field == FIELD_BY_KEYWORD[keyword]


@given(any_tables)
def test_wagers_are_read_back_as_written(deal_and_wagers):
    _, wagers = deal_and_wagers
    assert read_wagers(wagers_words(wagers)) == wagers


@pytest.mark.parametrize(
    ("text", "players", "total", "saw_board", "rake"),
    [
        ("5% cap 3, no flop no drop", 6, 10_000, True, 300),
        ("5% cap 3, no flop no drop", 6, 2_000, True, 100),
        ("5% cap 3, no flop no drop", 6, 2_000, False, 0),
        ("5%,3.00", 6, 10_000, True, 300),
        ("5% cap 3", 6, 10_000, False, 300),
        ("no-flop-no-drop, 5%", 6, 10_000, True, 500),
        ("2.50", 6, 10_000, True, 250),
        ("5% cap 3, cap 0.50 for 2 players, cap 1 for 3-4 players", 2, 10_000, True, 50),
        ("5% cap 3, cap 0.50 heads-up, cap 1 for 3 to 4 players", 2, 10_000, True, 50),
        ("5% cap 3, cap 0.50 for 2 players, cap 1 for 3-4 players", 4, 10_000, True, 100),
        ("5% cap 3, cap 0.50 for 2 players, cap 1 for 3-4 players", 5, 10_000, True, 300),
        ("4.5%; cap 1 with 2; cap 2 for 3+ players; No Flop, No Drop", 9, 10_000, True, 200),
        ("5% up to 1,250", 9, 10_000_000, True, 125_000),
        ("5% CAP 3 for 5 or more players", 4, 10_000, True, 500),
    ],
)
def test_a_rake_scheme_states_the_rake(text, players, total, saw_board, rake):
    scheme = read_scheme(text)
    assert scheme.rake(2, players).calculate(total, 1, saw_board=saw_board) == (rake, 0)
    assert read_scheme(scheme.text).rake(2, players) == scheme.rake(2, players)


@pytest.mark.parametrize(
    "text",
    ["much", "5% cap", "5% cap much", "cap 3 for 2 players", "5% cap 1 for 4-3 players",
     "5%, 3, 4", "5% cap 3 for all", "5%," * 200],
)  # fmt: skip
def test_an_invalid_rake_scheme_is_refused(text):
    with pytest.raises(InvalidWagers):
        read_scheme(text)


def test_empty_text_is_not_a_rake_scheme():
    assert read_scheme("") is None
