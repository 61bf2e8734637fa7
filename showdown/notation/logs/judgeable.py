"""Decide whether a hand of a log can be judged, and whether it can be settled."""

from collections.abc import Mapping

from showdown.evaluator.cards import DECK
from showdown.evaluator.wagers import MOST_SEATS, uncalled_of
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand
from showdown.words.ranks import amount_text

MOST_BOARDS = 12
"""Maximum number of boards, counting all runs."""


def judgeable(hand: LoggedHand) -> ReadHand:
    """Return the hand, or a skipped hand with the reason why it can't be judged."""
    if fault := _beyond_bounds(hand):
        return _skip(hand, Skip.UNREADABLE, fault)
    if not hand.seats:
        return _skip(hand, Skip.CUT_OFF, "nobody does anything")
    if hand.pots and not hand.strangers and (fault := _does_not_add_up(hand)):
        return _skip(hand, Skip.DOES_NOT_ADD_UP, fault)
    return hand


def why_not_settled(hand: LoggedHand) -> SkippedHand | None:
    """Return a skipped hand with the reason why cards can't decide the hand; None if they can."""
    still_in = hand.still_in
    if len(still_in) < 2:
        return _skip(hand, Skip.NO_SHOWDOWN)
    unseen = [name for name in still_in if name not in hand.hands]
    if len(unseen) == len(still_in):
        return _skip(hand, Skip.CARDS_NOT_SHOWN, "nobody shows")
    for name in unseen:
        if hand.paid.get(name) and not has_pot_alone(hand, name):
            return _skip(hand, Skip.CARDS_NOT_SHOWN, f"{name} was paid without showing")
    if missing := _missing_cards(hand):
        return _skip(hand, Skip.CUT_OFF, missing)
    return None


def has_pot_alone(hand: LoggedHand, name: str) -> bool:
    """Return whether the player put in more than every player who showed.

    Such a player wins a side pot without showing.
    """
    put_in = hand.contributions
    shown = [put_in.get(other, 0) for other in hand.hands if other not in hand.folded]
    return put_in.get(name, 0) > max(shown, default=0)


def in_pots(contributions: Mapping[str, int], dead: int) -> int:
    """Return the sum of all pots without an uncalled bet."""
    return sum(contributions.values()) + dead - uncalled_of(contributions)[1]


def _beyond_bounds(hand: LoggedHand) -> str:
    """Return a clause with the bound that the hand exceeds; empty if none."""
    if len(hand.seats) > MOST_SEATS:
        return f"a table has at most {MOST_SEATS} seats"
    if len(hand.pots) > MOST_SEATS:
        return f"{len(hand.pots)} pots are stated"
    if len(hand.boards) > MOST_BOARDS:
        return f"there are {len(hand.boards)} boards"
    for cards in (*hand.hands.values(), *hand.boards):
        if len(cards) > len(DECK):
            return "a hand or a board has more cards than a deck"
    return ""


def _skip(hand: LoggedHand, reason: Skip, detail: str = "") -> SkippedHand:
    return SkippedHand(origin=hand.origin, reason=reason, detail=detail)


def _missing_cards(hand: LoggedHand) -> str:
    """Return a clause about missing board cards; empty if none. `Deal` rejects extra cards."""
    needed = hand.game.boards
    if not needed:
        return ""
    if not hand.boards:
        return "there is no board"
    count = len(needed)
    for index, board in enumerate(hand.boards):
        if len(board) < needed[index % count]:
            return f"a board has {len(board)} cards"
    return "" if len(hand.boards) % count == 0 else "a board is missing"


def _does_not_add_up(hand: LoggedHand) -> str:
    """Return a clause if the pots equal the payments, but not the bets; otherwise empty text.

    The audit reports differences between pots and payments. Some logs state the pots after the
    rake.
    """
    put_in = in_pots(hand.contributions, hand.dead)
    stated, given = sum(hand.pots), sum(hand.paid.values())
    as_stated = (stated, stated + hand.taken)
    if put_in in as_stated or given + hand.taken not in as_stated:
        return ""
    if hand.rake and stated == given < put_in:
        # The stated pots are payments, so only the stated rake is wrong.
        return ""
    pots = amount_text(stated, hand.decimals)
    return f"the pots have {pots}, and {amount_text(put_in, hand.decimals)} was put in"
