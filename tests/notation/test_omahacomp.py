"""The omahacomp format: names and positions of errors, and chips on a line."""

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.wagers import Pot, Wagers
from showdown.files.blocks import settle_in_python
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import line_of, read_line

BOARD = " Board:Ah-Kh-5s-2s-Qd"
TWO = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d"
GOOD = TWO + BOARD
VERDICT = "=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)"
ALL_IN = "HandA:Ac-3h-9d-Ts HandB:Kh-Qc-Js-8s HandC:Qh-Qs-Jc-Td Board:2d-5h-7c-Ks-Kd"
THREE_ALIKE = "HandA:As-Kd-2c-2d HandB:Ad-Kh-3c-3d HandC:Ah-Kc-4c-4d Board:Qh-Jc-Ts-9h-9c"
TWO_ALIKE = "HandA:Ac-2d-Ks-Qs HandB:Ad-2h-Kc-Qc Board:3c-4h-7s-8d-9d"
SIDE_POT = [
    "=> Main pot: HandB wins Hi (3-of-a-Kind); HandA wins Lo (7532A)",
    "=> Side pot: HandB wins Hi (3-of-a-Kind); No hand qualified for Low",
]
TIED_LOWS = "HandA:Kh-Qc-Js-8s HandB:Ac-3h-9d-Ts HandC:As-3d-9c-Th Board:2d-5h-7c-Ks-Kd"


def settle(line, number=1):
    return settle_in_python(line.encode(), OMAHA_HILO, first_line=number)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (TWO[:-3] + BOARD, "line 3, column 19: HandB has 3 cards; Omaha Hi/Lo needs 4"),
        (GOOD.replace("Kh", "Ac"), "line 3: A♣ appears twice, in HandA and Board"),
        (GOOD.replace("Jd", "1d"), "line 3, column 13: “1d” isn't a card: there is no rank 1"),
        (GOOD.replace("Jd", "Jx"), "line 3, column 13: “Jx” isn't a card: there is no suit x"),
        (GOOD.replace("Jd", "J"), "line 3, column 13: “J” isn't a card: its suit is missing"),
        (GOOD.replace("HandB", "HandC"), "line 3: HandB is missing"),
        (TWO, "line 3: Board is missing; Omaha Hi/Lo needs 5 board cards"),
        (GOOD[:-3], "line 3, column 37: Board has 4 cards; Omaha Hi/Lo needs 5"),
        (GOOD.split()[0] + BOARD, "line 3: 1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        (GOOD.replace("HandB", "HandA"), "line 3, column 19: there are two hands called HandA"),
        (GOOD + " Pot:5" * 98, "line 3, column 640: a line can have at most 100 words"),
        (
            GOOD.replace("HandB", "Bob"),
            "line 3, column 19: unknown word “Bob:”; "
            "a line can have HandA, …, HandM, Board, Board2, …, Pot",
        ),
        (GOOD + " Pot:ten", "line 3, column 58: “ten” isn't an amount of chips"),
        ("what is this", "line 3, column 1: a line looks like HandA:… HandB:… Board:…"),
    ],
)
def test_each_mistake_is_stated_with_its_position(line, message):
    settled = settle(line, 3)
    assert str(settled.errors[0]).startswith(message)
    sentence = message.partition(": ")[2]
    assert settled.output.decode().startswith(f"{line}\n=> Error: {sentence}")


@pytest.mark.parametrize(
    ("line", "records"),
    [
        (GOOD, [VERDICT]),
        (f"{GOOD} Pot:4765", [VERDICT, "=> HandA 0; HandB 4765"]),
        (f"{ALL_IN} Pot:91 Pot:40=HandB,HandC", [*SIDE_POT, "=> HandA 45; HandB 86; HandC 0"]),
        (
            f"{ALL_IN} In:HandA=30,HandB=50,HandC=50 Button:HandA",
            [*SIDE_POT, "=> HandA 45; HandB 85; HandC 0"],
        ),
        (
            f"{TIED_LOWS} Pot:86 Button:HandB",
            [
                "=> HandA wins Hi (3-of-a-Kind); HandB, HandC split Lo (7532A)",
                "=> HandA 43; HandB 21; HandC 22",
            ],
        ),
        (
            f"{THREE_ALIKE} Pot:200 Unit:25 Button:HandA",
            [
                "=> Split Pot Hi (Straight); No hand qualified for Low",
                "=> HandA 50; HandB 75; HandC 75",
            ],
        ),
        (
            f"{TWO_ALIKE} Pot:66 Button:HandA",
            ["=> Split Pot Hi (High card); Split Pot Lo (7432A)", "=> HandA 33; HandB 33"],
        ),
        (f"{GOOD} In:HandA=500,HandB=200", [VERDICT, "=> HandA 0; HandB 400; 300 back to HandA"]),
        (
            f"{GOOD} In:HandA=50,HandB=50,Dora=25 Fold:Dora Seats:Dora,HandB,HandA Button:Dora",
            [VERDICT, "=> Dora 0; HandB 125; HandA 0"],
        ),
    ],
)
def test_chips_have_a_separate_line(line, records):
    assert settle(line).output.decode().splitlines() == [line, *records]


def test_the_words_of_a_line_may_be_in_any_case():
    written = "handa:AcKdJd3d HANDB:5c5d6c7d board:AhKh5s2sQd POT:4765 rules:tda-2026"
    plain = f"{GOOD} Pot:4765 Rules:tda-2026"
    assert read_line(written, OMAHA_HILO) == read_line(plain, OMAHA_HILO)


@pytest.mark.parametrize("name", ["Pot", "in", "Rules", "board", "Board 2", "7", "Anna"])
def test_a_player_may_be_called_like_a_word_of_a_line(name):
    hands = {name: "Ac-Kd-Jd-3d", "Boris": "5c-5d-6c-7d"}
    submission = Submission(
        Deal.parse(OMAHA_HILO, hands, "Ah-Kh-5s-2s-Qd"),
        Wagers(pots=(Pot(100, (name, "Boris")),), folded=("Button",), button=name),
    )
    line = line_of(submission)
    assert read_line(line, OMAHA_HILO) == submission
    assert "boris 100" in settle(line).output.decode().lower()


@pytest.mark.parametrize(
    ("chips", "message"),
    [("Pot:10=HandC", "HandC"), ("Pot:10=", "no eligible player"), ("Pot:5 Button:HandZ", "HandZ")],
)
def test_impossible_chips_are_refused(chips, message):
    settled = settle(f"{GOOD} {chips}")
    assert settled.deals == 0
    assert message in settled.errors[0].message
