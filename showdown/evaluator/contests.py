"""Find the made hands of each contest of a game, and its winners."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import Contest
from showdown.evaluator.rankings import NOT_QUALIFIED, Rank, Ranking


@dataclass(frozen=True, slots=True)
class MadeHand:
    """The best combination of a player in a contest.

    `cards` are the cards that play, in reading order. `hole` and `board` are the same cards
    separated by origin, in dealing order.
    """

    ranking: Ranking
    rank: Rank
    cards: Cards
    hole: Cards
    board: Cards

    @property
    def category(self) -> str:
        """Return the name of the category: `full house`, `7532A`."""
        return self.ranking.category(self.rank)

    @property
    def strength(self) -> int:
        """Return the rank as an integer: bigger is better, 1 is the worst."""
        return self.ranking.strength(self.rank)


type MadeHands = Mapping[str, MadeHand | None]
"""The made hands of one contest by label; None for a mucked hand, or one that doesn't qualify."""


class DecidedBy(StrEnum):
    """The reason for the result of a contest; `words.headlines` phrases it."""

    BEATS = "beats"
    """The best hand beats the others."""
    ALL_TIE = "all-tie"
    """All hands that qualify are equal."""
    ONLY_ONE_QUALIFIES = "only-one-qualifies"
    NOBODY_QUALIFIES = "nobody-qualifies"
    UNCONTESTED = "uncontested"
    """Only one hand competes."""


@dataclass(frozen=True, slots=True)
class ContestResult:
    """The winners of a contest, their hand, and the reason.

    `winners` is empty if no hand qualified. `best` is None in this case, or if the hands are not
    known. `beaten` is the best losing rank, empty if there is none.
    """

    contest: Contest
    winners: tuple[str, ...]
    best: MadeHand | None
    why: DecidedBy
    beaten: Rank = NOT_QUALIFIED

    @property
    def name(self) -> str:
        return self.contest.name

    @property
    def ranking(self) -> Ranking:
        return self.contest.ranking

    @property
    def rank(self) -> Rank:
        """Return the winning rank; empty if nobody qualified or the hands are not known."""
        return self.best.rank if self.best else NOT_QUALIFIED


def find_made_hands(deal: Deal, run: int = 0) -> dict[str, dict[str, MadeHand | None]]:
    """Return the made hands of this run of the boards, by contest and label."""
    return {
        contest.name: {hand.label: find_made_hand(deal, hand, contest, run) for hand in deal.hands}
        for contest in deal.game.contests
    }


def find_made_hand(deal: Deal, hand: Hand, contest: Contest, run: int = 0) -> MadeHand | None:
    """Return the best combination in this run; None if none qualifies or the hand is mucked.

    Of equal combinations, return the one with board cards instead of hole cards, then the one with
    the highest cards by suit: odd chips in stud depend on it.
    """
    if hand.is_mucked:
        return None
    hole, boards = deal.playable_cards(hand, run)
    best = contest.best_combination(hole, boards)
    return build_made_hand([card for card in chain(hole, *boards) if card in best], hand, contest)


def build_made_hand(cards: Sequence[Card], hand: Hand, contest: Contest) -> MadeHand | None:
    """Return the hand that these cards make, or None if they don't qualify."""
    cards = tuple(cards)
    rank, ranking = contest.rank(cards), contest.ranking
    if rank == NOT_QUALIFIED:
        return None
    return MadeHand(
        ranking=ranking,
        rank=rank,
        cards=ranking.arrange(cards),
        hole=tuple([card for card in cards if card in hand.cards]),
        board=tuple([card for card in cards if card not in hand.cards]),
    )


def rank_combinations(hand: Hand, boards: tuple[Cards, ...], contest: Contest) -> list[MadeHand]:
    """Return every combination of the hand that qualifies for the contest, the best first."""
    combinations = contest.combinations(hand.cards, boards)
    made = (build_made_hand(cards, hand, contest) for cards in combinations)
    return sorted((hand for hand in made if hand), key=lambda hand: hand.rank, reverse=True)


def decide_contest(contest: Contest, made: MadeHands, competing: Iterable[str]) -> ContestResult:
    """Return the result of the contest among these labels, with the winners in the same order."""
    labels = tuple(competing)
    ranks = {label: hand.rank for label in labels if (hand := made[label])}
    best = max(ranks.values(), default=NOT_QUALIFIED)
    winners = tuple([label for label in ranks if ranks[label] == best])
    beaten = max([rank for rank in ranks.values() if rank != best], default=NOT_QUALIFIED)
    why = DecidedBy.ALL_TIE if len(winners) > 1 else DecidedBy.ONLY_ONE_QUALIFIES
    if not winners:
        why = DecidedBy.NOBODY_QUALIFIES
    elif len(labels) == 1:
        why = DecidedBy.UNCONTESTED
    elif beaten:
        why = DecidedBy.BEATS
    return ContestResult(contest, winners, made[winners[0]] if winners else None, why, beaten)


def build_result_without_hands(contest: Contest, winners: tuple[str, ...]) -> ContestResult:
    """Return a result with these winners when their hands are not known."""
    why = DecidedBy.BEATS if winners else DecidedBy.NOBODY_QUALIFIES
    return ContestResult(contest, winners, None, why)
