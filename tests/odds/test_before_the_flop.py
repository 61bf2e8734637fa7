"""Two ranges before the flop: the shipped table, and match-ups counted with dead cards."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from showdown.bulk.combos import masks_to_hands
from showdown.bulk.counting import KnownCards, OneBoardCount
from showdown.bulk.odds import compute_odds
from showdown.bulk.ranges import preflop
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import NoDealFits
from showdown.notation.odds_json import odds_to_json
from showdown.notation.spots import read_spot
from tests.odds.random_spots import ranges_on

HOLDEM, SHORT_DECK = GAMES["holdem"], GAMES["short-deck"]


def count_one_by_one(spot):
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
                tally = OneBoardCount(
                    KnownCards((one, two), ((),), rest), game.contests, game.part_indices
                ).tally()
                sums[one] += weight * np.array([*tally.count_wins(0, 0)[:2], tally.total])
    return sums


def assert_equals_counting(spot):
    expected = count_one_by_one(spot)
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
    ("hands", "spots"), [(4, 1), pytest.param(7, 5, marks=pytest.mark.long)], ids=str
)
def test_results_of_match_ups_equal_counting(game, dead, hands, spots):
    for seed in range(spots):
        rng = random.Random(f"{seed} {dead}")
        heaviest = rng.choice([1, 3, 10_000])
        assert_equals_counting(ranges_on(rng, game, [hands] * 2, 0, dead, heaviest))


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
def test_all_hands_against_all_add_up_to_every_deal(game):
    """1,326 hands of Hold'em, each against 1,225, on 1,712,304 boards."""
    deck = len(game.deck)
    counted = compute_odds(read_spot(game, ["*", "*"]))
    first, second = counted.hands
    assert (first.won == second.won).all()
    assert (first.tied == second.tied).all()
    assert counted.tally.total == comb(deck, 2) * comb(deck - 2, 2) * comb(deck - 4, 5)
    assert counted.tally.share(0) == Fraction(1, 2)
    # Wins of one side are losses of the other: without ties, half of all deals.
    assert 2 * first.won.sum() + first.tied.sum() == first.total.sum() == counted.tally.total


def test_next_cards_and_categories_are_stated_for_small_ranges():
    spot = read_spot(HOLDEM, ["AhKh", "QQ"])
    counted, alone = compute_odds(spot, next_card=True), compute_odds(spot)
    assert counted.next_cards
    assert counted.tally.outcomes == alone.tally.outcomes
    for one, other in zip(counted.hands, alone.hands, strict=True):
        for name in ("masks", "won", "tied", "total"):
            assert (getattr(one, name) == getattr(other, name)).all()
    contest = odds_to_json(alone)["players"][0]["contests"]["high"]
    assert "categories" not in contest
    assert odds_to_json(counted)["players"][0]["contests"]["high"]["categories"]
