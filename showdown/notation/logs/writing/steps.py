"""The actions of a hand by betting round, with the amounts that written formats need."""

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from typing import NamedTuple

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Family
from showdown.evaluator.wagers import find_uncalled_bet
from showdown.notation.logs.logged_hand import Action, ActionKind, Limit, LoggedHand, Statement

_STREETS = (("Flop", 0, 3), ("Turn", 3, 4), ("River", 4, 5))
_ROUNDS_WITH_BOARD = 4
_ROUNDS_OF_STUD = 5
_USUALLY_FIXED_LIMIT = ("badugi", "deuce-to-seven")
_MAX_HOLE_CARDS_OF_NO_LIMIT = 2
POST_KINDS = (ActionKind.ANTE, ActionKind.DEAD, ActionKind.POST)
_CHIP_KINDS = (*POST_KINDS, ActionKind.BET)


class UnwritablePart(StrEnum):
    """A part of a hand that a format can't express."""

    GAME = "game"
    LIMIT = "limit"
    RUNS = "several-runs"
    HOUSE = "chips-of-the-house"
    FEE = "fee"
    CASH_OUT = "cash-out"
    INSURANCE = "insurance"
    RAKE = "rake-of-pots"
    ODD_CHIPS = "odd-chips"
    ALL_IN = "all-in"
    DRAWS = "draws"
    STUD = "stud"
    BETS = "bets"
    NOT_SHOWN = "cards-not-shown"
    TIME = "time"
    STACKS = "stacks"
    AMOUNT = "amount"
    CURRENCY = "currency"
    DEAD = "dead-chips"
    READS_DIFFERENTLY = "reads-otherwise"


class Unwritable(Exception):
    """The error for a hand with a part that the format can't express."""

    def __init__(self, part: UnwritablePart) -> None:
        super().__init__(part)
        self.part = part


def refuse_if(is_refused: object, part: UnwritablePart) -> None:
    """Raise Unwritable if this condition is true."""
    if is_refused:
        raise Unwritable(part)


def check_writable(hand: LoggedHand, *fees: str, adds_to_pot: bool = False) -> None:
    """Raise Unwritable if the format can't state a fee, house chips, a sale or an amount.

    `fees` are the names of fees that the format can state. If `adds_to_pot` is true, it can state
    chips that the house adds to the pot. No format states the time of a sale, so a hand must have
    been sold in the last betting round or at an unknown time. No format states insurance, or
    amounts finer than the unit.
    """
    refuse_if(hand.insurances, UnwritablePart.INSURANCE)
    rounds = {sold.round for sold in hand.cash_outs.values()}
    refuse_if(rounds - {None, hand.last_round}, UnwritablePart.CASH_OUT)
    refuse_if(hand.too_fine_amount, UnwritablePart.AMOUNT)
    has_house_chips = any(kind is ActionKind.ADD for kind, _, _ in hand.actions)
    refuse_if(has_house_chips and not adds_to_pot, UnwritablePart.HOUSE)
    refuse_if(hand.fees.keys() - set(fees), UnwritablePart.FEE)


class Post(Enum):
    """The kind of a posted blind. `EXTRA` is the blind of a new player."""

    SMALL = 1
    BIG = 2
    STRADDLE = 3
    EXTRA = 4


class Step(NamedTuple):
    """One action of a player, with its chips.

    `verb` is `check`, `call`, `bet`, `bring-in` or `raise` for a bet or a blind, and the `kind` for
    other actions. `amount` is the number of chips added, `to` is the player's total on the street,
    and `by` is the raise over the highest bet. `post` is the kind of a blind of the first round.
    """

    kind: ActionKind
    verb: str
    name: str
    amount: int
    to: int = 0
    by: int = 0
    is_all_in: bool = False
    post: Post | None = None


class Street(NamedTuple):
    """New cards on a board after the cards `before`; `run` is the index of the board."""

    name: str
    before: Cards
    cards: Cards
    run: int


class Exchange(NamedTuple):
    """A draw: the cards kept, discarded, and dealt instead; empty if unknown."""

    kept: Cards
    discarded: Cards
    received: Cards


class PaidPot(NamedTuple):
    """A pot: its chips, the house's part, and the payments."""

    amount: int
    taken: int
    won: Mapping[str, int]


def split_rounds(hand: LoggedHand) -> list[list[Step]]:
    """Return the steps of each betting round. Draws belong to the round that follows them."""
    remaining = dict(hand.stacks)
    rounds: list[list[Step]] = []
    for actions in _actions_by_round(hand):
        steps: list[Step] = []
        street_totals: dict[str, int] = {}
        for kind, name, amount in actions:
            is_all_in, verb, to, by = False, str(kind), 0, 0
            if kind in _CHIP_KINDS and amount and name in remaining:
                remaining[name] -= amount
                is_all_in = remaining[name] == 0
            if kind in (ActionKind.POST, ActionKind.BET):
                before = max(street_totals.values(), default=0)
                to = street_totals[name] = street_totals.get(name, 0) + amount
                by = to - before
                if by <= 0:
                    verb = "call" if amount or kind is ActionKind.POST else "check"
                elif before:
                    verb = "raise"
                else:
                    verb = "bet" if rounds or not is_stud(hand) else "bring-in"
            steps.append(Step(kind, verb, name, amount, to, by, is_all_in))
        rounds.append(steps)
    return rounds


