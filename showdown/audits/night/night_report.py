"""A night and its hands as JSON, for the command, the page and the API."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from fractions import Fraction
from math import floor
from typing import Any, NotRequired, TypedDict

from showdown.audits.judging import Judgment, write_deal_line
from showdown.audits.night.all_in import AllInEquities, amounts_to_text
from showdown.audits.night.night import (
    AllInHand,
    CurrencyKey,
    CurrencyResults,
    Night,
    NoPaymentsReason,
    PricedHand,
)
from showdown.audits.night.settling_up import settle_up
from showdown.audits.night.winnings import (
    PlayerSums,
    Results,
    calculate_winnings,
    group_into_sessions,
)
from showdown.audits.terms import Terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.prices import round_half_up
from showdown.notation.logs.logged_hand import LoggedHand, Origin
from showdown.notation.logs.submission import seat_labels
from showdown.notation.wagers_json import amount_to_json
from showdown.words.differences import difference_text
from showdown.words.nights import CHIPS, PriceInWords, convert_price
from showdown.words.ranks import amount_text

type NightAmount = int | str


class OwedJson(TypedDict):
    """The equity (`owed`), winnings (`got`) and luck of a player in one or more all-ins.

    `margin` is the 95% margin of sampled equities; null if all are exact.
    """

    player: str
    owed: str
    got: NightAmount
    luck: str
    margin: str | None


class NightPlayerJson(OwedJson):
    """The sums of a player."""

    hands: int
    put_in: NightAmount
    returned: NightAmount
    won: NightAmount
    net: NightAmount
    all_ins: int


class NightHouseJson(TypedDict):
    """The sums of the house: rake, additions to pots, and profit from cash-outs and insurance."""

    taken: NightAmount
    added: NightAmount
    bought: NightAmount
    net: NightAmount


PaymentJson = TypedDict("PaymentJson", {"from": str, "to": str, "amount": NightAmount})


class NightSumsJson(TypedDict):
    """The sums of players and house, and the payments that settle them."""

    players: list[NightPlayerJson]
    house: NightHouseJson
    payments: list[PaymentJson]


class NightSessionJson(NightSumsJson):
    """A session. It begins and ends with the start of its first and of its last hand.

    `missing` is the number of hands in its hours that are missing from the sums.
    """

    began: str | None
    ended: str | None
    hands: int
    missing: int


class HandReferenceJson(TypedDict):
    """The number of a hand in the night, from 0, and its id in the log."""

    number: int
    hand: str
    line: int
    file: NotRequired[str]


class PriceJson(HandReferenceJson, PriceInWords):
    """A hand that was sold to the house, or insured.

    `right_by` lists the ways of rounding `exact` that result in `paid`.
    """

    round: str
    equity: str


class BigPotJson(HandReferenceJson):
    """One of the biggest pots."""

    game: str
    pot: NightAmount
    winners: list[str]


class AllInJson(HandReferenceJson):
    """A hand in which betting ended before the last card, in the betting round `round`."""

    round: str
    players: list[OwedJson]


class LuckLineJson(TypedDict):
    """A line of the chart. A point has the number of hands, the net, and the net by equity."""

    player: str
    points: list[tuple[int, NightAmount, str]]


class NightCurrencyJson(NightSumsJson):
    """The night in one currency; `chip` is the value of a chip in payments.

    `no_payments` is the reason if there are no payments: `tournament`, or `no-names` if the log
    names seats instead of players, who then have no sums either. `differing` is the number of hands
    that were paid incorrectly.
    """

    currency: str
    no_payments: str | None
    hands: int
    differing: int
    chip: str | None
    sessions: list[NightSessionJson]
    sessions_in_all: int
    all_ins: list[AllInJson]
    all_ins_counted: int
    all_ins_sampled: int
    no_equity: dict[str, int]
    prices: list[PriceJson]
    prices_wrong: int
    prices_unknown: dict[str, int]
    biggest: list[BigPotJson]
    lines: list[LuckLineJson]


class NightJson(TypedDict):
    """The night of a log, by currency.

    `missing` counts the hands that are missing from the sums, by reason. `unmet` are names to merge
    that don't occur.
    """

    hands: int
    missing: dict[str, int]
    unmet: list[str]
    currencies: list[NightCurrencyJson]


HOUSE = "the house"
_MAX_SESSIONS = 100
"""Maximum number of sessions listed; all of them count in the totals."""


def night_to_json(night: Night, chip: int = 0) -> NightJson:
    """Return the night; `chip` is a chip's value in hundredths in hands without a currency."""
    return {
        "hands": night.hands,
        "missing": dict(sorted(night.missing.items())),
        "unmet": night.unknown_names,
        "currencies": [
            _currency_to_json(night, results, key, 0 if key.currency or key.no_payments else chip)
            for key, results in sorted(
                night.currencies.items(),
                key=lambda item: (-item[1].totals.hands, *map(str, item[0])),
            )
        ],
    }


