"""A deal checks itself, and says in a player's words what is wrong with it."""

import pytest

from showdown.evaluator import errors
from showdown.evaluator.cards import DECK, parse_cards
from showdown.evaluator.deals import Deal, Hand, default_label, is_label
from showdown.evaluator.games import GAMES, OMAHA_HILO, find_game
from tests.evaluator.dealing import dealt

BOARD = "Js-Ks-Tc-Ts-Qc"


@pytest.mark.parametrize(
    ("game", "hands", "board", "error", "field", "message"),
    [
        ("omaha-hilo", "AcKcJc 5cAsQs7d", BOARD, errors.WrongNumberOfCards, "HandA",
         "HandA has 3 cards; Omaha Hi/Lo needs 4"),
        ("omaha-hilo", "AcKcJc3d 5c", BOARD, errors.WrongNumberOfCards, "HandB",
         "HandB has 1 card; Omaha Hi/Lo needs 4"),
        ("omaha-hilo", "AcKcJc3d -", BOARD, errors.MissingHand, "HandB",
         "HandB has no cards; Omaha Hi/Lo needs 4"),
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d", "Js-Ks-Tc-Ts", errors.WrongNumberOfCards, "Board",
         "Board has 4 cards; Omaha Hi/Lo needs 5"),
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d", "", errors.MissingBoard, "Board",
         "the board is missing; Omaha Hi/Lo needs 5 cards"),
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d", "Js-Ks-Tc-Ts-Ac", errors.DuplicateCard, "Board",
         "Ac appears twice, in HandA and Board"),
        ("omaha-hilo", "AcKcJc3d 5cAsKc7d", BOARD, errors.DuplicateCard, "HandB",
         "Kc appears twice, in HandA and HandB"),
        ("omaha-hilo", "AcAcJc3d 5cAsKs7d", "9s-8s-Tc-Ts-Qc", errors.DuplicateCard, "HandA",
         "Ac appears twice, both times in HandA"),
        ("omaha-hilo", "AcKcJc3d", BOARD, errors.WrongNumberOfPlayers, "hands",
         "1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        ("omaha-hilo", " ".join(["2c3c4c5c"] * 12), BOARD, errors.WrongNumberOfPlayers, "hands",
         "12 hands; Omaha Hi/Lo is for 2 to 11 players"),
        ("omaha-hilo", "AcKcJc3z 5cAsQs7d", BOARD, errors.UnknownSuit, "HandA",
         "'3z' is no card: 'z' is no suit (c, d, h, s or ♣ ♦ ♥ ♠)"),
        ("omaha-hilo", "AcKcJc3d 5cAs1s7d", BOARD, errors.UnknownRank, "HandB",
         "'1s7d' is no card: '1' is no rank (2-9, T or 10, J, Q, K, A)"),
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d", "Js-Ks-Tc-Ts-Q", errors.UnknownCard, "Board",
         "'Q' is no card: its suit is missing"),
        ("five-card-omaha", "AcKcJc3d 5cAsQs7d", BOARD, errors.WrongNumberOfCards, "HandA",
         "HandA has 4 cards; Five-card Omaha needs 5"),
        ("holdem", "", BOARD, errors.WrongNumberOfPlayers, "hands",
         "0 hands; Texas Hold'em is for 1 to 10 players"),
        ("badugi", "AcKcJc3d 5cAsQs7d", "2c", errors.UnexpectedBoard, "Board",
         "Badugi has no board: 1 card too many"),
    ],
)  # fmt: skip
def test_each_mistake_is_a_typed_error(game, hands, board, error, field, message):
    with pytest.raises(errors.InvalidDeal) as caught:
        Deal.parse(find_game(game), hands.split(), board)
    assert type(caught.value) is error
    assert str(caught.value) == message
    assert caught.value.field == field


@pytest.mark.parametrize("label", ["", "Board", "1st", "a b", "x" * 21, "<b>", "HandA\n"])
def test_a_label_that_cannot_name_a_hand(label):
    assert not is_label(label)
    with pytest.raises(errors.InvalidLabel, match="cannot name a hand"):
        Deal.parse(OMAHA_HILO, {label: "AcKcJc3d", "HandB": "5cAsQs7d"}, BOARD)


def test_a_label_that_names_two_hands():
    hand = Hand("Anna", parse_cards("AcKcJc3d"))
    with pytest.raises(errors.InvalidLabel, match="Anna is named twice"):
        Deal(OMAHA_HILO, (hand, hand), parse_cards(BOARD))


def test_players_may_have_names():
    deal = Deal.parse(OMAHA_HILO, {"Jörg": "AcKcJc3d", "Seat-2": "5cAsQs7d"}, BOARD)
    assert deal.labels == ("Jörg", "Seat-2")


def test_an_unknown_game_is_told_the_known_ones():
    with pytest.raises(errors.UnknownGame, match="'whist' is no game here; there are omaha-hilo, "):
        find_game("whist")


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_every_game_seats_all_its_players_from_one_deck(game):
    for players in game.players:
        deal = dealt(game, players, DECK)
        assert deal.labels == tuple(default_label(seat) for seat in range(players))
        assert str(deal).count(":") == players + bool(game.board)


def test_a_deal_reads_as_a_line_of_the_contract():
    line = "HandA:Ac-Kc-Jc-3d HandB:5c-As-Qs-7d Board:Js-Ks-Tc-Ts-Qc"
    hands = {word.partition(":")[0]: word.partition(":")[2] for word in line.split()}
    board = hands.pop("Board")
    assert str(Deal.parse(OMAHA_HILO, hands, board)) == line
