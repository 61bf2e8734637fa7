"""The wagers that the words of a pasted text make at a table of its hands."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.wagers import Pot, Wagers, collect
from showdown.notation.pasted.chip_words import ChipWords
from showdown.notation.pasted.result import Mark
from showdown.notation.wager_words import read_wagers
from showdown.words.errors import error_text

_NOTHING_TO_TAKE_FROM = "there is no pot to take the rake from"


class _Hands(NamedTuple):
    """What wagers are held against."""

    labels: tuple[str, ...]
    shown: tuple[str, ...]


def wagers_said(
    words: ChipWords, folded: Iterable[str], labels: tuple[str, ...], shown: tuple[str, ...]
) -> Wagers | None:
    """The wagers of the words, and of hands that were said to be folded.

    A word that can't be is marked, and then there are none.
    """
    named = tuple(dict.fromkeys(folded))
    try:
        wagers = read_wagers((word, _quoted(value, labels)) for word, value in words.chips)
        if named:
            wagers = wagers or Wagers()
            wagers = replace(wagers, folded=tuple(dict.fromkeys((*wagers.folded, *named))))
        if wagers is None:
            return None
        wagers = with_names(wagers, (*labels, *named))
        if labels:
            collect(wagers, _Hands(labels, shown))
    except InvalidWagers as error:
        words.marks.append(Mark(*words.place, error_text(error)))
        return None
    if wagers.rake and not wagers.has_chips:
        words.marks.append(Mark(*words.place, _NOTHING_TO_TAKE_FROM))
    return wagers


def _quoted(value: str, labels: Iterable[str]) -> str:
    """Names with blanks between quotation marks, so that they are read as one."""
    for label in labels:
        if " " in label:
            name = re.compile(rf"(?<![\"\w]){re.escape(label)}(?![\"\w])", re.IGNORECASE)
            value = name.sub(f'"{label}"', value)
    return value


def with_names(wagers: Wagers, labels: tuple[str, ...]) -> Wagers:
    """The wagers with names as the hands spell them: `anna` is `Anna`, `hand a` is `HandA`."""
    known = {_plain(label): label for label in labels} | {label: label for label in labels}

    def name(given: str) -> str:
        return known.get(given) or known.get(_plain(given), given)

    def names(given: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(name, given))

    return replace(
        wagers,
        pots=tuple(
            Pot(pot.amount, None if pot.eligible is None else names(pot.eligible))
            for pot in wagers.pots
        ),
        contributions={name(label): chips for label, chips in wagers.contributions.items()},
        folded=names(wagers.folded),
        seats=names(wagers.seats),
        button=None if wagers.button is None else name(wagers.button),
    )


def _plain(label: str) -> str:
    return label.casefold().replace(" ", "")
