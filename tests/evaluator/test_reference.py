"""Compare the evaluator with brute force written from the rule books."""

import random
from itertools import combinations

import pytest
from hypothesis import given

from showdown.evaluator.cards import DECK
from showdown.evaluator.choices import TWO_AND_THREE
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    SHORT_DECK_HIGH,
)
from showdown.evaluator.settlement import settle
from tests.evaluator import reference
from tests.evaluator.dealing import (
    EVERY_SLUG,
    GAME_OF,
    all_boards,
    as_text,
    deals,
    few_players,
    random_deal,
)
from tests.scope import examples


def check(deal):
    """Check the winners of each contest against the reference."""
    settlement = settle(deal)
    hands = [as_text(hand.cards) for hand in deal.hands]
    expected = reference.winners(deal.game.slug, hands, as_text(all_boards(deal)))
    winners = [
        [place for place, label in enumerate(deal.labels) if label in result.winners]
        for result in settlement.contests
    ]
    assert winners == expected, str(deal)


@given(deals(EVERY_SLUG))
def test_every_game_is_settled_as_by_brute_force(deal):
    check(deal)


@pytest.mark.parametrize("slug", EVERY_SLUG)
def test_random_deals_are_settled_as_by_brute_force(slug):
    rng = random.Random(slug)
    game = GAME_OF[slug]
    for _ in range(examples(500)):
        check(random_deal(rng, game, few_players(rng, game)))


@given(deals(EVERY_SLUG))
def test_the_cards_that_play_make_the_hand_that_is_named(deal):
    for player in settle(deal).players:
        for contest in deal.game.contests:
            made = player.made[contest.name]
            if made is None:
                continue
            assert sorted(made.cards) == sorted(made.hole + made.board)
            assert set(made.hole) <= set(player.hand.cards)
            assert set(made.board) <= set(all_boards(deal))
            assert made.rank == contest.ranking.rank(made.cards)
            if contest.choice is TWO_AND_THREE:
                assert (len(made.hole), len(made.board)) == (2, 3)


def _in_the_same_order(ranks, strengths):
    """Return whether two lists of ranks of the same hands have the same order and ties."""
    pairs = sorted(set(zip(ranks, strengths, strict=True)))
    by_strength = [strength for _, strength in pairs]
    return (
        by_strength == sorted(set(by_strength))
        and len({rank for rank, _ in pairs}) == len(by_strength)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ranking", "strength", "count"),
    [
        (HIGH, reference.high_strength, 7462),
        (SHORT_DECK_HIGH, reference.short_deck_strength, 1404),
        (DEUCE_TO_SEVEN, reference.deuce_to_seven_strength, 7462),
        (ACE_TO_FIVE, lambda ranks, suited: reference.ace_to_five_strength(ranks), 6175),
    ],
    ids=lambda parameter: getattr(parameter, "name", None),
)
def test_five_cards_are_in_the_order_of_the_rulebook(ranking, strength, count):
    hands = list(ranking.specimens())
    strengths = [
        strength([str(card)[0] for card in hand], suited=len({card.suit for card in hand}) == 1)
        for hand in hands
    ]
    assert len(set(strengths)) == len(ranking.ranks) == count
    assert _in_the_same_order([ranking.rank(hand) for hand in hands], strengths)


def test_high_categories_are_the_figures_of_the_rulebook():
    for hand in HIGH.specimens():
        ranks, suits = [str(card)[0] for card in hand], {card.suit for card in hand}
        figure = reference.high_strength(ranks, suited=len(suits) == 1)[0]
        assert HIGH.category_of(HIGH.rank(hand)) == figure


def test_a_low_does_not_depend_on_suits():
    suited, mixed = (
        [card for card in DECK if card.suit == 0],
        [DECK[i * 4 + i % 4] for i in range(13)],
    )
    for places in combinations(range(13), 5):
        ranks = {
            EIGHT_OR_BETTER.rank(tuple(cards[place] for place in places))
            for cards in (suited, mixed)
        }
        assert len(ranks) == 1


def test_the_1092_badugi_hands_are_in_the_order_of_the_rulebook():
    hands = list(BADUGI.specimens())
    strengths = [reference.badugi_strength(as_text(hand)) for hand in hands]
    assert len(set(strengths)) == len(BADUGI.ranks) == 1092
    assert _in_the_same_order([BADUGI.rank(hand) for hand in hands], strengths)
