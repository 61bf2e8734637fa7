"""Which compiled loop evaluates what: they are found by the whole shape of a contest.

A shape without a loop of its own is evaluated combination by combination, compiled where its
ranking has tables; without these the readable rules run over the arrays, slower and right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from showdown.bulk import tables
from showdown.bulk.sums import COUNTS, SumTables, sum_tables
from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import NOT_QUALIFIED, Rank

type CardNumbers = NDArray[np.uint8]
type Strengths = NDArray[np.uint16]
type PlayingCards = NDArray[np.uint16]


@dataclass(frozen=True)
class Dealt:
    """Flat arrays of deals of one game and number of players, and which board is played.

    `cards` are `width` for each deal: the hands in the order of seats, then the boards, of which
    the one that is played begins at place `board`.
    """

    cards: CardNumbers
    width: int
    board: int
    players: int

    @property
    def layout(self) -> tuple[CardNumbers, int, int, int]:
        """What every loop takes first."""
        return self.cards, self.width, self.board, self.players


class Loop(Protocol):
    """What evaluates some contests of one board at once.

    `evaluate` fills `out` with a strength for each deal, player and contest; `playing` says, for
    strengths found so, which cards play: bit i is the i-th of a player's hole cards and the board.
    """

    def evaluate(self, dealt: Dealt, out: Strengths) -> None: ...

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards: ...


class Shape(NamedTuple):
    """All that decides how a contest is evaluated: choice, cards, ranking, deck, qualifier."""

    choice: str
    hole: int
    board: int
    ranking: str
    deck: int
    least: Rank = NOT_QUALIFIED


type Contests = tuple[Contest, ...]


def shape_of(game: Game, contest: Contest, board: int) -> Shape:
    """The shape of a contest that plays a board of so many cards."""
    deck = len(game.deck)
    return Shape(
        *(contest.choice.name, game.hole, board, contest.ranking.name, deck, contest.least)
    )


def loops_for(game: Game, contests: Contests, board: int) -> list[tuple[Contests, Loop]]:
    """Loops for contests that play the same board of so many cards: one for all, or one for each.

    A contest that is compiled with others comes with them.
    """
    found = _makers(game, contests, board)
    return [(together, make(game, together, board)) for together, make in found]


def kernel_names(game: Game) -> dict[str, str]:
    """By contest, the name of the class that evaluates it: what benchmarks and tests report."""
    names: dict[str, str] = {}
    for contest in game.contests:
        together = tuple(each for each in game.contests if each.boards == contest.boards)
        for contests, make in _makers(game, together, _board(game, contest)):
            names |= {each.name: make.__name__ for each in contests}
    return names


def _board(game: Game, contest: Contest) -> int:
    return game.boards[contest.boards[0]] if game.boards and contest.boards else 0


def _makers(game: Game, contests: Contests, board: int) -> "list[tuple[Contests, Make]]":
    shapes = tuple(shape_of(game, contest, board) for contest in contests)
    if make := _compiled(contests, shapes):
        return [(contests, make)]
    return [
        ((contest,), _compiled((contest,), (shape,)) or _slower(contest))
        for contest, shape in zip(contests, shapes, strict=True)
    ]


def _compiled(contests: Contests, shapes: tuple[Shape, ...]) -> "Make | None":
    """The loop that was written for these contests together."""
    if len(contests) <= 2 and all(map(_is_told_by_sum, contests, shapes)):
        return Sums
    return _LOOPS.get(shapes)


def _is_told_by_sum(contest: Contest, shape: Shape) -> bool:
    """Whether the best five of all cards play: any of five to seven, or the player's own five."""
    if not contest.ranking.suits_matter_as_flush:
        return False
    if shape.choice == ANY_FIVE.name:
        return shape.hole + shape.board in COUNTS
    return (shape.choice, shape.hole, shape.board) == (ALL_OWN.name, 5, 0)


def _slower(contest: Contest) -> "Make":
    is_of_five = contest.ranking.suits_matter_as_flush and not contest.choice.plays_fewer
    return Combinations if is_of_five else Readable


@cache
def kernels() -> ModuleType:
    """The compiled loops. Imported here, late, because importing their compiler is slow."""
    from showdown.bulk import kernels  # noqa: PLC0415

    return kernels


@cache
def combinations_of(contest: Contest, hole: int, board: int) -> NDArray[np.int8]:
    """A contest's choices as places among hole cards and board, each filled with -1 to five.

    They are found by letting the choice choose from places instead of cards.
    """
    places = tuple(range(hole + board))
    chosen = list(contest.choice.combinations(places[:hole], places[hole:]))
    rows = np.full((len(chosen), max(5, *map(len, chosen))), -1, np.int8)
    for row, combination in zip(rows, chosen, strict=True):
        row[: len(combination)] = combination
    return rows


