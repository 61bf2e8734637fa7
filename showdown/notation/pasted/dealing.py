"""Deals the cards of a pasted text out by the counts of a game.

What the text says goes first: names, `vs`, `on`. Where it says nothing the cards are cut at
whatever sets them apart, lines before bars before slashes before commas, if the hands and boards
of the game come of it; else they are counted off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from showdown.evaluator.deals import MOST_RUNS
from showdown.evaluator.games import Family, Game
from showdown.notation.pasted.phrases import Atom, Section
from showdown.notation.pasted.tokens import Level

_STREETS = (3, 4)
"""Cards of a board that isn't complete."""
_FEWEST_OF_STUD = 3
"""Cards with which a hand of stud begins: the others are to come."""


@dataclass(slots=True)
class DealtOut:
    """The hands and boards in the order of the text; `over` is what the game has no place for.

    `fits`: nothing is over, each hand is complete, and each board is empty, complete or a street.
    """

    game: Game
    hands: list[Section] = field(default_factory=list)
    boards: list[list[Atom]] = field(default_factory=list)
    dead: list[Atom] = field(default_factory=list)
    over: list[Atom] = field(default_factory=list)
    folded: list[str] = field(default_factory=list)
    """Those who have folded without showing a hand."""
    hole: int = 0
    may_count: bool = True
    may_be_partial: bool = False
    """Whether hands of stud may have cards to come."""

    @property
    def fits(self) -> bool:
        return (
            not self.over
            and all(atom.card in self.game.deck_set for atom in cards_of(self) if atom.card)
            and 0 < len(self.hands) <= self.game.players[-1]
            and all(_is_hand(hand, self) for hand in self.hands)
            and all(_is_board(board, self.game) for board in self.boards)
        )

    def is_hand_of(self, atoms: Sequence[Atom]) -> bool:
        """Whether these cards are one hand."""
        is_partial = self.may_be_partial and self.game.family is Family.STUD
        has_size = len(atoms) == self.hole or (
            is_partial and _FEWEST_OF_STUD <= len(atoms) < self.hole
        )
        return has_size and not _where_joined(atoms)

    @property
    def is_whole(self) -> bool:
        """Whether it fits, and no card is still to come."""
        dealt = [len(board) for board in self.boards]
        needed = list(self.game.boards) or [1] * len(dealt)
        whole = len(dealt) == len(needed) and dealt == needed
        return self.fits and len(self.hands) >= self.game.players[0] and whole


def deal_out(
    sections: Sequence[Section],
    game: Game,
    *,
    may_count: bool = True,
    may_be_partial: bool = False,
) -> DealtOut:
    """The cards of the sections by the counts of the game.

    `may_count`: whether cards may be counted off that the text sets apart in another way.
    `may_be_partial`: whether hands of stud may have cards to come.
    """
    dealt = DealtOut(game, hole=_hole(sections, game), may_count=may_count)
    dealt.may_be_partial = may_be_partial
    named = any(section.board for section in sections)
    loose: list[Atom] = []
    for section in sections:
        if not (section.is_headed or section.hides or section.is_folded):
            loose += section.atoms
            continue
        if not _is_street_of(section, dealt):
            _place_loose(loose, dealt, named)
            loose = []
        loose += _place(section, dealt)
    _place_loose(loose, dealt, named)
    return dealt


def _is_hand(hand: Section, dealt: DealtOut) -> bool:
    atoms = (
        hand.atoms
        if not hand.is_headed
        else [replace(atom, level=Level.NONE) for atom in hand.atoms]
    )
    return hand.hides or dealt.is_hand_of(atoms) or (hand.is_folded and not hand.atoms)


def _where_joined(atoms: Sequence[Atom]) -> int:
    """Where the second of two hands begins in these cards; 0 if they aren't two: `AsKs QhQd`.

    A hand that begins in the middle of a list of single cards is just counted off.
    """
    if not atoms or atoms[0].level is Level.NONE:
        return 0
    runs = _cut_at(list(atoms), Level.WORD)
    at = 0
    for run, after in pairwise(runs):
        at += len(run)
        if len(run) == len(after) > 1:
            return at
    return 0


