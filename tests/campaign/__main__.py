"""Runs the campaign and prints its table."""

import sys
from argparse import ArgumentParser
from time import monotonic

from tests.campaign import __doc__ as told
from tests.campaign.attacks import run_all

_SAID = {True: "yes", False: "**no**", None: "-"}


def main() -> int:
    parser = ArgumentParser("python -m tests.campaign", description=told)
    parser.add_argument("--minutes", type=float, default=60, help="how long it takes, about")
    minutes = parser.parse_args().minutes
    started, broken = monotonic(), 0
    print("| attack | measured | promised | kept |\n| --- | --- | --- | --- |")
    for row in run_all(minutes):
        print(
            f"| {row.what} | {row.measured} | {row.promised} | {_SAID[row.is_kept]} |", flush=True
        )
        broken += row.is_kept is False
    print(f"\n{(monotonic() - started) / 60:.0f} minutes", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
