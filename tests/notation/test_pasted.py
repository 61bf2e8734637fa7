"""What people paste: what is put where, what is offered, and what is marked."""

import csv
import json
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from showdown.evaluator.cards import Card, format_cards
from showdown.evaluator.deals import Deal, board_field
from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import Pot
from showdown.notation.deal_line import line_of, verdict
from showdown.notation.pasted.reader import MOST_PASTED, read_pasted
from showdown.notation.pasted.result import Pasted
from showdown.notation.settlement_json import settlement_to_json
from showdown.notation.submission import Submission
from showdown.notation.wager_words import read_wagers
from showdown.words.ranks import NAMES, SUIT_NAMES, SUIT_SYMBOLS
from tests.factories import random_deal
from tests.logs import (
    well_paid_hand,
    write_open_hand_history,
    write_phh,
    write_pokerstars,
)

OMAHA, HOLDEM = GAMES["omaha-hilo"], GAMES["holdem"]
KNOWN = "AcKdJd3d | 5c5d6c7d @ AhKh5s2sQd"
NAMED = "Anna AcKdJd3d | Boris 5c5d6c7d @ AhKh5s2sQd"
LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
ON_LINE = "HandA AcKdJd3d | HandB 5c5d6c7d @ AhKh5s2sQd"
TWO = "AsKd | QhQd @ 2c3d5h9sTh"


def written(pasted: Pasted) -> str:
    """`Anna AcKd | 5c5d @ AhKh5s / 2c…`."""
    hands = [
        f"{hand.label} {'mucked' if hand.is_mucked else format_cards(hand.cards, '')}".strip()
        for hand in pasted.hands
    ]
    boards = " / ".join(format_cards(board, "") for board in pasted.boards)
    return " | ".join(hands) + (f" @ {boards}" if boards else "")


PASTES = [
    # Lists
    ("omaha-hilo", "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d v. 5c5d6c7d on board AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d5c5d6c7dAhKh5s2sQd", KNOWN),
    ("omaha-hilo", "Ac Kd Jd 3d 5c 5d 6c 7d Ah Kh 5s 2s Qd", KNOWN),
    ("omaha-hilo", "ac kd jd 3d 5c 5d 6c 7d ah kh 5s 2s qd", KNOWN),
    ("omaha-hilo", "Ac, Kd, Jd, 3d, 5c, 5d, 6c, 7d, Ah, Kh, 5s, 2s, Qd", KNOWN),
    ("omaha-hilo", "AcKdJd3d, 5c5d6c7d, AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d / 5c5d6c7d / AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d | 5c5d6c7d | AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d\t5c5d6c7d\tAhKh5s2sQd", KNOWN),
    ("omaha-hilo", "AcKdJd3d 5c5d6c7d AhKh5s2sQd", KNOWN),
    ("omaha-hilo", "Ac-Kd-Jd-3d\n5c-5d-6c-7d\nAh-Kh-5s-2s-Qd", KNOWN),
    ("omaha-hilo", "Ac Kd Jd 3d\r\n5c 5d 6c 7d\r\n\r\nAh Kh 5s 2s Qd\r\n", KNOWN),
    ("omaha-hilo", "AhKh5s2sQd\nAcKdJd3d\n5c5d6c7d", KNOWN),
    ("omaha-hilo", "Ac Kd Jd 3d 5c 5d\n6c 7d Ah Kh 5s 2s Qd", KNOWN),
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
    ("holdem", "Ace of Spades and 10 of Hearts vs two of clubs, deuce of spades", "AsTh | 2c2s"),
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
    ("holdem", "Anna: mucked\nBoris: QhQd", "Anna mucked | Boris QhQd"),
    # Contracts
    ("omaha-hilo", LINE, ON_LINE),
    ("badugi", "3c 2s 4d Ah - As 3h 2d 4h", "HandA 3c2s4dAh | HandB As3h2d4h"),
    ("holdem", "2\nAh Ad 9s 9d 5h\n3s 4s\n6h 7h\n", "Player-1 3s4s | Player-2 6h7h @ AhAd9s9d5h"),
    ("holdem", "2 Ah Ad 9s 9d 5h 3s 4s 6h 7h", "Player-1 3s4s | Player-2 6h7h @ AhAd9s9d5h"),
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
    ("holdem", "AsKs beats QhQd", "AsKs | QhQd"),
    # Another game, where the text says which
    ("omaha-hilo", "Game: Hold'em As Kd vs Qh Qd on 2c 3d 5h 9s Th", TWO),
    (
        "omaha-hilo",
        '{"game": "holdem", "hands": ["AsKd", "QhQd"], "board": "2c3d5h9sTh"}',
        "HandA AsKd | HandB QhQd @ 2c3d5h9sTh",
    ),
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
    "as good as it gets",
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
    "https://example.com/as/ad",
    "1250",
    "!?…",
    "no cards here",
    "AdWords and JSDoc",
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_no_cards(text):
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
    assert pasted.offer.said.startswith(f"this looks like {GAMES[offered].name}: ")
    switched = read_pasted(text, pasted.offer.game)
    assert switched.offer is None
    assert len(switched.hands) == 2
    assert switched.marks == ()


def test_an_offer_says_what_it_sees():
    pasted = read_pasted("As Kd vs Qh Qd on 2c 3d 5h 9s Th", OMAHA)
    assert pasted.offer is not None
    said = "this looks like Texas Hold'em: two hands of two cards and a board of five"
    assert pasted.offer.said == said


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
        "AcKdJd3d vs 5c5d6c7d on AhKh5s2sAc",
        "Ac",
        "A♣ appears twice, in HandA and Board",
    ),
    (
        "AcKdJd3d vs 5c5d6c7d8d on AhKh5s2sQd",
        "8d",
        "there is no place left for this card in Omaha Hi/Lo",
    ),
    ("AcKdJd3d vs 5c5d6c7d, he said", "said", "“said” is neither cards nor a name"),
    (
        "AcKdJd3d won 5c and lost",
        "won 5c and lost",
        "“won 5c and lost” is neither cards nor a name",
    ),
    (LINE.replace("HandB", "HandA"), "HandA", "there are two hands called HandA"),
    (LINE + " Pot: lots", "Pot: lots", "“lots” isn't an amount of chips"),
    (LINE + " Rules: mine", "Rules: mine", "unknown rule set “mine”"),
    (LINE + " Game: bridge", "Game: bridge", "unknown game “bridge”"),
    (f"{LINE}\n{LINE}", LINE, "there are 2 deals here"),
    ('{"game": "omaha-hilo"}', '{"game": "omaha-hilo"}', "hands is missing"),
    ("{broken", "{broken", "this isn't JSON"),
]


