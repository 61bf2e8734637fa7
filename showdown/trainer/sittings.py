"""A sitting: so many drills one after the other, which follow from a seed, and how they went."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from showdown.trainer.choosing import Asked, recipes
from showdown.trainer.drills import Drill, NotDealt, make_drill
from showdown.trainer.grading import Grade

TOO_LATE = "too-late"
"""In place of a mistake: the answer came after its time."""
_TRIES = 10


@dataclass(frozen=True, slots=True)
class Result:
    """How one drill went: the mistake of a wrong answer, and how many seconds it took."""

    game: str
    pattern: str
    is_right: bool
    mistake: str
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Drills of these `games` in turn (any game if there are none), and the results so far.

    Each must be answered within so many `seconds`; 0 means no limit. `asked_at` is when the drill
    that is due was first shown, in seconds since 1970; 0 if it has not been.
    """

    seed: str
    count: int
    games: tuple[str, ...] = ()
    seconds: int = 0
    asked_at: int = 0
    results: tuple[Result, ...] = ()

    @property
    def number(self) -> int:
        """Of the drill that is due, counted from 0."""
        return len(self.results)

    @property
    def is_over(self) -> bool:
        return self.number >= self.count

    @property
    def right(self) -> int:
        return sum(result.is_right for result in self.results)

    @property
    def mistakes(self) -> list[tuple[str, int]]:
        """The mistakes that were made, the most frequent first."""
        return Counter(result.mistake for result in self.results if result.mistake).most_common()

    def drill(self) -> Drill:
        """The drill that is due. Raises NotDealt if it does not come up, as hardly ever."""
        games = self.games[self.number % len(self.games) :][:1] if self.games else ()
        for tries in range(_TRIES):
            (recipe,) = recipes(Asked(games=games), f"{self.seed} {self.number} {tries}", 1)
            try:
                return make_drill(recipe)
            except NotDealt:
                if tries == _TRIES - 1:
                    raise
        raise AssertionError("the last try ends in a drill or an error")

    def left(self, now: int) -> int:
        """How many seconds are left for the drill that is due."""
        return max(0, self.asked_at + self.seconds - now) if self.asked_at else self.seconds

    def shown(self, now: int) -> "Sitting":
        """The drill that is due has been shown; its time runs from the first time on."""
        return self if self.asked_at else replace(self, asked_at=now)

    def answered(self, drill: Drill, graded: Grade, now: int) -> "Sitting":
        """The sitting with one more result. An answer that comes too late is wrong."""
        took = max(0, now - self.asked_at) if self.asked_at else 0
        is_late = bool(self.seconds) and took > self.seconds
        result = Result(
            game=drill.game.slug,
            pattern=drill.recipe.pattern.slug,
            is_right=graded.is_right and not is_late,
            mistake=graded.mistake or (TOO_LATE if is_late else ""),
            seconds=took,
        )
        return replace(self, asked_at=0, results=(*self.results, result))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Sitting":
        results = tuple(Result(**result) for result in kept["results"])
        return cls(**{**kept, "games": tuple(kept["games"]), "results": results})
