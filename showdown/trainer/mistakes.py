"""Known mistakes, which `words.drills` describes.

A mistake is a function that yields the mistaken settlements of a deal, given the right one. Most
settle the deal again with a changed game, ranking, wagers or rule set; others change the payout.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from showdown.evaluator.cards import Cards
from showdown.evaluator.choices import Alternatives, Choice
from showdown.evaluator.contests import MadeHand, decide_contest
from showdown.evaluator.deals import Hand
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
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import CollectedPots, Pot, Wagers, collect
from showdown.trainer.betting import WHOLE_CHIP_RULE_SETS
from showdown.trainer.chip_matchers import chips_by_player
from showdown.trainer.matchers import (
    FORMING_RANKS,
    best_combinations,
    is_high,
    is_low_with_qualifier,
    move_ace,
    take_greedily,
    tempting_contest,
)

type Settlements = Iterator[Settlement]
type Mistake = Callable[[Settlement], Settlements]
type Change = Callable[[Contest], Contest]

_RANKS_BEFORE_KICKERS = {HIGH_CARD: 1, **FORMING_RANKS}
"""Number of ranks compared before the kickers, by category."""


def _settle_again(
    settlement: Settlement, *, game: Game | None = None, rules: RuleSet | None = None, **wagers: Any
) -> Settlement:
    """Settle the deal in another game, by another rule set, or with changed wagers."""
    deal = replace(settlement.deal, game=game or settlement.game)
    return settle(deal, replace(_wagers_of(settlement), **wagers), rules or _rules_of(settlement))


def _wagers_of(settlement: Settlement) -> Wagers:
    return settlement.wagers or Wagers()


def _rules_of(settlement: Settlement) -> RuleSet:
    return settlement.payout.rules if settlement.payout else WSOP_2026


def _create_contest_mistake(fits: Callable[[Contest], object], change: Change) -> Mistake:
    """Return a mistake that changes the contests for which `fits` is true."""

    def settlements(settlement: Settlement) -> Settlements:
        changed_game = _change_contests(
            settlement.game, lambda contest: change(contest) if fits(contest) else contest
        )
        if changed_game != settlement.game:
            yield _settle_again(settlement, game=changed_game)

    return settlements


def _change_contests(game: Game, change: Change) -> Game:
    parts = tuple(tuple(change(contest) for contest in part) for part in game.parts)
    return replace(game, parts=parts)


not_exactly_two = _create_contest_mistake(
    lambda contest: contest.choice.tempting_choice, tempting_contest
)
"""Play any five cards."""


@cache
def _board_choice(size: int) -> Choice:
    """Return the choice of `size` cards from the board alone."""

    def parts(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Alternatives, ...]:
        return (combinations(board, size),)

    return Choice("board", parts)


def played_the_board(settlement: Settlement) -> Settlements:
    """Play the board for every player."""
    game = settlement.game
    if not game.boards:
        return
    choices = {}
    for contest in game.contests:
        if not contest.boards or contest.choice.plays_fewer:
            continue
        board_size = min(game.boards[index] for index in contest.boards)
        playable = contest.choice.combinations((0,) * game.hole, (0,) * board_size)
        size = len(next(iter(playable)))
        if board_size < size:
            return
        choices[contest.name] = _board_choice(size)
    if choices:
        changed_game = _change_contests(
            game, lambda contest: replace(contest, choice=choices.get(contest.name, contest.choice))
        )
        yield _settle_again(settlement, game=changed_game)


@cache
def _count_four_as_flush(ranking: Ranking) -> Ranking:
    flush = ranking.categories.index(FLUSH)

    def rank(cards: Cards) -> Rank:
        suits = [card.suit for card in cards]
        true_rank = ranking.rank(cards)
        is_flush = ranking.category_of(true_rank) < flush and max(map(suits.count, suits)) == 4
        return (flush, *_descending(cards)) if is_flush else true_rank

    return replace(ranking, rank=rank, only_flushes_use_suits=False)


@cache
def _ignore_straights(ranking: Ranking) -> Ranking:
    misread_as = {STRAIGHT: HIGH_CARD, STRAIGHT_FLUSH: FLUSH}

    def rank(cards: Cards) -> Rank:
        true_rank = ranking.rank(cards)
        name = misread_as.get(ranking.category(true_rank))
        return (ranking.categories.index(name), *_descending(cards)) if name else true_rank

    return replace(ranking, rank=rank)


def _descending(cards: Cards) -> Rank:
    return tuple(sorted((card[0] for card in cards), reverse=True))


phantom_flush = _create_contest_mistake(
    is_high, lambda contest: replace(contest, ranking=_count_four_as_flush(contest.ranking))
)
"""Count four cards of a suit as a flush."""

missed_straight = _create_contest_mistake(
    is_high, lambda contest: replace(contest, ranking=_ignore_straights(contest.ranking))
)
"""Ignore straights."""

ace_wrong_way = _create_contest_mistake(
    lambda contest: contest.ranking.wins_low,
    lambda contest: replace(contest, ranking=move_ace(contest.ranking)),
)
"""In lows, count a low ace as high and a high ace as low."""

low_not_qualified = _create_contest_mistake(
    is_low_with_qualifier,
    lambda contest: replace(contest, ranking=ACE_TO_FIVE, min_rank=NOT_QUALIFIED),
)
"""Accept any low, qualifying or not."""


type Boards = tuple[Cards, ...]
type HandMisreading = Callable[[Contest, Hand, MadeHand, Boards], MadeHand]


def _create_hand_mistake(misread: HandMisreading) -> Mistake:
    """Return a mistake that applies a function to each made hand."""

    def settlements(settlement: Settlement) -> Settlements:
        deal, made = settlement.deal, {}
        for contest in deal.game.contests:
            by_player = settlement.runs[0].made[contest.name]
            made[contest.name] = {
                hand.label: (made_hand := by_player[hand.label])
                and misread(contest, hand, made_hand, deal.boards)
                for hand in deal.hands
            }
        yield settle(deal, settlement.wagers, _rules_of(settlement), made=[made])

    return settlements


@_create_hand_mistake
def dead_kicker(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Break ties in contests for high by the highest hole cards."""
    hole_ranks = _descending(hand.cards) if is_high(contest) else ()
    return replace(made, rank=(*made.rank, *hole_ranks))


