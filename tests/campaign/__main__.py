"""Attack, kill and load a site, and print the results as a Markdown table.

uv run python -m tests.campaign [--minutes 60] [attack …]

All requests go to 127.0.0.1. Each attack takes an equal part of the time. docs/reliability.md
summarizes the last run.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.campaign import attacks

_ALL = [
    *(attacks.crowd, attacks.slow_clients, attacks.costly_requests),
    *(attacks.kill_processes, attacks.load_site),
]
ATTACKS = {attack.__name__: attack for attack in _ALL}
_KEPT_TEXTS = {True: "yes", False: "**no**", None: "-"}


def run_all(attack_functions, minutes):
    seconds = minutes * 60 / len(attack_functions)
    for attack in attack_functions:
        # Another user, who runs the database, must be able to enter the folder.
        with TemporaryDirectory(prefix="campaign-") as name:
            Path(name).chmod(0o711)
            yield from attack(Path(name), seconds)


def main():
    parser = ArgumentParser("python -m tests.campaign", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=60, help="approximate duration (default: 60)"
    )
    parser.add_argument(
        "attacks", nargs="*", metavar="attack", help=f"run only these attacks: {', '.join(ATTACKS)}"
    )
    options = parser.parse_args()
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"unknown attacks: {', '.join(unknown)}")
    attack_functions = [ATTACKS[name] for name in options.attacks] or list(ATTACKS.values())
    started, missed_targets = monotonic(), 0
    print("| attack | measured | promised | kept |\n| --- | --- | --- | --- |")
    for row in run_all(attack_functions, options.minutes):
        print(
            f"| {row.attack} | {row.measured} | {row.promised} | {_KEPT_TEXTS[row.is_kept]} |",
            flush=True,
        )
        missed_targets += row.is_kept is False
    print(f"\n{(monotonic() - started) / 60:.0f} minutes", file=sys.stderr)
    return 1 if missed_targets else 0


if __name__ == "__main__":
    sys.exit(main())
