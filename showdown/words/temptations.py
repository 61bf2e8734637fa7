"""Explain why a tempting answer is wrong, in sentences without a period."""

from showdown.evaluator.games import Contest
from showdown.evaluator.temptations import (
    Conflict,
    CounterfeitedRanks,
    FlushCards,
    ForbiddenCombination,
    LowCards,
    Refutation,
    Temptation,
)
from showdown.words.made_hands import as_subject, title
from showdown.words.ranks import NAMES, NUMBERS, SUIT_NAMES, card_text, count_in_words, join_words
from showdown.words.vocabulary import CONTESTS, contest_words


def temptation_text(temptation: Temptation) -> str:
    """Explain why an answer is wrong.

    An example is `four hearts on the board but only one in hand: a flush needs two`. In a game with
    several contests, a text that doesn't name the contest starts with its name: `on board 2, four
    hearts …`.
    """
    game, contest = temptation.game, temptation.contest
    words = contest_words(game, contest)
    text = _refutation_text(temptation.refutation, contest)
    # `king-high flush` does not name the contest high.
    is_named = words.name in text.replace("-high", "")
    is_clear = len(game.contests) == 1 or (not contest.has_board_in_name and is_named)
    return text if is_clear else f"{words.within}, {text}"


def _refutation_text(refutation: Refutation, contest: Contest) -> str:
    choice, name = contest.choice, CONTESTS[contest.kind].bare
    own, shared = NUMBERS[choice.hole_count], NUMBERS[choice.board_count]
    match refutation:
        case ForbiddenCombination():
            ranking, made = refutation.ranking, refutation.made
            outcome = f"the {name} is {title(ranking, made)}" if made else f"no {name}"
            if not ranking.wins_low:
                outcome = f"a player must play exactly {own} and {shared}"
            used = _number_or_none(refutation.hole_count)
            from_board = _number_or_none(refutation.board_count)
            return (
                f"{as_subject(ranking, refutation.rank)} would use {used} of the hole cards and"
                f" {from_board} from the board: {outcome}"
            )
        case FlushCards():
            suit = SUIT_NAMES[refutation.suit]
            if refutation.board_count >= choice.board_count:
                on_board = count_in_words(refutation.board_count, suit)
                in_hand = _only_text(refutation.hole_count)
                return f"{on_board} on the board but {in_hand} in hand: a flush needs {own}"
            in_hand = count_in_words(refutation.hole_count, suit)
            on_board = _only_text(refutation.board_count)
            return f"{in_hand} in hand but {on_board} on the board: a flush needs {shared} there"
        case CounterfeitedRanks():
            names = [NAMES[rank] for rank in refutation.ranks]
            are = "are" if len(names) > 1 else "is"
            return f"the {join_words(names)} in hand {are} counterfeited: no {name}"
        case LowCards():
            if refutation.board_count < choice.board_count:
                low_ranks = _only_low_ranks(refutation.board_count)
                return f"{low_ranks} on the board: a low needs {shared} there"
            return f"{_only_low_ranks(refutation.hole_count)} in hand: a low needs {own}"
        case Conflict():
            card, rival = refutation.card, refutation.rival
            what = "suit" if card.suit == rival.suit else "rank"
            return f"{card_text(card)} and {card_text(rival)} share a {what}"


def _only_low_ranks(count: int) -> str:
    """Return `only two low ranks` or `no low ranks`."""
    return f"{'only ' if count else ''}{count_in_words(count, 'low ranks')}"


def _number_or_none(count: int) -> str:
    return "none" if not count else NUMBERS[count]


def _only_text(count: int) -> str:
    """Return `only one` or `none`."""
    return f"only {NUMBERS[count]}" if count else "none"
