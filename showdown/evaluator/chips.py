"""Pay the chips of a deal according to a rule set: pots, their parts, and odd chips.

A pot is divided among the runs of the boards, each run's share among the game's parts, each part
among its contests, and each contest's share among the tied players. Odd units go one at a time to
the first runs, parts or contests; some rule sets order the contests by the turn of their winners.
Tied players receive odd units in turn order, or in stud in the order of their cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.contests import (
    ContestResult,
    MadeHand,
    decide,
    won_by,
)
from showdown.evaluator.deals import Deal
from showdown.evaluator.divide import divide, shares_by_label
from showdown.evaluator.games import Family, Game
from showdown.evaluator.payout import (
    Award,
    Division,
    OddChip,
    OddChipRule,
    PaidPot,
    Payout,
    PlayerPayout,
)
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.wagers import Collected, Pot, Returned, Wagers

type MadeByRun = Sequence[Mapping[str, Mapping[str, MadeHand | None]]]
"""The made hands by run, contest and label."""


def pay(
    deal: Deal, wagers: Wagers, collected: Collected, made: MadeByRun, rules: RuleSet
) -> Payout:
    """Return the payout of the deal. `collected` are the pots that `wagers` make in it."""
    scale = _scale(wagers, rules)
    held = {hand.label: deal.playable(hand)[0] for hand in deal.hands}
    inputs = _split_inputs(deal.game, wagers, collected, rules, held=held, made=made)
    rake, jackpot, taken = collected.taken
    pots = _without_taken(collected, scale)
    paid = tuple(
        _pay_pot(inputs, pots, number, taken[number] * scale)
        for number in reversed(range(len(pots)))
    )
    returned = collected.returned and Returned(
        collected.returned.label, collected.returned.amount * scale
    )
    in_hand = {*deal.labels, *wagers.contributions}
    return Payout(
        rules=rules,
        button=wagers.button,
        unit=inputs.unit,
        decimals=_decimals(wagers, rules),
        turn=inputs.turn,
        returned=returned,
        rake=rake * scale,
        jackpot=jackpot * scale,
        pots=paid,
        players=tuple(
            _total(label, paid, returned) for label in collected.seats if label in in_hand
        ),
    )


def _scale(wagers: Wagers, rules: RuleSet) -> int:
    """Return the factor that converts amounts to units in which the rule set pays."""
    return 100 if rules.is_exact and not wagers.decimals else 1


def _decimals(wagers: Wagers, rules: RuleSet) -> int:
    return 2 if rules.is_exact else wagers.decimals


@dataclass(frozen=True, slots=True, kw_only=True)
class _SplitInputs:
    """The data for splitting the pots of a deal.

    `turn` contains the seats clockwise, from the one left of the button to the button. `held`
    contains each player's own cards. `held` and `made` are empty if hands are not known yet.
    """

    game: Game
    rules: RuleSet
    unit: int
    button: str | None
    turn: tuple[str, ...]
    held: Mapping[str, Cards]
    made: MadeByRun


def _split_inputs(
    game: Game,
    wagers: Wagers,
    collected: Collected,
    rules: RuleSet,
    *,
    held: Mapping[str, Cards] = MappingProxyType({}),
    made: MadeByRun = (),
) -> _SplitInputs:
    seats = collected.seats
    first = 0 if wagers.button is None else seats.index(wagers.button) + 1
    return _SplitInputs(
        game=game,
        rules=rules,
        unit=1 if rules.is_exact else wagers.unit,
        button=wagers.button,
        turn=seats[first:] + seats[:first],
        held=held,
        made=made,
    )


@dataclass(frozen=True, slots=True)
class PotsToPay:
    """The pots of a hand that isn't over, after the house took its part.

    Amounts are in hundredths of a chip if `decimals` is 2. Stud is not supported: its odd chips
    depend on cards that are still to come.
    """

    pots: tuple[Pot, ...]
    decimals: int
    _inputs: _SplitInputs

    def paid(self, pot: Pot, winners: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
        """Return the pot's chips by eligible player, given the winners of each contest by name."""
        eligible = pot.eligible or ()
        contests = self._inputs.game.contests
        results = (tuple(won_by(contest, winners[contest.name]) for contest in contests),)
        _, awards, _ = _divided(
            self._inputs, pot.amount, eligible, results if len(eligible) > 1 else ()
        )
        return {label: sum(award.paid_to(label) for award in awards) for label in eligible}


