"""What readers of rooms' texts share: from a hand that was found to one that is read or skipped."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_format import LONGEST_NAME, Unreadable, unreadable
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, SkippedHand
from showdown.words.errors import error_text

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_GROUPING_POINT = re.compile(r"(?<=\d)\.(?=\d{3}(?!\d))")
_CENTS = re.compile(r"\d[.,]\d{1,2}(?!\d)")
_ODD_CENTS = re.compile(r"\d\.(?:\d?[1-9]|[1-9]\d)(?!\d)")
_MOST_TAKEN = 4
_MOST_RAKE = 10
"""No room takes more than one part in so many."""
_SUIT_FIRST = re.compile(r"([SHDCshdc])(10|[2-9TJQKA])$")


class Unplayed(Exception):
    """A hand that its reader skips, for this `reason`; `detail` is one short clause, or empty."""

    def __init__(self, reason: Skip, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


def read_or_skipped(read: Callable[[Origin], ReadHand], origin: Origin) -> ReadHand:
    """What `read` returns, or why it can't: whatever is wrong with the text, a hand is skipped."""
    try:
        return read(origin)
    except Unplayed as error:
        return SkippedHand(origin=origin, reason=error.reason, detail=error.detail)
    except Unreadable as error:
        return unreadable(origin, str(error))
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except (LookupError, ValueError, ArithmeticError):
        return unreadable(origin, "a line of it isn't understood")


def origin_of(
    format_name: str,
    line: int,
    begun: re.Match[str] | None,
    table: re.Match[str] | None,
    played: datetime | None,
) -> Origin:
    """Where a hand stands, and when it was `played`: its id and its table are the first groups."""
    hand = begun[1][:LONGEST_NAME] if begun else ""
    name_of_table = table[1][:LONGEST_NAME] if table else ""
    return Origin(format_name, line, hand, name_of_table, played)


def in_brackets(text: str) -> list[str]:
    """`[7s 2d 6h][9c]`: what stands in each pair of brackets."""
    return _BRACKETS.findall(text)


def any_title(titles: Iterable[str]) -> str:
    """The pattern of these names of games, the longest first."""
    return "|".join(sorted(map(re.escape, titles), key=len, reverse=True))


def suit_last(card: str) -> str:
    """`S10` as `Ts`; any other text as it is."""
    parts = _SUIT_FIRST.match(card)
    return ("T" if parts[2] == "10" else parts[2]) + parts[1].lower() if parts else card


def have_cents(lines: Sequence[str]) -> bool:
    """Whether an amount in these lines has cents, if only `.00`."""
    return any(_CENTS.search(line) for line in lines)


def have_odd_cents(lines: Sequence[str]) -> bool:
    """Whether an amount in these lines is no whole number; `5.00` is one."""
    return any(_ODD_CENTS.search(line) for line in lines)


def ungrouped(text: str) -> str:
    """`15.788,50 $` and `3.243` without the points that group thousands."""
    return _GROUPING_POINT.sub("", text)


def moment(
    zone: tzinfo, year: str, month: str, day: str, hour: str, minute: str, second: str = "0"
) -> datetime | None:
    """The time in this zone; None if there is no such time."""
    try:
        begun = _hour(zone, year, month, day, hour)
        return begun.replace(minute=int(minute), second=int(second))
    except (ValueError, OverflowError):
        return None


@lru_cache(1 << 10)
def _hour(zone: tzinfo, *hour: str) -> datetime:
    """When this hour began: the hands of a log were played in few hours.

    The zones of rooms are whole hours away from UTC.
    """
    return datetime(*map(int, hour), tzinfo=zone).astimezone(UTC)  # type: ignore[misc,arg-type]


def in_all_pots(play: HandBuilder) -> int:
    """What is in the pots of this play, without the bet that nobody called."""
    return all_put_in(play) - uncalled_of(play.live)[1]


def all_put_in(play: HandBuilder) -> int:
    """What is in the pots of this play, with the bet that nobody called."""
    live, dead = sum(play.live.values()), sum(play.dead_of.values())
    return live + dead + sum(play.antes.values()) + play.added


def uncalled_in(play: HandBuilder) -> tuple[str, int]:
    """Whose bet nobody called, and how much of it: of an ante too, if others were all in for less.

    Antes have to be matched where everyone still in posted one.
    """
    live, antes = play.live, play.antes
    if not antes:
        return uncalled_of(live)
    names = [*live, *(name for name in antes if name not in live)]
    still_in = [name for name in names if name not in play.folded]
    if len(still_in) < 2 or any(name not in antes for name in still_in):
        return uncalled_of(live)
    return uncalled_of({name: live.get(name, 0) + antes.get(name, 0) for name in names})


def need_total(play: HandBuilder) -> None:
    """Raises Unreadable."""
    if play.total is None:
        raise Unreadable("its summary doesn't say the total pot")


def pays_uncalled_with_the_pot(play: HandBuilder) -> bool:
    """Whether a bet that nobody called was paid with the pot, in a room that may do so.

    Without it the rake would then be more than any, or those who split the pot have the same.
    """
    bettor, uncalled = uncalled_in(play)
    won = play.paid.get(bettor, 0)
    if not won >= uncalled > 0:
        return False
    is_split = sum([abs(won - other) <= 1 for other in play.paid.values()]) > 1
    pot, paid = all_put_in(play) - uncalled, sum(play.paid.values())
    most = 0 if play.states_rake else max(pot // _MOST_RAKE, 1)
    return paid > pot or (pot + uncalled - paid <= most and not is_split)


def take_back_what_is_always_paid(play: HandBuilder) -> None:
    """For rooms that always pay a bet that nobody called, with the pot or as one of its own.

    Where the house would then have taken a quarter of the pot, a converter has left it out.
    """
    if play.states_rake:
        take_back_uncalled(play)
        return
    bettor, uncalled = uncalled_in(play)
    pot, paid = all_put_in(play) - uncalled, sum(play.paid.values())
    is_whole = paid > pot or pot + uncalled - paid <= pot // _MOST_TAKEN
    play.collected_uncalled = play.paid.get(bettor, 0) >= uncalled > 0 and is_whole


def take_back_uncalled(play: HandBuilder) -> None:
    """For rooms that pay a bet that nobody called with the pot, or else don't speak of it.

    It was paid with the pot if what was paid is nearer to the pot with it.
    """
    _, uncalled = uncalled_in(play)
    paid = sum(play.paid.values()) + play.rake + sum(play.fees.values())
    pot = all_put_in(play) - uncalled
    play.collected_uncalled = 2 * (paid - pot) > uncalled > 0
