"""Check the names, cards, chips and sums of a logged hand, without evaluating players' cards.

A *fault* is a `Difference` that is found in this way.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from showdown.audits.terms import Terms
from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.deals import find_impossible_cards
from showdown.evaluator.differences import Difference, Kind
from showdown.evaluator.wagers import find_uncalled_bet
from showdown.notation.logs.logged_hand import (
    RAKE_AND_FEES,
    HandSkipped,
    LoggedHand,
    Skip,
    Statement,
)


def infer_rake(hand: LoggedHand) -> LoggedHand:
    """Return the hand without pots that its format doesn't state, and with the rake.

    If the log doesn't state the rake, it is the part of the pots that wasn't paid out.
    """
    if hand.pots and Statement.POTS not in hand.statements:
        hand = replace(hand, pots=(), taken_from_pots=())
    if hand.states_rake:
        return hand
    unpaid = hand.pot_total - sum(hand.paid.values())
    return replace(hand, rake=max(unpaid, 0), fees={}, statements=hand.statements | RAKE_AND_FEES)


def find_fault(hand: LoggedHand) -> Difference | None:
    """Return the first fault in names, cards or chips, but not in sums or winners."""
    all_names = chain(
        hand.unseated,
        hand.hands,
        hand.contributions,
        hand.dead_by_player,
        hand.paid,
        hand.returned,
        hand.folded,
    )
    unknown_player = next((name for name in all_names if name and name not in hand.seats), "")
    if unknown_player:
        return _make_difference(hand, Kind.UNKNOWN_PLAYER, player=unknown_player)
    dealt = chain(hand.hands.items(), hand.known.items(), _distinct_board_cards(hand))
    if error := next(find_impossible_cards(dealt, hand.game), None):
        return Difference(
            kind=Kind.IMPOSSIBLE_CARDS, paid=hand.paid, decimals=hand.decimals, error=error
        )
    if hand.too_fine_amount:
        return Difference(
            kind=Kind.AMOUNT, paid=hand.paid, decimals=hand.decimals, written=hand.too_fine_amount
        )
    if fault := _find_bet_above_stack(hand) or _find_wrong_return(hand):
        return fault
    for name in hand.folded:
        if name in hand.paid:
            return _make_difference(hand, Kind.FOLDED, player=name)
    return None


def find_fault_in_pots(hand: LoggedHand, terms: Terms, total: int) -> Difference | None:
    """Return the fault if the stated pots aren't `total`, or the rake breaks the rake rule.

    Raise HandSkipped if the log contradicts itself and doesn't show which figure is wrong.
    """
    stated = sum_stated_pots(hand, total)
    if stated != total:
        if sum(hand.paid.values()) + hand.taken != total:
            raise HandSkipped(Skip.DOES_NOT_ADD_UP)
        return _make_difference(hand, Kind.POT_SUM, stated=stated, actual=total)
    due = sum(terms.rake_of(hand, total, terms.unit_of(hand)))
    if due != hand.taken:
        return _make_difference(hand, Kind.RAKE, stated=due, actual=hand.taken, is_by_rule=True)
    return None


def find_fault_in_sums(hand: LoggedHand, terms: Terms) -> Difference | None:
    """Return the fault in the sums or the payments of a hand that can't be settled.

    `find_fault` must have returned None for the hand. Raise HandSkipped like
    `find_fault_in_pots`.
    """
    total, paid_out, still_in = hand.pot_total, sum(hand.paid.values()), hand.still_in
    if fault := find_fault_in_pots(hand, terms, total):
        return fault
    if len(still_in) == 1 and (others := [name for name in hand.paid if name != still_in[0]]):
        return _make_difference(hand, Kind.WINNER, player=others[0])
    if paid_out > total or hand.taken > total:
        return _make_difference(hand, Kind.SUM, stated=total, actual=paid_out + hand.taken)
    if paid_out + hand.taken != total:
        return _make_difference(hand, Kind.RAKE, stated=hand.taken, actual=total - paid_out)
    if len(still_in) == 1:
        return None
    put_in = hand.contributions
    for name, chips in hand.paid.items():
        own_contribution = put_in.get(name, 0)
        # A player can win at most their own contribution from each other player.
        max_winnable = hand.dead + sum([min(own_contribution, other) for other in put_in.values()])
        if chips > max_winnable:
            return _make_difference(
                hand, Kind.SHARE, player=name, stated=max_winnable, actual=chips
            )
    return None


def sum_stated_pots(hand: LoggedHand, total: int) -> int:
    """Return the stated sum of all pots, before the rake.

    `total` is the sum of all bets and antes, without an uncalled bet. Return `total` if no pots are
    stated. Some logs state the pots after the rake, so also return `total` if it equals the stated
    sum plus the rake, or if the stated sum equals the payments: then only the rake can be wrong.
    """
    if not hand.pots:
        return total
    stated = sum(hand.pots)
    is_after_rake = stated + hand.taken == total
    if is_after_rake or (hand.rake and stated == sum(hand.paid.values()) < total):
        return total
    return stated


def _find_bet_above_stack(hand: LoggedHand) -> Difference | None:
    if Statement.STACKS not in hand.statements:
        return None
    stacks, dead = hand.stacks, hand.dead_by_player
    for name, chips in hand.contributions.items():
        put_in = chips + dead.get(name, 0) if dead else chips
        if put_in > stacks.get(name, put_in):
            return _make_difference(
                hand, Kind.STACK, player=name, stated=stacks[name], actual=put_in
            )
    return None


def _find_wrong_return(hand: LoggedHand) -> Difference | None:
    """Return the fault if an uncalled bet wasn't returned, or another amount was returned."""
    if Statement.RETURNS not in hand.statements:
        return None
    if not hand.returned and Statement.EVERY_RETURN not in hand.statements:
        return None
    bettor, uncalled = find_uncalled_bet(hand.contributions)
    due = {bettor: uncalled} if uncalled else {}
    if hand.returned == due:
        return None
    player = next((name for name in hand.returned if name != bettor), bettor)
    stated = hand.returned.get(player, 0)
    return _make_difference(
        hand, Kind.UNCALLED, player=player, stated=stated, actual=due.get(player, 0)
    )