def pots_to_pay(game: Game, wagers: Wagers, collected: Collected, rules: RuleSet) -> PotsToPay:
    """Return the pots that `wagers` make, ready to be paid for any outcome."""
    return PotsToPay(
        tuple(_without_taken(collected, _scale(wagers, rules))),
        _decimals(wagers, rules),
        _split_inputs(game, wagers, collected, rules),
    )


def _without_taken(collected: Collected, scale: int) -> list[Pot]:
    """Return the pots without the house's part."""
    return [
        Pot((pot.amount - less) * scale, pot.eligible)
        for pot, less in zip(collected.pots, collected.taken.from_pots, strict=True)
    ]


def _pay_pot(inputs: _SplitInputs, pots: Sequence[Pot], number: int, taken: int) -> PaidPot:
    pot = pots[number]
    eligible = pot.eligible or ()
    results: tuple[tuple[ContestResult, ...], ...] = ()
    shares = {label: Fraction(1, len(eligible)) for label in eligible}
    if len(eligible) > 1 and inputs.made:
        results = tuple(
            tuple(decide(contest, made[contest.name], eligible) for contest in inputs.game.contests)
            for made in inputs.made
        )
        shares = shares_by_label(inputs.game, results, eligible)
    division, awards, odd_chips = _divided(inputs, pot.amount, eligible, results)
    return PaidPot(
        number=number,
        pots=len(pots),
        amount=pot.amount,
        taken=taken,
        eligible=eligible,
        division=division,
        results=results,
        awards=awards,
        odd_chips=odd_chips,
        shares=shares,
    )


def _divided(
    inputs: _SplitInputs,
    amount: int,
    eligible: tuple[str, ...],
    results: tuple[tuple[ContestResult, ...], ...],
) -> tuple[Division, tuple[Award, ...], tuple[OddChip, ...]]:
    won = [result for run in results for result in run if result.winners]
    if not won:
        division = Division.SHARED_BY_ALL if len(eligible) > 1 else Division.UNCONTESTED
        return division, (_Split(inputs).award(amount, eligible, ()),), ()
    winners = {result.winners for result in won}
    if len(winners) == 1 and (inputs.rules.shares_whole or len(won[0].winners) == 1):
        return Division.WHOLE, (_Split(inputs).award(amount, won[0].winners, won),), ()
    split = _Split(inputs)
    awards = tuple(split.runs(amount, results))
    return Division.DIVIDED, awards, tuple(split.between)


