"""Run the campaign, and print its table."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.campaign import __doc__ as told
from tests.campaign import attacks, bodies, faults, fuzzing, jobs, stages

type Attack = Callable[[Path, float], Iterator[attacks.Row]]

_ALL: list[Attack] = [
    fuzzing.fuzzed,
    attacks.hostile,
    attacks.slow,
    stages.headers,
    stages.crowds,
    stages.leavers,
    stages.forged,
    jobs.uploads,
    jobs.archives,
    bodies.slow_bodies,
    bodies.huge_forms,
    bodies.costly_logs,
    bodies.costly_answers,
    faults.folders_away,
    faults.empty_keys,
    faults.flipped_bytes,
    attacks.killed,
    attacks.disk_full,
    attacks.loaded,
    attacks.restarted,
]
ATTACKS = {attack.__name__: attack for attack in _ALL}
_KEPT = {True: "yes", False: "**no**", None: "-"}


def run_all(chosen: list[Attack], minutes: float) -> Iterator[attacks.Row]:
    seconds = minutes * 60 / len(chosen)
    for attack in chosen:
        # The name has no blank, and another user, who runs the database, can enter the folder.
        with TemporaryDirectory(prefix="campaign-") as name:
            Path(name).chmod(0o711)
            yield from attack(Path(name), seconds)


def main() -> int:
    parser = ArgumentParser("python -m tests.campaign", description=told)
    parser.add_argument("--minutes", type=float, default=60, help="how long it takes, about")
    parser.add_argument(
        "attacks", nargs="*", metavar="attack", help=f"only these: {', '.join(ATTACKS)}"
    )
    parser.add_argument("--behind-nginx", action="store_true", help="put nginx before each site")
    options = parser.parse_args()
    attacks.BEHIND_NGINX.set(options.behind_nginx)
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"unknown attacks: {', '.join(unknown)}")
    chosen = [ATTACKS[name] for name in options.attacks] or list(ATTACKS.values())
    started, broken = monotonic(), 0
    print("| attack | measured | promised | kept |\n| --- | --- | --- | --- |")
    for row in run_all(chosen, options.minutes):
        print(
            f"| {row.attack} | {row.measured} | {row.promised} | {_KEPT[row.is_kept]} |", flush=True
        )
        broken += row.is_kept is False
    print(f"\n{(monotonic() - started) / 60:.0f} minutes", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
