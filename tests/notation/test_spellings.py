"""Unusual spellings are read as intended, or are errors."""

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import Pot
from showdown.files.blocks import settle_in_python
from showdown.notation.badugi import MissingSeparator, read_badugi_line
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import line_of, read_line, ruling_lines
from showdown.notation.holdem import NoInstance, read_instance
from showdown.notation.registry import DEAL_FORMATS, format_of, games_of
from showdown.words.errors import error_text
from tests.made_up_games import EVERY_GAME

HOLDEM, BADUGI = GAMES["holdem"], GAMES["badugi"]
DEAL = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
INSTANCE = "2\n3s 4s 5s As Ad\n6h 7h\n7d 6c\n"


def output(text, game):
    return settle_in_python(text.encode(), game).output.decode()


@pytest.mark.parametrize(
    "text",
    [
        INSTANCE,
        "2 3s 4s 5s As Ad 6h 7h 7d 6c",
        "2 3s4s5sAsAd 6h7h 7d6c\n",
        "2\n3s 4s 5s As Ad 6h 7h 7d 6c\n",
        "2 3s 4s 5s\nAs Ad 6h\n7h 7d\n6c\n",
        INSTANCE + "0\n",
        INSTANCE + "\n0",
    ],
)
def test_an_instance_of_holdem_may_end_its_lines_anywhere_and_the_file_with_0(text):
    assert output(text, HOLDEM) == "1 2\n"


def test_each_instance_may_be_on_one_line():
    one = "2 3s 4s 5s As Ad 6h 7h 7d 6c\n"
    assert output(one + "1 2s 3s 4s 5s 6s Ah Kh\n" + one, HOLDEM) == "1 2\n1\n1 2\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("11\n3s 4s 5s As Ad\n", "Error: line 1: “11” isn't a number of players (1 to 10)"),
        ("2\n3s 4s 5s As Ad\n6h 7h\n", "Error: line 1: 2 players need 3 lines of cards; 2 lines"),
        ("2\n3s 4s 5s As Zd\n6h 7h\n7d 6c\n", "Error: line 2, column 13: “Zd” isn't a card"),
        ("hello\n", "Error: line 1: “hello” isn't a number of players"),
    ],
)
def test_errors_of_an_instance_have_a_message(text, error):
    assert output(text, HOLDEM).startswith(error)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3c 2s 4d Ah - As 3h 2d 4h", "3c 2s 4d Ah"),
        ("3c 2s 4d Ah As 3h 2d 4h", "3c 2s 4d Ah"),
        ("3c2s4dAhAs3h2d4h", "3c2s4dAh"),
        ("3c-2s-4d-Ah-As-3h-2d-4h", "3c-2s-4d-Ah"),
        ("As 3h 2d 4h 3c 2s 4d Ah", "3c 2s 4d Ah"),
    ],
)
def test_eight_cards_of_badugi_are_four_and_four(text, answer):
    assert output(text, BADUGI) == f"{answer}\n"


def test_the_error_for_a_badugi_line_names_missing_separators():
    with pytest.raises(MissingSeparator) as caught:
        read_badugi_line("3c 2s 4d Ah As 3h 2d 4h Kc Kd Kh Ks", BADUGI)
    assert "“ - ” between the hands" in error_text(caught.value)


@pytest.mark.parametrize(
    "wagers", ["In:HandA=100 HandB=100", "In:HandA=100, HandB=100", "In:HandA=100,HandB=100"]
)
def test_contributions_are_separated_by_commas_or_blanks(wagers):
    read = read_line(f"{DEAL} {wagers}", OMAHA_HILO).wagers
    assert read.contributions == {"HandA": 100, "HandB": 100}