def _is_board(board: Sequence[Atom], game: Game) -> bool:
    streets = _STREETS if game.boards else ()
    return len(board) in (*game.boards, 1 if game.may_share_last_card else 0, 0, *streets)


def _hole(sections: Sequence[Section], game: Game) -> int:
    """How many cards a hand has: in a stud game one less where the last one is shared."""
    boards = [section for section in sections if section.board]
    is_short = game.may_share_last_card and len(boards) == 1 and len(boards[0].atoms) == 1
    return game.hole - is_short


def _is_street_of(section: Section, dealt: DealtOut) -> bool:
    return bool(section.board and section.goes_on and dealt.boards)


def _place(section: Section, dealt: DealtOut) -> list[Atom]:
    """Put the section where it says; give back what comes after its hand or board is full."""
    if section.is_dead:
        dealt.dead += section.atoms
        return []
    if section.is_folded and section.name and not section.atoms:
        dealt.folded.append(section.name)
        return []
    if not section.board:
        size = dealt.hole
        if dealt.game.family is not Family.STUD:
            size = _where_joined(_from_new(section.atoms[:size])) or size
        own, rest = section.atoms[:size], section.atoms[size:]
        is_mucked = section.is_mucked and not own
        is_folded = section.is_folded or (section.is_mucked and bool(own))
        dealt.hands.append(replace(section, is_mucked=is_mucked, is_folded=is_folded, atoms=own))
        return _set_off(rest, dealt)
    size = (dealt.game.boards or (1,))[0]
    if _is_street_of(section, dealt):
        size -= len(dealt.boards[-1])
        own, rest = section.atoms[:size], section.atoms[size:]
        dealt.boards[-1] += own
        return _set_off(rest, dealt)
    while len(dealt.boards) < section.board - 1:
        dealt.boards.append([])
    own, rest = section.atoms[:size], section.atoms[size:]
    dealt.boards.append(own)
    is_open = len(dealt.boards) < len(dealt.game.boards)
    return _from_new(rest) if is_open else _set_off(rest, dealt)


def _set_off(rest: list[Atom], dealt: DealtOut) -> list[Atom]:
    """What begins something new; what just goes on after a full hand is too much."""
    if rest and rest[0].level < Level.COMMA:
        dealt.over += rest
        return []
    return _from_new(rest)


def _from_new(atoms: list[Atom]) -> list[Atom]:
    return [replace(atom, level=Level.VERSUS) if not at else atom for at, atom in enumerate(atoms)]


def _place_loose(atoms: list[Atom], dealt: DealtOut, boards_named: bool) -> None:
    """Put cards of which the text doesn't say whose they are."""
    if not atoms:
        return
    for groups in _ways_to_cut(atoms):
        if _assign(groups, dealt, boards_named):
            return
    if not dealt.may_count or not _count_off(atoms, dealt, boards_named):
        _assign(_cut_at(atoms, Level.VERSUS), dealt, boards_named, at_any_rate=True)


def _ways_to_cut(atoms: list[Atom]) -> Iterator[list[list[Atom]]]:
    levels = sorted({atom.level for atom in atoms[1:]} - {Level.NONE}, reverse=True)
    yield from (_cut_at(atoms, level) for level in levels or [Level.VERSUS])


def _cut_at(atoms: list[Atom], level: Level) -> list[list[Atom]]:
    groups: list[list[Atom]] = []
    for atom in atoms:
        if not groups or atom.level >= level:
            groups.append([])
        groups[-1].append(atom)
    return groups


