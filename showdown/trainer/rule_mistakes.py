"""Settle a deal with one rule misread.

Rules are data: a mistake replaces one thing in a game, a ranking or the wagers. Each function
yields the settlements to which the mistake leads.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from showdown.evaluator.cards import Cards
from showdown.evaluator.choices import Choice, Playable
from showdown.evaluator.contests import MadeHand, made_hands
from showdown.evaluator.deals import Hand
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    FLUSH,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    NOT_QUALIFIED,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Rank,
    Ranking,
)
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Collected, Pot, Returned, Wagers, collect
from showdown.notation.deal_format import Submission
from showdown.trainer.matchers import best_combinations, greedily, with_other_ace
from showdown.trainer.needs import is_high, is_low_with_qualifier
from showdown.trainer.stakes import BOOKS

type Settlements = Iterator[Settlement]
type Misreading = Callable[[Submission], Settlements]
type Change = Callable[[Contest], Contest]

_DECIDING = {HIGH_CARD: 1, PAIR: 1, TWO_PAIR: 2, THREE_OF_A_KIND: 1, FOUR_OF_A_KIND: 1}
"""Number of ranks compared before the kickers, by category."""


def _in_other_game(submission: Submission, game: Game) -> Settlement:
    return submission._replace(deal=replace(submission.deal, game=game)).settle()


def _changing(fits: Callable[[Contest], object], change: Change) -> Misreading:
    """Return a mistake that replaces the contests for which `fits` is true."""

    def settlements(submission: Submission) -> Settlements:
        game = submission.deal.game
        changed = _with_contests(game, lambda it: change(it) if fits(it) else it)
        if changed != game:
            yield _in_other_game(submission, changed)

    return settlements


def _with_contests(game: Game, change: Change) -> Game:
    parts = tuple(tuple(change(contest) for contest in part) for part in game.parts)
    return replace(game, parts=parts)


not_exactly_two = _changing(
    lambda contest: contest.choice.tempting,
    lambda contest: replace(contest, choice=contest.choice.tempting or contest.choice),
)
"""Any five cards play."""


@cache
def _from_board(size: int) -> Choice:
    """Return the choice of the same number of cards from the board alone."""

    def parts(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Playable, ...]:
        return (combinations(board, size),)

    return Choice("board", parts)


def played_the_board(submission: Submission) -> Settlements:
    """The board plays for everybody."""
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
        choices[contest.name] = _from_board(size)
    if choices:
        changed = _with_contests(
            game, lambda it: replace(it, choice=choices.get(it.name, it.choice))
        )
        yield _in_other_game(submission, changed)


@cache
def _with_flushes_of_four(ranking: Ranking) -> Ranking:
    flush = ranking.categories.index(FLUSH)

    def rank(cards: Cards) -> Rank:
        suits = [card.suit for card in cards]
        true = ranking.rank(cards)
        is_flush = ranking.category_of(true) < flush and max(map(suits.count, suits)) == 4
        return (flush, *_descending(cards)) if is_flush else true

    return replace(ranking, rank=rank, suits_matter_as_flush=False)


@cache
def _without_straights(ranking: Ranking) -> Ranking:
    seen_as = {STRAIGHT: HIGH_CARD, STRAIGHT_FLUSH: FLUSH}

    def rank(cards: Cards) -> Rank:
        true = ranking.rank(cards)
        name = seen_as.get(ranking.category(true))
        return (ranking.categories.index(name), *_descending(cards)) if name else true

    return replace(ranking, rank=rank)


def _descending(cards: Cards) -> Rank:
    return tuple(sorted((card[0] for card in cards), reverse=True))


phantom_flush = _changing(
    is_high, lambda contest: replace(contest, ranking=_with_flushes_of_four(contest.ranking))
)
"""Four cards of a suit count as a flush."""

missed_straight = _changing(
    is_high, lambda contest: replace(contest, ranking=_without_straights(contest.ranking))
)
"""Straights are not recognized."""

ace_wrong_way = _changing(
    lambda contest: contest.ranking.wins_low,
    lambda contest: replace(contest, ranking=with_other_ace(contest.ranking)),
)
"""In lows, a low ace counts as high and a high ace as low."""

low_not_qualified = _changing(
    is_low_with_qualifier,
    lambda contest: replace(contest, ranking=ACE_TO_FIVE, least=NOT_QUALIFIED),
)
"""Any low counts, qualified or not."""


type Boards = tuple[Cards, ...]
type Reading = Callable[[Contest, Hand, MadeHand, Boards], MadeHand]


def _reading(read: Reading) -> Misreading:
    """Return a mistake that applies a function to each made hand."""

    def settlements(submission: Submission) -> Settlements:
        deal, wagers, rules = submission
        contests = {contest.name: contest for contest in deal.game.contests}
        made = {
            name: {
                hand.label: (one := of_label[hand.label])
                and read(contests[name], hand, one, deal.boards)
                for hand in deal.hands
            }
            for name, of_label in made_hands(deal).items()
        }
        yield settle(deal, wagers, rules, made=[made])

    return settlements


@_reading
def dead_kicker(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Of tied hands, the one with the higher hole card wins."""
    spare = _descending(hand.cards) if is_high(contest) else ()
    return replace(made, rank=(*made.rank, *spare))