@pytest.mark.parametrize(("text", "marked", "said"), MARKED)
def test_what_has_no_place_is_marked_and_said(text, marked, said):
    (mark,) = read_pasted(text, OMAHA).marks
    assert text[mark.start : mark.end].endswith(marked)
    assert mark.said.startswith(said)


def test_what_is_too_long_is_not_read():
    text = "As Kd " * MOST_PASTED
    pasted = read_pasted(text, HOLDEM)
    assert pasted.is_empty
    assert pasted.marks[0].said == "a text about one deal has 50,000 characters at the most"


def test_chips_are_read_with_the_names_as_the_hands_spell_them():
    text = (
        "Dora folds\nAnna: AcKdJd3d\nBig Al: 5c5d6c7d\nBoard: AhKh5s2sQd\n"
        "in: dora=20, anna=500, big al=300\nButton: ANNA\nrules: tda-2024"
    )
    pasted = read_pasted(text, OMAHA)
    assert pasted.marks == ()
    assert pasted.wagers is not None
    assert pasted.wagers.contributions == {"Dora": 20, "Anna": 500, "Big Al": 300}
    assert pasted.wagers.folded == ("Dora",)
    assert pasted.wagers.button == "Anna"
    assert pasted.submission().rules.slug == "tda-2024"


@pytest.mark.parametrize("pot", ["Pot: 1,250", "pot:1250", "POT: $1,250 chips"])
def test_a_pot_may_be_written_as_people_do(pot):
    pasted = read_pasted(f"AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd\n{pot}", OMAHA)
    assert written(pasted) == KNOWN
    assert pasted.wagers is not None
    assert pasted.wagers.pots == (Pot(1250),)


