"""Compute the results of vectors with the tests' references, which share no code with Showdown."""

from fractions import Fraction
from functools import cached_property

from tests.evaluator import chips_reference, reference
from tests.evaluator.slow_deal import SlowDeal


def split_cards(text):
    return [text[index : index + 2] for index in range(0, len(text), 2)]


def list_seats(vector):
    chips = vector["chips"]
    labels = [*vector["hands"], *chips.get("contributions", {}), *chips.get("folded", [])]
    return chips.get("seats") or list(dict.fromkeys(labels))


class SlowVector(SlowDeal):
    def __init__(self, vector):
        self.vector, self.chips = vector, vector["chips"]
        self.slug, self.rules = vector["game"], vector["book"]["slug"]
        self.hands = {
            label: split_cards(cards)
            for label, cards in vector["hands"].items()
            if cards != "mucked" and label not in self.chips.get("folded", [])
        }
        is_double = self.slug.startswith("double-board")
        boards = vector["boards"]
        # A game without a board has one run without cards.
        size = 2 if is_double or self.slug == "ultimate-big-o" else 1
        runs = range(0, len(boards), size)
        self.runs = [split_cards("".join(boards[index : index + size])) for index in runs] or [[]]
        # Each board of a double-board game has its own part of the pot.
        contests = len(reference.RULES[self.slug])
        self.parts = [contests // 2] * 2 if is_double else [contests]
        self.turn = chips_reference.order_clockwise(list_seats(vector), self.chips.get("button"))
        self.unit = self.chips.get("unit", 1)
        self.is_raked_from_main = self.chips.get("rake", {}).get("taken_from") == "main"

    @cached_property
    def pots_and_returns(self):
        still_in = set(self.hands)
        if "pots" in self.chips:
            pots = self.chips["pots"]
            return [(pot["amount"], set(pot.get("eligible", still_in))) for pot in pots], {}
        contributions = self.chips["contributions"]
        pots, returned = chips_reference.build_pots(contributions, still_in, self.unit)
        if dead := self.chips.get("dead", 0):
            (amount, eligible), *others = pots or [(0, still_in)]
            pots = [(amount + dead, eligible), *others]
        return pots, returned

    @cached_property
    def rake(self):
        rake = self.chips.get("rake", {})
        taken = rake.get("amount", 0)
        if "percent" in rake:
            part = sum(amount for amount, _ in self.pots) * Fraction(rake["percent"]) / 100
            taken = int(min(part, rake.get("cap", part)) / self.unit) * self.unit
        return taken + rake.get("jackpot", 0)

    def winners_of_runs(self):
        return [won for run in range(len(self.runs)) for won in self.winners(run=run)]

    def payouts(self, rules=None):
        """Return the payouts and the returned chips by player, and the rake."""
        rules = rules or self.rules
        in_hand = {*self.vector["hands"], *self.chips.get("contributions", {})}
        paid = dict.fromkeys((label for label in list_seats(self.vector) if label in in_hand), 0)
        scale = 100 if rules == "exact" else 1
        returned = {label: amount * scale for label, amount in self.pots_and_returns[1].items()}
        won = _format_amounts(paid | self.total_payouts(rules), rules)
        return won, _format_amounts(returned, rules), self.rake


def _format_amounts(amounts, rules):
    """Return amounts, as text with two decimals if the rule set pays hundredths of a chip."""
    if rules != "exact":
        return amounts
    return {label: f"{amount // 100}.{amount % 100:02}" for label, amount in amounts.items()}


def made_hand_matches(slug, contest, text, strength):
    """Return whether this text describes a hand of this strength in the reference."""
    if text is None or strength is None:
        return text is strength
    rule = reference.RULES[slug][contest]
    if rule[0] is reference.points:
        return strength == (1 + int(text.removesuffix(" points").removesuffix(" point")),)
    category, _, ranks = text.rpartition(" ")
    if rule[0] in (reference.badugi, reference.ace_high_badugi):
        cards = [rank + suit for rank, suit in zip(ranks, "cdhs", strict=False)]
        if rule[0] is reference.badugi:
            return reference.badugi_strength(cards) == strength
        return reference.ace_high_badugi_strength(cards) == strength
    if len(rule) == 1 and rule[0] is not reference.nines_or_better:
        raise ValueError(f"made_hand_matches can't parse the hands of {slug}")
    order = "high" if rule[0] is reference.nines_or_better else rule[1]
    is_suited = "flush" in category
    if reference.STRENGTHS[order](list(ranks), is_suited=is_suited) != strength:
        return False
    categories = reference.categories_of(order)
    if order in ("low", "ace to five") or (order == "deuce to seven" and not category):
        return not category and (order != "deuce to seven" or strength[0] == 0)
    return categories[abs(strength[0])] == category


def list_differences(vector, answer):
    """Return the differences between a complete answer and the reference, as texts."""
    differences, deal = [], SlowVector(vector)
    if list(answer["winners"].values()) != deal.winners_of_runs():
        differences.append(f"winners {answer['winners']}, not {deal.winners_of_runs()}")
    made = iter(answer["made"].items())
    for run in deal.strengths:
        for contest in range(len(next(iter(run.values())))):
            name, texts = next(made)
            if [*texts] != [*run]:
                differences.append(f"the players of {name} differ")
            for label, text in texts.items():
                if not made_hand_matches(vector["game"], contest, text, run[label][contest]):
                    differences.append(f"`made_hand_matches` rejects {label}'s {name}, {text}")
    if has_chips(vector):
        chips = answer["payouts"], answer["returned"], answer.get("rake", 0)
        if chips != deal.payouts():
            differences.append(f"chips {chips}, not {deal.payouts()}")
    return differences


def has_chips(vector):
    return "pots" in vector["chips"] or "contributions" in vector["chips"]
