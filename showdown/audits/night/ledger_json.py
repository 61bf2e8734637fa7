"""A night without a log as JSON."""

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from pydantic import Field, TypeAdapter, with_config

from showdown.audits.night.ledger import (
    BY_WINNINGS,
    MAX_EXPENSES,
    MAX_PLAYERS,
    Entry,
    Expense,
    Reckoning,
    reckon,
)
from showdown.notation.json_types import STRICT, Label, checked
from showdown.notation.money import cents_from_text
from showdown.notation.pokernow_ledger import LedgerPlayer, mergeable, players_of_ledger
from showdown.notation.wagers_json import AmountJson
from showdown.words.amounts import amount_text

_MAX_BUY_INS = 50
_MAX_LEDGER = 1_000_000


@with_config(STRICT)
class NightEntryJson(TypedDict):
    """A player's buy-ins, and the cash-out (0 by default)."""

    name: Label
    buy_ins: Annotated[list[AmountJson], Field(max_length=_MAX_BUY_INS)]
    cash_out: NotRequired[AmountJson]


@with_config(STRICT)
class ExpenseJson(TypedDict):
    """What a player paid for others; without `sharers` everybody shares it."""

    payer: Label
    amount: AmountJson
    sharers: NotRequired[Annotated[list[Label], Field(max_length=MAX_PLAYERS)]]
    purpose: NotRequired[Annotated[str, Field(max_length=60)]]


@with_config(STRICT)
class SettleUpJson(TypedDict):
    """The players of a night, or PokerNow's `ledger` as text.

    `difference` decides who takes what cash-outs exceed buy-ins by: the name of a player, or
    `winnings` for all winners in proportion. Without it, nobody does.
    """

    players: NotRequired[Annotated[list[NightEntryJson], Field(max_length=MAX_PLAYERS)]]
    ledger: NotRequired[Annotated[str, Field(max_length=_MAX_LEDGER)]]
    expenses: NotRequired[Annotated[list[ExpenseJson], Field(max_length=MAX_EXPENSES)]]
    difference: NotRequired[Annotated[str, Field(examples=[BY_WINNINGS], max_length=40)]]


@with_config(STRICT)
class NetJson(TypedDict):
    """What a player is up or down, with a share of the expenses and of a difference."""

    name: str
    buy_in: str
    cash_out: str
    net: str


TransferJson = TypedDict("TransferJson", {"from": str, "to": str, "amount": str})


@with_config(STRICT)
class SettledUpJson(TypedDict):
    """Who pays whom; amounts are strings such as `20.00`.

    While nobody takes the `difference`, there are no payments, and `open` is true. `mergeable` are
    pairs of names that may be one person.
    """

    difference: str
    open: bool
    players: list[NetJson]
    payments: list[TransferJson]
    mergeable: list[list[str]]


_REQUEST = TypeAdapter[SettleUpJson](SettleUpJson)


def reckon_json(document: Any) -> Reckoning:
    """Settle the night in a document. Raises InvalidDeal."""
    given = checked(_REQUEST, document, "a night")
    entries = [
        Entry(
            player["name"],
            sum(_cents(amount, "players") for amount in player["buy_ins"]),
            _cents(player.get("cash_out", 0), "players"),
        )
        for player in given.get("players", [])
    ]
    if "ledger" in given:
        entries += entries_of(players_of_ledger(given["ledger"]))
    expenses = [
        Expense(
            expense["payer"],
            _cents(expense["amount"], "expenses"),
            tuple(expense.get("sharers", ())),
            expense.get("purpose", ""),
        )
        for expense in given.get("expenses", [])
    ]
    return reckon(entries, expenses, difference_to=given.get("difference", ""))


def entries_of(players: Sequence[LedgerPlayer]) -> list[Entry]:
    """Return the players of a ledger as entries of a night."""
    return [Entry(player.name, player.buy_in, player.cash_out) for player in players]


def reckoning_to_json(reckoning: Reckoning) -> SettledUpJson:
    """Return the result as a document for `json.dumps`."""
    return {
        "difference": amount_text(reckoning.difference, 2),
        "open": reckoning.is_open,
        "players": [
            {
                "name": name,
                "buy_in": amount_text(reckoning.buy_ins[name], 2),
                "cash_out": amount_text(reckoning.cash_outs[name], 2),
                "net": amount_text(net, 2),
            }
            for name, net in reckoning.nets.items()
        ],
        "payments": [
            {"from": one.payer, "to": one.receiver, "amount": amount_text(one.amount, 2)}
            for one in reckoning.payments
        ],
        "mergeable": [list(pair) for pair in mergeable(reckoning.nets)],
    }


def _cents(amount: int | str, field: str) -> int:
    return cents_from_text(str(amount), field)
