"""Template contexts of a night and of its hands."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.http import Http404
from django.urls import reverse

from showdown.audits.night.ledger import MAX_PLAYERS
from showdown.audits.night.night_report import (
    HOUSE,
    AllInJson,
    HandJson,
    NightCurrencyJson,
    NightJson,
    NightSumsJson,
    OwedJson,
    luckiest_player,
    player_names,
)
from showdown.audits.privacy import Privacy
from showdown.batches.nights import load_hand, load_night, night_files_of
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.models import Batch, NightLink
from showdown.notation.deal_line import read_line
from showdown.notation.logs.submission import make_labels
from showdown.pages.charts import luck_chart
from showdown.pages.forms.field_values import submission_fields
from showdown.pages.forms.money import SettleUpForm
from showdown.pages.forms.uploads import PrivacyForm, privacy_form
from showdown.pages.presentation import include_paid, present_with_names
from showdown.pages.view_models import Presentation, ShownBoard, ShownCard, ShownPlayer
from showdown.words.nights import (
    AmountFormatter,
    currency_text,
    house_text,
    insured_text,
    missing_text,
    no_equity_text,
    price_text,
    sampled_text,
    session_text,
    sold_text,
    unknown_names_text,
)
from showdown.words.ranks import join_words

_CHART_ROWS = 20
"""Number of rows in the table of a chart, for evenly spaced points."""
_MAX_SHOWN = 100
"""Maximum number of players, payments or all-ins shown in a table."""


def _luckiest_all_ins(all_ins: list[AllInJson], amounts: AmountFormatter) -> list[dict[str, Any]]:
    """Return the all-ins with the most luck, good or bad, each with its luckiest player first."""

    def luck(player: OwedJson) -> float:
        return float(player["luck"])

    def luck_size(all_in: AllInJson) -> float:
        return max((abs(luck(player)) for player in all_in["players"]), default=0)

    rows = []
    for all_in in sorted(all_ins, key=luck_size, reverse=True)[:_MAX_SHOWN]:
        players = [
            amounts.format_amounts(player)
            for player in sorted(all_in["players"], key=luck, reverse=True)
        ]
        rows.append(all_in | {"players": players})
    return rows


def _present_hand(hand: HandJson, rules: RuleSet, amounts: AmountFormatter) -> Presentation:
    """Return the settled hand, or the hand as in the log if no cards decided it.

    A settled hand includes the players who folded if their cards are known.
    """
    game, players = GAMES[hand["game"]], hand["players"]
    if not hand["deal"]:
        return _hand_without_showdown(hand, game, amounts)
    submission = read_line(hand["deal"], game, rules)
    names = {player["label"]: player["player"] for player in players}
    paid_names = [player["player"] for player in players if float(player["won"])]
    presentation = include_paid(present_with_names(submission, names, amounts.write), paid_names)
    settled_players = dict(zip(submission.deal.labels, presentation.players, strict=True))
    return replace(
        presentation,
        players=tuple(
            settled_players[player["label"]]
            if player["label"] in settled_players
            else _show_player(player, amounts)
            for player in players
            if player["label"] in settled_players or player["cards"]
        ),
    )


def _show_player(player: dict[str, Any], amounts: AmountFormatter) -> ShownPlayer:
    """Return the player with the winnings stated in the log."""
    won = bool(float(player["won"]))
    is_hidden = not won and not player["cards"]
    return ShownPlayer(
        label=player["player"],
        status="folded" if player["folded"] else "not shown" if is_hidden else "",
        hole=_plain_cards(player["cards"]),
        hands=(),
        share=Fraction(won),
        paid=amounts(player["won"]),
        bet=amounts(player["put_in"]) if float(player["put_in"]) else "",
    )


def _plain_cards(text: str) -> tuple[ShownCard, ...]:
    return tuple(map(ShownCard, parse_cards(text)))


def _totals_context(sums: NightSumsJson, amounts: AmountFormatter) -> dict[str, Any]:
    """Return the standings and payments of one session or of all sessions.

    `length` is a player's net in percent of the largest win or loss.
    """
    formatted = amounts.format_amounts(sums)
    nets = [float(line["net"]) for line in sums["players"]]
    largest_net = max(map(abs, nets), default=0) or 1
    return formatted | {
        "players": [
            line | {"length": round(100 * net / largest_net, 1)}
            for line, net in zip(formatted["players"][:_MAX_SHOWN], nets, strict=False)
        ],
        "more_players": max(0, len(nets) - _MAX_SHOWN),
        "payments": [
            payment | {"payer": "The house" if payment["from"] == HOUSE else payment["from"]}
            for payment in formatted["payments"][:_MAX_SHOWN]
        ],
        "more_payments": max(0, len(sums["payments"]) - _MAX_SHOWN),
        "when": session_text(formatted.get("began"), formatted.get("ended")),
        "house": house_text(formatted["house"]),
    }


def _settle_up_query(results: NightCurrencyJson) -> str:
    """Return the query of *Settle up*, with payments as buy-ins of payers and cash-outs of payees.

    Return an empty string if there are too many players.
    """
    names = [player["player"] for player in results["players"]]
    sums = {name: [Decimal(0), Decimal(0)] for name in names}
    for payment in results["payments"]:
        for column, name in enumerate((payment["from"], payment["to"])):
            sums.setdefault(name, [Decimal(0), Decimal(0)])[column] += Decimal(payment["amount"])
    if len(sums) > MAX_PLAYERS:
        return ""
    rows = [(name, str(paid), str(received)) for name, (paid, received) in sums.items()]
    return SettleUpForm(rows).query_string()


def _chart(
    results: NightCurrencyJson, player: str, amounts: AmountFormatter
) -> dict[str, Any] | None:
    """Return a player's luck over the night as a chart and a table; None without all-ins."""
    lines = {line["player"]: line["points"] for line in results["lines"]}
    name = luckiest_player(results, player)
    if not name:
        return None
    points = lines[name]
    step = -(-len(points) // _CHART_ROWS)
    listed_points = [*points[:-1:step], points[-1]]
    table_rows = [
        (f"{hand:,}", amounts(net), amounts(by_equity)) for hand, net, by_equity in listed_points
    ]
    return {"player": name, "drawing": luck_chart(name, lines), "rows": table_rows}


def _hand_without_showdown(hand: HandJson, game: Game, amounts: AmountFormatter) -> Presentation:
    players_still_in = [player for player in hand["players"] if not player["folded"]]
    winners = [player["player"] for player in hand["players"] if float(player["won"])]
    headline = (
        f"{join_words(winners)} {'wins' if len(winners) == 1 else 'win'}"
        if winners
        else "Nobody is paid"
    )
    if [player["player"] for player in players_still_in] == winners and len(winners) == 1:
        headline += ": everybody else folded"
    return Presentation(
        game=game,
        headline=headline,
        boards=tuple(
            ShownBoard(f"Board {number}", _plain_cards(board))
            for number, board in enumerate(filter(None, hand["boards"]), 1)
        ),
        players=tuple(
            _show_player(player, amounts)
            for player in hand["players"]
            if not player["folded"] or player["cards"] or float(player["put_in"])
        ),
        pots=((amounts(hand["pot"]), "pot", join_words(winners) if winners else "", ""),),
    )


def selectable_players(report: NightJson) -> list[str]:
    """Return the players whose hole cards a link can leave visible, at most `_MAX_SHOWN`."""
    return player_names(report)[:_MAX_SHOWN]


class NightPresentation:
    """The night of an audit: for its owner or, with a `link`, for holders of the link."""

    def __init__(self, batch: Batch, link: NightLink | None = None) -> None:
        night_files = night_files_of(batch)
        if night_files is None:
            raise Http404("this audit has no night report")
        self.night_files = night_files
        self.rules = batch.rules
        self._difference_count = batch.errors
        self.privacy = privacy_of(link) if link else Privacy()
        self._link = link
        self._page = ("shared_night_hand", link.secret) if link else ("night_hand", batch.id)

    @cached_property
    def night(self) -> NightJson:
        return load_night(self.night_files)

    def hand(self, number: int) -> HandJson | None:
        """Return a hand by its number, from 0; None if there is no such hand."""
        hand = load_hand(self.night_files, number)
        # Only copies for holders of a link need the night.
        return self.privacy.copy_hand(hand, self.night) if hand and self._link else hand

    def address(self, number: int) -> str:
        """Return the address of a hand by its number, from 0."""
        page, key = self._page
        return reverse(page, args=[key, number + 1])

    def context(self, player: str) -> dict[str, Any]:
        """Return the context of the report, with the chart of a player in each currency.

        In currencies without this player, the chart is of the luckiest player.
        """
        report = self.privacy.copy_night(self.night)
        return {
            "night": {
                "hands": report["hands"],
                "missing": missing_text(report["missing"]),
                "unknown_names": unknown_names_text(report.get("unmet", [])),
                "currencies": [
                    self._currency_context(results, player) for results in report["currencies"]
                ],
            },
            "shown_hands": self.night_files.shown,
            "hand_address": self.address,
        }

    def _currency_context(self, results: NightCurrencyJson, player: str) -> dict[str, Any]:
        amounts, biggest_pots = AmountFormatter.for_report(results), []
        for pot in results["biggest"]:
            hand = self.hand(pot["number"])
            presentation = _present_hand(hand, self.rules, amounts) if hand else None
            biggest_pots.append(
                amounts.format_amounts(pot)
                | {
                    "game": GAMES[pot["game"]].name,
                    "players": presentation.players if presentation else (),
                    "boards": presentation.boards if presentation else (),
                }
            )
        sessions = [_totals_context(session, amounts) for session in results["sessions"]]
        prices = [
            price | {"exact": f"{Decimal(price['exact']):,}"}
            for price in amounts.format_amounts(results["prices"])
        ]
        currency, chip = results["currency"], results["chip"]
        return _totals_context(results, amounts) | {
            # Reports of older versions have neither `differing` nor `no_payments`.
            "differing": results.get("differing", self._difference_count),
            "amounts": currency_text(currency, chip, results.get("no_payments")),
            "settle_up": _settle_up_query(results),
            "sampled": sampled_text(results["all_ins_sampled"]),
            "no_equity": no_equity_text(results["no_equity"]),
            "prices": [price | {"words": price_text(price)} for price in prices],
            "sessions": sessions if len(sessions) > 1 else [],
            "all_ins": _luckiest_all_ins(results["all_ins"], amounts),
            "chart_players": [line["player"] for line in results["lines"]],
            "chart": _chart(results, player, amounts),
            "biggest": biggest_pots,
        }

    def hand_context(self, number: int) -> dict[str, Any]:
        """Return the context of a hand and of links to its neighbors. Numbers begin at 0.

        If cards decided the hand, `is_settled` is true, and `table_fields` are the fields that
        show it on the table.
        """
        hand = self.hand(number)
        if hand is None:
            raise Http404("the night has no such hand")
        players, amounts, last = (
            hand["players"],
            AmountFormatter.for_report(hand),
            self.night_files.shown - 1,
        )
        sold_amounts = {
            player["player"]: amounts(player["won"]) for player in players if player["sold"]
        }
        # Reports of older versions have no premiums.
        premiums = {
            player["player"]: amounts(player["premium"])
            for player in players
            if player.get("premium")
        }
        return {
            "hand": amounts.format_amounts(hand),
            "takes_rake": bool(float(hand["taken"])),
            "sold": sold_text(sold_amounts),
            "insured": insured_text(premiums),
            "game": GAMES[hand["game"]].name,
            "played": datetime.fromisoformat(hand["played"]) if hand["played"] else None,
            "players": [
                amounts.format_amounts(player)
                | {"cards": parse_cards(player["cards"]), "has_won": bool(float(player["won"]))}
                for player in players
            ],
            "is_settled": bool(hand["deal"]),
            "presentation": _present_hand(hand, self.rules, amounts),
            "table_fields": _table_fields(hand, self.rules),
            "number": number + 1,
            "count": self.night_files.shown,
            "before": self.address(number - 1) if number > 0 else "",
            "next": self.address(number + 1) if number < last else "",
            "note": self.privacy.note,
        }


def _table_fields(hand: HandJson, rules: RuleSet) -> dict[str, str]:
    """Return the hand as fields of the table, with valid labels; empty if no cards decided it."""
    if not hand["deal"]:
        return {}
    players = hand["players"]
    labels = make_labels([player["player"] for player in players])
    new_labels = {player["label"]: label for player, label in zip(players, labels, strict=True)}
    return submission_fields(
        read_line(hand["deal"], GAMES[hand["game"]], rules).rename_players(new_labels)
    )


def privacy_of(link: NightLink) -> Privacy:
    """Return the privacy settings of the link."""
    return Privacy(hides_cards=link.hides_cards, kept_player=link.keeps, hides_names=link.renames)


def night_context(batch: Batch, player: str) -> dict[str, Any]:
    """Return the context of an audit's night; empty if there is none."""
    if night_files_of(batch) is None:
        return {}
    night_presentation = NightPresentation(batch)
    link = NightLink.objects.filter(batch=batch).first()
    players = selectable_players(night_presentation.night)
    return night_presentation.context(player) | {
        "link": link,
        "link_note": privacy_of(link).note if link else "",
        "link_form": privacy_form(link, players),
        "download_form": PrivacyForm(players=players, auto_id="download_%s"),
    }
