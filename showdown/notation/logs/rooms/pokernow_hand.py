"""One hand of a PokerNow log, from its entries in the order in which they were written."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.actions import first_amount
from showdown.notation.logs.field_values import cards_of, limit_in
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.logged_hand import (
    Limit,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Unreadable,
)

_SYMBOLS = str.maketrans("shdc", "♠♥♦♣")
_CARD_OF = {str(card).replace("T", "10").translate(_SYMBOLS): card for card in DECK}
_SIGNS = str.maketrans("♠♥♦♣", "shdc", "[] .\ufe0f")
_GARBLED = {
    sign.encode().decode(encoding): sign for sign in "♠♥♦♣" for encoding in ("cp1252", "latin-1")
}
"""Suits in a file that was taken for one of Windows' and stored as UTF-8."""


def cards_seen(text: str) -> Cards:
    """The cards of a list, nearly all of which are written in one way; none if one is hidden."""
    return cards_written(card_texts(text))


def card_texts(text: str) -> list[str]:
    """`8♣, 6♣, 3♣ [K♠].`: the cards as they are written."""
    text = text.strip(" [].")
    return text.replace(" [", ", ").split(", ") if text else []


def cards_written(words: Iterable[str]) -> Cards:
    try:
        return tuple([_CARD_OF[word] for word in words])
    except KeyError:
        return cards_of(_plain(",".join(words))) or ()


def _plain(text: str) -> list[str]:
    """`8♣, 6♣, 3♣ [10♠]` as `8c`, `6c`, `3c`, `Ts`."""
    if "â" in text:
        for garbled, sign in _GARBLED.items():
            text = text.replace(garbled, sign)
    cards = text.replace("[", ",").translate(_SIGNS).replace("10", "T")
    return [card for card in cards.split(",") if card]


_DEAD_BUTTON = "(dead button)"
_HOLE = re.compile(r"\b([456])[ -][Cc]ard|[Cc]ards? \(?([456])|Omaha ([456])\b")
_OTHER_HOLDEM = re.compile(r"Pineapple|Irish|Greek")

HOLDEM = 2
LEAST_OF_OMAHA = 4
_OMAHA = {4: "omaha", 5: "five-card-omaha", 6: "six-card-omaha"}
DOUBLE = {
    "holdem": "double-board-holdem",
    "omaha": "double-board-omaha",
    "omaha-hilo": "double-board-omaha-hilo",
    "five-card-omaha": "double-board-five-card-omaha",
}


class Title(NamedTuple):
    """The game that the heading of a hand names; `hole` is 0 if it doesn't say."""

    is_unnamed: bool
    is_holdem: bool
    is_omaha: bool
    has_low: bool
    hole: int
    limit: Limit | None


@lru_cache(1 << 10)
def title_of(text: str) -> Title:
    number = _HOLE.search(text)
    return Title(
        is_unnamed=not text.replace(_DEAD_BUTTON, "").strip(" -"),
        is_holdem="Hold" in text and not _OTHER_HOLDEM.search(text),
        is_omaha="Omaha" in text,
        has_low="Lo" in text,
        hole=int(number[1] or number[2] or number[3]) if number else 0,
        limit=limit_in(text),
    )


def slug_of(title: Title, hole: int) -> str:
    """The game; empty if it is none of ours. PokerNow named none while it had Hold'em alone."""
    if title.is_holdem or (title.is_unnamed and hole in (0, HOLDEM)):
        return "holdem"
    slug = _OMAHA.get(hole or LEAST_OF_OMAHA, "") if title.is_omaha or title.is_unnamed else ""
    return f"{slug}-hilo" if slug and title.has_low else slug


END = "-- ending hand #"
_STACKS = ("Player stacks: ", "Players stacks: ")
_OWN = "Your hand is "
_UNCALLED = "Uncalled bet of "
_AMOUNTS = ('"', *_STACKS, _UNCALLED)
_STREETS = ("Flop", "Turn", "River", "flop", "turn", "river")

