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


def parse_cards(text):
    return [Card.new(text[start : start + 2]) for start in range(0, len(text), 2)]


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
    board = parse_cards("".join(vector["boards"]))
    ranks = {
        label: rank(vector["game"], parse_cards(cards), board)
        for label, cards in vector["hands"].items()
    }
    best = min(ranks.values())
    return {"winners": {"high": [label for label in ranks if ranks[label] == best]}}


for line in sys.stdin:
    vector = json.loads(line)
    print(json.dumps({"id": vector["id"], **answer(vector)}))
