"""Test that the hands of each room in tests/data are read and judged as expected."""

import json
import re
import tomllib
from pathlib import Path
from pkgutil import iter_modules
from textwrap import indent

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import parse_terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.differences import Kind
from showdown.notation.logs import rooms
from showdown.notation.logs.log_reader import FORMATS, read_hand, read_log
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.submission import skip_if_not_settleable
from tests.audits.text_faults import hands_with_lines
from tests.logs import SPECIAL_HANDS, special_hand, special_hands, why_unsettled

LOGS = Path("tests/data/logs")
TERMS = parse_terms("wsop-2026", "", "", "")
FORMATS_WITHOUT_LOGS = {"open-hand-history", "phh"}
"""Formats without a log in `LOGS`. Their hands are special hands, or are written by tests."""


def test_every_module_of_rooms_is_a_format():
    modules = {module.name for module in iter_modules(rooms.__path__)}
    formats = {log_format.__module__.rpartition(".")[2] for log_format in FORMATS}
    assert modules == formats
    assert FORMATS[-1].name == "phh", "formats after PHH may lose hands that begin with a comment"


def read_room(room):
    (path,) = LOGS.glob(f"{room}.*")
    return {hand.origin.hand: hand for hand in read_log([path.read_bytes()])}


def kind_or_reason(judgment):
    if isinstance(judgment, SkippedHand):
        return judgment.reason
    return judgment.difference and judgment.difference.kind


PLAYED_HANDS = [*map(json.loads, Path("tests/data/played_hands.jsonl").read_text().splitlines())]
"""Hands as they were played and paid. Amounts are in cents, or in chips without cents."""


def fields_of(hand):
    def texts(hands):
        return {name: format_cards(cards, "-") for name, cards in hands.items()}

    return {
        "format": hand.origin.format,
        "line": hand.origin.line,
        "table": hand.origin.table,
        "played": str(hand.origin.played),
        "game": hand.game.slug,
        "limit": hand.limit,
        "seats": list(hand.seats),
        "ids": hand.ids,
        "shown": texts(hand.hands),
        "known": texts(hand.known),
        "boards": [format_cards(board, "-") for board in hand.boards],
        "folded": list(hand.folded),
        "stacks": hand.stacks,
        "put_in": hand.contributions,
        "dead": hand.dead,
        "posted_dead": hand.dead_by_player,
        "returned": hand.returned,
        "paid": hand.paid,
        "cash_outs": {name: list(sold) for name, sold in hand.cash_outs.items()},
        "pots": list(hand.pots),
        "rake": hand.rake,
        "fees": hand.fees,
        "states_rake": hand.states_rake,
        "last_round": hand.last_round,
        "decimals": hand.decimals,
        "currency": hand.currency,
    }


@pytest.mark.parametrize(
    "played", PLAYED_HANDS, ids=lambda played: f"{played['room']} {played['hand']}"
)
def test_a_hand_is_read_as_it_was_played(played):
    hand = read_room(played["room"])[played["hand"]]
    found = fields_of(hand) | {"room": played["room"], "hand": hand.origin.hand}
    wanted = {"rake": 0, "fees": {}, "dead": 0, "shown": {}, "folded": [], **played}
    assert {name: found[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(text, expected, id=f"{path.stem}: {title} {number}")
        for path in sorted(SPECIAL_HANDS.iterdir())
        for number, (title, text, expected) in enumerate(special_hands(path))
    ],
)
def test_a_special_hand_is_judged_correctly(text, expected):
    """A single hand is judged by the rules, and its 60 copies are judged by arrays."""
    read = list(read_log([text.encode()]))
    (judgment,) = judge_all(read, TERMS)
    assert {kind_or_reason(other) for other in judge_all(read * 60, TERMS)} == {
        kind_or_reason(judgment)
    }
    if isinstance(judgment, SkippedHand):
        detail = expected.get("detail", "")
        assert {"skipped": judgment.reason} | ({"detail": detail} if detail else {}) == expected
        assert detail in judgment.detail
        return
    hand, difference, unsettled = judgment
    found = fields_of(hand) | {
        "fault": difference and difference.kind,
        "is_settled": unsettled is None,
        "unsettled": unsettled,
    }
    wanted = {"fault": None, **expected}
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize("path", sorted(LOGS.iterdir()), ids=lambda path: path.stem)
def test_every_hand_was_paid_correctly(path):
    hands = [hand for hand in read_log([path.read_bytes()]) if isinstance(hand, LoggedHand)]
    judgments = [
        judgment for judgment in judge_all(hands, TERMS) if not isinstance(judgment, SkippedHand)
    ]
    assert any(not skip_if_not_settleable(judgment.hand) for judgment in judgments)
    assert [judgment.difference for judgment in judgments] == [None] * len(hands)


