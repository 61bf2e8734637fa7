"""Find the compiled evaluator of a contest by its whole shape.

A shape without its own loop is evaluated combination by combination, compiled if its ranking has
tables; without these the readable rules run over the arrays, slowly.
"""

from typing import NamedTuple

from showdown.bulk.shapes.badugi import Badugi
from showdown.bulk.shapes.combinations import Combinations
from showdown.bulk.shapes.loop import Contests, Loop
from showdown.bulk.shapes.omaha import Omaha
from showdown.bulk.shapes.readable import Readable
from showdown.bulk.shapes.sums import Sums
from showdown.bulk.sums import COUNTS
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import NOT_QUALIFIED, Rank


class Shape(NamedTuple):
    """What determines an evaluator: choice, cards, ranking, deck and qualifier of a contest."""

    choice: str
    hole: int
    board: int
    ranking: str
    deck: int
    least: Rank = NOT_QUALIFIED


def shape_of(game: Game, contest: Contest, board: int) -> Shape:
    """Return the shape of a contest that plays a board of this many cards."""
    deck = len(game.deck)
    choice, ranking = contest.choice.name, contest.ranking.name
    return Shape(choice, game.hole, board, ranking, deck, contest.least)


def loops_for(game: Game, contests: Contests, board: int) -> list[tuple[Contests, Loop]]:
    """Return loops for contests with the same board: one for all, or one for each.

    A contest that is compiled with others comes with them.
    """
    makers = _makers(game, contests, board)
    return [(together, make(game, together, board)) for together, make in makers]


def kernel_names(game: Game) -> dict[str, str]:
    """Return the class name of the evaluator of each contest, for benchmarks and tests."""
    names: dict[str, str] = {}
    for contest in game.contests:
        together = tuple(other for other in game.contests if other.boards == contest.boards)
        for contests, make in _makers(game, together, _board(game, contest)):
            names |= {beside.name: make.__name__ for beside in contests}
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
    """Return the loop that evaluates these contests together."""
    if len(contests) <= 2 and all(map(_is_told_by_sum, contests, shapes)):
        return Sums
    return _LOOPS.get(shapes)


def _is_told_by_sum(contest: Contest, shape: Shape) -> bool:
    """Return whether the best five of five to seven cards, or the player's own five, play."""
    if not contest.ranking.suits_matter_as_flush:
        return False
    if shape.choice == ANY_FIVE.name:
        return shape.hole + shape.board in COUNTS
    return (shape.choice, shape.hole, shape.board) == (ALL_OWN.name, 5, 0)


def _slower(contest: Contest) -> "Make":
    is_of_five = contest.ranking.suits_matter_as_flush and not contest.choice.plays_fewer
    return Combinations if is_of_five else Readable


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
