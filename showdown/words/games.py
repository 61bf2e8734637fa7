"""Generate the rules text, street names and search names of a game from its definition."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from showdown.evaluator.cards import DECK
from showdown.evaluator.games import GAMES, Contest, Family, Game, Part
from showdown.evaluator.rankings import NOT_QUALIFIED
from showdown.words.made_hands import as_noun
from showdown.words.ranks import NUMBERS, capfirst, join_words, number_text
from showdown.words.vocabulary import CHOICES, CONTESTS, RANKINGS, contest_words


def rules_text(game: Game) -> str:
    """Return the rules of a game in a few sentences."""
    texts = [f"the deck has {len(game.deck)} cards, six to ace"] if game.deck != DECK else []
    texts += _texts_by_contest(game, [choice_text(game, contest) for contest in game.contests])
    texts += _texts_by_contest(game, [_ranking_text(contest) for contest in game.contests])
    texts += dict.fromkeys(_division_sentences(game))
    return " ".join(f"{capfirst(text)}." for text in texts)


def choices_text(game: Game) -> str:
    """Describe the cards that may play in each contest: `exactly two hole cards play with …`."""
    return "; ".join(
        _texts_by_contest(game, [choice_text(game, contest) for contest in game.contests])
    )


def _texts_by_contest(game: Game, texts: list[str]) -> Iterator[str]:
    """Yield the text of each contest.

    If a text is the same for all contests, or for all contests of a kind, yield it once.
    """
    if len(set(texts)) == 1:
        yield texts[0]
        return
    texts_of_kind: dict[str, dict[str, str]] = {}
    for contest, text in zip(game.contests, texts, strict=True):
        texts_of_kind.setdefault(contest.kind, {})[contest_words(game, contest).within] = text
    for kind, texts_of_board in texts_of_kind.items():
        if len(set(texts_of_board.values())) == 1:
            yield f"{CONTESTS[kind].within}, {min(texts_of_board.values())}"
        else:
            yield from (f"{within}, {text}" for within, text in texts_of_board.items())


def choice_text(game: Game, contest: Contest) -> str:
    """Describe the cards that play in a contest: `the best five of seven cards play`."""
    cards = game.hole + (game.boards[contest.boards[0]] if game.boards and contest.boards else 0)
    text = CHOICES[contest.choice].format(cards=number_text(cards))
    return f"{text}, all of one board" if len(contest.boards) > 1 else text


def _ranking_text(contest: Contest) -> str:
    rules = RANKINGS[contest.ranking].rules
    if contest.min_rank == NOT_QUALIFIED:
        return rules
    minimum = as_noun(contest.ranking, contest.min_rank)
    if contest.ranking.wins_low:
        return f"{rules}; it must have {minimum} or better"
    return f"{rules}; it must have at least {minimum}"


def _division_sentences(game: Game) -> Iterator[str]:
    """Yield sentences on the division of the pot into parts, and of each part among contests."""
    kind_names = {contest: CONTESTS[contest.kind].name for contest in game.contests}
    if len(game.parts) == 1:
        yield from _part_sentences(game.parts[0], "the pot", kind_names)
        return
    boards = {_find_board(part) for part in game.parts} - {None}
    kinds = {tuple(contest.kind for contest in part) for part in game.parts}
    if len(kinds) == 1 and len(boards) == len(game.parts):  # the same contests on each board
        yield f"the pot is split evenly between the {NUMBERS[len(game.parts)]} boards"
        yield from _part_sentences(game.parts[0], "each board's part", kind_names)
        return
    names = {contest: contest_words(game, contest).name for contest in game.contests}
    part_names = [_part_name(part, names) for part in game.parts]
    yield f"the pot is split evenly between {join_words(part_names)}"
    for part, name in zip(game.parts, part_names, strict=True):
        yield from _part_sentences(part, f"{name}'s part", names)
        if all(contest.has_qualifier for contest in part):
            others = [other for other in part_names if other != name]
            yield _sentence_without_winner(name, others, "its part")


def _find_board(part: Part) -> int | None:
    """Return the board that all contests of the part are named after, or None."""
    boards = {contest.boards[0] if contest.has_board_in_name else None for contest in part}
    return boards.pop() if len(boards) == 1 else None


def _part_name(part: Part, names: Mapping[Contest, str]) -> str:
    """Return the name of a part: `board 1` or `the draw`."""
    board = _find_board(part)
    return (
        join_words([names[contest] for contest in part]) if board is None else f"board {board + 1}"
    )


def _part_sentences(part: Part, whole: str, names: Mapping[Contest, str]) -> Iterator[str]:
    """Yield sentences on the division of a part, and on contests for which nobody qualifies."""
    if len(part) == 1:
        return
    yield f"{join_words([names[contest] for contest in part])} split {whole} evenly"
    for contest in part:
        if contest.has_qualifier:
            others = [names[other] for other in part if other is not contest]
            yield _sentence_without_winner(names[contest], others, "it all")


def _sentence_without_winner(name: str, others: Sequence[str], share: str) -> str:
    take = "takes" if len(others) == 1 else "take"
    return f"if nobody qualifies for {name}, {join_words(others)} {take} {share}"


_FULL_BOARD_SIZE = 5
_BOARD_STREETS = ("Deal", "Flop", "Turn", "River")
_STUD_STREETS = ("Third street", "Fourth street", "Fifth street", "Sixth street", "Seventh street")


def next_card_name(game: Game, coming: Sequence[int]) -> str:
    """Return the name of the next card: `turn card` if a board of five lacks two cards."""
    if game.family is not Family.BOARD or not coming or max(game.boards) != _FULL_BOARD_SIZE:
        return "next card"
    return {1: "river card", 2: "turn card"}.get(max(coming), "next card")


def street_names(game: Game, streets: int) -> tuple[str, ...]:
    """Return the names of the first `streets` streets of a game."""
    names = _STUD_STREETS if game.family is Family.STUD else _BOARD_STREETS
    return names[:streets]


SPELLINGS = (
    ("['’]", ""),
    (r"hi\W?lo\w*", "hilo"),
    (r"\bhigh\W?low\b", "hilo"),
    (r"\b27\b", "2 7"),
    (r"\ba5\b", "a 5"),
    (r"\b(?:two|deuces?)\b", "2"),
    (r"\bfive\b", "5"),
    (r"\bsix\b", "6"),
    (r"\bseven\b", "7"),
    (r"\beight\b", "8"),
    (r"\bplus\b", "+"),
    (r"\bace\b", "a"),
    (r"\bto\b", ""),
)
"""Patterns and their replacements, applied in this order before texts are compared.