@pytest.mark.parametrize(
    ("room", "hand", "reason"),
    [
        ("winamax", "11-5-1790000005", Skip.UNSUPPORTED_GAME),
        ("partypoker", "8004", Skip.UNSUPPORTED_GAME),
        ("pokerstars", "1004", Skip.NO_SHOWDOWN),
        ("pokerstars", "1005", Skip.CANCELLED),
        ("pokerstars", "1006", Skip.UNSUPPORTED_GAME),
        ("pokerstars", "1007", Skip.CUT_OFF),
    ],
)
def test_hands_are_skipped_with_a_reason(room, hand, reason):
    skipped = why_unsettled(read_room(room)[hand])
    assert skipped.reason is reason


def test_hand_counters_of_exports_are_ignored():
    assert all(isinstance(hand, LoggedHand) for hand in read_room("pokerstars-relatives").values())


ACTIONS = re.compile(
    r"(?: ?(?: @ [\w-]+\"\")?(?:  \[ME\])? ?:? ?)"
    r"(folds?|posts?|calls?|bets|raises|checks|collected|wins|Fold|Call|Posts|Small|Hand result)\b"
)


def find_first_actions(hand, lines):
    actors = set()
    for index, line in enumerate(lines):
        for name in hand.seats:
            start = len(line) - len(line.lstrip('"'))
            act = ACTIONS.match(line, start + len(name)) if line.startswith(name, start) else None
            if act and act[1] not in actors:
                actors.add(act[1])
                yield index, name


@pytest.mark.parametrize(
    "path", [path for path in LOGS.iterdir() if path.stem != "ipoker"], ids=lambda path: path.stem
)
def test_a_player_without_a_seat_is_found_by_any_action(path):
    """Test all rooms but iPoker, which may leave players out of its list of seats."""
    found = []
    for hand, lines, header in hands_with_lines(path):
        for index, name in find_first_actions(hand, lines) if isinstance(hand, LoggedHand) else ():
            name_in_log = f"{name} @ {hand.ids[name]}" if name in hand.ids else name
            new_name = name_in_log.replace(name, "Zelda").replace("@ ", "@ z")
            changed = lines[index].replace(name_in_log, new_name, 1)
            text = "\n".join([*header, *lines[:index], changed, *lines[index + 1 :]])
            (judgment,) = judge_all(read_log([text.encode()]), TERMS)
            assert not isinstance(judgment, SkippedHand), (text, judgment)
            found.append(judgment.difference and judgment.difference.kind)
    assert found
    assert set(found) == {Kind.UNKNOWN_PLAYER}


SEAT = re.compile(r"Seat[ +]\d+: .*\d.*\)", re.MULTILINE)


@pytest.mark.parametrize(
    "path", [path for path in LOGS.iterdir() if "Seat" in path.read_text()], ids=lambda p: p.stem
)
@pytest.mark.parametrize("chips", ["<?>", "(??)"])
def test_a_seat_that_cannot_be_read_is_quoted(path, chips):
    seat = SEAT.search(path.read_text())
    line = f"{seat[0].partition('(')[0]}{chips}"
    first, *_ = read_log([path.read_text().replace(seat[0], line, 1).encode()])
    assert line in first.detail or chips.strip("()") in first.detail


each_format = pytest.mark.parametrize("log_format", FORMATS, ids=lambda log_format: log_format.name)


@each_format
def test_a_format_has_hands_with_known_bets_and_payments(log_format):
    rooms = {played["room"] for played in PLAYED_HANDS}
    assert log_format.name in rooms | FORMATS_WITHOUT_LOGS, (
        f"played_hands.jsonl needs hands of {log_format.name}"
    )


@each_format
def test_a_format_has_special_hands(log_format):
    assert [*special_hands(SPECIAL_HANDS / f"{log_format.name}.txt")]


