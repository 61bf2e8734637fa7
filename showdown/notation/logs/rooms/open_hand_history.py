"""Open Hand History: one JSON object for each hand, according to specification 1.x."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any

from pydantic_core import from_json

from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.notation.logs.game_titles import OMAHA_SLUGS
from showdown.notation.logs.hand_builder import MAX_BOARDS, HandBuilder
from showdown.notation.logs.hand_reader import (
    MAX_NAME_LENGTH,
    HandReader,
    read_or_skip,
    skip_unread_lines,
    skip_unreadable,
)
from showdown.notation.logs.logged_hand import (
    USUAL_STATEMENTS,
    HandSkipped,
    Limit,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Unreadable,
)
from showdown.notation.logs.value_parsing import (
    ParsedAmount,
    currency_of_code,
    parse_card_texts,
    parse_iso_time,
)

_NAME = "open-hand-history"

GAMES_OF_TYPES: dict[str, dict[int, Game]] = {
    "Holdem": {2: GAMES["holdem"]},
    "Omaha": {hole: GAMES[OMAHA_SLUGS["omaha", hole]] for hole in (4, 5, 6)},
    "OmahaHiLo": {hole: GAMES[OMAHA_SLUGS["omaha-hilo", hole]] for hole in (4, 5, 6)},
    "Stud": {
        **dict.fromkeys((7, 3), GAMES["seven-card-stud"]),
        **dict.fromkeys((5, 2), GAMES["five-card-stud"]),
    },
    "StudHiLo": {7: GAMES["stud-hilo"]},
    "Draw": {},
}
"""Games by `game_type` and number of hole cards.

Stud hands may state all cards, or only those dealt before the first bet.
Draw games are unsupported, because their type doesn't determine the game.
"""

_HOUSE_ACTIONS = frozenset(("addtopot", "addedtopot"))
_ACTIONS_OUTSIDE_THE_HAND = frozenset(("addedchips", "sitsdown", "standsup"))
_NON_LETTER = re.compile(r"[^a-z]")
LIMITS = {"NL": Limit.NO, "PL": Limit.POT, "FL": Limit.FIXED}
PLAY_MONEY = "XPM"
_CHIP_CURRENCIES = frozenset((PLAY_MONEY, "Chips"))
"""Currencies that mean chips: the specified code for play money, and another word."""
_MAX_FLOAT_ERROR = 0.001
"""Maximum difference between a float and the whole number that it represents."""

_OBJECT_START = re.compile(r'(?:\[\s*)?\{\s*(?:"|$)')
"""The start of an object: a brace and a quotation mark, or a brace at the end of a line."""
_LONE_BRACE = re.compile(r"(?:\[\s*)?\{\s*")
"""An opening brace without content."""
_UNFINISHED_OBJECT = re.compile(rf'(?:{_LONE_BRACE.pattern})+(?={_LONE_BRACE.pattern}")')
"""An opening brace without content before another object."""
_ARRAY = re.compile(r"\[\s*")
_ENDS_EARLY = "the JSON ends too early"
_NEXT_OBJECT = re.compile(r"[^\s,\[\]]")
"""The first character that doesn't separate the objects of an array."""
_decode = json.JSONDecoder().raw_decode


@lru_cache(1 << 8)
def _letters_of(action: str) -> str:
    return _NON_LETTER.sub("", action.lower())


def _read_one_by_one(text: str, first_line: int) -> Iterator[ReadHand]:
    """Yield the hand of each object in this text, and a skipped hand for any other text."""
    position, line = 0, first_line
    while start := _NEXT_OBJECT.search(text, position):
        line += text.count("\n", position, start.start())
        origin = Origin(_NAME, line)
        if start[0] != "{":
            yield from skip_unread_lines(text[start.start() :].split("\n"), line, _NAME)
            return
        try:
            _, position = _decode(text, start.start())
            object_text = text[start.start() : position]
            yield _read_object(from_json(object_text), origin)
            line += object_text.count("\n")
        except json.JSONDecodeError as error:
            if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
                yield SkippedHand(origin, Skip.CUT_OFF, _ENDS_EARLY)
            else:
                reason = f"{error.msg[:1].lower()}{error.msg[1:]}"
                yield skip_unreadable(origin, f"this isn't JSON: {reason}")
            return
        except (RecursionError, ValueError):
            yield skip_unreadable(origin, "this JSON is nested too deeply, or a number is too long")
            return


