"""Convert the hands and boards of a game to a result, with each card once and doubts marked."""

import re
from collections.abc import Iterable, Iterator, Sequence
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
from showdown.notation.pasted.game_fit import GameFit
from showdown.notation.pasted.result import Mark, PastedHand, PasteResult
from showdown.notation.pasted.sections import Section, TextCard
from showdown.notation.pasted.vocabulary import SEAT_NAMES
from showdown.words.errors import error_text
from showdown.words.ranks import count_text, join_phrases, number_text

_FLOP = 3
_NUMBERED_NAME = re.compile(r"(?:hand|player|seat|villain|opponent|p|v)\W?\w{1,5}", re.IGNORECASE)
"""A pattern for names that can't be headings of a text."""
_DEFAULT_LABELS = {default_label(seat).casefold(): seat for seat in range(len(LETTERS))}


def assign_cards(fit: GameFit, chip_words: ChipWords) -> PasteResult:
    """Assign each card to a hand, a board or the dead cards, and mark leftover cards."""
    game = fit.game
    marks = list(_mark_likely_misreadings(fit))
    hands = _arrange_by_seat(fit, marks)
    labels = tuple(hand.name or default_label(seat) for seat, hand in enumerate(hands))
    assignment = _CardAssignment(game, marks)
    pasted_hands = tuple(
        _parse_range_hand(hand, game, marks)
        if hand.range and not hand.cards
        else PastedHand(
            label=hand.name,
            cards=assignment.assign(hand.cards, label),
            is_mucked=hand.is_mucked,
            unknown=sum(card.is_unknown for card in hand.cards),
            is_any=bool(hand.range),
        )
        for hand, label in zip(hands, labels, strict=True)
    )
    boards = assignment.assign_boards(fit.boards)
    folded = [label for hand, label in zip(hands, labels, strict=True) if hand.is_folded]
    labeled_hands = zip(labels, pasted_hands, strict=True)
    shown = tuple(label for label, hand in labeled_hands if not hand.is_mucked)
    are_readable = [all(card.known or card.is_unknown for card in hand.cards) for hand in hands]
    with_cards = {label: hand for hand, label in zip(hands, labels, strict=True) if hand.cards}
    notes = chip_words.take_bets(with_cards, len(hands) + len(fit.folded))
    wagers = chip_words.build_wagers((*folded, *fit.folded), labels, shown)
    return PasteResult(
        game=game,
        hands=tuple(compress(pasted_hands, are_readable)),
        boards=tuple(boards),
        dead=assignment.assign(fit.dead, "Dead"),
        wagers=wagers,
        rules=chip_words.rules,
        marks=tuple(marks),
        notes=notes,
    )


def _parse_range_hand(hand: Section, game: Game, marks: list[Mark]) -> PastedHand:
    """Return the hand with a range. If the range is invalid, mark it and return an unknown hand."""
    try:
        return PastedHand.parse(hand.range, game, hand.name)
    except InvalidDeal as error:
        start = hand.end - len(hand.range) + (error.position or 0)
        marks.append(Mark(min(start, hand.end - 1), hand.end, error_text(error)))
        return PastedHand(hand.name, is_any=True)


def _mark_likely_misreadings(fit: GameFit) -> Iterator[Mark]:
    """Yield marks of leftover cards, and of hands and boards that are probably misread."""
    runs: list[list[TextCard]] = []
    for card in fit.leftover:
        if not runs or card.start - runs[-1][-1].end > 1:
            runs.append([])
        runs[-1].append(card)
    for run in runs:
        cards = "this card" if len(run) == 1 else f"these {number_text(len(run))} cards"
        why = f"there is no place left for {cards} in {fit.game.name}"
        yield Mark(run[0].start, run[-1].end, why)

    largest = max((len(hand.cards) for hand in fit.hands), default=0)
    for hand in fit.hands:  # for example `Burn: 5c`
        if 0 < len(hand.cards) < largest and (hand.name or len(hand.cards) == 1):
            has = count_text(len(hand.cards), "card")
            whose = f"“{hand.name}”" if hand.name else "this hand"
            why = f"{whose} has {has}, and another hand {number_text(largest)}"
            yield Mark(hand.start, hand.end, why)

    if fit.game.boards:
        yield from _mark_incomplete_boards(fit)

    if len(fit.boards) > max(1, len(fit.game.boards)) and fit.hands:
        first, last = fit.boards[0], fit.boards[-1]
        is_after = first and last and fit.hands[0].start < first[0].start
        for hand in fit.hands[1:] if is_after else ():
            if first[-1].end <= hand.start < last[0].start:
                why = "another deal seems to begin here; paste one deal at a time"
                yield Mark(hand.start, hand.end, why)
                break

    match fit.hands:
        case [named_hand, *rest] if (
            named_hand.name and rest and not any(hand.name for hand in rest)
        ):
            if named_hand.name.lower() not in SEAT_NAMES and not _NUMBERED_NAME.fullmatch(
                named_hand.name
            ):
                fit.hands[0] = replace(named_hand, name="")
                why = (
                    f"“{named_hand.name}” may be a player or a game; the other hands have no names"
                )
                yield Mark(named_hand.start, named_hand.name_end, why, may_be_left_out=True)


