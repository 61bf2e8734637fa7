"""Logs in another format: each hand written, read again, and compared, or refused by name."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from showdown.notation.logs.judgeable import in_pots, uncalled_of
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, SkippedHand
from showdown.notation.logs.registry import read_hand
from showdown.notation.logs.writing.anonymous import Pseudonyms
from showdown.notation.logs.writing.open_hand_history_writer import write_open_hand_history
from showdown.notation.logs.writing.phh_writer import write_phh
from showdown.notation.logs.writing.pokerstars_writer import write_pokerstars
from showdown.notation.logs.writing.refusals import CannotSay, Refusal

_NUMBER = re.compile(r"[0-9]+")
_TRIES = 3
"""How often a hand may be written until it stays the same."""


class WrittenFormat(NamedTuple):
    """A format by its name, its ending, and its media type; `write` raises CannotSay.

    Hands of a file may need a heading that counts them; a file may have only one.
    """

    name: str
    ending: str
    media_type: str
    write: Callable[[LoggedHand], str]
    numbers_ids: bool = False
    heads: bool = False
    is_of_one: bool = False


WRITTEN_FORMATS = {
    form.name: form
    for form in (
        WrittenFormat("open-hand-history", ".ohh", "application/x-ndjson", write_open_hand_history),
        WrittenFormat("pokerstars", ".txt", "text/plain", write_pokerstars, numbers_ids=True),
        WrittenFormat("phhs", ".phhs", "application/toml", write_phh, heads=True),
        WrittenFormat("phh", ".phh", "application/toml", write_phh, is_of_one=True),
    )
}
"""By name."""


def format_of_file(name: str) -> WrittenFormat | None:
    """The format that the ending of this file means, if any."""
    ending = PurePath(name).suffix.lower()
    return next((form for form in WRITTEN_FORMATS.values() if form.ending == ending), None)


class MoreThanOne(Exception):
    """A file of this format has one hand, and here is another."""


class Conversion:
    """Hands on their way into a format, and the count of those that were written or weren't.

    `written` are those in the output; `refused` counts what the format can't say, by name, and
    `unread` what wasn't read, by its reason.
    """

    def __init__(self, form: WrittenFormat, pseudonyms: Pseudonyms | None = None) -> None:
        self.written = 0
        self.refused: Counter[str] = Counter()
        self.unread: Counter[str] = Counter()
        self._form = form
        self._pseudonyms = pseudonyms

    def texts(self, hands: Iterable[ReadHand]) -> Iterator[str]:
        """The text of each hand that can be written. Raises MoreThanOne."""
        for hand in hands:
            if isinstance(hand, SkippedHand):
                self.unread[hand.reason.value] += 1
                continue
            try:
                text = self._text(hand)
            except CannotSay as error:
                self.refused[error.refusal.value] += 1
                continue
            if self.written and self._form.is_of_one:
                raise MoreThanOne
            self.written += 1
            yield f"[{self.written}]\n{text}" if self._form.heads else text

    def _text(self, hand: LoggedHand) -> str:
        """Raises CannotSay, also where the text would be read as another hand.

        What a strange log says in a strange order is written as it is read again.
        """
        if self._pseudonyms:
            hand = self._pseudonyms.replaced(hand)
        text = self._form.write(hand)
        for _ in range(_TRIES):
            again = read_hand(text)
            if not isinstance(again, LoggedHand) or not self._is_same(hand, again):
                break
            before, text = text, self._form.write(again)
            if text == before:
                return text
        raise CannotSay(Refusal.OTHERWISE)

    def _is_same(self, hand: LoggedHand, again: LoggedHand) -> bool:
        ids = (hand.origin.hand, again.origin.hand)
        has_id = ids[0] == ids[1] or (
            self._form.numbers_ids and not _NUMBER.fullmatch(ids[0]) and bool(ids[1])
        )
        return has_id and essence_of(hand) == essence_of(again)


def essence_of(hand: LoggedHand) -> dict[str, Any]:
    """What a hand is in any format: the table, the cards, and whose chips went where.

    Chips that nobody called are left out, as are seats' numbers, and how pots are stated. Rake of
    formats that have no place for it is what was not paid out.
    """
    bettor, uncalled = uncalled_of(hand.contributions)
    put_in = {
        name: hand.contributions.get(name, 0)
        + hand.posted_dead.get(name, 0)
        - (uncalled if name == bettor else 0)
        for name in (*hand.contributions, *hand.posted_dead)
    }
    total = in_pots(hand.contributions, hand.dead)
    taken = hand.taken if hand.states_rake else max(0, total - sum(hand.paid.values()))
    played = hand.origin.played
    return {
        "table": hand.origin.table,
        "played": played.replace(microsecond=0) if played else None,
        "game": hand.game.slug,
        "seats": hand.seats,
        "hands": dict(hand.hands),
        "boards": [board for board in hand.boards if board],
        "folded": set(hand.folded),
        "stacks": {name: stack for name, stack in hand.stacks.items() if name in hand.seats},
        "put in": {name: amount for name, amount in put_in.items() if amount},
        "total": total,
        "paid": dict(hand.paid),
        "taken": taken,
        "decimals": hand.decimals,
    }
