"""Judge whether each player in a logged hand was paid correctly, by the evaluator's rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from showdown.audits.checking import Verdict, find_fault_in_sums, stated_pots
from showdown.audits.pots import Pots, Unjudged, only, pots_as_paid, pots_in, without_rake
from showdown.audits.terms import Terms
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
from showdown.evaluator.verdicts import Difference, Kind, kind_of
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import line_of
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.statements import Statement
from showdown.notation.logs.submission_of import labels_of
from showdown.notation.logs.submission_of import submission_of as submission_in_log
from showdown.notation.logs.writing.steps import PaidPot
from showdown.words.errors import error_text

_COARSER = (5, 25)
"""A nickel and a quarter, in cents."""

CHECKED = frozenset((Skip.NO_SHOWDOWN, Skip.CARDS_NOT_SHOWN))
"""Reasons for which a hand can't be settled but is checked."""
_MAY_HAVE_DUE = frozenset((Kind.FOLDED, Kind.UNCALLED))
"""Faults of chips for which the correct payments are known if the hand can be settled."""


class Judgement(NamedTuple):
    """A hand, its difference if it was paid incorrectly, and the reason if it wasn't settled."""

    hand: LoggedHand
    difference: Difference | None = None
    unsettled: Skip | None = None


def judgement_of(hand: LoggedHand, terms: Terms, fault: Verdict) -> Judgement:
    """Return the judgement of a hand from `with_rake`; `fault` is the result of `find_fault`.

    Raise Unjudged if the log doesn't state enough.
    """
    unsettled = why_not_settled(hand)
    if not fault and Statement.PAYMENTS not in hand.states:
        raise Unjudged(Skip.NOT_PAID, "its format doesn't state all payments")
    if not unsettled:
        try:
            return Judgement(
                hand, _with_due(fault, hand, terms) if fault else _settled_again(hand, terms)
            )
        except Unjudged as unjudged:
            if unjudged.reason not in CHECKED:
                raise
            unsettled = SkippedHand(origin=hand.origin, reason=unjudged.reason)
    fault = fault or find_fault_in_sums(hand, terms)
    if not fault and unsettled.reason not in CHECKED:
        raise Unjudged(unsettled.reason, unsettled.detail)
    return Judgement(hand, fault, unsettled.reason)


def _settled_again(hand: LoggedHand, terms: Terms) -> Verdict:
    """Settle the hand again, and compare its payments."""
    try:
        return _verdict(_case_of(hand, terms))
    except (DuplicateCard, NotInDeck) as error:
        return Difference(
            kind=Kind.IMPOSSIBLE_CARDS, paid=hand.paid, decimals=hand.decimals, error=error
        )
    except InvalidDeal as error:
        raise _unjudged(error) from None


def _with_due(fault: Difference, hand: LoggedHand, terms: Terms) -> Difference:
    """Return the fault with the correct payments, if they are known."""
    if fault.kind not in _MAY_HAVE_DUE:
        return fault
    try:
        compared = _compared(_case_of(hand, terms))
    except (InvalidDeal, Unjudged):
        return fault
    return replace(
        compared, kind=fault.kind, player=fault.player, stated=fault.stated, actual=fault.actual
    )


def judge_by_its_chips(hand: LoggedHand, terms: Terms, fault: Verdict) -> Judgement:
    """Return the judgement, also trying chips of 5 and 25 cents for payments that seem wrong.

    No log states the smallest chip. If the terms don't state it either, a payment that is wrong in
    cents may be right in nickels or quarters, by this or another rule set. Raise Unjudged if the
    log doesn't state enough.
    """
    judgement = judgement_of(hand, terms, fault)
    verdict = judgement.difference
    if verdict is None or verdict.kind not in (Kind.ODD_CHIP, Kind.SHARE) or verdict.agreeing:
        return judgement
    if terms.unit is None and hand.unit == 1 and hand.decimals:
        paid, put_in = hand.paid.values(), hand.contributions.values()
        amounts = (*paid, *put_in, hand.dead, hand.rake, hand.fees_taken)
        in_chips = [
            judgement_of(replace(hand, unit=unit), terms, fault)
            for unit in _COARSER
            if not any(amount % unit for amount in amounts)
        ]
        right = (other for other in in_chips if other.difference is None)
        by_another = (other for other in in_chips if other.difference and other.difference.agreeing)
        return next(right, None) or next(by_another, judgement)
    return judgement


def submission_of(hand: LoggedHand, terms: Terms) -> Submission:
    """Return the hand as a deal with contributions.

    Raise InvalidDeal or Unjudged if it can't have been dealt this way.
    """
    if not set(hand.folded).issubset(hand.seats):
        raise Unjudged(Skip.UNREADABLE, "a player without a seat folded")
    return submission_in_log(replace(hand, unit=terms.unit_of(hand)), terms.rules)


