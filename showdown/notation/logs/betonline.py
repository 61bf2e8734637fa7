"""The text of BetOnline and its skins, in English: much like PokerStars', without payments.

    BetOnline Poker Game #900202143: Hold'em No Limit ($0.25/0.50) - 2026/08/07 14:59 Eastern …
    Table 'John Wayne (50bb)' 10-Max, Seat #9 is the button
    Seat 9: Anna (55.58 in chips) - The button
    Seat 8: Cem (0.00 in chips) - Sitting out
    Boris: ante processed 0.00
    Boris: posts small blind 0.25
    *** TURN *** [Qc 4c 8h][Ah]
    Boris: bets 0.50
    Uncalled bet (0.50) returned to Boris
    Boris shows 10s 9h
    *** SUMMARY ***
    Total pot 0.95 | Rake 0.05
    Board [Qc 4c 8h Ah]
    Seat 0: Boris collected (0.95)
    Seat 7: Anna showed [Jc Jd] and won (5375.00)

Amounts have no currency, and points even in tournaments. What was paid is only in the summary,
where the rake is not in the total. The total may stand twice, or once for each pot; others collect
nothing. Who has 0.00 may still buy chips. `post dead` leaves out the small blind that is dead. The
room may not know who acts: `Unknown player: folds`. Hold'em may be Omaha, which the cards tell.

ActionPoker.com and Gear Poker write in their own way:

    ActionPoker.com Game #123: Hold'em No Limit - 2026-08-07 14:59:12
    Table Aruba (Real Money) Seat #9 is the button
    Seat 9: Anna (55.58 in Chips)
    Anna: Raises 2.00 and is All In.
    Seat 9: Anna (button)  showed [10S 6D 6C 10C KC ] and won (4.20)

There a raise is what is added, and who wins shows the best five cards.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    any_title,
    in_all_pots,
    in_brackets,
    moment,
    need_total,
    origin_of,
    read_or_skipped,
    take_back_uncalled,
)
from showdown.notation.logs.stars_lines import (
    Tell,
    boards_of,
    end_of_summary,
    place_of_summary,
    read_bets,
    read_seats,
)
from showdown.notation.logs.verbs import Verbs

_NAME = "betonline"

_TITLES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha HiLo": "omaha-hilo",
    "7 Card Stud": "seven-card-stud",
    "7 Card Stud Hi/Lo": "stud-hilo",
    "Razz": "razz",
    "Badugi": "badugi",
    "Triple Draw 2-7 Lowball": "deuce-to-seven",
    "Single Draw 2-7 Lowball": "deuce-to-seven",
    "5 Card Draw": "five-card-draw",
}
_BY_HOLE = {4: "omaha", 5: "five-card-omaha", 6: "six-card-omaha"}
_OF_TWO_CARDS_OR_MORE = ("holdem", "omaha")
_SKINS = ("BetOnline Poker", "PayNoRake", "SportsBetting.ag Poker", "Tiger Gaming")
_OTHER_SKINS = ("ActionPoker.com", "Gear Poker")
_SITE = rf"(?:{any_title(_SKINS + _OTHER_SKINS)}) Game #"
_BEGINNING = re.compile(rf"{_SITE}(\d+):")
_HEADER = re.compile(
    rf"{_SITE}\d+: +(?:{{.*?}} +)?(Tournament #\d+:(?: *(?:[$€][\d.,+$€]+|Freeroll))? +)?"
    r"(.+?) +-? *(\d{4})[/-](\d+)[/-](\d+) (\d+):(\d+)"
)
_TITLE = re.compile(rf"({any_title(_TITLES)})\b")
_TABLE = re.compile(r"Table '(.*)'(?:.*Seat #(\d+) is the button)?")
_OTHER_TABLE = re.compile(r"Table (.+?)(?: \((?:Play|Real) Money\))? Seat #(\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+) in [Cc]hips\)")
_TOTAL = re.compile(r"Total [Pp]ot (\S+?)\.?(?: \| Rake (\S+?)\.?)?\s*$")
_END = re.compile(
    r"Seat \d+: (.+?)(?: \([^()]*\)  )? ?(?:collected|showed \[([^\[\]]*)\] and won) \((\S+)\)"
)
_SHOWS = re.compile(r"(.+) shows ((?:(?:10|[2-9TJQKA])[cdhs] ?)+)\s*$")
_CARD = re.compile(r"\b(10|[2-9TJQKA])([CDHScdhs])\b")
_STREET = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(.*)")
_IN_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_NOBODY = "Unknown player"
_TEN = re.compile(r"\b10(?=[cdhs])")
_LONGEST_LINE = 400
_LEFT = " has left the table"
_NOISE = ("Tournament will start", "Joined table during game")
_CHATTER = re.compile(r".+ (?:said \".*\"|joins the table at seat #\d+|has left the table)\.?\s*$")
_NEW_YORK = ZoneInfo("America/New_York")


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """What is said before a tournament's first hand belongs to it."""
    if piece is not None and not piece and line.startswith(_NOISE):
        return True
    return bool(_BEGINNING.match(line)) and not (piece and not any(map(_BEGINNING.match, piece)))


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    first = next((at for at, line in enumerate(lines) if _BEGINNING.match(line)), None)
    if first is None:
        return
    begun = _BEGINNING.match(lines[first])
    header = _HEADER.match(lines[first][:_LONGEST_LINE])
    is_other = lines[first].startswith(_OTHER_SKINS)
    second = lines[first + 1][:_LONGEST_LINE] if lines[first + 1 :] else ""
    table = _TABLE.match(second) or _OTHER_TABLE.match(second)
    origin = origin_of(
        _NAME,
        number + first,
        begun,
        table,
        moment(_NEW_YORK, *header.groups()[2:]) if header else None,
    )
    hand = [_TEN.sub("T", line) for line in map(_named, lines[first:])]
    if is_other:
        hand[2:] = map(_in_small_letters, hand[2:])
    summary = place_of_summary(hand)
    end = end_of_summary(hand, summary)
    button = int(table[2]) if table and table[2] else 0
    yield read_or_skipped(lambda origin: _hand(hand[:end], summary, origin, button), origin)
    rest = ["" if _is_noise(line) else line for line in hand[end:]]
    yield from strays(rest, number + first + end, _NAME)


