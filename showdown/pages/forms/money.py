"""Forms with repeated rows of fields: settle up, and deals at a final table.

The names in the query repeat, once for each row: `player=Anna&in=20&player=Boris&in=40`.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import NamedTuple, Self
from urllib.parse import urlencode

from django.http import QueryDict

from showdown.audits.night.ledger import (
    BY_WINNINGS,
    MAX_EXPENSES,
    MAX_PLAYERS,
    Entry,
    Expense,
    SettledLedger,
    TooManyEntries,
    UnknownPlayer,
    settle_ledger,
)
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.final_table import (
    MAX_FINALISTS,
    FinalTable,
    FinalTableSize,
    InvalidPlayerName,
)
from showdown.notation.digits import cents_from_text
from showdown.notation.pokernow_ledger import LedgerPlayer
from showdown.notation.tournament_words import (
    RepeatedPlayer,
    final_table_from_rows,
    prize_cents_from_text,
    split_prizes,
    stack_from_text,
)
from showdown.words.errors import error_text
from showdown.words.ranks import amount_text, capfirst

_MAX_CELL_LENGTH = 200
"""Maximum number of characters of a cell; longer text is truncated."""
LABELS = {
    "player": "Name of player {}",
    "in": "Buy-ins of player {}",
    "out": "Cash-out of player {}",
    "chips": "Chips of player {}",
    "payer": "Who paid expense {}",
    "cost": "Amount of expense {}",
    "for": "What expense {} was for",
    "share": "Names of those who share expense {}, separated by commas; leave empty for everybody",
    "difference": "Who takes the difference",
    "ledger": "Paste the ledger",
    "ledger-file": "or choose a ledger file",
    "prizes": "Prizes left, first place first",
    "left": "Set aside for the winner",
    "unit": "Smallest amount paid",
}
"""The labels of the fields; `{}` is the number of the row."""

type Row = tuple[str, ...]


class FieldError(NamedTuple):
    """The error of a field, with the label of the field."""

    label: str
    text: str


class Errors(dict[str, FieldError]):
    """The first error of each field, by the id of the field: `prizes`, or `chips-2` in row 2."""

    def add(self, error: InvalidDeal | str, name: str, row: int = 0) -> None:
        """Add an error, unless the field already has one."""
        label = LABELS[name].partition(",")[0].format(row)
        text = error if isinstance(error, str) else error_text(error)
        self.setdefault(f"{name}-{row}" if row else name, FieldError(label, f"{capfirst(text)}."))

    @contextmanager
    def collect(self, name: str, row: int = 0) -> Iterator[None]:
        """Add an InvalidDeal that is raised in this context to the errors of the field."""
        try:
            yield
        except InvalidDeal as error:
            self.add(error, name, row)


def _read_rows(query: QueryDict, fields: Sequence[str], max_rows: int) -> list[Row]:
    """Return at most `max_rows` rows that aren't empty, with one cell for each field."""
    columns = [query.getlist(name) for name in fields]
    rows = zip_longest(*columns, fillvalue="")
    stripped = (tuple(cell[:_MAX_CELL_LENGTH].strip() for cell in row) for row in rows)
    return list(islice(filter(any, stripped), max_rows))


def add_spare_rows(rows: Sequence[Row], columns: int, min_rows: int, max_rows: int) -> list[Row]:
    """Return `min_rows` to `max_rows` rows: these and, if there is room, at least one empty row."""
    spare_count = max(1, min_rows - len(rows))
    return [*rows, *[("",) * columns] * spare_count][:max_rows]


_PLAYER_FIELDS = ("player", "in", "out")
_EXPENSE_FIELDS = ("payer", "cost", "for", "share")
_SEPARATORS = re.compile(r"[+\s;]+")
_PLAYER_PREFIX = "to:"


