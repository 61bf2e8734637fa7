"""Compare POST /api/showdowns/bulk/ with settling the same deals one by one.

Run: uv run python -m tests.benchmarks.api [--lines 10000] [--rounds 3]
"""

import json
import resource
import sys
from statistics import median
from time import perf_counter

from tests.benchmarks.measuring import parse_options, scratch_database, time_rounds


def measure(count, rounds):
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

    def post_lines(query):
        path = f"/api/showdowns/bulk/{query}"
        response = Client().post(path, body, content_type="application/x-ndjson")
        lines = b"".join(response.streaming_content).count(b"\n")
        if (response.status_code, lines) != (200, count):
            raise RuntimeError(f"{path}: status {response.status_code}, {lines} lines")

    print(f"{count:,} lines of JSON")
    with override_settings(ALLOWED_HOSTS=["testserver"], RATE_LIMITS={"bulk": (10**9, 60)}):
        for name, work in (
            ("settled one by one", lambda: list(map(settle, deals))),
            ("answered, not stored", lambda: post_lines("?store=false")),
            ("answered and stored", lambda: post_lines("")),
        ):
            print(f"{name:24}{median(time_rounds(work, rounds, perf_counter)):8.2f} s")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory: {megabytes} MB")


def main():
    options = parse_options(__doc__, lines=10_000, rounds=3)
    with scratch_database():
        measure(options.lines, options.rounds)
    print(f"the web process imported Numba: {'numba' in sys.modules}")


if __name__ == "__main__":
    main()