def _is_noise(line: str) -> bool:
    return line.startswith(_NOISE) or _CHATTER.match(line[:_LONGEST_LINE]) is not None


def _named(line: str) -> str:
    """The line, in which a player without a name is called as the room calls one in others."""
    line = line.rstrip()
    if line.startswith(": "):
        return f"{_NOBODY}{line}"
    if line.startswith("Seat ") and ":  (" in line:
        return line.replace(":  (", f": {_NOBODY} (", 1)
    return f"{line} {_NOBODY}" if line.endswith(") returned to") else line


def _in_small_letters(line: str) -> str:
    """`Anna: Raises 2.00 and is All In.` and `[10S 6D]` as the other skins write it."""
    line = _IN_BRACKETS.sub(lambda cards: _CARD.sub(_card, cards[0]), line)
    line = line.removesuffix(".").replace("Dealt To ", "Dealt to ")
    name, separator, action = line.partition(": ")
    if not separator or line.startswith("Seat "):
        return line
    return f"{name}: {action[:1].lower()}{action[1:]}".replace(": reraises ", ": raises ")


def _card(card: re.Match[str]) -> str:
    return ("T" if card[1] == "10" else card[1]) + card[2].lower()


def _hand(lines: Sequence[str], summary: int, origin: Origin, button: int) -> ReadHand:
    if not summary:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    title = _TITLE.match(header[2]) if header else None
    if not title:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    play = Play(decimals=2)
    play.limit = limit_in(lines[0])
    play.states_returns = not lines[0].startswith(_OTHER_SKINS)
    play.rakes_in_proportion = False
    first = read_seats(play, lines, _SEAT)
    play.stacks = {name: chips for name, chips in play.stacks.items() if chips}
    teller = _Lines(play)
    read_bets(play, lines[first:summary], teller.act, teller.tell)
    summed = _Summary(play, _TITLES[title[1]])
    summed.read(lines, summary, teller.tell)
    teller.end()
    return play.hand(origin, GAMES[summed.slug], button)


