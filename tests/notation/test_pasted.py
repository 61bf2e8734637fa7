"""Pasted texts: recognized parts, offers, and marks."""

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import Pot
from showdown.notation.pasted.reader import MOST_PASTED, UnknownWords, read_pasted, whole_submission
from showdown.notation.pasted.result import TOO_LONG, Files, Pasted, Several

OMAHA, HOLDEM = GAMES["omaha-hilo"], GAMES["holdem"]
KNOWN = "AcKdJd3d | 5c5d6c7d @ AhKh5s2sQd"
NAMED = "Anna AcKdJd3d | Boris 5c5d6c7d @ AhKh5s2sQd"
LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
ON_LINE = "HandA AcKdJd3d | HandB 5c5d6c7d @ AhKh5s2sQd"
TWO = "AsKd | QhQd @ 2c3d5h9sTh"


def written(pasted: Pasted) -> str:
    """Return `Anna AcKd | 5c5d @ AhKh5s / 2c…`."""
    hands = [
        f"{hand.label} {'mucked' if hand.is_mucked else format_cards(hand.cards, '')}".strip()
        for hand in pasted.hands
    ]
    boards = " / ".join(format_cards(board, "") for board in pasted.boards)
    return " | ".join(hands) + (f" @ {boards}" if boards else "")


