"""Test the validation of deals, and its error messages."""

import pytest

from showdown import words
from showdown.evaluator import errors
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.deals import Deal, Hand, default_label, is_label
from showdown.evaluator.games import GAMES, OMAHA_HILO, find_game
from showdown.words.errors import error_text
from tests.evaluator.dealing import dealt

BOARD = "Js-Ks-Tc-Ts-Qc"


@pytest.mark.parametrize(
    ("game", "hands", "boards", "error", "field", "message"),
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
         "Board is missing; Omaha Hi/Lo needs 5 board cards"),
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d", "Js-Ks-Tc-Ts-Ac", errors.DuplicateCard, "Board",
         "A♣ appears twice, in HandA and Board"),
        ("omaha-hilo", "AcKcJc3d 5cAsKc7d", BOARD, errors.DuplicateCard, "HandB",
         "K♣ appears twice, in HandA and HandB"),
        ("omaha-hilo", "AcAcJc3d 5cAsKs7d", "9s-8s-Tc-Ts-Qc", errors.DuplicateCard, "HandA",
         "A♣ appears twice, both times in HandA"),
        ("omaha-hilo", "AcAcAc3d 5cAsKs7d", BOARD, errors.DuplicateCard, "HandA",
         "A♣ appears three times, all in HandA"),
        ("omaha-hilo", "AcAcJc3d 5cAsAc7d", "9s-8s-Tc-Ac-Qc", errors.DuplicateCard, "HandA",
         "A♣ appears four times, in HandA, HandB and Board"),
        ("omaha-hilo", "AcKcJc3d", BOARD, errors.WrongNumberOfPlayers, "hands",
         "1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        ("omaha-hilo", " ".join(["2c3c4c5c"] * 12), BOARD, errors.WrongNumberOfPlayers, "hands",
         "12 hands; Omaha Hi/Lo is for 2 to 11 players"),
        ("omaha-hilo", "AcKcJc3d 5cAsQs7d", "Js-Ks-Tc-Ts-Q", errors.UnknownCard, "Board",
         "“Q” isn't a card: its suit is missing"),
        ("five-card-omaha", "AcKcJc3d 5cAsQs7d", BOARD, errors.WrongNumberOfCards, "HandA",
         "HandA has 4 cards; Five-card Omaha needs 5"),
        ("holdem", "", BOARD, errors.WrongNumberOfPlayers, "hands",
         "0 hands; Texas Hold'em is for 1 to 11 players"),
        ("badugi", "AcKcJc3d 5cAsQs7d", "2c", errors.UnexpectedBoard, "Board",
         "Badugi has no Board; remove its 1 card"),
        ("double-board-omaha", "AcKcJc3d 5cAsQs7d", "JsKsTcTsQc", errors.MissingBoard, "Board2",
         "Board2 is missing; Double-board Omaha needs 5 board cards"),
        ("double-board-omaha", "AcKcJc3d 5cAsQs7d", "JsKsTcTsQc 2c2d2h2s",
         errors.WrongNumberOfCards, "Board2", "Board2 has 4 cards; Double-board Omaha needs 5"),
        ("double-board-omaha", "AcKcJc3d 5cAsQs7d", "JsKsTcTsQc 2c2d2h2sJs",
         errors.DuplicateCard, "Board2", "J♠ appears twice, in Board and Board2"),
        ("holdem", "AcKc 5cAs", "JsKsTcTsQc JsKsTc2c2d 3c3d3h3s4c JsKsTc5d5h",
         errors.UnexpectedBoard, "Board4", "Texas Hold'em has no Board4; remove its 5 cards"),
        ("holdem", "AcKc 5cAs", "JsKsTcTsQc JsKs2cTs2d", errors.DuplicateCard, "Board2",
         "10♠ appears twice, in Board and Board2"),
        ("short-deck", "AcKc 6cAs", "JsKsTcTs5c", errors.NotInDeck, "Board",
         "5♣ isn't in the Short Deck deck, which has no cards below the six"),
        ("razz", "2c3c4c5c6c7c8c 2d3d4d5d6d7d8d", "9c", errors.WrongNumberOfCards, "HandA",
         "HandA has 7 cards; Razz needs 6"),
        ("razz", "2c3c4c5c6c7c 2d3d4d5d6d7d", "9c9d", errors.WrongNumberOfCards, "Board",
         "Board has 2 cards; Razz needs 1"),
        ("omaha", "mucked mucked", BOARD, errors.NobodyShows, "hands",
         "no hand is shown, so nobody can win"),
    ],
)  # fmt: skip
def test_each_invalid_deal_raises_a_typed_error(game, hands, boards, error, field, message):
    with pytest.raises(errors.InvalidDeal) as caught:
        Deal.parse(find_game(game), hands.split(), boards.split())
    assert type(caught.value) is error
    assert error_text(caught.value) == message
    assert caught.value.field == field


