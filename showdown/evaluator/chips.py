"""Pays out the chips of a settled deal, by a card room's rules: pots, halves and odd chips."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from showdown.evaluator.explanation import share_words
from showdown.evaluator.settlement import MadeHand, Settlement, best_of
from showdown.evaluator.wagers import ChipPot, Returned, Wagers, collect, pot_names
from showdown.words.made_hands import listed


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What card rooms decide differently, and the words for it.

    `odd_half` names the half that takes the odd chip between two. `turn` is the order in which
    tied seats take odd chips, given the seats clockwise and the button.
    """

    slug: str
    name: str
    odd_half: str
    odd_half_rule: str
    turn: Callable[[tuple[str, ...], str | None], tuple[str, ...]]
    turn_rule: str
    turn_rule_without_button: str


def clockwise_from_button(seats: tuple[str, ...], button: str | None) -> tuple[str, ...]:
    """The seats from the one after the button to the button itself."""
    first = 0 if button is None else seats.index(button) + 1
    return seats[first:] + seats[:first]


WSOP_2024 = RuleSet(
    slug="wsop-2024",
    name="World Series of Poker, 2024",
    odd_half="high",
    odd_half_rule="the odd chip between the halves goes to high",
    turn=clockwise_from_button,
    turn_rule="odd chips go one each, starting with the first tied seat clockwise from the button",
    turn_rule_without_button=(
        "no button is given: odd chips go one each, in the order of the hands as given"
    ),
)

RULE_SETS = {rules.slug: rules for rules in (WSOP_2024,)}


_SHARE_NAMES = {
    Fraction(1): "scooped",
    Fraction(3, 4): "three-quartered",
    Fraction(1, 4): "quartered",
}


@dataclass(frozen=True, slots=True)
class OddChip:
    """One chip of the smallest unit that does not divide: who takes it, by which rule.

    `to` is a label, or `high` for the chip between the halves.
    """

    amount: int
    to: str
    rule: str


@dataclass(frozen=True, slots=True)
class Part:
    """The high half of a pot, its low half, or the whole of it.

    `winners` are in the order in which they take odd chips; `each` gets the even part. `made` is
    what they win with, by the pot of the game: both for a whole pot won high and low, nothing
    for one that nobody contests.
    """

    name: str
    amount: int
    winners: tuple[str, ...]
    made: dict[str, MadeHand]
    each: int
    odd_chips: tuple[OddChip, ...]

    def paid_to(self, label: str) -> int:
        """What this player gets from here."""
        odd = sum(chip.amount for chip in self.odd_chips if chip.to == label)
        return self.each + odd if label in self.winners else 0


@dataclass(frozen=True, slots=True)
class PaidPot:
    """One pot of chips: who was eligible, how it divides and why, and its parts."""

    name: str
    amount: int
    eligible: tuple[str, ...]
    division: str
    odd_chip: OddChip | None
    parts: tuple[Part, ...]

    def paid_to(self, label: str) -> int:
        return sum(part.paid_to(label) for part in self.parts)

    def share_of(self, label: str) -> Fraction:
        """The player's part of this pot as if chips could be cut: 1/4 for half of the low half."""
        won = (len(part.winners) for part in self.parts if label in part.winners)
        return sum((Fraction(1, len(self.parts) * count) for count in won), Fraction(0))


@dataclass(frozen=True, slots=True)
class PlayerPayout:
    """One player's chips: `total` from the pots, `returned` of a bet that nobody called.

    `share` is the part of all pots as if chips could be cut; `share_name` what players call it.
    """

    label: str
    total: int
    returned: int
    share: Fraction
    share_name: str


@dataclass(frozen=True, slots=True)
class Payout:
    """Every chip of a deal; pots in the order in which they are settled: the main pot last.

    `turn` is the order in which tied seats take odd chips, by the rule `turn_rule`.
    """

    rules: RuleSet
    button: str | None
    unit: int
    turn: tuple[str, ...]
    turn_rule: str
    returned: Returned | None
    pots: tuple[PaidPot, ...]
    players: tuple[PlayerPayout, ...]

    def player(self, label: str) -> PlayerPayout:
        """The chips of the player with this label."""
        return next(player for player in self.players if player.label == label)


