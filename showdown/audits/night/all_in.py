"""Hands in which nobody could bet any more before the last card, and what each was owed then.

A player is owed the equity of the hand times each pot that it can win, after what the house took.
Several runs have the same equity as one, so they don't matter for what is owed. The cards of those
who folded are not taken into account.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import NamedTuple

from showdown.audits.pots import without_rake
from showdown.audits.terms import Terms
from showdown.bulk.odds import ChipPot, Odds, exact_milliseconds, odds
from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Family
from showdown.evaluator.spots import Holding, Spot
from showdown.evaluator.wagers import pots_of_contributions
from showdown.notation.logs.logged_hand import LoggedHand

_ON_BOARD = (0, 3, 4, 5)
"""How many cards of each board lie there in a betting round."""
RIVER = len(_ON_BOARD) - 1
ROUNDS = ("before the flop", "on the flop", "on the turn", "on the river")


class NoEquity(Exception):
    """Why what is owed isn't known, in a short clause: `not all cards are known`."""


class AllIn(NamedTuple):
    """A spot with the pots that were paid, and the names of its players; `round`: 0 the first."""

    spot: Spot
    names: tuple[str, ...]
    pots: tuple[ChipPot, ...]
    round: int

    def milliseconds(self) -> float:
        """Roughly how long counting takes; infinite where exact odds would take too long."""
        return exact_milliseconds(self.spot, self.pots)

    def odds(self) -> Odds:
        """Raises NoEquity."""
        if self.milliseconds() == inf:
            raise NoEquity("too many cards are to come")
        return odds(self.spot, self.pots, here=True)

    def owed(self, counted: Odds) -> dict[str, Fraction]:
        """What each player is owed, in the amounts of the hand."""
        return {name: counted.chips(seat) for seat, name in enumerate(self.names)}


def all_in_of(hand: LoggedHand, terms: Terms, at: int = 0) -> AllIn | None:
    """The spot after the last bet, or in betting round `at`, if that is later.

    The hand is `with_rake`. None if it was no all-in, or if no card was to come. Raises NoEquity.
    """
    if len(hand.still_in) < 2 or not hand.boards:
        return None
    if hand.game.has_draw or hand.game.family is not Family.BOARD:
        return None
    if hand.last_round is None:
        raise NoEquity("a card lies there before the flop")
    number = max(hand.last_round, at)
    if number >= RIVER or not _is_all_in(hand):
        return None
    return _with_pots(hand, terms, number)


def _is_all_in(hand: LoggedHand) -> bool:
    """Whether at most one of those still in has chips left. Raises NoEquity."""
    put_in, dead = hand.contributions, hand.posted_dead
    behind = 0
    for name in hand.still_in:
        if name not in hand.stacks:
            raise NoEquity("not all stacks are stated")
        behind += hand.stacks[name] > put_in.get(name, 0) + dead.get(name, 0)
    return behind <= 1


def _with_pots(hand: LoggedHand, terms: Terms, number: int) -> AllIn:
    """Raises NoEquity."""
    cards = _cards_of(hand)
    try:
        found, _ = pots_of_contributions(hand.contributions, hand.dead, tuple(cards))
        spot = Spot(
            game=hand.game,
            holdings=tuple(
                Holding(default_label(seat), held) for seat, held in enumerate(cards.values())
            ),
            boards=_boards_at(hand, number),
        )
    except InvalidDeal:
        raise NoEquity("the hand can't have been dealt so") from None
    taken = min(hand.taken, sum(pot.amount for pot in found))
    paid = without_rake(found, taken, 1, terms.taken_from)
    seat_of = {name: seat for seat, name in enumerate(cards)}
    pots = tuple(
        ChipPot(pot.amount, tuple(sorted(seat_of[name] for name in pot.eligible or ())))
        for pot in paid
    )
    return AllIn(spot, tuple(cards), pots, number)


def _cards_of(hand: LoggedHand) -> Mapping[str, Cards]:
    """The hole cards of all who were still in. Raises NoEquity."""
    cards = {name: hand.hands.get(name) or hand.known.get(name, ()) for name in hand.still_in}
    if any(len(held) != hand.game.hole for held in cards.values()):
        raise NoEquity("not all cards are known")
    return cards


def _boards_at(hand: LoggedHand, number: int) -> tuple[Cards, ...]:
    """What lay there of each board. Raises NoEquity."""
    count, cards = len(hand.game.boards), _ON_BOARD[number]
    boards = hand.boards[:count]
    if len(boards) < count or any(len(board) < cards for board in boards):
        raise NoEquity("the board isn't whole")
    return tuple(board[:cards] for board in boards)
