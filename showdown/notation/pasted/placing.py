"""Puts cards that were dealt out in their places, each once, and marks those that have none."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

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
from showdown.notation.pasted.phrases import Atom, Section
from showdown.notation.pasted.result import Mark, Pasted, PastedHand
from showdown.notation.pasted.vocabulary import SEATS
from showdown.words.errors import error_text
from showdown.words.ranks import how_many, number_text

_FLOP = 3
_COUNTED = re.compile(r"(?:hand|player|seat|villain|opponent|p|v)\W?\w{1,5}", re.IGNORECASE)
"""Names that can't be headings of a text."""
_DEFAULT_LABELS = {default_label(seat).casefold(): seat for seat in range(len(LETTERS))}


def place(dealt: DealtOut, words: ChipWords) -> Pasted:
    """The cards in their places, each once, and a mark for each that has none."""
    game = dealt.game
    marks = [*_over(dealt), *_short_hands(dealt), *_short_boards(dealt), *_next_deal(dealt)]
    marks += _without_heading(dealt)
    hands = _seated(dealt, marks)
    labels = tuple(hand.name or default_label(seat) for seat, hand in enumerate(hands))
    places = _Places(game, marks)
    own = tuple(
        PastedHand(
            label=hand.name,
            cards=places.take(hand.atoms, label),
            is_mucked=hand.is_mucked,
            unknown=sum(atom.card is None for atom in hand.atoms),
            is_any=hand.is_any,
        )
        for hand, label in zip(hands, labels, strict=True)
    )
    boards = places.boards(_boards(dealt, marks))
    folded = [label for hand, label in zip(hands, labels, strict=True) if hand.is_folded]
    shown = tuple(label for label, hand in zip(labels, own, strict=True) if not hand.is_mucked)
    wagers = words.wagers((*folded, *dealt.folded), labels, shown)
    return Pasted(
        game=game,
        hands=own,
        boards=boards,
        dead=places.take(dealt.dead, "Dead"),
        wagers=wagers,
        rules=words.rules,
        marks=tuple(marks),
    )


def _without_heading(dealt: DealtOut) -> list[Mark]:
    """Take away a name that only the first of several hands has: it may as well be a game's."""
    first, *others = dealt.hands or [Section()]
    is_sure = first.name.lower() in SEATS or _COUNTED.fullmatch(first.name)
    if not first.name or is_sure or not others or any(hand.name for hand in others):
        return []
    why = f"“{first.name}” may be a player or a game; the other hands have no names"
    dealt.hands[0] = replace(first, name="")
    return [Mark(first.start, first.name_end, why, may_be_left_out=True)]


def _short_boards(dealt: DealtOut) -> Iterator[Mark]:
    """Boards with one or two cards, where a flop has three."""
    for board in dealt.boards if dealt.game.boards else ():
        if 0 < len(board) < _FLOP:
            has = how_many(len(board), "card")
            yield Mark(board[0].start, board[-1].end, f"a flop has three cards, and this is {has}")


def _next_deal(dealt: DealtOut) -> Iterator[Mark]:
    """Hands between two boards, as in the texts of two deals."""
    if len(dealt.boards) <= max(1, len(dealt.game.boards)) or not dealt.boards[0]:
        return
    first, last = dealt.boards[0], dealt.boards[-1]
    for hand in dealt.hands[1:]:
        is_between = last and first[-1].end <= hand.start < last[0].start
        if is_between and dealt.hands[0].start < first[0].start:
            yield Mark(hand.start, hand.end, "another deal seems to begin here; paste one of them")
            return


def _short_hands(dealt: DealtOut) -> Iterator[Mark]:
    """Hands with fewer cards than others have: `Burn: 5c`."""
    most = max((len(hand.atoms) for hand in dealt.hands), default=0)
    for hand in dealt.hands:
        if 0 < len(hand.atoms) < most and (hand.name or len(hand.atoms) == 1):
            has = how_many(len(hand.atoms), "card")
            whose = f"“{hand.name}”" if hand.name else "this hand"
            why = f"{whose} has {has}, and another hand {number_text(most)}"
            yield Mark(hand.start, hand.end, why)


