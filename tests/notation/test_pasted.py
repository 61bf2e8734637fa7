"""Texts of tests/data/pasted.txt, errors and bounds, and deals that are written and read again."""

import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from showdown.evaluator.cards import format_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.pasted.reader import (
    MAX_PASTED_TEXT_LENGTH,
    READERS,
    UnknownWords,
    read_pasted,
    require_submission,
)
from showdown.notation.pasted.result import (
    TOO_LONG,
    FilePage,
    RangesAreForOdds,
    SeveralDeals,
    describe_errors,
    summarize,
)
from showdown.notation.wager_words import wagers_words
from showdown.pages.forms.field_values import pasted_fields
from showdown.pages.table_actions import build_query

OMAHA, HOLDEM = GAMES["omaha-hilo"], GAMES["holdem"]
LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
DATA = Path(__file__).parents[1] / "data"
ANSWER = re.compile(r"^%([=?!~-]) (.*)$", re.MULTILINE)

MAY_BE_A_CARD = re.compile(
    r"[2-9tjqkax10]\W*[cdhs♠♥♦♣♤♡♢♧]|[cdhs♠♥♦♣♤♡♢♧]\W*[2-9tjqkax1]|[\U0001f0a0-\U0001f0ff*?&:%$]"
    r"|pik|kreuz|herz|karo|muck|fold|any|pot|in",
    re.IGNORECASE,
)


class Paste(NamedTuple):
    name: str
    game: str
    text: str
    answers: dict[str, str]


def pastes():
    text = (DATA / "pasted.txt").read_text(encoding="utf-8").replace("{games}", ", ".join(GAMES))
    _, *pieces = re.split(r"^%% ", text, flags=re.MULTILINE)
    for piece in pieces:
        title, body = piece.split("\n", 1)
        name, game = title.rsplit(" / ", 1)
        answers = dict(ANSWER.findall(body))
        yield Paste(name, game, ANSWER.split(body, 1)[0].rstrip("\n"), answers)


def format_pasted(pasted):
    """Return a complete paste as text: `holdem: Anna AsKd | QhQd @ 2c3d5h †9h Pot:100`."""
    hands = [f"{hand.label} {hand.text.replace(' ', '') or '?'}".strip() for hand in pasted.hands]
    parts = [f"{pasted.game.slug}: {' | '.join(hands)}"]
    boards = " / ".join(format_cards(board, "") for board in pasted.boards)
    parts += [f"@ {boards}"] if boards else []
    parts += [f"†{format_cards(pasted.dead, '')}"] if pasted.dead else []
    words = wagers_words(pasted.wagers) if pasted.wagers else ()
    parts += [f"{word}:{text}" for word, text in words]
    if pasted.rules and pasted.rules.slug != "wsop-2026":
        parts.append(pasted.rules.slug)
    if several := pasted.several:
        parts.append(f"({several.deal_index + 1} of {several.count}, {several.page.value})")
    return " ".join(parts)


PASTES = list(pastes())


def is_read_by(reader, paste):
    try:
        return READERS[reader](paste.text, GAMES[paste.game], 0) is not None
    except InvalidDeal:
        return True


def test_every_reader_reads_a_text():
    readers = {next(reader for reader in READERS if is_read_by(reader, paste)) for paste in PASTES}
    assert READERS.keys() - readers == set(), "tests/data/pasted.txt has no text for these readers"


@pytest.mark.parametrize("paste", PASTES, ids=lambda paste: paste.name)
def test_a_text_is_read_or_refused(paste):
    pasted = read_pasted(paste.text, GAMES[paste.game])
    errors = describe_errors(pasted, paste.text)
    answers = {"=": format_pasted(pasted)} if pasted.is_whole else {"!": errors}
    if pasted.is_whole and errors:
        answers["~"] = errors
    if pasted.offer:
        answers["?"] = pasted.offer.game.slug
        assert pasted.offer.reason.startswith(f"this looks like {pasted.offer.game.name}")
        switched = read_pasted(paste.text, pasted.offer.game)
        assert (switched.offer, switched.is_whole) == (None, True)
    if pasted.is_whole_without_unknown_words:
        without = read_pasted(paste.text, GAMES[paste.game], without_unknown_words=True)
        assert without.is_whole
        answers["-"] = format_pasted(without)
    assert answers == paste.answers


