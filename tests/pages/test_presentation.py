"""Test rulings on pages: hands side by side, deciding cards, temptations, and names of players.

A player without a name is, for example, Player 1 on pages, and HandA in stored deals and files.
"""

import re
from html import unescape

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models import Showdown
from showdown.pages.presentation import present, with_file_labels, with_page_labels
from showdown.pages.template_functions import combination_links

LABELS = ("HandA", "HandB", "HandC", "HandD")


def present_deal(game, hands, board="", wagers=None):
    return present(settle(Deal.parse(GAMES[game], hands, board), wagers))


def cards(row):
    return " ".join(str(card.card) for card in row.cards)


def deciding_cards(row):
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
    (decision,) = present_deal(game, hands, board).decisions
    best, beaten = decision.compared
    assert set(deciding_cards(best).split()) == set(winner.split())
    assert set(deciding_cards(beaten).split()) == set(loser.split())
    assert (best.wins, beaten.wins) == (True, False)


def test_a_reason_without_a_winner_begins_with_a_capital_and_a_tie_marks_nothing():
    (tie,) = present_deal("holdem", ["2s3d", "2c3h", "2d3c"], "AhKcQdJsTh").decisions
    assert tie.text == "All three tie: ace-high straight"
    assert [deciding_cards(row) for row in tie.compared] == ["", "", ""]
    _, low = present_deal("omaha-hilo", ["AcKdJd3d", "5c5d6c7d"], "AhKhTs9sQd").decisions
    assert (low.heading, low.text) == ("Low", "Nobody qualifies")


def test_the_hands_of_all_players_are_compared():
    high, low = present_deal("omaha-hilo", ["AcKdJd3d", "5c5d6c7d"], "AhKh5s2sQd").decisions
    assert [(row.label, set(cards(row).split())) for row in high.compared] == [
        ("Player 2", {"5c", "5d", "5s", "Ah", "Kh"}),
        ("Player 1", {"Ac", "Ah", "Kd", "Kh", "Qd"}),
    ]
    assert [(row.label, row.title, len(row.cards)) for row in low.compared] == [
        ("Player 2", "7-6-5-2-A", 5),
        ("Player 1", "no low", 0),
    ]
    assert (high.is_low, low.is_low) == (False, True)


def captions(presentation, player):
    return [caption for _, caption in combination_links(presentation.deal, player)]


def test_captions_of_combinations_state_how_many_qualify_for_low():
    ruling = present_deal("omaha-hilo", ["AcKdJd3d", "5c5d6c7d"], "AhKh5s2sQd")
    assert [captions(ruling, player) for player in ruling.players] == [
        ["All 60 combinations for high", f"{qualifying} for low"]
        for qualifying in ("None of 60 combinations qualifies", "1 of 60 combinations qualifies")
    ]
    ruling = present_deal("holdem", ["AsKd", "AdQc"], "Ah8c5d3h2s")
    assert captions(ruling, ruling.players[0]) == ["All 21 combinations"]


def test_the_closest_two_of_several_hands_come_first():
    (decision,) = present_deal("holdem", ["AsKd", "AdQc", "7c7d", "AcKs"], "Ah8c5d3h2s").decisions
    assert [row.label for row in decision.closest] == ["Player 1", "Player 4", "Player 2"]
    assert [row.label for row in decision.remaining] == ["Player 3"]
    assert [deciding_cards(row) for row in decision.closest] == ["Kd", "Ks", "Qc"]


@pytest.mark.parametrize(
    ("hands", "bets", "decisions"),
    [
        ("AsAd KsKd QsQd", [50, 200, 200], [("Side pot", [2, 3]), ("Main pot", [1, 2, 3])]),
        (
            "AsAd KsKd QsQd JsJd",
            [200, 200, 50, 20],
            [("Side pot 2, side pot 1 and main pot", [1, 2, 3, 4])],
        ),
        (
            "JsJd AsAd KsKd QsQd",
            [20, 50, 200, 200],
            [("Side pot 2", [3, 4]), ("Side pot 1 and main pot", [2, 3, 4, 1])],
        ),
    ],
)
def test_each_pot_compares_its_players(hands, bets, decisions):
    wagers = Wagers(contributions=dict(zip(LABELS, bets, strict=False)))
    ruling = present_deal("holdem", hands.split(), "Ah8c5d3h2s", wagers)
    headings = [decision.heading for decision in ruling.decisions]
    assert headings == [heading for heading, _ in decisions]
    for decision, (_, players) in zip(ruling.decisions, decisions, strict=True):
        labels = [f"Player {number}" for number in players]
        assert [row.label for row in decision.compared] == labels
        assert [row.label for row in decision.closest] == labels[:2]
        assert decision.winner == labels[0]
    pot_names = [name for _, name, _, _ in ruling.pots]
    assert [line.partition(",")[0].lower() for line in ruling.dealer_lines] == pot_names


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
    (wrong, *_) = present_deal("omaha", hands, board).temptations
    assert {str(card.card) for card in wrong.cards} == set(tempting.split())
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
    labels = [wrong.label for wrong in present_deal(game, hands, board).temptations]
    assert labels
    assert len(labels) == len(set(labels))


