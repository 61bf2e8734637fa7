"""Write Poker Hand History: a TOML document of a hand, which pokerkit can replay."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from showdown.evaluator.cards import Cards, format_cards
from showdown.evaluator.games import Family
from showdown.notation.logs.logged_hand import ActionKind, Limit, LoggedHand
from showdown.notation.logs.value_parsing import code_of_currency
from showdown.notation.logs.writing.steps import (
    POST_KINDS,
    HandToWrite,
    PaidPot,
    Post,
    Step,
    Unwritable,
    UnwritablePart,
    check_writable,
    choose_limit,
    list_streets,
    refuse_if,
)

_VARIANTS = {
    ("holdem", Limit.FIXED): "FT",
    ("holdem", Limit.NO): "NT",
    ("omaha", Limit.POT): "PO",
    ("omaha-hilo", Limit.FIXED): "FO/8",
}
_GAMES = {slug for slug, _ in _VARIANTS}
_REFUSED_FAMILIES = {Family.STUD: UnwritablePart.STUD, Family.DRAW: UnwritablePart.DRAWS}
_HEADS_UP = 2
_INTEGER = re.compile("0|[1-9][0-9]{0,17}")


def write_phh(hand: LoggedHand, pots: Sequence[PaidPot] = (), note: str = "") -> str:
    """Return the document, with the note as a comment. Raise Unwritable if PHH can't express it."""
    refuse_if(pots, UnwritablePart.RAKE)
    refuse_if(hand.cash_outs, UnwritablePart.CASH_OUT)
    check_writable(hand)
    if hand.game.family in _REFUSED_FAMILIES:
        raise Unwritable(_REFUSED_FAMILIES[hand.game.family])
    refuse_if(hand.game.slug not in _GAMES or hand.cards_before_flop, UnwritablePart.GAME)
    refuse_if((hand.game.slug, choose_limit(hand)) not in _VARIANTS, UnwritablePart.LIMIT)
    refuse_if(len(hand.boards) > 1, UnwritablePart.RUNS)
    refuse_if(any(name not in hand.stacks for name in hand.seats), UnwritablePart.STACKS)
    not_shown = [name for name in hand.paid if len(hand.hands.get(name, ())) < hand.game.hole]
    refuse_if(len(hand.still_in) > 1 and not_shown, UnwritablePart.NOT_SHOWN)
    _BettingCheck(hand).check()
    fields = _PhhHand(hand).fields()
    comment = f"# {note}\n" if note else ""
    return comment + "".join(f"{name} = {value}\n" for name, value in fields.items()) + "\n"


