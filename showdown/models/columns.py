"""A settlement as the columns of the store, and a deal from them."""

from typing import Any

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import MUCKED, Deal, board_field
from showdown.evaluator.settlement import Settlement
from showdown.notation.submission import Submission


def columns_of(settlement: Settlement) -> dict[str, Any]:
    deal = settlement.deal
    contests = settlement.contests
    categories = [
        each.contest.ranking.category_of(each.reason.best) if each.best else None
        for each in contests
    ]
    winners = [sum(1 << deal.labels.index(label) for label in each.winners) for each in contests]
    return {
        "cards": b"",
        "made": b"",
        "labels": list(deal.labels),
        "high_winners": winners[0],
        "high_category": categories[0],
        "low_winners": winners[1] if len(winners) > 1 else None,
        "low_category": categories[1] if len(winners) > 1 else None,
    }


def document_of(deal: Deal) -> dict[str, Any]:
    hands = {
        hand.label: MUCKED if hand.is_mucked else format_cards(hand.cards) for hand in deal.hands
    }
    boards = {
        board_field(place).lower(): format_cards(board) for place, board in enumerate(deal.boards)
    }
    return {"game": deal.game.slug, "hands": hands} | boards


__all__ = ["Submission", "columns_of", "document_of"]
