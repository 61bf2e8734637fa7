"""Pay the pots of a deal according to a rule set for odd chips.

A pot is divided among the runs of the boards, each run's share among the game's parts, each part
among its contests, and each contest's share among the tied players. Odd units go one at a time to
the first runs, parts or contests; some rule sets order the contests by the turn of their winners.
Tied players receive odd units in turn order, or in stud in the order of their cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import (
    ContestResult,
    MadeHands,
    build_result_without_hands,
    decide_contest,
)
from showdown.evaluator.deals import Deal
from showdown.evaluator.divide import divide, divide_among_labels
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
from showdown.evaluator.wagers import CollectedPots, Pot, ReturnedBet, Wagers

type MadeByRun = Sequence[Mapping[str, MadeHands]]
"""For each run, the made hands by contest."""

type ResultsByRun = tuple[tuple[ContestResult, ...], ...]
"""For each run, the results of its contests."""


class PotsToPay:
    """The pots of a hand after rake, and the data that decide their odd chips.

    Amounts are in hundredths of a chip if `decimals` is 2; `scale` converts amounts of the wagers
    by multiplication. `turn_order` contains the seats clockwise, from the one left of the button,
    or from the first seat if there is no button. `own_cards` and `made` are empty before the
    showdown; odd chips of stud depend on them.
    """

    def __init__(
        self,
        game: Game,
        wagers: Wagers,
        collected: CollectedPots,
        rules: RuleSet,
        *,
        own_cards: Mapping[str, Cards] = MappingProxyType({}),
        made: MadeByRun = (),
    ) -> None:
        seats = collected.seats
        first = 0 if wagers.button is None else seats.index(wagers.button) + 1
        self.game, self.rules = game, rules
        self.own_cards, self.made = own_cards, made
        self.button = wagers.button
        self.turn_order = seats[first:] + seats[:first]
        self.unit = 1 if rules.is_exact else wagers.unit
        self.decimals = 2 if rules.is_exact else wagers.decimals
        self.scale = 100 if rules.is_exact and not wagers.decimals else 1
        self.pots = tuple(
            Pot((pot.amount - taken) * self.scale, pot.eligible)
            for pot, taken in zip(collected.pots, collected.taken.from_pots, strict=True)
        )

    def divide_pot(self, pot: Pot, winners: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
        """Return the pot's chips by eligible player, given the winners of each contest by name.

        The game must not be stud, because the players' cards decide odd chips in stud.
        """
        eligible = pot.eligible or ()
        results: ResultsByRun = ()
        if len(eligible) > 1:
            contests = self.game.contests
            results = (tuple(build_result_without_hands(c, winners[c.name]) for c in contests),)
        awards = _PotDivision(self, pot.amount, eligible, results).awards
        return {label: sum(award.paid_to(label) for award in awards) for label in eligible}


def pay(
    deal: Deal, wagers: Wagers, collected: CollectedPots, made: MadeByRun, rules: RuleSet
) -> Payout:
    """Return the payout of the deal. `collected` is the result of `collect(wagers, deal)`."""
    own_cards = {hand.label: deal.playable_cards(hand)[0] for hand in deal.hands}
    pots_to_pay = PotsToPay(deal.game, wagers, collected, rules, own_cards=own_cards, made=made)
    scale = pots_to_pay.scale
    taken = collected.taken
    paid = tuple(
        _pay_pot(pots_to_pay, number, taken.from_pots[number] * scale)
        for number in reversed(range(len(pots_to_pay.pots)))
    )
    returned = collected.returned and ReturnedBet(
        collected.returned.label, collected.returned.amount * scale
    )
    paid_labels = {*deal.labels, *wagers.contributions}
    return Payout(
        rules=rules,
        button=pots_to_pay.button,
        unit=pots_to_pay.unit,
        decimals=pots_to_pay.decimals,
        turn_order=pots_to_pay.turn_order,
        returned=returned,
        rake=taken.rake * scale,
        jackpot=taken.jackpot * scale,
        pots=paid,
        players=tuple(
            _total_player(label, paid, returned)
            for label in collected.seats
            if label in paid_labels
        ),
    )


def _pay_pot(pots_to_pay: PotsToPay, number: int, taken: int) -> PaidPot:
    pot = pots_to_pay.pots[number]
    eligible = pot.eligible or ()
    results: ResultsByRun = ()
    shares = {label: Fraction(1, len(eligible)) for label in eligible}
    if len(eligible) > 1:
        contests = pots_to_pay.game.contests
        results = tuple(
            tuple(decide_contest(contest, made[contest.name], eligible) for contest in contests)
            for made in pots_to_pay.made
        )
        shares = divide_among_labels(pots_to_pay.game, results, eligible)
    pot_division = _PotDivision(pots_to_pay, pot.amount, eligible, results)
    return PaidPot(
        number=number,
        pot_count=len(pots_to_pay.pots),
        amount=pot.amount,
        taken=taken,
        eligible=eligible,
        division=pot_division.division,
        results=results,
        awards=pot_division.awards,
        odd_chips=tuple(pot_division.odd_chips),
        shares=shares,
    )


class _PotDivision:
    """The awards of one pot. `odd_chips` are the odd chips between runs, boards and contests."""

    def __init__(
        self, pots_to_pay: PotsToPay, amount: int, eligible: tuple[str, ...], results: ResultsByRun
    ) -> None:
        self._pots_to_pay = pots_to_pay
        self._odd_chip_players: set[str] = set()
        self.odd_chips: list[OddChip] = []
        self.awards: tuple[Award, ...]
        won = [result for run in results for result in run if result.winners]
        winners = {result.winners for result in won}
        is_every_run_won = all(any(result.winners for result in run) for run in results)
        have_same_winners = len(winners) == 1 and is_every_run_won
        if not won:
            self.division = Division.SHARED_BY_ALL if len(eligible) > 1 else Division.UNCONTESTED
            self.awards = (self._award(amount, eligible),)
        elif have_same_winners and (pots_to_pay.rules.shares_whole or len(won[0].winners) == 1):
            self.division = Division.WHOLE
            self.awards = (self._award(amount, won[0].winners, won),)
        else:
            self.division = Division.DIVIDED
            self.awards = tuple(self._divide_pot(amount, eligible, results))

    def _divide_pot(
        self, amount: int, eligible: tuple[str, ...], results: ResultsByRun
    ) -> Iterator[Award]:
        """Yield the awards of a pot that is split among runs, then boards, then contests.

        All eligible players share the chips of a run in which nobody qualifies.
        """
        runs = [f"run {number}" for number in range(1, len(results) + 1)]
        run_amounts = self._divide_evenly(amount, runs, OddChipRule.FIRST_RUN)
        for run, (run_amount, contests) in enumerate(zip(run_amounts, results, strict=True)):
            is_won = tuple(bool(result.winners) for result in contests)
            parts = divide(self._pots_to_pay.game.part_indices, is_won)
            if not parts:
                yield self._award(run_amount, eligible, run=run)
                continue
            boards = [f"board {number}" for number in range(1, len(parts) + 1)]
            board_amounts = self._divide_evenly(run_amount, boards, OddChipRule.FIRST_BOARD)
            for part, board_amount in zip(parts, board_amounts, strict=True):
                won = [contests[index] for index in part]
                names, rule = self._order_contests(won)
                amounts = self._divide_evenly(board_amount, names, rule)
                chips = dict(zip(names, amounts, strict=True))
                for result in won:
                    yield self._award(chips[result.name], result.winners, [result], run)

    def _order_contests(self, won: list[ContestResult]) -> tuple[list[str], OddChipRule]:
        """Return the contests' names in the order of their odd chips, and the rule for it."""
        pots_to_pay = self._pots_to_pay
        names = [result.name for result in won]
        if not (pots_to_pay.game.by_turn and pots_to_pay.rules.contests_by_turn):
            return names, OddChipRule.FIRST_CONTEST
        turns = {
            result.name: min(map(pots_to_pay.turn_order.index, result.winners)) for result in won
        }
        return sorted(names, key=turns.__getitem__), OddChipRule.FIRST_IN_TURN

    def _divide_evenly(self, amount: int, names: list[str], rule: OddChipRule) -> list[int]:
        """Return the amount for each name; the first names get one odd unit each."""
        unit = self._pots_to_pay.unit
        even, odd = divmod(amount // unit, len(names))
        self.odd_chips += (OddChip(unit, name, rule) for name in names[:odd])
        return [(even + (index < odd)) * unit for index in range(len(names))]

    def _award(
        self,
        amount: int,
        winners: tuple[str, ...],
        won: Sequence[ContestResult] = (),
        run: int = 0,
    ) -> Award:
        """Return the award, divided evenly; the first winners get one odd unit each."""
        pots_to_pay = self._pots_to_pay
        order = tuple(label for label in pots_to_pay.turn_order if label in winners)
        rule = OddChipRule.SEAT_ORDER if pots_to_pay.button is None else OddChipRule.LEFT_OF_BUTTON
        seat_rule, cards = rule, dict.fromkeys(order, 0)
        if pots_to_pay.game.family is Family.STUD and won:
            rule, cards = _find_deciding_cards(pots_to_pay, order, won[0], run)
            is_highest_first = rule is not OddChipRule.LOWEST_CARD
            order = tuple(sorted(order, key=cards.__getitem__, reverse=is_highest_first))
        even, odd = divmod(amount // pots_to_pay.unit, len(winners))
        receivers = list(order)
        if pots_to_pay.rules.one_each:  # players without an odd chip come first
            receivers.sort(key=lambda label: label in self._odd_chip_players)
        del receivers[odd:]
        self._odd_chip_players.update(receivers)
        odd_chips = []
        for label in receivers:
            # The seat decides between players whose deciding cards are the same shared card.
            later = order[order.index(label) + 1 :]
            is_tied = any(cards[other] == cards[label] for other in later if other not in receivers)
            odd_chips.append(OddChip(pots_to_pay.unit, label, seat_rule if is_tied else rule))
        return Award(
            contests=tuple(dict.fromkeys(result.name for result in won)),
            run=run,
            amount=amount,
            winners=order,
            made={result.name: result.best for result in won if result.best},
            even_part=even * pots_to_pay.unit,
            odd_chips=tuple(odd_chips),
        )


def _find_deciding_cards(
    pots_to_pay: PotsToPay, tied: tuple[str, ...], result: ContestResult, run: int
) -> tuple[OddChipRule, dict[str, int]]:
    """Return stud's rule for odd chips, and each deciding card's position in the card order."""
    ranking = result.contest.ranking
    position = ranking.card_order.__getitem__
    if not pots_to_pay.rules.by_all_cards:
        made = pots_to_pay.made[run][result.name]
        cards = {label: max(map(position, hand.cards)) for label in tied if (hand := made[label])}
        return OddChipRule.HIGHEST_PLAYING_CARD, cards
    best = min if ranking.wins_low else max
    rule = OddChipRule.LOWEST_CARD if ranking.wins_low else OddChipRule.HIGHEST_CARD
    return rule, {label: best(map(position, pots_to_pay.own_cards[label])) for label in tied}


def _total_player(
    label: str, pots: Sequence[PaidPot], returned: ReturnedBet | None
) -> PlayerPayout:
    all_chips = sum(pot.amount for pot in pots)
    chips = sum((pot.amount * pot.shares.get(label, Fraction(0)) for pot in pots), Fraction(0))
    return PlayerPayout(
        label=label,
        total=sum(pot.paid_to(label) for pot in pots),
        returned=returned.amount if returned and returned.label == label else 0,
        share=chips / all_chips if all_chips else Fraction(0),
    )
