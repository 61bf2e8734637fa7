"""What is said about a settlement: the headline, what decided a pot, and what tempts."""

import pytest
from showdown.evaluator.explanation import combinations_ranked, headline, notes

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import find_game
from showdown.evaluator.settlement import Settlement, settle


def settled(game: str, hands: str, board: str = "") -> Settlement:
    return settle(Deal.parse(find_game(game), hands.split(), board))


@pytest.mark.parametrize(
    ("game", "hands", "board", "said"),
    [
        (
            "omaha-hilo",
            "Ac-Kc-Jc-3d 5c-4s-Qd-7d",
            "Js-Ks-Tc-9s-Qc",
            "HandA scoops: Straight, no low",
        ),
        (
            "omaha-hilo",
            "6d-6c-Kc-4d Jh-Js-Qs-8h",
            "2s-3h-9c-As-Ac",
            "HandB wins high with Two Pair, HandA wins low with 6432A: half each",
        ),
        (
            "omaha-hilo",
            "Qc-Jd-Td-3d Tc-Jc-8h-6d",
            "Ad-Kh-Qs-2d-3c",
            "HandA and HandB split high with Straight, HandB wins low with 8632A:"
            " HandB three quarters, HandA a quarter",
        ),
        (
            "omaha-hilo",
            "Ah-2s-Qd-9s Ac-2d-As-Jh",
            "Kd-4h-Kh-5s-3c",
            "HandA and HandB split high with Straight, HandA and HandB split low with 5432A:"
            " half each",
        ),
        (
            "omaha-hilo",
            "Ac-Kd-Jd-3d 5c-5d-6c-7d",
            "Ah-Kh-5s-2s-Qd",
            "HandB scoops: 3-of-a-Kind, 7652A",
        ),
        ("omaha", "Ac-Kd-Jd-3d 5c-5d-6c-7d", "Ah-Kh-5s-2s-Qd", "HandB wins with 3-of-a-Kind"),
        ("holdem", "AsKs 2c2d", "QsJsTs3h4d", "HandA wins with Royal Flush"),
        ("holdem", "2c2d", "QsJsTs3h4d", "HandA wins with One Pair"),
        (
            "holdem",
            "6h7h 7d6c 2c2d",
            "3s4s5sAsKd",
            "HandA and HandB split with Straight: half each",
        ),
        ("badugi", "3c2s4dAh As3h2d4h", "", "HandA wins with Badugi 4-3-2-A"),
        ("badugi", "KcTcQcJc AcAdAhAs", "", "HandB wins with 1-card A"),
    ],
)
def test_the_headline_reads_aloud(game: str, hands: str, board: str, said: str) -> None:
    assert headline(settled(game, hands, board)) == said


@pytest.mark.parametrize(
    ("game", "hands", "board", "whys"),
    [
        (
            "holdem",
            "AsQc AhJc",
            "AdKs9c9d2h",
            ["HandA and HandB tie: Two Pair, aces and nines, king kicker"],
        ),
        (
            "holdem",
            "AsQc AhJc",
            "Ad9c9d2h3s",
            ["Two Pair, aces and nines, queen kicker beats jack kicker"],
        ),
        ("holdem", "AsAc KhKc", "9d8c5d2h3s", ["One Pair, aces beats kings"]),
        ("holdem", "AsTs KsQs", "9s8s5s2h3d", ["Flush, ace high beats king high"]),
        (
            "holdem",
            "AsTs Ks6s",
            "Js9s8s5s2s",
            ["Flush, ace high beats king high"],
        ),
        (
            "holdem",
            "KsTc QsTd",
            "As9s8s5s2h",
            ["Flush, ace high, king beats queen at the second card"],
        ),
        (
            "holdem",
            "AsTs QdQh",
            "KsQsJs2h2d",
            ["Royal Flush beats Full House, queens full of deuces"],
        ),
        (
            "omaha-hilo",
            "2c-5d-Kh-Ks 4c-5h-Qh-Qd",
            "7d-6s-Ac-Kd-Td",
            ["3-of-a-Kind, kings beats One Pair, queens", "7652A beats 7654A at the fourth card"],
        ),
        (
            "omaha-hilo",
            "2c-5d-Kh-Ks Qc-9h-Qh-Qd",
            "7d-6s-Ac-Kd-Td",
            [
                "3-of-a-Kind, kings beats One Pair, queens",
                "7652A: no other hand qualified for low",
            ],
        ),
        ("badugi", "3c2s4dAh As3h2d4h", "", ["Badugi 4-3-2-A beats 3-card 3-2-A"]),
        ("badugi", "2d5h7c5s 2h3c8d6c", "", ["3-card 7-5-2 beats 3-card 8-3-2 at the first card"]),
    ],
)
def test_one_sentence_says_what_decided(game: str, hands: str, board: str, whys: list[str]) -> None:
    assert [pot.why for pot in settled(game, hands, board).pots] == whys