@each_format
def test_a_format_is_documented(log_format):
    rows = Path("docs/logs.md").read_text().splitlines()
    of_format = [row for row in rows if row.startswith(f"| `{log_format.name}` |")]
    assert len(of_format) == 2, "docs/logs.md needs a row for how hands begin, and one for games"


SINGLE_DRAW = "Single Draw 2-7 Lowball No Limit"
POKERSTARS_TITLES = (
    ("Hold'em No Limit", "holdem"),
    ("Hold'em Limit", "holdem"),
    ("6+ Hold'em No Limit", "short-deck"),
    ("Omaha Pot Limit", "omaha"),
    ("Omaha Hi/Lo Limit", "omaha-hilo"),
    ("5 Card Omaha Pot Limit", "five-card-omaha"),
    ("5 Card Omaha Hi/Lo Pot Limit", "five-card-omaha-hilo"),
    ("6 Card Omaha Pot Limit", "six-card-omaha"),
    ("Courchevel Pot Limit", "five-card-omaha"),
    ("Courchevel Hi/Lo Pot Limit", "five-card-omaha-hilo"),
    ("8-Game (Triple Draw 2-7 Lowball Limit, $1/$2 USD)", "deuce-to-seven"),
    ("A-5 Triple Draw Limit ($1/$2 USD)", "ace-to-five"),
    ("8-Game (Triple Draw A-5 Lowball Limit, $1/$2 USD)", "ace-to-five"),
    ("Hold'em No Limit ($1/$2 - $40 Cap - USD)", "holdem"),
    ("HORSE (Razz Limit, $1/$2 USD)", "razz"),
    ("Mixed PLH/PLO (Omaha Pot Limit, $1/$2 USD)", "omaha"),
    ("Tournament #5, Freeroll  Hold'em No Limit - Level I (10/20)", "holdem"),
    ("Tournament #5, 550FPP 7 Card Stud Limit - Level I (10/20)", "seven-card-stud"),
    ("{Home Game} Tournament #5, $1+$0 USD Badugi Limit - Level I (1/2)", "badugi"),
)


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
        *(("pokerstars", SINGLE_DRAW, title, game) for title, game in POKERSTARS_TITLES),
    ],
)
def test_a_game_is_recognized_by_the_titles_of_the_room(room, old, new, game):
    text = (LOGS / f"{room}.txt").read_text()
    assert old in text
    text = text.replace(old, new)
    lines = text.splitlines()
    hands = [hand for hand in read_log([text.encode()]) if isinstance(hand, LoggedHand)]
    heads = [(hand, "\n".join(lines[hand.origin.line - 1 :][:4])) for hand in hands]
    assert {hand.game.slug for hand, head in heads if new in head} == {game}


IPOKER = special_hand("ipoker", "a split pot")
"""The pot is 8.10, the rake 0.40; Anna gets back 0.20, which her `win` doesn't include."""


def faults(text):
    return [
        hand.reason if isinstance(hand, SkippedHand) else hand.difference
        for hand in judge_all(read_log([text.encode()]), TERMS)
    ]


def amounts_as(pattern, *, comma=False):
    def written(amount):
        text = amount[1].replace(",", " ").replace(".", ",") if comma else amount[1]
        return pattern.format(text)

    return re.sub(r"€([\d.,]+)", written, IPOKER)


@pytest.mark.parametrize(
    "text",
    [
        *(amounts_as("${}"), amounts_as("{}€"), amounts_as("{}"), amounts_as("RSD{}")),
        *(amounts_as("{} kr", comma=True), amounts_as("{} €", comma=True)),
    ],
)
def test_amounts_of_ipoker_may_have_any_currency_or_none(text):
    assert faults(text) == [None]


def test_documents_of_ipoker_may_follow_each_other_on_a_line():
    other = IPOKER.replace("9811", "9812").replace("Holdem NL", "Seven Up")
    assert faults((IPOKER + other).replace("\n", "")) == [None, Skip.UNSUPPORTED_GAME]
    assert faults(IPOKER.rstrip() + IPOKER.replace("9811", "9812")) == [None, None]


