"""Answer vectors with phevaluator, an evaluator of high hands: `pip install phevaluator`.

It ranks the best five of five to seven cards, and four hole cards of Omaha with a board.
"""

import json
import sys

from phevaluator import evaluate_cards, evaluate_omaha_cards

EVALUATORS = {
    "holdem": evaluate_cards,
    "seven-card-stud": evaluate_cards,
    "five-card-stud": evaluate_cards,
    "five-card-draw": evaluate_cards,
    "omaha": lambda *cards: evaluate_omaha_cards(*cards[-5:], *cards[:-5]),
}


def cards_of(text):
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def answer(vector):
    if vector["game"] not in EVALUATORS or vector["chips"]:
        return {"unsupported": "ranks high hands only, and pays no chips"}
    evaluate, board = EVALUATORS[vector["game"]], "".join(vector["boards"])
    ranks = {label: evaluate(*cards_of(cards + board)) for label, cards in vector["hands"].items()}
    best = min(ranks.values())
    return {"winners": {"high": [label for label in ranks if ranks[label] == best]}}


for line in sys.stdin:
    vector = json.loads(line)
    print(json.dumps({"id": vector["id"], **answer(vector)}))
