"""Find patterns of cards in a settlement. Each function yields a Match for every occurrence."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from showdown.evaluator.cards import ACE, RANKS, Card, Cards
from showdown.evaluator.contests import ContestResult, MadeHand, MadeHands, decide
from showdown.evaluator.games import Contest
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    FLUSH,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    NOT_QUALIFIED,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Rank,
    Ranking,
)
from showdown.evaluator.reasons import Why
from showdown.evaluator.settlement import Settlement
from showdown.trainer.needs import (
    ACE_HIGH_LOWS,
    WHEEL_LOWS,
    is_high,
    is_low_with_pairs,
    is_low_with_qualifier,
    plays_any_five_with_board,
    plays_exactly_two,
)

_DEUCE = RANKS.index("2")
_WHEEL = frozenset((ACE, 0, 1, 2, 3))
SETS = {PAIR: 1, TWO_PAIR: 2, THREE_OF_A_KIND: 1, FOUR_OF_A_KIND: 1}
"""Number of ranks that make the hand, by category; the other cards are kickers."""


class Match(NamedTuple):
    """A player's hand in a contest."""

    label: str
    contest: str


type Matches = Iterator[Match]


def _results(settlement: Settlement) -> Iterator[tuple[Contest, ContestResult, MadeHands]]:
    run = settlement.runs[0]
    for result in run.contests:
        yield result.contest, result, run.made[result.name]


def _boards(settlement: Settlement, contest: Contest) -> list[Cards]:
    return contest.boards_of(settlement.deal.boards)


def _hole(settlement: Settlement, label: str) -> Cards:
    return settlement.player(label).hand.cards


def _ranks(cards: Cards) -> list[int]:
    return sorted(card.rank for card in cards)


def _low_ranks(cards: Cards, contest: Contest) -> set[int]:
    return {card.rank for card in cards} & contest.ranking.low_ranks


def _lost_lows(settlement: Settlement) -> Iterator[tuple[Contest, str]]:
    """Yield the players who lose a low that is made with a board and that somebody wins."""
    for contest, result, _ in _results(settlement):
        is_on_board = settlement.game.boards and contest.boards
        if is_on_board and is_low_with_qualifier(contest) and result.winners:
            for label in settlement.competing:
                if label not in result.winners:
                    yield contest, label


def _made(
    settlement: Settlement, fits: Callable[[Contest], object]
) -> Iterator[tuple[Contest, str, MadeHand]]:
    """Yield what each player makes in the contests that fit."""
    for contest, _, made in _results(settlement):
        if fits(contest):
            for label in settlement.competing:
                if hand := made[label]:
                    yield contest, label, hand


def counterfeited_low(settlement: Settlement) -> Matches:
    """A low rank in the losing hand is paired by the board."""
    for contest, label in _lost_lows(settlement):
        own = _low_ranks(_hole(settlement, label), contest)
        shared = [_low_ranks(board, contest) for board in _boards(settlement, contest)]
        if any(len(own) > 1 and len(low) > 2 and own & low for low in shared):
            yield Match(label, contest.name)


def best_looking_low_loses(settlement: Settlement) -> Matches:
    """A hand with an ace and a deuce loses the low."""
    for contest, label in _lost_lows(settlement):
        if {ACE, _DEUCE} <= {card.rank for card in _hole(settlement, label)}:
            yield Match(label, contest.name)


def no_low(settlement: Settlement) -> Matches:
    """Nobody qualifies for a low."""
    for contest, result, _ in _results(settlement):
        if is_low_with_qualifier(contest) and not result.winners:
            yield Match(settlement.competing[0], contest.name)


def played_the_board(settlement: Settlement) -> Matches:
    """A player's best five are worth no more than the board."""
    if settlement.game.boards:
        for contest, label, hand in _made(settlement, plays_any_five_with_board):
            if hand.rank == contest.rank(_boards(settlement, contest)[0]):
                yield Match(label, contest.name)


