"""Texts of the trainer: patterns, questions, mistakes, and reasons why a game lacks a pattern."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import Rank
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.wagers import Wagers, find_uncalled_bet
from showdown.words.games import choices_text
from showdown.words.made_hands import title_with_kickers
from showdown.words.payouts import pot_name
from showdown.words.ranks import card_text, chips_text, join_words
from showdown.words.vocabulary import contest_words

PATTERNS = {
    "counterfeited-low": "a counterfeited low",
    "best-looking-low-loses": "an ace-deuce that doesn't win low",
    "no-low": "no low",
    "played-the-board": "the board plays",
    "two-breaks-flush": "no flush with exactly two hole cards",
    "two-breaks-straight": "no straight with exactly two hole cards",
    "three-pair": "three pair",
    "kicker-decides": "the kicker decides",
    "kicker-does-not-play": "the kicker doesn't play",
    "tie-but-for-suits": "same hand, different suits",
    "wheel-both-ways": "a wheel for high and low",
    "greedy-badugi": "the lowest cards make a smaller badugi",
    "ace-is-high": "the ace is high",
    "paired-low-wins": "a low with a pair wins",
    "quartered": "quartered",
    "three-quartered": "three-quartered",
    "scoop": "a scoop",
    "boards-split": "the boards are split",
    "side-pot-to-another": "different winners of the main pot and a side pot",
    "short-all-in": "all in for less",
    "folded-into-pot": "dead money in the pot",
    "uncalled-bet": "an uncalled bet",
    "odd-chip-to-first-half": "an odd chip between the halves",
    "odd-chip-in-turn": "an odd chip between contests, by position",
    "odd-chip-between-boards": "an odd chip between boards",
    "odd-chip-by-seat": "an odd chip by seat",
    "odd-chip-by-card": "an odd chip by card",
    "books-disagree": "rule sets disagree",
}

QUESTION_TITLES = {
    "make": "What does this hand make?",
    "cards": "Which cards play?",
    "low": "Is there a low?",
    "winners": "Who wins?",
    "pots": "Which pots are there?",
    "chips": "Push the chips",
    "odd": "Where does the odd chip go?",
    "rake": "How much is the rake?",
    "ruling": "Is this ruling right?",
}

MISTAKES = {
    "not-exactly-two": "Any five cards were used; a fixed number must come from the hand, and the"
    " rest from one board.",
    "played-the-board": "The board was played by itself, without the hole cards.",
    "phantom-flush": "Four to a flush was read as a flush.",
    "missed-straight": "A straight was missed.",
    "kicker-missed": "A kicker was missed: it breaks an apparent tie.",
    "dead-kicker": "A kicker that doesn't play was counted: the five cards that play tie.",
    "suit-broke-tie": "Suits don't break ties: equal hands tie, whatever their suits.",
    "low-not-qualified": "A low that doesn't qualify was counted.",
    "low-from-the-bottom": "Lows were compared from the bottom; the highest card decides first.",
    "ace-wrong-way": "The ace was used incorrectly: high for low, or low for high.",
    "greedy-badugi": "The lowest cards were taken first; leaving one out makes a larger badugi.",
    "half-for-quarter": "All winners got equal shares of the pot; each half goes to its own"
    " winners, and a tie splits only that half.",
    "scoop-missed": "One player scoops, but half of the pot went to the second-best hand.",
    "one-pot": "A side pot went to a player who isn't eligible for it.",
    "folded-left-out": "The chips of players who folded were left out; they stay in the pots.",
    "uncalled-kept": "The uncalled part of a bet was left in the pot; it goes back.",
    "rake-after": "The rake was taken after the split; it comes off the pots first.",
    "rake-forgotten": "The rake was forgotten.",
    "cap-forgotten": "The cap on the rake was forgotten.",
    "odd-half": "The odd chip went to the wrong half.",
    "odd-board": "The odd chip went to the wrong board.",
    "odd-seat": "The odd chip went to the wrong tied player.",
    "another-book": "This payout is right under another rule set.",
    "too-late": "The answer came too late.",
    "something-else": "Another mistake.",
}

OBSTACLE_TEXTS = {
    "one-contest": "it isn't a split-pot game",
    "no-high": "no contest is won by the best five-card high hand",
    "no-qualifier": "it has no low with a qualifier",
    "no-low-on-board": "it has no low with a qualifier that uses a board",
    "no-board-plays": "nobody may play the board",
    "not-exactly-two": "no five-card high hand must use exactly two hole cards",
    "no-spare-cards": "no high hand is chosen from more than five cards",
    "no-wheel-both-ways": "a wheel can't win both high and low",
    "no-halves": "no part of the pot is split between contests",
    "no-turn": "no odd chip between contests goes by position",
    "one-board": "the pot isn't split between boards",
    "by-cards": "cards decide who takes odd chips",
    "by-seat": "seats decide who takes odd chips",
    "books-agree": "all rule sets pay the same",
    "no-badugi": "it has no badugi",
    "no-ace-high-low": "in its lows the ace is low",
    "no-paired-low": "it has no low in which pairs are ranked",
}


def mistake_text(
    slug: str, game: Game, other_rule_sets: Sequence[RuleSet] = (), rules: RuleSet | None = None
) -> str:
    """Return the sentence about a mistake in this game; empty for an unrecognized mistake.

    `other_rule_sets` are those under which the payout is right; `rules` is the one in force.
    """
    if slug == "something-else":
        return ""
    if slug == "not-exactly-two":
        return f"Any five cards were used; here {choices_text(game)}."
    if other_rule_sets and rules:
        pay = "pays" if len(other_rule_sets) == 1 else "pay"
        return (
            f"{join_words([other.name for other in other_rule_sets])} {pay} it that way;"
            f" the rule set here is {rules.name}."
        )
    return MISTAKES.get(slug, "")


_QUESTIONS = {
    "make": "What does {label} make{for_contest}?",
    "cards": "Which cards does {label} play{for_contest}?",
    "low": "Is there a {contest}?",
    "winners": "{who_wins}",
    "pots": "Which pots are there, and who can win them?",
    "chips": "Push the pot. Return any uncalled bet.",
    "odd": "Where does the odd chip go?",
    "rake": "How much is the rake, rounded down to whole chips?",
    "ruling": "The dealer pushes {proposed_payout}. Is that right?",
}


def question_text(
    kind: str,
    settlement: Settlement,
    *,
    label: str,
    contest: str,
    proposed_payout: Mapping[str, int] | None,
) -> str:
    """Return the question of this kind about a deal, such as `What does Anna make for low?`."""
    game = settlement.game
    words_by_contest = {item.name: contest_words(game, item) for item in game.contests}
    words, has_several_contests = words_by_contest[contest], len(words_by_contest) > 1
    who_wins = "Who wins what?" if has_several_contests else "Who wins?"
    if len(words_by_contest) == 2:
        who_wins = " ".join(f"Who wins {item.name}?" for item in words_by_contest.values())
    return _QUESTIONS[kind].format(
        label=label,
        contest=words.bare,
        for_contest=f" {words.within}" if has_several_contests else "",
        who_wins=who_wins,
        proposed_payout=_chips_text(proposed_payout or {}),
    )


def rake_text(wagers: Wagers, due: int) -> str:
    """Return an explanation of the rake `due`, or `""` if the rake isn't a percentage.

    An example is `7,500 less 700 back is 6,800; 4% of it is 272, rounded down to 200`.
    """
    rake = wagers.rake
    if rake is None or not rake.percent:
        return ""
    bets, returned = sum(wagers.contributions.values()), find_uncalled_bet(wagers.contributions)[1]
    text = f"{rake.percent}% of {chips_text(bets)}"
    if returned:
        text = (
            f"{chips_text(bets)} less {chips_text(returned)} back is {chips_text(bets - returned)}"
        )
        text += f"; {rake.percent}% of it"
    exact = (bets - returned) * rake.percent / 100
    text += f" is {exact.normalize():,f}"
    if rake.cap is not None and exact > rake.cap:
        exact = Decimal(rake.cap)
        text += f", but at most {chips_text(rake.cap)}"
    return text if due == exact else f"{text}, rounded down to {chips_text(due)}"


type ReturnedChips = Mapping[str, int]
"""The amount of the uncalled bet, by the label of the player who gets it back."""


def _chips_text(chips: Mapping[str, int], returned: ReturnedChips | None = None) -> str:
    """Return an answer about chips as text: `1,250 + 30 back to Anna and 40 to Boris`."""
    parts = [f"{_chips_with_returned(label, chips, returned or {})} to {label}" for label in chips]
    return join_words(parts) if parts else "nothing"


def _chips_with_returned(label: str, chips: Mapping[str, int], returned: ReturnedChips) -> str:
    """Return the chips of a player as the table shows them: `90 + 30 back`."""
    amount_returned = returned.get(label, 0)
    won = chips[label] - amount_returned
    parts = [chips_text(won)] if won or not amount_returned else []
    return " + ".join([*parts, f"{chips_text(amount_returned)} back"] if amount_returned else parts)


def _names_text(names: Sequence[str]) -> str:
    return join_words(names) if names else "nobody"


def answer_text(kind: str, game: Game, answer: Any, returned: ReturnedChips | None = None) -> str:
    """Return the answer to a question of this kind as text, including a returned bet.

    Examples are `high: Anna; low: nobody` and `main pot: 90 for Anna; side pot 1: 40 for Boris`.
    """
    match kind:
        case "cards":
            return " ".join(map(card_text, parse_cards(" ".join(answer))))
        case "low" | "ruling":
            return "yes" if answer else "no"
        case "winners":
            if len(game.contests) == 1:
                return _names_text(answer[game.contests[0].name])
            return "; ".join(
                f"{contest_words(game, contest).name}: {_names_text(answer[contest.name])}"
                for contest in game.contests
            )
        case "pots":
            pot_count = max(len(answer), 3)  # all side pots are numbered, as in the form
            return "; ".join(
                f"{pot_name(number, pot_count)}: {chips_text(pot['amount'])}"
                f" for {_names_text(pot['eligible'])}"
                for number, pot in enumerate(answer)
            )
        case "chips":
            return _chips_text(answer, returned)
        case "rake":
            return chips_text(answer)
    return str(answer)


def user_answer_text(kind: str, game: Game, answer: Any) -> str:
    """Return a user's answer as text: `You said no`, `You pushed 40 to Anna`."""
    verb = "pushed" if kind == "chips" else "said"
    return f"You {verb} {answer_text(kind, game, answer)}"


def ruling_text(is_right: bool, chips: Mapping[str, int], returned: ReturnedChips) -> str:
    """Return whether a ruling is right, and the chips due: `No: Anna gets 270 and Boris 40`."""
    first, *others = chips
    due = [f"{first} gets {_chips_with_returned(first, chips, returned)}"]
    due += (f"{label} {_chips_with_returned(label, chips, returned)}" for label in others)
    return f"{'Yes' if is_right else 'No'}: {join_words(due)}"


def made_text(game: Game, contest: Contest, rank: Rank) -> str:
    """Return the name of a made hand with its kickers, or `no low`."""
    if not rank:
        return f"no {contest_words(game, contest).bare}"
    return title_with_kickers(contest.ranking, rank)
