"""What the text of the Winning network has been, before and since 2019."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

OLD = """\
Game started at: 2026/3/8 22:1:43
Game ID: 9761 {stakes} (Hold'em)
Seat 1 is the button
Seat 1: Anna ({stack}).
Seat 2: Boris B (400).
Seat 3: Cem (390).
Seat 4: Dora (380).
Player Dora wait BB
Player Boris B has small blind (2)
Player Cem has big blind (4)
{play}------ Summary ------
{summary}Game ended at: 2026/3/8 22:2:43
"""
DEALT = """\
Player Anna received card: [Ah]
Player Anna received card: [Kd]
Player Boris B received a card.
Player Boris B received a card.
Player Cem received a card.
Player Cem received a card.
"""
BOARD = "Board: [Ac 7d 2s 9h 10c]\n"
STREETS = """\
*** FLOP ***: [Ac 7d 2s]
*** TURN ***: [Ac 7d 2s] [9h]
*** RIVER ***: [Ac 7d 2s 9h] [10c]
"""
SHOWN = """\
*Player Anna shows: One pair of As [Ah Kd]. Bets: 0. Collects: {anna}. Wins: 9.
Player Boris B does not show cards.Bets: 2. Collects: 0. Loses: 2.
Player Cem shows: One pair of Qs [Qs Qd]. Bets: 0. Collects: {cem}. Loses: 20.
"""


def old(play: str, summary: str, *, stakes: str = "2/4 Braunite", stack: str = "410") -> str:
    return OLD.format(play=play, summary=summary, stakes=stakes, stack=stack)


def test_a_dead_bet_stands_before_the_live_one() -> None:
    posts = "Player Anna posts (2) as a dead bet\nPlayer Anna posts (4)\n"
    bets = "Player Anna checks\nPlayer Boris B folds\nPlayer Cem checks\n"
    summary = "Pot: 11.50. Rake 0.50\n" + BOARD + SHOWN.format(anna="11.50", cem=0)
    hand = paid_right(old(posts + DEALT + bets + STREETS, summary))
    assert (hand.contributions["Anna"], hand.posted_dead) == (400, {"Anna": 200})


def test_less_than_a_big_blind_is_dead() -> None:
    bets = "Player Anna calls (4)\nPlayer Boris B folds\nPlayer Cem checks\n"
    summary = "Pot: 11.50. Rake 0.50\n" + BOARD + SHOWN.format(anna="11.50", cem=0)
    hand = paid_right(old("Player Anna posts (2)\n" + DEALT + bets + STREETS, summary))
    assert (hand.contributions["Anna"], hand.posted_dead) == (400, {"Anna": 200})


def test_10k_is_ten_thousand() -> None:
    bets = "Player Anna allin (10K)\nPlayer Boris B folds\nPlayer Cem allin (386)\n"
    bets += "Uncalled bet (9610) returned to Anna\n"
    summary = "Pot: 782\n" + BOARD + SHOWN.format(anna="782", cem=0)
    hand = paid_right(old(DEALT + bets + STREETS, summary, stack="10K"))
    assert hand.contributions["Anna"] == 10_000


def test_a_hand_without_cards_was_cancelled() -> None:
    text = old("Uncalled bet (2) returned to Cem\n", "Pot: 4. Rake 0\n")
    assert skipped(text).reason is Skip.CANCELLED


BETS = "Player Anna raises (20)\nPlayer Boris B folds\nPlayer Cem calls (16)\n"


def test_old_tables_with_a_jackpot_do_not_say_what_is_dropped() -> None:
    summary = "Pot: 40. Rake 1.75\n" + BOARD + SHOWN.format(anna=40, cem=0)
    hand = paid_right(old(DEALT + BETS + STREETS, summary, stakes="2/4 Gabilite (JP) - 5"))
    assert (hand.fees, hand.rake) == ({"jackpot": 25}, 175)
    reason = skipped(old(DEALT + BETS + STREETS, summary)).reason
    assert reason is Skip.DOES_NOT_ADD_UP


def test_who_is_disconnected_is_all_in_for_what_is_in_or_with_everything() -> None:
    bets = BETS.replace("Cem calls (16)", "Cem is disconnected and ALL IN.\nPlayer Cem allin")
    back = "Uncalled bet (16) returned to Anna\n"
    summary = "Pot: 10\n" + BOARD + SHOWN.format(anna=10, cem=0)
    assert paid_right(old(DEALT + bets + back + STREETS, summary)).contributions["Cem"] == 4
    all_in = old(DEALT + bets + STREETS, summary.replace("10\n", "42\n").replace(": 10.", ": 42."))
    everything = paid_right(all_in.replace("Cem (390)", "Cem (20)"))
    assert everything.contributions["Cem"] == 20


@pytest.mark.parametrize(("back", "pot"), [("2", "4"), ("4", "2")])
def test_a_blind_may_go_back_whole_in_old_logs(back: str, pot: str) -> None:
    bets = "Player Anna folds\nPlayer Boris B folds\n"
    summary = f"Pot: {pot}\nPlayer Cem does not show cards.Bets: 4. Collects: {pot}. Wins: 2.\n"
    hand = judged(old(DEALT + bets + f"Uncalled bet ({back}) returned to Cem\n", summary)).hand
    assert (hand.returned, hand.paid) == ({"Cem": 2}, {"Cem": 4})


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
def test_the_big_blind_gets_back_its_own_in_three_ways(back: str, pot: str) -> None:
    play = f"Anna folds\nBoris B folds\n{back}Cem does not show\n"
    summary = f"Total pot ${pot}\nSeat 3: Cem (big blind) did not show and won ${pot}\n"
    assert judged(new(play, summary)).hand.paid == {"Cem": 200}


def test_a_bet_that_no_line_gives_back_is_a_fault_after_the_flop() -> None:
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


def test_stud_has_no_button_and_begins_on_third_street() -> None:
    text = """\
Hand #9773 - 7Stud H/L(Fixed Limit) - $0.10/$0.20 - 2026/10/22 02:49:52 UTC
Crainville 8-max
Seat 1: Anna ($14.47)
Seat 2: Cem ($4.71)
Seat 3: Dora ($4.71)
Anna posts ante $0.02
Cem posts ante $0.02
Dora posts ante $0.02
*** 3rd STREET ***
Main pot $0.06 | Rake $0.00
Dealt to Anna [4c 7h 3c]
Dealt to Cem [2h]
Dealt to Dora [Kh]
Cem brings in $0.05
Dora folds
Anna raises $0.10 to $0.10
Cem folds
Uncalled bet ($0.05) returned to Anna
Anna does not show
*** SUMMARY ***
Total pot $0.16
Seat 1: Anna did not show and won $0.16
"""
    hand = judged(text).hand
    assert (hand.origin.table, hand.last_round) == ("Crainville", 0)
    assert hand.paid == {"Anna": 16}
