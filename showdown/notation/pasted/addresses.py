"""Parse URLs of spots and stored deals of this site, and of ProPokerTools simulations."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import (
    MAX_PLAYERS,
    MAX_RUNS,
    board_field,
    count_shared_cards,
    find_impossible_cards,
)
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.rule_sets import find_rule_set
from showdown.evaluator.spots import DEAD
from showdown.notation.pasted.result import PastedHand, PasteResult
from showdown.notation.wager_words import quote_label, read_wagers, split_folded, split_pots

_MAX_ADDRESS_LENGTH = 4_000
_MAX_FIELDS = 200
_MAX_CODE_LENGTH = 20
_ADDRESS = re.compile(r"\s*(?:https?://|www\.|/)\S+\s*")
_DEAL_ID = re.compile(r"/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/|$)", re.IGNORECASE)
_SITE_PATH = "/showdown/"
_PROPOKERTOOLS = "propokertools.com"
_PROPOKERTOOLS_GAMES = {"he": "holdem", "oh": "omaha", "o8": "omaha-hilo"}
_SEAT_VALUE = re.compile(r"seat-(\d{1,2})")


class NoDealAtAddress(InvalidDeal):
    """A URL without a deal or spot."""

    message = "this address has no deal or spot"


class UnknownSimulation(InvalidDeal):
    """A ProPokerTools simulation of an unknown game."""

    message = "unknown ProPokerTools game “{code}”"

    code: str


def read_address(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Return the spot in the query of a URL, or the id of a stored deal; None for other texts.

    Raise InvalidDeal if the URL is malformed, or if a URL of this site or of ProPokerTools has no
    valid deal or spot.
    """
    if len(text) > _MAX_ADDRESS_LENGTH or not _ADDRESS.fullmatch(text):
        return None
    address = text.strip()
    try:
        parts = urlsplit(f"//{address}" if address.startswith("www.") else address)
        fields = dict(parse_qsl(parts.query, max_num_fields=_MAX_FIELDS))
    except ValueError:
        raise NoDealAtAddress from None
    is_propokertools = parts.netloc.lower().removeprefix("www.") == _PROPOKERTOOLS
    if not (is_propokertools or _SITE_PATH in parts.path or "hand-0=" in parts.query):
        return None
    if is_propokertools:
        return _read_simulation(fields)
    if deal_id := _DEAL_ID.search(parts.path):
        return PasteResult(game=game, stored_id=UUID(deal_id[1]))
    if not any(name.startswith(("hand-", "board")) for name in fields):
        raise NoDealAtAddress
    return _read_spot(fields)


def _read_simulation(fields: Mapping[str, str]) -> PasteResult:
    """Read `?g=he&h1=AKs&h2=QQ&b=Td9d2c&d=…`."""
    code = fields.get("g", "he").lower()
    if code not in _PROPOKERTOOLS_GAMES:
        raise UnknownSimulation(code=code[:_MAX_CODE_LENGTH])
    game = find_game(_PROPOKERTOOLS_GAMES[code])
    texts = [fields.get(f"h{number}", "") for number in range(1, MAX_PLAYERS + 1)]
    hands = tuple(PastedHand.parse(text, game) for text in texts if text.strip())
    if not hands:
        raise NoDealAtAddress
    board, dead = (_parse_board_cards(fields.get(name, ""), game) for name in "bd")
    boards = (board,) if board else ()
    return _check_cards(PasteResult(game=game, hands=hands, boards=boards, dead=dead))


def _read_spot(fields: Mapping[str, str]) -> PasteResult:
    """Read a spot from the query of a URL of the table page."""
    game = GAMES.get(fields.get("game", "")) or find_game(fields.get("game", "omaha-hilo"))
    filled_seats = [
        seat
        for seat in range(game.players[-1])
        if fields.get(f"hand-{seat}") or fields.get(f"put-in-{seat}")
    ]
    hands = tuple(
        PastedHand.parse(fields.get(f"hand-{seat}", ""), game, fields.get(f"label-{seat}", ""))
        for seat in range(max(filled_seats, default=-1) + 1)
    )
    board_fields = [board_field(index) for index in range(max(1, len(game.boards)) * MAX_RUNS)]
    texts = [fields.get(name.lower(), "") for name in board_fields]
    boards = [_parse_board_cards(text, game, index) for index, text in enumerate(texts)]
    while boards and not boards[-1]:
        boards.pop()
    result = PasteResult(
        game=game,
        hands=hands,
        boards=tuple(boards),
        dead=_parse_board_cards(fields.get("dead_cards", ""), game),
        rules=find_rule_set(fields["rules"]) if "rules" in fields else None,
    )
    wagers = read_wagers(_list_chip_keywords(fields, result.labels))
    return _check_cards(replace(result, wagers=wagers))


def _list_chip_keywords(
    fields: Mapping[str, str], labels: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield the chips of a query as keywords and values of a deal line."""
    contributions = [
        f"{quote_label(label)}={fields[f'put-in-{seat}']}"
        for seat, label in enumerate(labels)
        if fields.get(f"put-in-{seat}")
    ]
    folded = [quote_label(label) for seat, label in enumerate(labels) if fields.get(f"fold-{seat}")]
    for name, amount in split_folded(fields.get("away", "")):
        folded.append(quote_label(name))
        if amount:
            contributions.append(f"{quote_label(name)}={amount}")
    button = fields.get("button", "")
    seat = _SEAT_VALUE.fullmatch(button)
    if seat and int(seat[1]) < len(labels) and button not in labels:
        button = labels[int(seat[1])]
    yield from (("Pot", pot) for pot in split_pots(fields.get("pots", "")))
    values = {
        "In": ",".join(contributions),
        "Fold": ",".join(folded),
        "Dead": fields.get("dead", ""),
        "Unit": fields.get("unit", ""),
        "Rake": fields.get("rake", ""),
        "Jackpot": fields.get("jackpot", ""),
        "Seats": fields.get("clockwise", ""),
        "Button": quote_label(button) if button else "",
    }
    yield from ((word, value) for word, value in values.items() if value)


def _parse_board_cards(text: str, game: Game, index: int = 0) -> Cards:
    """Parse board or dead cards. Raise InvalidDeal if the text contains anything else."""
    return parse_cards(text, field=board_field(index), x_is_ten=game.x_is_ten)


def _check_cards(result: PasteResult) -> PasteResult:
    """Return `result`. Raise InvalidDeal if a card is repeated or not in the deck."""
    fields = list(zip(result.labels, (hand.cards for hand in result.hands), strict=True))
    board_count = len(result.game.boards)
    for index, board in enumerate(result.boards):
        first_run_board = result.boards[index % board_count] if index >= board_count > 0 else ()
        fields.append((board_field(index), board[count_shared_cards(first_run_board, board) :]))
    for error in find_impossible_cards((*fields, (DEAD, result.dead)), result.game):
        raise error
    return result
