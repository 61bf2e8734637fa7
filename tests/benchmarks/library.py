"""Compare the library with pokerkit, eval7 and phevaluator on four tasks, with equal results.

Run: uv run --isolated --with eval7,phevaluator python -m tests.benchmarks.library
"""

import sys
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations

import numpy as np

import showdown
from tests.benchmarks.measuring import time_rounds
from tests.library.dealing import random_deals

HOLDEM = showdown.games["holdem"]
DECK = [str(card) for card in HOLDEM.deck]
DEAL_COUNT = 5_000
NUMBERS = random_deals(np.random.default_rng(1), HOLDEM, DEAL_COUNT)
TEXTS = [[DECK[number] for number in row] for row in NUMBERS.tolist()]
ONE_DEAL = ["As", "Kh", "Qd", "Qc", "Ah", "Qs", "7d", "2c", "9h"]
HILO = ("As2hKdKc", "Ad3cJhJs", "4s5d8cKhJd", 91)
FLOP = (["As", "Ah"], ["Kd", "Kc"], ["2c", "3d", "7h"])
ROUNDS = 3


def load_rankers():
    """Return functions that rank seven cards, by installed package; greater is better."""
    rankers = {}
    if find_spec("pokerkit"):
        best = import_module("pokerkit").StandardHighHand.from_game
        rankers["pokerkit"] = lambda cards: best("".join(cards))
    if find_spec("eval7"):
        eval7 = import_module("eval7")
        card = cache(eval7.Card)
        rankers["eval7"] = lambda cards: eval7.evaluate(list(map(card, cards)))
    if find_spec("phevaluator"):
        evaluate = import_module("phevaluator").evaluate_cards
        number = {str(card): card.number for card in HOLDEM.deck}.__getitem__
        rankers["phevaluator"] = lambda cards: -evaluate(*map(number, cards))
    return rankers


def find_winners(rank, deals):
    winners = []
    for cards in deals:
        one, two = rank(cards[:2] + cards[4:]), rank(cards[2:])
        winners.append((one >= two) | (two >= one) << 1)
    return winners


def compute_share(rank, one, two, board):
    won, boards = 0.0, 0
    for coming in combinations([card for card in DECK if card not in one + two + board], 2):
        first, second = (rank([*hole, *board, *coming]) for hole in (one, two))
        won += ((first > second) + (first >= second)) / 2
        boards += 1
    return won / boards


def hilo_by_pokerkit(one, two, board, pot):
    from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

    highs = [OmahaHoldemHand.from_game(hole, board) for hole in (one, two)]
    lows = [OmahaEightOrBetterLowHand.from_game_or_none(hole, board) for hole in (one, two)]
    qualified = [low for low in lows if low is not None]
    low_part = pot // 2 if qualified else 0
    paid = [0, 0]
    for part, hands, best in (
        (pot - low_part, highs, max(highs)),
        (low_part, lows, max(qualified)),
    ):
        tied = [seat for seat, hand in enumerate(hands) if hand == best]
        for index, seat in enumerate(tied):
            paid[seat] += part // len(tied) + (index < part % len(tied))
    return paid


def winner_by_showdown(cards):
    settled = showdown.settle("holdem", [cards[:2], cards[2:4]], cards[4:])
    return [sum(1 << "AB".index(label[-1]) for label in settled.winners["high"])]


def winners_by_showdown():
    return showdown.settle_many("holdem", NUMBERS).winners[:, 0].tolist()


def tasks():
    rankers = load_rankers()
    one, two, board = map("".join, FLOP)
    hilo = {
        "showdown": lambda: list(
            showdown.settle("omaha-hilo", HILO[:2], HILO[2], pots=[HILO[3]]).payouts.values()
        )
    }
    if "pokerkit" in rankers:
        hilo["pokerkit"] = partial(hilo_by_pokerkit, *HILO)

    def compare(showdown_task, rank_task, *arguments):
        others = {name: partial(rank_task, rank, *arguments) for name, rank in rankers.items()}
        return {"showdown": showdown_task} | others

    return {
        "winner of one Hold'em deal": compare(
            partial(winner_by_showdown, ONE_DEAL), find_winners, [ONE_DEAL]
        ),
        "payouts of an Omaha Hi/Lo pot": hilo,
        f"winners of {DEAL_COUNT:,} Hold'em deals": compare(
            winners_by_showdown, find_winners, TEXTS
        ),
        "aces against kings on a flop, exactly": compare(
            lambda: float(showdown.odds("holdem", [one, two], board).shares["HandA"]),
            compute_share,
            *FLOP,
        ),
    }


def format_best_time(task):
    """Return the CPU time in the best of several rounds; a round repeats short tasks."""
    repetitions = max(1, int(0.02 / max(*time_rounds(task, 1), 1e-6)))
    best = min(time_rounds(lambda: [task() for _ in range(repetitions)], ROUNDS)) / repetitions
    for unit, name in ((1, "s"), (1e-3, "ms")):
        if best >= unit:
            return f"{best / unit:.3g} {name}"
    return f"{best * 1e6:.3g} µs"


def main():
    packages = ("showdown", "pokerkit", "eval7", "phevaluator")
    print(f"| time | {' | '.join(packages)} |\n| --- |{' ---: |' * len(packages)}")
    for name, by_package in tasks().items():
        answers = [task() for task in by_package.values()]
        cells = [
            format_best_time(by_package[package]) if package in by_package else "–"
            for package in packages
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
        if any(not np.allclose(answer, answers[0]) for answer in answers):
            sys.exit(f"{name}: the answers differ")


if __name__ == "__main__":
    main()
