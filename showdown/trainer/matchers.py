"""Find patterns of cards among the hands of a showdown.

Each matcher yields a Match for every occurrence. It needs only the cards and the strengths of the
hands, so it applies to settlements and to unsettled deals with strengths from `bulk`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from typing import NamedTuple

from showdown.evaluator.cards import ACE, RANKS, Card, Cards, parse_cards
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.deals import Hand
from showdown.evaluator.divide import divide_into_shares
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

_DEUCE = RANKS.index("2")
_WHEELS = (parse_cards("5h4h3h2hAs"), parse_cards("5h4h3h2hAh"))
"""The wheel, A-2-3-4-5, as a straight and as a straight flush."""
FORMING_RANKS = {PAIR: 1, TWO_PAIR: 2, THREE_OF_A_KIND: 1, FOUR_OF_A_KIND: 1}
"""Number of ranks that form the hand, by category; the other cards are kickers."""

ACE_HIGH_LOWS = (DEUCE_TO_SEVEN, BADUGI_ACE_HIGH)
"""Rankings in which low cards win and the ace is high."""
WHEEL_LOWS = (ACE_TO_FIVE, EIGHT_OR_BETTER)
"""Rankings in which the wheel is the best hand."""

_cached_shares = lru_cache(maxsize=4096)(divide_into_shares)


def is_high(contest: Contest) -> bool:
    """Return whether the highest hand of pairs, straights and flushes wins."""
    return TWO_PAIR in contest.ranking.categories and not contest.ranking.wins_low


def is_low_with_qualifier(contest: Contest) -> bool:
    """Return whether the contest is for a low that needs five different low ranks."""
    return bool(contest.ranking.low_ranks)


def is_low_with_pairs(contest: Contest) -> bool:
    """Return whether a pair can win the low."""
    return contest.ranking.wins_low and PAIR in contest.ranking.categories


def plays_exactly_two(contest: Contest) -> bool:
    """Return whether a high hand uses exactly two hole cards, a rule that players may forget."""
    return (
        is_high(contest)
        and contest.choice.tempting_choice is not None
        and contest.choice.hole_count == 2
    )


def plays_any_five_with_board(contest: Contest) -> bool:
    return contest.choice is ANY_FIVE and bool(contest.boards)


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
class ShownHands:
    """The competing hands at a showdown.

    `strengths` has a row for each hand, with its strength in each contest.
    """

    game: Game
    hands: tuple[Hand, ...]
    boards: tuple[Cards, ...]
    strengths: Sequence[Sequence[int]]

    @classmethod
    def from_settlement(cls, settlement: Settlement) -> "ShownHands":
        competing = [player for player in settlement.players if player.competes]
        strengths = [
            [made.strength if made else 0 for made in player.made.values()] for player in competing
        ]
        hands = tuple(player.hand for player in competing)
        return cls(settlement.game, hands, settlement.deal.boards, strengths)

    @cached_property
    def contests(self) -> list[ContestStrengths]:
        results = []
        for contest, strengths in zip(
            self.game.contests, zip(*self.strengths, strict=True), strict=True
        ):
            best = max(strengths)
            winners = [seat for seat, strength in enumerate(strengths) if strength == best > 0]
            results.append(ContestStrengths(contest, strengths, winners))
        return results

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Return each seat's share of a pot that all players can win."""
        masks = tuple(sum(1 << seat for seat in result.winners) for result in self.contests)
        return _cached_shares(self.game.part_indices, masks, len(self.hands))

    def boards_of(self, contest: Contest) -> list[Cards]:
        return contest.select_boards(self.boards)

    def match(self, seat: int, contest: Contest) -> Match:
        return Match(self.hands[seat].label, contest.name)


def _sorted_ranks(cards: Cards) -> list[int]:
    return sorted(card.rank for card in cards)


def _qualifying_hands(
    shown: ShownHands, fits: Callable[[Contest], object]
) -> Iterator[tuple[ContestStrengths, int]]:
    """Yield the contests that fit, each with every seat whose hand qualifies."""
    for result in shown.contests:
        if fits(result.contest):
            yield from (
                (result, seat) for seat, strength in enumerate(result.strengths) if strength
            )


