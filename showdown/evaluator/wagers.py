"""Wagers: the chips as given, and the pots that they make.

Chips are given as pots or as contributions. Pots are derived from contributions as follows:

- The part of the largest contribution that exceeds every other is an uncalled bet. It is returned,
  even to a player who folded later.
- Each amount for which a player who hasn't folded is all in closes a pot. The pot contains all
  chips up to that amount, including those of folded players. The players who put in that much and
  haven't folded may win it.
- Chips that folded players put in beyond the last of these amounts stay in the last pot.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from showdown.evaluator.deals import DEFAULT_LABELS, MAX_PLAYERS, is_label
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.rake import Rake, RakeTaken

MAX_CHIPS = 10**12
"""Maximum amount, so that every sum at a table is an exact number in JSON and JavaScript."""

MAX_SEATS = 2 * MAX_PLAYERS
"""Maximum number of seats at a table, including those of players who have folded."""


class Hands(Protocol):
    """The deal or the spot against which wagers are checked."""

    @property
    def labels(self) -> tuple[str, ...]: ...

    @property
    def shown_labels(self) -> tuple[str, ...]:
        """Return the labels of hands that aren't mucked."""


@dataclass(frozen=True, slots=True)
class Pot:
    """An amount, and the labels of the players who may win it; None for all who haven't folded."""

    amount: int
    eligible: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagers:
    """The chips of one deal, as `pots` (the main pot first) or as `contributions` by label.

    `dead` chips are in the main pot but count toward no player's bets: dead blinds, or an ante that
    one player posts for all. `folded` players cannot win, and need no hand in the deal; all other
    contributors do. `seats` are the labels clockwise; by default, those of the hands and then of
    other named players. `button` is the label of the player on the button. Amounts are multiples of
    `unit`, in hundredths of a chip if `decimals` is 2. The house takes its `rake` before the pots
    are paid. Wagers without chips may still name folded players.

    Raise InvalidWagers for an invalid amount or label, or for both pots and contributions;
    `collect` checks the wagers against a deal.
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
        if not 1 <= self.unit <= MAX_CHIPS:
            raise InvalidWagers(
                fault=Fault.INVALID_UNIT, unit=self.unit, decimals=self.decimals, field="unit"
            )
        if self.pots and (self.contributions or self.dead):
            raise InvalidWagers(fault=Fault.POTS_AND_CONTRIBUTIONS, field="contributions")
        if len(self.pots) > MAX_PLAYERS:
            raise InvalidWagers(fault=Fault.TOO_MANY_ENTRIES, value=str(MAX_PLAYERS), field="pots")
        for number, pot in enumerate(self.pots):
            _check_amount(pot.amount, self, field="pots", number=number)
            _check_labels(pot.eligible or (), field="pots")
            if not pot.amount:
                raise _build_pot_error(Fault.EMPTY_POT, self, number)
            if pot.eligible == ():
                raise _build_pot_error(Fault.NOBODY_ELIGIBLE, self, number)
        _check_amount(self.dead, self, field="dead")
        _check_labels(tuple(self.contributions), field="contributions")
        for label, amount in self.contributions.items():
            _check_amount(amount, self, field="contributions", label=label)
        _check_labels(self.folded, field="folded")
        _check_labels(self.seats, field="seats")
        for amount in (self.rake.amount, self.rake.jackpot) if self.rake else ():
            _check_amount(amount, self, field="rake")

    @property
    def has_chips(self) -> bool:
        return bool(self.pots or self.dead) or any(self.contributions.values())

    def rename_players(self, names: Mapping[str, str]) -> "Wagers":
        """Return the wagers with labels replaced by these names."""

        def replace_labels(labels: Iterable[str]) -> tuple[str, ...]:
            return tuple(names.get(label, label) for label in labels)

        pots = (Pot(pot.amount, pot.eligible and replace_labels(pot.eligible)) for pot in self.pots)
        amounts = self.contributions.values()
        return replace(
            self,
            pots=tuple(pots),
            contributions=dict(zip(replace_labels(self.contributions), amounts, strict=True)),
            folded=replace_labels(self.folded),
            button=names.get(self.button, self.button) if self.button else self.button,
            seats=replace_labels(self.seats),
        )


@dataclass(frozen=True, slots=True)
class ReturnedBet:
    """The uncalled part of a bet, and its owner."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class CollectedPots:
    """The pots and the uncalled bet before the showdown.

    Every pot has its eligible players, and the main pot is the first; `seats` are all seats,
    clockwise. `taken` is the house's part, which the pots still include. `competing` are the
    players who can win anything, in the order of the deal: their hands aren't folded or mucked, and
    if there are pots, they are eligible for one.
    """

    pots: tuple[Pot, ...]
    taken: RakeTaken
    returned: ReturnedBet | None
    seats: tuple[str, ...]
    competing: tuple[str, ...]


