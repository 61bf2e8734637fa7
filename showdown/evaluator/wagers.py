"""What is at stake: the chips as they were submitted, and the pots they make.

Chips come as pots, or as what each player has put in; from the latter the pots are derived:

- What the largest contribution has above every other was called by nobody and goes back, also to
  a player who folded later.
- Each amount at which a player who is still in is all in closes a pot. Everyone's chips up to
  there are in it, those of folded players too; those still in who put in that much may win it.
- What folded players put in above all who are still in stays in the last pot.
"""

from collections.abc import Mapping, Sized
from dataclasses import dataclass, field
from reprlib import repr as short

from showdown.evaluator.deals import MOST_PLAYERS, Deal, is_label
from showdown.evaluator.errors import InvalidChips
from showdown.words.made_hands import listed

MOST_CHIPS = 10**12
"""No amount is larger, so that every sum at a table is exact in any reader of JSON."""


@dataclass(frozen=True, slots=True)
class ChipPot:
    """An amount, and the labels of those who may win it; None is everyone still in."""

    amount: int
    eligible: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagers:
    """The chips of one deal: `pots` (the main pot first) or `contributions` by label.

    `folded` players cannot win. They need no hand in the deal; anyone else who put chips in does.
    `seats` are the labels clockwise; without them, the hands' order and then whoever else is named.
    `button` is the label of the seat that has it. Amounts are multiples of `unit`.

    Raises InvalidChips when it contradicts itself; `collect` holds it against a deal.
    """

    pots: tuple[ChipPot, ...] = ()
    contributions: Mapping[str, int] = field(default_factory=dict)
    folded: tuple[str, ...] = ()
    button: str | None = None
    seats: tuple[str, ...] = ()
    unit: int = 1

    def __post_init__(self) -> None:
        for name in ("pots", "contributions", "folded", "seats"):
            check_count(getattr(self, name), field=name)
        if not 1 <= self.unit <= MOST_CHIPS:
            raise InvalidChips(f"the unit is {self.unit}; it must be 1 or more", field="unit")
        _check_form(self)
        for name, pot in zip(pot_names(len(self.pots)), self.pots, strict=True):
            _check_amount(f"the {name} is", pot.amount, unit=self.unit, field="pots")
            check_count(pot.eligible or (), field="pots")
            _check_labels(pot.eligible or (), said=f"eligible for the {name}", field="pots")
            if not pot.amount:
                raise InvalidChips(f"the {name} is empty", field="pots")
        _check_labels(tuple(self.contributions), said="a player", field="contributions")
        for label, amount in self.contributions.items():
            _check_amount(f"{label} put in", amount, unit=self.unit, field="contributions")
        _check_labels(self.folded, said="folded", field="folded")
        _check_labels(self.seats, said="seated", field="seats")


