"""Encode a settlement as compact database columns, and decode it.

`cards` are the numbers of all cards, as in `Deal.numbers`: the hands in seat order, then the boards
of each run. In stud, a shared card is the last of every hand. Each card of a mucked hand is 0xFF.
`winners` and `categories` have one entry for each contest, run by run: the winners' seats as bits,
and the index of the best hand's category in its ranking, or -1 if nobody qualifies. `made` has four
bytes for each seat and contest, run by run and seat by seat: the strength of the made hand, and the
cards that play (bit i for the i-th of the player's cards and the run's boards), or 0 if there is no
such hand.

The number of runs is the length of `winners` divided by the number of the game's contests. The
number of players follows from the lengths of `made` and `winners`.
"""

from collections import defaultdict
from itertools import chain
from struct import iter_unpack, pack
from typing import TypedDict

from showdown.evaluator.contests import MadeHand, MadeHands, build_made_hand
from showdown.evaluator.deals import Deal, default_label
from showdown.evaluator.settlement import Settlement

_MADE_FORMAT = ">HH"
"""The struct format of a pair in `made`: the strength, and the cards as bits."""
NO_CATEGORY = -1
"""The category of a contest for which no hand qualifies, as in `bulk.outcomes`."""


class Columns(TypedDict):
    """The columns by name."""

    cards: bytes
    labels: list[str] | None
    winners: list[int]
    categories: list[int]
    made: bytes


def encode_columns(settlement: Settlement) -> Columns:
    """Return the columns of a settlement, except those of its chips."""
    deal = settlement.deal
    winners, categories, made = [], [], bytearray()
    for run, settled in enumerate(settlement.runs):
        for index, result in enumerate(settled.contests):
            won, best = winners_of(settlement, run, index), result.best
            winners.append(sum(1 << seat for seat, label in enumerate(deal.labels) if label in won))
            categories.append(best.ranking.category_of(best.rank) if best else NO_CATEGORY)
        boards = tuple(chain.from_iterable(deal.boards_of_run(run)))
        for hand in deal.hands:
            bits = {card: 1 << index for index, card in enumerate(hand.cards + boards)}
            for contest in deal.game.contests:
                made_hand = settled.made[contest.name][hand.label]
                playing = sum(bits[card] for card in made_hand.cards) if made_hand else 0
                made += pack(_MADE_FORMAT, made_hand.strength if made_hand else 0, playing)
    is_default = all(label == default_label(seat) for seat, label in enumerate(deal.labels))
    return Columns(
        cards=deal.numbers,
        labels=None if is_default else list(deal.labels),
        winners=winners,
        categories=categories,
        made=bytes(made),
    )


def decode_made_hands(deal: Deal, made: bytes) -> list[dict[str, MadeHands]]:
    """Return the made hands in the column `made`: for each run, by contest and label."""
    masks = (cards for _, cards in iter_unpack(_MADE_FORMAT, made))
    runs: list[dict[str, MadeHands]] = []
    for run in range(deal.runs):
        boards = tuple(chain.from_iterable(deal.boards_of_run(run)))
        made_in_run: defaultdict[str, dict[str, MadeHand | None]] = defaultdict(dict)
        for hand in deal.hands:
            cards = hand.cards + boards
            for contest in deal.game.contests:
                mask = next(masks)
                playing = tuple([card for index, card in enumerate(cards) if mask >> index & 1])
                made_in_run[contest.name][hand.label] = (
                    build_made_hand(playing, hand, contest) if mask else None
                )
        runs.append({**made_in_run})
    return runs


def winners_of(settlement: Settlement, run: int, contest: int) -> set[str]:
    """Return the winners, in any of the pots, of the contest with this index in the game."""
    pots = settlement.payout.pots if settlement.payout else ()
    winners_by_pot = [pot.results[run][contest].winners for pot in pots if pot.results]
    return set(
        chain.from_iterable(winners_by_pot or [settlement.runs[run].contests[contest].winners])
    )
