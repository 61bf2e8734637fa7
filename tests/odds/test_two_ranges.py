"""Odds of two ranges equal the counts of comparing every pair of hands on every board."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from showdown.bulk.combos import Combos, cards_of, masks_of
from showdown.bulk.evaluation import evaluate
from showdown.bulk.odds import odds
from showdown.bulk.ranges.boards import TooHeavyToCount
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, NoDealFits, Spot
from showdown.notation.odds_json import odds_to_json
from showdown.notation.spots import read_spot
from tests.odds.brute_force import random_range, spot_of_ranges
from tests.scope import examples

SIZES = (1, 2, 5, 30, 200, 2000)
"""Sizes of ranges, from a single hand to every hand."""
MOST_PAIRS = 60_000


def spot_of(game, hands, board="", dead=""):
    return read_spot(GAMES[game], hands, board, dead)


def random_spot(rng, sizes=SIZES):
    """Return a spot of two ranges on the flop, turn or river, with up to six dead cards."""
    game = GAMES[rng.choice(["holdem", "holdem", "short-deck"])]
    street, dead = rng.choice([3, 4, 4, 5]), rng.choice([0, 0, rng.randint(1, 6)])
    chosen = [rng.choice(sizes) for _ in range(2)]
    if prod(chosen) > MOST_PAIRS and rng.random() < 0.9:
        street = 4  # a million pairs on each board of a flop take half a minute
    cards = rng.sample(game.deck, street + dead)
    heaviest = rng.choice([1, 3, 10_000])
    ranges = [random_range(rng, game.deck, 2, size, heaviest) for size in chosen]
    return spot_of_ranges(game, ranges, cards[:street], cards[street:])


class Twin:
    """The counts of a spot by comparing every pair of hands on every board."""

    def __init__(self, spot):
        self.spot = spot
        self.ranges = [holding.range for holding in spot.holdings]
        self.hands = [cards_of(combos.masks, 2) for combos in self.ranges]
        self.won, self.tied, self.total = (
            [np.zeros(len(combos), np.int64) for combos in self.ranges] for _ in range(3)
        )
        self.outcomes, self.categories = Counter(), Counter()
        self.by_card = {card.number: Counter() for card in spot.stub}
        stub = [card.number for card in spot.stub]
        board = [card.number for card in spot.boards[0]]
        self.never = np.uint64(sum(1 << card.number for card in (*spot.boards[0], *spot.dead)))
        for coming in combinations(stub, spot.coming[0]):
            self.add([*board, *coming], coming)

    def add(self, board, coming):
        never = self.never | np.uint64(sum(1 << card for card in coming))
        dealt = [np.flatnonzero(combos.masks & never == 0) for combos in self.ranges]
        one, two = (combos.masks[here] for combos, here in zip(self.ranges, dealt, strict=True))
        weights = [combos.weights[here] for combos, here in zip(self.ranges, dealt, strict=True)]
        strengths = [
            self.strengths(hands[here], board)
            for hands, here in zip(self.hands, dealt, strict=True)
        ]
        first, second = strengths[0][:, None], strengths[1][None, :]
        apart = one[:, None] & two[None, :] == 0
        both = weights[0][:, None] * weights[1][None, :]
        for won, holds in ((1, first > second), (2, first < second), (3, first == second)):
            pairs = holds & apart
            of_first, of_second = pairs @ weights[1], pairs.T @ weights[0]
            self.total[0][dealt[0]] += of_first
            self.total[1][dealt[1]] += of_second
            for side, of_hand in enumerate((of_first, of_second)):
                if won == 3:
                    self.tied[side][dealt[side]] += of_hand
                elif won == 1 << side:
                    self.won[side][dealt[side]] += of_hand
            self.count(won, pairs, both, np.maximum(first, second), coming)

    def count(self, won, pairs, weights, best, coming):
        ranking = self.spot.game.contests[0].ranking
        category_of = np.array([0, *map(ranking.category_of, ranking.ranks)])
        categories = category_of[best[pairs]]
        of_pairs = weights[pairs]
        for category in np.unique(categories).tolist():
            weight = int(of_pairs[categories == category].sum())
            self.categories[category, won] += weight
            self.outcomes[won,] += weight
            for card in coming:
                self.by_card[card][won] += weight

    def strengths(self, hands, board):
        """Return the strength of each hand on this board, from the kernels that settle deals."""
        deals = np.empty((len(hands), 9), np.uint8)
        deals[:, :2] = deals[:, 2:4] = hands
        deals[:, 4:] = board
        return evaluate(self.spot.game, deals)[:, 0, 0].astype(np.int64)

    def shares_by_card(self):
        return {
            card: Fraction(2 * won[1] + won[3], 2 * won.total())
            for card, won in self.by_card.items()
            if won
        }


def agrees_with_its_twin(spot):
    twin = Twin(spot)
    if not twin.outcomes:
        with pytest.raises(NoDealFits):
            odds(spot)
        return
    counted = odds(spot, next_card=True)
    assert counted.is_exact
    assert counted.tally.outcomes == twin.outcomes
    assert counted.tally.categories == (twin.categories,)
    for side, counts in enumerate(counted.hands):
        here = np.isin(twin.ranges[side].masks, counts.masks)
        assert not twin.total[side][~here].any()
        for name in ("won", "tied", "total"):
            assert (getattr(counts, name) == getattr(twin, name)[side][here]).all()
    if spot.coming[0]:
        shares = {next_card.card.number: next_card.shares[0] for next_card in counted.next_cards}
        assert shares == twin.shares_by_card()


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2)), *range(3, 8)]
)
def test_every_pair_of_hands_gives_the_same_counts(seed):
    agrees_with_its_twin(random_spot(random.Random(seed), sizes=SIZES[:3]))


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_every_pair_of_hands_of_ranges_of_every_size_gives_the_same_counts(part):
    for seed in range(examples(30)):
        agrees_with_its_twin(random_spot(random.Random(f"{part} {seed}")))


def test_any_hand_against_any_on_a_flop_is_level_and_every_deal_is_counted():
    counted = odds(spot_of("holdem", ["*", "*"], "2c7dJh"))
    assert counted.tally.total == comb(49, 2) * comb(47, 2) * comb(45, 2)
    assert counted.tally.share(0) == Fraction(1, 2)
    first, second = counted.hands
    assert (first.won == second.won).all()
    assert first.equities.argmax() == first.won.argmax()


def test_single_hands_are_in_the_json_if_requested():
    counted = odds(spot_of("holdem", ["AhKh, 2c2d@50", "QsQd"], "2h7h9s"))
    assert "hands" not in odds_to_json(counted)["players"][0]
    first, second = odds_to_json(counted, each_hand=True)["players"]
    assert [(row["hand"], row["weight"]) for row in first["hands"]] == [("AhKh", 2), ("2d2c", 1)]
    alone = odds(spot_of("holdem", ["AhKh", "QsQd"], "2h7h9s")).tally
    row = first["hands"][0]
    assert (row["win"], row["tie"], row["deals"]) == (*alone.wins(0, 0)[:2], alone.total)
    assert row["percent"] == round(float(alone.share(0)) * 100, 2)
    assert second["hands"][0]["deals"] == second["scoop"] + second["nothing"] + second["half"]


def test_weights_that_would_overflow_are_refused():
    heavy = Combos("AhKh", masks_of(np.array([[47, 51]], np.uint8)), np.array([1 << 40]))
    holdings = (Holding("HandA", range=heavy), Holding("HandB", range=heavy))
    with pytest.raises(TooHeavyToCount):
        odds(Spot(GAMES["holdem"], holdings, ((*DECK[:3],),)))
