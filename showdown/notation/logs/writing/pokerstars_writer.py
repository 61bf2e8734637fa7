"""Write PokerStars hand histories of cash games, in a currency or in chips."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from hashlib import sha256
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import format_cards
from showdown.notation.logs.logged_hand import ActionKind, Limit, LoggedHand
from showdown.notation.logs.value_parsing import CURRENCY_SIGNS, code_of_currency
from showdown.notation.logs.writing.steps import (
    POST_KINDS,
    HandToWrite,
    PaidPot,
    Post,
    Step,
    Street,
    Unwritable,
    UnwritablePart,
    check_writable,
    choose_limit,
    find_first_hand,
    find_mucked_players,
    find_pot_total,
    find_rake,
    find_returned_bets,
    is_stud,
    list_cards_dealt_on,
    list_exchanges,
    list_streets,
    refuse_if,
)

_TITLES = {
    "holdem": "Hold'em",
    "short-deck": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha-hilo": "Omaha Hi/Lo",
    "five-card-omaha": "5 Card Omaha",
    "five-card-omaha-hilo": "5 Card Omaha Hi/Lo",
    "six-card-omaha": "6 Card Omaha",
    "six-card-omaha-hilo": "6 Card Omaha Hi/Lo",
    "seven-card-stud": "7 Card Stud",
    "stud-hilo": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "badugi": "Badugi",
    "deuce-to-seven": "Triple Draw 2-7 Lowball",
    "five-card-draw": "5 Card Draw",
}
_COURCHEVEL_TITLES = {"five-card-omaha": "Courchevel", "five-card-omaha-hilo": "Courchevel Hi/Lo"}
_LIMITS = {Limit.NO: "No Limit", Limit.POT: "Pot Limit", Limit.FIXED: "Limit"}
_POST_WORDS = {
    Post.SMALL: "small blind",
    Post.BIG: "big blind",
    Post.STRADDLE: "straddle",
    Post.EXTRA: "big blind",
}
_ACTION_TEMPLATES = {
    "check": "checks",
    "fold": "folds",
    "ante": "posts the ante {amount}",
    "dead": "posts dead blind {amount}",
    "call": "calls {amount}",
    "bet": "bets {amount}",
    "bring-in": "brings in for {amount}",
    "raise": "raises {by} to {to}",
}
_STUD_STREETS = ("3rd", "4th", "5th", "6th", "7th")
_DRAWS = ("FIRST", "SECOND", "THIRD")
_RUNS = ("FIRST ", "SECOND ", "THIRD ")
_NEW_YORK = ZoneInfo("America/New_York")
_MAX_NUMBER_LENGTH = 18


def write_pokerstars(hand: LoggedHand, pots: Sequence[PaidPot] = (), note: str = "") -> str:
    """Return the hand history, with the note as a line of chat.

    Raise Unwritable if PokerStars can't express the hand.
    """
    check_writable(hand, "jackpot")
    refuse_if(hand.game.slug not in _titles_for(hand), UnwritablePart.GAME)
    refuse_if(len(hand.boards) > len(_RUNS), UnwritablePart.RUNS)
    draws = [count for kind, _, count in hand.actions if kind is ActionKind.DRAW]
    refuse_if(min(draws, default=0) < 0, UnwritablePart.DRAWS)
    refuse_if(hand.decimals and hand.currency not in ("", *CURRENCY_SIGNS), UnwritablePart.CURRENCY)
    return "\n".join(_PokerStarsHand(hand, pots, note).write_lines()) + "\n\n\n"


class _PokerStarsHand(HandToWrite):
    def __init__(self, hand: LoggedHand, pots: Sequence[PaidPot], note: str) -> None:
        super().__init__(hand)
        self._pots = pots
        self._note = note
        self._sign = (hand.currency or "$") if hand.decimals else ""
        self._exchanges = {name: list_exchanges(hand, name) for name in hand.draws}

    def write_lines(self) -> Iterator[str]:
        hand = self._hand
        yield self._write_header()
        button = "" if is_stud(hand) else f" Seat #{len(hand.seats)} is the button"
        yield f"Table '{hand.origin.table}' {max(2, len(hand.seats))}-max{button}"
        for number, name in enumerate(hand.seats, 1):
            yield f"Seat {number}: {name} ({self._write_amount(hand.stacks.get(name, 0))} in chips)"
        yield from self._write_posts([step for step in self._rounds[0] if step.kind in POST_KINDS])
        yield from self._write_streets()
        yield from self._write_showdown()
        if self._note:
            yield f'Showdown said, "{self._note}"'
        yield from self._write_summary()

    def _write_amount(self, amount: int) -> str:
        if not self._hand.decimals:
            return str(amount)
        whole, cents = divmod(amount, 100)
        return f"{self._sign}{whole}.{cents:02}" if cents else f"{self._sign}{whole}"

    def _write_header(self) -> str:
        """Return the first line; an id that isn't a number is replaced by a number from its hash.

        The time is that of New York, or UTC in the hour after daylight saving time ends. Raise
        Unwritable if the time isn't known.
        """
        hand, origin = self._hand, self._hand.origin
        number = origin.hand
        if not (number.isascii() and number.isdecimal()):
            digest = int(sha256(number.encode()).hexdigest()[:15], 16)
            number = str(digest)[:_MAX_NUMBER_LENGTH]
        if not origin.played:
            raise Unwritable(UnwritablePart.TIME)
        time, zone = origin.played.astimezone(_NEW_YORK), "ET"
        if time.fold:
            time, zone = origin.played.astimezone(UTC), "UTC"
        limit, small, big = choose_limit(hand), self._small_blind, self._big_blind
        bets = (big, 2 * big) if limit is Limit.FIXED else (small, big)
        code = f" {code_of_currency(self._sign)}" if self._sign else ""
        stakes = "/".join(map(self._write_amount, bets)) + code
        title = f"{_titles_for(hand)[hand.game.slug]} {_LIMITS[limit]}"
        return f"PokerStars Hand #{number}:  {title} ({stakes}) - {time:%Y/%m/%d %H:%M:%S} {zone}"

    def _write_posts(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield antes, blinds and dead chips. A player's dead chips and big blind share a line."""
        remaining = list(steps)
        while remaining:
            step = remaining.pop(0)
            amount, is_all_in = step.amount, step.is_all_in
            kind = "the ante" if step.kind is ActionKind.ANTE else "dead blind"
            if step.post:
                kind = _POST_WORDS[step.post]
            next_step = remaining[0] if remaining and remaining[0].name == step.name else None
            if next_step and {step.kind, next_step.kind} == {ActionKind.POST, ActionKind.DEAD}:
                blind = step if step.kind is ActionKind.POST else next_step
                if blind.amount == self._big_blind > 0:
                    remaining.pop(0)
                    kind, is_all_in = "small & big blinds", next_step.is_all_in
                    amount += next_step.amount
            end = " and is all-in" if is_all_in else ""
            yield f"{step.name}: posts {kind} {self._write_amount(amount)}{end}"

    def _write_streets(self) -> Iterator[str]:
        """Yield the streets with their actions, then returned bets and cards of later runs."""
        hand, rounds = self._hand, self._rounds
        streets = [street for street in list_streets(hand) if not street.run]
        run_prefix = _RUNS[0] if len(hand.boards) > 1 else ""
        yield from self._write_first_round(rounds[0])
        for index in range(1, max(len(rounds), len(streets) + 1)):
            if hand.game.boards:
                if index <= len(streets):
                    yield self._write_street(streets[index - 1], run_prefix)
            elif is_stud(hand):
                yield f"*** {_STUD_STREETS[min(index, 4)]} STREET ***"
                yield from self._write_dealt_cards(index)
            elif index <= len(_DRAWS):
                yield f"*** {_DRAWS[index - 1]} DRAW ***"
            if index < len(rounds):
                yield from self._write_actions(rounds[index])
        for name, amount in find_returned_bets(hand).items():
            yield f"Uncalled bet ({self._write_amount(amount)}) returned to {name}"
        for street in list_streets(hand):
            if street.run:
                yield self._write_street(street, _RUNS[street.run])

    def _write_first_round(self, steps: Sequence[Step]) -> Iterator[str]:
        hand = self._hand
        yield f"*** {'3rd STREET' if is_stud(hand) else 'HOLE CARDS'} ***"
        yield from self._write_dealt_cards(0)
        first_hands = {name: find_first_hand(hand, name) for name in hand.draws}
        for name, cards in {**hand.known, **first_hands}.items():
            if cards and name in hand.seats and name not in hand.dealt:
                yield f"Dealt to {name} [{format_cards(cards, ' ')}]"
        if hand.cards_before_flop and hand.boards:
            first_cards = format_cards(hand.boards[0][: hand.cards_before_flop], " ")
            yield f"*** PRE-FLOP *** [{first_cards}]"
        yield from self._write_actions([step for step in steps if step.kind not in POST_KINDS])

    def _write_dealt_cards(self, street_index: int) -> Iterator[str]:
        """Yield a line for each player with known stud cards on this street."""
        for name, before, cards in list_cards_dealt_on(self._hand, street_index):
            earlier_cards = f" [{format_cards(before, ' ')}]" if before else ""
            yield f"Dealt to {name}{earlier_cards} [{format_cards(cards, ' ')}]"

    def _write_street(self, street: Street, run_prefix: str) -> str:
        before = f" [{format_cards(street.before, ' ')}]" if street.before else ""
        cards = format_cards(street.cards, " ")
        return f"*** {run_prefix}{street.name.upper()} ***{before} [{cards}]"

    def _write_actions(self, steps: Sequence[Step]) -> Iterator[str]:
        for step in steps:
            if step.kind is not ActionKind.DRAW:
                all_in = " and is all-in" if step.is_all_in else ""
                names = ("amount", "to", "by")
                chips = {name: self._write_amount(getattr(step, name)) for name in names}
                yield f"{step.name}: {_ACTION_TEMPLATES[step.verb].format(**chips)}{all_in}"
                continue
            exchange = next(self._exchanges[step.name])
            discarded = f" [{format_cards(exchange.discarded, ' ')}]" if exchange.discarded else ""
            count = f"{step.amount} card{'' if step.amount == 1 else 's'}"
            yield f"{step.name}: {f'discards {count}' if step.amount else 'stands pat'}{discarded}"
            if exchange.received:
                kept = format_cards(exchange.kept, " ")
                yield f"Dealt to {step.name} [{kept}] [{format_cards(exchange.received, ' ')}]"

    def _write_showdown(self) -> Iterator[str]:
        """Yield shown and mucked hands, payments from the last pot to the first, and cash-outs."""
        hand = self._hand
        if len(hand.still_in) > 1:
            yield "*** SHOW DOWN ***"
        for name, cards in hand.hands.items():
            yield f"{name}: shows [{format_cards(cards, ' ')}]"
        for name in find_mucked_players(hand):
            yield f"{name}: mucks hand"
        won = [pot.won for pot in self._pots] or [hand.paid]
        pot_names = self._pot_names() or ["pot"]
        for pot, payments in reversed([*zip(pot_names, won, strict=True)]):
            for name, amount in payments.items():
                if name not in hand.cash_outs:
                    yield f"{name} collected {self._write_amount(amount)} from {pot}"
        for name, cash_out in hand.cash_outs.items():
            fee = f" | Cash Out Fee {self._write_amount(cash_out.fee)}" if cash_out.fee else ""
            yield f"{name} cashed out the hand for {self._write_amount(cash_out.price)}{fee}"
        if len(hand.still_in) == 1 and not hand.hands:
            yield f"{hand.still_in[0]}: doesn't show hand"

    def _pot_names(self) -> list[str]:
        """Return the names of the given pots, the main pot first; empty if none are given."""
        if not self._pots:
            return []
        if len(self._pots) == 2:
            return ["main pot", "side pot"]
        return ["main pot", *(f"side pot-{number}" for number in range(1, len(self._pots)))]

    def _write_summary(self) -> Iterator[str]:
        hand = self._hand
        yield "*** SUMMARY ***"
        jackpot = hand.fees.get("jackpot", 0)
        fee = f" | Jackpot {self._write_amount(jackpot)}" if jackpot else ""
        parts = "".join(
            f" {name.capitalize()} {self._write_amount(pot.amount - pot.taken)}."
            for name, pot in zip(self._pot_names(), self._pots, strict=True)
        )
        total, rake = self._write_amount(find_pot_total(hand)), self._write_amount(find_rake(hand))
        yield f"Total pot {total}{parts} | Rake {rake}{fee}"
        if len(hand.boards) > 1:
            yield f"Hand was run {'twice' if len(hand.boards) == 2 else 'three times'}"
        runs = _RUNS if len(hand.boards) > 1 else ("",)
        for run, board in zip(runs, hand.boards, strict=False):
            if board:
                yield f"{run}Board [{format_cards(board, ' ')}]"
        for number, name in enumerate(hand.seats, 1):
            yield f"Seat {number}: {name} {self._write_seat_result(name)}"

    def _write_seat_result(self, name: str) -> str:
        hand = self._hand
        won = f"({self._write_amount(hand.paid[name])})" if name in hand.paid else ""
        if name in hand.folded:
            return "folded"
        if name in hand.hands:
            cards = format_cards(hand.hands[name], " ")
            sold = " (pot not awarded as player cashed out)" if name in hand.cash_outs else ""
            return f"showed [{cards}] and {f'won {won}{sold}' if won else 'lost'}"
        if won:
            return f"collected {won}"
        known = hand.known.get(name, ()) if name in hand.dealt else ()
        return f"mucked [{format_cards(known, ' ')}]" if len(known) == hand.game.hole else "mucked"


def _titles_for(hand: LoggedHand) -> Mapping[str, str]:
    return _COURCHEVEL_TITLES if hand.cards_before_flop else _TITLES
