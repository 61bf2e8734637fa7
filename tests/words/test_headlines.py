"""Test headlines, which name the winners of the chips, and the reasons for the results."""

import random
from fractions import Fraction

import pytest

import showdown
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import find_game
from showdown.evaluator.rake import Rake
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.words.headlines import headline, reason_text, share_text
from showdown.words.odds import favorite_text
from tests.evaluator.dealing import few_players, random_deal, settled
from tests.made_up_games import EVERY_GAME

SIDE_POTS = "AdAh KhKs Qs7h | 2c2sTsKd9s"
ABC = {"HandA": 100, "HandB": 100, "HandC": 100}


@pytest.mark.parametrize(
    ("game", "cards", "sentence"),
    [
        ("omaha-hilo", "AcKcJc3d 5c4sQd7d | JsKsTc9sQc",
         "HandA scoops: an ace-high straight, no low"),
        ("omaha-hilo", "6d6cKc4d JhJsQs8h | 2s3h9cAsAc",
         "HandB wins high with two pair, aces and jacks, and HandA wins low with 6-4-3-2-A: half"
         " each"),
        ("omaha-hilo", "QcJdTd3d TcJc8h6d | AdKhQs2d3c",
         "HandA and HandB split high with an ace-high straight, and HandB wins low with"
         " 8-6-3-2-A: HandB three quarters, HandA a quarter"),
        ("omaha-hilo", "Ah2sQd9s Ac2dAsJh | Kd4hKh5s3c",
         "HandA and HandB chop both halves: a five-high straight, and 5-4-3-2-A for low"),
        ("omaha-hilo", "AcKdJd3d 5c5d6c7d | AhKh5s2sQd",
         "HandB scoops: three fives, and 7-6-5-2-A for low"),
        ("omaha", "AcKdJd3d 5c5d6c7d | AhKh5s2sQd", "HandB wins with three fives"),
        ("holdem", "AsKs 2c2d | QsJsTs3h4d", "HandA wins with a royal flush"),
        ("holdem", "2c2d | QsJsTs3h4d", "HandA wins: nobody else is in the pot"),
        ("holdem", "6h7h 7d6c 2c2d | 3s4s5sAsKd",
         "HandA and HandB split with a seven-high straight: half each"),
        ("badugi", "3c2s4dAh As3h2d4h", "HandA wins with a 4-3-2-A badugi"),
        ("three-card-flop", "As4d2c Kh9c8s | KsQs3d", "HandA wins with an ace-high straight flush"),
        ("red-cards", "AsAc Kd2s | 9h8c7s4s3c",
         "HandA wins high with a pair of aces, and HandB wins red with K-9 in red: half each"),
        ("red-cards", "AsAc KcKs | 9s8c7s4s3c", "HandA scoops: a pair of aces, no red"),
        ("badugi", "KcTcQcJc AcAdAhAs", "HandB wins with a one-card A"),
        ("razz", "Ah2h3c4d8sKsKd 9c9d9hQsQc5h6d", "HandA wins with 8-4-3-2-A"),
        ("deuce-to-seven", "2c3d4h5s7c Ac2d3h4s5d", "HandA wins with 7-5-4-3-2"),
        ("double-board-omaha", "AhKhQd2c 9s9d8c7c | AdKd5s6s2h | 9cTcJc2d3h",
         "HandA wins board 1 with two pair, aces and kings, and HandB wins board 2 with a"
         " jack-high straight flush: half each"),
        ("double-board-omaha-hilo", "AhKhQd2c 9s9d8c7c | AdKd5s6s2h | 9cTcJc2d3h",
         "HandA wins high on board 1 with two pair, aces and kings, and HandB wins low on board 1"
         " with 8-7-5-2-A and high on board 2 with a jack-high straight flush, no low on board 2:"
         " HandB three quarters, HandA a quarter"),
        ("double-board-omaha-hilo", "AhKhQdQs 9s9d8c7c | AdKd5s6s7h | 9cTcJc2d3h",
         "HandB scoops: on board 1 a nine-high straight for high and 8-7-6-5-A for low, on board"
         " 2 a jack-high straight flush for high and no low"),
        ("drawmaha", "AhKhQh9h2h 9s6s8c7c3d | Td9d6c2s4c",
         "HandA wins the draw with an ace-high flush, and HandB wins Omaha with a ten-high"
         " straight: half each"),
        ("drawmaha", "9s9h6s6h3d AhKdQc8d7s | Td4d6c2s4c",
         "HandA scoops: two pair, nines and sixes, in the draw, and sixes full of fours in Omaha"),
        # A kicker that decides is named.
        ("holdem", "KcJd AcKd | Kh8s8c4d2h",
         "HandB’s ace kicker plays: two pair, kings and eights"),
        ("holdem", "AcKd KcQd | KhKs2c7d9h", "HandA’s ace kicker plays: three kings"),
        ("holdem", "AcKd QcJd | 3h5s7c9dTh", "HandA wins with ace high"),
        ("holdem", "AcKd QcQd | 3h5s7c9dTh", "HandB wins with a pair of queens"),
        # Each run is stated, but runs with the same result are stated together.
        ("holdem", "AsAc KsKc | 2h3h4d9cTd | 2h3h4d9cKd",
         "HandA wins run 1 with a pair of aces, and HandB wins run 2 with three kings: half each"),
        ("holdem", "KcJd QcQd | Kh8s3c4d2h | Kh8s3c5d6h",
         "HandA wins both runs with a pair of kings"),
        ("holdem", "KcKd QcQd | Kh8s3c4d2h | Kh8s3c5d6h | Kh8s3c7dJc",
         "HandA wins three runs with three kings"),
        ("omaha-hilo", "AcKdJd3d 5c5d6c7d | AhKh5s2sQd | AhKh5s3c4h",
         "On run 1, HandB scoops with three fives, and 7-6-5-2-A for low; on run 2, HandB scoops"
         " with a seven-high straight, and 6-5-4-3-A for low"),
        ("double-board-omaha-hilo",
         "AhKhQdQs 9s9d8c7c | AdKd5s6s7h | 9cTcJc2d3h | Qc5c5dKc9h | Qh2c2hJd3d",
         "On run 1, HandB wins high on board 1 with a nine-high straight, low on board 1 with"
         " 8-7-6-5-A, and high on board 2 with a jack-high straight flush, no low on board 2; on"
         " run 2, HandA wins high on board 1 with queens full of fives and high on board 2 with"
         " queens full of deuces, no low on board 1, no low on board 2: half each"),
        # A scoop is stated once, and a player who wins several contests is named once.
        ("double-board-omaha", "AhKhQd2c 9s9d8c7c | AdKd5s6s7h | 9cTcJc2d3h",
         "HandB scoops: a nine-high straight on board 1, and a jack-high straight flush on board"
         " 2"),
        ("double-board-omaha-hilo", "AhKhQd2c 9s9d8c7c | AdKd5s6s7h | 9cTcJc2d3h",
         "HandB wins high on board 1 with a nine-high straight and high on board 2 with a"
         " jack-high straight flush, and HandA wins low on board 1 with 7-6-5-2-A, no low on"
         " board 2: HandB three quarters, HandA a quarter"),
    ],
)  # fmt: skip
def test_headlines_of_rulings(game, cards, sentence):
    assert headline(settled(cards, game)) == sentence


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        (Wagers(pots=(Pot(643),)), "HandB wins with kings full of deuces"),
        (Wagers(pots=(Pot(300), Pot(343, ("HandA", "HandC")))), "HandA takes 343, HandB 300"),
        (Wagers(contributions=ABC, folded=("HandB",)), "HandA wins with two pair, aces and deuces"),
        # The house takes everything, so no player takes chips: the best hand wins.
        (
            Wagers(pots=(Pot(300), Pot(343, ("HandA", "HandC"))), rake=Rake(amount=643)),
            "HandB wins with kings full of deuces",
        ),
        (Wagers(folded=("HandB", "HandC")), "HandA wins: everyone else has folded"),
        (Wagers(pots=(Pot(5, ("HandC",)),)), "HandC wins: nobody else is in the pot"),
    ],
)
def test_a_headline_follows_the_chips(wagers, sentence):
    assert headline(settled(SIDE_POTS, "holdem", wagers)) == sentence


