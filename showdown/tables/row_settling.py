"""Settle single rows of a table in Python, for rows that kernels can't settle.

Seats are numbered from 0. A null hand has folded.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np

from showdown.bulk.outcomes import NOBODY
from showdown.bulk.row_checking import find_row_error, require_player_count
from showdown.evaluator.deals import MAX_PLAYERS, Deal, default_label
from showdown.evaluator.errors import Fault, InvalidDeal, InvalidWagers
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import MAX_SEATS, Pot, Wagers
from showdown.tables.deal_columns import BOARD, BOARDS, CARDS, HANDS

type Row = Mapping[str, Any]
"""The values of a row by column name."""

POTS, ELIGIBLE, CONTRIBUTIONS = "pots", "eligible", "contributions"
DEAD, FOLDED, BUTTON = "dead", "folded", "button"
WAGER_COLUMNS = (POTS, ELIGIBLE, CONTRIBUTIONS, DEAD, FOLDED, BUTTON)


class NoSuchSeat(InvalidDeal):
    """A seat that a row refers to but doesn't have."""

    message = "there is no seat {seat}; the seats are 0 to {last_seat}"

    seat: int
    last_seat: int


class NullInRow(InvalidDeal):
    """A required value of a row that is null."""

    message = "{name} is null"

    name: str


class NotWhole(InvalidDeal):
    """A number of chips or of a seat that isn't whole."""

    message = (
        "{name} has {value}, which isn't a whole number; write amounts in"
        " the smallest unit, such as cents"
    )

    name: str
    value: str


def settle_row(row: Row, game: Game, rules: RuleSet, unit: int) -> dict[str, list[Any]]:
    """Settle one row, and return the lists of its answer by column.

    `winners` (as bits), `strengths` and `categories` have one value for each contest of each run.
    `shares`, `payouts` and `returned` have one for each seat. `unit` is the value of the smallest
    chip. Raise InvalidDeal for an invalid row.
    """
    deal, labels, folded = _parse_deal(row, game)
    settlement = settle(deal, _parse_wagers(row, labels, folded, unit), rules)
    results = [result for run in settlement.runs for result in run.contests]
    bit = {label: 1 << seat for seat, label in enumerate(labels)}
    share = {player.label: float(player.share) for player in settlement.players}
    values: dict[str, list[Any]] = {
        "winners": [sum(bit[label] for label in result.winners) for result in results],
        "strengths": [result.best.strength if result.best else 0 for result in results],
        "categories": [
            best.ranking.category_of(best.rank) if (best := result.best) else NOBODY
            for result in results
        ],
        "shares": [share.get(label, 0.0) for label in labels],
    }
    if settlement.payout:
        player_of = {player.label: player for player in settlement.payout.players}
        players = [player_of.get(label) for label in labels]
        values["payouts"] = [player.total if player else 0 for player in players]
        values["returned"] = [player.returned if player else 0 for player in players]
    return values


def _parse_deal(row: Row, game: Game) -> tuple[Deal, tuple[str, ...], tuple[str, ...]]:
    """Return the deal, the labels of all seats, and the labels of null hands."""
    if CARDS in row:
        if row[CARDS] is None or None in list(row[CARDS]):
            raise NullInRow(name=CARDS)
        numbers = np.array(list(row[CARDS]), np.uint8)
        require_player_count(game, len(numbers))
        if numbers.max(initial=0) > 51:
            raise find_row_error(game, numbers, 0)
        deal = Deal.from_numbers(game, numbers.tobytes())
        return deal, deal.labels, ()
    hands = row[HANDS]
    if hands is None:
        raise NullInRow(name=HANDS)
    if len(hands) > MAX_SEATS:
        raise InvalidWagers(fault=Fault.TOO_MANY_ENTRIES, value=str(MAX_SEATS), field=HANDS)
    labels = tuple(
        default_label(seat) if seat < MAX_PLAYERS else f"Seat{seat}"  # default labels end at HandM
        for seat in range(len(hands))
    )
    cards = {label: text for label, text in zip(labels, hands, strict=True) if text is not None}
    deal = Deal.parse(game, cards, read_boards(row))
    return deal, labels, tuple(label for label in labels if label not in cards)


def read_boards(row: Row) -> list[str]:
    """Return the text of each board; a single empty string if the row has no board."""
    if row.get(BOARDS) is not None:
        return ["" if board is None else board for board in row[BOARDS]]
    board = row.get(BOARD)
    if isinstance(board, list):
        return [" ".join("" if card is None else card for card in board)]
    return [board or ""]


def _parse_wagers(
    row: Row, labels: Sequence[str], folded: tuple[str, ...], unit: int
) -> Wagers | None:
    """Return the wagers of the row; None if it has none."""
    columns: dict[str, Any] = {
        name: _convert_to_integers(row.get(name), name) for name in WAGER_COLUMNS
    }
    if not folded and all(value is None for value in columns.values()):
        return None
    contributions = columns[CONTRIBUTIONS] or []
    if len(contributions) > len(labels):
        raise NoSuchSeat(seat=len(contributions) - 1, last_seat=len(labels) - 1)
    pots = []
    eligible_by_pot = columns[ELIGIBLE] or []
    for index, amount in enumerate(columns[POTS] or []):
        if amount is None:
            raise NullInRow(name=POTS)
        # Without seats, all remaining players are eligible.
        seats = eligible_by_pot[index] if index < len(eligible_by_pot) else None
        labels_of_pot = None if seats is None else tuple(_get_label(seat, labels) for seat in seats)
        pots.append(Pot(amount, labels_of_pot))
    return Wagers(
        pots=tuple(pots),
        contributions={
            label: chips
            for label, chips in zip(labels, contributions, strict=False)
            if chips is not None
        },
        dead=columns[DEAD] or 0,
        folded=(*folded, *(_get_label(seat, labels) for seat in columns[FOLDED] or [])),
        button=None if columns[BUTTON] is None else _get_label(columns[BUTTON], labels),
        seats=tuple(labels),
        unit=unit,
    )


def _convert_to_integers(value: Any, name: str) -> Any:
    """Convert numbers to integers, in lists of any depth. Raise NotWhole for fractions."""
    if isinstance(value, list):
        return [_convert_to_integers(item, name) for item in value]
    if value is None or isinstance(value, int):
        return value
    if not isfinite(value) or value != int(value):
        raise NotWhole(name=name, value=str(value))
    return int(value)


def _get_label(seat: int | None, labels: Sequence[str]) -> str:
    if seat is None:
        raise NullInRow(name="a seat")
    if not 0 <= seat < len(labels):
        raise NoSuchSeat(seat=seat, last_seat=len(labels) - 1)
    return labels[seat]
