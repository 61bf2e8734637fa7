"""Compute the answers of vectors with `tests.evaluator.reference`, independently of Showdown."""

import functools
import operator
from fractions import Fraction

from tests.evaluator import chips_reference, reference


def boards_of_run(game):
    """Return the number of boards of one run; a game without a board counts as one."""
    return 2 if game.startswith("double-board") or game == "ultimate-big-o" else 1


def cards_of(text):
    return [text[index : index + 2] for index in range(0, len(text), 2)]


def runs_of(vector):
    """Return the cards of all boards of each run."""
    boards = [cards_of(board) for board in vector["boards"]]
    count = boards_of_run(vector["game"])
    return [
        functools.reduce(operator.iadd, boards[index : index + count], [])
        for index in range(0, len(boards), count)
    ] or [[]]


def competing_labels(vector):
    folded = vector["chips"].get("folded", [])
    return [
        label
        for label, cards in vector["hands"].items()
        if cards != "mucked" and label not in folded
    ]


def strengths(vector):
    """Return for each run the strengths in each contest, by label."""
    held = {label: cards_of(vector["hands"][label]) for label in competing_labels(vector)}
    rules = reference.RULES[vector["game"]]
    found = []
    for board in runs_of(vector):
        if vector["game"] in chips_reference.STUD:
            of_run = {label: (hole + board, []) for label, hole in held.items()}
        else:
            of_run = {label: (hole, board) for label, hole in held.items()}
        found.append(
            {label: reference.strengths(vector["game"], *cards) for label, cards in of_run.items()}
        )
    assert all(len(every) == len(rules) for run in found for every in run.values())
    return found


def winners_among(run, labels):
    """Return the winners of each contest of a run."""
    won = []
    for strengths_of_contest in zip(*(run[label] for label in labels), strict=True):
        best = max(filter(None, strengths_of_contest), default=None)
        pairs = zip(labels, strengths_of_contest, strict=True)
        won.append([label for label, strength in pairs if best and strength == best])
    return won


def winners(vector):
    """Return the winners of each contest, run by run."""
    return [
        found for run in strengths(vector) for found in winners_among(run, competing_labels(vector))
    ]


def seats_of(vector):
    chips = vector["chips"]
    named = [*vector["hands"], *chips.get("contributions", {}), *chips.get("folded", [])]
    return chips.get("seats") or list(dict.fromkeys(named))


def pots_of(vector):
    """Return the pots as (amount, eligible), main pot first, and the returned chips by player."""
    chips, still_in = vector["chips"], competing_labels(vector)
    if "pots" in chips:
        pots = [(pot["amount"], set(pot.get("eligible", still_in))) for pot in chips["pots"]]
        return pots, {}
    contributions = chips["contributions"]
    pots, back = chips_reference.pots_of(contributions, set(still_in), chips.get("unit", 1))
    dead = chips.get("dead", 0)
    if dead:
        (amount, eligible), *others = pots or [(0, set(still_in))]
        pots = [(amount + dead, eligible), *others]
    return pots, back


def rake_by_pot(amounts, rake, unit):
    """Return the rake taken from each pot."""
    total = sum(amounts)
    taken = rake.get("amount", 0)
    if "percent" in rake:
        part = total * Fraction(rake["percent"]) / 100
        taken = int(min(part, rake.get("cap", part)) / unit) * unit
    taken += rake.get("jackpot", 0)
    if rake.get("taken_from") == "main":
        shares = [0] * len(amounts)
    else:
        shares = [int(Fraction(taken * amount, total) / unit) * unit for amount in amounts]
    while sum(shares) < taken:
        pot = next(index for index, amount in enumerate(amounts) if shares[index] < amount)
        shares[pot] += unit
    return shares


