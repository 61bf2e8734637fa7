"""Write Open Hand History: one JSON object per hand, on one line, followed by a blank line."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any

from showdown.evaluator.cards import Cards
from showdown.notation.logs.logged_hand import ActionKind, LoggedHand
from showdown.notation.logs.rooms.open_hand_history import GAMES_OF_TYPES, LIMITS, PLAY_MONEY
from showdown.notation.logs.value_parsing import code_of_currency
from showdown.notation.logs.writing.steps import (
    HandToWrite,
    PaidPot,
    Post,
    Step,
    UnwritablePart,
    check_writable,
    choose_limit,
    find_mucked_players,
    find_pot_total,
    find_rake,
    is_stud,
    list_cards_dealt_on,
    list_streets,
    refuse_if,
)

_TYPES = {game.slug: kind for kind, games in GAMES_OF_TYPES.items() for game in games.values()}
_LIMITS = {limit: name for name, limit in LIMITS.items()}
_STUD_STREETS = ("Third Street", "Fourth Street", "Fifth Street", "Sixth Street", "Seventh Street")
_BOARD_STREETS = ("Preflop", "Flop", "Turn", "River")
_ACTIONS = {
    "check": "Check",
    "fold": "Fold",
    "ante": "Post Ante",
    "dead": "Post Dead",
    "call": "Call",
    "bet": "Bet",
    "bring-in": "Bring In",
    "raise": "Raise",
}
_POSTS = {
    Post.SMALL: "Post SB",
    Post.BIG: "Post BB",
    Post.STRADDLE: "Straddle",
    Post.EXTRA: "Post Extra Blind",
}

type Json = dict[str, Any]


def write_open_hand_history(hand: LoggedHand, pots: Sequence[PaidPot] = (), note: str = "") -> str:
    """Return the hand as a line of JSON and a blank line; the note becomes the member `note`.

    Raise Unwritable if the format can't express the hand.
    """
    check_writable(hand, "jackpot", adds_to_pot=True)
    refuse_if(hand.game.slug not in _TYPES or hand.cards_before_flop, UnwritablePart.GAME)
    refuse_if(any(kind is ActionKind.DRAW for kind, _, _ in hand.actions), UnwritablePart.DRAWS)
    refuse_if(not hand.origin.played, UnwritablePart.TIME)
    document = _OhhHand(hand, pots).build_document() | ({"note": note} if note else {})
    return json.dumps({"ohh": document}, ensure_ascii=False) + "\n\n"


class _OhhHand(HandToWrite):
    def __init__(self, hand: LoggedHand, pots: Sequence[PaidPot]) -> None:
        super().__init__(hand)
        single_pot = PaidPot(find_pot_total(hand), hand.fees_taken + find_rake(hand), hand.paid)
        self._paid_pots = pots or (single_pot,)
        self._id_of = {name: number for number, name in enumerate(hand.seats)}

    def build_document(self) -> Json:
        hand, origin = self._hand, self._hand.origin
        played = origin.played.astimezone(UTC).isoformat() if origin.played else ""
        antes = [step.amount for step in self._rounds[0] if step.kind is ActionKind.ANTE]
        players: list[Json] = []
        for name, number in self._id_of.items():
            players.append({"id": number, "seat": number + 1, "name": name, "display": name})
            if name in hand.stacks:
                players[-1]["starting_stack"] = self._convert_amount(hand.stacks[name])
        return {
            "spec_version": "1.4.7",
            "site_name": "Showdown",
            "network_name": "Showdown",
            "internal_version": "1",
            "tournament": False,
            "game_number": origin.hand,
            "start_date_utc": played.replace("+00:00", "Z"),
            "table_name": origin.table,
            "table_size": len(hand.seats),
            "game_type": _TYPES[hand.game.slug],
            "bet_limit": {"bet_type": _LIMITS[choose_limit(hand)]},
            "currency": code_of_currency(hand.currency) if hand.decimals else PLAY_MONEY,
            "dealer_seat": len(hand.seats),
            "small_blind_amount": self._convert_amount(self._small_blind),
            "big_blind_amount": self._convert_amount(self._big_blind),
            "ante_amount": self._convert_amount(max(antes, default=0)),
            "flags": ["Run_It_Twice"] if len(hand.boards) > 1 else [],
            "players": players,
            "rounds": [{"id": index} | street for index, street in enumerate(self._build_rounds())],
            "pots": list(self._build_pots()),
        }

    def _convert_amount(self, amount: int) -> float | int:
        return amount / 100 if self._hand.decimals else amount

    def _find_id(self, name: str) -> int:
        """Return the player's id. Raise Unwritable if the player has no seat."""
        refuse_if(name not in self._id_of, UnwritablePart.READS_DIFFERENTLY)
        return self._id_of[name]

    def _build_rounds(self) -> Iterator[Json]:
        """Yield the betting rounds, the showdown, and the cards of later runs."""
        hand, rounds = self._hand, self._rounds
        names = _STUD_STREETS if is_stud(hand) else _BOARD_STREETS
        streets = list(list_streets(hand))
        cards_of = {street.name: street.cards for street in streets if not street.run}
        for index, name in enumerate(names):
            steps = rounds[index] if index < len(rounds) else []
            deal_actions = self._build_dealt_cards(index)
            if steps or deal_actions or name in cards_of:
                actions = [*deal_actions, *self._build_actions(steps)]
                yield _build_round(name, cards_of.get(name, ()), actions)
        shown = [
            self._build_card_action(name, "Shows Cards", own) for name, own in hand.hands.items()
        ]
        mucked = [
            {"player_id": self._find_id(name), "action": "Mucks Cards"}
            for name in find_mucked_players(hand)
        ]
        yield _build_round("Showdown", (), shown + mucked)
        for street in streets:
            if street.run:
                yield _build_round(street.name, street.cards, [])

    def _build_dealt_cards(self, index: int) -> list[Json]:
        """Return "Dealt Cards" actions of the street; only stud deals cards after the first."""
        hand = self._hand
        dealt = {name: cards for name, _, cards in list_cards_dealt_on(hand, index)}
        if not index:
            not_listed = self._id_of.keys() - hand.dealt.keys()
            dealt |= {name: cards for name, cards in hand.known.items() if name in not_listed}
        return [
            self._build_card_action(name, "Dealt Cards", cards) for name, cards in dealt.items()
        ]

    def _build_card_action(self, name: str, action: str, cards: Cards) -> Json:
        return {"player_id": self._find_id(name), "action": action, "cards": list(map(str, cards))}

    def _build_actions(self, steps: Sequence[Step]) -> Iterator[Json]:
        for step in steps:
            if step.kind is ActionKind.ADD:
                yield {"action": "Add to Pot", "amount": self._convert_amount(step.amount)}
                continue
            is_post = step.kind is ActionKind.POST
            yield {
                "player_id": self._find_id(step.name),
                "action": _POSTS[step.post or Post.EXTRA] if is_post else _ACTIONS[step.verb],
                "amount": self._convert_amount(step.amount),
                "is_allin": step.is_all_in,
            }

    def _build_pots(self) -> Iterator[Json]:
        """Yield the given pots, or a single pot with all chips if none are given.

        The jackpot drop is taken from the pots in order until it is complete. A cash-out is in the
        first pot that the player won, or in the main pot if the player won none.
        """
        jackpot, cash_outs = self._hand.fees_taken, dict(self._hand.cash_outs)
        for number, pot in enumerate(self._paid_pots):
            from_pot = min(jackpot, pot.taken)
            jackpot -= from_pot
            cashed_out_losers = (
                [] if number else [(name, 0) for name in cash_outs if name not in self._hand.paid]
            )
            wins = []
            for name, amount in (*pot.won.items(), *cashed_out_losers):
                win = {"player_id": self._find_id(name), "win_amount": self._convert_amount(amount)}
                if name in cash_outs:
                    price, fee, _ = cash_outs.pop(name)
                    win |= {
                        "cashout_amount": self._convert_amount(price),
                        "cashout_fee": self._convert_amount(fee),
                    }
                wins.append(win)
            yield {
                "number": number,
                "amount": self._convert_amount(pot.amount),
                "rake": self._convert_amount(pot.taken - from_pot),
                "jackpot": self._convert_amount(from_pot),
                "player_wins": wins,
            }


def _build_round(street: str, cards: Cards, actions: Sequence[Json] | Iterator[Json]) -> Json:
    numbered = [{"action_number": index} | action for index, action in enumerate(actions)]
    return {"street": street, "cards": list(map(str, cards)), "actions": numbered}