def test_a_tie_for_a_pot_that_the_house_takes():
    house = Wagers(pots=(Pot(3),), rake=Rake(amount=3))
    assert headline(settled("AsKd AcKh | AdJd8h3s2h", "holdem", house)) == (
        "HandA and HandB split with a pair of aces: nothing is left in the pot"
    )


def test_names_are_kept_as_they_are_spelled():
    """`anna` and `Anna` are two players, so a headline keeps the case of names at its start."""
    hands = {"anna": "AsAc", "Anna": "KsKc"}
    for boards, head in (
        (["2h3h4d9cTd"], "anna wins with"),
        (["2h3h4d9cKd"], "Anna wins with"),
        (["2h3h4d9cTd", "2h3h4d9cKd"], "anna wins run 1 with"),
        (["AhKhQhJhTh"], "anna and Anna split with"),
    ):
        deal = Deal.parse(find_game("holdem"), hands, boards)
        assert headline(settle(deal)).startswith(head)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_a_headline_has_at_most_one_colon(game):
    rng = random.Random(game.slug)
    for _ in range(60):
        sentence = headline(settle(random_deal(rng, game, few_players(rng, game, most=4))))
        assert sentence.count(": ") <= 1
        assert " of board " not in sentence


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(1), "the whole pot"),
        (Fraction(3, 4), "three quarters"),
        (Fraction(101, 257), "39%"),
        (Fraction(0), "nothing"),
    ],
)
def test_a_share_has_a_name_or_is_a_percentage(share, words):
    assert share_text(share) == words


