"""Answer vectors with pokerkit, including chips: `pip install pokerkit`.

A State of pokerkit plays a whole hand. Here the ante puts every player all in, so that the State
only deals the cards and pays the pots. If a pot can't be divided into equal antes, a player who
folded posts the remainder.
"""

import json
import sys

from pokerkit import *  # noqa: F403
from pokerkit import Automation, BettingStructure, Deck, Opening, State, Street

HANDS = {
    "holdem": "StandardHighHand",
    "short-deck": "ShortDeckHoldemHand",
    "holdem-hilo": "StandardHighHand EightOrBetterLowHand",
    "omaha": "OmahaHoldemHand",
    "omaha-hilo": "OmahaHoldemHand OmahaEightOrBetterLowHand",
    "five-card-omaha": "OmahaHoldemHand",
    "five-card-omaha-hilo": "OmahaHoldemHand OmahaEightOrBetterLowHand",
    "six-card-omaha": "OmahaHoldemHand",
    "six-card-omaha-hilo": "OmahaHoldemHand OmahaEightOrBetterLowHand",
    "seven-card-stud": "StandardHighHand",
    "stud-hilo": "StandardHighHand EightOrBetterLowHand",
    "stud-hilo-regular": "StandardHighHand RegularLowHand",
    "razz": "RegularLowHand",
    "deuce-to-seven": "StandardLowHand",
    "deuce-to-seven-razz": "StandardLowHand",
    "five-card-draw": "StandardHighHand",
    "five-card-stud": "StandardHighHand",
    "ace-to-five": "RegularLowHand",
    "badugi": "BadugiHand",
    "badacey": "RegularLowHand BadugiHand",
    "badeucey": "StandardLowHand StandardBadugiHand",
    "razzdugi": "RegularLowHand BadugiHand",
}
CONTESTS = {"StandardHighHand": "high", "BadugiHand": "badugi", "StandardBadugiHand": "badugi"}
AUTOMATIONS = (
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
)


def answer(vector):
    chips, game = vector["chips"], vector["game"]
    pots, boards = chips.get("pots", []), vector["boards"]
    if game not in HANDS or len(boards) > 1 or (boards and "stud" in game):
        return {
            "unsupported": "no support for this game, for several boards, or for boards in stud"
        }
    if {"rake", "dead", "unit"} & {*chips} or len(pots) > 1 or vector["book"]["slug"] == "exact":
        return {
            "unsupported": "no support for rake, dead chips, units, several pots or exact shares"
        }
    types = [globals()[name] for name in HANDS[game].split()]
    absent = {label for label, cards in vector["hands"].items() if cards == "mucked"}
    absent |= {*chips.get("folded", [])}
    shown = {label: cards for label, cards in vector["hands"].items() if label not in absent}
    results = {"winners": find_winners(types, shown, "".join(boards))}
    if pots or "contributions" in chips:
        put_in = chips.get("contributions") or divide_equally(shown, pots[0]["amount"])
        if len(shown) > 1:
            results |= compute_payouts(vector, types, shown, put_in)
    return results


def find_winners(types, shown, board):
    results = {}
    for kind in types:
        hands = {label: kind.from_game_or_none(cards, board) for label, cards in shown.items()}
        best = max((hand for hand in hands.values() if hand), default=None)
        is_low = "Low" in kind.__name__
        name = "low" if is_low else CONTESTS.get(kind.__name__, "high")
        results[name] = [label for label, hand in hands.items() if best and hand == best]
    return results


def divide_equally(shown, amount):
    """Return equal contributions of the players, and the remainder for a player who folded."""
    even, rest = divmod(amount, len(shown))
    if rest > even:
        raise ValueError("the player who folded would have put in the most")
    return dict.fromkeys(shown, even) | ({"(folded)": rest} if rest else {})


def compute_payouts(vector, types, shown, put_in):
    """Return the payouts of a State, whose first player is the first left of the button."""
    seats = list(dict.fromkeys([*vector["hands"], *put_in]))
    button = vector["chips"].get("button")
    first = seats.index(button) + 1 if button else 0
    seats = [label for label in seats[first:] + seats[:first] if label in put_in]
    hole = len(next(iter(shown.values()))) // 2
    street = Street(
        False, (False,) * hole, 5 * len(vector["boards"]), False, Opening.POSITION, 1, None
    )
    deck = Deck.SHORT_DECK_HOLDEM if vector["game"] == "short-deck" else Deck.STANDARD
    amounts = tuple(put_in[label] for label in seats)
    state = State(
        AUTOMATIONS, deck, tuple(types), (street,), BettingStructure.NO_LIMIT,
        True, amounts, (0,) * len(seats), 0, tuple(amount or 1 for amount in amounts), len(seats),
    )  # fmt: skip
    state.statuses[:] = [label in shown for label in seats]
    while state.can_post_ante():
        state.post_ante()
    while state.can_deal_hole():
        state.deal_hole(shown[seats[state.hole_dealee_index]])
    if vector["boards"]:
        state.deal_board(vector["boards"][0])
    returned = dict(zip(seats, state.stacks, strict=True))
    while state.can_push_chips():
        state.push_chips()
    while state.can_pull_chips():
        state.pull_chips()
    paid = {label: state.stacks[index] - returned[label] for index, label in enumerate(seats)}
    return {
        "payouts": {
            label: paid.get(label, 0) for label in {*vector["hands"], *seats} - {"(folded)"}
        },
        "returned": {label: amount for label, amount in returned.items() if amount},
    }


for line in sys.stdin:
    vector = json.loads(line)
    try:
        results = answer(vector)
    except ValueError as error:
        results = {"unsupported": str(error)}
    print(json.dumps({"id": vector["id"], **results}))
