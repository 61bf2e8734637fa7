"""Divide the sections of a pasted text into the hands and boards of a game, and mark errors.

Cards after a name, `vs` or `on` are assigned first. Other cards are split at the separators of one
level: the strongest level at which all groups are hands and boards of the game. If there is no such
level, the cards are counted off.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, compress, pairwise

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.deals import (
    LABEL_LETTERS,
    MAX_RUNS,
    board_field,
    count_shared_cards,
    default_label,
)
from showdown.evaluator.errors import (
    DuplicateCard,
    DuplicateLabel,
    InvalidDeal,
    NotInDeck,
    WrongNumberOfPlayers,
)
from showdown.evaluator.games import GAMES, Family, Game
from showdown.evaluator.spots import ANY_HAND, DEAD
from showdown.notation.pasted.chip_words import ChipWords
from showdown.notation.pasted.result import Mark, PastedHand, PasteResult
from showdown.notation.pasted.sections import Section, TextCard
from showdown.notation.pasted.tokenizer import Level
from showdown.notation.pasted.word_patterns import NUMBERED_NAME, SEAT_NAMES
from showdown.words.errors import error_text
from showdown.words.ranks import count_in_words, count_text, number_text

_PARTIAL_BOARD_SIZES = (3, 4)
_MIN_STUD_CARDS = 3
"""Minimum number of cards of a stud hand whose other cards are still to come."""

_TWO_CARD_NAME = re.compile(
    r"(?<![\w$!])[AKQJT2-9akqjt]{2}[so]\+?(?![\w$!])|(?<![\w$!])([AKQJT2-9])\1\+?(?![\w$:!])"
    r"|^(?:(?:10|[2-9TJQKAtjqka])[cdhsx♣♦♥♠]\s*){2}$"
)
"""A pattern for two-card hands: `AKs`, `AKo`, `QQ`, or two cards whose suits may be `x`."""
_FLOP_SIZE = 3
_DEFAULT_LABELS = {default_label(seat).casefold(): seat for seat in range(len(LABEL_LETTERS))}


@dataclass(slots=True)
class GameFit:
    """The sections of a text divided into hands and boards of a game, in the order of the text.

    `hole` is the number of cards of a hand, and `runs` the number of times that the board is dealt.
    `may_count_off` is true if cards may be counted off across separators, and
    `may_have_partial_hands` if hands of stud may have cards to come.

    `leftover` are the cards that belong to no hand or board, and `folded_players` the players who
    folded without showing a hand. `shared_count` is the number of cards that all runs have in
    common.
    """

    game: Game
    sections: Sequence[Section]
    hole: int
    runs: int
    may_count_off: bool
    may_have_partial_hands: bool
    hands: list[Section] = field(default_factory=list)
    boards: list[list[TextCard]] = field(default_factory=list)
    dead: list[TextCard] = field(default_factory=list)
    leftover: list[TextCard] = field(default_factory=list)
    folded_players: list[str] = field(default_factory=list)
    shared_count: int = 0

    @property
    def has_named_boards(self) -> bool:
        return any(section.board for section in self.sections)

    @property
    def is_possible(self) -> bool:
        """Return whether the game allows these hands and boards, and no cards are left over."""
        game = self.game
        streets = _PARTIAL_BOARD_SIZES if game.boards else ()
        board_sizes = (*game.boards, 1 if game.may_share_last_card else 0, 0, *streets)
        groups = (*(hand.cards for hand in self.hands), *self.boards, self.dead)
        known_cards = [card.known_card for cards in groups for card in cards if card.known_card]
        return (
            not self.leftover
            and not (len(game.boards) < 2 and any(part.is_bottom for part in self.sections))
            and not (len(game.boards) != 1 and any(part.is_run for part in self.sections))
            and game.deck_set.issuperset(known_cards)
            and 0 < len(self.hands) <= game.players[-1]
            and all(
                hand.is_complete_without_cards or self._has_hand_size(hand.cards)
                for hand in self.hands
            )
            and all(len(board) in board_sizes for board in self.boards)
            and all(self._is_range(hand.range) for hand in self.hands if hand.range)
        )

    @property
    def has_ranges(self) -> bool:
        return not {hand.range for hand in self.hands} <= {"", ANY_HAND}

    def _is_range(self, text: str) -> bool:
        """Return whether the text is a range of the game."""
        if self.game.hole != 2 and _TWO_CARD_NAME.search(text):
            return False
        with suppress(InvalidDeal):
            return bool(PastedHand.parse(text, self.game))
        return False

    @property
    def is_complete(self) -> bool:
        """Return whether a possible fit has enough hands and complete boards for a showdown."""
        sizes = [len(board) for board in self.boards]
        needed = list(self.game.boards) * self.runs or [1] * len(sizes)
        return len(self.hands) >= self.game.players[0] and sizes == needed

    def _has_hand_and_street(self, cards: Sequence[TextCard], *, is_last: bool) -> bool:
        """Return whether the group has a hand and a street: `2c3d5h AsKd` or `QhQd, 2c3d5h`.

        In the last group, cards after a street may be the next streets. A group that begins a line
        may be a whole board.
        """
        level = max((card.level for card in cards[1:]), default=Level.NONE)
        first, *others = map(len, _split_at_level(cards, level))
        if first == self.hole:
            begins_line = cards[0].level is Level.LINE
            streets = {*_PARTIAL_BOARD_SIZES} - {first}
            return not begins_line and len(others) == 1 and others[0] in streets
        return first in _PARTIAL_BOARD_SIZES and not is_last and set(others) == {self.hole}

    def _join_unknown_pairs(self, cards: list[TextCard]) -> list[TextCard]:
        """Return the cards of a hand, with each `??` as one card if this completes the hand."""
        pairs = [card for card in cards if not card.ends_pair]
        return pairs if len(pairs) == self.hole else cards

    def _has_hand_size(self, cards: Sequence[TextCard]) -> bool:
        is_partial = self.may_have_partial_hands and self.game.family is Family.STUD
        return (_MIN_STUD_CARDS if is_partial else self.hole) <= len(cards) <= self.hole

    def place_section(self, section: Section, *, may_have_hands: bool) -> list[TextCard]:
        """Add the section to the hands, boards or dead cards, and return its surplus cards.

        `may_have_hands` is true if the cards after a board may be the only hands.
        """
        if section.is_dead:
            dead, *others = _split_at_level(section.cards, Level.SENTENCE) or [[]]
            self.dead += dead
            return _separate_strongly(list(chain.from_iterable(others)))
        if section.is_folded and section.name and not section.cards:
            self.folded_players.append(section.name)
            return []
        if section.board:
            return self._place_board(section, may_have_hands=may_have_hands)
        size = self.hole
        if self.game.family is not Family.STUD:
            size = _find_second_hand(_separate_strongly(section.cards[:size])) or size
        cards = self._join_unknown_pairs(section.cards)
        hand = replace(section, cards=cards[:size])
        if section.is_mucked and hand.cards:  # a mucked hand with known cards counts as folded
            hand.is_mucked, hand.is_folded = False, True
        self.hands.append(hand)
        return self._take_surplus(cards[size:])

    def _place_board(self, section: Section, *, may_have_hands: bool) -> list[TextCard]:
        """Add the section to the boards, and return its surplus cards."""
        if not (self.game.boards or self.game.may_share_last_card):
            self.leftover += section.cards
            return []
        size = (self.game.boards or (1,))[0]
        if section.is_run and self.boards:
            return self._place_run(section, size)
        if may_have_hands and not self.boards:
            street, *hands = map(len, _split_at_level(section.cards, Level.WORD) or [[]])
            if street in _PARTIAL_BOARD_SIZES and set(hands) == {self.hole}:
                # `AsKdQc AhKh / QsQd`
                self.boards.append(section.cards[:street])
                return _separate_strongly(section.cards[street:])
        runs = _find_boards_after_street(section.cards, size, self.runs)
        if len(runs) == self.runs and len(self.game.boards) == 1 and not self.boards:
            self.boards = runs
            return []
        if section.continues_board and self.boards:
            return self._continue_board(section.cards, size)
        while len(self.boards) < section.board - 1:
            self.boards.append([])
        if self.boards[section.board - 1 : section.board] == [[]]:
            self.boards[section.board - 1] = section.cards[:size]
        else:
            self.boards.append(section.cards[:size])
        surplus = section.cards[size:]
        if runs and self.runs <= 1:
            self.leftover += surplus
            return []
        is_open = len(self.boards) < len(self.game.boards)
        return _separate_strongly(surplus) if is_open else self._take_surplus(surplus)

    def _place_run(self, section: Section, size: int) -> list[TextCard]:
        """Add the cards of a run to its board, after the cards that all runs share."""
        first, number = self.boards[0], section.board
        if number == 1 and len(first) in _PARTIAL_BOARD_SIZES:
            self.shared_count = len(first)
        elif section.continues_board and not self.shared_count:
            # `second turn 4d` after a full board
            self.shared_count = _PARTIAL_BOARD_SIZES[0]
        if number == len(self.boards) + 1:
            self.boards.append(first[: self.shared_count])
        if number != len(self.boards):
            self.leftover += section.cards
            return []
        return self._continue_board(section.cards, size)

    def _continue_board(self, cards: list[TextCard], size: int) -> list[TextCard]:
        """Add cards to the last board, up to this size, and return the others."""
        missing = size - len(self.boards[-1])
        self.boards[-1] += cards[:missing]
        return self._take_surplus(cards[missing:])

    def _take_surplus(self, surplus: list[TextCard]) -> list[TextCard]:
        """Return cards after a comma or stronger separator; record other cards as left over."""
        if surplus and surplus[0].level < Level.COMMA:
            self.leftover += surplus
            return []
        return _separate_strongly(surplus)

    def place_unnamed_cards(self, cards: list[TextCard]) -> None:
        """Assign cards that don't follow a name to hands and boards."""
        levels = sorted({card.level for card in cards[1:]} - {Level.NONE}, reverse=True)
        for level in levels or [Level.VERSUS]:
            if self._assign_groups(_split_at_level(cards, level)):
                return
        if not self.may_count_off or not self._count_off(cards):
            self._assign_groups(_split_at_level(cards, Level.VERSUS), allow_leftovers=True)

    def _assign_groups(
        self, groups: list[list[TextCard]], *, allow_leftovers: bool = False
    ) -> bool:
        """Make each group a hand or a board, and return whether all groups can be one.

        With `allow_leftovers`, cards beyond a full hand are left over. Otherwise, nothing changes
        if a group is neither a hand nor a board.
        """
        hands: list[list[TextCard]] = []
        boards = [list(board) for board in self.boards]
        leftover: list[TextCard] = []
        for index, cards in enumerate(groups):
            group = self._join_unknown_pairs(cards)
            is_last = index == len(groups) - 1
            if not allow_leftovers and self._has_hand_and_street(group, is_last=is_last):
                return False
            is_known = not any(card.is_unknown for card in group)
            size = len(boards[-1]) if boards else 0
            is_next_street = size in _PARTIAL_BOARD_SIZES and size < (self.game.boards or (0,))[0]
            if is_known and len(group) == 1 and is_next_street:
                boards[-1] += group  # the turn or the river
                continue
            if is_known and self._may_be_board(len(group), groups, index, len(boards)):
                boards.append(group)
                continue
            if self._has_hand_size(group) and not _find_second_hand(group):
                hands.append(group)
            elif allow_leftovers:
                size = _find_second_hand(group[: self.hole]) or self.hole
                hands.append(group[:size])
                leftover += group[size:]
            else:
                return False
        self._add_hands(hands)
        self.boards, self.leftover = boards, self.leftover + leftover
        return True

    def _may_be_board(
        self, size: int, groups: list[list[TextCard]], index: int, board_count: int
    ) -> bool:
        """Return whether the group at this index, with `size` cards, can be a board.

        `board_count` is the number of boards before it.
        """
        max_boards = len(self.game.boards) * (MAX_RUNS if self.has_named_boards else self.runs)
        if board_count >= max_boards or (self.has_named_boards and not board_count):
            return False
        is_hand = size == self.hole
        boards_left = max_boards - board_count
        ends_list = 2 < len(groups) <= index + boards_left and not self.has_named_boards
        full_size = self.game.boards[board_count % len(self.game.boards)]
        if size == full_size and (ends_list or not is_hand):
            return True
        nearby = groups[max(index, 1) : index + 2]
        may_be_street = (len(groups) > 1 or bool(self.hands)) and all(
            cards[0].level is not Level.VERSUS for cards in nearby if cards
        )
        return may_be_street and not is_hand and size in _PARTIAL_BOARD_SIZES

    def _count_off(self, cards: list[TextCard]) -> bool:
        """Deal the cards to hands, then to boards, and return whether their number fits."""
        game = self.game
        if any(card.is_unknown or card.level is Level.VERSUS for card in cards[1:]):
            return False
        board_shapes: list[tuple[int, ...]] = [()]
        if game.boards and not self.has_named_boards and not self.boards:
            complete_boards = game.boards * self.runs
            partial = [(street,) * len(complete_boards) for street in _PARTIAL_BOARD_SIZES]
            board_shapes = [complete_boards, (), *partial]
        # One hand and a board are plausible only if the text names them.
        min_players = max(2, game.players[0])
        for sizes in board_shapes:
            players, remainder = divmod(len(cards) - sum(sizes), self.hole)
            total_players = players + len(self.hands)
            if remainder or players < 0 or (sizes and total_players < min_players):
                continue
            groups: list[list[TextCard]] = []
            for size in (*[self.hole] * players, *sizes):
                index = sum(map(len, groups))
                groups.append(cards[index : index + size])
            if not any(map(_find_second_hand, groups[:players])):
                self._add_hands(groups[:players])
                self.boards += groups[players:]
                return True
        return False

    def _add_hands(self, hands: Iterable[list[TextCard]]) -> None:
        self.hands += [
            Section(start=cards[0].start, end=cards[-1].end, cards=cards) for cards in hands
        ]


