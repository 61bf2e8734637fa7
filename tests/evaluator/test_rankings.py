"""Test the order of hands with examples, and the attributes of every ranking."""

import random

import pytest

from showdown.evaluator.cards import ACE, RANKS, parse_cards
from showdown.evaluator.rankings import ACE_TO_FIVE, DEUCE_TO_SEVEN, NOT_QUALIFIED, SHORT_DECK_HIGH
from tests.evaluator.dealing import draw_player_count, random_deal
from tests.made_up_games import EVERY_GAME

RANKINGS = list({contest.ranking: 1 for game in EVERY_GAME for contest in game.contests})


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_each_category_has_a_hand(ranking):
    """The rules list the categories, so an impossible one would be shown to users."""
    made = {ranking.category_of(rank) for rank in ranking.ranks}
    assert made == set(range(len(ranking.categories)))


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_strengths_count_the_ranks_from_the_worst(ranking):
    strengths = [ranking.strength(rank) for rank in ranking.ranks]
    assert strengths == list(range(1, len(ranking.ranks) + 1))
    assert ranking.strength(NOT_QUALIFIED) == 0
    assert all(ranking.rank_of(ranking.strength(rank)) == rank for rank in ranking.ranks)
    assert ranking.rank_of(0) == NOT_QUALIFIED
    categories = [ranking.category_of(rank) for rank in ranking.ranks]
    assert categories == sorted(categories)
    assert ranking.category_of_strength == tuple(categories)


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_a_ranking_states_whether_low_cards_win_and_whether_the_ace_is_low(ranking):
    best = {card.rank for card in max(ranking.specimens(), key=ranking.rank)}
    assert ranking.wins_low == (min(best) < RANKS.index("5"))
    assert ranking.ace_is_low == (ranking.wins_low and ACE in best)


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_the_category_of_a_low_is_its_highest_card_which_is_read_first(ranking):
    for cards in ranking.specimens():
        rank = ranking.rank(cards)
        highest, _, low = ranking.category(rank).partition(" ") if rank else ("", "", "")
        if low == "low":
            assert highest == RANKS[ranking.arrange(cards)[0].rank], cards


@pytest.mark.parametrize(
    ("ranking", "hand", "category"),
    [
        (ACE_TO_FIVE, "5h4h3h2hAh", "5 low"),
        (ACE_TO_FIVE, "KcQdJsTh9c", "K low"),
        (ACE_TO_FIVE, "AcAdKsQhJc", "pair"),
        (DEUCE_TO_SEVEN, "7c5d4s3h2c", "7 low"),
        (DEUCE_TO_SEVEN, "Ac5d4s3h2c", "A low"),
        (DEUCE_TO_SEVEN, "6c5d4s3h2c", "straight"),
        (DEUCE_TO_SEVEN, "AhKhQhJhTh", "straight flush"),
        (SHORT_DECK_HIGH, "9s8d7h6cAc", "straight"),
    ],
)
def test_a_hand_has_its_category(ranking, hand, category):
    assert ranking.category(ranking.rank(parse_cards(hand))) == category


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_a_contest_states_whether_a_hand_may_fail_to_qualify(game):
    """Some of 1,000 hands fail to qualify if the contest has a qualifier, else none of 200."""
    rng = random.Random(game.slug)
    with_qualifier = {contest.name for contest in game.contests if contest.has_qualifier}
    unqualified = set()
    for number in range(500):
        if number >= 100 and unqualified == with_qualifier:
            break
        deal = random_deal(rng, game, draw_player_count(rng, game, max_players=2))
        for hand in deal.hands:
            for contest in game.contests:
                best = contest.best_combination(hand.cards, deal.boards)
                if contest.rank(best) == NOT_QUALIFIED:
                    unqualified.add(contest.name)
    assert unqualified == with_qualifier
