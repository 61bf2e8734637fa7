"""Settle a night without a log, from buy-ins, cash-outs and expenses.

All amounts are integers in cents.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from pydantic import Field, with_config

from showdown.audits.night.settling_up import Payment, settle_up
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.final_table import round_amounts
from showdown.notation.digits import cents_from_text
from showdown.notation.json_types import STRICT, Label, validate_document
from showdown.notation.pokernow_ledger import LedgerPlayer, find_mergeable_names, read_ledger
from showdown.notation.wagers_json import AmountJson
from showdown.words.nights import rounded_difference_text, rounded_expense_text
from showdown.words.ranks import amount_text

MAX_PLAYERS = 60
MAX_EXPENSES = 30
_WHOLE_UNIT = 100
"""A whole unit in cents."""
BY_WINNINGS = "winnings"
"""The winners share the difference, in proportion to their winnings."""


class UnknownPlayer(InvalidDeal):
    """A name is not among the players."""

    message = "{label} isn't one of the players"

    label: str


class TooFewPlayers(InvalidDeal):
    """A night has fewer than two players."""

    message = "enter at least two players"


class TooManyEntries(InvalidDeal):
    """A night has too many players or expenses."""

    message = "there can be at most {maximum} entries"

    maximum: int


class NothingWon(InvalidDeal):
    """The winnings are too small to share the difference."""

    message = "the winnings are smaller than the difference; choose a player who takes it"


class Entry(NamedTuple):
    """All buy-ins of a player and the cash-out."""

    name: str
    buy_in: int
    cash_out: int


class Expense(NamedTuple):
    """Money that a player paid for others; without `sharers`, all players share it."""

    payer: str
    amount: int
    sharers: tuple[str, ...] = ()
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class SettledLedger:
    """The net of each player, and the payments.

    `difference` is the excess of cash-outs over buy-ins. While no player takes it (`is_open`),
    there are no payments. `rounded` are sentences about a difference and expenses whose shares were
    rounded to whole units.
    """

    buy_ins: Mapping[str, int]
    cash_outs: Mapping[str, int]
    nets: Mapping[str, int]
    difference: int
    is_open: bool
    payments: Sequence[Payment]
    rounded: Sequence[str] = ()


def settle_ledger(
    entries: Iterable[Entry | LedgerPlayer],
    expenses: Iterable[Expense] = (),
    *,
    difference_to: str = "",
) -> SettledLedger:
    """Settle a night. Entries with the same name belong to one player.

    `difference_to` is the player who takes the difference between cash-outs and buy-ins, or
    `BY_WINNINGS` to divide it among the winners; empty if no player takes it. If no amount has
    cents, shares are rounded to whole units; the first sharers pay the remainder. Raise InvalidDeal
    if the entries or expenses are invalid.
    """
    entries, expenses = list(entries), list(expenses)
    if len(entries) > MAX_PLAYERS:
        raise TooManyEntries(maximum=MAX_PLAYERS, field="players")
    if len(expenses) > MAX_EXPENSES:
        raise TooManyEntries(maximum=MAX_EXPENSES, field="expenses")
    buy_ins: dict[str, int] = {}
    cash_outs: dict[str, int] = {}
    for entry in entries:
        buy_ins[entry.name] = buy_ins.get(entry.name, 0) + entry.buy_in
        cash_outs[entry.name] = cash_outs.get(entry.name, 0) + entry.cash_out
    if len(buy_ins) < 2:
        raise TooFewPlayers(field="players")
    amounts = [*buy_ins.values(), *cash_outs.values(), *(expense.amount for expense in expenses)]
    unit = 1 if any(amount % _WHOLE_UNIT for amount in amounts) else _WHOLE_UNIT
    nets = {name: cash_outs[name] - buy_ins[name] for name in buy_ins}
    difference = sum(nets.values())
    is_open = bool(difference) and not difference_to
    rounded = []
    if difference and difference_to == BY_WINNINGS:
        parts = _share_difference(nets, difference, unit)
        if parts:
            rounded.append(rounded_difference_text(abs(difference), parts))
    elif difference and difference_to:
        if difference_to not in nets:
            raise UnknownPlayer(label=difference_to, field="difference")
        nets[difference_to] -= difference
    for expense in expenses:
        shares = _charge_expense(nets, expense, unit)
        if unit == _WHOLE_UNIT and len(set(shares.values())) > 1:
            rounded.append(rounded_expense_text(expense.amount, expense.purpose, shares))
    payments = [] if is_open else settle_up(nets)
    return SettledLedger(buy_ins, cash_outs, nets, difference, is_open, payments, rounded)


def _share_difference(nets: dict[str, int], difference: int, unit: int) -> dict[str, int]:
    """Subtract the difference from the nets of the winners, in proportion to them.

    Return each winner's part if the parts were rounded to whole units.
    """
    winners = {name: net for name, net in nets.items() if net > 0}
    winnings = sum(winners.values())
    if not winnings or difference > winnings:
        raise NothingWon(field="difference")
    parts = [Fraction(net * abs(difference), winnings) for net in winners.values()]
    amounts = round_amounts(parts, abs(difference), unit, list(winners.values()))
    for name, part in zip(winners, amounts, strict=True):
        nets[name] -= part if difference > 0 else -part
    is_rounded = unit == _WHOLE_UNIT and parts != amounts
    return dict(zip(winners, amounts, strict=True)) if is_rounded else {}


def _charge_expense(nets: dict[str, int], expense: Expense, unit: int) -> dict[str, int]:
    """Charge an expense to its sharers. Return the share of each."""
    sharers = list(dict.fromkeys(expense.sharers)) or list(nets)
    for name in (expense.payer, *sharers):
        if name not in nets:
            raise UnknownPlayer(label=name, field="expenses")
    equal = [Fraction(expense.amount, len(sharers))] * len(sharers)
    parts = round_amounts(equal, expense.amount, unit, [1] * len(sharers))
    shares = dict(zip(sharers, parts, strict=True))
    nets[expense.payer] += expense.amount
    for name, share in shares.items():
        nets[name] -= share
    return shares


class LedgerDifference(NamedTuple):
    """A player with different nets in the ledger and the log, both in hundredths."""

    name: str
    in_ledger: int
    in_log: int


def compare_with_log(
    players: Sequence[LedgerPlayer], log_nets: Mapping[str, int]
) -> list[LedgerDifference]:
    """Return the players whose net differs between a ledger and the log of the same night.

    `log_nets` are in hundredths. Players are matched by nickname; ids that share a nickname are
    added up. PokerNow's ledger is in cents if the log has decimals, so the scale with fewer
    differences is used.
    """
    # The nicknames and the net of each group of ids that share nicknames.
    groups: list[tuple[list[str], int]] = []
    for player in players:
        nicknames, net = list(player.nicknames), player.net
        for other in [group for group in groups if not set(group[0]).isdisjoint(nicknames)]:
            groups.remove(other)
            nicknames = list(dict.fromkeys([*other[0], *nicknames]))
            net += other[1]
        groups.append((nicknames, net))
    nets_by_name: dict[str, tuple[int, int]] = {}
    for nicknames, net in groups:
        nets_by_name[nicknames[0]] = (net, sum(log_nets.get(name, 0) for name in nicknames))
    names_in_ledger = {name for nicknames, _ in groups for name in nicknames}
    nets_by_name |= {
        name: (0, net) for name, net in log_nets.items() if name not in names_in_ledger
    }

    def find_differences(scale: int) -> list[LedgerDifference]:
        return [
            LedgerDifference(name, in_ledger // scale, in_log)
            for name, (in_ledger, in_log) in nets_by_name.items()
            if in_ledger != in_log * scale
        ]

    return min(find_differences(1), find_differences(100), key=len)


_MAX_BUY_INS = 50
_MAX_LEDGER_LENGTH = 1_000_000


@with_config(STRICT)
class NightEntryJson(TypedDict):
    """A player's buy-ins, and the cash-out (0 by default)."""

    name: Label
    buy_ins: Annotated[list[AmountJson], Field(max_length=_MAX_BUY_INS)]
    cash_out: NotRequired[AmountJson]


