"""Explain why a tempting answer is wrong, in sentences without a period."""

from collections.abc import Callable

from showdown.evaluator.games import Contest
from showdown.evaluator.temptations import (
    Conflict,
    Counterfeited,
    FlushCards,
    LowCards,
    Temptation,
    TooManyOwn,
)
from showdown.words.made_hands import as_subject, title
from showdown.words.ranks import (
    NAMES,
    NUMBERS,
    SUIT_NAMES,
    card_text,
    counted,
    listed,
)
from showdown.words.vocabulary import CONTESTS, contest_words


def temptation_text(temptation: Temptation) -> str:
    """Explain why an answer is wrong.

    An example is `four hearts on the board but only one in hand: a flush needs two`. In a game
    of several contests, a text that doesn't name the contest begins with it: `on board 2, four …`.
    """
    game, contest, refutation = temptation.game, temptation.contest, temptation.refutation
    refute: Callable[..., str] = _REFUTE[type(refutation)]
    text = refute(refutation, contest)
    words = contest_words(game, contest)
    named = text.replace("-high", "")  # `king-high flush` does not name the contest high
    is_clear = len(game.contests) == 1 or (not contest.of_board and words.name in named)
    return text if is_clear else f"{words.within}, {text}"


def _too_many_own(tempting: TooManyOwn, contest: Contest) -> str:
    better = as_subject(tempting.ranking, tempting.rank)
    name = CONTESTS[contest.kind].bare
    if not tempting.ranking.wins_low:
        choice = contest.choice
        outcome = f"a player must play exactly {NUMBERS[choice.own]} and {NUMBERS[choice.shared]}"
    elif tempting.made:
        outcome = f"the {name} is {title(tempting.ranking, tempting.made)}"
    else:
        outcome = f"no {name}"
    return (
        f"{better} would use {_number(tempting.own)} of the hole cards and"
        f" {_number(tempting.shared)} from the board: {outcome}"
    )


def _flush_cards(flush: FlushCards, contest: Contest) -> str:
    suit, choice = SUIT_NAMES[flush.suit], contest.choice
    if flush.shared >= choice.shared:
        return (
            f"{counted(flush.shared, suit)} on the board but {_only(flush.own)} in hand:"
            f" a flush needs {NUMBERS[choice.own]}"
        )
    return (
        f"{counted(flush.own, suit)} in hand but {_only(flush.shared)} on the board:"
        f" a flush needs {NUMBERS[choice.shared]} there"
    )


def _counterfeited(low: Counterfeited, contest: Contest) -> str:
    names = [NAMES[rank] for rank in low.ranks]
    are = "are" if len(names) > 1 else "is"
    return f"the {listed(names)} in hand {are} counterfeited: no {CONTESTS[contest.kind].bare}"


def _low_cards(low: LowCards, contest: Contest) -> str:
    choice = contest.choice
    if low.shared < choice.shared:
        return f"{_few(low.shared)} on the board: a low needs {NUMBERS[choice.shared]} there"
    return f"{_few(low.own)} in hand: a low needs {NUMBERS[choice.own]}"


def _few(count: int) -> str:
    """Return `only two low ranks` or `no low ranks`."""
    return f"{'only ' if count else ''}{counted(count, 'low ranks')}"


def _conflict(conflict: Conflict, contest: Contest) -> str:
    shared = "suit" if conflict.card.suit == conflict.rival.suit else "rank"
    card, rival = card_text(conflict.card), card_text(conflict.rival)
    return f"{card} and {rival} share a {shared}"


def _number(count: int) -> str:
    return "none" if not count else NUMBERS[count]


def _only(count: int) -> str:
    """Return `only one` or `none`."""
    return f"only {NUMBERS[count]}" if count else "none"


_REFUTE: dict[type, Callable[..., str]] = {
    TooManyOwn: _too_many_own,
    FlushCards: _flush_cards,
    Counterfeited: _counterfeited,
    LowCards: _low_cards,
    Conflict: _conflict,
}
