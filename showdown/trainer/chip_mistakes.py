"""Pay chips like a dealer who reads the cards right and divides the pots wrong."""

from collections.abc import Iterable, Iterator

from showdown.evaluator.contests import decide
from showdown.evaluator.games import Contest
from showdown.evaluator.payout import PaidPot, Payout
from showdown.evaluator.settlement import Settlement
from showdown.notation.deal_format import Submission
from showdown.trainer.chip_matchers import chips_of
from showdown.trainer.rule_mistakes import rake_forgotten

type Chips = dict[str, int]


def _evenly(amount: int, labels: Iterable[str], unit: int) -> Chips:
    """Divide an amount evenly; the first players get the remaining units, one each."""
    order = list(labels)
    even, odd = divmod(amount // unit, len(order))
    return {label: (even + (index < odd)) * unit for index, label in enumerate(order)}


def _paid(settlement: Settlement, payout: Payout, pots: Iterable[Chips]) -> Chips:
    """Add up payments by pot and the returned bets."""
    total = {player.label: player.returned for player in payout.players}
    for pot in pots:
        for label, chips in pot.items():
            total[label] += chips
    return {label: chips for label, chips in total.items() if chips}


def _as_it_is(pot: PaidPot) -> Chips:
    return {label: pot.paid_to(label) for label in pot.eligible}


def half_for_quarter(submission: Submission, settlement: Settlement) -> Iterator[Chips]:
    """Give equal parts to all winners of any part of a pot."""
    payout = settlement.payout
    if payout and len(settlement.game.contests) > 1:
        yield _paid(settlement, payout, [_among_all_winners(pot, payout) for pot in payout.pots])


def _among_all_winners(pot: PaidPot, payout: Payout) -> Chips:
    winners = {label for label in pot.eligible if pot.shares.get(label)}
    order = [label for label in payout.turn if label in winners]
    return _evenly(pot.amount, order, payout.unit)


def scoop_missed(submission: Submission, settlement: Settlement) -> Iterator[Chips]:
    """Give the winner of everything half, and the second-best hand of a contest the other half."""
    payout, game = settlement.payout, settlement.game
    if payout and len(game.contests) > 1:
        for contest in reversed(game.contests):
            halved = [_halved(settlement, pot, payout, contest) for pot in payout.pots]
            yield _paid(settlement, payout, halved)


def _halved(settlement: Settlement, pot: PaidPot, payout: Payout, contest: Contest) -> Chips:
    winners = [label for label in pot.eligible if pot.shares.get(label)]
    others = [label for label in pot.eligible if label not in winners]
    second = decide(contest, settlement.runs[0].made[contest.name], others).winners
    if len(winners) != 1 or not second:
        return _as_it_is(pot)
    rest = pot.amount // payout.unit // 2 * payout.unit
    order = [label for label in payout.turn if label in second]
    return {winners[0]: pot.amount - rest, **_evenly(rest, order, payout.unit)}


def rake_after(submission: Submission, settlement: Settlement) -> Iterator[Chips]:
    """Take the rake from the winners' payments, and a remainder from the largest winner's."""
    payout = settlement.payout
    if payout is None or not payout.rake:
        return
    for unraked in rake_forgotten(submission):
        back = {player.label: player.returned for player in payout.players}
        won = {label: chips - back[label] for label, chips in chips_of(unraked).items()}
        whole = sum(won.values())
        less = {
            label: payout.rake * chips // whole // payout.unit * payout.unit
            for label, chips in won.items()
        }
        less[max(won, key=lambda label: won[label])] += payout.rake - sum(less.values())
        paid = {label: won[label] - less[label] + back[label] for label in won}
        yield {label: chips for label, chips in paid.items() if chips}
