"""Winners, shares and playing cards of deals with known outcomes."""

from fractions import Fraction

import pytest

from tests.evaluator.dealing import settled


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
        ("omaha-hilo", "AcKdJd3d 5c5d6c6d | AdKh5s2dQd", "A flush, no low", [1, 0]),
        # Three players: two winners, a tie of all three for low, and a tie of two for high.
        ("omaha-hilo", "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd", "B three of a kind, A 7532A",
         ["1/2", "1/2", 0]),
        ("omaha-hilo", "Ac2cKhKd Ad2dQhQd Ah2hJhJd | 3s4s8dTcTh", "A two pair, ABC 8432A",
         ["2/3", "1/6", "1/6"]),
        ("omaha-hilo", "AcKc9h9d AdKd8h8d 2s2h3s3h | QsJsTh7c7d", "AB straight, no low",
         ["1/2", "1/2", 0]),
        ("omaha", "AcKcQc9c AdKdQd9d AhKhQh9h AsKsQs9s | 7c7d2h3h4s", "ABCD pair", ["1/4"] * 4),
        # Exactly two: four spades on the board and one in hand don't make a flush.
        ("omaha", "AsKhQd2c 3h3dThJd | 9s8s6s2s3c", "B three of a kind", [0, 1]),
        # Four of a kind in the hand play only as a pair.
        ("omaha", "AcAdAhAs KcKd2h4s | KhQs7d6c3h", "B three of a kind", [0, 1]),
        ("five-card-omaha-hilo", "AcKdQh2s9c 5c5d6c7dJh | AhKh5s2cQd", "B three of a kind, B 7652A",
         [0, 1]),
        ("six-card-omaha", "AcKdJd3d9h8h 5c5d6c7dTcTd | AhKh5s2sQd", "B three of a kind", [0, 1]),
        ("holdem", "AsAc 9h7h Th6h | 2s9cAd4hTs", "A three of a kind", [1, 0, 0]),
        ("holdem", "6h7h 7d6c | 3s4s5sAsAd", "AB straight", ["1/2", "1/2"]),
        ("holdem", "2c2d | AsKsQsJs3h", "A pair", [1]),
        ("badugi", "3c2s4dAh As2c3d4h", "AB badugi", ["1/2", "1/2"]),
        ("badugi", "2dAc4h3c KhAd9s2c", "B badugi", [0, 1]),
        ("badugi", "2h8h6h4h 6d2d5d8d", "AB one card", ["1/2", "1/2"]),
        ("badugi", "AcAd2c3h 2s8sJd2d", "A three cards", [1, 0]),
        ("seven-card-stud", "2c2d2s3s4s5s6s AcAdKcKdQh8h7d", "A straight flush", [1, 0]),
        ("stud-hilo", "Ah2h3c4d8sKsKd 9c9d9hQsQc5h6d", "B full house, A 8432A", ["1/2", "1/2"]),
        # Kickers, flushes and counterfeits.
        ("holdem", "AsQd KsQh | 2c2d2h2s3c", "A four of a kind", [1, 0]),
        ("holdem", "5c6c AdKd | 2h3h4h7h9h", "AB flush", ["1/2", "1/2"]),
        ("holdem", "Ah2c 6c7c | 3h4h5h2hKd", "A straight flush", [1, 0]),
        ("holdem", "AsKs 2c2d | 3c3d4h4sQh", "A two pair", [1, 0]),
        ("holdem-hilo", "Ac2d Ah2s | 3h4s7c8dKs", "AB high card, AB 7432A", ["1/2", "1/2"]),
        ("holdem-hilo", "Ac2d 5h6d | 2h3s4cKdKs", "B straight, B 65432", [0, 1]),
        ("short-deck", "6c6d AhTh | 6h9h9dKhQh", "B flush", [0, 1]),
        ("short-deck", "As6d KcKd | 7h8c9sKhJs", "A straight", [1, 0]),
        ("short-deck", "Ac6d TcJd | 7h8c9sQhKs", "B straight", [0, 1]),
        ("razz", "Ac2d3h4s8c8dAh As2h3c4d8h8sKd", "AB 8 low", ["1/2", "1/2"]),
        ("stud-hilo-regular", "KcKdKhQsQcQdJh QhAdAh2s2c3d3h", "A full house, B pair",
         ["1/2", "1/2"]),
        ("deuce-to-seven-razz", "7h5h4h3h2hKdQd 8c6d5s4c3d2s2d", "B 8 low", [0, 1]),
        ("five-card-draw", "Ac2d3h4s5c KcKdQhJsTc", "A straight", [1, 0]),
        ("archie", "KcQdJh9s8c TcTd2h3s4d", "B pair, no low", [0, 1]),
    ],
)  # fmt: skip
def test_known_outcomes(game, cards, expected, shares):
    settlement = settled(cards, game)
    assert outcome(settlement) == expected
    assert [player.share for player in settlement.players] == [Fraction(share) for share in shares]


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
