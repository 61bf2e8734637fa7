"""What players do, by the verbs that several rooms share; the rest is each reader's own."""

import re
from collections.abc import Callable, Mapping

from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import Unreadable
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import in_brackets

type Action = Callable[[Play, str, str], None]
"""Tells the play of what this player does, from the words that follow the verb."""

_COUNTS = frozenset(map(str, range(14)))
_AMOUNT = re.compile(r"\d[\d.,]*")


def act(play: Play, actions: Mapping[str, Action], line: str) -> bool:
    """Whether the line is about a player; if its verb is known, the play is told."""
    name, words = play.seats.split(line)
    verb, _, more = words.partition(" ")
    if verb in actions:
        actions[verb](play, name, more)
    return bool(name)


def first_amount(play: Play, text: str) -> int:
    """`the small blind of $25`, `$1,623, and is all in`. Raises Unreadable."""
    number = _AMOUNT.search(text)
    if not number:
        raise Unreadable(f"“{text[:40]}” has no amount")
    return play.amount(number[0])


def posts(play: Play, name: str, more: str) -> None:
    post = play.ante if "ante" in more else play.dead if "dead" in more else play.post
    post(name, first_amount(play, more))


def adds(play: Play, name: str, more: str) -> None:
    play.put_in(name, first_amount(play, more))


def raises(play: Play, name: str, more: str) -> None:
    """`to $6`, `$4 to $6`, `it to $6`."""
    play.raise_to(name, first_amount(play, more.partition("to ")[2]))


def shows(play: Play, name: str, more: str) -> None:
    """With the cards, or with what they make if they were shown before."""
    for cards in in_brackets(more)[:1]:
        play.show(name, cards_of(cards.split()))


def collects(play: Play, name: str, more: str) -> None:
    play.collect(name, first_amount(play, more))


def draws(play: Play, name: str, more: str) -> None:
    """`discards 2 cards [8h 6s]`; nobody knows how many where it doesn't begin with a number."""
    count = more.partition(" ")[0]
    gone = (cards_of(cards.split()) or () for cards in in_brackets(more)[:1])
    play.draw(name, int(count) if count in _COUNTS else -1, *gone)


def stands_pat(play: Play, name: str, more: str) -> None:
    play.draw(name, 0)


SHARED: Mapping[str, Action] = {
    "posts": posts,
    "antes": lambda play, name, more: play.ante(name, first_amount(play, more)),
    "folds": lambda play, name, more: play.fold(name),
    "checks": lambda play, name, more: play.check(name),
    "calls": adds,
    "bets": adds,
    "brings": adds,
    "raises": raises,
    "completes": raises,
    "shows": shows,
}


class ByAmount:
    """What players do, in formats that give each action as a name and an amount."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def antes(self, name: str, amount: int) -> None:
        self._play.ante(name, amount)

    def adds(self, name: str, amount: int) -> None:
        self._play.put_in(name, amount)

    def raises_to(self, name: str, amount: int) -> None:
        self._play.raise_to(name, amount)

    def folds(self, name: str, amount: int) -> None:
        self._play.fold(name)

    def checks(self, name: str, amount: int) -> None:
        self._play.check(name)
