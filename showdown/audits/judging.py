"""Judge whether each player in a logged hand was paid correctly under the evaluator's rules."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from showdown.audits.checking import find_fault, find_fault_in_pots, find_fault_in_sums
from showdown.audits.pots import deduct_rake, find_pots, infer_pots_after_rake, isolate_pot
from showdown.audits.terms import Terms
from showdown.evaluator.differences import Difference, Kind, classify_difference
from showdown.evaluator.errors import (
    DuplicateCard,
    InvalidDeal,
    MissingBoard,
    MissingHand,
    NotInDeck,
    WrongNumberOfCards,
    WrongNumberOfPlayers,
)
from showdown.evaluator.rake import TakenFrom
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import write_line
from showdown.notation.logs.logged_hand import HandSkipped, LoggedHand, Skip, Statement
from showdown.notation.logs.submission import (
    seat_labels,
    skip_if_not_settleable,
    submission_from_hand,
)
from showdown.notation.logs.writing.steps import PaidPot
from showdown.words.errors import error_text

_COARSER_UNITS = (5, 25)
"""A nickel and a quarter, in cents."""

_CHECKED_REASONS = frozenset((Skip.NO_SHOWDOWN, Skip.CARDS_NOT_SHOWN))
"""Reasons for which a hand can't be settled, but its chips are checked."""
_KINDS_WITH_PAYMENTS_DUE = frozenset((Kind.FOLDED, Kind.UNCALLED))
"""Kinds of faults that are reported with the correct payments if the hand can be settled."""


class Judgment(NamedTuple):
    """A hand, its difference if it was paid incorrectly, and the reason if it wasn't settled."""

    hand: LoggedHand
    difference: Difference | None = None
    unsettled: Skip | None = None


def judge_hand(hand: LoggedHand, terms: Terms) -> Judgment:
    """Return the judgment of a hand from `infer_rake`.

    No log states the smallest chip. If the terms don't state it either, a payment that is wrong in
    cents may be right in chips of 5 or 25 cents, under this or another rule set. Raise HandSkipped
    if the log doesn't state enough or contradicts itself.
    """
    judgment = _judge_in_units(hand, terms)
    difference = judgment.difference
    if (
        not difference
        or difference.kind not in (Kind.ODD_CHIP, Kind.SHARE)
        or difference.matching_rule_sets
    ):
        return judgment
    if terms.unit is not None or hand.unit != 1 or not hand.decimals:
        return judgment
    paid, put_in = hand.paid.values(), hand.contributions.values()
    amounts = (*paid, *put_in, hand.dead, hand.rake, hand.fees_taken)
    in_coarser_units = [
        _judge_in_units(replace(hand, unit=unit), terms)
        for unit in _COARSER_UNITS
        if not any(amount % unit for amount in amounts)
    ]
    correct = (other for other in in_coarser_units if not other.difference)
    correct_by_another = (
        other
        for other in in_coarser_units
        if other.difference and other.difference.matching_rule_sets
    )
    return next(correct, None) or next(correct_by_another, judgment)


def _judge_in_units(hand: LoggedHand, terms: Terms) -> Judgment:
    """Return the judgment for the smallest chip of the terms, by default the hand's unit."""
    fault, skipped_hand = find_fault(hand), skip_if_not_settleable(hand)
    if not fault and Statement.PAYMENTS not in hand.statements:
        raise HandSkipped(Skip.NOT_PAID, "its format doesn't state all payments")
    if not skipped_hand:
        try:
            return Judgment(
                hand, _add_due(fault, hand, terms) if fault else _find_difference(hand, terms)
            )
        except HandSkipped as skipped:
            if skipped.reason not in _CHECKED_REASONS:
                raise
            skipped_hand = hand.as_skipped(skipped.reason)
    fault = fault or find_fault_in_sums(hand, terms)
    if fault:
        return Judgment(hand, fault, skipped_hand.reason)
    if skipped_hand.reason not in _CHECKED_REASONS:
        raise HandSkipped(skipped_hand.reason, skipped_hand.detail)
    return Judgment(hand, None, None if _is_last_hand_shown(hand) else skipped_hand.reason)