class _PhhHand(HandToWrite):
    def __init__(self, hand: LoggedHand) -> None:
        super().__init__(hand)
        self._player_codes = {name: f"p{number}" for number, name in enumerate(hand.seats, 1)}
        self._min_bet = self._big_blind or 1
        self._unable_to_act: set[str] = set()

    def fields(self) -> dict[str, str]:
        """Return the fields of the document in order, with values as TOML."""
        hand, origin = self._hand, self._hand.origin
        antes, is_live = self._find_antes()
        variant = _VARIANTS[hand.game.slug, choose_limit(hand)]
        fields = {
            "variant": _quote(variant),
            "ante_trimming_status": "true" if is_live else "false",
            "antes": self._write_amounts_by_seat([antes.get(name, 0) for name in hand.seats]),
            "blinds_or_straddles": self._write_amounts_by_seat(self._blinds_by_seat()),
        }
        if variant.startswith("F"):
            fields["small_bet"] = self._write_amount(self._min_bet)
            fields["big_bet"] = self._write_amount(2 * self._min_bet)
        else:
            fields["min_bet"] = self._write_amount(self._min_bet)
        fields["starting_stacks"] = self._write_amounts(hand.stacks[name] for name in hand.seats)
        fields["actions"] = _write_array(map(_quote, self._write_actions()))
        if origin.table:
            fields["table"] = _quote(origin.table)
        if origin.played:
            played = origin.played.astimezone(UTC)
            fields |= {"time": f"{played:%H:%M:%S}", "time_zone": _quote("UTC")}
            fields |= {"day": f"{played.day}", "month": f"{played.month}", "year": f"{played.year}"}
        if origin.hand:
            is_integer = _INTEGER.fullmatch(origin.hand)
            fields["hand"] = origin.hand if is_integer else _quote(origin.hand)
        fields["players"] = _write_array(map(_quote, hand.seats))
        fields["finishing_stacks"] = self._write_amounts(
            hand.stacks[name] - hand.called_chips_of(name) + hand.paid.get(name, 0)
            for name in hand.seats
        )
        if hand.decimals:
            fields["currency"] = _quote(code_of_currency(hand.currency))
        return fields

    def _write_amount(self, amount: int) -> str:
        sign = "-" if amount < 0 else ""
        whole, cents = divmod(abs(amount), 100)
        return f"{sign}{whole}.{cents:02}" if self._hand.decimals else str(amount)

    def _write_amounts(self, amounts: Iterable[int]) -> str:
        return _write_array(map(self._write_amount, amounts))

    def _write_amounts_by_seat(self, amounts: Sequence[int]) -> str:
        """Return the amounts to post by seat; heads-up in reverse order, as pokerkit expects."""
        return self._write_amounts(amounts[::-1] if len(amounts) == _HEADS_UP else amounts)

    def _find_antes(self) -> tuple[dict[str, int], bool]:
        """Return the antes and dead chips of each player, and whether they must be matched."""
        antes: dict[str, int] = {}
        for step in self._rounds[0]:
            if step.kind in (ActionKind.ANTE, ActionKind.DEAD):
                antes[step.name] = antes.get(step.name, 0) + step.amount
        is_live = bool(antes) and not self._hand.dead
        refuse_if(not is_live and sum(antes.values()) != self._hand.dead, UnwritablePart.DEAD)
        return antes, is_live

    def _blinds_by_seat(self) -> list[int]:
        """Return the blinds and straddles of each seat; the blind of a new player is negative."""
        blinds = dict.fromkeys(self._hand.seats, 0)
        for step in self._rounds[0]:
            if step.post and step.name in blinds:
                blinds[step.name] += -step.amount if step.post is Post.EXTRA else step.amount
        return list(blinds.values())

    def _write_actions(self) -> Iterator[str]:
        hand, rounds = self._hand, self._rounds
        for name in hand.seats:
            # Cards of players who folded are also written if the log states them.
            cards: Cards = hand.hands.get(name) or hand.known.get(name, ())
            hidden = "??" * (hand.game.hole - len(cards))
            yield f"d dh {self._player_code(name)} {format_cards(cards, '')}{hidden}"
        streets = [street.cards for street in list_streets(hand)]
        for index in range(max(len(rounds), len(streets) + 1)):
            if 0 < index <= len(streets):
                yield f"d db {format_cards(streets[index - 1], '')}"
            if index < len(rounds):
                yield from self._write_round(rounds[index])
        still_in = hand.still_in
        for name in still_in if len(still_in) > 1 else ():
            shown = format_cards(hand.hands.get(name, ()), "")
            yield f"{self._player_code(name)} sm {shown}".rstrip()

    def _player_code(self, name: str) -> str:
        """Return the player as `p1`. Raise Unwritable if the player has no seat."""
        refuse_if(name not in self._player_codes, UnwritablePart.READS_DIFFERENTLY)
        return self._player_codes[name]

    def _write_round(self, steps: Iterable[Step]) -> Iterator[str]:
        for step in steps:
            if step.is_all_in:
                self._unable_to_act.add(step.name)
            if step.kind in POST_KINDS and steps is self._rounds[0]:
                continue
            player = self._player_code(step.name)
            if step.kind is ActionKind.FOLD:
                self._unable_to_act.add(step.name)
                yield f"{player} f"
                continue
            # A raise that nobody has the chips to call is written as a call.
            can_be_called = any(
                name not in self._unable_to_act for name in self._player_codes if name != step.name
            )
            if step.verb in ("check", "call") or not can_be_called:
                yield f"{player} cc"
            else:
                yield f"{player} cbr {self._write_amount(step.to)}"


