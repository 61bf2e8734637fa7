"""Known mistakes, and the wrong answers to which they lead. `words.drills` describes them.

A misread rule is a function that changes a game, a ranking or the wagers, and yields the resulting
settlements. An incorrectly divided pot is a function that yields the chips paid to each player.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from showdown.evaluator.cards import Cards
from showdown.evaluator.choices import Choice, Playable
from showdown.evaluator.contests import MadeHand, decide_contest, find_made_hands
from showdown.evaluator.deals import Hand
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.payout import PaidPot, Payout
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    FLUSH,
    HIGH_CARD,
    NOT_QUALIFIED,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Rank,
    Ranking,
)
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import CollectedPots, Pot, Wagers, collect
from showdown.notation.deal_format import Submission
from showdown.trainer.betting import ODD_CHIP_RULES
from showdown.trainer.chip_matchers import chips_by_player
from showdown.trainer.matchers import (
    FORMING_RANKS,
    Match,
    best_combinations,
    move_ace,
    take_greedily,
    tempting_contest,
)
from showdown.trainer.needs import is_high, is_low_with_qualifier
from showdown.trainer.questions import Answer, Kind

type Settlements = Iterator[Settlement]
type Misreading = Callable[[Submission], Settlements]
type Change = Callable[[Contest], Contest]

_RANKS_BEFORE_KICKERS = {HIGH_CARD: 1, **FORMING_RANKS}
"""Number of ranks compared before the kickers, by category."""


def _settle_as(submission: Submission, game: Game) -> Settlement:
    """Settle the deal by the rules of another game."""
    return submission._replace(deal=replace(submission.deal, game=game)).settle()


def _misread_contests(fits: Callable[[Contest], object], change: Change) -> Misreading:
    """Return a mistake that changes the contests for which `fits` is true."""

    def settlements(submission: Submission) -> Settlements:
        game = submission.deal.game
        changed = _change_contests(
            game, lambda contest: change(contest) if fits(contest) else contest
        )
        if changed != game:
            yield _settle_as(submission, changed)

    return settlements


def _change_contests(game: Game, change: Change) -> Game:
    parts = tuple(tuple(change(contest) for contest in part) for part in game.parts)
    return replace(game, parts=parts)


not_exactly_two = _misread_contests(lambda contest: contest.choice.tempting, tempting_contest)
"""Play any five cards."""


@cache
def _board_choice(size: int) -> Choice:
    """Return the choice of `size` cards from the board alone."""

    def parts(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Playable, ...]:
        return (combinations(board, size),)

    return Choice("board", parts)


def played_the_board(submission: Submission) -> Settlements:
    """Play the board for every player."""
    game = submission.deal.game
    if not game.boards:
        return
    choices = {}
    for contest in game.contests:
        if not contest.boards or contest.choice.plays_fewer:
            continue
        board = min(game.boards[index] for index in contest.boards)
        playable = contest.choice.combinations((0,) * game.hole, (0,) * board)
        size = len(next(iter(playable)))
        if board < size:
            return
        choices[contest.name] = _board_choice(size)
    if choices:
        changed = _change_contests(
            game, lambda contest: replace(contest, choice=choices.get(contest.name, contest.choice))
        )
        yield _settle_as(submission, changed)


@cache
def _count_four_as_flush(ranking: Ranking) -> Ranking:
    flush = ranking.categories.index(FLUSH)

    def rank(cards: Cards) -> Rank:
        suits = [card.suit for card in cards]
        true = ranking.rank(cards)
        is_flush = ranking.category_of(true) < flush and max(map(suits.count, suits)) == 4
        return (flush, *_descending(cards)) if is_flush else true

    return replace(ranking, rank=rank, suits_matter_as_flush=False)


@cache
def _ignore_straights(ranking: Ranking) -> Ranking:
    misread_as = {STRAIGHT: HIGH_CARD, STRAIGHT_FLUSH: FLUSH}

    def rank(cards: Cards) -> Rank:
        true = ranking.rank(cards)
        name = misread_as.get(ranking.category(true))
        return (ranking.categories.index(name), *_descending(cards)) if name else true

    return replace(ranking, rank=rank)


def _descending(cards: Cards) -> Rank:
    return tuple(sorted((card[0] for card in cards), reverse=True))


phantom_flush = _misread_contests(
    is_high, lambda contest: replace(contest, ranking=_count_four_as_flush(contest.ranking))
)
"""Count four cards of a suit as a flush."""

missed_straight = _misread_contests(
    is_high, lambda contest: replace(contest, ranking=_ignore_straights(contest.ranking))
)
"""Ignore straights."""

ace_wrong_way = _misread_contests(
    lambda contest: contest.ranking.wins_low,
    lambda contest: replace(contest, ranking=move_ace(contest.ranking)),
)
"""In lows, count a low ace as high and a high ace as low."""

low_not_qualified = _misread_contests(
    is_low_with_qualifier,
    lambda contest: replace(contest, ranking=ACE_TO_FIVE, least=NOT_QUALIFIED),
)
"""Accept any low, qualifying or not."""


type Boards = tuple[Cards, ...]
type HandMisreading = Callable[[Contest, Hand, MadeHand, Boards], MadeHand]


def _misread_hands(misread: HandMisreading) -> Misreading:
    """Return a mistake that applies a function to each made hand."""

    def settlements(submission: Submission) -> Settlements:
        deal, wagers, rules = submission
        contests = {contest.name: contest for contest in deal.game.contests}
        made = {
            name: {
                hand.label: (made_hand := made_by_player[hand.label])
                and misread(contests[name], hand, made_hand, deal.boards)
                for hand in deal.hands
            }
            for name, made_by_player in find_made_hands(deal).items()
        }
        yield settle(deal, wagers, rules, made=[made])

    return settlements


@_misread_hands
def dead_kicker(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Break ties in contests for high by the highest hole cards."""
    spare = _descending(hand.cards) if is_high(contest) else ()
    return replace(made, rank=(*made.rank, *spare))


