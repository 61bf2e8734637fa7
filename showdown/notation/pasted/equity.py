"""Read questions about odds with ranges, and the output of PokerStove and Equilab.

Examples of questions are `AKs vs QQ`, `AhKh vs QQ+ on Td9d2c` and `15% v random`. The output has
a line for each hand, with its range in braces.
"""

import re
from dataclasses import replace
from typing import NamedTuple

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import MUCKED, board_field, impossible_cards, shared_start
from showdown.evaluator.errors import InvalidDeal, WrongNumberOfPlayers
from showdown.evaluator.games import Game
from showdown.evaluator.spots import DEAD
from showdown.notation.pasted.dealing import others
from showdown.notation.pasted.game_names import game_named
from showdown.notation.pasted.plain import plain_of
from showdown.notation.pasted.result import Mark, Offer, Pasted, PastedHand, mark_of_all
from showdown.notation.pasted.vocabulary import SEATS, VERSUS, is_game_word
from showdown.notation.spots import range_of
from showdown.words.errors import error_text
from showdown.words.ranks import counted

_LONGEST = 1_000
_VERSUS = re.compile(rf"\s+{VERSUS}\s+", re.IGNORECASE)
_BOARD = re.compile(
    r"\s+(?:on|auf|sur)(?:\s+(?:a\s+)?(?:board|flop)(?:\s+of)?)?\s+|[\s;]+board\s*[:=]?\s+",
    re.IGNORECASE,
)
_BEFORE_HAND = re.compile(
    r"\s*(?:([^\W\d_][\w ]{0,38}?)\s*[:=]\s*)?(?:(?:the\s+)?top\s+(?=\d))?", re.IGNORECASE
)
"""A player's name, and `top` before a percentage."""
_ITEM = re.compile(
    r"any(?:\s+two)?|random|atc|\*|\d{1,2}(?:\.\d+)?%(?:-\d{1,3}(?:\.\d+)?%)?|100%"
    r"|[AKQJT2-9xX*BMZLNFRWOI$!:()\[\]@%+.,\-cdhsorwxyz ]{2,200}"
    r"|[akqjt2-9]{2}[so]?\+?(?:\s*,\s*[akqjt2-9]{2}[so]?\+?)*"
)
_SHORT = re.compile(
    r"(?<![\w$])[AKQJT2-9akqjt]{2}[so]?(?:\+|(?![\w$]))|\d%|random|any|\*\*|[!$]|\]|x"
)
"""A pattern for parts that occur only in ranges."""
_CARDS = re.compile(r"(?:(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♦♥♠][\s-]*)+")
_BRACKETED = re.compile(r"[cdhs♣♦♥♠]\s+\[\s*(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)
"""A board in brackets after a hand."""
_OF_TWO = re.compile(
    r"(?<![\w$])[AKQJT2-9akqjt]{2}[so]\+?(?![\w$])|(?<![\w$])([AKQJT2-9])\1\+?(?![\w$])"
)
"""Short names of two-card hands: suited, offsuit or a pair."""

_ANSWER_HAND = re.compile(
    r"^[^\n{}%]{0,40}\d%[^\n{}]{0,100}\{\s*([^{}\n]{1,200}?)\s*\}", re.MULTILINE
)
_ANSWER_BOARD = re.compile(r"^\s*board:[ \t]*(\S[^\n]{0,40})$", re.MULTILINE | re.IGNORECASE)
_ANSWER_DEAD = re.compile(r"^\s*dead:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE | re.IGNORECASE)
_LONGEST_ANSWER = 4_000
_ANY = ("*", "any", "random", "any two", "atc", "100%")


class _Hand(NamedTuple):
    """The text of a hand or range, its start in the question, and the player's name before it."""

    label: str
    text: str
    start: int


class _Question(NamedTuple):
    """Hands that are compared, the text of the board, and the game that the text names."""

    hands: list[_Hand]
    board: str | None
    game: Game | None


def read(text: str, game: Game, number: int) -> Pasted | None:
    """Read a comparison of hands, at least one of them a range. Return None for other texts."""
    if len(text) > _LONGEST or _BRACKETED.search(text):
        return None
    question = _question(text)
    hands = [hand.text for hand in question.hands]
    first, *labels = [hand.label for hand in question.hands]
    is_heading = first and first.lower() not in SEATS and not any(labels)
    if is_heading or any(map(is_game_word, (first, *labels))) or len(hands) < 2:
        return None
    if not all(_ITEM.fullmatch(hand) or _CARDS.fullmatch(hand) for hand in hands):
        return None
    if not any(_SHORT.search(hand) and not _CARDS.fullmatch(hand) for hand in hands):
        return None
    return _compared(question, text, game)


def read_answer(text: str, game: Game, number: int) -> Pasted | None:
    """Read a calculator's output: at least two lines with percentages and ranges in braces."""
    hands = _ANSWER_HAND.findall(text[:_LONGEST_ANSWER])
    if len(hands) < 2:
        return None
    board = _ANSWER_BOARD.search(text)
    asked = " vs ".join(hands) + (f" on {board[1]}" if board else "")
    pasted = _compared(_question(asked), asked, game)
    if pasted.marks:
        return replace(pasted, marks=(mark_of_all(text, pasted.marks[0].why),))
    dead = _ANSWER_DEAD.search(text)
    return checked(replace(pasted, dead=read_board(dead[1], pasted.game))) if dead else pasted


def _question(text: str) -> _Question:
    plain = plain_of(text).text
    named = game_named(plain, len(plain))
    start = named.end if named and not plain[: named.start].strip() else 0
    body = plain[start:].rstrip(" \r\n.?!")
    *_, board = (None, *_BOARD.finditer(body))
    hands = []
    at, last = 0, board.start() if board else len(body)
    for versus in [*_VERSUS.finditer(body, 0, last), None]:
        end = versus.start() if versus else last
        label = ""
        if before := _BEFORE_HAND.match(body, at, end):
            label, at = before[1] or "", before.end()
        hands.append(_Hand(label, body[at:end].strip(), start + at))
        at = versus.end() if versus else end
    return _Question(hands, body[board.end() :] if board else None, named.game if named else None)


def _compared(question: _Question, text: str, game: Game) -> Pasted:
    """Read the hands and ranges, in `game` unless the text names another game."""
    hands = question.hands
    are_of_two = any(_OF_TWO.search(hand.text) for hand in hands)
    if not question.game and are_of_two and game.hole != 2:
        # The most similar game with hands of two cards, one board and one contest.
        other = next(
            other
            for other in others(game)
            if other.hole == 2 and len(other.boards) == len(other.contests) == 1
        )
        dealt = counted(len(hands), "hands")
        why = f"this looks like {other.name}: {dealt} or ranges of two cards"
        return Pasted(game=game, offer=Offer(other, why))
    table = question.game or game
    start = 0
    try:
        if len(hands) not in table.players:
            raise WrongNumberOfPlayers(count=len(hands), game=table)
        holdings = []
        for hand in hands:
            start = hand.start
            holdings.append(replace(read_holding(hand.text, table), label=hand.label))
        start = 0
        boards = () if question.board is None else (read_board(question.board, table),)
    except InvalidDeal as error:
        start = min(start + (error.position or 0), max(0, len(text) - 1))
        return Pasted(game=table, marks=(Mark(start, len(text), error_text(error)),))
    return checked(Pasted(game=table, hands=tuple(holdings), boards=boards))


def read_holding(text: str, game: Game, label: str = "") -> PastedHand:
    """Parse a hand: cards, `As ?`, `*`, `mucked` or a range. Raise InvalidDeal for other texts."""
    text = text.strip()
    if text.lower() == MUCKED:
        return PastedHand(label, is_mucked=True)
    if text.lower() in _ANY:
        return PastedHand(label, is_any=True)
    unknown = text.count("?")
    try:
        cards = parse_cards(text.replace("?", " "), field=label, x_is_ten=game.x_is_ten)
    except InvalidDeal:
        if unknown:
            raise
    else:
        if len(cards) <= game.hole:
            return PastedHand(label, cards, unknown=unknown)
    range_of(text, game)
    return PastedHand(label, range=text)


def read_board(text: str, game: Game, index: int = 0) -> Cards:
    """Parse the cards of a board. Raise InvalidDeal for other texts."""
    return parse_cards(text, field=board_field(index), x_is_ten=game.x_is_ten)


def checked(pasted: Pasted) -> Pasted:
    """Return `pasted`. Raise InvalidDeal if a card is repeated or not in the deck."""
    fields = list(zip(pasted.labels, (hand.cards for hand in pasted.hands), strict=True))
    count = len(pasted.game.boards)
    for index, board in enumerate(pasted.boards):
        begins = shared_start(pasted.boards[index % count], board) if index >= count > 0 else 0
        fields.append((board_field(index), board[begins:]))
    for error in impossible_cards((*fields, (DEAD, pasted.dead)), pasted.game):
        raise error
    return pasted
