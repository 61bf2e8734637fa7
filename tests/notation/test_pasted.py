"""Test the results for pasted texts: tests/data/pasted.txt, errors, limits and round trips."""

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


def load_pastes():
    text = (DATA / "pasted.txt").read_text(encoding="utf-8").replace("{games}", ", ".join(GAMES))
    _, *pieces = re.split(r"^%% ", text, flags=re.MULTILINE)
    for piece in pieces:
        title, body = piece.split("\n", 1)
        name, game = title.rsplit(" / ", 1)
        answers = dict(ANSWER.findall(body))
        yield Paste(name, game, ANSWER.split(body, 1)[0].rstrip("\n"), answers)


def format_result(result):
    """Return a result as text: `holdem: Anna AsKd | QhQd @ 2c3d5h †9h Pot:100`."""
    hands = [f"{hand.label} {hand.text.replace(' ', '') or '?'}".strip() for hand in result.hands]
    parts = [f"{result.game.slug}: {' | '.join(hands)}"]
    boards = " / ".join(format_cards(board, "") for board in result.boards)
    parts += [f"@ {boards}"] if boards else []
    parts += [f"†{format_cards(result.dead, '')}"] if result.dead else []
    words = wagers_words(result.wagers) if result.wagers else ()
    parts += [f"{word}:{text}" for word, text in words]
    if result.rules and result.rules.slug != "wsop-2026":
        parts.append(result.rules.slug)
    if several := result.several_deals:
        parts.append(f"({several.deal_index + 1} of {several.count}, {several.page.value})")
    return " ".join(parts)


PASTES = list(load_pastes())


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
    result = read_pasted(paste.text, GAMES[paste.game])
    errors = describe_errors(result, paste.text)
    answers = {"=": format_result(result)} if result.is_whole else {"!": errors}
    if result.is_whole and errors:
        answers["~"] = errors
    if result.offer:
        answers["?"] = result.offer.game.slug
        assert result.offer.reason.startswith(f"this looks like {result.offer.game.name}")
        result_in_offered_game = read_pasted(paste.text, result.offer.game)
        assert (result_in_offered_game.offer, result_in_offered_game.is_whole) == (None, True)
    if result.is_whole_without_unknown_words:
        result_without_words = read_pasted(
            paste.text, GAMES[paste.game], without_unknown_words=True
        )
        assert result_without_words.is_whole
        answers["-"] = format_result(result_without_words)
    assert answers == paste.answers


@given(st.text(max_size=300), st.sampled_from(sorted(GAMES)))
def test_a_text_that_mentions_no_card_has_no_hands(text, game):
    assume(not MAY_BE_A_CARD.search(unicodedata.normalize("NFKC", text)))
    result = read_pasted(text, GAMES[game])
    assert not result.hands
    assert not result.is_whole


PROSE = [line.replace("\\n", "\n") for line in (DATA / "prose.txt").read_text().splitlines()]


@pytest.mark.parametrize("text", PROSE, ids=lambda text: text[:20])
def test_prose_is_not_read_as_cards(text):
    result = read_pasted(text, HOLDEM)
    assert result.is_empty
    assert result.offer is None
    assert [text[mark.start : mark.end] for mark in result.marks] == [text]
    for game in ("omaha-hilo", "razz", "badugi"):
        assert not read_pasted(text, GAMES[game]).is_whole


@pytest.mark.parametrize(
    ("text", "marked_text", "reason"),
    [
        ("AcKdJd3d vs 5c5q", "5q", "“5q” isn't a card: there is no suit q"),
        (
            "AcKdJd3d raises 5c and calls",
            "5c",
            "“5c” is surrounded by words, so it isn't read as a card",
        ),
        (LINE.replace("HandB", "HandA"), "HandA", "there are two hands called HandA"),
        (LINE + " Pot: lots", "Pot: lots", "“lots” isn't an amount of chips"),
        (LINE + " Game: bridge", "Game: bridge", "unknown game “bridge”"),
        ('{"game": "omaha-hilo"}', '{"game": "omaha-hilo"}', "there are no cards in this"),
        ('{"game": "omaha", "hands": 1}', '{"game": "omaha", "hands": 1}', "hands must be"),
    ],
)
def test_invalid_pieces_are_marked_with_a_reason(text, marked_text, reason):
    (mark,) = read_pasted(text, OMAHA).marks
    assert text[mark.start : mark.end].endswith(marked_text)
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
    result = read_pasted(text, OMAHA)
    assert not result.is_whole
    assert result.is_whole_without_unknown_words
    assert [text[mark.start : mark.end] for mark in result.marks] == words
    with pytest.raises(UnknownWords) as exc_info:
        require_submission(result, text)
    assert list(exc_info.value.words) == words
    result_without_words = read_pasted(text, OMAHA, without_unknown_words=True)
    assert result_without_words.is_whole
    assert (
        format_result(result_without_words).replace("Sixes up ", "")
        == "omaha-hilo: AcKdJd3d | 5c5d6c7d"
    )
    assert [text[note.start : note.end] for note in result_without_words.notes] == words


@pytest.mark.parametrize("keyword", ["Unit", "smallest chip", "Dead", "Jackpot drop"])
def test_only_the_words_after_an_amount_are_marked(keyword):
    text = f"AcKdJd3d vs 5c5d6c7d, {keyword}: 5 extra words"
    mark = read_pasted(text, OMAHA).marks[-1]
    assert text[mark.start : mark.end] == "extra words"


