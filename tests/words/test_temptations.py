"""Test explanations of why a tempting answer is wrong."""

import random

import pytest

from showdown.evaluator.rankings import EIGHT_OR_BETTER, NOT_QUALIFIED
from showdown.evaluator.settlement import settle
from showdown.evaluator.temptations import Counterfeited, LowCards, TooManyOwn, temptations
from showdown.words.ranks import NUMBERS
from showdown.words.temptations import temptation_text
from tests.evaluator.dealing import few_players, random_deal, settled
from tests.made_up_games import EVERY_GAME
from tests.scope import examples


def sentences_for(settlement, label):
    return [temptation_text(temptation) for temptation in temptations(settlement, label)]


@pytest.mark.parametrize(
    ("game", "cards", "sentence"),
    [
        ("omaha", "AhKcJc3d 5c4sQs7d | Jh9h4h2hKd",
         "four hearts on the board but only one in hand: a flush needs two"),
        ("omaha", "AhKhJh3h 5c4sQs7d | Th9c4h2dKd",
         "four hearts in hand but only two on the board: a flush needs three there"),
        ("omaha", "AsKcJc3d 5c4sQs7d | Jh9h4h2hKh",
         "five hearts on the board but none in hand: a flush needs two"),
        ("omaha", "AsAcAd3d 5c4sQs7d | Jh9h4h2cKd",
         "three aces would use three of the hole cards and two from the board: a player"
         " must play exactly two and three"),
        ("omaha-hilo", "2s4cKdKh 5c6sQsQd | 2h4h8dJsTh",
         "the deuce and four in hand are counterfeited: no low"),
        ("omaha-hilo", "2s4c5d6h JcJsQsQd | Ah8dKcKdKs",
         "only two low ranks on the board: a low needs three there"),
        ("omaha-hilo", "AsKcKdQc JcJsQsQd | 2h4h7c8dKs",
         "only one low rank in hand: a low needs two"),
        ("omaha-hilo", "As2c4dQc JcJsQsQd | 3h6h7cKhKs",
         "6-4-3-2-A would use three of the hole cards and two from the board: the low is"
         " 7-6-3-2-A"),
        # A royal flush with four hole cards is tempting; the cards of its suit are counted.
        ("omaha", "AhKhQhJh 5c4sQs7d | Th9h8c2dKd",
         "four hearts in hand but only two on the board: a flush needs three there"),
        ("omaha", "As2c3d9h JcJsQsQd | 4h5hKcKd9d",
         "a five-high straight would use three of the hole cards and two from the board: a player"
         " must play exactly two and three"),
        ("drawmaha", "AhKhJh3h9h 5c4sQs7d2c | Td9c4h2dKd",
         "in Omaha, five hearts in hand but only one on the board: a flush needs three there"),
        ("double-board-omaha", "As2c3d9h JcJsQsQd | 4h5hKcKd9d | 4d5cTs7h8h",
         "on board 1, a five-high straight would use three of the hole cards and two from the"
         " board: a player must play exactly two and three"),
        ("upside-down-omaha", "AhKhQs9c4d 5c4sJs7d2c | Th9h8h7h2s",
         "for high, four hearts on the board but only two in hand: a flush needs three"),
        ("upside-down-omaha", "AcKdQsJc9c 5c4s8s7d2c | 7h6h5h4h2d",
         "6-5-4-2-A would use one of the hole cards and four from the board: no low"),
        ("omaha-low-count", "AcAd2hKd Ts9s8s7s | 3c4d9hJcKs",
         "11 pips would use three of the hole cards and two from the board: the count is 18 pips"),
        ("omaha-and-three-cards", "9d8d7c2c AsKsQhJc | 6h5h4h9cTc",
         "for three cards, a six-high straight flush would use none of the hole cards and three"
         " from the board: a player must play exactly one and two"),
        ("omaha-and-three-cards", "AsKdQcJh 2c3d4h5s | Tc9d9h6s6c",
         "for high, an ace-high straight would use four of the hole cards and one from the"
         " board: a player must play exactly two and three"),
        ("three-card-flop", "Kd9d4s AsTh2c | 7dJc5s",
         "two diamonds in hand but only one on the board: a flush needs two there"),
        ("badugi", "4c3h2cAs KcKdKhKs", "4♣ and 2♣ share a suit"),
        ("badugi", "AcAd2c3h KcKdKhKs", "A♣ and A♦ share a rank"),
    ],
)  # fmt: skip
def test_the_tempting_answer_is_refuted(game, cards, sentence):
    assert sentence in sentences_for(settled(cards, game), "HandA")


def test_holdem_has_no_temptations():
    settlement = settled("AhKc 2c2d | Jh9h4h2hKd", "holdem")
    assert sentences_for(settlement, "HandA") == sentences_for(settlement, "HandB") == []


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_only_the_rules_of_a_game_are_stated(game):
    rng = random.Random(game.slug)
    for _ in range(examples(300)):
        settlement = settle(random_deal(rng, game, few_players(rng, game, 4)))
        for hand in settlement.deal.hands:
            for temptation in temptations(settlement, hand.label):
                check_refutation(temptation)


def check_refutation(temptation):
    """Check that a refutation agrees with the choice and the ranking of its contest."""
    contest, refutation = temptation.contest, temptation.refutation
    ranking, choice, text = contest.ranking, contest.choice, temptation_text(temptation)
    if isinstance(refutation, Counterfeited | LowCards):
        assert ranking is EIGHT_OR_BETTER
    if isinstance(refutation, Counterfeited):
        assert refutation.ranks
    if isinstance(refutation, TooManyOwn):
        assert refutation.own != choice.own
        assert refutation.own + refutation.shared == choice.own + choice.shared
        assert refutation.rank > refutation.made
        assert contest.rank(temptation.cards) == refutation.rank != NOT_QUALIFIED
    if "must play exactly" in text:
        assert text.endswith(f"exactly {NUMBERS[choice.own]} and {NUMBERS[choice.shared]}")
    if "a flush needs" in text:
        needed = {NUMBERS[choice.own], f"{NUMBERS[choice.shared]} there"}
        assert text.partition("a flush needs ")[2] in needed