def fit_to_game(
    sections: Sequence[Section],
    game: Game,
    runs: int,
    *,
    may_count_off: bool = True,
    may_have_partial_hands: bool = False,
) -> GameFit:
    """Divide the cards of the sections into the hands and boards of the game."""
    boards = [section for section in sections if section.board]
    # In stud, each hand has one card less if all share the last one.
    is_short = game.may_share_last_card and len(boards) == 1
    hole = game.hole - is_short
    fit = GameFit(game, sections, hole, runs, may_count_off, may_have_partial_hands)
    hands = [section for section in sections if not (section.board or section.is_dead)]
    unnamed_cards: list[TextCard] = []
    for index, section in enumerate(sections):
        if not (section.has_heading or section.is_complete_without_cards or section.is_folded):
            unnamed_cards += section.cards
            continue
        fit.place_unnamed_cards(unnamed_cards)
        is_before_versus = len(hands) == 1 and sections[index + 1 : index + 2] == hands
        may_have_hands = not hands or (is_before_versus and not hands[0].has_heading)
        unnamed_cards = fit.place_section(section, may_have_hands=may_have_hands)
    fit.place_unnamed_cards(unnamed_cards)
    return fit


def _find_second_hand(cards: Sequence[TextCard]) -> int:
    """Return the index where the second of two hands begins, `AsKs QhQd`; 0 if there is none."""
    index = 0
    for group, next_group in pairwise(_split_at_level(cards, Level.WORD)):
        index += len(group)
        if len(group) == len(next_group) > 1:
            return index
    return 0


