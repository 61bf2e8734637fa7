"""Pasted texts that something else reads whole: JSON, a row of CSV, the contracts."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from showdown.evaluator.deals import board_field, default_label, is_board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.spots import Spot
from showdown.notation.contract import Contract, bytes_of, text_of
from showdown.notation.deal_json import deal_from_json, written_deal
from showdown.notation.deal_line import DealLines
from showdown.notation.pasted.result import Mark, Pasted, PastedHand, pasted_submission
from showdown.notation.pasted.wagering import with_names
from showdown.notation.registry import CONTRACTS, contract_of, games_of
from showdown.notation.strict_json import NotJson, read_json
from showdown.notation.submission import Submission
from showdown.notation.wager_words import read_amount
from showdown.words.amounts import amount_text
from showdown.words.errors import error_text

_OF_SPOTS = ("dead", "wagers", "next_card")
_HISTORY = '"ohh"'
_NOTHING = (None, 0, "0.00")
_MOST_SHOWN = 3
_LABELS = {default_label(seat).lower(): default_label(seat) for seat in range(13)}


def is_own_json(text: str) -> bool:
    """Whether it is an object, and not that of a hand history."""
    start = text.lstrip()
    return start.startswith("{") and _HISTORY not in start


def read_json_document(text: str, game: Game) -> Pasted:
    """A deal, a spot or a settlement as JSON. Raises InvalidDeal."""
    document = read_json(_first_document(text).encode())
    if not isinstance(document, dict):
        raise NotJson(said="a deal is an object")
    if isinstance(document.get("players"), list):
        return pasted_submission(deal_from_json(_deal_of_settlement(document)))
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


def _deal_of_settlement(document: dict[str, Any]) -> dict[str, Any]:
    """The deal that was settled so, as JSON."""
    players = [each for each in document["players"] if isinstance(each, dict)]
    boards = document.get("boards") or []
    deal: dict[str, Any] = {
        "game": document.get("game"),
        "hands": {str(each.get("label")): each.get("cards") or "mucked" for each in players},
    }
    if isinstance(boards, list):
        deal |= {board_field(at).lower(): board for at, board in enumerate(boards)}
    chips = document.get("chips")
    folded = [str(each.get("label")) for each in players if each.get("standing") == "folded"]
    if isinstance(chips, dict):
        deal |= _wagers_of_payout(chips)
    return deal | ({"folded": folded} if folded else {})


def _wagers_of_payout(chips: dict[str, Any]) -> dict[str, Any]:
    """As JSON, what the pots of a settlement were made of. Raises InvalidWagers."""
    pots = chips.get("pots")
    taken = {"amount": chips.get("rake"), "jackpot": chips.get("jackpot")}
    rake = {key: amount for key, amount in taken.items() if amount not in _NOTHING}
    return {
        "pots": list(map(_pot, pots)) if isinstance(pots, list) else pots,
        "button": chips.get("button"),
        "seats": chips.get("turn") or None,
        "unit": chips.get("unit"),
        "rules": chips.get("rules"),
        "rake": rake or None,
    }


def _pot(pot: Any) -> Any:
    """A pot of a settlement as it was put together. Raises InvalidWagers."""
    if not isinstance(pot, dict):
        return pot
    return {"amount": _sum(pot.get("amount"), pot.get("taken")), "eligible": pot.get("eligible")}


def _sum(amount: Any, taken: Any) -> Any:
    """What was in a pot before the house took its part. Raises InvalidWagers."""
    if isinstance(amount, str) and isinstance(taken, str):
        paid, kept = (read_amount(each, field="pots").hundredths for each in (amount, taken))
        return amount_text(paid + kept, 2)
    return amount + taken if isinstance(amount, int) and isinstance(taken, int) else amount


def read_csv(text: str, game: Game) -> Submission | None:
    """A row of the site's own tables, with or without the titles above it."""
    rows = [row for row in csv.reader(text.splitlines()[:_MOST_SHOWN]) if row]
    for row in rows:
        line = _line_of_row(row)
        if line:
            return DealLines().read_deal(line[1], line[0])
    if len(rows) > 1:
        named = {title.strip().lower(): cell for title, cell in zip(*rows[:2], strict=False)}
        hands = [f"{_LABELS[title]}:{cell}" for title, cell in named.items() if title in _LABELS]
        boards = [
            f"{title.capitalize()}:{cell}"
            for title, cell in named.items()
            if is_board_field(title.capitalize()) and cell
        ]
        if hands:
            return DealLines().read_deal(" ".join(chain(filter(_is_dealt, hands), boards)), game)
    return None


def _is_dealt(hand: str) -> bool:
    return not hand.endswith(":")


def _line_of_row(row: list[str]) -> tuple[Game, str] | None:
    """The deal of a row of the history: its game, its hands and its boards."""
    for at, cell in enumerate(row[:-2]):
        hands = next((each for each in row[at + 1 : -1][:3] if ":" in each), None)
        if cell in GAMES and hands:
            boards = row[row.index(hands) + 1].split()
            named = (f"{board_field(place)}:{board}" for place, board in enumerate(boards))
            return GAMES[cell], " ".join((hands, *named))
    return None


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
            return replace(_named(pasted_submission(read)), marks=marks)
    return None


def _others(text: str, lines: list[int]) -> Iterator[Mark]:
    """That there are more deals than one."""
    if len(lines) > 1:
        start = sum(map(len, text.splitlines(keepends=True)[: lines[1] - 1]))
        said = (
            f"there are {len(lines)} deals here, and one fits on the table; files are for Batches"
        )
        yield Mark(start, len(text), said)


def _named(pasted: Pasted) -> Pasted:
    """With the names of the wagers as the hands spell them."""
    wagers = pasted.wagers
    return replace(pasted, wagers=wagers and with_names(wagers, pasted.labels))


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
