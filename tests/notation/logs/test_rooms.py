"""What stands in the texts of the rooms: a few hands of each, as they were played and paid."""

from pathlib import Path
from typing import NamedTuple

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import Terms, terms_of
from showdown.evaluator.cards import format_cards
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.log_format import LogFormat
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand
from showdown.notation.logs.registry import FORMATS, read_log

LOGS = Path("tests/data/logs")
TERMS: Terms = terms_of("wsop-2024", "", "", "")
OLDER = {"open-hand-history", "phh", "pokerstars", "pokernow"}
"""Formats that have tests of their own."""


def read(room: str) -> dict[str, ReadHand]:
    text = (LOGS / f"{room}.txt").read_bytes()
    return {hand.origin.hand: hand for hand in read_log([text])}


class Played(NamedTuple):
    """A hand of a room: amounts in hundredths, or in chips where there are none."""

    room: str
    hand: str
    game: str
    put_in: dict[str, int]
    paid: dict[str, int]
    rake: int = 0
    fees: dict[str, int] = {}
    dead: int = 0
    shown: dict[str, str] = {}
    folded: tuple[str, ...] = ()


PLAYED = [
    Played(
        *("winamax", "11-1-1790000001", "holdem"),
        put_in={"Cem": 820, "Dora": 25, "Anna": 1220, "Boris B": 1220},
        paid={"Anna": 800, "Cem": 2375},
        rake=120,
        dead=10,
        shown={"Cem": "7c-7d", "Anna": "Ah-Kd", "Boris B": "Qc-Qd"},
        folded=("Dora",),
    ),
    Played(
        *("winamax", "11-2-1790000002", "omaha-hilo"),
        put_in={"Anna": 500, "Cem": 500},
        paid={"Cem": 950},
        rake=50,
        shown={"Cem": "4d-9h-7h-2s", "Anna": "8d-6d-Jc-Td"},
    ),
    Played(
        *("winamax", "11-3-1790000003", "holdem"),
        put_in={"Anna": 241000, "Cem": 123750, "Dora": 1000},
        paid={"Cem": 248500},
        shown={"Anna": "Ah-Td", "Cem": "9c-8c"},
        folded=("Dora",),
    ),
    Played(
        *("winamax", "11-4-1790000004", "deuce-to-seven"),
        put_in={"Anna": 300, "Cem": 200},
        paid={"Anna": 385},
        rake=15,
        folded=("Cem",),
    ),
    Played(
        *("888poker", "7001", "holdem"),
        put_in={"Cem": 25, "Dora": 200, "Anna": 101100, "Boris B": 6922},
        paid={"Anna": 13894},
        dead=25,
        shown={"Anna": "5s-5d"},
        folded=("Cem", "Dora"),
    ),
    Played(
        *("888poker", "7002", "omaha"),
        put_in={"Anna": 126000, "Cem": 126000},
        paid={"Cem": 251700},
        shown={"Anna": "Kc-8h-Td-6h", "Cem": "4h-9d-Jh-3s"},
    ),
    Played(
        *("888poker", "7003", "omaha"),
        put_in={"Anna": 125000, "Cem": 5000},
        paid={"Anna": 10000},
        folded=("Cem",),
    ),
    Played(
        *("888poker", "7004", "holdem"),
        put_in={"Anna": 81072, "Cem": 9000, "Dora": 81072},
        paid={"Cem": 27000, "Anna": 72072, "Dora": 72072},
        shown={"Anna": "Qh-Kd", "Cem": "8d-2d", "Dora": "Qc-Kc"},
    ),
    Played(*("888poker", "7005", "holdem"), put_in={"Anna": 500}, paid={}, folded=("Cem",)),
    Played(
        *("partypoker", "8001", "holdem"),
        put_in={"Boris B": 4500, "Fay": 50, "Cem": 50, "Anna": 2150},
        paid={"Anna": 4225},
        dead=25,
        shown={"Anna": "8h-Kc"},
        folded=("Fay", "Cem"),
    ),
    Played(
        *("partypoker", "8002", "holdem"),
        put_in={"Anna": 4520, "Cem": 4520, "Dora": 310},
        paid={"Cem": 8420, "Dora": 930},
        shown={"Anna": "Jh-Kh", "Cem": "Ac-2d", "Dora": "7s-5s"},
    ),
    Played(
        *("partypoker", "8003abywbird3xlj", "omaha"),
        put_in={"Cem": 702, "Dora": 25, "Anna": 2280},
        paid={"Cem": 1359},
        rake=70,
        shown={"Anna": "2c-Qs-Jh-Ac", "Cem": "8s-Ks-3d-Ad"},
        folded=("Dora",),
    ),
    Played(
        *("partypoker", "8005", "holdem"),
        put_in={"Cem": 5, "Dora": 30, "Anna": 10},
        paid={"Dora": 28},
        dead=5,
        folded=("Anna", "Boris B", "Cem"),
    ),
    Played(
        *("ggpoker", "OM9001", "five-card-omaha"),
        put_in={"Cem": 300, "Hero": 10000, "Anna": 10000, "Boris": 1100},
        paid={"Hero": 10950, "Anna": 10950},
        rake=500,
        fees={"jackpot": 150, "fortune": 50},
        dead=1200,
        shown={"Hero": "4d-9d-5s-4s-9c", "Anna": "Ad-Jh-As-Qh-8c"},
        folded=("Boris", "Cem"),
    ),
    Played(
        *("ggpoker", "SD9002", "short-deck"),
        put_in={"Anna": 2, "Hero": 4},
        paid={"Hero": 8},
        dead=4,
        folded=("Anna",),
        shown={"Anna": "7s"},
    ),
    Played(
        *("ggpoker", "TM9003", "holdem"),
        put_in={"Hero": 24058, "Cem": 24058},
        paid={"Hero": 48116},
        shown={"Cem": "As-Qs", "Hero": "Kc-Ks"},
    ),
    Played(
        *("run-it-once", "9101", "omaha"),
        put_in={"Boris": 2000, "Hero": 5000, "Anna": 9685},
        paid={"Anna": 12250},
        rake=250,
        dead=500,
        shown={"Anna": "Ac-Jd-5h-4d"},
    ),
    Played(
        *("run-it-once", "9102", "holdem"),
        put_in={"Boris": 5, "Hero": 10},
        paid={"Hero": 10},
        folded=("Anna", "Boris"),
    ),
    Played(
        *("run-it-once", "9103", "holdem"),
        put_in={"Anna": 10, "Hero": 10},
        paid={"Hero": 19},
        rake=1,
        shown={"Anna": "Ad-Qd", "Hero": "6d-7d"},
    ),
    Played(
        *("betonline", "9201", "holdem"),
        put_in={"Cem": 4000, "Boris": 9500, "Anna": 9500},
        paid={"Boris": 23000},
        shown={"Boris": "Ac-3d", "Anna": "Kh-Th"},
        folded=("Cem",),
    ),
    Played(
        *("betonline", "9202", "holdem"),
        put_in={"Boris": 25, "Cem": 500, "Anna": 200, "Dora": 200},
        paid={"Cem": 620},
        rake=30,
        dead=25,
        folded=("Anna", "Boris", "Dora"),
    ),
    Played(
        *("pokerstars-relatives", "9301", "holdem"),
        put_in={"Boris": 200, "Cem": 400, "Anna": 2800},
        paid={"Anna": 950},
        rake=50,
        folded=("Boris", "Cem"),
    ),
    Played(
        *("pokerstars-relatives", "9302", "five-card-omaha"),
        put_in={"打死也不说": 3000, "pp18": 3000},
        paid={"pp18": 5800},
        rake=200,
        shown={"打死也不说": "Ah-Ks-Td-Tc-3c", "pp18": "9c-Qc-9h-Jc-Qs"},
    ),
    Played(
        *("pokerstars-relatives", "9303", "holdem"),
        put_in={"Anna": 25, "Cem": 50},
        paid={"Cem": 50},
        folded=("Anna",),
    ),
    Played(
        *("pokerstars-relatives", "9304", "five-card-omaha"),
        put_in={"Anna": 300, "Boris": 300},
        paid={"Anna": 570},
        rake=30,
        shown={"Anna": "Kc-Kd-9h-8c-2s", "Boris": "Qc-Jd-Th-9s-3d"},
    ),
    Played(
        *("full-tilt", "9401", "omaha"),
        put_in={"Anna": 6000, "Cem": 10100, "Dora": 1950},
        paid={"Dora": 2920, "Cem": 10936},
        rake=144,
        dead=50,
        shown={"Anna": "Ac-Ad-4s-Kd", "Cem": "9c-9d-7s-6s", "Dora": "Qc-Jc-Th-2h"},
    ),
    Played(
        *("full-tilt", "9402", "stud-hilo"),
        put_in={"Anna": 50, "Cem": 1250, "FILL A RACK": 1250},
        paid={"FILL A RACK": 1250, "Cem": 1250},
        rake=50,
        shown={"Cem": "Ah-3d-2s-4c-8d-Kh-Kc", "FILL A RACK": "7c-7d-7s-Ts-Jh-2c-3h"},
        folded=("Anna",),
    ),
    Played(
        *("full-tilt", "9403", "holdem"),
        put_in={"Anna": 1050, "Cem": 20},
        paid={"Anna": 40},
        folded=("Cem",),
    ),
    Played(
        *("kings-club", "9501", "badacey"),
        put_in={"Anna": 550, "Hero": 7150, "Cem": 7150},
        paid={"Hero": 7075, "Cem": 7075},
        rake=700,
        shown={"Hero": "Ad-2h-8h-7c-9s", "Cem": "6c-4d-6h-9h-5s"},
        folded=("Anna",),
    ),
    Played(
        *("kings-club", "9502", "double-board-omaha"),
        put_in={"Anna": 6000, "Hero": 30000, "Cem": 30000},
        paid={"Hero": 32800, "Cem": 32800},
        rake=400,
        shown={"Cem": "Qc-6d-Kh-9d", "Hero": "4c-Jd-9s-As"},
        folded=("Anna",),
    ),
    Played(
        *("kings-club", "9503", "five-card-omaha-hilo"),
        put_in={"Hero": 1100, "Anna": 40750, "Cem": 88000},
        paid={"Anna": 20563, "Cem": 61687},
        rake=350,
        shown={"Anna": "Kh-Tc-9d-Qs-8c", "Cem": "5d-6s-Ad-Ac-Ah"},
        folded=("Hero",),
    ),
    Played(
        *("kings-club", "9504", "deuce-to-seven"),
        put_in={"Anna": 115000, "Hero": 115000},
        paid={"Anna": 229500},
        rake=500,
        folded=("Cem",),
    ),
    Played(
        *("kings-club", "9505", "holdem"),
        put_in={"Anna": 30000, "Cem": 433300, "Hero": 100000},
        paid={"Cem": 230000},
        shown={"Anna": "3h-4s", "Cem": "Kd-6d"},
        folded=("Hero",),
    ),
    Played(
        *("kings-club", "9506", "deuce-to-seven"),
        put_in={"Anna": 50000, "Cem": 12500, "Dora": 25000},
        paid={"Anna": 75000},
        dead=12500,
        folded=("Cem", "Dora"),
    ),
    Played(
        *("bovada", "9601", "holdem"),
        put_in={"Small Blind": 500, "Big Blind": 800, "UTG": 7700, "Dealer": 7700},
        paid={"UTG": 16900},
        rake=300,
        dead=500,
        shown={"UTG": "Ac-Ad"},
        folded=("Small Blind", "UTG+1"),
    ),
    Played(
        *("bovada", "9602", "holdem"),
        put_in={"Small Blind": 25, "Big Blind": 50},
        paid={"Big Blind": 50},
        folded=("Small Blind",),
    ),
    Played(
        *("bovada", "9603", "omaha-hilo"),
        put_in={"UTG": 5135, "Dealer": 25, "Small Blind": 1704, "Big Blind": 3625},
        paid={"Small Blind": 5137, "UTG": 3842},
        shown={"UTG": "Jd-Ac-2d-3h", "Small Blind": "5c-5h-Kd-Kc"},
        folded=("Big Blind", "Dealer"),
    ),
    Played(
        *("winning", "9701", "omaha-hilo"),
        put_in={"Anna": 2300, "Boris B": 1000, "Cem": 2725, "Dora": 50},
        paid={"Anna": 4004, "Boris B": 1496},
        rake=175,
        fees={"jackpot": 25},
        dead=50,
        shown={"Anna": "2d-5h-Tc-Kc", "Boris B": "4h-4s-Ks-Th"},
        folded=("Dora",),
    ),
    Played(
        *("winning", "9702", "holdem"),
        put_in={"Anna": 2780, "Hero": 220, "": 1500},
        paid={"": 3220},
        shown={"Anna": "Kd-Qh"},
        folded=("Hero",),
    ),
    Played(
        *("winning-2019", "9751", "holdem"),
        put_in={"Anna": 75, "Cem": 5, "Dora E": 75},
        paid={"Dora E": 75, "Anna": 74},
        rake=6,
        fees={"jackpot": 2},
        dead=2,
        shown={"Anna": "As-6h", "Dora E": "Ac-6c"},
        folded=("Cem",),
    ),
    Played(
        *("winning-2019", "9752", "omaha-hilo"),
        put_in={"Anna": 25000, "Cem": 50000},
        paid={"Cem": 55000},
        dead=5000,
        folded=("Anna",),
    ),
    Played(
        *("ipoker", "9801", "holdem"),
        put_in={"Anna & Ben": 5, "Cem": 10, "Fay": 10, "Eve": 604, "Dora": 650},
        paid={"Eve": 1152},
        dead=5,
        shown={"Eve": "Kd-Ks", "Dora": "Ac-Qh"},
        folded=("Anna & Ben", "Cem", "Fay"),
    ),
    Played(
        *("ipoker", "9802", "holdem"),
        put_in={"Cem": 20, "Dora": 10},
        paid={"Cem": 10},
        folded=("Dora",),
    ),
    Played(
        *("ipoker", "9803", "five-card-omaha"),
        put_in={"Anna": 7547, "Cem": 687, "Hero": 2270},
        paid={"Anna": 5118},
        folded=("Cem", "Hero"),
    ),
    Played(
        *("merge", "9901-416", "omaha-hilo"),
        put_in={"Cem": 100, "Anna": 4700, "Ben & Co": 2650},
        paid={"Anna": 5255},
        dead=100,
        shown={"Anna": "Ah-4d-Jh-9s", "Ben & Co": "3c-Qc-Kc-Ks"},
        folded=("Cem",),
    ),
    Played(
        *("merge", "9902-25", "holdem"),
        put_in={"Anna": 500, "Hero": 900, "Cem": 2100},
        paid={"Cem": 2300},
        shown={"Cem": "Th-Qs", "Hero": "4h-7s"},
        folded=("Anna",),
    ),
    Played(
        *("pokertracker", "9911", "holdem"),
        put_in={"Boris B": 5, "Cem": 340, "Dora": 10, "Anna": 520},
        paid={"Anna": 669},
        rake=31,
        dead=5,
        shown={"Anna": "Qd-Td"},
        folded=("Boris B", "Dora"),
    ),
    Played(
        *("pokertracker", "9912-366", "omaha"),
        put_in={"Anna": 10, "Cem": 75, "Dora": 175},
        paid={"Dora": 162},
        dead=10,
        folded=("Anna", "Cem"),
    ),
    Played(
        *("everest", "9921", "holdem"),
        put_in={"Cem": 900, "Dora": 100, "Anna": 2000, "Boris B": 100},
        paid={"Anna": 2000},
        dead=100,
        shown={"Anna": "5d-5c", "Cem": "Ks-Qs"},
        folded=("Boris B", "Dora"),
    ),
    Played(
        *("everest", "9922", "holdem"),
        put_in={"Anna": 50, "Cem": 100},
        paid={"Cem": 100},
        folded=("Anna",),
    ),
    Played(
        *("microgaming", "9931", "holdem"),
        put_in={"Cem": 20, "Anna": 10, "Boris B": 20},
        paid={"Boris B": 49},
        shown={"Boris B": "Ts-9s", "Cem": "6h-Kh"},
        folded=("Anna",),
    ),
    Played(
        *("seals-with-clubs", "9941-18", "holdem"),
        put_in={"Anna": 4000, "Boris B": 200, "Hero": 1000},
        paid={"Anna": 2180},
        rake=20,
        shown={"Hero": "2d-2s", "Anna": "Kc-4s"},
        folded=("Boris B",),
    ),
]


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: f"{played.room} {played.hand}")
def test_a_hand_is_read_as_it_was_played_and_paid(played: Played) -> None:
    hand = read(played.room)[played.hand]
    assert isinstance(hand, LoggedHand)
    assert hand.game.slug == played.game
    assert hand.contributions == played.put_in
    assert hand.paid == played.paid
    assert (hand.rake, hand.fees, hand.dead) == (played.rake, played.fees, played.dead)
    assert {name: format_cards(cards, "-") for name, cards in hand.hands.items()} == played.shown
    assert set(hand.folded) == set(played.folded)


