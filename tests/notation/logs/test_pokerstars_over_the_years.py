"""Test the text of PokerStars and of compatible programs since 2003."""

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.judging import Judgement
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import LoggedHand, SkippedHand
from showdown.notation.logs.registry import read_log
from tests.notation.logs.judged import judged, paid_right

TIME = "2026/05/04 18:59:35 ET"
TABLE = "Table 'Rosalind III' 6-max Seat #3 is the button"
SEATS = """\
Seat 1: Anna ({sign}50 in chips)
Seat 2: Boris ({sign}40 in chips) is sitting out
Seat 3: Cem ({sign}30 in chips{bounty})
Seat 4: Dora ({sign}20 in chips) out of hand (moved from another table into small blind)
"""
BETS = """\
Anna: posts small blind {sign}1
Boris: posts big blind {sign}2
*** HOLE CARDS ***
Dealt to Cem [Ah Kd]
Cem: raises {sign}2 to {sign}4
Anna: folds
Boris: calls {sign}2
*** FLOP *** [Ac 7d 2s]
Boris: checks
Cem: bets {sign}5
Boris: calls {sign}5
*** TURN *** [Ac 7d 2s] [9h]
Boris: checks
Cem: checks
*** RIVER *** [Ac 7d 2s 9h] [3c]
Boris: checks
Cem: checks
*** SHOW DOWN ***
Boris: shows [Qs Qd] (a pair of Queens)
Cem: shows [Ah Kd] (a pair of Aces)
Cem collected {sign}18 from pot
"""
SUMMARY = """\
*** SUMMARY ***
Total pot {sign}19 | Rake {sign}1
Board [Ac 7d 2s 9h 3c]
Seat 3: Cem (button) showed [Ah Kd] and won ({sign}18) with a pair of Aces
"""


def hand_of(header: str, *, sign: str = "$", table: str = TABLE, between: str = "") -> LoggedHand:
    bounty = ", $2.50 bounty" if "Tournament" in header else ""
    body = (SEATS + BETS + SUMMARY).format(sign=sign, bounty=bounty)
    return paid_right(f"{header}\n{table}\n{between}{body}")


@pytest.mark.parametrize(
    "header",
    [
        f"PokerStars Game #1:  Hold'em No Limit ($1/$2) - {TIME}",
        "PokerStars Game #1:  Hold'em No Limit ($1/$2) - 2008/08/17 - 01:14:43 (ET)",
        "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2026/05/04 9:59:35 ET",
        f"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2026/05/04 18:59:35 CET [{TIME}]",
        f"PokerStarsGame #1:  Hold'em No Limit ($1/$2 USD) - {TIME}",
        f"PokerStars Zoom Hand #1:  Hold'em No Limit ($1/$2) - {TIME}",
        f"PokerStars Home Game Hand #1: {{Club #12}}  Hold'em No Limit ($1/$2 USD) - {TIME}",
        f"PokerStars Home Game #1:  {{Our Club #12}}  Hold'em No Limit ($1/$2 USD) - {TIME}",
        f"PokerStars Hand #1:  Hold'em No Limit ($1/$2 - $20 Cap -  USD) - {TIME}",
        f"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) [AAMS ID: M2A] - {TIME}",
        f"PokerStars Hand #1:  Hold´em No Limit ($1/$2 USD) - {TIME}",
        f"PokerStars Hand #1:  HORSE (Hold'em Limit, $2/$4 USD) - {TIME}",
        f"PokerStars Hand #1:  Mixed NLH/PLO (Hold'em No Limit, $1/$2 USD) - {TIME}",
        f"PokerStars Hand #1:  Hold'em Pot Limit Pre-Flop, No Limit Post-Flop ($1/$2) - {TIME}",
        f"PokerStars Hand #1:  No Limit Texas Hold'em ($1/$2 USD) - {TIME}",
        f"PokerStars Hand #1:  No Limit Hold'em ($1/$2 USD) - {TIME}",
        "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2026/05/04 18:59:35 CET",
        f"POKERSTARS GAME #1:  HOLD'EM NO LIMIT ($1/$2) - {TIME}",
        "PokerBros Hand #1: Hold'em No Limit ($1/$2) - 2026/03/19 07:51:54 UTC",
        "Hive Poker Game #1: Hold'em No Limit ($1/$2 USD) - 2026/03/19 07:51:54 UTC",
        "BetOnline Hand #1: Hold'em No Limit ($1/$2 USD) - 2026/03/19 07:51:54 UTC",
    ],
)
def test_headers_of_cash_games(header: str) -> None:
    hand = hand_of(header)
    assert (hand.decimals, hand.currency, hand.rake) == (2, "$", 100)


