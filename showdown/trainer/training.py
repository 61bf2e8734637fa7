"""The progress of one person in each pattern, and the choice of the next pattern.

A pattern is a kind of situation that drills practice, such as a counterfeited low.
FSRS (https://github.com/open-spaced-repetition/py-fsrs) schedules the patterns; every drill has
new cards. Among due patterns, those with wrong or slow answers are chosen more often.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

from fsrs import Card, Rating, Scheduler
from fsrs.card import CardDict
from pydantic import TypeAdapter

_MAX_SECONDS = 600
"""Maximum time counted for an answer; if it took longer, the page was probably left open."""
_SLOW_FACTOR = 2
"""A right answer is slow if it takes more than this multiple of the usual time."""
_MEAN_WINDOW = 8
"""Means are weighted toward about this number of the latest answers."""
_MAX_STORED_NONCES = 40
"""Maximum number of answered drills that are stored, so that resubmitting an answer counts once."""

# Without learning steps, a new pattern is scheduled in days, not minutes, after its first answer.
# Without fuzzing, the schedule doesn't depend on chance.
_SCHEDULER = Scheduler(learning_steps=(), enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class PatternProgress:
    """Progress in one pattern.

    `card` is the FSRS card of the pattern. `slow` counts those of the `right` answers that were
    slow. `trouble` is the recent share of wrong or slow answers, from 0 to 1. Its initial value, a
    half, has the weight of one answer.
    """

    card: CardDict
    right: int = 0
    wrong: int = 0
    slow: int = 0
    trouble: float = 0.5

    @property
    def answers(self) -> int:
        return self.right + self.wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """The progress of one person.

    `last` is the time of the last answer, `usual` the usual number of seconds by kind of question,
    `mistakes` are counts by slug, and `answered` are the nonces of the latest drills, oldest first.
    """

    answers: int = 0
    last: datetime | None = None
    patterns: dict[str, PatternProgress] = field(default_factory=dict)
    usual: dict[str, float] = field(default_factory=dict)
    mistakes: dict[str, int] = field(default_factory=dict)
    answered: tuple[str, ...] = ()

    @property
    def right_answers(self) -> int:
        """Return the number of right answers to drills of all patterns."""
        return sum(progress.right for progress in self.patterns.values())

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = _TRAINING.dump_python(self, mode="json")
        return document

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Training":
        """Read a stored document. Keys of earlier versions are ignored."""
        return _TRAINING.validate_python(document)

    def weakest_first(self) -> list[tuple[str, PatternProgress]]:
        """Return the practiced patterns with their progress, the most troublesome first."""
        return sorted(self.patterns.items(), key=lambda item: -item[1].trouble)

    def skill(self, pattern: str) -> float:
        """Return the skill in a pattern: 0 if it is new, near 1 if many answers were right."""
        progress = self.patterns.get(pattern)
        return max(0.0, 1 - 2 * progress.trouble) if progress else 0.0


_TRAINING = TypeAdapter(Training)


class GradedAnswer(NamedTuple):
    """A graded answer. `nonce` identifies the drill; `mistake` is empty for a right answer."""

    nonce: str
    kind: str
    pattern: str
    mistake: str
    seconds: float
    answered_at: datetime


def add_answer(training: Training, answer: GradedAnswer) -> Training:
    """Return the training with one more answer. Only the first answer to a drill counts."""
    if answer.nonce in training.answered:
        return training
    is_right = not answer.mistake
    seconds = min(answer.seconds, _MAX_SECONDS)
    usual_seconds = training.usual.get(answer.kind, seconds)
    is_slow = is_right and seconds > _SLOW_FACTOR * usual_seconds
    progress = training.patterns.get(answer.pattern) or PatternProgress(Card().to_dict())
    updated_progress = _review(progress, answer.answered_at, is_right=is_right, is_slow=is_slow)
    mistake_count = (
        {} if is_right else {answer.mistake: training.mistakes.get(answer.mistake, 0) + 1}
    )
    return replace(
        training,
        answers=training.answers + 1,
        last=answer.answered_at,
        patterns={**training.patterns, answer.pattern: updated_progress},
        usual={
            **training.usual,
            answer.kind: _moving_mean(usual_seconds, seconds, _MEAN_WINDOW),
        },
        mistakes=training.mistakes | mistake_count,
        answered=(*training.answered, answer.nonce)[-_MAX_STORED_NONCES:],
    )


def _review(
    progress: PatternProgress, reviewed_at: datetime, *, is_right: bool, is_slow: bool
) -> PatternProgress:
    if not is_right:
        rating = Rating.Again
    elif is_slow:
        rating = Rating.Hard
    else:
        rating = Rating.Good
    card, _ = _SCHEDULER.review_card(Card.from_dict(progress.card), rating, reviewed_at)
    return PatternProgress(
        card=card.to_dict(),
        right=progress.right + is_right,
        wrong=progress.wrong + (not is_right),
        slow=progress.slow + is_slow,
        trouble=_moving_mean(progress.trouble, rating is not Rating.Good, progress.answers + 1),
    )


def _moving_mean(mean: float, value: float, count: int) -> float:
    """Return the mean of `count` values and one more, weighted toward the latest values."""
    return mean + (value - mean) / min(count + 1, _MEAN_WINDOW)


def next_pattern(training: Training, patterns: Sequence[str], now: datetime, random: Random) -> str:
    """Return a random due pattern, or any pattern if none is due.

    New patterns are due. Patterns with wrong or slow answers are more likely.
    """
    due_patterns, weights = [], {}
    for slug in patterns:
        progress = training.patterns.get(slug)
        # Mastered patterns must still come up.
        weights[slug] = max(0.1, progress.trouble if progress else 0.5)
        if progress is None or Card.from_dict(progress.card).due <= now:
            due_patterns.append(slug)
    candidates = due_patterns or patterns
    return random.choices(candidates, [weights[slug] for slug in candidates])[0]


def merge_trainings(first: Training, second: Training) -> Training:
    """Merge two trainings of the same person: add up the counts, and average the times."""
    merged_patterns = {
        slug: _merge_progress(first.patterns[slug], second.patterns[slug])
        for slug in first.patterns.keys() & second.patterns.keys()
    }
    usual = {
        kind: (second.usual.get(kind, seconds) + first.usual.get(kind, seconds)) / 2
        for kind, seconds in (second.usual | first.usual).items()
    }
    return Training(
        answers=first.answers + second.answers,
        last=max(filter(None, (first.last, second.last)), default=None),
        patterns=second.patterns | first.patterns | merged_patterns,
        usual=usual,
        mistakes=dict(Counter(first.mistakes) + Counter(second.mistakes)),
        answered=(*second.answered, *first.answered)[-_MAX_STORED_NONCES:],
    )


def _merge_progress(first: PatternProgress, second: PatternProgress) -> PatternProgress:
    """Merge the progress in one pattern. The schedule continues with the card reviewed last."""
    later = max(first, second, key=lambda progress: progress.card["last_review"] or "")
    weights = [min(progress.answers, _MEAN_WINDOW) for progress in (first, second)]
    trouble = first.trouble * weights[0] + second.trouble * weights[1]
    return PatternProgress(
        card=later.card,
        right=first.right + second.right,
        wrong=first.wrong + second.wrong,
        slow=first.slow + second.slow,
        trouble=trouble / sum(weights),
    )
