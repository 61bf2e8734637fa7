"""Makes the people and the deals that tests need."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User

from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.games import GAMES, OMAHA_HILO, Game
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.models import Showdown, Source
from showdown.models.passwords import PasswordHasher
from showdown.models.people import NOBODY, Person

_NUMBERS = count()


class QuickHasher(PasswordHasher):
    """The site's own hasher with few rounds: half a second a password is for attackers."""

    iterations = 10


def make_user(**fields: Any) -> User:
    """Somebody with an account."""
    return User.objects.create(**{"username": f"player{next(_NUMBERS)}"} | fields)


def make_known(games: Sequence[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games that are only in a test be known to the store."""
    for game in games:
        monkeypatch.setitem(GAMES, game.slug, game)


_RNG = random.Random(8)


def random_deal(game: Game = OMAHA_HILO, players: int = 2, *, labels: Sequence[str] = ()) -> Deal:
    """A deal from a shuffled deck; the hands have these labels, or those by default."""
    needed = players * game.hole + game.board
    if needed > len(game.deck):
        return with_shared_card(game, players)
    cards = _RNG.sample(game.deck, needed)
    return Deal.of_numbers(game, bytes(card.number for card in cards), labels)


def with_shared_card(game: Game, players: int) -> Deal:
    """A deal of stud whose last card is shared."""
    *own, shared = _RNG.sample(game.deck, players * (game.hole - 1) + 1)
    per_hand = game.hole - 1
    hands = (tuple(own[at : at + per_hand]) for at in range(0, len(own), per_hand))
    return Deal(
        game=game,
        hands=tuple(Hand(default_label(seat), hand) for seat, hand in enumerate(hands)),
        boards=((shared,),),
    )


def run_again(deal: Deal, runs: int) -> Deal:
    """The deal with its boards run so often; later boards keep the first two cards."""
    dealt = {card for hand in deal.hands for card in hand.cards}
    dealt.update(card for board in deal.boards for card in board)
    rest = _RNG.sample(sorted(set(deal.game.deck) - dealt), (runs - 1) * deal.game.board)
    boards = [*deal.boards]
    for _ in range(runs - 1):
        boards += [(*board[:2], *(rest.pop() for _ in board[2:])) for board in deal.boards]
    return replace(deal, boards=tuple(boards))


def mucked(deal: Deal, *labels: str) -> Deal:
    """The deal with these hands not shown."""
    hands = (
        Hand(hand.label, (), is_mucked=True) if hand.label in labels else hand
        for hand in deal.hands
    )
    return replace(deal, hands=tuple(hands))


def stored(
    deal: Deal | None = None,
    wagers: Wagers | None = None,
    rules: RuleSet = WSOP_2024,
    *,
    person: Person = NOBODY,
) -> Showdown:
    """A deal in the record; a random one, unless it is given."""
    settlement = settle(deal or random_deal(), wagers, rules)
    return Showdown.objects.record(settlement, source=Source.PAGE, person=person)
