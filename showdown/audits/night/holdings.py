"""What each player of an all-in held after the last bet, and what was still to come."""

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import Family
from showdown.evaluator.spots import Holding
from showdown.notation.logs.logged_hand import (
    Act,
    Deed,
    Draw,
    LoggedHand,
    cards_in_order,
    first_cards,
)

_CHIPS_IN = (Act.ANTE, Act.POST, Act.DEAD, Act.BET)
_NOT_KNOWN = "not all cards are known"


class NoEquity(Exception):
    """Raised if what is owed is unknown; the reason is a clause: `not all cards are known`."""


def is_drawn_later(hand: LoggedHand) -> bool:
    """Return whether anybody drew, or stood pat, after the last chips."""
    return any(act is Act.DRAW for act, _, _ in _after_bets(hand))


def holdings_of(hand: LoggedHand, number: int) -> dict[str, Holding]:
    """Return the holdings by name in the betting round with this index.

    Raise NoEquity.
    """
    if is_drawn_later(hand):
        _check_one_draw(hand)
        cards = {name: _before_draw(hand, name) for name in hand.still_in}
    else:
        cards = {name: (held, ()) for name, held in _cards_of(hand, number).items()}
    return {
        name: Holding(
            default_label(seat), held, unknown=hand.game.hole - len(held), discards=discards
        )
        for seat, (name, (held, discards)) in enumerate(cards.items())
    }


def _after_bets(hand: LoggedHand) -> tuple[Deed, ...]:
    """Return the actions after the last chips went in."""
    bets = [
        place for place, (act, _, amount) in enumerate(hand.deeds) if amount and act in _CHIPS_IN
    ]
    return hand.deeds[max(bets, default=-1) + 1 :]


def _check_one_draw(hand: LoggedHand) -> None:
    """Raise NoEquity unless everybody draws once, before any further board card."""
    deeds = _after_bets(hand)
    acts = [act for act, _, _ in deeds]
    who_drew = [name for act, name, _ in deeds if act is Act.DRAW]
    comes_card = bool(hand.game.boards) and Act.STREET in acts[: acts.index(Act.DRAW)]
    if comes_card or len(set(who_drew)) < len(who_drew):
        raise NoEquity("nobody knows what would have been drawn")
    if not set(hand.still_in) <= set(who_drew):
        raise NoEquity(_NOT_KNOWN)


def _before_draw(hand: LoggedHand, name: str) -> tuple[Cards, Cards]:
    """Return what the player kept in the last draw, and the known discards. Raise NoEquity."""
    *earlier, last = hand.draws.get(name) or (Draw(-1),)
    gone = tuple(card for draw in (*earlier, last) for card in draw.gone)
    kept = last.kept if last.number else hand.hands.get(name) or last.before
    if len(kept) != hand.game.hole - last.number:
        raise NoEquity(_NOT_KNOWN)
    return kept, gone


def _cards_of(hand: LoggedHand, number: int) -> dict[str, Cards]:
    """Return the hole cards of all players still in, as far as they had them. Raise NoEquity."""
    is_stud = hand.game.family is Family.STUD
    count = first_cards(hand.game) + number if is_stud else hand.game.hole
    cards = {name: hand.hands.get(name) or hand.known.get(name, ()) for name in hand.still_in}
    if any(not count <= len(held) <= hand.game.hole for held in cards.values()):
        raise NoEquity(_NOT_KNOWN)
    if not is_stud:
        return cards
    in_order = {name: cards_in_order(hand, name, number) for name in cards}
    if not all(in_order.values()):
        raise NoEquity("the log doesn't say in which order the cards came")
    return {name: held[:count] for name, held in in_order.items()}
