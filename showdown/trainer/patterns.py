"""The patterns that make deals hard."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from showdown.evaluator.choices import ALL_OWN
from showdown.evaluator.games import Family, Game
from showdown.evaluator.settlement import Settlement
from showdown.trainer import chip_matchers, matchers, stacks
from showdown.trainer.betting import DEFAULT_BETTING, BettingParameters
from showdown.trainer.matchers import Match, Matches, ShownHands
from showdown.trainer.stacks import Stack

OBSTACLES: dict[str, Callable[[Game], bool]] = {
    "one-contest": lambda game: len(game.contests) == 1,
    "no-high": lambda game: not any(map(matchers.is_high, game.contests)),
    "no-qualifier": lambda game: not any(map(matchers.is_low_with_qualifier, game.contests)),
    "no-low-on-board": lambda game: (
        not game.boards
        or not any(
            contest.boards and matchers.is_low_with_qualifier(contest) for contest in game.contests
        )
    ),
    "no-board-plays": lambda game: (
        not game.boards or not any(map(matchers.plays_any_five_with_board, game.contests))
    ),
    "not-exactly-two": lambda game: not any(map(matchers.plays_exactly_two, game.contests)),
    "no-spare-cards": lambda game: all(
        contest.choice is ALL_OWN for contest in game.contests if matchers.is_high(contest)
    ),
    "no-wheel-both-ways": lambda game: (
        not any(map(matchers.is_high, game.contests))
        or not any(contest.ranking in matchers.WHEEL_LOWS for contest in game.contests)
    ),
    "no-halves": lambda game: all(len(part) == 1 for part in game.parts),
    "no-turn": lambda game: not game.by_turn,
    "one-board": lambda game: len(game.parts) == 1,
    "by-cards": lambda game: game.family is Family.STUD,
    "by-seat": lambda game: game.family is not Family.STUD,
    "books-agree": lambda game: (
        len(game.contests) == 1
        and (game.family is not Family.STUD or game.contests[0].choice is ALL_OWN)
    ),
    "no-badugi": lambda game: not any(contest.choice.plays_fewer for contest in game.contests),
    "no-ace-high-low": lambda game: all(
        contest.ranking not in matchers.ACE_HIGH_LOWS for contest in game.contests
    ),
    "no-paired-low": lambda game: not any(map(matchers.is_low_with_pairs, game.contests)),
}
"""Reasons why a pattern can't arise in a game, as predicates; `words.drills` phrases them."""