class _Split:
    """The split of one pot, with the receivers of its odd chips."""

    def __init__(self, inputs: _SplitInputs) -> None:
        self._inputs = inputs
        self._took: set[str] = set()
        self.between: list[OddChip] = []

    def runs(self, amount: int, results: tuple[tuple[ContestResult, ...], ...]) -> Iterator[Award]:
        """Yield the awards of a pot, split among runs, then boards, then contests."""
        names = [f"run {number}" for number in range(1, len(results) + 1)]
        for run, part in enumerate(self._between(amount, names, OddChipRule.FIRST_RUN)):
            yield from self._boards(part, results[run], run)

    def _boards(self, amount: int, results: tuple[ContestResult, ...], run: int) -> Iterator[Award]:
        paid = divide(
            self._inputs.game.part_indices, tuple(bool(result.winners) for result in results)
        )
        won = [[results[index] for index in part] for part in paid]
        names = [f"board {number}" for number in range(1, len(won) + 1)]
        halves = self._between(amount, names, OddChipRule.FIRST_BOARD)
        for part, half in zip(won, halves, strict=True):
            order, rule = self._contests(part)
            quarters = self._between(half, [result.name for result in order], rule)
            chips = {result.name: quarter for result, quarter in zip(order, quarters, strict=True)}
            for result in part:
                yield self.award(chips[result.name], result.winners, [result], run)

    def _contests(self, part: list[ContestResult]) -> tuple[list[ContestResult], OddChipRule]:
        """Return the contests in the order in which they receive odd chips, and the rule for it."""
        inputs = self._inputs
        if not (inputs.game.by_turn and inputs.rules.contests_by_turn):
            return part, OddChipRule.FIRST_CONTEST
        first = {result.name: min(map(inputs.turn.index, result.winners)) for result in part}
        return sorted(part, key=lambda result: first[result.name]), OddChipRule.FIRST_IN_TURN

    def _between(self, amount: int, names: list[str], rule: OddChipRule) -> list[int]:
        """Return an equal part for each name; the first names get the remaining units, one each."""
        unit = self._inputs.unit
        even, odd = divmod(amount // unit, len(names))
        self.between += (OddChip(unit, name, rule) for name in names[:odd])
        return [(even + (index < odd)) * unit for index in range(len(names))]

    def award(
        self,
        amount: int,
        winners: tuple[str, ...],
        won: Sequence[ContestResult],
        run: int = 0,
    ) -> Award:
        """Return the award: even parts, and remaining units for the first winners, one each."""
        unit = self._inputs.unit
        turn = _odd_chip_order(self._inputs, winners, won[0] if won else None, run)
        even, odd = divmod(amount // unit, len(winners))
        order = turn.order
        if self._inputs.rules.one_each:  # players without an odd chip come first
            order = tuple(sorted(order, key=lambda label: label in self._took))
        receivers = order[:odd]
        self._took.update(receivers)
        return Award(
            contests=tuple(dict.fromkeys(result.name for result in won)),
            run=run,
            amount=amount,
            winners=turn.order,
            made={result.name: result.best for result in won if result.best},
            even_part=even * unit,
            odd_chips=tuple(
                OddChip(unit, label, turn.rule(label, receivers)) for label in receivers
            ),
        )


@dataclass(frozen=True, slots=True)
class _OddChipOrder:
    """Tied players in the order in which they receive odd chips, and the rules for it.

    In stud, `by_card` is the rule, and `cards` contains each player's deciding card. The rule
    `by_seat` orders players with the same deciding card, and all players in other games.
    """

    order: tuple[str, ...]
    by_seat: OddChipRule
    by_card: OddChipRule | None = None
    cards: Mapping[str, Card] = field(default_factory=dict)

    def rule(self, label: str, receivers: tuple[str, ...]) -> OddChipRule:
        """Return the rule that puts this player before the players without an odd chip."""
        if self.by_card is None:
            return self.by_seat
        later = self.order[self.order.index(label) + 1 :]
        is_shared = any(
            self.cards[other] == self.cards[label] for other in later if other not in receivers
        )
        return self.by_seat if is_shared else self.by_card


def _odd_chip_order(
    inputs: _SplitInputs, winners: tuple[str, ...], result: ContestResult | None, run: int
) -> _OddChipOrder:
    """Return the order in which tied players receive odd chips, and the rules for it."""
    order = tuple(label for label in inputs.turn if label in winners)
    by_seat = OddChipRule.SEAT_ORDER if inputs.button is None else OddChipRule.LEFT_OF_BUTTON
    if inputs.game.family is not Family.STUD or result is None:
        return _OddChipOrder(order, by_seat)
    ranking = result.contest.ranking
    position = ranking.card_order.__getitem__
    if not inputs.rules.by_all_cards:
        made = inputs.made[run][result.name]
        cards = {label: max(hand.cards, key=position) for label in order if (hand := made[label])}
        by_card = OddChipRule.HIGHEST_PLAYING_CARD
    elif ranking.wins_low:
        cards = {label: min(inputs.held[label], key=position) for label in order}
        by_card = OddChipRule.LOWEST_CARD
    else:
        cards = {label: max(inputs.held[label], key=position) for label in order}
        by_card = OddChipRule.HIGHEST_CARD
    highest_first = by_card is not OddChipRule.LOWEST_CARD
    by_cards = sorted(order, key=lambda label: position(cards[label]), reverse=highest_first)
    return _OddChipOrder(tuple(by_cards), by_seat, by_card, cards)


def _total(label: str, pots: Sequence[PaidPot], returned: Returned | None) -> PlayerPayout:
    whole = sum(pot.amount for pot in pots)
    chips = sum((pot.amount * pot.shares.get(label, Fraction(0)) for pot in pots), Fraction(0))
    return PlayerPayout(
        label=label,
        total=sum(pot.paid_to(label) for pot in pots),
        returned=returned.amount if returned and returned.label == label else 0,
        share=chips / whole if whole else Fraction(0),
    )