def _separate_strongly(cards: list[TextCard]) -> list[TextCard]:
    """Return the cards with the strongest separator before the first."""
    return [replace(cards[0], level=Level.VERSUS), *cards[1:]] if cards else []


def _find_boards_after_street(cards: list[TextCard], size: int, runs: int) -> list[list[TextCard]]:
    """Return the boards of a street and its runs, `AsKdQc, 9s Th / 4d 6c`, or an empty list.

    The separator between the runs is a slash or a stronger one, or any if `runs` is above 1.
    """
    for street in _PARTIAL_BOARD_SIZES:
        rest = cards[street:]
        if not rest or rest[0].level <= max(card.level for card in cards[1:street]):
            continue
        for level in sorted({card.level for card in rest[1:]}, reverse=True):
            pieces = _split_at_level(rest, level) if runs > 1 or level >= Level.SLASH else []
            if len(pieces) > 1 and all(len(piece) == size - street for piece in pieces):
                return [[*cards[:street], *piece] for piece in pieces]
    return []


def _split_at_level(cards: Sequence[TextCard], level: Level) -> list[list[TextCard]]:
    """Split the cards before each separator of at least this level."""
    groups: list[list[TextCard]] = []
    for card in cards:
        if not groups or card.level >= level:
            groups.append([])
        groups[-1].append(card)
    return groups


