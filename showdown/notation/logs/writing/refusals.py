"""Why a hand can't be written in a format: what it can't say, by name."""

from enum import StrEnum

from showdown.notation.logs.logged_hand import Act, LoggedHand


class Refusal(StrEnum):
    """What a format has no words for."""

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
    OTHERWISE = "reads-otherwise"


class CannotSay(Exception):
    """The format can't say something of this hand."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def refuse_what_none_can_say(hand: LoggedHand) -> None:
    """Raises CannotSay for what has no place in any of the formats that are written.

    None says when a hand was sold: it counts as sold after the last bet.
    """
    if hand.insured:
        raise CannotSay(Refusal.INSURANCE)
    if any(sold.round not in (None, hand.last_round) for sold in hand.cash_outs.values()):
        raise CannotSay(Refusal.CASH_OUT)
    if hand.too_fine:
        raise CannotSay(Refusal.AMOUNT)


def refuse_chips_of_house(hand: LoggedHand) -> None:
    if any(act is Act.ADD for act, _, _ in hand.deeds):
        raise CannotSay(Refusal.HOUSE)


def refuse_fees(hand: LoggedHand, *known: str) -> None:
    """Fees but those that the format has a place for."""
    if hand.fees.keys() - set(known):
        raise CannotSay(Refusal.FEE)
