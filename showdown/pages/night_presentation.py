"""Prepare a night for its page: totals, a player's chart and its table, the biggest pots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from showdown.audits.night.hands import HandJson
from showdown.audits.night.night_report import (
    AllInJson,
    BigPotJson,
    BookJson,
    NightJson,
    NightSessionJson,
    luckiest,
    names_in,
)
from showdown.audits.privacy import Privacy
from showdown.batches.nights import hand_at, kept_of, night_of
from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RuleSet
from showdown.models import Batch, NightLink
from showdown.notation.deal_line import read_line
from showdown.notation.logs.submission_of import labels_for
from showdown.pages.forms.typed import typed_submission
from showdown.pages.forms.uploads import PrivacyForm, privacy_form
from showdown.pages.presentation import draw, present_as
from showdown.pages.view_models import DrawnDeal, ShownBoard, ShownCard, ShownPlayer
from showdown.pictures.drawing import markup
from showdown.pictures.luck_lines import luck_lines
from showdown.words.nights import (
    currency_text,
    missing_text,
    no_equity_text,
    price_text,
    sampled_text,
    unmet_text,
)

type HandOf = Callable[[int], HandJson | None]

_ROWS = 20
"""Number of rows in the table of a chart, evenly among its points."""
_MOST_SHOWN = 100
"""Maximum number of players and payments shown in a table."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A player's luck over the night as a chart and as figures."""

    player: str
    drawn: SafeString
    rows: tuple[tuple[str, str, str], ...]


def presented(told: NightJson, hand_of: HandOf, player: str = "") -> dict[str, Any]:
    """Return the night with this player's chart or, in each currency, the luckiest player's.

    `hand_of` returns a hand by its number from 0.
    """
    return {
        "hands": told["hands"],
        "missing": missing_text(told["missing"]),
        "unmet": unmet_text(told.get("unmet", [])),
        "books": [_book(book, hand_of, player) for book in told["currencies"]],
    }


def _book(book: BookJson, hand_of: HandOf, player: str) -> dict[str, Any]:
    sessions = [_part(session) for session in book["sessions"]]
    return _part(book) | {
        "amounts": currency_text(book["currency"], book["chip"]),
        "sampled": sampled_text(book["all_ins_sampled"]),
        "no_equity": no_equity_text(book["no_equity"]),
        "prices": [price | {"words": price_text(price)} for price in book["prices"]],
        "sessions": sessions if len(sessions) > 1 else [],
        "chart": _chart(book, player),
        "all_ins": sorted(book["all_ins"], key=_luck, reverse=True)[:_MOST_SHOWN],
        "drawn": [line["player"] for line in book["lines"]],
        "biggest": [_big_pot(pot, hand_of(pot["number"])) for pot in book["biggest"]],
    }


def _big_pot(pot: BigPotJson, hand: HandJson | None) -> dict[str, Any]:
    """Return a pot with the hands that were shown or won and the boards, as in the history."""
    shown: dict[str, Any] = {"players": [], "boards": []}
    if hand:
        drawn = _drawn(hand)
        players = drawn.players if drawn else ()
        holes = {player.label: player.hole for player in players if player.hole}
        shown["boards"] = drawn.boards if drawn else _boards_of(hand)
        shown["players"] = [
            _player_of(player, holes)
            for player in hand["players"]
            if player["cards"] or float(player["won"])
        ]
    return pot | shown | {"game": GAMES[pot["game"]].name}


def _drawn(hand: HandJson) -> DrawnDeal | None:
    """Return the hand settled and drawn; None if its cards did not decide it."""
    if not hand["deal"]:
        return None
    return draw(read_line(hand["deal"], GAMES[hand["game"]]).settle())


def _boards_of(hand: HandJson) -> list[ShownBoard]:
    return [
        ShownBoard(f"Board {number}", _unmarked(board), "")
        for number, board in enumerate(filter(None, hand["boards"]), 1)
    ]


