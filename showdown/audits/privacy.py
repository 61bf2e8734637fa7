"""Copy hands and nights without hole cards that were not shown, or with other names.

Logged hands are copied before they are written in another format. Nights and their hands, which are
stored as JSON, are copied before other people see them.
"""

import hmac
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache
from typing import Any

from showdown.audits.night.names import Names
from showdown.audits.night.night_report import HandJson, NightJson, player_names
from showdown.evaluator.differences import Kind
from showdown.notation.logs.logged_hand import Draw, LoggedHand

type Rename = Callable[[str], str]
"""A function that returns the new name of a player, always the same one for the same name."""

_FIELDS_OF_NAMES = ("seats", "unseated", "folded")
"""Fields of a logged hand that are lists of names."""
_FIELDS_BY_NAME = (
    *("hands", "known", "dealt", "draws", "stacks", "contributions", "dead_by_player", "returned"),
    *("paid", "cash_outs", "insurances"),
)
"""Fields of a logged hand that map names to other values."""
_MAX_OPEN_STREETS = 4
"""Number of streets with an open card: all in five-card stud, all but the last in other games."""
_PSEUDONYM_DIGITS = 10
_PSEUDONYMS_CACHED = 1 << 14
_PAYMENT_KEYS = ("from", "to")
_TEXT_KEYS = ("reason", "file", "table", "unmet")
"""Keys of a night whose values are texts that may contain names."""


class Privacy:
    """Options for copies: which cards to remove, and how to rename players.

    `hides_cards` removes hole cards that were not shown. `kept_player` (a name after merging by
    `names`) does the same, except for this player. A hand that won at a showdown counts as shown.
    `hides_names` replaces names with `Player 1`, `Player 2`, … in order of appearance, and
    removes names of tables. A `key` replaces names, too: new names are then the same in every log,
    but can't be traced to players without the key.
    """

    def __init__(
        self,
        *,
        hides_cards: bool = False,
        kept_player: str = "",
        hides_names: bool = False,
        key: str = "",
        names: Names | None = None,
    ) -> None:
        self.kept_player = kept_player
        self.found_kept_player = False
        self._hides_cards = hides_cards or bool(kept_player)
        self._hides_names = hides_names
        self._names = names
        self._rename: Rename | None = None
        if key:
            self._rename = _create_pseudonymizer(key)
        elif hides_names:
            numbers: dict[str, str] = {}
            self._rename = lambda name: numbers.setdefault(name, f"Player {len(numbers) + 1}")

    @property
    def note(self) -> str:
        """Return one or two sentences about the changes; empty if there were none."""
        sentences = []
        if self._hides_cards:
            others = ", except one player's" if self.kept_player else ""
            sentences.append(f"Hole cards that were not shown are left out{others}.")
        if self._rename:
            sentences.append("Names are replaced.")
        return " ".join(sentences)

    def copy_logged_hand(self, hand: LoggedHand) -> LoggedHand:
        if self._hides_cards:
            names = self._names.map_names(hand) if self._names else {}
            kept_players = {
                name for name in hand.seats if names.get(name, name) == self.kept_player
            }
            self.found_kept_player |= bool(kept_players)
            hand = _hide_cards(hand, kept_players)
        if self._rename:
            hand = _rename_players(hand, self._rename)
        if self._hides_names:
            hand = replace(hand, origin=hand.origin._replace(table=""))
        return hand

    def copy_night(self, night: NightJson) -> NightJson:
        """Return the copy of a night. Without a `key`, the biggest winner is `Player 1`."""
        if not self._rename:
            return night
        copy: NightJson = _replace_names(night, self._rename, self._assign_names(night))
        return copy

    def copy_hand(self, hand: HandJson, night: NightJson) -> HandJson:
        """Return the copy of a hand of this night, with the same names as in the night's copy."""
        if self._hides_cards:
            players = []
            for player in hand["players"]:
                # Nights stored by versions before 1.1 have no `showed`.
                is_visible = player.get("showed", False) or player["player"] == self.kept_player
                players.append(player if is_visible else player | {"cards": ""})
            hand = hand | {"players": players}
            if hand["kind"] == Kind.IMPOSSIBLE_CARDS:
                hand["reason"] = ""
        if self._rename:
            self._assign_names(night)
            hand = _replace_names(hand, self._rename)
        return hand

    def _assign_names(self, night: NightJson) -> list[str]:
        """Assign new names in the order of the night's players, and return the original names."""
        names = player_names(night)
        if self._rename:
            for name in names:
                self._rename(name)
        return names


def _create_pseudonymizer(key: str) -> Rename:
    """Return a function that names players after the HMAC-SHA256 of their names."""

    @lru_cache(_PSEUDONYMS_CACHED)
    def pseudonym_of(name: str) -> str:
        digest = hmac.digest(key.encode(), name.encode(errors="surrogatepass"), "sha256")
        return f"Player {digest.hex()[:_PSEUDONYM_DIGITS]}"

    return pseudonym_of


def _hide_cards(hand: LoggedHand, kept_players: set[str]) -> LoggedHand:
    """Return the hand with the cards that were shown, and all cards of `kept_players`."""
    return replace(
        hand,
        known={name: cards for name, cards in hand.known.items() if name in kept_players},
        dealt={
            name: streets
            if name in kept_players or name in hand.hands
            else tuple([street[-1:] for street in streets[:_MAX_OPEN_STREETS]])
            for name, streets in hand.dealt.items()
        },
        draws={
            name: draws if name in kept_players else tuple([Draw(draw.number) for draw in draws])
            for name, draws in hand.draws.items()
        },
    )


def _rename_players(hand: LoggedHand, rename: Rename) -> LoggedHand:
    """Return the hand with new names, without the ids of players."""
    fields: dict[str, Any] = {
        field: tuple(map(rename, getattr(hand, field))) for field in _FIELDS_OF_NAMES
    }
    for field in _FIELDS_BY_NAME:
        fields[field] = {rename(name): value for name, value in getattr(hand, field).items()}
    return replace(
        hand,
        **fields,
        odd_chips_after=hand.odd_chips_after and rename(hand.odd_chips_after),
        ids={},
        actions=tuple((kind, name and rename(name), amount) for kind, name, amount in hand.actions),
    )


def _replace_names(part: Any, rename: Rename, payers: Collection[str] = ()) -> Any:
    """Return a part of a night with new names, without texts that may contain names.

    The house, which is not among the `payers`, keeps its name in payments.
    """
    if isinstance(part, list):
        return [_replace_names(item, rename, payers) for item in part]
    if not isinstance(part, dict):
        return part
    copy: dict[str, Any] = {}
    for key, value in part.items():
        if key == "player" or (key in _PAYMENT_KEYS and value in payers):
            copy[key] = rename(value)
        elif key == "winners":
            copy[key] = list(map(rename, value))
        elif key not in _TEXT_KEYS:
            copy[key] = _replace_names(value, rename, payers)
    return copy
