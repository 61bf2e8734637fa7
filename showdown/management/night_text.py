"""Format a night as text for a terminal, and as CSV."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from showdown.audits.night.ledger import LedgerDifference, Reckoning
from showdown.audits.night.night_report import (
    NightCurrencyJson,
    NightJson,
    NightSessionJson,
)
from showdown.management.odds_table import aligned
from showdown.notation.csv_cells import harmless, row_of
from showdown.words.nights import (
    Amounts,
    currency_text,
    house_text,
    missing_text,
    no_equity_text,
    price_text,
    sampled_text,
    unmet_text,
)
from showdown.words.ranks import amount_text, how_many

_COLUMNS = ("player", "hands", "put_in", "returned", "won", "net", "all_ins", "owed", "got", "luck")
CSV_COLUMNS = (
    *("hand", "file", "line", "currency", "round", "player", "owed", "got", "luck", "margin"),
)

_WIDEST = 30
"""Maximum width of a column; a longer name shifts the rest of its row."""


def as_text(night: NightJson) -> Iterator[str]:
    """Yield the lines of the night."""
    yield how_many(night["hands"], "hand")
    if missing := missing_text(night["missing"]):
        yield f"{missing}."
    if unmet := unmet_text(night["unmet"]):
        yield f"{unmet}."
    for results in night["currencies"]:
        yield from ("", f"In {results['currency']}: {how_many(results['hands'], 'hand')}")
        yield from (f"{currency_text(results['currency'], results['chip'])}.", "")
        yield from _currency(Amounts.of(results).format_amounts(results))


def as_csv(night: NightJson) -> Iterator[str]:
    """Yield a row for each player of each all-in.

    `owed` is the equity in all-ins, and `margin` its 95% margin if it is sampled.
    """
    yield row_of(CSV_COLUMNS)
    for results in night["currencies"]:
        for hand in results["all_ins"]:
            origin = (harmless(hand["hand"]), harmless(hand.get("file", "")), str(hand["line"]))
            for owed in hand["players"]:
                luck = (owed["owed"], str(owed["got"]), owed["luck"], owed["margin"] or "")
                player = harmless(owed["player"])
                yield row_of((*origin, results["currency"], hand["round"], player, *luck))


def _currency(results: NightCurrencyJson) -> Iterator[str]:
    yield from _sums(results)
    if sampled := sampled_text(results["all_ins_sampled"]):
        yield f"{sampled}."
    if missing := no_equity_text(results["no_equity"]):
        yield f"{missing}."
    if results["prices"]:
        yield from ("", "Cash-outs and insurance")
        for price in results["prices"]:
            origin = f"hand {price['hand']}" if price["hand"] else f"line {price['line']}"
            yield f"  {origin}: {price_text(price)}."
    yield from _payments(results, "Settling up")
    if len(results["sessions"]) > 1:
        for session in results["sessions"]:
            yield from ("", f"{_when(session)}: {how_many(session['hands'], 'hand')}", "")
            if session["missing"]:
                yield f"{session['missing']:,} more hands are missing."
            yield from _sums(session)
            yield from _payments(session, "Settling up this session")


def _sums(part: NightCurrencyJson | NightSessionJson) -> Iterator[str]:
    has_samples = any(sums["margin"] is not None for sums in part["players"])
    columns = (*_COLUMNS, "margin") if has_samples else _COLUMNS
    rows = [tuple(name.replace("_", " ") for name in columns)]
    rows += [
        tuple("" if sums[name] is None else str(sums[name]) for name in columns)
        for sums in map(dict, part["players"])
    ]
    yield from aligned(rows, aligned_left=(0,), widest=_WIDEST)
    if house := house_text(part["house"]):
        yield f"{house}."


def _payments(part: NightCurrencyJson | NightSessionJson, heading: str) -> Iterator[str]:
    if part["payments"]:
        yield from ("", heading)
        for payment in part["payments"]:
            yield f"  {payment['from']} pays {payment['to']} {payment['amount']}"


def _when(session: NightSessionJson) -> str:
    if session["began"] is None:
        return "Without a time"
    began = datetime.fromisoformat(session["began"])
    return f"{began:%B} {began.day}, {began:%Y, from %H:%M} UTC"


def reckoning_as_text(reckoning: Reckoning) -> Iterator[str]:
    """Yield the lines of a night without a log: nets, and who pays whom."""
    rows: list[tuple[str, ...]] = [("player", "in", "out", "net")]
    for name, net in sorted(reckoning.nets.items(), key=lambda item: -item[1]):
        amounts = (reckoning.buy_ins[name], reckoning.cash_outs[name], net)
        rows.append((name, *(amount_text(amount, 2) for amount in amounts)))
    yield from aligned(rows, aligned_left=(0,), widest=_WIDEST)
    yield ""
    if reckoning.is_open:
        difference = amount_text(reckoning.difference, 2)
        yield f"Cash-outs less buy-ins: {difference}. Correct an amount to get the payments."
    elif reckoning.payments:
        yield "Settling up"
    for one in reckoning.payments:
        yield f"  {one.payer} pays {one.receiver} {amount_text(one.amount, 2)}"


def ledger_differences_as_text(differences: Sequence[LedgerDifference]) -> Iterator[str]:
    """Yield the lines that compare a ledger with the log of the same night."""
    if not differences:
        yield "The ledger agrees with the log."
        return
    yield "The ledger differs from the log"
    rows = [("player", "ledger", "log")]
    for name, in_ledger, in_log in differences:
        rows.append((name, amount_text(in_ledger, 2), amount_text(in_log, 2)))
    yield from aligned(rows, aligned_left=(0,), widest=_WIDEST)