The patterns must match the same text in Python and in JavaScript.
"""

FAMILIES = {Family.BOARD: "Community cards", Family.STUD: "Stud", Family.DRAW: "Draw"}

POPULAR_SLUGS = (
    "holdem",
    "omaha",
    "omaha-hilo",
    "five-card-omaha",
    "short-deck",
    "double-board-omaha",
)
"""The most popular games. Lists of games put them first in their family."""

GAMES_BY_POPULARITY = tuple(GAMES[slug] for slug in dict.fromkeys((*POPULAR_SLUGS, *GAMES)))
"""All games, the most popular first."""

_WORD = re.compile(r"[a-z0-9+]+")


def split_words(text: str) -> list[str]:
    """Split a text into words, normalized for comparison."""
    text = text.lower()
    for pattern, replacement in SPELLINGS:
        text = re.sub(pattern, replacement, text)
    return _WORD.findall(text)


@cache
def list_search_names(game: Game) -> tuple[str, ...]:
    """Return the game's names as normalized words; the last entry lists the game's traits."""
    wins_low = [contest.ranking.wins_low for contest in game.contests]
    traits = [game.family.value]
    if all(wins_low):
        traits += ["low", "lowball"]
    if any(wins_low) and len(wins_low) > 1:
        traits += ["split", "hilo"]
    if len(game.boards) > 1:
        traits += ["double", "2", "boards", "bomb", "pot"]
    names = dict.fromkeys(" ".join(split_words(name)) for name in (game.name, *game.aliases))
    return *names, " ".join([*traits, str(game.hole), "card"])


_SHORT_FORMS = {
    "Deuce to Seven": "2-7",
    "Seven": "7",
    "Six": "6",
    "Five": "5",
    "Double": "2",
    "Ace to Five": "A-5",
}
_MAX_CHARACTERS = 12


@cache
def short_name(game: Game) -> str:
    """Return a short name for narrow screens: `Hold'em`, `Big O`, `7-card Stud`."""
    names = []
    for name in (game.name, *game.aliases):
        shorter = name
        for long, short in _SHORT_FORMS.items():
            shorter = shorter.replace(long, short)
        names += [name, shorter]
    return next((name for name in names if len(name) <= _MAX_CHARACTERS), min(names, key=len))
