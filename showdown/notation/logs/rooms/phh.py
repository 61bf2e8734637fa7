"""Poker Hand History: TOML, with a document or a TOML table for each hand."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from decimal import Decimal
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NoReturn
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from showdown.evaluator.cards import DECK, Card
from showdown.evaluator.games import GAMES, Family, Game
from showdown.evaluator.wagers import MAX_CHIPS, MAX_SEATS, find_uncalled_bet
from showdown.notation.digits import MAX_DIGITS, TooManyDigits, to_decimal
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.hand_reader import (
    MAX_NAME_LENGTH,
    HandReader,
    read_or_skip,
    skip_unread_lines,
    skip_unreadable,
)
from showdown.notation.logs.logged_hand import (
    RAKE_AND_FEES,
    USUAL_STATEMENTS,
    HandSkipped,
    Limit,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Statement,
    Unreadable,
)
from showdown.notation.logs.value_parsing import (
    ParsedAmount,
    currency_of_code,
    find_currency_sign,
    parse_card_texts,
    scale_number,
)
from showdown.words.ranks import count_text

_NAME = "phh"

_VARIANTS = {
    "FT": "holdem",
    "NT": "holdem",
    "NS": "short-deck",
    "PO": "omaha",
    "FO/8": "omaha-hilo",
    "F7S": "seven-card-stud",
    "F7S/8": "stud-hilo",
    "FR": "razz",
    "N2L1D": "deuce-to-seven",
    "F2L3D": "deuce-to-seven",
    "FB": "badugi",
}
_FIELDS = frozenset(
    (  # noqa: SIM905 - a list with one name per line would take 37 lines
        "variant ante_trimming_status antes blinds_or_straddles bring_in small_bet big_bet min_bet"
        " starting_stacks actions author event url venue address city region postal_code country"
        " time time_zone time_zone_abbreviation day month year hand level seats seat_count table"
        " players finishing_stacks winnings currency currency_symbol time_limit time_banks"
    ).split()
)
_LIMITS = {"N": Limit.NO, "P": Limit.POT, "F": Limit.FIXED}
"""Limits by the first letter of a variant."""
_REQUIRED_FIELDS = frozenset(("variant", "antes", "starting_stacks", "actions"))
_VARIANT = "variant"
_USER_FIELD_PREFIX = "_"
_MAX_DOTS = 2000
"""Maximum number of periods, because parsing dotted keys takes quadratic time."""

_FIELD = re.compile(r"([a-z_]+)\s*=")
_HEADING = re.compile(r"\[\s*(?:[\w-]+|\"[^\"]*\"|'[^']*')\s*\]\s*(?:#.*)?")
_ERROR_LINE = re.compile(r"at line (\d+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Characters that TOML forbids, even in comments."""
_DELETE = "\x7f"
_END_OF_TOML = "end of document"
_BARE_HEADING = re.compile(r"\[[A-Za-z0-9_-]+\]")
_TIME = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}")
_ESCAPED = re.compile(r"\\[^\"\\]")


def _reject_json(value: object) -> NoReturn:
    raise ValueError("TOML has another syntax for this")


_decode_json = json.JSONDecoder(
    object_pairs_hook=_reject_json, parse_float=Decimal, parse_constant=_reject_json
).raw_decode
_AMOUNTS_BY_PLAYER = (
    "starting_stacks",
    "antes",
    "blinds_or_straddles",
    "finishing_stacks",
    "winnings",
)
_HEADS_UP = 2
_UNKNOWN_STACK = MAX_CHIPS
_UNKNOWN_CARD = "??"
_CENTS = re.compile(r" cbr \d+\.\d")


def _find_field(line: str) -> str:
    """Return the name of the field in this line; empty if there is none."""
    field = _FIELD.match(line)
    name = field[1] if field else ""
    return name if name in _FIELDS or name.startswith(_USER_FIELD_PREFIX) else ""


