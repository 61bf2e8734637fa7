"""night LOG…: print the results of a night, the luck, and the payments."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from showdown.audits.array_judging import judge_all
from showdown.audits.counts import Counts
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.ledger import (
    LedgerDifference,
    SettledLedger,
    compare_with_log,
    settle_ledger,
    settled_ledger_to_json,
)
from showdown.audits.night.names import parse_night_options
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import (
    NightCurrencyJson,
    NightJson,
    NightSumsJson,
    night_to_json,
)
from showdown.audits.sources import skip_repeated
from showdown.audits.terms import Terms
from showdown.files.log_hands import add_file_name
from showdown.management.base import (
    INVALID_INPUT,
    InputFile,
    OutputFile,
    ShowdownCommand,
    unusable_error,
)
from showdown.management.command_arguments import add_quiet
from showdown.management.log_inputs import open_log, read_ledgers, report_broken_hands
from showdown.management.outputs import align_columns, atomic_output
from showdown.notation.csv_cells import escape_formula, format_row
from showdown.notation.logs.logged_hand import ReadHand, SkippedHand
from showdown.notation.pokernow_ledger import LedgerPlayer
from showdown.words import nights as words
from showdown.words.ranks import amount_text, count_text

_OUTPUTS = {"json": "the night as JSON", "csv": "the all-ins as CSV, a row for each player"}

_TABLE_COLUMNS = (
    *("player", "hands", "put_in", "returned", "won", "net"),
    *("all_ins", "owed", "got", "luck"),
)
_SIGNED_COLUMNS = ("net", "luck")

_CSV_COLUMNS = [
    *("hand", "file", "line", "currency", "round", "player"),
    *("owed", "got", "luck", "margin"),
]

_MAX_COLUMN_WIDTH = 30
"""Maximum width of a column; a longer name shifts the rest of its row."""


class Command(ShowdownCommand):
    help = (
        "Print each player's result, the luck in all-ins, the prices of cash-outs and insurance,"
        " and who pays whom."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add(
            "inputs",
            type=InputFile,
            nargs="+",
            metavar="input",
            help="logs, plain or compressed, zip files or folders of logs; - for standard input;"
            " PokerNow's ledger, alone or with the log of the same night",
        )
        add("--chip", default="", help="the value of a chip, such as 0.25")
        same_help = "other names of a player: 'Anna=ann,Anna K'; may be repeated"
        add("--same", action="append", default=[], help=same_help)
        add("--by-id", action="store_true", help="merge players with the same id")
        for kind, content in _OUTPUTS.items():
            text = f"write {content} instead; - for standard output"
            add(f"--{kind}", type=OutputFile, metavar="FILE", help=text)
        add_quiet(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        night_options = parse_night_options(
            chip=options["chip"],
            same=";".join(options["same"]),
            by_id="true" if options["by_id"] else "",
        )
        players, logs = read_ledgers(options["inputs"])
        if players and not logs:
            self._settle_ledger(players, options)
            return
        night, counts = Night(EquityCalculator(Terms()), night_options.names()), Counts()
        hands = skip_repeated(_read_hands(logs, quiet=options["quiet"]))
        for judged_hand in night.add_each(judge_all(hands, Terms())):
            if isinstance(judged_hand, SkippedHand):
                counts.skip(judged_hand)
        document = night_to_json(night, night_options.chip)
        output_document: dict[str, Any] = dict(document)
        differences = None
        if players:
            nets: Counter[str] = Counter()  # in all currencies of the log, in hundredths
            for results in document["currencies"]:
                for player in results["players"]:
                    nets[player["player"]] += round(100 * Decimal(str(player["net"])))
            differences = compare_with_log(players, nets)
            output_document["ledger"] = [
                {"player": name, "ledger": amount_text(in_ledger, 2), "log": amount_text(in_log, 2)}
                for name, in_ledger, in_log in differences
            ]
        if options["json"]:
            _write(options["json"], json.dumps(output_document, ensure_ascii=False, indent=1))
        if options["csv"]:
            _write(options["csv"], "".join(night_to_csv(document)))
        if not any(options[kind] for kind in _OUTPUTS):
            self.stdout.write("\n".join(night_to_text(document)))
            if differences is not None:
                self.stdout.write("\n".join(["", *ledger_differences_to_text(differences)]))
        report_broken_hands(counts, self.stderr)
        if not counts.is_flawless:
            sys.exit(INVALID_INPUT)

    def _settle_ledger(self, players: list[LedgerPlayer], options: dict[str, Any]) -> None:
        if options["csv"]:
            raise unusable_error("--csv needs a log")
        settled_ledger = settle_ledger(players)
        if options["json"]:
            document = settled_ledger_to_json(settled_ledger)
            _write(options["json"], json.dumps(document, ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join(settled_ledger_to_text(settled_ledger)))


def _read_hands(names: Sequence[str], *, quiet: bool) -> Iterator[ReadHand]:
    """Yield the hands of all logs; if there are several logs, add the log's name to each hand."""
    for name in names:
        with open_log(name, quiet=quiet) as log:
            yield from add_file_name(name, log.read_hands()) if len(names) > 1 else log.read_hands()