@with_config(STRICT)
class ExpenseJson(TypedDict):
    """An amount that a player paid for others; without `sharers`, all players share it."""

    payer: Label
    amount: AmountJson
    sharers: NotRequired[Annotated[list[Label], Field(max_length=MAX_PLAYERS)]]
    purpose: NotRequired[Annotated[str, Field(max_length=60)]]


@with_config(STRICT)
class SettleUpJson(TypedDict):
    """The players of a night, or PokerNow's `ledger` as text.

    `difference` names the player who takes the difference between cash-outs and buy-ins, or is
    `winnings` to divide it among the winners in proportion. By default, no player takes it.
    """

    players: NotRequired[Annotated[list[NightEntryJson], Field(max_length=MAX_PLAYERS)]]
    ledger: NotRequired[Annotated[str, Field(max_length=_MAX_LEDGER_LENGTH)]]
    expenses: NotRequired[Annotated[list[ExpenseJson], Field(max_length=MAX_EXPENSES)]]
    difference: NotRequired[Annotated[str, Field(examples=[BY_WINNINGS], max_length=40)]]


@with_config(STRICT)
class NetJson(TypedDict):
    """A player's net, with a share of the expenses and of a difference."""

    name: str
    buy_in: str
    cash_out: str
    net: str


TransferJson = TypedDict("TransferJson", {"from": str, "to": str, "amount": str})