@dataclass(frozen=True, slots=True)
class Returned:
    """The part of a bet that nobody called, and whose it is."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class Collected:
    """The chips as a dealer has them before the showdown.

    Every pot says who may win it, the main pot is the first; `seats` are all seats, clockwise.
    """

    pots: tuple[ChipPot, ...]
    returned: Returned | None
    seats: tuple[str, ...]


def check_count(named: Sized, *, field: str, most: int = MOST_PLAYERS) -> None:
    """Raise InvalidChips for more pots or players than a table can have, before looking at them."""
    if len(named) > most:
        raise InvalidChips(
            f"{field}: {len(named):,} are given, and a table has no more than {most}", field=field
        )


def collect(wagers: Wagers, deal: Deal) -> Collected:
    """The pots that the chips make. Raises InvalidChips when they contradict the deal."""
    seats = _seats(wagers, deal)
    check_count(seats, field="seats", most=deal.game.players[-1])
    check_count(wagers.pots, field="pots", most=deal.game.players[-1])
    still_in = tuple(label for label in deal.labels if label not in wagers.folded)
    if not still_in:
        raise InvalidChips("everyone has folded: nobody can win the chips", field="folded")
    if wagers.pots:
        return Collected(_pots_of(wagers, deal, still_in), None, seats)
    _check_contributors(wagers, deal)
    called, returned = _without_uncalled(wagers.contributions)
    return Collected(_side_pots(called, still_in), returned, seats)


def pot_names(count: int) -> tuple[str, ...]:
    """What the pots are called, the main pot first."""
    if count < 2:
        return ("pot",) * count
    if count == 2:
        return ("main pot", "side pot")
    return ("main pot", *(f"side pot {number}" for number in range(1, count)))


def _without_uncalled(contributions: Mapping[str, int]) -> tuple[dict[str, int], Returned | None]:
    """What was put in and called, and what the largest contribution has above the second."""
    amounts = sorted((0, *contributions.values()))
    uncalled = amounts[-1] - amounts[-2]
    if not uncalled:
        return dict(contributions), None
    label = max(contributions, key=lambda label: contributions[label])
    called = {**contributions, label: contributions[label] - uncalled}
    return called, Returned(label, uncalled)


def _side_pots(called: Mapping[str, int], still_in: tuple[str, ...]) -> tuple[ChipPot, ...]:
    """A pot for each amount at which players who are still in are all in."""
    levels = sorted({called[label] for label in still_in} - {0})
    if not levels:
        if any(called.values()):
            raise InvalidChips("nobody who can still win has put chips in", field="contributions")
        return ()
    tops = [*levels[:-1], max(called.values())]
    return tuple(
        ChipPot(
            amount=sum(min(chips, top) - min(chips, below) for chips in called.values()),
            eligible=tuple(label for label in still_in if called[label] >= level),
        )
        for below, level, top in zip([0, *levels], levels, tops, strict=False)
    )


def _pots_of(wagers: Wagers, deal: Deal, still_in: tuple[str, ...]) -> tuple[ChipPot, ...]:
    """The pots as submitted, each with the labels of those who may win it, in the deal's order."""
    pots = []
    for name, pot in zip(pot_names(len(wagers.pots)), wagers.pots, strict=True):
        named = still_in if pot.eligible is None else pot.eligible
        if not named:
            raise InvalidChips(f"the {name} has no eligible player", field="pots")
        for label in named:
            if label in wagers.folded:
                raise InvalidChips(f"{label} has folded and cannot win the {name}", field="pots")
            if label not in deal.labels:
                raise InvalidChips(f"{label} is in the {name} but not in the deal", field="pots")
        eligible = tuple(label for label in still_in if label in named)
        pots.append(ChipPot(pot.amount, eligible))
    return tuple(pots)


def _seats(wagers: Wagers, deal: Deal) -> tuple[str, ...]:
    """All seats clockwise. Everyone who is named must have one."""
    named = tuple(dict.fromkeys((*deal.labels, *wagers.contributions, *wagers.folded)))
    seats = wagers.seats or named
    seated = set(seats)
    for label in named:
        if label not in seated:
            raise InvalidChips(f"{label} has no seat among {listed(seats)}", field="seats")
    if wagers.button is not None and wagers.button not in seats:
        raise InvalidChips(
            f"the button is at {short(wagers.button)}, no seat of this table: {listed(seats)}",
            field="button",
        )
    return seats


def _check_form(wagers: Wagers) -> None:
    """Pots or contributions, one of them, and some chips in it."""
    if wagers.pots and wagers.contributions:
        raise InvalidChips(
            "give the pots or what each player put in, not both", field="contributions"
        )
    if not wagers.pots and not any(wagers.contributions.values()):
        raise InvalidChips("there are no chips: give the pots or what each player put in")


def _check_amount(said: str, amount: int, *, unit: int, field: str) -> None:
    if amount < 0:
        raise InvalidChips(f"{said} {amount}: an amount cannot be negative", field=field)
    if amount > MOST_CHIPS:
        raise InvalidChips(f"{said} more than {MOST_CHIPS:,} chips", field=field)
    if amount % unit:
        raise InvalidChips(f"{said} {amount}, no multiple of the unit {unit}", field=field)


def _check_labels(labels: tuple[str, ...], *, said: str, field: str) -> None:
    seen: set[str] = set()
    for label in labels:
        if not is_label(label):
            raise InvalidChips(f"{short(label)} cannot be {said}: it is no label", field=field)
        if label in seen:
            raise InvalidChips(f"{label} is named twice as {said}", field=field)
        seen.add(label)


def _check_contributors(wagers: Wagers, deal: Deal) -> None:
    """Chips come from players with a hand or folded, and everyone still in says how many."""
    folded = set(wagers.folded)
    for label in wagers.contributions:
        if label not in deal.labels and label not in folded:
            raise InvalidChips(
                f"{label} is in the pot but not in the deal, and has not folded",
                field="contributions",
            )
    for label in deal.labels:
        if label not in wagers.contributions and label not in folded:
            raise InvalidChips(
                f"what {label} put in is missing (0 for nothing)", field="contributions"
            )