def _is_last_hand_shown(hand: LoggedHand) -> bool:
    """Return whether all players but one folded, and this player showed after the last card."""
    still_in = hand.still_in
    if len(still_in) != 1 or tuple(map(len, hand.boards)) != hand.game.boards:
        return False
    return len(hand.hands.get(still_in[0], ())) == hand.game.hole


def _find_difference(hand: LoggedHand, terms: Terms) -> Difference | None:
    """Settle the hand again. Return the difference of its payments; None if they are correct.

    Raise HandSkipped if the deal is incomplete or the log contradicts itself.
    """
    try:
        return _ResettledHand(hand, terms).find_difference()
    except (DuplicateCard, NotInDeck) as error:
        return Difference(
            kind=Kind.IMPOSSIBLE_CARDS, paid=hand.paid, decimals=hand.decimals, error=error
        )
    except WrongNumberOfPlayers:
        raise HandSkipped(Skip.UNSUPPORTED_GAME, "more players than the game allows") from None
    except InvalidDeal as error:
        is_incomplete = isinstance(error, MissingHand | WrongNumberOfCards)
        if is_incomplete and not error.field.startswith("Board"):
            detail = f"{error.field} shows an incomplete hand"
            raise HandSkipped(Skip.CARDS_NOT_SHOWN, detail) from None
        if isinstance(error, MissingBoard | WrongNumberOfCards):
            raise HandSkipped(Skip.CUT_OFF, "the board is incomplete") from None
        raise HandSkipped(Skip.UNREADABLE, error_text(error)) from None


def _add_due(fault: Difference, hand: LoggedHand, terms: Terms) -> Difference:
    """Return the fault with the correct payments, if they are known."""
    if fault.kind not in _KINDS_WITH_PAYMENTS_DUE:
        return fault
    try:
        return _ResettledHand(hand, terms).add_due(fault)
    except (InvalidDeal, HandSkipped):
        return fault


def build_submission(hand: LoggedHand, terms: Terms) -> Submission:
    """Return the hand as a deal with contributions.

    Raise InvalidDeal or HandSkipped if it can't have been dealt this way.
    """
    if not set(hand.folded).issubset(hand.seats):
        raise HandSkipped(Skip.UNREADABLE, "a player without a seat folded")
    return submission_from_hand(replace(hand, unit=terms.unit_of(hand)), terms.rules)


def write_deal_line(judgment: Judgment, terms: Terms) -> str:
    """Return the hand as a deal line; empty if it wasn't settled or can't be written as a deal."""
    try:
        return "" if judgment.unsettled else write_line(build_submission(judgment.hand, terms))
    except (InvalidDeal, HandSkipped):
        return ""


