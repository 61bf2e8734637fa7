"""Reasons for a ruling in cards: hands side by side, deciding cards, and temptations."""

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.pages.presentation import present


def shown(game, hands, board="", wagers=None):
    return present(settle(Deal.parse(GAMES[game], hands, board), wagers))


def cards(row):
    return " ".join(str(card.card) for card in row.cards)


def decides(row):
    return " ".join(str(card.card) for card in row.cards if card.decides)


@pytest.mark.parametrize(
    ("game", "hands", "board", "winner", "loser"),
    [
        ("holdem", ["AsKd", "AdQc"], "Ah8c5d3h2s", "Kd", "Qc"),
        ("holdem", ["8s8d", "AdQc"], "Ah8c5d3h2s", "8s 8d 8c", "Ad Ah"),
        ("holdem", ["Ks2s", "Qs4s"], "As9s5s3h2d", "Ks", "Qs"),
        ("holdem", ["7s6d", "AdQc"], "Ah8c5d4h2s", "8c 7s 6d 5d 4h", "Ad Ah"),
        ("razz", ["Ac2d3h4s7cKdKh", "Ad2c3s5h7dQdQh"], "", "4s", "5h"),
        ("razz", ["Ac2d3h4s9cKdKh", "AdAh3s3c7d7hQh"], "", "", "Ad Ah"),
        ("badugi", ["As2d3c4h", "Ac2h3sKs"], "", "4h 3c 2d As", "3s 2h Ac"),
        ("deuce-to-seven", ["2c3d4h5s7c", "2d3c4s6h7d"], "", "5s", "6h"),
    ],
)
def test_the_cards_that_decide_are_marked_in_both_hands(game, hands, board, winner, loser):
    (decision,) = shown(game, hands, board).decisions
    best, beaten = decision.compared
    assert (set(decides(best).split()), set(decides(beaten).split())) == (
        set(winner.split()),
        set(loser.split()),
    )
    assert (best.wins, beaten.wins) == (True, False)


def test_a_losing_hand_shows_its_best_five():
    (decision,) = shown("omaha", ["AcKdJd3d", "5c5d6c7d"], "AhKh5s2sQd").decisions
    best, beaten = decision.compared
    assert (best.label, set(cards(best).split())) == ("Player 2", {"5c", "5d", "5s", "Ah", "Kh"})
    assert (beaten.label, set(cards(beaten).split())) == (
        "Player 1",
        {"Ac", "Ah", "Kd", "Kh", "Qd"},
    )


def test_a_player_without_a_low_has_no_cards_there():
    _, low = shown("omaha-hilo", ["AcKdJd3d", "5c5d6c7d"], "AhKh5s2sQd").decisions
    assert [(row.label, row.title, len(row.cards)) for row in low.compared] == [
        ("Player 2", "7-6-5-2-A", 5),
        ("Player 1", "no low", 0),
    ]


def test_of_several_hands_the_closest_two_come_first():
    (decision,) = shown("holdem", ["AsKd", "AdQc", "7c7d", "AcKs"], "Ah8c5d3h2s").decisions
    assert [row.label for row in decision.closest] == ["Player 1", "Player 4", "Player 2"]
    assert [row.label for row in decision.remaining] == ["Player 3"]
    assert [decides(row) for row in decision.closest] == ["Kd", "Ks", "Qc"]


def test_each_pot_compares_its_players():
    wagers = Wagers(contributions={"HandA": 50, "HandB": 200, "HandC": 200})
    main, side = shown("holdem", ["AsAd", "KsKd", "QsQd"], "Ah8c5d3h2s", wagers).decisions
    assert [row.label for row in main.compared] == ["Player 1", "Player 2", "Player 3"]
    assert [row.label for row in side.compared] == ["Player 2", "Player 3"]


def test_a_reason_shared_by_several_pots_is_stated_once():
    wagers = Wagers(contributions={"HandA": 200, "HandB": 200, "HandC": 50, "HandD": 20})
    hands = ["AsAd", "KsKd", "QsQd", "JsJd"]
    (alike,) = shown("holdem", hands, "Ah8c5d3h2s", wagers).decisions
    assert alike.heading == "Main pot, side pot 1 and side pot 2"
    assert [row.label for row in alike.closest] == ["Player 1", "Player 2"]
    assert [row.label for row in alike.remaining] == ["Player 3", "Player 4"]


def test_pots_with_different_reasons_are_shown_separately():
    wagers = Wagers(contributions={"HandA": 20, "HandB": 50, "HandC": 200, "HandD": 200})
    hands = ["JsJd", "AsAd", "KsKd", "QsQd"]
    decisions = shown("holdem", hands, "Ah8c5d3h2s", wagers).decisions
    assert [(decision.heading, decision.winner) for decision in decisions] == [
        ("Main pot and side pot 1", "Player 2"),
        ("Side pot 2", "Player 3"),
    ]


def test_a_tie_marks_nothing():
    (decision,) = shown("holdem", ["2s3d", "2c3h"], "AhKcQdJsTh").decisions
    assert [decides(row) for row in decision.compared] == ["", ""]


@pytest.mark.parametrize(
    ("hands", "board", "tempting", "instead"),
    [
        # The tempting straight takes four cards of the board, and Omaha allows three.
        (["AcAd4c4d", "2s2d7s8s"], "TsJhQdKc9h", "Ad Kc Qd Jh Ts", "Ac Ad Kc Qd Jh"),
        # Four hearts on the board, one in the hand.
        (["AhKs4c4d", "2s2d7s8s"], "3h5h9hQh8c", "Ah Qh 9h 5h 3h", "4c 4d Qh 9h 8c"),
    ],
)
def test_the_tempting_hand_is_drawn_beside_the_right_one(hands, board, tempting, instead):
    ((_, wrong), *_) = shown("omaha", hands, board).temptations
    drawn = {str(card.card) for card in wrong.cards}
    assert drawn == set(tempting.split())
    assert {str(card.card) for card in wrong.instead} == set(instead.split())


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("badugi", ["AcAdAhAs", "2c3c4c5c"], ""),
        ("badeucey", ["9d6d9h6hKs", "8c7c8s7s2d"], ""),
        ("omaha-hilo", ["AhKs4c4d", "2s2d7s8s"], "3h5h9hQh8c"),
    ],
)
def test_a_player_has_at_most_one_tempting_answer(game, hands, board):
    labels = [label for label, _ in shown(game, hands, board).temptations]
    assert labels
    assert len(labels) == len(set(labels))


def test_the_page_draws_the_hand_that_lost(visitor, typed):
    page = visitor.live(typed).text
    assert "two pair, aces and kings" in page.lower()
    assert page.count('class="compared') >= 4
    assert "this decides" in page


@pytest.mark.parametrize(
    ("game", "headings", "made"),
    [
        ("double-board-omaha", ["Board 1", "Board 2"], "board 1: three fives; board 2:"),
        ("double-board-omaha-hilo", ["High on board 1", "Low on board 1"], "high on board 1: "),
    ],
)
def test_a_board_with_one_contest_is_named_alone(game, headings, made):
    hands = ["AcKdJd3d", "5c5d6c7d"]
    ruling = shown(game, hands, ["AhKh5s2sQd", "Jc7h7s8d9d"])
    assert [decision.heading for decision in ruling.decisions][:2] == headings
    assert ruling.players[1].made_line.startswith(made)
