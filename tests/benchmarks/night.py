"""The processor's time for the luck and the sums of 10,000 hands, beside judging them.

A fifth of the hands are all-in before the last card: far more than in any room. Then that of
all-ins of stud, street by street: early ones are sampled.
Run: uv run python -m tests.benchmarks.night [--hands 10000]
"""

import argparse
import random
from dataclasses import replace
from time import process_time

from showdown.audits.array_judging import Judged, judge_all
from showdown.audits.night.equities import Equities
from showdown.audits.night.night import Book, Night
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import LoggedHand, Origin
from tests.audits.night.test_all_in import GAMES_PLAYED, all_in
from tests.audits.night.test_stud_and_draws import STUD, stud

_ALL_IN = 0.2
_OF_STREET = 4
"""Number of hands of each stud game."""


def hands(count: int) -> list[LoggedHand]:
    rng = random.Random(5)
    made = []
    for number in range(count):
        hand = all_in(rng, rng.choice(GAMES_PLAYED[:4]))
        origin = Origin(format="made-up", line=number + 1, hand=str(number))
        number_of_round = hand.last_round if rng.random() < _ALL_IN else 3
        made.append(replace(hand, origin=origin, last_round=number_of_round))
    return made


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--hands", type=int, default=10_000)
    count = asked.parse_args().hands
    made = hands(count)
    start = process_time()
    judged = list(judge_all(made, Terms()))
    print(f"judging {count:,} hands: {process_time() - start:.1f} s")
    seconds, book = night_of(judged)
    sampled = book.all_ins_sampled
    print(f"the night: {seconds:.1f} s, {book.all_ins_counted:,} all-ins, {sampled:,} sampled")
    for street in range(3, 7):
        judged = list(judge_all((stud(slug, street) for slug in STUD * _OF_STREET), Terms()))
        seconds, book = night_of(judged)
        a_hand = 1000 * seconds / book.all_ins_counted
        sampled = book.all_ins_sampled
        print(f"all-in on street {street} of stud: {a_hand:.1f} ms a hand, {sampled:,} sampled")


def night_of(judged: list[Judged]) -> tuple[float, Book]:
    """Return the night, and the seconds of CPU time that it takes."""
    start = process_time()
    night = Night(Equities(Terms()))
    list(night.read(judged))
    (book,) = night.books.values()
    return process_time() - start, book


if __name__ == "__main__":
    main()
