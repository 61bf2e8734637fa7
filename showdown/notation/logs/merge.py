"""The XML of the Merge network (Carbon, Black Chip until 2012): a description and a game each hand.

    <description type="Omaha H/L8" stakes="Limit $1/$2"/>
    <game id="45547825-416" starttime="20261220050117" data="20261220|Bohai|45547825|416|false">
     <players dealer="6">
      <player seat="0" nickname="Anna" balance="$103.43" dealtin="true" />
     </players>
     <round id="BLINDS" sequence="1">
      <event sequence="3" type="RETURN_BLIND" timestamp="13" player="1" amount="1.50"/>
     </round>
     <round id="PREFLOP" sequence="2">
      <event sequence="4" type="RAISE" timestamp="13" player="1" amount="2.00"/>
      <event sequence="5" type="ALL_IN" timestamp="13" player="0" amount="0.91"/>
      <cards type="HOLE" cards="3c,Qc,Kc,Ks" player="1" hand="Pair of Kings"/>
     </round>
     <round id="POSTFLOP" sequence="3">
      <cards type="COMMUNITY" cards="2d,3h,Jd" hand="Pair of Kings"/>
     </round>
     <round id="END_OF_GAME" sequence="5">
      <winner amount="5.75" uncalled="false" potnumber="1" player="1" pottype="n"/>
     </round>
    </game>

Players act by the number of their seat. A raise is to its amount, an all-in adds it. A blind of
somebody who comes in that is larger than the big one has a dead small one in it. What is known of a
player's cards is told again with each card; missing ones are `null` or empty. Cash games state no
rake, and pay with the pot what nobody called; tournaments have a winner of it, and balances that
may be those after the blinds.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from html import unescape
from xml.etree.ElementTree import Element

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES, Game
from showdown.notation.logs.actions import Action, Actions
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import Unplayed, moment, read_or_skipped, take_back_uncalled
from showdown.notation.logs.stud_order import first_cards
from showdown.notation.logs.xml_text import element_of, in_order

_NAME = "merge"

_TITLES = {
    "Holdem": "holdem",
    "Omaha": "omaha",
    "Omaha H/L8": "omaha-hilo",
    "5-Stud": "five-card-stud",
    "7-Stud": "seven-card-stud",
    "7-Stud H/L8": "stud-hilo",
    "Razz": "razz",
    "2-7 Lowball": "deuce-to-seven",
    "A-5 Lowball": "ace-to-five",
    "5-Draw": "five-card-draw",
    "Badugi": "badugi",
}
"""The room's names of the games, and ours."""

_DESCRIPTION = "<description "
_GAME = "<game id="
_GAME_END = "</game>"
_TITLE = re.compile(r'<description [^<>]{0,60}?type="([^"<>]{1,60})"')
_ATTRIBUTE = re.compile(r'(id|starttime|data)="([^"<>]{0,200})"')
_SEPARATOR = re.compile(r"[|:]")
_STARTED = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)")
_WITH_CENTS = re.compile(r"\.\d*[1-9]")
_TOURNAMENT = " Tournament"
_FIRST_STREETS = frozenset(
    ("BLINDS", "PREFLOP", "PRE_FIRST_DRAW", "BRING_IN", "THIRD_STREET", "SECOND_STREET")
)
_LONGEST_BEGINNING = 600
_MOST_HEAD = 40
"""Lines from a description to its game."""


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """A hand begins with its description, or where that isn't repeated, with the game."""
    if not line.lstrip().startswith((_DESCRIPTION, _GAME)):
        return False
    return not piece or len(piece) > _MOST_HEAD or any(_GAME in before for before in piece)


def _head(lines: Sequence[str]) -> Sequence[str]:
    return [line for line in lines[:_MOST_HEAD] if _DESCRIPTION in line][-1:]


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    head, *games = "\n".join(lines).split(_GAME)
    titles = _TITLE.findall(head)
    line = number + head.count("\n")
    for text in games:
        element, _, _ = text[:_LONGEST_BEGINNING].partition(">")
        attributes = dict(_ATTRIBUTE.findall(f"id={element}"))
        table = _SEPARATOR.split(unescape(attributes.get("data", "")))
        origin = Origin(
            format=_NAME,
            line=line,
            hand=attributes.get("id", "")[:LONGEST_NAME],
            table=table[1][:LONGEST_NAME] if table[1:] else "",
            played=_played(attributes.get("starttime", "")),
        )
        game, end, rest = text.partition(_GAME_END)
        whole = f"{_GAME}{game}{end}" if end else ""
        yield read_or_skipped(partial(_hand, whole, titles[-1] if titles else ""), origin)
        titles = _TITLE.findall(rest) or titles
        if not rest.lstrip().startswith(_DESCRIPTION):
            yield from strays(rest.split("\n"), line + text.count("\n") - rest.count("\n"), _NAME)
        line += text.count("\n")


