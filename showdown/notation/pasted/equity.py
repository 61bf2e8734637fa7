"""Read questions about odds with ranges, and the output of PokerStove and Equilab.

Examples of questions are `AKs vs QQ`, `AhKh vs QQ+ on Td9d2c`, `15% v random` and
`Anna: AKs, Boris: QQ+`. The programs print a line for each hand, with its range in braces.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile
from typing import NamedTuple

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import MUCKED, board_field, impossible_cards, shared_start
from showdown.evaluator.errors import DuplicateLabel, InvalidDeal, WrongNumberOfPlayers
from showdown.evaluator.games import Game
from showdown.evaluator.spots import DEAD
from showdown.notation.pasted.dealing import others
from showdown.notation.pasted.game_names import game_named
from showdown.notation.pasted.plain import plain_of
from showdown.notation.pasted.result import (
    Mark,
    Offer,
    Pasted,
    PastedHand,
    mark_of_all,
    only_name,
)
from showdown.notation.pasted.vocabulary import (
    KIND_OF,
    POSITION,
    SEATS,
    VERSUS,
    Kind,
    is_game_word,
    is_harmless_word,
)
from showdown.notation.spots import range_of
from showdown.words.errors import error_text
from showdown.words.ranks import counted

_LONGEST = 1_000
_VERSUS = re.compile(rf"\s+{VERSUS}\s+", re.IGNORECASE)
_BOARD = re.compile(
    r"\s+(?:on|auf|sur)(?:\s+(?:a\s+)?(?:board|flop)(?:\s+of)?)?\s+"
    r"|[\s;,]+(?:board|flop)(?:\s*[:=]\s*|\s+)",
    re.IGNORECASE,
)
_POSITION = re.compile(rf"(?<=\w)\s*\({POSITION}\)", re.IGNORECASE)
_LABEL = re.compile(r"\s*([^\W\d_][\w .'’-]{0,38}?)\s*[:=]\s*")
_FILTER = re.compile(r"[$(!]|[cdhswxyz]+(?!\w)")
"""The text after the colon in a range such as `AA:$ds` or `AA:ss`."""
_WORD = re.compile(r"[^\s,;]+")
_NAME = re.compile(r"[^\W\d_][\w.'’-]*")
_NAME_LIKE_RANGE = re.compile(r"(?![AKQJTX])[A-Z][a-z]{2,}")
"""A name, such as `Ross`, of letters that also occur in ranges."""
_MOST_WORDS_OF_NAME = 3
_TOP = re.compile(r"\s*(?:the\s+)?top\s+(?=\d)", re.IGNORECASE)
_AND = r"(?:and|und|et|y|&)\s+"
_JOINT = re.compile(
    rf"(?P<line>\s*,?\s*[\r\n]\s*)|\s*[,;]\s*(?:{_AND})?|\s+(?:{_AND})?", re.IGNORECASE
)
"""A separator of hands, if a name follows it; a new line also without a name."""
_ITEM = re.compile(
    r"any(?:\s+two)?|random|atc|\*|\d{1,2}(?:\.\d+)?%(?:-\d{1,3}(?:\.\d+)?%)?|100%"
    r"|[AKQJT2-9xX?*BMZLNFRWOI$!:()\[\]@%+.,\-cdhsorwxyz ]{2,200}"
    r"|[akqjt2-9]{2}[so]?\+?(?:\s*,\s*[akqjt2-9]{2}[so]?\+?)*"
)
_SHORT = re.compile(
    r"(?<![\w$])[AKQJT2-9akqjt]{2}[so]?(?:\+|(?![\w$]))|\d%|random|any|\*\*|[!$]|\]|x"
)
"""A pattern for parts that occur only in ranges."""
_CARDS = re.compile(r"(?:(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♦♥♠][\s-]*)+")
_PARTLY_KNOWN = re.compile(rf"({_CARDS.pattern})((?:xx)+)", re.IGNORECASE)
"""Cards and unknown cards such as `xx` and `Xx`."""
_ENDS_WITH_UNKNOWN = re.compile(r"(?<!\S)(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♦♥♠]\s?\?{1,2}$")
"""A single card and an unknown card at the end of a text, not a question."""
_BRACKETED = re.compile(r"[cdhs♣♦♥♠]\s+\[\s*(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)
"""A board in brackets after a hand."""
_OF_TWO = re.compile(
    r"(?<![\w$])[AKQJT2-9akqjt]{2}[so]\+?(?![\w$])|(?<![\w$])([AKQJT2-9])\1\+?(?![\w$:])"
)
"""Short names of two-card hands: suited, offsuit or a pair."""
_TWO_CARDS = re.compile(r"(?:(?:10|[2-9TJQKAtjqka])[cdhsx♣♦♥♠]\s*){2}")
"""Two cards, where the suit `x` may be any."""

_ALONE = re.compile(r"(?<!\w)[AKQJT][AKQJT2-9][so+]|(?<!\w)(?:[AKQJT2-9][cdhs])+[AKQJT2-9]?x")
"""A part of a range that can't be a word or a number, unlike `AK` and `22`."""

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
    """The hands, the text of the board, and the game that the text names.

    `compared` is the number of pieces between `vs`.
    """

    hands: list[_Hand]
    board: str | None
    game: Game | None
    compared: int