def _split_names(text: str) -> tuple[str, ...]:
    """Return the names of a list separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


@dataclass(slots=True)
class SettleUpForm:
    """Buy-ins, cash-outs and expenses, as typed.

    `difference` states who takes the difference between cash-outs and buy-ins: it is empty,
    `winnings`, or `to:` and the name of a player.
    """

    players: Sequence[Row]
    expenses: Sequence[Row] = ()
    difference: str = ""
    errors: Errors = field(default_factory=Errors)

    @classmethod
    def from_query(cls, query: QueryDict) -> Self:
        return cls(
            _read_rows(query, _PLAYER_FIELDS, MAX_PLAYERS + 1),
            _read_rows(query, _EXPENSE_FIELDS, MAX_EXPENSES + 1),
            query.get("difference", "")[: _MAX_CELL_LENGTH + len(_PLAYER_PREFIX)],
        )

    @classmethod
    def from_ledger(cls, players: list[LedgerPlayer]) -> Self:
        """Return a form with the players of a ledger."""
        rows = []
        for player in players:
            amounts = (amount_text(cents, 2) for cents in (player.buy_in, player.cash_out))
            rows.append((player.name, *(amount.removesuffix(".00") for amount in amounts)))
        return cls(rows)

    @property
    def taker(self) -> str:
        """Return who takes the difference: a player's name, `winnings`, or an empty string."""
        return self.difference.removeprefix(_PLAYER_PREFIX)

    def settle(self) -> SettledLedger | None:
        """Settle the rows; if one is invalid, return None and fill `errors`.

        If only the taker of the difference is invalid, settle the rows without a taker.
        """
        entries = [
            Entry(
                name or f"Player {row}",
                self._sum_cents(buy_ins, "in", row),
                self._sum_cents(cash_out, "out", row),
            )
            for row, (name, buy_ins, cash_out) in enumerate(self.players[:MAX_PLAYERS], 1)
        ]
        expenses = list(self._read_expenses({entry.name for entry in entries}))
        # The page has no fields for rows beyond the limit, so the last row shows the error.
        if len(self.players) > MAX_PLAYERS:
            self.errors.add(TooManyEntries(maximum=MAX_PLAYERS), "player", MAX_PLAYERS)
        if len(self.expenses) > MAX_EXPENSES:
            self.errors.add(TooManyEntries(maximum=MAX_EXPENSES), "payer", MAX_EXPENSES)
        if self.errors:
            return None
        has_taker = self.difference.startswith(_PLAYER_PREFIX) or self.taker == BY_WINNINGS
        try:
            return settle_ledger(entries, expenses, difference_to=self.taker if has_taker else "")
        except InvalidDeal as error:
            if error.field == "difference":
                self.errors.add(error, "difference")
                return settle_ledger(entries, expenses)
            self.errors.add(error, "player", min(len(entries) + 1, MAX_PLAYERS))
            return None

    def _read_expenses(self, players: set[str]) -> Iterator[Expense]:
        for row, (payer, cost, purpose, share) in enumerate(self.expenses[:MAX_EXPENSES], 1):
            sharers = _split_names(share)
            if not payer:
                self.errors.add("enter who paid", "payer", row)
            elif payer not in players:
                self.errors.add(UnknownPlayer(label=payer), "payer", row)
            amount = self._sum_cents(cost, "cost", row)
            for label in sharers:
                if label not in players:
                    self.errors.add(UnknownPlayer(label=label), "share", row)
            yield Expense(payer, amount, sharers, purpose)

    def _sum_cents(self, text: str, name: str, row: int) -> int:
        """Return the sum of amounts such as `20+20` or `20 20`; 0 if one is invalid."""
        amounts = filter(None, _SEPARATORS.split(text.strip()))
        with self.errors.collect(name, row):
            return sum(cents_from_text(amount, name) for amount in amounts)
        return 0

    def merge_names(self, kept: str, replaced: str) -> Self:
        """Return a form in which `kept` replaces the name `replaced` in all fields."""

        def merge(name: str) -> str:
            return kept if name == replaced else name

        players = [(merge(name), *amounts) for name, *amounts in self.players]
        expenses = []
        for payer, cost, purpose, share in self.expenses:
            sharers = dict.fromkeys(map(merge, _split_names(share)))
            expenses.append((merge(payer), cost, purpose, ", ".join(sharers)))
        difference = self.difference
        if difference == f"{_PLAYER_PREFIX}{replaced}":
            difference = f"{_PLAYER_PREFIX}{kept}"
        return type(self)(players, expenses, difference)

    def query_string(self) -> str:
        """Return the query string of these rows."""
        pairs: list[tuple[str, str]] = []
        for row in self.players:
            pairs += zip(_PLAYER_FIELDS, row, strict=True)
        for row in self.expenses:
            pairs += zip(_EXPENSE_FIELDS, row, strict=True)
        if self.difference:
            pairs.append(("difference", self.difference))
        return urlencode(pairs)


@dataclass(slots=True)
class FinalTableForm:
    """Stacks, prizes, money set aside for the winner, and the smallest amount paid, as typed."""

    rows: Sequence[Row]
    prizes: str
    left: str
    unit: str
    errors: Errors = field(default_factory=Errors)

    @classmethod
    def from_query(cls, query: QueryDict) -> Self:
        names = ("prizes", "left", "unit")
        prizes, left, unit = (query.get(name, "")[: 2 * _MAX_CELL_LENGTH] for name in names)
        return cls(_read_rows(query, ("player", "chips"), MAX_FINALISTS + 1), prizes, left, unit)

    def final_table(self) -> FinalTable | None:
        """Return the final table; if a field is invalid, return None and fill `errors`."""
        for row, (name, chips) in enumerate(self.rows[:MAX_FINALISTS], 1):
            if not chips:
                self.errors.add("enter the chips", "chips", row)
                continue
            with self.errors.collect("chips", row):
                stack_from_text(chips, name)
        prizes = split_prizes(self.prizes)
        for prize in prizes:
            with self.errors.collect("prizes"):
                prize_cents_from_text(prize)
        for name, text in (("left", self.left), ("unit", self.unit)):
            if text.strip():
                with self.errors.collect(name):
                    cents_from_text(text, name)
        if self.errors:
            return None
        rows = [(name, chips) for name, chips in self.rows]
        try:
            return final_table_from_rows(rows, prizes, left=self.left, unit=self.unit)
        except (InvalidPlayerName, RepeatedPlayer) as error:
            names = [name for name, _ in rows]
            self.errors.add(error, "player", len(names) - names[::-1].index(error.label))
        except FinalTableSize as error:
            self.errors.add(error, "player", min(len(rows) + 1, MAX_FINALISTS))
        except InvalidDeal as error:
            self.errors.add(error, error.field)
        return None
