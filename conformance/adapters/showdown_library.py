"""Answer vectors with this project's own library: `pip install .` in a clone.

It supports every vector and writes all keys of an answer.
"""

import json
import sys

import showdown


def answer(vector, rules=None):
    """Return the answer to a vector under these rules, by default under the vector's rule set."""
    chips = vector["chips"]
    settled = showdown.settle(
        vector["game"],
        vector["hands"],
        boards=vector["boards"] or None,
        rules=rules or vector["book"]["slug"],
        **chips,
    )
    results = {
        "winners": {name: list(labels) for name, labels in settled.winners.items()},
        "made": format_made_hands(settled.settlement),
    }
    payout = settled.settlement.payout
    if payout:
        results["payouts"] = format_amounts(settled.payouts)
        results["returned"] = format_amounts(settled.returned)
    if payout and "rake" in chips:
        results["rake"] = payout.rake + payout.jackpot
    return results


def format_amounts(amounts):
    """Return amounts as integers, or as text if they are fractions of a chip."""
    return {label: n if isinstance(n, int) else str(n) for label, n in amounts.items()}


def format_made_hands(settlement):
    """Return the best hand of each competing player by contest; None if it does not qualify."""
    return {
        f"{contest} of run {number}" if number > 1 else contest: {
            label: format_made_hand(hands[label]) for label in settlement.competing
        }
        for number, run in enumerate(settlement.runs, 1)
        for contest, hands in run.made.items()
    }


def format_made_hand(made):
    """Return the hand as `full house KKK77`, `75432` or `49 points`."""
    if made is None or made.ranking.name == "points":
        return made and made.category
    ranks = "".join(str(card)[0] for card in made.cards)
    # The ranks alone don't show a flush.
    is_low = "flush" not in made.ranking.categories or made.category.endswith(" low")
    return ranks if is_low else f"{made.category} {ranks}"


def main():
    for line in sys.stdin:
        vector = json.loads(line)
        print(json.dumps({"id": vector["id"], **answer(vector)}))


if __name__ == "__main__":
    main()
