"""The bulk evaluator against the readable rules, game by game, with every number of players."""

import random

import numpy as np
import pytest
from hypothesis import given

from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from tests.evaluator.dealing import deals, random_deal


def numbers(deal):
    cards = [card for hand in deal.hands for card in hand.cards]
    return [card.number for card in (*cards, *deal.board)]


def check(alike):
    """Deals of one game and one number of players: what is made, and which cards make it."""
    game = alike[0].game
    cards = np.array([numbers(deal) for deal in alike], np.uint8)
    strengths = evaluation.evaluate(game, cards)
    playing = evaluation.playing(game, cards, strengths)
    assert strengths.shape == playing.shape == (len(alike), len(alike[0].hands), len(game.pots))
    for deal, made, bits in zip(alike, strengths.tolist(), playing.tolist(), strict=True):
        for player, own, own_bits in zip(settle(deal).players, made, bits, strict=True):
            there = (*player.hand.cards, *deal.board)
            for pot, strength, shown in zip(game.pots, own, own_bits, strict=True):
                hand = player.made[pot.name]
                assert strength == (pot.ranking.strength(hand.rank) if hand else 0), str(deal)
                plays = {card for place, card in enumerate(there) if shown >> place & 1}
                assert plays == set(hand.cards if hand else ()), str(deal)


@pytest.mark.parametrize("slug", GAMES)
def test_random_deals_with_every_number_of_players(slug):
    rng = random.Random(slug)
    game = GAMES[slug]
    for players in game.players:
        check([random_deal(rng, game, players) for _ in range(40)])


@given(deals(most=13))
def test_any_deal(deal):
    check([deal])


def test_no_deals_are_none():
    assert evaluation.evaluate(GAMES["omaha-hilo"], np.empty((0, 13), np.uint8)).shape == (0, 2, 2)
