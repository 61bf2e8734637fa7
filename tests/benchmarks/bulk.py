"""POST /api/showdowns/bulk/ with 10,000 lines of JSON, beside settling the same deals one by one.

Through the handler and the middleware, in this process; settling alone neither reads nor answers.
Run: uv run python -m tests.benchmarks.bulk [--deals 10000] [--rounds 3]
"""

import argparse
import json
import resource
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from tests.benchmarks.scratch import scratch_database

ADDRESS = "/api/showdowns/bulk/"
KIND = "application/x-ndjson"


def seconds(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds + 1):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return median(taken[1:])


def measure(count: int, rounds: int) -> None:
    from django.test import Client, override_settings

    from showdown.evaluator.settlement import settle
    from tests.factories import DealFactory

    deals = [DealFactory() for _ in range(count)]
    body = "\n".join(
        json.dumps(
            {
                "game": deal.game.slug,
                "hands": [hand.text for hand in deal.hands],
                "board": str(deal).rpartition("Board:")[2],
            }
        )
        for deal in deals
    )

    def post(query: str = "") -> None:
        answer = Client().post(ADDRESS + query, body, content_type=KIND)
        lines = b"".join(answer.streaming_content).count(b"\n")
        if (answer.status_code, lines) != (200, count):
            raise RuntimeError(f"answered {answer.status_code}, {lines} lines")

    with override_settings(ALLOWED_HOSTS=["testserver"], RATE_LIMITS={"bulk": (10**9, 60)}):
        print(f"settled one by one:   {seconds(lambda: list(map(settle, deals)), rounds):6.2f} s")
        print(f"answered, not stored: {seconds(lambda: post('?store=false'), rounds):6.2f} s")
        print(f"answered and stored:  {seconds(post, rounds):6.2f} s")
    loaded = [name for name in ("numba", "numpy") if name in sys.modules]
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"loaded: {', '.join(loaded)}; at most {megabytes} MB")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=3)
    options = arguments.parse_args()
    with scratch_database():
        measure(options.deals, options.rounds)


if __name__ == "__main__":
    main()