PASTES = [
    # Lists
    ("omaha-hilo", "AcKdJd3d v. 5c5d6c7d on board AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d5c5d6c7dAhKh5s2sQd", KNOWN),
    ("omaha-hilo", "ac kd jd 3d 5c 5d 6c 7d ah kh 5s 2s qd", KNOWN),
    ("omaha-hilo", "Ac, Kd, Jd, 3d, 5c, 5d, 6c, 7d, Ah, Kh, 5s, 2s, Qd", KNOWN),
    ("omaha-hilo", "AcKdJd3d, 5c5d6c7d, AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "Ac-Kd-Jd-3d\n5c-5d-6c-7d\nAh-Kh-5s-2s-Qd", KNOWN),
    ("omaha-hilo", "AhKh5s2sQd\nAcKdJd3d\n5c5d6c7d", KNOWN),
    ("omaha-hilo", "[Ac,Kd,Jd,3d],[5c,5d,6c,7d],[Ah,Kh,5s,2s,Qd]", KNOWN),
    ("omaha-hilo", "1. AcKdJd3d\n2. 5c5d6c7d\nBoard AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "- AcKdJd3d\n- 5c5d6c7d\n- AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "A♣ K♦ J♦ 3♦ vs 5♣ 5♦ 6♣ 7♦ on A♥ K♥ 5♠ 2♠ Q♦", KNOWN),
    ("omaha-hilo", "A♣️K♦️J♦️3♦️\n5♣️5♦️6♣️7♦️\nA♥️K♥️5♠️2♠️Q♦️", KNOWN),
    ("holdem", "A♠ K♥", "AsKh"),
    ("holdem", "as", "As"),
    ("holdem", "As Kd, 10h 10d", "AsKd | ThTd"),
    ("holdem", "as kd 10h td", "AsKd | ThTd"),
    ("holdem", "Xh Kd vs Qh Qd", "ThKd | QhQd"),
    # Words
    ("holdem", "ace of spades, king of hearts", "AsKh"),
    ("holdem", "ace spades king hearts", "AsKh"),
    # Names
    ("omaha-hilo", "Anna: AcKdJd3d\nBoris: 5c5d6c7d\nBoard: AhKh5s2sQd", NAMED),
    ("omaha-hilo", "Anna: AcKdJd3d; Boris: 5c5d6c7d; BOARD: AhKh5s2sQd", NAMED),
    ("omaha-hilo", "Anna = AcKdJd3d, Boris = 5c5d6c7d, board = AhKh5s2sQd", NAMED),
    ("omaha-hilo", "Anna AcKdJd3d\nBoris 5c5d6c7d\nflop AhKh5s turn 2s river Qd", NAMED),
    ("omaha-hilo", "Anna (Ac Kd Jd 3d) Boris (5c 5d 6c 7d) [Ah Kh 5s] [2s] [Qd]", NAMED),
    ("omaha-hilo", "Anna has AcKdJd3d and Boris has 5c5d6c7d, the board is AhKh5s2sQd", NAMED),
    ("omaha-hilo", "Board: Ah Kh 5s 2s Qd\nAnna: Ac Kd Jd 3d\nBoris: 5c 5d 6c 7d", NAMED),
    ("omaha-hilo", "handa: AcKdJd3d HANDB: 5c5d6c7d board: AhKh5s2sQd", ON_LINE),
    ("omaha-hilo", "Hand B: 5c5d6c7d\nHand A: AcKdJd3d\nBoard: AhKh5s2sQd", ON_LINE),
    ("omaha-hilo", "HandA: AcKdJd3d HandC: 5c5d6c7d", "HandA AcKdJd3d | HandB | HandC 5c5d6c7d"),
    ("holdem", 'Seat 4: AsKd\n"Big Al": QhQd', "Seat 4 AsKd | Big Al QhQd"),
    ("holdem", "Hero shows As Kd, villain shows Qh Qd.", "Hero AsKd | villain QhQd"),
    ("holdem", "As: Kd Qd\nAd: 5c 5d", "As KdQd | Ad 5c5d"),
    # Formats of deals
    ("omaha-hilo", LINE, ON_LINE),
    # Spots
    ("omaha-hilo", "AcKdJd3d vs 5c5d6c7d", "AcKdJd3d | 5c5d6c7d"),
    ("omaha-hilo", "AcKdJd3d vs 5c5d6c7d on AhKh5s", "AcKdJd3d | 5c5d6c7d @ AhKh5s"),
    ("omaha-hilo", "AcKdJd3d | 5c5d6c7d | AhKh5s | 2s", "AcKdJd3d | 5c5d6c7d @ AhKh5s2s"),
    ("omaha-hilo", "AcKd?? vs * on AhKh5s", "AcKd |  @ AhKh5s"),
    ("omaha-hilo", "AcKdJd", "AcKdJd"),
    ("omaha-hilo", "AhKh5s2sQd", " @ AhKh5s2sQd"),
    # Several boards, shared cards, other games
    ("omaha", LINE + " Board2: Ah-Kh-5s-3s-Qs", ON_LINE + " / AhKh5s3sQs"),
    (
        "double-board-omaha",
        "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd / 2c3c4c6h7c",
        KNOWN + " / 2c3c4c6h7c",
    ),
    ("drawmaha", "AcKdJd3d2c 5c5d6c7d8d AhKh5s2sQd", "AcKdJd3d2c | 5c5d6c7d8d @ AhKh5s2sQd"),
    ("razz", "As2s3s4s5s6s7s vs Ad2d3d4d5d6d7d", "As2s3s4s5s6s7s | Ad2d3d4d5d6d7d"),
    ("razz", "As2s3s4s5s6s vs Ad2d3d4d5d6d board: Kc", "As2s3s4s5s6s | Ad2d3d4d5d6d @ Kc"),
    # another game, if the text names one
    ("omaha-hilo", '{"game": "holdem", "hands": {"Anna": "AsKd", "Bo": "*"}}', "Anna AsKd | Bo"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "placed"), PASTES)
def test_a_paste_is_put_in_its_places(game, text, placed):
    pasted = read_pasted(text, GAMES[game])
    assert written(pasted) == placed
    assert pasted.marks == ()
    assert pasted.offer is None


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


@pytest.mark.parametrize(
    ("game", "text", "offered"),
    [
        ("omaha-hilo", "As Kd vs Qh Qd on 2c 3d 5h 9s Th", "holdem"),
        ("omaha-hilo", "Anna: As Kd Boris: Qh Qd Board: 2c 3d 5h 9s Th", "holdem"),
        ("omaha-hilo", "As Kd Qh Qd 2c 3d 5h 9s Th", "holdem"),
        ("omaha-hilo", "As Kd vs Qh Qd", "holdem"),
        ("omaha-hilo", "2\n3s 4s 5s As Ad\n6h 7h\n7d 6c\n", "holdem"),
        ("holdem", "3c 2s 4d Ah - As 3h 2d 4h", "badugi"),
        ("holdem", "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd", "omaha"),
        ("omaha-hilo", "AcKdJd3d2c 5c5d6c7d8d AhKh5s2sQd", "five-card-omaha-hilo"),
        ("short-deck", "As Kd vs Qh Qd on 2c 3d 5h 9s Th", "holdem"),
        ("holdem", "As2s3s4s5s6s7s vs Ad2d3d4d5d6d7d", "seven-card-stud"),
        ("badugi", "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd", "omaha"),
    ],
)
def test_another_game_that_the_counts_fit_is_offered(game, text, offered):
    pasted = read_pasted(text, GAMES[game])
    assert pasted.is_empty
    assert pasted.offer is not None
    assert pasted.offer.game.slug == offered
    assert pasted.offer.why.startswith(f"this looks like {GAMES[offered].name}: ")
    switched = read_pasted(text, pasted.offer.game)
    assert switched.offer is None
    assert len(switched.hands) == 2
    assert switched.marks == ()


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
    (
        "AcKdJd3d raises 5c and calls",
        "5c",
        "“5c” is among words and isn't read as a card",
    ),
    (LINE.replace("HandB", "HandA"), "HandA", "there are two hands called HandA"),
    (LINE + " Pot: lots", "Pot: lots", "“lots” isn't an amount of chips"),
    (LINE + " Rules: mine", "Rules: mine", "unknown rule set “mine”"),
    (LINE + " Game: bridge", "Game: bridge", "unknown game “bridge”"),
    ('{"game": "omaha-hilo"}', '{"game": "omaha-hilo"}', "hands is missing"),
]


