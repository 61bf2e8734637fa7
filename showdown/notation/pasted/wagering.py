"""The words beside the cards: `Pot: 1,250`, `in: anna=500, boris=200`, `Rules: tda-2024`."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from showdown.evaluator.errors import InvalidDeal, InvalidWagers, UnknownGame
from showdown.evaluator.games import Game, find_game
from showdown.evaluator.rule_sets import RuleSet, find_rule_set
from showdown.evaluator.wagers import Pot, Wagers, collect
from showdown.notation.pasted.result import Mark
from showdown.notation.wager_words import FIELD_OF_WORD, read_wagers
from showdown.words.errors import error_text

_WORDS = {word.lower(): word for word in (*FIELD_OF_WORD, "Rules", "Game")}
_WORD = re.compile(
    rf"(?<![^\s,;(|])({'|'.join(_WORDS)})\s*[:=]\s*"
    r"((?:(?!(?<!\S)(?:\"[^\"\r\n]{1,40}\"|[^\W\d_][\w-]*)\s*:)[^;|\r\n])*)",
    re.IGNORECASE,
)
"""A word with what is said of it: all up to the next name with a colon, or the end of the line."""
_MONEY = re.compile(r"[$€£]|\b(?:chips?|units?)\b", re.IGNORECASE)
_DEAD_CARDS = re.compile(r"\s*(?:10|[2-9tjqka])[cdhs♣♦♥♠]", re.IGNORECASE)


@dataclass(slots=True)
class SaidWords:
    """What the words say, each with its place; and the text without them, as long as it was."""

    rest: str
    chips: list[tuple[str, str]] = field(default_factory=list)
    rules: RuleSet | None = None
    game: Game | None = None
    marks: list[Mark] = field(default_factory=list)
    start: int = 0
    end: int = 0


def words_of(text: str) -> SaidWords:
    """The words that are not about cards, taken out of the text."""
    said = SaidWords(text)
    for match in _WORD.finditer(text):
        word, value = _WORDS[match[1].lower()], match[2].strip().rstrip(",")
        if word == "Dead" and _DEAD_CARDS.match(value):
            continue
        if not said.chips:
            said.start = match.start()
        said.end = match.end()
        end = match.end()
        if word == "Rules":
            said.rules = _found(find_rule_set, value, match, said.marks)
        elif word == "Game":
            said.game, end = _game(match, said.marks)
        else:
            said.chips.append((word, _MONEY.sub("", value).strip()))
        blank = ";" + " " * (end - match.start() - 1)
        said.rest = said.rest[: match.start()] + blank + said.rest[end:]
    return said


def _game(match: re.Match[str], marks: list[Mark]) -> tuple[Game | None, int]:
    """The game, whose name may have several words, and where it ends: hands may follow."""
    value, end = match[2].rstrip(" ,"), match.end(2)
    for last in sorted({len(value), *(gap.start() for gap in re.finditer(r"\s", value))})[::-1]:
        try:
            return find_game(value[:last]), match.start(2) + last
        except UnknownGame:
            continue
    marks.append(Mark(match.start(), end, f"unknown game “{value[:40]}”"))
    return None, end


def _found[T](
    find: Callable[[str], T], value: str, match: re.Match[str], marks: list[Mark]
) -> T | None:
    try:
        return find(value)
    except InvalidDeal as error:
        marks.append(Mark(match.start(), match.end(), error_text(error)))
        return None


class _Hands(NamedTuple):
    """What wagers are held against."""

    labels: tuple[str, ...]
    shown: tuple[str, ...]


def wagers_said(
    said: SaidWords, folded: Iterable[str], labels: tuple[str, ...], shown: tuple[str, ...]
) -> Wagers | None:
    """The wagers of the words, and of hands that were said to be folded; a word that can't be
    is marked, and then there are none."""
    try:
        wagers = read_wagers((word, _quoted(value, labels)) for word, value in said.chips)
        named = tuple(dict.fromkeys(folded))
        if named:
            wagers = wagers or Wagers()
            wagers = replace(wagers, folded=tuple(dict.fromkeys((*wagers.folded, *named))))
        if wagers is None:
            return None
        wagers = with_names(wagers, (*labels, *named))
        if labels:
            collect(wagers, _Hands(labels, shown))
    except InvalidWagers as error:
        said.marks.append(Mark(said.start, said.end, error_text(error)))
        return None
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