def _read_object(document: Any, origin: Origin) -> ReadHand:
    def read(origin: Origin) -> ReadHand:
        try:
            is_bare = "ohh" not in document and "rounds" in document
            return _read_hand(document if is_bare else document["ohh"], origin)
        except KeyError as error:
            prefix = "this JSON isn't Open Hand History: " if "ohh" in error.args else ""
            raise Unreadable(f"{prefix}“{error.args[0]}” is missing") from error

    return read_or_skip(read, origin, is_document=True)


def _read_hand(ohh: Mapping[str, Any], origin: Origin) -> ReadHand:
    """Return the hand.

    By the specification, amounts are chips added. Some programs write totals of the street instead;
    amounts are read as totals if only then the hand adds up.
    """
    origin = origin._replace(
        hand=str(ohh.get("game_number", ""))[:MAX_NAME_LENGTH],
        table=str(ohh.get("table_name", ""))[:MAX_NAME_LENGTH],
        played=parse_iso_time(ohh.get("start_date_utc")),
    )
    reader = OpenHandHistory(ohh)
    hand = reader.build_hand(origin)
    if reader.is_consistent(hand):
        return hand
    reader_of_totals = OpenHandHistory(ohh, has_totals=True)
    hand_of_totals = reader_of_totals.build_hand(origin)
    return hand_of_totals if reader_of_totals.is_consistent(hand_of_totals) else hand


def _find_game(kind: str, cards: int) -> Game | None:
    """Return the game of this type with this number of known cards.

    If fewer cards are known, return the most usual game of the type; None if no game matches.
    """
    if kind in GAMES_OF_TYPES:
        by_hole = GAMES_OF_TYPES[kind]
        usual = next(iter(by_hole.values()), None)
        return by_hole.get(cards, usual if cards < max(by_hole, default=0) else None)
    try:
        return find_game(kind)
    except UnknownGame:
        return None