@given(st.text(max_size=300), st.sampled_from(sorted(GAMES)))
def test_a_text_that_mentions_no_card_has_no_hands(text, game):
    assume(not MAY_BE_A_CARD.search(unicodedata.normalize("NFKC", text)))
    pasted = read_pasted(text, GAMES[game])
    assert not pasted.hands
    assert not pasted.is_whole


PROSE = [line.replace("\\n", "\n") for line in (DATA / "prose.txt").read_text().splitlines()]


@pytest.mark.parametrize("text", PROSE, ids=lambda text: text[:20])
def test_prose_is_not_read_as_cards(text):
    pasted = read_pasted(text, HOLDEM)
    assert pasted.is_empty
    assert pasted.offer is None
    assert [text[mark.start : mark.end] for mark in pasted.marks] == [text]
    for game in ("omaha-hilo", "razz", "badugi"):
        assert not read_pasted(text, GAMES[game]).is_whole


@pytest.mark.parametrize(
    ("text", "marked", "reason"),
    [
        ("AcKdJd3d vs 5c5q", "5q", "“5q” isn't a card: there is no suit q"),
        ("AcKdJd3d raises 5c and calls", "5c", "“5c” is among words and isn't read as a card"),
        (LINE.replace("HandB", "HandA"), "HandA", "there are two hands called HandA"),
        (LINE + " Pot: lots", "Pot: lots", "“lots” isn't an amount of chips"),
        (LINE + " Game: bridge", "Game: bridge", "unknown game “bridge”"),
        ('{"game": "omaha-hilo"}', '{"game": "omaha-hilo"}', "there are no cards in this"),
        ('{"game": "omaha", "hands": 1}', '{"game": "omaha", "hands": 1}', "hands must be"),
    ],
)
def test_unplaced_words_are_marked_with_a_reason(text, marked, reason):
    (mark,) = read_pasted(text, OMAHA).marks
    assert text[mark.start : mark.end].endswith(marked)
    assert mark.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AcKdJd3d vs 5c5d6c7d, deuces are wild", ["deuces are wild"]),
        ("Sixes up: AcKdJd3d vs 5c5d6c7d, no low", ["Sixes up", "no low"]),
        ("Omaha hi-lo, 9 or better: AcKdJd3d vs 5c5d6c7d", ["9 or better"]),
        ("You must use exactly two: AcKdJd3d vs 5c5d6c7d", ["must use exactly two"]),
    ],
)
def test_words_that_may_change_the_deal_can_be_left_out(text, words):
    pasted = read_pasted(text, OMAHA)
    assert not pasted.is_whole
    assert pasted.is_whole_without_unknown_words
    assert [text[mark.start : mark.end] for mark in pasted.marks] == words
    with pytest.raises(UnknownWords) as caught:
        require_submission(pasted, text)
    assert list(caught.value.words) == words
    without = read_pasted(text, OMAHA, without_unknown_words=True)
    assert without.is_whole
    assert format_pasted(without).replace("Sixes up ", "") == "omaha-hilo: AcKdJd3d | 5c5d6c7d"
    assert [text[note.start : note.end] for note in without.notes] == words


@pytest.mark.parametrize("head", ["Unit", "smallest chip", "Dead", "Jackpot drop"])
def test_only_the_words_after_an_amount_are_marked(head):
    text = f"AcKdJd3d vs 5c5d6c7d, {head}: 5 extra words"
    words = read_pasted(text, OMAHA).marks[-1]
    assert text[words.start : words.end] == "extra words"


@pytest.mark.parametrize(
    ("board", "found"),
    [
        ("", "two hands"),
        ("Td9d2c", "two hands and a flop"),
        ("Td9d2c3h", "two hands and a board through the turn"),
        ("Td9d2c3h4s", "two hands and a full board"),
        ("Td9d2c3h4s, pot 100", "two hands, a full board, and the chips"),
    ],
)
def test_a_summary_names_the_street(board, found):
    pasted = read_pasted(f"AsKs vs QhQd on {board}" if board else "AsKs vs QhQd", HOLDEM)
    assert summarize(pasted) == f"Texas Hold'em: {found}."


@pytest.mark.parametrize("text", ["As Kz", "Anna As Kz"])
def test_a_hand_with_a_misspelled_card_is_not_counted(text):
    pasted = read_pasted(text, HOLDEM)
    assert summarize(pasted) == ""
    assert [text[mark.start : mark.end] for mark in pasted.marks] == ["Kz"]