def payouts(vector, rules=None, of_runs=None):
    """Return the payouts and returned chips by player, and the total rake.

    `of_runs` are the strengths, which callers can compute once for several rule sets.
    """
    of_runs = of_runs or strengths(vector)
    rules = rules or vector["book"]["slug"]
    game, chips = vector["game"], vector["chips"]
    seats, runs = seats_of(vector), list(zip(of_runs, runs_of(vector), strict=True))
    turn = chips_reference.clockwise(seats, chips.get("button"))
    pots, back = pots_of(vector)
    unit = chips.get("unit", 1)
    taken = (
        rake_by_pot([amount for amount, _ in pots], chips["rake"], unit) if "rake" in chips else []
    )
    taken = taken or [0] * len(pots)
    unit, scale = (1, 100) if rules == "exact" else (unit, 1)
    in_hand = {*vector["hands"], *chips.get("contributions", {})}
    paid = dict.fromkeys((label for label in seats if label in in_hand), 0)
    for (amount, eligible), less in zip(pots, taken, strict=True):
        labels = [label for label in turn if label in eligible]
        boards = [] if len(labels) > 1 else [[labels]]
        for run, board in runs if len(labels) > 1 else ():
            hands = {label: cards_of(vector["hands"][label]) + board for label in labels}
            won = winners_among(run, labels)
            contests = [
                chips_reference.takers(game, contest, hands, tied, turn, rules)
                for contest, tied in enumerate(won)
            ]
            # Each board of a double-board game has its own part of the pot.
            parts = 2 if game.startswith("double-board") else 1
            sizes = [len(won) // parts] * parts
            boards += chips_reference.boards_of(game, sizes, contests, turn, rules)
        units = (amount - less) * scale // unit
        for label, share in chips_reference.pay(units, boards, rules, labels).items():
            paid[label] += share * unit
    back = {label: amount * scale for label, amount in back.items()}
    return _format_amounts(paid, rules), _format_amounts(back, rules), sum(taken)


def _format_amounts(amounts, rules):
    """Return amounts, as text with two decimals if the rule set pays hundredths of a chip."""
    if rules != "exact":
        return amounts
    return {label: f"{amount // 100}.{amount % 100:02}" for label, amount in amounts.items()}


def made_is_right(slug, contest, text, strength):
    """Return whether the text names a made hand of this strength."""
    if text is None or strength is None:
        return text is strength
    rule = reference.RULES[slug][contest]
    if rule[0] is reference.points:
        return strength == (1 + int(text.removesuffix(" points").removesuffix(" point")),)
    category, _, ranks = text.rpartition(" ")
    if rule[0] in (reference.badugi, reference.ace_high_badugi):
        cards = [rank + suit for rank, suit in zip(ranks, "cdhs", strict=False)]
        function = (
            reference.badugi_strength
            if rule[0] is reference.badugi
            else reference.ace_high_badugi_strength
        )
        return function(cards) == strength
    if len(rule) == 1 and rule[0] is not reference.nines_or_better:
        raise ValueError(f"made_is_right can't parse the hands of {slug}")
    order = "high" if rule[0] is reference.nines_or_better else rule[1]
    suited = "flush" in category
    if reference.STRENGTHS[order](list(ranks), suited=suited) != strength:
        return False
    categories = reference.categories_of(order)
    if order in ("low", "ace to five") or (order == "deuce to seven" and not category):
        return not category and (order != "deuce to seven" or strength[0] == 0)
    return categories[abs(strength[0])] == category


def differences(vector, found):
    """Return the differences between a complete answer and the reference, as texts."""
    wrong = []
    if list(found["winners"].values()) != winners(vector):
        wrong.append(f"winners {found['winners']}, not {winners(vector)}")
    made = iter(found["made"].items())
    for run in strengths(vector):
        for contest in range(len(next(iter(run.values())))):
            name, texts = next(made)
            if [*texts] != [*run]:
                wrong.append(f"players of {name}")
            for label, text in texts.items():
                if not made_is_right(vector["game"], contest, text, run[label][contest]):
                    wrong.append(f"{label}'s {name}: {text}")
    if has_chips(vector):
        expected = payouts(vector)
        given = found["payouts"], found["returned"], found.get("rake", 0)
        if given != expected:
            wrong.append(f"chips {given}, not {expected}")
    return wrong


def has_chips(vector):
    return "pots" in vector["chips"] or "contributions" in vector["chips"]
