"""The known mistakes, and the answers to which they lead. `words.drills` has their sentences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.settlement import Settlement
from showdown.notation.deal_format import Submission
from showdown.trainer import chip_mistakes, rule_mistakes
from showdown.trainer.matchers import Match
from showdown.trainer.questions import Answer, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A mistake: either a misread rule (`settled`) or incorrectly paid chips (`paid`)."""

    slug: str
    settled: Callable[[Submission], Iterator[Settlement]] | None = None
    paid: Callable[[Submission, Settlement], Iterator[dict[str, int]]] | None = None

    def answers(
        self, kind: Kind, submission: Submission, settlement: Settlement, match: Match
    ) -> Iterator[Answer]:
        """Yield the answers to which the mistake leads; none if it is impossible."""
        if self.paid:
            if kind.is_paid:
                yield from self.paid(submission, settlement)
            return
        assert self.settled  # noqa: S101 - a mistake has one or the other
        try:
            for settled in self.settled(submission):
                yield kind.answer(settled, match, settlement.game)
        except InvalidDeal:
            return


_MISTAKES = (
    Mistake(slug="not-exactly-two", settled=rule_mistakes.not_exactly_two),
    Mistake(slug="played-the-board", settled=rule_mistakes.played_the_board),
    Mistake(slug="phantom-flush", settled=rule_mistakes.phantom_flush),
    Mistake(slug="missed-straight", settled=rule_mistakes.missed_straight),
    Mistake(slug="kicker-missed", settled=rule_mistakes.kicker_missed),
    Mistake(slug="dead-kicker", settled=rule_mistakes.dead_kicker),
    Mistake(slug="suit-broke-tie", settled=rule_mistakes.suit_broke_tie),
    Mistake(slug="low-not-qualified", settled=rule_mistakes.low_not_qualified),
    Mistake(slug="low-from-the-bottom", settled=rule_mistakes.low_from_the_bottom),
    Mistake(slug="ace-wrong-way", settled=rule_mistakes.ace_wrong_way),
    Mistake(slug="greedy-badugi", settled=rule_mistakes.greedy_badugi),
    Mistake(slug="half-for-quarter", paid=chip_mistakes.half_for_quarter),
    Mistake(slug="scoop-missed", paid=chip_mistakes.scoop_missed),
    Mistake(slug="one-pot", settled=rule_mistakes.one_pot),
    Mistake(slug="folded-left-out", settled=rule_mistakes.folded_left_out),
    Mistake(slug="uncalled-kept", settled=rule_mistakes.uncalled_kept),
    Mistake(slug="rake-after", paid=chip_mistakes.rake_after),
    Mistake(slug="rake-forgotten", settled=rule_mistakes.rake_forgotten),
    Mistake(slug="cap-forgotten", settled=rule_mistakes.cap_forgotten),
    Mistake(slug="odd-half", settled=rule_mistakes.odd_half),
    Mistake(slug="odd-board", settled=rule_mistakes.odd_board),
    Mistake(slug="odd-seat", settled=rule_mistakes.odd_seat),
    Mistake(slug="another-book", settled=rule_mistakes.another_book),
)

MISTAKES: dict[str, Mistake] = {mistake.slug: mistake for mistake in _MISTAKES}
