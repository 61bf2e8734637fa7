"""Reasons why a tempting answer is wrong, as data. `words.temptations` phrases them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.contests import MadeHand
from showdown.evaluator.deals import Hand
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import (
    FLUSH,
    NOT_QUALIFIED,
    STRAIGHT_FLUSH,
    Rank,
    Ranking,
    count_from_ace,
)
from showdown.evaluator.settlement import Settlement


@dataclass(frozen=True, slots=True)
class ForbiddenCombination:
    """A better hand of `hole_count` hole and `board_count` board cards, which the game forbids.

    `made` is the rank that plays instead, or empty if no hand qualifies.
    """

    ranking: Ranking
    rank: Rank
    hole_count: int
    board_count: int
    made: Rank


@dataclass(frozen=True, slots=True)
class FlushCards:
    """Numbers of cards of a suit in hand and on the board, too few on one side for a flush."""

    suit: int
    hole_count: int
    board_count: int


@dataclass(frozen=True, slots=True)
class CounterfeitedRanks:
    """Low ranks in hand that don't count because they are also on the board, so no low is made."""

    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LowCards:
    """Numbers of low ranks in hand and on the board, too few on one side for a low."""

    hole_count: int
    board_count: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """A card that does not play because a card that plays has its suit or its rank."""

    card: Card
    rival: Card


type Refutation = ForbiddenCombination | FlushCards | CounterfeitedRanks | LowCards | Conflict


class Temptation(NamedTuple):
    """The reason why an answer that tempts a player is wrong, and the contest concerned.

    `cards` are the hand that the player has in mind, or the cards that make the answer wrong, in
    reading order.
    """

    game: Game
    contest: Contest
    refutation: Refutation
    cards: Cards = ()


type _RefutedCards = tuple[Refutation, Cards]


def find_temptations(settlement: Settlement, label: str) -> tuple[Temptation, ...]:
    """Return tempting answers for this player, with the reasons why they are wrong."""
    player = settlement.player(label)
    game, deal = settlement.game, settlement.deal
    if player.hand.is_mucked:
        return ()
    temptations = []
    for contest in game.contests:
        refuted: Iterable[_RefutedCards] = ()
        made = player.made[contest.name]
        if contest.choice.plays_fewer:
            refuted = _find_conflicts(contest, player.hand, made)
        elif contest.choice.tempting_choice and len(contest.boards) == 1:
            board = deal.boards[contest.boards[0]]
            refute = _refute_low if contest.ranking.wins_low else _refute_high
            refuted = refute(player.hand, board, contest, made)
        temptations += [
            Temptation(game, contest, refutation, contest.ranking.arrange(cards))
            for refutation, cards in refuted
        ]
    return tuple(temptations)


def _find_most_tempting(contest: Contest, hand: Hand, board: Cards) -> Cards:
    """Return the best hand of a player who forgets how many hole cards must play.

    Of equal hands, return the one whose number of hole cards is closest to the legal number.
    """
    ranking, choice = contest.ranking, contest.choice.tempting_choice or contest.choice
    hole, board = contest.sort_highest_first(hand.cards), contest.sort_highest_first(board)
    combinations = [*choice.combinations(hole, board)]
    ranks = [*map(ranking.rank, combinations)]
    best = max(ranks)
    equals = (cards for cards, rank in zip(combinations, ranks, strict=True) if rank == best)
    return min(equals, key=lambda cards: abs(_count_own(hand, cards) - contest.choice.hole_count))


def _refute_high(
    hand: Hand, board: Cards, contest: Contest, made: MadeHand | None
) -> Iterator[_RefutedCards]:
    """Yield the reason against the most tempting hand if its category beats the correct hand's."""
    ranking, tempting = contest.ranking, _find_most_tempting(contest, hand, board)
    rank = contest.rank(tempting)
    if rank == NOT_QUALIFIED:
        return
    category = ranking.category_of(rank)
    correct_category = ranking.category_of(made.rank) if made else -1
    if category <= correct_category:
        return
    is_flush = ranking.categories[category] in (FLUSH, STRAIGHT_FLUSH)
    if is_flush and correct_category < ranking.categories.index(FLUSH):
        suit = tempting[0].suit
        flush = FlushCards(suit, _count_suit(hand.cards, suit), _count_suit(board, suit))
        yield flush, tempting
    else:
        yield _build_forbidden_combination(contest, hand, tempting, made), tempting


def _refute_low(
    hand: Hand, board: Cards, contest: Contest, made: MadeHand | None
) -> Iterator[_RefutedCards]:
    """Yield the reason why there is no low, or no better one, if a low is tempting."""
    ranking, choice = contest.ranking, contest.choice
    own, shared = _find_low_ranks(hand.cards, ranking), _find_low_ranks(board, ranking)
    lacks_low_cards = bool(ranking.low_ranks) and (
        len(own) < choice.hole_count or len(shared) < choice.board_count
    )
    shared_ranks = tuple(rank for rank in own if rank in shared)
    best = contest.best_with(hand.cards, [board]) if shared_ranks and not made else ()
    if best and not lacks_low_cards and ranking.rank(best) == NOT_QUALIFIED:
        cards = tuple(card for card in hand.cards + board if card.rank in shared_ranks)
        yield CounterfeitedRanks(shared_ranks), cards
        return
    tempting = _find_most_tempting(contest, hand, board)
    rank = contest.rank(tempting)
    if rank == NOT_QUALIFIED or (made and rank <= made.rank):
        return
    if lacks_low_cards:
        yield LowCards(len(own), len(shared)), tempting
    else:
        yield _build_forbidden_combination(contest, hand, tempting, made), tempting


def _build_forbidden_combination(
    contest: Contest, hand: Hand, tempting: Cards, made: MadeHand | None
) -> ForbiddenCombination:
    ranking, correct_rank = contest.ranking, made.rank if made else NOT_QUALIFIED
    hole_count = _count_own(hand, tempting)
    return ForbiddenCombination(
        ranking, ranking.rank(tempting), hole_count, len(tempting) - hole_count, correct_rank
    )


def _count_own(hand: Hand, cards: Cards) -> int:
    return sum(card in hand.cards for card in cards)


def _count_suit(cards: Cards, suit: int) -> int:
    return sum(card.suit == suit for card in cards)


def _find_low_ranks(cards: Cards, ranking: Ranking) -> list[int]:
    """Return the different ranks among the cards that may be in a low, the ace first."""
    return sorted({card.rank for card in cards} & ranking.low_ranks, key=count_from_ace)


def _find_conflicts(contest: Contest, hand: Hand, made: MadeHand | None) -> Iterator[_RefutedCards]:
    """Yield a conflict for each card that doesn't play and each playing card that rules it out."""
    playing = made.cards if made else ()
    for card in contest.sort_highest_first(hand.cards):
        if card not in playing:
            for rival in playing:
                if rival.suit == card.suit or rival.rank == card.rank:
                    yield Conflict(card, rival), (card, rival)
