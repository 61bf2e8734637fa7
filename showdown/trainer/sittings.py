"""A sitting: a fixed number of drills derived from a seed, with their results."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from showdown.trainer.choosing import DrillSelection, draw_recipes
from showdown.trainer.drills import Drill, NotDealt, make_drill
from showdown.trainer.questions import Answer

TOO_LATE = "too-late"
"""The mistake of an answer after the time limit."""
_MAX_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one drill: the `given` answer, its mistake if any, and the seconds it took."""

    game: str
    pattern: str
    mistake: str
    seconds: int
    kind: str
    given: Answer

    @property
    def is_right(self) -> bool:
        return not self.mistake


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A number of drills, which alternate between `games` (any if empty), and their results.

    `results` has a result for each drill answered so far. `seconds` is the time limit of each
    drill; 0 means none. `asked_at` is the Unix time at which the current drill was first shown; 0
    if it has not been shown.
    """

    seed: str
    count: int
    games: tuple[str, ...] = ()
    seconds: int = 0
    asked_at: int = 0
    results: tuple[Result, ...] = ()

    @property
    def index(self) -> int:
        """Return the index of the current drill."""
        return len(self.results)

    @property
    def is_over(self) -> bool:
        return self.index >= self.count

    @property
    def right_count(self) -> int:
        return sum(result.is_right for result in self.results)

    def drill(self, index: int | None = None) -> Drill:
        """Return the drill with this index, by default the current one.

        Raise NotDealt if `_MAX_ATTEMPTS` recipes fail, which is rare.
        """
        index = self.index if index is None else index
        games = self.games[index % len(self.games) :][:1] if self.games else ()
        for attempt in range(_MAX_ATTEMPTS - 1):
            with suppress(NotDealt):
                return self._make_drill(games, f"{self.seed} {index} {attempt}")
        return self._make_drill(games, f"{self.seed} {index} {_MAX_ATTEMPTS - 1}")

    @staticmethod
    def _make_drill(games: tuple[str, ...], seed: str) -> Drill:
        return make_drill(next(draw_recipes(DrillSelection(games=games), seed, 1)))

    def seconds_left(self, now: int) -> int:
        """Return the remaining seconds for the current drill."""
        return max(0, self.asked_at + self.seconds - now) if self.asked_at else self.seconds

    def mark_shown(self, now: int) -> "Sitting":
        """Return the sitting with the current drill marked as shown, unless it was shown before."""
        return self if self.asked_at else replace(self, asked_at=now)

    def add_result(self, drill: Drill, given: Answer, mistake: str, now: int) -> "Sitting":
        """Return the sitting with one more result; `mistake` is empty for a right answer.

        An answer after the time limit is wrong.
        """
        seconds_taken = max(0, now - self.asked_at) if self.asked_at else 0
        is_late = bool(self.seconds) and seconds_taken > self.seconds
        result = Result(
            game=drill.game.slug,
            pattern=drill.recipe.pattern.slug,
            mistake=mistake or (TOO_LATE if is_late else ""),
            seconds=seconds_taken,
            kind=drill.kind.slug,
            given=given,
        )
        return replace(self, asked_at=0, results=(*self.results, result))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Sitting":
        return _SITTING.validate_python(document)


_SITTING = TypeAdapter(Sitting)
