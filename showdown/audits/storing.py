"""Stores the hands of a log that were settled, so that the history finds them."""

from collections.abc import Iterable
from typing import Any

from showdown.audits.array_judging import Judged
from showdown.audits.judging import Judgement, submission_of
from showdown.audits.pots import Unjudged
from showdown.audits.terms import Terms
from showdown.evaluator.errors import InvalidDeal
from showdown.models.logged import Audited, Recorded, record_hands
from showdown.notation.logs.logged_hand import LoggedHand


def store_judged(judged: Iterable[Judged], terms: Terms, **whose: Any) -> Recorded:
    """Store those that were settled; see `record_hands`."""
    hands = (
        _audited(judgement.hand, terms)
        for judgement in judged
        if isinstance(judgement, Judgement) and judgement.unsettled is None
    )
    return record_hands(filter(None, hands), **whose)


def _audited(hand: LoggedHand, terms: Terms) -> Audited | None:
    try:
        return Audited(hand, submission_of(hand, terms))
    except (InvalidDeal, Unjudged):
        return None
