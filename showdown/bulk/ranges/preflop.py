"""Count the outcomes of two ranges of two-card hands before the flop.

Match-ups are looked up in a table. They are counted if there are dead cards or no table.

The table has the results of one hand of each kind, such as AKs, against all hands. Other hands of
the kind have the same results with renamed suits. So the suits of the other range are renamed
instead, in up to 24 ways. One matrix product with the table then yields the results of every hand
against the range.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import (
    BOARD_CARDS,
    DECK_SIZE,
    HOLE_CARDS,
    Combos,
    Integers,
    TooHeavyToCount,
    find_indices,
    hands_to_masks,
    list_hands,
    sum_disjoint_weights,
)
from showdown.bulk.ranges.match_ups import count_match_ups
from showdown.bulk.tally import HandCounts
from showdown.evaluator.games import Game

_FOLDER = Path(__file__).parent / "tables"
_SUITS = tuple(permutations(range(4)))


class Numbering(NamedTuple):
    """The hands of a deck (n, 2) in ascending order, and the equivalent match-ups.

    `image` (24, n) is the index of each hand after each renaming of suits. Each kind of hand is
    represented by one hand, its `model` (kinds). Hand h is of kind `kind_of[h]`, and the renaming
    `model_renaming[h]` maps it to the model. `match_up` (kinds, n) is the index of the match-up of
    a model with each hand, or -1 if they share a card. If `is_turned`, the wins of this match-up
    are those of the other hand.
    """

    hands: NDArray[np.uint8]
    image: Integers
    model: Integers
    kind_of: Integers
    model_renaming: Integers
    match_up: Integers
    is_turned: NDArray[np.bool_]


class MatchUpTable(NamedTuple):
    """The number of boards on which each model beats, or ties, each hand of the deck (kinds, n).

    Both are 0 for hands that share a card.
    """

    numbering: Numbering
    won: NDArray[np.float64]
    tied: NDArray[np.float64]
    boards: int


def get_table_path(game: Game) -> Path:
    """Return the path of the table for a game's contest; the file may not exist."""
    ranking = game.contests[0].ranking.name.replace(" ", "-")
    return _FOLDER / f"{ranking}-{len(game.deck)}.zlib"


@cache
def number_hands(deck: tuple[int, ...]) -> Numbering:
    """Number the hands of a deck of card numbers. The deck must have four suits of each rank."""
    hands = list_hands(deck, HOLE_CARDS)
    index_of = np.zeros((64, 64), np.int64)
    index_of[hands[:, 0], hands[:, 1]] = index_of[hands[:, 1], hands[:, 0]] = range(len(hands))
    first, second = (np.array(_SUITS)[:, hands & 3] | hands & 60).transpose(2, 0, 1)
    image = index_of[first, second]
    minimum = image.min(axis=0)
    model, kind_of = np.unique(minimum, return_inverse=True)
    model_renaming = image.argmin(axis=0)
    kinds = np.arange(len(model))[:, None]
    # Hands that are equivalent against a model, by renaming suits, are represented by the lowest.
    keeps_model = image[:, model] == model
    representatives = np.stack(
        [image[keeps_model[:, kind]].min(axis=0) for kind in range(len(model))]
    )
    key = kinds * len(hands) + representatives
    model_representatives = representatives[kind_of, image[model_renaming[None, :], model[:, None]]]
    turned = kind_of * len(hands) + model_representatives
    is_turned = turned < key
    key = np.where(is_turned, turned, key)
    masks = hands_to_masks(hands)
    is_disjoint = masks[model][:, None] & masks == 0
    is_needed = np.zeros(len(model) * len(hands), bool)
    is_needed[key[is_disjoint]] = True
    number = np.where(is_disjoint, (np.cumsum(is_needed) - 1)[key], -1)
    return Numbering(hands, image, model, kind_of, model_renaming, number, is_turned)


def write_table(game: Game) -> tuple[int, int]:
    """Count every match-up and write the table to its file.

    Return the number of match-ups, and the size of the file in bytes.
    """
    deck = tuple(card.number for card in game.deck)
    numbering = number_hands(deck)
    hands = hands_to_masks(numbering.hands)
    match_ups = count_match_ups(game.contests[0], hands[numbering.model], hands, deck)
    # The table stores each match-up from the side of the hand whose kind comes first.
    is_stored = (numbering.match_up >= 0) & ~numbering.is_turned
    columns = np.zeros((2, int(numbering.match_up.max()) + 1), "<i4")
    columns[0, numbering.match_up[is_stored]] = match_ups.won[is_stored]
    columns[1, numbering.match_up[is_stored]] = match_ups.tied[is_stored]
    planes = np.ascontiguousarray(columns.view(np.uint8).reshape(-1, 4).T[:3])
    file = get_table_path(game)
    file.parent.mkdir(exist_ok=True)
    return columns.shape[1], file.write_bytes(zlib.compress(planes.tobytes(), 9))


