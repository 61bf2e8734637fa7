"""The text of PokerStars, in English: cash games and tournaments, of one game or mixed.

    PokerStars Hand #134782498345:  Omaha Pot Limit ($200/$400 USD) - 2026/05/04 18:59:35 ET
    Table 'Cindijon III' 6-max Seat #5 is the button
    Seat 3: Anna ($8386.36 in chips)
    Anna: posts small & big blinds $600
    Boris: raises $2400 to $3600 and is all-in
    Uncalled bet ($2413.64) returned to Anna
    *** TURN *** [2d 6c 7h] [Qh]
    *** SHOW DOWN ***
    Anna: shows [Jc Ad Ac 4h] (two pair, Aces and Sixes)
    Anna collected $2.35 from main pot
    *** SUMMARY ***
    Total pot $3.70 Main pot $2.35. Side pot-1 $1.17. | Rake $0.18
    Board [6c Kc Qc Jc 4c]

Other rooms write the same: Full Tilt while it was PokerStars', PokerMaster, PokerBros, MPL, Suprema
and Hive, some of them without a currency. In exports and before 2010 the first line may be in
capitals, and a bet that nobody called isn't returned in a line. PokerMaster calls five-card Omaha
Omaha too. Before the seats may stand who bought chips.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from showdown.evaluator.games import GAMES
from showdown.notation.logs.field_values import have_odd_cents, limit_in, moment
from showdown.notation.logs.framed import Frame, FramedHand
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_format import LogFormat
from showdown.notation.logs.logged_hand import Limit, ReadHand, Skip, Unplayed, Unreadable
from showdown.notation.logs.stars_lines import boards_of, read_bets, read_end, read_seats
from showdown.notation.logs.statements import EVERYTHING, Statement
from showdown.notation.logs.verbs import Verbs

_TITLES = {
    "Hold'em": "holdem",
    "Split Hold'em": "double-board-holdem",
    "6+ Hold'em": "short-deck",
    "Omaha": "omaha",
    "Split Omaha": "double-board-omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "5 Card Omaha Hi/Lo": "five-card-omaha-hilo",
    "Courchevel": "five-card-omaha",
    "Courchevel Hi/Lo": "five-card-omaha-hilo",
    "6 Card Omaha": "six-card-omaha",
    "6 Card Omaha Hi/Lo": "six-card-omaha-hilo",
    "Badugi": "badugi",
    "Triple Draw 2-7 Lowball": "deuce-to-seven",
    "Single Draw 2-7 Lowball": "deuce-to-seven",
    "Triple Draw A-5 Lowball": "ace-to-five",
    "A-5 Triple Draw": "ace-to-five",
    "5 Card Draw": "five-card-draw",
    "7 Card Stud": "seven-card-stud",
    "7 Card Stud Hi/Lo": "stud-hilo",
    "Razz": "razz",
    "Omaha 5 Cards": "five-card-omaha",
    "Omaha 6 Cards": "six-card-omaha",
}
"""The room's names of the games, and ours. A mixed game names the one that is being played."""

