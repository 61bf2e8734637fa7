"""Assign the dealt cards to hands and boards, each card once, and mark the leftovers."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import compress

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.deals import LETTERS, board_field, default_label
from showdown.evaluator.errors import (
    DuplicateCard,
    DuplicateLabel,
    InvalidDeal,
    NotInDeck,
    UnexpectedBoard,
    WrongNumberOfPlayers,
)
from showdown.evaluator.games import Game
from showdown.notation.pasted.chip_words import ChipWords
from showdown.notation.pasted.dealing import DealtOut
from showdown.notation.pasted.result import Mark, Pasted, PastedHand
from showdown.notation.pasted.sections import Atom, Section
from showdown.notation.pasted.vocabulary import SEATS
from showdown.words.errors import error_text
from showdown.words.ranks import count_text, join_phrases, number_text

_FLOP = 3
_COUNTED = re.compile(r"(?:hand|player|seat|villain|opponent|p|v)\W?\w{1,5}", re.IGNORECASE)
"""Names that can't be headings of a text."""
_DEFAULT_LABELS = {default_label(seat).casefold(): seat for seat in range(len(LETTERS))}


def place_cards(dealt: DealtOut, words: ChipWords) -> Pasted:
    """Assign each card to a hand, a board or the dead cards, and mark the leftovers."""
    game = dealt.game
    marks = list(_doubts(dealt))
    hands = _hands_by_seat(dealt, marks)
    labels = tuple(hand.name or default_label(seat) for seat, hand in enumerate(hands))
    deck = _Deck(game, marks)
    own = tuple(
        _ranged(hand, game, marks)
        if hand.range and not hand.atoms
        else PastedHand(
            label=hand.name,
            cards=deck.take(hand.atoms, label),
            is_mucked=hand.is_mucked,
            unknown=sum(atom.is_unknown for atom in hand.atoms),
            is_any=bool(hand.range),
        )
        for hand, label in zip(hands, labels, strict=True)
    )
    boards: list[Cards] = []
    if game.boards or game.may_share_last_card:
        for index, board in enumerate(dealt.boards):
            # The board of a later run may begin with cards of the first.
            first = boards[index % len(game.boards)] if index >= len(game.boards) > 0 else ()
            boards.append(deck.take(board, board_field(index), first))
    else:
        for board in filter(None, dealt.boards):
            error = UnexpectedBoard(count=len(board), game=game, field="Board")
            marks.append(Mark(board[0].start, board[-1].end, error_text(error)))
    folded = [label for hand, label in zip(hands, labels, strict=True) if hand.is_folded]
    shown = tuple(label for label, hand in zip(labels, own, strict=True) if not hand.is_mucked)
    is_read = [all(atom.card or atom.is_unknown for atom in hand.atoms) for hand in hands]
    with_cards = {label: hand for hand, label in zip(hands, labels, strict=True) if hand.atoms}
    notes = words.take_bets(with_cards, len(hands) + len(dealt.folded))
    wagers = words.wagers((*folded, *dealt.folded), labels, shown)
    return Pasted(
        game=game,
        hands=tuple(compress(own, is_read)),
        boards=tuple(boards),
        dead=deck.take(dealt.dead, "Dead"),
        wagers=wagers,
        rules=words.rules,
        marks=tuple(marks),
        notes=notes,
    )


def _ranged(hand: Section, game: Game, marks: list[Mark]) -> PastedHand:
    """Return the hand of a range. Mark it and return an unknown hand if it is invalid."""
    try:
        return PastedHand.parse(hand.range, game, hand.name)
    except InvalidDeal as error:
        start = hand.end - len(hand.range) + (error.position or 0)
        marks.append(Mark(min(start, hand.end - 1), hand.end, error_text(error)))
        return PastedHand(hand.name, is_any=True)


