"""Test card notation, names of games, the validation of deals, and the pots built from wagers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import words
from showdown.evaluator import errors
from showdown.evaluator.cards import DECK, Card, format_cards, parse_cards
from showdown.evaluator.deals import Deal, Hand, is_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, OMAHA_HILO, find_game
from showdown.evaluator.icm import InvalidTournament
from showdown.evaluator.wagers import Pot, Wagers, collect
from showdown.words.errors import error_text
from tests.evaluator.dealing import settle_text

BOARD = "Js-Ks-Tc-Ts-Qc"


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


def test_every_error_has_a_message():
    def all_subclasses(base):
        yield base
        for subclass in base.__subclasses__():
            yield from all_subclasses(subclass)

    messages = words.errors.MESSAGES
    missing = {
        error.__name__
        for error in all_subclasses(errors.InvalidDeal)
        if error.__module__.startswith("showdown.")
        and error not in (errors.InvalidWagers, InvalidTournament)
        and not (error.__subclasses__() or error.message or error.__name__ in messages)
    }
    assert not missing
    assert set(words.errors.FAULTS) == set(errors.Fault)


DEAL = settle_text("Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd").deal


def test_a_pot_without_names_is_for_everyone_still_in():
    wagers = Wagers(pots=(Pot(10), Pot(20, ("HandC", "HandA"))), folded=("HandB",))
    assert [pot.eligible for pot in collect(wagers, DEAL).pots] == [("HandA", "HandC")] * 2


def test_seats_are_the_hands_followed_by_other_named_players():
    chips = dict.fromkeys(["Zoe", "HandC", "HandB", "HandA"], 5)
    wagers = Wagers(contributions=chips, folded=("Zoe", "Yan"))
    assert collect(wagers, DEAL).seats == ("HandA", "HandB", "HandC", "Zoe", "Yan")


def test_the_competing_players_are_known_without_chips():
    collected = collect(Wagers(folded=("HandB",)), DEAL)
    assert (collected.pots, collected.competing) == ((), ("HandA", "HandC"))


def test_a_hand_that_is_eligible_for_no_pot_does_not_compete():
    wagers = Wagers(contributions={"HandA": 5, "HandB": 0, "HandC": 5})
    assert collect(wagers, DEAL).competing == ("HandA", "HandC")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Ac-Kd-Jd-3d", "Ac Kd Jd 3d"),
        ("ac-KD-jd-3D", "Ac Kd Jd 3d"),
        ("AcKdJd3d", "Ac Kd Jd 3d"),
        ("Ac Kd, Jd;3d", "Ac Kd Jd 3d"),
        ("  Ac  Kd\t", "Ac Kd"),
        ("10h-Th-th", "Th Th Th"),
        ("10h10s", "Th Ts"),
        ("A♣ K♦ Q♥ J♠", "Ac Kd Qh Js"),
        ("A♧K♢Q♡J♤", "Ac Kd Qh Js"),
        ("A♥️ K♠︎", "Ah Ks"),
        ("Ac–Kd—Qh", "Ac Kd Qh"),
        ("", ""),
        (" - ", ""),
    ],
)
def test_cards_are_read_as_people_write_them(text, cards):
    assert " ".join(map(str, parse_cards(text))) == cards


@given(st.text(max_size=60))
def test_any_text_yields_cards_or_an_error_with_a_position(text):
    position, cards = 0, ()
    try:
        cards = parse_cards(text)
    except InvalidDeal as error:
        position = error.position
    assert position in range(len(text) or 1)
    assert set(cards) <= set(DECK)


@given(st.lists(st.sampled_from(DECK)), st.sampled_from(["", " ", "-", ", "]))
def test_cards_are_read_back_as_written(cards, separator):
    assert parse_cards(format_cards(cards, separator)) == tuple(cards)


def test_the_numbers_of_the_deck_are_0_to_51():
    assert [card.number for card in DECK] == list(range(52))
    assert Card(12, 2).number == 50
    assert str(Card(12, 2)) == "Ah"
