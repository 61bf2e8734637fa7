"""The XML of iPoker: a session, with a game for each hand.

Actions are ordered by their `no`. `verbs` contains their types: the sum of a raise is its total for
type 23, and the chips added for other types. A big blind that is larger than the first contains a
dead small blind. The list of players may be incomplete. Pots and rake are not stated, and only
`win` states payments. Clients before version 20 include the uncalled bet in `win` unless
`uncalled_bet_enabled` is true, but some of their exports exclude it. `bet` is roughly the sum of a
player's bets. A title with only a limit (`PL`) doesn't name the game: the number of hole cards
decides, and the default is five-card Omaha. `Omaha` may also mean five-card or six-card Omaha. The
root element may be `<root>`, and several documents may be on one line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from html import unescape
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.wagers import MAX_SEATS
from showdown.notation.logs.game_titles import OMAHA_SLUGS
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.hand_reader import MAX_NAME_LENGTH, HandReader, skip_unread_lines
from showdown.notation.logs.logged_hand import (
    RAKE_AND_FEES,
    USUAL_STATEMENTS,
    ActionKind,
    HandSkipped,
    Limit,
    Origin,
    ReadHand,
    Skip,
    Statement,
    Unreadable,
)
from showdown.notation.logs.value_parsing import (
    BOARD_CARDS_BEFORE,
    find_big_blind,
    find_limit,
    have_odd_cents,
    move_suit_last,
    parse_card_texts,
    remove_grouping,
    to_utc,
)

_MARKUP = re.compile(r"(?:\s++|</?\w{1,40}>|<\?[^<>]*>|<!--[^<>]*-->)*+")
"""Markup without text, which may separate two games."""

_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)")
_ATTRIBUTE = re.compile(r"""(\s\w{1,30}=)"([^\n]{0,300}?)"(?=\s++\w{1,30}=["']|\s*+/?>)""")
_ESCAPES = str.maketrans({"<": "&lt;", '"': "&quot;"})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def _parse_element(text: str) -> Element:
    """Parse the text as an element. Raise Unreadable if it isn't XML.

    Some logs don't escape ampersands, quotation marks, `<` and control characters in names and
    chat.
    """
    text = _CONTROL.sub("\ufffd", _BARE_AMPERSAND.sub("&amp;", text))
    try:
        return _parse_xml(text)
    except ParseError:
        escaped = _ATTRIBUTE.sub(lambda found: f'{found[1]}"{found[2].translate(_ESCAPES)}"', text)
    try:
        return _parse_xml(escaped)
    except ParseError as error:
        raise Unreadable(f"this isn't XML: {str(error).partition(':')[0]}") from None


def _parse_xml(text: str) -> Element:
    try:
        return fromstring(text, forbid_dtd=True)
    except (DefusedXmlException, RecursionError, ValueError):
        raise Unreadable("this XML has entities, or is nested too deeply") from None


def _sorted_descendants(element: Element, tag: str) -> list[Element]:
    """Return the descendants with this tag, sorted by `no` or `sequence`."""

    def number_of(descendant: Element) -> int:
        number = descendant.get("no") or descendant.get("sequence") or ""
        return int(number) if number.isdecimal() and len(number) < 10 else 0

    return sorted(element.iter(tag), key=number_of)


_NAME = "ipoker"

_UNNAMED = "unnamed"
_TITLES = tuple(
    (re.compile(rf"\s*(?:Texas |Speed |Fast |Turbo )*(?:{pattern})", re.IGNORECASE), slug)
    for pattern, slug in (
        (r"7 Card Stud Hi\W?Lo", "stud-hilo"),
        (r"7 Card Stud", "seven-card-stud"),
        (r"5 Card Stud", "five-card-stud"),
        (r"(?:Six Plus|6 ?\+)", "short-deck"),
        (r"(?:[456] Card )?Omaha (?:[456] Card )?Hi\W?Lo", "omaha-hilo"),
        (r"(?:[456] Card )?Omaha", "omaha"),
        (r"Hold['`’]?em|LH\b", "holdem"),
        (r"(?:PL|LP|NL|SL|LZ|L|БЛ|(?:No |Pot )?Limit)\b", ""),
        (r"Tournament\b|$", _UNNAMED),
    )
)
"""Patterns of titles, and slugs. If the slug is empty, the cards determine the game."""

_GAME = "<game gamecode="
_GAME_END = "</game>"
_ROUND_END = "</round>"
_SESSION = ("<session", "<root>", "<?xml")
_FIELD = re.compile(
    r"<(gametype|tablename|client_version|uncalled_bet_enabled"
    r"|tour(?:nament)?code|tournamentname|(?:total)?buyin)>"
    r"([^<>]{1,200})<"
)
_TOURNAMENT_FIELDS = {"tourcode", "tournamentcode", "tournamentname", "buyin", "totalbuyin"}
_GAME_CODE = re.compile(r"""["'](\w{1,40})["']""")
_CASH_AMOUNT = re.compile(r"[$€£]|\d[.,]\d{1,2}(?!\d)")
_CURRENCY_SIGN = re.compile(r"[^\d\s.,']")
_CLOCK = r" (?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d))?"
_TIMES = [
    re.compile(rf"(?P<year>\d{{4}})[-/](?P<month>\d\d)[-/](?P<day>\d\d){_CLOCK}"),
    re.compile(rf"(?P<day>\d\d?)[-/.](?P<month>\w{{1,3}})[-/.](?P<year>\d{{4}}){_CLOCK}"),
]
_FIRST_STREETS = ("0", "1")
_NO_AMOUNT = frozenset(("", "-", "N/A", "DP"))
"""Texts that mean no amount; `DP` is an all-in by disconnect protection."""
_POSTS = frozenset((ActionKind.ANTE, ActionKind.POST, ActionKind.DEAD))
_FIRST_VERSION_WITH_RETURNS = 20
"""First version of the client that always returns uncalled bets."""
_MAX_RAKE_DIVISOR = 10
"""The maximum plausible rake is the pot divided by this number."""
_MAX_BEGINNING_LENGTH = 400
_MAX_HEAD_LINES = 80


def _find_fields(head: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _FIELD.findall(head)}


def _split_game(text: str) -> tuple[str, str]:
    """Return the game and the text after it; both are empty if the game is cut off."""
    game, end, rest = text.partition(_GAME_END)
    if not end:
        game, end, rest = text.rpartition(_ROUND_END)
        game += end
        if not end or (rest.lstrip().startswith("<") and not _MARKUP.fullmatch(rest)):
            return "", ""
    return f"{_GAME}{game}{_GAME_END}", rest


def _has_cents(title: str, game: Element, *, is_cash: bool) -> bool:
    """Return whether amounts have cents, as in cash games with a currency."""
    if is_cash and _CASH_AMOUNT.search(title):
        return True
    amounts = [value for element in game.iter() for value in element.attrib.values()]
    if have_odd_cents([amount.replace(",", ".") for amount in amounts]):
        return True
    stacks = [player.get("chips", "") for player in game.iter("player")]
    return is_cash and any(_CURRENCY_SIGN.search(stack) for stack in stacks)


class IPoker(HandReader):
    name = _NAME
    prefixes = (*_SESSION, _GAME, _GAME_END)
    is_indented = True
    statements = USUAL_STATEMENTS - {
        Statement.POTS,
        Statement.RAKE_OF_POTS,
        Statement.RAKE_OF_WINNERS,
    }
    optional_statements = RAKE_AND_FEES

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        """Return whether a session or a game begins. A session's head belongs to its first game."""
        text = line.lstrip().removeprefix(_GAME_END)
        is_game = text.startswith(_GAME)
        if not is_game and not text.startswith(_SESSION):
            return False
        return (
            not previous
            or len(previous) > _MAX_HEAD_LINES
            or any(_GAME in before for before in previous)
        )

    @classmethod
    def shared_head(cls, lines: Sequence[str]) -> Sequence[str]:
        games = (index for index, line in enumerate(lines) if _GAME in line)
        return lines[: min(next(games, len(lines)), _MAX_HEAD_LINES)]

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        """Yield the games in these lines; one line may contain several."""
        head, *games = "\n".join(lines).split(_GAME)
        fields = _find_fields(head)
        line = first_line + head.count("\n")
        for text in games:
            code, beginning = _GAME_CODE.match(text), text[:_MAX_BEGINNING_LENGTH]
            time = next(filter(None, [pattern.search(beginning) for pattern in _TIMES]), None)
            name, table = code[1] if code else "", fields.get("tablename", "")[:MAX_NAME_LENGTH]
            played = to_utc(UTC, **time.groupdict()) if time else None
            origin = Origin(_NAME, line, name, table, played)
            game, rest = _split_game(text)
            hand = cls(fields, game, is_whole=_GAME_END in text)
            yield hand.build_or_skip(origin)
            between, next_session, head = rest.partition(_SESSION[0])
            if not _MARKUP.fullmatch(between):
                after = line + text.count("\n") - rest.count("\n")
                yield from skip_unread_lines(between.split("\n"), after, _NAME)
            if next_session:
                fields = _find_fields(head)
            line += text.count("\n")

    def __init__(self, fields: Mapping[str, str], text: str, *, is_whole: bool) -> None:
        """Create a reader of one game. `is_whole` is true if it has an end tag."""
        self._fields = fields
        self._text = text
        self._is_whole = is_whole
        self._title = fields.get("gametype", "")
        self._states_win = False
        self._hole_cards: dict[str, list[str]] = {}
        self._bets: dict[str, int] = {}

    def read_into_builder(self) -> Game:
        if not self._text:
            raise HandSkipped(Skip.CUT_OFF, "the XML ends too early")
        slug = next((slug for pattern, slug in _TITLES if pattern.match(self._title)), None)
        if slug is None:
            raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{self._title[:60]}”")
        game = _parse_element(self._text)
        is_cash = not (self._fields.keys() & _TOURNAMENT_FIELDS)
        has_cents = _has_cents(self._title, game, is_cash=is_cash)
        builder = self.builder = HandBuilder(self.statements, has_cents=has_cents)
        builder.is_tournament = not is_cash
        if is_cash:
            builder.statements -= RAKE_AND_FEES
        for player in game.iter("player"):
            self._sit(player)
        for street in _sorted_descendants(game, "round"):
            if street.get("no") not in _FIRST_STREETS:
                builder.begin_street()
            for cards in street.iter("cards"):
                self._deal(cards)
            for action in _sorted_descendants(street, "action"):
                self._apply_action(action)
        for name, bet in self._bets.items() if not self._is_whole else ():
            if bet > builder.total_put_in_by(name):
                raise HandSkipped(Skip.CUT_OFF, "a player has bet more than the actions state")
        if not builder.paid and all(kind in _POSTS for kind, _, _ in builder.actions):
            if self._states_win:
                raise HandSkipped(Skip.CANCELLED, "nobody acts, and nobody is paid")
            raise HandSkipped(Skip.CUT_OFF, "it ends with the blinds")
        builder.detect_uncalled_in_payments()
        builder.payments_include_uncalled |= self._win_includes_uncalled()
        return self._apply_cards_and_find_game(slug)

    def _win_includes_uncalled(self) -> bool:
        """Return whether `win` includes an uncalled bet, as it may in old clients.

        It does if the payments exceed the pot, or if the rake is plausible with the bet among the
        payments, unless players split the pot equally.
        """
        version = self._fields.get("client_version", "").partition(".")[0]
        if version.isdecimal() and int(version) >= _FIRST_VERSION_WITH_RETURNS:
            return False
        if self._fields.get("uncalled_bet_enabled") == "true":
            return False
        builder = self.builder
        bettor, uncalled = builder.uncalled_bet()
        won = builder.paid.get(bettor, 0)
        if not won >= uncalled > 0:
            return False
        is_split = sum([abs(won - other) <= 1 for other in builder.paid.values()]) > 1
        pot, paid = builder.total_put_in() - uncalled, sum(builder.paid.values())
        max_rake = 0 if builder.statements >= RAKE_AND_FEES else max(pot // _MAX_RAKE_DIVISOR, 1)
        return paid > pot or (pot + uncalled - paid <= max_rake and not is_split)

    def find_amount(self, details: str) -> int:
        return 0 if details in _NO_AMOUNT else self.builder.parse_amount(remove_grouping(details))

    def _sit(self, player: Element) -> None:
        """Seat the player, unless the name is empty, as in an empty seat."""
        name, builder = player.get("name", ""), self.builder
        if not name:
            return
        number = int(player.get("seat") or 0)
        builder.sit(name, number, self.find_amount(player.get("chips", "")))
        if player.get("dealer") == "1":
            self.button = number
        self._bets[name] = self.find_amount(player.get("bet", ""))
        self._states_win |= "win" in player.attrib
        if won := self.find_amount(player.get("win", "")):
            builder.collect(name, won)

    def _deal(self, cards: Element) -> None:
        texts = list(map(move_suit_last, (cards.text or "").split()))
        name = cards.get("player") or ""
        if name:
            if cards.get("type") == "Pocket":
                self._hole_cards.pop(name, None)
            self._hole_cards.setdefault(name, []).extend(texts)
            return
        before = BOARD_CARDS_BEFORE.get((cards.get("type") or "").lower(), 0)
        self.builder.deal_board(before, parse_card_texts(texts) or ())

    def _apply_action(self, action: Element) -> None:
        name, kind = action.get("player", ""), action.get("type", "")
        if name not in self.builder.seats:
            seats = range(1, MAX_SEATS + 1)
            free = (seat for seat in seats if not self.builder.seats.player(seat))
            self.builder.sit(name, next(free, 0))
        text = action.get("sum", "")
        if kind in self.verbs:
            self.verbs[kind](self, name, text)
        elif self.find_amount(text):
            raise Unreadable(f"actions of type {kind[:10]} aren't known")

    def posts_small_blind(self, name: str, details: str) -> None:
        post = self.builder.post_dead if self.small_blind else self.builder.post
        post(name, self.find_amount(details))
        self.small_blind = self.find_amount(details)

    def posts_big_blind(self, name: str, details: str) -> None:
        amount = self.find_amount(details)
        if not self.big_blind:
            builder = self.builder
            is_all_in = amount + builder.antes.get(name, 0) == builder.stacks.get(name)
            self.big_blind = amount
            # In fixed limit, the title states the bets instead of the blinds.
            if is_all_in and find_limit(self._title) in (Limit.NO, Limit.POT):
                stated = self.find_amount(find_big_blind(self._title))
                self.big_blind = max(amount, stated)
        self.posts_both_blinds(name, amount)

    def sits_out(self, name: str, details: str) -> None:
        """Fold the hand of a player who sits out after posting."""
        if name in self.builder.live or name in self.builder.antes:
            self.builder.fold(name)

    def _apply_cards_and_find_game(self, title_slug: str) -> Game:
        """Store or show all hole cards, and return the game that they and the title imply."""
        builder = self.builder
        hands = {name: parse_card_texts(hole) for name, hole in self._hole_cards.items()}
        hole_count = max(map(len, self._hole_cards.values()), default=0)
        if title_slug in ("", _UNNAMED) and hole_count == 2:
            slug = "holdem"
        else:
            default_slug = title_slug or "five-card-omaha"
            slug = OMAHA_SLUGS.get((title_slug or "omaha", hole_count), default_slug)
        if slug == _UNNAMED:
            raise HandSkipped(Skip.UNSUPPORTED_GAME, "it doesn't state the game")
        game = GAMES[slug]
        for name, cards in hands.items():
            if name in builder.folded or not cards or len(cards) != game.hole:
                builder.store_cards(name, cards)
            elif name in builder.seats:
                builder.show(name, cards)
        return game

    verbs = {
        "0": HandReader.folds,
        "1": posts_small_blind,
        "2": posts_big_blind,
        **dict.fromkeys(("3", "5", "6", "7", "16"), HandReader.adds),
        "4": HandReader.checks,
        **dict.fromkeys(("8", "9"), sits_out),
        "15": HandReader.antes,
        "23": HandReader.raises_to,
    }
    """Actions by type: 3 call, 5 bet, 6 raise, 7 all-in, 16 bring-in, 23 raise to a total."""