def _make_difference(
    hand: LoggedHand,
    kind: Kind,
    *,
    player: str = "",
    stated: int = 0,
    actual: int = 0,
    is_by_rule: bool = False,
) -> Difference:
    """Return a difference. The pots are due to the last player if all others folded.

    `Difference` documents `stated` and `actual` for each kind.
    """
    still_in = hand.still_in
    pot_after_rake = hand.pot_total - (stated if is_by_rule else hand.taken)
    return Difference(
        kind=kind,
        paid=hand.paid,
        due={still_in[0]: pot_after_rake} if len(still_in) == 1 and pot_after_rake > 0 else {},
        decimals=hand.decimals,
        stated=stated,
        actual=actual,
        player=player,
        is_by_rule=is_by_rule,
    )


def _distinct_board_cards(hand: LoggedHand) -> Iterator[tuple[str, Cards]]:
    """Yield each board's name and cards, without the cards that it shares with an earlier run.

    Runs share the cards that were dealt before them, which have the same positions on each board.
    """
    boards_per_run = max(1, len(hand.game.boards))
    dealt: dict[tuple[int, int], set[Card]] = {}
    for index, board in enumerate(hand.boards):
        new_cards = []
        for position, card in enumerate(board):
            dealt_before = dealt.setdefault((index % boards_per_run, position), set())
            if card not in dealt_before:
                new_cards.append(card)
            dealt_before.add(card)
        yield (f"Board {index + 1}" if len(hand.boards) > 1 else "Board"), tuple(new_cards)