def _lost_lows(shown: ShownHands) -> Iterator[tuple[Contest, int]]:
    """Yield the seats that lose a low to another hand, in contests with a board."""
    for contest, strengths, winners in shown.contests:
        is_on_board = shown.game.boards and contest.boards
        if is_on_board and is_low_with_qualifier(contest) and winners:
            yield from ((contest, seat) for seat in range(len(strengths)) if seat not in winners)


def counterfeited_low(shown: ShownHands) -> Matches:
    """Match losing hands with a low rank that the board pairs."""
    for contest, seat in _lost_lows(shown):
        low_ranks = contest.ranking.low_ranks
        held = low_ranks.intersection(_sorted_ranks(shown.hands[seat].cards))
        for board in shown.boards_of(contest):
            on_board = low_ranks.intersection(_sorted_ranks(board))
            if len(held) > 1 and len(on_board) > 2 and held & on_board:
                yield shown.match(seat, contest)
                break


def best_looking_low_loses(shown: ShownHands) -> Matches:
    """Match hands with an ace and a deuce that lose the low."""
    for contest, seat in _lost_lows(shown):
        if {ACE, _DEUCE} <= {card.rank for card in shown.hands[seat].cards}:
            yield shown.match(seat, contest)


def no_low(shown: ShownHands) -> Matches:
    """Match contests for low in which no hand qualifies."""
    for contest, _, winners in shown.contests:
        if is_low_with_qualifier(contest) and not winners:
            yield shown.match(0, contest)


def played_the_board(shown: ShownHands) -> Matches:
    """Match hands whose best five cards are as strong as the board."""
    if shown.game.boards:
        for (contest, strengths, _), seat in _qualifying_hands(shown, plays_any_five_with_board):
            rank = contest.rank(shown.boards_of(contest)[0])
            if strengths[seat] == contest.ranking.strength(rank):
                yield shown.match(seat, contest)


def _match_broken_by_two(shown: ShownHands, categories: tuple[str, ...]) -> Matches:
    """Match hands that would reach one of these categories if any five cards could play."""
    for (contest, strengths, _), seat in _qualifying_hands(shown, plays_exactly_two):
        ranking = contest.ranking
        category = ranking.category_of_strength[strengths[seat] - 1]
        if category >= max(map(ranking.categories.index, categories)):
            continue
        any_five = tempting_contest(contest)
        best = any_five.best_combination(shown.hands[seat].cards, shown.boards)
        tempting_category = ranking.category_of(ranking.rank(best))
        if tempting_category > category and ranking.categories[tempting_category] in categories:
            yield shown.match(seat, contest)


two_breaks_flush = partial(_match_broken_by_two, categories=(FLUSH, STRAIGHT_FLUSH))
two_breaks_straight = partial(_match_broken_by_two, categories=(STRAIGHT,))


@cache
def tempting_contest(contest: Contest) -> Contest:
    """Return the contest with the choice of cards that players may make by mistake, if any."""
    return replace(contest, choice=contest.choice.tempting_choice or contest.choice)


def three_pair(shown: ShownHands) -> Matches:
    """Match hands of two pair with a third pair among their cards."""
    for result, seat in _qualifying_hands(shown, is_high):
        if result.category(seat) == TWO_PAIR:
            for board in shown.boards_of(result.contest):
                ranks = _sorted_ranks(shown.hands[seat].cards + board)
                if sum(ranks.count(rank) > 1 for rank in set(ranks)) > 2:
                    yield shown.match(seat, result.contest)
                    break


