"""Test a few hands of each room, as they were played and paid."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import Terms, terms_of
from showdown.evaluator.cards import format_cards
from showdown.evaluator.verdicts import Kind
from showdown.notation.logs.hand_reader import HandReader
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand
from showdown.notation.logs.registry import FORMATS, read_log
from showdown.notation.logs.rooms.pokerstars import StarsGrammar
from showdown.notation.logs.rooms.winamax import Winamax
from showdown.notation.logs.text_hand import TextHand
from tests.audits.text_faults import texts_of
from tests.notation.logs.played import PLAYED, Played

LOGS = Path("tests/data/logs")
TERMS: Terms = terms_of("wsop-2026", "", "", "")
OLDER = {"open-hand-history", "phh", "pokerstars", "pokernow"}
"""Formats that have tests of their own."""


def read(room: str) -> dict[str, ReadHand]:
    text = (LOGS / f"{room}.txt").read_bytes()
    return {hand.origin.hand: hand for hand in read_log([text])}


IN_OTHER_ROOMS = [
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
        paid={"Cem": 19},
        folded=("Dora",),
    ),
    Played(
        *("ipoker", "9803", "five-card-omaha"),
        put_in={"Anna": 7547, "Cem": 687, "Hero": 2270},
        paid={"Anna": 5118},
        folded=("Cem", "Hero"),
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


@pytest.mark.parametrize(
    "played", PLAYED + IN_OTHER_ROOMS, ids=lambda played: f"{played.room} {played.hand}"
)
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
    ],
)
def test_a_hand_of_a_room_is_skipped_by_name(room: str, hand: str, reason: Skip) -> None:
    skipped = read(room)[hand]
    assert isinstance(skipped, SkippedHand)
    assert skipped.reason is reason


def test_hand_counters_of_exports_are_ignored() -> None:
    assert all(isinstance(hand, LoggedHand) for hand in read("pokerstars-relatives").values())


ACTS = re.compile(
    r"(?: ?(?: @ [\w-]+\"\")?(?:  \[ME\])? ?:? ?)"
    r"(folds?|posts?|calls?|bets|raises|checks|collected|wins|Fold|Call|Posts|Small|Hand result)\b",
)


def acts_of(hand: LoggedHand, lines: list[str]) -> Iterator[tuple[int, str]]:
    """Return the index of each line with an action in this hand, and its player."""
    seen = set()
    for place, line in enumerate(lines):
        for name in hand.seats:
            start = len(line) - len(line.lstrip('"'))
            act = ACTS.match(line, start + len(name)) if line.startswith(name, start) else None
            if act and act[1] not in seen:
                seen.add(act[1])
                yield place, name


@pytest.mark.parametrize(
    "path", [path for path in LOGS.iterdir() if path.stem != "ipoker"], ids=lambda path: path.stem
)
def test_somebody_without_a_seat_is_found_whatever_they_do(path: Path) -> None:
    """iPoker alone may leave players out of its list of seats."""
    log = path.read_text()
    header = ["entry,at,order"] if path.suffix == ".csv" else []
    found = []
    for hand, start, end in texts_of(log, list(read_log([log.encode()]))):
        lines = log.splitlines()[start:end]
        for place, name in acts_of(hand, lines) if isinstance(hand, LoggedHand) else ():
            own = f"{name} @ {hand.ids[name]}" if name in hand.ids else name
            changed = lines[place].replace(own, own.replace(name, "Zelda").replace("@ ", "@ z"), 1)
            text = "\n".join([*header, *lines[:place], changed, *lines[place + 1 :]])
            (judged,) = judge_all(read_log([text.encode()]), TERMS)
            assert not isinstance(judged, SkippedHand), (text, judged)
            found.append(judged.difference and judged.difference.kind)
    assert found
    assert set(found) == {Kind.UNKNOWN_PLAYER}


SEAT = re.compile(r"Seat[ +]\d+: .*\d.*\)", re.MULTILINE)


@pytest.mark.parametrize(
    "path", [path for path in LOGS.iterdir() if "Seat" in path.read_text()], ids=lambda p: p.stem
)
@pytest.mark.parametrize("chips", ["<?>", "(??)"])
def test_a_seat_that_cannot_be_read_is_named(path: Path, chips: str) -> None:
    seat = SEAT.search(path.read_text())
    assert seat
    line = f"{seat[0].partition('(')[0]}{chips}"
    first, *_ = read_log([path.read_text().replace(seat[0], line, 1).encode()])
    assert isinstance(first, SkippedHand)
    assert line in first.detail or chips.strip("()") in first.detail


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_format_has_hands_to_read(form: type[HandReader]) -> None:
    is_written_by_tests = form.name in {"open-hand-history", "phh"}
    assert is_written_by_tests or [*LOGS.glob(f"{form.name}.*")]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_format_has_hands_with_known_bets_and_payments(form: type[HandReader]) -> None:
    rooms = {played.room for played in PLAYED + IN_OTHER_ROOMS}
    assert form.name in rooms | OLDER, (
        f"IN_OTHER_ROOMS needs hands of {form.name}, with what was put in and paid"
    )


@pytest.mark.parametrize(
    ("base", "attributes", "lacking"),
    [
        (HandReader, {}, "prefixes and begins and read_hands"),
        (HandReader, {"prefixes": ("Hand ",), "begins": TextHand.begins}, "read_hands"),
        (HandReader, {"prefixes": ("Hand ",), "read_hands": TextHand.read_hands}, "begins"),
        (TextHand, {}, "prefixes and beginning and heading and table and read"),
        (TextHand, {"read_hands": Winamax.read_hands, "read": Winamax.read}, "prefixes"),
        (StarsGrammar, {"prefixes": ("Hand ",)}, "beginning and heading and read"),
    ],
)
def test_a_format_that_could_read_no_hand_cannot_be_defined(
    base: type[HandReader], attributes: dict[str, object], lacking: str
) -> None:
    with pytest.raises(TypeError, match=rf"^Forgetful can't read hands without {lacking}\b"):
        type("Forgetful", (base,), {"name": "forgetful", **attributes})


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_format_is_documented(form: type[HandReader]) -> None:
    rows = Path("docs/logs.md").read_text().splitlines()
    of_format = [row for row in rows if row.startswith(f"| `{form.name}` |")]
    assert len(of_format) == 2, "docs/logs.md needs a row for how hands begin, and one for games"


@pytest.mark.parametrize(
    ("room", "old", "new", "game"),
    [
        ("ggpoker", "PLO-5 ($2/$5)", "PLO ($2/$5)", "omaha"),
        ("ggpoker", "PLO-5 ($2/$5)", "Hold'em No Limit  ($2/$5)", "holdem"),
        ("winning-2019", "- Omaha H/L", "- 6Card Omaha H/L", "six-card-omaha-hilo"),
        ("winning-2019", "Holdem(No Limit)", "Holdem (Cap)", "holdem"),
        ("winning-2019", "Holdem(No Limit)", "Holdem (Cap)(No Limit)", "holdem"),
        ("bovada", "Hand #9601 TBL#10253202", "Hand #9601 : TBL#10253202", "holdem"),
        ("bovada", "TBL#10253202 HOLDEM", "TBL#10253202 : HOLDEM", "holdem"),
        ("winamax", "2-7 Triple Draw fixed", "2-7 Single Draw no", "deuce-to-seven"),
    ],
)
def test_a_game_is_known_by_the_titles_of_the_room(
    room: str, old: str, new: str, game: str
) -> None:
    text = (LOGS / f"{room}.txt").read_text()
    assert old in text
    before = [hand.game.slug for hand in read(room).values() if isinstance(hand, LoggedHand)]
    hands = list(read_log([text.replace(old, new).encode()]))
    games = [hand.game.slug for hand in hands if isinstance(hand, LoggedHand)]
    assert games.count(game) >= before.count(game)
    assert len(games) == len(before)
