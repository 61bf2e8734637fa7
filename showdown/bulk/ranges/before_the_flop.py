"""Two ranges of two cards before the flop: from the table of match-ups, or counted with dead cards.

The table has one hand of each kind, such as AKs, against all hands. Another hand of the kind does
the same with suits renamed: so the other range's weights are renamed instead, in 24 ways at most,
and a product of two matrices has every hand against the range.
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
    BOARD,
    CARDS,
    HOLE,
    Combos,
    TooHeavyToCount,
    Whole,
    hands_of,
    indices_among,
    masks_of,
    weight_apart,
)
from showdown.bulk.ranges.match_ups import match_ups
from showdown.bulk.tally import HandCounts
from showdown.evaluator.games import Game

_FOLDER = Path(__file__).parent / "tables"
_SUITS = tuple(permutations(range(4)))


class Numbering(NamedTuple):
    """The hands of a deck, (n, 2) in order, and which match-ups of them are the same.

    `image` (24, n) is what each hand becomes if suits are renamed in each way. Of each kind of hand
    one is the `model` (kinds), that of hand h is of kind_of[h], and renaming suits in the way
    to_model[h] gives it. `match_up` (kinds, n) numbers what a model meets with each hand; where
    `is_turned`, the table has it from the other hand's side. It is -1 where they share a card.
    """

    hands: NDArray[np.uint8]
    image: Whole
    model: Whole
    kind_of: Whole
    to_model: Whole
    match_up: Whole
    is_turned: NDArray[np.bool_]


class MatchUpTable(NamedTuple):
    """How a model of each kind does against each hand of the deck, (kinds, n); 0 if it can't."""

    numbering: Numbering
    won: NDArray[np.float64]
    tied: NDArray[np.float64]
    boards: int


def file_of(game: Game) -> Path:
    """Return the path of the table of a game's contest, existing or not."""
    ranking = game.contests[0].ranking.name.replace(" ", "-")
    return _FOLDER / f"{ranking}-{len(game.deck)}.zlib"


def has_table(game: Game) -> bool:
    return file_of(game).exists()


@cache
def numbering(deck: tuple[int, ...]) -> Numbering:
    """Number the hands of a deck: this many ranks of four suits each."""
    hands = hands_of(deck, HOLE)
    image = _with_renamed_suits(hands)
    least = image.min(axis=0)
    model, kind_of = np.unique(least, return_inverse=True)
    to_model = image.argmin(axis=0)
    kinds, every = np.arange(len(model))[:, None], np.arange(len(hands))
    # Of the hands that a model can't tell apart, by the names of suits, the first stands for all.
    same = image[:, model] == model
    seen_as = np.stack([image[same[:, kind]].min(axis=0) for kind in range(len(model))])
    key = kinds * len(hands) + seen_as
    model_seen = seen_as[kind_of, image[to_model[None, :], model[:, None]]]
    turned = kind_of * len(hands) + model_seen
    is_turned = turned < key
    key = np.where(is_turned, turned, key)
    masks = masks_of(hands)
    apart = masks[model][:, None] & masks == 0
    wanted = np.zeros(len(model) * len(every), bool)
    wanted[key[apart]] = True
    number = np.where(apart, (np.cumsum(wanted) - 1)[key], -1)
    return Numbering(hands, image, model, kind_of, to_model, number, is_turned)


def _with_renamed_suits(hands: NDArray[np.uint8]) -> Whole:
    """Return the number of each hand after renaming suits in each way (24, n)."""
    number = np.zeros((64, 64), np.int64)
    number[hands[:, 0], hands[:, 1]] = number[hands[:, 1], hands[:, 0]] = np.arange(len(hands))
    first, second = (np.array(_SUITS)[:, hands & 3] | hands & 60).transpose(2, 0, 1)
    renamed: Whole = number[first, second]
    return renamed


class Made(NamedTuple):
    """The number of match-ups that were counted, and their bytes."""

    match_ups: int
    size: int


def make(game: Game) -> Made:
    """Count every match-up and write the table."""
    deck = tuple(card.number for card in game.deck)
    numbers = numbering(deck)
    hands = masks_of(numbers.hands)
    met = match_ups(game.contests[0], hands[numbers.model], hands, deck)
    # Each match-up is in the table from the side of the hand that is first by number.
    here = (numbers.match_up >= 0) & ~numbers.is_turned
    columns = np.zeros((2, int(numbers.match_up.max()) + 1), "<i4")
    columns[0, numbers.match_up[here]] = met.won[here]
    columns[1, numbers.match_up[here]] = met.tied[here]
    planes = np.ascontiguousarray(columns.view(np.uint8).reshape(-1, 4).T[:3])
    file = file_of(game)
    file.parent.mkdir(exist_ok=True)
    return Made(columns.shape[1], file.write_bytes(zlib.compress(planes.tobytes(), 9)))


