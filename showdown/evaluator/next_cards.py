"""The effects of the next card: lows that it makes or counterfeits, and scoops."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import Contest
from showdown.evaluator.rankings import NOT_QUALIFIED, Rank
from showdown.evaluator.spots import Spot

MAKES: Final = "makes"
COUNTERFEITS: Final = "counterfeits"
SCOOPS: Final = "scoops"

type EffectKind = Literal["makes", "counterfeits", "scoops"]


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of a card on a player's hand in a contest.

    `kind` is MAKES, COUNTERFEITS or SCOOPS. `contest` is empty for a scoop.
    """

    kind: EffectKind
    label: str
    contest: str = ""


@dataclass(frozen=True)
class NextCards:
    """The effects of each card that may come next in a spot with one board.

    A card *makes* a low for a hand that had none. It *counterfeits* a hand that had the best low,
    alone or tied, if it pairs a hole card that plays in this low and the hand's low is no longer
    the best. A hand *scoops* if it wins the whole pot whatever cards come later. Effects on lows
    are omitted if a hand is unknown.
    """

    spot: Spot

    def effects(self, card: Card, shares: Iterable[Fraction]) -> tuple[Effect, ...]:
        """Return the effects of the card, given each player's share after it."""
        scoops = (
            Effect(SCOOPS, label)
            for label, share in zip(self.spot.labels, shares, strict=True)
            if share == 1
        )
        return (*self._effects_by_rank.get(card.rank, ()), *scoops)

    @cached_property
    def _effects_by_rank(self) -> dict[int, tuple[Effect, ...]]:
        """Return the effects of each rank on the lows; suits don't matter for lows."""
        if not all(holding.is_known for holding in self.spot.holdings):
            return {}
        # In games with a board, all contests with a qualifier are lows.
        lows = [contest for contest in self.spot.game.contests if contest.has_qualifier]
        one_of_rank = {card.rank: card for card in self.spot.stub}
        return {
            rank: tuple(effect for low in lows for effect in self._low_effects(low, card))
            for rank, card in one_of_rank.items()
        }

    def _low_effects(self, low: Contest, card: Card) -> Iterator[Effect]:
        board = self.spot.boards[0]
        before = [_find_best(low, holding.cards, board) for holding in self.spot.holdings]
        after = [_find_best(low, holding.cards, (*board, card)) for holding in self.spot.holdings]
        best_before, best_after = (max(rank for rank, _ in hands) for hands in (before, after))
        for holding, (old, playing_ranks), (new, _) in zip(
            self.spot.holdings, before, after, strict=True
        ):
            if new and not old:
                yield Effect(MAKES, holding.label, low.name)
            elif old and old == best_before and new != best_after and card.rank in playing_ranks:
                yield Effect(COUNTERFEITS, holding.label, low.name)


def _find_best(contest: Contest, hole: Cards, board: Cards) -> tuple[Rank, frozenset[int]]:
    """Return the best rank of the hand with the board so far.

    Also return the card ranks of the hole cards that make it.
    """
    combinations = contest.choice.combinations(hole, board)
    ranked = ((contest.ranking.rank(cards), cards) for cards in combinations)
    rank, cards = max(ranked, default=(NOT_QUALIFIED, ()))
    return rank, frozenset(card.rank for card in cards if card in hole)
