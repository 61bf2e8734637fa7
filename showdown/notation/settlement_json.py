"""Settlements as JSON: what the API answers, and what is exported line by line.

Cards are in the notation of the contracts (`Ah-Kd-…`), shares exact fractions (`3/4`).
"""

from typing import Any

from showdown.evaluator.cards import format_cards
from showdown.evaluator.chips import Payout
from showdown.evaluator.explanation import headline, share_words
from showdown.evaluator.settlement import MadeHand, PlayerResult, PotResult, Settlement
from showdown.notation.wagers_json import payout_to_json

type Json = dict[str, Any]


def settlement_to_json(settlement: Settlement, payout: Payout | None = None) -> Json:
    """The deal and all that is to be said about it; `chips` is null without wagers."""
    return {
        "game": settlement.game.slug,
        "board": format_cards(settlement.deal.board),
        "headline": headline(settlement),
        "pots": [_pot(pot) for pot in settlement.pots],
        "players": [_player(player) for player in settlement.players],
        "chips": payout and payout_to_json(payout),
    }


def _pot(pot: PotResult) -> Json:
    best = pot.best
    return {
        "name": pot.name,
        "winners": list(pot.winners),
        "category": best and best.category,
        "title": best and best.title,
        "words": best and best.words,
        "why": pot.why,
    }


def _player(player: PlayerResult) -> Json:
    return {
        "label": player.label,
        "cards": format_cards(player.hand.cards),
        "share": str(player.share),
        "share_words": share_words(player.share),
        "made": {name: made and _made(made) for name, made in player.made.items()},
    }


def _made(made: MadeHand) -> Json:
    """`rank` is bigger for a better hand, and the same for hands that tie."""
    return {
        "category": made.category,
        "title": made.title,
        "words": made.words,
        "rank": made.strength,
        "cards": format_cards(made.cards),
        "hole": format_cards(made.hole),
        "board": format_cards(made.board),
    }
