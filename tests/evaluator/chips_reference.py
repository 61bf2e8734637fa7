"""Pays out chips one by one, as a patient dealer would: slow, and written from the rules alone.

Players are labels. `strengths` has, by label, one strength for each pot that the game awards
(high before low); the greater wins, None does not qualify.
"""


def pots_of(contributions, still_in, unit):
    """The pots, main pot first, as (amount, eligible), and what goes back to whom.

    Everyone who has chips left puts one into the middle, again and again.
    """
    remaining = dict(contributions)
    pots, back = [], {}
    while any(remaining.values()):
        giving = [label for label in remaining if remaining[label]]
        for label in giving:
            remaining[label] -= unit
        eligible = {label for label in giving if label in still_in}
        if len(giving) == 1:
            back[giving[0]] = back.get(giving[0], 0) + unit
        elif pots and eligible in (pots[-1][1], set()):
            pots[-1] = (pots[-1][0] + len(giving) * unit, pots[-1][1])
        else:
            pots.append((len(giving) * unit, eligible))
    return pots, back


def clockwise(seats, button):
    """The seats in the order in which they take odd chips."""
    order = list(seats)
    while button is not None and order[-1] != button:
        order.append(order.pop(0))
    return order


def push(amount, winners, order, unit, paid):
    """One chip to each winner in turn, until there are none left."""
    while amount:
        for label in order:
            if label in winners and amount:
                paid[label] += unit
                amount -= unit


def halves(amount, unit):
    """A chip to high, a chip to low, until there are none left."""
    high = low = 0
    while amount:
        high, amount = high + unit, amount - unit
        if amount:
            low, amount = low + unit, amount - unit
    return high, low


def best(strengths, eligible, pot):
    qualified = [strengths[label][pot] for label in eligible if strengths[label][pot]]
    return {label for label in eligible if qualified and strengths[label][pot] == max(qualified)}


def pay(pots, strengths, order, unit):
    """What each player gets from the pots."""
    paid = dict.fromkeys(order, 0)
    for amount, eligible in reversed(pots):
        awards = len(strengths[next(iter(eligible))])
        winners = [best(strengths, eligible, pot) for pot in range(awards)]
        if awards == 1 or not winners[1] or winners[0] == winners[1] or len(eligible) == 1:
            push(amount, winners[0], order, unit, paid)
        else:
            for half, its_winners in zip(halves(amount, unit), winners, strict=True):
                push(half, its_winners, order, unit, paid)
    return paid
