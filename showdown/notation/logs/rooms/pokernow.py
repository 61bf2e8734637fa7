"""The log of a private game on PokerNow: a CSV file of entries, usually the newest first."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.games import GAMES, Game
from showdown.notation.logs.game_titles import OMAHA_SLUGS
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.hand_reader import MAX_NAME_LENGTH, HandReader, skip_unreadable
from showdown.notation.logs.logged_hand import (
    ALL_STATEMENTS,
    ActionKind,
    HandSkipped,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Statement,
    Unreadable,
)
from showdown.notation.logs.value_parsing import find_limit, parse_card_texts, parse_iso_time

type Row = tuple[str, int, str, str]
"""A row: its order, the number of its line, its time, and its entry.

Rows are sorted by the order as text: milliseconds, then a counter, which may be padded with zeros.
"""

HEADERS = ("entry,at,order", '"entry","at","order"')

_MAX_ENTRY_LENGTH = 4_000
_MAX_TIME_LENGTH = 40
_MAX_ORDER_LENGTH = 20
_MAX_HEADER_LENGTH = 200
_MAX_COLUMNS = 12
_ROWS_TO_CHECK = 20
"""Number of rows searched for the first order, to detect whether a spreadsheet rounded it."""
_LINE_OFFSET = 10**13
"""An offset larger than any line number, so that its sum with a negative one is positive."""
_ROW = re.compile(
    rf'^(?:"(.{{0,{_MAX_ENTRY_LENGTH}}})"|([^",].{{0,{_MAX_ENTRY_LENGTH}}}))'
    rf',(?:"([^"\t\n]{{0,{_MAX_TIME_LENGTH}}})"|([^,"\t\n]{{0,{_MAX_TIME_LENGTH}}}))'
    rf',"?([0-9]{{1,{_MAX_ORDER_LENGTH}}})"?$',
    re.DOTALL,
)
"""An entry, quoted or not, its time, and its order."""
_HAND_MARK = re.compile(r"-- (starting|ending) hand #(\d{1,9})\b")
_FIRST_ENTRY = re.compile(
    r'-- (?:start|end)ing hand #\d|(?:The (?:player|admin) )?"[^"]* @ [\w-]+" '
)


class Columns(NamedTuple):
    """The columns and the separator of a log that a spreadsheet has changed.

    Without an order, or if a spreadsheet has rounded it, rows are in the order of their lines.
    """

    separator: str
    entry: int
    at: int
    order: int | None

    def parse_row(self, record: str, line_number: int) -> Row | None:
        """Parse a record as a row; return None if it isn't one.

        `line_number` is negative if the newest row comes first.
        """
        cells = () if is_unfinished(record) else _split_cells(record, self.separator)
        if len(cells) <= max(self.entry, self.at, self.order or 0):
            return None
        entry, at = _join_lines(cells[self.entry]), _join_lines(cells[self.at])
        if not entry or len(at) > _MAX_TIME_LENGTH or "\t" in at:
            return None
        if self.order is None:
            return f"{_LINE_OFFSET + line_number:014}", line_number, at, entry
        order = cells[self.order].strip()
        return (order, line_number, at, entry) if _is_order(order) else None


def detect_columns(lines: str) -> Columns | None:
    """Return the columns of a log that begins with these lines.

    Return None if the log is in PokerNow's own format, or if there is no heading.
    """
    header, _, rest = lines.partition("\n")
    columns = parse_heading(header)
    if columns and columns.order is not None:
        for row in rest.split("\n", _ROWS_TO_CHECK)[:_ROWS_TO_CHECK]:
            cells = _split_cells(row, columns.separator)
            if len(cells) > columns.order and not is_unfinished(row):
                if not _is_order(cells[columns.order].strip()):
                    return columns._replace(order=None)
                break
    return None if header in HEADERS else columns


def parse_heading(header: str) -> Columns | None:
    """Return the columns in the heading of a log, such as `at;entry;order`; None for other text."""
    if len(header) > _MAX_HEADER_LENGTH:
        return None
    for separator in ",;\t":
        names = [cell.strip().lower() for cell in _split_cells(header, separator)]
        if len(names) <= _MAX_COLUMNS and "entry" in names and "at" in names:
            order = names.index("order") if "order" in names else None
            entry, at = names.index("entry"), names.index("at")
            return Columns(separator, entry, at, order)
    return None


def is_newest_first(lines: str) -> bool:
    """Return whether the newest hands come first."""
    marks = _HAND_MARK.finditer(lines)
    first, second = next(marks, None), next(marks, None)
    if first and second:
        first_number, second_number = [
            (int(mark[2]), mark[1] == "ending") for mark in (first, second)
        ]
        return first_number > second_number
    if first:  # A single end near the top, or a single start near the bottom, means newest first.
        is_above = 2 * first.start() < len(lines)
        return is_above == (first[1] == "ending")
    return True


def is_unfinished(text: str) -> bool:
    """Return whether this text ends inside an entry of several lines."""
    return text.count('"') % 2 == 1 and len(text) <= _MAX_ENTRY_LENGTH


def parse_original_row(record: str, line_number: int) -> Row | None:
    """Parse a record in PokerNow's own format as a row; return None if it isn't one."""
    row = _ROW.match(record)
    if not row:
        return None
    quoted, bare, at, bare_at, order = row.groups("")
    return order, line_number, at or bare_at, _join_lines(quoted.replace('""', '"') or bare)


def _split_cells(record: str, separator: str) -> Sequence[str]:
    if len(record) > _MAX_ENTRY_LENGTH:
        return ()
    try:
        return next(csv.reader([record], delimiter=separator, skipinitialspace=True), ())
    except csv.Error:
        return ()


def _is_order(text: str) -> bool:
    return len(text) <= _MAX_ORDER_LENGTH and text.isascii() and text.isdigit()


def _join_lines(text: str) -> str:
    return text.replace("\n", " ").strip() if "\n" in text else text


_SUIT_TO_SYMBOL = str.maketrans("shdc", "♠♥♦♣")
_CARDS_BY_TEXT = {str(card).replace("T", "10").translate(_SUIT_TO_SYMBOL): card for card in DECK}
_SYMBOL_TO_SUIT = str.maketrans("♠♥♦♣", "shdc", "[] .\ufe0f")
_ENCODINGS = ("cp1252", "latin-1")
_GARBLED = {symbol.encode().decode(code): symbol for symbol in "♠♥♦♣" for code in _ENCODINGS}
"""Suits by their text in a file that was decoded as cp1252 or Latin-1 and stored as UTF-8."""


def _card_texts(text: str) -> list[str]:
    """Return the cards in `8♣, 6♣, 3♣ [K♠].` as written."""
    text = text.strip(" [].")
    return text.replace(" [", ", ").split(", ") if text else []


def _parse_cards(card_texts: Iterable[str]) -> Cards:
    """Return cards such as `8♣` or `10♠`, even garbled ones, or () if one is hidden.

    Raise InvalidDeal for other texts.
    """
    try:
        return tuple([_CARDS_BY_TEXT[word] for word in card_texts])
    except KeyError:
        text = ",".join(card_texts)
    if "â" in text:
        for garbled, symbol in _GARBLED.items():
            text = text.replace(garbled, symbol)
    cards = text.replace("[", ",").translate(_SYMBOL_TO_SUIT).replace("10", "T")
    return parse_card_texts([card for card in cards.split(",") if card]) or ()


_HOLE = re.compile(r"\b([456])[ -][Cc]ard|[Cc]ards? \(?([456])|Omaha ([456])\b")
_OTHER_HOLDEM = re.compile(r"Pineapple|Irish|Greek")

_HOLDEM_HOLE_COUNT = 2
_MIN_OMAHA_HOLE_COUNT = 4


def _is_holdem(title: str) -> bool:
    return "Hold" in title and not _OTHER_HOLDEM.search(title)


def _find_slug(title: str, hole_count: int) -> str:
    """Return the slug of the game, or "" if it is unknown.

    Early logs don't name the game: infer it from the number of hole cards; the default is Hold'em.
    """
    is_unnamed = not title.replace("(dead button)", "").strip(" -")
    if _is_holdem(title) or (is_unnamed and hole_count in (0, _HOLDEM_HOLE_COUNT)):
        return "holdem"
    kind = "omaha-hilo" if "Lo" in title else "omaha"
    is_omaha = is_unnamed or "Omaha" in title
    return OMAHA_SLUGS.get((kind, hole_count or _MIN_OMAHA_HOLE_COUNT), "") if is_omaha else ""


_END = "-- ending hand #"
_STACKS = ("Player stacks: ", "Players stacks: ")
_OWN_HAND = "Your hand is "
_UNCALLED = "Uncalled bet of "
_AMOUNTS = ('"', *_STACKS, _UNCALLED)
_STREETS = ("Flop", "Turn", "River", "flop", "turn", "river")

_DEALER_IS = "(dealer: "
_SHOWS = '" shows a '
_DEALER = re.compile(r'\(dealer: "(.*)"\) --')
_STACK = re.compile(r'#(\d+) "(.*?) @ ([\w-]+)" \((\$?[\d.,]+)\)')
_STACK_WITHOUT_SEAT = re.compile(r'"(.*?) [@#] ([\w-]+)" \((\$?[\d.,]+)\)')
_PLAYER = re.compile(r'"(.* [@#] [\w-]+)" (.*)')
# A token is a player's name and id: `Anna @ 1a2b`.
_QUOTED_TOKEN = re.compile(r'".*? [@#] [\w-]+"')
_NEW_ID = re.compile(r" changed the ID from ([\w-]+) to ([\w-]+)")
_CANCELED = re.compile(r"\bhand (?:was|is|has been) cancell?ed|\bcancell?ed (?:the |this )?hand\b")
_CENTS = re.compile(r"\d\.\d\d?\b")
_STACK_CENTS = re.compile(r'" \(\$?[\d,]*\.\d\d?\)')
_TOTAL_POST = re.compile(r"\bstraddle\b|\b(?:missing|missed) big blind\b")
_RUN_OR_BOARD = re.compile(r"\((second|third) (run|board)\):")
_HELD = re.compile(r"\(hand: ([^()]*)\)")
_VERBS_OUTSIDE_THE_POT = frozenset(("chooses", "paid"))
"""Verbs that move no chips into or out of the pot: choices, and bounties, which are side bets."""


def _has_cents(entry: str) -> bool:
    """Return whether an amount has cents, ignoring the names of players."""
    if entry.startswith(_STACKS):
        return _STACK_CENTS.search(entry) is not None
    return bool(_CENTS.search(entry) and _CENTS.search(_QUOTED_TOKEN.sub("", entry)))


_NAME = "pokernow"
MAX_MEMORY = 256 << 20
"""Maximum number of bytes for the rows of a log, which is enough for 40,000 hands."""
_ROW_OVERHEAD = 300
"""Number of bytes of a row in addition to the characters of its entry."""
_MAX_ROWS = 5_000
"""Maximum number of rows of a hand; more than a hundred are rare."""
_MAX_STRAYS = 5_000
"""Maximum number of reported blocks of lines that aren't rows."""