def kicker_decides(shown: ShownHands) -> Matches:
    """Match winners whose kicker beats a hand with the same pair, two pair, trips or quads."""
    for result in shown.contests:
        contest, strengths, winners = result
        beaten = [
            seat for seat, strength in enumerate(strengths) if strength and seat not in winners
        ]
        if is_high(contest) and beaten:
            first, second = winners[0], max(beaten, key=strengths.__getitem__)
            forming_ranks = FORMING_RANKS.get(result.category(first))
            if forming_ranks and result.category(first) == result.category(second):
                ranks = [contest.ranking.rank_of(strengths[seat]) for seat in (first, second)]
                if ranks[0][: 1 + forming_ranks] == ranks[1][: 1 + forming_ranks]:
                    yield shown.match(first, contest)


def kicker_does_not_play(shown: ShownHands) -> Matches:
    """Match ties of hands with hole cards of different ranks, some of which do not play."""
    for result in shown.contests:
        contest, _, winners = result
        has_spare = any(shown.game.hole + len(board) > 5 for board in shown.boards_of(contest))
        if len(winners) < 2 or not (is_high(contest) and has_spare):
            continue
        holes = {tuple(_sorted_ranks(shown.hands[seat].cards)) for seat in winners}
        if len(holes) > 1 and result.category(winners[0]) in (HIGH_CARD, *FORMING_RANKS):
            yield shown.match(winners[0], contest)


def tie_in_different_suits(shown: ShownHands) -> Matches:
    """Match ties of the same ranks in different suits."""
    for contest, _, winners in shown.contests:
        if len(winners) > 1:
            holes = [shown.hands[seat].cards for seat in winners]
            first, *others = (
                {frozenset(cards) for cards in best_combinations(contest, hole, shown.boards)}
                for hole in holes
            )
            ranks = _ranks_of_each(first)
            if any(
                first.isdisjoint(cards) and not ranks.isdisjoint(_ranks_of_each(cards))
                for cards in others
            ):
                yield shown.match(winners[0], contest)


def _ranks_of_each(combinations: set[frozenset[Card]]) -> set[tuple[int, ...]]:
    return {tuple(_sorted_ranks(tuple(cards))) for cards in combinations}


def best_combinations(contest: Contest, hole: Cards, boards: tuple[Cards, ...]) -> list[Cards]:
    """Return all combinations with the best rank."""
    combinations = [*contest.combinations(hole, boards)]
    ranks = [contest.rank(cards) for cards in combinations]
    best = max(ranks)
    return [cards for cards, rank in zip(combinations, ranks, strict=True) if rank == best]


def wheel_both_ways(shown: ShownHands) -> Matches:
    """Match hands that make A-2-3-4-5 as a straight and as a low."""
    for seat in range(len(shown.hands)):
        wheels = [
            contest
            for contest, strengths, _ in shown.contests
            if (is_high(contest) or contest.ranking in WHEEL_LOWS)
            and strengths[seat] in _wheel_strengths(contest.ranking)
        ]
        lows = [contest for contest in wheels if contest.ranking in WHEEL_LOWS]
        if lows and any(map(is_high, wheels)):
            yield shown.match(seat, lows[0])


@cache
def _wheel_strengths(ranking: Ranking) -> set[int]:
    ranks = map(ranking.rank, _WHEELS)
    return {ranking.strengths[rank] for rank in ranks if rank in ranking.strengths}


def greedy_badugi(shown: ShownHands) -> Matches:
    """Match hands for which repeatedly taking the lowest fitting card makes a smaller badugi."""
    for result, seat in _qualifying_hands(shown, lambda contest: contest.choice.plays_fewer):
        ranking = result.contest.ranking
        greedy_rank = ranking.rank(take_greedily(shown.hands[seat].cards, ranking))
        if ranking.category(greedy_rank) != result.category(seat):
            yield shown.match(seat, result.contest)


def take_greedily(cards: Cards, ranking: Ranking) -> Cards:
    """Return cards taken from the lowest up, without those of a rank or suit taken before."""
    lowest = 0 if ranking in ACE_HIGH_LOWS else ACE
    taken: list[Card] = []
    for card in sorted(cards, key=lambda card: ((card.rank - lowest) % 13, card.suit)):
        if all(card.rank != other.rank and card.suit != other.suit for other in taken):
            taken.append(card)
    return tuple(taken)


