"""Pay the chips of a deal by a rule set: pots, their parts, and odd chips.

A pot is divided among the runs of the boards, a run among the game's parts, a part among its
contests, and each contest among tied players. Odd units are handed out one at a time: to the first
run, part or contest, and among tied players in turn order.
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

type Made = Sequence[Mapping[str, Mapping[str, MadeHand | None]]]
"""The made hands by run, contest and label."""


def pay(deal: Deal, wagers: Wagers, collected: Collected, made: Made, rules: RuleSet) -> Payout:
    """Pay the chips. `collected` are the pots that `wagers` make in this deal."""
    scale = _scale(wagers, rules)
    held = {hand.label: deal.playable(hand)[0] for hand in deal.hands}
    table = _table_of(deal.game, wagers, collected, rules, held=held, made=made)
    rake, jackpot, taken = collected.taken
    pots = _without_taken(collected, scale)
    paid = tuple(
        _pay_pot(table, pots, number, taken[number] * scale)
        for number in reversed(range(len(pots)))
    )
    returned = collected.returned and Returned(
        collected.returned.label, collected.returned.amount * scale
    )
    in_hand = {*deal.labels, *wagers.contributions}
    return Payout(
        rules=rules,
        button=wagers.button,
        unit=table.unit,
        decimals=_decimals(wagers, rules),
        turn=table.turn,
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


def _clockwise(seats: tuple[str, ...], button: str | None) -> tuple[str, ...]:
    """Return the seats clockwise from the one left of the button to the button."""
    first = 0 if button is None else seats.index(button) + 1
    return seats[first:] + seats[:first]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """The arguments of all functions that pay a pot of this deal."""

    game: Game
    rules: RuleSet
    unit: int
    button: str | None
    turn: tuple[str, ...]
    held: Mapping[str, Cards]
    made: Made


def _table_of(
    game: Game,
    wagers: Wagers,
    collected: Collected,
    rules: RuleSet,
    *,
    held: Mapping[str, Cards] = MappingProxyType({}),
    made: Made = (),
) -> _Table:
    return _Table(
        game=game,
        rules=rules,
        unit=1 if rules.is_exact else wagers.unit,
        button=wagers.button,
        turn=_clockwise(collected.seats, wagers.button),
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
    _table: _Table

    def paid(self, pot: Pot, winners: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
        """Return the chips of each player of the pot, given the winners of each contest by name."""
        eligible = pot.eligible or ()
        contests = self._table.game.contests
        results = (tuple(won_by(contest, winners[contest.name]) for contest in contests),)
        _, awards, _ = _divided(
            self._table, pot.amount, eligible, results if len(eligible) > 1 else ()
        )
        return {label: sum(award.paid_to(label) for award in awards) for label in eligible}


def pots_to_pay(game: Game, wagers: Wagers, collected: Collected, rules: RuleSet) -> PotsToPay:
    """Return the pots that `wagers` make, ready to be paid for any outcome."""
    return PotsToPay(
        tuple(_without_taken(collected, _scale(wagers, rules))),
        _decimals(wagers, rules),
        _table_of(game, wagers, collected, rules),
    )


def _without_taken(collected: Collected, scale: int) -> list[Pot]:
    """Return the pots without the house's part."""
    return [
        Pot((pot.amount - less) * scale, pot.eligible)
        for pot, less in zip(collected.pots, collected.taken.from_pots, strict=True)
    ]


def _pay_pot(table: _Table, pots: Sequence[Pot], number: int, taken: int) -> PaidPot:
    pot = pots[number]
    eligible = pot.eligible or ()
    results = _results(table, eligible) if len(eligible) > 1 else ()
    division, awards, odd_chips = _divided(table, pot.amount, eligible, results)
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
        shares=_shares(table, eligible, results),
    )


def _results(table: _Table, eligible: tuple[str, ...]) -> tuple[tuple[ContestResult, ...], ...]:
    """Return the result of each contest among the eligible players, run by run."""
    return tuple(
        tuple(decide(contest, made[contest.name], eligible) for contest in table.game.contests)
        for made in table.made
    )


def _shares(
    table: _Table, eligible: tuple[str, ...], results: tuple[tuple[ContestResult, ...], ...]
) -> dict[str, Fraction]:
    """Return each winner's exact part of the pot."""
    if not results:
        return {label: Fraction(1, len(eligible)) for label in eligible}
    return shares_by_label(table.game, results, eligible)


def _divided(
    table: _Table,
    amount: int,
    eligible: tuple[str, ...],
    results: tuple[tuple[ContestResult, ...], ...],
) -> tuple[Division, tuple[Award, ...], tuple[OddChip, ...]]:
    won = [result for run in results for result in run if result.winners]
    if not won:
        division = Division.SHARED_BY_ALL if len(eligible) > 1 else Division.UNCONTESTED
        return division, (_Split(table).award(amount, eligible, ()),), ()
    winners = {result.winners for result in won}
    if len(winners) == 1 and (table.rules.shares_whole or len(won[0].winners) == 1):
        return Division.WHOLE, (_Split(table).award(amount, won[0].winners, won),), ()
    split = _Split(table)
    awards = tuple(split.runs(amount, results))
    return Division.DIVIDED, awards, tuple(split.between)


