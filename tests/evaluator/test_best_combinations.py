"""The best combination is the one that is found by ranking each of them."""

from random import Random

import pytest

from showdown.evaluator.best_combinations import best_combination
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES, Game


def deals(game: Game, suits: int, seed: int):
    """Deals of two hands, from so many suits only: the fewer, the more flushes."""
    random = Random(seed)
    deck = [card for card in game.deck if card.suit < suits]
    needed = 2 * game.hole + game.board
    for _ in range(40 if needed <= len(deck) else 0):
        yield Deal.of_numbers(game, bytes(card.number for card in random.sample(deck, needed)), ())


@pytest.mark.parametrize("suits", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_it_is_the_first_of_the_highest_rank(game, suits):
    for deal in deals(game, suits, seed=game.number):
        boards = deal.boards_of_run(0)
        for hand in deal.hands:
            for contest in game.contests:
                ranked = [
                    (contest.rank(cards), cards)
                    for cards in contest.combinations(hand.cards, boards)
                ]
                best = max(rank for rank, _ in ranked)
                if best:
                    first = next(cards for rank, cards in ranked if rank == best)
                    assert best_combination(contest, hand.cards, boards) == first


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_sums_are_those_of_the_combinations(game):
    hole, board = tuple(range(1, game.hole + 1)), tuple(range(100, 100 + (game.board or 0)))
    for contest in game.contests:
        shared = board if contest.boards else ()
        combinations = contest.choice.combinations(hole, shared)
        assert [*contest.choice.sums(hole, shared)] == [sum(each) for each in combinations]
