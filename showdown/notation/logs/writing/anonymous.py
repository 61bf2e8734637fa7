"""Other names for players: the same for the same key, and not to be guessed without it."""

import hmac
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from showdown.notation.logs.logged_hand import LoggedHand

_DIGITS = 10


class Pseudonyms:
    """The names that a key gives to players."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self.name_of = lru_cache(1 << 14)(self._name_of)

    def _name_of(self, name: str) -> str:
        """A name's HMAC-SHA256 with the key, or what fits into a name of it."""
        digest = hmac.digest(self._key, name.encode(errors="surrogatepass"), "sha256")
        return f"Player {digest.hex()[:_DIGITS]}"

    def replaced(self, hand: LoggedHand) -> LoggedHand:
        """The hand with other names, and without the room's ids of players."""
        name_of = self.name_of

        def renamed[T](by_name: Mapping[str, T]) -> dict[str, T]:
            return {name_of(name): value for name, value in by_name.items()}

        return replace(
            hand,
            seats=tuple(map(name_of, hand.seats)),
            strangers=tuple(map(name_of, hand.strangers)),
            odd_chips_after=hand.odd_chips_after and name_of(hand.odd_chips_after),
            folded=tuple(map(name_of, hand.folded)),
            hands=renamed(hand.hands),
            known=renamed(hand.known),
            ids={},
            stacks=renamed(hand.stacks),
            contributions=renamed(hand.contributions),
            posted_dead=renamed(hand.posted_dead),
            returned=renamed(hand.returned),
            paid=renamed(hand.paid),
            cash_outs=renamed(hand.cash_outs),
            insured=renamed(hand.insured),
            dealt=renamed(hand.dealt),
            draws=renamed(hand.draws),
            deeds=tuple((act, name and name_of(name), amount) for act, name, amount in hand.deeds),
        )