_START = "-- starting hand #"

_HEADING = re.compile(r"-- starting hand #(\d+)(?: \(id: ([^()]*)\))?(.*)")


class _LogRows:
    """All rows of a file, which `read_hands` sorts and divides into hands."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._free_bytes = MAX_MEMORY
        self._first_dropped_line = 0
        self._strays: list[SkippedHand] = []
        self._last_stray = 0
        self._has_begun = False
        self._columns: Columns | None = None
        self._line_sign = -1
        self._open_lines: list[str] = []
        self._open_line_number = 0

    def add(self, lines: str, first_line: int) -> None:
        """Add lines of the file; `first_line` is the number of the first.

        The first lines determine the columns, and whether the newest rows come first. Rows with the
        same order keep the order of their lines, reversed if the newest come first.
        """
        if not self._has_begun:
            self._has_begun = True
            self._columns = detect_columns(lines)
            self._line_sign = -1 if is_newest_first(lines) else 1
        all_lines = lines.removesuffix("\n").split("\n")
        for line_number, line in enumerate(all_lines, first_line):
            is_continuation = self._open_lines and self._extend_open_entry(line)
            if is_continuation or self._add_row(line, line_number):
                continue
            if is_unfinished(line):
                self._open_lines, self._open_line_number = [line], line_number
            elif line and line not in HEADERS and not (self._columns and parse_heading(line)):
                self._add_stray(line_number)

    def _add_row(self, record: str, line_number: int) -> bool:
        """Add a record if it is a row and memory permits. Return whether it is a row."""
        line_number *= self._line_sign
        parse = self._columns.parse_row if self._columns else parse_original_row
        row = parse(record, line_number)
        if not row:
            return False
        self._free_bytes -= _ROW_OVERHEAD + len(row[3])
        if self._free_bytes >= 0:
            self._rows.append(row)
        elif not self._first_dropped_line:
            self._first_dropped_line = abs(line_number)
        return True

    def _extend_open_entry(self, line: str) -> bool:
        """Add this line to the open entry; return whether it continues or ends that entry."""
        record = "\n".join([*self._open_lines, line])
        if is_unfinished(record) and not parse_original_row(line, 1):
            self._open_lines.append(line)
            return True
        if is_unfinished(line) and self._add_row(record, self._open_line_number):
            self._open_lines = []
            return True
        self._drop_open_entry()
        return False

    def _drop_open_entry(self) -> None:
        """Report lines that began like an entry of several lines as strays."""
        for line_number, _ in enumerate(self._open_lines, self._open_line_number):
            self._add_stray(line_number)
        self._open_lines = []

    def _add_stray(self, line_number: int) -> None:
        """Add a SkippedHand for a line that isn't a row; consecutive lines are reported once."""
        if line_number != self._last_stray + 1 and len(self._strays) < _MAX_STRAYS:
            origin = Origin(_NAME, line_number)
            stray = skip_unreadable(origin, "this isn't a row with an entry, a time and an order")
            self._strays.append(stray)
        self._last_stray = line_number

    def read_hands(self) -> Iterator[ReadHand]:
        """Yield every hand in the order of play, then the skipped lines that aren't rows."""
        self._drop_open_entry()
        hand: list[Row] = []
        order = entry = ""
        self._rows.sort()
        hole_counts = _find_usual_hole_counts(self._rows)
        for row in self._rows:
            if row[0] == order and row[3] == entry:  # repeated by another export of the table
                continue
            order, _, _, entry = row
            if entry.startswith(_START):
                if hand:
                    yield _read_hand(hand, hole_counts)
                hand = [row]
            elif hand:
                if len(hand) <= _MAX_ROWS:
                    hand.append(row)
            elif entry.startswith(_END):
                origin = Origin(format=_NAME, line=abs(row[1]))
                yield SkippedHand(origin, Skip.CUT_OFF, "its beginning is missing")
        if hand:
            yield _read_hand(hand, hole_counts)
        yield from self._strays
        if self._first_dropped_line:
            origin = Origin(_NAME, self._first_dropped_line)
            detail = f"a PokerNow log has at most {MAX_MEMORY >> 20} MB of rows"
            yield skip_unreadable(origin, detail)