@pytest.mark.parametrize(
    ("sign", "code", "currency"),
    [("€", "EUR", "€"), ("£", "GBP", "£"), ("₹", "INR", "₹"), ("Rs. ", "INR", "₹")],
)
def test_currencies(sign: str, code: str, currency: str) -> None:
    header = f"PokerStars Hand #1:  Hold'em No Limit ({sign}1/{sign}2 {code}) - {TIME}"
    assert hand_of(header, sign=sign).currency == currency


@pytest.mark.parametrize(
    "event",
    [
        "$4.40+$0.40 USD Hold'em No Limit - Level IV (1/2)",
        "$5.20+$1.30+$0.50 USD Hold'em No Limit - Level IV (1/2)",
        "Freeroll  Hold'em No Limit - Level IV (1/2)",
        "Hold'em No Limit - Level I (1/2)",
        "2500FPP Hold'em No Limit - Level I (1/2)",
        "500+25 Hold'em No Limit - Level I (1/2)",
        "$10+$1 USD Hold'em No Limit - Match Round I, Level IV (1/2)",
        "€4.50+€0.50 EUR 8-Game (Hold'em No Limit) - Level IV (1/2)",
        "$4.50+$0.50 USD HORSE (Hold'em Limit) - Level IV (2/4)",
        "Rs. 100+Rs. 10 INR Hold'em No Limit - Level IV (1/2)",
        "$4.50+$0.50 USD Sunday Special, Hold'em No Limit - Level IV (1/2)",
        "Table #5, $5+$0.50 - Sunday Million, Hold'em No Limit - Level IV (1/2)",
    ],
)
def test_headers_of_tournaments(event: str) -> None:
    hand = hand_of(f"PokerStars Hand #1: Tournament #2, {event} - {TIME}", sign="")
    assert (hand.decimals, hand.currency) == (0, "")


def test_chips_have_no_cents_in_an_event_in_capitals() -> None:
    event = "TOURNAMENT #2, $5+$0.50 HOLD'EM NO LIMIT - LEVEL I (1/2)"
    assert hand_of(f"POKERSTARS GAME #1: {event} - {TIME}", sign="").decimals == 0


def test_bought_chips_are_listed_before_the_seats() -> None:
    event = (
        f"PokerStars Hand #1: Tournament #2, $3+$0.30 USD Hold'em No Limit - Level I (1/2) - {TIME}"
    )
    between = (
        "Anna re-buys and receives 50 chips for $3\nCem takes the add-on and receives 30 chips\n"
    )
    assert hand_of(event, sign="", between=between).contributions["Cem"] == 9


@pytest.mark.parametrize("room", ["MPLPoker", "SupremaPoker", "PokerBros"])
def test_others_may_have_cents_and_no_currency(room: str) -> None:
    header = f"{room} Hand #1: Hold'em No Limit (1/2) - 2026/03/19 07:51:54 UTC"
    text = f"{header}\n{TABLE}\n{(SEATS + BETS + SUMMARY).format(sign='', bounty='')}"
    assert paid_right(text).decimals == 0
    text = text.replace("collected 18 ", "collected 18.25 ").replace("Rake 1\n", "Rake 0.75\n")
    assert paid_right(text).paid == {"Cem": 1825}


@pytest.mark.parametrize(
    "table",
    [
        "Table 'Rosalind III' 6-max (Play Money) Seat #3 is the button",
        "Table ID '4481' 6-Max Seat #3 is the button",
        "Table 'Aludra'(12) 6-max Seat #3 is the button",
        "Table 'O'Hara 6-max' 6-max (Real Money) Seat #3 is the button",
    ],
)
def test_tables(table: str) -> None:
    hand = hand_of(f"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - {TIME}", table=table)
    assert hand.seats == ("Anna", "Boris", "Cem")


def cash(bets: str, summary: str, *, room: str = "PokerStars Hand", seats: str = "") -> str:
    seats = seats or SEATS.format(sign="$", bounty="")
    return f"{room} #1:  Hold'em No Limit ($1/$2 USD) - {TIME}\n{TABLE}\n{seats}{bets}{summary}"


PLAIN = cash(BETS.format(sign="$"), SUMMARY.format(sign="$"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" in chips)", " in Chips)"),
        ("Anna: posts", "Seat 5: Kaja ( in chips)\nAnna: posts"),
    ],
)
def test_seats_of_programs_that_write_like_pokerstars(old: str, new: str) -> None:
    assert old in PLAIN.replace(", $2.50 bounty", "")
    assert paid_right(PLAIN.replace(old, new)).seats == ("Anna", "Boris", "Cem")