WAGERS = read_wagers([("In", "HandA=500,HandB=200,HandC=50"), ("Button", "HandB")])


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
@pytest.mark.parametrize("wagers", [None, WAGERS])
def test_the_sites_own_downloads_are_read_back(game, wagers):
    submission = Submission(random_deal(game, 3), wagers)
    settled = submission.settle()
    text = f"{line_of(submission)}\n{verdict(settled)}\n"
    read = read_pasted(text, game)
    assert read.marks == ()
    assert read.submission() == submission
    document = json.dumps(settlement_to_json(settled))
    read = read_pasted(document, OMAHA)
    assert read.marks == ()
    assert read.submission().deal == submission.deal
    payout = read.submission().settle().payout
    assert (payout and {each.label: each.total for each in payout.players}) == (
        settled.payout and {each.label: each.total for each in settled.payout.players}
    )


HISTORY = "id,time,game,source,deal,contest 1,winners 1,category 1,headline,paid,note"
FOLDED = (
    "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d HandC:9s-8s-Tc-2c Board:Ah-Kh-5s-2s-Qd"
    " In:HandA=50,HandB=50,HandC=50 Fold:HandB"
)


def row_of(line: str) -> str:
    cell = '"' + line.replace('"', '""') + '"'
    place = "019ac5d2-0000-7000-8000-000000000001,2026-11-21T16:00:00.000+00:00,omaha-hilo,page"
    return f"{place},{cell},high,HandA,one pair,HandA scoops,HandA=150,"


@pytest.mark.parametrize("titles", ["", f"{HISTORY}\n"])
def test_a_row_of_the_history_is_all_that_was_settled(titles):
    read = read_pasted(titles + row_of(FOLDED), HOLDEM)
    assert read.marks == ()
    assert line_of(read.submission()) == FOLDED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (row_of(FOLDED.replace("5c-5d", "5c-5c")), "5♣ appears twice"),
        ("omaha-hilo,page,HandA:AcKdJd3d", "1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        (
            "line,players,hand_a,hand_b,board,high_winners,high_hand\n"
            "1,2,Ac-Kd-Jd-3d,5c-5d-6c-7d,Ah-Kh-5s-2s-Qd,HandB,three of a kind",
            "a row of a batch's table isn't a whole deal",
        ),
        ('{"game": "omaha-hilo", "deal": "HandA:AcKdJd3d Pot:5"}', "1 hand"),
        ('{"game": "bridge", "deal": "HandA:AcKdJd3d"}', "unknown game “bridge”"),
        ('{"line": 1, "hand_a": "AcKdJd3d", "hand_b": "5c5d6c7d"}', "hands is missing"),
        ('{"exact": true, "players": [{"label": "Anna"}]}', "hands is missing"),
    ],
)
def test_what_is_no_whole_deal_is_refused_with_a_reason(text, said):
    read = read_pasted(text, OMAHA)
    assert read.is_empty
    assert [mark.said.startswith(said) for mark in read.marks] == [True]


def spoken(card: Card) -> str:
    return f"{NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def drawn(card: Card) -> str:
    return str(card)[0].replace("T", "10") + SUIT_SYMBOLS[card.suit]


def with_names(cards):
    """A hand or board a line, each behind its name."""

    def lines(deal: Deal) -> str:
        hands = [f"{hand.label}: {cards(hand.cards)}" for hand in deal.hands]
        boards = [f"{board_field(at)}: {cards(each)}" for at, each in enumerate(deal.boards)]
        return "\n".join(hands + boards)

    return lines


def in_a_sentence(deal: Deal) -> str:
    hands = " and ".join(f"{hand.label} has {format_cards(hand.cards, ' ')}" for hand in deal.hands)
    boards = "".join(
        f", board {at + 1} is {format_cards(each, ' ')}" for at, each in enumerate(deal.boards)
    )
    return f"{hands}{boards}."


STYLES = {
    "line": lambda deal: line_of(Submission(deal)),
    "named": with_names(lambda cards: format_cards(cards, " ")),
    "drawn": with_names(lambda cards: "".join(map(drawn, cards))),
    "spoken": with_names(lambda cards: ", ".join(map(spoken, cards))),
    "small": with_names(lambda cards: format_cards(cards, " ").lower()),
    "sentence": in_a_sentence,
}
UNNAMED = {
    "lines": lambda deal: "\n".join(format_cards(cards, " ") for cards in places(deal)),
    "words": lambda deal: " ".join(format_cards(cards, "") for cards in places(deal)),
    "slashes": lambda deal: " / ".join(format_cards(cards, "") for cards in places(deal)),
    "versus": lambda deal: (
        " vs ".join(format_cards(hand.cards, "") for hand in deal.hands)
        + "".join(f" on {format_cards(board, ' ')}" for board in deal.boards)
    ),
}