def _find_usual_hole_counts(rows: Sequence[Row]) -> dict[str, int]:
    """Return the most frequent number of hole cards in a log for each title of a game.

    A player who shows fewer than four cards may have more.
    """
    counts: dict[str, Counter[int]] = {}
    title = ""
    for _, _, _, entry in rows:
        if entry.startswith(_START):
            title = _parse_hand_heading(entry)[2].partition(_DEALER_IS)[0]
            continue
        if entry.startswith(_OWN_HAND):
            hole_count, min_hole_count = len(_card_texts(entry[len(_OWN_HAND) :])), 1
        elif entry.startswith('"') and _SHOWS in entry:
            hole_count, min_hole_count = (
                len(_card_texts(entry.rpartition(_SHOWS)[2])),
                _MIN_OMAHA_HOLE_COUNT,
            )
        else:
            continue
        if hole_count >= min_hole_count:
            counts.setdefault(title, Counter())[hole_count] += 1
    return {title: max(sizes, key=sizes.__getitem__) for title, sizes in counts.items()}


def _parse_hand_heading(entry: str) -> Sequence[str]:
    """Return the number, the id and the rest of the first entry of a hand, such as the game."""
    heading = _HEADING.match(entry)
    return heading.groups("") if heading else ("", "", "")


def _read_hand(rows: Sequence[Row], hole_counts: Mapping[str, int]) -> ReadHand:
    _, line_number, at, _ = rows[0]
    entries = [entry for _, _, _, entry in rows]
    number, hand_id, heading = _parse_hand_heading(entries[0])
    origin = Origin(
        _NAME, abs(line_number), (hand_id or number)[:MAX_NAME_LENGTH], played=parse_iso_time(at)
    )
    if len(rows) > _MAX_ROWS:
        return skip_unreadable(origin, f"a hand has at most {_MAX_ROWS:,} entries")
    if not any(entry.startswith(_END) for entry in reversed(entries)):
        return SkippedHand(origin, Skip.CUT_OFF, "its end is missing")
    hole_count = hole_counts.get(heading.partition(_DEALER_IS)[0], 0)
    return PokerNow(heading, entries, hole_count).build_or_skip(origin)