@pytest.mark.parametrize(
    "label", ["", "Board", "Board2", "a:b", "a,b", "a=b", "x" * 41, " a", "--", "HandA\n"]
)
def test_a_label_that_cannot_name_a_hand_is_refused(label):
    assert not is_label(label)
    with pytest.raises(errors.InvalidLabel):
        Deal.parse(OMAHA_HILO, {label: "AcKcJc3d", "HandB": "5cAsQs7d"}, BOARD)


def test_a_label_that_names_two_hands_is_refused():
    hand = Hand("Anna", parse_cards("AcKcJc3d"))
    with pytest.raises(errors.DuplicateLabel) as caught:
        Deal(OMAHA_HILO, (hand, hand), (parse_cards(BOARD),))
    assert error_text(caught.value) == "there are two hands called Anna"


def test_players_may_have_names():
    deal = Deal.parse(OMAHA_HILO, {"Jörg": "AcKcJc3d", "Seat-2": "5cAsQs7d"}, BOARD)
    assert deal.labels == ("Jörg", "Seat-2")


def test_the_error_for_an_unknown_game_lists_the_games():
    with pytest.raises(errors.UnknownGame) as caught:
        find_game("whist")
    assert error_text(caught.value).startswith("unknown game “whist”; the games are omaha-hilo, ")


@pytest.mark.parametrize(
    ("text", "slug"),
    [("PLO8", "omaha-hilo"), ("big o", "five-card-omaha-hilo"), ("2-7", "deuce-to-seven")],
)
def test_a_game_is_found_by_its_common_names(text, slug):
    assert find_game(text).slug == slug


def test_no_two_games_share_a_name_or_a_number():
    names = [
        name.lower()
        for game in GAMES.values()
        for name in dict.fromkeys((game.slug, game.name.lower(), *game.aliases))
    ]
    assert [name for name in set(names) if names.count(name) > 1] == []
    assert len({game.number for game in GAMES.values()}) == len(GAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_every_game_seats_all_its_players_from_one_deck(game):
    for players in game.players:
        if players * game.hole + game.board > len(game.deck):
            continue  # in stud, eight players share the last card
        deal = dealt(game, players, game.deck)
        assert deal.labels == tuple(default_label(seat) for seat in range(players))
        assert str(deal).count(":") == players + len(game.boards)


def test_a_deal_is_formatted_as_a_deal_line():
    line = "HandA:Ac-Kc-Jc-3d HandB:5c-As-Qs-7d Board:Js-Ks-Tc-Ts-Qc"
    hands = {word.partition(":")[0]: word.partition(":")[2] for word in line.split()}
    board = hands.pop("Board")
    assert str(Deal.parse(OMAHA_HILO, hands, board)) == line


def test_a_second_run_may_share_the_first_cards():
    deal = Deal.parse(find_game("holdem"), ["AcKc", "5cAs"], ["JsKsTcTsQc", "JsKsTc2c2d"])
    assert deal.runs == 2
    assert deal.boards_of_run(1) == (parse_cards("JsKsTc2c2d"),)


def test_every_error_has_a_message():
    def kinds(kind):
        yield kind
        for narrower in kind.__subclasses__():
            yield from kinds(narrower)

    messages = words.errors.MESSAGES
    missing = {
        kind.__name__
        for kind in kinds(errors.InvalidDeal)
        if kind.__module__ == errors.__name__
        and kind not in (errors.InvalidDeal, errors.InvalidWagers)
        and kind.__name__ not in messages
    }
    assert not missing
    assert set(words.errors.FAULTS) == set(errors.Fault)