def _player_of(player: dict[str, Any], holes: Mapping[str, tuple[ShownCard, ...]]) -> ShownPlayer:
    """Return the player with what the log says that was won."""
    won = bool(float(player["won"]))
    return ShownPlayer(
        label=player["player"],
        standing="folded" if player["folded"] else "",
        hole=holes.get(player["label"]) or _unmarked(player["cards"]),
        hands=(),
        share=Fraction(won),
        share_text="",
        paid=player["won"],
    )


def _unmarked(text: str) -> tuple[ShownCard, ...]:
    return tuple(map(ShownCard, _cards(text)))


def _luck(all_in: AllInJson) -> float:
    """Return how much of the result was luck, in words."""
    return max((abs(float(player["luck"])) for player in all_in["players"]), default=0)


def _part(part: BookJson | NightSessionJson) -> dict[str, Any]:
    began: Any = part.get("began")
    house: dict[str, Any] = dict(part["house"])
    most = max((abs(float(line["net"])) for line in part["players"]), default=0) or 1
    players = [
        line
        | {
            "signed": f"{'+' if float(line['net']) > 0 else ''}{line['net']}",
            "length": round(100 * float(line["net"]) / most, 1),
        }
        for line in part["players"][:_MOST_SHOWN]
    ]
    return part | {
        "players": players,
        "more_players": max(0, len(part["players"]) - _MOST_SHOWN),
        "payments": part["payments"][:_MOST_SHOWN],
        "more_payments": max(0, len(part["payments"]) - _MOST_SHOWN),
        "began": datetime.fromisoformat(began) if began else None,
        "house": {
            name: amount for name, amount in house.items() if name != "net" and float(amount)
        },
    }


def _chart(book: BookJson, player: str) -> Chart | None:
    lines = {line["player"]: line["points"] for line in book["lines"]}
    name = luckiest(book, player)
    if not name:
        return None
    points = lines[name]
    every = -(-len(points) // _ROWS)
    rows = [*points[:-1:every], points[-1]]
    drawn = mark_safe(markup(luck_lines(name, lines)))  # noqa: S308 - built as a tree, which escapes text
    return Chart(name, drawn, tuple((f"{hand:,}", str(net), owed) for hand, net, owed in rows))


def hand_presented(hand: HandJson, rules: RuleSet) -> dict[str, Any]:
    """Return a hand of the night; with `shown` and `typed` if its cards decided it."""
    game = GAMES[hand["game"]]
    context: dict[str, Any] = {
        "hand": hand,
        "game": game.name,
        "played": datetime.fromisoformat(hand["played"]) if hand["played"] else None,
        "players": [player | {"cards": _cards(player["cards"])} for player in hand["players"]],
        "boards": [_cards(board) for board in hand["boards"]],
    }
    if not hand["deal"]:
        return context
    submission = read_line(hand["deal"], game, rules)
    labels, names = zip(*((one["label"], one["player"]) for one in hand["players"]), strict=True)
    other_labels = dict(zip(labels, labels_for(names), strict=True))
    return context | {
        "shown": present_as(submission, dict(zip(labels, names, strict=True))),
        "typed": typed_submission(submission.renamed(other_labels)),
    }


def _cards(text: str) -> Cards:
    return parse_cards(text) if text else ()


def players_of(told: NightJson) -> list[str]:
    """Return the players whose hole cards may be kept, the first of them."""
    return names_in(told)[:_MOST_SHOWN]


def privacy_of(link: NightLink) -> Privacy:
    """Return what the link leaves out."""
    return Privacy(hides_cards=link.hides_cards, keeps=link.keeps, hides_names=link.renames)


def night_context(batch: Batch, player: str) -> dict[str, Any]:
    """Return the template context of an audit's night; empty if there is none."""
    kept = kept_of(batch)
    if kept is None:
        return {}
    told = night_of(kept)
    link = NightLink.objects.filter(batch=batch).first()
    players = players_of(told)
    return {
        "night": presented(told, partial(hand_at, kept), player),
        "shown_hands": kept.shown,
        "link": link,
        "link_note": privacy_of(link).note if link else "",
        "link_form": privacy_form(link, players),
        "download_form": PrivacyForm(players=players, auto_id="download_%s"),
        "hand_address": lambda number: reverse("night_hand", args=[batch.id, number + 1]),
    }