class PokerNow(HandReader):
    name = _NAME
    prefixes = HEADERS
    collector = _LogRows
    statements = ALL_STATEMENTS - {Statement.POTS}
    optional_statements = frozenset((Statement.EVERY_RETURN,))

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        """Return whether a log begins at this line.

        The first heading of a file may be missing or have any columns; later ones begin with the
        usual columns.
        """
        if is_first and (row := parse_original_row(line, 1)) and _FIRST_ENTRY.match(row[3]):
            return True
        return (is_first or line.startswith(HEADERS)) and parse_heading(line) is not None

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        rows = _LogRows()
        rows.add("\n".join(lines), first_line)
        yield from rows.read_hands()

    def __init__(self, heading: str, entries: Sequence[str], usual_hole_count: int = 0) -> None:
        """`usual_hole_count` is the number of hole cards in other hands of this game, or 0."""
        self._heading = heading
        self._entries = entries
        self._usual_hole_count = usual_hole_count
        has_cents = any(
            _has_cents(entry) for entry in entries if "." in entry and entry.startswith(_AMOUNTS)
        )
        self.builder = HandBuilder(self.statements, has_cents=has_cents)
        self._names_by_token: dict[str, str] = {}
        self._boards: dict[str, Cards] = {}
        self._own_cards: Cards = ()
        self._shown_texts: dict[str, list[str]] = {}
        self._shown_late: set[str] = set()
        self._has_ended = False
        self._is_canceled = False

    def read_into_builder(self) -> Game:
        heading = self._heading
        for entry in self._entries[1:]:
            if entry.startswith('"'):
                self._read_player(entry)
            else:
                self._read_table_event(entry)
        if self._is_canceled and not self.builder.paid:
            raise HandSkipped(Skip.CANCELLED)
        title = heading.partition(_DEALER_IS)[0]
        hole_count = self._find_hole_count(title)
        slug = _find_slug(title, hole_count)
        game = GAMES.get(f"double-board-{slug}" if "second board" in self._boards else slug)
        if not game:
            raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{heading.strip()[:60]}”")
        self.builder.boards = list(self._boards.values())
        self.builder.limit = find_limit(title)
        self._show_hands(hole_count)
        if Statement.EVERY_RETURN not in self.builder.statements and not self.builder.returned:
            self.builder.detect_uncalled_in_payments()
        dealer = _DEALER.search(heading)
        if dealer and (name := self._player_name(dealer[1])) in self.builder.seats:
            self.button = self.builder.seats[name]
        else:  # the button is the seat before the first blind
            actions = self.builder.actions
            poster = next((name for kind, name, _ in actions if kind is ActionKind.POST), "")
            self.button = self.builder.seats.get(poster, 1) - 1
        return game

    def _read_table_event(self, entry: str) -> None:
        if entry.startswith(_STREETS):  # `Turn (second run): 8♣, 6♣, 3♣ [K♠]`: the whole board
            street, _, cards = entry.partition(":")
            run_or_board = None if street in _STREETS else _RUN_OR_BOARD.search(entry)
            if not run_or_board:
                self.builder.begin_street()
            key = f"{run_or_board[1]} {run_or_board[2]}" if run_or_board else ""
            self._boards[key] = _parse_cards(_card_texts(cards))
        elif entry.startswith(_UNCALLED):
            amount, _, quoted_token = entry[len(_UNCALLED) :].partition(" returned to ")
            name = self._player_name(quoted_token[1:-1])
            self.builder.give_back(name, self.builder.parse_amount(amount))
        elif entry.startswith(_STACKS):
            self._read_stacks(entry)
        elif entry.startswith(_OWN_HAND):
            self._own_cards = _parse_cards(_card_texts(entry[len(_OWN_HAND) :]))
        elif entry.startswith(_END):
            self._has_ended = True
        elif new_id := _NEW_ID.search(entry):  # a player has logged in
            before, after = new_id.groups()
            for label, player_id in self.builder.ids.items():
                if player_id == before:
                    self.builder.ids[label] = after
        elif '"' not in entry and _CANCELED.search(entry):
            self._is_canceled = True

    def _read_stacks(self, entry: str) -> None:
        """Seat all players of `#1 "Anna @ 1a2b" (24.08) | #4 "Boris @ 3c4d" (1.57)`.

        In early logs, there are no seat numbers, and `#` may precede a player's id.
        """
        builder = self.builder
        seats = _STACK.findall(entry) or [
            (str(number), *seat)
            for number, seat in enumerate(_STACK_WITHOUT_SEAT.findall(entry), 1)
        ]
        has_shared_name = len({name for _, name, _, _ in seats}) < len(seats)
        for number, name, player_id, stack in seats:
            seat, token = int(number), f"{name} @ {player_id}"
            label = token if has_shared_name else name
            self._names_by_token[f'"{token}'] = label
            builder.ids[label] = player_id
            builder.sit(label, seat, builder.parse_amount(stack))
            builder.deal_in(label)

    def _player_name(self, token: str) -> str:
        """Return the player's name; the id may have changed since the hand began."""
        if name := self._names_by_token.get(f'"{token}'):
            return name
        former_name, _, player_id = token.rpartition(" ")
        ids = self.builder.ids.items()
        matching = (
            label
            for label, own_id in ids
            if own_id == player_id and label.startswith(former_name[:-2])
        )
        return next(matching, token)

    def _read_player(self, entry: str) -> None:
        """Parse `"Anna @ 1a2b" raises to 0.65`. A name may contain a quotation mark."""
        token, _, action = entry.partition('" ')
        name = self._names_by_token.get(token)
        if name is None:  # a name with a quotation mark, or without a seat
            match = _PLAYER.match(entry)
            token, action = match.groups() if match else ("", entry)
            name = self._player_name(token)
        if action == "folds":
            self.builder.fold(name)
        elif action == "checks":
            self.builder.check(name)
        else:
            verb, _, details = action.partition(" ")
            if act := self.verbs.get(verb):
                act(self, name, details)
            elif verb not in _VERBS_OUTSIDE_THE_POT and self.amount.search(details):
                raise Unreadable(f"“{verb[:20]} {details[:40]}” isn't understood")

    def bets_to(self, name: str, details: str) -> None:
        """Bet, call or raise to the stated total of the player on this street."""
        amount = details.removeprefix("to ").partition(" ")[0]
        if amount.isalpha():  # `with 30`, `and all in with 30`: the wording until July 2020
            # Logs of that time don't state every returned bet.
            self.builder.statements -= self.optional_statements
            self.raises_to(name, details)
        else:
            self.builder.raise_to(name, self.builder.parse_amount(amount))

    def collects(self, name: str, details: str) -> None:
        amount, _, source = details.partition(" ")
        if not source.startswith("from the ") or " pot" in source:
            self.builder.collect(name, self.builder.parse_amount(amount))

    def wins(self, name: str, details: str) -> None:
        """Parse `40 with Pair, 9's (hand: 9♥, K♥)`, the wording until July 2020."""
        self.builder.statements -= self.optional_statements
        self.collects(name, details)
        held_match = _HELD.search(details)
        cards = _card_texts(held_match[1]) if held_match else []
        if len(cards) == (len(self._own_cards) or _HOLDEM_HOLE_COUNT):
            self._shown_texts.setdefault(name, []).extend(cards)

    def shows(self, name: str, details: str) -> None:
        """Store cards, which may be shown one by one, or again after the end of the hand."""
        before = set(self._shown_texts.setdefault(name, []))
        cards = _card_texts(details.removeprefix("a "))
        self._shown_texts[name] += cards
        if self._has_ended:
            self._shown_late.update(set(cards) - before)

    def posts(self, name: str, details: str) -> None:
        """Post a blind. A straddle or a missed big blind includes the player's earlier posts."""
        before = self.builder.put_in_on_street(name)
        if before and _TOTAL_POST.search(details):
            self.builder.post(name, max(0, self.find_amount(details) - before))
        else:
            super().posts(name, details)

    def _find_hole_count(self, title: str) -> int:
        """Return the number of hole cards: from the title, or as shown in this or other hands."""
        if match := _HOLE.search(title):
            return int(match[match.lastindex or 0])
        if _is_holdem(title) or self._own_cards:
            return len(self._own_cards) or _HOLDEM_HOLE_COUNT
        shown_count = max((len(set(texts)) for texts in self._shown_texts.values()), default=0)
        if "Omaha" in title and shown_count < _MIN_OMAHA_HOLE_COUNT:
            return self._usual_hole_count or _MIN_OMAHA_HOLE_COUNT
        return shown_count

    def _show_hands(self, hole_count: int) -> None:
        """Record the shown hands; cards may be shown one at a time.

        Cards count as known, but not as shown, if some are missing, if the player folded, or if a
        loser shows them after the end of the hand.
        """
        builder = self.builder
        own_cards = set(self._own_cards)
        for name, texts in self._shown_texts.items():
            cards = _parse_cards(dict.fromkeys(texts))
            if cards and own_cards.issuperset(cards):
                own_cards.clear()
            is_late = not self._shown_late.isdisjoint(texts) and name not in builder.paid
            if is_late or name in builder.folded or (hole_count and len(cards) < hole_count):
                builder.store_cards(name, cards)
            else:
                builder.show(name, cards)
        if own_cards:  # the log doesn't name its owner
            builder.known["the log's owner"] = self._own_cards

    verbs = {
        **dict.fromkeys(("calls", "bets", "raises"), bets_to),
        "collected": collects,
        **dict.fromkeys(("gained", "wins"), wins),
        "posts": posts,
        "shows": shows,
    }