def _assign(
    groups: list[list[Atom]], dealt: DealtOut, boards_named: bool, *, at_any_rate: bool = False
) -> bool:
    """Let each group be a hand or a board, if all can be; or, `at_any_rate`, as well as it goes."""
    hands: list[list[Atom]] = []
    boards = [list(board) for board in dealt.boards]
    over: list[Atom] = []
    for place, group in enumerate(groups):
        open_boards = _boards_open(dealt, boards, boards_named)
        is_last = len(groups) > 2 and place >= len(groups) - open_boards and not boards_named
        may_be_street = len(groups) > 1 or bool(dealt.hands)
        if _goes_on(group, boards, dealt):
            boards[-1] += group
        elif open_boards and _is_board_of(group, dealt, len(boards), is_last, may_be_street):
            boards.append(group)
        elif dealt.is_hand_of(group):
            hands.append(group)
        elif at_any_rate:
            size = min(dealt.hole, _where_joined(group[: dealt.hole]) or dealt.hole)
            hands.append(group[:size])
            over += group[size:]
        else:
            return False
    if len(dealt.hands) + len(hands) > dealt.game.players[-1] and not at_any_rate:
        return False
    dealt.hands += [Section(start=g[0].start, end=g[-1].end, atoms=g) for g in hands]
    dealt.boards, dealt.over = boards, dealt.over + over
    return True


def _boards_open(dealt: DealtOut, boards: list[list[Atom]], boards_named: bool) -> int:
    """How many boards may still come without a name: where one has a name, later runs as well."""
    count = len(dealt.game.boards)
    if boards_named and not boards:
        return 0
    return max(0, count * (MOST_RUNS if boards_named else 1) - len(boards))


def _is_board_of(
    group: list[Atom], dealt: DealtOut, place: int, is_last: bool, may_be_street: bool
) -> bool:
    """Whether the group has the size of this board, or of a street of it, and isn't a hand."""
    size = dealt.game.boards[place % len(dealt.game.boards)]
    if len(group) == dealt.hole:
        return len(group) == size and is_last
    is_street = may_be_street and len(group) in _STREETS and len(group) < size
    return len(group) == size or is_street


def _goes_on(group: list[Atom], boards: list[list[Atom]], dealt: DealtOut) -> bool:
    """Whether a single card is the turn or the river."""
    is_street = bool(boards) and len(group) == 1 and len(boards[-1]) in _STREETS
    return is_street and bool(dealt.game.boards) and len(boards[-1]) < dealt.game.boards[0]


def _count_off(atoms: list[Atom], dealt: DealtOut, boards_named: bool) -> bool:
    """Deal the cards out one hand after the other, and the boards last, if the count fits."""
    game = dealt.game
    for sizes in _boards_to_count(game, is_open=not boards_named and not dealt.boards):
        players, over = divmod(len(atoms) - sum(sizes), dealt.hole)
        seated = players + len(dealt.hands)
        if over or players < 0 or seated > game.players[-1] or (sizes and seated < _least(game)):
            continue
        counts = [dealt.hole] * players + list(sizes)
        groups = list(_counted(atoms, counts))
        starts = {group[0].start for group in groups}
        is_joined = any(map(_where_joined, groups[:players]))
        if not is_joined and all(
            atom.start in starts for atom in atoms[1:] if atom.level is Level.VERSUS
        ):
            hands, boards = groups[:players], groups[players:]
            dealt.hands += [Section(start=g[0].start, end=g[-1].end, atoms=g) for g in hands]
            dealt.boards += boards
            return True
    return False


def _least(game: Game) -> int:
    """One hand and a board is something only where the text says so."""
    return max(2, game.players[0])


def _boards_to_count(game: Game, *, is_open: bool) -> Iterator[tuple[int, ...]]:
    """How many cards each board may have: all, or none, or those of a street."""
    if is_open and game.boards:
        yield game.boards
        yield ()
        yield from ((street,) * len(game.boards) for street in _STREETS)
    else:
        yield ()


def _counted(atoms: list[Atom], counts: Sequence[int]) -> Iterator[list[Atom]]:
    at = 0
    for count in counts:
        yield atoms[at : at + count]
        at += count


def cards_of(dealt: DealtOut) -> Iterator[Atom]:
    """Every card that found a place."""
    yield from chain.from_iterable(hand.atoms for hand in dealt.hands)
    yield from chain.from_iterable(dealt.boards)
    yield from dealt.dead