def best_fit(fits: Iterable[GameFit]) -> GameFit | None:
    """Return the first complete fit, or otherwise the first possible one, or None.

    Consider only fits with several hands or a range.
    """
    possible = [fit for fit in fits if fit.is_possible and (len(fit.hands) > 1 or fit.has_ranges)]
    return next((fit for fit in possible if fit.is_complete), possible[0] if possible else None)


def summarize_fit(fit: GameFit) -> str:
    """Return a summary such as `two hands of two cards and a board of five`."""
    hands = count_in_words(len(fit.hands), "hands")
    if fit.has_ranges:
        hands = f"{hands} or ranges" if len(fit.hands) > 1 else "a range"
    hands += f" of {number_text(fit.game.hole)} cards"
    dealt_boards = [len(board) for board in fit.boards if board]
    if len(dealt_boards) == 1:
        return f"{hands} and a board of {number_text(dealt_boards[0])}"
    return f"{hands} and {number_text(len(dealt_boards))} boards" if dealt_boards else hands


def other_games_by_similarity(game: Game) -> list[Game]:
    """Return the other games; those with the same contests and choices of cards come first."""

    def contests(any_game: Game) -> list[tuple[str, str]]:
        return [(contest.name, contest.choice.name) for contest in any_game.contests]

    def distance(other: Game) -> tuple[bool, int, bool, int]:
        is_short = len(other.deck) < len(game.deck)
        has_same_contests = contests(other) == contests(game)
        return not has_same_contests, len(other.contests), is_short, other.number

    return sorted((other for other in GAMES.values() if other is not game), key=distance)


