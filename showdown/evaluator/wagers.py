"""What is at stake: the chips as they were given, and the pots they make.

Chips come as pots, or as what each player has put in; from the latter the pots are derived:

- What the largest contribution has above every other was called by nobody and goes back, also to
  a player who folded later.
- Each amount at which a player who is still in is all in closes a pot. Everyone's chips up to
  there are in it, those of folded players too; those still in who put in that much may win it.
- What folded players put in above all who are still in stays in the last pot.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from showdown.evaluator.deals import MOST_PLAYERS, is_label
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.rake import Rake

MOST_CHIPS = 10**12
"""No amount is larger, so that every sum at a table is exact in any reader of JSON."""

MOST_SEATS = 2 * MOST_PLAYERS
"""Seats at a table, those of players who have folded too."""


class Hands(Protocol):
    """What wagers are held against: a deal or a spot."""

    @property
    def labels(self) -> tuple[str, ...]: ...

    @property
    def shown(self) -> tuple[str, ...]:
        """The labels of those that aren't mucked."""


@dataclass(frozen=True, slots=True)
class Pot:
    """An amount, and the labels of those who may win it; None is everyone still in."""

    amount: int
    eligible: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagers:
    """Who put in how much in one deal: `pots` (the main pot first) or `contributions` by label.

    `dead` chips are in the main pot, but nobody has to match them: dead blinds, an ante that one
    player posts for all. `folded` players cannot win. They need no hand in the deal; anyone else
    who put chips in does. `seats` are the labels clockwise; without them, the hands' order and then
    whoever else is named. `button` is the label of the seat that has it. Amounts are multiples of
    `unit`, in hundredths of a chip where `decimals` is 2. The house takes its `rake` before the
    pots are paid. Without any chips it still says who has folded.

    Raises InvalidWagers when it contradicts itself; `collect` holds it against a deal.
    """

    pots: tuple[Pot, ...] = ()
    contributions: Mapping[str, int] = field(default_factory=dict)
    dead: int = 0
    folded: tuple[str, ...] = ()
    button: str | None = None
    seats: tuple[str, ...] = ()
    unit: int = 1
    decimals: int = 0
    rake: Rake | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.unit <= MOST_CHIPS:
            raise InvalidWagers(fault=Fault.UNIT, unit=self.unit, field="unit")
        if self.pots and (self.contributions or self.dead):
            raise InvalidWagers(fault=Fault.POTS_AND_CONTRIBUTIONS, field="contributions")
        _check_pots(self)
        _check_amount(self.dead, unit=self.unit, field="dead")
        _check_labels(tuple(self.contributions), field="contributions")
        for label, amount in self.contributions.items():
            _check_amount(amount, unit=self.unit, field="contributions", label=label)
        _check_labels(self.folded, field="folded")
        _check_labels(self.seats, field="seats")

    @property
    def has_chips(self) -> bool:
        return bool(self.pots or self.dead) or any(self.contributions.values())


@dataclass(frozen=True, slots=True)
class Returned:
    """The part of a bet that nobody called, and whose it is."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class Collected:
    """The chips as a dealer has them before the showdown.

    Every pot says who may win it, the main pot is the first; `seats` are all seats, clockwise.
    `competing` are those who can win anything, in the order of the deal: hands that were folded
    or mucked, or that no pot is for, are not among them.
    """

    pots: tuple[Pot, ...]
    returned: Returned | None
    seats: tuple[str, ...]
    competing: tuple[str, ...]


def collect(wagers: Wagers, deal: Hands) -> Collected:
    """The pots that the chips make. Raises InvalidWagers when they contradict the deal."""
    seats = _seats(wagers, deal)
    still_in = tuple(label for label in deal.shown if label not in wagers.folded)
    if not still_in:
        raise InvalidWagers(fault=Fault.EVERYONE_FOLDED, field="folded")
    returned = None
    if wagers.pots:
        pots = _pots_of(wagers, deal, still_in)
    else:
        _check_contributors(wagers, deal)
        pots, returned = pots_of_contributions(wagers.contributions, wagers.dead, still_in)
    if pots:
        eligible = {label for pot in pots for label in pot.eligible or ()}
        still_in = tuple(label for label in still_in if label in eligible)
    return Collected(pots, returned, seats, still_in)


def pots_of_contributions(
    contributions: Mapping[str, int], dead: int, still_in: tuple[str, ...]
) -> tuple[tuple[Pot, ...], Returned | None]:
    """The pots that contributions make, and what nobody called; `still_in` can win.

    Raises InvalidWagers where none of them has put chips in.
    """
    called, returned = _without_uncalled(contributions)
    return _with_dead(dead, _side_pots(called, still_in), still_in), returned


def _without_uncalled(contributions: Mapping[str, int]) -> tuple[dict[str, int], Returned | None]:
    """What was put in and called, and what the largest contribution has above the second."""
    amounts = sorted((0, 0, *contributions.values()))
    uncalled = amounts[-1] - amounts[-2]
    if not uncalled:
        return dict(contributions), None
    label = max(contributions, key=lambda label: contributions[label])
    called = {**contributions, label: contributions[label] - uncalled}
    return called, Returned(label, uncalled)


def _side_pots(called: Mapping[str, int], still_in: tuple[str, ...]) -> tuple[Pot, ...]:
    """A pot for each amount at which players who are still in are all in."""
    levels = sorted({called.get(label, 0) for label in still_in} - {0})
    if not levels:
        if any(called.values()):
            raise InvalidWagers(fault=Fault.NOBODY_CAN_WIN, field="contributions")
        return ()
    if len(levels) == 1:  # as in most hands, of which there may be millions
        return (
            Pot(sum(called.values()), tuple([label for label in still_in if called.get(label)])),
        )
    tops = [*levels[:-1], max(called.values())]
    return tuple(
        Pot(
            amount=sum(min(chips, top) - min(chips, below) for chips in called.values()),
            eligible=tuple(label for label in still_in if called.get(label, 0) >= level),
        )
        for below, level, top in zip([0, *levels], levels, tops, strict=False)
    )


def _with_dead(dead: int, pots: tuple[Pot, ...], still_in: tuple[str, ...]) -> tuple[Pot, ...]:
    """The pots with the dead chips in the main pot, which is for everyone where it is the only."""
    if not dead:
        return pots
    main, *sides = pots or (Pot(0, still_in),)
    return (Pot(main.amount + dead, main.eligible), *sides)


def _pots_of(wagers: Wagers, deal: Hands, still_in: tuple[str, ...]) -> tuple[Pot, ...]:
    """The pots as given, each with the labels of those who may win it, in the deal's order."""
    pots = []
    for number, pot in enumerate(wagers.pots):
        named = still_in if pot.eligible is None else pot.eligible
        for label in named:
            if label not in deal.labels:
                raise _in_pot(Fault.ELIGIBLE_WITHOUT_HAND, wagers, number, label)
            if label not in still_in:
                raise _in_pot(Fault.FOLDED_AND_ELIGIBLE, wagers, number, label)
        eligible = tuple(label for label in still_in if label in named)
        pots.append(Pot(pot.amount, eligible))
    return tuple(pots)


