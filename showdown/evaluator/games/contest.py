"""Types that define a game: its dealing, its contests, and the parts of the pot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, count

from showdown.evaluator.cards import DECK, Card, Cards
from showdown.evaluator.choices import Choice
from showdown.evaluator.rankings import NOT_QUALIFIED, WEIGHTS, Rank, Ranking


@dataclass(frozen=True, slots=True)
class Contest:
    """One competition between hands: the ranking, and the cards that may play.

    `kind` is `high`, `low`, `draw`, … `boards` are the indices of the game's boards that may play;
    a hand plays one of them. If `boards` is empty, no board plays. The `name` is the kind; if
    `has_board_in_name`, the game has contests of this kind for several boards, so the name includes
    the board: `high of board 2`. A hand below `min_rank` does not qualify.
    """

    kind: str
    ranking: Ranking
    choice: Choice
    boards: tuple[int, ...] = (0,)
    min_rank: Rank = NOT_QUALIFIED
    has_board_in_name: bool = False
    name: str = field(init=False)

    def __post_init__(self) -> None:
        name = f"{self.kind} of board {self.boards[0] + 1}" if self.has_board_in_name else self.kind
        object.__setattr__(self, "name", name)

    @property
    def has_qualifier(self) -> bool:
        """Return whether even a player's best combination may fail to qualify."""
        return self.ranking.has_qualifier or self.min_rank != NOT_QUALIFIED

    def combinations(self, hole: Cards, boards: tuple[Cards, ...]) -> Iterator[Cards]:
        """Yield the combinations that a player may play, given all boards of the deal.

        The cards are sorted before they are combined, so the result doesn't depend on the order of
        the input. Of combinations that tie, the first plays: a board card comes before an equal
        hole card, and the highest suit first.
        """
        ordered = map(self.sort_highest_first, self.select_boards(boards))
        return self._combinations_with(self.sort_highest_first(hole), [*ordered])

    def best_combination(self, hole: Cards, boards: tuple[Cards, ...]) -> Cards:
        """Return the best combination of a player, given all boards of the deal."""
        return self.best_with(hole, self.select_boards(boards))

    def best_with(self, hole: Cards, boards: Sequence[Cards]) -> Cards:
        """Return the best combination with any of these boards, whether it qualifies or not."""
        hole, boards = self.sort_highest_first(hole), [*map(self.sort_highest_first, boards)]
        combinations = [*self._combinations_with(hole, boards)]
        if len(combinations) == 1:
            return combinations[0]
        ranking = self.ranking
        if not ranking.only_flushes_use_suits or self._may_play_flush(hole, boards):
            return max(combinations, key=ranking.rank)
        # Only ranks count, and `rank_of_weight` caches the rank of each sum of their weights.
        hole_weights = _list_weights(hole)
        sums = (self.choice.sums(hole_weights, _list_weights(board)) for board in boards)
        ranks = [*map(ranking.rank_of_weight, chain.from_iterable(sums))]
        return combinations[ranks.index(max(ranks))]

    def _combinations_with(self, hole: Cards, boards: Sequence[Cards]) -> Iterator[Cards]:
        return chain.from_iterable(self.choice.combinations(hole, board) for board in boards)

    def sort_highest_first(self, cards: Cards) -> Cards:
        """Sort cards from the highest to the lowest in the contest's ranking, then by suit."""
        return tuple(sorted(cards, key=self.ranking.card_order.__getitem__, reverse=True))

    def _may_play_flush(self, hole: Cards, boards: Sequence[Cards]) -> bool:
        """Return whether some combination may have five cards of one suit."""
        suits = [card[1] for card in chain(hole, *boards)]
        return any(
            suits.count(suit) >= 5
            and any(
                any(self.choice.combinations(_select_suit(suit, hole), _select_suit(suit, board)))
                for board in boards
            )
            for suit in range(4)
        )

    def select_boards(self, boards: tuple[Cards, ...]) -> list[Cards]:
        """Return the boards of the deal that may play; a single empty one if none may."""
        return [boards[index] for index in self.boards if index < len(boards)] or [()]

    def rank(self, cards: Cards) -> Rank:
        """Return the rank of a combination, empty if it does not qualify."""
        rank = self.ranking.rank(cards)
        return rank if rank >= self.min_rank else NOT_QUALIFIED


def _list_weights(cards: Cards) -> tuple[int, ...]:
    return tuple([WEIGHTS[card[0]] for card in cards])


def _select_suit(suit: int, cards: Cards) -> Cards:
    return tuple([card for card in cards if card[1] == suit])


class Family(StrEnum):
    """The way a game is dealt, which decides the order in which tied players take odd chips."""

    BOARD = "board"
    DRAW = "draw"
    STUD = "stud"


type Part = tuple[Contest, ...]
type PartIndices = tuple[tuple[int, ...], ...]
"""The parts of a pot, each as the indices of its contests."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Game:
    """The rules of one game.

    `number` identifies the game in stored records, and is never reused. `hole` is the number of a
    player's own cards, and `boards` contains the number of cards of each board. A pot is divided
    among `parts`, and each part among its contests; `part_indices` are the parts as indices of
    `contests`. Odd chips go to the first part and contest. If `by_turn`, some rule sets give them
    to the contest whose winner comes first in turn instead. If a stud game runs out of cards, the
    last card is shared: each hand has one card fewer, and the shared card is the board.
    """

    number: int
    slug: str
    name: str
    family: Family
    hole: int
    players: range
    parts: tuple[Part, ...]
    boards: tuple[int, ...] = ()
    deck: Cards = DECK
    aliases: tuple[str, ...] = ()
    x_is_ten: bool = False  # the ten may also be written X
    by_turn: bool = False
    contests: tuple[Contest, ...] = field(init=False)
    part_indices: PartIndices = field(init=False)
    deck_set: frozenset[Card] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "contests", tuple(chain.from_iterable(self.parts)))
        numbers = count()
        indices = tuple(tuple(next(numbers) for _ in part) for part in self.parts)
        object.__setattr__(self, "part_indices", indices)
        object.__setattr__(self, "deck_set", frozenset(self.deck))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    @property
    def board(self) -> int:
        """Return the number of cards on all boards together."""
        return sum(self.boards)

    @property
    def may_share_last_card(self) -> bool:
        return self.family is Family.STUD and self.hole * self.players[-1] > len(self.deck)

    @property
    def has_draw(self) -> bool:
        """Return whether players may discard cards and draw others."""
        plays_own_cards = any(not contest.boards for contest in self.contests)
        return self.family is Family.DRAW or (self.family is Family.BOARD and plays_own_cards)
