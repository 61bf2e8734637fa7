"""Requirements of patterns on games. `words.drills` phrases them."""

from collections.abc import Callable
from dataclasses import dataclass

from showdown.evaluator.choices import ALL_OWN, ANY_FIVE
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    PAIR,
    TWO_PAIR,
)

ACE_HIGH_LOWS = (DEUCE_TO_SEVEN, BADUGI_ACE_HIGH)
"""Rankings in which low cards win and the ace is high."""
WHEEL_LOWS = (ACE_TO_FIVE, EIGHT_OR_BETTER)
"""Rankings in which the wheel is the best hand."""


@dataclass(frozen=True, slots=True)
class Need:
    """A requirement of a pattern; `slug` is the reason given for a game that lacks it."""

    slug: str
    is_met: Callable[[Game], bool]


def is_high(contest: Contest) -> bool:
    """Return whether the highest hand wins, as with pairs, straights and flushes."""
    return TWO_PAIR in contest.ranking.categories and not contest.ranking.wins_low


def is_low_with_qualifier(contest: Contest) -> bool:
    """Return whether a low needs five different low ranks."""
    return bool(contest.ranking.low_ranks)


def is_low_with_pairs(contest: Contest) -> bool:
    """Return whether a pair can win the low."""
    return contest.ranking.wins_low and PAIR in contest.ranking.categories


def plays_exactly_two(contest: Contest) -> bool:
    """Return whether a high hand uses exactly two hole cards, a rule that players may forget."""
    return (
        is_high(contest) and contest.choice.tempting is not None and contest.choice.hole_count == 2
    )


def plays_any_five_with_board(contest: Contest) -> bool:
    return contest.choice is ANY_FIVE and bool(contest.boards)


def _some_contest(test: Callable[[Contest], bool]) -> Callable[[Game], bool]:
    return lambda game: any(map(test, game.contests))


SEVERAL_CONTESTS = Need("one-contest", lambda game: len(game.contests) > 1)
HIGH = Need("no-high", _some_contest(is_high))
QUALIFIER = Need("no-qualifier", _some_contest(is_low_with_qualifier))
LOW_ON_BOARD = Need(
    "no-low-on-board",
    lambda game: (
        bool(game.boards)
        and any(is_low_with_qualifier(contest) and contest.boards for contest in game.contests)
    ),
)
BOARD_PLAYS = Need(
    "no-board-plays",
    lambda game: bool(game.boards) and any(map(plays_any_five_with_board, game.contests)),
)
EXACTLY_TWO = Need("not-exactly-two", _some_contest(plays_exactly_two))
SPARE_CARDS = Need(
    "no-spare-cards",
    _some_contest(lambda contest: is_high(contest) and contest.choice is not ALL_OWN),
)
WHEEL_HIGH_AND_LOW = Need(
    "no-wheel-both-ways",
    lambda game: (
        any(map(is_high, game.contests))
        and any(contest.ranking in WHEEL_LOWS for contest in game.contests)
    ),
)
HALVES = Need("no-halves", lambda game: any(len(part) > 1 for part in game.parts))
TURN = Need("no-turn", lambda game: game.by_turn)
TWO_BOARDS = Need("one-board", lambda game: len(game.parts) > 1)
SEATS = Need("by-cards", lambda game: game.family is not Family.STUD)
STUD = Need("by-seat", lambda game: game.family is Family.STUD)
RULE_SETS_DIFFER = Need(
    "books-agree",
    lambda game: (
        len(game.contests) > 1
        or (game.family is Family.STUD and game.contests[0].choice is not ALL_OWN)
    ),
)
BADUGI = Need("no-badugi", _some_contest(lambda contest: contest.choice.plays_fewer))
ACE_HIGH = Need("no-ace-high-low", _some_contest(lambda contest: contest.ranking in ACE_HIGH_LOWS))
PAIRED_LOW = Need("no-paired-low", _some_contest(is_low_with_pairs))