def _parse_document(lines: Sequence[str]) -> dict[str, Any]:
    """Return the fields, which may be below a heading. Raise TOMLDecodeError for invalid TOML."""
    text = "\n".join(lines)
    if text.count(".") > _MAX_DOTS:
        raise tomllib.TOMLDecodeError("too many dots")
    try:
        if fields := _parse_as_json(text):
            return fields
        document = tomllib.loads(_CONTROL.sub("\ufffd", text), parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        raise
    except (RecursionError, ValueError, ArithmeticError):
        raise tomllib.TOMLDecodeError("nested too deeply, or a number is too large") from None
    tables = [value for value in document.values() if isinstance(value, dict)]
    return tables[0] if len(tables) == len(document) == 1 else document


def _parse_as_json(text: str) -> dict[str, Any] | None:
    """Return the fields if each is one line that JSON parses to the same value, otherwise None.

    Nearly all documents are like this, and the standard library parses JSON ten times faster.
    """
    if _DELETE in text:  # the only character that JSON allows and TOML does not
        return None
    fields: dict[str, Any] = {}
    has_heading = False
    for line in (raw_line.strip(" \t") for raw_line in text.split("\n")):
        if not line or line[0] == "#":
            continue
        if line[0] == "[" and not fields and not has_heading and _BARE_HEADING.fullmatch(line):
            has_heading = True
            continue
        name, _, value = line.partition("=")
        name, value = name.rstrip(" \t"), value.lstrip(" \t")
        if name in fields or not (name.isascii() and name.isidentifier()):
            return None
        if "'" in value and '"' not in value:
            value = value.replace("'", '"') if "\\" not in value else ""
        if "null" in value or ("\\" in value and _ESCAPED.search(value)):
            return None
        try:
            if name == "time":
                fields[name] = time.fromisoformat(value) if _TIME.fullmatch(value) else None
                end = len(value)
            else:
                fields[name], end = _decode_json(value)
        except (RecursionError, ValueError, ArithmeticError):
            return None
        if end < len(value) or fields[name] is None:
            return None
    return fields


def _read_hand(document: Mapping[str, Any], origin: Origin) -> ReadHand:
    if missing := sorted(_REQUIRED_FIELDS - document.keys()):
        raise HandSkipped(Skip.CUT_OFF, f"“{missing[0]}” is missing")
    origin = origin._replace(
        hand=str(document.get("hand", ""))[:MAX_NAME_LENGTH],
        table=str(document.get("table", ""))[:MAX_NAME_LENGTH],
        played=_time_played(document),
    )
    game = GAMES.get(_VARIANTS.get(document["variant"], ""))
    if not game:
        raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{document['variant']}”")
    return Phh(document, game).build_hand(origin)


def _time_played(document: Mapping[str, Any]) -> datetime | None:
    """Return the time of the hand in UTC; None if the document doesn't state a valid date."""
    stated_time = document.get("time")
    moment = stated_time if isinstance(stated_time, time) else time()
    name = document.get("time_zone")
    try:
        zone = ZoneInfo(name) if name and isinstance(name, str) else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = UTC
    try:
        date = (document["year"], document["month"], document["day"])
        clock = (moment.hour, moment.minute, moment.second)
        return datetime(*date, *clock, tzinfo=zone).astimezone(UTC)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _has_cents(document: Mapping[str, Any]) -> bool:
    """Return whether an amount has decimals; `inf` has none."""
    amounts = chain.from_iterable([document.get(field) or () for field in _AMOUNTS_BY_PLAYER])
    if any(isinstance(amount, Decimal) and amount.is_finite() for amount in amounts):
        return True
    return isinstance(document.get("bring_in"), Decimal) or any(
        _CENTS.search(action) for action in document["actions"]
    )


def _player_names(document: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return the players' names; anonymous players are called `p1`, `p2` and so on."""
    numbers = [f"p{number}" for number in range(1, count + 1)]
    names = tuple(document.get("players") or numbers)
    if "" in names and len(names) == count:
        names = tuple([name or number for name, number in zip(names, numbers, strict=True)])
    if len(names) != count or not all(isinstance(name, str) for name in names):
        raise Unreadable(f"{count_text(len(names), 'name')} for {count_text(count, 'stack')}")
    return names


@lru_cache(1 << 14)
def _parse_amount(text: str, scale: int) -> ParsedAmount:
    """Return an amount in units of `1 / scale`.

    Raise ValueError if it isn't a number, and TooManyDigits or Unreadable if it is too large.
    """
    return scale_number(to_decimal(text), scale)


def _player_index(player: str) -> int:
    index = int(player.removeprefix("p")) - 1
    if index < 0:
        raise Unreadable(f"“{player}” isn't a player")
    return index


def _split_cards(cards: str) -> list[str]:
    return [cards[start : start + 2] for start in range(0, len(cards), 2)]


class Phh(HandReader):
    name = _NAME
    prefixes = (_VARIANT, "[")
    statements = USUAL_STATEMENTS - RAKE_AND_FEES - {Statement.POTS}
    optional_statements = frozenset((Statement.PAYMENTS,))

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        """Return whether a hand begins at this line: a heading, or the field `variant`.

        The variant is the first field in all samples. Before the first hand, other fields and
        comments also begin a hand.
        """
        if _HEADING.fullmatch(line):
            return True
        field = _find_field(line)
        if is_first:
            return bool(field) or line.startswith("#")
        if field != _VARIANT or not previous:
            return field == _VARIANT
        # The variant may follow other fields of its hand, unless a blank line is between them.
        if not previous[-1].strip() and any(map(_find_field, previous)):
            return True
        return any(
            line.strip() and line[0] not in "#[" and _find_field(line) in ("", _VARIANT)
            for line in previous
        )

    @classmethod
    def may_have_hands(cls, lines: Sequence[str]) -> bool:
        """Return whether the lines have a field; a heading of prose also begins with `#`."""
        return any(map(_find_field, lines))

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        if not cls.may_have_hands(lines):
            yield from skip_unread_lines(lines, first_line, "")
            return
        origin = Origin(_NAME, first_line)
        try:
            document = _parse_document(lines)
            yield read_or_skip(partial(_read_hand, document), origin, is_document=True)
            return
        except tomllib.TOMLDecodeError as invalid:
            error = str(invalid)
        error_line = _ERROR_LINE.search(error)
        error_index = int(error_line[1]) - 1 if error_line else 0
        try:
            document = _parse_document(lines[:error_index])
        except tomllib.TOMLDecodeError:
            document = {}
        if document.keys() >= _REQUIRED_FIELDS:
            yield read_or_skip(partial(_read_hand, document), origin, is_document=True)
            yield from skip_unread_lines(lines[error_index:], first_line + error_index, _NAME)
        elif _END_OF_TOML in error:
            yield SkippedHand(origin, Skip.CUT_OFF, "the TOML ends too early")
        else:
            yield skip_unreadable(origin, f"this isn't TOML: {error[:1].lower()}{error[1:]}")

    def __init__(self, document: Mapping[str, Any], game: Game) -> None:
        self._document = document
        self._game = game
        stacks = document["starting_stacks"]
        if len(stacks) > MAX_SEATS:
            raise Unreadable(
                f"there are {len(stacks)} stacks, but a table has at most {MAX_SEATS} seats"
            )
        antes = document["antes"]
        blinds = document.get("blinds_or_straddles") or [0] * len(stacks)
        self.builder = HandBuilder(self.statements, has_cents=_has_cents(document))
        self._exact_scale = Decimal(self.builder.scale)
        sign = find_currency_sign(str(document.get("currency_symbol") or ""))
        self.builder.currency = currency_of_code(document.get("currency")) or sign
        self._names = _player_names(document, len(stacks))
        self._board: list[Card] = []
        self._remaining = dict(zip(self._names, map(self._parse_stack, stacks), strict=True))
        for number, name in enumerate(self._names, 1):
            stack = self._remaining.get(name)
            self.builder.sit(name, number, None if stack == _UNKNOWN_STACK else stack)
            self.builder.deal_in(name)
        unknown = [name for name, stack in self._remaining.items() if stack == _UNKNOWN_STACK]
        self._with_unknown_stacks = frozenset(unknown)
        self._held_cards: dict[str, list[str]] = {name: [] for name in self._names}
        self._has_bet = False
        self._is_board_game = game.family is Family.BOARD
        self._bring_in = self._parse_chips(document.get("bring_in") or 0)
        self._post(list(map(self._parse_chips, antes)), list(map(self._parse_chips, blinds)))

    def read_into_builder(self) -> Game:
        document, game, builder = self._document, self._game, self.builder
        builder.limit = _LIMITS[document["variant"][0]]
        for action in document["actions"]:
            self._read_action(action)
        builder.boards = (tuple(self._board),) if game.boards and self._board else ()
        for name in self._names:
            self._store_cards(name)
        if "finishing_stacks" in document and not self._with_unknown_stacks:
            self._pay_up_to(map(self._parse_chips, document["finishing_stacks"]))
        elif "winnings" in document:
            self._read_winnings([self._parse_chips(amount) for amount in document["winnings"]])
        else:
            builder.statements -= self.optional_statements
        return game

    def _post(self, antes: Sequence[int], blinds: Sequence[int]) -> None:
        """Post antes and blinds in the order of the seats; heads-up, in reverse order.

        Antes are dead unless `ante_trimming_status` is true. The blind of a new player is negative,
        and is posted last.
        """
        names = self._names[::-1] if len(self._names) == _HEADS_UP else self._names
        is_live = bool(self._document.get("ante_trimming_status"))
        for name, ante in zip(names, antes, strict=True):
            if ante:
                posted = min(ante, self._remaining[name])
                self._remaining[name] -= posted
                self.builder.ante(name, posted, is_live=is_live)
        for name, blind in sorted(zip(names, blinds, strict=True), key=lambda post: post[1] < 0):
            posted = min(abs(blind), self._remaining[name])
            self._remaining[name] -= posted
            self.builder.post(name, posted)

    def _parse_stack(self, amount: Any) -> int:
        """Return the stack. `inf` means an unknown stack, which covers every bet.

        Raise Unreadable if it is negative or too large.
        """
        if isinstance(amount, Decimal) and amount.is_infinite() and amount > 0:
            return _UNKNOWN_STACK
        chips = self._parse_chips(amount)
        if chips < 0:
            raise Unreadable("a stack can't be negative")
        return chips

    def _parse_chips(self, amount: Any) -> int:
        """Return the amount in units. Raise Unreadable if it is too large."""
        scale = self.builder.scale
        if type(amount) is int and -MAX_CHIPS <= amount <= MAX_CHIPS:
            return amount * scale
        if type(amount) is Decimal and amount.is_finite() and abs(amount.adjusted()) < MAX_DIGITS:
            exact = amount * self._exact_scale
            whole = int(exact)
            if exact == whole and abs(whole) <= MAX_CHIPS * scale:
                return whole
        try:
            parsed = (
                _parse_amount(amount, scale)
                if type(amount) is str
                else scale_number(to_decimal(amount), scale)
            )
        except TooManyDigits:
            raise Unreadable(f"an amount is larger than {MAX_CHIPS:,}") from None
        return self.builder.record_amount(parsed, amount)

    def _bet(self, name: str, total: int, *, is_limited: bool = True) -> None:
        """Bet up to `total` on this street, or less if `is_limited` is true and chips run out."""
        self._has_bet = True
        missing = total - self.builder.put_in_on_street(name)
        amount = min(missing, self._remaining[name]) if is_limited else missing
        self._remaining[name] -= amount
        self.builder.put_in(name, amount)

    def _deal(self, name: str, cards: str) -> None:
        self._begin_street()
        held = self._held_cards[name]
        held += _split_cards(cards)
        if len(held) > len(DECK):
            raise Unreadable(f"{name} has more cards than a deck")
        if not self._is_board_game:  # draw and stud games need the cards of each street
            known = [card for card in held if card != _UNKNOWN_CARD]
            self.builder.deal(name, parse_card_texts(known) or ())
            self._store_cards(name)

    def _begin_street(self) -> None:
        if self._has_bet:
            self.builder.begin_street()
            self._has_bet = False

    def _read_action(self, action: str) -> None:
        words = (action.partition("#")[0] if "#" in action else action).split()
        if len(words) >= 2 and words[0] != "d":
            index = _player_index(words[0])
            if index < len(self._names):
                self._apply_action(self._names[index], words[1], words[2:])
            else:
                self.builder.deal_in(words[0])
        elif len(words) == 4 and words[1] == "dh":
            self._deal(self._names[_player_index(words[2])], words[3])
        elif len(words) == 3 and words[1] == "db":
            self._begin_street()
            self._board += parse_card_texts(_split_cards(words[2])) or ()
        elif words:  # an action without words is a comment
            raise Unreadable(f"“{action[:40]}” isn't an action")

    def _apply_action(self, name: str, verb: str, rest: Sequence[str]) -> None:
        held, builder = self._held_cards[name], self.builder
        if verb == "f" and not rest:
            builder.fold(name)
        elif verb == "cc" and not rest:
            self._bet(name, builder.highest_bet())
        elif verb == "cbr" and len(rest) == 1:
            self._bet(name, self._parse_chips(rest[0]), is_limited=False)
        elif verb == "pb" and not rest:
            self._bet(name, self._bring_in)
        elif verb == "sd":
            self._begin_street()
            discarded = _split_cards(rest[0]) if rest else []
            builder.draw(name, len(discarded), parse_card_texts(discarded) or ())
            if _UNKNOWN_CARD in discarded:  # the kept cards are unknown, too
                self._held_cards[name] = [_UNKNOWN_CARD] * (len(held) - len(discarded))
            else:
                self._held_cards[name] = [card for card in held if card not in discarded]
        elif verb == "sm" and not rest:
            builder.muck(name)
        elif verb == "sm" and len(rest) == 1:
            builder.show(name, parse_card_texts(held if rest[0] == "-" else _split_cards(rest[0])))
        else:
            raise Unreadable(f"“{verb}” isn't an action")

    def _pay_up_to(self, stacks: Iterable[int]) -> None:
        """Pay each player the difference to the final stack, without an uncalled bet."""
        winner, uncalled = find_uncalled_bet(self.builder.live)
        for (name, remaining), stack in zip(self._remaining.items(), stacks, strict=True):
            self.builder.collect(name, stack - remaining - (uncalled if name == winner else 0))

    def _read_winnings(self, winnings: Sequence[int]) -> None:
        """Pay the winnings, which may contain an uncalled bet or be net results."""
        builder = self.builder
        if min(winnings, default=0) < 0:
            final_stacks = [
                remaining + builder.total_put_in_by(name) + gain
                for (name, remaining), gain in zip(self._remaining.items(), winnings, strict=True)
            ]
            self._pay_up_to(final_stacks)
            return
        for name, amount in zip(self._names, winnings, strict=True):
            builder.collect(name, amount)
        builder.detect_uncalled_in_payments()
        # With unknown stacks, a call may have been all in for less.
        winners = [name for name, amount in builder.paid.items() if amount]
        bettors = {name for name, amount in builder.live.items() if amount}
        if len(winners) > 1 and len(bettors) > _HEADS_UP and self._with_unknown_stacks & bettors:
            raise Unreadable("the stacks are unknown, so a call may have been all in for less")

    def _store_cards(self, name: str) -> None:
        """Store the player's known cards; outside of board games, only if no card is hidden."""
        held = self._held_cards[name]
        if self._is_board_game:
            held = [card for card in held if card != _UNKNOWN_CARD]
        self.builder.store_cards(name, parse_card_texts(held))
