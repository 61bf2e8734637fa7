"""Parse PokerNow's ledger, a CSV file with a row for each session of each player."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count, islice

from showdown.evaluator.errors import InvalidDeal
from showdown.notation.digits import cents_from_text

HEADER = "player_nickname,player_id,"
"""The beginning of the first line of a ledger."""
MAX_ROWS = 2_000
_MAX_CELL_LENGTH = 200
"""Maximum length of a cell in characters; longer cells are cut."""
_REQUIRED_COLUMNS = ("player_nickname", "player_id", "buy_in", "buy_out", "stack", "net")
_MAX_QUOTE_LENGTH = 40
"""Maximum number of characters of a cell that an error quotes."""


class InvalidLedger(InvalidDeal):
    """A ledger with a row that can't be read; `line` is counted from 1."""

    message = "line {line} of the ledger: {problem}"

    line: int
    problem: str


class NotALedger(InvalidDeal):
    """A text without the columns of a ledger."""

    message = (
        "this isn't a PokerNow ledger: the first line of a ledger begins"
        f" with “{HEADER}session_start_at”"
    )


class LedgerTooLong(InvalidDeal):
    """A ledger with too many rows."""

    message = "a ledger can have at most {maximum} rows"

    maximum: int = MAX_ROWS


@dataclass(slots=True)
class LedgerPlayer:
    """The sums of all sessions of one player id, in cents.

    `name` is unique in the ledger. `nicknames` are all nicknames used with the id, in file order.
    """

    name: str
    player_id: str
    nicknames: list[str] = field(default_factory=list)
    buy_in: int = 0
    cash_out: int = 0

    @property
    def net(self) -> int:
        return self.cash_out - self.buy_in


def is_ledger(text: str) -> bool:
    """Return whether a text begins like a ledger."""
    start = text.lstrip("\ufeff \r\n")[: 2 * len(HEADER)]
    return start.replace('"', "").lower().startswith(HEADER)


def read_ledger(text: str) -> list[LedgerPlayer]:
    """Parse a ledger. Return a player for each id, in the order of the file.

    Two ids with one nickname get different names: `Bob` and `Bob (2)`. The nickname replaces a
    missing id. The stack of a player who is still seated counts as cashed out. A cent is a
    hundredth of the unit in the file. Raise InvalidDeal if the ledger is invalid.
    """
    players: dict[str, LedgerPlayer] = {}
    used_names: set[str] = set()
    for line, row in _read_rows(text):
        nickname, player_id = row["player_nickname"].strip(), row["player_id"].strip()
        if not nickname:
            raise InvalidLedger(line=line, problem="the nickname is missing", field="ledger")
        player_id = player_id or nickname
        if player_id not in players:
            numbered = (f"{nickname} ({number})" for number in count(2))
            name = next(name for name in chain([nickname], numbered) if name not in used_names)
            used_names.add(name)
            players[player_id] = LedgerPlayer(name, player_id)
        player = players[player_id]
        if nickname not in player.nicknames:
            player.nicknames.append(nickname)
        buy_in = _parse_cell(row, "buy_in", line)
        # Not every ledger has the column `nit_escrow`.
        cash_out = sum(_parse_cell(row, name, line) for name in ("buy_out", "stack", "nit_escrow"))
        net = row["net"].strip()
        if net and _parse_signed_cents(net, line) != cash_out - buy_in:
            problem = f"the net {net} doesn't match the row's other amounts"
            raise InvalidLedger(line=line, problem=problem, field="ledger")
        player.buy_in += buy_in
        player.cash_out += cash_out
    return list(players.values())


def find_mergeable_names(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of names that may belong to one person: `Bob` and `Bob (2)`, `Ann` and `ann`."""
    first_names: dict[str, str] = {}
    pairs = []
    for name in names:
        base, _, number = name.rpartition(" (")
        is_numbered = base and number.endswith(")") and number[:-1].isdecimal()
        key = (base if is_numbered else name).strip().casefold()
        first = first_names.setdefault(key, name)
        if first != name:
            pairs.append((first, name))
    return pairs


def _read_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row with its line number.

    Raise NotALedger if a required column is missing, LedgerTooLong if there are more than MAX_ROWS
    rows, or InvalidLedger if a row is not valid CSV or differs from the header in length.
    """
    lines = text.lstrip("\ufeff \r\n").splitlines()
    reader = csv.reader(lines)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        if any(name not in header for name in _REQUIRED_COLUMNS):
            raise NotALedger(field="ledger")
        for row in islice(reader, MAX_ROWS + 1):
            if reader.line_num > MAX_ROWS + 1:
                raise LedgerTooLong(field="ledger")
            if not row:
                continue
            if len(row) != len(header):
                problem = f"{len(row)} columns where the header has {len(header)}"
                raise InvalidLedger(line=reader.line_num, problem=problem, field="ledger")
            cells = (cell[:_MAX_CELL_LENGTH] for cell in row)
            yield reader.line_num, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise InvalidLedger(line=reader.line_num, problem=str(error), field="ledger") from None


def _parse_cell(row: dict[str, str], column: str, line: int) -> int:
    text = row.get(column, "").strip()
    return _parse_signed_cents(text, line) if text else 0


def _parse_signed_cents(text: str, line: int) -> int:
    try:
        cents = cents_from_text(text.removeprefix("-"), "ledger")
    except InvalidDeal:
        problem = f"“{text[:_MAX_QUOTE_LENGTH]}” isn't an amount"
        raise InvalidLedger(line=line, problem=problem, field="ledger") from None
    return -cents if text.startswith("-") else cents