PIECES = (
    *("AsKd", "QhQd", "As??", "AsXx", "Kz", "QQ+", "AKs", "2c3d5h", "10h", "?", "*", "15%"),
    *("turn 4d", "river 2s", "board: ", "dead: Kc", "Anna", "Boris: ", "pot 100", "mucked"),
    *(" vs ", " on ", ":", ";", "-", " all in ", " with ", "\n", ",", "/", " ", "(", "Omaha: "),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(sorted(GAMES)))
@example(["turn 4d"], "short-deck")
@example([" on :-* vs QQ+ on Td9d2c"], "holdem")
def test_any_pieces_of_a_deal_have_a_summary(pieces, game):
    text = "".join(pieces)
    pasted = read_pasted(text, GAMES[game])
    assert bool(summarize(pasted)) == (not pasted.is_empty)
    assert pasted.is_whole or not text.strip() or describe_errors(pasted, text)
    assert all(0 <= mark.start <= mark.end <= len(text) for mark in pasted.marks)


@pytest.mark.parametrize("number", [0, 1, 99_999])
@pytest.mark.parametrize(
    ("deals", "game"),
    [
        ([LINE, LINE.replace("Qd", "Jh")], OMAHA),
        (["3c 2s 4d Ah - As 3h 2d 4h", "3c 2s 4d Ad - As 3h 2d 4h"], GAMES["badugi"]),
    ],
    ids=["lines", "badugi"],
)
def test_one_of_several_deals_is_read(deals, game, number):
    pasted = read_pasted("\n".join(deals), game, number)
    index = min(number, 1)
    assert pasted.submission() == read_pasted(deals[index], game).submission()
    assert pasted.several == SeveralDeals(2, index, FilePage.BATCH)


@pytest.mark.parametrize("text", ["As Kd " * MAX_PASTED_TEXT_LENGTH, "omaha-hilo," * 1000])
def test_input_that_is_too_long_is_not_read(text):
    pasted = read_pasted(text, HOLDEM)
    assert pasted.is_empty
    assert pasted.marks[0].reason == TOO_LONG


def test_a_range_cannot_be_settled():
    with pytest.raises(RangesAreForOdds):
        read_pasted("AsKd vs QQ+ on 2c3d5h9sTh", HOLDEM).submission()


@pytest.fixture(scope="module")
def whole_pastes():
    reads = ((paste.name, read_pasted(paste.text, GAMES[paste.game])) for paste in PASTES)
    whole_pastes = [(name, read) for name, read in reads if read.is_whole]
    assert len(whole_pastes) > 100
    return whole_pastes


def comparable(pasted):
    """Return the compared parts of a paste, with explicit names and rules."""
    named = zip(pasted.labels, pasted.hands, strict=True)
    hands = tuple(replace(hand, label=label) for label, hand in named)
    boards = pasted.boards
    while boards and not boards[-1]:
        boards = boards[:-1]
    rules = pasted.rules or WSOP_2026
    return pasted.game.slug, hands, boards, pasted.dead, pasted.wagers, rules.slug


def test_the_address_of_a_deal_yields_the_same_deal(whole_pastes):
    for name, read in whole_pastes:
        address = f"https://showdown.example/showdown/?{build_query(pasted_fields(read, {}))}"
        again = read_pasted(address, GAMES["omaha"])
        assert again.marks == (), name
        assert comparable(again) == comparable(read), name


def test_the_json_of_a_deal_yields_the_same_deal(whole_pastes):
    for name, read in whole_pastes:
        if not read.hands or read.wagers or any(hand.is_mucked for hand in read.hands):
            continue
        named = zip(read.labels, read.hands, strict=True)
        hands = {label: hand.text or "*" for label, hand in named}
        boards = [format_cards(board, "") for board in read.boards]
        document = {"game": read.game.slug, "hands": hands, "boards": boards}
        document |= {"dead": format_cards(read.dead)} if read.dead else {}
        again = read_pasted(json.dumps(document), GAMES["omaha"])
        assert again.marks == (), name
        for hand, before in zip(again.hands, read.hands, strict=True):
            assert (hand.cards, hand.range) == (before.cards, before.range), name
        assert (again.game, again.labels, again.dead) == (read.game, read.labels, read.dead), name
        assert list(filter(None, again.boards)) == list(filter(None, read.boards)), name
