"""The words for rankings, choices and kinds of contests.

Importing this module raises KeyError if words are missing for a game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE, Choice
from showdown.evaluator.games import GAMES, Contest, Game
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    HIGH_CATEGORIES,
    POINTS,
    SHORT_DECK_HIGH,
    Rank,
    Ranking,
    negate,
)

CARDS = "cards"
"""The category of hands that are named by their cards, such as `7-5-3-2-A`."""


class CategoryAndRanks(NamedTuple):
    """The category and card ranks (deuce 0, ace 12) of a hand, in the order of comparison."""

    category: str
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingWords:
    """The words for a ranking.

    `rules` states which hand wins. `read` returns the category and ranks of a rank; by default, the
    category only, which is formatted with `noun`. `is_plural` selects the form of the verb *beat*.
    If `has_royal_flush`, an ace-high straight flush is called a royal flush.
    """

    rules: str
    read: Callable[[Ranking, Rank], CategoryAndRanks] = lambda ranking, rank: CategoryAndRanks(
        ranking.category(rank), ()
    )
    noun: str = "{}"
    is_plural: bool = False
    has_royal_flush: bool = True


class ContestWords(NamedTuple):
    """A contest's name (`the draw`), and a phrase for the hands in it (`in the draw`)."""

    name: str
    within: str

    @property
    def bare(self) -> str:
        """Return the name without its article, as it follows *no*."""
        return self.name.removeprefix("the ")


def _count_from_deuce(ranks: Rank) -> tuple[int, ...]:
    """Convert negated ranks counted from the ace to ranks counted from the deuce."""
    return tuple((-rank - 1) % 13 for rank in ranks)


def _read_category_or_cards(rank: Rank, ranks: tuple[int, ...]) -> CategoryAndRanks:
    return CategoryAndRanks(HIGH_CATEGORIES[-rank[0]] if rank[0] else CARDS, ranks)


def _read_high(ranking: Ranking, rank: Rank) -> CategoryAndRanks:
    return CategoryAndRanks(ranking.categories[rank[0]], rank[1:])


_BADUGI_RULES = (
    "more cards beat fewer; hands of equal size are compared from the highest card down, and the"
    " lower wins"
)

RANKINGS = {
    HIGH: RankingWords(rules="the best hand wins", read=_read_high),
    SHORT_DECK_HIGH: RankingWords(
        rules=(
            "the best hand wins; a flush beats a full house, and A-6-7-8-9 is the lowest straight"
        ),
        read=_read_high,
    ),
    EIGHT_OR_BETTER: RankingWords(
        rules=(
            "the lowest hand of five different ranks, all eight or lower, wins; the ace is low, and"
            " straights and flushes don't count"
        ),
        read=lambda _, rank: CategoryAndRanks(CARDS, _count_from_deuce(rank)),
    ),
    ACE_TO_FIVE: RankingWords(
        rules=(
            "the lowest hand wins; the ace is low, straights and flushes don't count, and pairs"
            " count against you"
        ),
        read=lambda _, rank: _read_category_or_cards(rank, _count_from_deuce(rank[1:])),
    ),
    DEUCE_TO_SEVEN: RankingWords(
        rules=(
            "the lowest hand wins; the ace is high, and straights, flushes and pairs count against"
            " you"
        ),
        read=lambda _, rank: _read_category_or_cards(rank, negate(rank[1:])),
    ),
    BADUGI: RankingWords(
        rules=f"{_BADUGI_RULES}; the ace is low",
        read=lambda ranking, rank: CategoryAndRanks(
            ranking.category(rank), _count_from_deuce(rank[1:])
        ),
    ),
    BADUGI_ACE_HIGH: RankingWords(
        rules=f"{_BADUGI_RULES}; the ace is high",
        read=lambda ranking, rank: CategoryAndRanks(ranking.category(rank), negate(rank[1:])),
    ),
    POINTS: RankingWords(
        rules=(
            "the most points win: an ace counts 1, a face card nothing, any other card its number"
        ),
        is_plural=True,
    ),
}

CHOICES: dict[Choice, str] = {
    TWO_AND_THREE: "exactly two hole cards play with exactly three board cards",
    ANY_FIVE: "the best five of {cards} cards play",
    ALL_OWN: "the player's own five cards play",
    SUBSET: "up to four cards of different ranks and suits play",
}
"""The cards that play, by choice; `cards` is the number of cards in hand and on the board."""

CONTESTS = {
    "high": ContestWords("high", "for high"),
    "low": ContestWords("low", "for low"),
    "badugi": ContestWords("badugi", "for badugi"),
    "draw": ContestWords("the draw", "in the draw"),
    "omaha": ContestWords("Omaha", "in Omaha"),
    "points": ContestWords("points", "for points"),
}
"""The words for each kind of contest."""


def contest_words(game: Game, contest: Contest) -> ContestWords:
    """Return the words for a contest, or for its board if the board has no other contest."""
    if (
        contest.has_board_in_name
        and sum(other.boards == contest.boards for other in game.contests) == 1
    ):
        board = f"board {contest.boards[0] + 1}"
        return ContestWords(board, f"on {board}")
    return contest_words_with_board(contest)


def contest_words_with_board(contest: Contest) -> ContestWords:
    """Return the words for a contest, with its board if other boards have the same kind."""
    words = CONTESTS[contest.kind]
    if not contest.has_board_in_name:
        return words
    board = f"board {contest.boards[0] + 1}"
    return ContestWords(f"{words.name} on {board}", f"{words.within} on {board}")


def require_words(games: Iterable[Game]) -> None:
    """Raise KeyError for the first ranking, choice or kind of contest without words."""
    for game in games:
        for contest in game.contests:
            ranking, choice, kind = contest.ranking, contest.choice, contest.kind
            if ranking not in RANKINGS:
                raise KeyError(f"{game}: the ranking “{ranking.name}” has no words")
            if choice not in CHOICES:
                raise KeyError(f"{game}: the choice “{choice.name}” has no words")
            if kind not in CONTESTS:
                raise KeyError(f"{game}: the contest “{kind}” has no words")


require_words(GAMES.values())
