"""Find the made hands of several deals at once with numpy, without the compiler.

A process that serves requests evaluates about a hundred deals at a time. For so few deals the
kernels don't pay for the second and the memory that importing the compiler takes. Every combination
is looked up, and the first of the best ones plays, as in the readable rules: cards are sorted from
the highest.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from showdown.bulk.evaluation import CardNumbers, Strengths, combinations_of
from showdown.bulk.lookup_tables import best_by_ranks, five_tables
from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import MadeHands, made_of, make_hand
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Contest, Game

type Made = dict[str, MadeHands]
"""Made hands by contest and label, as `contests.made_hands` returns them."""


def made_in(deals: Sequence[Deal]) -> list[Made]:
    """Return the result of `contests.made_hands` for the first run of each deal."""
    made: list[Made] = [{} for _ in deals]
    for game, is_whole, indices in _by_game(deals):
        chosen = [deals[index] for index in indices]
        for contest in game.contests:
            has_tables = is_whole and _has_tables(contest)
            of_deals = (_made if has_tables else _made_readably)(game, contest, chosen)
            for index, hands in zip(indices, of_deals, strict=True):
                made[index][contest.name] = hands
    return made


def _by_game(deals: Sequence[Deal]) -> Iterator[tuple[Game, bool, list[int]]]:
    """Group the indices of deals by game and by whether every hand has the full number of cards."""
    groups: defaultdict[tuple[str, bool], list[int]] = defaultdict(list)
    for index, deal in enumerate(deals):
        is_whole = not (deal.has_shared_card or any(hand.is_mucked for hand in deal.hands))
        groups[deal.game.slug, is_whole].append(index)
    for (_, is_whole), indices in groups.items():
        yield deals[indices[0]].game, is_whole, indices


def _has_tables(contest: Contest) -> bool:
    """Return whether all combinations have five cards and suits matter only for flushes."""
    is_of_five = contest.ranking.suits_matter_as_flush and not contest.choice.plays_fewer
    return is_of_five and len(contest.boards) <= 1


def _made_readably(game: Game, contest: Contest, deals: Sequence[Deal]) -> Iterator[MadeHands]:
    for deal in deals:
        yield {hand.label: make_hand(deal, hand, contest) for hand in deal.hands}


def _made(game: Game, contest: Contest, deals: Sequence[Deal]) -> Iterator[MadeHands]:
    board = contest.boards[0] if game.boards and contest.boards else None
    shared = [() if board is None else deal.boards[board] for deal in deals]
    cards = [
        hand.cards + of_deal
        for deal, of_deal in zip(deals, shared, strict=True)
        for hand in deal.hands
    ]
    ordered = [
        contest.highest_first(own[: game.hole]) + contest.highest_first(own[game.hole :])
        for own in cards
    ]
    rows, chosen = _best(game, contest, ordered)
    playing = iter(
        [
            [card for card in own if card in {highest_first[index] for index in rows[best]}]
            for own, highest_first, best in zip(cards, ordered, chosen, strict=True)
        ]
    )
    for deal in deals:
        yield {hand.label: made_of(next(playing), hand, contest) for hand in deal.hands}


def _best(
    game: Game, contest: Contest, cards: Sequence[Cards]
) -> tuple[list[list[int]], list[int]]:
    """Return the combinations as indices of cards, and the index of each hand's best one."""
    width = len(cards[0])
    combinations = combinations_of(contest, game.hole, width - game.hole)
    numbers = np.array([[rank * 4 + suit for rank, suit in own] for own in cards], np.uint8)
    strengths = _strengths(contest, numbers[:, combinations])
    return combinations.tolist(), strengths.argmax(axis=1).tolist()


def _strengths(contest: Contest, fives: CardNumbers) -> Strengths:
    """Return the strength of each five-card combination; `fives` is (hands, combinations, 5)."""
    ranks, suits = (fives >> 2).astype(np.intp), fives & 3
    strengths = best_by_ranks(contest.ranking, [np.moveaxis(ranks, 2, 0)])
    is_flush = (suits == suits[:, :, :1]).all(axis=2)
    suited = five_tables(contest.ranking).suited
    strengths[is_flush] = suited[(1 << ranks[is_flush]).sum(axis=1)]
    return strengths
