"""Compute the orders of `notation.hand_order` by counting each hand against every other one.

`uv run python -m tests.odds.hand_order_making holdem` takes about ten minutes.
"""

import argparse
import csv
from itertools import combinations

from showdown.bulk.combos import get_class_name
from showdown.bulk.counting import KnownCards, OneBoardCounter
from showdown.evaluator.games import GAMES
from showdown.notation.hand_order import FOLDER

COLUMNS = ("hand", "share", "percent")


def compute_shares(game):
    """Yield each class of hands, such as `AKs`, with its share against a random hand."""
    deck = [card.number for card in game.deck]
    hands = list(combinations(deck, 2))
    for name, hand in {get_class_name(*hand): hand for hand in hands}.items():
        others = [other for other in hands if not {*hand} & {*other}]
        share_sum = 0
        for other in others:
            rest = tuple(card for card in deck if card not in hand + other)
            known = KnownCards((hand, other), ((),), rest)
            share_sum += OneBoardCounter(known, game.contests, game.part_indices).tally().share(0)
        yield name, share_sum / len(others)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=GAMES)
    game = GAMES[arguments.parse_args().game]
    rows = sorted(compute_shares(game), key=lambda row: row[1], reverse=True)
    with (FOLDER / f"{game.slug}.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((name, share, f"{float(share):.4%}"[:-1]) for name, share in rows)


if __name__ == "__main__":
    main()
