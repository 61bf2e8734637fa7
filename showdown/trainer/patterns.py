"""The patterns that make deals hard."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.trainer import chip_matchers, matchers, needs, stacks
from showdown.trainer.matchers import Match, Matches, Showing
from showdown.trainer.needs import Need
from showdown.trainer.stacks import Blocks, Stack
from showdown.trainer.stakes import Stakes

_EVEN = Stakes()
_RAKE = ("rake-after", "rake-forgotten", "cap-forgotten")
_SHORT = Stakes(short=2, folds=1, raked=1)
_ODD = Stakes(folds=1, any_rules=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A feature that makes deals hard; its name is in `words.drills`.

    `cards` finds its occurrences among hands, and `chips` finds them in a settlement. If both are
    given, `chips` is only applied to deals that match `cards`. `kinds` are the questions about the
    pattern, and `mistakes` the mistakes that players typically make in it. Deals are drawn from the
    whole deck and from `stacks` in turn, for at least `least` players.
    """

    slug: str
    cards: Callable[[Showing], Matches] | None = None
    chips: Callable[[Settlement], Matches] | None = None
    kinds: tuple[str, ...]
    mistakes: tuple[str, ...]
    need: Need | None = None
    stakes: Stakes = _EVEN
    stacks: tuple[Stack | Blocks, ...] = (stacks.FEW,)
    least: int = 2

    def matches(self, settlement: Settlement) -> list[Match]:
        """Return the occurrences of the pattern in a settlement."""
        if self.chips:
            return [*self.chips(settlement)]
        assert self.cards  # noqa: S101 - a pattern has at least one of them
        return [*self.cards(Showing.from_settlement(settlement))]

    def may_arise(self, showing: Showing) -> bool:
        """Return whether a deal with these hands may have the pattern."""
        return self.cards is None or any(self.cards(showing))

    def unmet_need(self, game: Game) -> Need | None:
        """Return the requirement of this pattern that the game doesn't meet, or None."""
        return None if self.need is None or self.need.is_met(game) else self.need

    def players(self, game: Game) -> range:
        """Return the range of player counts for which the pattern can be dealt."""
        fit = (len(game.deck) - game.board) // game.hole
        return range(max(self.least, game.players[0]), min(game.players[-1], fit) + 1)


_TIES = ("winners", "chips", "ruling")
_SHARES = ("chips", "winners", "ruling")
_hands = partial(Pattern, kinds=("make", "cards", *_TIES))
_ties = partial(Pattern, kinds=_TIES)
_shares = partial(Pattern, kinds=_SHARES)
_pots = partial(Pattern, kinds=("pots", "chips", "rake", "ruling"))
_odd_chips = partial(Pattern, kinds=("odd", "chips", "ruling"), stakes=_ODD)

