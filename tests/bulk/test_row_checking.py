"""Test that cards are validated in every column of every row."""

import numpy as np
import pytest

from showdown.bulk.row_checking import find_row_error, mark_valid_rows
from showdown.evaluator.cards import DECK
from showdown.evaluator.errors import DuplicateCard, NotACardNumber, NotInDeck
from showdown.evaluator.games import GAMES
from tests.library.dealing import random_deals
from tests.made_up_games import EVERY_GAME

SHAPES = {(game.hole, game.board, len(game.deck)): game for game in EVERY_GAME}
ROWS = 600
"""More rows than the kernel checks together."""
WRONG = 40


def expected_error(game, row, players):
    numbers = row.tolist()
    if max(numbers) >= len(DECK):
        return NotACardNumber
    if not set(numbers) <= {card.number for card in game.deck}:
        return NotInDeck
    starts = range(0, players * game.hole, game.hole)
    hands = [numbers[start : start + game.hole] for start in starts]
    if game.may_share_last_card and len({hand[-1] for hand in hands}) == 1:
        numbers = [number for hand in hands for number in hand[:-1]] + hands[0][-1:]
    return DuplicateCard if len(set(numbers)) < len(numbers) else None


@pytest.mark.parametrize("game", SHAPES.values(), ids=str)
def test_invalid_rows_of_every_width_equal_those_found_with_sets(game):
    rng = np.random.default_rng(game.number)
    for players in game.players:
        if players * game.hole + game.board > len(game.deck):
            break
        cards = random_deals(rng, game, ROWS + players % 8, players)
        assert mark_valid_rows(game, cards, players).all()
        width = cards.shape[1]
        rows = rng.permutation(len(cards))[:WRONG]
        columns = rng.integers(0, width, WRONG)
        numbers = [cards[rows, rng.integers(0, width, WRONG)], rng.integers(0, 256, WRONG)]
        cards[rows, columns] = np.where(np.arange(WRONG) % 4, *numbers)
        if game.may_share_last_card:
            cards[rows[:8], game.hole - 1 : players * game.hole : game.hole] = DECK[51].number
        errors = {row: expected_error(game, cards[row], players) for row in rows.tolist()}
        invalid = np.flatnonzero(~mark_valid_rows(game, cards, players)).tolist()
        assert invalid == sorted(row for row, error in errors.items() if error)
        for row in invalid:
            assert type(find_row_error(game, cards[row], row)) is errors[row]


def test_a_duplicate_card_is_found_anywhere():
    game = GAMES["holdem"]
    for players in game.players[:8]:
        (deal,) = random_deals(np.random.default_rng(players), game, 1, players)
        width = len(deal)
        pairs = [(one, other) for one in range(width) for other in range(one)]
        cards = np.tile(deal, (len(pairs), 1))
        for row, (one, other) in zip(cards, pairs, strict=True):
            row[one] = row[other]
        assert not mark_valid_rows(game, cards, players).any()


def test_fewer_rows_and_cards_than_a_loop_step_are_checked():
    game = GAMES["holdem"]
    for count in range(1, 18):
        cards = random_deals(np.random.default_rng(count), game, count)
        cards[count - 1, 8] = cards[count - 1, 0]
        assert np.flatnonzero(~mark_valid_rows(game, cards, 2)).tolist() == [count - 1]
