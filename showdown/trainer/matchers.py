"""Find patterns of cards among the hands of a showdown.

Each matcher yields a Match for every occurrence. Matchers need only the cards and the strengths of
the hands, so they apply to settlements and to unsettled deals with strengths from `bulk`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from typing import NamedTuple

from showdown.evaluator.cards import ACE, RANKS, Card, Cards, parse_cards
from showdown.evaluator.deals import Hand
from showdown.evaluator.divide import shares
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
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
_WHEELS = (parse_cards("5h4h3h2hAs"), parse_cards("5h4h3h2hAh"))
"""A wheel as a straight, and as a straight flush."""
SETS = {PAIR: 1, TWO_PAIR: 2, THREE_OF_A_KIND: 1, FOUR_OF_A_KIND: 1}
"""Number of ranks that form the hand, by category; the other cards are kickers."""

_shares = lru_cache(maxsize=4096)(shares)


class Match(NamedTuple):
    """A player's hand in a contest."""

    label: str
    contest: str


type Matches = Iterator[Match]


class ContestStrengths(NamedTuple):
    """A contest, the strength of each seat in it (0 does not qualify), and the winning seats."""

    contest: Contest
    strengths: Sequence[int]
    winners: Sequence[int]

    def category(self, seat: int) -> str:
        """Return the category of the seat's hand, which must qualify."""
        ranking = self.contest.ranking
        return ranking.categories[ranking.category_of_strength[self.strengths[seat] - 1]]


@dataclass(frozen=True)
class Showing:
    """The competing hands at a showdown, and the strength of each in every contest."""

    game: Game
    hands: tuple[Hand, ...]
    boards: tuple[Cards, ...]
    strengths: Sequence[Sequence[int]]

    @classmethod
    def from_settlement(cls, settlement: Settlement) -> "Showing":
        competing = [player for player in settlement.players if player.competes]
        strengths = [
            [made.strength if made else 0 for made in player.made.values()] for player in competing
        ]
        hands = tuple(player.hand for player in competing)
        return cls(settlement.game, hands, settlement.deal.boards, strengths)

    @cached_property
    def contests(self) -> list[ContestStrengths]:
        every = []
        for contest, strengths in zip(
            self.game.contests, zip(*self.strengths, strict=True), strict=True
        ):
            best = max(strengths)
            winners = [seat for seat, own in enumerate(strengths) if own == best > 0]
            every.append(ContestStrengths(contest, strengths, winners))
        return every

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Return each seat's share of a pot that all players can win."""
        won = tuple(sum(1 << seat for seat in one.winners) for one in self.contests)
        return _shares(self.game.part_indices, won, len(self.hands))

    def boards_of(self, contest: Contest) -> list[Cards]:
        return contest.boards_of(self.boards)

    def match(self, seat: int, contest: Contest) -> Match:
        return Match(self.hands[seat].label, contest.name)


def _ranks(cards: Cards) -> list[int]:
    return sorted(card.rank for card in cards)


def _qualifying(
    showing: Showing, fits: Callable[[Contest], object]
) -> Iterator[tuple[ContestStrengths, int]]:
    """Yield the contests that fit, each with every seat whose hand qualifies."""
    for one in showing.contests:
        if fits(one.contest):
            yield from ((one, seat) for seat, own in enumerate(one.strengths) if own)


def _lost_lows(showing: Showing) -> Iterator[tuple[Contest, int]]:
    """Yield the seats that lose a low to another hand, in contests with a board."""
    for contest, strengths, winners in showing.contests:
        is_on_board = showing.game.boards and contest.boards
        if is_on_board and is_low_with_qualifier(contest) and winners:
            yield from ((contest, seat) for seat in range(len(strengths)) if seat not in winners)


def counterfeited_low(showing: Showing) -> Matches:
    """Match losing hands with a low rank that the board pairs."""
    for contest, seat in _lost_lows(showing):
        low_ranks = contest.ranking.low_ranks
        own = low_ranks.intersection(_ranks(showing.hands[seat].cards))
        shared = [low_ranks.intersection(_ranks(board)) for board in showing.boards_of(contest)]
        if any(len(own) > 1 and len(low) > 2 and own & low for low in shared):
            yield showing.match(seat, contest)


def best_looking_low_loses(showing: Showing) -> Matches:
    """Match losing lows with an ace and a deuce."""
    for contest, seat in _lost_lows(showing):
        if {ACE, _DEUCE} <= {card.rank for card in showing.hands[seat].cards}:
            yield showing.match(seat, contest)


def no_low(showing: Showing) -> Matches:
    """Match contests for low in which no hand qualifies."""
    for contest, _, winners in showing.contests:
        if is_low_with_qualifier(contest) and not winners:
            yield showing.match(0, contest)


