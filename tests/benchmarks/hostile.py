"""What bodies of two megabytes cost, beside a whole one of that size that is only read as JSON.

Run: uv run python -m tests.benchmarks.hostile [--rounds 5]
"""

import argparse
import json
from statistics import median
from time import process_time

from showdown.evaluator.errors import InvalidDeal
from tests.hostile import BODIES, SIZE, settle_json


def cost(body: bytes) -> float:
    """Seconds of CPU until the body is refused."""
    start = process_time()
    try:
        settle_json(body)
    except InvalidDeal:
        return process_time() - start
    raise RuntimeError("it was not refused")


def reading(body: bytes) -> float:
    start = process_time()
    json.loads(body)
    return process_time() - start


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    rounds = arguments.parse_args().rounds
    honest = json.dumps([{"amount": number} for number in range(SIZE // 17)]).encode()
    plain = median(reading(honest) for _ in range(rounds))
    print(f"{'json.loads of a list of objects':34}{plain * 1000:8.1f} ms")
    for name, make in BODIES.items():
        seconds = median(cost(make().encode()) for _ in range(rounds))
        print(f"{name:34}{seconds * 1000:8.1f} ms{seconds / plain:8.1f} times")


if __name__ == "__main__":
    main()
