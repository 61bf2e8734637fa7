"""Equities in all-ins, compared with the odds of each pot among its eligible players."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

import showdown
from showdown.audits.night.all_in import NoEquity, all_in_of
from showdown.audits.terms import Terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.logs.registry import read_hand
from tests.audits.night.nights import all_in_with
from tests.notation.logs.special_hands import special_hand

TERMS = Terms()
GAMES_PLAYED = (
    *("holdem", "omaha", "omaha-hilo", "short-deck", "five-card-omaha", "five-card-omaha-hilo"),
    *("six-card-omaha", "six-card-omaha-hilo", "double-board-omaha", "double-board-holdem"),
)
ON_BOARD = (0, 3, 4)


def all_in(rng: random.Random, slug: str) -> LoggedHand:
    """Return an all-in of two or three players with random stacks, sometimes run twice."""
    game = GAMES[slug]
    names = ("Anna", "Boris", "Cem")[: rng.choice((2, 2, 3))]
    stacks = {name: rng.randint(50, 900) for name in names}
    cards = list(game.deck)
    rng.shuffle(cards)
    hands = {name: tuple(cards.pop() for _ in range(game.hole)) for name in names}
    earliest = 1 if len(game.boards) > 1 else 0
    number = rng.randint(earliest, 2)
    seen = [tuple(cards.pop() for _ in range(ON_BOARD[number])) for _ in game.boards]
    boards = tuple(
        (*board, *(cards.pop() for _ in range(5 - len(board))))
        for _ in range(rng.choice((1, 2)))
        for board in seen
    )
    hand = all_in_with(stacks, game, hands, boards, rng.choice((0, 7)))
    return replace(hand, last_round=number)


def by_odds(hand: LoggedHand, at: int) -> dict[str, Fraction]:
    """Return equities after rake, from the odds of each pot among the players who can win it."""
    owed = dict.fromkeys(hand.seats, Fraction(0))
    levels = sorted(set(hand.contributions.values()))
    pots = []
    for below, level in zip([0, *levels], levels, strict=False):
        able = [name for name in hand.seats if hand.contributions[name] >= level]
        if len(able) > 1:
            pots.append((able, len(able) * (level - below)))
    whole = sum(amount for _, amount in pots)
    shares = [hand.rake * amount // whole for _, amount in pots]
    shares[0] += hand.rake - sum(shares)
    boards = [format_cards(board[: ON_BOARD[at]]) for board in hand.boards[: len(hand.game.boards)]]
    for (able, amount), rake in zip(pots, shares, strict=True):
        dead = [card for name in hand.seats if name not in able for card in hand.hands[name]]
        found = showdown.odds(
            hand.game.slug,
            {name: format_cards(hand.hands[name]) for name in able},
            boards=boards,
            dead_cards=format_cards(dead),
        )
        assert found.is_exact
        for name in able:
            owed[name] += found.shares[name] * (amount - rake)
    return owed


@pytest.mark.parametrize("slug", GAMES_PLAYED)
def test_equities_are_the_odds_of_each_pot(slug: str) -> None:
    rng = random.Random(slug)
    for _ in range(20):
        hand = all_in(rng, slug)
        found = all_in_of(hand, TERMS)
        assert found is not None
        owed = found.owed(found.odds()).by_name
        expected = by_odds(hand, found.round)
        # Rounding may move a chip of the rake between pots.
        most = Fraction(0) if len(found.pots) == 1 or not hand.rake else Fraction(len(found.pots))
        assert all(abs(owed[name] - expected[name]) <= most for name in hand.seats)
        assert sum(owed.values()) == sum(expected.values())


def hand_of(**changes: object) -> LoggedHand:
    return replace(all_in(random.Random(3), "holdem"), **changes)  # type: ignore[arg-type]


def test_without_an_all_in_or_after_the_last_card_there_is_no_equity() -> None:
    more = {name: chips + 1 for name, chips in hand_of().stacks.items()}
    assert all_in_of(hand_of(stacks=more), TERMS) is None
    assert all_in_of(hand_of(last_round=3), TERMS) is None


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"stacks": {}}, "not all stacks are stated"),
        ({"last_round": None}, "the log doesn't state when the last chips went in"),
        ({"hands": {}}, "not all cards are known"),
    ],
)
def test_the_error_names_the_unknown_value(changes: dict[str, object], why: str) -> None:
    with pytest.raises(NoEquity, match=why):
        all_in_of(hand_of(**changes), TERMS)


STUD = special_hand("pokerstars", "an all-in on fifth street")
FOLDED_STUD = STUD.partition("Anna: calls $2")[0] + (
    "Anna: folds\nUncalled bet ($2) returned to Boris\nBoris collected $1.20 from pot\n"
    "*** SUMMARY ***\nTotal pot $1.20 | Rake $0\n"
)


def stud(boris: str = "Ks 9c Kh 3s 8c 8d 5h") -> LoggedHand:
    hand = read_hand(STUD.replace("Ks 9c Kh 3s 8c 8d 5h", boris))
    assert isinstance(hand, LoggedHand)
    return hand


def test_equities_in_stud_use_the_cards_of_the_street() -> None:
    found = all_in_of(stud(), TERMS)
    assert found is not None
    assert found.when == "on fifth street"
    known = {"Anna": "Ac4d7dTd3d", "Boris": "Ks9cKh3s8c"}
    expected = showdown.odds("seven-card-stud", known)
    assert expected.is_exact
    owed = found.owed(found.odds()).by_name
    assert owed == {name: share * 500 for name, share in expected.shares.items()}


def test_later_cards_of_stud_need_not_be_shown() -> None:
    """A log of KingsClub shows only the cards that a hand had at the last bet."""
    hand = stud()
    shown = {name: cards[:5] for name, cards in hand.hands.items()}
    assert all_in_of(replace(hand, hands=shown), TERMS) == all_in_of(hand, TERMS)
    shown["Boris"] = shown["Boris"][:4]
    with pytest.raises(NoEquity, match="not all cards are known"):
        all_in_of(replace(hand, hands=shown), TERMS)


def test_sorted_cards_of_stud_have_no_known_order() -> None:
    with pytest.raises(NoEquity, match="the order of the cards"):
        all_in_of(stud(boris="Kh Ks 9c 8c 8d 5h 3s"), TERMS)


def test_two_boards_before_the_flop_have_the_equities_of_one() -> None:
    hand = replace(hand_of(game=GAMES["double-board-holdem"]), last_round=0)
    hand = replace(hand, boards=(hand.boards[0], hand.boards[0]))
    found, one = all_in_of(hand, TERMS), all_in_of(hand_of(last_round=0), TERMS)
    assert found == one is not None


def test_a_card_of_courchevel_is_dealt_before_the_flop() -> None:
    hand = replace(all_in(random.Random(4), "five-card-omaha"), last_round=0, before_flop=1)
    found = all_in_of(hand, TERMS)
    assert found is not None
    assert found.spot.boards == (hand.boards[0][:1],)