def ace_is_high(shown: ShownHands) -> Matches:
    """Match losing hands that would win if the ace were low."""
    for contest, _, winners in shown.contests:
        if contest.ranking in ACE_HIGH_LOWS:
            other = replace(contest, ranking=move_ace(contest.ranking))
            ranks = [
                other.rank(other.best_combination(hand.cards, shown.boards)) for hand in shown.hands
            ]
            for seat, rank in enumerate(ranks):
                if rank == max(ranks) and seat not in winners:
                    yield shown.match(seat, contest)


def paired_low_wins(shown: ShownHands) -> Matches:
    """Match winning lows with paired cards."""
    for result in shown.contests:
        is_won = result.winners and is_low_with_pairs(result.contest)
        if is_won and result.category(result.winners[0]) in (*FORMING_RANKS, FULL_HOUSE):
            yield shown.match(result.winners[0], result.contest)


def scooped(shown: ShownHands) -> Matches:
    """Match players who win every contest, if each contest has a winner."""
    if len(shown.hands) > 1 and all(result.winners for result in shown.contests):
        yield from _players_with_share(shown, Fraction(1))


def _players_with_share(shown: ShownHands, share: Fraction) -> Matches:
    if len(shown.contests) > 1:
        for seat, share_of_seat in enumerate(shown.shares):
            if share_of_seat == share:
                yield shown.match(seat, shown.contests[0].contest)


quartered = partial(_players_with_share, share=Fraction(1, 4))
three_quartered = partial(_players_with_share, share=Fraction(3, 4))


def boards_split(shown: ShownHands) -> Matches:
    """Match deals whose boards have different winners."""
    parts = shown.game.part_indices
    winners_of_parts = [[shown.contests[index].winners for index in part] for part in parts]
    if any(winners != winners_of_parts[0] for winners in winners_of_parts):
        contest, _, winners = shown.contests[0]
        yield shown.match(winners[0] if winners else 0, contest)


def contests_split(shown: ShownHands) -> Matches:
    """Match deals whose contests have different winners."""
    winners_of_contests = [result.winners for result in shown.contests if result.winners]
    if any(winners != winners_of_contests[0] for winners in winners_of_contests):
        yield shown.match(winners_of_contests[0][0], shown.contests[0].contest)


def contest_tied(shown: ShownHands) -> Matches:
    """Match contests that are tied."""
    for contest, _, winners in shown.contests:
        if len(winners) > 1:
            yield shown.match(winners[0], contest)


def odd_chips_may_differ(shown: ShownHands) -> Matches:
    """Match deals in which rule sets may award odd chips to different players."""
    if shown.game.by_turn:
        yield from contests_split(shown)
    elif shown.game.family is Family.STUD or len([*contest_tied(shown)]) > 1:
        yield from contest_tied(shown)


_ROTATIONS = {DEUCE_TO_SEVEN: 1, ACE_TO_FIVE: -1}
"""Rotations of the ranks that move the ace to the other end and keep the others in order."""
_COUNTERPARTS = {BADUGI: BADUGI_ACE_HIGH, BADUGI_ACE_HIGH: BADUGI}


@cache
def move_ace(ranking: Ranking) -> Ranking:
    """Return the ranking with the ace moved from the low end to the high end, or vice versa.

    A high ace does not qualify for eight or better. Rankings in which high cards win stay the same.
    """
    if ranking in _COUNTERPARTS:
        return _COUNTERPARTS[ranking]
    if ranking is EIGHT_OR_BETTER:
        return replace(ranking, rank=_rank_without_aces, only_flushes_use_suits=False)
    if ranking not in _ROTATIONS:
        return ranking
    rotation = _ROTATIONS[ranking]

    def rank(cards: Cards) -> Rank:
        return ranking.rank(tuple(Card((card[0] + rotation) % 13, card[1]) for card in cards))

    return replace(ranking, rank=rank, only_flushes_use_suits=False)


def _rank_without_aces(cards: Cards) -> Rank:
    return NOT_QUALIFIED if any(card[0] == ACE for card in cards) else EIGHT_OR_BETTER.rank(cards)