def read_table(game: Game) -> tuple[Integers, Integers]:
    """Read the wins and the ties of each match-up from the file."""
    planes = np.frombuffer(zlib.decompress(get_table_path(game).read_bytes()), np.uint8).reshape(
        3, -1
    )
    numbers = planes[0] + planes[1] * np.int64(1 << 8) + planes[2] * np.int64(1 << 16)
    won, tied = numbers.reshape(2, -1)
    return won, tied


@cache
def load_table(game: Game) -> MatchUpTable:
    """Return the table of a game. Its file must exist."""
    deck = tuple(card.number for card in game.deck)
    numbering = number_hands(deck)
    boards = comb(len(deck) - 2 * HOLE_CARDS, BOARD_CARDS)
    won, tied = (np.append(column, 0) for column in read_table(game))  # index -1 finds this 0
    wins, ties = won[numbering.match_up], tied[numbering.match_up]
    lost = np.where(numbering.match_up >= 0, boards - wins - ties, 0)
    return MatchUpTable(
        numbering,
        np.where(numbering.is_turned, lost, wins).astype(float),
        ties.astype(float),
        boards,
    )


_MAX_EXACT_WEIGHT = 2**53
"""Maximum of a range's total weight times the number of boards; floats up to it are exact."""

type Weights = NDArray[np.float64]


def is_in_table(game: Game, remaining: Sequence[int]) -> bool:
    """Return whether a table has the result. Tables are for spots without dead cards."""
    return len(remaining) == len(game.deck) and get_table_path(game).exists()


def count_ranges(
    game: Game, first: Combos, second: Combos, remaining: Sequence[int]
) -> tuple[HandCounts, HandCounts]:
    """Count the outcomes of each hand of both ranges.

    `remaining` contains all cards that aren't dead, including those in hands. Raise TooHeavyToCount
    if the weights are too large.
    """
    for combos in (first, second):
        if int(combos.weights.sum()) * comb(DECK_SIZE, BOARD_CARDS) >= _MAX_EXACT_WEIGHT:
            raise TooHeavyToCount
    if is_in_table(game, remaining):
        table = load_table(game)
        return _look_up_range(table, first, second), _look_up_range(table, second, first)
    match_ups = count_match_ups(game.contests[0], first.masks, second.masks, remaining)
    won, tied = match_ups.won.astype(np.int64), match_ups.tied.astype(np.int64)
    first_total = match_ups.boards * sum_disjoint_weights(first.masks, second)
    second_total = match_ups.boards * sum_disjoint_weights(second.masks, first)
    lost = second_total - (won + tied).T @ first.weights
    return (
        HandCounts(
            first.masks, first.weights, won @ second.weights, tied @ second.weights, first_total
        ),
        HandCounts(second.masks, second.weights, lost, tied.T @ first.weights, second_total),
    )


def _look_up_range(table: MatchUpTable, own: Combos, other: Combos) -> HandCounts:
    numbering = table.numbering
    masks = hands_to_masks(numbering.hands)
    weights = np.zeros(len(masks))
    weights[find_indices(masks, other.masks)] = other.weights
    # Most ranges are symmetric in the suits, so that all renamings give the same row of weights.
    ways, rows = np.zeros(len(numbering.image), np.int64), dict[bytes, Weights]()
    for way, image in enumerate(numbering.image):
        row = np.zeros_like(weights)
        row[image] = weights
        key = row.tobytes()
        rows.setdefault(key, row)
        ways[way] = list(rows).index(key)
    renamed = np.array(list(rows.values()))
    hands = find_indices(masks, own.masks)
    kinds, kind_of = np.unique(numbering.kind_of[hands], return_inverse=True)
    selected = kind_of, ways[numbering.model_renaming[hands]]
    won, tied = (
        (counts[kinds] @ renamed.T)[selected].astype(np.int64) for counts in (table.won, table.tied)
    )
    total = sum_disjoint_weights(own.masks, other) * table.boards
    return HandCounts(own.masks, own.weights, won, tied, total)
