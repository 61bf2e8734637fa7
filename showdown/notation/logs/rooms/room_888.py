"""Hand histories of 888poker, Pacific and Cassava, with cards in many languages.

Amounts, even of raises, are the chips added; the currency precedes or follows them, and a comma, a
period or a space may group thousands. Cards may be in another language. Pots, rake and uncalled
bets are not stated; sometimes an uncalled bet is collected with the pot. Streets that are dealt
again belong to another run, whose name may precede a payment: `First runout Anna collected [ $5 ]`.
"""

import re
from collections.abc import Iterator, Sequence

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game
from showdown.notation.logs.game_titles import find_game_by_title
from showdown.notation.logs.hand_reader import skip_unread_lines
from showdown.notation.logs.logged_hand import (
    RAKE_AND_FEES,
    USUAL_STATEMENTS,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Statement,
    Unreadable,
)
from showdown.notation.logs.text_hand import TextHand
from showdown.notation.logs.value_parsing import (
    BOARD_CARDS_BEFORE,
    find_texts_in_brackets,
    have_cents,
    parse_card_texts,
    remove_grouping,
)

_SEPARATORS = re.compile(r"[,\s]+")
_HIDDEN = frozenset("?xX*-")
_RANKS = {**{rank: rank for rank in "23456789TJQKA"}, "10": "T"}
_SUITS = "c d h s"
_LANGUAGES: list[dict[str, str]] = [
    {
        f"{rank}{suit}": f"{english}{english_suit}"
        for rank, english in {**_RANKS, **dict(pair.split("=") for pair in ranks.split())}.items()
        for suit, english_suit in zip(suits.split(), "cdhs", strict=True)
    }
    for ranks, suits in (
        ("", _SUITS),
        ("Kn=J D=Q E=A", _SUITS),  # Scandinavian
        ("B=J V=Q H=K", _SUITS),  # Dutch
        ("B=J D=Q", _SUITS),  # German
        ("B=J D=Q", "Kreuz Karo Herz Pik"),
        ("B=J D=Q E=A", _SUITS),  # Danish
        ("В=J Д=Q К=K Т=A", _SUITS),  # Russian
        ("Â=J Ä=Q Ê=K Ò=A", _SUITS),  # Russian, decoded incorrectly
        ("Kn=J D=Q E=A", "k r h s"),  # Scandinavian
        ("B=J V=Q H=K", "k r h s"),  # Dutch
        ("D=T", "t d c p"),  # Spanish
        ("V=J D=Q R=K", "t k c p"),  # French
        ("F=J D=Q R=K", "f q c p"),  # Italian
        ("D=T", "p o c e"),  # Portuguese
    )
]
"""A mapping of cards to English cards for each language. All of them contain the English ranks."""


def _split_cards(text: str) -> list[str]:
    return [card for card in _SEPARATORS.split(text.strip()) if card]


def _find_language(cards: Sequence[str]) -> dict[str, str] | None:
    """Return the first language in which all these cards are valid; None if there is none."""
    known = [card for card in cards if not _HIDDEN.issuperset(card)]
    return next((mapping for mapping in _LANGUAGES if all(card in mapping for card in known)), None)


_HEADER = re.compile(r"[ \0]?\*{4,5} (?!Hand ).{1,40}? Hand History [Ff]or Game \w{1,30} \*{4,5}")
_ANNOUNCEMENT = re.compile(r"[ \0]?(?:#Game No : ?\d|Game #\d+ starts)")
_BOARD = re.compile(r"\*\* Dealing ([fF]lop|[tT]urn|[rR]iver) \*\* *:? *\[(.*?)\]")
_RUNOUT = re.compile(r"\S{1,20} [rR]unout:? (.+ collected .*)")
_BEGINNINGS = ("****", "#Game No", "Game #")
_ALL_IN = ("all-in", "all-In", "all in")
_MAX_RAKE_DIVISOR = 10
"""The maximum plausible rake is the pot divided by this number."""
_STRAY_BYTE = "\u00c2"
"""Remainder of a space between thousands after UTF-8 was decoded incorrectly."""
_MAX_ANNOUNCEMENTS = 12
_NOT_AVAILABLE = "The hand history for this hand number is not available"