_RAKE_MISTAKES = ("rake-after", "rake-forgotten", "cap-forgotten")
_ALL_IN_BETTING = BettingParameters(short_stack_count=2, max_folded=1, rake_probability=0.5)
_ODD_CHIP_BETTING = BettingParameters(max_folded=1, has_random_rules=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A feature that makes deals hard; its name is in `words.drills`.

    A pattern of cards has a `card_matcher`. A pattern of chips has a `chip_test`, and may have a
    `card_matcher` that finds the cards in which it can arise. `kinds` are the questions about the
    pattern, and `mistakes` the mistakes that players typically make in such deals. If the game has
    the `obstacle`, a key of OBSTACLES, the pattern can't arise. Deals are drawn from the whole deck
    and from `stacks` in turn, for at least `min_players` players.
    """

    slug: str
    card_matcher: Callable[[ShownHands], Matches] | None = None
    chip_test: Callable[[Settlement], bool] | None = None
    kinds: tuple[str, ...]
    mistakes: tuple[str, ...]
    obstacle: str = ""
    betting: BettingParameters = DEFAULT_BETTING
    stacks: tuple[Stack, ...] = (stacks.FEW_RANKS,)
    min_players: int = 2

    def matches(self, settlement: Settlement) -> list[Match]:
        """Return the occurrences of the pattern in a settlement.

        A pattern of chips occurs at most once, with the first player and contest as its match.
        """
        if self.chip_test:
            first = Match(settlement.competing[0], settlement.game.contests[0].name)
            return [first] if self.chip_test(settlement) else []
        assert self.card_matcher  # noqa: S101 - patterns without a chip test have a card matcher
        return [*self.card_matcher(ShownHands.from_settlement(settlement))]

    def may_arise(self, shown: ShownHands) -> bool:
        """Return whether a deal with these hands may have the pattern."""
        return self.card_matcher is None or any(self.card_matcher(shown))

    def obstacle_in(self, game: Game) -> str:
        """Return the obstacle if the game has it, or an empty string if the pattern can arise."""
        return self.obstacle if self.obstacle and OBSTACLES[self.obstacle](game) else ""

    def player_counts(self, game: Game) -> range:
        """Return the range of player counts for which the pattern can be dealt."""
        max_players = min(game.players[-1], (len(game.deck) - game.board) // game.hole)
        return range(max(self.min_players, game.players[0]), max_players + 1)


_TIE_KINDS = ("winners", "chips", "ruling")
_SHARE_KINDS = ("chips", "winners", "ruling")
_hand_pattern = partial(Pattern, kinds=("make", "cards", *_TIE_KINDS))
_tie_pattern = partial(Pattern, kinds=_TIE_KINDS)
_share_pattern = partial(Pattern, kinds=_SHARE_KINDS)
_pot_pattern = partial(Pattern, kinds=("pots", "chips", "rake", "ruling"))
_all_in_pattern = partial(
    _pot_pattern, mistakes=("one-pot", *_RAKE_MISTAKES), betting=_ALL_IN_BETTING, min_players=3
)
_odd_chip_pattern = partial(Pattern, kinds=("odd", "chips", "ruling"), betting=_ODD_CHIP_BETTING)
_tied_odd_chip_pattern = partial(
    _odd_chip_pattern,
    card_matcher=matchers.contest_tied,
    mistakes=("odd-seat", "another-book"),
    stacks=(stacks.TWINS,),
)

_PATTERNS = (
    _hand_pattern(
        slug="counterfeited-low",
        card_matcher=matchers.counterfeited_low,
        mistakes=("not-exactly-two", "low-from-the-bottom"),
        obstacle="no-low-on-board",
        stacks=(stacks.LOW_RANKS,),
    ),
    _hand_pattern(
        slug="best-looking-low-loses",
        card_matcher=matchers.best_looking_low_loses,
        mistakes=("not-exactly-two", "low-from-the-bottom", "ace-wrong-way"),
        obstacle="no-low-on-board",
        stacks=(stacks.ACE_DEUCE,),
    ),
    Pattern(
        slug="no-low",
        card_matcher=matchers.no_low,
        kinds=("low", *_SHARE_KINDS),
        mistakes=("low-not-qualified", "not-exactly-two", "scoop-missed"),
        obstacle="no-qualifier",
    ),
    Pattern(
        slug="played-the-board",
        card_matcher=matchers.played_the_board,
        kinds=("make", *_TIE_KINDS),
        mistakes=("dead-kicker", "suit-broke-tie"),
        obstacle="no-board-plays",
    ),
    _hand_pattern(
        slug="two-breaks-flush",
        card_matcher=matchers.two_breaks_flush,
        mistakes=("not-exactly-two", "played-the-board", "phantom-flush"),
        obstacle="not-exactly-two",
    ),
    _hand_pattern(
        slug="two-breaks-straight",
        card_matcher=matchers.two_breaks_straight,
        mistakes=("not-exactly-two", "played-the-board", "missed-straight"),
        obstacle="not-exactly-two",
        stacks=(stacks.THREE_IN_A_ROW,),
    ),
    _hand_pattern(
        slug="three-pair",
        card_matcher=matchers.three_pair,
        mistakes=("not-exactly-two", "kicker-missed", "dead-kicker"),
        obstacle="no-spare-cards",
    ),
    _tie_pattern(
        slug="kicker-decides",
        card_matcher=matchers.kicker_decides,
        mistakes=("kicker-missed",),
        obstacle="no-high",
        stacks=(stacks.FEWEST_RANKS, stacks.FEW_RANKS, stacks.ALL_BUT_THREE_ALIKE),
    ),
    _tie_pattern(
        slug="kicker-does-not-play",
        card_matcher=matchers.kicker_does_not_play,
        mistakes=("dead-kicker", "suit-broke-tie"),
        obstacle="no-spare-cards",
        stacks=(stacks.HIGH_ALL_BUT_ONE_ALIKE, stacks.FEW_RANKS, stacks.ALL_BUT_ONE_ALIKE),
    ),
    _tie_pattern(
        slug="tie-but-for-suits",
        card_matcher=matchers.tie_in_different_suits,
        mistakes=("suit-broke-tie",),
        stacks=(stacks.TWINS,),
    ),
    _hand_pattern(
        slug="wheel-both-ways",
        card_matcher=matchers.wheel_both_ways,
        mistakes=("missed-straight", "scoop-missed", "ace-wrong-way"),
        obstacle="no-wheel-both-ways",
        stacks=(stacks.WHEEL_RANKS,),
    ),
    _hand_pattern(
        slug="greedy-badugi",
        card_matcher=matchers.greedy_badugi,
        mistakes=("greedy-badugi", "low-from-the-bottom", "ace-wrong-way"),
        obstacle="no-badugi",
    ),
    _tie_pattern(
        slug="ace-is-high",
        card_matcher=matchers.ace_is_high,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        obstacle="no-ace-high-low",
        stacks=(stacks.LOW_RANKS,),
    ),
    _hand_pattern(
        slug="paired-low-wins",
        card_matcher=matchers.paired_low_wins,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        obstacle="no-paired-low",
        stacks=(stacks.deal_paired_hands,),
    ),
    _share_pattern(
        slug="quartered",
        card_matcher=matchers.quartered,
        mistakes=("half-for-quarter", "scoop-missed", "suit-broke-tie"),
        obstacle="one-contest",
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
    ),
    _share_pattern(
        slug="three-quartered",
        card_matcher=matchers.three_quartered,
        mistakes=("half-for-quarter", "suit-broke-tie"),
        obstacle="one-contest",
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
    ),
    Pattern(
        slug="scoop",
        card_matcher=matchers.scooped,
        kinds=("low", *_SHARE_KINDS),
        mistakes=("scoop-missed", "missed-straight", "low-from-the-bottom"),
        obstacle="one-contest",
        stacks=(stacks.LOW_RANKS,),
    ),
    _share_pattern(
        slug="boards-split",
        card_matcher=matchers.boards_split,
        mistakes=("not-exactly-two", "odd-board"),
        obstacle="one-board",
    ),
    _all_in_pattern(slug="side-pot-to-another", chip_test=chip_matchers.side_pot_to_another),
    _all_in_pattern(slug="short-all-in", chip_test=chip_matchers.short_all_in),
    _pot_pattern(
        slug="folded-into-pot",
        chip_test=chip_matchers.folded_into_pot,
        mistakes=("folded-left-out", *_RAKE_MISTAKES, "one-pot"),
        betting=BettingParameters(max_folded=2, rake_probability=0.5),
    ),
    _pot_pattern(
        slug="uncalled-bet",
        chip_test=chip_matchers.uncalled_bet,
        mistakes=("uncalled-kept", *_RAKE_MISTAKES),
        betting=BettingParameters(has_uncalled_bet=True, rake_probability=0.5),
    ),
    _odd_chip_pattern(
        slug="odd-chip-to-first-half",
        card_matcher=matchers.contests_split,
        chip_test=chip_matchers.odd_chip_to_first_half,
        mistakes=("odd-half", "another-book"),
        obstacle="no-halves",
        stacks=(stacks.LOW_RANKS,),
    ),
    _odd_chip_pattern(
        slug="odd-chip-in-turn",
        card_matcher=matchers.contests_split,
        chip_test=chip_matchers.odd_chip_in_turn,
        mistakes=("odd-half", "another-book"),
        obstacle="no-turn",
        betting=BettingParameters(max_folded=1),
    ),
    _odd_chip_pattern(
        slug="odd-chip-between-boards",
        card_matcher=matchers.contests_split,
        chip_test=chip_matchers.odd_chip_between_boards,
        mistakes=("odd-board", "another-book"),
        obstacle="one-board",
    ),
    _tied_odd_chip_pattern(
        slug="odd-chip-by-seat", chip_test=chip_matchers.odd_chip_by_seat, obstacle="by-cards"
    ),
    _tied_odd_chip_pattern(
        slug="odd-chip-by-card", chip_test=chip_matchers.odd_chip_by_card, obstacle="by-seat"
    ),
    Pattern(
        slug="books-disagree",
        card_matcher=matchers.odd_chips_may_differ,
        chip_test=chip_matchers.rule_sets_disagree,
        kinds=("chips", "ruling"),
        mistakes=("another-book",),
        obstacle="books-agree",
        betting=BettingParameters(max_folded=2, has_random_rules=True),
        stacks=(stacks.FEW_RANKS, stacks.TWINS, stacks.LOW_TWINS),
    ),
)

PATTERNS: dict[str, Pattern] = {pattern.slug: pattern for pattern in _PATTERNS}