def _mark_incomplete_boards(fit: GameFit) -> Iterator[Mark]:
    """Yield a mark of a turn or river without the previous streets, or of each short flop."""
    named_streets = {
        section.street: section
        for section in reversed(fit.sections)
        if section.street == "flop" or (section.continues_board and 0 < len(section.cards) < _FLOP)
    }
    lengths = set(map(len, fit.boards))
    missing = []
    if "flop" not in named_streets and lengths & {1, 2}:
        missing.append("the flop")
    if "turn" not in named_streets and lengths & {1, 2, 4}:
        missing.append("the turn")
    first = named_streets.get("turn") or named_streets.get("river")
    if first and missing:
        are = "is" if len(missing) == 1 else "are"
        why = f"{join_phrases(missing)} {are} missing before the {first.street}"
        yield Mark(first.start, first.end, why)
        return
    for board in fit.boards:
        if 0 < len(board) < _FLOP:
            why = f"a flop has three cards, but this has {count_text(len(board), 'card')}"
            yield Mark(board[0].start, board[-1].end, why)


def _arrange_by_seat(fit: GameFit, marks: list[Mark]) -> list[Section]:
    """Return the hands by seat: `HandC` is third. Mark repeated names and surplus hands."""
    seen: set[str] = set()
    hands = []
    for hand in fit.hands:
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
    most_hands = fit.game.players[-1]
    if len(hands) > most_hands:
        too_many = WrongNumberOfPlayers(count=len(hands), game=fit.game)
        marks.append(Mark(hands[most_hands].start, hands[-1].end, error_text(too_many)))
    return hands[:most_hands]


class _CardAssignment:
    """The assigned cards, with the field of each. A card can be assigned once."""

    def __init__(self, game: Game, marks: list[Mark]) -> None:
        self.game = game
        self.marks = marks
        self.field_of: dict[Card, str] = {}

    def assign_boards(self, boards: Sequence[Sequence[TextCard]]) -> list[Cards]:
        """Return the boards after assigning their cards, or mark them if the game has none."""
        assigned: list[Cards] = []
        count = len(self.game.boards)
        if count or self.game.may_share_last_card:
            for index, board in enumerate(boards):
                # The board of a later run may begin with cards of the first.
                first = assigned[index % count] if index >= count > 0 else ()
                assigned.append(self.assign(board, board_field(index), first))
            return assigned
        for board in filter(None, boards):
            error = UnexpectedBoard(count=len(board), game=self.game, field="Board")
            self.marks.append(Mark(board[0].start, board[-1].end, error_text(error)))
        return assigned

    def assign(self, cards: Iterable[TextCard], field: str, shared_cards: Cards = ()) -> Cards:
        """Return the cards after assigning them to the field.

        Mark and omit repeated cards and those not in the deck. A board may begin with
        `shared_cards`.
        """
        accepted: list[Card] = []
        for index, text_card in enumerate(cards):
            card = text_card.known
            if card is None:
                continue
            is_shared = shared_cards[index : index + 1] == (card,) and len(accepted) == index
            error: InvalidDeal | None = None
            if card not in self.game.deck_set:
                error = NotInDeck(card=card, game=self.game, field=field)
            elif card in self.field_of and not is_shared:
                first = self.field_of[card]
                error = DuplicateCard(card=card, first=first, second=field, field=field)
            if error:
                self.marks.append(Mark(text_card.start, text_card.end, error_text(error)))
            else:
                self.field_of[card] = field
                accepted.append(card)
        return tuple(accepted)
