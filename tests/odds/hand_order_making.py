"""Compute the orders of `notation.hand_order` by counting every match-up of two-card hands.

`uv run python -m tests.odds.hand_order_making holdem` takes a minute or two. Match-ups that
differ only by their suits are counted once: 47,008 of Hold'em, 10,215 of Short Deck.
"""

import argparse
import csv
from fractions import Fraction

import numpy as np

from showdown.bulk.combos import class_name
from showdown.bulk.counting import KnownCards, OneBoardCounter
from showdown.bulk.ranges.preflop import number_hands
from showdown.evaluator.games import GAMES
from showdown.notation.hand_order import FOLDER

COLUMNS = ("hand", "share", "percent")


def shares(game):
    """Yield each class of hands, such as `AKs`, with its share against a random hand."""
    deck = tuple(card.number for card in game.deck)
    numbers = number_hands(deck)
    hands = [tuple(hand) for hand in numbers.hands.tolist()]
    first = (numbers.match_up >= 0) & ~numbers.is_turned
    share_of = {}
    for kind, other in np.argwhere(first).tolist():
        number = int(numbers.match_up[kind, other])
        if number not in share_of:
            met = hands[numbers.model[kind]], hands[other]
            rest = tuple(card for card in deck if card not in {*met[0], *met[1]})
            count = OneBoardCounter(KnownCards(met, ((),), rest), game.contests, game.part_indices)
            share_of[number] = count.tally().share(0)
    for kind, model in enumerate(numbers.model.tolist()):
        others = np.flatnonzero(numbers.match_up[kind] >= 0).tolist()
        won = Fraction(0)
        for other in others:
            share = share_of[int(numbers.match_up[kind, other])]
            won += 1 - share if numbers.is_turned[kind, other] else share
        yield class_name(*hands[model]), won / len(others)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=GAMES)
    game = GAMES[arguments.parse_args().game]
    ordered = sorted(shares(game), key=lambda pair: pair[1], reverse=True)
    with (FOLDER / f"{game.slug}.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((name, share, f"{float(share):.4%}"[:-1]) for name, share in ordered)


if __name__ == "__main__":
    main()
