"""Prepare a night for its page: totals, a player's chart and its table, the biggest pots."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from showdown.audits.night.hands import HandJson
from showdown.audits.night.ledger import MAX_PLAYERS
from showdown.audits.night.night_report import (
    AllInJson,
    BigPotJson,
    BookJson,
    NightAmount,
    NightJson,
    NightSessionJson,
    luckiest,
    names_in,
)
from showdown.audits.privacy import Privacy
from showdown.batches.nights import hand_at, kept_of, night_of
from showdown.evaluator.cards import Cards, format_cards, parse_cards
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.models import Batch, NightLink
from showdown.notation.deal_line import read_line
from showdown.notation.logs.submission_of import labels_for
from showdown.pages.forms.settle_up import SettleUpForm
from showdown.pages.forms.typed import typed_submission
from showdown.pages.forms.uploads import PrivacyForm, privacy_form
from showdown.pages.presentation import draw, present_as
from showdown.pages.table_input import board_name, fold_field, hand_field, label_field
from showdown.pages.view_models import (
    DrawnDeal,
    DrawnHand,
    Presentation,
    ShownBoard,
    ShownCard,
    ShownPlayer,
)
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
from showdown.words.ranks import listed

type HandOf = Callable[[int], HandJson | None]

_ROWS = 20
"""Number of rows in the table of a chart, evenly distributed among its points."""
_MOST_SHOWN = 100
"""Maximum number of players and payments shown in a table."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A player's luck over the night as a chart and as figures."""

    player: str
    drawn: SafeString
    rows: tuple[tuple[str, str, str], ...]


