"""What is kept of somebody's training: a rating, how well each pattern goes, and what comes next.

Patterns come back by FSRS (https://github.com/open-spaced-repetition/py-fsrs), each time with fresh
cards; between what is due, weak or slow patterns come more often. A session of rated answers is a
rating period: it ends after so many answers, or after a pause.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from fsrs import Card, Scheduler
from fsrs import Rating as Recall
from fsrs.card import CardDict
from pydantic import TypeAdapter

from showdown.trainer.ratings import Answered, Rating, rate

SESSION = 20
"""So many rated answers are one rating period."""
_PAUSE = timedelta(minutes=30)
"""Whoever comes back after such a pause begins another."""
_LONGEST = 600
"""No answer counts for more seconds: the page was left open."""
_SLOW = 2
"""An answer is slow that takes so many times as long as usual."""
MEMORY = 8
"""A mean is of about so many answers, of which the last count most."""
REMEMBERED = 40
"""So many answered drills are remembered, so that sending an answer again counts once."""

_SCHEDULER = Scheduler(learning_steps=(), enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a pattern goes: its FSRS `card`, and `trouble`, the recent share of wrong or slow ones.

    It begins at a half, which counts as one answer.
    """

    card: CardDict
    right: int = 0
    wrong: int = 0
    slow: int = 0
    trouble: float = 0.5

    @property
    def answers(self) -> int:
        return self.right + self.wrong


class Rated(NamedTuple):
    """A rated answer: the template's slugs and its rating then, and how it went."""

    template: tuple[str, str, str]
    opponent: Rating
    is_right: bool
    chance: float

    @property
    def of_person(self) -> Answered:
        return Answered(self.opponent, self.is_right, self.chance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """All that is kept of a person.

    `session` are the rated answers since the last period; `usual` are seconds by kind of drill, and
    `mistakes` counts by slug. `streak` is of the mode of this name. `due` is the ticket of the
    rated drill that a program was asked last.
    """

    rating: Rating = field(default_factory=Rating)
    answers: int = 0
    session: tuple[Rated, ...] = ()
    last: datetime | None = None
    patterns: dict[str, Standing] = field(default_factory=dict)
    usual: dict[str, float] = field(default_factory=dict)
    mistakes: dict[str, int] = field(default_factory=dict)
    streak: int = 0
    best_streak: int = 0
    answered: tuple[str, ...] = ()
    due: str = ""

    def to_json(self) -> dict[str, Any]:
        kept: dict[str, Any] = _SHAPE.dump_python(self, mode="json")
        return kept

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Training":
        return _SHAPE.validate_python(kept)

    @property
    def has_rating(self) -> bool:
        return bool(self.session) or self.rating != Rating()

    @property
    def rating_now(self) -> Rating:
        """With the answers of the open session."""
        return rate(self.rating, (answer.of_person for answer in self.session))

    def is_over(self, when: datetime) -> bool:
        """Whether the open session ends here."""
        has_paused = self.last is not None and when - self.last > _PAUSE
        return bool(self.session) and (has_paused or len(self.session) >= SESSION)

    def closed(self) -> "Training":
        """With the open session rated."""
        return replace(self, rating=self.rating_now, session=())


_SHAPE = TypeAdapter(Training)


class Answer(NamedTuple):
    """An answer as it counts: `nonce` names the drill, and `mistake` is empty for a right answer.

    `rated` says that it counts for the rating, `in_streak` that it counts for the streak.
    """

    nonce: str
    kind: str
    pattern: str
    mistake: str
    seconds: float
    when: datetime
    rated: Rated | None = None
    in_streak: bool = False

    @property
    def is_right(self) -> bool:
        return not self.mistake


def with_answer(training: Training, answer: Answer) -> Training:
    """The training with one more answer. The first to a drill counts, and no other."""
    if answer.nonce in training.answered:
        return training
    seconds = min(answer.seconds, _LONGEST)
    usual = training.usual.get(answer.kind, seconds)
    is_slow = answer.is_right and seconds > _SLOW * usual
    standing = training.patterns.get(answer.pattern) or Standing(Card().to_dict())
    streak = _streak(training, answer)
    return replace(
        training,
        answers=training.answers + 1,
        session=(*training.session, answer.rated) if answer.rated else training.session,
        last=answer.when,
        patterns={
            **training.patterns,
            answer.pattern: _moved(standing, answer, is_slow=is_slow),
        },
        usual={**training.usual, answer.kind: _towards(usual, seconds, MEMORY)},
        mistakes=_counted(training.mistakes, answer.mistake),
        streak=streak,
        best_streak=max(training.best_streak, streak),
        answered=(*training.answered, answer.nonce)[-REMEMBERED:],
        due="" if answer.rated else training.due,
    )


def _streak(training: Training, answer: Answer) -> int:
    if not answer.in_streak:
        return training.streak
    return training.streak + 1 if answer.is_right else 0


def _moved(standing: Standing, answer: Answer, *, is_slow: bool) -> Standing:
    recall = Recall.Again if not answer.is_right else Recall.Hard if is_slow else Recall.Good
    card, _ = _SCHEDULER.review_card(Card.from_dict(standing.card), recall, answer.when)
    return Standing(
        card=card.to_dict(),
        right=standing.right + answer.is_right,
        wrong=standing.wrong + (not answer.is_right),
        slow=standing.slow + is_slow,
        trouble=_towards(standing.trouble, recall is not Recall.Good, standing.answers + 1),
    )


def _towards(mean: float, value: float, count: int) -> float:
    """The mean of `count` values with one more; of many, the last ones count most."""
    return mean + (value - mean) / min(count + 1, MEMORY)


def _counted(mistakes: Mapping[str, int], mistake: str) -> dict[str, int]:
    return {**mistakes, mistake: mistakes.get(mistake, 0) + 1} if mistake else dict(mistakes)


def next_pattern(
    training: Training, patterns: Sequence[str], when: datetime, random: Random
) -> str:
    """The pattern to ask next: what is due, and else what goes badly, drawn by its trouble."""
    due = [slug for slug in patterns if _is_due(training, slug, when)]
    fit = due or patterns
    weights = [_trouble(training, slug) for slug in fit]
    return random.choices(fit, weights)[0]


def _is_due(training: Training, pattern: str, when: datetime) -> bool:
    standing = training.patterns.get(pattern)
    return standing is None or Card.from_dict(standing.card).due <= when


def _trouble(training: Training, pattern: str) -> float:
    standing = training.patterns.get(pattern)
    return max(0.1, standing.trouble if standing else 0.5)


def weakest(training: Training) -> Iterator[tuple[str, Standing]]:
    """The patterns that were asked, the most troublesome first."""
    yield from sorted(training.patterns.items(), key=lambda item: -item[1].trouble)