def _over(dealt: DealtOut) -> Iterator[Mark]:
    """The cards that are too many, those beside each other as one."""
    game = dealt.game
    runs: list[list[Atom]] = []
    for atom in dealt.over:
        if runs and atom.start - runs[-1][-1].end <= 1:
            runs[-1].append(atom)
        else:
            runs.append([atom])
    for run in runs:
        cards = "this card" if len(run) == 1 else f"these {number_text(len(run))} cards"
        why = f"there is no place left for {cards} in {game.name}"
        yield Mark(run[0].start, run[-1].end, why)


def _boards(dealt: DealtOut, marks: list[Mark]) -> list[list[Atom]]:
    """The boards that the game has."""
    game = dealt.game
    if game.boards or game.may_share_last_card:
        return dealt.boards
    for board in filter(None, dealt.boards):
        error = UnexpectedBoard(count=len(board), game=game, field="Board")
        marks.append(Mark(board[0].start, board[-1].end, error_text(error)))
    return []


def _seated(dealt: DealtOut, marks: list[Mark]) -> list[Section]:
    """The hands by their seats: `HandC` is the third, also where the second is missing."""
    hands = _named_once(dealt.hands, marks)
    seats = [_DEFAULT_LABELS.get(hand.name.casefold(), -1) for hand in hands]
    if seats and min(seats) >= 0:
        by_seat = dict(zip(seats, hands, strict=True))
        hands = [by_seat.get(seat, Section()) for seat in range(max(seats) + 1)]
        hands = [replace(hand, name=default_label(seat)) for seat, hand in enumerate(hands)]
    most = dealt.game.players[-1]
    if len(hands) > most:
        error = WrongNumberOfPlayers(count=len(hands), game=dealt.game)
        marks.append(Mark(hands[most].start, hands[-1].end, error_text(error)))
    return hands[:most]


def _named_once(hands: Iterable[Section], marks: list[Mark]) -> list[Section]:
    seen: set[str] = set()
    named = []
    for hand in hands:
        name = hand.name
        if name and name.casefold() in seen:
            error = DuplicateLabel(label=name)
            marks.append(Mark(hand.start, hand.start + len(name), error_text(error)))
            name = ""
        seen.add(name.casefold())
        named.append(replace(hand, name=name))
    return named


class _Places:
    """Puts each card of the deck in one place only."""

    def __init__(self, game: Game, marks: list[Mark]) -> None:
        self.game = game
        self.marks = marks
        self.place_of: dict[Card, str] = {}

    def take(self, atoms: Iterable[Atom], place: str, again: Cards = ()) -> Cards:
        """The cards that can lie here; those of `again` may lie there as well."""
        taken: list[Card] = []
        for at, atom in enumerate(atoms):
            card = atom.card
            if card is None:
                continue
            is_again = at < len(again) and again[at] == card and len(taken) == at
            error = None if is_again else self._error(card, place)
            if error:
                self.marks.append(Mark(atom.start, atom.end, error_text(error)))
            else:
                self.place_of[card] = place
                taken.append(card)
        return tuple(taken)

    def boards(self, dealt: list[list[Atom]]) -> tuple[Cards, ...]:
        """The boards; one of a later run may begin with cards of the first."""
        boards: list[Cards] = []
        count = len(self.game.boards)
        for at, board in enumerate(dealt):
            first = boards[at % count] if at >= count > 0 else ()
            boards.append(self.take(board, board_field(at), first))
        return tuple(boards)

    def _error(self, card: Card, place: str) -> InvalidDeal | None:
        if card not in self.game.deck_set:
            return NotInDeck(card=card, game=self.game, field=place)
        if card in self.place_of:
            first = self.place_of[card]
            return DuplicateCard(card=card, first=first, second=place, field=place)
        return None
