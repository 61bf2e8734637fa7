"""Reads a pasted text, whatever it is: see `read_pasted`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.deals import LETTERS, default_label
from showdown.evaluator.errors import (
    DuplicateCard,
    DuplicateLabel,
    InvalidDeal,
    NotInDeck,
    UnexpectedBoard,
    WrongNumberOfPlayers,
)
from showdown.evaluator.games import GAMES, Game
from showdown.notation.pasted.dealing import DealtOut, deal_out
from showdown.notation.pasted.documents import (
    is_own_json,
    mark_of,
    other_game_by_contract,
    read_by_contract,
    read_json_document,
    read_own_row,
    read_row,
)
from showdown.notation.pasted.histories import read_history
from showdown.notation.pasted.phrases import Atom, Section, sections_of
from showdown.notation.pasted.result import Mark, Offer, Pasted, PastedHand, pasted_submission
from showdown.notation.pasted.tokens import tokens_of
from showdown.notation.pasted.wagering import SaidWords, wagers_said, words_of
from showdown.notation.submission import Submission
from showdown.words.errors import add_messages, error_text
from showdown.words.ranks import NUMBERS

MOST_PASTED = 50_000
"""Characters: a long hand history has some twenty thousand."""

_MOST_OF_WORDS = 3_000
"""Characters of a list or a sentence: a full table with names has some five hundred."""
_MOST_SECTIONS = 60
"""Hands and boards that are looked at; a table has at most thirteen and six."""

_ANSWERS = re.compile(r"^=>.*$", re.MULTILINE)
_DEFAULT_LABELS = {default_label(seat).casefold(): seat for seat in range(len(LETTERS))}
_DASH = re.compile(r"\s[-\u2010-\u2015\u2212]\s")


@dataclass(eq=False, kw_only=True)
class NotPlaced(InvalidDeal):
    """A piece of a text that has no place in a deal."""

    said: str


@dataclass(eq=False, kw_only=True)
class FitsAnotherGame(InvalidDeal):
    """A text that is another game's deal."""

    said: str
    slug: str


add_messages({"NotPlaced": "{said}", "FitsAnotherGame": "{said}; its name is {slug}"})


def read_pasted(text: str, game: Game) -> Pasted:
    """What can be made of the text at a table of this game. Never raises.

    A deal or a spot in the words of lines, the contracts, JSON, CSV, or any list of cards: with
    names or without, with `vs` and `on`, one hand a line, or nothing between the cards at all.
    What has no place is marked. If the text fits another game and not this one, that game is
    offered and nothing is placed.
    """
    if len(text) > MOST_PASTED:
        return Pasted(game=game, marks=(_too_long(text, MOST_PASTED),))
    text = _ANSWERS.sub(lambda answer: " " * len(answer[0]), text)
    if not text.strip():
        return Pasted(game=game)
    if is_own_json(text):
        return _read_or_marked(text, game)
    history = read_history(text, game)
    if history:
        return history
    return _read_by_others(text, game) or _read_cards(text, game)


def read_submission(text: str, game: Game) -> Submission:
    """The complete deal that the text is. Raises InvalidDeal: nothing of it may be left over."""
    pasted = read_pasted(text, game)
    if pasted.offer:
        raise FitsAnotherGame(said=pasted.offer.said, slug=pasted.offer.game.slug, field="game")
    for mark in pasted.marks:
        raise NotPlaced(said=mark.said, position=mark.start)
    return pasted.submission()


def _too_long(text: str, most: int) -> Mark:
    return Mark(0, len(text), f"a text about one deal has {most:,} characters at the most")


def _read_or_marked(text: str, game: Game) -> Pasted:
    try:
        return read_json_document(text, game)
    except InvalidDeal as error:
        return Pasted(game=game, marks=(mark_of(error, text),))


def _read_by_others(text: str, game: Game) -> Pasted | None:
    try:
        own = read_own_row(text)
    except InvalidDeal as error:
        return Pasted(game=game, marks=(mark_of(error, text),))
    try:
        row = own or read_row(text, game)
    except InvalidDeal:
        row = None
    return pasted_submission(row) if row else read_by_contract(text, game)


def _read_cards(text: str, game: Game) -> Pasted:
    """Cards among words."""
    if len(text) > _MOST_OF_WORDS:
        return Pasted(game=game, marks=(_too_long(text, _MOST_OF_WORDS),))
    said = words_of(text)
    game = said.game or game
    sections, marks = sections_of(tokens_of(said.rest, x_is_ten=game.x_is_ten), text)
    if not any(each.atoms for each in sections) and not said.chips:
        return Pasted(game=game, marks=(*said.marks, *_nothing(text, marks)))
    if len(sections) > _MOST_SECTIONS:
        said_so = "there are more hands here than sit at a table"
        return Pasted(game=game, marks=(Mark(sections[0].start, len(text), said_so),))
    dealt, offer = _dealt_out(text, sections, game)
    if offer and not dealt.fits:
        return Pasted(game=game, offer=offer)
    return _placed(dealt, said, marks, offer)


