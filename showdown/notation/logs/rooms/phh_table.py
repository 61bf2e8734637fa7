"""The players of a hand in Poker Hand History, and what they did."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any

from showdown.evaluator.cards import DECK, Card
from showdown.evaluator.games import Family, Game
from showdown.evaluator.wagers import MOST_CHIPS, MOST_SEATS, uncalled_of
from showdown.notation.digits import TooManyDigits, decimal_of
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_amounts import currency_called, currency_of, number_of
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import Unreadable
from showdown.notation.logs.reading import take_back_uncalled

_OF_EACH = ("starting_stacks", "antes", "blinds_or_straddles", "finishing_stacks", "winnings")
"""Fields with an amount for each player."""
_HEADS_UP = 2
_UNKNOWN_STACK = MOST_CHIPS
_UNSEEN = "??"
_CENTS = re.compile(r" cbr \d+\.\d")


class PhhTable:
    """The players of a hand, and what they did."""

    def __init__(self, document: Mapping[str, Any], game: Game) -> None:
        stacks = document["starting_stacks"]
        if len(stacks) > MOST_SEATS:
            raise Unreadable(f"there are {len(stacks)} stacks, and {MOST_SEATS} seats at a table")
        antes = document["antes"]
        blinds = document.get("blinds_or_straddles") or [0] * len(stacks)
        self.play = HandBuilder(decimals=2 if _has_cents(document) else 0)
        self.play.states_rake = False
        symbol = str(document.get("currency_symbol") or "")
        self.play.currency = currency_called(document.get("currency")) or currency_of(symbol)
        self.names = _names(document, len(stacks))
        self.board: list[Card] = []
        self._left = [self._stack(stack) for stack in stacks]
        for number, (name, stack) in enumerate(zip(self.names, self._left, strict=True), 1):
            self.play.sit(name, number, None if stack == _UNKNOWN_STACK else stack)
            self.play.deal_in(name)
        self._unknown = {
            name
            for name, stack in zip(self.names, self._left, strict=True)
            if stack == _UNKNOWN_STACK
        }
        self._held: list[list[str]] = [[] for _ in stacks]
        self._has_bet = False
        self._knows_parts = game.family is Family.BOARD
        self._bring_in = self._chips(document.get("bring_in") or 0)
        self._post_antes([self._chips(ante) for ante in antes], document)
        self._post_blinds([self._chips(blind) for blind in blinds])

    def _post_blinds(self, blinds: Sequence[int]) -> None:
        """In order. What somebody posts to come in is below zero, and posted last."""
        posts = sorted(zip(self._order(), blinds, strict=True), key=lambda post: post[1] < 0)
        for player, blind in posts:
            posted = min(abs(blind), self._left[player])
            self._left[player] -= posted
            self.play.post(self.names[player], posted)

    def _order(self) -> range:
        """Whose the forced bets are: of two players, the second has the button and posts first."""
        players = range(len(self.names))
        return players[::-1] if len(players) == _HEADS_UP else players

    def _post_antes(self, antes: Sequence[int], document: Mapping[str, Any]) -> None:
        """Antes that aren't trimmed are in the main pot, whoever else posted as much."""
        is_live = bool(document.get("ante_trimming_status"))
        for player, ante in zip(self._order(), antes, strict=True):
            posted = min(ante, self._left[player])
            self._left[player] -= posted
            self.play.ante(self.names[player], posted, is_live=is_live)

    def _stack(self, amount: Any) -> int:
        """So many chips that nobody runs out of them where the stack is `inf`, not known."""
        is_unknown = isinstance(amount, Decimal) and amount.is_infinite() and amount > 0
        return _UNKNOWN_STACK if is_unknown else self._chips(amount)

    def _chips(self, amount: Any) -> int:
        """Return the amount as a whole number. Raise Unreadable if it is too large."""
        try:
            number = decimal_of(amount)
        except TooManyDigits:
            raise Unreadable(f"an amount is larger than {MOST_CHIPS:,}") from None
        return self.play.checked(number_of(number, self.play.scale), amount)

    def _bet(self, player: int, to: int) -> None:
        """All that the player has put in on this street is `to`, or as much as there is."""
        more = to - self.play.put_in_on_street(self.names[player])
        self._put_in(player, min(more, self._left[player]))

    def _put_in(self, player: int, amount: int) -> None:
        self._left[player] -= amount
        self.play.put_in(self.names[player], amount)

    def _deal(self, player: int, cards: Sequence[str]) -> None:
        self._held[player] += cards
        if len(self._held[player]) > len(DECK):
            raise Unreadable(f"{self.names[player]} has more cards than a deck")

    def _tell_dealt(self, player: int) -> None:
        known = [card for card in self._held[player] if card != _UNSEEN]
        self.play.deal(self.names[player], cards_of(known) or ())

    def _begin_street(self) -> None:
        if self._has_bet:
            self.play.begin_street()
            self._has_bet = False

    def act(self, action: str) -> None:
        words = action.split("#", maxsplit=1)[0].split()
        match words:
            case []:  # a remark
                pass
            case ["d", "db", cards]:
                self._begin_street()
                self.board += cards_of(_each(cards)) or ()
            case ["d", "dh", player, cards]:
                self._begin_street()
                self._deal(_seat(player), _each(cards))
                self._tell_dealt(_seat(player))
                self._know(_seat(player))
            case [player, verb, *rest]:
                seat = _seat(player)
                if seat < len(self.names):
                    self._act(seat, verb, rest)
                else:
                    self.play.deal_in(player)
            case _:
                raise Unreadable(f"“{action[:40]}” isn't an action")

    def _act(self, player: int, verb: str, rest: Sequence[str]) -> None:
        name = self.names[player]
        match verb, rest:
            case "f", []:
                self.play.fold(name)
            case "cc", []:
                self._has_bet = True
                self._bet(player, max(map(self.play.put_in_on_street, self.names)))
            case "cbr", [amount]:
                self._has_bet = True
                self._put_in(player, self._chips(amount) - self.play.put_in_on_street(name))
            case "pb", []:
                self._has_bet = True
                self._bet(player, self._bring_in)
            case "sd", _:
                self._begin_street()
                self._draw(player, _each(rest[0]) if rest else [])
            case "sm", []:
                self.play.muck(name)
            case "sm", ["-"]:
                self.play.show(name, cards_of(self._held[player]))
            case "sm", [cards]:
                self.play.show(name, cards_of(_each(cards)))
            case _:
                raise Unreadable(f"“{verb}” isn't an action")

    def _draw(self, player: int, gone: Sequence[str]) -> None:
        """Where it isn't told which cards are gone, none of the others is known any more."""
        self.play.draw(self.names[player], len(gone), cards_of(gone) or ())
        held = self._held[player]
        if _UNSEEN in gone:
            self._held[player] = [_UNSEEN] * (len(held) - len(gone))
        else:
            self._held[player] = [card for card in held if card not in gone]

    def read_payments(self, document: Mapping[str, Any]) -> None:
        """What each was paid, as the stacks in the end or the winnings tell."""
        for player in range(len(self.names)):
            self._know(player)
        if "finishing_stacks" in document and not self._unknown:
            self._pay_to(map(self._chips, document["finishing_stacks"]))
        elif "winnings" in document:
            self._read_winnings([self._chips(amount) for amount in document["winnings"]])

    def _pay_to(self, stacks: Iterable[int]) -> None:
        """What each has in the end and had not left before; a bet that nobody called went back."""
        winner, uncalled = uncalled_of(self.play.live)
        for name, stack, kept in zip(self.names, stacks, self._left, strict=True):
            self.play.collect(name, stack - kept - (uncalled if name == winner else 0))

    def _read_winnings(self, winnings: Sequence[int]) -> None:
        """What each collects, with a bet that nobody called or without.

        Some programs write how much each has more or less than before: somebody has less then.
        """
        play = self.play
        put_in = {name: play.live.get(name, 0) + play.dead_of.get(name, 0) for name in self.names}
        if min(winnings, default=0) < 0:
            gains = zip(self.names, winnings, self._left, strict=True)
            self._pay_to([kept + put_in[name] + gain for name, gain, kept in gains])
            return
        for name, amount in zip(self.names, winnings, strict=True):
            play.collect(name, amount)
        take_back_uncalled(play)
        self._need_known_stacks()

    def _need_known_stacks(self) -> None:
        """Who calls is all in, perhaps, for less than is to be called. Raises Unreadable."""
        play = self.play
        winners = [name for name, amount in play.paid.items() if amount]
        bettors = {name for name, amount in play.live.items() if amount}
        if len(winners) > 1 and len(bettors) > _HEADS_UP and self._unknown & bettors:
            raise Unreadable("the stacks aren't known, and so it isn't who was all in")

    def _know(self, player: int) -> None:
        """A part of a hand is known where all its cards come at once, and none goes again."""
        held = self._held[player]
        if self._knows_parts:
            held = [card for card in held if card != _UNSEEN]
        self.play.know(self.names[player], cards_of(held))


def _has_cents(document: Mapping[str, Any]) -> bool:
    """Whether an amount has decimals; `inf` has none."""
    amounts = chain.from_iterable([document.get(field) or () for field in _OF_EACH])
    if any(isinstance(amount, Decimal) and amount.is_finite() for amount in amounts):
        return True
    return isinstance(document.get("bring_in"), Decimal) or any(
        _CENTS.search(action) for action in document["actions"]
    )


def _names(document: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """The players' names. Who is anonymous is called by the number."""
    numbers = [f"p{number}" for number in range(1, count + 1)]
    names = tuple(document.get("players") or numbers)
    if "" in names and len(names) == count:
        names = tuple([name or number for name, number in zip(names, numbers, strict=True)])
    if len(names) != count or not all(isinstance(name, str) for name in names):
        raise Unreadable(f"there are {len(names)} names for {count} stacks")
    return names


def _seat(player: str) -> int:
    """`p1` is the first seat."""
    seat = int(player.removeprefix("p")) - 1
    if seat < 0:
        raise Unreadable(f"“{player}” isn't a player")
    return seat


def _each(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
