"""Open Hand History: one JSON object for each hand, as the specification 1.x has it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic_core import from_json

from showdown.evaluator.cards import DECK, Card, Cards
from showdown.evaluator.errors import InvalidDeal, UnknownGame
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.notation.logs.judgeable import MOST_BOARDS, dead_antes, judgeable
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import (
    LONGEST_NAME,
    LogFormat,
    Unreadable,
    strays,
    unreadable,
)
from showdown.notation.logs.logged_hand import LoggedHand, Origin, ReadHand, Skip, SkippedHand
from showdown.notation.logs.seats import Seats
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
    "Stud": {7: GAMES["seven-card-stud"], 5: GAMES["five-card-stud"]},
    "StudHiLo": {7: GAMES["stud-hilo"]},
    "Draw": {},
}
"""By `game_type` and how many cards a player has. A draw game may be any."""

_LIVE = frozenset(
    ("Post SB", "Post BB", "Straddle", "Post Extra Blind", "Bring In", "Call", "Bet", "Raise")
)
_DEAD = frozenset(("Post Dead", "Add to Pot", "Added To Pot"))
_NOT_DEALT_IN = frozenset(("Added Chips", "Sits Down", "Stands Up"))
_TOURNAMENT_CURRENCY = "Chips"

_BEGINNING = re.compile(r'\{\s*(?:"|$)')
_NOT_BLANK = re.compile(r"\S")
_decode = json.JSONDecoder().raw_decode


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """A player in a log of another format may be called `{brace}`."""
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    """The objects in these lines, one after the other."""
    text = "\n".join(lines)
    try:
        document = from_json(text, cache_strings="all")
    except ValueError:
        yield from _read_one_by_one(text, number)
    else:
        yield _read_object(document, Origin(format=_NAME, line=number))


def _read_one_by_one(text: str, number: int) -> Iterator[ReadHand]:
    """Where there are several objects, or something else: each, and what is wrong with it."""
    position, line = 0, number
    while found := _NOT_BLANK.search(text, position):
        line += text.count("\n", position, found.start())
        origin = Origin(format=_NAME, line=line)
        if found[0] != "{":
            yield from strays(text[found.start() :].split("\n"), line, _NAME)
            return
        try:
            _, position = _decode(text, found.start())
            whole = text[found.start() : position]
            yield _read_object(from_json(whole), origin)
            line += whole.count("\n")
        except json.JSONDecodeError as error:
            yield _broken(origin, error, text)
            return
        except (RecursionError, ValueError):
            yield unreadable(origin, "this JSON is nested too deeply, or a number is too long")
            return


def _broken(origin: Origin, error: json.JSONDecodeError, text: str) -> SkippedHand:
    """What JSON lacks at its end was cut off."""
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail="the JSON ends too early")
    return unreadable(origin, f"this isn't JSON: {error.msg[:1].lower()}{error.msg[1:]}")


def _read_object(document: Any, origin: Origin) -> ReadHand:
    try:
        return _read_hand(document["ohh"], origin.line)
    except KeyError as error:
        return unreadable(origin, f"“{error.args[0]}” is missing")
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except Unreadable as error:
        return unreadable(origin, str(error))
    except (TypeError, AttributeError, ValueError, OverflowError):
        return unreadable(origin, "it isn't written as the specification says")


def _read_hand(ohh: Mapping[str, Any], line: int) -> ReadHand:
    origin = Origin(
        format=_NAME,
        line=line,
        hand=str(ohh["game_number"])[:LONGEST_NAME],
        table=str(ohh.get("table_name", ""))[:LONGEST_NAME],
        played=_played(ohh.get("start_date_utc")),
    )
    decimals = 0 if ohh.get("tournament") or ohh.get("currency") == _TOURNAMENT_CURRENCY else 2
    scale = 100 if decimals else 1
    seats, name_of = _seated(ohh["players"])
    played = _Actions(ohh["rounds"], name_of, scale)
    game = _game_of(ohh["game_type"], played.hole)
    if not game:
        detail = f"“{ohh['game_type']}”"
        return SkippedHand(origin=origin, reason=Skip.UNSUPPORTED_GAME, detail=detail)
    names = seats.clockwise(played.dealt_in, ohh.get("dealer_seat") or 0)
    dead = played.dead + dead_antes(played.antes, played.live, names, played.folded)
    pots = ohh["pots"]
    return judgeable(
        LoggedHand(
            origin=origin,
            game=game,
            seats=names,
            hands={name: played.shown[name] for name in names if name in played.shown},
            boards=tuple(map(tuple, played.boards)),
            folded=tuple([name for name in names if name in played.folded]),
            contributions=played.live,
            dead=dead,
            paid=_paid(pots, name_of, scale),
            pots=tuple([_amount(pot["amount"], scale) for pot in pots]),
            rake=sum([_amount(pot.get("rake") or 0, scale) for pot in pots]),
            jackpot=sum([_amount(pot.get("jackpot") or 0, scale) for pot in pots]),
            decimals=decimals,
        )
    )


def _seated(players: Sequence[Any]) -> tuple[Seats, dict[Any, str]]:
    """The seats, and the players' names by their ids."""
    seats = Seats()
    name_of: dict[Any, str] = {}
    for player in players:
        name = str(player["name"])
        seats.add(name, player["seat"])
        name_of[player["id"]] = name
    if len(name_of) < len(players):
        raise Unreadable("two players have one id")
    return seats, name_of