def read(text: str, game: Game, number: int) -> Pasted | None:
    """Read hands, at least one of them a range. Return None for other texts.

    A single hand must have a range such as `AKs`, `QQ+` or `AsKx`.
    """
    if len(text) > _LONGEST or _BRACKETED.search(text):
        return None
    question = _question(text)
    hands = [hand.text for hand in question.hands]
    if any(is_game_word(hand.label) for hand in question.hands):
        return None
    if not all(_ITEM.fullmatch(hand) or _CARDS.fullmatch(hand) for hand in hands):
        return None
    if not any(_SHORT.search(hand) and not _CARDS.fullmatch(hand) for hand in hands):
        return None
    if len(hands) < 2 and not _ALONE.search(hands[0]):
        return None
    pasted = _compared(question, text, game)
    table = pasted.offer.game if pasted.offer else pasted.game
    has_only_vs = 1 < len(hands) == question.compared
    if not has_only_vs and not all(_is_sure(hand, table) for hand in hands):
        return None
    if pasted.offer and (marks := _compared(question, text, table).marks):
        return Pasted(game=game, marks=marks)
    return pasted


def _is_sure(hand: str, game: Game) -> bool:
    """Return whether the text is a hand or range of the game even without `vs` beside it."""
    if re.search(r"(?<!,)\s", hand) and not (_TWO_CARDS.fullmatch(hand) or hand.lower() in _ANY):
        return False
    try:
        read_holding(hand, game)
    except InvalidDeal:
        return False
    return True


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
    """Split the text at `vs`, names and new lines, without parsing the hands."""
    plain = _POSITION.sub(lambda match: " " * len(match[0]), plain_of(text).text)
    named = game_named(plain, len(plain))
    start = named.end if named and not plain[: named.start].strip() else 0
    body = plain[start:].rstrip(" \r\n.!")
    if not _ENDS_WITH_UNKNOWN.search(body):
        body = body.rstrip(" \r\n.?!")
    *_, board = (None, *_BOARD.finditer(body))
    last = board.start() if board else len(body)
    hands: list[_Hand] = []
    begin = 0
    pieces = [*_VERSUS.finditer(body, 0, last), None]
    for versus in pieces:
        end = versus.start() if versus else last
        hands += _hands_between(body, begin, end, start)
        begin = versus.end() if versus else end
    cards = body[board.end() :].rstrip("? ") if board else None
    return _Question(hands, cards, named.game if named else None, len(pieces))


def _hands_between(body: str, start: int, end: int, offset: int) -> Iterator[_Hand]:
    """Yield the hands of a piece without `vs`; names and new lines begin hands.

    `offset` is the index of the body in the text, for the starts of the hands.
    """
    while start <= end:
        label, first = _name_before(body, start, end) or ("", start)
        if top := _TOP.match(body, first, end):
            first = top.end()
        last = after = end
        for joint in _JOINT.finditer(body, first + 1, end):
            if joint["line"] or _name_before(body, joint.end(), end):
                last, after = joint.span()
                break
        hand = body[first:last]
        yield _Hand(label, hand.strip(), offset + first + len(hand) - len(hand.lstrip()))
        start = after if last < end else end + 1