class _ResettledHand:
    """A logged hand, which is settled again to compare the payouts with the payments."""

    def __init__(self, hand: LoggedHand, terms: Terms) -> None:
        """Raise the same errors as `build_submission` and `find_pots`."""
        self.hand = hand
        self.terms = terms
        self.pots = find_pots(hand)
        # Omit the payments: a Submission can't express a player who was paid without showing.
        self.submission = build_submission(replace(hand, paid={}), terms)
        self.labels = seat_labels(hand)
        self.unit = terms.unit_of(hand)

    def find_difference(self) -> Difference | None:
        """Return the difference of the payments; None if they are correct.

        Raise HandSkipped if the log contradicts itself.
        """
        if fault := self._fault_in_sums():
            return fault
        if any(self.payouts(pots) == self.payments() for pots in self.possible_pots()):
            return None
        difference = self.compare()
        if difference.kind is Kind.ODD_CHIP and Statement.ODD_CHIPS not in self.hand.statements:
            return None
        return None if self._is_rake_of_winners(difference) else difference

    def _is_rake_of_winners(self, difference: Difference) -> bool:
        """Return whether payments to tied players differ only by the rake taken from each.

        Return False if the amounts are correct but were paid to the wrong players.
        """
        if Statement.RAKE_OF_WINNERS in self.hand.statements or not self.hand.taken:
            return False
        without_rake, paid = self.payouts(self.pots.pots), self.payments()
        if (
            without_rake.keys() != paid.keys()
            or max(without_rake.values()) - min(without_rake.values()) > 1
        ):
            return False
        rake_by_name = [without_rake[name] - paid[name] for name in without_rake]
        amounts_differ = sorted(paid.values()) != sorted(difference.due.values())
        return amounts_differ and 0 <= min(rake_by_name) <= max(rake_by_name) <= self.hand.taken

    def add_due(self, fault: Difference) -> Difference:
        """Return the fault with the payments due and the rule sets that allow the payments."""
        return replace(
            self.compare(),
            kind=fault.kind,
            player=fault.player,
            stated=fault.stated,
            actual=fault.actual,
            is_by_rule=fault.is_by_rule,
        )

    def _fault_in_sums(self) -> Difference | None:
        hand, total = self.hand, self.pots.total
        if fault := find_fault_in_pots(hand, self.terms, total):
            return self.add_due(fault)
        paid_out = sum(hand.paid.values())
        if paid_out + hand.taken == total:
            return None
        difference, kept_by_house = self.compare(), total - paid_out
        if (
            0 <= kept_by_house <= total
            and self.payouts(deduct_rake(self.pots.pots, kept_by_house, 1)) == self.payments()
        ):
            return replace(difference, kind=Kind.RAKE, stated=hand.taken, actual=kept_by_house)
        if kept_by_house < hand.taken and difference.kind is not Kind.WINNER:
            paid_and_taken = paid_out + hand.taken
            return replace(
                difference,
                kind=Kind.SUM,
                stated=total,
                actual=paid_and_taken,
                matching_rule_sets=(),
            )
        return difference

    def possible_pots(self) -> Iterator[tuple[Pot, ...]]:
        """Yield the pots as they may have been paid.

        The rake is taken according to the rake rule (by default in proportion), or as the stated
        pots show, which may include their stated rake. If there is neither a rule nor such pots, it
        may also be taken from the main pot first, or as the payments show, unless the format states
        how the rake is divided.
        """
        pots, taken = self.pots.pots, self.hand.taken
        yield deduct_rake(pots, taken, self.unit, self.terms.taken_from)
        if taken and len(pots) > 1:
            stated, rake_of_pots = self.hand.pots, self.hand.taken_from_pots
            if len(stated) == len(rake_of_pots) and sum(stated) == self.pots.total:
                stated = tuple(
                    max(0, pot - rake) for pot, rake in zip(stated, rake_of_pots, strict=True)
                )
            if len(stated) == len(pots) and sum(stated) + taken == self.pots.total:
                yield tuple(
                    Pot(amount, pot.eligible) for amount, pot in zip(stated, pots, strict=True)
                )
            elif self.terms.rake is None and not self.hand.has_known_rake_division:
                yield deduct_rake(pots, taken, self.unit, TakenFrom.MAIN)
                yield from infer_pots_after_rake(pots, taken, self.payments(), self.payouts)

    def payouts(self, pots: tuple[Pot, ...], rules: RuleSet | None = None) -> dict[str, int]:
        """Return each player's payout from these pots, without players who win nothing."""
        return self._payouts_by_name(self._settle(pots, rules or self.terms.rules), pots)

    def _settle(self, pots: tuple[Pot, ...], rules: RuleSet) -> Settlement:
        """Settle the hand with these pots for the players who showed."""
        if self.pots.winner_without_showing:
            pots = pots[:-1]
        wagers_in_log = self.submission.wagers or Wagers()
        wagers = Wagers(
            pots=tuple(
                Pot(pot.amount, tuple(self.labels[name] for name in pot.eligible or ()))
                for pot in pots
                if pot.amount
            ),
            seats=wagers_in_log.seats,
            button=self.labels.get(self.hand.odd_chips_after, wagers_in_log.button),
            unit=1 if any(pot.amount % self.unit for pot in pots) else self.unit,
            decimals=wagers_in_log.decimals,
        )
        return settle(self.submission.deal, wagers, rules)

    def _payouts_by_name(self, settlement: Settlement, pots: tuple[Pot, ...]) -> dict[str, int]:
        names = {label: name for name, label in self.labels.items()}
        payout, winner = settlement.payout, self.pots.winner_without_showing
        due = {names[player.label]: player.total for player in (payout.players if payout else ())}
        if winner:
            scale = self._scale(payout.rules if payout else self.terms.rules)
            due[winner] = due.get(winner, 0) + pots[-1].amount * scale
        return {name: chips for name, chips in due.items() if chips}

    def payments(self, rules: RuleSet | None = None) -> dict[str, int]:
        """Return the payments that aren't 0, in the unit in which these rules pay."""
        scale = self._scale(rules or self.terms.rules)
        return {name: chips * scale for name, chips in self.hand.paid.items() if chips}

    def _scale(self, rules: RuleSet) -> int:
        """Return the factor from the hand's amounts to payouts; exact rules pay in hundredths."""
        return 100 if rules.is_exact and not self.hand.decimals else 1

    def compare(self) -> Difference:
        """Return the difference between the payments and the payouts after the correct rake."""
        total, rules = self.pots.total, self.terms.rules
        due_rake = sum(self.terms.rake_of(self.hand, total, self.unit))
        pots = deduct_rake(self.pots.pots, min(due_rake, total), self.unit, self.terms.taken_from)
        settlement = self._settle(pots, rules)
        due, paid = self._payouts_by_name(settlement, pots), self.payments()
        unit = 1 if rules.is_exact else self.unit
        odd_chips = len(settlement.payout.odd_chips) if settlement.payout else 0
        labels_with_share = {player.label for player in settlement.players if player.share}
        winners = {name for name, label in self.labels.items() if label in labels_with_share}
        kind = classify_difference(
            paid,
            due,
            max_odd=unit * max(1, odd_chips),
            winners=frozenset((*winners, self.pots.winner_without_showing)),
        )
        return Difference(
            kind=kind,
            paid=paid,
            due=due,
            decimals=settlement.payout.decimals if settlement.payout else self.hand.decimals,
            settlement=settlement,
            matching_rule_sets=tuple(
                slug
                for slug, other in RULE_SETS.items()
                if kind is Kind.ODD_CHIP and self.payouts(pots, other) == self.payments(other)
            ),
        )


def find_pots_with_uneven_rake(judgment: Judgment, terms: Terms) -> tuple[PaidPot, ...]:
    """Return the pots of a correctly paid hand whose rake was not taken in proportion.

    Return an empty tuple for other hands.
    """
    hand = judgment.hand
    if judgment.difference or judgment.unsettled or not hand.taken:
        return ()
    try:
        resettled = _ResettledHand(hand, terms)
    except (InvalidDeal, HandSkipped):
        return ()
    paid = resettled.payments()
    in_proportion, *others = resettled.possible_pots()
    if not others or resettled.payouts(in_proportion) == paid:
        return ()
    pots = next((pots for pots in others if resettled.payouts(pots) == paid), ())
    return tuple(
        PaidPot(
            pot_before_rake.amount,
            pot_before_rake.amount - pot.amount,
            resettled.payouts(isolate_pot(pots, index, pot.amount)),
        )
        for index, (pot_before_rake, pot) in enumerate(
            zip(resettled.pots.pots, pots, strict=bool(pots))
        )
    )