def collect(wagers: Wagers, deal: Hands) -> CollectedPots:
    """Return the pots that the wagers make. Raise InvalidWagers if they contradict the deal.

    If no error is raised, the pots can be paid: no later step finds an error in the wagers.
    """
    seats = _order_seats(wagers, deal)
    still_in = tuple([label for label in deal.shown_labels if label not in wagers.folded])
    if not still_in:
        raise InvalidWagers(fault=Fault.EVERYONE_FOLDED, field="folded")
    returned = None
    if wagers.pots:
        pots = _complete_pots(wagers, deal, still_in)
    else:
        _check_contributors(wagers, deal)
        pots, returned = build_pots(wagers.contributions, wagers.dead, still_in)
    if pots:
        eligible = {label for pot in pots for label in pot.eligible or ()}
        still_in = tuple(label for label in still_in if label in eligible)
    taken = RakeTaken(0, 0, (0,) * len(pots))
    if wagers.rake and (pots or returned):
        taken = wagers.rake.take([pot.amount for pot in pots], wagers.unit, wagers.decimals)
    return CollectedPots(pots, taken, returned, seats, still_in)


def build_pots(
    contributions: Mapping[str, int], dead: int, still_in: tuple[str, ...]
) -> tuple[tuple[Pot, ...], ReturnedBet | None]:
    """Return the pots of contributions, and the uncalled bet.

    `still_in` are the players who haven't folded. Dead chips go into the main pot; if there are no
    other chips, all of these players are eligible for it. Raise InvalidWagers if only folded
    players put chips in.
    """
    owner, uncalled = find_uncalled_bet(contributions)
    called = dict(contributions)
    if uncalled:
        called[owner] -= uncalled
    # One pot for each amount at which a remaining player is all in.
    levels = sorted({called.get(label, 0) for label in still_in} - {0})
    if not levels and any(called.values()):
        raise InvalidWagers(fault=Fault.NOBODY_CAN_WIN, field="contributions")
    pots, chips_below = [], 0
    for level in levels:
        is_last = level == levels[-1]
        chips_up_to_level = sum(
            [chips if is_last or chips < level else level for chips in called.values()]
        )
        eligible = tuple([label for label in still_in if called.get(label, 0) >= level])
        pots.append(Pot(chips_up_to_level - chips_below, eligible))
        chips_below = chips_up_to_level
    if dead:
        main, *sides = pots or (Pot(0, still_in),)
        pots = [Pot(main.amount + dead, main.eligible), *sides]
    return tuple(pots), ReturnedBet(owner, uncalled) if uncalled else None


def find_uncalled_bet(contributions: Mapping[str, int]) -> tuple[str, int]:
    """Return the owner and the amount of the uncalled bet, which may be 0.

    The owner is empty if there are no bets.
    """
    bettor, largest, second = "", 0, 0
    for label, chips in contributions.items():
        if chips > largest:
            bettor, largest, second = label, chips, largest
        elif chips > second:
            second = chips
    return bettor, largest - second