@pytest.mark.parametrize(
    ("word", "pot"),
    [
        ("Pot:100=HandA, HandB", Pot(100, ("HandA", "HandB"))),
        ("Pot:1,000=HandA HandB", Pot(1000, ("HandA", "HandB"))),
    ],
)
def test_pots_are_read_as_people_write_them(word, pot):
    assert read_line(f"{DEAL} {word}", OMAHA_HILO).wagers.pots == (pot,)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("Pot:1.234", "“1.234” isn't an amount of chips"),
        ("In:HandA=ten,HandB=100", "“ten” isn't an amount of chips"),
        ("Pot:5 Rules:hoyle", "unknown rule set “hoyle”"),
        ("Pot:5 Rake:x", "“x” isn't an amount of chips"),
        ("Pot:5 Rake:120%", "“120” isn't a percentage from 0 to 100"),
    ],
)
def test_the_error_for_wagers_that_cannot_be_read_has_a_position(words, message):
    with pytest.raises(InvalidDeal) as caught:
        read_line(f"{DEAL} {words}", OMAHA_HILO)
    assert error_text(caught.value).startswith(message)
    assert caught.value.position >= len(DEAL)


def test_a_line_accepts_names_with_blanks_in_quotation_marks():
    line = f'Anna:Ac-Kd-Jd-3d "Seat 4":5c-5d-6c-7d {DEAL.split()[2]} In:Anna=5,"Seat 4"=5'
    read = read_line(line, OMAHA_HILO)
    assert read.deal.labels == ("Anna", "Seat 4")
    assert ruling_lines(read.settle()).splitlines() == [
        "=> Seat 4 wins Hi (3-of-a-Kind); Seat 4 wins Lo (7652A)",
        "=> Anna 0; Seat 4 10",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Pot:91 Pot:40=HandB Button:HandB Unit:1",
        "In:HandA=12.50,HandB=12.50 Dead:0.05 Seats:HandA,HandB Rake:5%,1.00,main Jackpot:0.10",
        "In:HandA=12,HandB=12,Dora=4 Fold:Dora Rules:exact",
        "Pot:1000 Rake:12,no-flop-no-drop",
        "Fold:HandB",
    ],
)
def test_a_line_is_written_as_it_is_read(words):
    read = read_line(f"{DEAL} {words}", OMAHA_HILO)
    assert read_line(line_of(read), OMAHA_HILO) == read


def test_a_rake_is_read_with_its_cap_and_options():
    read = read_line(f"{DEAL} Pot:20,000 Rake:5%,1,000,main,no-flop-no-drop", OMAHA_HILO)
    assert read.wagers.rake == Rake(
        percent=5, cap=1000, no_flop_no_drop=True, taken_from=TakenFrom.MAIN
    )


def test_an_x_is_a_ten_wherever_holdem_is_read():
    line = read_line("HandA:Xs-Xh HandB:As-Ah Board:Xc-2d-3h-4s-9c", HOLDEM)
    assert line.deal == Deal.parse(HOLDEM, ["TsTh", "AsAh"], "Tc2d3h4s9c")
    assert read_instance("2 Xc2d3h4s9c XsXh AsAh", HOLDEM).deal.boards == line.deal.boards
    with pytest.raises(InvalidDeal):
        read_line("HandA:Xs-Xh-2c-3c HandB:As-Ah-2d-3d Board:Xc-2h-3h-4s-9c", OMAHA_HILO)


def test_empty_text_is_not_an_instance():
    with pytest.raises(NoInstance):
        read_instance("  \n", HOLDEM)


def test_two_boards_are_two_words():
    game = GAMES["double-board-omaha"]
    line = "HandA:Ac3h9dTs HandB:KhQcJs8s Board2:2h2s9h9c3d Board:2d5h7cKsKd"
    assert [format_cards(board, "") for board in read_line(line, game).deal.boards] == [
        *("2d5h7cKsKd", "2h2s9h9c3d")
    ]
    with pytest.raises(InvalidDeal) as caught:
        read_line(line.replace("Board:", "Board3:"), game)
    assert caught.value.field == "Board"


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_every_game_can_be_written(game):
    assert format_of(game).writes(game)


def test_deal_lines_write_every_game():
    assert games_of(DEAL_FORMATS["deal-lines"]) == list(GAMES.values())


def test_holdem_and_badugi_have_their_own_formats():
    assert [format_of(GAMES[slug]).name for slug in ("holdem", "badugi", "omaha", "razz")] == [
        *("holdem", "badugi", "deal-lines", "deal-lines")
    ]


def test_a_submission_without_wagers_is_plain():
    deal = read_line(DEAL, OMAHA_HILO).deal
    assert Submission(deal).is_plain
