"""Settle a night: find the payments between players."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from showdown.audits.night.ledger import (
    SettledLedger,
    SettledUpJson,
    settle_ledger_json,
    settled_ledger_to_json,
)
from showdown.library.arguments import add_error_messages, convert_to_json, wrong_type
from showdown.words.ranks import chips_text

type Money = int | str | Decimal


class Transfer(NamedTuple):
    """A payment from one player to another."""

    payer: str
    receiver: str
    amount: Decimal


class SettledNight:
    """The result of a night: each player's net result, and the payments between players."""

    def __init__(self, settled: SettledLedger) -> None:
        self._settled = settled

    @property
    def nets(self) -> dict[str, Decimal]:
        """Return each player's net result; a loss is negative."""
        return {name: _convert_cents(net) for name, net in self._settled.nets.items()}

    @property
    def payments(self) -> list[Transfer]:
        """Return the fewest payments; empty if there is a difference that no player takes."""
        return [
            Transfer(payment.payer, payment.receiver, _convert_cents(payment.amount))
            for payment in self._settled.payments
        ]

    @property
    def difference(self) -> Decimal:
        """Return the sum of cash-outs minus the sum of buy-ins."""
        return _convert_cents(self._settled.difference)

    @property
    def is_open(self) -> bool:
        """Return whether there is a difference that no player takes."""
        return self._settled.is_open

    @property
    def rounded(self) -> list[str]:
        """Return a sentence for each expense or difference with shares rounded to whole units."""
        return list(self._settled.rounded)

    def to_json(self) -> SettledUpJson:
        """Return the payments in the JSON of the API."""
        return settled_ledger_to_json(self._settled)

    def __repr__(self) -> str:
        lines = [
            f"  {payment.payer} pays {payment.receiver} {chips_text(payment.amount, 2)}"
            for payment in self._settled.payments
        ]
        if self.is_open:
            lines = [f"  cash-outs less buy-ins: {self.difference}"]
        return "\n".join(["<SettledNight:", *lines]) + ">"


def settle_up(
    players: Mapping[str, tuple[Money | Sequence[Money], Money]] | str,
    *,
    expenses: Sequence[Mapping[str, Any]] = (),
    difference: str = "",
) -> SettledNight:
    """Find the fewest payments after a night.

    `players` are `{"Anna": ([20, 20], 85), "Boris": (40, 0)}`, buy-ins and cash-out by name, or the
    text of PokerNow's ledger. Each of the `expenses` is `{"payer": "Anna", "amount": 31}`, with
    `sharers` if not everybody shares it. `difference` is the name of the player who takes the
    difference of cash-outs and buy-ins, or `winnings` to divide it among the winners in proportion.
    Raise InvalidDeal if an argument is invalid.
    """
    with add_error_messages():
        document = {"expenses": convert_to_json(expenses), "difference": difference}
        if isinstance(players, str):
            document["ledger"] = players
        elif isinstance(players, Mapping):
            document["players"] = [
                _player_to_json(name, amounts) for name, amounts in players.items()
            ]
        else:
            raise wrong_type("players", "amounts by name or the text of a ledger")
        return SettledNight(settle_ledger_json(document))


def _player_to_json(name: str, amounts: Any) -> dict[str, Any]:
    amounts = convert_to_json(amounts)
    if not isinstance(amounts, list) or len(amounts) != 2:
        raise wrong_type(f"players.{name}", "the buy-ins and the cash-out")
    buy_ins, cash_out = amounts
    buy_ins = buy_ins if isinstance(buy_ins, list) else [buy_ins]
    return {"name": name, "buy_ins": buy_ins, "cash_out": cash_out}


def _convert_cents(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)
