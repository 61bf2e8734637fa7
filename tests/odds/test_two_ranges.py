"""Compare the odds of two ranges with dealing, or counting, every pair of hands."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from showdown.bulk import dealing
from showdown.bulk.combos import (
    Combos,
    TooHeavyToCount,
    cards_to_mask,
    hands_to_masks,
    masks_to_hands,
)
from showdown.bulk.counting import KnownCards, OneBoardCounter
from showdown.bulk.odds import build_spot_arrays, compute_odds
from showdown.bulk.ranges import preflop
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, NoDealFits, Spot
from showdown.notation.odds_json import odds_to_json
from showdown.notation.spots import read_spot
from tests.odds.random_spots import deal_ranges, spot_of, spot_of_ranges
from tests.scope import examples, quick_first


def random_spot(rng, sizes):
    game = GAMES[rng.choice(["holdem", "holdem", "short-deck"])]
    street, dead = rng.choice([3, 4, 4, 5]), rng.choice([0, 0, rng.randint(1, 6)])
    spot_sizes = [rng.choice(sizes) for _ in range(2)]
    return deal_ranges(rng, game, spot_sizes, street, dead, rng.choice([1, 3, 10_000]))


def can_be_dealt(spot):
    known_cards = int(cards_to_mask((*spot.boards[0], *spot.dead)))
    one, two = (
        [mask for mask in holding.range.masks.tolist() if not mask & known_cards]
        for holding in spot.holdings
    )
    return any(not first & second for first in one for second in two)


def assert_equals_dealing(spot, rng):
    if not can_be_dealt(spot):
        with pytest.raises(NoDealFits):
            compute_odds(spot)
        return
    (dealt_tally,) = dealing.deal_all(build_spot_arrays(spot))
    odds = compute_odds(spot, next_card=True)
    assert odds.is_exact
    assert (odds.tally.outcomes, odds.tally.categories) == (
        dealt_tally.outcomes,
        dealt_tally.categories,
    )
    for seat, counts in enumerate(odds.hands):
        for index in rng.sample(range(len(counts.masks)), min(3, len(counts.masks))):
            hand = Combos("one hand", counts.masks[index : index + 1], np.ones(1, np.int64))
            ranges = [holding.range for holding in spot.holdings]
            ranges[seat] = hand
            hand_spot = spot_of_ranges(spot.game, ranges, spot.boards[0], spot.dead)
            (dealt_tally,) = dealing.deal_all(build_spot_arrays(hand_spot))
            results = (counts.won[index], counts.tied[index], counts.total[index])
            won, tied, *_ = dealt_tally.count_wins(seat, 0) if dealt_tally.total else (0, 0)
            assert results == (won, tied, dealt_tally.total)
    for next_card in rng.sample(odds.next_cards, min(2, len(odds.next_cards))):
        ranges = [holding.range for holding in spot.holdings]
        board = (*spot.boards[0], next_card.card)
        dealt_spot = spot_of_ranges(spot.game, ranges, board, spot.dead)
        (dealt_tally,) = dealing.deal_all(build_spot_arrays(dealt_spot))
        assert next_card.shares == (dealt_tally.share(0), dealt_tally.share(1))


@pytest.mark.parametrize(
    ("sizes", "spot_count"),
    quick_first(((1, 2, 5), 8), ((1, 2, 5, 30, 200), examples(300))),
    ids=str,
)
def test_counts_of_two_ranges_equal_dealing_every_deal(sizes, spot_count):
    for seed in range(spot_count):
        rng = random.Random(seed)
        assert_equals_dealing(random_spot(rng, sizes), rng)


def test_two_random_hands_on_a_flop_have_equal_equity():
    odds = compute_odds(spot_of("holdem", "* *", "2c7dJh"))
    assert odds.tally.total == comb(49, 2) * comb(47, 2) * comb(45, 2)
    assert odds.tally.share(0) == Fraction(1, 2)
    first, second = odds.hands
    assert (first.won == second.won).all()
    assert first.equities.argmax() == first.won.argmax()


def test_each_hand_is_in_the_json_if_requested():
    odds = compute_odds(spot_of("holdem", "AhKh,2c2d@50 QsQd", "2h7h9s"))
    assert "hands" not in odds_to_json(odds)["players"][0]
    first, second = odds_to_json(odds, each_hand=True)["players"]
    assert [(row["hand"], row["weight"]) for row in first["hands"]] == [("AhKh", 2), ("2d2c", 1)]
    tally = compute_odds(spot_of("holdem", "AhKh QsQd", "2h7h9s")).tally
    row = first["hands"][0]
    assert (row["win"], row["tie"], row["deals"]) == (*tally.count_wins(0, 0)[:2], tally.total)
    assert row["percent"] == round(float(tally.share(0)) * 100, 2)
    assert second["hands"][0]["deals"] == second["scoop"] + second["nothing"] + second["half"]


def test_weights_that_would_overflow_are_refused():
    heavy = Combos("AhKh", hands_to_masks(np.array([[47, 51]], np.uint8)), np.array([1 << 40]))
    holdings = (Holding("HandA", range=heavy), Holding("HandB", range=heavy))
    with pytest.raises(TooHeavyToCount):
        compute_odds(Spot(GAMES["holdem"], holdings, ((*DECK[:3],),)))


HOLDEM, SHORT_DECK = GAMES["holdem"], GAMES["short-deck"]


def count_each_pair(spot):
    """Return the weights of won, tied and all deals of each hand of the first range."""
    game = spot.game
    first, second = (holding.range for holding in spot.holdings)
    hands = [
        list(map(tuple, masks_to_hands(combos.masks, 2).tolist())) for combos in (first, second)
    ]
    stub = [card.number for card in spot.stub]
    sums = {one: np.zeros(3, np.int64) for one in hands[0]}
    for one in hands[0]:
        for two, weight in zip(hands[1], second.weights.tolist(), strict=True):
            if len({*one, *two} & set(stub)) == 4:
                rest = tuple(card for card in stub if card not in one + two)
                tally = OneBoardCounter(
                    KnownCards((one, two), ((),), rest), game.contests, game.part_indices
                ).tally()
                sums[one] += weight * np.array([*tally.count_wins(0, 0)[:2], tally.total])
    return sums


def assert_equals_counting(spot):
    expected = count_each_pair(spot)
    if not sum(total for _, _, total in expected.values()):
        with pytest.raises(NoDealFits):
            compute_odds(spot)
        return
    counts = compute_odds(spot).hands[0]
    rows = zip(counts.won, counts.tied, counts.total, strict=True)
    hands = map(tuple, masks_to_hands(counts.masks, 2).tolist())
    for hand, row in zip(hands, rows, strict=True):
        assert tuple(row) == tuple(expected[hand])


@pytest.mark.parametrize("game", [HOLDEM, SHORT_DECK], ids=str)
@pytest.mark.parametrize("dead", [0, 1, 3, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("hand_count", "spot_count"), [(4, 1), pytest.param(7, 5, marks=pytest.mark.long)], ids=str
)
def test_results_of_match_ups_equal_counting(game, dead, hand_count, spot_count):
    for seed in range(spot_count):
        rng = random.Random(f"{seed} {dead}")
        max_weight = rng.choice([1, 3, 10_000])
        assert_equals_counting(deal_ranges(rng, game, [hand_count] * 2, 0, dead, max_weight))


@pytest.mark.parametrize(
    ("game", "match_ups", "kinds"), [(HOLDEM, 47_008, 169), (SHORT_DECK, 10_215, 81)], ids=str
)
def test_the_table_has_every_match_up_once(game, match_ups, kinds):
    won, tied = preflop.read_table(game)
    assert len(won) == len(tied) == match_ups
    deck = len(game.deck)
    lookup = preflop.load_table(game)
    assert len(lookup.numbering.model) == kinds
    assert lookup.boards == comb(deck - 4, 5)
    assert (won + tied <= lookup.boards).all()
    others = (lookup.numbering.match_up >= 0).sum(axis=1)
    assert set(others.tolist()) == {comb(deck - 2, 2)}


@pytest.mark.parametrize("game", [HOLDEM, SHORT_DECK], ids=str)
def test_all_hands_against_all_hands_add_up_to_every_deal(game):
    """In Hold'em, there are 1,326 hands, each against 1,225 hands on 1,712,304 boards."""
    deck = len(game.deck)
    odds = compute_odds(read_spot(game, ["*", "*"]))
    first, second = odds.hands
    assert (first.won == second.won).all()
    assert (first.tied == second.tied).all()
    assert odds.tally.total == comb(deck, 2) * comb(deck - 2, 2) * comb(deck - 4, 5)
    assert odds.tally.share(0) == Fraction(1, 2)
    # Wins of one side are losses of the other: without ties, half of all deals.
    assert 2 * first.won.sum() + first.tied.sum() == first.total.sum() == odds.tally.total


def test_next_cards_and_categories_are_stated_for_small_ranges():
    spot = read_spot(HOLDEM, ["AhKh", "QQ"])
    odds_with_next_cards, odds = compute_odds(spot, next_card=True), compute_odds(spot)
    assert odds_with_next_cards.next_cards
    assert odds_with_next_cards.tally.outcomes == odds.tally.outcomes
    for one, other in zip(odds_with_next_cards.hands, odds.hands, strict=True):
        for name in ("masks", "won", "tied", "total"):
            assert (getattr(one, name) == getattr(other, name)).all()
    contest = odds_to_json(odds)["players"][0]["contests"]["high"]
    assert "categories" not in contest
    assert odds_to_json(odds_with_next_cards)["players"][0]["contests"]["high"]["categories"]