def _in_pot(fault: Fault, wagers: Wagers, number: int, label: str = "") -> InvalidWagers:
    return InvalidWagers(fault=fault, pot=number, pots=len(wagers.pots), label=label, field="pots")


def _seats(wagers: Wagers, deal: Hands) -> tuple[str, ...]:
    """All seats clockwise. Everyone who is named must have one."""
    named = tuple(dict.fromkeys((*deal.labels, *wagers.contributions, *wagers.folded)))
    seats = wagers.seats or named
    seated = set(seats)
    for label in named:
        if label not in seated:
            raise InvalidWagers(fault=Fault.NO_SEAT, label=label, seats=seats, field="seats")
    if wagers.button is not None and wagers.button not in seated:
        raise InvalidWagers(
            fault=Fault.NO_SUCH_BUTTON, said=wagers.button, seats=seats, field="button"
        )
    return seats


def _check_pots(wagers: Wagers) -> None:
    if len(wagers.pots) > MOST_PLAYERS:
        raise InvalidWagers(fault=Fault.TOO_MANY, said=str(MOST_PLAYERS), field="pots")
    for number, pot in enumerate(wagers.pots):
        _check_amount(pot.amount, unit=wagers.unit, field="pots", number=number)
        _check_labels(pot.eligible or (), field="pots")
        if not pot.amount:
            raise _in_pot(Fault.EMPTY_POT, wagers, number)
        if pot.eligible == ():
            raise _in_pot(Fault.NOBODY_ELIGIBLE, wagers, number)


def _check_amount(
    amount: int, *, unit: int, field: str, label: str = "", number: int | None = None
) -> None:
    if amount < 0:
        fault = Fault.NEGATIVE
    elif amount > MOST_CHIPS:
        fault = Fault.TOO_LARGE
    elif amount % unit:
        fault = Fault.NOT_IN_UNITS
    else:
        return
    raise InvalidWagers(
        fault=fault, label=label, pot=number, said=str(amount), unit=unit, field=field
    )


def _check_labels(labels: tuple[str, ...], *, field: str) -> None:
    if len(labels) > MOST_SEATS:
        raise InvalidWagers(fault=Fault.TOO_MANY, said=str(MOST_SEATS), field=field)
    seen: set[str] = set()
    for label in labels:
        if not is_label(label):
            raise InvalidWagers(fault=Fault.NOT_A_LABEL, label=label, field=field)
        if label in seen:
            raise InvalidWagers(fault=Fault.NAMED_TWICE, label=label, field=field)
        seen.add(label)


def _check_contributors(wagers: Wagers, deal: Hands) -> None:
    """Chips come from players with a hand or folded, and everyone still in says how many."""
    if not wagers.contributions:
        return
    folded = set(wagers.folded)
    for label in wagers.contributions:
        if label not in deal.labels and label not in folded:
            raise InvalidWagers(fault=Fault.NOT_IN_DEAL, label=label, field="contributions")
    for label in deal.labels:
        if label not in wagers.contributions and label not in folded:
            raise InvalidWagers(fault=Fault.NO_CONTRIBUTION, label=label, field="contributions")