def _doubts(dealt: DealtOut) -> Iterator[Mark]:
    """Yield marks of leftover cards, and of hands and boards that are probably misread."""
    runs: list[list[Atom]] = []
    for atom in dealt.over:
        if not runs or atom.start - runs[-1][-1].end > 1:
            runs.append([])
        runs[-1].append(atom)
    for run in runs:
        cards = "this card" if len(run) == 1 else f"these {number_text(len(run))} cards"
        why = f"there is no place left for {cards} in {dealt.game.name}"
        yield Mark(run[0].start, run[-1].end, why)

    most = max((len(hand.atoms) for hand in dealt.hands), default=0)
    for hand in dealt.hands:  # for example `Burn: 5c`
        if 0 < len(hand.atoms) < most and (hand.name or len(hand.atoms) == 1):
            has = count_text(len(hand.atoms), "card")
            whose = f"“{hand.name}”" if hand.name else "this hand"
            why = f"{whose} has {has}, and another hand {number_text(most)}"
            yield Mark(hand.start, hand.end, why)

    if dealt.game.boards:
        yield from _incomplete_boards(dealt)

    if len(dealt.boards) > max(1, len(dealt.game.boards)) and dealt.hands:
        first, last = dealt.boards[0], dealt.boards[-1]
        is_after = first and last and dealt.hands[0].start < first[0].start
        for hand in dealt.hands[1:] if is_after else ():
            if first[-1].end <= hand.start < last[0].start:
                why = "another deal seems to begin here; paste one deal at a time"
                yield Mark(hand.start, hand.end, why)
                break

    match dealt.hands:
        case [head, *rest] if head.name and rest and not any(hand.name for hand in rest):
            if head.name.lower() not in SEATS and not _COUNTED.fullmatch(head.name):
                dealt.hands[0] = replace(head, name="")
                why = f"“{head.name}” may be a player or a game; the other hands have no names"
                yield Mark(head.start, head.name_end, why, may_be_left_out=True)


def _incomplete_boards(dealt: DealtOut) -> Iterator[Mark]:
    """Yield a mark of a turn or river without the previous streets, or of each short flop."""
    named = {
        section.street: section
        for section in reversed(dealt.sections)
        if section.street == "flop" or (section.goes_on and 0 < len(section.atoms) < _FLOP)
    }
    lengths = set(map(len, dealt.boards))
    missing = []
    if "flop" not in named and lengths & {1, 2}:
        missing.append("the flop")
    if "turn" not in named and lengths & {1, 2, 4}:
        missing.append("the turn")
    first = named.get("turn") or named.get("river")
    if first and missing:
        are = "is" if len(missing) == 1 else "are"
        why = f"{join_phrases(missing)} {are} missing before the {first.street}"
        yield Mark(first.start, first.end, why)
        return
    for board in dealt.boards:
        if 0 < len(board) < _FLOP:
            why = f"a flop has three cards, but this has {count_text(len(board), 'card')}"
            yield Mark(board[0].start, board[-1].end, why)


def _hands_by_seat(dealt: DealtOut, marks: list[Mark]) -> list[Section]:
    """Return the hands by seat: `HandC` is the third, even if the second is missing.

    Mark repeated names, and omit and mark hands beyond the last seat of the game.
    """
    seen: set[str] = set()
    hands = []
    for hand in dealt.hands:
        name = hand.name
        if name and name.casefold() in seen:
            error = DuplicateLabel(label=name)
            marks.append(Mark(hand.start, hand.start + len(name), error_text(error)))
            name = ""
        seen.add(name.casefold())
        hands.append(replace(hand, name=name))
    seats = [_DEFAULT_LABELS.get(hand.name.casefold(), -1) for hand in hands]
    if seats and min(seats) >= 0:
        by_seat = dict(zip(seats, hands, strict=True))
        hands = [by_seat.get(seat, Section()) for seat in range(max(seats) + 1)]
        hands = [replace(hand, name=default_label(seat)) for seat, hand in enumerate(hands)]
    most = dealt.game.players[-1]
    if len(hands) > most:
        crowd = WrongNumberOfPlayers(count=len(hands), game=dealt.game)
        marks.append(Mark(hands[most].start, hands[-1].end, error_text(crowd)))
    return hands[:most]


class _Deck:
    """The cards that have been assigned. Each card can be assigned once."""

    def __init__(self, game: Game, marks: list[Mark]) -> None:
        self.game = game
        self.marks = marks
        self.field_of: dict[Card, str] = {}

    def take(self, atoms: Iterable[Atom], field: str, again: Cards = ()) -> Cards:
        """Assign the cards, except repeated ones and those not in the deck, which are marked.

        A board may begin with the cards of `again`.
        """
        taken: list[Card] = []
        for index, atom in enumerate(atoms):
            card = atom.card
            if card is None:
                continue
            is_again = index < len(again) and again[index] == card and len(taken) == index
            error: InvalidDeal | None = None
            if card not in self.game.deck_set:
                error = NotInDeck(card=card, game=self.game, field=field)
            elif card in self.field_of and not is_again:
                first = self.field_of[card]
                error = DuplicateCard(card=card, first=first, second=field, field=field)
            if error:
                self.marks.append(Mark(atom.start, atom.end, error_text(error)))
            else:
                self.field_of[card] = field
                taken.append(card)
        return tuple(taken)