@pytest.mark.parametrize(
    ("board", "summary"),
    [
        ("", "two hands"),
        ("Td9d2c", "two hands and a flop"),
        ("Td9d2c3h", "two hands and a board through the turn"),
        ("Td9d2c3h4s", "two hands and a full board"),
        ("Td9d2c3h4s, pot 100", "two hands, a full board, and the chips"),
    ],
)
def test_a_summary_names_the_street(board, summary):
    result = read_pasted(f"AsKs vs QhQd on {board}" if board else "AsKs vs QhQd", HOLDEM)
    assert summarize(result) == f"Texas Hold'em: {summary}."


@pytest.mark.parametrize("text", ["As Kz", "Anna As Kz"])
def test_a_hand_with_a_misspelled_card_is_not_counted(text):
    result = read_pasted(text, HOLDEM)
    assert summarize(result) == ""
    assert [text[mark.start : mark.end] for mark in result.marks] == ["Kz"]


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
    result = read_pasted(text, GAMES[game])
    assert bool(summarize(result)) == (not result.is_empty)
    assert result.is_whole or not text.strip() or describe_errors(result, text)
    assert all(0 <= mark.start <= mark.end <= len(text) for mark in result.marks)


@pytest.mark.parametrize("deal_index", [0, 1, 99_999])
@pytest.mark.parametrize(
    ("deals", "game"),
    [
        ([LINE, LINE.replace("Qd", "Jh")], OMAHA),
        (["3c 2s 4d Ah - As 3h 2d 4h", "3c 2s 4d Ad - As 3h 2d 4h"], GAMES["badugi"]),
    ],
    ids=["lines", "badugi"],
)
def test_one_of_several_deals_is_read(deals, game, deal_index):
    result = read_pasted("\n".join(deals), game, deal_index)
    index = min(deal_index, 1)
    assert result.submission() == read_pasted(deals[index], game).submission()
    assert result.several_deals == SeveralDeals(2, index, FilePage.BATCH)


@pytest.mark.parametrize("text", ["As Kd " * MAX_PASTED_TEXT_LENGTH, "omaha-hilo," * 1000])
def test_input_that_is_too_long_is_not_read(text):
    result = read_pasted(text, HOLDEM)
    assert result.is_empty
    assert result.marks[0].reason == TOO_LONG


@pytest.mark.parametrize(
    "address",
    [
        "https://[/showdown/",
        "www.[x/showdown/",
        "https://x]/showdown/?hand-0=AsKd",
        "https://showdown.example/showdown/?hand-0=AsKd" + "&a" * 200,
    ],
)
def test_an_invalid_address_is_marked(address):
    (mark,) = read_pasted(address, HOLDEM).marks
    assert mark.reason == "this address has no deal or spot"


def test_a_range_cannot_be_settled():
    with pytest.raises(RangesAreForOdds):
        read_pasted("AsKd vs QQ+ on 2c3d5h9sTh", HOLDEM).submission()


@pytest.fixture(scope="module")
def whole_pastes():
    results = ((paste.name, read_pasted(paste.text, GAMES[paste.game])) for paste in PASTES)
    whole_pastes = [(name, result) for name, result in results if result.is_whole]
    assert len(whole_pastes) > 100
    return whole_pastes


def parts_to_compare(result):
    """Return the parts of a result to compare, with explicit labels and rules."""
    labeled_hands = zip(result.labels, result.hands, strict=True)
    hands = tuple(replace(hand, label=label) for label, hand in labeled_hands)
    boards = result.boards
    while boards and not boards[-1]:
        boards = boards[:-1]
    rules = result.rules or WSOP_2026
    return result.game.slug, hands, boards, result.dead, result.wagers, rules.slug


def test_the_address_of_a_deal_yields_the_same_deal(whole_pastes):
    for name, result in whole_pastes:
        address = f"https://showdown.example/showdown/?{build_query(pasted_fields(result, {}))}"
        round_trip = read_pasted(address, GAMES["omaha"])
        assert round_trip.marks == (), name
        assert parts_to_compare(round_trip) == parts_to_compare(result), name


def test_the_json_of_a_deal_yields_the_same_deal(whole_pastes):
    for name, result in whole_pastes:
        if not result.hands or result.wagers or any(hand.is_mucked for hand in result.hands):
            continue
        labeled_hands = zip(result.labels, result.hands, strict=True)
        hands = {label: hand.text or "*" for label, hand in labeled_hands}
        boards = [format_cards(board, "") for board in result.boards]
        document = {"game": result.game.slug, "hands": hands, "boards": boards}
        document |= {"dead": format_cards(result.dead)} if result.dead else {}
        round_trip = read_pasted(json.dumps(document), GAMES["omaha"])
        assert round_trip.marks == (), name
        for hand, before in zip(round_trip.hands, result.hands, strict=True):
            assert (hand.cards, hand.range) == (before.cards, before.range), name
        assert (round_trip.game, round_trip.labels, round_trip.dead) == (
            result.game,
            result.labels,
            result.dead,
        ), name
        assert list(filter(None, round_trip.boards)) == list(filter(None, result.boards)), name