@_create_hand_mistake
def kicker_missed(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Count hands that differ only by a kicker as tied."""
    if not is_high(contest):
        return made
    return replace(
        made, rank=made.rank[: 1 + _RANKS_BEFORE_KICKERS.get(made.category, len(made.rank))]
    )


@_create_hand_mistake
def suit_broke_tie(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Break ties by the suits of the cards, from the highest card down."""
    best_hands = map(contest.ranking.arrange, best_combinations(contest, hand.cards, boards))
    suits = max(tuple(card.suit for card in cards) for cards in best_hands)
    return replace(made, rank=(*made.rank, *suits))


@_create_hand_mistake
def low_from_the_bottom(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Compare lows from the lowest card up."""
    if not contest.ranking.wins_low:
        return made
    first = 0 if contest.ranking.has_qualifier else 1
    return replace(made, rank=(*made.rank[:first], *reversed(made.rank[first:])))


@_create_hand_mistake
def greedy_badugi(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Build the Badugi hand greedily, from the lowest card up."""
    if not contest.choice.plays_fewer:
        return made
    cards = contest.ranking.arrange(take_greedily(hand.cards, contest.ranking))
    return replace(made, cards=cards, hole=cards, board=(), rank=contest.ranking.rank(cards))


def _settle_pots(settlement: Settlement, collected: CollectedPots, *pots: Pot) -> Settlement:
    return _settle_again(settlement, contributions={}, dead=0, pots=pots, seats=collected.seats)


def one_pot(settlement: Settlement) -> Settlements:
    """Combine all pots into one that every player can win."""
    collected = collect(_wagers_of(settlement), settlement.deal)
    if len(collected.pots) > 1:
        combined_pot = Pot(sum(pot.amount for pot in collected.pots))
        mistaken_settlement = _settle_pots(settlement, collected, combined_pot)
        chips, returned = Counter(chips_by_player(mistaken_settlement)), collected.returned
        if returned:
            chips[returned.label] += returned.amount
        yield _with_chips(mistaken_settlement, chips)


def uncalled_kept(settlement: Settlement) -> Settlements:
    """Leave the uncalled bet in the last pot."""
    collected = collect(_wagers_of(settlement), settlement.deal)
    if collected.returned and collected.pots:
        *others, last = collected.pots
        enlarged_pot = Pot(last.amount + collected.returned.amount, last.eligible)
        yield _settle_pots(settlement, collected, *others, enlarged_pot)


def folded_left_out(settlement: Settlement) -> Settlements:
    """Leave out the chips of folded players."""
    wagers = _wagers_of(settlement)
    if wagers.folded:
        bets = wagers.contributions.items()
        chips = {name: amount for name, amount in bets if name not in wagers.folded}
        yield _settle_again(settlement, contributions=chips)


def rake_forgotten(settlement: Settlement) -> Settlements:
    """Take no rake."""
    if _wagers_of(settlement).rake:
        yield _settle_again(settlement, rake=None)


def cap_forgotten(settlement: Settlement) -> Settlements:
    """Take the percentage without its cap."""
    rake = _wagers_of(settlement).rake
    if rake and rake.cap is not None:
        yield _settle_again(settlement, rake=replace(rake, cap=None))


def odd_half(settlement: Settlement) -> Settlements:
    """Give the odd chip to the last contest or, if the turn order should decide, to the first."""
    game = settlement.game
    parts = tuple(part[::-1] for part in game.parts)
    if game.by_turn:
        yield _settle_again(settlement, game=replace(game, by_turn=False))
    if parts != game.parts:
        yield _settle_again(settlement, game=replace(game, parts=parts, by_turn=False))


def odd_board(settlement: Settlement) -> Settlements:
    """Give the odd chip to the last board."""
    game = settlement.game
    if len(game.parts) > 1:
        yield _settle_again(settlement, game=replace(game, parts=game.parts[::-1]))


def odd_seat(settlement: Settlement) -> Settlements:
    """Give odd chips in the reverse order of seats and, in stud, by seat instead of by card."""
    if settlement.game.family is Family.STUD:
        yield _settle_again(settlement, game=replace(settlement.game, family=Family.BOARD))
    if settlement.wagers:
        yield _settle_again(
            settlement, seats=collect(settlement.wagers, settlement.deal).seats[::-1]
        )


def another_rule_set(settlement: Settlement) -> Settlements:
    """Pay odd chips under another rule set."""
    for rules in WHOLE_CHIP_RULE_SETS:
        if rules is not _rules_of(settlement):
            yield _settle_again(settlement, rules=rules)


type Chips = dict[str, int]


def _with_chips(settlement: Settlement, chips: Mapping[str, int]) -> Settlement:
    """Return the settlement with these chips of each player, including returned bets."""
    payout = settlement.payout
    if payout is None:
        return settlement
    players = tuple(
        replace(player, total=chips.get(player.label, 0) - player.returned)
        for player in payout.players
    )
    return replace(settlement, payout=replace(payout, players=players))


def _with_pots(settlement: Settlement, payout: Payout, pots: Iterable[Chips]) -> Settlement:
    """Return the settlement with these payments, one mapping per pot, and returned bets."""
    total = Counter({player.label: player.returned for player in payout.players})
    for chips in pots:
        total.update(chips)
    return _with_chips(settlement, total)


def _split_evenly(amount: int, order: Sequence[str], unit: int) -> Chips:
    """Return even parts of an amount; the first players get the remaining units, one each."""
    even, odd = divmod(amount // unit, len(order))
    return {label: (even + (index < odd)) * unit for index, label in enumerate(order)}


def half_for_quarter(settlement: Settlement) -> Settlements:
    """Give equal parts of each pot to all players who win any part of it."""
    payout = settlement.payout
    if payout and len(settlement.game.contests) > 1:
        pots = []
        for pot in payout.pots:
            winners = {label for label in pot.eligible if pot.shares.get(label)}
            order = [label for label in payout.turn_order if label in winners]
            pots.append(_split_evenly(pot.amount, order, payout.unit))
        yield _with_pots(settlement, payout, pots)


def scoop_missed(settlement: Settlement) -> Settlements:
    """Give half to the player who wins everything, and half to the next best hand of a contest."""
    payout, contests = settlement.payout, settlement.game.contests
    if payout and len(contests) > 1:
        for contest in reversed(contests):
            pots = [_halve_pot(settlement, pot, payout, contest) for pot in payout.pots]
            yield _with_pots(settlement, payout, pots)


def _halve_pot(settlement: Settlement, pot: PaidPot, payout: Payout, contest: Contest) -> Chips:
    winners = [label for label in pot.eligible if pot.shares.get(label)]
    others = [label for label in pot.eligible if label not in winners]
    runners_up = decide_contest(contest, settlement.runs[0].made[contest.name], others).winners
    if len(winners) != 1 or not runners_up:
        return {label: pot.paid_to(label) for label in pot.eligible}
    rest = pot.amount // payout.unit // 2 * payout.unit
    order = [label for label in payout.turn_order if label in runners_up]
    return {winners[0]: pot.amount - rest, **_split_evenly(rest, order, payout.unit)}


def rake_after(settlement: Settlement) -> Settlements:
    """Take the rake from the winners' payments, and any remainder from the largest payment."""
    payout = settlement.payout
    if payout is None or not payout.rake:
        return
    for unraked_settlement in rake_forgotten(settlement):
        returned = {player.label: player.returned for player in payout.players}
        winnings = {
            label: chips - returned[label]
            for label, chips in chips_by_player(unraked_settlement).items()
        }
        total_winnings = sum(winnings.values())
        rake = {
            label: payout.rake * chips // total_winnings // payout.unit * payout.unit
            for label, chips in winnings.items()
        }
        rake[max(winnings, key=lambda label: winnings[label])] += payout.rake - sum(rake.values())
        yield _with_chips(
            settlement,
            {label: winnings[label] - rake[label] + returned[label] for label in winnings},
        )


MISTAKES: dict[str, Mistake] = {
    "not-exactly-two": not_exactly_two,
    "played-the-board": played_the_board,
    "phantom-flush": phantom_flush,
    "missed-straight": missed_straight,
    "kicker-missed": kicker_missed,
    "dead-kicker": dead_kicker,
    "suit-broke-tie": suit_broke_tie,
    "low-not-qualified": low_not_qualified,
    "low-from-the-bottom": low_from_the_bottom,
    "ace-wrong-way": ace_wrong_way,
    "greedy-badugi": greedy_badugi,
    "half-for-quarter": half_for_quarter,
    "scoop-missed": scoop_missed,
    "one-pot": one_pot,
    "folded-left-out": folded_left_out,
    "uncalled-kept": uncalled_kept,
    "rake-after": rake_after,
    "rake-forgotten": rake_forgotten,
    "cap-forgotten": cap_forgotten,
    "odd-half": odd_half,
    "odd-board": odd_board,
    "odd-seat": odd_seat,
    "another-book": another_rule_set,
}
"""All mistakes. A wrong answer is compared with them in this order, after those of the drill."""
