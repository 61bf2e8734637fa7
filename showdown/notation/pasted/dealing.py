"""Divide the cards of a pasted text into the hands and boards of a game.

Cards after a name, `vs` or `on` are assigned first. Other cards are split at separators: at lines,
otherwise at bars, slashes or commas, whichever first yields hands and boards of the game. If none
does, the cards are counted off.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from showdown.evaluator.deals import MOST_RUNS
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Family, Game
from showdown.evaluator.spots import ANY_HAND
from showdown.notation.pasted.result import PastedHand
from showdown.notation.pasted.sections import Atom, Section
from showdown.notation.pasted.tokens import Level
from showdown.words.ranks import count_in_words, number_text

_STREETS = (3, 4)
"""Numbers of cards of an incomplete board."""
_FEWEST_OF_STUD = 3
"""Minimum number of cards of a stud hand; the others are still to come."""


_OF_TWO = re.compile(
    r"(?<![\w$!])[AKQJT2-9akqjt]{2}[so]\+?(?![\w$!])|(?<![\w$!])([AKQJT2-9])\1\+?(?![\w$:!])"
    r"|^(?:(?:10|[2-9TJQKAtjqka])[cdhsx♣♦♥♠]\s*){2}$"
)
"""Short names of two-card hands: suited, offsuit or a pair; or two cards of any suit."""


@dataclass(slots=True)
class DealtOut:
    """The sections of a text divided into hands and boards of a game, in the order of the text.

    `hole` is the number of cards of a hand, and `runs` the number of times that the board is dealt.
    `may_count` is true if cards may be counted off across separators, and `may_be_partial` if hands
    of stud may have cards to come.

    `over` are leftover cards, and `folded` the players who folded without showing a hand. `shared`
    is the number of cards that all runs have in common.
    """

    game: Game
    sections: Sequence[Section]
    hole: int
    runs: int
    may_count: bool
    may_be_partial: bool
    hands: list[Section] = field(default_factory=list)
    boards: list[list[Atom]] = field(default_factory=list)
    dead: list[Atom] = field(default_factory=list)
    over: list[Atom] = field(default_factory=list)
    folded: list[str] = field(default_factory=list)
    shared: int = 0

    @property
    def boards_named(self) -> bool:
        return any(section.board for section in self.sections)

    @property
    def fits(self) -> bool:
        """Return whether all hands are complete and boards possible, and no cards are left over."""
        game = self.game
        streets = _STREETS if game.boards else ()
        board_sizes = (*game.boards, 1 if game.may_share_last_card else 0, 0, *streets)
        groups = (*(hand.atoms for hand in self.hands), *self.boards, self.dead)
        cards = [atom.card for atoms in groups for atom in atoms if atom.card]
        return (
            not self.over
            and not (len(game.boards) < 2 and any(part.is_bottom for part in self.sections))
            and not (len(game.boards) != 1 and any(part.is_run for part in self.sections))
            and game.deck_set.issuperset(cards)
            and 0 < len(self.hands) <= game.players[-1]
            and all(hand.hides or self._is_size_of_hand(hand.atoms) for hand in self.hands)
            and all(len(board) in board_sizes for board in self.boards)
            and all(self._is_range(hand.range) for hand in self.hands if hand.range)
        )

    @property
    def has_ranges(self) -> bool:
        return not {hand.range for hand in self.hands} <= {"", ANY_HAND}

    def _is_range(self, text: str) -> bool:
        """Return whether the text is a range of the game."""
        if self.game.hole != 2 and _OF_TWO.search(text):
            return False
        with suppress(InvalidDeal):
            return bool(PastedHand.parse(text, self.game))
        return False

    @property
    def is_whole(self) -> bool:
        """Return whether there are enough hands and complete boards for a showdown, if they fit."""
        sizes = [len(board) for board in self.boards]
        needed = list(self.game.boards) * self.runs or [1] * len(sizes)
        return len(self.hands) >= self.game.players[0] and sizes == needed

    def _has_hand_and_street(self, atoms: Sequence[Atom], *, is_last: bool) -> bool:
        """Return whether the group has a hand and a street: `2c3d5h AsKd` or `QhQd, 2c3d5h`.

        In the last group, cards after a street may be the next streets. A line of its own may be a
        whole board.
        """
        level = max((atom.level for atom in atoms[1:]), default=Level.NONE)
        first, *others = map(len, _cut_at(atoms, level))
        if first == self.hole:
            is_own_line = atoms[0].level is Level.LINE
            return not is_own_line and len(others) == 1 and others[0] in {*_STREETS} - {first}
        return first in _STREETS and not is_last and set(others) == {self.hole}

    def _with_pairs(self, atoms: list[Atom]) -> list[Atom]:
        """Return the atoms of a hand, with each `??` as one card if this completes the hand."""
        pairs = [atom for atom in atoms if not atom.ends_pair]
        return pairs if len(pairs) == self.hole else atoms

    def _is_size_of_hand(self, atoms: Sequence[Atom]) -> bool:
        is_partial = self.may_be_partial and self.game.family is Family.STUD
        return (_FEWEST_OF_STUD if is_partial else self.hole) <= len(atoms) <= self.hole

    def place_section(self, section: Section, *, may_have_hands: bool) -> list[Atom]:
        """Add the section to the hands, boards or dead cards, and return its surplus cards.

        `may_have_hands` is true if the cards after a board may be the only hands.
        """
        if section.is_dead:
            dead, *others = _cut_at(section.atoms, Level.SENTENCE) or [[]]
            self.dead += dead
            return _from_new(list(chain.from_iterable(others)))
        if section.is_folded and section.name and not section.atoms:
            self.folded.append(section.name)
            return []
        if not section.board:
            size = self.hole
            if self.game.family is not Family.STUD:
                size = _second_hand(_from_new(section.atoms[:size])) or size
            atoms = self._with_pairs(section.atoms)
            own, rest = atoms[:size], atoms[size:]
            # A mucked hand with known cards counts as folded.
            is_folded = section.is_folded or (section.is_mucked and bool(own))
            is_mucked = section.is_mucked and not own
            self.hands.append(replace(section, is_mucked=is_mucked, is_folded=is_folded, atoms=own))
            return self._take_surplus(rest)
        size = (self.game.boards or (1,))[0]
        if section.is_run and self.boards:
            return self._place_run(section, size)
        if (
            may_have_hands
            and not self.boards
            and section.atoms
            and (street := self._street_before_hands(section.atoms))
        ):
            self.boards.append(section.atoms[:street])
            return _from_new(section.atoms[street:])
        runs = _runs_after_street(section.atoms, size, self.runs)
        if len(runs) == self.runs and len(self.game.boards) == 1 and not self.boards:
            self.boards = runs
            return []
        if section.goes_on and self.boards:
            size -= len(self.boards[-1])
            self.boards[-1] += section.atoms[:size]
            return self._take_surplus(section.atoms[size:])
        while len(self.boards) < section.board - 1:
            self.boards.append([])
        if self.boards[section.board - 1 : section.board] == [[]]:
            self.boards[section.board - 1] = section.atoms[:size]
        else:
            self.boards.append(section.atoms[:size])
        rest = section.atoms[size:]
        if runs and self.runs <= 1:
            self.over += rest
            return []
        is_open = len(self.boards) < len(self.game.boards)
        return _from_new(rest) if is_open else self._take_surplus(rest)

    def _place_run(self, section: Section, size: int) -> list[Atom]:
        """Add the cards of a run to its board, after the cards that all runs share."""
        first, number = self.boards[0], section.board
        if number == 1 and len(first) in _STREETS:
            self.shared = len(first)
        elif section.goes_on and not self.shared:  # `second turn 4d` after a full board
            self.shared = _STREETS[0]
        if number == len(self.boards) + 1:
            self.boards.append(first[: self.shared])
        if number != len(self.boards):
            self.over += section.atoms
            return []
        size -= len(self.boards[-1])
        self.boards[-1] += section.atoms[:size]
        return self._take_surplus(section.atoms[size:])

    def _street_before_hands(self, atoms: list[Atom]) -> int:
        """Return the size of a street before hands, `AsKdQc AhKh / QsQd`; otherwise 0."""
        street, *hands = map(len, _cut_at(atoms, Level.WORD))
        return street if street in _STREETS and set(hands) == {self.hole} else 0

    def _take_surplus(self, rest: list[Atom]) -> list[Atom]:
        """Return surplus cards if a separator precedes them; otherwise record them as left over."""
        if rest and rest[0].level < Level.COMMA:
            self.over += rest
            return []
        return _from_new(rest)

    def place_loose(self, atoms: list[Atom]) -> None:
        """Assign cards that don't follow a name to hands and boards."""
        levels = sorted({atom.level for atom in atoms[1:]} - {Level.NONE}, reverse=True)
        for level in levels or [Level.VERSUS]:
            if self._assign(_cut_at(atoms, level)):
                return
        if not self.may_count or not self._count_off(atoms):
            self._assign(_cut_at(atoms, Level.VERSUS), allow_leftovers=True)

    def _assign(self, groups: list[list[Atom]], *, allow_leftovers: bool = False) -> bool:
        """Make each group a hand or a board, and return whether all groups can be one.

        With `allow_leftovers`, cards beyond a full hand become leftovers. Otherwise nothing changes
        if a group is neither.
        """
        hands: list[list[Atom]] = []
        boards = [list(board) for board in self.boards]
        over: list[Atom] = []
        most = len(self.game.boards) * (MOST_RUNS if self.boards_named else self.runs)
        for index, cards in enumerate(groups):
            group = self._with_pairs(cards)
            is_last = index == len(groups) - 1
            if not allow_leftovers and self._has_hand_and_street(group, is_last=is_last):
                return False
            is_known = not any(atom.is_unknown for atom in group)
            still_open = 0 if self.boards_named and not boards else max(0, most - len(boards))
            size = len(boards[-1]) if boards else 0
            is_next_street = size in _STREETS and size < (self.game.boards or (0,))[0]
            if is_known and len(group) == 1 and is_next_street:
                boards[-1] += group  # the turn or the river
                continue
            if is_known and still_open:
                size = self.game.boards[len(boards) % len(self.game.boards)]
                ends_list = 2 < len(groups) <= index + still_open and not self.boards_named
                may_be_street = len(groups) > 1 or bool(self.hands)
                starts = [atom for near in groups[max(index, 1) : index + 2] for atom in near[:1]]
                may_be_street &= all(atom.level is not Level.VERSUS for atom in starts)
                is_hand_too = len(group) == self.hole
                is_street = may_be_street and not is_hand_too and len(group) in _STREETS
                if is_street or (len(group) == size and (ends_list or not is_hand_too)):
                    boards.append(group)
                    continue
            if self._is_size_of_hand(group) and not _second_hand(group):
                hands.append(group)
            elif allow_leftovers:
                size = _second_hand(group[: self.hole]) or self.hole
                hands.append(group[:size])
                over += group[size:]
            else:
                return False
        self._add_hands(hands)
        self.boards, self.over = boards, self.over + over
        return True

    def _count_off(self, atoms: list[Atom]) -> bool:
        """Deal the cards to hands, then to boards, and return whether their number fits."""
        game = self.game
        if any(atom.is_unknown or atom.level is Level.VERSUS for atom in atoms[1:]):
            return False
        shapes: list[tuple[int, ...]] = [()]
        if game.boards and not self.boards_named and not self.boards:
            whole = game.boards * self.runs
            shapes = [whole, (), *((street,) * len(whole) for street in _STREETS)]
        # One hand and a board are plausible only if the text names them.
        least = max(2, game.players[0])
        for sizes in shapes:
            players, over = divmod(len(atoms) - sum(sizes), self.hole)
            seated = players + len(self.hands)
            if over or players < 0 or (sizes and seated < least):
                continue
            groups: list[list[Atom]] = []
            for size in (*[self.hole] * players, *sizes):
                index = sum(map(len, groups))
                groups.append(atoms[index : index + size])
            if not any(map(_second_hand, groups[:players])):
                self._add_hands(groups[:players])
                self.boards += groups[players:]
                return True
        return False

    def _add_hands(self, hands: Iterable[list[Atom]]) -> None:
        self.hands += [
            Section(start=atoms[0].start, end=atoms[-1].end, atoms=atoms) for atoms in hands
        ]