class _Lines:
    """Understands the lines that PokerStars doesn't have."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._act = Verbs(play, lambda: 0).act
        self._left: list[str] = []
        self._posted_dead: list[str] = []

    def act(self, name: str, action: str) -> None:
        play = self._play
        kind, _, text = action.rpartition(" ")
        verb, _, more = action.partition(" ")
        if kind == "ante processed":
            if amount := play.amount(text):
                play.ante(name, amount)
        elif kind in ("post now", "posts now"):
            play.post(name, play.amount(text))
        elif kind in ("post dead", "posts dead"):
            play.post(name, play.amount(text))
            self._posted_dead.append(name)
        elif verb == "raises" and " to " not in more:
            play.put_in(name, play.amount(more.partition(" ")[0]))
        elif verb == "shows" and "[" not in more:
            self.tell(f"{name} {action}")
        else:
            self._act(name, action)

    def tell(self, line: str) -> None:
        """Who shows has no colon behind the name, and the cards no brackets."""
        play = self._play
        shows = _SHOWS.fullmatch(line[:_LONGEST_LINE])
        if shows and shows[1] in play.seats:
            play.show(shows[1], cards_of(shows[2].split()))
        elif line.endswith(_LEFT):
            self._left.append(line.removesuffix(_LEFT))
        elif line.startswith("Hand cancelled"):
            raise Unplayed(Skip.CANCELLED)
        elif line.startswith(f"{_NOBODY}: "):
            play.sit(_NOBODY, next(number for number in count() if not play.seats.at(number)))
            self.act(_NOBODY, line.partition(": ")[2])

    def end(self) -> None:
        """Who left had folded; what is missing of the pot are small blinds that are dead."""
        play = self._play
        for name in self._left:
            if name in play.live and name not in play.shown and name not in play.paid:
                play.fold(name)
        dead = self._posted_dead
        missing = (play.total or 0) + play.rake - in_all_pots(play)
        if dead and missing > 0 and missing % len(dead) == 0:
            for name in dead:
                play.dead(name, missing // len(dead))


class _Summary:
    """What stands below a hand, where the game may be seen to be another one than the title's."""

    def __init__(self, play: Play, slug: str) -> None:
        self._play = play
        self.slug = slug

    def read(self, lines: Sequence[str], summary: int, tell: Tell) -> None:
        play = self._play
        totals: list[int] = []
        ends: list[re.Match[str]] = []
        for place, line in enumerate(lines):
            if total := _TOTAL.match(line[:_LONGEST_LINE]):
                totals.append(play.amount(total[1]))
                play.rake = play.amount(total[2]) if total[2] else 0
            elif place < summary:
                continue
            elif end := _END.match(line[:_LONGEST_LINE]):
                ends.append(end)
            else:
                tell(line)
        for end in ends:
            if amount := play.amount(end[3]):
                play.collect(end[1], amount)
        if totals:
            paid = sum(play.paid.values())
            play.total = _total_of(totals, paid, play.rake)
            if 0 < paid < sum(set(totals)) == in_all_pots(play) - play.rake:
                raise Unplayed(Skip.DOES_NOT_ADD_UP, "it doesn't say who was paid one of its pots")
        need_total(play)
        play.boards = [board for board in boards_of(lines[summary:]) if board][:1]
        if not play.boards:
            play.boards = _board_of_streets(lines[:summary])
        self._see_game()
        for end in ends:
            self._show(end[1], cards_of(end[2].split()) if end[2] else None)
        if not play.states_returns and not play.returned:
            take_back_uncalled(play)
            if play.collected_uncalled:
                play.total = (play.total or 0) - uncalled_of(play.live)[1]

    def _see_game(self) -> None:
        """The game is another one if somebody has more cards than it deals."""
        play = self._play
        most = max(map(len, (*play.shown.values(), *play.known.values())), default=0)
        if self.slug in _OF_TWO_CARDS_OR_MORE and most > GAMES[self.slug].hole:
            self.slug = _BY_HOLE.get(most, self.slug)

    def _show(self, name: str, cards: Cards | None) -> None:
        """Who won, and showed nothing before: the whole hand, or only the best five of all."""
        play, game = self._play, GAMES[self.slug]
        on_board = set(play.boards[0]) if play.boards else set()
        is_whole = cards and len(cards) == game.hole and on_board.isdisjoint(cards)
        if is_whole and name not in play.shown:
            play.show(name, cards)


def _total_of(totals: Sequence[int], paid: int, rake: int) -> int:
    """The pot after the rake, which stands once or twice, or pot by pot; as it was paid if so."""
    last, parts = totals[-1], sum(set(totals))
    as_read = (last, parts, sum(totals), last - rake, parts - rake)
    return next((total for total in as_read if total == paid), last)


def _board_of_streets(lines: Sequence[str]) -> list[Cards]:
    """The board as the heading of the last street has it."""
    streets = [street for line in lines if (street := _STREET.match(line[:_LONGEST_LINE]))]
    cards = cards_of(" ".join(in_brackets(streets[-1][1])).split()) if streets else None
    return [cards] if cards else []


BETONLINE = LogFormat(
    _NAME,
    _SKINS + _OTHER_SKINS,
    _begins,
    _read,
    longest_line=1_000,
)
