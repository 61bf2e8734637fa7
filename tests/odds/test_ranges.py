"""Test the hands of ranges, and spots with known, partly known and unknown hands."""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.bulk.combos import masks_to_hands
from showdown.evaluator.cards import RANKS, SUITS, parse_cards
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.notation.range_patterns import InvalidRange, TooManyHands
from showdown.notation.ranges import RangeTooLong, read_range
from showdown.notation.spots import read_spot
from showdown.words.odds import list_open_cards, range_size_text
from tests.scope import examples

OMAHA, FIVE_CARD_OMAHA, SIX_CARD_OMAHA = (
    GAMES["omaha"],
    GAMES["five-card-omaha"],
    GAMES["six-card-omaha"],
)
HOLDEM = GAMES["holdem"]


def hands_of(text, game):
    combos = read_range(text, game)
    return {tuple(sorted(hand)) for hand in masks_to_hands(combos.masks, game.hole).tolist()}


KNOWN = Path("tests/data/ranges.txt").read_text().splitlines()


@pytest.mark.parametrize(("slug", "text", "expected"), [row.split(" | ") for row in KNOWN])
def test_a_range_has_the_known_hands(slug, text, expected):
    if expected == "none":
        with pytest.raises(InvalidRange):
            read_range(text, GAMES[slug])
    elif expected.isdecimal():
        assert len(read_range(text, GAMES[slug]).masks) == int(expected)
    else:
        cards = map(parse_cards, expected.split())
        numbers = {tuple(sorted(card.number for card in hand)) for hand in cards}
        assert hands_of(text, GAMES[slug]) == numbers


def ranks(hand):
    return Counter(RANKS[card >> 2] for card in hand)


def suits(hand):
    return Counter(SUITS[card & 3] for card in hand)


def has_all(hand, required):
    return ranks(hand) >= Counter(required)


def count_ranks(hand, allowed):
    return sum(count for rank, count in ranks(hand).items() if rank in allowed)


def suited_with(hand, rank):
    return any(RANKS[card >> 2] == rank and suits(hand)[SUITS[card & 3]] > 1 for card in hand)


@pytest.mark.parametrize(
    ("text", "is_described"),
    [
        ("A2", lambda hand: has_all(hand, "A2")),
        ("A2!AA", lambda hand: has_all(hand, "A2") and not has_all(hand, "AA")),
        ("AA,KK", lambda hand: has_all(hand, "AA") or has_all(hand, "KK")),
        ("(AA,KK):$ds", lambda hand: (has_all(hand, "AA") or has_all(hand, "KK"))
         and sorted(suits(hand).values()) == [2, 2]),
        ("AA,KK:$ds", lambda hand: has_all(hand, "AA")
         or (has_all(hand, "KK") and sorted(suits(hand).values()) == [2, 2])),
        ("*!A:$np!K", lambda hand: not has_all(hand, "A") and not has_all(hand, "K")
         and len(ranks(hand)) == 4),
        ("Axx", lambda hand: suited_with(hand, "A")),
        ("RR", lambda hand: len(ranks(hand)) < 4),
        ("RRON", lambda hand: sorted(ranks(hand).values()) == [1, 1, 2]),
        ("RROO", lambda hand: sorted(ranks(hand).values()) == [2, 2]),
        ("AARR", lambda hand: ranks(hand)["A"] == 2 and len(ranks(hand)) == 2),
        ("[A-T][A-T][A-T][A-T]", lambda hand: count_ranks(hand, "AKQJT") == 4),
        ("{[A-T][A-T][A-T]}", lambda hand: len(set(ranks(hand)) & set("AKQJT")) >= 3),
        ("$W$W$W", lambda hand: count_ranks(hand, "A2345") >= 3),
        ("[A,K][2-4]s", lambda hand: any(
            RANKS[a >> 2] in "AK" and RANKS[b >> 2] in "234" and SUITS[b & 3] == "s"
            for a in hand for b in hand if a != b)),
        ("KK+", lambda hand: has_all(hand, "KK") or has_all(hand, "AA")),
        ("T9-87", lambda hand: has_all(hand, "T9") or has_all(hand, "98") or has_all(hand, "87")),
        ("JT9+", lambda hand: any(has_all(hand, row) for row in ("JT9", "QJT", "KQJ", "AKQ"))),
        ("$1g", lambda hand: any(
            set(ranks(hand)) <= set(row) and {row[0], row[-1]} <= set(ranks(hand))
            and len(ranks(hand)) == 4
            for row in ("A2345", *(RANKS[n : n + 5] for n in range(9))))),
        ("sss", lambda hand: suits(hand)["s"] >= 3),
        ("ssxx", lambda hand: suits(hand)["s"] == 2 and 2 in [
            count for suit, count in suits(hand).items() if suit != "s"]),
        ("wxy", lambda hand: len(suits(hand)) >= 3),
    ],
)  # fmt: skip
def test_a_range_contains_exactly_the_described_hands(text, is_described):
    range_hands = hands_of(text, OMAHA)
    rng = random.Random(text)
    samples = [tuple(sorted(rng.sample(range(52), 4))) for _ in range(examples(5000))]
    samples += rng.sample(sorted(range_hands), min(100, len(range_hands)))
    assert [hand for hand in samples if (hand in range_hands) != is_described(hand)] == []


def test_every_two_card_hand_is_paired_suited_or_offsuit():
    pairs, suited, offsuit = (hands_of(text, HOLDEM) for text in ("RR", "xx", "RxOy"))
    assert (len(pairs), len(suited), len(offsuit)) == (78, 312, 936)
    assert pairs | suited | offsuit == set(combinations(range(52), 2))