def _currency_to_json(
    night: Night, results: CurrencyResults, key: CurrencyKey, chip: int
) -> NightCurrencyJson:
    amounts = _AmountFormatter(results.decimals, chip, key.no_payments)
    sessions = group_into_sessions(results.hours)
    lacks_names = key.no_payments is NoPaymentsReason.NO_NAMES
    return {
        "currency": key.currency or CHIPS,
        "no_payments": key.no_payments,
        "hands": results.totals.hands,
        "differing": results.differing,
        **_sums_to_json(results.totals, amounts),
        "chip": amount_text(chip, 2) if chip else None,
        "sessions": [
            _session_to_json(night, results, hours, amounts) for hours in sessions[:_MAX_SESSIONS]
        ],
        "sessions_in_all": len(sessions),
        "all_ins": [_all_in_to_json(all_in, amounts) for all_in in results.all_ins],
        "all_ins_counted": results.all_ins_counted,
        "all_ins_sampled": results.all_ins_sampled,
        "no_equity": dict(sorted(results.no_equity.items())),
        "prices": [_price_to_json(priced) for priced in results.prices],
        "prices_wrong": results.prices_wrong,
        "prices_unknown": dict(sorted(results.prices_unknown.items())),
        "biggest": [
            {
                **_reference_to_json(pot.number, pot.origin),
                "game": pot.game,
                "pot": amounts(pot.amount),
                "winners": list(pot.winners),
            }
            for pot in sorted(results.biggest_pots, reverse=True)
        ],
        "lines": [
            {
                "player": name,
                "points": [
                    (hand, amounts(net), amount_text(by_equity, 2))
                    for hand, net, by_equity in line.points
                ],
            }
            for name, line in ([] if lacks_names else results.lines.items())
        ],
    }


class _AmountFormatter:
    """A formatter of hundredths, without decimals if all amounts of the currency have none."""

    def __init__(self, decimals: int, chip: int, no_payments: NoPaymentsReason | None) -> None:
        self.decimals = decimals
        self.chip = chip
        self.no_payments = no_payments

    def __call__(self, hundredths: int) -> NightAmount:
        return amount_text(hundredths, 2) if self.decimals else hundredths // 100

    def format_exact(self, hundredths: Fraction) -> str:
        """Format to the nearest hundredth, regardless of other amounts."""
        return amount_text(round_half_up(hundredths), 2)

    def format_margin(self, sums: PlayerSums) -> str | None:
        return None if sums.margin is None else self.format_exact(sums.margin)


def _sums_to_json(results: Results, amounts: _AmountFormatter) -> NightSumsJson:
    """Return the sums, those of the largest winner first, and the payments."""
    by_net = sorted(results.players.items(), key=lambda item: (-item[1].net, item[0]))
    house = results.house
    players: list[NightPlayerJson] = [
        {
            "player": name,
            "hands": sums.hands,
            "put_in": amounts(sums.put_in),
            "returned": amounts(sums.returned),
            "won": amounts(sums.won),
            "net": amounts(sums.net),
            "all_ins": sums.all_ins,
            "owed": amounts.format_exact(sums.owed),
            "got": amounts(sums.got),
            "luck": amounts.format_exact(sums.luck),
            "margin": amounts.format_margin(sums),
        }
        for name, sums in by_net
    ]
    return {
        "players": [] if amounts.no_payments is NoPaymentsReason.NO_NAMES else players,
        "house": {
            "taken": amounts(house.taken),
            "added": amounts(house.added),
            "bought": amounts(house.bought),
            "net": amounts(house.net),
        },
        "payments": [] if amounts.no_payments else _payments_to_json(results, amounts),
    }


def _payments_to_json(results: Results, amounts: _AmountFormatter) -> list[PaymentJson]:
    """Return the payments in the currency; for chips with a value, in money."""
    balances = {name: Fraction(sums.net) for name, sums in results.players.items()}
    name = HOUSE
    while name in balances:
        name += " (rake)"
    balances[name] = Fraction(results.house.net)
    if amounts.chip:
        balances = {name: net * amounts.chip / 100 for name, net in balances.items()}
    format_amount = amounts if not amounts.chip else lambda amount: amount_text(amount, 2)
    return [
        {"from": payment.payer, "to": payment.receiver, "amount": format_amount(payment.amount)}
        for payment in settle_up(_round_to_cents(balances))
    ]