@pytest.mark.parametrize(
    ("game", "hands", "board", "said"),
    [
        (
            "omaha",
            "Ah-Kc-Jc-3d 5c-4s-Qs-7d",
            "Jh-9h-4h-2h-Kd",
            "four hearts on the board, one in hand: a flush needs two",
        ),
        (
            "omaha",
            "Ah-Kh-Jh-3h 5c-4s-Qs-7d",
            "Th-9c-4h-2d-Kd",
            "four hearts in hand, two on the board: a flush needs three there",
        ),
        (
            "omaha",
            "As-Kc-Jc-3d 5c-4s-Qs-7d",
            "Jh-9h-4h-2h-Kh",
            "five hearts on the board, none in hand: a flush needs two",
        ),
        (
            "omaha",
            "As-Ac-Ad-3d 5c-4s-Qs-7d",
            "Jh-9h-4h-2c-Kd",
            "the 3-of-a-Kind would play three of the hand and two of the board:"
            " exactly two and three must play",
        ),
        (
            "omaha-hilo",
            "2s-4c-Kd-Kh 5c-6s-Qs-Qd",
            "2h-4h-8d-Js-Th",
            "your 2 and 4 are on the board: no low",
        ),
        (
            "omaha-hilo",
            "2s-4c-5d-6h Jc-Js-Qs-Qd",
            "Ah-8d-Kc-Kd-Ks",
            "two low ranks on the board: a low needs three there",
        ),
        (
            "omaha-hilo",
            "As-Kc-Kd-Qc Jc-Js-Qs-Qd",
            "2h-4h-7c-8d-Ks",
            "one low rank in hand: a low needs two",
        ),
        (
            "omaha-hilo",
            "As-2c-4d-Qc Jc-Js-Qs-Qd",
            "3h-6h-7c-Kh-Ks",
            "6432A would play three of the hand and two of the board: no better low than 7632A",
        ),
        ("badugi", "4c3h2cAs KcKdKhKs", "", "4c and 2c share a suit"),
        ("badugi", "AcAd2c3h KcKdKhKs", "", "Ac and Ad share a rank"),
    ],
)
def test_the_tempting_answer_is_refuted(game: str, hands: str, board: str, said: str) -> None:
    assert said in notes(settled(game, hands, board), "HandA")


def test_in_holdem_nothing_tempts() -> None:
    settlement = settled("holdem", "AhKc 2c2d", "Jh9h4h2hKd")
    assert notes(settlement, "HandA") == notes(settlement, "HandB") == ()


def test_sixty_combinations_are_ranked_best_first() -> None:
    settlement = settled("omaha", "Ac-Kc-Jc-3d 5c-As-Qs-7d", "Js-Ks-Tc-Ts-Qc")
    deal = settlement.deal
    ranked = combinations_ranked(deal.game, deal.hands[1], deal.board, deal.game.pots[0])
    assert len(ranked) == 60
    assert ranked[0] == settlement.player("HandB").made["high"]
    assert [each.rank for each in ranked] == sorted((each.rank for each in ranked), reverse=True)