def presented(told: NightJson, hand_of: HandOf, player: str = "") -> dict[str, Any]:
    """Return the night with this player's chart, by default the luckiest player's in each currency.

    `hand_of` returns a hand by its number, from 0.
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
        "settle_up": _settle_up_query(book),
        "sampled": sampled_text(book["all_ins_sampled"]),
        "no_equity": no_equity_text(book["no_equity"]),
        "prices": [price | {"words": price_text(price)} for price in book["prices"]],
        "sessions": sessions if len(sessions) > 1 else [],
        "chart": _chart(book, player),
        "all_ins": sorted(book["all_ins"], key=_luck, reverse=True)[:_MOST_SHOWN],
        "drawn": [line["player"] for line in book["lines"]],
        "biggest": _biggest(book, hand_of),
    }


def _biggest(book: BookJson, hand_of: HandOf) -> list[dict[str, Any]]:
    amounts = _Amounts([pot["pot"] for pot in book["biggest"]])
    return [_big_pot(pot, hand_of(pot["number"]), amounts) for pot in book["biggest"]]


def _big_pot(pot: BigPotJson, hand: HandJson | None, amounts: "_Amounts") -> dict[str, Any]:
    """Return a pot with the hands that were shown or won and the boards, as in the history."""
    shown: dict[str, Any] = {"players": [], "boards": [], "pot": amounts(pot["pot"])}
    if hand:
        drawn = _drawn(hand)
        players = drawn.players if drawn else ()
        holes = {player.label: player.hole for player in players if player.hole}
        shown["boards"] = drawn.boards if drawn else _boards_of(hand)
        shown["players"] = [
            _player_of(player, amounts, holes.get(player["label"]))
            for player in hand["players"]
            if player["cards"] or float(player["won"])
        ]
    return pot | shown | {"game": GAMES[pot["game"]].name}


def _drawn(hand: HandJson) -> DrawnDeal | None:
    """Return the hand settled and drawn; None if no cards decided it."""
    if not hand["deal"]:
        return None
    return draw(read_line(hand["deal"], GAMES[hand["game"]]).settle())


def _boards_of(hand: HandJson) -> list[ShownBoard]:
    return [
        ShownBoard(f"Board {number}", _unmarked(board), "")
        for number, board in enumerate(filter(None, hand["boards"]), 1)
    ]


def _player_of(
    player: dict[str, Any], amounts: "_Amounts", hole: tuple[ShownCard, ...] | None = None
) -> ShownPlayer:
    """Return the player with the winnings stated in the log."""
    won = bool(float(player["won"]))
    is_hidden = not won and not player["cards"]
    return ShownPlayer(
        label=player["player"],
        standing="folded" if player["folded"] else "not shown" if is_hidden else "",
        hole=hole or _unmarked(player["cards"]),
        hands=(),
        share=Fraction(won),
        share_text="",
        paid=amounts(player["won"]),
    )


class _Amounts:
    """Write amounts with two decimals if any of them has cents, else with none."""

    def __init__(self, amounts: Iterable[NightAmount]) -> None:
        self._has_cents = any(Decimal(amount) % 1 for amount in amounts)

    def __call__(self, amount: NightAmount) -> str:
        return f"{Decimal(amount):,.{2 if self._has_cents else 0}f}"

    def of_text(self, text: str) -> str:
        return self(text.replace(",", "")) if text else ""


def _unmarked(text: str) -> tuple[ShownCard, ...]:
    return tuple(map(ShownCard, _cards(text)))


def _luck(all_in: AllInJson) -> float:
    """Return in words how much of the result was luck."""
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


def _settle_up_query(book: BookJson) -> str:
    """Return the query of *Settle up* with what everybody lost as buy-in and won as cash-out."""
    names = [player["player"] for player in book["players"]]
    sums = {name: [Decimal(0), Decimal(0)] for name in names}
    for payment in book["payments"]:
        for column, name in enumerate((payment["from"], payment["to"])):
            sums.setdefault(name, [Decimal(0), Decimal(0)])[column] += Decimal(payment["amount"])
    if len(sums) > MAX_PLAYERS:
        return ""
    rows = zip(labels_for([*sums]), sums.values(), strict=True)
    return SettleUpForm([(label, *map(str, both)) for label, both in rows], []).query()


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
    """Return a hand of the night, drawn, and `typed` if it can be shown on the table.

    `is_settled` states whether cards decided it.
    """
    game = GAMES[hand["game"]]
    players = hand["players"]
    amounts = _Amounts(
        [hand["pot"], hand["taken"], *(one[key] for one in players for key in ("put_in", "won"))]
    )
    context: dict[str, Any] = {
        "hand": hand,
        "game": game.name,
        "amounts": amounts,
        "played": datetime.fromisoformat(hand["played"]) if hand["played"] else None,
        "players": [player | {"cards": _cards(player["cards"])} for player in players],
        "is_settled": bool(hand["deal"]),
    }
    names = [player["player"] for player in players]
    other_names = labels_for(names)
    if not hand["deal"]:
        return context | {
            "shown": _unsettled(hand, game, amounts),
            "typed": _typed_unsettled(hand, game, other_names),
        }
    labels = [player["label"] for player in players]
    submission = read_line(hand["deal"], game, rules)
    shown = present_as(submission, dict(zip(labels, names, strict=True)))
    return context | {
        "shown": _with_amounts(shown, amounts),
        "typed": typed_submission(submission.renamed(dict(zip(labels, other_names, strict=True)))),
    }


def _with_amounts(shown: Presentation, amounts: _Amounts) -> Presentation:
    """Return the presentation with the same decimals on plates, in pots and totals."""
    write = amounts.of_text
    return replace(
        shown,
        players=tuple(replace(player, paid=write(player.paid)) for player in shown.players),
        pots=tuple((write(pot[0]), *pot[1:]) for pot in shown.pots),
        totals=tuple(
            replace(total, amount=write(total.amount), back=write(total.back))
            for total in shown.totals
        ),
    )


def _unsettled(hand: HandJson, game: Game, amounts: _Amounts) -> DrawnHand:
    still_in = [player for player in hand["players"] if not player["folded"]]
    paid = [player["player"] for player in hand["players"] if float(player["won"])]
    headline = f"{listed(paid)} {'wins' if len(paid) == 1 else 'win'}" if paid else "Nobody is paid"
    if len(still_in) == 1 and [still_in[0]["player"]] == paid:
        headline += ": everybody else folded"
    return DrawnHand(
        game=game,
        headline=headline,
        boards=tuple(_boards_of(hand)),
        players=tuple(_player_of(player, amounts) for player in hand["players"]),
        pots=((amounts(hand["pot"]), "pot", listed(paid) if paid else "", ""),),
    )


def _typed_unsettled(hand: HandJson, game: Game, labels: Sequence[str]) -> dict[str, str]:
    """Return the fields of the cards that are known; empty if no hand is known."""
    players = hand["players"]
    if len(players) not in game.players or not any(player["cards"] for player in players):
        return {}
    fields = {"game": game.slug, "players": str(len(players))}
    for seat, (player, label) in enumerate(zip(players, labels, strict=True)):
        fields[label_field(seat)] = label
        fields[hand_field(seat)] = format_cards(_cards(player["cards"]), " ")
        if player["folded"]:
            fields[fold_field(seat)] = "on"
    return fields | {
        board_name(index): format_cards(_cards(board), " ")
        for index, board in enumerate(hand["boards"][: len(game.boards)])
    }


def _cards(text: str) -> Cards:
    return parse_cards(text) if text else ()


def players_of(told: NightJson) -> list[str]:
    """Return the players whose hole cards may be kept, the first of them."""
    return names_in(told)[:_MOST_SHOWN]


def privacy_of(link: NightLink) -> Privacy:
    """Return the privacy settings of the link."""
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
