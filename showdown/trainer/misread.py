"""What a deal comes to if a rule is misread: the same settlement, with one rule changed.

Each function settles a submission as somebody would who makes one mistake. Rules are data, so a
mistake is a game, a ranking or wagers with one thing replaced.
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
from showdown.evaluator.wagers import Pot, Wagers, collect
from showdown.notation.submission import Submission
from showdown.trainer.needs import is_high, is_low_with_qualifier
from showdown.trainer.other_aces import with_other_ace
from showdown.trainer.places import best_combinations, greedily
from showdown.trainer.stakes import BOOKS

type Settlements = Iterator[Settlement]
type Change = Callable[[Contest], Contest]

_DECIDING = {HIGH_CARD: 1, PAIR: 1, TWO_PAIR: 2, THREE_OF_A_KIND: 1, FOUR_OF_A_KIND: 1}
"""How many ranks are compared before the kickers."""


def _only_board(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Playable, ...]:
    return (combinations(board, 5),)


_BOARD = Choice("board", _only_board)


def _in_other_game(submission: Submission, game: Game) -> Settlement:
    return submission._replace(deal=replace(submission.deal, game=game)).settle()


def _with_contests(submission: Submission, change: Change) -> Settlements:
    """The deal settled with other contests, if the change makes any other."""
    game = submission.deal.game
    parts = tuple(tuple(change(contest) for contest in part) for part in game.parts)
    if parts != game.parts:
        yield _in_other_game(submission, replace(game, parts=parts))


def not_exactly_two(submission: Submission) -> Settlements:
    """Any five cards play."""
    yield from _with_contests(
        submission,
        lambda contest: replace(contest, choice=contest.choice.tempting or contest.choice),
    )


def played_the_board(submission: Submission) -> Settlements:
    """The board plays by itself, for everybody."""
    game = submission.deal.game
    if game.boards and all(count >= 5 for count in game.boards):
        yield from _with_contests(
            submission,
            lambda contest: replace(contest, choice=_BOARD) if _on_board(contest) else contest,
        )


def _on_board(contest: Contest) -> bool:
    return bool(contest.boards) and not contest.choice.plays_fewer


def _with_high(submission: Submission, ranking_of: Callable[[Ranking], Ranking]) -> Settlements:
    yield from _with_contests(
        submission,
        lambda contest: (
            replace(contest, ranking=ranking_of(contest.ranking)) if is_high(contest) else contest
        ),
    )


def phantom_flush(submission: Submission) -> Settlements:
    """Four cards of a suit pass for a flush."""
    yield from _with_high(submission, _with_flushes_of_four)


def missed_straight(submission: Submission) -> Settlements:
    """No straight is seen."""
    yield from _with_high(submission, _without_straights)


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


def ace_wrong_way(submission: Submission) -> Settlements:
    """In lows the ace is taken for a high card, or for a low one where it is high."""
    yield from _with_contests(
        submission,
        lambda contest: (
            replace(contest, ranking=with_other_ace(contest.ranking))
            if contest.ranking.wins_low
            else contest
        ),
    )


def low_not_qualified(submission: Submission) -> Settlements:
    """Any low counts, whether it qualifies or not."""
    yield from _with_contests(
        submission,
        lambda contest: (
            replace(contest, ranking=ACE_TO_FIVE, least=NOT_QUALIFIED)
            if is_low_with_qualifier(contest)
            else contest
        ),
    )


type Reading = Callable[[Contest, Hand, MadeHand], MadeHand]


def _read_otherwise(submission: Submission, read: Reading) -> Settlements:
    """The deal settled with each made hand read in another way."""
    deal, wagers, rules = submission
    contests = {contest.name: contest for contest in deal.game.contests}
    made = {
        name: {
            hand.label: (one := of_label[hand.label]) and read(contests[name], hand, one)
            for hand in deal.hands
        }
        for name, of_label in made_hands(deal).items()
    }
    yield settle(deal, wagers, rules, made=[made])


def dead_kicker(submission: Submission) -> Settlements:
    """Of hands that tie, the one with the higher card beside it wins."""

    def read(contest: Contest, hand: Hand, made: MadeHand) -> MadeHand:
        spare = _descending(hand.cards) if is_high(contest) else ()
        return replace(made, rank=(*made.rank, *spare))

    yield from _read_otherwise(submission, read)


def kicker_missed(submission: Submission) -> Settlements:
    """Hands that differ by a kicker pass for a tie."""

    def read(contest: Contest, hand: Hand, made: MadeHand) -> MadeHand:
        if not is_high(contest):
            return made
        return replace(made, rank=made.rank[: 1 + _DECIDING.get(made.category, len(made.rank))])

    yield from _read_otherwise(submission, read)


def suit_broke_tie(submission: Submission) -> Settlements:
    """Of hands that tie, the one with the higher suit wins; of equal cards it plays the higher."""
    boards = submission.deal.boards

    def read(contest: Contest, hand: Hand, made: MadeHand) -> MadeHand:
        equals = map(contest.ranking.arrange, best_combinations(contest, hand.cards, boards))
        suits = max(tuple(card.suit for card in cards) for cards in equals)
        return replace(made, rank=(*made.rank, *suits))

    yield from _read_otherwise(submission, read)


def low_from_the_bottom(submission: Submission) -> Settlements:
    """Lows are compared from the lowest card up."""

    def read(contest: Contest, hand: Hand, made: MadeHand) -> MadeHand:
        if not contest.ranking.wins_low:
            return made
        first = 0 if contest.ranking.may_refuse else 1
        return replace(made, rank=(*made.rank[:first], *reversed(made.rank[first:])))

    yield from _read_otherwise(submission, read)


def greedy_badugi(submission: Submission) -> Settlements:
    """The lowest card that fits is taken, again and again."""

    def read(contest: Contest, hand: Hand, made: MadeHand) -> MadeHand:
        if not contest.choice.plays_fewer:
            return made
        cards = contest.ranking.arrange(greedily(hand.cards, contest.ranking))
        return replace(made, cards=cards, hole=cards, board=(), rank=contest.ranking.rank(cards))

    yield from _read_otherwise(submission, read)


def _with_wagers(submission: Submission, wagers: Wagers) -> Settlement:
    return submission._replace(wagers=wagers).settle()


def _pots_of(submission: Submission) -> tuple[tuple[Pot, ...], Wagers, int, str]:
    """The pots before any rake, the wagers, and what goes back to whom."""
    wagers = submission.wagers or Wagers()
    collected = collect(wagers, submission.deal)
    back = collected.returned
    return collected.pots, wagers, back.amount if back else 0, back.label if back else ""


def _as_pots(wagers: Wagers, pots: tuple[Pot, ...], seats: tuple[str, ...]) -> Wagers:
    return replace(wagers, contributions={}, dead=0, pots=pots, seats=seats)


def one_pot(submission: Submission) -> Settlements:
    """Everybody plays for everything, side pots too."""
    pots, wagers, back, label = _pots_of(submission)
    if len(pots) > 1:
        whole = (Pot(sum(pot.amount for pot in pots)),)
        seats = collect(wagers, submission.deal).seats
        settled = _with_wagers(submission, _as_pots(wagers, whole, seats))
        yield _giving_back(settled, back, label)


def _giving_back(settlement: Settlement, amount: int, label: str) -> Settlement:
    payout = settlement.payout
    if payout is None or not amount:
        return settlement
    players = tuple(
        replace(player, returned=amount) if player.label == label else player
        for player in payout.players
    )
    return replace(settlement, payout=replace(payout, players=players))


def uncalled_kept(submission: Submission) -> Settlements:
    """What nobody called stays in the last pot."""
    pots, wagers, back, _ = _pots_of(submission)
    if back and pots:
        *others, last = pots
        kept = (*others, Pot(last.amount + back, last.eligible))
        seats = collect(wagers, submission.deal).seats
        yield _with_wagers(submission, _as_pots(wagers, kept, seats))


def folded_left_out(submission: Submission) -> Settlements:
    """The chips of those who folded are not counted."""
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
    """Tied players take odd chips the other way round, or by seat where cards decide."""
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