_SITE = (
    r"(?:(?:PokerStars|POKERSTARS|PokerMaster|PokerBros|MPLPoker|SupremaPoker|Hive Poker)[^#]{0,40}"
    r"|(?:Full Tilt|BetOnline) (?:Rush |Zoom )?(?:Hand|Game) )#"
)
_BEGINNING = re.compile(rf"{_SITE}(\d+):")
_HEADER = re.compile(
    rf"{_SITE}(\d+): *((?:[^ ]++| ++(?!- +\d{{4}}/))*+) +- +(\d{{4}}/.*)"  # " - ", and the time
)
_ANY = "|".join(sorted(map(re.escape, _TITLES), key=len, reverse=True))
_LIMIT = r"(?:No Limit|Pot Limit|Limit|Fixed Limit|Cap|NL|PL)"
_GAME = re.compile(
    r"(?:^|[({] ?|, +|\} +|Freeroll +|\d\S{0,30}(?: [A-Z]{3,4})? +)"  # what may stand before it
    rf"(?:({_ANY}) {_LIMIT}\b|{_LIMIT} (?:Texas )?({_ANY})(?![\w/-]))",
    re.IGNORECASE,
)
_BY_TITLE = {title.lower(): slug for title, slug in _TITLES.items()}
_BY_HOLE = {5: "five-card-omaha", 6: "six-card-omaha"}
_OLD = "2010"
"""Before this year, a bet that nobody called isn't returned in a line."""
_OWN = ("PokerStars", "POKERSTARS")
_STAKES = re.compile(r"([\d.,]+)/\D{0,3}([\d.,]+)")
_CURRENCY = re.compile(r"[$€£¥₹]|\b(?:USD|EUR|GBP|CAD|INR|CNY)\b")
_TIME = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)(?: -)? +(\d\d?):(\d\d):(\d\d) \(?(ET|UTC|CET)")
_TABLE = re.compile(r"Table (?:ID )?'(.*)'(?:.*Seat #(\d+) is the button)?")
_TOTAL = re.compile(r"Total pot (\S+)(.*?)\| Rake (\S+)(?:.*Jackpot\D*(\S+))?")
_PART = re.compile(r"pot(?:-\d+)? (\S+?)\.(?:\s|$)")
_WON = re.compile(r"\bwon \((\S+)\)")
_SOLD = re.compile(r"(.+) cashed out the hand for (\S+)(?: \| Cash Out Fee (\S+))?\s*")

_LINES_OF_HEADER = 2
_CARD_BEFORE_FLOP = "courchevel"
_CONVERTED = "BetOnline "
"""Programs make such hands of Bovada's, where players are positions; whoever joins posts a chip."""
_RUPEES = "Rs. "
_CASHED_OUT = "not awarded as player cashed out"
_LONGEST_LINE = 400
"""The first lines and the total are not longer: patterns would look for too much in them."""
_ZONES: Mapping[str, tzinfo] = {
    "ET": ZoneInfo("America/New_York"),
    "UTC": UTC,
    "CET": ZoneInfo("CET"),
}


class Stakes(NamedTuple):
    """What the first line says of the game: `text` has more than that."""

    slug: str
    is_cash: bool
    has_card_before_flop: bool
    is_in_rupees: bool
    limit: Limit | None
    text: str


@lru_cache(1 << 10)
def _stakes_of(text: str) -> Stakes:
    """Raises Unplayed."""
    title = _GAME.search(text.replace("´", "'"))
    if not title:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{text[:60]}”")
    is_cash = "tournament #" not in text.lower() and _CURRENCY.search(text) is not None
    name = (title[1] or title[2]).lower()
    has_card = name.startswith(_CARD_BEFORE_FLOP)
    return Stakes(_BY_TITLE[name], is_cash, has_card, _RUPEES in text, limit_in(text), text)


def _read(hand: FramedHand) -> ReadHand:
    if not hand.header:
        raise Unreadable("its first line isn't understood")
    lines, summary = hand.lines, hand.summary
    stakes = _stakes_of(hand.header[2])
    if stakes.is_in_rupees:
        lines = [line.replace(_RUPEES, "₹") for line in lines]
    is_own = lines[0].startswith(_OWN)
    has_cents = stakes.is_cash or (not is_own and have_odd_cents(lines[_LINES_OF_HEADER:]))
    play = HandBuilder(decimals=2 if has_cents else 0)
    play.limit = stakes.limit
    play.states_returns = lines[0].startswith("PokerStars") and hand.header[3] > _OLD
    play.before_flop = int(stakes.has_card_before_flop)
    _read_bets(play, lines[:summary], stakes.text)
    _read_summary(play, lines[summary + 1 :])
    slug = stakes.slug
    if slug == "omaha" and not is_own:
        slug = _BY_HOLE.get(
            max(map(len, (*play.shown.values(), *play.known.values())), default=0), slug
        )
    return play.hand(hand.origin, GAMES[slug], hand.button)


def _read_bets(play: HandBuilder, lines: Sequence[str], stakes: str) -> None:
    """What the players did, line by line."""

    def tell(line: str) -> None:
        if line.startswith("Hand cancelled"):
            raise Unplayed(Skip.CANCELLED)
        if " cashed out " in line and (sold := _SOLD.fullmatch(line)):
            play.cash_out(sold[1], play.amount(sold[2]), play.amount(sold[3]) if sold[3] else 0)

    verbs = Verbs(play, lambda both: _big_blind_of(stakes, play, both))
    first = read_seats(play, lines)
    if "Big Blind" in play.seats and lines[0].startswith(_CONVERTED):
        verbs.second_small_blind_is_dead = False
    read_bets(play, lines[first:], verbs.act, tell)


def _big_blind_of(stakes: str, play: HandBuilder, both: int) -> int:
    """In limit games the stakes are the two bets, and the blind is the smaller.

    In some tournaments they are the blinds all the same: then `both` are as much together.
    """
    amounts = _STAKES.search(stakes)
    if not amounts:
        raise Unreadable("it doesn't say what the big blind is")
    title = stakes.lower()
    is_limit = "no limit" not in title and "pot limit" not in title
    small, big = play.amount(amounts[1]), play.amount(amounts[2])
    return small if is_limit and small + big != both else big


def _read_summary(play: HandBuilder, lines: Sequence[str]) -> None:
    """What stands below the hand: the pots, the rake and the boards."""
    others = []
    for line in lines:
        if not line.startswith("Seat "):
            others.append(line)
        elif _CASHED_OUT in line:
            _read_cashed_out(play, line)
        elif "[" in line:
            read_end(play, line)
    for line in others:
        if line.startswith("Total pot "):
            _read_total(play, line[:_LONGEST_LINE])
    play.boards = boards_of(others)
    if play.total is None:
        raise Unreadable("its summary doesn't say the total pot")


def _read_total(play: HandBuilder, line: str) -> None:
    total = _TOTAL.match(line)
    if total and play.total is None:
        play.total = play.amount(total[1])
        if not total[2].isspace():
            play.pots = [play.amount(part) for part in _PART.findall(total[2])]
        play.rake = play.amount(total[3])
        if total[4]:
            play.fees = {"jackpot": play.amount(total[4])}


def _read_cashed_out(play: HandBuilder, line: str) -> None:
    """Who sold the hand to the house before its end is paid nothing, but the pot was won."""
    text = line.partition(": ")[2]
    name = max([name for name in play.shown if text.startswith(f"{name} ")], key=len)
    play.paid[name] = sum([play.amount(won) for won in _WON.findall(text)])


def _played(header: re.Match[str]) -> datetime | None:
    """The time, which is also given in that of New York, or only in universal time."""
    time = _TIME.search(header[3])
    if not time:
        return None
    *parts, zone = time.groups()
    return moment(_ZONES[zone], *parts)


_FRAME = Frame("pokerstars", _BEGINNING, _HEADER, _TABLE, _played, _read)

POKERSTARS = LogFormat(
    _FRAME.name,
    (
        *("PokerStars", "POKERSTARS", "PokerMaster", "PokerBros", "MPLPoker", "SupremaPoker"),
        *("Hive Poker", "Full Tilt ", "BetOnline "),
    ),
    _FRAME.begins,
    _FRAME.hands,
    longest_line=1_000,
    is_indented=True,
    states=EVERYTHING - {Statement.RAKE_OF_WINNERS},
    may_lack=frozenset((Statement.EVERY_RETURN,)),
)
