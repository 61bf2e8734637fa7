"""The patterns that make deals hard."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.trainer import chip_matchers, matchers, needs, stacks
from showdown.trainer.betting import BettingParameters
from showdown.trainer.matchers import Match, Matches, ShownHands
from showdown.trainer.needs import Need
from showdown.trainer.stacks import Blocks, Stack

_DEFAULT_BETTING = BettingParameters()
_RAKE_MISTAKES = ("rake-after", "rake-forgotten", "cap-forgotten")
_ALL_IN_BETTING = BettingParameters(max_short=2, max_folded=1, rake_probability=0.5)
_ODD_CHIP_BETTING = BettingParameters(max_folded=1, has_random_rules=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A feature that makes deals hard; its name is in `words.drills`.

    `card_matcher` finds its occurrences among hands, and `chip_matcher` in a settlement. If both
    are given, `chip_matcher` is only applied to deals that match `card_matcher`. `kinds` are the
    questions about the pattern, and `mistakes` the mistakes that players typically make in it.
    Deals are drawn from the whole deck and from `stacks` in turn, for at least `min_players`
    players.
    """

    slug: str
    card_matcher: Callable[[ShownHands], Matches] | None = None
    chip_matcher: Callable[[Settlement], Matches] | None = None
    kinds: tuple[str, ...]
    mistakes: tuple[str, ...]
    need: Need | None = None
    betting: BettingParameters = _DEFAULT_BETTING
    stacks: tuple[Stack | Blocks, ...] = (stacks.FEW_RANKS,)
    min_players: int = 2

    def matches(self, settlement: Settlement) -> list[Match]:
        """Return the occurrences of the pattern in a settlement."""
        if self.chip_matcher:
            return [*self.chip_matcher(settlement)]
        assert self.card_matcher  # noqa: S101 - a pattern has at least one of them
        return [*self.card_matcher(ShownHands.from_settlement(settlement))]

    def may_arise(self, shown: ShownHands) -> bool:
        """Return whether a deal with these hands may have the pattern."""
        return self.card_matcher is None or any(self.card_matcher(shown))

    def unmet_need(self, game: Game) -> Need | None:
        """Return the requirement of this pattern that the game doesn't meet, or None."""
        return None if self.need is None or self.need.is_met(game) else self.need

    def player_counts(self, game: Game) -> range:
        """Return the range of player counts for which the pattern can be dealt."""
        largest = (len(game.deck) - game.board) // game.hole
        return range(max(self.min_players, game.players[0]), min(game.players[-1], largest) + 1)


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
        need=needs.LOW_ON_BOARD,
        stacks=(stacks.LOW_RANKS,),
    ),
    _hand_pattern(
        slug="best-looking-low-loses",
        card_matcher=matchers.best_looking_low_loses,
        mistakes=("not-exactly-two", "low-from-the-bottom", "ace-wrong-way"),
        need=needs.LOW_ON_BOARD,
        stacks=(stacks.ACE_DEUCE,),
    ),
    Pattern(
        slug="no-low",
        card_matcher=matchers.no_low,
        kinds=("low", *_SHARE_KINDS),
        mistakes=("low-not-qualified", "not-exactly-two", "scoop-missed"),
        need=needs.QUALIFIER,
    ),
    Pattern(
        slug="played-the-board",
        card_matcher=matchers.played_the_board,
        kinds=("make", *_TIE_KINDS),
        mistakes=("dead-kicker", "suit-broke-tie"),
        need=needs.BOARD_PLAYS,
    ),
    _hand_pattern(
        slug="two-breaks-flush",
        card_matcher=matchers.two_breaks_flush,
        mistakes=("not-exactly-two", "played-the-board", "phantom-flush"),
        need=needs.EXACTLY_TWO,
    ),
    _hand_pattern(
        slug="two-breaks-straight",
        card_matcher=matchers.two_breaks_straight,
        mistakes=("not-exactly-two", "played-the-board", "missed-straight"),
        need=needs.EXACTLY_TWO,
        stacks=(stacks.THREE_IN_A_ROW,),
    ),
    _hand_pattern(
        slug="three-pair",
        card_matcher=matchers.three_pair,
        mistakes=("not-exactly-two", "kicker-missed", "dead-kicker"),
        need=needs.SPARE_CARDS,
    ),
    _tie_pattern(
        slug="kicker-decides",
        card_matcher=matchers.kicker_decides,
        mistakes=("kicker-missed",),
        need=needs.HIGH,
        stacks=(stacks.FEWEST_RANKS, stacks.FEW_RANKS, stacks.ALL_BUT_THREE_ALIKE),
    ),
    _tie_pattern(
        slug="kicker-does-not-play",
        card_matcher=matchers.kicker_does_not_play,
        mistakes=("dead-kicker", "suit-broke-tie"),
        need=needs.SPARE_CARDS,
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
        need=needs.WHEEL_HIGH_AND_LOW,
        stacks=(stacks.WHEEL_RANKS,),
    ),
    _hand_pattern(
        slug="greedy-badugi",
        card_matcher=matchers.greedy_badugi,
        mistakes=("greedy-badugi", "low-from-the-bottom", "ace-wrong-way"),
        need=needs.BADUGI,
    ),
    _tie_pattern(
        slug="ace-is-high",
        card_matcher=matchers.ace_is_high,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        need=needs.ACE_HIGH,
        stacks=(stacks.LOW_RANKS,),
    ),
    _hand_pattern(
        slug="paired-low-wins",
        card_matcher=matchers.paired_low_wins,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        need=needs.PAIRED_LOW,
        stacks=(stacks.PAIRED_HANDS,),
    ),
    _share_pattern(
        slug="quartered",
        card_matcher=matchers.quartered,
        mistakes=("half-for-quarter", "scoop-missed", "suit-broke-tie"),
        need=needs.SEVERAL_CONTESTS,
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
    ),
    _share_pattern(
        slug="three-quartered",
        card_matcher=matchers.three_quartered,
        mistakes=("half-for-quarter", "suit-broke-tie"),
        need=needs.SEVERAL_CONTESTS,
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
    ),
    Pattern(
        slug="scoop",
        card_matcher=matchers.scooped,
        kinds=("low", *_SHARE_KINDS),
        mistakes=("scoop-missed", "missed-straight", "low-from-the-bottom"),
        need=needs.SEVERAL_CONTESTS,
        stacks=(stacks.LOW_RANKS,),
    ),
    _share_pattern(
        slug="boards-split",
        card_matcher=matchers.boards_split,
        mistakes=("not-exactly-two", "odd-board"),
        need=needs.TWO_BOARDS,
    ),
    _all_in_pattern(slug="side-pot-to-another", chip_matcher=chip_matchers.side_pot_to_another),
    _all_in_pattern(slug="short-all-in", chip_matcher=chip_matchers.short_all_in),
    _pot_pattern(
        slug="folded-into-pot",
        chip_matcher=chip_matchers.folded_into_pot,
        mistakes=("folded-left-out", *_RAKE_MISTAKES, "one-pot"),
        betting=BettingParameters(max_folded=2, rake_probability=0.5),
    ),
    _pot_pattern(
        slug="uncalled-bet",
        chip_matcher=chip_matchers.uncalled_bet,
        mistakes=("uncalled-kept", *_RAKE_MISTAKES),
        betting=BettingParameters(has_uncalled_bet=True, rake_probability=0.5),
    ),
    _odd_chip_pattern(
        slug="odd-chip-to-first-half",
        card_matcher=matchers.contests_split,
        chip_matcher=chip_matchers.odd_chip_to_first_half,
        mistakes=("odd-half", "another-book"),
        need=needs.HALVES,
        stacks=(stacks.LOW_RANKS,),
    ),
    _odd_chip_pattern(
        slug="odd-chip-in-turn",
        card_matcher=matchers.contests_split,
        chip_matcher=chip_matchers.odd_chip_in_turn,
        mistakes=("odd-half", "another-book"),
        need=needs.TURN,
        betting=BettingParameters(max_folded=1),
    ),
    _odd_chip_pattern(
        slug="odd-chip-between-boards",
        card_matcher=matchers.contests_split,
        chip_matcher=chip_matchers.odd_chip_between_boards,
        mistakes=("odd-board", "another-book"),
        need=needs.TWO_BOARDS,
    ),
    _tied_odd_chip_pattern(
        slug="odd-chip-by-seat", chip_matcher=chip_matchers.odd_chip_by_seat, need=needs.SEATS
    ),
    _tied_odd_chip_pattern(
        slug="odd-chip-by-card", chip_matcher=chip_matchers.odd_chip_by_card, need=needs.STUD
    ),
    Pattern(
        slug="books-disagree",
        card_matcher=matchers.odd_chips_may_differ,
        chip_matcher=chip_matchers.rule_sets_disagree,
        kinds=("chips", "ruling"),
        mistakes=("another-book",),
        need=needs.RULE_SETS_DIFFER,
        betting=BettingParameters(max_folded=2, has_random_rules=True),
        stacks=(stacks.FEW_RANKS, stacks.TWINS, stacks.LOW_TWINS),
    ),
)

PATTERNS: dict[str, Pattern] = {pattern.slug: pattern for pattern in _PATTERNS}