@_misread_hands
def kicker_missed(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Count hands that differ only by a kicker as tied."""
    if not is_high(contest):
        return made
    return replace(
        made, rank=made.rank[: 1 + _RANKS_BEFORE_KICKERS.get(made.category, len(made.rank))]
    )


@_misread_hands
def suit_broke_tie(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Break ties by the suits of the cards, from the highest card down."""
    equals = map(contest.ranking.arrange, best_combinations(contest, hand.cards, boards))
    suits = max(tuple(card.suit for card in cards) for cards in equals)
    return replace(made, rank=(*made.rank, *suits))


@_misread_hands
def low_from_the_bottom(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Compare lows from the lowest card up."""
    if not contest.ranking.wins_low:
        return made
    first = 0 if contest.ranking.has_qualifier else 1
    return replace(made, rank=(*made.rank[:first], *reversed(made.rank[first:])))


@_misread_hands
def greedy_badugi(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Take the lowest fitting card each time."""
    if not contest.choice.plays_fewer:
        return made
    cards = contest.ranking.arrange(take_greedily(hand.cards, contest.ranking))
    return replace(made, cards=cards, hole=cards, board=(), rank=contest.ranking.rank(cards))


def _settle_with(submission: Submission, **changes: Any) -> Settlement:
    """Settle the deal with changed wagers."""
    wagers = replace(submission.wagers or Wagers(), **changes)
    return submission._replace(wagers=wagers).settle()


def _settle_pots(submission: Submission, collected: CollectedPots, *pots: Pot) -> Settlement:
    return _settle_with(submission, contributions={}, dead=0, pots=pots, seats=collected.seats)


def one_pot(submission: Submission) -> Settlements:
    """Combine all pots into one that every player can win."""
    collected = collect(submission.wagers or Wagers(), submission.deal)
    if len(collected.pots) > 1:
        combined_pot = Pot(sum(pot.amount for pot in collected.pots))
        settlement, returned = _settle_pots(submission, collected, combined_pot), collected.returned
        if returned and settlement.payout:
            players = tuple(
                replace(player, returned=returned.amount)
                if player.label == returned.label
                else player
                for player in settlement.payout.players
            )
            payout = replace(settlement.payout, players=players)
            settlement = replace(settlement, payout=payout)
        yield settlement


def uncalled_kept(submission: Submission) -> Settlements:
    """Leave the uncalled bet in the last pot."""
    collected = collect(submission.wagers or Wagers(), submission.deal)
    if collected.returned and collected.pots:
        *others, last = collected.pots
        enlarged_pot = Pot(last.amount + collected.returned.amount, last.eligible)
        yield _settle_pots(submission, collected, *others, enlarged_pot)


def folded_left_out(submission: Submission) -> Settlements:
    """Leave out the chips of folded players."""
    wagers = submission.wagers
    if wagers and wagers.folded:
        bets = wagers.contributions.items()
        chips = {name: amount for name, amount in bets if name not in wagers.folded}
        yield _settle_with(submission, contributions=chips)


def rake_forgotten(submission: Submission) -> Settlements:
    """Take no rake."""
    if submission.wagers and submission.wagers.rake:
        yield _settle_with(submission, rake=None)


def cap_forgotten(submission: Submission) -> Settlements:
    """Take the percentage without its cap."""
    wagers = submission.wagers
    if wagers and wagers.rake and wagers.rake.cap is not None:
        yield _settle_with(submission, rake=replace(wagers.rake, cap=None))


def odd_half(submission: Submission) -> Settlements:
    """Give the odd chip to the last contest or, if the turn decides, to the first."""
    game = submission.deal.game
    parts = tuple(part[::-1] for part in game.parts)
    if game.by_turn:
        yield _settle_as(submission, replace(game, by_turn=False))
    if parts != game.parts:
        yield _settle_as(submission, replace(game, parts=parts, by_turn=False))


def odd_board(submission: Submission) -> Settlements:
    """Give the odd chip to the last board."""
    game = submission.deal.game
    if len(game.parts) > 1:
        yield _settle_as(submission, replace(game, parts=game.parts[::-1]))


def odd_seat(submission: Submission) -> Settlements:
    """Give odd chips in the reverse order of seats, or by seat instead of by card."""
    game, wagers = submission.deal.game, submission.wagers
    if game.family is Family.STUD:
        yield _settle_as(submission, replace(game, family=Family.BOARD))
    if wagers:
        seats = collect(wagers, submission.deal).seats
        yield _settle_with(submission, seats=seats[::-1])


def another_rule_set(submission: Submission) -> Settlements:
    """Pay odd chips under another rule set."""
    for rules in ODD_CHIP_RULES:
        if rules is not submission.rules:
            yield submission._replace(rules=rules).settle()


type Chips = dict[str, int]


def _split_evenly(amount: int, order: Sequence[str], unit: int) -> Chips:
    """Return even parts of an amount; the first players get the remaining units, one each."""
    even, odd = divmod(amount // unit, len(order))
    return {label: (even + (index < odd)) * unit for index, label in enumerate(order)}


def _total_payments(payout: Payout, pots: Iterable[Chips]) -> Chips:
    """Return each player's total of the payments from all pots and the returned bet."""
    total = {player.label: player.returned for player in payout.players}
    for pot in pots:
        for label, chips in pot.items():
            total[label] += chips
    return {label: chips for label, chips in total.items() if chips}


def half_for_quarter(submission: Submission, settlement: Settlement) -> Iterator[Chips]:
    """Give equal parts of each pot to all players who win any part of it."""
    payout = settlement.payout
    if payout and len(settlement.game.contests) > 1:
        shared = []
        for pot in payout.pots:
            winners = {label for label in pot.eligible if pot.shares.get(label)}
            order = [label for label in payout.turn_order if label in winners]
            shared.append(_split_evenly(pot.amount, order, payout.unit))
        yield _total_payments(payout, shared)


def scoop_missed(submission: Submission, settlement: Settlement) -> Iterator[Chips]:
    """Give half to the winner of everything, and half to the second-best hand of a contest."""
    payout, game = settlement.payout, settlement.game
    if payout and len(game.contests) > 1:
        for contest in reversed(game.contests):
            halved = [_halve_pot(settlement, pot, payout, contest) for pot in payout.pots]
            yield _total_payments(payout, halved)


def _halve_pot(settlement: Settlement, pot: PaidPot, payout: Payout, contest: Contest) -> Chips:
    winners = [label for label in pot.eligible if pot.shares.get(label)]
    others = [label for label in pot.eligible if label not in winners]
    second = decide_contest(contest, settlement.runs[0].made[contest.name], others).winners
    if len(winners) != 1 or not second:
        return {label: pot.paid_to(label) for label in pot.eligible}
    rest = pot.amount // payout.unit // 2 * payout.unit
    order = [label for label in payout.turn_order if label in second]
    return {winners[0]: pot.amount - rest, **_split_evenly(rest, order, payout.unit)}


def rake_after(submission: Submission, settlement: Settlement) -> Iterator[Chips]:
    """Take the rake from the winners' payments, and any remainder from the largest payment."""
    payout = settlement.payout
    if payout is None or not payout.rake:
        return
    for unraked in rake_forgotten(submission):
        returned = {player.label: player.returned for player in payout.players}
        won = {label: chips - returned[label] for label, chips in chips_by_player(unraked).items()}
        total_won = sum(won.values())
        rake_by_player = {
            label: payout.rake * chips // total_won // payout.unit * payout.unit
            for label, chips in won.items()
        }
        rake_by_player[max(won, key=lambda label: won[label])] += payout.rake - sum(
            rake_by_player.values()
        )
        paid = {label: won[label] - rake_by_player[label] + returned[label] for label in won}
        yield {label: chips for label, chips in paid.items() if chips}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A mistake in the rules (`misread_rule`) or in the division of pots (`misdivide_pots`)."""

    slug: str
    misread_rule: Callable[[Submission], Iterator[Settlement]] | None = None
    misdivide_pots: Callable[[Submission, Settlement], Iterator[dict[str, int]]] | None = None

    def answers(
        self, kind: Kind, submission: Submission, settlement: Settlement, match: Match
    ) -> Iterator[Answer]:
        """Yield the answers to which the mistake leads; none if it is impossible."""
        if self.misdivide_pots:
            if kind.is_about_payout:
                yield from self.misdivide_pots(submission, settlement)
            return
        assert self.misread_rule  # noqa: S101 - a mistake has one or the other
        try:
            for misread in self.misread_rule(submission):
                yield kind.answer(misread, match, settlement.game)
        except InvalidDeal:
            return


_MISTAKES = (
    Mistake(slug="not-exactly-two", misread_rule=not_exactly_two),
    Mistake(slug="played-the-board", misread_rule=played_the_board),
    Mistake(slug="phantom-flush", misread_rule=phantom_flush),
    Mistake(slug="missed-straight", misread_rule=missed_straight),
    Mistake(slug="kicker-missed", misread_rule=kicker_missed),
    Mistake(slug="dead-kicker", misread_rule=dead_kicker),
    Mistake(slug="suit-broke-tie", misread_rule=suit_broke_tie),
    Mistake(slug="low-not-qualified", misread_rule=low_not_qualified),
    Mistake(slug="low-from-the-bottom", misread_rule=low_from_the_bottom),
    Mistake(slug="ace-wrong-way", misread_rule=ace_wrong_way),
    Mistake(slug="greedy-badugi", misread_rule=greedy_badugi),
    Mistake(slug="half-for-quarter", misdivide_pots=half_for_quarter),
    Mistake(slug="scoop-missed", misdivide_pots=scoop_missed),
    Mistake(slug="one-pot", misread_rule=one_pot),
    Mistake(slug="folded-left-out", misread_rule=folded_left_out),
    Mistake(slug="uncalled-kept", misread_rule=uncalled_kept),
    Mistake(slug="rake-after", misdivide_pots=rake_after),
    Mistake(slug="rake-forgotten", misread_rule=rake_forgotten),
    Mistake(slug="cap-forgotten", misread_rule=cap_forgotten),
    Mistake(slug="odd-half", misread_rule=odd_half),
    Mistake(slug="odd-board", misread_rule=odd_board),
    Mistake(slug="odd-seat", misread_rule=odd_seat),
    Mistake(slug="another-book", misread_rule=another_rule_set),
)

MISTAKES: dict[str, Mistake] = {mistake.slug: mistake for mistake in _MISTAKES}
