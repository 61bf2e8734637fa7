"""Test the historical forms of 888poker's text: one hand written in each form."""

import re

import pytest

from showdown.evaluator.cards import format_cards
from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

HAND = """\
#Game No : 7101
***** 888poker Hand History for Game 7101 *****
$0.25/$0.50 Blinds No Limit Holdem - *** 21 08 2026 15:17:55
Table Helmond 6 Max (Real Money)
Seat 2 is the button
Total number of players : 3
Seat 1: Anna ( $1,030 )
Seat 2: Boris B ( $69.22 )
Seat 4: Cem ( $20 )
Cem posts small blind [$0.25]
Anna posts big blind [$0.50]
** Dealing down cards **
Dealt to Anna [ Qs, Qh ]
Boris B raises [$2]
Cem folds
Anna calls [$1.50]
** Dealing flop ** [ Th, Kd, Qd ]
Anna bets [$3]
Boris B calls [$3]
** Dealing turn ** [ Ac ]
Anna checks
Boris B checks
** Dealing river ** [ 2h ]
Anna bets [$1,000]
Boris B calls [$64.22]
** Summary **
Anna shows [ Qs, Qh ]
Boris B mucks [ Kc, 9s ]
Anna collected [ $138.44 ]
"""
RUNS = """\
Anna bets [$64.22]
Boris B calls [$64.22]
** First runout **
** Dealing turn ** [ 2c ]
** Dealing river ** [ 2d ]
** Second runout **
** Dealing turn ** [ Ks ]
** Dealing river ** [ Kh ]
** Summary **
Anna shows [ Qs, Qh ]
Boris B shows [ Kc, 9s ]
First runout Anna collected [ $69.22 ]
Second runout Boris B collected [ $69.22 ]
"""
STREETS = HAND[HAND.index("** Dealing turn") :]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("888poker Hand", "888poker Snap Poker Hand"),
        ("888poker Hand", "LuckyAcePoker.com Hand"),
        ("888poker Hand", "Hand"),
        ("*****", "****"),
        ("\n", "\r\n"),
        ("\n", "\r\r\n"),
        ("$1,030", "1\u00a0030 $"),
        ("$1,030", "1\u00c2 030 $"),
        ("$1,030", "1\u202f030,00\u00a0$"),
        ("[$", "[ $"),
        ("( $", "($"),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
        ("flop", "Flop"),
        ("turn", "Turn"),
        ("** Dealing down cards **\n", ""),
        ("21 08 2026 15:17:55", ""),
        (" - *** 21 08 2026 15:17:55", ""),
        (" (Real Money)", ""),
        ("No Limit Holdem", "No Limit Texas Hold'em"),
        ("No Limit Holdem", "Limit Holdem"),
        ("Boris B calls [$64.22]", "Boris B is all-In [$64.22]"),
        ("Boris B mucks", "Boris B is disconnected\nBoris B mucks"),
        ("Boris B mucks [ Kc, 9s ]", "Boris B mucks"),
        ("Dealt to Anna [ Qs, Qh ]", "Dealt to Anna [ QPik, QHerz ]"),
        ("Boris B mucks [ Kc, 9s ]", "Boris B shows [ KKreuz, 9Pik ]"),
        ("[$1.50]", "[1,50 $]"),
        ("Anna collected", "Primo runout Anna collected"),
        ("Boris B", "** x"),
    ],
)
def test_the_same_hand_is_read_in_other_forms(old: str, new: str) -> None:
    assert old in HAND
    hand = paid_right(HAND.replace(old, new))
    assert hand.origin.format == "888poker"
    assert hand.paid == {"Anna": 13844}
    assert sum(hand.contributions.values()) == 107447


@pytest.mark.parametrize(
    ("ranks", "suits", "encoding"),
    [
        ({"Q": "Д", "K": "К", "A": "Т"}, {}, "utf-8"),
        ({"Q": "Д", "A": "Т"}, {}, "cp1251"),
        ({"Q": "D", "A": "E"}, {}, "utf-8"),
        ({"T": "D"}, {"s": "p", "h": "c", "c": "t"}, "utf-8"),
        ({"T": "D"}, {"s": "e", "h": "c", "d": "o", "c": "p"}, "utf-8"),
    ],
)
def test_cards_are_read_in_other_languages(
    ranks: dict[str, str], suits: dict[str, str], encoding: str
) -> None:
    def translated(card: re.Match[str]) -> str:
        return ranks.get(card[1], card[1]) + suits.get(card[2], card[2])

    text = re.sub(r"\b([2-9TJQKA])([cdhs])\b", translated, HAND)
    hand = paid_right(text.encode(encoding).decode("utf-8" if encoding == "utf-8" else "cp1252"))
    assert format_cards(hand.boards[0], "-") == "Th-Kd-Qd-Ac-2h"


@pytest.mark.parametrize("numbers", [("First", "Second"), ("Første", "Andet"), ("", "")])
def test_a_hand_that_was_run_twice_has_two_boards(numbers: tuple[str, str]) -> None:
    runs = RUNS.replace("First", numbers[0]).replace("Second", numbers[1])
    if not numbers[0]:
        runs = runs.replace("**  runout **\n", "").replace(" runout ", "")
    hand = paid_right(HAND.replace(STREETS, runs))
    boards = [format_cards(board, "-") for board in hand.boards]
    assert boards == ["Th-Kd-Qd-2c-2d", "Th-Kd-Qd-Ks-Kh"]
    assert hand.paid == {"Anna": 6922, "Boris B": 6922}


@pytest.mark.parametrize(
    "table", ["Tournament #12 $5 + $0.50 + $0.45 - Table #1 9 Max", "Tournament #12 (Real Money)"]
)
def test_the_heading_of_a_tournament_may_be_short(table: str) -> None:
    text = HAND.replace("Table Helmond 6 Max (Real Money)", table).replace("138.44", "138.69")
    assert paid_right(text).states_rake


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HAND.replace("Anna collected [ $138.44 ]\n", ""), Skip.CUT_OFF),
        (HAND[: HAND.index("** Summary")], Skip.CUT_OFF),
        (HAND.replace("Holdem", "Razz"), Skip.UNSUPPORTED_GAME),
        ("#Game No : 7101\nThe hand history for this hand number is not available here.\n", "cut"),
    ],
)
def test_why_a_hand_is_skipped(text: str, reason: Skip | str) -> None:
    assert skipped(text).reason is (Skip.CUT_OFF if reason == "cut" else reason)


@pytest.mark.parametrize("collected", ["66.22", "66.42", "66.22 ]\nAnna collected [ $0.20"])
def test_an_uncalled_bet_may_be_paid_with_half_of_the_pot(collected: str) -> None:
    text = HAND.replace("[$1,000]", "[$64.42]").replace("mucks [ Kc, 9s ]", "shows [ Qc, Jc ]")
    text = text.replace("Qs, Qh", "Js, Jh")
    paid = f"Anna collected [ ${collected} ]\nBoris B collected [ $66.22 ]"
    hand = paid_right(text.replace("Anna collected [ $138.44 ]", paid))
    assert hand.paid == {"Anna": 6622, "Boris B": 6622}


def test_a_dead_blind_may_have_only_one_part() -> None:
    text = HAND.replace("Anna posts", "Dora posts dead blind [$0.25]\nAnna posts")
    text = text.replace("Seat 4", "Seat 6: Dora ( $20 )\nSeat 4")
    text = text.replace("Cem folds", "Dora folds\nCem folds").replace("138.44", "138.69")
    assert judged(text).hand.posted_dead == {"Dora": 25}
