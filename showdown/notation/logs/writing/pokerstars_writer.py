"""Writes the text of PokerStars: cash games with a currency, or for chips."""

from collections.abc import Iterator, Sequence
from datetime import UTC
from hashlib import sha256
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import format_cards
from showdown.notation.logs.logged_hand import Act, LoggedHand
from showdown.notation.logs.writing.refusals import (
    CannotSay,
    Refusal,
    refuse_chips_of_house,
    refuse_fees,
    refuse_what_none_can_say,
)
from showdown.notation.logs.writing.steps import (
    Post,
    Step,
    Street,
    blinds_of,
    chips_in,
    is_stud,
    mucked_of,
    rake_of,
    returned_of,
    rounds_of,
    streets_of,
)

_TITLES = {
    "holdem": "Hold'em No Limit",
    "short-deck": "6+ Hold'em No Limit",
    "omaha": "Omaha Pot Limit",
    "omaha-hilo": "Omaha Hi/Lo Pot Limit",
    "five-card-omaha": "5 Card Omaha Pot Limit",
    "five-card-omaha-hilo": "5 Card Omaha Hi/Lo Pot Limit",
    "six-card-omaha": "6 Card Omaha Pot Limit",
    "six-card-omaha-hilo": "6 Card Omaha Hi/Lo Pot Limit",
    "seven-card-stud": "7 Card Stud Limit",
    "stud-hilo": "7 Card Stud Hi/Lo Limit",
    "razz": "Razz Limit",
    "badugi": "Badugi Limit",
    "deuce-to-seven": "Triple Draw 2-7 Lowball Limit",
    "five-card-draw": "5 Card Draw No Limit",
}
"""The room's names of our games, as they are usually bet: logs needn't say."""
_SIGNS = {"": "$", "$": "$", "€": "€", "£": "£", "₹": "₹", "¥": "¥"}
_CODES = {"$": " USD", "€": " EUR", "£": " GBP", "₹": " INR", "¥": " CNY"}
_KINDS = {
    Post.SMALL: "small blind",
    Post.BIG: "big blind",
    Post.STRADDLE: "straddle",
    Post.EXTRA: "big blind",
}
_STUD_STREETS = ("3rd", "4th", "5th", "6th", "7th")
_DRAWS = ("FIRST", "SECOND", "THIRD")
_RUNS = ("FIRST ", "SECOND ", "THIRD ")
_NEW_YORK = ZoneInfo("America/New_York")
_LONGEST_NUMBER = 18


def write_pokerstars(hand: LoggedHand) -> str:
    """Raises CannotSay."""
    refuse_what_none_can_say(hand)
    refuse_chips_of_house(hand)
    refuse_fees(hand, "jackpot")
    if hand.game.slug not in _TITLES:
        raise CannotSay(Refusal.GAME)
    if len(hand.boards) > len(_RUNS):
        raise CannotSay(Refusal.RUNS)
    if any(act is Act.DRAW and count < 0 for act, _, count in hand.deeds):
        raise CannotSay(Refusal.DRAWS)
    if hand.decimals and hand.currency not in _SIGNS:
        raise CannotSay(Refusal.CURRENCY)
    return "\n".join(_Hand(hand).lines()) + "\n\n\n"