_DEALER_IS = "(dealer: "
_NUMBER = re.compile(r"-- starting hand #\d+(?: \(id: [^()]*\))?")
_SHOWS = '" shows a '
_DEALER = re.compile(r'\(dealer: "(.*)"\) --')
_STACK = re.compile(r'#(\d+) "(.*?) @ ([\w-]+)" \((\$?[\d.,]+)\)')
_STACK_ALONE = re.compile(r'"(.*?) [@#] ([\w-]+)" \((\$?[\d.,]+)\)')
_PLAYER = re.compile(r'"(.* [@#] [\w-]+)" (.*)')
_TOKENS = re.compile(r'".*? [@#] [\w-]+"')
_NEW_ID = re.compile(r" changed the ID from ([\w-]+) to ([\w-]+)")
_CANCELLED = re.compile(r"\bhand (?:was|is|has been) cancell?ed|\bcancell?ed (?:the |this )?hand\b")
_AMOUNT = re.compile(r"\d[\d.,]*")
_CENTS = re.compile(r"\d\.\d\d?\b")
_STACK_CENTS = re.compile(r'" \(\$?[\d,]*\.\d\d?\)')
_DEAD = re.compile(r"\b(?:missing|missed) small blind\b|\bdead\b")
_IN_ALL = re.compile(r"\bstraddle\b|\b(?:missing|missed) big blind\b")
_WHICH = re.compile(r"\((second|third) (run|board)\):")
_HELD = re.compile(r"\(hand: ([^()]*)\)")
_OUTSIDE_THE_POT = frozenset(("chooses", "paid"))
"""What moves no chips of the pot, though there may be a number in it: a bounty is a side bet."""


def title_in(heading: str) -> str:
    """The title of the game in the heading of a hand."""
    return _NUMBER.sub("", heading.partition(_DEALER_IS)[0])


def hole_in(entry: str) -> int:
    """How many cards somebody has, if this entry shows a whole hand of Omaha; otherwise 0."""
    if entry.startswith(_OWN):
        return len(card_texts(entry[len(_OWN) :]))
    if entry.startswith('"') and _SHOWS in entry:
        count = len(card_texts(entry.rpartition(_SHOWS)[2]))
        return count if count >= LEAST_OF_OMAHA else 0
    return 0