def _name_before(body: str, start: int, end: int) -> tuple[str, int] | None:
    """Return the player's name at `start` and the index of the hand after it, or None."""
    if label := _LABEL.match(body, start, end):
        is_range = " " in label[1] and _OF_TWO.search(label[1])
        is_filter = _ITEM.fullmatch(label[1]) and _FILTER.match(body, label.end(), end)
        return None if is_range or is_filter else (label[1], label.end())
    words = _WORD.finditer(body, start, end)
    name = list(takewhile(lambda word: _is_name(word[0]), islice(words, _MOST_WORDS_OF_NAME)))
    if not name:
        return None
    hand = next(
        (
            word
            for word in _WORD.finditer(body, name[-1].end(), end)
            if KIND_OF.get(word[0].lower()) is not Kind.VERB
        ),
        None,
    )
    return (body[name[0].start() : name[-1].end()], hand.start()) if hand else None


def _is_name(word: str) -> bool:
    """Return whether the word is a player's name, not a part of a range or of a sentence."""
    if word.lower() in SEATS:
        return True
    if not _NAME.fullmatch(word) or word[0].islower():
        return False
    if _ITEM.fullmatch(word) and not _NAME_LIKE_RANGE.fullmatch(word):
        return False
    return not (word.lower() in KIND_OF or is_harmless_word(word) or is_game_word(word))


def _compared(question: _Question, text: str, game: Game) -> Pasted:
    """Read the hands and ranges, in `game` unless the text names another game."""
    hands = question.hands
    are_of_two = any(_OF_TWO.search(hand.text) for hand in hands) or all(
        _TWO_CARDS.fullmatch(hand.text) for hand in hands
    )
    if not question.game and are_of_two and game.hole != 2:
        # The most similar game with hands of two cards, one board and one contest.
        other = next(
            other
            for other in others(game)
            if other.hole == 2 and len(other.boards) == len(other.contests) == 1
        )
        dealt = f"{counted(len(hands), 'hands')} or ranges" if len(hands) > 1 else "a range"
        why = f"this looks like {other.name}: {dealt} of two cards"
        return Pasted(game=game, offer=Offer(other, why))
    table = question.game or game
    start = 0
    try:
        if len(hands) > table.players[-1]:
            raise WrongNumberOfPlayers(count=len(hands), game=table)
        holdings: list[PastedHand] = []
        for hand in hands:
            start = hand.start
            if hand.label and any(hand.label == holding.label for holding in holdings):
                raise DuplicateLabel(label=hand.label)
            holdings.append(replace(read_holding(hand.text, table), label=hand.label))
        start = 0
        boards = () if question.board is None else (read_board(question.board, table),)
    except InvalidDeal as error:
        start = min(start + (error.position or 0), max(0, len(text) - 1))
        return Pasted(game=table, marks=(Mark(start, len(text), error_text(error)),))
    pasted = checked(Pasted(game=table, hands=tuple(holdings), boards=boards))
    return _without_heading(pasted, text)


def _without_heading(pasted: Pasted, text: str) -> Pasted:
    """Drop the only name of several hands if it may be a heading, and mark it if it isn't known."""
    first, *others = pasted.hands
    name = first.label
    if not name or not others or name.lower() in SEATS or any(hand.label for hand in others):
        return pasted
    start = max(0, text.find(name))
    marks = (
        ()
        if is_harmless_word(name)
        else (Mark(start, start + len(name), only_name(name), may_be_left_out=True),)
    )
    return replace(pasted, hands=(replace(first, label=""), *others), marks=marks)


def read_holding(text: str, game: Game, label: str = "") -> PastedHand:
    """Parse a hand: cards, `As ?`, `As??`, `*`, `mucked` or a range. Raise InvalidDeal."""
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
        if len(cards) == game.hole:
            unknown = 0
        elif len(cards) + unknown / 2 == game.hole:  # each `??` is the rank and suit of one card
            unknown //= 2
        if len(cards) <= game.hole:
            return PastedHand(label, cards, unknown=unknown)
    try:
        range_of(text, game)
    except InvalidDeal:
        partly = _PARTLY_KNOWN.fullmatch(text)
        cards = parse_cards(partly[1]) if partly else ()
        if not partly or len(cards) + len(partly[2]) / 2 != game.hole:
            raise
        return PastedHand(label, cards, unknown=len(partly[2]) // 2)
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