def _played(text: str) -> datetime | None:
    started = _STARTED.fullmatch(text)
    return moment(UTC, *started.groups()) if started else None


def _hand(text: str, title: str, origin: Origin) -> ReadHand:
    is_cash = not title.endswith(_TOURNAMENT)
    slug = _TITLES.get(title.removesuffix(_TOURNAMENT))
    if not slug:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{title[:60]}”")
    if not text:
        raise Unplayed(Skip.CUT_OFF, "the XML ends too early")
    game = element_of(text)
    if game.find("round[@id='GAME_CANCELLED']") is not None:
        raise Unplayed(Skip.CANCELLED)
    has_cents = is_cash or any(
        _WITH_CENTS.search(element.get("amount") or "") for element in game.iter()
    )
    play = Play(decimals=2 if has_cents else 0)
    play.rakes_in_proportion = False
    play.states_rake = not is_cash
    return _Game(play, GAMES[slug], is_cash=is_cash).read(game, origin)


class _Game(Actions):
    """One game, element by element."""

    def __init__(self, play: Play, game: Game, *, is_cash: bool) -> None:
        self.play = play
        self._game = game
        self._is_cash = is_cash
        self._hole: dict[str, Cards] = {}
        self._show: set[str] = set()
        self._not_dealt_in: set[str] = set()

    def read(self, game: Element, origin: Origin) -> ReadHand:
        play = self.play
        for player in game.iter("player"):
            self._sit(player)
        for street in game.iter("round"):
            if street.get("id") not in _FIRST_STREETS:
                play.begin_street()
            for event in in_order(street, "event"):
                self._act(event)
            for cards in street.iter("cards"):
                self._deal(cards)
        for winner in game.iter("winner"):
            self._pay(winner)
        for name, hole in self._hole.items():
            tell = play.show if name in self._show and name not in play.folded else play.know
            tell(name, hole)
            for count in range(first_cards(self._game), self._game.hole + 1):
                play.deal(name, hole[:count])
        if not play.returned:
            take_back_uncalled(play)
        players = game.find("players")
        dealer = players.get("dealer") if players is not None else None
        return play.hand(origin, self._game, _number(dealer))

    def _sit(self, player: Element) -> None:
        name, play = player.get("nickname", ""), self.play
        stack = play.amount(player.get("balance") or "0") if self._is_cash else None
        play.sit(name, _number(player.get("seat")), stack)
        if player.get("dealtin") == "false":
            self._not_dealt_in.add(name)

    def _player(self, element: Element) -> str:
        return self.play.seats.at(_number(element.get("player")))

    def _act(self, event: Element) -> None:
        kind, text = event.get("type", ""), event.get("amount") or "0"
        name = self._player(event) if kind in _ACTIONS or kind.endswith("_BLIND") else ""
        if kind in _ACTIONS and (name not in self._not_dealt_in or self.amount(text)):
            _ACTIONS[kind](self, name, text)
        elif kind.endswith("_BLIND"):
            self.posts_both_blinds(name, text)
        elif self.amount(text):
            raise Unreadable(f"“{kind[:20]}” isn't understood")

    def amount(self, more: str) -> int:
        return self.play.amount(more)

    def draws(self, name: str, more: str) -> None:
        self.play.draw(name)

    def shows(self, name: str, more: str) -> None:
        self._show.add(name)

    def _deal(self, cards: Element) -> None:
        texts = (cards.get("cards") or "").split(",")
        if cards.get("type") == "COMMUNITY":
            board = cards_of(texts)
            self.play.boards = [board] if board else []
            return
        name = self._player(cards)
        known = cards_of([text if text != "null" else "" for text in texts])
        if known and len(known) == self._game.hole:
            self._hole[name] = known
        if cards.get("type") == "SHOWN":
            self._show.add(name)

    def _pay(self, winner: Element) -> None:
        name, amount = self._player(winner), self.play.amount(winner.get("amount") or "0")
        if winner.get("uncalled") == "true":
            self.play.give_back(name, amount)
        else:
            self.play.collect(name, amount)


_ACTIONS: Mapping[str, Action] = {
    "SMALL_BLIND": _Game.posts,
    "BIG_BLIND": _Game.posts_big_blind,
    "ANTE": _Game.antes,
    "BRING_IN": _Game.adds,
    "CALL": _Game.adds,
    "BET": _Game.adds,
    "ALL_IN": _Game.adds,
    "RAISE": _Game.raises_to,
    "COMPLETE": _Game.raises_to,
    "FOLD": _Game.folds,
    "CHECK": _Game.checks,
    "DRAW": _Game.draws,
    "SHOW": _Game.shows,
}


def _number(text: str | None) -> int:
    """The number of a seat; none is below zero."""
    return int(text) if text and text.isdecimal() and len(text) < 4 else -1


MERGE = LogFormat(_NAME, (_DESCRIPTION, _GAME), _begins, _read, head=_head, is_indented=True)
