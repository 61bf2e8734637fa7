"""The patterns that make deals hard: where each shows, what it needs, and how it is dealt."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.trainer import card_sieves, chip_places, needs, places, sieves, stacks
from showdown.trainer.needs import Need
from showdown.trainer.places import Place
from showdown.trainer.sieves import Sieve
from showdown.trainer.stacks import Blocks, Stack
from showdown.trainer.stakes import Stakes

_EVEN = Stakes()
_SHORT = Stakes(short=2, folds=1, raked=1)
_ODD = Stakes(folds=1, any_book=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """What makes a deal hard; its name is in `words.drills`.

    `places` says where it shows in a settlement; it holds where there is any. `kinds` are the
    drills that ask about it, and `mistakes` those it tempts to. Deals are drawn from the whole deck
    and from `stacks` in turn, and only those in the `sieve` are looked at. It takes at `least` so
    many players, and as many more as the game has.
    """

    slug: str
    places: Callable[[Settlement], Iterator[Place]]
    kinds: tuple[str, ...]
    mistakes: tuple[str, ...]
    needs: tuple[Need, ...] = ()
    stakes: Stakes = _EVEN
    stacks: tuple[Stack | Blocks, ...] = (stacks.FEW,)
    sieve: Sieve = sieves.every
    least: int = 2

    def holds(self, settlement: Settlement) -> bool:
        return next(self.places(settlement), None) is not None

    def lacks(self, game: Game) -> Need | None:
        """What the game lacks for this pattern to arise in it."""
        return next((need for need in self.needs if not need.is_met(game)), None)

    def players(self, game: Game) -> range:
        """How many players it can be dealt to, so that the deck suffices."""
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
        places=places.counterfeited_low,
        mistakes=("not-exactly-two", "low-from-the-bottom"),
        needs=(needs.LOW_ON_BOARD,),
        stacks=(stacks.LOW,),
        sieve=sieves.some_low,
    ),
    _hands(
        slug="best-looking-low-loses",
        places=places.best_looking_low_loses,
        mistakes=("not-exactly-two", "low-from-the-bottom", "ace-wrong-way"),
        needs=(needs.LOW_ON_BOARD,),
        stacks=(stacks.ACE_DEUCE,),
        sieve=card_sieves.ace_deuce_loses,
    ),
    Pattern(
        slug="no-low",
        places=places.no_low,
        kinds=("low", *_SHARES),
        mistakes=("low-not-qualified", "not-exactly-two", "scoop-missed"),
        needs=(needs.QUALIFIER,),
        sieve=sieves.nobody,
    ),
    Pattern(
        slug="played-the-board",
        places=places.played_the_board,
        kinds=("make", *_TIES),
        mistakes=("dead-kicker", "suit-broke-tie"),
        needs=(needs.BOARD_PLAYS,),
    ),
    _hands(
        slug="two-breaks-flush",
        places=places.two_breaks_flush,
        mistakes=("not-exactly-two", "played-the-board", "phantom-flush"),
        needs=(needs.EXACTLY_TWO,),
        sieve=card_sieves.broken_flush,
    ),
    _hands(
        slug="two-breaks-straight",
        places=places.two_breaks_straight,
        mistakes=("not-exactly-two", "played-the-board", "missed-straight"),
        needs=(needs.EXACTLY_TWO,),
        stacks=(stacks.THREE_IN_A_ROW,),
        sieve=card_sieves.broken_straight,
    ),
    _hands(
        slug="three-pair",
        places=places.three_pair,
        mistakes=("not-exactly-two", "kicker-missed", "dead-kicker"),
        needs=(needs.SPARE_CARDS,),
        sieve=card_sieves.three_pairs,
    ),
    _ties(
        slug="kicker-decides",
        places=places.kicker_decides,
        mistakes=("kicker-missed",),
        needs=(needs.HIGH,),
        stacks=(stacks.FEWEST, stacks.FEW, stacks.ALL_BUT_THREE_ALIKE),
        sieve=sieves.same_sets,
    ),
    _ties(
        slug="kicker-does-not-play",
        places=places.kicker_does_not_play,
        mistakes=("dead-kicker", "suit-broke-tie"),
        needs=(needs.SPARE_CARDS,),
        stacks=(stacks.HIGH_ALL_BUT_ONE_ALIKE, stacks.FEW, stacks.ALL_BUT_ONE_ALIKE),
        sieve=sieves.tie_with_spare,
    ),
    _ties(
        slug="tie-but-for-suits",
        places=places.tie_but_for_suits,
        mistakes=("suit-broke-tie",),
        stacks=(stacks.TWINS,),
        sieve=sieves.some_tie,
    ),
    _hands(
        slug="wheel-both-ways",
        places=places.wheel_both_ways,
        mistakes=("missed-straight", "scoop-missed", "ace-wrong-way"),
        needs=(needs.WHEEL_HIGH_AND_LOW,),
        stacks=(stacks.WHEEL,),
        sieve=card_sieves.wheels,
    ),
    Pattern(
        slug="greedy-badugi",
        places=places.greedy_badugi,
        kinds=("make", "cards", *_TIES),
        mistakes=("greedy-badugi", "low-from-the-bottom", "ace-wrong-way"),
        needs=(needs.BADUGI,),
    ),
    _ties(
        slug="ace-is-high",
        places=places.ace_is_high,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        needs=(needs.ACE_HIGH,),
        stacks=(stacks.LOW,),
    ),
    _hands(
        slug="paired-low-wins",
        places=places.paired_low_wins,
        mistakes=("ace-wrong-way", "low-from-the-bottom"),
        needs=(needs.PAIRED_LOW,),
        stacks=(stacks.PAIRS,),
        sieve=sieves.paired_low,
    ),
    _shares(
        slug="quartered",
        places=chip_places.quartered,
        mistakes=("half-for-quarter", "scoop-missed", "suit-broke-tie"),
        needs=(needs.SEVERAL_CONTESTS,),
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
        sieve=sieves.with_share(Fraction(1, 4)),
    ),
    _shares(
        slug="three-quartered",
        places=chip_places.three_quartered,
        mistakes=("half-for-quarter", "suit-broke-tie"),
        needs=(needs.SEVERAL_CONTESTS,),
        stacks=(stacks.LOW_TWINS, stacks.TWINS),
        sieve=sieves.with_share(Fraction(3, 4)),
    ),
    Pattern(
        slug="scoop",
        places=chip_places.scooped,
        kinds=("low", *_SHARES),
        mistakes=("scoop-missed", "missed-straight", "low-from-the-bottom"),
        needs=(needs.SEVERAL_CONTESTS,),
        stacks=(stacks.LOW,),
        sieve=sieves.one_winner,
    ),
    _shares(
        slug="boards-split",
        places=chip_places.boards_split,
        mistakes=("not-exactly-two", "odd-board"),
        needs=(needs.TWO_BOARDS,),
        sieve=sieves.split,
    ),
    _pots(
        slug="side-pot-to-another",
        places=chip_places.side_pot_to_another,
        mistakes=("one-pot", "rake-after", "rake-forgotten", "cap-forgotten"),
        stakes=_SHORT,
        least=3,
    ),
    _pots(
        slug="short-all-in",
        places=chip_places.short_all_in,
        mistakes=("one-pot", "rake-after", "rake-forgotten", "cap-forgotten"),
        stakes=_SHORT,
        least=3,
    ),
    _pots(
        slug="folded-into-pot",
        places=chip_places.folded_into_pot,
        mistakes=("folded-left-out", "rake-after", "rake-forgotten", "cap-forgotten", "one-pot"),
        stakes=Stakes(folds=2, raked=1),
    ),
    _pots(
        slug="uncalled-bet",
        places=chip_places.uncalled_bet,
        mistakes=("uncalled-kept", "rake-after", "rake-forgotten", "cap-forgotten"),
        stakes=Stakes(uncalled=True, raked=1),
    ),
    _odd_chips(
        slug="odd-chip-to-first-half",
        places=chip_places.odd_chip_to_first_half,
        mistakes=("odd-half", "another-book"),
        needs=(needs.HALVES,),
        stacks=(stacks.LOW,),
        sieve=sieves.split,
    ),
    _odd_chips(
        slug="odd-chip-in-turn",
        places=chip_places.odd_chip_in_turn,
        mistakes=("odd-half", "another-book"),
        needs=(needs.TURN,),
        stakes=Stakes(folds=1),
        sieve=sieves.split,
    ),
    _odd_chips(
        slug="odd-chip-between-boards",
        places=chip_places.odd_chip_between_boards,
        mistakes=("odd-board", "another-book"),
        needs=(needs.TWO_BOARDS,),
        sieve=sieves.split,
    ),
    _odd_chips(
        slug="odd-chip-by-seat",
        places=chip_places.odd_chip_by_seat,
        mistakes=("odd-seat", "another-book"),
        needs=(needs.SEATS,),
        stacks=(stacks.TWINS,),
        sieve=sieves.some_tie,
    ),
    _odd_chips(
        slug="odd-chip-by-card",
        places=chip_places.odd_chip_by_card,
        mistakes=("odd-seat", "another-book"),
        needs=(needs.STUD,),
        stacks=(stacks.TWINS,),
        sieve=sieves.some_tie,
    ),
    Pattern(
        slug="books-disagree",
        places=chip_places.books_disagree,
        kinds=("chips", "ruling"),
        mistakes=("another-book",),
        needs=(needs.BOOKS_DIFFER,),
        stakes=Stakes(folds=2, any_book=True),
        stacks=(stacks.FEW, stacks.TWINS, stacks.LOW_TWINS),
        sieve=sieves.odd_twice,
    ),
)

PATTERNS: dict[str, Pattern] = {pattern.slug: pattern for pattern in _PATTERNS}