@pytest.mark.parametrize(
    "room", sorted({"pokerstars-relatives", *(form.name for form in FORMATS)} - OLDER)
)
def test_every_hand_was_paid_right(room: str) -> None:
    hands = [hand for hand in read(room).values() if isinstance(hand, LoggedHand)]
    judged = [each for each in judge_all(hands, TERMS) if not isinstance(each, SkippedHand)]
    assert any(not why_not_settled(each.hand) for each in judged)
    assert [each.difference for each in judged] == [None] * len(hands)


@pytest.mark.parametrize(
    ("room", "hand", "reason"),
    [
        ("winamax", "11-5-1790000005", Skip.UNSUPPORTED_GAME),
        ("partypoker", "8004", Skip.UNSUPPORTED_GAME),
        ("pokertracker", "9913-64", Skip.UNREADABLE),
    ],
)
def test_a_hand_of_a_room_is_skipped_by_name(room: str, hand: str, reason: Skip) -> None:
    skipped = read(room)[hand]
    assert isinstance(skipped, SkippedHand)
    assert skipped.reason is reason


def test_what_counts_the_hands_of_an_export_is_passed_over() -> None:
    assert all(isinstance(hand, LoggedHand) for hand in read("pokerstars-relatives").values())


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_format_is_documented(form: LogFormat) -> None:
    assert f"`{form.name}`" in Path("docs/logs.md").read_text()
