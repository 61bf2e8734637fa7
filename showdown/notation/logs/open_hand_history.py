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
from showdown.notation.logs.judgeable import MOST_BOARDS
from showdown.notation.logs.limits import Limit
from showdown.notation.logs.log_amounts import AmountRead, currency_called
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import (
    LONGEST_NAME,
    LogFormat,
    Unreadable,
    strays,
    unreadable,
)
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, SkippedHand
from showdown.notation.logs.play import Play
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
"""By `game_type` and how many cards a player has, of stud in the end or at first.

A draw game may be any.
"""

_POSTED = frozenset(("Post SB", "Post BB", "Straddle", "Post Extra Blind"))
_LIVE = frozenset(("Bring In", "Call", "Bet", "Raise"))
_OF_HOUSE = frozenset(("Add to Pot", "Added To Pot"))
_NOT_DEALT_IN = frozenset(("Added Chips", "Sits Down", "Stands Up"))
LIMITS = {"NL": Limit.NO, "PL": Limit.POT, "FL": Limit.FIXED}
_TOURNAMENT_CURRENCY = "Chips"
_ALMOST_WHOLE = 0.001
"""How far a float may be from the whole number of units that it stands for."""

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
    while begun := _NOT_BLANK.search(text, position):
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
    is_tournament = ohh.get("tournament") or ohh.get("currency") == _TOURNAMENT_CURRENCY
    play = Play(decimals=0 if is_tournament else 2)
    play.limit = LIMITS.get(str((ohh.get("bet_limit") or {}).get("bet_type")))
    play.currency = "" if is_tournament else currency_called(ohh.get("currency"))
    name_of = _sit(play, ohh["players"])
    rounds = _Rounds(play, name_of)
    for street in ohh["rounds"]:
        rounds.read(street)
    game = _game_of(ohh["game_type"], rounds.hole, rounds.dealt)
    if not game:
        detail = f"“{ohh['game_type']}”"
        return SkippedHand(origin=origin, reason=Skip.UNSUPPORTED_GAME, detail=detail)
    play.boards = list(map(tuple, rounds.boards))
    _read_pots(play, ohh["pots"], name_of)
    return play.hand(origin, game, ohh.get("dealer_seat") or 0)


def _sit(play: Play, players: Sequence[Any]) -> dict[Any, str]:
    """The players' names by their ids."""
    name_of: dict[Any, str] = {}
    for player in players:
        name = str(player["name"])
        stack = player.get("starting_stack")
        play.sit(name, player["seat"], None if stack is None else _amount(play, stack))
        name_of[player["id"]] = name
    if len(name_of) < len(players):
        raise Unreadable("two players have one id")
    return name_of


class _Rounds:
    """Goes through the rounds of one hand."""

    def __init__(self, play: Play, name_of: Mapping[Any, str]) -> None:
        self.boards: list[list[Card]] = []
        self.hole = self.dealt = 0
        self._has_begun = False
        self._play = play
        self._name_of = name_of
        self._begun: dict[str, int] = {}
        self._told: dict[str, Cards] = {}

    def read(self, of_street: Mapping[str, Any]) -> None:
        if self._has_begun:
            self._play.begin_street()
        self._has_begun = True
        if cards := of_street.get("cards"):
            self._add_to_boards(of_street["street"], cards)
        for action in of_street["actions"]:
            kind = action["action"]
            if kind in _OF_HOUSE:
                self._play.add_to_pot(_amount(self._play, action["amount"]))
            elif kind not in _NOT_DEALT_IN:
                player = action["player_id"]
                name = self._name_of.get(player, f"player {player}")
                self._act(name, kind, action)

    def _act(self, name: str, kind: str, action: Mapping[str, Any]) -> None:
        """The amount of an action is what is added, not the total of the street."""
        play = self._play
        if kind in _LIVE:
            play.put_in(name, _amount(play, action["amount"]))
        elif kind in _POSTED:
            play.post(name, _amount(play, action["amount"]))
        elif kind == "Check":
            play.check(name)
        elif kind == "Fold":
            play.fold(name)
        elif kind == "Post Ante":
            play.ante(name, _amount(play, action["amount"]))
        elif kind == "Post Dead":
            play.dead(name, _amount(play, action["amount"]))
        elif kind == "Dealt Cards":
            play.deal_in(name)
            cards = (*self._told.get(name, ()), *(cards_of(action.get("cards") or ()) or ()))
            self._told[name] = cards
            play.know(name, cards)
            play.deal(name, cards)
            if not play.round:
                self.dealt = max(self.dealt, len(cards))
        elif kind == "Shows Cards" and (shown := cards_of(action.get("cards") or ())):
            play.show(name, shown)
            self.hole = len(shown)
        else:
            play.deal_in(name)

    def _add_to_boards(self, street: str, cards: Sequence[str]) -> None:
        """A street that comes again begins the next run, after the cards before that street."""
        if not self.boards:
            self.boards.append([])
        length = len(self.boards[-1])
        start = self._begun.setdefault(street, length)
        if start != length:
            self.boards.append(self.boards[0][:start])
        self.boards[-1] += cards_of(cards) or ()
        if len(self.boards) > MOST_BOARDS or len(self.boards[-1]) > len(DECK):
            raise Unreadable("it has more boards, or more cards on one, than can be dealt")


def _game_of(kind: str, hole: int, dealt: int) -> Game | None:
    """The game of this type, by how many cards are shown, or else dealt, or else the usual one."""
    if kind in _GAMES:
        by_hole = _GAMES[kind]
        usual = next(iter(by_hole.values()), None)
        return by_hole.get(hole) if hole else by_hole.get(dealt, usual)
    try:
        return find_game(kind)
    except UnknownGame:
        return None


def _amount(play: Play, number: Any) -> int:
    """Floats that are all but whole are meant so. What is finer is for an audit to say."""
    exact = float(number) * play.scale
    amount = round(exact)
    if abs(exact - amount) > _ALMOST_WHOLE:
        play.checked(AmountRead(amount, is_finer=True), number)
    return amount


def _read_pots(play: Play, pots: Sequence[Any], name_of: Mapping[Any, str]) -> None:
    """What the house takes comes off before a pot is paid."""
    play.pots = [_amount(play, pot["amount"]) for pot in pots]
    play.rake = sum([_amount(play, pot.get("rake") or 0) for pot in pots])
    if jackpot := sum([_amount(play, pot.get("jackpot") or 0) for pot in pots]):
        play.fees = {"jackpot": jackpot}
    play.taken_of_pots = [
        _amount(play, (pot.get("rake") or 0)) + _amount(play, (pot.get("jackpot") or 0))
        for pot in pots
    ]
    for pot in pots:
        for win in pot["player_wins"]:
            player = win["player_id"]
            name = name_of.get(player, f"player {player}")
            play.collect(name, _amount(play, win["win_amount"]))
            if price := win.get("cashout_amount"):
                fee = win.get("cashout_fee") or 0
                play.cash_out(name, _amount(play, price), _amount(play, fee))


def _played(written: Any) -> datetime | None:
    try:
        played = datetime.fromisoformat(written)
    except (TypeError, ValueError):
        return None
    return played if played.tzinfo else played.replace(tzinfo=UTC)


OPEN_HAND_HISTORY = LogFormat(_NAME, ("{",), _begins, _read)
