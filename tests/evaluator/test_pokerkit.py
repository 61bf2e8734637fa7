"""Compare the winners of random deals with those found by pokerkit, an independent library."""

import random

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from tests.evaluator.dealing import all_boards, few_players, random_deal
from tests.scope import examples

FAMILIES = [
    ("omaha-hilo", "omaha"),
    ("five-card-omaha-hilo", "five-card-omaha"),
    ("six-card-omaha-hilo", "six-card-omaha"),
    ("holdem",),
    ("badugi",),
    ("stud-hilo", "seven-card-stud"),
    ("razz",),
    ("deuce-to-seven",),
    ("short-deck",),
]
"""Games with equal numbers of cards, which share their deals, as the library is slow."""

KINDS = {
    "omaha": ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    "holdem": ("StandardHighHand",),
    "badugi": ("BadugiHand",),
    "stud": ("StandardHighHand", "EightOrBetterLowHand"),
    "razz": ("RegularLowHand",),
    "seven": ("StandardLowHand",),
    "deck": ("ShortDeckHoldemHand",),
}


def theirs(deal, kind):
    """Return the labels of the best hands according to pokerkit."""
    import pokerkit  # slow

    kind = getattr(pokerkit, kind)
    board = format_cards(all_boards(deal), "")
    hands = {
        hand.label: kind.from_game_or_none(format_cards(hand.cards, ""), board)
        for hand in deal.hands
    }
    best = max((hand for hand in hands.values() if hand), default=None)
    return tuple(label for label, hand in hands.items() if best and hand == best)


@pytest.mark.parametrize("deals", [25, pytest.param(examples(2000), marks=pytest.mark.long)])
@pytest.mark.parametrize("slugs", FAMILIES, ids=lambda slugs: slugs[0])
def test_pokerkit_names_the_same_winners(slugs, deals):
    rng = random.Random(slugs[0])
    games = [GAMES[slug] for slug in slugs]
    for _ in range(deals):
        deal = random_deal(rng, games[0], few_players(rng, games[0]))
        expected = [theirs(deal, kind) for kind in KINDS[slugs[-1].rpartition("-")[2]]]
        for game in games:
            settlement = settle(Deal(game, deal.hands, deal.boards))
            ours = [result.winners for result in settlement.contests]
            assert ours == expected[: len(ours)], str(deal)