def two_breaks_flush(settlement: Settlement) -> Matches:
    yield from _two_breaks(settlement, (FLUSH, STRAIGHT_FLUSH))


def two_breaks_straight(settlement: Settlement) -> Matches:
    yield from _two_breaks(settlement, (STRAIGHT,))


def _two_breaks(settlement: Settlement, categories: tuple[str, ...]) -> Matches:
    """Any five cards would make one of these categories; exactly two and three make less."""
    for contest, label, hand in _made(settlement, plays_exactly_two):
        ranking = contest.ranking
        made = ranking.category_of(hand.rank)
        if made >= max(map(ranking.categories.index, categories)):
            continue
        tempting = replace(contest, choice=contest.choice.tempting or contest.choice)
        best = tempting.best_combination(_hole(settlement, label), settlement.deal.boards)
        rank = ranking.rank(best)
        if ranking.category_of(rank) > made and ranking.category(rank) in categories:
            yield Match(label, contest.name)


def three_pair(settlement: Settlement) -> Matches:
    """There are three pairs among the cards, of which two play."""
    for contest, label, hand in _made(settlement, is_high):
        if hand.category == TWO_PAIR and _has_three_pairs(settlement, contest, label):
            yield Match(label, contest.name)


def _has_three_pairs(settlement: Settlement, contest: Contest, label: str) -> bool:
    for board in _boards(settlement, contest):
        ranks = _ranks(_hole(settlement, label) + board)
        if sum(ranks.count(rank) > 1 for rank in set(ranks)) > 2:
            return True
    return False


def kicker_decides(settlement: Settlement) -> Matches:
    """Two hands have the same pair, two pair, trips or quads; the kicker decides."""
    for contest, result, _ in _results(settlement):
        reason = result.reason
        if is_high(contest) and reason.why is Why.BEATS and reason.beaten:
            best, beaten = (contest.ranking.category(rank) for rank in (reason.best, reason.beaten))
            if best == beaten and reason.place > SETS.get(best, len(reason.best)):
                yield Match(result.winners[0], contest.name)


def kicker_does_not_play(settlement: Settlement) -> Matches:
    """Players tie though one holds the higher card."""
    for contest, result, made in _results(settlement):
        if len(result.winners) > 1 and is_high(contest) and _has_spare(settlement, contest):
            first = made[result.winners[0]]
            if first and (first.category == HIGH_CARD or first.category in SETS):
                holes = {tuple(_ranks(_hole(settlement, label))) for label in result.winners}
                if len(holes) > 1:
                    yield Match(result.winners[0], contest.name)


def _has_spare(settlement: Settlement, contest: Contest) -> bool:
    return any(settlement.game.hole + len(board) > 5 for board in _boards(settlement, contest))


def tie_but_for_suits(settlement: Settlement) -> Matches:
    """Players tie with the same ranks in other suits."""
    for contest, result, _ in _results(settlement):
        if len(result.winners) > 1:
            first, *others = (_best_cards(settlement, contest, label) for label in result.winners)
            if any(first.isdisjoint(cards) and _some_ranks(first, cards) for cards in others):
                yield Match(result.winners[0], contest.name)


def _best_cards(settlement: Settlement, contest: Contest, label: str) -> set[frozenset[Card]]:
    hole, boards = _hole(settlement, label), settlement.deal.boards
    return {frozenset(cards) for cards in best_combinations(contest, hole, boards)}


def _some_ranks(some: set[frozenset[Card]], others: set[frozenset[Card]]) -> bool:
    """Return whether the two sets of combinations share a set of ranks."""
    ranks = [{tuple(_ranks(tuple(cards))) for cards in every} for every in (some, others)]
    return not ranks[0].isdisjoint(ranks[1])


