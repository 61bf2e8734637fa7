"""Test the forms of the Winning network's text since 2019."""

import pytest

from tests.notation.logs.judged import judged, paid_right

NEW = """\
{header}
Fort Lupton 9-max Seat #1 is the button
Seat 1: Anna ({sign}60.00)
Seat 2: Boris B ({sign}50.00)
Seat 3: Cem ({sign}40.00)
Seat 4: Dora will be allowed to play after the button
Dora waits for big blind
Boris B posts the small blind {sign}1.00
Cem posts the big blind {sign}2.00
*** HOLE CARDS ***
Main pot {sign}3.00 | Rake {sign}0.00
Dealt to Anna [Ah Kd]
{play}*** SUMMARY ***
{summary}"""
CASH = "Hand #9771 - Holdem(No Limit) - $1.00/$2.00 - 2026/06/28 02:38:17 UTC"


def new(play: str, summary: str, *, header: str = CASH, sign: str = "$") -> str:
    return NEW.format(play=play, summary=summary, header=header, sign=sign)


@pytest.mark.parametrize(
    ("back", "pot"),
    [
        ("Uncalled bet ($1.00) returned to Cem\n", "2.00"),
        ("Uncalled bet ($2.00) returned to Cem\n", "1.00"),
        ("", "3.00"),
    ],
)
def test_an_uncalled_big_blind_is_returned_in_three_forms(back: str, pot: str) -> None:
    play = f"Anna folds\nBoris B folds\n{back}Cem does not show\n"
    summary = f"Total pot ${pot}\nSeat 3: Cem (big blind) did not show and won ${pot}\n"
    assert judged(new(play, summary)).hand.paid == {"Cem": 200}


def test_an_unreturned_bet_after_the_flop_is_a_fault() -> None:
    play = "Anna calls $2.00\nBoris B folds\nCem checks\n*** FLOP *** [Ac 7d 2s]\n"
    play += "Cem bets $3.00\nAnna folds\nCem does not show\n"
    summary = "Total pot $5.00\nBoard [Ac 7d 2s]\nSeat 3: Cem did not show and won $5.00\n"
    with pytest.raises(AssertionError, match="UNCALLED"):
        judged(new(play, summary))


@pytest.mark.parametrize(
    ("post", "answer", "dead"),
    [
        ("posts dead $3.00", "checks", 100),
        ("posts dead $1.00", "calls $2.00", 100),
        ("posts $1.00", "calls $2.00", 100),
        ("posts $2.00", "checks", 0),
    ],
)
def test_the_big_blind_is_that_of_the_stakes(post: str, answer: str, dead: int) -> None:
    back = "Uncalled bet ($0.50) returned to Anna\n"
    won = f"{3.60 + dead / 100:.2f}"
    play = f"Anna {answer}\nBoris B folds\n{back}{SETTLED.format(sign='$', won=won)}"
    text = new(play, BOTH.format(sign="$", won=won, rake=" | Rake $0.40"))
    posts = f"posts the big blind $1.50 and is all-in\nAnna {post}\n"
    text = text.replace("posts the big blind $2.00\n", posts).replace("($40.00)", "($1.50)")
    hand = paid_right(text)
    assert (hand.contributions["Anna"], hand.dead) == (200, dead)


ALL_IN = """\
Anna raises {sign}60.00 to {sign}60.00 and is all-in
Boris B folds
Cem calls {sign}38.00 and is all-in
Uncalled bet ({sign}20.00) returned to Anna
"""


@pytest.mark.parametrize("words", ["{street} {number}", "{ordinal} {street}"])
@pytest.mark.parametrize("board", ["Board [Ac 7d 2s 9h Tc]\n", ""])
def test_the_boards_of_a_hand_that_was_run_twice_are_in_the_headings(
    words: str, board: str
) -> None:
    def heading(street: str, number: int, cards: str) -> str:
        ordinal = ("FIRST", "SECOND")[number - 1]
        return f"*** {words.format(street=street, number=number, ordinal=ordinal)} *** {cards}\n"

    play = ALL_IN.format(sign="$") + "*** FLOP *** [Ac 7d 2s]\n"
    for number, turn, river in ((1, "9h", "Tc"), (2, "Qc", "4c")):
        play += heading("TURN", number, f"[Ac 7d 2s] [{turn}]")
        play += heading("RIVER", number, f"[Ac 7d 2s {turn}] [{river}]")
    play += "*** SHOW DOWN ***\nAnna shows [Ah Kd] (a pair of Aces [Ac Ah Kd Tc 9h])\n"
    play += "Cem shows [Qs Qd] (three of a kind, Set of Queens [Qs Qd Qc Ac 7d])\n"
    play += "Anna collected $39.00 from main pot 1\nCem collected $39.00 from main pot 2\n"
    summary = f"Total pot $78.00 | Rake $2.90 | JP Fee $0.10\n{board}"
    hand = paid_right(new(play, summary))
    assert [len(cards) for cards in hand.boards] == [5, 5]
    assert hand.paid == {"Anna": 3900, "Cem": 3900}


SETTLED = """\
*** FLOP *** [Ac 7d 2s]
*** TURN *** [Ac 7d 2s] [9h]
*** RIVER *** [Ac 7d 2s 9h] [Tc]
*** SHOW DOWN ***
Anna shows [Ah Kd] (a pair of Aces [Ac Ah Kd Tc 9h])
Cem shows [Qs Qd] (a pair of Queens [Qs Qd Ac Tc 9h])
Anna collected {sign}{won} from main pot
"""
BOTH = "Total pot {sign}{won}{rake}\nBoard [Ac 7d 2s 9h Tc]\n"
LEVEL = "Holdem(No Limit) - Level {level} (1.00/2.00)- 2026/07/21 17:44:50 UTC"


@pytest.mark.parametrize(
    "header",
    [
        "Hand #9772 - Tournament #11 - " + LEVEL.format(level=15),
        "Game Hand #9772 - Tournament #11 - " + LEVEL.format(level="XV"),
        "Game Hand #9772 - $5,000 GTD Tournament #11 - " + LEVEL.format(level=1),
    ],
)
def test_headers_of_tournaments(header: str) -> None:
    text = new(
        ALL_IN.format(sign="") + SETTLED.format(sign="", won="81.00"),
        BOTH.format(sign="", won="81.00", rake=""),
        header=header,
        sign="",
    )
    assert paid_right(text).paid == {"Anna": 8100}


def test_headers_of_cash_games() -> None:
    header = CASH.replace("No Limit", "All-in or Fold Limit")
    rake = " | Rake $2.00 | JP Fee $0.50 | BBJ Fee $0.50"
    play, summary = ALL_IN.format(sign="$") + SETTLED, BOTH.format(sign="$", won="78.00", rake=rake)
    hand = paid_right(new(play.format(sign="$", won="78.00"), summary, header=header))
    assert hand.fees == {"jackpot": 50, "bbj fee": 50}
