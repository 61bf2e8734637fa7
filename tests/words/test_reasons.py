"""The sentence about the reason of a contest."""

import pytest

from showdown.evaluator.settlement import Settlement
from showdown.words.headlines import reason_text
from tests.evaluator.dealing import settled


def reasons(settlement: Settlement) -> list[str]:
    return [reason_text(result) for result in settlement.contests]


@pytest.mark.parametrize(
    ("game", "cards", "whys"),
    [
        (
            "holdem",
            "AsQc AhJc | AdKs9c9d2h",
            ["HandA and HandB tie: two pair, aces and nines, king kicker"],
        ),
        (
            "holdem",
            "AsQc AhJc | Ad9c9d2h3s",
            ["the same two pair, aces and nines, queen kicker over jack"],
        ),
        ("holdem", "AsAc KhKc | 9d8c5d2h3s", ["a pair of aces beats a pair of kings"]),
        ("holdem", "AsTs KsQs | 9s8s5s2h3d", ["an ace-high flush beats a king-high flush"]),
        ("holdem", "AsTs Ks6s | Js9s8s5s2s", ["an ace-high flush beats a king-high flush"]),
        (
            "holdem",
            "KsTc QsTd | As9s8s5s2h",
            ["an ace-high flush each; the king beats the queen at the second card"],
        ),
        ("holdem", "AsTs QdQh | KsQsJs2h2d", ["a royal flush beats queens full of deuces"]),
        (
            "omaha-hilo",
            "2c5dKhKs 4c5hQhQd | 7d6sAcKdTd",
            ["three kings beat a pair of queens", "7-6-5-2-A beats 7-6-5-4-A at the fourth card"],
        ),
        (
            "omaha-hilo",
            "2c5dKhKs Qc9hQhQd | 7d6sAcKdTd",
            ["three kings beat a pair of queens", "7-6-5-2-A; nobody else qualifies"],
        ),
        ("badugi", "3c2s4dAh As3h2d4h", ["a 4-3-2-A badugi beats a three-card 3-2-A"]),
        ("badugi", "2d5h7c5s 2h3c8d6c", ["7-5-2 beats 8-3-2"]),
        ("holdem", "2c2d 3c3d 4c4d | AsKsQsJsTs", ["all three tie: royal flush"]),
        ("holdem", "KhQc KdJc | Ks9c9d9h2h", ["HandA and HandB tie: nines full of kings"]),
        (
            "holdem",
            "AsQc AhJc | Kd9s8c7d2h",
            ["ace high each; the queen beats the jack at the third card"],
        ),
        ("short-deck", "As6s KhKd | 7s8sJsKcJd", ["an ace-high flush beats kings full of jacks"]),
        (
            "razz",
            "Ah2h3c4d5sKsKd 2c3d4h5h6cQsQc",
            ["5-4-3-2-A beats 6-5-4-3-2"],
        ),
    ],
)
def test_one_sentence_says_what_decided(game, cards, whys):
    assert reasons(settled(cards, game)) == whys
