"""Why a tempting answer is wrong, said to the player it tempts."""

import pytest

from showdown.evaluator.temptations import temptations
from showdown.words.temptations import temptation_text
from tests.evaluator.dealing import settled


def sentences_for(settlement, label):
    return [temptation_text(temptation) for temptation in temptations(settlement, label)]


@pytest.mark.parametrize(
    ("game", "cards", "sentence"),
    [
        (
            "omaha",
            "AhKcJc3d 5c4sQs7d | Jh9h4h2hKd",
            "four hearts on the board but only one in your hand: a flush needs two",
        ),
        (
            "omaha",
            "AhKhJh3h 5c4sQs7d | Th9c4h2dKd",
            "four hearts in your hand but only two on the board: a flush needs three there",
        ),
        (
            "omaha",
            "AsKcJc3d 5c4sQs7d | Jh9h4h2hKh",
            "five hearts on the board but none in your hand: a flush needs two",
        ),
        (
            "omaha",
            "AsAcAd3d 5c4sQs7d | Jh9h4h2cKd",
            "three aces would use three of your hole cards and two from the board: you must play"
            " exactly two and three",
        ),
        (
            "omaha-hilo",
            "2s4cKdKh 5c6sQsQd | 2h4h8dJsTh",
            "your deuce and four are counterfeited: no low",
        ),
        (
            "omaha-hilo",
            "2s4c5d6h JcJsQsQd | Ah8dKcKdKs",
            "only two low ranks on the board: a low needs three there",
        ),
        (
            "omaha-hilo",
            "AsKcKdQc JcJsQsQd | 2h4h7c8dKs",
            "only one low rank in your hand: a low needs two",
        ),
        (
            "omaha-hilo",
            "As2c4dQc JcJsQsQd | 3h6h7cKhKs",
            "6-4-3-2-A would use three of your hole cards and two from the board: your low is"
            " 7-6-3-2-A",
        ),
        # Of the ways to make it, the one that breaks the rule the least: three of four hearts.
        (
            "omaha",
            "AhKhQhJh 5c4sQs7d | Th9h8c2dKd",
            "four hearts in your hand but only two on the board: a flush needs three there",
        ),
        (
            "omaha",
            "As2c3d9h JcJsQsQd | 4h5hKcKd9d",
            "a five-high straight would use three of your hole cards and two from the board: you"
            " must play exactly two and three",
        ),
        (
            "drawmaha",
            "AhKhJh3h9h 5c4sQs7d2c | Td9c4h2dKd",
            "in Omaha, five hearts in your hand but only one on the board: a flush needs three"
            " there",
        ),
        (
            "double-board-omaha",
            "As2c3d9h JcJsQsQd | 4h5hKcKd9d | 4d5cTs7h8h",
            "on board 1, a five-high straight would use three of your hole cards and two from the"
            " board: you must play exactly two and three",
        ),
        ("badugi", "4c3h2cAs KcKdKhKs", "4♣ and 2♣ share a suit"),
        ("badugi", "AcAd2c3h KcKdKhKs", "A♣ and A♦ share a rank"),
    ],
)
def test_the_tempting_answer_is_refuted(game, cards, sentence):
    assert sentence in sentences_for(settled(cards, game), "HandA")


def test_in_holdem_nothing_tempts():
    settlement = settled("AhKc 2c2d | Jh9h4h2hKd", "holdem")
    assert sentences_for(settlement, "HandA") == sentences_for(settlement, "HandB") == []
