"""Hands that a log has twice: they are judged once."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import blake2b

from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand

_TABLE = "CREATE TABLE seen (hand BLOB PRIMARY KEY) WITHOUT ROWID"
_ADD = "INSERT OR IGNORE INTO seen VALUES (?)"


def each_once(hands: Iterable[ReadHand]) -> Iterator[ReadHand]:
    """The hands, those that came before as skipped.

    Two are the same hand if format, number, table and time are. Without a time, a number may come
    again in another log, so players and bets must be the same too. A hand without a number is
    always another. The hands that came are remembered in a temporary database, which uses its disk
    once they are many.
    """
    with closing(sqlite3.connect("", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute(_TABLE)
        database.execute("BEGIN")
        add = database.cursor().execute
        for hand in hands:
            is_other = isinstance(hand, SkippedHand) or not hand.origin.hand
            if is_other or add(_ADD, (_identity(hand),)).rowcount:
                yield hand
            else:
                yield SkippedHand(origin=hand.origin, reason=Skip.REPEATED)


def _identity(hand: ReadHand) -> bytes:
    origin = hand.origin
    identity: tuple[object, ...] = (origin.format, origin.hand, origin.table, origin.played)
    if origin.played is None and isinstance(hand, LoggedHand):
        identity = (*identity, hand.seats, sorted(hand.contributions.items()))
    return blake2b(repr(identity).encode(errors="surrogatepass"), digest_size=16).digest()
