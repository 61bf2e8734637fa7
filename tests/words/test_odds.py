"""Test the sentence about the favorite."""

import pytest

import showdown
from showdown.words.odds import favorite_text


@pytest.mark.parametrize(
    ("hands", "board", "sentence"),
    [
        (["AsAh", "KsKh"], "2c3d7h9s", "HandA is a 95.5% favorite"),  # 42 of 44 cards
        (["AsAh", "AdAc"], "2c3d7h9s", "HandA and HandB are even at 50.0% each"),
        (["AsAh", "KsKh"], "AcAd2c3d", "HandB is drawing dead"),
        # Of 42 cards, nine spades, three aces and three kings win for HandA. Three queens, three
        # sevens, two jacks and two tens win for HandC, and the other 17 cards for HandB.
        (["AsKs", "9h4h", "JcTc"], "9s8s2h3d", "HandB leads with 40.5%"),
    ],
)
def test_the_favorite_is_named(hands, board, sentence):
    assert favorite_text(showdown.odds("holdem", hands, board=board).odds) == sentence
