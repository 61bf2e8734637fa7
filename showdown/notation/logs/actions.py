"""What players do in a hand of a log, by the verbs that rooms share."""

import re
from collections.abc import Callable, Container, Mapping
from typing import Any, NoReturn

from showdown.evaluator.cards import Cards
from showdown.notation.logs.field_values import cards_of, in_brackets
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.logged_hand import Unreadable

type Action = Callable[[Any, str, str], None]
"""A method of some Actions: what this player does, from what follows the verb."""

_COUNTS = frozenset(map(str, range(14)))
_AMOUNT = re.compile(r"\d[\d.,]*")
_STRANGER = re.compile(
    r'([^:*"\[\]|]{1,60}?) '
    r"(folds|checks|calls|bets|raises|posts|antes|completes|collected|wins|ties)\b(.*)"
)
_VERBS_OF_STRANGERS = (
    *(" folds", " checks", " calls ", " bets ", " raises ", " posts ", " antes "),
    *(" completes ", " collected ", " wins ", " ties "),
)
_WITHOUT_CHIPS = frozenset(("folds", "checks"))
_LONGEST_LINE = 400


def first_amount(play: HandBuilder, text: str) -> int:
    """`the small blind of $25`, `$1,623, and is all in`. Raises Unreadable."""
    number = _AMOUNT.search(text)
    return play.amount(number[0] if number else no_amount(text))


def no_amount(text: str) -> NoReturn:
    raise Unreadable(f"“{text[:40]}” has no amount")


def stranger_in(line: str, verbs: Container[str]) -> tuple[str, str, str] | None:
    """The name, the verb and the rest, where somebody without a seat acts or is paid."""
    if not any(map(line.__contains__, _VERBS_OF_STRANGERS)):
        return None
    stranger = _STRANGER.fullmatch(line[:_LONGEST_LINE])
    if not stranger or stranger[2] not in verbs:
        return None
    name, verb, more = stranger.groups()
    is_whole = not more.strip(" .") if verb in _WITHOUT_CHIPS else any(map(str.isdigit, more))
    return (name, verb, more.strip()) if is_whole else None


def draws(play: HandBuilder, name: str, more: str) -> None:
    """`discards 2 cards [8h 6s]`; nobody knows how many where it doesn't begin with a number."""
    count = more.partition(" ")[0]
    gone = (cards_of(cards.split()) or () for cards in in_brackets(more)[:1])
    play.draw(name, int(count) if count in _COUNTS else -1, *gone)


class Actions:
    """What the players of one hand do, told to its play; a reader adds what is its room's own.

    `more` is what follows the verb, or the amount where a format has only that.
    """

    play: HandBuilder
    big_blind = 0

    def amount(self, more: str) -> int:
        """The first amount in these words. Raises Unreadable."""
        number = _AMOUNT.search(more)
        return self.play.amount(number[0] if number else no_amount(more))

    def cards(self, text: str) -> Cards | None:
        """The cards that this text is; None if one was not seen. Raises UnknownCard."""
        return cards_of(text.split())

    def posts(self, name: str, more: str) -> None:
        self.play.post(name, self.amount(more))

    def posts_as_called(self, name: str, more: str) -> None:
        """`the ante of $5`, `a dead small blind of $25`."""
        play = self.play
        post = play.ante if "ante" in more else play.dead if "dead" in more else play.post
        post(name, self.amount(more))

    def posts_big_blind(self, name: str, more: str) -> None:
        self.big_blind = max(self.big_blind, self.amount(more))
        self.posts(name, more)

    def posts_both_blinds(self, name: str, more: str) -> None:
        """A big blind, and what is more is a dead small one."""
        amount = self.amount(more)
        live = min(amount, self.big_blind or amount)
        self.play.post(name, live)
        self.play.dead(name, amount - live)

    def antes(self, name: str, more: str) -> None:
        self.play.ante(name, self.amount(more))

    def adds(self, name: str, more: str) -> None:
        self.play.put_in(name, self.amount(more))

    def raises_to(self, name: str, more: str) -> None:
        self.play.raise_to(name, self.amount(more))

    def raises(self, name: str, more: str) -> None:
        """`to $6`, `$4 to $6`, `it to $6`."""
        self.play.raise_to(name, self.amount(more.partition("to ")[2]))

    def folds(self, name: str, more: str) -> None:
        self.play.fold(name)

    def checks(self, name: str, more: str) -> None:
        self.play.check(name)

    def draws(self, name: str, more: str) -> None:
        draws(self.play, name, more)

    def stands_pat(self, name: str, more: str) -> None:
        self.play.draw(name, 0)

    def shows(self, name: str, more: str) -> None:
        """With the cards, or with what they make if they were shown before."""
        for cards in in_brackets(more)[:1]:
            self.play.show(name, self.cards(cards))

    def mucks(self, name: str, more: str) -> None:
        for cards in in_brackets(more)[:1]:
            self.play.know(name, self.cards(cards))

    def gets_back(self, name: str, more: str) -> None:
        self.play.give_back(name, self.amount(more))

    def collects(self, name: str, more: str) -> None:
        self.play.collect(name, self.amount(more))


SHARED: Mapping[str, Action] = {
    "posts": Actions.posts_as_called,
    "antes": Actions.antes,
    "folds": Actions.folds,
    "checks": Actions.checks,
    "calls": Actions.adds,
    "bets": Actions.adds,
    "brings": Actions.adds,
    "raises": Actions.raises,
    "completes": Actions.raises,
    "shows": Actions.shows,
}
"""What rooms write in the same words."""
