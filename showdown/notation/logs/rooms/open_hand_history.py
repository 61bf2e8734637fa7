"""Open Hand History: one JSON object for each hand, by specification 1.x."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import add
from typing import Any

from pydantic_core import from_json

from showdown.evaluator.cards import DECK, Card, Cards
from showdown.evaluator.errors import InvalidDeal, UnknownGame
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.notation.logs.field_values import AmountRead, cards_of, currency_called
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.hand_reader import LONGEST_NAME, HandReader, strays, unreadable
from showdown.notation.logs.judgeable import MOST_BOARDS
from showdown.notation.logs.logged_hand import (
    Limit,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Unreadable,
)
from showdown.notation.logs.statements import USUAL
from showdown.words.errors import error_text

_NAME = "open-hand-history"

_GAMES: dict[str, dict[int, Game]] = {
    "Holdem": {2: GAMES["holdem"]},
    "Omaha": {4: GAMES["omaha"], 5: GAMES["five-card-omaha"], 6: GAMES["six-card-omaha"]},
    "OmahaHiLo": {
        4: GAMES["omaha-hilo"],
        5: GAMES["five-card-omaha-hilo"],
        6: GAMES["six-card-omaha-hilo"],
    },
    "Stud": {
        **dict.fromkeys((7, 3), GAMES["seven-card-stud"]),
        **dict.fromkeys((5, 2), GAMES["five-card-stud"]),
    },
    "StudHiLo": {7: GAMES["stud-hilo"]},
    "Draw": {},
}
"""By `game_type` and number of hole cards: in stud, at the end or at first. A draw game may have
any.
"""

_POSTED = frozenset(("Post SB", "Post BB", "Straddle", "Post Extra Blind"))
_LIVE = frozenset(("Bring In", "Call", "Bet", "Raise"))
_OF_HOUSE = frozenset(("Add to Pot", "Added To Pot"))
_NOT_DEALT_IN = frozenset(("Added Chips", "Sits Down", "Stands Up"))
_ASIDE = _OF_HOUSE | _NOT_DEALT_IN
_SHOWS = "Shows Cards"
_DEALT = "Dealt Cards"
_OF_WORDS = {
    "allin": "Raise",
    "ante": "Post Ante",
    "dealtcard": _DEALT,
    "postbigblind": "Post BB",
    "postsmallblind": "Post SB",
    "poststraddle": "Straddle",
    "show": _SHOWS,
    "showcards": _SHOWS,
    "shows": _SHOWS,
}
"""Names of actions that some programs use instead of specified ones."""
_ACTIONS = _OF_WORDS | {
    kind.replace(" ", "").lower(): kind
    for kind in (
        *(_SHOWS, _DEALT, "Check", "Fold", "Post Ante", "Post Dead"),
        *(_POSTED | _LIVE | _NOT_DEALT_IN),
    )
}
_NO_LETTER = re.compile(r"[^a-z]")
LIMITS = {"NL": Limit.NO, "PL": Limit.POT, "FL": Limit.FIXED}
PLAY_MONEY = "XPM"
_CHIPS = frozenset((PLAY_MONEY, "Chips"))
"""Currencies that mean chips: the specified code for play money, and another word."""
_ALMOST_WHOLE = 0.001
"""Maximum difference between a float and the whole number that it represents."""

_BEGINNING = re.compile(r'(?:\[\s*)?\{\s*(?:"|$)')
_OPENING = re.compile(r"(?:\[\s*)?\{\s*")
_ONLY_OPENED = re.compile(rf'(?:{_OPENING.pattern})+(?={_OPENING.pattern}")')
"""An opening brace without content before another object."""
_ARRAY = re.compile(r"\[\s*")
_ENDS_EARLY = "the JSON ends too early"
_NEXT = re.compile(r"[^\s,\[\]]")
"""Characters between the objects of an array."""
_decode = json.JSONDecoder().raw_decode


def _read_one_by_one(text: str, number: int) -> Iterator[ReadHand]:
    """Yield each of several objects, and an entry for any other text."""
    position, line = 0, number
    while begun := _NEXT.search(text, position):
        line += text.count("\n", position, begun.start())
        origin = Origin(format=_NAME, line=line)
        if begun[0] != "{":
            yield from strays(text[begun.start() :].split("\n"), line, _NAME)
            return
        try:
            _, position = _decode(text, begun.start())
            whole = text[begun.start() : position]
            yield _read_object(from_json(whole), origin)
            line += whole.count("\n")
        except json.JSONDecodeError as error:
            yield _broken(origin, error, text)
            return
        except (RecursionError, ValueError):
            yield unreadable(origin, "this JSON is nested too deeply, or a number is too long")
            return


def _broken(origin: Origin, error: json.JSONDecodeError, text: str) -> SkippedHand:
    """Return an entry for broken JSON, which may be cut off."""
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail=_ENDS_EARLY)
    return unreadable(origin, f"this isn't JSON: {error.msg[:1].lower()}{error.msg[1:]}")


def _read_object(document: Any, origin: Origin) -> ReadHand:
    try:
        is_bare = "ohh" not in document and "rounds" in document
        return _read_hand(document if is_bare else document["ohh"], origin.line)
    except KeyError as error:
        other = "this JSON isn't Open Hand History: " if "ohh" in error.args else ""
        return unreadable(origin, f"{other}“{error.args[0]}” is missing")
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except Unreadable as error:
        return unreadable(origin, str(error))
    except (TypeError, AttributeError, ValueError, OverflowError):
        return unreadable(origin, "it isn't written as the specification says")


def _read_hand(ohh: Mapping[str, Any], line: int) -> ReadHand:
    """Read amounts as added chips, as specified, or as totals if only totals fit."""
    origin = Origin(
        format=_NAME,
        line=line,
        hand=str(ohh.get("game_number", ""))[:LONGEST_NAME],
        table=str(ohh.get("table_name", ""))[:LONGEST_NAME],
        played=_played(ohh.get("start_date_utc")),
    )
    builder = _builder(ohh)
    hand = _hand(ohh, builder, origin)
    if _fits(hand, builder):
        return hand
    other = _builder(ohh)
    in_all = _hand(ohh, other, origin, is_total=True)
    return in_all if _fits(in_all, other) else hand


def _fits(hand: ReadHand, builder: HandBuilder) -> bool:
    """Return whether pots equal contributions, and no player put in more than the stack."""
    if isinstance(hand, SkippedHand):
        return hand.reason is not Skip.DOES_NOT_ADD_UP
    if len(hand.seats) - len(hand.folded) > 1:  # after a call, the pots decide
        return True
    live = builder.live
    return not any(live.get(name, 0) > stack for name, stack in builder.stacks.items())


def _builder(ohh: Mapping[str, Any]) -> HandBuilder:
    is_tournament = ohh.get("tournament")
    is_in_chips = is_tournament or ohh.get("currency") in _CHIPS
    has_cents = not is_tournament and (not is_in_chips or _has_cents(ohh))
    builder = HandBuilder(decimals=2 if has_cents else 0)
    builder.limit = LIMITS.get(str((ohh.get("bet_limit") or {}).get("bet_type")))
    builder.currency = "" if is_in_chips else currency_called(ohh.get("currency"))
    return builder


def _has_cents(ohh: Mapping[str, Any]) -> bool:
    """Return whether a blind or a stack isn't a whole number."""
    blinds = [ohh.get(f"{blind}_amount") or 0 for blind in ("small_blind", "big_blind", "ante")]
    stacks = [player.get("starting_stack") or 0 for player in ohh["players"]]
    return any(float(amount) % 1 for amount in (*blinds, *stacks))


