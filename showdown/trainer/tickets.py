"""Tickets for drills: signed texts that identify drills without revealing the answers.

The cards are derived from the ticket and the site's secret key, so nobody can know them in advance.
The pattern is masked because signed text is readable. A ticket is graded only for its holder;
callers without a session share the empty holder.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from secrets import choice, token_urlsafe
from time import time
from typing import Any

from django.core.signing import BadSignature, dumps, loads
from django.utils.crypto import salted_hmac

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.files.blocks import load_kernels_in_background
from showdown.trainer.choosing import DrillSelection, PossibleDrill, possible_drills
from showdown.trainer.drills import Drill, NotDealt, Recipe, make_drill
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.questions import KINDS

_SALT = "showdown.trainer.2"
"""The salt of signatures.

Increment its number when recipes deal different drills; this invalidates old tickets.
"""
_MAX_AGE_SECONDS = 24 * 60 * 60
MAX_TICKET_LENGTH = 400
"""Maximum length of a ticket in characters."""
_MAX_ATTEMPTS = 5
_PATTERN_SLUGS = tuple(PATTERNS)


class UnknownTicket(InvalidDeal):
    """A ticket that is not valid or has expired."""

    message = "this drill is unknown or older than a day; request another"


class TicketOfAnother(InvalidDeal):
    """A drill that was dealt to another person."""

    message = "this drill was dealt to another person; request your own"


class AnsweredTicket(InvalidDeal):
    """A ticket that this person answered before a new session or a sign-in changed the holder."""

    message = "this drill has already been answered; request another"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A drill with the text that identifies it.

    `nonce` is unique, `dealt_at` is a Unix time, and `holder_digest` binds the ticket to its
    holder.
    """

    text: str
    nonce: str
    dealt_at: int
    holder_digest: str
    drill: Drill


def new_ticket(selection: DrillSelection, holder: str = "") -> Ticket:
    """Return a ticket for a new random drill. Raise InvalidDeal if none can be dealt.

    `holder` is the key of the person to whom the drill is dealt; empty without a session.
    """
    load_kernels_in_background()
    drills = possible_drills(selection)
    for _ in range(_MAX_ATTEMPTS - 1):
        with suppress(NotDealt):
            return _draw_ticket(drills, selection.players, holder)
    return _draw_ticket(drills, selection.players, holder)


def _draw_ticket(drills: Sequence[PossibleDrill], players: int, holder: str) -> Ticket:
    nonce = token_urlsafe(9)
    pattern, game, kinds = choice(drills)
    masked_pattern = _PATTERN_SLUGS.index(pattern.slug) ^ _pattern_mask(nonce)
    recipe = (choice(kinds).slug, masked_pattern, game.slug, players)
    fields = (*recipe, nonce, int(time()), _holder_digest(holder, nonce))
    return _make_ticket(dumps(fields, salt=_SALT), fields)


def read_ticket(text: str) -> Ticket:
    """Parse a ticket of any holder. Raise UnknownTicket if it is invalid or has expired."""
    if len(text) > MAX_TICKET_LENGTH:
        raise UnknownTicket(field="ticket")
    try:
        fields = loads(text, salt=_SALT, max_age=_MAX_AGE_SECONDS)
    except BadSignature:
        raise UnknownTicket(field="ticket") from None
    return _make_ticket(text, fields)


def read_own_ticket(text: str, holder: str, answered_nonces: Collection[str] = ()) -> Ticket:
    """Parse a ticket of this holder.

    `answered_nonces` are those of the drills that the person answered. Raise UnknownTicket as
    `read_ticket` does. If the ticket has another holder, raise AnsweredTicket if its nonce is in
    `answered_nonces`, and TicketOfAnother otherwise. The answer to a visitor's first drill begins
    the session, so the ticket then has another holder.
    """
    ticket = read_ticket(text)
    if ticket.holder_digest != _holder_digest(holder, ticket.nonce):
        if ticket.nonce in answered_nonces:
            raise AnsweredTicket(field="ticket")
        raise TicketOfAnother(field="ticket")
    return ticket


def _holder_digest(holder: str, nonce: str) -> str:
    digest = salted_hmac(f"{_SALT}.holder", f"{nonce} {holder}", algorithm="sha256")
    return digest.hexdigest()[:16]


def _pattern_mask(nonce: str) -> int:
    digest = salted_hmac(f"{_SALT}.pattern", nonce, algorithm="sha256").digest()
    return int.from_bytes(digest[:4])


def _make_ticket(text: str, fields: Sequence[Any]) -> Ticket:
    kind, masked_pattern, game, players, nonce, dealt_at, holder_digest = fields
    index = masked_pattern ^ _pattern_mask(nonce)
    if index >= len(_PATTERN_SLUGS):
        raise UnknownTicket(field="ticket")
    seed = salted_hmac(_SALT, nonce, algorithm="sha256").hexdigest()
    recipe = Recipe(KINDS[kind], PATTERNS[_PATTERN_SLUGS[index]], GAMES[game], seed, players)
    return Ticket(text, nonce, dealt_at, holder_digest, _make_cached_drill(recipe))


# Cached, because the same drill is made again to grade its answer.
_make_cached_drill = lru_cache(maxsize=64)(make_drill)