def assign_cards(fit: GameFit, chip_words: ChipWords) -> PasteResult:
    """Assign each card to a hand, a board or the dead cards, and mark leftover cards."""
    marks = list(_mark_likely_misreadings(fit))
    hands = _arrange_by_seat(fit, marks)
    labels = tuple(hand.name or default_label(seat) for seat, hand in enumerate(hands))
    labeled_hands = list(zip(labels, hands, strict=True))
    marks += _remove_impossible_cards(fit, labeled_hands)
    pasted_hands = [_parse_hand(hand, fit.game, marks) for hand in hands]
    hands_with_cards = {label: hand for label, hand in labeled_hands if hand.cards}
    result = PasteResult(
        game=fit.game,
        hands=tuple(compress(pasted_hands, (hand.is_readable for hand in hands))),
        boards=tuple(map(_list_known_cards, fit.boards)),
        dead=_list_known_cards(fit.dead),
        rules=chip_words.rules,
        marks=tuple(marks),
        notes=chip_words.take_bets(hands_with_cards, len(hands) + len(fit.folded_players)),
    )
    folded = [label for label, hand in labeled_hands if hand.is_folded]
    return replace(result, wagers=chip_words.build_wagers((*folded, *fit.folded_players), result))


def _list_known_cards(cards: Iterable[TextCard]) -> Cards:
    return tuple(card.known_card for card in cards if card.known_card)


def _parse_hand(hand: Section, game: Game, marks: list[Mark]) -> PastedHand:
    """Return the hand with its cards or its range. If the range is invalid, mark it."""
    if hand.range and not hand.cards:
        try:
            return PastedHand.parse(hand.range, game, hand.name)
        except InvalidDeal as error:
            start = hand.end - len(hand.range) + (error.position or 0)
            marks.append(Mark(min(start, hand.end - 1), hand.end, error_text(error)))
    return PastedHand(
        label=hand.name,
        cards=_list_known_cards(hand.cards),
        is_mucked=hand.is_mucked,
        unknown=sum(card.is_unknown for card in hand.cards),
        is_any=bool(hand.range),
    )


def _mark_likely_misreadings(fit: GameFit) -> Iterator[Mark]:
    """Yield marks of leftover cards, and of hands and boards that are probably misread.

    If only the first hand has a name, which may be that of a game, mark and remove the name.
    """
    groups: list[list[TextCard]] = []
    for card in fit.leftover:
        if not groups or card.start - groups[-1][-1].end > 1:
            groups.append([])
        groups[-1].append(card)
    for group in groups:
        cards = "this card" if len(group) == 1 else f"these {number_text(len(group))} cards"
        reason = f"there is no place left for {cards} in {fit.game.name}"
        yield Mark(group[0].start, group[-1].end, reason)

    max_cards = max((len(hand.cards) for hand in fit.hands), default=0)
    for hand in fit.hands:  # for example `Burn: 5c`
        if 0 < len(hand.cards) < max_cards and (hand.name or len(hand.cards) == 1):
            card_count = count_text(len(hand.cards), "card")
            subject = f"“{hand.name}”" if hand.name else "this hand"
            reason = f"{subject} has {card_count}, but another hand has {number_text(max_cards)}"
            yield Mark(hand.start, hand.end, reason)

    if fit.game.boards:
        yield from _mark_incomplete_boards(fit)

    if len(fit.boards) > max(1, len(fit.game.boards)) and fit.hands:
        first, last = fit.boards[0], fit.boards[-1]
        is_after = first and last and fit.hands[0].start < first[0].start
        for hand in fit.hands[1:] if is_after else ():
            if first[-1].end <= hand.start < last[0].start:
                reason = "another deal seems to begin here; paste one deal at a time"
                yield Mark(hand.start, hand.end, reason)
                break

    heading, *others = fit.hands or [Section()]
    has_only_name = heading.name and others and not any(hand.name for hand in others)
    is_player = heading.name.lower() in SEAT_NAMES or NUMBERED_NAME.fullmatch(heading.name)
    if has_only_name and not is_player:
        fit.hands[0] = replace(heading, name="")
        reason = f"“{heading.name}” may be a player or a game; the other hands have no names"
        yield Mark(heading.start, heading.name_end, reason, may_be_left_out=True)