def _hand(
    ohh: Mapping[str, Any], builder: HandBuilder, origin: Origin, *, is_total: bool = False
) -> ReadHand:
    name_of = _sit(builder, ohh["players"])
    rounds = _Rounds(builder, name_of, is_total=is_total)
    for street in ohh["rounds"]:
        rounds.read(street)
    shown = [*map(len, builder.shown.values())]
    game = _game_of(ohh["game_type"], max(rounds.dealt, *shown, 0))
    if not game:
        detail = f"“{ohh['game_type']}”"
        return SkippedHand(origin=origin, reason=Skip.UNSUPPORTED_GAME, detail=detail)
    if shown and min(shown) < game.hole:
        # A partly shown hand counts as not shown.
        for name in [name for name, cards in builder.shown.items() if len(cards) < game.hole]:
            builder.know(name, builder.shown.pop(name))
    builder.boards = list(map(tuple, rounds.boards))
    _read_pots(builder, ohh["pots"], name_of)
    return builder.hand(origin, game, int(ohh.get("dealer_seat") or 0))


def _sit(builder: HandBuilder, players: Sequence[Any]) -> dict[Any, str]:
    """Seat the players, and return their names by id."""
    name_of: dict[Any, str] = {}
    for player in players:
        name = str(player["name"])
        stack = player.get("starting_stack")
        builder.sit(name, int(player["seat"]), None if stack is None else _amount(builder, stack))
        name_of[player["id"]] = name
        if cards := player.get("cards"):
            builder.know(name, cards_of(cards))
    if len(name_of) < len(players):
        raise Unreadable("two players have one id")
    return name_of


