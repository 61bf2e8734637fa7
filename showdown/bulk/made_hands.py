"""Find the made hands of several deals with numpy alone, without compiled kernels.

A process that serves requests evaluates about a hundred deals at a time, too few to justify the
time and memory for importing Numba. As in the rules of the evaluator, cards are sorted from the
highest to the lowest, and the first of the best combinations plays.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from showdown.bulk.evaluation import has_five_card_kernel, list_combination_indices
from showdown.bulk.lookup_tables import build_five_tables, find_best_by_ranks
from showdown.evaluator.contests import MadeHands, build_made_hand, find_made_hand
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Contest

type MadeHandsByContest = dict[str, MadeHands]
"""Made hands by contest and label, as `contests.find_made_hands` returns them."""


def find_made_hands_of_deals(deals: Sequence[Deal]) -> list[MadeHandsByContest]:
    """Return the result of `contests.find_made_hands` for the first run of each deal."""
    groups: defaultdict[tuple[str, bool], list[int]] = defaultdict(list)
    for index, deal in enumerate(deals):
        is_complete = not (deal.has_shared_card or any(hand.is_mucked for hand in deal.hands))
        groups[deal.game.slug, is_complete].append(index)
    made_by_deal: list[MadeHandsByContest] = [{} for _ in deals]
    for (_, is_complete), indices in groups.items():
        deals_of_group = [deals[index] for index in indices]
        for contest in deals_of_group[0].game.contests:
            can_look_up = is_complete and has_five_card_kernel(contest) and len(contest.boards) <= 1
            if can_look_up:
                hands_of_deals = _look_up_hands(contest, deals_of_group)
            else:
                hands_of_deals = [
                    {hand.label: find_made_hand(deal, hand, contest) for hand in deal.hands}
                    for deal in deals_of_group
                ]
            for index, hands in zip(indices, hands_of_deals, strict=True):
                made_by_deal[index][contest.name] = hands
    return made_by_deal


def _look_up_hands(contest: Contest, deals: Sequence[Deal]) -> list[MadeHands]:
    """Return each deal's made hands by label. All deals are of one game, without unknown cards."""
    hole, uses_board = deals[0].game.hole, bool(deals[0].game.boards and contest.boards)
    cards = [
        hand.cards + (deal.boards[contest.boards[0]] if uses_board else ())
        for deal in deals
        for hand in deal.hands
    ]
    sorted_cards = [
        contest.sort_highest_first(hand[:hole]) + contest.sort_highest_first(hand[hole:])
        for hand in cards
    ]
    combinations = list_combination_indices(contest, hole, len(cards[0]) - hole)
    numbers = np.array(
        [[rank * 4 + suit for rank, suit in hand] for hand in sorted_cards], np.uint8
    )
    fives = numbers[:, combinations]
    ranks, suits = (fives >> 2).astype(np.intp), fives & 3
    strengths = find_best_by_ranks(contest.ranking, [np.moveaxis(ranks, 2, 0)])
    is_flush = (suits == suits[:, :, :1]).all(axis=2)
    suited = build_five_tables(contest.ranking).suited
    strengths[is_flush] = suited[(1 << ranks[is_flush]).sum(axis=1)]
    best = strengths.argmax(axis=1)
    played_cards = []
    for hand, sorted_hand, indices in zip(cards, sorted_cards, combinations[best], strict=True):
        played = {sorted_hand[index] for index in indices.tolist()}
        played_cards.append([card for card in hand if card in played])
    remaining = iter(played_cards)
    return [
        {hand.label: build_made_hand(next(remaining), hand, contest) for hand in deal.hands}
        for deal in deals
    ]
