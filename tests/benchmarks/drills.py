"""Measure the CPU time of a drill of each pattern, game and number of players.

A drill that exceeds the target is measured twice more; it is printed if the fastest exceeds it.
Run: uv run python -m tests.benchmarks.drills [--seeds 1] [--all-kinds]
"""

from statistics import median, quantiles
from time import process_time

from showdown.evaluator.games import GAMES
from showdown.trainer.drills import NotDealt, Recipe, allowed_kinds, make_drill
from showdown.trainer.patterns import PATTERNS
from tests.benchmarks.measuring import parse_options

_TARGET = 50


def templates(*, all_kinds):
    for pattern in PATTERNS.values():
        for game in GAMES.values():
            if pattern.obstacle_in(game):
                continue
            kinds = allowed_kinds(pattern, game)
            for kind in kinds if all_kinds else kinds[:1]:
                for players in pattern.player_counts(game):
                    yield Recipe(kind, pattern, game, "warm", players)


def milliseconds(recipe):
    begun, is_dealt = process_time(), True
    try:
        make_drill(recipe)
    except NotDealt:
        is_dealt = False
    return (process_time() - begun) * 1000, is_dealt


def main():
    options = parse_options(__doc__, seeds=1, all_kinds=False)
    every = list(templates(all_kinds=options.all_kinds))
    for recipe in {recipe.game.slug: recipe for recipe in every}.values():
        milliseconds(recipe)
    times, missing = [], 0
    for number in range(options.seeds):
        for recipe in every:
            timed = recipe._replace(seed=f"timed {number}")
            took, is_dealt = milliseconds(timed)
            if took > _TARGET:
                took = min(took, *(milliseconds(timed)[0] for _ in range(2)))
            times.append(took)
            missing += not is_dealt
            if took > _TARGET or not is_dealt:
                names = f"{recipe.kind.slug} {recipe.pattern.slug} {recipe.game.slug}"
                remark = "" if is_dealt else ", not dealt"
                print(f"{names} {recipe.players}: {took:.0f} ms{remark}", flush=True)
    late = quantiles(times, n=100)
    print(f"{len(times):,} drills: median {median(times):.1f} ms, 99% in {late[-1]:.0f} ms,")
    print(f"at most {max(times):.0f} ms; {sum(t > _TARGET for t in times)} above {_TARGET} ms,")
    print(f"{missing} not dealt")


if __name__ == "__main__":
    main()
