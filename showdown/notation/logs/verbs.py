"""What players do, in the grammar of PokerStars and of the rooms that took it over.

`Anna: raises $4 to $6 and is all-in`: a name, a verb, and what the verb needs.
"""

import re
from collections.abc import Callable, Mapping

from showdown.notation.logs.actions import draws
from showdown.notation.logs.field_values import cards_of
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.logged_hand import Unreadable

_LONGEST_POST = 60
_POST = re.compile(r"([a-z& ]*?) ?(\S*\d\S*)")
_CARDS = re.compile(r"\[([^\[\]]*)\]")
_ARTICLES = frozenset(("a", "an", "the", "of"))
_BOTH_BLINDS = frozenset(("small & big blinds", "big & small blinds", "small & big blind"))


class Verbs:
    """Tells a play what the players do; `big_blind` is asked where no line says what it is."""

    second_small_blind_is_dead = True

    def __init__(self, play: HandBuilder, big_blind: Callable[[int], int]) -> None:
        self._play = play
        self._big_blind_of_stakes = big_blind
        self._big_blind = 0
        self._has_small_blind = False

    def act(self, name: str, text: str) -> bool:
        """Whether the text, which follows the name, begins with a verb. Raises Unreadable."""
        verb, _, more = text.partition(" ")
        action = _ACTIONS.get(verb)
        if action:
            action(self, name, more)
        return action is not None

    def folds(self, name: str, more: str) -> None:
        self._play.fold(name)

    def checks(self, name: str, more: str) -> None:
        """And whatever else costs nothing."""
        self._play.check(name)

    def calls(self, name: str, more: str) -> None:
        self._play.put_in(name, self._play.amount(more.partition(" ")[0]))

    def raises(self, name: str, more: str) -> None:
        """`raises $4 to $6`: the second amount is all that the player has put in on this street."""
        self._play.raise_to(name, self._play.amount(_after(more, "to ")))

    def brings_in(self, name: str, more: str) -> None:
        self._play.put_in(name, self._play.amount(_after(more, "for ")))

    def draws(self, name: str, more: str) -> None:
        """A betting round begins after the draw, which has no heading where there is only one."""
        draws(self._play, name, more)
        self._play.begin_street()

    def stands_pat(self, name: str, more: str) -> None:
        self.draws(name, "0")

    def mucks(self, name: str, more: str) -> None:
        """At the showdown, perhaps after the cards were seen."""
        self._play.deal_in(name)

    def posts(self, name: str, more: str) -> None:
        """`posts small & big blinds $0.75`: some words, and the amount."""
        posted = _POST.match(more[:_LONGEST_POST])
        if not posted:
            raise Unreadable(f"what {name} posts isn't understood")
        kind = " ".join([word for word in posted[1].split() if word not in _ARTICLES])
        amount = self._play.amount(posted[2])
        if kind.endswith("ante"):
            self._play.ante(name, amount)
        elif kind in _BOTH_BLINDS:
            live = min(amount, self._big_blind or self._big_blind_of_stakes(amount))
            self._play.post(name, live)
            self._play.dead(name, amount - live)
        elif "dead" in kind or (kind == "small blind" and self._has_small_blind):
            self._play.dead(name, amount)
        else:
            self._play.post(name, amount)
            if kind == "small blind":
                self._has_small_blind = self.second_small_blind_is_dead
            if kind == "big blind" and "all-in" not in more:
                self._big_blind = max(self._big_blind, amount)

    def shows(self, name: str, more: str) -> None:
        shown = _CARDS.search(more)
        self._play.show(name, cards_of(shown[1].split()) if shown else None)


_ACTIONS: Mapping[str, Callable[[Verbs, str, str], None]] = {
    "folds": Verbs.folds,
    "checks": Verbs.checks,
    "calls": Verbs.calls,
    "bets": Verbs.calls,
    "raises": Verbs.raises,
    "completes": Verbs.raises,
    "brings": Verbs.brings_in,
    "brings-in": Verbs.brings_in,
    "discards": Verbs.draws,
    "stands": Verbs.stands_pat,
    "posts": Verbs.posts,
    "shows": Verbs.shows,
    "showed": Verbs.shows,
    "mucks": Verbs.mucks,
    "mucked": Verbs.mucks,
}


def _after(text: str, word: str) -> str:
    """The amount that follows this word."""
    return text.partition(word)[2].partition(" ")[0]
