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
may be those after the blinds; with how much somebody was all in with a blind may be missing there.
Of mixed games (`HORSE`), the number `multigametype` says which is being played. Before September 8,
2010, a raise adds its amount. Who sits out while playing folds.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from html import unescape
from xml.etree.ElementTree import Element

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES, Game
from showdown.notation.logs.actions import Action, Actions
from showdown.notation.logs.limits import big_blind_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Act, Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    moment,
    pays_uncalled_with_the_pot,
    read_or_skipped,
    take_back_uncalled,
)
from showdown.notation.logs.stud_order import first_cards
from showdown.notation.logs.xml_text import MARKUP, element_of, in_order

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
_MIXED = frozenset(("HA", "HAR", "HO", "HORSE", "HOSE", "RASH", "SHOE"))
_IN_MIXED = {
    **dict.fromkeys(("1", "2", "9", "23"), "holdem"),
    "4": "omaha",
    **dict.fromkeys(("34", "35", "37"), "omaha-hilo"),
    **dict.fromkeys(("38", "39", "41", "42"), "seven-card-stud"),
    **dict.fromkeys(("43", "45"), "stud-hilo"),
    **dict.fromkeys(("46", "47", "49"), "razz"),
}
"""The games of mixed ones by their `multigametype`."""

_DESCRIPTION = "<description "
_GAME = "<game id="
_GAME_END = "</game>"
_ROUND_END = "</round>"
_LAST_ROUND = '"END_OF_GAME"'
_BLINDS = "BLINDS"
_CANCELLED = "GAME_CANCELLED"
_ENDS = frozenset(("END_OF_GAME", "END_OF_FOLDED_GAME"))
_DESCRIBED = re.compile(r"<description ([^<>]{1,300})>")
_ATTRIBUTE = re.compile(
    r"""\b(type|stakes|id|starttime|data|multigametype)=(?:"([^"<>]{0,200})"|'([^'<>]{0,200})')"""
)
_SEPARATOR = re.compile(r"[|:]")
_STARTED = re.compile(r"(\d{4})/?(\d\d)/?(\d\d) ?(\d\d):?(\d\d):?(\d\d)(?: ([+-])(\d\d)(\d\d))?")
_RAISES_TO = datetime(2010, 9, 8, tzinfo=UTC)
"""Since then, the amount of a raise is what it is to."""
_WITH_CENTS = re.compile(r"\.\d*[1-9]")
_TOURNAMENT = " Tournament"
_FIRST_STREETS = frozenset(
    (_BLINDS, "PREFLOP", "PRE_FIRST_DRAW", "BRING_IN", "THIRD_STREET", "SECOND_STREET")
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
    described = _described(head, {})
    line = number + head.count("\n")
    for text in games:
        element, _, _ = text[:_LONGEST_BEGINNING].partition(">")
        attributes = {**described, **_attributes(f"id={element}")}
        table = _SEPARATOR.split(unescape(attributes.get("data", "")))
        origin = Origin(
            format=_NAME,
            line=line,
            hand=attributes.get("id", "")[:LONGEST_NAME],
            table=table[1][:LONGEST_NAME] if table[1:] else "",
            played=_played(attributes.get("starttime", "")),
        )
        game, rest = _parted(text)
        yield read_or_skipped(partial(_hand, game, attributes), origin)
        between, description, after = rest.partition(_DESCRIPTION)
        described = _described(description + after, described)
        if not MARKUP.fullmatch(between):
            stray = line + text.count("\n") - rest.count("\n")
            yield from strays(between.split("\n"), stray, _NAME)
        line += text.count("\n")


def _parted(text: str) -> tuple[str, str]:
    """The game, and what follows it. Its end may be missing, but not that of its last round."""
    game, end, rest = text.partition(_GAME_END)
    if not end and _LAST_ROUND in text:
        game, end, rest = text.rpartition(_ROUND_END)
        game += end
        if _LAST_ROUND in rest:
            return "", ""
    return (f"{_GAME}{game}{_GAME_END}", rest) if end else ("", "")


def _attributes(element: str) -> dict[str, str]:
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(element)}