def played_the_board(showing: Showing) -> Matches:
    """Match hands whose best five cards are as strong as the board."""
    if showing.game.boards:
        for (contest, strengths, _), seat in _qualifying(showing, plays_any_five_with_board):
            rank = contest.rank(showing.boards_of(contest)[0])
            if strengths[seat] == contest.ranking.strength(rank):
                yield showing.match(seat, contest)


def _two_breaks(showing: Showing, names: tuple[str, ...]) -> Matches:
    """Match hands that would reach one of these categories if any five cards could play."""
    for (contest, strengths, _), seat in _qualifying(showing, plays_exactly_two):
        ranking = contest.ranking
        made = ranking.category_of_strength[strengths[seat] - 1]
        if made >= max(map(ranking.categories.index, names)):
            continue
        any_five = tempting_contest(contest)
        best = any_five.best_combination(showing.hands[seat].cards, showing.boards)
        tempting = ranking.category_of(ranking.rank(best))
        if tempting > made and ranking.categories[tempting] in names:
            yield showing.match(seat, contest)


two_breaks_flush = partial(_two_breaks, names=(FLUSH, STRAIGHT_FLUSH))
two_breaks_straight = partial(_two_breaks, names=(STRAIGHT,))


@cache
def tempting_contest(contest: Contest) -> Contest:
    """Return the contest with the choice that players may take by mistake, if it has one."""
    return replace(contest, choice=contest.choice.tempting or contest.choice)


def three_pair(showing: Showing) -> Matches:
    """Match hands of two pair with a third pair among their cards."""
    for one, seat in _qualifying(showing, is_high):
        if one.category(seat) == TWO_PAIR:
            for board in showing.boards_of(one.contest):
                ranks = _ranks(showing.hands[seat].cards + board)
                if sum(ranks.count(rank) > 1 for rank in set(ranks)) > 2:
                    yield showing.match(seat, one.contest)
                    break


def kicker_decides(showing: Showing) -> Matches:
    """Match winners whose kicker beats a hand with the same pair, two pair, trips or quads."""
    for one in showing.contests:
        contest, strengths, winners = one
        beaten = [seat for seat, own in enumerate(strengths) if own and seat not in winners]
        if is_high(contest) and beaten:
            first, second = winners[0], max(beaten, key=strengths.__getitem__)
            deciding = SETS.get(one.category(first))
            if deciding and one.category(first) == one.category(second):
                ranks = [contest.ranking.rank_of(strengths[seat]) for seat in (first, second)]
                if ranks[0][: 1 + deciding] == ranks[1][: 1 + deciding]:
                    yield showing.match(first, contest)


def kicker_does_not_play(showing: Showing) -> Matches:
    """Match ties of hands with hole cards of different ranks, some of which do not play."""
    for one in showing.contests:
        contest, _, winners = one
        has_spare = any(showing.game.hole + len(board) > 5 for board in showing.boards_of(contest))
        if len(winners) < 2 or not (is_high(contest) and has_spare):
            continue
        holes = {tuple(_ranks(showing.hands[seat].cards)) for seat in winners}
        if len(holes) > 1 and one.category(winners[0]) in (HIGH_CARD, *SETS):
            yield showing.match(winners[0], contest)


def tie_in_different_suits(showing: Showing) -> Matches:
    """Match ties of the same ranks in different suits."""
    for contest, _, winners in showing.contests:
        if len(winners) > 1:
            holes = [showing.hands[seat].cards for seat in winners]
            first, *others = (
                {frozenset(cards) for cards in best_combinations(contest, hole, showing.boards)}
                for hole in holes
            )
            ranks = _ranks_of_each(first)
            if any(
                first.isdisjoint(cards) and not ranks.isdisjoint(_ranks_of_each(cards))
                for cards in others
            ):
                yield showing.match(winners[0], contest)


def _ranks_of_each(combinations: set[frozenset[Card]]) -> set[tuple[int, ...]]:
    return {tuple(_ranks(tuple(cards))) for cards in combinations}


def best_combinations(contest: Contest, hole: Cards, boards: tuple[Cards, ...]) -> list[Cards]:
    """Return every combination that is as strong as the best."""
    every = [*contest.combinations(hole, boards)]
    ranks = [contest.rank(cards) for cards in every]
    best = max(ranks)
    return [cards for cards, rank in zip(every, ranks, strict=True) if rank == best]


def wheel_both_ways(showing: Showing) -> Matches:
    """Match hands that make A-2-3-4-5 as a straight and as a low."""
    for seat in range(len(showing.hands)):
        wheels = [
            contest
            for contest, strengths, _ in showing.contests
            if (is_high(contest) or contest.ranking in WHEEL_LOWS)
            and strengths[seat] in _wheel_strengths(contest.ranking)
        ]
        lows = [contest for contest in wheels if contest.ranking in WHEEL_LOWS]
        if lows and any(map(is_high, wheels)):
            yield showing.match(seat, lows[0])


