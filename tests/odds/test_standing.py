"""Compare the standings of ranges with the odds of their single hands."""

from collections import Counter, defaultdict

import pytest

from showdown.bulk.combos import build_class_grid
from showdown.bulk.odds import compute_odds
from showdown.bulk.standing import POINTS, compare_ranges
from showdown.evaluator.cards import DECK, RANKS
from showdown.evaluator.games import GAMES
from showdown.notation.odds_json import odds_to_json
from tests.odds.random_spots import spot_of

SPOTS = [
    ("holdem", "15% QQ+,AKs,76s,A5s-A2s@50", "2c3d4h"),
    ("holdem", "random 22+,AT+", "2c3c4cKd"),
    ("holdem", "30% KsKh", "2c3c4c5cAh"),
    ("short-deck", "20% any", "6c7c8d"),
]


@pytest.mark.parametrize("spot_text", SPOTS, ids=lambda spot_text: spot_text[0])
def test_parts_add_up_to_the_whole(spot_text):
    odds = compute_odds(spot_of(*spot_text))
    for player, standing in enumerate(compare_ranges(odds)):
        share = float(odds.tally.share(player))
        assert standing.share == pytest.approx(share)
        for groups in (standing.classes, standing.groups):
            assert sum(hands.part for hands in groups) == pytest.approx(1)
            assert sum(hands.part * hands.share for hands in groups) == pytest.approx(share)
            assert sum(hands.part * hands.ahead for hands in groups) == pytest.approx(
                standing.ahead
            )
        assert len(standing.curve) == POINTS
        assert list(standing.curve) == sorted(standing.curve, reverse=True)
        assert sum(standing.curve) / POINTS == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize("spot_text", SPOTS, ids=lambda spot_text: spot_text[0])
def test_classes_and_groups_sum_up_the_single_hands(spot_text):
    """Sum up the odds of each hand, with the categories of the evaluator."""
    spot = spot_of(*spot_text)
    odds = compute_odds(spot)
    contest = spot.game.contests[0]
    for player, standing in zip(
        odds_to_json(odds, each_hand=True)["players"], compare_ranges(odds), strict=True
    ):
        combinations = Counter()
        won, deals = defaultdict(float), defaultdict(float)
        for hand in player["hands"]:
            cards = tuple(card for card in reversed(DECK) if str(card) in hand["hand"])
            rank = max(map(contest.ranking.rank, contest.combinations(cards, spot.boards)))
            category = contest.ranking.categories[contest.ranking.category_of(rank)]
            high, low = cards
            name = RANKS[high.rank] + RANKS[low.rank]
            name += "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
            for key in (name, category):
                combinations[key] += 1
                won[key] += hand["weight"] * (hand["win"] + hand["tie"] / 2)
                deals[key] += hand["weight"] * hand["deals"]
        groups = {group.name: group for group in (*standing.classes, *standing.groups)}
        assert {name: group.combinations for name, group in groups.items()} == combinations
        for name, group in groups.items():
            assert group.share == pytest.approx(won[name] / deals[name])


def test_hands_are_grouped_into_pairs_suited_and_offsuit_before_the_flop():
    odds = compute_odds(spot_of("holdem", "QQ+,AKs JJ,AQ"))
    names = [[group.name for group in standing.groups] for standing in compare_ranges(odds)]
    assert names == [["pairs", "suited"], ["pairs", "suited", "offsuit"]]


def test_the_grid_has_each_class_once():
    grid = build_class_grid(range(13))
    assert (grid[0][0], grid[0][1], grid[1][0], grid[12][12]) == ("AA", "AKs", "AKo", "22")
    assert len({name for row in grid for name in row}) == 169
    deck = GAMES["short-deck"].deck
    assert len(build_class_grid({card.rank for card in deck})) == 9


def test_known_hands_have_no_standing():
    assert compare_ranges(compute_odds(spot_of("omaha", "AsKhQsJh 2c3d4c5d", "7h8h9s"))) == ()
