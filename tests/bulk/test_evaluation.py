"""Compare the evaluation of arrays with the evaluator, and test the validation of their cards."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.bulk import evaluation, outcomes
from showdown.bulk.evaluation import list_evaluator_names
from showdown.bulk.made_hands import find_made_hands_of_deals
from showdown.bulk.row_checking import find_row_error, mark_valid_rows
from showdown.evaluator.cards import DECK
from showdown.evaluator.contests import find_made_hands
from showdown.evaluator.deals import Deal
from showdown.evaluator.divide import divide_into_shares
from showdown.evaluator.errors import DuplicateCard, NotACardNumber, NotInDeck
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.settlement import settle
from tests.evaluator.dealing import build_deal, list_board_cards, random_deal
from tests.factories import DealFactory
from tests.library.dealing import random_deals
from tests.made_up_games import EVERY_GAME
from tests.scope import examples


def check_deals(deals):
    """Compare the results of arrays with `settle`, for deals of one game and number of players."""
    game = deals[0].game
    cards = np.array([list(deal.numbers) for deal in deals], np.uint8)
    strengths = evaluation.evaluate(game, cards)
    playing = evaluation.find_cards_that_play(game, cards, strengths)
    shape = (len(deals), len(deals[0].hands), len(game.contests))
    assert strengths.shape == playing.shape == shape
    deal_outcomes = outcomes.decide_winners(strengths)
    categories = outcomes.find_winning_categories(game, deal_outcomes)
    for row, deal in enumerate(deals):
        settlement = settle(deal)
        check_hands(settlement, strengths[row].tolist(), playing[row].tolist())
        check_winners(settlement, deal_outcomes.winners[row], categories[row])
        winners = tuple(deal_outcomes.winners[row].tolist())
        shares = divide_into_shares(game.part_indices, winners, shape[1])
        assert shares == tuple(player.share for player in settlement.players), str(deal)


def check_hands(settlement, strengths, playing):
    for player, own, bits in zip(settlement.players, strengths, playing, strict=True):
        cards = (*player.hand.cards, *list_board_cards(settlement.deal))
        for contest, strength, played in zip(settlement.game.contests, own, bits, strict=True):
            hand = player.made[contest.name]
            assert strength == (hand.strength if hand else 0), str(settlement.deal)
            played_cards = {card for index, card in enumerate(cards) if played >> index & 1}
            assert played_cards == set(hand.cards if hand else ()), str(settlement.deal)


def check_winners(settlement, winners, categories):
    labels = settlement.deal.labels
    for result, bits, category in zip(settlement.contests, winners, categories, strict=True):
        winners_found = [label for seat, label in enumerate(labels) if bits >> seat & 1]
        assert winners_found == list(result.winners)
        ranking = result.contest.ranking
        expected = ranking.category_of(result.best.rank) if result.best else outcomes.NOBODY
        assert category == expected


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_random_deals_are_evaluated_with_every_number_of_players(game):
    rng = random.Random(game.slug)
    for players in game.players:
        if players * game.hole + game.board <= len(game.deck):
            check_deals([random_deal(rng, game, players) for _ in range(8)])


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_hands_of_similar_cards_are_evaluated(game):
    """Among few ranks or suits, flushes, sets, wheels, counterfeits and equal lows are frequent."""
    rng = random.Random(game.slug)
    needed = 2 * game.hole + game.board
    two_suits = [card for card in game.deck if card.suit < 2]
    for part in (game.deck[:24], game.deck[-24:], two_suits):
        check_deals([build_deal(game, 2, rng.sample(part, needed)) for _ in range(examples(200))])


def test_every_evaluator_is_used_by_a_game():
    names = {name for game in EVERY_GAME for name in list_evaluator_names(game).values()}
    assert names == {
        "OmahaEvaluator",
        "SumEvaluator",
        "BadugiEvaluator",
        "CombinationEvaluator",
        "PythonEvaluator",
    }


@given(st.data())
def test_eight_players_of_stud_may_share_the_last_card(data):
    game = data.draw(st.sampled_from([GAMES["seven-card-stud"], GAMES["razz"]]))
    cards = data.draw(st.permutations(range(52)))
    numbers = [
        number for seat in range(8) for number in (*cards[seat * 6 : seat * 6 + 6], cards[51])
    ]
    deal = Deal.from_numbers(game, bytes(numbers))
    assert deal.has_shared_card
    assert list(deal.numbers) == numbers
    check_deals([deal])


def test_made_hands_of_mixed_deals_equal_those_of_the_evaluator():
    deals = [
        DealFactory(game=game, players=players)
        for _ in range(15)
        for game in EVERY_GAME
        for players in (game.players[0], game.players[-1])
    ]
    deals += [
        DealFactory(game=OMAHA_HILO, players=3, mucked=("HandB",)),
        DealFactory(game=OMAHA_HILO, runs=2),
    ]
    assert find_made_hands_of_deals(deals) == [find_made_hands(deal) for deal in deals]
    assert find_made_hands_of_deals([]) == []


GAMES_BY_SHAPE = {(game.hole, game.board, len(game.deck)): game for game in EVERY_GAME}
ROWS = 600
"""Number of rows, more than the kernel validates together."""
CHANGED_ROWS = 40


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


@pytest.mark.parametrize("game", GAMES_BY_SHAPE.values(), ids=str)
def test_invalid_rows_of_every_width_equal_those_found_with_sets(game):
    rng = np.random.default_rng(game.number)
    for players in game.players:
        if players * game.hole + game.board > len(game.deck):
            break
        cards = random_deals(rng, game, ROWS + players % 8, players)
        assert mark_valid_rows(game, cards, players).all()
        width = cards.shape[1]
        rows = rng.permutation(len(cards))[:CHANGED_ROWS]
        columns = rng.integers(0, width, CHANGED_ROWS)
        numbers = [
            cards[rows, rng.integers(0, width, CHANGED_ROWS)],
            rng.integers(0, 256, CHANGED_ROWS),
        ]
        cards[rows, columns] = np.where(np.arange(CHANGED_ROWS) % 4, *numbers)
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


def test_fewer_rows_than_the_kernel_vectorizes_are_checked():
    game = GAMES["holdem"]
    for count in range(1, 18):
        cards = random_deals(np.random.default_rng(count), game, count)
        cards[count - 1, 8] = cards[count - 1, 0]
        assert np.flatnonzero(~mark_valid_rows(game, cards, 2)).tolist() == [count - 1]