def wheel_both_ways(settlement: Settlement) -> Matches:
    """A player has A-2-3-4-5 as a straight and as a low."""
    for label in settlement.competing:
        wheels = [
            contest
            for contest, _, made in _results(settlement)
            if (hand := made[label]) and frozenset(card.rank for card in hand.cards) == _WHEEL
        ]
        lows = [contest for contest in wheels if contest.ranking in WHEEL_LOWS]
        if lows and any(map(is_high, wheels)):
            yield Match(label, lows[0].name)


def greedy_badugi(settlement: Settlement) -> Matches:
    """Taking the lowest fitting card each time makes a smaller badugi."""
    for contest, label, hand in _made(settlement, lambda contest: contest.choice.plays_fewer):
        if len(greedily(_hole(settlement, label), contest.ranking)) < len(hand.cards):
            yield Match(label, contest.name)


def greedily(cards: Cards, ranking: Ranking) -> Cards:
    """Take every card, from the lowest up, whose rank and suit are still free."""
    lowest = 0 if ranking in ACE_HIGH_LOWS else ACE
    taken: list[Card] = []
    for card in sorted(cards, key=lambda card: ((card.rank - lowest) % 13, card.suit)):
        if all(card.rank != other.rank and card.suit != other.suit for other in taken):
            taken.append(card)
    return tuple(taken)


def best_combinations(contest: Contest, hole: Cards, boards: tuple[Cards, ...]) -> list[Cards]:
    """Return every combination that is as strong as the best."""
    every = [*contest.combinations(hole, boards)]
    ranks = [contest.rank(cards) for cards in every]
    best = max(ranks)
    return [cards for cards, rank in zip(every, ranks, strict=True) if rank == best]


def ace_is_high(settlement: Settlement) -> Matches:
    """A player would win if the ace were low, but it is high."""
    for contest, result, _ in _results(settlement):
        if contest.ranking in ACE_HIGH_LOWS:
            other = replace(contest, ranking=with_other_ace(contest.ranking))
            made = _made_by(settlement, other)
            for label in decide(other, made, settlement.competing).winners:
                if label not in result.winners:
                    yield Match(label, contest.name)


def _made_by(settlement: Settlement, contest: Contest) -> dict[str, MadeHand | None]:
    boards = settlement.deal.boards
    made: dict[str, MadeHand | None] = {}
    for label in settlement.competing:
        cards = contest.best_combination(_hole(settlement, label), boards)
        made[label] = MadeHand(contest.ranking, contest.rank(cards), cards, cards, ())
    return made


def paired_low_wins(settlement: Settlement) -> Matches:
    """The best low has a pair."""
    for contest, result, _ in _results(settlement):
        best = result.best
        if best and is_low_with_pairs(contest):
            ranks = _ranks(best.cards)
            if len(set(ranks)) < len(ranks):
                yield Match(result.winners[0], contest.name)


_TURNS = {DEUCE_TO_SEVEN: 1, ACE_TO_FIVE: -1}
"""How far ranks are rotated so that the ace changes ends and the order of the others stays."""
_COUNTERPARTS = {BADUGI: BADUGI_ACE_HIGH, BADUGI_ACE_HIGH: BADUGI}


@cache
def with_other_ace(ranking: Ranking) -> Ranking:
    """Return the ranking with the ace at the other end.

    A high ace does not qualify for eight or better. Rankings in which high cards win stay the same.
    """
    if ranking in _COUNTERPARTS:
        return _COUNTERPARTS[ranking]
    if ranking is EIGHT_OR_BETTER:
        return replace(ranking, rank=_without_aces, suits_matter_as_flush=False)
    if ranking not in _TURNS:
        return ranking
    turn = _TURNS[ranking]

    def rank(cards: Cards) -> Rank:
        return ranking.rank(tuple(Card((card[0] + turn) % 13, card[1]) for card in cards))

    return replace(ranking, rank=rank, suits_matter_as_flush=False)


def _without_aces(cards: Cards) -> Rank:
    return NOT_QUALIFIED if any(card[0] == ACE for card in cards) else EIGHT_OR_BETTER.rank(cards)