def deal_out(
    sections: Sequence[Section],
    game: Game,
    runs: int,
    *,
    may_count: bool = True,
    may_be_partial: bool = False,
) -> DealtOut:
    """Divide the cards of the sections into the hands and boards of the game."""
    boards = [section for section in sections if section.board]
    # In stud, each hand has one card less if all share the last one.
    is_short = game.may_share_last_card and len(boards) == 1
    hole = game.hole - is_short
    dealt = DealtOut(game, sections, hole, runs, may_count, may_be_partial)
    hands = [section for section in sections if not (section.board or section.is_dead)]
    loose: list[Atom] = []
    for index, section in enumerate(sections):
        if not (section.is_headed or section.hides or section.is_folded):
            loose += section.atoms
            continue
        dealt.place_loose(loose)
        is_before_versus = len(hands) == 1 and sections[index + 1 : index + 2] == hands
        may_have_hands = not hands or (is_before_versus and not hands[0].is_headed)
        loose = dealt.place_section(section, may_have_hands=may_have_hands)
    dealt.place_loose(loose)
    return dealt


def _second_hand(atoms: Sequence[Atom]) -> int:
    """Return the index where the second of two hands begins, `AsKs QhQd`; 0 if there is none.

    Return 0 as well if no separator precedes the first card, because such a hand is counted off.
    """
    if not atoms or atoms[0].level is Level.NONE:
        return 0
    index = 0
    for run, after in pairwise(_cut_at(atoms, Level.WORD)):
        index += len(run)
        if len(run) == len(after) > 1:
            return index
    return 0


