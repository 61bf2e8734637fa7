"""Odds of two ranges equal those of dealing every pair of hands on every board."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from showdown.bulk import dealing
from showdown.bulk.combos import Combos, TooHeavyToCount, cards_to_mask, hands_to_masks
from showdown.bulk.odds import build_spot_arrays, compute_odds
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, NoDealFits, Spot
from showdown.notation.odds_json import odds_to_json
from tests.odds.random_spots import ranges_on, spot_of, spot_of_ranges
from tests.scope import examples, quick_first


def random_spot(rng, sizes):
    game = GAMES[rng.choice(["holdem", "holdem", "short-deck"])]
    street, dead = rng.choice([3, 4, 4, 5]), rng.choice([0, 0, rng.randint(1, 6)])
    chosen = [rng.choice(sizes) for _ in range(2)]
    return ranges_on(rng, game, chosen, street, dead, rng.choice([1, 3, 10_000]))


def can_be_dealt(spot):
    known = int(cards_to_mask((*spot.boards[0], *spot.dead)))
    one, two = (
        [mask for mask in holding.range.masks.tolist() if not mask & known]
        for holding in spot.holdings
    )
    return any(not first & second for first in one for second in two)


def assert_equals_dealing(spot, rng):
    if not can_be_dealt(spot):
        with pytest.raises(NoDealFits):
            compute_odds(spot)
        return
    (dealt,) = dealing.deal_all(build_spot_arrays(spot))
    counted = compute_odds(spot, next_card=True)
    assert counted.is_exact
    assert (counted.tally.outcomes, counted.tally.categories) == (dealt.outcomes, dealt.categories)
    for seat, counts in enumerate(counted.hands):
        for index in rng.sample(range(len(counts.masks)), min(3, len(counts.masks))):
            hand = Combos("one hand", counts.masks[index : index + 1], np.ones(1, np.int64))
            ranges = [one.range for one in spot.holdings]
            ranges[seat] = hand
            alone = spot_of_ranges(spot.game, ranges, spot.boards[0], spot.dead)
            (dealt,) = dealing.deal_all(build_spot_arrays(alone))
            results = (counts.won[index], counts.tied[index], counts.total[index])
            won, tied, *_ = dealt.count_wins(seat, 0) if dealt.total else (0, 0)
            assert results == (won, tied, dealt.total)
    for next_card in rng.sample(counted.next_cards, min(2, len(counted.next_cards))):
        ranges = [holding.range for holding in spot.holdings]
        board = (*spot.boards[0], next_card.card)
        dealt_spot = spot_of_ranges(spot.game, ranges, board, spot.dead)
        (dealt,) = dealing.deal_all(build_spot_arrays(dealt_spot))
        assert next_card.shares == (dealt.share(0), dealt.share(1))


@pytest.mark.parametrize(
    ("sizes", "spots"), quick_first(((1, 2, 5), 8), ((1, 2, 5, 30, 200), examples(300))), ids=str
)
def test_counts_of_two_ranges_equal_dealing_every_deal(sizes, spots):
    for seed in range(spots):
        rng = random.Random(seed)
        assert_equals_dealing(random_spot(rng, sizes), rng)


def test_two_random_hands_on_a_flop_have_equal_equity():
    counted = compute_odds(spot_of("holdem", "* *", "2c7dJh"))
    assert counted.tally.total == comb(49, 2) * comb(47, 2) * comb(45, 2)
    assert counted.tally.share(0) == Fraction(1, 2)
    first, second = counted.hands
    assert (first.won == second.won).all()
    assert first.equities.argmax() == first.won.argmax()


def test_single_hands_are_in_the_json_if_requested():
    counted = compute_odds(spot_of("holdem", "AhKh,2c2d@50 QsQd", "2h7h9s"))
    assert "hands" not in odds_to_json(counted)["players"][0]
    first, second = odds_to_json(counted, each_hand=True)["players"]
    assert [(row["hand"], row["weight"]) for row in first["hands"]] == [("AhKh", 2), ("2d2c", 1)]
    alone = compute_odds(spot_of("holdem", "AhKh QsQd", "2h7h9s")).tally
    row = first["hands"][0]
    assert (row["win"], row["tie"], row["deals"]) == (*alone.count_wins(0, 0)[:2], alone.total)
    assert row["percent"] == round(float(alone.share(0)) * 100, 2)
    assert second["hands"][0]["deals"] == second["scoop"] + second["nothing"] + second["half"]


def test_weights_that_would_overflow_are_refused():
    heavy = Combos("AhKh", hands_to_masks(np.array([[47, 51]], np.uint8)), np.array([1 << 40]))
    holdings = (Holding("HandA", range=heavy), Holding("HandB", range=heavy))
    with pytest.raises(TooHeavyToCount):
        compute_odds(Spot(GAMES["holdem"], holdings, ((*DECK[:3],),)))