class _BettingCheck(HandToWrite):
    """A check that the betting follows the rules, as pokerkit requires."""

    def __init__(self, hand: LoggedHand) -> None:
        super().__init__(hand)
        self._limit = choose_limit(hand)
        self._active = list(hand.seats)
        self._still_in = set(hand.seats)
        self._pot = 0

    def check(self) -> None:
        """Check the actions.

        Raise Unwritable if nobody posts, if somebody posts after the first round, if an action is
        missing or out of turn, or if a bet has an illegal size.
        """
        refuse_if(not any(step.kind in POST_KINDS for step in self._rounds[0]), UnwritablePart.BETS)
        for index, steps in enumerate(self._rounds):
            posts = [step for step in steps if step.kind in POST_KINDS]
            refuse_if(index and posts, UnwritablePart.BETS)
            self._check_round(index, posts, [step for step in steps if step.kind not in POST_KINDS])

    def _check_round(self, index: int, posts: list[Step], steps: list[Step]) -> None:
        put_in = dict.fromkeys(self._hand.seats, 0)
        for step in posts:
            self._put_in(step, put_in)
        highest_bet = max(put_in.values())
        min_raise = self._big_blind * (2 if self._limit is Limit.FIXED and index > 1 else 1)
        to_act = self._players_in_turn(self._first_to_act(posts), highest_bet, put_in)
        for step in steps:
            refuse_if(not to_act or to_act.pop(0) != step.name, UnwritablePart.BETS)
            previous_bet = put_in[step.name]
            if step.kind is ActionKind.FOLD:
                self._still_in.discard(step.name)
                self._active.remove(step.name)
                continue
            pot_limit = 2 * highest_bet - previous_bet + self._pot
            self._put_in(step, put_in)
            raised_by = put_in[step.name] - highest_bet
            if raised_by <= 0:
                continue
            is_too_high = self._limit is Limit.FIXED and raised_by > min_raise
            is_illegal = not step.is_all_in and (raised_by < min_raise or is_too_high)
            refuse_if(is_illegal, UnwritablePart.BETS)
            refuse_if(
                self._limit is Limit.POT and put_in[step.name] > pot_limit, UnwritablePart.BETS
            )
            highest_bet += raised_by
            if self._limit is not Limit.FIXED:
                min_raise = max(raised_by, min_raise)
            to_act = self._players_in_turn(self._seat_after(step.name), highest_bet, put_in)
            to_act = [name for name in to_act if name != step.name]
        refuse_if(to_act and len(self._still_in) > 1, UnwritablePart.BETS)

    def _put_in(self, step: Step, put_in: dict[str, int]) -> None:
        refuse_if(step.name not in put_in, UnwritablePart.READS_DIFFERENTLY)
        self._pot += step.amount
        if step.kind in (ActionKind.POST, ActionKind.BET):
            put_in[step.name] += step.amount
        if step.is_all_in and step.name in self._active:
            self._active.remove(step.name)

    def _first_to_act(self, posts: list[Step]) -> int:
        """Return the index of the first seat to act, after the largest blind or the button."""
        blinds = [step for step in posts if step.post and step.post is not Post.EXTRA]
        if not blinds:
            return 0
        return self._seat_after(max(blinds, key=lambda step: step.amount).name)

    def _seat_after(self, name: str) -> int:
        return self._hand.seats.index(name) + 1

    def _players_in_turn(self, first: int, highest_bet: int, put_in: dict[str, int]) -> list[str]:
        """Return the players who can act, in turn from the seat `first`.

        Return an empty list if only one player can act and has nothing to call.
        """
        seats = self._hand.seats
        in_order = [*seats[first:], *seats[:first]]
        names = [name for name in in_order if name in self._active]
        return [] if len(names) == 1 and put_in[names[0]] >= highest_bet else names


def _write_array(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
