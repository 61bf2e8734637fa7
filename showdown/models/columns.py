"""A settlement as the compact columns of the store, and a deal from them.

`cards` are the numbers of all cards: the hands in the order of seats, then the board. `made` has
four bytes for each seat and pot, seat by seat: the strength of the made hand and the cards that
play, bit i for the i-th of the player's hole cards and the board. Winners are bits by seat.
"""

from collections.abc import Iterable, Sequence
from itertools import batched
from struct import pack

from showdown.evaluator.cards import DECK, Card, Cards
from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import MadeHand, PotResult, Settlement

type Columns = dict[str, int | bytes | list[str] | None]


def columns_of(settlement: Settlement) -> Columns:
    """The settlement's columns by name; None in those of a pot that the game does not have."""
    deal = settlement.deal
    columns: Columns = {
        "cards": _numbers(card for hand in deal.hands for card in hand.cards)
        + _numbers(deal.board),
        "labels": custom_labels(deal.labels),
        "made": b"".join(
            _made(player.hand.cards + deal.board, made)
            for player in settlement.players
            for made in player.made.values()
        ),
    }
    for pot in settlement.pots:
        columns[f"{pot.name}_winners"] = sum(1 << deal.labels.index(each) for each in pot.winners)
        columns[f"{pot.name}_category"] = _category(pot)
    return columns


def deal_of(game: Game, cards: bytes, labels: Sequence[str] | None) -> Deal:
    """The deal that was stored."""
    dealt = [DECK[number] for number in cards]
    hole = dealt[: len(dealt) - game.board]
    hands = tuple(
        Hand(labels[seat] if labels else default_label(seat), own)
        for seat, own in enumerate(batched(hole, game.hole, strict=True))
    )
    return Deal(game=game, hands=hands, board=tuple(dealt[len(hole) :]))


def custom_labels(labels: Sequence[str]) -> list[str] | None:
    """None for the labels that hands have by default, which need no storing."""
    default = all(label == default_label(seat) for seat, label in enumerate(labels))
    return None if default else list(labels)


def _numbers(cards: Iterable[Card]) -> bytes:
    return bytes([card.number for card in cards])


def _made(cards: Cards, made: MadeHand | None) -> bytes:
    if made is None:
        return bytes(4)
    return pack(">HH", made.strength, sum(1 << cards.index(card) for card in made.cards))


def _category(pot: PotResult) -> int | None:
    return None if pot.best is None else pot.best.ranking.category_of(pot.best.rank)
