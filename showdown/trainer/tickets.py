"""Tickets for drills: a signed text that names a drill without telling its answer.

The cards follow from the ticket and the site's secret, so nobody can deal them beforehand.
"""

from dataclasses import dataclass
from secrets import choice, token_urlsafe

from django.core.signing import BadSignature, dumps, loads
from django.utils.crypto import salted_hmac

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.trainer.choosing import Asked, choices
from showdown.trainer.drills import Drill, NotDealt, Recipe, make_drill
from showdown.trainer.kinds import KINDS
from showdown.trainer.patterns import PATTERNS
from showdown.words.errors import add_messages

_SALT = "showdown.trainer"
_SECONDS = 24 * 60 * 60
LONGEST = 400
"""No ticket is longer; what is longer is none."""
_TRIES = 5


@dataclass(eq=False, kw_only=True)
class UnknownTicket(InvalidDeal):
    """No drill has this ticket, or not any more."""


add_messages({"UnknownTicket": "this drill is unknown or older than a day; ask for another"})


@dataclass(frozen=True, slots=True)
class Ticket:
    """A drill, with the text that names it; `nonce` is the part that no other drill has."""

    text: str
    nonce: str
    drill: Drill


def new_ticket(asked: Asked) -> Ticket:
    """A drill that nobody has had, of those asked for. Raises InvalidDeal if there is none."""
    every = choices(asked)
    for tries_left in reversed(range(_TRIES)):
        pattern, game, kinds = choice(every)
        nonce = token_urlsafe(9)
        names = (choice(kinds).slug, pattern.slug, game.slug, asked.players, nonce)
        try:
            return _ticket(dumps(names, salt=_SALT), *names)
        except NotDealt:
            if not tries_left:
                raise
    raise AssertionError("the last try ends in a drill or an error")


def read_ticket(text: str) -> Ticket:
    """The drill that the ticket names, dealt again. Raises UnknownTicket."""
    if len(text) > LONGEST:
        raise UnknownTicket(field="ticket")
    try:
        names = loads(text, salt=_SALT, max_age=_SECONDS)
    except BadSignature:
        raise UnknownTicket(field="ticket") from None
    return _ticket(text, *names)


def _ticket(text: str, kind: str, pattern: str, game: str, players: int, nonce: str) -> Ticket:
    seed = salted_hmac(_SALT, nonce, algorithm="sha256").hexdigest()
    recipe = Recipe(KINDS[kind], PATTERNS[pattern], GAMES[game], seed, players)
    return Ticket(text, nonce, make_drill(recipe))