def test_the_page_draws_the_hand_that_lost(visitor, deal_form):
    page = visitor.live(deal_form).text
    assert "two pair, aces and kings" in page.lower()
    assert page.count('class="compared') >= 4
    assert "this decides" in page


@pytest.mark.parametrize(
    ("game", "headings", "made"),
    [
        ("double-board-omaha", ["Board 1", "Board 2"], "board 1: three fives; board 2: "),
        ("double-board-omaha-hilo", ["High on board 1", "Low on board 1"],
         "board 1: three fives, low 7-6-5-2-A; board 2: nine-high straight, no low"),
    ],
)  # fmt: skip
def test_the_hands_of_a_player_are_grouped_by_board(game, headings, made):
    hands = ["AcKdJd3d", "5c5d6c7d"]
    ruling = present_deal(game, hands, ["AhKh5s2sQd", "Jc7h7s8d9d"])
    assert [decision.heading for decision in ruling.decisions][:2] == headings
    assert ruling.players[1].made_line.startswith(made)


def settle_hands(*labels, wagers=None):
    hands = dict(zip(labels, ("As Kd", "Qh Qc", "7c 7d"), strict=True))
    return settle(Deal.parse(GAMES["holdem"], hands, "2s 7h Td Qs 3c"), wagers)


@pytest.mark.parametrize(
    ("labels", "page_labels"),
    [
        (("HandA", "HandB", "HandC"), ("Player 1", "Player 2", "Player 3")),
        (("HandA", "Boris", "HandC"), ("Player 1", "Boris", "Player 3")),
        (("HandB", "Anna", "Cem"), ("HandB", "Anna", "Cem")),
        (("HandA", "Player 1", "Cem"), ("HandA", "Player 1", "Cem")),
    ],
)
def test_only_missing_names_are_replaced(labels, page_labels):
    settlement = with_page_labels(settle_hands(*labels))
    assert settlement.deal.labels == page_labels
    assert with_file_labels(settlement).deal.labels == labels


def test_chips_use_the_labels_of_pages():
    wagers = Wagers(
        pots=(Pot(90), Pot(40, ("HandB", "HandC"))),
        folded=("Dora",),
        button="HandC",
        seats=("HandA", "HandB", "HandC", "Dora"),
    )
    settlement = with_page_labels(settle_hands("HandA", "HandB", "HandC", wagers=wagers))
    assert settlement.wagers.pots[1].eligible == ("Player 2", "Player 3")
    assert settlement.wagers.button == "Player 3"
    assert settlement.wagers.seats == ("Player 1", "Player 2", "Player 3", "Dora")
    assert settlement.payout.player("Player 2").total == 130
    assert with_file_labels(settlement).wagers == wagers


def test_the_table_page_stores_default_labels(visitor, deal_form):
    address = visitor.settle(deal_form | {"pots": "90=HandA,HandB", "button": "seat-1"}).url
    settlement = Showdown.objects.get().settlement
    assert settlement.deal.labels == ("HandA", "HandB")
    assert settlement.wagers.button == "HandB"
    page = visitor.get(address).text
    assert "Player 2" in page
    assert "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d" in page


def test_the_page_of_a_deal_has_the_bets_and_one_name_for_each_player(visitor, deal_form):
    bets = {"label-0": "Anna", "put-in-0": "150.00", "put-in-1": "230.00"}
    page = unescape(visitor.get(visitor.settle(deal_form | bets).url).text)
    assert re.findall(r'<span class="word">bet</span> <span>(.*?)</span>', page) == ["150", "230"]
    assert '"Player 2":5c-5d-6c-7d' in page
    assert "=> Player 2 wins" in page


def test_a_stored_deal_is_edited_on_the_table_with_the_names_of_pages(visitor, deal_form):
    fields = deal_form | {"label-0": "HandA", "pots": "90=HandA,HandB", "button": "HandA"}
    page = visitor.get("/showdown/", fields).text
    assert 'value="Player 1"' in page
    assert "Player 2 scoops" in page
    assert "<strong>90</strong>" in page


def test_cards_name_the_contests_that_they_win_on_each_board():
    """Player 1 wins both highs with aces and kings, and both lows with the deuce and trey."""
    hands = ["AsKs2d3d", "QhJhQd6d"]
    ruling = present_deal("double-board-omaha-hilo", hands, ["AhKh7c9s8s", "AcKc4h6h7s"])
    won = [{str(card.card): card.wins for card in board.cards} for board in ruling.boards]
    assert won == [
        {"Ah": "HL", "Kh": "H", "7c": "L", "9s": "H", "8s": "L"},
        {"Ac": "HL", "Kc": "H", "4h": "L", "6h": "L", "7s": "H"},
    ]
    hole = {str(card.card): (card.wins, card.wins_low_only) for card in ruling.players[0].hole}
    assert hole == {
        "As": ("H1\nH2", False),
        "Ks": ("H1\nH2", False),
        "2d": ("L1\nL2", True),
        "3d": ("L1\nL2", True),
    }
    boards = present_deal(
        "double-board-holdem", ["AsKs", "QhJh"], ["AhKh7c9s8s", "Ac4c4h5h7d"]
    ).boards
    assert {card.wins for board in boards for card in board.cards} == {"", "1", "2"}
