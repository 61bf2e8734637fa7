"""All-ins before the last card, and each player's equity in chips at that moment.

The equity in chips is the expected share of each pot after rake. Running the board several times
doesn't change the equity; nor does a second board on which no card was dealt. The cards of folded
hands are not taken into account.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from showdown.audits.pots import deduct_rake
from showdown.audits.terms import Terms
from showdown.bulk.odds import ChipPot, Odds, compute_odds, sample_odds
from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Family, Game
from showdown.evaluator.prices import round_half_up
from showdown.evaluator.spots import Holding, Spot
from showdown.evaluator.wagers import build_pots
from showdown.notation.logs.logged_hand import Action, ActionKind, Draw, LoggedHand
from showdown.words.ranks import amount_text

_CHIP_ACTIONS = (ActionKind.ANTE, ActionKind.POST, ActionKind.DEAD, ActionKind.BET)
_FLOP_CARDS, _TURN_CARDS, _RIVER_CARDS = 3, 4, 5
"""Numbers of board cards in the rounds after the first."""
SAMPLED_DEALS = 1 << 15
"""Number of random deals in a sample: the 95% margin of a share is below 0.006."""
RIVER = 3
"""Index of the last betting round of a game with boards."""
_ROUND_NAMES = ("before the flop", "on the flop", "on the turn", "on the river")
_STREET_NAMES = ("second", "third", "fourth", "fifth", "sixth", "seventh")
_CARDS_UNKNOWN = "not all cards are known"


class NoEquity(Exception):
    """An equity is unknown. The message is a clause such as `not all cards are known`."""


def _has_later_draw(hand: LoggedHand) -> bool:
    """Return whether any player drew, or stood pat, after the last bet."""
    return any(kind is ActionKind.DRAW for kind, _, _ in _actions_after_last_bet(hand))


def _actions_after_last_bet(hand: LoggedHand) -> tuple[Action, ...]:
    bets = [
        index
        for index, (kind, _, amount) in enumerate(hand.actions)
        if amount and kind in _CHIP_ACTIONS
    ]
    return hand.actions[max(bets, default=-1) + 1 :]


def _check_one_draw(hand: LoggedHand) -> None:
    """Raise NoEquity unless every player draws once, before any further board card."""
    actions = _actions_after_last_bet(hand)
    kinds = [kind for kind, _, _ in actions]
    drawers = [name for kind, name, _ in actions if kind is ActionKind.DRAW]
    has_card_before_draw = (
        bool(hand.game.boards) and ActionKind.STREET in kinds[: kinds.index(ActionKind.DRAW)]
    )
    if has_card_before_draw or len(set(drawers)) < len(drawers):
        raise NoEquity("later draws can't be predicted")
    if not set(hand.still_in) <= set(drawers):
        raise NoEquity(_CARDS_UNKNOWN)


def _cards_before_draw(hand: LoggedHand, name: str) -> tuple[Cards, Cards]:
    """Return the cards that the player kept in the last draw, and the known discards.

    Raise NoEquity if not all kept cards are known.
    """
    draws = hand.draws.get(name) or (Draw(-1),)
    last_draw = draws[-1]
    discarded = tuple(card for draw in draws for card in draw.discarded)
    kept = last_draw.kept if last_draw.number else hand.hands.get(name) or last_draw.before
    if len(kept) != hand.game.hole - last_draw.number:
        raise NoEquity(_CARDS_UNKNOWN)
    return kept, discarded


def _hole_cards_in_round(hand: LoggedHand, betting_round: int) -> dict[str, Cards]:
    """Return the hole cards of the remaining players in a betting round.

    Raise NoEquity if they are unknown.
    """
    is_stud = hand.game.family is Family.STUD
    count = _count_first_stud_cards(hand.game) + betting_round if is_stud else hand.game.hole
    cards = {name: hand.hands.get(name) or hand.known.get(name, ()) for name in hand.still_in}
    if any(not count <= len(known_cards) <= hand.game.hole for known_cards in cards.values()):
        raise NoEquity(_CARDS_UNKNOWN)
    if is_stud and not all(_are_in_order(hand, name, cards[name], betting_round) for name in cards):
        raise NoEquity("the log doesn't state the order of the cards")
    return {name: known_cards[:count] for name, known_cards in cards.items()}


def _count_first_stud_cards(game: Game) -> int:
    """Return the number of cards on the first street of stud; the last of them is open."""
    return game.hole // 2


def _are_in_order(hand: LoggedHand, name: str, cards: Cards, betting_round: int) -> bool:
    """Return whether these cards of stud are in the order of the deal.

    No log states the order, but some rooms show hands in it. The cards count as ordered if the
    known cards of each street are at their positions in the hand.
    """
    streets, first_count = hand.dealt.get(name, ()), _count_first_stud_cards(hand.game)
    if len(streets) <= betting_round or len(streets[0]) not in (1, first_count):
        return False
    hidden_count = 0 if len(streets[0]) == first_count else first_count - 1
    known = sum(streets, ())[: len(cards) - hidden_count]
    return cards[hidden_count : hidden_count + len(known)] == known


class AllInEquities(NamedTuple):
    """The equity of the players of an all-in, by name, in the unit of the hand's amounts.

    `margins` are the 95% margins of sampled amounts.
    """

    when: str
    by_name: Mapping[str, Fraction]
    margins: Mapping[str, Fraction]


def amounts_to_text(amounts: Mapping[str, Fraction], decimals: int) -> dict[str, str]:
    """Return the amounts as text with two decimals; the hand's amounts have `decimals`."""
    return {
        name: amount_text(round_half_up(amount * 100 / 10**decimals), 2)
        for name, amount in amounts.items()
    }


