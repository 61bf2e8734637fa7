"""Measure the CPU time of a drill of each pattern, game and number of players.

A drill that exceeds the target is measured twice more; it is printed if its fastest time does, too.
Run: uv run python -m tests.benchmarks.drills [--seeds 1] [--all-kinds]
"""

from statistics import median, quantiles
from time import process_time

from showdown.evaluator.games import GAMES
from showdown.trainer.drills import NotDealt, Recipe, allowed_kinds, make_drill
from showdown.trainer.patterns import PATTERNS
from tests.benchmarks.measuring import parse_options

_TARGET_MS = 50


def list_recipes(*, all_kinds):
    for pattern in PATTERNS.values():
        for game in GAMES.values():
            if pattern.obstacle_in(game):
                continue
            kinds = allowed_kinds(pattern, game)
            for kind in kinds if all_kinds else kinds[:1]:
                for players in pattern.player_counts(game):
                    yield Recipe(kind, pattern, game, "warm", players)


def time_drill(recipe):
    """Return the milliseconds to make a drill, and whether it could be dealt."""
    start, is_dealt = process_time(), True
    try:
        make_drill(recipe)
    except NotDealt:
        is_dealt = False
    return (process_time() - start) * 1000, is_dealt


def main():
    options = parse_options(__doc__, seeds=1, all_kinds=False)
    recipes = list(list_recipes(all_kinds=options.all_kinds))
    for recipe in {recipe.game.slug: recipe for recipe in recipes}.values():
        time_drill(recipe)
    times, missing = [], 0
    for number in range(options.seeds):
        for recipe in recipes:
            timed = recipe._replace(seed=f"timed {number}")
            milliseconds, is_dealt = time_drill(timed)
            if milliseconds > _TARGET_MS:
                milliseconds = min(milliseconds, *(time_drill(timed)[0] for _ in range(2)))
            times.append(milliseconds)
            missing += not is_dealt
            if milliseconds > _TARGET_MS or not is_dealt:
                names = f"{recipe.kind.slug} {recipe.pattern.slug} {recipe.game.slug}"
                remark = "" if is_dealt else ", not dealt"
                print(f"{names} {recipe.players}: {milliseconds:.0f} ms{remark}", flush=True)
    percentiles = quantiles(times, n=100)
    print(f"{len(times):,} drills: median {median(times):.1f} ms, 99% in {percentiles[-1]:.0f} ms,")
    print(
        f"at most {max(times):.0f} ms; {sum(t > _TARGET_MS for t in times)} above {_TARGET_MS} ms,"
    )
    print(f"{missing} not dealt")


if __name__ == "__main__":
    main()
