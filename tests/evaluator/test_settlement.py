"""Who wins what: deals with known outcomes, and what must not change them."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.cards import DECK, Card
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.settlement import settle
from tests.evaluator.dealing import deals, random_deal, settled


def outcome(settlement):
    """`B Two Pair, A 6432A`: per pot, the winners' letters and the category."""
    return ", ".join(
        f"{''.join(label[-1] for label in pot.winners)} {pot.best.category}"
        if pot.best
        else "no low"
        for pot in settlement.pots
    )


@pytest.mark.parametrize(
    ("game", "cards", "expected", "shares"),
    [
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d | JsKsTcTsQc", "B Straight Flush, no low", [0, 1]),
        ("omaha-hilo", "4cJcAh7h 7sAsTs4h | Qc9d5c8s3s", "A High card, AB 8543A", ["3/4", "1/4"]),
        ("omaha-hilo", "6d6cKc4d JhJsQs8h | 2s3h9cAsAc", "B Two Pair, A 6432A", ["1/2", "1/2"]),
        ("omaha-hilo", "AcKdJd3d 5c5d6c7d | AhKh5s2sQd", "B 3-of-a-Kind, B 7652A", [0, 1]),
        ("omaha-hilo", "AcKdJd3d 5c5d6c6d | AdKh5s2dQd", "A Flush, no low", [1, 0]),
        ("omaha-hilo", "QcJdTd3d TcJc8h6d | AdKhQs2d3c", "AB Straight, B 8632A", ["1/4", "3/4"]),
        ("omaha-hilo", "Ah2sQd9s Ac2dAsJh | Kd4hKh5s3c", "AB Straight, AB 5432A", ["1/2", "1/2"]),
        # Three players: a scoop, a tie of all for the low, a tie of two for the high.
        (
            "omaha-hilo",
            "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd",
            "B 3-of-a-Kind, A 7532A",
            ["1/2", "1/2", 0],
        ),
        (
            "omaha-hilo",
            "Ac2cKhKd Ad2dQhQd Ah2hJhJd | 3s4s8dTcTh",
            "A Two Pair, ABC 8432A",
            ["2/3", "1/6", "1/6"],
        ),
        (
            "omaha-hilo",
            "AcKc9h9d AdKd8h8d 2s2h3s3h | QsJsTh7c7d",
            "AB Straight, no low",
            ["1/2", "1/2", 0],
        ),
        (
            "omaha",
            "AcKcQc9c AdKdQd9d AhKhQh9h AsKsQs9s | 7c7d2h3h4s",
            "ABCD One Pair",
            ["1/4"] * 4,
        ),
        # Exactly two: four spades on the board and one in hand are no flush.
        ("omaha", "AsKhQd2c 3h3dThJd | 9s8s6s2s3c", "B 3-of-a-Kind", [0, 1]),
        # Four of a kind in the hand is no more than a pair of them.
        ("omaha", "AcAdAhAs KcKd2h4s | KhQs7d6c3h", "B 3-of-a-Kind", [0, 1]),
        ("five-card-omaha-hilo", "AcKdQh2s9c 5c5d6c7dJh | AhKh5s2cQd", "B 3-of-a-Kind, B 7652A",
         [0, 1]),
        ("six-card-omaha", "AcKdJd3d9h8h 5c5d6c7dTcTd | AhKh5s2sQd", "B 3-of-a-Kind", [0, 1]),
        ("holdem", "AsAc 9h7h Th6h | 2s9cAd4hTs", "A 3-of-a-Kind", [1, 0, 0]),
        ("holdem", "6h7h 7d6c | 3s4s5sAsAd", "AB Straight", ["1/2", "1/2"]),
        ("holdem", "2c2d 3c3d 4c4d | AsKsQsJsTs", "ABC Straight Flush", ["1/3"] * 3),
        ("holdem", "2c2d | AsKsQsJs3h", "A One Pair", [1]),
        ("badugi", "3c2s4dAh As3h2d4h", "A Badugi", [1, 0]),
        ("badugi", "3c2s4dAh As2c3d4h", "AB Badugi", ["1/2", "1/2"]),
        ("badugi", "2dAc4h3c KhAd9s2c", "B Badugi", [0, 1]),
        ("badugi", "KcTcQcJc AcAdAhAs", "B 1-card", [0, 1]),
        ("badugi", "2h8h6h4h 6d2d5d8d", "AB 1-card", ["1/2", "1/2"]),
        ("badugi", "AcAd2c3h 2s8sJd2d", "A 3-card", [1, 0]),
    ],
)  # fmt: skip
def test_known_outcomes(game, cards, expected, shares):
    settlement = settled(cards, game)
    assert outcome(settlement) == expected
    assert [player.share for player in settlement.players] == [Fraction(each) for each in shares]


@pytest.mark.parametrize(
    ("hand", "title", "cards"),
    [
        ("AcAd2c3h", "3-card 3-2-A", "3h 2c Ad"),
        ("2s8sJd2d", "2-card 8-2", "8s 2d"),
        ("4c3h2cAs", "3-card 3-2-A", "3h 2c As"),
        ("8d6h3s2h", "3-card 8-3-2", "8d 3s 2h"),
    ],
)
def test_badugi_plays_the_best_subset(hand, title, cards):
    made = settled(f"{hand} KcKdKhKs", "badugi").player("HandA").made["low"]
    assert made.title == title
    assert " ".join(map(str, made.cards)) == cards


