"""The patterns that make deals hard."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.trainer import chip_matchers, matchers, needs, prefilters, stacks
from showdown.trainer.matchers import Match
from showdown.trainer.needs import Need
from showdown.trainer.prefilters import Prefilter
from showdown.trainer.stacks import Blocks, Stack
from showdown.trainer.stakes import Stakes

_EVEN = Stakes()
_SHORT = Stakes(short=2, folds=1, raked=1)
_ODD = Stakes(folds=1, any_book=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """What makes a deal hard; its name is in `words.drills`.

    `matches` finds its occurrences in a settlement, and defines the pattern. `kinds` are the
    questions about it, `mistakes` the typical ones. Deals are drawn from the whole deck and from
    `stacks` in turn; `prefilter` rejects most deals without the pattern before they are settled. It
    takes `least` players or more.
    """

    slug: str
    matches: Callable[[Settlement], Iterator[Match]]
    kinds: tuple[str, ...]
    mistakes: tuple[str, ...]
    needs: tuple[Need, ...] = ()
    stakes: Stakes = _EVEN
    stacks: tuple[Stack | Blocks, ...] = (stacks.FEW,)
    prefilter: Prefilter = prefilters.every
    least: int = 2

    def holds(self, settlement: Settlement) -> bool:
        return next(self.matches(settlement), None) is not None

    def lacks(self, game: Game) -> Need | None:
        """Return what the game lacks for this pattern, or None."""
        return next((need for need in self.needs if not need.is_met(game)), None)

    def players(self, game: Game) -> range:
        """Return how many players it can be dealt to."""
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
        matches=matchers.counterfeited_low,
        mistakes=("not-exactly-two", "low-from-the-bottom"),
        needs=(needs.LOW_ON_BOARD,),
        stacks=(stacks.LOW,),
        prefilter=prefilters.some_low,
    ),
    _hands(
        slug="best-looking-low-loses",
        matches=matchers.best_looking_low_loses,
        mistakes=("not-exactly-two", "low-from-the-bottom", "ace-wrong-way"),
        needs=(needs.LOW_ON_BOARD,),
        stacks=(stacks.ACE_DEUCE,),
        prefilter=prefilters.ace_deuce_loses,
    ),
    Pattern(
        slug="no-low",
        matches=matchers.no_low,
        kinds=("low", *_SHARES),
        mistakes=("low-not-qualified", "not-exactly-two", "scoop-missed"),
        needs=(needs.QUALIFIER,),
        prefilter=prefilters.nobody,
    ),
    Pattern(
        slug="played-the-board",
        matches=matchers.played_the_board,
        kinds=("make", *_TIES),
        mistakes=("dead-kicker", "suit-broke-tie"),
        needs=(needs.BOARD_PLAYS,),
    ),
    _hands(
        slug="two-breaks-flush",
        matches=matchers.two_breaks_flush,
        mistakes=("not-exactly-two", "played-the-board", "phantom-flush"),
        needs=(needs.EXACTLY_TWO,),
        prefilter=prefilters.broken_flush,
    ),
    _hands(
        slug="two-breaks-straight",
        matches=matchers.two_breaks_straight,
        mistakes=("not-exactly-two", "played-the-board", "missed-straight"),
        needs=(needs.EXACTLY_TWO,),
        stacks=(stacks.THREE_IN_A_ROW,),
        prefilter=prefilters.broken_straight,
    ),
    _hands(
        slug="three-pair",
        matches=matchers.three_pair,
        mistakes=("not-exactly-two", "kicker-missed", "dead-kicker"),
        needs=(needs.SPARE_CARDS,),
        prefilter=prefilters.three_pairs,
    ),
    _ties(
        slug="kicker-decides",
        matches=matchers.kicker_decides,
        mistakes=("kicker-missed",),
        needs=(needs.HIGH,),
        stacks=(stacks.FEWEST, stacks.FEW, stacks.ALL_BUT_THREE_ALIKE),
        prefilter=prefilters.same_sets,
    ),
    _ties(
        slug="kicker-does-not-play",
        matches=matchers.kicker_does_not_play,
        mistakes=("dead-kicker", "suit-broke-tie"),
        needs=(needs.SPARE_CARDS,),
        stacks=(stacks.HIGH_ALL_BUT_ONE_ALIKE, stacks.FEW, stacks.ALL_BUT_ONE_ALIKE),
        prefilter=prefilters.tie_with_spare,
    ),
    _ties(
        slug="tie-but-for-suits",
        matches=matchers.tie_but_for_suits,
        mistakes=("suit-broke-tie",),
        stacks=(stacks.TWINS,),
        prefilter=prefilters.some_tie,
    ),
    _hands(
        slug="wheel-both-ways",
        matches=matchers.wheel_both_ways,
        mistakes=("missed-straight", "scoop-missed", "ace-wrong-way"),
        needs=(needs.WHEEL_HIGH_AND_LOW,),
        stacks=(stacks.WHEEL,),
        prefilter=prefilters.wheels,
    ),
    Pattern(
        slug="greedy-badugi",
        matches=matchers.greedy_badugi,
        kinds=("make", "cards", *_TIES),
        mistakes=("greedy-badugi", "low-from-the-bottom", "ace-wrong-way"),
        needs=(needs.BADUGI,),
    ),
    _ties(
        slug="ace-is-high",
        matches=matchers.ace_is_high,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        needs=(needs.ACE_HIGH,),
        stacks=(stacks.LOW,),
    ),
    _hands(
        slug="paired-low-wins",
        matches=matchers.paired_low_wins,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        needs=(needs.PAIRED_LOW,),
        stacks=(stacks.PAIRS,),
        prefilter=prefilters.paired_low,
    ),
    _shares(
        slug="quartered",
        matches=chip_matchers.quartered,
        mistakes=("half-for-quarter", "scoop-missed", "suit-broke-tie"),
        needs=(needs.SEVERAL_CONTESTS,),
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
        prefilter=prefilters.with_share(Fraction(1, 4)),
    ),
    _shares(
        slug="three-quartered",
        matches=chip_matchers.three_quartered,
        mistakes=("half-for-quarter", "suit-broke-tie"),
        needs=(needs.SEVERAL_CONTESTS,),
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
        prefilter=prefilters.with_share(Fraction(3, 4)),
    ),
    Pattern(
        slug="scoop",
        matches=chip_matchers.scooped,
        kinds=("low", *_SHARES),
        mistakes=("scoop-missed", "missed-straight", "low-from-the-bottom"),
        needs=(needs.SEVERAL_CONTESTS,),
        stacks=(stacks.LOW,),
        prefilter=prefilters.one_winner,
    ),
    _shares(
        slug="boards-split",
        matches=chip_matchers.boards_split,
        mistakes=("not-exactly-two", "odd-board"),
        needs=(needs.TWO_BOARDS,),
        prefilter=prefilters.split,
    ),
    _pots(
        slug="side-pot-to-another",
        matches=chip_matchers.side_pot_to_another,
        mistakes=("one-pot", "rake-after", "rake-forgotten", "cap-forgotten"),
        stakes=_SHORT,
        least=3,
    ),
    _pots(
        slug="short-all-in",
        matches=chip_matchers.short_all_in,
        mistakes=("one-pot", "rake-after", "rake-forgotten", "cap-forgotten"),
        stakes=_SHORT,
        least=3,
    ),
    _pots(
        slug="folded-into-pot",
        matches=chip_matchers.folded_into_pot,
        mistakes=("folded-left-out", "rake-after", "rake-forgotten", "cap-forgotten", "one-pot"),
        stakes=Stakes(folds=2, raked=1),
    ),
    _pots(
        slug="uncalled-bet",
        matches=chip_matchers.uncalled_bet,
        mistakes=("uncalled-kept", "rake-after", "rake-forgotten", "cap-forgotten"),
        stakes=Stakes(uncalled=True, raked=1),
    ),
    _odd_chips(
        slug="odd-chip-to-first-half",
        matches=chip_matchers.odd_chip_to_first_half,
        mistakes=("odd-half", "another-book"),
        needs=(needs.HALVES,),
        stacks=(stacks.LOW,),
        prefilter=prefilters.split,
    ),
    _odd_chips(
        slug="odd-chip-in-turn",
        matches=chip_matchers.odd_chip_in_turn,
        mistakes=("odd-half", "another-book"),
        needs=(needs.TURN,),
        stakes=Stakes(folds=1),
        prefilter=prefilters.split,
    ),
    _odd_chips(
        slug="odd-chip-between-boards",
        matches=chip_matchers.odd_chip_between_boards,
        mistakes=("odd-board", "another-book"),
        needs=(needs.TWO_BOARDS,),
        prefilter=prefilters.split,
    ),
    _odd_chips(
        slug="odd-chip-by-seat",
        matches=chip_matchers.odd_chip_by_seat,
        mistakes=("odd-seat", "another-book"),
        needs=(needs.SEATS,),
        stacks=(stacks.TWINS,),
        prefilter=prefilters.some_tie,
    ),
    _odd_chips(
        slug="odd-chip-by-card",
        matches=chip_matchers.odd_chip_by_card,
        mistakes=("odd-seat", "another-book"),
        needs=(needs.STUD,),
        stacks=(stacks.TWINS,),
        prefilter=prefilters.some_tie,
    ),
    Pattern(
        slug="books-disagree",
        matches=chip_matchers.books_disagree,
        kinds=("chips", "ruling"),
        mistakes=("another-book",),
        needs=(needs.BOOKS_DIFFER,),
        stakes=Stakes(folds=2, any_book=True),
        stacks=(stacks.FEW, stacks.TWINS, stacks.LOW_TWINS),
        prefilter=prefilters.odd_twice,
    ),
)

PATTERNS: dict[str, Pattern] = {pattern.slug: pattern for pattern in _PATTERNS}