def _nothing(text: str, marks: Sequence[Mark]) -> Iterator[Mark]:
    start = len(text) - len(text.lstrip())
    if len(marks) == 1 and "isn't a card" in marks[0].said:
        yield marks[0]
    else:
        yield Mark(start, len(text.rstrip()), "there are no cards in this; a card is As, A♠ or 10h")


def _dealt_out(text: str, sections: Sequence[Section], game: Game) -> tuple[DealtOut, Offer | None]:
    """The cards in the game's places, and another game that the text fits better.

    First as the text sets them apart, in this game or another; only then they are counted off.
    """
    dealt = deal_out(sections, game, may_count=False)
    if dealt.fits and (dealt.is_whole or not _DASH.search(text)):
        return dealt, None
    other = other_game_by_contract(text, game)
    if other:
        deal = other.deal
        return dealt, _offered(deal.game, len(deal.hands), list(map(len, deal.boards)))
    if dealt.fits:
        return dealt, None
    better = _best_of(deal_out(sections, each, may_count=False) for each in _others(game))
    if better and better.is_whole:
        return dealt, _offer_of(better)
    dealt = deal_out(sections, game)
    if dealt.fits:
        return dealt, None
    better = better or _best_of(deal_out(sections, each) for each in _others(game))
    return dealt, _offer_of(better) if better else None


def _best_of(tried: Iterable[DealtOut]) -> DealtOut | None:
    """The first that the text fits whole; or else the first in which it makes several hands."""
    fitting = [each for each in tried if each.fits and len(each.hands) > 1]
    return next((each for each in fitting if each.is_whole), fitting[0] if fitting else None)


def _offer_of(dealt: DealtOut) -> Offer:
    return _offered(dealt.game, len(dealt.hands), list(map(len, dealt.boards)))


def _offered(game: Game, hands: int, boards: list[int]) -> Offer:
    dealt = f"{_counted(hands, 'hand')} of {_number(game.hole)} cards"
    lying = [count for count in boards if count]
    if len(lying) == 1:
        dealt += f" and a board of {_number(lying[0])}"
    elif lying:
        dealt += f" and {_number(len(lying))} boards"
    return Offer(game, f"this looks like {game.name}: {dealt}")


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _counted(count: int, noun: str) -> str:
    return f"{_number(count)} {noun}{'s' if count != 1 else ''}"


def _others(game: Game) -> list[Game]:
    """The other games: first those with the same contests, then the plainest."""

    def distance(other: Game) -> tuple[bool, int, bool, int]:
        is_short = len(other.deck) < len(game.deck)
        return not is_kin(other, game), len(other.contests), is_short, other.number

    return sorted((other for other in GAMES.values() if other is not game), key=distance)


def is_kin(one: Game, other: Game) -> bool:
    """Whether the same contests are decided by the same choices of cards."""
    kinds = [[(each.name, each.choice.name) for each in game.contests] for game in (one, other)]
    return kinds[0] == kinds[1]


def _placed(dealt: DealtOut, said: SaidWords, marks: Sequence[Mark], offer: Offer | None) -> Pasted:
    """The cards in their places, each once, and a mark for each that has none."""
    game = dealt.game
    found = [*marks, *_over(dealt)]
    hands = _seated(dealt, found)
    labels = tuple(hand.name or default_label(seat) for seat, hand in enumerate(hands))
    places = _Places(game, found)
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
    boards = places.boards(_boards(dealt, found))
    folded = [label for hand, label in zip(hands, labels, strict=True) if hand.is_folded]
    shown = tuple(label for label, hand in zip(labels, own, strict=True) if not hand.is_mucked)
    wagers = wagers_said(said, (*folded, *dealt.folded), labels, shown)
    return Pasted(
        game=game,
        hands=own,
        boards=boards,
        dead=places.take(dealt.dead, "Dead"),
        wagers=wagers,
        rules=said.rules,
        offer=offer,
        marks=tuple(sorted((*found, *said.marks), key=lambda mark: mark.start)),
    )


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
        cards = "this card" if len(run) == 1 else f"these {_number(len(run))} cards"
        said = f"there is no place left for {cards} in {game.name}"
        yield Mark(run[0].start, run[-1].end, said)


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
            name = "Board" if at == 0 else f"Board{at + 1}"
            boards.append(self.take(board, name, first))
        return tuple(boards)

    def _error(self, card: Card, place: str) -> InvalidDeal | None:
        if card not in self.game.deck_set:
            return NotInDeck(card=card, game=self.game, field=place)
        if card in self.place_of:
            first = self.place_of[card]
            return DuplicateCard(card=card, first=first, second=place, field=place)
        return None