_PATTERNS = (
    _hands(
        slug="counterfeited-low",
        cards=matchers.counterfeited_low,
        mistakes=("not-exactly-two", "low-from-the-bottom"),
        need=needs.LOW_ON_BOARD,
        stacks=(stacks.LOW,),
    ),
    _hands(
        slug="best-looking-low-loses",
        cards=matchers.best_looking_low_loses,
        mistakes=("not-exactly-two", "low-from-the-bottom", "ace-wrong-way"),
        need=needs.LOW_ON_BOARD,
        stacks=(stacks.ACE_DEUCE,),
    ),
    Pattern(
        slug="no-low",
        cards=matchers.no_low,
        kinds=("low", *_SHARES),
        mistakes=("low-not-qualified", "not-exactly-two", "scoop-missed"),
        need=needs.QUALIFIER,
    ),
    Pattern(
        slug="played-the-board",
        cards=matchers.played_the_board,
        kinds=("make", *_TIES),
        mistakes=("dead-kicker", "suit-broke-tie"),
        need=needs.BOARD_PLAYS,
    ),
    _hands(
        slug="two-breaks-flush",
        cards=matchers.two_breaks_flush,
        mistakes=("not-exactly-two", "played-the-board", "phantom-flush"),
        need=needs.EXACTLY_TWO,
    ),
    _hands(
        slug="two-breaks-straight",
        cards=matchers.two_breaks_straight,
        mistakes=("not-exactly-two", "played-the-board", "missed-straight"),
        need=needs.EXACTLY_TWO,
        stacks=(stacks.THREE_IN_A_ROW,),
    ),
    _hands(
        slug="three-pair",
        cards=matchers.three_pair,
        mistakes=("not-exactly-two", "kicker-missed", "dead-kicker"),
        need=needs.SPARE_CARDS,
    ),
    _ties(
        slug="kicker-decides",
        cards=matchers.kicker_decides,
        mistakes=("kicker-missed",),
        need=needs.HIGH,
        stacks=(stacks.FEWEST, stacks.FEW, stacks.ALL_BUT_THREE_ALIKE),
    ),
    _ties(
        slug="kicker-does-not-play",
        cards=matchers.kicker_does_not_play,
        mistakes=("dead-kicker", "suit-broke-tie"),
        need=needs.SPARE_CARDS,
        stacks=(stacks.HIGH_ALL_BUT_ONE_ALIKE, stacks.FEW, stacks.ALL_BUT_ONE_ALIKE),
    ),
    _ties(
        slug="tie-but-for-suits",
        cards=matchers.tie_in_different_suits,
        mistakes=("suit-broke-tie",),
        stacks=(stacks.TWINS,),
    ),
    _hands(
        slug="wheel-both-ways",
        cards=matchers.wheel_both_ways,
        mistakes=("missed-straight", "scoop-missed", "ace-wrong-way"),
        need=needs.WHEEL_HIGH_AND_LOW,
        stacks=(stacks.WHEEL,),
    ),
    _hands(
        slug="greedy-badugi",
        cards=matchers.greedy_badugi,
        mistakes=("greedy-badugi", "low-from-the-bottom", "ace-wrong-way"),
        need=needs.BADUGI,
    ),
    _ties(
        slug="ace-is-high",
        cards=matchers.ace_is_high,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        need=needs.ACE_HIGH,
        stacks=(stacks.LOW,),
    ),
    _hands(
        slug="paired-low-wins",
        cards=matchers.paired_low_wins,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        need=needs.PAIRED_LOW,
        stacks=(stacks.PAIRS,),
    ),
    _shares(
        slug="quartered",
        cards=matchers.quartered,
        mistakes=("half-for-quarter", "scoop-missed", "suit-broke-tie"),
        need=needs.SEVERAL_CONTESTS,
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
    ),
    _shares(
        slug="three-quartered",
        cards=matchers.three_quartered,
        mistakes=("half-for-quarter", "suit-broke-tie"),
        need=needs.SEVERAL_CONTESTS,
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
    ),
    Pattern(
        slug="scoop",
        cards=matchers.scooped,
        kinds=("low", *_SHARES),
        mistakes=("scoop-missed", "missed-straight", "low-from-the-bottom"),
        need=needs.SEVERAL_CONTESTS,
        stacks=(stacks.LOW,),
    ),
    _shares(
        slug="boards-split",
        cards=matchers.boards_split,
        mistakes=("not-exactly-two", "odd-board"),
        need=needs.TWO_BOARDS,
    ),
    _pots(
        slug="side-pot-to-another",
        chips=chip_matchers.side_pot_to_another,
        mistakes=("one-pot", *_RAKE),
        stakes=_SHORT,
        least=3,
    ),
    _pots(
        slug="short-all-in",
        chips=chip_matchers.short_all_in,
        mistakes=("one-pot", *_RAKE),
        stakes=_SHORT,
        least=3,
    ),
    _pots(
        slug="folded-into-pot",
        chips=chip_matchers.folded_into_pot,
        mistakes=("folded-left-out", *_RAKE, "one-pot"),
        stakes=Stakes(folds=2, raked=1),
    ),
    _pots(
        slug="uncalled-bet",
        chips=chip_matchers.uncalled_bet,
        mistakes=("uncalled-kept", *_RAKE),
        stakes=Stakes(uncalled=True, raked=1),
    ),
    _odd_chips(
        slug="odd-chip-to-first-half",
        cards=matchers.split,
        chips=chip_matchers.odd_chip_to_first_half,
        mistakes=("odd-half", "another-book"),
        need=needs.HALVES,
        stacks=(stacks.LOW,),
    ),
    _odd_chips(
        slug="odd-chip-in-turn",
        cards=matchers.split,
        chips=chip_matchers.odd_chip_in_turn,
        mistakes=("odd-half", "another-book"),
        need=needs.TURN,
        stakes=Stakes(folds=1),
    ),
    _odd_chips(
        slug="odd-chip-between-boards",
        cards=matchers.split,
        chips=chip_matchers.odd_chip_between_boards,
        mistakes=("odd-board", "another-book"),
        need=needs.TWO_BOARDS,
    ),
    _odd_chips(
        slug="odd-chip-by-seat",
        cards=matchers.tied,
        chips=chip_matchers.odd_chip_by_seat,
        mistakes=("odd-seat", "another-book"),
        need=needs.SEATS,
        stacks=(stacks.TWINS,),
    ),
    _odd_chips(
        slug="odd-chip-by-card",
        cards=matchers.tied,
        chips=chip_matchers.odd_chip_by_card,
        mistakes=("odd-seat", "another-book"),
        need=needs.STUD,
        stacks=(stacks.TWINS,),
    ),
    Pattern(
        slug="books-disagree",
        cards=matchers.odd_chips_may_differ,
        chips=chip_matchers.rule_sets_disagree,
        kinds=("chips", "ruling"),
        mistakes=("another-book",),
        need=needs.BOOKS_DIFFER,
        stakes=Stakes(folds=2, any_rules=True),
        stacks=(stacks.FEW, stacks.TWINS, stacks.LOW_TWINS),
    ),
)

PATTERNS: dict[str, Pattern] = {pattern.slug: pattern for pattern in _PATTERNS}