def read(game: Game) -> tuple[Whole, Whole]:
    """Read the wins and ties of each match-up."""
    planes = np.frombuffer(zlib.decompress(file_of(game).read_bytes()), np.uint8).reshape(3, -1)
    numbers = planes[0] + planes[1] * np.int64(1 << 8) + planes[2] * np.int64(1 << 16)
    won, tied = numbers.reshape(2, -1)
    return won, tied


@cache
def table(game: Game) -> MatchUpTable:
    """Return the table of a game that has one."""
    deck = tuple(card.number for card in game.deck)
    numbers = numbering(deck)
    boards = comb(len(deck) - 2 * HOLE, BOARD)
    won, tied = (np.append(column, 0) for column in read(game))  # -1 takes the last
    wins, ties = won[numbers.match_up], tied[numbers.match_up]
    lost = np.where(numbers.match_up >= 0, boards - wins - ties, 0)
    return MatchUpTable(
        numbers,
        np.where(numbers.is_turned, lost, wins).astype(float),
        ties.astype(float),
        boards,
    )


_LARGEST = 2**53
"""No sum of weights may be larger: whole numbers up to this are exact in floating point."""

type Weights = NDArray[np.float64]
type OfTwo = tuple[HandCounts, HandCounts]


def is_in_table(game: Game, stub: Sequence[int]) -> bool:
    """Return whether the table has the result: it knows of no dead cards."""
    return len(stub) == len(game.deck) and has_table(game)


def counted(game: Game, first: Combos, second: Combos, stub: Sequence[int]) -> OfTwo:
    """Count the ranges against each other.

    `stub` are the cards that aren't dead, in the deck or in hands; hands have no others. Raise
    TooHeavyToCount.
    """
    for combos in (first, second):
        if int(combos.weights.sum()) * comb(CARDS, BOARD) >= _LARGEST:
            raise TooHeavyToCount
    if is_in_table(game, stub):
        known = table(game)
        return _by_table(known, first, second), _by_table(known, second, first)
    return _by_match_ups(game, first, second, stub)


def _by_table(known: MatchUpTable, own: Combos, other: Combos) -> HandCounts:
    numbers = known.numbering
    every = masks_of(numbers.hands)
    weights = np.zeros(len(every))
    weights[indices_among(every, other.masks)] = other.weights
    ways, renamed = _renamed(weights, numbers.image)
    hands = indices_among(every, own.masks)
    kinds, kind_of = np.unique(numbers.kind_of[hands], return_inverse=True)
    here = kind_of, ways[numbers.to_model[hands]]
    won, tied = (
        (counts[kinds] @ renamed.T)[here].astype(np.int64) for counts in (known.won, known.tied)
    )
    return HandCounts.of(own, won, tied, weight_apart(own.masks, other) * known.boards)


def _renamed(weights: Weights, image: Whole) -> tuple[Whole, Weights]:
    """Return the weights with suits renamed in each way, (24) of (m, n) that differ.

    Most ranges need only one: AKs has all suits alike.
    """
    different: dict[bytes, int] = {}
    ways = np.zeros(len(image), np.int64)
    rows: list[Weights] = []
    for way, hands in enumerate(image):
        row = np.zeros_like(weights)
        row[hands] = weights
        ways[way] = different.setdefault(row.tobytes(), len(different))
        if len(rows) < len(different):
            rows.append(row)
    return ways, np.array(rows)


def _by_match_ups(game: Game, first: Combos, second: Combos, stub: Sequence[int]) -> OfTwo:
    met = match_ups(game.contests[0], first.masks, second.masks, stub)
    won, tied = met.won.astype(np.int64), met.tied.astype(np.int64)
    of_first = met.boards * weight_apart(first.masks, second)
    of_second = met.boards * weight_apart(second.masks, first)
    lost = of_second - (won + tied).T @ first.weights
    return (
        HandCounts.of(first, won @ second.weights, tied @ second.weights, of_first),
        HandCounts.of(second, lost, tied.T @ first.weights, of_second),
    )
