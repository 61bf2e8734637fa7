"""Convert logs: write each hand, read the copy, and refuse copies that differ from the hand."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf
from time import thread_time
from typing import Any, NamedTuple

from showdown.audits.array_judging import judge_all
from showdown.audits.checking import infer_rake
from showdown.audits.judging import find_pots_with_uneven_rake
from showdown.audits.night.all_in import AllIn, NoEquity, find_all_in
from showdown.audits.night.equities import EquityCalculator, check_prices
from showdown.audits.privacy import Privacy
from showdown.audits.terms import Terms
from showdown.evaluator.differences import Kind
from showdown.evaluator.games import Family
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.logs.log_reader import read_hand
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand, Statement
from showdown.notation.logs.writing import OutputFormat
from showdown.notation.logs.writing.steps import PaidPot, Unwritable, UnwritablePart

_DIGITS = re.compile(r"[0-9]+")
_MAX_REWRITES = 3
"""Maximum number of times that a hand is rewritten to get a text that stays the same."""


class TooManyHands(Exception):
    """A file of this format can have only one hand."""


class _Judgments(NamedTuple):
    """The judgments of a hand under one or all rule sets, and its pots if they must be written.

    An outcome is the kind of the difference, and the reason why the hand wasn't settled. `all_in`
    is the spot of an all-in, or the reason why it isn't known.
    """

    outcomes: tuple[tuple[Kind | None, Skip | None], ...]
    all_in: AllIn | str | None
    pots: tuple[PaidPot, ...]


class TimeLimitExceeded(Exception):
    """Converting a log exceeded its CPU time."""


class Conversion:
    """A conversion of a log to a format, which counts written and refused hands.

    `privacy` removes or replaces parts of each hand, and adds a note. `written` counts the hands in
    the output, `refused` those that the format can't express, and `unread` those that couldn't be
    read, both by reason. `seconds` limits the CPU time of the thread for reading and writing; one
    hand may exceed the limit by a few seconds.
    """

    def __init__(
        self, log_format: OutputFormat, privacy: Privacy | None = None, seconds: float | None = None
    ) -> None:
        self.written = 0
        self.refused: Counter[str] = Counter()
        self.unread: Counter[str] = Counter()
        self._log_format = log_format
        self._privacy = privacy or Privacy()
        self._deadline = inf if seconds is None else thread_time() + seconds

    def limit_time(self, hands: Iterable[ReadHand]) -> Iterator[ReadHand]:
        """Yield the hands. Raise TimeLimitExceeded if no time is left."""
        for hand in hands:
            self._check_time()
            yield hand

    def _check_time(self) -> None:
        if thread_time() > self._deadline:
            raise TimeLimitExceeded

    def convert(self, hands: Iterable[ReadHand]) -> Iterator[str]:
        """Yield the text of each hand that the format can express.

        Raise TooManyHands at a second hand if the format allows only one, and TimeLimitExceeded if
        no time is left.
        """
        for hand in self.limit_time(hands):
            if isinstance(hand, SkippedHand):
                self.unread[hand.reason.value] += 1
                continue
            try:
                text = self._write_hand(hand)
            except Unwritable as error:
                self.refused[error.part.value] += 1
                continue
            if self.written and self._log_format.has_one_hand:
                raise TooManyHands
            self.written += 1
            yield f"[{self.written}]\n{text}" if self._log_format.has_headings else text

    def _write_hand(self, hand: LoggedHand) -> str:
        """Return the text of a hand.

        Raise Unwritable if the format can't express the hand, or if the text would be read as a
        different hand. Unusual orders of lines may need several rewrites.
        """
        hand, note = self._privacy.copy_logged_hand(hand), self._privacy.note
        needs_all_rules = not (
            hand.has_known_rake_division and Statement.ODD_CHIPS in hand.statements
        )
        judgments = self._judge(hand, needs_all_rules=needs_all_rules)
        text = self._log_format.write(hand, judgments.pots, note)
        for _ in range(_MAX_REWRITES):
            copy = read_hand(text)
            if not isinstance(copy, LoggedHand) or not self._is_same(hand, copy):
                break
            judgments_of_copy = self._judge(copy, needs_all_rules=needs_all_rules)
            if judgments_of_copy.outcomes != judgments.outcomes:
                # An audit would judge the copy differently.
                if judgments.pots:
                    raise Unwritable(UnwritablePart.RAKE)
                states_odd_chips = Statement.ODD_CHIPS in hand.statements
                if states_odd_chips and not hand.odd_chips_after:
                    raise Unwritable(UnwritablePart.READS_DIFFERENTLY)
                raise Unwritable(UnwritablePart.ODD_CHIPS)
            if judgments_of_copy.all_in != judgments.all_in:
                raise Unwritable(UnwritablePart.ALL_IN)
            before, text = text, self._log_format.write(copy, judgments_of_copy.pots, note)
            if text == before:
                return text
        raise Unwritable(UnwritablePart.READS_DIFFERENTLY)

    def _judge(self, hand: LoggedHand, *, needs_all_rules: bool) -> _Judgments:
        """Return the judgments under the default rule set, or under all rule sets."""
        outcomes: list[tuple[Kind | None, Skip | None]] = []
        pots: tuple[PaidPot, ...] = ()
        for rules in RULE_SETS.values() if needs_all_rules else (Terms().rules,):
            self._check_time()
            terms = Terms(rules=rules)
            judgment = next(check_prices(judge_all([hand], terms), EquityCalculator(terms)))
            if isinstance(judgment, SkippedHand):
                outcomes.append((None, judgment.reason))
                continue
            kind = judgment.difference.kind if judgment.difference else None
            outcomes.append((kind, judgment.unsettled))
            if rules is Terms().rules:
                pots = find_pots_with_uneven_rake(judgment, terms)
        all_in: AllIn | str | None
        try:
            all_in = find_all_in(infer_rake(hand), Terms())
        except NoEquity as error:
            all_in = str(error)
        return _Judgments(tuple(outcomes), all_in, pots)

    def _is_same(self, hand: LoggedHand, copy: LoggedHand) -> bool:
        ids = (hand.origin.hand, copy.origin.hand)
        has_id = ids[0] == ids[1] or (
            self._log_format.needs_numeric_ids and not _DIGITS.fullmatch(ids[0]) and bool(ids[1])
        )
        has_limit = hand.limit in (None, copy.limit)
        return has_id and has_limit and comparable_parts(hand) == comparable_parts(copy)


def comparable_parts(hand: LoggedHand) -> dict[str, Any]:
    """Return the parts of a hand that every format keeps, to compare a hand with its copy.

    Uncalled chips, seat numbers and stated pots are left out. In formats that state no rake, unpaid
    chips count as rake.
    """
    names = dict.fromkeys((*hand.contributions, *hand.dead_by_player))
    put_in = {name: hand.called_chips_of(name) for name in names}
    total = hand.pot_total
    taken = hand.taken if hand.states_rake else max(0, total - sum(hand.paid.values()))
    played = hand.origin.played
    all_cards = {**hand.known, **hand.hands}
    cards = {name: all_cards[name] for name in hand.seats if all_cards.get(name)}
    showdown = hand.still_in if len(hand.still_in) > 1 else ()
    return {
        "table": hand.origin.table,
        "played": played.replace(microsecond=0) if played else None,
        "game": hand.game.slug,
        "seats": hand.seats,
        "shown": {name: hand.hands[name] for name in showdown if name in hand.hands},
        "cards": cards if hand.game.family is Family.BOARD else {},
        "boards": [board for board in hand.boards if board],
        "before the flop": hand.cards_before_flop,
        "folded": set(hand.folded),
        "stacks": {name: stack for name, stack in hand.stacks.items() if name in hand.seats},
        "put in": {name: amount for name, amount in put_in.items() if amount},
        "total": total,
        "paid": dict(hand.paid),
        "taken": taken,
        "sold": {name: (sale.price, sale.fee) for name, sale in hand.cash_outs.items()},
        "decimals": hand.decimals,
    }
