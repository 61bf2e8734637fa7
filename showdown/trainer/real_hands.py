"""Drills on hands that were played: those of a log, with the names of their players left out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.evaluator.wagers import Wagers, collect
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand
from showdown.notation.logs.submission_of import submission_of
from showdown.notation.submission import Submission
from showdown.trainer.choosing import Asked
from showdown.trainer.draw import Draw
from showdown.trainer.drills import Drill, Recipe, drill_on, kinds_of
from showdown.trainer.kinds import KINDS
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.stakes import BOOKS, NAMES


def drills_on_log(hands: Iterable[ReadHand], asked: Asked, seed: str) -> Iterator[Drill]:
    """A drill on each hand of a log that is hard in a known way, of those asked for."""
    for number, hand in enumerate(hands):
        submission = _settled(hand) if isinstance(hand, LoggedHand) else None
        if submission and (drill := drill_on_hand(submission, asked, f"log {seed} {number}")):
            yield drill


def drill_on_hand(submission: Submission, asked: Asked, seed: str) -> Drill | None:
    """The drill of some pattern that the hand shows; None if it has none that is asked for.

    A log says what the house took, not by which rule, so that nobody is asked for the rake. Raises
    InvalidDeal.
    """
    game, settlement = submission.deal.game, submission.settle()
    if asked.games and game.slug not in asked.games:
        return None
    if asked.players and len(submission.deal.hands) != asked.players:
        return None
    draw = Draw(seed)
    for pattern in draw.shuffled([PATTERNS[slug] for slug in asked.patterns or PATTERNS]):
        if pattern.lacks(game) or not pattern.holds(settlement):
            continue
        for kind in draw.shuffled(kinds_of(pattern, game, KINDS)):
            if kind.takes_rake or (asked.kinds and kind.slug not in asked.kinds):
                continue
            recipe = Recipe(kind, pattern, game, seed)
            if drill := drill_on(recipe, submission, settlement, Draw(seed)):
                return drill
    return None


def _settled(hand: LoggedHand) -> Submission | None:
    """The hand with other names; None if it can't be settled."""
    if why_not_settled(hand):
        return None
    try:
        return nameless(submission_of(hand, WSOP_2024))
    except InvalidDeal:
        return None


def nameless(submission: Submission) -> Submission | None:
    """The hand with other names; None if there are too many, or its board was run more than once.

    Who mucked has folded, as far as the others are concerned. Cents are chips, and go by a book
    that pays in chips. Raises InvalidDeal.
    """
    deal, wagers, rules = submission
    if wagers is None or deal.runs > 1:
        return None
    seats = collect(wagers, deal).seats
    if len(seats) > len(NAMES):
        return None
    return _renamed(deal, wagers, rules if rules in BOOKS else BOOKS[0], seats)


def _renamed(deal: Deal, wagers: Wagers, rules: RuleSet, seats: Sequence[str]) -> Submission:
    name_of = dict(zip(seats, NAMES, strict=False))
    mucked = [hand.label for hand in deal.hands if hand.is_mucked]
    shown = [hand for hand in deal.hands if not hand.is_mucked]
    return Submission(
        Deal(
            deal.game, tuple(Hand(name_of[hand.label], hand.cards) for hand in shown), deal.boards
        ),
        replace(
            wagers,
            contributions={name_of[name]: chips for name, chips in wagers.contributions.items()},
            folded=tuple(name_of[name] for name in (*wagers.folded, *mucked)),
            seats=tuple(name_of.values()),
            button=wagers.button and name_of[wagers.button],
            decimals=0,
        ),
        rules,
    )