@cache
def _wheel_strengths(ranking: Ranking) -> set[int]:
    ranks = map(ranking.rank, _WHEELS)
    return {ranking.strengths[rank] for rank in ranks if rank in ranking.strengths}


def greedy_badugi(showing: Showing) -> Matches:
    """Match hands for which taking the lowest fitting card each time makes a smaller badugi."""
    for one, seat in _qualifying(showing, lambda contest: contest.choice.plays_fewer):
        ranking = one.contest.ranking
        taken = ranking.rank(take_greedily(showing.hands[seat].cards, ranking))
        if ranking.category(taken) != one.category(seat):
            yield showing.match(seat, one.contest)


def take_greedily(cards: Cards, ranking: Ranking) -> Cards:
    """Take cards from the lowest up; skip those of a rank or suit that was taken before."""
    lowest = 0 if ranking in ACE_HIGH_LOWS else ACE
    taken: list[Card] = []
    for card in sorted(cards, key=lambda card: ((card.rank - lowest) % 13, card.suit)):
        if all(card.rank != other.rank and card.suit != other.suit for other in taken):
            taken.append(card)
    return tuple(taken)


def ace_is_high(showing: Showing) -> Matches:
    """Match losing hands that would win if the ace were low."""
    for contest, _, winners in showing.contests:
        if contest.ranking in ACE_HIGH_LOWS:
            other = replace(contest, ranking=turn_ace(contest.ranking))
            ranks = [
                other.rank(other.best_combination(hand.cards, showing.boards))
                for hand in showing.hands
            ]
            for seat, rank in enumerate(ranks):
                if rank == max(ranks) and seat not in winners:
                    yield showing.match(seat, contest)


def paired_low_wins(showing: Showing) -> Matches:
    """Match winning lows with paired cards."""
    for one in showing.contests:
        is_won = one.winners and is_low_with_pairs(one.contest)
        if is_won and one.category(one.winners[0]) in (*SETS, FULL_HOUSE):
            yield showing.match(one.winners[0], one.contest)


def scooped(showing: Showing) -> Matches:
    """Match players who win every contest, if each contest has a winner."""
    if len(showing.hands) > 1 and all(one.winners for one in showing.contests):
        yield from _players_with_share(showing, Fraction(1))


def _players_with_share(showing: Showing, share: Fraction) -> Matches:
    if len(showing.contests) > 1:
        for seat, own in enumerate(showing.shares):
            if own == share:
                yield showing.match(seat, showing.contests[0].contest)


quartered = partial(_players_with_share, share=Fraction(1, 4))
three_quartered = partial(_players_with_share, share=Fraction(3, 4))


def boards_split(showing: Showing) -> Matches:
    """Match deals whose boards have different winners."""
    parts = showing.game.part_indices
    won = [[showing.contests[index].winners for index in part] for part in parts]
    if any(winners != won[0] for winners in won):
        contest, _, winners = showing.contests[0]
        yield showing.match(winners[0] if winners else 0, contest)


def split(showing: Showing) -> Matches:
    """Match deals whose contests have different winners."""
    won = [one.winners for one in showing.contests if one.winners]
    if any(winners != won[0] for winners in won):
        yield showing.match(won[0][0], showing.contests[0].contest)


def tied(showing: Showing) -> Matches:
    """Match contests that are tied."""
    for contest, _, winners in showing.contests:
        if len(winners) > 1:
            yield showing.match(winners[0], contest)


def odd_chips_may_differ(showing: Showing) -> Matches:
    """Match deals in which rule sets may award odd chips to different players."""
    if showing.game.by_turn:
        yield from split(showing)
    elif showing.game.family is Family.STUD or len([*tied(showing)]) > 1:
        yield from tied(showing)


_TURNS = {DEUCE_TO_SEVEN: 1, ACE_TO_FIVE: -1}
"""Rotations of the ranks that move the ace to the other end and keep the others in order."""
_COUNTERPARTS = {BADUGI: BADUGI_ACE_HIGH, BADUGI_ACE_HIGH: BADUGI}


@cache
def turn_ace(ranking: Ranking) -> Ranking:
    """Return the ranking with the ace at the other end.

    A high ace does not qualify for eight or better. Rankings in which high cards win stay the same.
    """
    if ranking in _COUNTERPARTS:
        return _COUNTERPARTS[ranking]
    if ranking is EIGHT_OR_BETTER:
        return replace(ranking, rank=_rank_without_aces, suits_matter_as_flush=False)
    if ranking not in _TURNS:
        return ranking
    turn = _TURNS[ranking]

    def rank(cards: Cards) -> Rank:
        return ranking.rank(tuple(Card((card[0] + turn) % 13, card[1]) for card in cards))

    return replace(ranking, rank=rank, suits_matter_as_flush=False)


def _rank_without_aces(cards: Cards) -> Rank:
    return NOT_QUALIFIED if any(card[0] == ACE for card in cards) else EIGHT_OR_BETTER.rank(cards)