class PokerNowHand:
    """One hand, entry by entry."""

    def __init__(self, entries: Sequence[str], usual_hole: int = 0) -> None:
        """`usual_hole` is how many cards players have in other hands; 0 if none shows it."""
        self._entries = entries
        self._usual_hole = usual_hole
        has_cents = any(
            _has_cents(entry) for entry in entries if "." in entry and entry.startswith(_AMOUNTS)
        )
        self._play = HandBuilder(decimals=2 if has_cents else 0)
        self._name_of: dict[str, str] = {}
        self._seat_of: dict[str, int] = {}
        self._boards: dict[str, Cards] = {}
        self._own: Cards = ()
        self._seen: dict[str, list[str]] = {}
        self._seen_late: set[str] = set()
        self._first = ""  # who posts the first live blind
        self._has_ended = False
        self._is_cancelled = False

    def read(self, origin: Origin, heading: str) -> ReadHand:
        for entry in self._entries[1:]:
            if entry.startswith('"'):
                self._read_player(entry)
            else:
                self._read_other(entry)
        if self._is_cancelled and not self._play.paid:
            return SkippedHand(origin=origin, reason=Skip.CANCELLED)
        title = title_of(heading.partition(_DEALER_IS)[0])
        hole = title.hole or self._hole(title)
        slug = slug_of(title, hole)
        if slug and "second board" in self._boards:
            slug = DOUBLE.get(slug, "")
        if not slug:
            detail = f"“{heading.strip()[:60]}”"
            return SkippedHand(origin=origin, reason=Skip.UNSUPPORTED_GAME, detail=detail)
        self._play.boards = list(self._boards.values())
        self._play.limit = title.limit
        self._show_hands(hole)
        if not self._play.states_returns and not self._play.returned:
            self._play.take_back_uncalled()
        return self._play.hand(origin, GAMES[slug], self._button(heading))

    def _read_other(self, entry: str) -> None:
        if entry.startswith(_STREETS):
            self._read_board(entry)
        elif entry.startswith(_UNCALLED):
            amount, _, player = entry[len(_UNCALLED) :].partition(" returned to ")
            self._play.give_back(self._name(player[1:-1]), self._play.amount(amount))
        elif entry.startswith(_STACKS):
            self._read_stacks(entry)
        elif entry.startswith(_OWN):
            self._own = cards_seen(entry[len(_OWN) :])
        elif entry.startswith(END):
            self._has_ended = True
        else:
            self._read_notice(entry)

    def _read_notice(self, entry: str) -> None:
        """Whatever the room tells beside the hand, of which little matters."""
        if new_id := _NEW_ID.search(entry):
            self._change_id(*new_id.groups())
        elif '"' not in entry and _CANCELLED.search(entry):
            self._is_cancelled = True

    def _change_id(self, before: str, after: str) -> None:
        """The player `before` logs in, and is called `after` from now on."""
        for label, player in self._play.ids.items():
            if player == before:
                self._play.ids[label] = after

    def _read_stacks(self, entry: str) -> None:
        """`#1 "Anna @ 1a2b" (24.08) | #4 "Boris @ 3c4d" (1.57)`: everyone who is dealt in.

        At first there were no numbers of seats, and `#` before a player's id.
        """
        play = self._play
        seats = _STACK.findall(entry) or [
            (str(place), *seat) for place, seat in enumerate(_STACK_ALONE.findall(entry), 1)
        ]
        is_shared = len({name for _, name, _, _ in seats}) < len(seats)
        for number, name, player, stack in seats:
            seat, token = int(number), f"{name} @ {player}"
            label = token if is_shared else name
            self._name_of[f'"{token}'] = label
            self._seat_of[label] = seat
            play.ids[label] = player
            play.sit(label, seat, play.amount(stack))
            play.deal_in(label)

    def _name(self, token: str) -> str:
        """Who this is, with an id that may be another than when the hand began."""
        if name := self._name_of.get(f'"{token}'):
            return name
        called, _, player = token.rpartition(" ")
        ids = self._play.ids.items()
        same = (label for label, own in ids if own == player and label.startswith(called[:-2]))
        return next(same, token)

    def _read_player(self, entry: str) -> None:
        """`"Anna @ 1a2b" raises to 0.65`. A name may have a quotation mark in it."""
        token, _, action = entry.partition('" ')
        name = self._name_of.get(token)
        if name is None:
            name, action = self._with_odd_name(entry)
        if action == "folds":
            self._play.fold(name)
        elif action == "checks":
            self._play.check(name)
        else:
            verb, _, more = action.partition(" ")
            if act := _ACTS.get(verb):
                act(self, name, more)
            elif verb not in _OUTSIDE_THE_POT and _AMOUNT.search(more):
                raise Unreadable(f"“{verb[:20]} {more[:40]}” isn't understood")

    def _with_odd_name(self, entry: str) -> tuple[str, str]:
        """A player whose name has a quotation mark in it, or who has no seat, and the action."""
        player = _PLAYER.match(entry)
        token, action = player.groups() if player else ("", entry)
        return self._name(token), action

    def _bet(self, name: str, more: str) -> None:
        """A call too is to all that the player has put in on this street."""
        amount = more.partition(" ")[0]
        if amount.isalpha():  # `with 30`, `and all in with 30`, as it was until July 2020
            self._play.states_returns = False
            self._play.raise_to(name, first_amount(self._play, more))
        else:
            self._play.raise_to(name, self._play.amount(amount))

    def _raise(self, name: str, more: str) -> None:
        self._bet(name, more.removeprefix("to "))

    def _collect(self, name: str, more: str) -> None:
        amount, _, source = more.partition(" ")
        if not source.startswith("from the ") or " pot" in source:
            self._play.collect(name, self._play.amount(amount))

    def _win(self, name: str, more: str) -> None:
        """`40 with Pair, 9's (hand: 9♥, K♥)`, as it was until July 2020."""
        self._play.states_returns = False
        self._collect(name, more)
        held = _HELD.search(more)
        cards = card_texts(held[1]) if held else []
        if len(cards) == (len(self._own) or HOLDEM):
            self._seen.setdefault(name, []).extend(cards)

    def _show(self, name: str, more: str) -> None:
        before = set(self._seen.setdefault(name, []))
        cards = card_texts(more.removeprefix("a "))
        self._seen[name] += cards
        if self._has_ended:
            self._seen_late.update(set(cards) - before)

    def _post(self, name: str, more: str) -> None:
        """`posts a missing small blind of 0.50`. A straddle contains the blind of who posts it."""
        play = self._play
        amount = first_amount(play, more)
        if _DEAD.search(more):
            play.dead(name, amount)
        elif "ante" in more.split():
            play.ante(name, amount)
        else:
            self._first = self._first or name
            before = play.put_in_on_street(name)
            play.post(name, max(0, amount - before) if before and _IN_ALL.search(more) else amount)

    def _read_board(self, entry: str) -> None:
        """`Turn (second run): 8♣, 6♣, 3♣ [K♠]`: the whole board each time."""
        street, _, cards = entry.partition(":")
        which = None if street in _STREETS else _WHICH.search(entry)
        key = f"{which[1]} {which[2]}" if which else ""
        if not which:
            self._play.begin_street()
        self._boards[key] = cards_seen(cards)

    def _hole(self, title: Title) -> int:
        """How many cards each player has, as far as this hand or others of the log show it."""
        if title.is_holdem or self._own:
            return len(self._own) or HOLDEM
        seen = max((len(set(texts)) for texts in self._seen.values()), default=0)
        if title.is_omaha and seen < LEAST_OF_OMAHA:
            return self._usual_hole or LEAST_OF_OMAHA
        return seen

    def _show_hands(self, hole: int) -> None:
        """Cards shown after the end were only needed if they won; a hand may come card by card."""
        play = self._play
        own = set(self._own)
        for name, texts in self._seen.items():
            cards = cards_written(dict.fromkeys(texts))
            if cards and own.issuperset(cards):
                own.clear()
            is_late = not self._seen_late.isdisjoint(texts) and name not in play.paid
            if is_late or name in play.folded or (hole and len(cards) < hole):
                play.know(name, cards)
            else:
                play.show(name, cards)
        if own:
            play.known["the log's owner"] = self._own

    def _button(self, heading: str) -> int:
        """Its seat; where nobody sits there, the one before whoever posts the first blind."""
        dealer = _DEALER.search(heading)
        if dealer and (name := self._name(dealer[1])) in self._seat_of:
            return self._seat_of[name]
        return self._seat_of.get(self._first, 1) - 1


_ACTS = {
    "calls": PokerNowHand._bet,
    "bets": PokerNowHand._bet,
    "raises": PokerNowHand._raise,
    "collected": PokerNowHand._collect,
    "gained": PokerNowHand._win,
    "wins": PokerNowHand._win,
    "posts": PokerNowHand._post,
    "shows": PokerNowHand._show,
}


def _has_cents(entry: str) -> bool:
    """Whether an amount has cents, and not just a player's name."""
    if entry.startswith(_STACKS):
        return _STACK_CENTS.search(entry) is not None
    return bool(_CENTS.search(entry) and _CENTS.search(_TOKENS.sub("", entry)))
