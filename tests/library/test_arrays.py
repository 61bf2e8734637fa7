"""Test that the library settles arrays like the evaluator, or raises ValueError."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import showdown
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.settlement import settle
from tests.library.dealing import random_deals

GAMES = list(showdown.games.values())


def list_labels(bits, labels):
    return tuple(label for seat, label in enumerate(labels) if bits >> seat & 1)


def assert_same_as_evaluator(game, cards, settled):
    for row, numbers in enumerate(cards):
        deal = Deal.from_numbers(game, numbers.tobytes())
        expected = settle(deal)
        won = [list_labels(int(bits), deal.labels) for bits in settled.winners[row]]
        assert won == [result.winners for result in expected.contests]
        shares = [float(player.share) for player in expected.players]
        assert settled.shares[row].tolist() == pytest.approx(shares)
        for index, result in enumerate(expected.contests):
            category = int(settled.categories[row, index])
            name = settled.category_names[index][category] if category >= 0 else None
            assert name == (result.best.category if result.best else None)


@pytest.mark.parametrize(("slug", "players"), [("holdem", 2), ("double-board-omaha-hilo", 5)])
def test_settling_an_array_equals_settling_each_deal(slug, players):
    """Shares of few players in few contests are looked up; others are computed."""
    game = showdown.games[slug]
    cards = random_deals(np.random.default_rng(game.number), game, 20, players)
    settled = showdown.settle_many(game, cards)
    assert settled.players == players
    assert_same_as_evaluator(game, cards, settled)


def test_notations_of_a_deal_give_the_same_numbers():
    columns = [
        ["6d-6c-Kc-4d", "6♦ 6♣ K♣ 4♦", "6d6c,Kc4d"],
        ["Ac-Kd-Jd-3d", "Ac Kd Jd 3d", "acKdjd3D"],
        ["Ah-Kh-5s-2s-Qd", "AhKh5s2sQd", "Ah Kh 5s 2s Qd"],
    ]
    numbers = showdown.card_numbers("omaha-hilo", columns)
    assert len({tuple(row) for row in numbers.tolist()}) == 1
    assert showdown.card_texts(numbers[:1]) == ["6d-6c-Kc-4d-Ac-Kd-Jd-3d-Ah-Kh-5s-2s-Qd"]
    settled = showdown.settle_many("omaha-hilo", columns)
    assert settled.winners.tolist() == [[0b10, 0b01]] * 3


def test_the_numbering_is_rank_times_four_plus_suit():
    numbers = showdown.card_numbers("holdem", [["2c2d"], ["2hAs"], ["3cTs Jd 9h Kc"]])
    assert numbers.tolist() == [[0, 1, 2, 51, 4, 35, 37, 30, 44]]


def test_a_shared_card_of_stud_is_the_last_card_of_every_hand():
    deck = random_deals(np.random.default_rng(7), showdown.games["razz"], 1, 7)[0]
    hands = deck[:48].reshape(8, 6)
    cards = np.concatenate([hands, np.full((8, 1), deck[48])], axis=1).reshape(1, -1)
    settled = showdown.settle_many("razz", cards)
    assert settled.players == 8
    assert_same_as_evaluator(showdown.games["razz"], cards, settled)
    cards[0, 6] = cards[0, 0]
    with pytest.raises(showdown.InvalidDeal):
        showdown.settle_many("razz", cards)


DEAL = list(range(13))


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ([[200, *DEAL[1:]]], "NotACardNumber", "row 0: 200 isn't a card number"),
        ([DEAL, [52, *DEAL[1:]]], "NotACardNumber", "row 1: 52 isn't"),
        ([[-1, *DEAL[1:]]], "NotACardNumber", "row 0: -1 isn't"),
        ([[10**9, *DEAL[1:]]], "NotACardNumber", "1000000000 isn't"),
        ([[1, *DEAL[1:]]], "DuplicateCard", "row 0: 2♦ appears twice, both times in HandA"),
        ([DEAL[:12]], "WrongWidth", "a row of 12 cards isn't a deal"),
        ([DEAL[:9]], "WrongWidth", "2 to 11 players"),
        ([[0.5] * 13], "NotAnArray", "whole numbers"),
        ([DEAL, DEAL[:12]], "NotAnArray", "whole numbers"),
        ([["6d-6c-Kc-4d"], ["x"], ["Ah-Kh-5s-2s-Qd"]], "UnknownRank", "row 0: “x” isn't a card"),
        ([["6d-6c-Kc"], ["Ac-Kd-Jd-3d"], ["Ah"]], "WrongNumberOfCards", "HandA has 3 cards"),
        ([["6d-6c-Kc-4d"] * 2, ["Ac-Kd-Jd-3d"], ["Ah-Kh-5s-2s-Qd"]], "DifferentLengths", "rows"),
    ],
)
def test_invalid_arrays_raise_value_errors(cards, error, message):
    with pytest.raises(ValueError, match=message) as raised:
        showdown.settle_many("omaha-hilo", cards)
    assert type(raised.value).__name__ == error


def test_a_card_of_another_deck_is_refused():
    cards = random_deals(np.random.default_rng(1), showdown.games["holdem"], 1)
    cards[0, 0] = 0
    with pytest.raises(showdown.InvalidDeal, match="no cards below the six"):
        showdown.settle_many("short-deck", cards)


def test_the_number_of_players_must_fit_the_width():
    cards = random_deals(np.random.default_rng(1), showdown.games["omaha-hilo"], 3, 3)
    assert showdown.settle_many("omaha-hilo", cards, players=3).players == 3
    with pytest.raises(showdown.InvalidDeal):
        showdown.settle_many("omaha-hilo", cards, players=2)


def test_an_empty_array_is_settled():
    settled = showdown.settle_many("omaha-hilo", np.zeros((0, 13), np.uint8))
    assert len(settled) == 0
    assert settled.strengths.shape == (0, 2, 2)


@given(st.data())
def test_any_array_is_settled_correctly_or_refused(data):
    game = data.draw(st.sampled_from(GAMES))
    players = data.draw(st.integers(0, 4))
    width = max(0, players * game.hole + game.board + data.draw(st.sampled_from([0, 0, 0, 1, -1])))
    numbers = st.integers(0, 51) | st.integers(0, 255)
    shape = (data.draw(st.integers(0, 3)), width)
    unique = data.draw(st.booleans())
    cards = data.draw(arrays.arrays(np.uint8, shape, elements=numbers, unique=unique))
    try:
        settled = showdown.settle_many(game, cards)
    except ValueError:
        assert len(cards) == 0 or any(not is_deal(game, row) for row in cards)
    else:
        assert_same_as_evaluator(game, cards, settled)


def is_deal(game, row):
    if (len(row) - game.board) % game.hole or row.max(initial=0) > 51:
        return False
    try:
        Deal.from_numbers(game, row.tobytes())
    except InvalidDeal:
        return False
    return True


@given(st.lists(st.lists(st.text("AKQ23456789TJcdhs♠10 -,x", max_size=14), min_size=1), max_size=4))
def test_columns_with_any_text_are_settled_or_refused(columns):
    try:
        settled = showdown.settle_many("holdem", columns)
    except showdown.InvalidDeal:
        return
    assert len(settled) == len(columns[0])
