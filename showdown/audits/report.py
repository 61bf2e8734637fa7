"""The report of an audit: JSON Lines with counts and the hands that were paid incorrectly.

The lines are the header, an entry for each of these hands, and the totals with the signature. The
header contains the counts, so entries are written to a temporary file until all hands have been
read. The same log yields the same bytes, except for `when`.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from shlex import quote
from tempfile import TemporaryFile
from typing import IO, Any, Self
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.urls import reverse

from omahasite import VERSION
from showdown.audits.array_judging import JudgedOrSkipped, judge_all
from showdown.audits.counts import AllInLuck, Counts, MisplacedChips
from showdown.audits.judging import Judgment, build_submission, write_deal_line
from showdown.audits.night.all_in import NoEquity, amounts_to_text
from showdown.audits.night.equities import EquityCalculator, check_prices
from showdown.audits.signing import sign_lines, to_json_line
from showdown.audits.terms import Terms, parse_terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.differences import Chips, Difference, Kind
from showdown.evaluator.errors import InvalidDeal
from showdown.models.logged import RecordedHands, record_hands
from showdown.notation.logs.logged_hand import HandSkipped, ReadHand, Skip, SkippedHand
from showdown.notation.logs.submission import seat_labels
from showdown.notation.wagers_json import amount_to_json
from showdown.words.differences import difference_text
from showdown.words.nights import SKIP_NAMES
from showdown.words.ranks import count_text

_OPTIONS = ("rules", "unit", "rake", "jackpot", "at")
"""Options of the command, besides `--luck`, that change the report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportHeader:
    """The header of a report, with the terms by which hands are judged.

    `command` writes the same report if it is run in the folder of the log. If `includes_luck` is
    true, the report has the equities of all-ins.
    """

    name: str
    terms: Terms
    command: str
    when: datetime | None = None
    includes_luck: bool = False

    @classmethod
    def from_options(cls, name: str, options: Mapping[str, str], *, includes_luck: bool) -> Self:
        """Return the header of an audit with these options of the command; `at` is an ISO time.

        Raise UnknownRuleSet or InvalidWagers if an option is invalid.
        """
        texts = {option: options[option] for option in _OPTIONS if options.get(option)}
        option_words = [f"--{option} {quote(text)}" for option, text in texts.items()]
        flags = ["--luck"] if includes_luck else []
        when = texts.pop("at", "")
        return cls(
            name=name,
            terms=parse_terms(**texts),
            command=" ".join(
                ["manage.py audit", quote(name), "report.jsonl", *option_words, *flags]
            ),
            when=datetime.fromisoformat(when) if when else None,
            includes_luck=includes_luck,
        )


class Audit:
    """An audit of one log. Pass all hands through `judge_each`, then read the `report_lines`."""

    def __init__(self, header: ReportHeader, calculator: EquityCalculator | None = None) -> None:
        self.header = header
        self.counts = Counts()
        self._calculator = calculator or EquityCalculator(header.terms)
        self._misplaced = MisplacedChips()
        self._luck = AllInLuck()
        self._entries: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed by close

    def close(self) -> None:
        self._entries.close()

    def judge_each(self, hands: Iterable[ReadHand]) -> Iterator[JudgedOrSkipped]:
        """Judge, record and yield each hand."""
        all_judged = judge_all(hands, self.header.terms)
        for judged in check_prices(all_judged, self._calculator, self.counts.prices_unknown):
            if isinstance(judged, SkippedHand):
                self.counts.skip(judged)
            else:
                self._add(judged)
            yield judged

    def _add(self, judgment: Judgment) -> None:
        """Count a judged hand, and write an entry if it was paid incorrectly."""
        hand, equities = judgment.hand, None
        self.counts.add(judgment)
        if self.header.includes_luck:
            try:
                equities = self._calculator.equities_of(hand)
            except NoEquity as error:
                self._luck.unknown[str(error)] += 1
        if equities:
            self._luck.add(hand, equities)
        if judgment.difference:
            self._misplaced.add(hand.origin.table, judgment.difference)
            entry = build_entry(judgment, judgment.difference, self.header)
            if equities:
                entry["owed"] = amounts_to_text(equities.by_name, hand.decimals)
                if equities.margins:
                    entry["margin"] = amounts_to_text(equities.margins, hand.decimals)
            self._entries.write(to_json_line(entry) + b"\n")

    def report_lines(self, digest: str, key: Ed25519PrivateKey) -> Iterator[bytes]:
        """Yield the lines of the report; `digest` is the SHA-256 of the log, in hex."""
        return sign_lines(self._report_parts(digest), key)

    def _report_parts(self, digest: str) -> Iterator[dict[str, Any] | bytes]:
        header, terms, counts = self.header, self.header.terms, self.counts.to_json()
        yield {
            "audit": {
                "name": header.name,
                "sha256": digest,
                "engine": f"showdown {VERSION}",
                "rules": terms.rules.slug,
                "unit": unit_text(terms) or "as in the log",
                "rake": terms.rake.text if terms.rake else "as in the log",
                "when": header.when.isoformat() if header.when else None,
                "says": summary_text(counts),
                **counts,
            }
        }
        self._entries.seek(0)
        for line in self._entries:
            yield line.rstrip(b"\n")
        luck = self._luck.to_json() if header.includes_luck else {}
        yield {"totals": self._misplaced.to_json() | luck, "command": header.command}