def _mark_incomplete_boards(fit: GameFit) -> Iterator[Mark]:
    """Yield a mark of a turn or river without the previous street, or of each short flop."""
    sections = {
        section.street: section
        for section in reversed(fit.sections)
        if section.street == "flop" or 0 < len(section.cards) < _FLOP_SIZE
    }
    lengths = set(map(len, fit.boards))
    for street, previous, incomplete in (("turn", "flop", {1, 2}), ("river", "turn", {1, 2, 4})):
        if street in sections and previous not in sections and lengths & incomplete:
            start, end = sections[street].start, sections[street].end
            yield Mark(start, end, f"the {previous} is missing before the {street}")
            return
    flops = [section.cards for section in fit.sections if section.street == "flop"]
    short_flops = {
        cards[0].start: cards for cards in flops + fit.boards if 0 < len(cards) < _FLOP_SIZE
    }
    for cards in short_flops.values():
        reason = f"a flop has three cards, but this has {count_text(len(cards), 'card')}"
        yield Mark(cards[0].start, cards[-1].end, reason)


def _arrange_by_seat(fit: GameFit, marks: list[Mark]) -> list[Section]:
    """Return the hands, in the order of seats if all have default labels: `HandC` is third.

    Mark repeated names and surplus hands.
    """
    seen_names: set[str] = set()
    hands = []
    for hand in fit.hands:
        name = hand.name
        if name and name.casefold() in seen_names:
            error = DuplicateLabel(label=name)
            marks.append(Mark(hand.start, hand.start + len(name), error_text(error)))
            name = ""
        seen_names.add(name.casefold())
        hands.append(replace(hand, name=name))
    seats = [_DEFAULT_LABELS.get(hand.name.casefold(), -1) for hand in hands]
    if seats and min(seats) >= 0:
        by_seat = dict(zip(seats, hands, strict=True))
        hands = [by_seat.get(seat, Section()) for seat in range(max(seats) + 1)]
        hands = [replace(hand, name=default_label(seat)) for seat, hand in enumerate(hands)]
    max_hands = fit.game.players[-1]
    if len(hands) > max_hands:
        too_many = WrongNumberOfPlayers(count=len(hands), game=fit.game)
        marks.append(Mark(hands[max_hands].start, hands[-1].end, error_text(too_many)))
    return hands[:max_hands]


def _remove_impossible_cards(fit: GameFit, hands: Iterable[tuple[str, Section]]) -> Iterator[Mark]:
    """Remove repeated cards and cards that aren't in the deck, and yield a mark of each."""
    groups = [(label, hand.cards, 0) for label, hand in hands]
    board_count = len(fit.game.boards)
    for index, board in enumerate(fit.boards):
        # The board of a later run may begin with cards of the first run's board.
        first = fit.boards[index % board_count] if index >= board_count > 0 else ()
        shared = count_shared_cards(_list_known_cards(first), _list_known_cards(board))
        groups.append((board_field(index), board, shared))
    field_of: dict[Card, str] = {}
    for name, cards, shared in [*groups, (DEAD, fit.dead, 0)]:
        for text_card in cards[shared:]:
            card = text_card.known_card
            if card is None:
                continue
            error: InvalidDeal
            if card not in fit.game.deck_set:
                error = NotInDeck(card=card, game=fit.game, field=name)
            elif card in field_of:
                error = DuplicateCard(card=card, first=field_of[card], second=name, field=name)
            else:
                field_of[card] = name
                continue
            cards.remove(text_card)
            yield Mark(text_card.start, text_card.end, error_text(error))