def _described(text: str, before: Mapping[str, str]) -> Mapping[str, str]:
    """What the last description in this text says; what was said before if there is none."""
    descriptions = _DESCRIBED.findall(text)
    return _attributes(descriptions[-1]) if descriptions else before


def _played(text: str) -> datetime | None:
    started = _STARTED.fullmatch(text)
    if not started:
        return None
    *parts, sign, hours, minutes = started.groups()
    begun = moment(UTC, *parts)
    if not begun or not sign:
        return begun
    ahead = timedelta(hours=int(hours), minutes=int(minutes))
    return begun - ahead if sign == "+" else begun + ahead


def _slug_of(title: str, attributes: Mapping[str, str]) -> str:
    """Raises Unplayed."""
    number = attributes.get("multigametype", "")
    slug = _IN_MIXED.get(number) if title in _MIXED else _TITLES.get(title)
    if not slug:
        shown = f"{title[:60]}, {number[:9]}" if number else title[:60]
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{shown}”")
    return slug


def _hand(text: str, attributes: Mapping[str, str], origin: Origin) -> ReadHand:
    title = attributes.get("type", "")
    is_cash = not title.endswith(_TOURNAMENT)
    slug = _slug_of(title.removesuffix(_TOURNAMENT), attributes)
    if not text:
        raise Unplayed(Skip.CUT_OFF, "the XML ends too early")
    game = element_of(text)
    has_cents = is_cash or any(
        _WITH_CENTS.search(element.get("amount") or "") for element in game.iter()
    )
    play = Play(decimals=2 if has_cents else 0)
    play.rakes_in_proportion = False
    play.states_rake = not is_cash
    is_old = origin.played is not None and origin.played < _RAISES_TO
    hand = _Game(play, GAMES[slug], attributes.get("stakes", ""), is_cash=is_cash, is_old=is_old)
    return hand.read(game, origin)


