"""Random logged hands that were paid correctly."""

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import Game
from showdown.evaluator.rake import Rake
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.logged_hand import USUAL, LoggedHand, Origin, ReadHand, SkippedHand

NAMES = (
    *("Anna", "Bob 2", "J. O'Neil", "zoë", "名前", "a, b", "x=y", "[q]", "(all-in)", "folds"),
    *("Seat 3", "re: raise", "{brace}", "#1", 'said, "x"', "Very" * 12, "Player1", "12", "-_-"),
)


def well_paid_hand(
    rng: random.Random,
    game: Game,
    *,
    decimals: int = 2,
    runs: int = 1,
    has_rake: bool = True,
    rules: RuleSet = WSOP_2026,
) -> LoggedHand:
    """Return a correctly paid hand with a showdown: side pots, folded and mucked hands."""
    names = tuple(rng.sample(NAMES, rng.randint(2, min(6, game.players[-1]))))
    cards = list(game.deck)
    rng.shuffle(cards)
    held = {name: _taken(cards, game.hole) for name in names}
    boards = _boards(rng, cards, game, runs)
    still_in = rng.sample(names, rng.randint(2, len(names)))
    contributions = _contributions(rng, names, still_in)
    mucked = _mucked(rng, contributions, still_in)
    hands = {name: held[name] for name in names if name in still_in and name not in mucked}
    folded = tuple(name for name in names if name not in still_in)
    dead = rng.choice((0, 0, 5))
    total = _called(contributions) + dead
    rake = total // 20 if has_rake and rng.random() < 0.5 else 0
    dealt = _dealt(names, hands, still_in)
    wagers = Wagers(
        **_chips(names, contributions, folded), dead=dead, decimals=decimals, rake=Rake(amount=rake)
    )
    return LoggedHand(
        states=USUAL,
        origin=Origin(
            format="",
            line=1,
            hand=str(rng.randint(1, 10**12)),
            table="Mekbuda II",
            played=datetime(2026, 3, rng.randint(10, 28), 5, 6, 7, tzinfo=UTC),
        ),
        game=game,
        seats=names,
        hands=hands,
        boards=boards,
        folded=folded,
        stacks=_stacks(names, contributions, dead),
        contributions=contributions,
        dead=dead,
        posted_dead={names[0]: dead} if dead else {},
        returned=_returned(contributions),
        paid=_paid(Deal(game, dealt, boards), wagers, rules, names),
        pots=(total,),
        rake=rake,
        decimals=decimals,
    )


def _mucked(
    rng: random.Random, contributions: Mapping[str, int], still_in: Sequence[str]
) -> set[str]:
    """Return players who needn't show: some of those with the largest contribution, except one."""
    if len(still_in) <= 2:
        return set()
    most = max(contributions[name] for name in still_in)
    at_most = [name for name in still_in if contributions[name] == most]
    return {name for name in at_most[1:] if rng.random() < 0.2}


def _dealt(
    names: tuple[str, ...], hands: Mapping[str, Cards], still_in: Iterable[str]
) -> tuple[Hand, ...]:
    return tuple(
        Hand(_label(names, name), hands.get(name, ()), is_mucked=name not in hands)
        for name in names
        if name in still_in
    )


def _chips(
    names: Sequence[str], contributions: Mapping[str, int], folded: Iterable[str]
) -> dict[str, Any]:
    return {
        "contributions": {_label(names, name): chips for name, chips in contributions.items()},
        "folded": tuple(_label(names, name) for name in folded),
        "seats": tuple(_label(names, name) for name in names),
        "button": _label(names, names[-1]),
    }


def unsettled(hand: ReadHand | None) -> SkippedHand | None:
    """Return why the hand can't be settled; None if it can."""
    assert hand
    return hand if isinstance(hand, SkippedHand) else why_not_settled(hand)


def _label(names: tuple[str, ...], name: str) -> str:
    return f"Seat {names.index(name)}"


def _paid(deal: Deal, wagers: Wagers, rules: RuleSet, names: tuple[str, ...]) -> dict[str, int]:
    payout = settle(deal, wagers, rules).payout
    assert payout
    name_of = {_label(names, name): name for name in names}
    return {name_of[player.label]: player.total for player in payout.players if player.total}


def _taken(cards: list, count: int) -> Cards:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken


def _boards(rng: random.Random, cards: list, game: Game, runs: int) -> tuple[Cards, ...]:
    if len(game.boards) != 1 or game.boards[0] != 5:
        return tuple(_taken(cards, size) for size in game.boards * runs)
    first = _taken(cards, 5)
    shared = rng.choice((0, 3, 4))
    more = (first[:shared] + _taken(cards, 5 - shared) for _ in range(runs - 1))
    return (first, *more)


def _contributions(
    rng: random.Random, names: tuple[str, ...], still_in: list[str]
) -> dict[str, int]:
    """Return contributions: at least two players put in the most, and others at most as much.

    One player may have bet more, which nobody called.
    """
    most = rng.randint(10, 5000)
    put_in = {name: rng.randint(1, most) for name in names}
    put_in |= dict.fromkeys(still_in[:2], most)
    if rng.random() < 0.3:
        put_in[still_in[0]] += rng.randint(1, 400)
    elif rng.random() < 0.3:
        put_in |= dict.fromkeys(still_in, most)
    return put_in


def _called(contributions: dict[str, int]) -> int:
    *_, second, most = sorted(contributions.values())
    return sum(contributions.values()) - most + second


def _returned(contributions: dict[str, int]) -> dict[str, int]:
    *_, second, most = sorted(contributions.values())
    return {name: most - second for name, put_in in contributions.items() if put_in > second}


def _stacks(names: tuple[str, ...], contributions: dict[str, int], dead: int) -> dict[str, int]:
    """Return stacks: all players but the first, who may post dead chips, are all in."""
    return {**contributions, names[0]: contributions[names[0]] + dead + 10_000}