@pytest.mark.parametrize(
    ("game", "cards", "whys"),
    [
        ("holdem", "AsQc AhJc | AdKs9c9d2h",
         ["HandA and HandB tie: two pair, aces and nines, king kicker"]),
        ("holdem", "AsQc AhJc | Ad9c9d2h3s",
         ["the same two pair, aces and nines, queen kicker over jack"]),
        ("holdem", "AsAc KhKc | 9d8c5d2h3s", ["a pair of aces beats a pair of kings"]),
        ("holdem", "AsTs KsQs | 9s8s5s2h3d", ["an ace-high flush beats a king-high flush"]),
        ("holdem", "AsTs Ks6s | Js9s8s5s2s", ["an ace-high flush beats a king-high flush"]),
        ("holdem", "KsTc QsTd | As9s8s5s2h",
         ["an ace-high flush each; the king beats the queen at the second card"]),
        ("holdem", "AsTs QdQh | KsQsJs2h2d", ["a royal flush beats queens full of deuces"]),
        ("omaha-hilo", "2c5dKhKs 4c5hQhQd | 7d6sAcKdTd",
         ["three kings beat a pair of queens", "7-6-5-2-A beats 7-6-5-4-A at the fourth card"]),
        ("omaha-hilo", "2c5dKhKs Qc9hQhQd | 7d6sAcKdTd",
         ["three kings beat a pair of queens", "7-6-5-2-A; nobody else qualifies"]),
        ("badugi", "3c2s4dAh As3h2d4h", ["a 4-3-2-A badugi beats a three-card 3-2-A"]),
        ("badugi", "2d5h7c5s 2h3c8d6c", ["7-5-2 beats 8-3-2"]),
        ("holdem", "2c2d 3c3d 4c4d | AsKsQsJsTs", ["all three tie: royal flush"]),
        ("holdem", "KhQc KdJc | Ks9c9d9h2h", ["HandA and HandB tie: nines full of kings"]),
        ("holdem", "AsQc AhJc | Kd9s8c7d2h",
         ["ace high each; the queen beats the jack at the third card"]),
        ("short-deck", "As6s KhKd | 7s8sJsKcJd", ["an ace-high flush beats kings full of jacks"]),
        ("razz", "Ah2h3c4d5sKsKd 2c3d4h5h6cQsQc", ["5-4-3-2-A beats 6-5-4-3-2"]),
        ("deuce-to-seven", "2s2d7c5d4h 2c2h8d5s4c",
         ["the same pair of deuces; the seven beats the eight"]),
    ],
)  # fmt: skip
def test_one_sentence_states_the_reason(game, cards, whys):
    assert [reason_text(result) for result in settled(cards, game).contests] == whys


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
def test_the_headline_names_the_favorite(hands, board, sentence):
    assert favorite_text(showdown.odds("holdem", hands, board=board).odds) == sentence