def pay(settlement: Settlement, wagers: Wagers, rules: RuleSet = WSOP_2024) -> Payout:
    """Say who gets how many chips. Raises InvalidChips when the wagers contradict the deal."""
    collected = collect(wagers, settlement.deal)
    turn = rules.turn(collected.seats, wagers.button)
    table = _Table(settlement, rules, wagers.unit, turn, _turn_rule(rules, wagers.button))
    named = list(zip(pot_names(len(collected.pots)), collected.pots, strict=True))
    pots = tuple(_pay_pot(table, name, pot) for name, pot in reversed(named))
    in_hand = {*settlement.deal.labels, *wagers.contributions}
    return Payout(
        rules=rules,
        button=wagers.button,
        unit=wagers.unit,
        turn=turn,
        turn_rule=table.turn_rule,
        returned=collected.returned,
        pots=pots,
        players=tuple(
            _total(label, pots, collected.returned) for label in collected.seats if label in in_hand
        ),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """What every pot of the deal is settled with."""

    settlement: Settlement
    rules: RuleSet
    unit: int
    turn: tuple[str, ...]
    turn_rule: str


@dataclass(frozen=True, slots=True)
class _Award:
    """Who wins what the game awards, among those eligible for a pot of chips."""

    name: str
    winners: tuple[str, ...]
    made: MadeHand


def _turn_rule(rules: RuleSet, button: str | None) -> str:
    return rules.turn_rule_without_button if button is None else rules.turn_rule


def _pay_pot(table: _Table, name: str, pot: ChipPot) -> PaidPot:
    eligible = pot.eligible or ()
    awards = _awards(table.settlement, eligible) if len(eligible) > 1 else []
    whole = _undivided(table.settlement, awards) if awards else f"only {eligible[0]} is in it"
    if not whole:
        return _in_halves(table, name, pot, awards)
    winners = awards[0].winners if awards else eligible
    made = {award.name: award.made for award in awards}
    part = _part(table, "whole", pot.amount, winners, made)
    return PaidPot(name, pot.amount, eligible, whole, None, (part,))


def _in_halves(table: _Table, name: str, pot: ChipPot, awards: list[_Award]) -> PaidPot:
    rules, unit = table.rules, table.unit
    even, odd = divmod(pot.amount // unit, len(awards))
    halves = tuple(
        _part(
            table,
            award.name,
            (even + (odd if award.name == rules.odd_half else 0)) * unit,
            award.winners,
            {award.name: award.made},
        )
        for award in awards
    )
    division = ", ".join(f"{part.amount:,} for {part.name}" for part in halves)
    odd_chip = OddChip(unit, rules.odd_half, rules.odd_half_rule) if odd else None
    return PaidPot(name, pot.amount, pot.eligible or (), division, odd_chip, halves)


def _awards(settlement: Settlement, eligible: tuple[str, ...]) -> list[_Award]:
    """What the game awards, high first, where any eligible hand qualifies for it."""
    awards = []
    for pot in settlement.pots:
        made = {label: settlement.player(label).made[pot.name] for label in eligible}
        winners = best_of(made)
        best = made[winners[0]] if winners else None
        if best:
            awards.append(_Award(pot.name, winners, best))
    return awards


def _undivided(settlement: Settlement, awards: list[_Award]) -> str:
    """Why the pot is paid as a whole; empty for a pot in halves."""
    if len(settlement.pots) == 1:
        return "the best hand wins it"
    if len(awards) == 1:
        missing = next(pot.name for pot in settlement.pots if pot.name != awards[0].name)
        return f"no hand qualifies for {missing}: {awards[0].name} takes it all"
    winners = awards[0].winners
    if any(award.winners != winners for award in awards):
        return ""
    both = " and ".join(award.name for award in awards)
    if len(winners) == 1:
        return f"{winners[0]} wins {both}"
    return f"{listed(winners)} tie for both {both}: they share it as one"


def _part(
    table: _Table, name: str, amount: int, winners: tuple[str, ...], made: dict[str, MadeHand]
) -> Part:
    """Shared evenly; what is left over goes in units, one each, in the order of the turn."""
    in_turn = tuple(label for label in table.turn if label in winners)
    even, odd = divmod(amount // table.unit, len(winners))
    return Part(
        name=name,
        amount=amount,
        winners=in_turn,
        made=made,
        each=even * table.unit,
        odd_chips=tuple(OddChip(table.unit, label, table.turn_rule) for label in in_turn[:odd]),
    )


def _total(label: str, pots: tuple[PaidPot, ...], returned: Returned | None) -> PlayerPayout:
    whole = sum(pot.amount for pot in pots)
    shares = {pot.share_of(label) for pot in pots}
    chips = sum((pot.amount * pot.share_of(label) for pot in pots), Fraction(0))
    share = chips / whole if whole else Fraction(0)
    return PlayerPayout(
        label=label,
        total=sum(pot.paid_to(label) for pot in pots),
        returned=returned.amount if returned and returned.label == label else 0,
        share=share,
        share_name=_share_name(share) if shares == {share} else share_words(share),
    )


def _share_name(share: Fraction) -> str:
    """What players call this part of a pot."""
    return _SHARE_NAMES.get(share, share_words(share))