def _from_new(atoms: list[Atom]) -> list[Atom]:
    return [replace(atoms[0], level=Level.VERSUS), *atoms[1:]] if atoms else []


def _runs_after_street(atoms: list[Atom], size: int, runs: int) -> list[list[Atom]]:
    """Return the boards of a street and its runs, `AsKdQc, 9s Th / 4d 6c`, or an empty list.

    A slash or a stronger separator is between the runs, or any separator if `runs` is above 1.
    """
    for street in _STREETS:
        rest = atoms[street:]
        if not rest or rest[0].level <= max(atom.level for atom in atoms[1:street]):
            continue
        for level in sorted({atom.level for atom in rest[1:]}, reverse=True):
            pieces = _cut_at(rest, level) if runs > 1 or level >= Level.SLASH else []
            if len(pieces) > 1 and all(len(piece) == size - street for piece in pieces):
                return [[*atoms[:street], *piece] for piece in pieces]
    return []


def _cut_at(atoms: Sequence[Atom], level: Level) -> list[list[Atom]]:
    groups: list[list[Atom]] = []
    for atom in atoms:
        if not groups or atom.level >= level:
            groups.append([])
        groups[-1].append(atom)
    return groups


def best_of(tried: Iterable[DealtOut]) -> DealtOut | None:
    """Return the first result that fits and has several hands, if possible a complete one.

    A single hand is enough if it is a range.
    """
    fitting = [
        dealt for dealt in tried if dealt.fits and (len(dealt.hands) > 1 or dealt.has_ranges)
    ]
    return next((dealt for dealt in fitting if dealt.is_whole), fitting[0] if fitting else None)


def summary_of(dealt: DealtOut) -> str:
    """Return a summary such as `two hands of two cards and a board of five`."""
    hands = count_in_words(len(dealt.hands), "hands")
    if dealt.has_ranges:
        hands = f"{hands} or ranges" if len(dealt.hands) > 1 else "a range"
    hands += f" of {number_text(dealt.game.hole)} cards"
    lying = [len(board) for board in dealt.boards if board]
    if len(lying) == 1:
        return f"{hands} and a board of {number_text(lying[0])}"
    return f"{hands} and {number_text(len(lying))} boards" if lying else hands


def other_games(game: Game) -> list[Game]:
    """Return the other games, those with the same contests and choices of cards first."""

    def contests(some: Game) -> list[tuple[str, str]]:
        return [(contest.name, contest.choice.name) for contest in some.contests]

    def distance(other: Game) -> tuple[bool, int, bool, int]:
        is_short = len(other.deck) < len(game.deck)
        is_kin = contests(other) == contests(game)
        return not is_kin, len(other.contests), is_short, other.number

    return sorted((other for other in GAMES.values() if other is not game), key=distance)
