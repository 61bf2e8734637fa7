"""Test the evaluator against brute force written from the rule books, and against pokerkit."""

import random

import pytest
from hypothesis import given

from showdown.evaluator.cards import format_cards
from showdown.evaluator.choices import TWO_AND_THREE
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    POINTS,
    SHORT_DECK_HIGH,
)
from showdown.evaluator.settlement import settle
from tests.evaluator import reference
from tests.evaluator.dealing import (
    EVERY_SLUG,
    GAMES_BY_SLUG,
    card_texts,
    deals,
    draw_player_count,
    list_board_cards,
    random_deal,
    settle_text,
)
from tests.scope import examples


def assert_winners_equal_reference(deal):
    settlement = settle(deal)
    hands = [card_texts(hand.cards) for hand in deal.hands]
    expected = reference.winners(deal.game.slug, hands, card_texts(list_board_cards(deal)))
    winners = [
        [seat for seat, label in enumerate(deal.labels) if label in result.winners]
        for result in settlement.contests
    ]
    assert winners == expected, str(deal)


@given(deals(EVERY_SLUG))
def test_every_game_is_settled_as_in_the_reference(deal):
    assert_winners_equal_reference(deal)


@pytest.mark.parametrize("slug", EVERY_SLUG)
def test_random_deals_are_settled_as_in_the_reference(slug):
    rng = random.Random(slug)
    game = GAMES_BY_SLUG[slug]
    for _ in range(examples(500)):
        assert_winners_equal_reference(random_deal(rng, game, draw_player_count(rng, game)))


@given(deals(EVERY_SLUG))
def test_the_cards_that_play_make_the_described_hand(deal):
    for player in settle(deal).players:
        for contest in deal.game.contests:
            made = player.made[contest.name]
            if made is None:
                continue
            assert sorted(made.cards) == sorted(made.hole + made.board)
            assert set(made.hole) <= set(player.hand.cards)
            assert set(made.board) <= set(list_board_cards(deal))
            assert made.rank == contest.ranking.rank(made.cards)
            if contest.choice is TWO_AND_THREE:
                assert (len(made.hole), len(made.board)) == (2, 3)


@pytest.mark.parametrize(
    ("hand", "board", "hole"),
    [
        ("Td3c", "As Kd Qh Jc Ts", ""),
        ("Ah3c", "Kd Qh Jc Ts 9s", "Ah"),
        ("9h3d", "9c 9s Th Td Ts", ""),
        ("AhKh", "Ad Kd 7c 7s 2h", "Ah Kh"),
    ],
)
def test_a_board_card_plays_before_an_equal_hole_card(hand, board, hole):
    deal = settle_text(f"{hand} 4d4h | {board.replace(' ', '')}", "holdem")
    played = deal.player("HandA").made["high"].hole
    assert " ".join(map(str, played)) == hole


ORDERS = [
    (HIGH, "high", 7462),
    (SHORT_DECK_HIGH, "6+", 1404),
    (DEUCE_TO_SEVEN, "deuce to seven", 7462),
    (ACE_TO_FIVE, "ace to five", 6175),
    (EIGHT_OR_BETTER, "low", 56),
    (BADUGI, reference.badugi_strength, 1092),
    (BADUGI_ACE_HIGH, reference.ace_high_badugi_strength, 1092),
    (POINTS, lambda cards: reference.points(cards, ()), 50),
]
"""Every ranking of a game, its strength in the reference, and its number of distinct hands."""


def test_every_ranking_has_an_order():
    rankings = {contest.ranking for game in GAMES.values() for contest in game.contests}
    assert {ranking for ranking, *_ in ORDERS} == rankings


@pytest.mark.parametrize(
    ("ranking", "strength", "count"), ORDERS, ids=lambda value: getattr(value, "name", None)
)
def test_all_hands_are_in_the_order_of_the_rulebook(ranking, strength, count):
    def expected_rank(hand):
        if callable(strength):
            return strength(card_texts(hand))
        is_suited = len({card.suit for card in hand}) == 1
        return reference.STRENGTHS[strength]([str(card)[0] for card in hand], is_suited=is_suited)

    pairs = sorted({(ranking.rank(hand), expected_rank(hand)) for hand in ranking.specimens()})
    assert len({rank for rank, _ in pairs}) == len(pairs) == len(ranking.ranks) == count
    assert [strength for _, strength in pairs] == sorted({strength for _, strength in pairs})


PLAYED_BY_POKERKIT = {
    ("omaha-hilo", "omaha"): ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    ("five-card-omaha-hilo", "five-card-omaha"): ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    ("six-card-omaha-hilo", "six-card-omaha"): ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    ("holdem",): ("StandardHighHand",),
    ("badugi",): ("BadugiHand",),
    ("stud-hilo", "seven-card-stud"): ("StandardHighHand", "EightOrBetterLowHand"),
    ("razz",): ("RegularLowHand",),
    ("deuce-to-seven",): ("StandardLowHand",),
    ("short-deck",): ("ShortDeckHoldemHand",),
}
"""Pokerkit's class for each contest. Some games share deals, because pokerkit is slow."""


def find_winners_with_pokerkit(deal, kind):
    import pokerkit  # slow

    board = format_cards(list_board_cards(deal), "")
    hands = {
        hand.label: getattr(pokerkit, kind).from_game_or_none(format_cards(hand.cards, ""), board)
        for hand in deal.hands
    }
    best = max((hand for hand in hands.values() if hand), default=None)
    return tuple(label for label, hand in hands.items() if best and hand == best)


@pytest.mark.parametrize("count", [25, pytest.param(examples(2000), marks=pytest.mark.long)])
@pytest.mark.parametrize("slugs", PLAYED_BY_POKERKIT, ids=lambda slugs: slugs[0])
def test_winners_equal_those_of_pokerkit(slugs, count):
    rng = random.Random(slugs[0])
    games = [GAMES_BY_SLUG[slug] for slug in slugs]
    for _ in range(count):
        deal = random_deal(rng, games[0], draw_player_count(rng, games[0]))
        expected = [find_winners_with_pokerkit(deal, kind) for kind in PLAYED_BY_POKERKIT[slugs]]
        for game in games:
            settlement = settle(Deal(game, deal.hands, deal.boards))
            winners = [result.winners for result in settlement.contests]
            assert winners == expected[: len(winners)], str(deal)
