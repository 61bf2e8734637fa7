"""What the table says to the cards on it: the ruling; before the last card, the odds.

Nothing of it is stored.
"""

from dataclasses import dataclass

from showdown.bulk.admission import TooBusy, turn
from showdown.bulk.expected_chips import Played, played_for
from showdown.bulk.odds import Odds, milliseconds, odds
from showdown.evaluator.deals import MUCKED
from showdown.evaluator.errors import (
    InvalidDeal,
    MissingBoard,
    MissingHand,
    WrongNumberOfCards,
)
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Wagers
from showdown.notation.spots import read_spot
from showdown.notation.submission import Submission
from showdown.pages.forms.chips import ChipsForm
from showdown.pages.forms.table import DEAD_CARDS, TableForm, hand_field
from showdown.pages.odds_presentation import ShownOdds, present_odds
from showdown.pages.presentation import Presentation, present
from showdown.pages.seating import Seating, Typed, board_name
from showdown.pages.tags import Tag, no_tags, tags_of_odds, tags_of_ruling

_MOST_MILLISECONDS = 300
"""What counting may take while somebody picks cards."""
_NOT_COUNTED = "Odds of this spot are not counted here; the last card brings the ruling."
_ON_THE_WAY = (MissingHand, MissingBoard)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The forms, which know what is wrong; and the ruling or the odds, at most one of them."""

    table: TableForm
    chips: ChipsForm
    tags: tuple[Tag, ...]
    submission: Submission | None = None
    shown: Presentation | None = None
    odds: ShownOdds | None = None
    hint: str = ""


def answer_to(typed: Typed) -> Answer:
    """The answer to what lies on the table; cards that are missing are still to come."""
    ruling = ruling_on(typed)
    if ruling.submission or ruling.table.is_valid():
        return ruling
    return _before_the_last_card(typed, ruling.table)


def ruling_on(typed: Typed) -> Answer:
    """The ruling. Cards that are missing are an error, as whoever asks says that all are there."""
    table = TableForm(typed, seating=Seating.asked(typed), checked=True)
    deal = table.deal if table.is_valid() else None
    chips = ChipsForm(typed, labels=table.labels, table=deal)
    if deal is None or not chips.is_valid():
        return Answer(table=table, chips=chips, tags=no_tags(table))
    submission = Submission(deal, chips.wagers, chips.rule_set)
    shown = present(submission.settle())
    return Answer(
        table=table,
        chips=chips,
        tags=tags_of_ruling(table, shown),
        submission=submission,
        shown=shown,
    )


def _before_the_last_card(typed: Typed, table: TableForm) -> Answer:
    try:
        spot = _spot(typed, table)
        chips = ChipsForm(typed, labels=table.labels, table=spot)
        if spot is None or not chips.is_valid():
            return _nothing_yet(typed, table.seating, chips)
        return _odds(typed, table, spot, chips)
    except InvalidDeal as error:
        chips = ChipsForm(typed, labels=table.labels)
        if _is_on_the_way(error):
            return _nothing_yet(typed, table.seating, chips)
        table.refuse(error)
        return Answer(table=table, chips=chips, tags=no_tags(table))


def _is_on_the_way(error: InvalidDeal) -> bool:
    """Whether all that is wrong is that cards are still to come."""
    is_short = isinstance(error, WrongNumberOfCards) and error.count < error.needed
    return is_short or isinstance(error, _ON_THE_WAY)


def _nothing_yet(typed: Typed, seating: Seating, chips: ChipsForm) -> Answer:
    table = TableForm(typed, seating=seating)
    return Answer(table=table, chips=chips, tags=no_tags(table))


def _spot(typed: Typed, table: TableForm) -> Spot | None:
    """What is known so far; None where odds would be of something else. Raises InvalidDeal."""
    game = table.seating.game
    hands = {
        label: typed.get(hand_field(seat), "").strip() for seat, label in enumerate(table.labels)
    }
    if table.seating.runs > 1 or any(text.lower() == MUCKED for text in hands.values()):
        return None
    for label, text in hands.items():
        if not text:
            raise MissingHand(needed=game.hole, game=game, field=label)
    boards = [typed.get(board_name(place), "") for place in range(len(game.boards))]
    return read_spot(game, hands, "/".join(boards), typed.get(DEAD_CARDS, ""))


def _odds(typed: Typed, table: TableForm, spot: Spot, chips: ChipsForm) -> Answer:
    played = played_for(spot, chips.wagers or Wagers(), chips.rule_set)
    quiet = TableForm(typed, seating=table.seating)
    found = _counted(played)
    if found is None:
        return Answer(table=quiet, chips=chips, tags=no_tags(quiet), hint=_NOT_COUNTED)
    shown = present_odds(found)
    return Answer(table=quiet, chips=chips, tags=tags_of_odds(quiet, shown), odds=shown)


def _counted(played: Played) -> Odds | None:
    """The exact odds; None where they can't be counted while somebody picks cards."""
    wants_next = _is_between_streets(played.spot)
    needed = milliseconds(played.spot, played.pots, next_card=wants_next)
    if needed > _MOST_MILLISECONDS:
        return None
    try:
        with turn(needed):
            return odds(played.spot, played.pots, pay=played.pay, next_card=wants_next)
    except TooBusy:
        return None


def _is_between_streets(spot: Spot) -> bool:
    """Whether one card comes next, and not a whole flop."""
    return bool(spot.coming) and 0 < spot.coming[0] < 3