class _Hand:
    def __init__(self, hand: LoggedHand) -> None:
        self._hand = hand
        self._sign = _SIGNS[hand.currency] if hand.decimals else ""
        self._rounds = rounds_of(hand)
        self._blinds = blinds_of(self._rounds[0])

    def lines(self) -> Iterator[str]:
        hand = self._hand
        yield self._header()
        button = "" if is_stud(hand) else f" Seat #{len(hand.seats)} is the button"
        yield f"Table '{hand.origin.table}' {max(2, len(hand.seats))}-max{button}"
        for number, name in enumerate(hand.seats, 1):
            yield f"Seat {number}: {name} ({self._chips(hand.stacks.get(name, 0))} in chips)"
        first = [step for step in self._rounds[0] if step.act in (Act.POST, Act.ANTE, Act.DEAD)]
        yield from self._posts(first)
        yield from self._rounds_told()
        yield from self._end()
        yield from self._summary()

    def _chips(self, amount: int) -> str:
        if not self._hand.decimals:
            return str(amount)
        whole, cents = divmod(amount, 100)
        return f"{self._sign}{whole}.{cents:02}" if cents else f"{self._sign}{whole}"

    def _header(self) -> str:
        hand, blinds = self._hand, self._blinds
        code = _CODES.get(self._sign, "")
        stakes = f"{self._chips(blinds.small)}/{self._chips(blinds.big)}{code}"
        title = _TITLES[hand.game.slug]
        return f"PokerStars Hand #{_number(hand)}:  {title} ({stakes}) - {_time(hand)}"

    def _posts(self, steps: Sequence[Step]) -> Iterator[str]:
        """Antes, blinds, and dead chips, which are posted with a big blind in one line."""
        posted = 0
        place = 0
        while place < len(steps):
            step = steps[place]
            after = steps[place + 1] if place + 1 < len(steps) else None
            if after and self._is_both(step, after):
                posted += 1
                both = step.amount + after.amount
                yield self._post(step, "small & big blinds", both, is_all_in=after.is_all_in)
                place += 1
            elif step.act is Act.ANTE:
                yield self._post(step, "the ante", step.amount, is_all_in=step.is_all_in)
            elif step.act is Act.DEAD:
                yield self._post(step, "dead blind", step.amount, is_all_in=step.is_all_in)
            else:
                kind = _KINDS[self._blinds.kinds[posted]]
                posted += 1
                yield self._post(step, kind, step.amount, is_all_in=step.is_all_in)
            place += 1

    def _is_both(self, step: Step, after: Step) -> bool:
        blind = step if step.act is Act.POST else after
        return (
            {step.act, after.act} == {Act.POST, Act.DEAD}
            and step.name == after.name
            and blind.amount == self._blinds.big > 0
        )

    def _post(self, step: Step, kind: str, amount: int, *, is_all_in: bool) -> str:
        end = " and is all-in" if is_all_in else ""
        return f"{step.name}: posts {kind} {self._chips(amount)}{end}"

    def _rounds_told(self) -> Iterator[str]:
        """The headings of the streets with what was done; those that came without it, after."""
        hand, rounds = self._hand, self._rounds
        streets = [street for street in streets_of(hand) if not street.run]
        which = _RUNS[0] if len(hand.boards) > 1 else ""
        yield from self._first_round(rounds[0])
        for place in range(1, max(len(rounds), len(streets) + 1)):
            if hand.game.boards:
                if place <= len(streets):
                    yield self._street(streets[place - 1], which)
            elif is_stud(hand):
                yield f"*** {_STUD_STREETS[min(place, 4)]} STREET ***"
            elif place <= len(_DRAWS):
                yield f"*** {_DRAWS[place - 1]} DRAW ***"
            if place < len(rounds):
                yield from self._acts(rounds[place])
        for name, amount in returned_of(hand).items():
            yield f"Uncalled bet ({self._chips(amount)}) returned to {name}"
        for street in streets_of(hand):
            if street.run:
                yield self._street(street, _RUNS[street.run])

    def _first_round(self, steps: Sequence[Step]) -> Iterator[str]:
        hand = self._hand
        yield f"*** {'3rd STREET' if is_stud(hand) else 'HOLE CARDS'} ***"
        for name, cards in hand.known.items():
            if name not in hand.seats:
                continue
            yield f"Dealt to {name} [{format_cards(cards, ' ')}]"
        acts = [step for step in steps if step.act not in (Act.POST, Act.ANTE, Act.DEAD)]
        yield from self._acts(acts, brings_in=is_stud(hand))

    def _street(self, street: Street, run: str) -> str:
        before = f" [{format_cards(street.before, ' ')}]" if street.before else ""
        return f"*** {run}{street.name.upper()} ***{before} [{format_cards(street.cards, ' ')}]"

    def _acts(self, steps: Sequence[Step], *, brings_in: bool = False) -> Iterator[str]:
        for step in steps:
            all_in = " and is all-in" if step.is_all_in else ""
            kind = "brings in for" if brings_in and step.is_first and step.amount else ""
            yield f"{step.name}: {self._act(step, kind)}{all_in}"

    def _act(self, step: Step, bet: str) -> str:
        chips = self._chips
        if step.is_check:
            return "checks"
        if step.act is Act.FOLD:
            return "folds"
        if step.act is Act.DRAW:
            return _draw(step.amount)
        if step.act in (Act.DEAD, Act.ANTE):
            return (
                f"posts {'dead blind' if step.act is Act.DEAD else 'the ante'} {chips(step.amount)}"
            )
        if step.is_call:
            return f"calls {chips(step.amount)}"
        if step.is_first:
            return f"{bet or 'bets'} {chips(step.amount)}"
        return f"raises {chips(step.by)} to {chips(step.to)}"

    def _end(self) -> Iterator[str]:
        """Who shows, and who is paid: in one line each, of whichever pots and runs."""
        hand = self._hand
        if len(hand.still_in) > 1:
            yield "*** SHOW DOWN ***"
        for name, cards in hand.hands.items():
            yield f"{name}: shows [{format_cards(cards, ' ')}]"
        for name in mucked_of(hand):
            yield f"{name}: mucks hand"
        for name, amount in hand.paid.items():
            yield f"{name} collected {self._chips(amount)} from pot"
        if len(hand.still_in) == 1 and not hand.hands:
            yield f"{hand.still_in[0]}: doesn't show hand"

    def _summary(self) -> Iterator[str]:
        hand = self._hand
        yield "*** SUMMARY ***"
        jackpot = hand.fees.get("jackpot", 0)
        fee = f" | Jackpot {self._chips(jackpot)}" if jackpot else ""
        yield f"Total pot {self._chips(chips_in(hand))} | Rake {self._chips(rake_of(hand))}{fee}"
        if len(hand.boards) > 1:
            yield f"Hand was run {'twice' if len(hand.boards) == 2 else 'three times'}"
        runs = _RUNS if len(hand.boards) > 1 else ("",)
        for run, board in zip(runs, hand.boards, strict=False):
            if board:
                yield f"{run}Board [{format_cards(board, ' ')}]"
        for number, name in enumerate(hand.seats, 1):
            yield f"Seat {number}: {name} {self._of_seat(name)}"

    def _of_seat(self, name: str) -> str:
        hand = self._hand
        won = f"({self._chips(hand.paid[name])})" if name in hand.paid else ""
        if name in hand.folded:
            return "folded"
        if name in hand.hands:
            cards = format_cards(hand.hands[name], " ")
            return f"showed [{cards}] and {f'won {won}' if won else 'lost'}"
        return f"collected {won}" if won else "mucked"


def _draw(count: int) -> str:
    return f"discards {count} card{'' if count == 1 else 's'}" if count else "stands pat"


def _number(hand: LoggedHand) -> str:
    """The room has numbers: of another id, one that is always the same."""
    number = hand.origin.hand
    if number.isascii() and number.isdecimal():
        return number
    return str(int(sha256(number.encode()).hexdigest()[:15], 16))[:_LONGEST_NUMBER]


def _time(hand: LoggedHand) -> str:
    """In the time of New York, but for the hour that it has twice. Raises CannotSay."""
    if not hand.origin.played:
        raise CannotSay(Refusal.TIME)
    eastern = hand.origin.played.astimezone(_NEW_YORK)
    if eastern.fold:
        return f"{hand.origin.played.astimezone(UTC):%Y/%m/%d %H:%M:%S} UTC"
    return f"{eastern:%Y/%m/%d %H:%M:%S} ET"
