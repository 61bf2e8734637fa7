"""Count the hands of an audit by outcome, and add up chips by player and table."""

from collections import Counter
from typing import Any

from showdown.audits.judging import Judgment
from showdown.audits.night.all_in import AllInEquities
from showdown.audits.night.winnings import PlayerSums, calculate_sums
from showdown.evaluator.differences import Difference
from showdown.evaluator.prices import round_half_up
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.words.ranks import amount_text

LOG_FAULTS = frozenset({Skip.UNREADABLE, Skip.NO_HANDS, Skip.CUT_OFF, Skip.DOES_NOT_ADD_UP})
"""The reasons for skipping hands that indicate a fault in the log."""
_MAX_FAULTY_HANDS = 20
"""Maximum number of listed hands with a fault in the log."""
_MAX_FILES = 500
"""Maximum number of files that are listed."""


class Counts:
    """Numbers of hands by outcome. `faulty_hands` lists the first hands with a fault in the log."""

    def __init__(self) -> None:
        self.settled = 0
        self.agreeing = 0
        self.checked_only: Counter[str] = Counter()
        self.difference_kinds: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.formats: Counter[str] = Counter()
        self.units: Counter[str] = Counter()
        self.prices_unknown: Counter[str] = Counter()
        self.faulty_hands: list[SkippedHand] = []
        self.files: Counter[str] = Counter()

    @property
    def differing(self) -> int:
        return self.difference_kinds.total()

    @property
    def judged(self) -> int:
        return self.agreeing + self.differing

    @property
    def hands(self) -> int:
        return self.judged + self.skipped.total() - self.skipped[Skip.NO_HANDS]

    @property
    def is_flawless(self) -> bool:
        """Return whether every judged hand was paid correctly and the log has no faults."""
        return not self.differing and not any(self.skipped[reason] for reason in LOG_FAULTS)

    def skip(self, hand: SkippedHand) -> None:
        self.skipped[hand.reason] += 1
        is_hand = hand.reason is not Skip.NO_HANDS
        self.formats[hand.origin.format] += is_hand
        self.files[hand.origin.file] += is_hand
        if hand.reason in LOG_FAULTS and len(self.faulty_hands) < _MAX_FAULTY_HANDS:
            self.faulty_hands.append(hand)

    def add(self, judgment: Judgment) -> None:
        hand = judgment.hand
        self.formats[hand.origin.format] += 1
        self.files[hand.origin.file] += 1
        if hand.unit > 1:
            self.units[amount_text(hand.unit, hand.decimals)] += 1
        if judgment.unsettled is None:
            self.settled += 1
        else:
            self.checked_only[judgment.unsettled] += 1
        if judgment.difference is None:
            self.agreeing += 1
        else:
            self.difference_kinds[judgment.difference.kind] += 1

    def first_files(self) -> list[tuple[str, int]]:
        """Return the names of files with their numbers of hands, those without hands first."""
        named_files = [(name, hands) for name, hands in self.files.items() if name]
        return sorted(named_files, key=lambda file: file[1] > 0)[:_MAX_FILES]

    def to_json(self) -> dict[str, Any]:
        optional = {"units": self.units, "prices_unknown": self.prices_unknown}
        return {
            "hands": self.hands,
            "judged": self.judged,
            "settled": self.settled,
            "checked": _sort_by_name(self.checked_only),
            "agreeing": self.agreeing,
            "differing": self.differing,
            "skipped": _sort_by_name(self.skipped),
            "kinds": _sort_by_name(self.difference_kinds),
            "formats": _sort_by_name(self.formats),
            **{name: _sort_by_name(counts) for name, counts in optional.items() if counts},
        }


def _sort_by_name(counts: Counter[str]) -> dict[str, int]:
    return {str(name): counts[name] for name in sorted(counts)}


class MisplacedChips:
    """Sums of the chips overpaid and underpaid, by player and by table, in hundredths of a chip."""

    def __init__(self) -> None:
        self._over: Counter[tuple[str, str]] = Counter()
        self._under: Counter[tuple[str, str]] = Counter()
        self._decimals = 0

    def add(self, table: str, difference: Difference) -> None:
        self._decimals = max(self._decimals, difference.decimals)
        for player, chips in difference.excess.items():
            sums = self._over if chips > 0 else self._under
            hundredths = abs(chips) * 100 // 10**difference.decimals
            sums["players", player] += hundredths
            sums["tables", table] += hundredths

    def to_json(self) -> dict[str, Any]:
        """Return `{"players": {"Anna": {"over": 5, "under": 0}, …}, "tables": {…}}` by name.

        Sums are strings with hundredths if an amount has decimals.
        """
        totals: dict[str, Any] = {"players": {}, "tables": {}}
        for group, name in sorted({*self._over, *self._under}):
            sums = {"over": self._over[group, name], "under": self._under[group, name]}
            totals[group][name] = {
                key: amount_text(hundredths, 2) if self._decimals else hundredths // 100
                for key, hundredths in sums.items()
            }
        return totals


class AllInLuck:
    """Equity and winnings in all-ins by currency and player.

    `unknown` counts hands whose equities are unknown, by reason. `sampled` is the number of all-ins
    with sampled equities.
    """

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], PlayerSums] = {}
        self.unknown: Counter[str] = Counter()
        self.sampled = 0

    def add(self, hand: LoggedHand, equities: AllInEquities) -> None:
        if not hand.has_names:
            return
        self.sampled += bool(equities.margins)
        for name, sums in calculate_sums(hand, equities)[0].items():
            if sums.all_ins:
                self._sums.setdefault((hand.currency, name), PlayerSums()).add(sums)

    def to_json(self) -> dict[str, Any]:
        """Return `luck` (a row per player), `luck_unknown`, and `luck_sampled` unless it is 0."""
        players = []
        for (currency, player), sums in sorted(self._sums.items()):
            luck = {
                "currency": currency,
                "player": player,
                "all_ins": sums.all_ins,
                "owed": amount_text(round_half_up(sums.owed), 2),
                "got": amount_text(sums.got, 2),
                "luck": amount_text(round_half_up(sums.luck), 2),
            }
            if sums.margin is not None:
                luck["margin"] = amount_text(round_half_up(sums.margin), 2)
            players.append(luck)
        sampled = {"luck_sampled": self.sampled} if self.sampled else {}
        return {"luck": players, **sampled, "luck_unknown": _sort_by_name(self.unknown)}
