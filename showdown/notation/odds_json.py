"""Odds as JSON: what the API and the command answer.

Counts are numbers of boards (of deals, where these are sampled), shares and chips exact fractions;
percents are rounded and only for reading.
"""

from fractions import Fraction
from typing import Any

from showdown.bulk.odds import NextCard, Odds
from showdown.evaluator.divisions import may_refuse
from showdown.evaluator.next_cards import Effect, NextCards
from showdown.words.odds import pot_names

type Json = dict[str, Any]


def odds_to_json(odds: Odds) -> Json:
    """All that is known of the odds. `chips` is null without pots."""
    return {
        **_counted(odds),
        "players": [_player(odds, player) for player in range(odds.tally.players)],
        "next_card": next_cards_to_json(odds),
    }


def _counted(odds: Odds) -> Json:
    if odds.is_exact:
        return {"exact": True, "boards": odds.tally.total}
    return {
        "exact": False,
        "deals": odds.tally.total,
        "margin": round(odds.margin * 100, 4),
        "seed": odds.seed,
    }


def _player(odds: Odds, player: int) -> Json:
    share = odds.tally.share(player)
    return {
        "label": odds.spot.labels[player],
        "share": str(share),
        "percent": percent(share),
        **odds.tally.classes(player),
        "contests": {
            contest.name: _contest(odds, player, place)
            for place, contest in enumerate(odds.spot.game.contests)
        },
        "chips": _chips(odds, player) if odds.pots else None,
    }


def _contest(odds: Odds, player: int, place: int) -> Json:
    """`none` counts the boards on which no hand qualifies, in contests where that may be."""
    ranking = odds.spot.game.contests[place].ranking
    alone, tied, nobody = odds.tally.wins(player, place)
    made = odds.tally.categories_won(player, place)
    return {
        "win": alone,
        "tie": tied,
        **({"none": nobody} if may_refuse(ranking) else {}),
        "categories": {ranking.categories[category]: count for category, count in made.items()},
    }


def _chips(odds: Odds, player: int) -> Json:
    """What the player gets on average: of each pot, and in all."""
    names = pot_names(odds)
    total = odds.chips(player)
    return {
        "total": str(total),
        "about": round(float(total), 2),
        "pots": {
            name: str(dict(zip(pot.pot.eligible, pot.chips, strict=True)).get(player, Fraction(0)))
            for name, pot in zip(names, odds.pots, strict=True)
        },
    }


def next_cards_to_json(odds: Odds) -> list[Json]:
    """The cards that may come next, the best for the first player first."""
    known = NextCards(odds.spot)
    return [_next_card(odds, each, known) for each in odds.next_cards]


def _next_card(odds: Odds, each: NextCard, known: NextCards) -> Json:
    return {
        "card": str(each.card),
        "players": [
            {"label": label, "share": str(share), "percent": percent(share)}
            for label, share in zip(odds.spot.labels, each.shares, strict=True)
        ],
        "effects": [_effect(effect) for effect in known.effects(each.card, each.shares)],
    }


def _effect(effect: Effect) -> Json:
    return {"what": effect.what, "label": effect.label, "contest": effect.contest or None}


def percent(share: Fraction) -> float:
    return round(float(share * 100), 2)
