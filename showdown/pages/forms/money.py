"""Forms with repeated rows of fields, and the form to settle up a night."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from showdown.audits.night.ledger import (
    BY_WINNINGS,
    MAX_EXPENSES,
    MAX_PLAYERS,
    Entry,
    Expense,
    Reckoning,
    reckon,
)
from showdown.notation.digits import cents_from_text
from showdown.notation.pokernow_ledger import LedgerPlayer
from showdown.words.ranks import amount_text

MAX_CELL = 200
"""Maximum length of a cell; longer text is truncated."""


def rows_of(query: QueryDict, fields: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """Return at most `most` rows that aren't empty, with one cell for each field."""
    columns = [query.getlist(field) for field in fields]
    rows = zip_longest(*columns, fillvalue="")
    typed = (tuple(cell[:MAX_CELL].strip() for cell in row) for row in rows)
    return list(islice(filter(any, typed), most))


def with_spare(rows: Sequence[tuple[str, ...]], fields: int, least: int) -> list[tuple[str, ...]]:
    """Return the rows followed by empty ones: at least one, and at least `least` rows in all."""
    spare = max(1, least - len(rows))
    return [*rows, *[("",) * fields] * spare]


PLAYER_FIELDS = ("player", "in", "out")
EXPENSE_FIELDS = ("payer", "cost", "for", "share")
_BETWEEN = re.compile(r"[+\s;]+")
_TO_PLAYER = "to:"


@dataclass(frozen=True, slots=True)
class SettleUpForm:
    """The rows as typed. `difference` is empty, `winnings`, or `to:` and a player's name."""

    players: Sequence[tuple[str, ...]]
    expenses: Sequence[tuple[str, ...]]
    difference: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        return cls(
            rows_of(query, PLAYER_FIELDS, MAX_PLAYERS + 1),
            rows_of(query, EXPENSE_FIELDS, MAX_EXPENSES + 1),
            query.get("difference", "")[: MAX_CELL + len(_TO_PLAYER)],
        )

    @classmethod
    def of_ledger(cls, players: list[LedgerPlayer]) -> Self:
        """Return a form with the players of a ledger."""

        def typed(cents: int) -> str:
            return amount_text(cents, 2) if cents % 100 else amount_text(cents // 100)

        return cls([(each.name, typed(each.buy_in), typed(each.cash_out)) for each in players], [])

    def reckon(self) -> Reckoning:
        """Settle the typed rows. Raise InvalidDeal if they are invalid."""
        entries = [
            Entry(name or f"Player {number}", _sum(buy_ins, "in"), _sum(cash_out, "out"))
            for number, (name, buy_ins, cash_out) in enumerate(self.players, 1)
        ]
        expenses = [
            Expense(
                payer,
                _sum(cost, "cost"),
                tuple(name.strip() for name in share.split(",") if name.strip()),
                purpose,
            )
            for payer, cost, purpose, share in self.expenses
        ]
        taker = self.difference.removeprefix(_TO_PLAYER)
        is_decided = self.difference.startswith(_TO_PLAYER) or taker == BY_WINNINGS
        return reckon(entries, expenses, difference_to=taker if is_decided else "")

    def query(self, *, renamed: tuple[str, str] | None = None) -> str:
        """Return the query string of these rows.

        `renamed` is a new name, and the name that it replaces.
        """

        def name_of(name: str) -> str:
            return renamed[0] if renamed and name == renamed[1] else name

        pairs: list[tuple[str, str]] = []
        for name, *cells in self.players:
            pairs += zip(PLAYER_FIELDS, (name_of(name), *cells), strict=True)
        for payer, *cells in self.expenses:
            pairs += zip(EXPENSE_FIELDS, (name_of(payer), *cells), strict=True)
        if self.difference:
            pairs.append(("difference", self.difference))
        return urlencode(pairs)


def _sum(text: str, field: str) -> int:
    """Add up amounts such as `20+20` or `20 20`. Raise InvalidMoney if one is invalid."""
    words = filter(None, _BETWEEN.split(text.strip()))
    return sum(cents_from_text(word, field, thousands=True) for word in words)
