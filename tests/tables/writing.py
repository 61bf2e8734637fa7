"""Random deals as tables of text and of numbers, and their results."""

import numpy as np
import pyarrow as pa

import showdown
from tests.library.dealing import random_deals


def binary_column(cards):
    column_type = pa.binary(cards.shape[1])
    buffer = pa.py_buffer(np.ascontiguousarray(cards).tobytes())
    return pa.FixedSizeBinaryArray.from_buffers(column_type, len(cards), [None, buffer])


def hands_of(game, cards, players):
    return [
        showdown.card_texts(row[: players * game.hole].reshape(players, game.hole)) for row in cards
    ]


def boards_of(game, cards, players):
    boards, start = [], players * game.hole
    for size in game.boards:
        boards.append(showdown.card_texts(cards[:, start : start + size], separator=" "))
        start += size
    return [list(row) for row in zip(*boards, strict=True)] or [[]] * len(cards)


def deals_table(game, count, *, players=2, seed=1):
    """Return the same random deals as a table of numbers and as a table of text."""
    cards = random_deals(np.random.default_rng(seed), game, count, players)
    binary = pa.table({"cards": binary_column(cards)})
    text = pa.table(
        {
            "hands": pa.array(hands_of(game, cards, players), pa.list_(pa.string())),
            "boards": pa.array(boards_of(game, cards, players), pa.list_(pa.string())),
        }
    )
    return binary, text


def row_of(settled, names):
    """Return the expected answer to a deal, without categories."""
    results = [result for run in settled.settlement.runs for result in run.contests]
    row = {
        "error": None,
        "winners": [sum(1 << names.index(name) for name in result.winners) for result in results],
        "strengths": [result.best.strength if result.best else 0 for result in results],
        "shares": [float(settled.shares.get(name, 0)) for name in names],
        "payouts": None,
        "returned": None,
    }
    if payout := settled.settlement.payout:
        players = {player.label: player for player in payout.players}
        row["payouts"] = [players[name].total if name in players else 0 for name in names]
        row["returned"] = [players[name].returned if name in players else 0 for name in names]
    return row


def remove_categories(row):
    return {name: value for name, value in row.items() if name != "categories"}
