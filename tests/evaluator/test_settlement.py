"""Winners: deals with known outcomes, and changes that must not affect them."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.cards import DECK, Card
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from tests.evaluator.dealing import EVERY_SLUG, deals, settled


def outcome(settlement):
    """Return the winners and the category of each contest, for example `B two pair, A 6432A`."""
    return ", ".join(
        f"{''.join(label[-1] for label in result.winners)} {result.best.category}"
        if result.best
        else f"no {result.name}"
        for result in settlement.contests
    )


@pytest.mark.parametrize(
    ("game", "cards", "expected", "shares"),
    [
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d | JsKsTcTsQc", "B straight flush, no low", [0, 1]),
        ("omaha-hilo", "4cJcAh7h 7sAsTs4h | Qc9d5c8s3s", "A high card, AB 8543A", ["3/4", "1/4"]),
        ("omaha-hilo", "6d6cKc4d JhJsQs8h | 2s3h9cAsAc", "B two pair, A 6432A", ["1/2", "1/2"]),
        ("omaha-hilo", "AcKdJd3d 5c5d6c7d | AhKh5s2sQd", "B three of a kind, B 7652A", [0, 1]),
        ("omaha-hilo", "AcKdJd3d 5c5d6c6d | AdKh5s2dQd", "A flush, no low", [1, 0]),
        ("omaha-hilo", "QcJdTd3d TcJc8h6d | AdKhQs2d3c", "AB straight, B 8632A", ["1/4", "3/4"]),
        ("omaha-hilo", "Ah2sQd9s Ac2dAsJh | Kd4hKh5s3c", "AB straight, AB 5432A", ["1/2", "1/2"]),
        # Three players: two winners, a tie of all three for low, and a tie of two for high.
        (
            "omaha-hilo",
            "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd",
            "B three of a kind, A 7532A",
            ["1/2", "1/2", 0],
        ),
        (
            "omaha-hilo",
            "Ac2cKhKd Ad2dQhQd Ah2hJhJd | 3s4s8dTcTh",
            "A two pair, ABC 8432A",
            ["2/3", "1/6", "1/6"],
        ),
        (
            "omaha-hilo",
            "AcKc9h9d AdKd8h8d 2s2h3s3h | QsJsTh7c7d",
            "AB straight, no low",
            ["1/2", "1/2", 0],
        ),
        (
            "omaha",
            "AcKcQc9c AdKdQd9d AhKhQh9h AsKsQs9s | 7c7d2h3h4s",
            "ABCD pair",
            ["1/4"] * 4,
        ),
        # Exactly two: four spades on the board and one in hand don't make a flush.
        ("omaha", "AsKhQd2c 3h3dThJd | 9s8s6s2s3c", "B three of a kind", [0, 1]),
        # Four of a kind in the hand play only as a pair.
        ("omaha", "AcAdAhAs KcKd2h4s | KhQs7d6c3h", "B three of a kind", [0, 1]),
        ("five-card-omaha-hilo", "AcKdQh2s9c 5c5d6c7dJh | AhKh5s2cQd", "B three of a kind, B 7652A",
         [0, 1]),
        ("six-card-omaha", "AcKdJd3d9h8h 5c5d6c7dTcTd | AhKh5s2sQd", "B three of a kind", [0, 1]),
        ("holdem", "AsAc 9h7h Th6h | 2s9cAd4hTs", "A three of a kind", [1, 0, 0]),
        ("holdem", "6h7h 7d6c | 3s4s5sAsAd", "AB straight", ["1/2", "1/2"]),
        ("holdem", "2c2d 3c3d 4c4d | AsKsQsJsTs", "ABC straight flush", ["1/3"] * 3),
        ("holdem", "2c2d | AsKsQsJs3h", "A pair", [1]),
        ("badugi", "3c2s4dAh As3h2d4h", "A badugi", [1, 0]),
        ("badugi", "3c2s4dAh As2c3d4h", "AB badugi", ["1/2", "1/2"]),
        ("badugi", "2dAc4h3c KhAd9s2c", "B badugi", [0, 1]),
        ("badugi", "KcTcQcJc AcAdAhAs", "B one card", [0, 1]),
        ("badugi", "2h8h6h4h 6d2d5d8d", "AB one card", ["1/2", "1/2"]),
        ("badugi", "AcAd2c3h 2s8sJd2d", "A three cards", [1, 0]),
        ("seven-card-stud", "2c2d2s3s4s5s6s AcAdKcKdQh8h7d", "A straight flush", [1, 0]),
        ("stud-hilo", "Ah2h3c4d8sKsKd 9c9d9hQsQc5h6d", "B full house, A 8432A", ["1/2", "1/2"]),
        ("razz", "Ah2h3c4d5sKsKd 2c3d4h5h6cQsQc", "A 5 low", [1, 0]),
        ("deuce-to-seven", "2c3d4h5s7c Ac2d3h4s5d", "A 7 low", [1, 0]),
        ("short-deck", "As6s KhKd | 7s8sJsKcJd", "A flush", [1, 0]),
        # Two boards, each worth a half.
        (
            "double-board-omaha",
            "AhKhQd2c 9s9d8c7c | AdKd5s6s2h | 9cTcJc2d3h",
            "A two pair, B straight flush",
            ["1/2", "1/2"],
        ),
        # Run twice: the contests are those of the first run, the shares those of both.
        ("holdem", "AsAc KsKc | 2h3h4d9cTd | 2h3h4d9cKd", "A pair", ["1/2", "1/2"]),
    ],
)  # fmt: skip
def test_known_outcomes(game, cards, expected, shares):
    settlement = settled(cards, game)
    assert outcome(settlement) == expected
    assert [player.share for player in settlement.players] == [Fraction(share) for share in shares]


@pytest.mark.parametrize(
    ("hand", "category", "cards"),
    [
        ("AcAd2c3h", "three cards", "3h 2c Ad"),
        ("2s8sJd2d", "two cards", "8s 2d"),
        ("4c3h2cAs", "three cards", "3h 2c As"),
        ("8d6h3s2h", "three cards", "8d 3s 2h"),
    ],
)
def test_badugi_plays_the_best_subset(hand, category, cards):
    made = settled(f"{hand} KcKdKhKs", "badugi").player("HandA").made["badugi"]
    assert made.category == category
    assert " ".join(map(str, made.cards)) == cards


def test_a_made_hand_separates_hole_cards_and_board_cards():
    made = settled("AcKcJc3d 5cAsQs7d | JsKsTcTsQc").player("HandB").made["high"]
    assert " ".join(map(str, made.cards)) == "As Ks Qs Js Ts"
    assert " ".join(map(str, made.hole)) == "As Qs"
    assert " ".join(map(str, made.board)) == "Js Ks Ts"


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
    deal = settled(f"{hand} 4d4h | {board.replace(' ', '')}", "holdem")
    played = deal.player("HandA").made["high"].hole
    assert " ".join(map(str, played)) == hole


def test_high_and_low_are_chosen_separately():
    player = settled("Ac3h9dTs KhQcJs8s | 2d5h7cKsKd").player("HandA")
    assert {str(card) for card in player.made["low"].hole} == {"Ac", "3h"}
    assert {str(card) for card in player.made["high"].hole} == {"Ac", "Ts"}


def test_eleven_players_with_one_winner():
    hands = [f"{rank}c{rank}d{rank}h{rank}s" for rank in "A23456789TJ"]
    assert outcome(settled(" ".join(hands) + " | KcKdKhKsQc")) == "A full house, no low"


def recolored(deal, suits):
    """Return the same deal with its suits renamed."""

    def cards(them):
        return tuple(Card(card.rank, suits[card.suit]) for card in them)

    hands = tuple(Hand(hand.label, cards(hand.cards)) for hand in deal.hands)
    return Deal(deal.game, hands, tuple(map(cards, deal.boards)))


def ranks(settlement):
    return {
        player.label: {name: made and made.rank for name, made in player.made.items()}
        for player in settlement.players
    }


@given(deals(), st.permutations(range(4)))
def test_renaming_the_suits_changes_nothing(deal, suits):
    settlement, other = settle(deal), settle(recolored(deal, suits))
    assert ranks(settlement) == ranks(other)
    for result, same in zip(settlement.contests, other.contests, strict=True):
        assert (result.winners, result.reason) == (same.winners, same.reason)


@given(deals(EVERY_SLUG), st.randoms(use_true_random=False))
def test_reordering_players_and_cards_changes_only_the_order_of_results(deal, rng):
    def shuffled(cards):
        return tuple(rng.sample(cards, len(cards)))

    hands = shuffled([Hand(hand.label, shuffled(hand.cards)) for hand in deal.hands])
    settlement, other = (
        settle(deal),
        settle(Deal(deal.game, hands, tuple(map(shuffled, deal.boards)))),
    )
    assert ranks(settlement) == ranks(other)
    for result, same in zip(settlement.contests, other.contests, strict=True):
        assert set(result.winners) == set(same.winners)
    assert all(player.share == other.player(player.label).share for player in settlement.players)


@given(deals(EVERY_SLUG))
def test_winners_hold_the_best_rank_and_shares_sum_to_one(deal):
    settlement = settle(deal)
    for result in settlement.contests:
        held = {label: made[result.name] for label, made in ranks(settlement).items()}
        best = max(filter(None, held.values()), default=())
        assert set(result.winners) == {
            label for label, rank in held.items() if best and rank == best
        }
        assert result.reason.best == best
        assert (result.best.rank if result.best else ()) == best
    assert sum(player.share for player in settlement.players) == 1


@given(deals(["omaha-hilo", "omaha", "six-card-omaha-hilo"], most=3), st.data())
def test_replacing_an_idle_card_helps_only_if_the_new_card_plays(deal, data):
    hand = deal.hands[0]
    made = settle(deal).player(hand.label).made["high"]
    idle = data.draw(st.sampled_from([card for card in hand.cards if card not in made.hole]))
    without = tuple(card for card in hand.cards if card != idle)
    used = {card for held in deal.hands for card in held.cards} | set(deal.boards[0])
    new = data.draw(st.sampled_from([card for card in DECK if card not in used]))
    hands = (Hand(hand.label, (*without, new)), *deal.hands[1:])
    changed = settle(Deal(deal.game, hands, deal.boards)).player(hand.label).made["high"]
    assert changed.rank >= made.rank
    assert changed.rank == made.rank or new in changed.hole


@given(deals(["omaha-hilo"], most=2))
def test_a_hand_is_never_better_than_its_best_two_cards(deal):
    """Each pair of hole cards is tried alone with the board: the other cards add nothing."""
    hand = deal.hands[0]
    made = settle(deal).player(hand.label).made
    best_of_pairs = {
        contest.name: max(
            contest.ranking.rank(cards)
            for pair in combinations(hand.cards, 2)
            for cards in contest.combinations(pair, deal.boards)
        )
        for contest in deal.game.contests
    }
    assert {name: best.rank if best else () for name, best in made.items()} == best_of_pairs


def test_with_side_pots_the_shares_follow_the_chips():
    wagers = Wagers(pots=(Pot(300), Pot(343, ("HandA", "HandC"))))
    settlement = settled("AdAh KhKs Qs7h | 2c2sTsKd9s", "holdem", wagers)
    assert [player.share for player in settlement.players] == [
        Fraction(343, 643),
        Fraction(300, 643),
        0,
    ]
