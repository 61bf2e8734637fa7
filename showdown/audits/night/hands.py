"""The hands of a night as JSON, for display at a table."""

from collections.abc import Mapping
from typing import Any

from showdown.audits.judging import Judgement, settled_line
from showdown.audits.night.all_in import Owed
from showdown.audits.night.sums import received
from showdown.audits.terms import Terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.judgeable import in_pots
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.logs.submission_of import labels_of
from showdown.notation.wagers_json import amount_to_json
from showdown.words.verdicts import difference_text

type HandJson = dict[str, Any]


def hand_to_json(
    number: int, judgement: Judgement, terms: Terms, names: Mapping[str, str], owed: Owed | None
) -> HandJson:
    """Return a judged hand.

    `deal` is the line that settles it, if cards decided it, and `label` a player's name in that
    line.
    """
    hand, difference = judgement.hand, judgement.difference
    origin = hand.origin
    return {
        "number": number,
        "hand": origin.hand,
        "line": origin.line,
        "file": origin.file,
        "table": origin.table,
        "played": origin.played.isoformat() if origin.played else None,
        "game": hand.game.slug,
        "currency": hand.currency,
        "kind": difference.kind if difference else None,
        "reason": difference_text(difference) if difference else "",
        "all_in": owed.when if owed else None,
        "players": _players(hand, names, owed),
        "boards": [format_cards(board) for board in hand.boards],
        "pot": amount_to_json(in_pots(hand.contributions, hand.dead), hand.decimals),
        "taken": amount_to_json(hand.taken, hand.decimals),
        "deal": settled_line(judgement, terms),
    }


def _players(hand: LoggedHand, names: Mapping[str, str], owed: Owed | None) -> list[dict[str, Any]]:
    """Return the players in seat order, the first left of the button."""
    owed_to = owed.in_words(hand.decimals) if owed else {}
    margins = owed.margins_in_words(hand.decimals) if owed else {}
    bettor, uncalled = uncalled_of(hand.contributions)
    labels = labels_of(hand)
    players = []
    for name in hand.seats:
        put_in = hand.contributions.get(name, 0) + hand.posted_dead.get(name, 0)
        called = put_in - (uncalled if name == bettor else 0)
        players.append(
            {
                "player": names.get(name, name),
                "label": labels[name],
                "cards": format_cards(hand.hands.get(name) or hand.known.get(name, ())),
                "showed": name in hand.hands,
                "folded": name in hand.folded,
                "sold": name in hand.cash_outs,
                "put_in": amount_to_json(called, hand.decimals),
                "won": amount_to_json(received(hand, name), hand.decimals),
                "owed": owed_to.get(name),
                "margin": margins.get(name),
            }
        )
    return players