def _name(name_of: Mapping[Any, str], player: Any) -> str:
    """Return the name of an id, which may be a number or a text."""
    if player in name_of:
        return name_of[player]
    names = (name for known, name in name_of.items() if str(known) == str(player))
    return next(names, f"player {player}")


class _Rounds:
    """Apply the rounds of one hand."""

    def __init__(self, builder: HandBuilder, name_of: Mapping[Any, str], *, is_total: bool) -> None:
        self.boards: list[list[Card]] = []
        self.dealt = 0
        self._is_total = is_total
        self._has_begun = False
        self._builder = builder
        self._name_of = name_of
        self._begun: dict[str, int] = {}
        self._told: dict[str, Cards] = {}

    def read(self, of_street: Mapping[str, Any]) -> None:
        if self._has_begun:
            self._builder.begin_street()
        self._has_begun = True
        if cards := of_street.get("cards"):
            self._add_to_boards(of_street["street"], cards)
        name_of, act = self._name_of, self._act
        for action in of_street.get("actions") or ():
            kind = action["action"]
            if kind not in _ASIDE:
                player = action["player_id"]
                act(name_of.get(player) or _name(name_of, player), kind, action)
            elif kind in _OF_HOUSE:
                self._builder.add_to_pot(_amount(self._builder, action["amount"]))

    def _act(self, name: str, kind: str, action: Mapping[str, Any]) -> None:
        builder = self._builder
        if kind in _LIVE:
            if self._is_total:
                builder.raise_to(name, _amount(builder, action["amount"]))
            else:
                builder.put_in(name, _amount(builder, action["amount"]))
        elif kind in _POSTED:
            builder.post(name, _amount(builder, action["amount"]))
        elif kind == "Check":
            builder.check(name)
        elif kind == "Fold":
            builder.fold(name)
        elif kind == "Post Ante":
            builder.ante(name, _amount(builder, action["amount"]))
        elif kind == "Post Dead":
            builder.dead(name, _amount(builder, action["amount"]))
        elif kind == _DEALT:
            builder.deal_in(name)
            cards = (*self._told.get(name, ()), *(cards_of(action.get("cards") or ()) or ()))
            self._told[name] = cards
            builder.know(name, cards)
            builder.deal(name, cards)
            if not builder.round:
                self.dealt = max(self.dealt, len(cards))
        elif kind == _SHOWS and (shown := cards_of(action.get("cards") or ())):
            builder.show(name, self._with_shown(name, shown) if name in builder.shown else shown)
        else:
            self._act_in_other_words(name, kind, action)

    def _act_in_other_words(self, name: str, kind: str, action: Mapping[str, Any]) -> None:
        """Apply an action with a name outside of the specification; unknown names move no chips."""
        known = _ACTIONS.get(_NO_LETTER.sub("", kind.lower()), kind)
        if known != kind:
            self._act(name, known, action)
        elif kind not in _NOT_DEALT_IN:
            self._builder.deal_in(name)

    def _with_shown(self, name: str, cards: Cards) -> Cards:
        """Return all cards shown so far; they may be shown one by one, or again in each run."""
        before = self._builder.shown[name]
        return (*before, *[card for card in cards if card not in before])

    def _add_to_boards(self, street: str, cards: Sequence[str]) -> None:
        """Add a street; a repeated one begins the next run after the earlier cards."""
        if not self.boards:
            self.boards.append([])
        length = len(self.boards[-1])
        start = self._begun.setdefault(street, length)
        if start != length:
            self.boards.append(self.boards[0][:start])
        self.boards[-1] += cards_of(cards) or ()
        if len(self.boards) > MOST_BOARDS or len(self.boards[-1]) > len(DECK):
            raise Unreadable("it has more boards, or more cards on one, than can be dealt")


