"""Answer vectors with treys, an evaluator of high hands: `pip install treys`.

It ranks the best five of five to seven cards of a full deck, so only contests for the best high
hand are supported. For Omaha, each combination of two hole and three board cards is ranked.
"""

import json
import sys
from itertools import combinations

from treys import Card, Evaluator

EVALUATE = Evaluator().evaluate
ANY_FIVE = {"holdem", "seven-card-stud", "five-card-stud", "five-card-draw"}
TWO_AND_THREE = {"omaha", "five-card-omaha", "six-card-omaha"}


def cards_of(text):
    return [Card.new(text[at : at + 2]) for at in range(0, len(text), 2)]


def rank(game, hole, board):
    """Return the rank of the best hand, 1 for a royal flush."""
    if game in ANY_FIVE:
        return EVALUATE(board, hole)
    return min(
        EVALUATE(list(three), list(two))
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def answer(vector):
    if vector["game"] not in ANY_FIVE | TWO_AND_THREE or vector["chips"]:
        return {"unsupported": "ranks high hands only, and pays no chips"}
    board = cards_of("".join(vector["boards"]))
    ranks = {
        label: rank(vector["game"], cards_of(cards), board)
        for label, cards in vector["hands"].items()
    }
    best = min(ranks.values())
    return {"winners": {"high": [label for label in ranks if ranks[label] == best]}}


for line in sys.stdin:
    vector = json.loads(line)
    print(json.dumps({"id": vector["id"], **answer(vector)}))