@pytest.mark.parametrize("end", ["chips=", "</players>", "<cards", "D2 C10", '<round no="4"'])
def test_a_truncated_document_of_ipoker_is_skipped(end):
    text = IPOKER[: IPOKER.index(end) + 3]
    assert faults(text) == [Skip.CUT_OFF]
    assert faults(f"{text}\n{IPOKER}") == [Skip.CUT_OFF, None]


@pytest.mark.parametrize("tags", ["<tournamentcode>7</tournamentcode>", "<buyin>€1</buyin>", ""])
@pytest.mark.parametrize("amount", ["{}", "{}.00", "{},00"])
def test_chips_of_ipoker_are_whole_even_if_they_are_written_with_cents(tags, amount):
    def written(cents):
        return amount.format(round(100 * float(cents[1].replace(",", ""))))

    text = IPOKER.replace('€3.85" bet="€4"', '€4.05" bet="€4"').replace('€3.85"', '€4.06"')
    text = re.sub(r"€([\d.,]+)", written, text.replace("Holdem NL €0.50/€1", "Holdem NL"))
    text = text.replace('type="1" sum="50', 'type="1" sum="51').replace("<mode>", f"{tags}<mode>")
    assert faults(text) == [None]


def test_a_hand_of_ipoker_without_actions_or_winners_is_skipped():
    played = re.search(r'<round no="1">.*</game>', IPOKER, re.DOTALL)
    blinds = IPOKER.replace(played[0], "</game>")
    assert faults(re.sub(r'win="€[\d.]+"', 'win="€0"', blinds)) == [Skip.CANCELLED]
    assert faults(re.sub(r'win="€[\d.]+"', "", blinds)) == [Skip.CUT_OFF]
    assert faults(re.sub(r'win="€[\d.]+"', 'win="€0"', IPOKER)) == [Skip.UNREADABLE]


POKERSTARS = special_hand("pokerstars", "a hand with a dead blind, and hands that can't be judged")


def test_a_single_hand_needs_no_payments():
    hand = read_hand(POKERSTARS.replace("Ada collected $24.55 from pot\n", ""))
    assert not hand.paid


def test_a_hand_may_be_pasted_with_indentation_and_trailing_spaces():
    assert read_hand(indent(POKERSTARS.replace("\n", " \n"), "\t")) == read_hand(POKERSTARS)


def test_the_lines_of_a_double_spaced_log_are_counted():
    text = POKERSTARS.replace("\n", "\n\n")
    _, more = read_log([f"{text}\n\nmore\n".encode()])
    assert isinstance(more, SkippedHand)
    assert more.origin.line == text.count("\n") + 3


PHH_HOLDEM = special_hand("phh", "an ante for all and a side pot")
PHH_STUD = special_hand("phh", "an all-in ante in stud")


HOLDEM_LINES = len(PHH_HOLDEM.splitlines())


@pytest.mark.parametrize(
    ("log", "lines"),
    [
        (
            f"[1]\n{PHH_STUD}\n[2]\n{PHH_STUD}\n{PHH_HOLDEM}{PHH_STUD}",
            [1, 12, 24, 23 + HOLDEM_LINES],
        ),
        (f'_typed_by = "me"\n{PHH_HOLDEM}_seen = true\n{PHH_HOLDEM}', [1, 4 + HOLDEM_LINES]),
        *(
            (f"{heading}\n{PHH_HOLDEM}\n{heading}\n{PHH_HOLDEM}", [1, 3 + HOLDEM_LINES])
            for heading in ("[1]", '["hand 1"]', "[hand-1] # one", "[ 'x' ]")
        ),
    ],
)
def test_headings_and_custom_fields_may_separate_hands_of_phh(log, lines):
    hands = list(read_log([log.encode()]))
    assert {type(hand) for hand in hands} == {LoggedHand}
    assert [hand.origin.line for hand in hands] == lines


@pytest.mark.parametrize(
    "line",
    [
        *("level = null", "level = NaN", 'level = {"a": 1}', "level = 01", "level = 5 5"),
        *(r'venue = "a\/b"', r'venue = "\ud83d\ude00"', "hand = 1\nhand = 2", "time = 24:00:00"),
        'venue = "a\n',
    ],
)
def test_a_line_of_phh_that_is_invalid_toml_is_refused(line):
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(line)
    assert isinstance(next(read_log([f"{line}\n{PHH_HOLDEM}".encode()])), SkippedHand)
