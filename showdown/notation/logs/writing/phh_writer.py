"""Writes Poker Hand History: a TOML document, in the variants that its libraries know."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from showdown.evaluator.cards import Cards, format_cards
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.limits import Limit
from showdown.notation.logs.log_amounts import code_of
from showdown.notation.logs.logged_hand import Act, LoggedHand
from showdown.notation.logs.stud_order import cards_in_order, dealt_on
from showdown.notation.logs.writing.refusals import (
    CannotSay,
    Refusal,
    refuse_chips_of_house,
    refuse_fees,
    refuse_what_none_can_say,
)
from showdown.notation.logs.writing.steps import (
    PaidPot,
    Post,
    Step,
    blinds_of,
    exchanges_of,
    first_hand_of,
    is_stud,
    limit_of,
    mucked_of,
    rounds_of,
    streets_of,
)

_VARIANTS = {
    ("holdem", Limit.FIXED): "FT",
    ("holdem", Limit.NO): "NT",
    ("short-deck", Limit.NO): "NS",
    ("omaha", Limit.POT): "PO",
    ("omaha-hilo", Limit.FIXED): "FO/8",
    ("seven-card-stud", Limit.FIXED): "F7S",
    ("stud-hilo", Limit.FIXED): "F7S/8",
    ("razz", Limit.FIXED): "FR",
    ("deuce-to-seven", Limit.NO): "N2L1D",
    ("deuce-to-seven", Limit.FIXED): "F2L3D",
    ("badugi", Limit.FIXED): "FB",
}
_GAMES = {slug for slug, _ in _VARIANTS}
_LOWBALL = "deuce-to-seven"
_HEADS_UP = 2
_STUD_DEALT = (3, 1, 1, 1, 1)
_LONGEST_NUMBER = 18
_POSTED = (Act.POST, Act.ANTE, Act.DEAD)


def write_phh(hand: LoggedHand, pots: Sequence[PaidPot] = ()) -> str:
    """Raises CannotSay."""
    refuse_what_none_can_say(hand)
    if pots:
        raise CannotSay(Refusal.RAKE)
    if hand.cash_outs:
        raise CannotSay(Refusal.CASH_OUT)
    refuse_chips_of_house(hand)
    refuse_fees(hand)
    if hand.game.slug not in _GAMES or hand.before_flop:
        raise CannotSay(Refusal.GAME)
    if not _variant(hand):
        raise CannotSay(Refusal.LIMIT)
    if len(hand.boards) > 1:
        raise CannotSay(Refusal.RUNS)
    if any(act is Act.DRAW and count < 0 for act, _, count in hand.deeds):
        raise CannotSay(Refusal.DRAWS)
    if any(name not in hand.stacks for name in hand.seats):
        raise CannotSay(Refusal.STACKS)
    fields = _Hand(hand).fields()
    return "".join(f"{name} = {value}\n" for name, value in fields.items()) + "\n"


class _Hand:
    def __init__(self, hand: LoggedHand) -> None:
        self._hand = hand
        self._who = {name: f"p{number}" for number, name in enumerate(hand.seats, 1)}
        self._rounds = rounds_of(hand)
        self._blinds = blinds_of(self._rounds[0])
        self._exchanges = {name: exchanges_of(hand, name) for name in hand.draws}
        self._unit = self._blinds.big or self._first_bet() or 1

    def fields(self) -> dict[str, str]:
        hand, origin = self._hand, self._hand.origin
        antes, is_live = self._antes()
        variant = _variant(hand)
        return {
            "variant": _quoted(variant),
            "ante_trimming_status": "true" if is_live else "false",
            "antes": self._of_each([antes.get(name, 0) for name in hand.seats]),
            **self._bets(variant),
            "starting_stacks": _array(self._chips(hand.stacks[name]) for name in hand.seats),
            "actions": _array(map(_quoted, self._actions())),
            **({"table": _quoted(origin.table)} if origin.table else {}),
            **_time(hand),
            **({"hand": _number(origin.hand)} if origin.hand else {}),
            "players": _array(map(_quoted, hand.seats)),
            "finishing_stacks": _array(map(self._chips, self._left())),
            **({"currency": _quoted(code_of(hand.currency))} if hand.decimals else {}),
        }

    def _chips(self, amount: int) -> str:
        sign = "-" if amount < 0 else ""
        whole, cents = divmod(abs(amount), 100)
        return f"{sign}{whole}.{cents:02}" if self._hand.decimals else str(amount)

    def _of_each(self, amounts: Sequence[int]) -> str:
        """What each is to post, by seat; of two players, the other way round."""
        return _array(map(self._chips, amounts[::-1] if len(amounts) == _HEADS_UP else amounts))

    def _first_bet(self) -> int:
        return next((step.amount for step in self._rounds[0] if step.act is Act.BET), 0)

    def _antes(self) -> tuple[dict[str, int], bool]:
        """What each posted as an ante or else without being matched; whether it must be matched."""
        antes: dict[str, int] = {}
        for step in self._rounds[0]:
            if step.act in (Act.ANTE, Act.DEAD):
                antes[step.name] = antes.get(step.name, 0) + step.amount
        is_live = bool(antes) and not self._hand.dead
        if not is_live and sum(antes.values()) != self._hand.dead:
            raise CannotSay(Refusal.DEAD)
        return antes, is_live

    def _bets(self, variant: str) -> dict[str, str]:
        """The blinds by seat (of two, the small one first), and the sizes of bets.

        What somebody posts to come in is below zero.
        """
        if is_stud(self._hand):
            small = self._small_bet_of_stud()
            sizes = {"bring_in": self._first_bet(), "small_bet": small, "big_bet": 2 * small}
            return {name: self._chips(amount) for name, amount in sizes.items()}
        blinds = dict.fromkeys(self._hand.seats, 0)
        posts = [step for step in self._rounds[0] if step.act is Act.POST and step.name in blinds]
        for step, kind in zip(posts, self._blinds.kinds, strict=False):
            blinds[step.name] += -step.amount if kind is Post.EXTRA else step.amount
        posted = self._of_each(list(blinds.values()))
        if variant.startswith("F"):
            sizes = {"small_bet": self._unit, "big_bet": 2 * self._unit}
        else:
            sizes = {"min_bet": self._unit}
        return {"blinds_or_straddles": posted} | {
            name: self._chips(amount) for name, amount in sizes.items()
        }

    def _small_bet_of_stud(self) -> int:
        """What somebody completes to on third street, or bets on the next, or twice later.

        If nobody does, twice what is brought in.
        """
        raised = [
            next((step.to for step in steps if step.act is Act.BET and step.by > 0), 0)
            for steps in self._rounds
        ]
        completed = next(
            (step.to for step in self._rounds[0] if step.by > 0 and not step.is_first), 0
        )
        later = next((to // 2 for to in raised[2:] if to), 0)
        return completed or next(iter(raised[1:2]), 0) or later or 2 * self._unit

    def _left(self) -> Iterator[int]:
        hand = self._hand
        bettor, uncalled = uncalled_of(hand.contributions)
        for name in hand.seats:
            spent = hand.contributions.get(name, 0) + hand.posted_dead.get(name, 0)
            back = uncalled if name == bettor else 0
            yield hand.stacks[name] - spent + back + hand.paid.get(name, 0)

    def _actions(self) -> Iterator[str]:
        hand, rounds = self._hand, self._rounds
        streets = [street.cards for street in streets_of(hand)]
        is_all = is_stud(hand)
        for place in range(max(len(rounds), len(streets) + 1, len(_STUD_DEALT) if is_all else 0)):
            if not place or is_all:
                yield from self._dealt(place)
            elif place <= len(streets):
                yield f"d db {format_cards(streets[place - 1], '')}"
            if place < len(rounds):
                yield from self._acts(rounds[place], may_bring_in=is_all and not place)
        for name, cards in hand.hands.items():
            yield f"{self._seat(name)} sm {format_cards(cards, '')}"
        for name in mucked_of(hand):
            yield f"{self._seat(name)} sm"

    def _seat(self, name: str) -> str:
        """Raises CannotSay for somebody without a seat."""
        if name not in self._who:
            raise CannotSay(Refusal.OTHERWISE)
        return self._who[name]

    def _dealt(self, place: int) -> Iterator[str]:
        """The cards of everybody who is still in, on this street of stud, or all at first."""
        hand = self._hand
        start = sum(_STUD_DEALT[:place]) if is_stud(hand) else 0
        end = start + _STUD_DEALT[place] if is_stud(hand) else hand.game.hole
        open_cards = {name: cards for name, _, cards in dealt_on(hand, place)}
        names = [name for name in hand.seats if self._is_in_at(name, place)]
        for name in names if len(names) > 1 else ():
            cards = self._cards(name)[start:end] or open_cards.get(name, ())
            unseen = "??" * (end - start - len(cards))
            yield f"d dh {self._seat(name)} {unseen}{format_cards(cards, '')}"

    def _cards(self, name: str) -> Cards:
        """All the cards that the player was first dealt, in order, if the log tells them."""
        hand = self._hand
        if is_stud(hand):
            return cards_in_order(hand, name, 0)
        return first_hand_of(hand, name)

    def _is_in_at(self, name: str, place: int) -> bool:
        before = (step for steps in self._rounds[:place] for step in steps)
        return not any(step.name == name and step.act is Act.FOLD for step in before)

    def _acts(self, steps: Iterable[Step], *, may_bring_in: bool) -> Iterator[str]:
        for step in steps:
            if step.act in _POSTED and steps is self._rounds[0]:
                continue
            player = self._seat(step.name)
            if step.act is Act.DRAW:
                yield from self._draw(step)
            elif step.act is Act.FOLD:
                yield f"{player} f"
            elif may_bring_in and step.is_first and step.amount:
                yield f"{player} pb"
            elif step.is_check or step.is_call:
                yield f"{player} cc"
            else:
                yield f"{player} cbr {self._chips(step.to)}"

    def _draw(self, step: Step) -> Iterator[str]:
        player, unseen = self._seat(step.name), "??" * step.amount
        exchange = next(self._exchanges[step.name])
        yield f"{player} sd {format_cards(exchange.gone, '') or unseen}".rstrip()
        if step.amount:
            yield f"d dh {player} {format_cards(exchange.came, '') or unseen}"


def _variant(hand: LoggedHand) -> str:
    """The variant of the game with such bets, empty if there is none.

    Of lowball without a limit there is the game with one draw, with fixed bets that with three: if
    the log doesn't say the limit, the draws do.
    """
    limit = limit_of(hand)
    if hand.game.slug == _LOWBALL:
        draws = sum(any(step.act is Act.DRAW for step in steps) for steps in rounds_of(hand))
        has_one = draws == 1 and len(hand.still_in) > 1
        if not hand.limit:
            limit = Limit.NO if has_one else Limit.FIXED
        elif (limit is Limit.NO and draws > 1) or (limit is Limit.FIXED and has_one):
            return ""
    return _VARIANTS.get((hand.game.slug, limit), "")


def _time(hand: LoggedHand) -> dict[str, str]:
    if not hand.origin.played:
        return {}
    played = hand.origin.played.astimezone(UTC)
    day = {"day": str(played.day), "month": str(played.month), "year": str(played.year)}
    return {"time": f"{played:%H:%M:%S}", "time_zone": _quoted("UTC")} | day


def _number(hand: str) -> str:
    is_number = hand.isascii() and hand.isdecimal() and len(hand) <= _LONGEST_NUMBER
    return hand if is_number and (hand == "0" or hand[0] != "0") else _quoted(hand)


def _array(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