class Room888(TextHand):
    name = "888poker"
    prefixes = tuple(f"{mark}{line}" for mark in ("", " ", "\0") for line in _BEGINNINGS)
    statements = USUAL_STATEMENTS - {
        Statement.POTS,
        Statement.RAKE_OF_POTS,
        Statement.RAKE_OF_WINNERS,
    }
    optional_statements = RAKE_AND_FEES
    head_line_count = 4
    beginning = re.compile(
        r"[ \0]?\*{4,5} (?:.{1,40}? )?Hand History [Ff]or Game (\w{1,30}) \*{4,5}"
    )
    heading = re.compile(
        r"^.{0,60}? Blinds (?:(?:No|Pot|Fix(?:ed)?) )?Limit (?:Texas )?(.+?)(?: Jackpot table)?"
        r"(?: - \*\*\*(?: (?P<day>\d\d) (?P<month>\d\d) (?P<year>\d{4})"
        r" (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d))?|\s*$)"
    )
    table = re.compile(r"^(?:Table|Tournament) (.+?)(?: ?\((Real|Practice|Play)|\s*$)")
    seat = re.compile(r"Seat (\d+): (.+) \( ?([^()]+?) ?\)\s*$")
    other_prefixes = ("** Dealing", "** Summary", "Dealt to ")
    dealer = re.compile(r"Seat (\d+) is the button")
    street_heading = "** "
    first_streets = ("** Dealing down",)
    summary_heading = "** Summary **"
    summary_lines = ("",)  # any lines may follow

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._collected: list[tuple[str, int]] = []

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        """Return whether a hand begins: at its announcement, or at its header if it has none."""
        if not _HEADER.match(line) and not _ANNOUNCEMENT.match(line):
            return False
        announcements = previous[:_MAX_ANNOUNCEMENTS]
        return (
            not previous
            or any(map(_HEADER.match, announcements))
            or len(previous) > _MAX_ANNOUNCEMENTS
        )

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        headers = (index for index, line in enumerate(lines) if cls.beginning.match(line))
        first_header = next(headers, None)
        if first_header is None:
            if any(line.startswith(_NOT_AVAILABLE) for line in lines):
                detail = "the room didn't provide the hand history"
                yield SkippedHand(Origin(cls.name, first_line), Skip.CUT_OFF, detail)
            others = [
                "" if _ANNOUNCEMENT.match(line) or line.startswith(_NOT_AVAILABLE) else line
                for line in lines
            ]
            yield from skip_unread_lines(others, first_line, cls.name)
        else:
            yield from super().read_hands(lines[first_header:], first_line)

    def read_into_builder(self) -> Game:
        stakes, table = self.heading_match, self.table_match
        if not stakes or not table:
            raise Unreadable("its first lines state no known game")
        game = find_game_by_title(stakes[1])
        self.require_summary()
        is_cash = table[0].startswith("Table")
        has_cents = (is_cash and table[2] in ("Real", None)) or have_cents(self.lines[3:])
        self.start(stakes[0], has_cents=has_cents, is_tournament=not is_cash)
        lines_with_cards = [
            line for line in self.lines if "Deal" in line or " shows " in line or " mucks " in line
        ]
        texts = [cards for line in lines_with_cards for cards in find_texts_in_brackets(line)[-1:]]
        self._language = _find_language([card for text in texts for card in _split_cards(text)])
        self.read_lines(self.lines[3:])
        self.require_payments()
        if is_cash:
            self.builder.statements -= RAKE_AND_FEES
        self.remove_uncalled()
        return game

    def remove_uncalled(self) -> None:
        """Also remove an uncalled bet that was paid separately, or with a share of a split pot."""
        super().remove_uncalled()
        builder = self.builder
        bettor, uncalled = builder.uncalled_bet()
        pot, paid = builder.total_put_in() - uncalled, sum(builder.paid.values())
        may_be_included = uncalled > 0 and pot + uncalled - paid <= pot // _MAX_RAKE_DIVISOR
        may_have_rake = not builder.statements >= RAKE_AND_FEES
        if may_be_included and may_have_rake and len(builder.paid) > 1:
            share = builder.paid.get(bettor, 0) - uncalled
            others = [amount for name, amount in builder.paid.items() if name != bettor]
            is_paid_separately = (bettor, uncalled) in self._collected
            builder.payments_include_uncalled |= is_paid_separately or any(
                abs(share - other) <= 1 for other in others
            )

    def collects(self, name: str, details: str) -> None:
        amount = self.find_amount(details)
        self._collected.append((name, amount))
        self.builder.collect(name, amount)

    def read_street(self, line: str) -> None:
        if board := _BOARD.match(line):
            cards = self.parse_cards(board[2]) or ()
            self.builder.deal_board(BOARD_CARDS_BEFORE[board[1].lower()], cards)

    def receives_cards(self, name: str, text: str) -> None:
        self.builder.store_cards(name, self.parse_cards(find_texts_in_brackets(text)[-1]))

    def read_notice(self, line: str) -> bool:
        if "unout" not in line:
            return False
        if runout := _RUNOUT.match(line):
            self.read_lines([runout[1]])
        return True

    def parse_cards(self, text: str) -> Cards | None:
        """Parse cards in the language of the hand, or of this text if no language fits the hand."""
        texts = _split_cards(text)
        language = self._language or _find_language(texts) or {}
        return parse_card_texts([language.get(card, card) for card in texts])

    def parse_chips(self, text: str) -> int:
        try:
            return self.builder.parse_amount(remove_grouping(text))
        except Unreadable:
            return self.builder.parse_amount(remove_grouping(text.replace(_STRAY_BYTE, "")))

    def find_amount(self, details: str) -> int:
        return self.parse_chips(find_texts_in_brackets(details)[0])

    def posts(self, name: str, details: str) -> None:
        """Also parse `dead blind [$0.01 + $0.02]`: a dead small blind and a live big one."""
        dead, plus, live = details.partition("+")
        if plus:
            self.builder.post_dead(name, self.find_amount(f"{dead}]"))
            self.builder.post(name, self.find_amount(f"[{live}"))
        else:
            super().posts(name, details)

    def goes_all_in(self, name: str, details: str) -> None:
        """Parse `all-In [$5]`; ignore other text after `is`, which may report a disconnection."""
        if details.startswith(_ALL_IN) and "[" in details:
            self.adds(name, details)

    verbs = {
        "posts": posts,
        **dict.fromkeys(("calls", "bets", "raises", "all-in"), TextHand.adds),
        "folds": TextHand.folds,
        "checks": TextHand.checks,
        "is": goes_all_in,
        "shows": TextHand.shows,
        "mucks": TextHand.mucks,
        "collected": collects,
    }