@pytest.mark.parametrize(
    "post",
    ["posts an ante of $0.25", "posts ante of $0.25", "posts ante $0.25", "posts the ante $0.25"],
)
def test_an_ante_in_other_words_is_not_a_blind(post: str) -> None:
    antes = "".join(f"{name}: {post}\n" for name in ("Anna", "Boris", "Cem"))
    bets = f"""\
{antes}{BLINDS}*** HOLE CARDS ***
Cem: raises $2 to $4
Anna: folds
Boris: folds
Uncalled bet ($2) returned to Cem
Cem collected $5.75 from pot
"""
    hand = judged(cash(bets, "*** SUMMARY ***\nTotal pot $5.75 | Rake $0\n")).hand
    assert hand.posted_dead == {"Anna": 25, "Boris": 25, "Cem": 25}


def test_a_text_may_be_double_spaced() -> None:
    text = PLAIN.replace("\n", "\n\n")
    assert paid_right(text).paid == {"Cem": 1800}
    hand, more = read_log([f"{text}\n\nmore\n".encode()])
    assert not isinstance(hand, SkippedHand)
    assert isinstance(more, SkippedHand)
    assert more.origin.line == text.count("\n") + 3


BLINDS = "Anna: posts small blind $1\nBoris: posts big blind $2\n"
FLOP = "*** FLOP *** [Ac 7d 2s]\n"
RUN_OUT = f"""\
{FLOP}*** TURN *** [Ac 7d 2s] [9h]
*** RIVER *** [Ac 7d 2s 9h] [3c]
*** SHOW DOWN ***
"""


def test_two_boards_of_a_game_are_two_halves() -> None:
    bets = f"""\
{BLINDS}*** HOLE CARDS ***
Cem: folds
Anna: raises $48 to $50 and is all-in
Boris: calls $38 and is all-in
Uncalled bet ($10) returned to Anna
*** FIRST FLOP *** [Ac 7d 2s]
*** SECOND FLOP *** [Qc 8d 3s]
*** FIRST TURN *** [Ac 7d 2s] [9h]
*** SECOND TURN *** [Qc 8d 3s] [9d]
*** FIRST RIVER *** [Ac 7d 2s 9h] [3c]
*** SECOND RIVER *** [Qc 8d 3s 9d] [4c]
*** FIRST SHOW DOWN ***
Anna: shows [Ah Kd] (a pair of Aces)
Boris: shows [Qs Qd] (a pair of Queens)
Anna collected $38.50 from pot
*** SECOND SHOW DOWN ***
Boris collected $38.50 from pot
"""
    boards = "FIRST Board [Ac 7d 2s 9h 3c]\nSECOND Board [Qc 8d 3s 9d 4c]\n"
    twice = f"*** SUMMARY ***\nTotal pot $80 | Rake $3\nHand was run twice\n{boards}"
    text = cash(bets, twice)
    assert paid_right(text).game.slug == "holdem"
    split = text.replace("Hold'em", "Split Hold'em").replace("Hand was run twice\n", "")
    assert paid_right(split).game.slug == "double-board-holdem"


TIE = """\
PokerStars Hand #89:  Hold'em No Limit ($0.50/$1 USD) - 2026/07/30 6:40:30 ET
Table 'Bode' 9-max Seat #2 is the button
Seat 2: Hana ($50 in chips)
Seat 3: Igor ($50 in chips)
Seat 4: Jana ($50 in chips)
Igor: posts small blind $0.50
Jana: posts big blind $1
*** HOLE CARDS ***
Hana: folds
Igor: calls $0.50
Jana: checks
*** FLOP *** [Ks 6d Kd]
*** TURN *** [Ks 6d Kd] [Jh]
*** RIVER *** [Ks 6d Kd Jh] [8c]
*** SHOW DOWN ***
Igor: shows [Ac 7s] (a pair of Kings)
Jana: shows [As 4h] (a pair of Kings)
Igor collected ${igor} from pot
Jana collected ${jana} from pot
*** SUMMARY ***
Total pot $2 | Rake ${rake}
Board [Ks 6d Kd Jh 8c]
"""


@pytest.mark.parametrize(
    ("igor", "jana", "rake", "kind"),
    [
        ("0.95", "0.95", "0.10", None),
        ("0.98", "0.92", "0.10", None),
        ("0.90", "1.00", "0.10", None),
        ("1.02", "0.88", "0.10", "share"),
        ("1.01", "0.99", "0", "odd-chip"),
        ("1.90", "0", "0.10", "share"),
        ("0.98", "0.97", "0.05", None),
        ("0.97", "0.98", "0.05", "odd-chip"),
    ],
)
def test_one_of_several_tied_players_may_pay_more_of_the_rake(igor, jana, rake, kind) -> None:
    (each,) = judge_all(read_log([TIE.format(igor=igor, jana=jana, rake=rake).encode()]), Terms())
    assert isinstance(each, Judgement)
    assert (each.difference and each.difference.kind) == kind