@_reading
def kicker_missed(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Hands that differ only by a kicker tie."""
    if not is_high(contest):
        return made
    return replace(made, rank=made.rank[: 1 + _DECIDING.get(made.category, len(made.rank))])


@_reading
def suit_broke_tie(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Of tied hands, the one with the higher suit wins."""
    equals = map(contest.ranking.arrange, best_combinations(contest, hand.cards, boards))
    suits = max(tuple(card.suit for card in cards) for cards in equals)
    return replace(made, rank=(*made.rank, *suits))


@_reading
def low_from_the_bottom(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """Lows are compared from the lowest card up."""
    if not contest.ranking.wins_low:
        return made
    first = 0 if contest.ranking.may_refuse else 1
    return replace(made, rank=(*made.rank[:first], *reversed(made.rank[first:])))


@_reading
def greedy_badugi(contest: Contest, hand: Hand, made: MadeHand, boards: Boards) -> MadeHand:
    """The lowest fitting card is taken each time."""
    if not contest.choice.plays_fewer:
        return made
    cards = contest.ranking.arrange(greedily(hand.cards, contest.ranking))
    return replace(made, cards=cards, hole=cards, board=(), rank=contest.ranking.rank(cards))


def _with_wagers(submission: Submission, wagers: Wagers) -> Settlement:
    return submission._replace(wagers=wagers).settle()


def _with_pots(submission: Submission, collected: Collected, pots: tuple[Pot, ...]) -> Settlement:
    wagers = submission.wagers or Wagers()
    in_pots = replace(wagers, contributions={}, dead=0, pots=pots, seats=collected.seats)
    return _with_wagers(submission, in_pots)


def one_pot(submission: Submission) -> Settlements:
    """Everybody plays for all pots."""
    collected = collect(submission.wagers or Wagers(), submission.deal)
    if len(collected.pots) > 1:
        whole = Pot(sum(pot.amount for pot in collected.pots))
        yield _giving_back(_with_pots(submission, collected, (whole,)), collected.returned)


def _giving_back(settlement: Settlement, returned: Returned | None) -> Settlement:
    payout = settlement.payout
    if payout is None or returned is None:
        return settlement
    players = tuple(
        replace(player, returned=returned.amount) if player.label == returned.label else player
        for player in payout.players
    )
    return replace(settlement, payout=replace(payout, players=players))


def uncalled_kept(submission: Submission) -> Settlements:
    """The uncalled bet stays in the last pot."""
    collected = collect(submission.wagers or Wagers(), submission.deal)
    if collected.returned and collected.pots:
        *others, last = collected.pots
        kept = Pot(last.amount + collected.returned.amount, last.eligible)
        yield _with_pots(submission, collected, (*others, kept))


def folded_left_out(submission: Submission) -> Settlements:
    """The chips of folded players are not counted."""
    wagers = submission.wagers
    if wagers and wagers.folded:
        chips = {
            name: wagers.contributions[name]
            for name in wagers.contributions
            if name not in wagers.folded
        }
        yield _with_wagers(submission, replace(wagers, contributions=chips))


def rake_forgotten(submission: Submission) -> Settlements:
    wagers = submission.wagers
    if wagers and wagers.rake:
        yield _with_wagers(submission, replace(wagers, rake=None))


def cap_forgotten(submission: Submission) -> Settlements:
    wagers = submission.wagers
    if wagers and wagers.rake and wagers.rake.cap is not None:
        yield _with_wagers(submission, replace(wagers, rake=replace(wagers.rake, cap=None)))


def odd_half(submission: Submission) -> Settlements:
    """The odd chip goes to the last contest."""
    game = submission.deal.game
    parts = tuple(part[::-1] for part in game.parts)
    if game.by_turn:
        yield _in_other_game(submission, replace(game, by_turn=False))
    if parts != game.parts:
        yield _in_other_game(submission, replace(game, parts=parts, by_turn=False))


def odd_board(submission: Submission) -> Settlements:
    """The odd chip goes to the last board."""
    game = submission.deal.game
    if len(game.parts) > 1:
        yield _in_other_game(submission, replace(game, parts=game.parts[::-1]))


def odd_seat(submission: Submission) -> Settlements:
    """Odd chips go in the reverse order of seats, or by seat instead of by card."""
    game, wagers = submission.deal.game, submission.wagers
    if game.family is Family.STUD:
        yield _in_other_game(submission, replace(game, family=Family.BOARD))
    if wagers:
        seats = collect(wagers, submission.deal).seats
        yield _with_wagers(submission, replace(wagers, seats=seats[::-1]))


def another_book(submission: Submission) -> Settlements:
    for rules in BOOKS:
        if rules is not submission.rules:
            yield submission._replace(rules=rules).settle()