def _round_to_cents(balances: Mapping[str, Fraction]) -> dict[str, int]:
    """Round balances to whole cents such that their sum stays zero."""
    rounded = {name: floor(amount) for name, amount in balances.items()}
    by_fraction = sorted(balances, key=lambda name: (rounded[name] - balances[name], name))
    for name in by_fraction[: -sum(rounded.values())]:
        rounded[name] += 1
    return rounded


def _session_to_json(
    night: Night, results: CurrencyResults, hours: Sequence[int | None], amounts: _AmountFormatter
) -> NightSessionJson:
    session = Results()
    for hour in hours:
        session.add(results.hours[hour])
    began, ended = session.played or (None, None)
    return {
        "began": began.astimezone(UTC).isoformat() if began else None,
        "ended": ended.astimezone(UTC).isoformat() if ended else None,
        "hands": session.hands,
        "missing": sum(night.missing_by_hour[hour] for hour in hours),
        **_sums_to_json(session, amounts),
    }


def _price_to_json(priced: PricedHand) -> PriceJson:
    price = priced.price
    return {
        **_reference_to_json(priced.number, priced.origin),
        **convert_price(price, priced.decimals),
        "round": price.when,
        "equity": f"{float(price.equity):.6f}",
    }


def _all_in_to_json(all_in: AllInHand, amounts: _AmountFormatter) -> AllInJson:
    return {
        **_reference_to_json(all_in.number, all_in.origin),
        "round": all_in.when,
        "players": [
            {
                "player": name,
                "owed": amounts.format_exact(sums.owed),
                "got": amounts(sums.got),
                "luck": amounts.format_exact(sums.luck),
                "margin": amounts.format_margin(sums),
            }
            for name, sums in all_in.players.items()
        ],
    }


def _reference_to_json(number: int, origin: Origin) -> HandReferenceJson:
    reference: HandReferenceJson = {"number": number, "hand": origin.hand, "line": origin.line}
    if origin.file:
        reference["file"] = origin.file
    return reference


def player_names(night: NightJson) -> list[str]:
    """Return the players of a night without duplicates, sorted by winnings in each currency."""
    currencies = night["currencies"]
    return list(
        dict.fromkeys(player["player"] for results in currencies for player in results["players"])
    )


def luckiest_player(results: NightCurrencyJson, player: str = "") -> str:
    """Return this player or, if the chart has no such line, the luckiest player with a line.

    Return an empty string if the chart has no lines.
    """
    players_drawn = {line["player"] for line in results["lines"]}
    if player in players_drawn:
        return player
    by_luck = sorted(results["players"], key=lambda sums: float(sums["luck"]), reverse=True)
    return next((sums["player"] for sums in by_luck if sums["player"] in players_drawn), "")


type HandJson = dict[str, Any]


def hand_to_json(
    number: int,
    judgment: Judgment,
    terms: Terms,
    names: Mapping[str, str],
    equities: AllInEquities | None,
) -> HandJson:
    """Return a judged hand as JSON.

    `deal` is the deal line if cards decided the hand; `label` is a player's name in the deal line.
    """
    hand, difference = judgment.hand, judgment.difference
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
        "all_in": equities.when if equities else None,
        "players": _players_to_json(hand, names, equities),
        "boards": [format_cards(board) for board in hand.boards],
        "pot": amount_to_json(hand.pot_total, hand.decimals),
        "taken": amount_to_json(hand.taken, hand.decimals),
        "deal": write_deal_line(judgment, terms),
    }


def _players_to_json(
    hand: LoggedHand, names: Mapping[str, str], equities: AllInEquities | None
) -> list[dict[str, Any]]:
    """Return the players with their cards and chips, beginning at the left of the button."""
    owed = amounts_to_text(equities.by_name if equities else {}, hand.decimals)
    margins = amounts_to_text(equities.margins if equities else {}, hand.decimals)
    labels = seat_labels(hand)
    players = []
    for name in hand.seats:
        premium = hand.insurances[name].paid if name in hand.insurances else 0
        players.append(
            {
                "player": names.get(name, name),
                "label": labels[name],
                "cards": format_cards(hand.hands.get(name) or hand.known.get(name, ())),
                "showed": name in hand.hands,
                "folded": name in hand.folded,
                "sold": name in hand.cash_outs,
                "premium": amount_to_json(premium, hand.decimals) if premium else None,
                "put_in": amount_to_json(hand.called_chips_of(name), hand.decimals),
                "won": amount_to_json(calculate_winnings(hand, name), hand.decimals),
                "owed": owed.get(name),
                "margin": margins.get(name),
            }
        )
    return players
