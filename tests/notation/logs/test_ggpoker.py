"""What the text of GGPoker has been, with its products and its fees."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

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


def test_straddles_go_on_from_one_to_the_next() -> None:
    text = f"""\
{SEATS}Dora: straddle $2
Cem: straddle $4
*** HOLE CARDS ***
Anna: folds
Hero: declines straddle
Hero: folds
Dora: calls $2
Cem: checks
*** FLOP *** [Ac 7d 2s]
*** TURN *** [Ac 7d 2s] [9h]
*** RIVER *** [Ac 7d 2s 9h] [3c]
Dora: shows [Qs Qd]
Cem: shows [Jh Jd]
*** SHOWDOWN ***
Dora collected $9.02 from pot
*** SUMMARY ***
Total pot $9.5 | Rake $0.48
Board [Ac 7d 2s 9h 3c]
"""
    assert paid_right(text).contributions["Cem"] == 400


def test_pots_stand_in_the_total_and_boards_below_their_names() -> None:
    text = f"""\
{SEATS}*** HOLE CARDS ***
Dora: raises $19 to $20 and is all-in
Cem: raises $10 to $30 and is all-in
Anna: folds
Hero: calls $29
Dora: shows [2c 2d]
Cem: shows [Ah Kd]
Hero: shows [Qs Qd]
*** FIRST FLOP *** [Ac 7d 3s]
*** SECOND FLOP *** [Qc 8d 3h]
*** FIRST SHOWDOWN ***
Cem collected $28.74 from pot
Cem collected $9.51 from pot
*** SECOND SHOWDOWN ***
Hero collected $28.74 from pot
Hero collected $9.51 from pot
*** SUMMARY ***
Total pot $80.5 Main pot $60.5. Side pot-1 $20. | Rake $4 | Jackpot $0 | Bingo $0
Hand was run two times
FIRST
Board [Ac 7d 3s 9h 4c]
SECOND
Board [Qc 8d 3h 9d 4d]
"""
    read = paid_right(text)
    assert (read.pots, read.fees) == ((6050, 2000), {})


def test_all_in_or_fold_counts_the_blinds_below_its_heading() -> None:
    text = f"""\
Poker Hand #AF1: Omaha Pot Limit ($0.5/$1) - {TIME}
Table 'AoFOmaha2' 4-max Seat #3 is the button
Seat 1: Anna ($10 in chips)
Seat 2: Hero ($8 in chips)
Seat 3: Cem ($8 in chips)
Anna: posts small blind $0.5
Hero: posts big blind $1
*** HOLE CARDS ***
Dealt to Hero [Ah Ad Kc Kd]
*** PREFLOP ***
Cem: folds
Anna: raises $9 to $10 and is all-in
Hero: calls $7 and is all-in
Uncalled bet ($2) returned to Anna
Anna: shows [2s 3s 4h 5h]
Hero: shows [Ah Ad Kc Kd]
*** SHOWDOWN ***
Hero collected $15.2 from pot
*** SUMMARY ***
Total pot $16 | Rake $0.8
Board [Qc Jd 9h 8c 7d]
"""
    assert paid_right(text).contributions == {"Anna": 1000, "Hero": 800}


def test_to_which_of_three_boards_an_odd_cent_goes_is_not_judged() -> None:
    text = f"""\
{SEATS}*** HOLE CARDS ***
Dora: raises $19 to $20 and is all-in
Cem: folds
Anna: folds
Hero: calls $19
Dora: shows [2c 2d]
Hero: shows [Qs Qd]
*** FIRST SHOWDOWN ***
Hero collected $13.13 from pot
*** SECOND SHOWDOWN ***
Dora collected $13.14 from pot
*** THIRD SHOWDOWN ***
Hero collected $13.13 from pot
*** SUMMARY ***
Total pot $40.5 | Rake $1.1
Hand was run three times
FIRST Board [Ac 7d 3s 9h 4c]
SECOND Board [2h 8d 3h 9d 4d]
THIRD Board [Qc 8s 3d 9c 4s]
"""
    assert paid_right(text).paid == {"Hero": 2626, "Dora": 1314}


def test_a_bomb_pot_has_antes_and_no_blinds() -> None:
    antes = "".join(f"{name}: posts the ante $1\n" for name in ("Anna", "Hero", "Cem", "Dora"))
    text = f"""\
{SEATS.partition("Anna: posts")[0]}{antes}*** HOLE CARDS ***
*** BOMB POT ***
*** FLOP *** [Ac 7d 2s]
Anna: checks
Hero: checks
Cem: bets $2
Dora: folds
Anna: folds
Hero: folds
Uncalled bet ($2) returned to Cem
*** SHOWDOWN ***
Cem collected $3.8 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.2
Board [Ac 7d 2s]
"""
    read = judged(text).hand
    assert (read.dead, read.last_round) == (400, 1)


def test_a_hand_may_be_cancelled() -> None:
    text = f"{SEATS}Hand cancelled\n*** SUMMARY ***\nTotal pot $1.5 | Rake $0\n"
    assert skipped(text).reason is Skip.CANCELLED


def test_a_bet_that_is_mucked_when_called_is_a_bet_and_a_fold() -> None:
    text = f"""\
{SEATS}*** HOLE CARDS ***
Dora: folds
Cem: folds
Anna: calls $0.5
Hero: checks
*** FLOP *** [3d 4c Ad]
*** TURN *** [3d 4c Ad] [As]
*** RIVER *** [3d 4c Ad As] [8h]
Hero: checks
Anna: Bet & Muck $1
Hero: calls $1
Anna: Bet & Muck folds
Hero: shows [Kh 9d] (Pair of Aces)
*** SHOWDOWN ***
Hero collected $3.8 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.2 | Jackpot $0 | Bingo $0
Board [3d 4c Ad As 8h]
"""
    hand = judged(text).hand
    assert hand.contributions == {"Anna": 200, "Hero": 200}
    assert set(hand.folded) == {"Dora", "Cem", "Anna"}