class OpenHandHistory(HandReader):
    name = _NAME
    prefixes = ("{", "[{")
    statements = USUAL_STATEMENTS

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        """Return whether an object begins here. Only the first of two lone braces counts.

        A quotation mark must follow a brace, because a player in a log of another format may be
        called `{brace}`.
        """
        if _LONE_BRACE.fullmatch(line):
            before = next((line for line in reversed(previous) if line.strip()), "")
            return not _LONE_BRACE.fullmatch(before)
        is_array = is_first and _ARRAY.fullmatch(line) is not None
        return is_array or _OBJECT_START.match(line) is not None

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        text = "\n".join(lines)
        if opened := _UNFINISHED_OBJECT.match(text):
            origin = Origin(_NAME, first_line)
            yield SkippedHand(origin, Skip.CUT_OFF, _ENDS_EARLY)
            text = text[opened.end() :]
            first_line += opened[0].count("\n")
        try:
            document = from_json(text, cache_strings="all")
        except ValueError:
            yield from _read_one_by_one(text, first_line)
        else:
            if isinstance(document, list):
                yield from _read_one_by_one(text, first_line)
            else:
                yield _read_object(document, Origin(_NAME, first_line))

    def __init__(self, ohh: Mapping[str, Any], *, has_totals: bool = False) -> None:
        """Create a reader. If `has_totals` is true, bets state the player's total on the street."""
        self._ohh = ohh
        self._has_totals = has_totals
        self._name_of: dict[Any, str] = {}
        self._length_before: dict[str, int] = {}
        self._cards_of: dict[str, Cards] = {}
        self._max_cards_dealt = 0

    def read_into_builder(self) -> Game:
        ohh, builder = self._ohh, self._begin_hand()
        for index, street in enumerate(ohh["rounds"]):
            if index:
                builder.begin_street()
            self._read_street(street)
        shown_counts = [*map(len, builder.shown.values())]
        game = _find_game(ohh["game_type"], max(self._max_cards_dealt, *shown_counts, 0))
        if not game:
            raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{ohh['game_type']}”")
        if shown_counts and min(shown_counts) < game.hole:
            # A partly shown hand counts as not shown.
            for name in [name for name, cards in builder.shown.items() if len(cards) < game.hole]:
                builder.store_cards(name, builder.shown.pop(name))
        self._read_pots(ohh["pots"])
        self.button = int(ohh.get("dealer_seat") or 0)
        return game

    def is_consistent(self, hand: ReadHand) -> bool:
        """Return whether the pots equal the contributions, and stacks cover uncalled bets.

        Stacks needn't be compared after a call, because misread amounts then contradict the pots.
        """
        if isinstance(hand, SkippedHand):
            return hand.reason is not Skip.DOES_NOT_ADD_UP
        if len(hand.still_in) > 1:
            return True
        live = self.builder.live
        return not any(live.get(name, 0) > stack for name, stack in self.builder.stacks.items())

    def _begin_hand(self) -> HandBuilder:
        """Begin the hand, and seat the players.

        Amounts in chips have cents if a blind or a stack isn't whole.
        """
        ohh, players = self._ohh, self._ohh["players"]
        is_tournament = ohh.get("tournament")
        is_in_chips = is_tournament or ohh.get("currency") in _CHIP_CURRENCIES
        blinds = [ohh.get(f"{blind}_amount") for blind in ("small_blind", "big_blind", "ante")]
        stacks = [player.get("starting_stack") for player in players]
        has_fractions = not is_in_chips or any(
            float(chips or 0) % 1 for chips in (*blinds, *stacks)
        )
        has_cents = has_fractions and not is_tournament
        builder = self.builder = HandBuilder(self.statements, has_cents=has_cents)
        builder.is_tournament = bool(is_tournament)
        builder.limit = LIMITS.get(str((ohh.get("bet_limit") or {}).get("bet_type")))
        builder.currency = "" if is_in_chips else currency_of_code(ohh.get("currency"))
        for player, stack in zip(players, stacks, strict=True):
            name = str(player["name"])
            chips = None if stack is None else self._parse_chips(stack)
            builder.sit(name, int(player["seat"]), chips)
            self._name_of[player["id"]] = name
            if cards := player.get("cards"):
                builder.store_cards(name, parse_card_texts(cards))
        if len(self._name_of) < len(players):
            raise Unreadable("two players have the same id")
        return builder

    def _find_name(self, player: Any) -> str:
        """Return the name of the player with this id, which may be a number or a text."""
        if player in self._name_of:
            return self._name_of[player]
        names = (name for known, name in self._name_of.items() if str(known) == str(player))
        return next(names, f"player {player}")

    def _parse_chips(self, number: Any) -> int:
        """Return an amount; floats that are almost whole count as whole."""
        exact = float(number) * self.builder.scale
        amount = round(exact)
        if not -_MAX_FLOAT_ERROR <= exact - amount <= _MAX_FLOAT_ERROR:
            self.builder.record_amount(ParsedAmount(amount, is_rounded=True), number)
        return amount

    def _read_street(self, street: Mapping[str, Any]) -> None:
        """Apply a street. A repeated street begins another run after the earlier cards."""
        if cards := street.get("cards"):
            boards = self.builder.boards
            length = len(boards[-1]) if boards else 0
            start = self._length_before.setdefault(street["street"], length)
            self.builder.deal_board(start, parse_card_texts(cards) or ())
            boards = self.builder.boards
            if len(boards) > MAX_BOARDS or any(len(board) > len(DECK) for board in boards[-1:]):
                raise Unreadable("it has more boards, or more cards on a board, than can be dealt")
        for action in street.get("actions") or ():
            verb = _letters_of(action["action"])
            if verb in _HOUSE_ACTIONS:
                self.builder.add_to_pot(self.find_amount(action))
            elif verb not in _ACTIONS_OUTSIDE_THE_HAND:
                name = self._find_name(action["player_id"])
                self.builder.deal_in(name)  # an unknown action moves no chips
                if act := self.verbs.get(verb):
                    act(self, name, action)

    def find_amount(self, details: Any) -> int:
        return self._parse_chips(details["amount"])

    def posts(self, name: str, details: Any) -> None:
        self.builder.post(name, self.find_amount(details))

    def posts_dead(self, name: str, details: Any) -> None:
        self.builder.post_dead(name, self.find_amount(details))

    def adds(self, name: str, details: Any) -> None:
        bet = self.builder.raise_to if self._has_totals else self.builder.put_in
        bet(name, self.find_amount(details))

    def receives_cards(self, name: str, details: Any) -> None:
        dealt = parse_card_texts(details.get("cards") or ()) or ()
        cards = self._cards_of[name] = (*self._cards_of.get(name, ()), *dealt)
        self.builder.store_cards(name, cards)
        self.builder.deal(name, cards)
        if not self.builder.round:
            self._max_cards_dealt = max(self._max_cards_dealt, len(cards))

    def shows(self, name: str, details: Any) -> None:
        """Show cards, which may be shown one by one, or again in each run."""
        if shown := parse_card_texts(details.get("cards") or ()):
            before = self.builder.shown.get(name, ())
            self.builder.show(name, (*before, *[card for card in shown if card not in before]))

    verbs = {
        **dict.fromkeys(("postsb", "postsmallblind", "postbb", "postbigblind"), posts),
        **dict.fromkeys(("straddle", "poststraddle", "postextrablind"), posts),
        **dict.fromkeys(("bringin", "call", "bet", "raise", "allin"), adds),
        **dict.fromkeys(("postante", "ante"), HandReader.antes),
        "postdead": posts_dead,
        "check": HandReader.checks,
        "fold": HandReader.folds,
        **dict.fromkeys(("dealtcards", "dealtcard"), receives_cards),
        **dict.fromkeys(("showscards", "showcards", "shows", "show"), shows),
    }
    """Actions by their lowercase letters, in the words of the specification and of programs."""

    def _read_pots(self, pots: Sequence[Any]) -> None:
        """Apply the pots; rake and jackpot are taken before payment."""
        builder = self.builder
        builder.pots = [self._parse_chips(pot["amount"]) for pot in pots]
        rakes = [self._parse_chips(pot.get("rake") or 0) for pot in pots]
        jackpots = [self._parse_chips(pot.get("jackpot") or 0) for pot in pots]
        builder.rake = sum(rakes)
        if jackpot := sum(jackpots):
            builder.fees = {"jackpot": jackpot}
        builder.taken_from_pots = list(map(add, rakes, jackpots))
        _, uncalled = builder.uncalled_bet()
        total = builder.total_put_in()
        if uncalled and sum(builder.pots) == total and builder.pots[-1] >= uncalled:
            # The last pot and its payment contain an uncalled bet.
            builder.pots = [*builder.pots[:-1], builder.pots[-1] - uncalled]
            builder.payments_include_uncalled = True
        for pot in pots:
            for win in pot.get("player_wins") or ():
                name = self._find_name(win["player_id"])
                builder.collect(name, self._parse_chips(win["win_amount"]))
                if amount := win.get("cashout_amount"):
                    fee = self._parse_chips(win.get("cashout_fee") or 0)
                    builder.cash_out(name, self._parse_chips(amount), fee)
