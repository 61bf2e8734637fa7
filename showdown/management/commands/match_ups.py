"""match_ups: compute the preflop match-up tables, which are part of the repository."""

from time import perf_counter
from typing import Any

from showdown.bulk.ranges.heads_up import plays_best_five_of_seven
from showdown.bulk.ranges.preflop import get_table_path, write_table
from showdown.evaluator.games import GAMES
from showdown.management.base import ShowdownCommand


class Command(ShowdownCommand):
    help = "Compute the preflop match-up tables of Hold'em and Short Deck."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in GAMES.values():
            if plays_best_five_of_seven(game):
                start = perf_counter()
                match_ups, size = write_table(game)
                seconds = perf_counter() - start
                self.stdout.write(
                    f"{game.name}: {match_ups:,} match-ups in {seconds:.1f} s,"
                    f" {size:,} bytes in {get_table_path(game)}"
                )