def unit_text(terms: Terms) -> str:
    """Return the smallest chip as `0.05` or `25`; empty for the log's own unit."""
    if terms.unit is None:
        return ""
    return f"{terms.unit:.{2 if terms.unit % 1 else 0}f}"


_CHECKED_NAMES = {"no-showdown": "ended without a showdown"}


def summary_text(counts: dict[str, Any]) -> str:
    """Return `90 hands read, 30 settled, 40 ended without a showdown, 5 paid incorrectly`."""
    if not counts["hands"]:
        return "no hands"
    unreadable = counts["skipped"].get(Skip.UNREADABLE, 0)
    files_without_hands = counts["skipped"].get(Skip.NO_HANDS, 0)
    parts = [f"{count_text(counts['hands'] - unreadable, 'hand')} read"]
    parts.append(f"{counts['settled']:,} settled")
    parts += [
        f"{count:,} {_CHECKED_NAMES.get(reason, SKIP_NAMES.get(reason, reason))}"
        for reason, count in counts["checked"].items()
    ]
    if skipped := sum(counts["skipped"].values()) - unreadable - files_without_hands:
        parts.append(f"{skipped:,} skipped")
    if unreadable:
        parts.append(f"{unreadable:,} unreadable")
    differing = f"{counts['differing']:,}" if counts["differing"] else "none"
    parts.append(f"{differing} paid incorrectly")
    units = counts.get("units", {}).items()
    parts += [f"{count:,} paid in chips of {unit}" for unit, count in units]
    if files_without_hands:
        parts.append(f"{count_text(files_without_hands, 'file')} without hands")
    if unknown := sum(counts.get("prices_unknown", {}).values()):
        parts.append(f"{unknown:,} sold for a price that can't be checked")
    return ", ".join(parts)


def build_entry(judgment: Judgment, difference: Difference, header: ReportHeader) -> dict[str, Any]:
    """Return the entry of a hand that was paid incorrectly, with `deal` if it can be settled.

    `labels` contains the player's name for each label in the deal that differs from the name.
    """
    hand = judgment.hand
    origin, cards_of = hand.origin, {**hand.hands, **hand.known}
    entry: dict[str, Any] = {
        "hand": origin.hand,
        "line": origin.line,
        **({"file": origin.file} if origin.file else {}),
        "format": origin.format,
        "table": origin.table,
        "played": origin.played.isoformat() if origin.played else None,
        "game": hand.game.slug,
        "kind": difference.kind,
        "hands": {name: format_cards(cards) for name, cards in cards_of.items()},
        "boards": [format_cards(board) for board in hand.boards],
        "paid": _amounts_to_json(difference.paid, difference),
        "due": _amounts_to_json(difference.due, difference),
        "difference": _amounts_to_json(difference.excess, difference),
        "reason": difference_text(difference),
    }
    if difference.kind is Kind.ODD_CHIP:
        entry["right_by"] = list(difference.matching_rule_sets)
    if deal := write_deal_line(judgment, header.terms):
        query = {"game": hand.game.slug, "rules": header.terms.rules.slug, "line": deal}
        entry |= {"deal": deal, "link": f"{reverse('table')}?{urlencode(query)}"}
        labels = {label: name for name, label in seat_labels(hand).items() if label != name}
        entry |= {"labels": labels} if labels else {}
    return entry


def _amounts_to_json(chips: Chips, difference: Difference) -> dict[str, int | str]:
    return {name: amount_to_json(amount, difference.decimals) for name, amount in chips.items()}


def store_hands(judged: Iterable[JudgedOrSkipped], terms: Terms, **owner: Any) -> RecordedHands:
    """Store the settled hands for the history; `owner` is `person=…`, `batch=…` or empty."""
    hands = []
    for judgment in judged:
        if isinstance(judgment, Judgment) and judgment.unsettled is None:
            with suppress(InvalidDeal, HandSkipped):
                hands.append((judgment.hand, build_submission(judgment.hand, terms)))
    return record_hands(hands, **owner)