def settled_line(judgement: Judgement, terms: Terms) -> str:
    """Return the hand as a deal line; empty if no cards decided it or they are impossible."""
    try:
        return "" if judgement.unsettled else line_of(submission_of(judgement.hand, terms))
    except (InvalidDeal, Unjudged):
        return ""


def _unjudged(error: InvalidDeal) -> Unjudged:
    if isinstance(error, WrongNumberOfPlayers):
        return Unjudged(Skip.UNSUPPORTED_GAME, "more players than the game allows")
    if isinstance(error, MissingHand | WrongNumberOfCards) and not error.field.startswith("Board"):
        return Unjudged(Skip.CARDS_NOT_SHOWN, f"{error.field} shows an incomplete hand")
    if isinstance(error, MissingBoard | WrongNumberOfCards):
        return Unjudged(Skip.CUT_OFF, "the board is incomplete")
    return Unjudged(Skip.UNREADABLE, error_text(error))


@dataclass(frozen=True, slots=True)
class _Case:
    """A hand that can be settled, with its deal, labels of players, pots and smallest chip."""

    hand: LoggedHand
    terms: Terms
    submission: Submission
    labels: Mapping[str, str]
    pots: Pots
    unit: int

    @property
    def paid_out(self) -> int:
        """Return the chips that the players got from the pots."""
        return sum(self.hand.paid.values())


def _case_of(hand: LoggedHand, terms: Terms) -> _Case:
    """Return the case of a hand. Raise errors like `submission_of` and `pots_in`."""
    pots = pots_in(hand)
    # The settlement includes only players who showed; the pots include the others.
    submission = submission_of(replace(hand, paid={}), terms)
    return _Case(hand, terms, submission, labels_of(hand), pots, terms.unit_of(hand))


def _verdict(case: _Case) -> Verdict:
    """Compare the payments with the correct amounts."""
    if unfit := _sums(case):
        return unfit
    if any(_due(case, pots) == _paid(case) for pots in _payable(case)):
        return None
    compared = _compared(case)
    is_own_way = compared.kind is Kind.ODD_CHIP and Statement.ODD_CHIPS not in case.hand.states
    return None if is_own_way or _is_rake_of_winners(case, compared) else compared


def _is_rake_of_winners(case: _Case, compared: Difference) -> bool:
    """Return whether payments to tied players differ only by the rake taken from each.

    This doesn't explain correct amounts that were paid to the wrong players.
    """
    if Statement.RAKE_OF_WINNERS in case.hand.states or not case.hand.taken:
        return False
    whole, paid = _due(case, case.pots.pots), _paid(case)
    if whole.keys() != paid.keys() or max(whole.values()) - min(whole.values()) > 1:
        return False
    taken = [whole[name] - paid[name] for name in whole]
    is_other = sorted(paid.values()) != sorted(compared.due.values())
    return is_other and 0 <= min(taken) <= max(taken) <= case.hand.taken


def _sums(case: _Case) -> Verdict:
    """Return a fault in the sums. Raise Unjudged if the log contradicts itself."""
    hand, total = case.hand, case.pots.total
    stated = stated_pots(hand, total)
    adds_up = case.paid_out + case.hand.taken == total
    if stated != total and not adds_up:
        raise Unjudged(Skip.DOES_NOT_ADD_UP)
    if stated != total:
        return replace(_compared(case), kind=Kind.POT_SUM, stated=stated, actual=total)
    due = sum(case.terms.rake_of(hand, total, case.unit))
    if due != case.hand.taken:
        difference = _of_rake(case, stated=due, actual=case.hand.taken)
        return replace(difference, is_by_rule=True)
    if adds_up:
        return None
    kept = total - case.paid_out
    as_kept = _due(case, without_rake(case.pots.pots, kept, 1)) if 0 <= kept <= total else None
    if as_kept == _paid(case):
        return _of_rake(case, stated=case.hand.taken, actual=kept)
    compared = _compared(case)
    if kept < case.hand.taken and compared.kind is not Kind.WINNER:
        out = case.paid_out + case.hand.taken
        return replace(compared, kind=Kind.SUM, stated=total, actual=out, agreeing=())
    return compared


def _of_rake(case: _Case, *, stated: int, actual: int) -> Difference:
    return replace(_compared(case), kind=Kind.RAKE, stated=stated, actual=actual)


def _payable(case: _Case) -> Iterator[tuple[Pot, ...]]:
    """Yield the pots as they may have been paid.

    The rake is taken by the rule or as the log states the pots. Unless the room is known to take it
    in proportion, it may also be taken from the main pot first, or as the payments show.
    """
    pots, taken = case.pots.pots, case.hand.taken
    yield without_rake(pots, taken, case.unit, case.terms.taken_from)
    if taken and len(pots) > 1:
        stated = _stated_after_rake(case)
        if len(stated) == len(pots) and sum(stated) + taken == case.pots.total:
            yield tuple(Pot(amount, pot.eligible) for amount, pot in zip(stated, pots, strict=True))
        elif case.terms.rake is None and not case.hand.rakes_in_proportion:
            yield without_rake(pots, taken, case.unit, TakenFrom.MAIN)
            yield from pots_as_paid(pots, taken, _paid(case), partial(_due, case))