def _game_of(kind: str, cards: int) -> Game | None:
    """Return the game of this type with this number of known cards."""
    if kind in _GAMES:
        by_hole = _GAMES[kind]
        usual = next(iter(by_hole.values()), None)
        return by_hole.get(cards, usual if cards < max(by_hole, default=0) else None)
    try:
        return find_game(kind)
    except UnknownGame:
        return None


def _amount(builder: HandBuilder, number: Any) -> int:
    """Return an amount; floats that are almost whole count as whole."""
    exact = float(number) * builder.scale
    amount = round(exact)
    if not -_ALMOST_WHOLE <= exact - amount <= _ALMOST_WHOLE:
        builder.checked(AmountRead(amount, is_finer=True), number)
    return amount


def _read_pots(builder: HandBuilder, pots: Sequence[Any], name_of: Mapping[Any, str]) -> None:
    """Apply the pots; rake and jackpot are taken before payment."""
    builder.pots = [_amount(builder, pot["amount"]) for pot in pots]
    rakes = [_amount(builder, rake) if (rake := pot.get("rake")) else 0 for pot in pots]
    jackpots = [_amount(builder, part) if (part := pot.get("jackpot")) else 0 for pot in pots]
    builder.rake = sum(rakes)
    if jackpot := sum(jackpots):
        builder.fees = {"jackpot": jackpot}
    builder.taken_of_pots = list(map(add, rakes, jackpots))
    _take_uncalled_out(builder)
    for pot in pots:
        for win in pot.get("player_wins") or ():
            player = win["player_id"]
            name = name_of.get(player) or _name(name_of, player)
            builder.collect(name, _amount(builder, win["win_amount"]))
            if price := win.get("cashout_amount"):
                fee = win.get("cashout_fee") or 0
                builder.cash_out(name, _amount(builder, price), _amount(builder, fee))


def _take_uncalled_out(builder: HandBuilder) -> None:
    """Remove an uncalled bet from the pot if the program left it there and paid it."""
    _, uncalled = builder.uncalled_in()
    if uncalled and sum(builder.pots) == builder.all_put_in() and builder.pots[-1] >= uncalled:
        builder.pots = [*builder.pots[:-1], builder.pots[-1] - uncalled]
        builder.collected_uncalled = True


def _played(written: Any) -> datetime | None:
    try:
        played = datetime.fromisoformat(written)
    except (TypeError, ValueError):
        return None
    return played if played.tzinfo else played.replace(tzinfo=UTC)


class OpenHandHistory(HandReader):
    name = _NAME
    prefixes = ("{", "[{")
    states = USUAL

    @classmethod
    def begins(cls, line: str, piece: Sequence[str] | None) -> bool:
        """Return whether an object begins here; a brace after a brace alone doesn't count.

        A player in a log of another format may be called `{brace}`.
        """
        if _OPENING.fullmatch(line):
            before = next((line for line in reversed(piece or ()) if line.strip()), "")
            return not _OPENING.fullmatch(before)
        if _BEGINNING.match(line):
            return True
        return piece is not None and not piece and _ARRAY.fullmatch(line) is not None

    @classmethod
    def read_hands(cls, lines: Sequence[str], number: int) -> Iterator[ReadHand]:
        """Yield the objects in these lines, one after the other."""
        text = "\n".join(lines)
        if opened := _ONLY_OPENED.match(text):
            origin = Origin(format=_NAME, line=number)
            yield SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail=_ENDS_EARLY)
            text = text[opened.end() :]
            number += opened[0].count("\n")
        try:
            document = from_json(text, cache_strings="all")
        except ValueError:
            yield from _read_one_by_one(text, number)
        else:
            if isinstance(document, list):
                yield from _read_one_by_one(text, number)
            else:
                yield _read_object(document, Origin(format=_NAME, line=number))
