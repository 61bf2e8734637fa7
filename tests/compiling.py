"""Compiles the loops for all processes of the tests: python -m tests.compiling lines|games

Numba keeps what it has compiled beside the modules, for whoever comes next.
"""

import sys

from showdown.bulk.dealing import sample
from showdown.bulk.odds import table_of
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2024
from showdown.files.array_settling import make_tables, settle
from showdown.notation.registry import CONTRACTS
from showdown.notation.spots import read_spot

_DEAL = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
_ONE_OF_EACH = {
    "deal-lines": ("omaha-hilo", b"%b\n%b Pot:100\n" % (_DEAL, _DEAL)),
    "holdem": ("holdem", b"2\nAh Kh 5s 2s Qd\nAc Kd\n5c 5d\n"),
    "badugi": ("badugi", b"3c 2s 4d Ah - Ac 2d 3h 4s\n"),
}


def compile_lines() -> None:
    """The loops over text: half of all there is to compile."""
    for name, (game, data) in _ONE_OF_EACH.items():
        settle(CONTRACTS[name], data, GAMES[game], WSOP_2024, 1, grouped=False)


def compile_games() -> None:
    """The loops over cards, and those that deal for odds."""
    for game in GAMES.values():
        make_tables(game)
    for hands in (["AsKhQsJh", "*"], ["AA", "KK"]):
        sample(table_of(read_spot(GAMES["omaha-hilo"], hands)), 1, 0, 100)


if __name__ == "__main__":
    {"lines": compile_lines, "games": compile_games}[sys.argv[1]]()