def places(deal: Deal):
    return [*(hand.cards for hand in deal.hands), *deal.boards]


@st.composite
def deals(draw):
    game = draw(st.sampled_from(list(GAMES.values())))
    players = draw(st.integers(2, min(4, game.players[-1])))
    cards = draw(st.permutations(range(len(game.deck))))
    needed = players * game.hole + game.board
    numbers = bytes(game.deck[place].number for place in cards[:needed])
    labels = draw(st.sampled_from([(), ("Anna", "Boris", "Big Al", "Asad")]))
    return Deal.of_numbers(game, numbers, labels[:players])


@settings(max_examples=60, deadline=None)
@given(deals(), st.sampled_from(sorted(STYLES)))
def test_a_deal_in_any_style_is_read_back(deal, style):
    text = STYLES[style](deal)
    pasted = read_pasted(text, deal.game)
    assert pasted.marks == (), text
    assert pasted.submission().deal == deal, text


@settings(max_examples=40, deadline=None)
@given(deals(), st.sampled_from(sorted(UNNAMED)))
def test_a_deal_without_names_is_read_back(deal, style):
    text = UNNAMED[style](deal)
    pasted = read_pasted(text, deal.game)
    assert pasted.marks == (), text
    assert [hand.cards for hand in pasted.hands] == [hand.cards for hand in deal.hands], text
    assert pasted.boards == deal.boards, text


PIECES = st.sampled_from(
    [
        *'AKQJT9852cdhs:;,/|-()[]{}*?="\n\t ',
        *("As", "Kd", "10h", "AcKdJd3d", "A♠", "♥️", "ace of spades", "xx", "mucked", "folds"),
        *("vs", "on", "turn", "Board:", "Anna:", "HandB:", "Pot:", "In:", "Fold:", "Game:"),
        *("Dead:", "=>", "{", '"hands"', "Rules: exact", "\x00", "１"),
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=80)
    | st.lists(PIECES, max_size=25).map(" ".join)
    | st.lists(PIECES, max_size=25).map("".join),
    st.sampled_from(list(GAMES.values())),
)
@example("Anna: = : =", HOLDEM)
def test_no_text_raises_and_no_card_lies_in_two_places(text, game):
    pasted = read_pasted(text, game)
    for mark in pasted.marks:
        assert 0 <= mark.start <= mark.end <= len(text)
        assert mark.said
    boards = pasted.boards[: max(1, len(pasted.game.boards))]
    cards = [card for hand in pasted.hands for card in hand.cards]
    cards += [card for board in boards for card in board]
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize("write", [write_open_hand_history, write_pokerstars, write_phh])
def test_a_hand_history_is_read_in_its_own_game(write):
    hand = well_paid_hand(random.Random(3), GAMES["omaha"])
    pasted = read_pasted(f"\n{write(hand)}\n", HOLDEM)
    assert pasted.marks == ()
    assert pasted.game.slug == "omaha"
    deal = pasted.submission().deal
    assert [each.cards for each in deal.hands if each.cards] == list(hand.hands.values())
    assert deal.boards == hand.boards
    assert sum(pasted.wagers.contributions.values()) == sum(hand.contributions.values())


class CountedRow(list):
    """A row of CSV that counts the cells that are taken from it by place or copied with others."""

    taken = 0

    def __getitem__(self, place):
        cells = super().__getitem__(place)
        CountedRow.taken += len(cells) if isinstance(place, slice) else 1
        return cells


def cells_taken(text, monkeypatch):
    monkeypatch.setattr(CountedRow, "taken", 0)
    with monkeypatch.context() as patched:
        patched.setattr("csv.reader", lambda lines, read=csv.reader: map(CountedRow, read(lines)))
        read_pasted(text, OMAHA)
    return CountedRow.taken


@pytest.mark.parametrize("cell", ["1,", "omaha-hilo,", '"",'])
def test_a_row_of_many_cells_is_gone_through_once(cell, monkeypatch):
    some, twice = (cells_taken(cell * count, monkeypatch) for count in (500, 1000))
    assert 500 <= some < twice <= 2.1 * some