class _Game(Actions):
    """One game, element by element."""

    def __init__(self, play: Play, game: Game, stakes: str, *, is_cash: bool, is_old: bool) -> None:
        self.play = play
        self._game = game
        self._stakes = stakes
        self._is_cash = is_cash
        self._is_old = is_old
        self._hole: dict[str, Cards] = {}
        self._show: set[str] = set()
        self._not_dealt_in: set[str] = set()
        self._sit_out: dict[str, int] = {}
        self._is_in_blinds = False
        self._all_in_blind: dict[str, int] = {}

    def read(self, game: Element, origin: Origin) -> ReadHand:
        play = self.play
        for player in game.iter("player"):
            self._sit(player)
        for street in game.iter("round"):
            self._is_in_blinds = street.get("id") == _BLINDS
            if street.get("id") not in _FIRST_STREETS:
                play.begin_street()
            for event in in_order(street, "event"):
                self._act(event)
            for cards in street.iter("cards"):
                self._deal(cards)
        for winner in game.iter("winner"):
            self._pay(winner)
        if not play.paid and not play.returned:
            self._need_end(game)
        self._tell_cards()
        self._settle()
        players = game.find("players")
        dealer = players.get("dealer") if players is not None else None
        return play.hand(origin, self._game, _number(dealer))

    def _need_end(self, game: Element) -> None:
        """Raises Unplayed."""
        ends = {street.get("id") for street in game.iter("round")}
        if _CANCELLED in ends:
            raise Unplayed(Skip.CANCELLED)
        if ends.isdisjoint(_ENDS):
            raise Unplayed(Skip.CUT_OFF, "it ends before the pot is won")

    def _tell_cards(self) -> None:
        play = self.play
        for name, hole in self._hole.items():
            tell = play.show if name in self._show and name not in play.folded else play.know
            tell(name, hole)
            for count in range(first_cards(self._game), self._game.hole + 1):
                play.deal(name, hole[:count])

    def _settle(self) -> None:
        """Tell the play what follows from how the hand ended."""
        play = self.play
        for name, place in reversed(self._sit_out.items()):
            if not any(name in those for those in (self._show, play.paid, play.folded)):
                play.folded.add(name)
                play.deeds.insert(place, (Act.FOLD, name, 0))
        for name, place in self._all_in_blind.items():
            self._be_all_in(name, place)
        if not play.returned:
            take_back_uncalled(play)
            if self._is_cash and pays_uncalled_with_the_pot(play):
                play.collected_uncalled = True

    def _be_all_in(self, name: str, place: int) -> None:
        """Somebody was all in with a blind, and the log doesn't state how much it was.

        In cash games it was the stack, in others it is what was paid and isn't known to be put in.
        """
        play = self.play
        paid = sum(play.paid.values()) + sum(play.returned.values())
        others = sum([*play.live.values(), *play.antes.values(), *play.dead_of.values()])
        amount = play.stacks.get(name, 0) if self._is_cash else paid - others
        if amount <= 0 or len(self._all_in_blind) > 1:
            raise Unreadable(f"it doesn't say with how much {name} was all in")
        play.live[name] = play.live.get(name, 0) + amount
        play.deeds.insert(place, (Act.POST, name, amount))

    def _sit(self, player: Element) -> None:
        name, play = player.get("nickname", ""), self.play
        stack = play.amount(player.get("balance") or "0") if self._is_cash else None
        play.sit(name, _number(player.get("seat")), stack)
        if player.get("dealtin") == "false":
            self._not_dealt_in.add(name)

    def _player(self, element: Element) -> str:
        text, seats = element.get("player", ""), self.play.seats
        return seats.at(_number(text)) or (text if text in seats else "")

    def _act(self, event: Element) -> None:
        kind, text = event.get("type", ""), event.get("amount") or "0"
        name = self._player(event) if kind in _ACTIONS or kind.endswith("_BLIND") else ""
        if kind in _ACTIONS and (name not in self._not_dealt_in or self.amount(text)):
            _ACTIONS[kind](self, name, text)
        elif kind.endswith("_BLIND"):
            self.posts_both_blinds(name, text)
        elif kind == _CANCELLED:
            raise Unplayed(Skip.CANCELLED)
        elif self.amount(text):
            raise Unreadable(f"“{kind[:20]}” isn't understood")

    def amount(self, more: str) -> int:
        return self.play.amount(more)

    def posts_big_blind(self, name: str, more: str) -> None:
        play = self.play
        if self.amount(more) + play.antes.get(name, 0) == play.stacks.get(name):
            self.big_blind = max(self.big_blind, self.amount(big_blind_in(self._stakes)))
        super().posts_big_blind(name, more)

    def goes_all_in(self, name: str, more: str) -> None:
        """A blind of nothing that somebody is all in with isn't stated."""
        if not self._is_in_blinds:
            self.adds(name, more)
        elif self.amount(more):
            self.posts(name, more)
        else:
            self.play.deal_in(name)
            self._all_in_blind[name] = len(self.play.deeds)

    def raises_to(self, name: str, more: str) -> None:
        if self._is_old:
            self.adds(name, more)
        else:
            super().raises_to(name, more)

    def sits_out(self, name: str, more: str) -> None:
        """Of somebody who has put something in, it is a fold, unless the hand is shown or wins."""
        if name in self.play.live or name in self.play.antes:
            self._sit_out[name] = len(self.play.deeds)

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
    "STRADDLE": _Game.posts,
    "ANTE": _Game.antes,
    "BRING_IN": _Game.adds,
    "CALL": _Game.adds,
    "BET": _Game.adds,
    "ALL_IN": _Game.goes_all_in,
    "RAISE": _Game.raises_to,
    "COMPLETE": _Game.raises_to,
    "FOLD": _Game.folds,
    "CHECK": _Game.checks,
    "DRAW": _Game.draws,
    "SHOW": _Game.shows,
    "SIT_OUT": _Game.sits_out,
}


def _number(text: str | None) -> int:
    """The number of a seat; none is below zero."""
    return int(text) if text and text.isdecimal() and len(text) < 4 else -1


MERGE = LogFormat(_NAME, (_DESCRIPTION, _GAME), _begins, _read, head=_head, is_indented=True)