@with_config(STRICT)
class SettledUpJson(TypedDict):
    """The payments that settle a night; amounts are strings such as `20.00`.

    While no player takes the `difference`, there are no payments, and `open` is true. `rounded` are
    sentences about a difference and expenses whose shares were rounded to whole units. `mergeable`
    are pairs of names that may be one person.
    """

    difference: str
    open: bool
    players: list[NetJson]
    payments: list[TransferJson]
    rounded: list[str]
    mergeable: list[list[str]]


def settle_ledger_json(document: Any) -> SettledLedger:
    """Settle the night in a document. Raise InvalidDeal if it is invalid."""
    request = validate_document(SettleUpJson, document, "a night")
    entries: list[Entry | LedgerPlayer] = [
        Entry(
            player["name"],
            sum(_parse_cents(amount, "players") for amount in player["buy_ins"]),
            _parse_cents(player.get("cash_out", 0), "players"),
        )
        for player in request.get("players", [])
    ]
    if "ledger" in request:
        entries += read_ledger(request["ledger"])
    expenses = [
        Expense(
            expense["payer"],
            _parse_cents(expense["amount"], "expenses"),
            tuple(expense.get("sharers", ())),
            expense.get("purpose", ""),
        )
        for expense in request.get("expenses", [])
    ]
    return settle_ledger(entries, expenses, difference_to=request.get("difference", ""))


def settled_ledger_to_json(settled: SettledLedger) -> SettledUpJson:
    """Return the result as a document for `json.dumps`."""
    return {
        "difference": amount_text(settled.difference, 2),
        "open": settled.is_open,
        "players": [
            {
                "name": name,
                "buy_in": amount_text(settled.buy_ins[name], 2),
                "cash_out": amount_text(settled.cash_outs[name], 2),
                "net": amount_text(net, 2),
            }
            for name, net in settled.nets.items()
        ],
        "payments": [
            {
                "from": payment.payer,
                "to": payment.receiver,
                "amount": amount_text(payment.amount, 2),
            }
            for payment in settled.payments
        ],
        "rounded": list(settled.rounded),
        "mergeable": [list(pair) for pair in find_mergeable_names(settled.nets)],
    }


def _parse_cents(amount: int | str, field: str) -> int:
    return cents_from_text(str(amount), field)