def test_it_says_which_cards_play_and_from_where():
    made = settled("AcKcJc3d 5cAsQs7d | JsKsTcTsQc").player("HandB").made["high"]
    assert " ".join(map(str, made.cards)) == "As Ks Qs Js Ts"
    assert " ".join(map(str, made.hole)) == "As Qs"
    assert " ".join(map(str, made.board)) == "Js Ks Ts"


def test_high_and_low_are_chosen_separately():
    player = settled("Ac3h9dTs KhQcJs8s | 2d5h7cKsKd").player("HandA")
    assert {str(card) for card in player.made["low"].hole} == {"Ac", "3h"}
    assert {str(card) for card in player.made["high"].hole} == {"Ac", "Ts"}


@pytest.mark.parametrize("players", range(2, 12))
def test_two_to_eleven_players_share_the_whole(players):
    settlement = settle(random_deal(random.Random(players), OMAHA_HILO, players))
    assert len(settlement.players) == players
    assert sum(player.share for player in settlement.players) == 1


def test_eleven_players_and_one_nut():
    hands = [f"{rank}c{rank}d{rank}h{rank}s" for rank in "A23456789TJ"]
    assert outcome(settled(" ".join(hands) + " | KcKdKhKsQc")) == "A Full House, no low"


def recoloured(deal, suits):
    """The same deal with its suits renamed."""

    def cards(them):
        return tuple(Card(card.rank, suits[card.suit]) for card in them)

    hands = tuple(Hand(hand.label, cards(hand.cards)) for hand in deal.hands)
    return Deal(deal.game, hands, cards(deal.board))


def ranks(settlement):
    return {
        player.label: {name: made and made.rank for name, made in player.made.items()}
        for player in settlement.players
    }


@given(deals(), st.permutations(range(4)))
def test_renaming_the_suits_changes_nothing(deal, suits):
    settlement, other = settle(deal), settle(recoloured(deal, suits))
    assert ranks(settlement) == ranks(other)
    assert [pot.winners for pot in settlement.pots] == [pot.winners for pot in other.pots]
    assert [pot.why for pot in settlement.pots] == [pot.why for pot in other.pots]


@given(deals(), st.randoms(use_true_random=False))
def test_players_and_cards_in_another_order_change_only_the_order(deal, rng):
    def shuffled(cards):
        return tuple(rng.sample(cards, len(cards)))

    hands = shuffled([Hand(hand.label, shuffled(hand.cards)) for hand in deal.hands])
    settlement, other = settle(deal), settle(Deal(deal.game, hands, shuffled(deal.board)))
    assert ranks(settlement) == ranks(other)
    for pot, same in zip(settlement.pots, other.pots, strict=True):
        assert set(pot.winners) == set(same.winners)
    assert all(player.share == other.player(player.label).share for player in settlement.players)


@given(deals())
def test_winners_hold_the_best_rank_and_shares_sum_to_one(deal):
    settlement = settle(deal)
    for pot in settlement.pots:
        held = ranks(settlement)
        best = max((rank[pot.name] for rank in held.values() if rank[pot.name]), default=None)
        assert set(pot.winners) == {
            label for label, rank in held.items() if best and rank[pot.name] == best
        }
        assert (pot.best and pot.best.rank) == best
        assert pot.why
    assert sum(player.share for player in settlement.players) == 1


@given(deals(["omaha-hilo", "omaha", "six-card-omaha-hilo"], most=3), st.data())
def test_another_card_for_one_that_does_not_play_helps_only_by_playing(deal, data):
    hand = deal.hands[0]
    made = settle(deal).player(hand.label).made["high"]
    idle = data.draw(st.sampled_from([card for card in hand.cards if card not in made.hole]))
    without = tuple(card for card in hand.cards if card != idle)
    used = {card for each in deal.hands for card in each.cards} | set(deal.board)
    new = data.draw(st.sampled_from([card for card in DECK if card not in used]))
    hands = (Hand(hand.label, (*without, new)), *deal.hands[1:])
    changed = settle(Deal(deal.game, hands, deal.board)).player(hand.label).made["high"]
    assert changed.rank >= made.rank
    assert changed.rank == made.rank or new in changed.hole


@given(deals(["omaha-hilo"], most=2))
def test_a_hand_is_never_better_than_its_best_two_cards(deal):
    """Each pair of hole cards alone with the board: what is irrelevant adds nothing to them."""
    hand = deal.hands[0]
    made = settle(deal).player(hand.label).made
    best_of_pairs = {
        pot.name: max(
            pot.ranking.rank(cards)
            for pair in ((one, two) for one in hand.cards for two in hand.cards if one < two)
            for cards in deal.game.choice(pair, deal.board)
        )
        for pot in deal.game.pots
    }
    assert {name: each.rank if each else () for name, each in made.items()} == best_of_pairs
