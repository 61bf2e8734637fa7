"""Answer vectors with phevaluator, an evaluator of high hands: `pip install phevaluator`.

It ranks the best five of five to seven cards, and Omaha hands of four hole cards.
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


def split_cards(text):
    return [text[start : start + 2] for start in range(0, len(text), 2)]


def answer(vector):
    if vector["game"] not in EVALUATORS or vector["chips"]:
        return {"unsupported": "ranks high hands only, and pays no chips"}
    evaluate, board = EVALUATORS[vector["game"]], "".join(vector["boards"])
    ranks = {
        label: evaluate(*split_cards(cards + board)) for label, cards in vector["hands"].items()
    }
    best = min(ranks.values())
    return {"winners": {"high": [label for label in ranks if ranks[label] == best]}}


for line in sys.stdin:
    vector = json.loads(line)
    print(json.dumps({"id": vector["id"], **answer(vector)}))