def test_a_letter_after_two_ranks_of_four_cards_is_a_suit():
    """`AKs` means two suited cards only in games with two hole cards."""
    assert hands_of("AKs", OMAHA) == hands_of("A:Ks", OMAHA)


def test_a_hand_keeps_its_first_weight():
    combos = read_range("AA@50, AA:KK, KK@25.5, QQ@0", HOLDEM)
    assert Counter(combos.weights.tolist()) == {100: 6, 51: 6}


@pytest.mark.parametrize(
    ("game", "text"),
    [(OMAHA, ",".join(["RONP"] * 399)),
     pytest.param(OMAHA, ":".join(["$np!RR"] * 285), marks=pytest.mark.long),
     pytest.param(SIX_CARD_OMAHA, "RONP", marks=pytest.mark.long),
     (SIX_CARD_OMAHA, "$ds"), (FIVE_CARD_OMAHA, ",".join(f"{{RO}}{rank}" for rank in RANKS * 20)),
     (HOLDEM, "A" * 1_000_000)],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_a_range_that_takes_too_long_is_refused(game, text):
    with pytest.raises((RangeTooLong, TooManyHands)):
        read_range(text, game)


PIECES = [
    *"AK2ashxyRO*[]{}()+-!:,@é \N{NO-BREAK SPACE}",
    *("50", "50%", "15%-20%", "$ds", "$R", "any", "AKs", "KQo"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_any_text_is_a_range_or_refused_with_a_position(text):
    position, count = 0, 1
    try:
        count = len(read_range(text, HOLDEM).masks)
    except InvalidRange as error:
        position = error.position
    assert position in range(len(text) + 1)
    assert 0 < count <= 1_326


def test_hands_are_known_partly_known_any_or_a_range():
    spot = read_spot(OMAHA_HILO, ["AsKhQsJh", "Ad Kd ? ?", "*", "AA!KK"], "2c3c4c", "9h9d")
    assert [str(holding) for holding in spot.holdings] == ["AsKhQsJh", "AdKd ? ?", "*", "AA!KK"]
    assert [holding.unknown for holding in spot.holdings] == [0, 2, 4, 0]
    assert spot.labels == ("HandA", "HandB", "HandC", "HandD")
    assert (spot.coming, len(spot.stub)) == ((2,), 52 - 4 - 2 - 3 - 2)


@pytest.mark.parametrize(
    ("game", "text", "expected_text", "unknown"),
    [
        ("holdem", "As", "As ?", 1),
        ("holdem", "any", "*", 2),
        ("holdem", "Random", "*", 2),
        ("omaha", "As, Kd", "AsKd ? ?", 2),
        ("razz", "As2d3c", "As2d3c ? ? ? ?", 4),
        ("ace-to-five", "9h5d|3c2sAs", "9h5d|3c2sAs ? ?", 2),
        ("ace-to-five", "9h5dKc|3c2sAs", "9h5dKc|3c2sAs ? ?", 2),
        ("drawmaha", "9h|3c2sAs4d ?", "9h|3c2sAs4d ?", 1),
        ("badugi", "2c3d4h5s|", "2c3d4h5s| ? ? ? ?", 4),
    ],
)
def test_missing_cards_of_a_short_hand_are_unknown(game, text, expected_text, unknown):
    holding, _ = read_spot(GAMES[game], [text, "*"]).holdings
    assert (str(holding), holding.unknown) == (expected_text, unknown)


def test_discards_are_dead_for_all_players():
    spot = read_spot(GAMES["ace-to-five"], ["9h5d|3c2sAs", "Td|4d5h6d7c"])
    assert len(spot.stub) == 52 - 10
    folded = read_spot(GAMES["ace-to-five"], ["9h5d|3c2sAs", "*", "*"])
    assert len(folded.restrict_to(["HandB", "HandC"]).stub) == 52 - 5


@pytest.mark.parametrize(
    ("game", "hands", "lines"),
    [
        ("omaha-hilo", ["AsKhQsJx", "2c3d4c5z"], ["HandA, Jx: Jd or Jc", "HandB, 5z: 5s or 5h"]),
        ("holdem", ["AsKx", "QQ+, AKs"], ["HandA, Kx: Kh, Kd or Kc"]),
        ("omaha", ["AsKhQdJx", "AsKhQsJc"], ["HandA, Jx: Jc"]),
        ("omaha", ["AxKxQsJh", "AsKhQx"], []),
        ("holdem", ["As", "*"], ["HandA, As: 1 more card unknown"]),
        ("razz", ["As2d3c", "4d5d6d7d8d9dTd"], ["HandA, As2d3c: 4 more cards unknown"]),
        ("ace-to-five", ["9h5d|3c2sAs", "6c7c8c9cTc"],
         ["HandA, 9h5d discarded, 3c2sAs kept: 2 more cards unknown"]),
        ("badugi", ["2c3d4h5s|", "*"],
         ["HandA, 2c3d4h5s discarded, nothing kept: 4 more cards unknown"]),
    ],
)  # fmt: skip
def test_open_suits_and_unknown_cards_are_stated(game, hands, lines):
    assert list(list_open_cards(read_spot(GAMES[game], hands))) == lines


@pytest.mark.parametrize(
    ("text", "board", "size"),
    [
        ("QQ+", "", "18 combos"),
        ("QQ+", "QsQc2d", "13 of 18 combos left"),
        ("AsAh,KK@50", "", "7 combos"),
        ("15%", "", "200 combos"),
        ("AsKh", "", ""),
        ("AsKh, AsKh", "", "1 combo"),
        ("*", "", ""),
    ],
)
def test_a_range_states_its_number_of_combinations(text, board, size):
    spot = read_spot(GAMES["holdem"], [text, "*"], board)
    assert range_size_text(spot.holdings[0], spot) == size