class _Actions:
    """What happened in the rounds of one hand."""

    def __init__(self, rounds: Sequence[Any], name_of: Mapping[Any, str], scale: int) -> None:
        self.live: dict[str, int] = {}
        self.antes: dict[str, int] = {}
        self.dead = 0
        self.folded: set[str] = set()
        self.shown: dict[str, Cards] = {}
        self.dealt_in: set[str] = set()
        self.boards: list[list[Card]] = []
        self.hole = 0
        begun: dict[str, int] = {}
        for each in rounds:
            if cards := each.get("cards"):
                self._add_to_boards(each["street"], cards, begun)
            for action in each["actions"]:
                kind = action["action"]
                if kind in _DEAD:  # the house may add to a pot
                    self.dead += _amount(action["amount"], scale)
                elif kind not in _NOT_DEALT_IN:
                    self._act(name_of[action["player_id"]], kind, action, scale)

    def _act(self, name: str, kind: str, action: Mapping[str, Any], scale: int) -> None:
        self.dealt_in.add(name)
        if kind in _LIVE:
            self.live[name] = self.live.get(name, 0) + _amount(action["amount"], scale)
        elif kind == "Fold":
            self.folded.add(name)
        elif kind == "Post Ante":
            self.antes[name] = self.antes.get(name, 0) + _amount(action["amount"], scale)
        elif kind == "Shows Cards" and (cards := cards_of(action.get("cards") or ())):
            self.shown[name] = cards
            self.hole = len(cards)

    def _add_to_boards(self, street: str, cards: Sequence[str], begun: dict[str, int]) -> None:
        """A street that comes again begins the next run, after the cards before that street."""
        if not self.boards:
            self.boards.append([])
        length = len(self.boards[-1])
        start = begun.setdefault(street, length)
        if start != length:
            self.boards.append(self.boards[0][:start])
        self.boards[-1] += cards_of(cards) or ()
        if len(self.boards) > MOST_BOARDS or len(self.boards[-1]) > len(DECK):
            raise Unreadable("it has more boards, or more cards on one, than can be dealt")


def _game_of(kind: str, hole: int) -> Game | None:
    """The game of this type with so many hole cards; where none were shown, the usual one."""
    if kind in _GAMES:
        by_hole = _GAMES[kind]
        return by_hole.get(hole) if hole else next(iter(by_hole.values()), None)
    try:
        return find_game(kind)
    except UnknownGame:
        return None


def _amount(said: Any, scale: int) -> int:
    """The amount as a whole number. Raises Unreadable when it is finer than a hundredth."""
    exact = float(said) * scale
    amount = round(exact)
    if abs(exact - amount) > 0.001:
        raise Unreadable(f"{said} is no whole number of the smallest unit")
    return amount


def _paid(pots: Sequence[Any], name_of: Mapping[Any, str], scale: int) -> dict[str, int]:
    paid: dict[str, int] = {}
    for pot in pots:
        for win in pot["player_wins"]:
            player = win["player_id"]
            name = name_of.get(player) or f"player {player}"
            paid[name] = paid.get(name, 0) + _amount(win["win_amount"], scale)
    return paid


def _played(said: Any) -> datetime | None:
    try:
        played = datetime.fromisoformat(said)
    except (TypeError, ValueError):
        return None
    return played if played.tzinfo else played.replace(tzinfo=UTC)


OPEN_HAND_HISTORY = LogFormat(_NAME, ("{",), _begins, _read)
