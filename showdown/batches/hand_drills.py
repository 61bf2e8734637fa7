"""Drills on the hands of an audited log, names left out: a ticket says which hand and question."""

from random import SystemRandom
from secrets import token_urlsafe
from time import time
from typing import Any

from showdown.batches.nights import hand_at, hands_from, kept_of
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.models import Batch
from showdown.notation.deal_line import read_line
from showdown.trainer.choosing import Asked
from showdown.trainer.drills import Drill
from showdown.trainer.real_hands import drill_on_hand, nameless
from showdown.trainer.tickets import (
    Ticket,
    UnknownTicket,
    masked,
    names_in,
    seed_of,
    signed,
    unmasked,
)
from showdown.words.errors import add_messages

_READ = 500
"""Of a long log, so many hands in a row are looked through for one."""
_MOST_SETTLED = 30

_RANDOM = SystemRandom()


class NoHandToDrill(InvalidDeal):
    """No hand of the log that was looked at is hard in a known way."""


add_messages({"NoHandToDrill": "no hand of this log came up that makes a drill"})


def new_hand_ticket(audit: Batch) -> Ticket:
    """A drill on any hand of the log that its cards decided. Raises NoHandToDrill."""
    kept, nonce = kept_of(audit), token_urlsafe(9)
    if kept:
        first = _RANDOM.randrange(max(1, kept.shown - _READ + 1))
        decided = [hand for hand in hands_from(kept, first, _READ) if hand["deal"]]
        for hand in _RANDOM.sample(decided, min(_MOST_SETTLED, len(decided))):
            if drill := _drill_on(audit, hand, Asked(), nonce):
                kind, pattern, _ = drill.recipe.template.slugs
                names = (hand["number"], kind, masked(pattern, nonce), nonce, int(time()))
                return Ticket(signed(names, _salt(audit)), nonce, names[-1], drill)
    raise NoHandToDrill(field="hand")


def read_hand_ticket(audit: Batch, text: str) -> Ticket:
    """The drill that the ticket names, on the same hand. Raises UnknownTicket."""
    number, kind, mask, nonce, dealt = names_in(text, _salt(audit))
    kept = kept_of(audit)
    hand = hand_at(kept, number) if kept else None
    asked = Asked(kinds=(kind,), patterns=(unmasked(mask, nonce),))
    drill = _drill_on(audit, hand, asked, nonce) if hand else None
    if drill is None:
        raise UnknownTicket(field="ticket")
    return Ticket(text, nonce, dealt, drill)


def _salt(audit: Batch) -> str:
    """Tickets of one audit are none of another."""
    return f"showdown.trainer.audit.{audit.id}"


def _drill_on(audit: Batch, hand: dict[str, Any], asked: Asked, nonce: str) -> Drill | None:
    try:
        played = nameless(read_line(hand["deal"], GAMES[hand["game"]], audit.rules))
        return played and drill_on_hand(played, asked, seed_of(nonce))
    except InvalidDeal:
        return None