def _write(target: str, text: str) -> None:
    with atomic_output(target) as output:
        output.write(f"{text.rstrip()}\n".encode("utf-8", "replace"))


def night_to_text(night: NightJson) -> Iterator[str]:
    yield count_text(night["hands"], "hand")
    if missing := words.missing_text(night["missing"]):
        yield f"{missing}."
    if unknown := words.unknown_names_text(night["unmet"]):
        yield f"{unknown}."
    for results in night["currencies"]:
        unit = words.currency_text(results["currency"], results["chip"], results["no_payments"])
        yield from ("", f"In {results['currency']}: {count_text(results['hands'], 'hand')}")
        yield from (f"{unit}.", "")
        yield from _currency_lines(
            words.AmountFormatter.for_report(results).format_amounts(results)
        )


def night_to_csv(night: NightJson) -> Iterator[str]:
    """Yield a CSV row for each player of each all-in.

    `owed` is the equity, and `margin` its 95% margin of error if the equity was sampled.
    """
    yield format_row(_CSV_COLUMNS)
    for results in night["currencies"]:
        for hand in results["all_ins"]:
            names = map(escape_formula, (hand["hand"], hand.get("file", "")))
            spot = (*names, str(hand["line"]), results["currency"], hand["round"])
            for player in hand["players"]:
                luck = (player["owed"], str(player["got"]), player["luck"], player["margin"] or "")
                yield format_row((*spot, escape_formula(player["player"]), *luck))


def _currency_lines(results: NightCurrencyJson) -> Iterator[str]:
    yield from _sums_lines(results)
    if sampled := words.sampled_text(results["all_ins_sampled"]):
        yield f"{sampled}."
    if missing := words.no_equity_text(results["no_equity"]):
        yield f"{missing}."
    if results["prices"]:
        yield from ("", "Cash-outs and insurance")
        for price in results["prices"]:
            origin = f"hand {price['hand']}" if price["hand"] else f"line {price['line']}"
            yield f"  {origin}: {words.price_text(price)}."
    yield from _payment_lines(results, "Settling up")
    if len(results["sessions"]) > 1:
        for session in results["sessions"]:
            when = words.session_text(session["began"], session["ended"])
            yield from ("", f"{when}: {count_text(session['hands'], 'hand')}", "")
            if session["missing"]:
                yield f"{session['missing']:,} more hands are missing from these sums."
            yield from _sums_lines(session)
            yield from _payment_lines(session, "Settling up this session")


def _sums_lines(part: NightSumsJson) -> Iterator[str]:
    has_samples = any(sums["margin"] is not None for sums in part["players"])
    columns = (*_TABLE_COLUMNS, "margin") if has_samples else _TABLE_COLUMNS
    rows = [tuple(name.replace("_", " ") for name in columns)]
    rows += [
        tuple(_cell(name, sums[name]) for name in columns) for sums in map(dict, part["players"])
    ]
    if part["players"]:
        yield from align_columns(rows, left_columns=(0,), max_width=_MAX_COLUMN_WIDTH)
    if house := words.house_text(part["house"]):
        yield f"{house}."


def _cell(column: str, value: object) -> str:
    text = "" if value is None else str(value)
    return _signed(text) if column in _SIGNED_COLUMNS else text


def _signed(text: str) -> str:
    """Return an amount with a plus sign if it is positive."""
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"


def _payment_lines(part: NightSumsJson, heading: str) -> Iterator[str]:
    if part["payments"]:
        yield from ("", heading)
        for payment in part["payments"]:
            yield f"  {payment['from']} pays {payment['to']} {payment['amount']}"


def settled_ledger_to_text(settled_ledger: SettledLedger) -> Iterator[str]:
    """Yield the lines of a night without a log: the nets and the payments."""
    rows: list[tuple[str, ...]] = [("player", "in", "out", "net")]
    for name, net in sorted(settled_ledger.nets.items(), key=lambda item: -item[1]):
        amounts = (settled_ledger.buy_ins[name], settled_ledger.cash_outs[name])
        rows.append(
            (name, *(amount_text(amount, 2) for amount in amounts), _signed(amount_text(net, 2)))
        )
    yield from align_columns(rows, left_columns=(0,), max_width=_MAX_COLUMN_WIDTH)
    yield ""
    if settled_ledger.is_open:
        difference = amount_text(settled_ledger.difference, 2)
        yield f"Cash-outs less buy-ins: {difference}. Correct an amount to get the payments."
    elif settled_ledger.payments:
        yield "Settling up"
    for payment in settled_ledger.payments:
        yield f"  {payment.payer} pays {payment.receiver} {amount_text(payment.amount, 2)}"


def ledger_differences_to_text(differences: Sequence[LedgerDifference]) -> Iterator[str]:
    """Yield the lines that compare a ledger with the log of the same night."""
    if not differences:
        yield "The ledger agrees with the log."
        return
    yield "The ledger differs from the log"
    rows = [("player", "ledger", "log")]
    for name, in_ledger, in_log in differences:
        rows.append((name, amount_text(in_ledger, 2), amount_text(in_log, 2)))
    yield from align_columns(rows, left_columns=(0,), max_width=_MAX_COLUMN_WIDTH)
