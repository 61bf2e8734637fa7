"""Dollar equity in a tournament as the table shows it."""

from dataclasses import dataclass

from showdown.bulk.dollars import Dollars, Finish
from showdown.pages.naming import called
from showdown.words.odds import short_percent

_MOST_FINISHES = 20
"""The most ways in which a hand may end that are listed, the most likely first."""


@dataclass(frozen=True, slots=True)
class ShownEquity:
    """A player's dollar equity; `trend` is `better`, `same` or `worse`."""

    label: str
    before: str
    after: str
    change: str
    trend: str


@dataclass(frozen=True, slots=True)
class ShownFinish:
    """One way in which the hand may end; for each player the stack then, and what it is worth."""

    chance: str
    stacks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ShownDollars:
    """Everybody's dollar equity. `more` counts ends that aren't listed."""

    equities: tuple[ShownEquity, ...]
    finishes: tuple[ShownFinish, ...]
    more: int


def present_dollars(dollars: Dollars) -> ShownDollars:
    rows = zip(dollars.labels, dollars.before, dollars.after, strict=True)
    return ShownDollars(
        equities=tuple(_equity(*row) for row in rows),
        finishes=tuple(map(_finish, dollars.finishes[:_MOST_FINISHES])),
        more=max(0, len(dollars.finishes) - _MOST_FINISHES),
    )


def _equity(label: str, before: float, after: float) -> ShownEquity:
    change = round(after - before, 2)
    return ShownEquity(
        label=called(label),
        before=f"{before:,.2f}",
        after=f"{after:,.2f}",
        change=f"{change:+,.2f}",
        trend="better" if change > 0 else "worse" if change < 0 else "same",
    )


def _finish(finish: Finish) -> ShownFinish:
    stacks = zip(finish.stacks, finish.dollars, strict=True)
    return ShownFinish(
        chance=short_percent(finish.chance),
        stacks=tuple((f"{float(chips):,.10g}", f"{worth:,.2f}") for chips, worth in stacks),
    )
