"""Pasted texts: recognized parts, offers, and marks."""

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.games import GAMES
from showdown.notation.pasted.reader import MOST_PASTED, UnknownWords, read_pasted, whole_submission
from showdown.notation.pasted.result import TOO_LONG, Files, Pasted, RangesAreForOdds, Several

OMAHA, HOLDEM = GAMES["omaha-hilo"], GAMES["holdem"]
KNOWN = "AcKdJd3d | 5c5d6c7d @ AhKh5s2sQd"
LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
ON_LINE = "HandA AcKdJd3d | HandB 5c5d6c7d @ AhKh5s2sQd"


def written(pasted: Pasted) -> str:
    """Return the hands and boards, for example `Anna AcKd | 5c5d @ AhKh5s / 2c…`."""
    hands = [
        f"{hand.label} {'mucked' if hand.is_mucked else format_cards(hand.cards, '')}".strip()
        for hand in pasted.hands
    ]
    boards = " / ".join(format_cards(board, "") for board in pasted.boards)
    return " | ".join(hands) + (f" @ {boards}" if boards else "")


PROSE = [
    "spades hearts",
    "As I said, ad hoc",
    "ah, as if",
    "AS WE ALL KNOW",
    "a 5c",
    "it cost a 5c coin",
    "the 3d printer took 2h",
    "it took 2h 5s",
    "2D/3D games",
    "he acts and asks",
    "she asks, he acts",
    "js and ts files",
    "three hearts on the board",
    "on and on as",
    "the jack of all trades",
    "1250",
    "!?…",
    "no cards here",
    "AdWords and JSDoc",
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_not_read_as_cards(text):
    pasted = read_pasted(text, HOLDEM)
    assert pasted.is_empty
    assert pasted.offer is None
    assert [text[mark.start : mark.end] for mark in pasted.marks] == [text]


def test_hands_between_hyphens_are_placed_in_omaha_and_badugi_is_offered():
    pasted = read_pasted("3c 2s 4d Ah - As 3h 2d 4h", OMAHA)
    assert written(pasted) == "3c2s4dAh | As3h2d4h"
    assert pasted.offer is not None
    assert pasted.offer.game.slug == "badugi"


MARKED = [
    ("AcKdJd3z vs 5c5d6c7d", "3z", "“3z” isn't a card: there is no suit z"),
    ("AcKdJd3d vs 5c5q", "5q", "“5q” isn't a card: there is no suit q"),
    ("AcKdJd3", "3", "“3” isn't a card: its suit is missing"),
    ("Zc", "Zc", "“Zc” isn't a card: there is no rank Z"),
    ("AcKdJd3d raises 5c and calls", "5c", "“5c” is among words and isn't read as a card"),
    (LINE.replace("HandB", "HandA"), "HandA", "there are two hands called HandA"),
    (LINE + " Pot: lots", "Pot: lots", "“lots” isn't an amount of chips"),
    (LINE + " Rules: mine", "Rules: mine", "unknown rule set “mine”"),
    (LINE + " Game: bridge", "Game: bridge", "unknown game “bridge”"),
    ('{"game": "omaha-hilo"}', '{"game": "omaha-hilo"}', "hands is missing"),
]


UNKNOWN = [
    ("AcKdJd3d vs 5c5d6c7d, deuces are wild", ["deuces are wild"]),
    ("Sixes up: AcKdJd3d vs 5c5d6c7d, no low", ["Sixes up", "no low"]),
    ("Omaha hi-lo, 9 or better: AcKdJd3d vs 5c5d6c7d", ["9 or better"]),
    ("Pineapple AcKdJd3d vs 5c5d6c7d", ["Pineapple"]),
    ("You must use exactly two: AcKdJd3d vs 5c5d6c7d", ["must use exactly two"]),
]


@pytest.mark.parametrize(("text", "words"), UNKNOWN)
def test_words_that_may_change_the_deal_are_named_and_can_be_left_out(text, words):
    pasted = read_pasted(text, OMAHA)
    assert not pasted.is_whole
    assert pasted.is_whole_without_words
    assert [text[mark.start : mark.end] for mark in pasted.marks] == words
    with pytest.raises(UnknownWords) as caught:
        whole_submission(pasted, text)
    assert list(caught.value.words) == words
    without = read_pasted(text, OMAHA, without_unknown_words=True)
    assert without.is_whole
    assert written(without).replace("Sixes up ", "") == "AcKdJd3d | 5c5d6c7d"
    assert [text[note.start : note.end] for note in without.notes] == words


@pytest.mark.parametrize("number", [0, 1])
def test_one_of_several_deals_is_read_and_their_number_is_stated(number):
    pasted = read_pasted(f"{LINE}\n{LINE.replace('Qd', 'Jh')}", OMAHA, number)
    assert written(pasted) == (ON_LINE, ON_LINE.replace("Qd", "Jh"))[number]
    assert pasted.several == Several(2, number, Files.BATCH)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (f"{LINE}\n{LINE.replace('Qd', 'Jh')}", OMAHA),
        ("3c 2s 4d Ah - As 3h 2d 4h\n3c 2s 4d Ad - As 3h 2d 4h", GAMES["badugi"]),
    ],
)
def test_a_number_beyond_the_last_deal_selects_the_last(text, game):
    assert read_pasted(text, game, 99_999) == read_pasted(text, game, 1)
    assert read_pasted(text, game, 1) != read_pasted(text, game)


@pytest.mark.parametrize(("text", "marked", "why"), MARKED)
def test_unplaced_words_are_marked_with_a_reason(text, marked, why):
    (mark,) = read_pasted(text, OMAHA).marks
    assert text[mark.start : mark.end].endswith(marked)
    assert mark.why.startswith(why)


def test_too_long_input_is_not_read():
    text = "As Kd " * MOST_PASTED
    pasted = read_pasted(text, HOLDEM)
    assert pasted.is_empty
    assert pasted.marks[0].why == TOO_LONG


def test_a_range_cannot_be_settled():
    with pytest.raises(RangesAreForOdds):
        read_pasted("AsKd vs QQ+ on 2c3d5h9sTh", HOLDEM).submission()