def _stated_after_rake(case: _Case) -> tuple[int, ...]:
    """Return the stated pots less the stated rake of each."""
    hand = case.hand
    stated, taken = hand.pots, hand.taken_of_pots
    if len(stated) != len(taken) or sum(stated) != case.pots.total:
        return stated
    return tuple(max(0, pot - less) for pot, less in zip(stated, taken, strict=True))


def pots_paid(judgement: Judgement, terms: Terms) -> tuple[PaidPot, ...]:
    """Return the pots of a correctly paid hand whose rake was not taken in proportion.

    Return nothing if it was, or if the hand wasn't settled.
    """
    hand = judgement.hand
    if judgement.difference or judgement.unsettled or not hand.taken:
        return ()
    try:
        case = _case_of(hand, terms)
    except (InvalidDeal, Unjudged):
        return ()
    paid = _paid(case)
    in_proportion, *others = _payable(case)
    if not others or _due(case, in_proportion) == paid:
        return ()
    pots = next((pots for pots in others if _due(case, pots) == paid), ())
    return tuple(
        PaidPot(whole.amount, whole.amount - pot.amount, _due(case, only(pots, index, pot.amount)))
        for index, (whole, pot) in enumerate(zip(case.pots.pots, pots, strict=bool(pots)))
    )


def _settled(case: _Case, pots: tuple[Pot, ...], rules: RuleSet) -> Settlement:
    """Settle the hand with these pots for the players who showed."""
    if case.pots.alone:
        pots = pots[:-1]
    given = case.submission.wagers or Wagers()
    wagers = Wagers(
        pots=tuple(
            Pot(pot.amount, tuple(case.labels[name] for name in pot.eligible or ()))
            for pot in pots
            if pot.amount
        ),
        seats=given.seats,
        button=case.labels.get(case.hand.odd_chips_after, given.button),
        unit=1 if any(pot.amount % case.unit for pot in pots) else case.unit,
        decimals=given.decimals,
    )
    return settle(case.submission.deal, wagers, rules)


def _due(case: _Case, pots: tuple[Pot, ...], rules: RuleSet | None = None) -> dict[str, int]:
    """Return each player's payout from these pots, without players who win nothing."""
    settlement = _settled(case, pots, rules or case.terms.rules)
    return _chips(case, settlement, pots)


def _chips(case: _Case, settlement: Settlement, pots: tuple[Pot, ...]) -> dict[str, int]:
    names = {label: name for name, label in case.labels.items()}
    players = settlement.payout.players if settlement.payout else ()
    due = {names[player.label]: player.total for player in players}
    if case.pots.alone:
        due[case.pots.alone] = due.get(case.pots.alone, 0) + pots[-1].amount * _scale(
            settlement.payout.rules if settlement.payout else case.terms.rules, case.hand
        )
    return {name: chips for name, chips in due.items() if chips}


def _scale(rules: RuleSet, hand: LoggedHand) -> int:
    return 100 if rules.is_exact and not hand.decimals else 1


def _paid(case: _Case, rules: RuleSet | None = None) -> dict[str, int]:
    """Return the payments that aren't 0, in the unit of payouts by these rules."""
    scale = _scale(rules or case.terms.rules, case.hand)
    return {name: chips * scale for name, chips in case.hand.paid.items() if chips}


def _compared(case: _Case) -> Difference:
    """Compare the payments with the correct ones, given the pots after the correct rake."""
    total, rules = case.pots.total, case.terms.rules
    taken = sum(case.terms.rake_of(case.hand, total, case.unit))
    pots = without_rake(case.pots.pots, min(taken, total), case.unit, case.terms.taken_from)
    settlement = _settled(case, pots, rules)
    due, paid = _chips(case, settlement, pots), _paid(case)
    unit = 1 if rules.is_exact else case.unit
    odd_chips = len(settlement.payout.odd_chips) if settlement.payout else 0
    shares = {player.label for player in settlement.players if player.share}
    winners = {name for name, label in case.labels.items() if label in shares}
    kind = kind_of(
        paid,
        due,
        most_odd=unit * max(1, odd_chips),
        winners=frozenset((*winners, case.pots.alone)),
    )
    return Difference(
        kind=kind,
        paid=paid,
        due=due,
        decimals=settlement.payout.decimals if settlement.payout else case.hand.decimals,
        settlement=settlement,
        agreeing=tuple(
            slug
            for slug, rules in RULE_SETS.items()
            if kind is Kind.ODD_CHIP and _due(case, pots, rules) == _paid(case, rules)
        ),
    )