def _complete_pots(wagers: Wagers, deal: Hands, still_in: tuple[str, ...]) -> tuple[Pot, ...]:
    """Return the given pots with the labels of the eligible players, in the order of the deal."""
    pots = []
    for number, pot in enumerate(wagers.pots):
        labels = still_in if pot.eligible is None else pot.eligible
        for label in labels:
            if label not in deal.labels:
                raise _build_pot_error(Fault.ELIGIBLE_WITHOUT_HAND, wagers, number, label)
            if label not in still_in:
                raise _build_pot_error(Fault.FOLDED_AND_ELIGIBLE, wagers, number, label)
        eligible = tuple(label for label in still_in if label in labels)
        pots.append(Pot(pot.amount, eligible))
    return tuple(pots)


def _build_pot_error(fault: Fault, wagers: Wagers, number: int, label: str = "") -> InvalidWagers:
    return InvalidWagers(fault=fault, pot=number, pots=len(wagers.pots), label=label, field="pots")


def _order_seats(wagers: Wagers, deal: Hands) -> tuple[str, ...]:
    """Return all seats, clockwise. Raise InvalidWagers if a named player has no seat."""
    hand_labels = deal.labels
    labels = tuple(dict.fromkeys((*hand_labels, *wagers.contributions, *wagers.folded)))
    # By default, players with hands come first; if default labels have gaps, seats are sorted.
    is_default = hand_labels == DEFAULT_LABELS[: len(hand_labels)]
    has_gaps = not is_default and list(hand_labels) == sorted(hand_labels)
    has_default_order = has_gaps and {*labels} <= {*DEFAULT_LABELS}
    seats = wagers.seats or (tuple(sorted(labels)) if has_default_order else labels)
    for label in labels:
        if label not in seats:
            raise InvalidWagers(fault=Fault.NO_SEAT, label=label, seats=seats, field="seats")
    if wagers.button is not None and wagers.button not in seats:
        raise InvalidWagers(
            fault=Fault.BUTTON_NOT_SEATED, value=wagers.button, seats=seats, field="button"
        )
    return seats


def _check_amount(
    amount: int, wagers: Wagers, *, field: str, label: str = "", number: int | None = None
) -> None:
    if amount < 0:
        fault = Fault.NEGATIVE
    elif amount > MAX_CHIPS:
        fault = Fault.TOO_LARGE
    elif amount % wagers.unit:
        fault = Fault.NOT_IN_UNITS
    else:
        return
    raise InvalidWagers(
        fault=fault,
        label=label,
        pot=number,
        value=str(amount),
        unit=wagers.unit,
        decimals=wagers.decimals,
        field=field,
    )


def _check_labels(labels: tuple[str, ...], *, field: str) -> None:
    if len(labels) > MAX_SEATS:
        raise InvalidWagers(fault=Fault.TOO_MANY_ENTRIES, value=str(MAX_SEATS), field=field)
    earlier_labels: set[str] = set()
    for label in labels:
        if not is_label(label):
            raise InvalidWagers(fault=Fault.NOT_A_LABEL, label=label, field=field)
        if label in earlier_labels:
            raise InvalidWagers(fault=Fault.NAMED_TWICE, label=label, field=field)
        earlier_labels.add(label)


def _check_contributors(wagers: Wagers, deal: Hands) -> None:
    """Raise InvalidWagers for a contributor without a hand, or for a hand without a contribution.

    Folded players need neither.
    """
    if not wagers.contributions:
        return
    folded = set(wagers.folded)
    for label in wagers.contributions:
        if label not in deal.labels and label not in folded:
            raise InvalidWagers(fault=Fault.NOT_IN_DEAL, label=label, field="contributions")
    for label in deal.labels:
        if label not in wagers.contributions and label not in folded:
            raise InvalidWagers(fault=Fault.NO_CONTRIBUTION, label=label, field="contributions")