def _actions_by_round(hand: LoggedHand) -> list[list[Action]]:
    """Split the actions into rounds. A STREET, or the first of consecutive draws, begins a round.

    Actions with an amount after the last possible round belong to the last round.
    """
    rounds: list[list[Action]] = [[]]
    for action in hand.actions:
        begins_round = action[0] in (ActionKind.STREET, ActionKind.DRAW)
        if begins_round and any(kind is not ActionKind.DRAW for kind, _, _ in rounds[-1]):
            rounds.append([])
        if action[0] is not ActionKind.STREET:
            rounds[-1].append(action)
    if len(rounds) > 1 and not rounds[-1]:
        rounds.pop()
    max_rounds = _ROUNDS_WITH_BOARD if hand.game.boards else len(rounds)
    max_rounds = _ROUNDS_OF_STUD if is_stud(hand) else max_rounds
    surplus = [action for actions in rounds[max_rounds:] for action in actions if action[2]]
    rounds = rounds[:max_rounds]
    rounds[-1] += surplus
    return rounds


def find_blinds(steps: list[Step]) -> tuple[int, int]:
    """Infer the small and the big blind from the posts; a blind that nobody posts is 0.

    The smallest post is the small blind, and the next larger size is the big blind. If all posts
    have the same size, it is the size of both. A single post is a big blind.
    """
    posted = [step.amount for step in steps if step.kind is ActionKind.POST]
    sizes = sorted(set(posted))
    big = sizes[1] if sizes[1:] else max(sizes, default=0)
    return sizes[0] if posted[1:] else 0, big


def name_posts(steps: list[Step], small: int, big: int) -> Iterator[Step]:
    """Yield the steps with the kind of each post; each blind is posted only once."""
    unassigned = {Post.SMALL: small, Post.BIG: big}
    for step in steps:
        if step.kind is not ActionKind.POST:
            yield step
            continue
        default = Post.STRADDLE if step.amount > big else Post.EXTRA
        post = next((post for post, size in unassigned.items() if size == step.amount), default)
        unassigned.pop(post, None)
        yield step._replace(post=post)


def list_cards_dealt_on(hand: LoggedHand, street_index: int) -> Iterator[tuple[str, Cards, Cards]]:
    """Yield each player with known cards on this street: the name, earlier cards, and new cards."""
    for name in hand.seats:
        streets = hand.dealt.get(name, ())
        if street_index < len(streets):
            yield name, sum(streets[:street_index], ()), streets[street_index]


def list_streets(hand: LoggedHand) -> Iterator[Street]:
    """Yield the streets of the first board, and those in which boards of later runs differ."""
    for run, board in enumerate(hand.boards):
        first_board = hand.boards[0]
        for name, start, end in _STREETS:
            if len(board) >= end and (not run or board[:end] != first_board[:end]):
                yield Street(name, board[:start], board[start:end], run)


def find_pot_total(hand: LoggedHand) -> int:
    """Return the sum of the pots before the rake: as stated, otherwise as computed from bets."""
    total = hand.pot_total
    stated = sum(hand.pots)
    is_after_rake = stated + hand.taken == total or stated == sum(hand.paid.values())
    return total if not stated or is_after_rake else stated


def find_rake(hand: LoggedHand) -> int:
    """Return the rake; if it isn't stated, the part of the pots that was not paid out."""
    if hand.states_rake:
        return hand.rake
    return max(0, find_pot_total(hand) - sum(hand.paid.values()))


def find_returned_bets(hand: LoggedHand) -> Mapping[str, int]:
    """Return the stated uncalled bets; if none is stated but the log may omit it, compute it."""
    if hand.returned or Statement.EVERY_RETURN in hand.statements:
        return hand.returned
    name, amount = find_uncalled_bet(hand.contributions)
    return {name: amount} if amount else {}


def find_mucked_players(hand: LoggedHand) -> list[str]:
    """Return the players still in at the showdown who didn't show."""
    still_in = hand.still_in
    return [name for name in still_in if name not in hand.hands] if len(still_in) > 1 else []


def find_first_hand(hand: LoggedHand, name: str) -> Cards:
    """Return the player's cards before any draw; empty if they aren't known."""
    draws = hand.draws.get(name, ())
    if draws and draws[0].before:
        return draws[0].before
    cards = hand.hands.get(name) or hand.known.get(name, ())
    return () if any(draw.number for draw in draws) or len(cards) < hand.game.hole else cards


def list_exchanges(hand: LoggedHand, name: str) -> Iterator[Exchange]:
    """Yield the player's draws in order, each with its cards."""
    draws = hand.draws.get(name, ())
    hands = (*(draw.before for draw in draws), hand.hands.get(name, ()))
    for draw, after in zip(draws, hands[1:], strict=True):
        received = tuple(card for card in after if card not in draw.kept)
        is_known = len(received) == len(draw.discarded)
        yield Exchange(draw.kept, draw.discarded, received if is_known else ())


def choose_limit(hand: LoggedHand) -> Limit:
    """Return the limit; if the log doesn't state it, the usual limit of the game."""
    game = hand.game
    if hand.limit:
        return hand.limit
    if game.family is Family.STUD or game.slug in _USUALLY_FIXED_LIMIT:
        return Limit.FIXED
    return Limit.POT if game.boards and game.hole > _MAX_HOLE_CARDS_OF_NO_LIMIT else Limit.NO


def is_stud(hand: LoggedHand) -> bool:
    return hand.game.family is Family.STUD


class HandToWrite:
    """A hand with its betting rounds and blinds: the base class of the writers of one hand."""

    def __init__(self, hand: LoggedHand) -> None:
        self._hand = hand
        self._rounds = split_rounds(hand)
        self._small_blind, self._big_blind = find_blinds(self._rounds[0])
        self._rounds[0] = [*name_posts(self._rounds[0], self._small_blind, self._big_blind)]