class _Split:
    """Split one pot, and record who receives the odd chips."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._took: set[str] = set()
        self.between: list[OddChip] = []

    def runs(self, amount: int, results: tuple[tuple[ContestResult, ...], ...]) -> Iterator[Award]:
        """Yield the awards of a pot, split among runs, then boards, then contests."""
        names = [f"run {number}" for number in range(1, len(results) + 1)]
        for run, part in enumerate(self._between(amount, names, OddChipRule.FIRST_RUN)):
            yield from self._boards(part, results[run], run)

    def _boards(self, amount: int, results: tuple[ContestResult, ...], run: int) -> Iterator[Award]:
        paid = divide(
            self._table.game.part_indices, tuple(bool(result.winners) for result in results)
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
        table = self._table
        if not (table.game.by_turn and table.rules.contests_by_turn):
            return part, OddChipRule.FIRST_CONTEST
        first = {result.name: min(map(table.turn.index, result.winners)) for result in part}
        return sorted(part, key=lambda result: first[result.name]), OddChipRule.FIRST_IN_TURN

    def _between(self, amount: int, names: list[str], rule: OddChipRule) -> list[int]:
        """Return an equal part for each name; the first names get the remaining units, one each."""
        unit = self._table.unit
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
        """Return an even share for each winner; the remaining units go in turn order, one each."""
        unit = self._table.unit
        turn = _turn(self._table, winners, won[0] if won else None, run)
        even, odd = divmod(amount // unit, len(winners))
        takes = self._takers(turn.order, odd)
        self._took.update(takes)
        return Award(
            contests=tuple(dict.fromkeys(result.name for result in won)),
            run=run,
            amount=amount,
            winners=turn.order,
            made={result.name: result.best for result in won if result.best},
            even_part=even * unit,
            odd_chips=tuple(OddChip(unit, label, turn.rule(label, takes)) for label in takes),
        )

    def _takers(self, order: tuple[str, ...], odd: int) -> tuple[str, ...]:
        """Return the players who receive the `odd` odd chips.

        Some rule sets put players without an odd chip first.
        """
        if self._table.rules.one_each:
            order = tuple(sorted(order, key=lambda label: label in self._took))
        return order[:odd]


@dataclass(frozen=True, slots=True)
class _Turn:
    """Tied players in the order in which they receive odd chips, and the rules for it.

    In stud, `by_card` is the rule, and `cards` holds each player's deciding card. Players with the
    same deciding card are ordered by seat, by the rule `by_seat`, and so are all players in other
    games.
    """

    order: tuple[str, ...]
    by_seat: OddChipRule
    by_card: OddChipRule | None = None
    cards: Mapping[str, Card] = field(default_factory=dict)

    def rule(self, label: str, takes: tuple[str, ...]) -> OddChipRule:
        """Return the rule that puts this player before the players without an odd chip."""
        if self.by_card is None:
            return self.by_seat
        later = self.order[self.order.index(label) + 1 :]
        is_shared = any(
            self.cards[other] == self.cards[label] for other in later if other not in takes
        )
        return self.by_seat if is_shared else self.by_card


def _turn(table: _Table, winners: tuple[str, ...], result: ContestResult | None, run: int) -> _Turn:
    """Return the order in which tied players receive odd chips, and the rules for it."""
    order = tuple(label for label in table.turn if label in winners)
    by_seat = OddChipRule.SEAT_ORDER if table.button is None else OddChipRule.LEFT_OF_BUTTON
    if table.game.family is not Family.STUD or result is None:
        return _Turn(order, by_seat)
    ranking = result.contest.ranking
    position = ranking.card_order.__getitem__
    if not table.rules.by_all_cards:
        made = table.made[run][result.name]
        cards = {label: max(hand.cards, key=position) for label in order if (hand := made[label])}
        by_card = OddChipRule.HIGHEST_PLAYING_CARD
    elif ranking.wins_low:
        cards = {label: min(table.held[label], key=position) for label in order}
        by_card = OddChipRule.LOWEST_CARD
    else:
        cards = {label: max(table.held[label], key=position) for label in order}
        by_card = OddChipRule.HIGHEST_CARD
    highest_first = by_card is not OddChipRule.LOWEST_CARD
    by_cards = sorted(order, key=lambda label: position(cards[label]), reverse=highest_first)
    return _Turn(tuple(by_cards), by_seat, by_card, cards)


def _total(label: str, pots: Sequence[PaidPot], returned: Returned | None) -> PlayerPayout:
    whole = sum(pot.amount for pot in pots)
    chips = sum((pot.amount * pot.shares.get(label, Fraction(0)) for pot in pots), Fraction(0))
    return PlayerPayout(
        label=label,
        total=sum(pot.paid_to(label) for pot in pots),
        returned=returned.amount if returned and returned.label == label else 0,
        share=chips / whole if whole else Fraction(0),
    )
