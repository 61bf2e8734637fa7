"""Compare the library with pokerkit, eval7 and phevaluator on four tasks.

Print the lines of code of the functions below, without their first line, and the best CPU time of
several rounds on one core. A package that doesn't support a task, or isn't installed, has a dash.
All results must be equal.
Run: uv run --isolated --with eval7,phevaluator python -m tests.benchmarks.library
"""

import inspect
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from time import process_time

import numpy as np

import showdown
from tests.library.dealing import random_deals

HOLDEM = showdown.games["holdem"]
DECK = [str(card) for card in HOLDEM.deck]
MANY = 5_000
NUMBERS = random_deals(np.random.default_rng(1), HOLDEM, MANY)
TEXTS = [[DECK[number] for number in row] for row in NUMBERS.tolist()]

ONE = (["As", "Kh"], ["Qd", "Qc"], ["Ah", "Qs", "7d", "2c", "9h"])
HILO = (["As", "2h", "Kd", "Kc"], ["Ad", "3c", "Jh", "Js"], ["4s", "5d", "8c", "Kh", "Jd"], 91)
FLOP = (["As", "Ah"], ["Kd", "Kc"], ["2c", "3d", "7h"])

type Winners = list[int]
"""The winners of each deal, as bits."""


def holdem_showdown(one, two, board) -> Winners:
    settled = showdown.settle("holdem", [one, two], board)
    return [sum(1 << "AB".index(label[-1]) for label in settled.winners["high"])]


def holdem_pokerkit(one, two, board) -> Winners:
    from pokerkit import StandardHighHand

    hands = [StandardHighHand.from_game("".join(hole), "".join(board)) for hole in (one, two)]
    return [sum(1 << seat for seat, hand in enumerate(hands) if hand == max(hands))]


def holdem_eval7(one, two, board) -> Winners:
    import eval7

    ranks = [eval7.evaluate([eval7.Card(card) for card in hole + board]) for hole in (one, two)]
    return [sum(1 << seat for seat, rank in enumerate(ranks) if rank == max(ranks))]


def holdem_phevaluator(one, two, board) -> Winners:
    from phevaluator import evaluate_cards

    ranks = [evaluate_cards(*hole, *board) for hole in (one, two)]
    return [sum(1 << seat for seat, rank in enumerate(ranks) if rank == min(ranks))]


def hilo_showdown(one, two, board, pot) -> list[int]:
    return list(showdown.settle("omaha-hilo", [one, two], board, pots=[pot]).payouts.values())


def hilo_pokerkit(one, two, board, pot) -> list[int]:
    from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

    texts, shared = ["".join(one), "".join(two)], "".join(board)
    highs = [OmahaHoldemHand.from_game(text, shared) for text in texts]
    lows = [OmahaEightOrBetterLowHand.from_game_or_none(text, shared) for text in texts]
    qualified = [low for low in lows if low is not None]
    for_low = pot // 2 if qualified else 0
    paid = [0, 0]
    for part, hands, best in ((pot - for_low, highs, max(highs)), (for_low, lows, max(qualified))):
        winners = [seat for seat, hand in enumerate(hands) if hand == best]
        for index, seat in enumerate(winners):
            paid[seat] += part // len(winners) + (index < part % len(winners))
    return paid


def many_showdown() -> Winners:
    return showdown.settle_many("holdem", NUMBERS).winners[:, 0].tolist()


def many_pokerkit() -> Winners:
    return [holdem_pokerkit(row[:2], row[2:4], row[4:])[0] for row in TEXTS]


def many_eval7() -> Winners:
    import eval7

    card, winners = {text: eval7.Card(text) for text in DECK}, []
    for row in TEXTS:
        cards = [card[text] for text in row]
        one, two = (eval7.evaluate(cards[index : index + 2] + cards[4:]) for index in (0, 2))
        winners.append((one >= two) | (two >= one) << 1)
    return winners


def many_phevaluator() -> Winners:
    from phevaluator import evaluate_cards

    number, winners = {str(card): card.number for card in HOLDEM.deck}, []
    for row in TEXTS:
        cards = [number[text] for text in row]
        one, two = (evaluate_cards(*cards[index : index + 2], *cards[4:]) for index in (0, 2))
        winners.append((one <= two) | (two <= one) << 1)
    return winners


def odds_showdown(one, two, board) -> float:
    return float(
        showdown.odds("holdem", ["".join(one), "".join(two)], "".join(board)).shares["HandA"]
    )


def odds_pokerkit(one, two, board) -> float:
    from pokerkit import StandardHighHand

    won, boards = 0.0, 0
    for coming in combinations([card for card in DECK if card not in one + two + board], 2):
        text = "".join([*board, *coming])
        first, second = (StandardHighHand.from_game("".join(hole), text) for hole in (one, two))
        won += ((first > second) + (first >= second)) / 2
        boards += 1
    return won / boards


def odds_eval7(one, two, board) -> float:
    """Evaluate every board, because eval7's own `py_hand_vs_range_exact` returns 1.0 here."""
    import eval7

    card = {text: eval7.Card(text) for text in DECK}
    hands, won, boards = [[card[c] for c in hole + board] for hole in (one, two)], 0.0, 0
    for coming in combinations([card[c] for c in DECK if c not in one + two + board], 2):
        first, second = (eval7.evaluate([*hand, *coming]) for hand in hands)
        won += ((first > second) + (first >= second)) / 2
        boards += 1
    return won / boards


def odds_phevaluator(one, two, board) -> float:
    from phevaluator import evaluate_cards

    won, boards = 0.0, 0
    for coming in combinations([card for card in DECK if card not in one + two + board], 2):
        first, second = (evaluate_cards(*hole, *board, *coming) for hole in (one, two))
        won += ((first < second) + (first <= second)) / 2
        boards += 1
    return won / boards


PACKAGES = ("showdown", "pokerkit", "eval7", "phevaluator")
TASKS = {
    "holdem": ("winner of one Hold'em deal", ONE),
    "hilo": ("payouts of an Omaha Hi/Lo pot", HILO),
    "many": (f"winners of {MANY:,} Hold'em deals", ()),
    "odds": ("aces against kings on a flop, exactly", FLOP),
}
ROUNDS = 3


def seconds(task: Callable[[], object]) -> float:
    """Return the CPU time of one run, the best of several rounds; short tasks are repeated."""
    task()
    start = process_time()
    task()
    times = max(1, int(0.02 / max(process_time() - start, 1e-6)))
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(times):
            task()
        best = min(best, (process_time() - start) / times)
    return best


def lines_of(function) -> int:
    lines = inspect.getsource(function).splitlines()[1:]
    return sum(bool(line.strip()) and '"""' not in line for line in lines)


def in_words(taken: float) -> str:
    for unit, name in ((1, "s"), (1e-3, "ms")):
        if taken >= unit:
            return f"{taken / unit:.3g} {name}"
    return f"{taken * 1e6:.3g} µs"


def main() -> None:
    print(f"| lines of code, time | {' | '.join(PACKAGES)} |\n| --- |{' ---: |' * len(PACKAGES)}")
    for task, (name, arguments) in TASKS.items():
        cells, answers = [], []
        for package in PACKAGES:
            function = globals().get(f"{task}_{package}")
            if function is None or find_spec(package) is None:
                cells.append("–")
                continue
            answers.append(function(*arguments))
            taken = seconds(partial(function, *arguments))
            cells.append(f"{lines_of(function)}, {in_words(taken)}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
        if any(not np.allclose(answer, answers[0]) for answer in answers):
            sys.exit(f"{name}: the answers differ")


if __name__ == "__main__":
    main()
