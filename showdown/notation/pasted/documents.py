"""Pasted texts that something else reads whole: JSON, a row of CSV, the contracts."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from showdown.evaluator.deals import default_label, is_board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.spots import Spot
from showdown.notation.contract import Contract, bytes_of, text_of
from showdown.notation.deal_json import deal_from_json, written_deal
from showdown.notation.deal_line import DealLines, is_deal_line, read_line
from showdown.notation.pasted.result import Mark, Pasted, PastedHand, pasted_submission
from showdown.notation.registry import CONTRACTS, contract_of, games_of
from showdown.notation.strict_json import NotJson, read_json
from showdown.notation.submission import Submission
from showdown.words.errors import add_messages, error_text

_OF_SPOTS = ("dead", "wagers", "next_card")
_HISTORY = '"ohh"'
_DEAL = "deal"
"""The key, and in CSV the column, of all that was settled."""
_OF_BATCH_TABLE = {"line", "players", "hand_a"}
_MOST_SHOWN = 3
_LABELS = {default_label(seat).lower(): default_label(seat) for seat in range(13)}


@dataclass(eq=False, kw_only=True)
class RowOfBatch(InvalidDeal):
    """A row of a batch's table, which doesn't name its game or the pots."""


add_messages(
    {
        "RowOfBatch": "a row of a batch's table isn't a whole deal; paste the line of the batch's"
        " answers instead"
    }
)


def is_own_json(text: str) -> bool:
    """Whether it is an object, and not that of a hand history."""
    start = text.lstrip()
    return start.startswith("{") and _HISTORY not in start


def read_json_document(text: str, game: Game) -> Pasted:
    """A deal, a spot or a settlement as JSON. Raises InvalidDeal."""
    document = read_json(_first_document(text).encode())
    if not isinstance(document, dict):
        raise NotJson(said="a deal is an object")
    if isinstance(document.get(_DEAL), str):
        return pasted_submission(_settled_deal(document, game))
    document.setdefault("game", game.slug)
    try:
        return pasted_submission(deal_from_json(document))
    except InvalidDeal as error:
        try:
            return _spot(document)
        except InvalidDeal:
            raise error from None


def _first_document(text: str) -> str:
    """Of JSON lines the first; a document may as well be spread over many lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0] if len(lines) > 1 and all(line.startswith('{"') for line in lines) else text


def _spot(document: dict[str, Any]) -> Pasted:
    """A deal of which cards are missing. Raises InvalidDeal."""
    dead, wagers = document.get("dead"), document.get("wagers")
    shape = {key: said for key, said in document.items() if key not in _OF_SPOTS}
    given = written_deal(shape | (wagers if isinstance(wagers, dict) else {}))
    boards = given.boards[: len(given.game.boards)]
    spot = Spot.parse(given.game, given.hands, boards, dead if isinstance(dead, str) else "")
    return Pasted(
        game=spot.game,
        hands=tuple(
            PastedHand(
                label=each.label,
                cards=each.cards,
                unknown=each.unknown if each.cards else 0,
                is_any=not each.cards,
            )
            for each in spot.holdings
        ),
        boards=spot.boards,
        dead=spot.dead,
        wagers=given.wagers,
        rules=given.rules,
    )


def _settled_deal(document: dict[str, Any], game: Game) -> Submission:
    """The deal of a settlement as the site writes it. Raises InvalidDeal."""
    slug = document.get("game")
    return read_line(document[_DEAL], find_game(slug) if isinstance(slug, str) else game)


def read_own_row(text: str) -> Submission | None:
    """A row of the history, with or without the titles above it: what was settled is one column.

    Raises InvalidDeal, also for a row of a batch's table.
    """
    rows = _rows(text)
    if rows and _OF_BATCH_TABLE.issubset(rows[0]):
        raise RowOfBatch
    for row in rows:
        for game, _, line in zip(row, row[1:], row[2:], strict=False):
            if game in GAMES and is_deal_line(line):
                return read_line(line, GAMES[game])
    return None


def read_row(text: str, game: Game) -> Submission | None:
    """A row of hands and boards below their titles. Raises InvalidDeal."""
    rows = _rows(text)
    if len(rows) < 2:
        return None
    named = {title.strip().lower(): cell for title, cell in zip(*rows[:2], strict=False)}
    return _named_row(named, game)


def _rows(text: str) -> list[list[str]]:
    return [row for row in csv.reader(text.splitlines()[:_MOST_SHOWN]) if row]


def _named_row(named: dict[str, str], game: Game) -> Submission | None:
    """The deal in columns that are called as the words of a line."""
    hands = [
        f"{_LABELS[title]}:{cell}" for title, cell in named.items() if title in _LABELS and cell
    ]
    boards = [
        f"{title.capitalize()}:{cell}"
        for title, cell in named.items()
        if is_board_field(title.capitalize()) and cell
    ]
    return read_line(" ".join((*hands, *boards)), game) if hands else None


def read_by_contract(text: str, game: Game) -> Pasted | None:
    """The deal, if the game's own contract or that of lines reads it; of several the first."""
    for contract in (contract_of(game), DealLines()):
        pieces = list(contract.pieces(bytes_of(text), 1))
        try:
            read = contract.read_deal(text_of(pieces[0][1]), game) if pieces else None
        except InvalidDeal:
            continue
        if read:
            marks = tuple(_others(text, [line for line, _ in pieces]))
            return replace(pasted_submission(read), marks=marks)
    return None


def _others(text: str, lines: list[int]) -> Iterator[Mark]:
    """That there are more deals than one."""
    if len(lines) > 1:
        start = sum(map(len, text.splitlines(keepends=True)[: lines[1] - 1]))
        said = (
            f"there are {len(lines)} deals here, and one fits on the table; files are for Batches"
        )
        yield Mark(start, len(text), said)


def other_game_by_contract(text: str, game: Game) -> Submission | None:
    """What another game's own contract reads in the text."""
    others: list[tuple[Contract, Game]] = [
        (contract, other)
        for contract in CONTRACTS.values()
        if not isinstance(contract, DealLines)
        for other in games_of(contract)
        if other is not game
    ]
    for contract, other in others:
        try:
            return contract.read_deal(text, other)
        except InvalidDeal:
            continue
    return None


def mark_of(error: InvalidDeal, text: str) -> Mark:
    """The error at its place, or at the whole text."""
    start = len(text) - len(text.lstrip())
    return Mark(start, max(start, len(text.rstrip())), error_text(error))
