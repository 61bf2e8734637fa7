"""Read questions about odds with ranges, and the answers of PokerStove and Equilab.

`AKs vs QQ`, `AhKh vs QQ+ on Td9d2c`, `15% v random`; or a line for each hand, its range in braces.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import MUCKED, board_field, impossible_cards, shared_start
from showdown.evaluator.errors import InvalidDeal, WrongNumberOfPlayers
from showdown.evaluator.games import Game
from showdown.evaluator.spots import DEAD
from showdown.notation.pasted.dealing import others
from showdown.notation.pasted.game_names import game_named
from showdown.notation.pasted.plain import plain_of
from showdown.notation.pasted.result import Mark, Offer, Pasted, PastedHand, mark_of_all
from showdown.notation.pasted.vocabulary import SEATS, is_game_word
from showdown.notation.spots import range_of
from showdown.words.errors import error_text
from showdown.words.ranks import counted

_LONGEST = 1_000
_VERSUS = re.compile(r"\s+(?:vs?\.?|versus|against|gegen|contre|contra)\s+", re.IGNORECASE)
_BOARD = re.compile(
    r"\s+(?:on|auf|sur)(?:\s+(?:a\s+)?(?:board|flop)(?:\s+of)?)?\s+|[\s;]+board\s*[:=]?\s+",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*([^\W\d_][\w ]{0,38}?)\s*[:=]\s*")
_TOP = re.compile(r"(?:the\s+)?top\s+(?=\d)", re.IGNORECASE)
_ITEM = re.compile(
    r"any(?:\s+two)?|random|atc|\*|\d{1,2}(?:\.\d+)?%(?:-\d{1,3}(?:\.\d+)?%)?|100%"
    r"|[AKQJT2-9xX*BMZLNFRWOI$!:()\[\]@%+.,\-cdhsorwxyz ]{2,200}"
    r"|[akqjt2-9]{2}[so]?\+?(?:\s*,\s*[akqjt2-9]{2}[so]?\+?)*"
)
_SHORT = re.compile(
    r"(?<![\w$])[AKQJT2-9akqjt]{2}[so]?(?:\+|(?![\w$]))|\d%|random|any|\*\*|[!$]|\]|x"
)
"""Parts that occur only in ranges."""
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


def owns(text: str, game: Game) -> bool:
    """Return whether the text compares hands, at least one of them a range."""
    if len(text) > _LONGEST:
        return False
    if _BRACKETED.search(text):
        return False
    hands, _ = _parts(plain_of(text).text)
    texts = [hand for _, hand, _ in hands]
    names = [name for name, _, _ in hands]
    if any(map(is_game_word, names)) or (
        names[0] and names[0].lower() not in SEATS and not any(names[1:])
    ):
        return False
    return (
        len(texts) > 1
        and all(_ITEM.fullmatch(hand) or _CARDS.fullmatch(hand) for hand in texts)
        and any(_SHORT.search(hand) and not _CARDS.fullmatch(hand) for hand in texts)
    )


def read(text: str, game: Game, number: int) -> Pasted:
    """Read the hands and ranges in the game that the text names, by default in this one."""
    plain = plain_of(text)
    named = game_named(plain.text, len(plain.text))
    hands, board = _parts(plain.text)
    are_of_two = any(_OF_TWO.search(hand) for _, hand, _ in hands)
    if not named and are_of_two and game.hole != 2:
        # A game of two cards and one board that all of the deck plays for one pot.
        other = next(
            other
            for other in others(game)
            if other.hole == 2 and len(other.boards) == len(other.contests) == 1
        )
        dealt = counted(len(hands), "hands")
        why = f"this looks like {other.name}: {dealt} or ranges of two cards"
        return Pasted(game=game, offer=Offer(other, why))
    table = named.game if named else game
    try:
        if len(hands) not in table.players:
            raise WrongNumberOfPlayers(count=len(hands), game=table)
        read_hands = tuple(_hand(label, hand, table, at) for label, hand, at in hands)
        boards = (read_board(board[0], table),) if board else ()
    except InvalidDeal as error:
        start = min(error.position or 0, max(0, len(text) - 1))
        return Pasted(game=table, marks=(Mark(start, len(text), error_text(error)),))
    return checked(Pasted(game=table, hands=read_hands, boards=boards))


def _parts(text: str) -> tuple[list[tuple[str, str, int]], tuple[str, int] | None]:
    """Return the hands with their labels and fields, and the board."""
    named = game_named(text, len(text))
    start = named.end if named and not text[: named.start].strip() else 0
    body = text[start:].rstrip(" \r\n.?!")
    marks = list(_BOARD.finditer(body))
    board = (body[marks[-1].end() :], start + marks[-1].end()) if marks else None
    body = body[: marks[-1].start()] if marks else body
    return list(_labelled(body, start)), board


def _labelled(body: str, start: int) -> Iterator[tuple[str, str, int]]:
    at = 0
    for match in [*_VERSUS.finditer(body), None]:
        end = match.start() if match else len(body)
        piece = body[at:end]
        label = _LABEL.match(piece)
        name = label[1] if label else ""
        first = at + (label.end() if label else len(piece) - len(piece.lstrip()))
        top = _TOP.match(body, first)
        first = top.end() if top else first
        yield name, body[first:end].strip(), start + first
        at = match.end() if match else end


def _hand(label: str, text: str, game: Game, at: int) -> PastedHand:
    try:
        return replace(read_holding(text, game), label=label)
    except InvalidDeal as error:
        error.position = at + (error.position or 0)
        raise


def owns_answer(text: str, game: Game) -> bool:
    """Return whether at least two lines have percentages followed by braces."""
    return len(_ANSWER_HAND.findall(text[:_LONGEST_ANSWER])) > 1


def read_answer(text: str, game: Game, number: int) -> Pasted:
    """Read the hands in the output of a calculator."""
    board = _ANSWER_BOARD.search(text)
    question = " vs ".join(_ANSWER_HAND.findall(text[:_LONGEST_ANSWER]))
    asked = read(f"{question} on {board[1]}" if board else question, game, number)
    if asked.marks:
        return replace(asked, marks=(mark_of_all(text, asked.marks[0].why),))
    dead = _ANSWER_DEAD.search(text)
    return checked(replace(asked, dead=read_board(dead[1], asked.game))) if dead else asked


_ANY = ("*", "any", "random", "any two", "atc", "100%")


def read_holding(text: str, game: Game, label: str = "") -> PastedHand:
    """Parse a hand: cards, `As ?`, `*`, `mucked` or a range. Raise InvalidDeal for other texts."""
    written = text.strip()
    if written.lower() == MUCKED:
        return PastedHand(label, is_mucked=True)
    if written.lower() in _ANY:
        return PastedHand(label, is_any=True)
    unknown = written.count("?")
    try:
        cards = parse_cards(written.replace("?", " "), field=label, x_is_ten=game.x_is_ten)
    except InvalidDeal:
        if unknown:
            raise
        range_of(written, game)
        return PastedHand(label, range=written)
    if len(cards) > game.hole:
        range_of(written, game)
        return PastedHand(label, range=written)
    return PastedHand(label, cards, unknown=unknown)


def read_board(text: str, game: Game, index: int = 0) -> Cards:
    """Parse the cards of a board. Raise InvalidDeal otherwise."""
    return parse_cards(text, field=board_field(index), x_is_ten=game.x_is_ten)


def checked(pasted: Pasted) -> Pasted:
    """Return the spot. Raise InvalidDeal if a card is repeated or not in the deck."""
    fields = list(zip(pasted.labels, (hand.cards for hand in pasted.hands), strict=True))
    count = len(pasted.game.boards)
    for index, board in enumerate(pasted.boards):
        begins = shared_start(pasted.boards[index % count], board) if index >= count > 0 else 0
        fields.append((board_field(index), board[begins:]))
    for error in impossible_cards((*fields, (DEAD, pasted.dead)), pasted.game):
        raise error
    return pasted
