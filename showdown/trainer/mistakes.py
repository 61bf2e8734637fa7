"""The known mistakes, and what each would have answered; their sentences are in `words.drills`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.settlement import Settlement
from showdown.notation.submission import Submission
from showdown.trainer import mispay, misread
from showdown.trainer.kinds import Answer, Kind
from showdown.trainer.places import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """Either a deal `settled` by a misread rule, or chips `paid` wrong by rules read right."""

    slug: str
    settled: Callable[[Submission], Iterator[Settlement]] | None = None
    paid: Callable[[Submission, Settlement], Iterator[dict[str, int]]] | None = None

    def answers(
        self, kind: Kind, submission: Submission, settlement: Settlement, place: Place
    ) -> Iterator[Answer]:
        """What whoever makes this mistake would answer; nothing where it can't be made."""
        if self.paid:
            if kind.is_paid:
                yield from self.paid(submission, settlement)
            return
        assert self.settled  # noqa: S101 - a mistake has one or the other
        try:
            for settled in self.settled(submission):
                yield kind.answer(settled, place, settlement.game)
        except InvalidDeal:
            return


_MISTAKES = (
    Mistake(slug="not-exactly-two", settled=misread.not_exactly_two),
    Mistake(slug="played-the-board", settled=misread.played_the_board),
    Mistake(slug="phantom-flush", settled=misread.phantom_flush),
    Mistake(slug="missed-straight", settled=misread.missed_straight),
    Mistake(slug="kicker-missed", settled=misread.kicker_missed),
    Mistake(slug="dead-kicker", settled=misread.dead_kicker),
    Mistake(slug="suit-broke-tie", settled=misread.suit_broke_tie),
    Mistake(slug="low-not-qualified", settled=misread.low_not_qualified),
    Mistake(slug="low-from-the-bottom", settled=misread.low_from_the_bottom),
    Mistake(slug="ace-wrong-way", settled=misread.ace_wrong_way),
    Mistake(slug="greedy-badugi", settled=misread.greedy_badugi),
    Mistake(slug="half-for-quarter", paid=mispay.half_for_quarter),
    Mistake(slug="scoop-missed", paid=mispay.scoop_missed),
    Mistake(slug="one-pot", settled=misread.one_pot),
    Mistake(slug="folded-left-out", settled=misread.folded_left_out),
    Mistake(slug="uncalled-kept", settled=misread.uncalled_kept),
    Mistake(slug="rake-after", paid=mispay.rake_after),
    Mistake(slug="rake-forgotten", settled=misread.rake_forgotten),
    Mistake(slug="cap-forgotten", settled=misread.cap_forgotten),
    Mistake(slug="odd-half", settled=misread.odd_half),
    Mistake(slug="odd-board", settled=misread.odd_board),
    Mistake(slug="odd-seat", settled=misread.odd_seat),
    Mistake(slug="another-book", settled=misread.another_book),
)

MISTAKES: dict[str, Mistake] = {mistake.slug: mistake for mistake in _MISTAKES}
