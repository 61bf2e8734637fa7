"""The counts of a batch as rows of tables, with bars to scale."""

from dataclasses import dataclass

from showdown.batches.tallies import Tally
from showdown.evaluator.games import Contest, Game
from showdown.pages.naming import page_label
from showdown.words.made_hands import category_text
from showdown.words.ranks import sentence
from showdown.words.vocabulary import contest_words


@dataclass(frozen=True, slots=True)
class Bar:
    """How often something was so; `part` of all, and `width` in percent of the longest bar."""

    label: str
    count: int
    part: float
    width: float


def charts(game: Game, tallies: Tally) -> list[tuple[str, list[Bar]]]:
    """For each contest the categories that won it, the best first; then how often nobody did."""
    return [
        (contest_words(game, contest).name, _bars(game, contest, tallies))
        for contest in game.contests
        if tallies
    ]


def seat_columns(game: Game) -> list[str]:
    names = [contest_words(game, contest).name for contest in game.contests]
    return [*(f"Won {name}" for name in names), "Scooped", "Quartered"]


def seat_rows(game: Game, tallies: Tally) -> list[tuple[str, list[int]]]:
    """What each seat won, in the order of `seat_columns`."""
    names = [*(contest.name for contest in game.contests), "scooped", "quartered"]
    columns = [tallies["seats"][name] for name in names] if tallies else []
    return [
        (page_label(seat), list(counts)) for seat, counts in enumerate(zip(*columns, strict=True))
    ]


def _bars(game: Game, contest: Contest, tallies: Tally) -> list[Bar]:
    counted = tallies["contests"][contest.name]
    counts = dict(zip(contest.ranking.categories, counted["categories"], strict=True))
    counts = {category_text(name): count for name, count in reversed(counts.items()) if count}
    if counted["none"]:
        counts[f"no {contest_words(game, contest).name}"] = counted["none"]
    total, longest = sum(counts.values()), max(counts.values(), default=0)
    return [
        Bar(sentence(label), count, count / total, round(100 * count / longest, 2))
        for label, count in counts.items()
    ]