HARMLESS = [
    "hey, who wins? AcKdJd3d vs 5c5d6c7d thanks",
    "Anna (SB, $40): AcKdJd3d\nBoris: 5c5d6c7d, stack 100bb",
    "[21:03] dave: who wins here? AcKdJd3d vs 5c5d6c7d",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_words_that_change_nothing_are_left_out_silently(text):
    pasted = read_pasted(text, OMAHA)
    assert pasted.is_whole
    assert pasted.notes == ()


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
def test_beyond_the_last_of_several_deals_is_the_last(text, game):
    assert read_pasted(text, game, 99_999) == read_pasted(text, game, 1)
    assert read_pasted(text, game, 1) != read_pasted(text, game)


@pytest.mark.parametrize(("text", "marked", "why"), MARKED)
def test_unplaced_words_are_marked_and_named(text, marked, why):
    (mark,) = read_pasted(text, OMAHA).marks
    assert text[mark.start : mark.end].endswith(marked)
    assert mark.why.startswith(why)


def test_too_long_input_is_not_read():
    text = "As Kd " * MOST_PASTED
    pasted = read_pasted(text, HOLDEM)
    assert pasted.is_empty
    assert pasted.marks[0].why == TOO_LONG


def test_chips_are_read_with_the_names_as_the_hands_spell_them():
    text = (
        "Dora folds\nAnna: AcKdJd3d\nBig Al: 5c5d6c7d\nBoard: AhKh5s2sQd\n"
        "in: dora=20, anna=500, big al=300\nButton: ANNA\nrules: tda-2026"
    )
    pasted = read_pasted(text, OMAHA)
    assert pasted.marks == ()
    assert pasted.wagers is not None
    assert pasted.wagers.contributions == {"Dora": 20, "Anna": 500, "Big Al": 300}
    assert pasted.wagers.folded == ("Dora",)
    assert pasted.wagers.button == "Anna"
    assert pasted.submission().rules.slug == "tda-2026"


@pytest.mark.parametrize("pot", ["Pot: 1,250", "pot:1250", "POT: $1,250 chips"])
def test_a_pot_may_be_written_as_people_do(pot):
    pasted = read_pasted(f"AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd\n{pot}", OMAHA)
    assert written(pasted) == KNOWN
    assert pasted.wagers is not None
    assert pasted.wagers.pots == (Pot(1250),)