class AllIn(NamedTuple):
    """A spot with its pots after rake and its players; `round` is the betting round, from 0."""

    spot: Spot
    names: tuple[str, ...]
    pots: tuple[ChipPot, ...]
    round: int

    @property
    def when(self) -> str:
        """Return the betting round in words: `on the flop`, `before the last draw`."""
        game = self.spot.game
        if game.family is Family.STUD:
            return f"on {_STREET_NAMES[_count_first_stud_cards(game) - 2 + self.round]} street"
        return _ROUND_NAMES[self.round] if game.boards else "before the last draw"

    def odds(self) -> Odds:
        return compute_odds(self.spot, self.pots, use_threads=True)

    def sample_odds(self) -> Odds:
        """Return the odds of random deals, which are the same each time."""
        return sample_odds(self.spot, self.pots, deals=SAMPLED_DEALS)

    def equities_of(self, odds: Odds) -> AllInEquities:
        seats = {name: seat for seat, name in enumerate(self.names)}
        chips = {name: odds.chips(seat) for name, seat in seats.items()}
        margins = {name: Fraction(odds.margin_of_chips(seat)) for name, seat in seats.items()}
        return AllInEquities(self.when, chips, {} if odds.is_exact else margins)


def find_all_in(hand: LoggedHand, terms: Terms, betting_round: int = 0) -> AllIn | None:
    """Return the all-in after the last bet, or in `betting_round` if that is later.

    The hand must come from `infer_rake`. Return None if there was no all-in, or if no cards were to
    come. Raise NoEquity if the log doesn't state enough.
    """
    if len(hand.still_in) < 2:
        return None
    if _has_later_draw(hand):
        return _build_all_in(hand, terms, hand.last_round or 0) if _is_all_in(hand) else None
    if hand.game.family is Family.STUD:
        final_round = hand.game.hole - _count_first_stud_cards(hand.game)
    else:
        final_round = RIVER if hand.boards else 0
    if hand.last_round is None and final_round:
        raise NoEquity("the log doesn't state when the last chips went in")
    betting_round = max(hand.last_round or 0, betting_round)
    if betting_round >= final_round or not _is_all_in(hand):
        return None
    return _build_all_in(hand, terms, betting_round)


def _is_all_in(hand: LoggedHand) -> bool:
    """Return whether at most one remaining player has chips left.

    Raise NoEquity if a stack isn't stated.
    """
    put_in, dead = hand.contributions, hand.dead_by_player
    players_with_chips = 0
    for name in hand.still_in:
        if name not in hand.stacks:
            raise NoEquity("not all stacks are stated")
        players_with_chips += hand.stacks[name] > put_in.get(name, 0) + dead.get(name, 0)
    return players_with_chips <= 1


def _build_all_in(hand: LoggedHand, terms: Terms, betting_round: int) -> AllIn:
    """Return the all-in in a betting round, with its pots.

    Raise NoEquity if a holding or the board is unknown.
    """
    if _has_later_draw(hand):
        _check_one_draw(hand)
        cards = {name: _cards_before_draw(hand, name) for name in hand.still_in}
    else:
        cards = {
            name: (known_cards, ())
            for name, known_cards in _hole_cards_in_round(hand, betting_round).items()
        }
    holdings = tuple(
        Holding(
            default_label(seat),
            known_cards,
            unknown=hand.game.hole - len(known_cards),
            discards=discards,
        )
        for seat, (known_cards, discards) in enumerate(cards.values())
    )
    names = tuple(cards)
    try:
        before_rake, _ = build_pots(hand.contributions, hand.dead, names)
        spot = Spot(hand.game, holdings, _boards_in_round(hand, betting_round))
    except InvalidDeal:
        raise NoEquity("the hand can't have been dealt this way") from None
    taken = min(hand.taken, sum(pot.amount for pot in before_rake))
    after_rake = deduct_rake(before_rake, taken, 1, terms.taken_from)
    seat_of = {name: seat for seat, name in enumerate(names)}
    pots = tuple(
        ChipPot(pot.amount, tuple(sorted(seat_of[name] for name in pot.eligible or ())))
        for pot in after_rake
    )
    return AllIn(_reduce_to_one_board(spot), names, pots, betting_round)


def _boards_in_round(hand: LoggedHand, betting_round: int) -> tuple[Cards, ...]:
    """Return the board cards dealt by a betting round. Raise NoEquity if some are missing."""
    if not hand.game.boards:
        return ()
    card_counts = (hand.cards_before_flop, _FLOP_CARDS, _TURN_CARDS, _RIVER_CARDS)
    card_count = card_counts[betting_round]
    boards = hand.boards[: len(hand.game.boards)]
    if len(boards) < len(hand.game.boards) or any(len(board) < card_count for board in boards):
        raise NoEquity("the board is incomplete")
    return tuple(board[:card_count] for board in boards)


def _reduce_to_one_board(spot: Spot) -> Spot:
    """Return the spot with one board, if no board has cards and all boards split the pot evenly.

    Every player's equity is then the same on each board.
    """
    game = spot.game
    if len(spot.boards) == 1 or any(spot.boards):
        return spot
    parts = {
        tuple(replace(contest, boards=(0,), has_board_in_name=False) for contest in part)
        for part in game.parts
    }
    boards_by_part = [{contest.boards for contest in part} for part in game.parts]
    if boards_by_part != [{(index,)} for index in range(len(game.boards))] or len(parts) != 1:
        return spot
    matching_games = (
        other
        for other in GAMES.values()
        if (other.deck, other.hole, other.boards) == (game.deck, game.hole, game.boards[:1])
        and other.parts == (*parts,)
    )
    return next((replace(spot, game=other, boards=((),)) for other in matching_games), spot)