class Omaha:
    """Exactly two of four to six hole cards and three of a board of five: high, or high and low."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        high = contests[0]
        self._places = tuple(range(game.hole))
        self._tables = (
            tables.high_tables(high.choice, high.ranking),
            tables.omaha_flushes(high.ranking),
            tables.low_tables() if len(contests) == 2 else None,
        )
        self._rankings = [contest.ranking for contest in contests]
        self._combinations = combinations_of(high, game.hole, board)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        kernels().evaluate_omaha(*dealt.layout, self._places, *self._tables, out)

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        out = np.zeros_like(strengths)
        fives = tuple(map(tables.five_tables, self._rankings))
        kernels().omaha_playing(
            *(*dealt.layout, self._places),
            *(*self._tables, fives, self._combinations, strengths, out),
        )
        return out


class _ByCombination:
    """Finds the cards that play by trying every combination."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        self._hole = game.hole
        self._contest = contests[0]
        self._combinations = combinations_of(self._contest, game.hole, board)

    def _playing(
        self,
        dealt: Dealt,
        strengths: Strengths,
        strength_of: Callable[..., int],
        looked_up: tuple[object, ...],
    ) -> PlayingCards:
        out = np.zeros_like(strengths)
        kernels().playing(
            *(*dealt.layout, self._hole),
            *(self._combinations, strength_of, looked_up, strengths, out),
        )
        return out


class Sums(_ByCombination):
    """The best five of five to seven cards, by one ranking or two."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        super().__init__(game, contests, board)
        self._own, self._shared = tuple(range(game.hole)), tuple(range(board))
        self._contests = contests

    @cached_property
    def _tables(self) -> tuple[SumTables, SumTables | None]:
        count = len(self._own) + len(self._shared)
        first, *more = (sum_tables(each.ranking, count, each.least) for each in self._contests)
        return first, (more[0] if more else None)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        kernels().sums.evaluate(*dealt.layout, self._own, self._shared, *self._tables, out)

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        strength_of, step = kernels().strength_of_five, len(self._contests)
        out = np.empty_like(strengths)
        for place, contest in enumerate(self._contests):
            found = np.ascontiguousarray(strengths[place::step])
            five = tables.five_tables(contest.ranking)
            out[place::step] = self._playing(dealt, found, strength_of, five)
        return out


class Badugi(_ByCombination):
    """Any subset of the player's own cards, four or more of them."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        super().__init__(game, contests, board)
        self._fours = np.array(list(combinations(range(game.hole), 4)), np.uint8)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        badugi = tables.badugi_tables(self._contest.ranking)
        kernels().evaluate_badugi(
            *(dealt.cards, dealt.width, dealt.players, self._hole, self._fours, badugi, out)
        )

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        found = kernels().strength_of_badugi
        return self._playing(dealt, strengths, found, tables.badugi_tables(self._contest.ranking))


class Combinations(_ByCombination):
    """Every five cards of a choice, in a ranking in which suits matter only as a flush."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        super().__init__(game, contests, board)
        ranking = self._contest.ranking
        self._least = np.uint16(ranking.strength(self._contest.least))
        self._five = tables.five_tables(ranking)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        kernels().evaluate_combinations(
            *(*dealt.layout, self._hole, self._combinations, self._five, self._least, out)
        )

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        return self._playing(dealt, strengths, kernels().strength_of_five, self._five)


class Readable:
    """The readable rules, one hand at a time: for what nothing faster is known."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        self._hole, self._board = game.hole, board
        self._contest = contests[0]

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        contest = self._contest
        for place, (hole, board) in enumerate(self._hands(dealt)):
            best = max(map(contest.rank, contest.choice.combinations(hole, board)))
            out[place] = contest.ranking.strength(best)

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        ranking = self._contest.ranking
        out = np.zeros_like(strengths)
        for place, (hole, board) in enumerate(self._hands(dealt)):
            if strengths[place]:
                best = max(self._contest.choice.combinations(hole, board), key=ranking.rank)
                out[place] = sum(1 << (hole + board).index(card) for card in best)
        return out

    def _hands(self, dealt: Dealt) -> list[tuple[Cards, Cards]]:
        """Each player's hole cards and board, deal by deal."""
        rows = [
            tuple(DECK[number] for number in row)
            for row in dealt.cards.reshape(-1, dealt.width).tolist()
        ]
        starts = range(0, dealt.players * self._hole, self._hole)
        board = slice(dealt.board, dealt.board + self._board)
        return [(row[at : at + self._hole], row[board]) for row in rows for at in starts]


type Make = type[Omaha | Sums | Badugi | Combinations | Readable]

_FULL, _SHORT = 52, 36
_LOOPS: dict[tuple[Shape, ...], Make] = {
    (Shape("subset", hole, 0, ranking, _FULL),): Badugi
    for hole in (4, 5, 7)
    for ranking in ("badugi", "badugi, ace high")
}
for _hole in (4, 5, 6):
    _high = Shape("two and three", _hole, 5, "high", _FULL)
    _LOOPS[_high,] = Omaha
    _LOOPS[_high, _high._replace(ranking="eight or better")] = Omaha
_LOOPS[Shape("two and three", 4, 5, "high 6+", _SHORT),] = Omaha
