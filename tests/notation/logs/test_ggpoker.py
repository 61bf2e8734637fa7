"""Test the forms of GGPoker's text, with its products and fees."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import paid_right, skipped

TIME = "2026/04/07 23:48:32"
HAND = """\
{header}
Table 'NLHWhite9' 6-max Seat #3 is the button
Seat 1: 4b92a21c ({sign}5,000 in chips)
Seat 2: Hero ({sign}4,050 in chips)
Seat 3: 9db941d0 ({sign}3,000 in chips)
4b92a21c: posts small blind {sign}50
Hero: posts big blind {sign}100
*** HOLE CARDS ***
Dealt to 4b92a21c
Dealt to Hero [Qs Qd]
Dealt to 9db941d0
9db941d0: raises {sign}200 to {sign}300
4b92a21c: folds
Hero: calls {sign}200
*** FLOP *** [Ac 7d 2s]
Hero: checks
9db941d0: bets {sign}400
Hero: calls {sign}400
*** TURN *** [Ac 7d 2s] [9h]
Hero: checks
9db941d0: checks
*** RIVER *** [Ac 7d 2s 9h] [3c]
Hero: checks
9db941d0: checks
Hero: shows [Qs Qd] (a pair of Queens)
9db941d0: shows [Ah Kd] (a pair of Aces)
*** SHOWDOWN ***
9db941d0 collected {sign}1,380 from pot
*** SUMMARY ***
Total pot {sign}1,450{total}
Board [Ac 7d 2s 9h 3c]
Seat 3: 9db941d0 (button) showed [Ah Kd] and won ({sign}1,380) with a pair of Aces
"""


def hand(header: str, *, sign: str = "$", total: str = " | Rake {sign}70") -> str:
    return HAND.format(header=header, sign=sign, total=total.format(sign=sign))


@pytest.mark.parametrize(
    "header",
    [
        f"Poker Hand #RC1: Hold'em No Limit  ($50/$100) - {TIME}",
        f"Poker Hand #1: Hold'em No Limit ($50/$100) - {TIME}",
        f"Poker Hand #ring_1: NLH No Limit ($50/$100) - {TIME}",
        f"Poker Hand #HD1: Hold'em No Limit ($50/$100 USD) - {TIME}",
        f"GG Poker Hand #HD1: Hold'em No Limit ($50/$100) - {TIME}",
    ],
)
def test_headers_of_cash_games(header: str) -> None:
    read = paid_right(hand(header))
    assert (read.decimals, read.currency) == (2, "$")
    assert read.origin.played


@pytest.mark.parametrize("sign", ["€", "¥", "₱", "C$"])
def test_currencies(sign: str) -> None:
    header = f"Poker Hand #HD1: Hold'em No Limit ({sign}50/{sign}100) - {TIME}"
    assert paid_right(hand(header, sign=sign)).rake == 7000


def test_amounts_of_clubs_may_have_cents_and_no_currency() -> None:
    text = hand(f"Poker Hand #ring_1: NLH No Limit (50/100) - {TIME}", sign="")
    assert paid_right(text).decimals == 0
    text = text.replace("collected 1,380", "collected 1,380.5").replace("Rake 70", "Rake 69.5")
    assert paid_right(text).rake == 6950


@pytest.mark.parametrize(
    "event",
    [
        "Tournament #1, WSOP #77: $5,000 No Limit Hold'em Main Event [Flight W], $25M GTD",
        "Tournament #1, H-04: $1,050 GGMasters High Rollers",
        "Tournament #1, Spin & Gold #4",
        "Tournament #1, Omaholic Series PLO-5 Big Game",
        "Tournament (Mystery Bounty) #1, $5",
    ],
)
def test_headers_of_tournaments(event: str) -> None:
    header = f"Poker Hand #TM1: {event} Hold'em No Limit   - Level14(50/100) - {TIME}"
    text = hand(header, sign="", total=" | Rake 0 | Jackpot 0").replace("1,380", "1,450")
    assert paid_right(text).decimals == 0


@pytest.mark.parametrize(
    ("total", "fees"),
    [
        (" | Rake {sign}50 | Jackpot {sign}20 | Bingo {sign}0", {"jackpot": 2000}),
        (" | Rake {sign}60 | Fortune {sign}4 | Tax {sign}6", {"fortune": 400, "tax": 600}),
        (" Main pot {sign}1,450. | Rake {sign}70 | Jackpot {sign}0", {}),
    ],
)
def test_the_first_column_of_the_total_has_no_fee(total: str, fees: dict[str, int]) -> None:
    header = f"Poker Hand #HD1: Hold'em No Limit ($50/$100) - {TIME}"
    assert paid_right(hand(header, total=total)).fees == fees


SEATS = f"""\
Poker Hand #HD1: Hold'em No Limit ($0.5/$1) - {TIME}
Table 'NLHWhite9' 6-max Seat #3 is the button
Seat 1: Anna ($50 in chips)
Seat 2: Hero ($40 in chips)
Seat 3: Cem ($30 in chips)
Seat 4: Dora ($20 in chips)
Anna: posts small blind $0.5
Hero: posts big blind $1
"""


def test_a_hand_may_be_cancelled() -> None:
    text = f"{SEATS}Hand cancelled\n*** SUMMARY ***\nTotal pot $1.5 | Rake $0\n"
    assert skipped(text).reason is Skip.CANCELLED
