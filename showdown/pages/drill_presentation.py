"""Prepares an unanswered drill for a page: the cards and the chips, and nothing that follows."""

from collections.abc import Iterator
from dataclasses import dataclass

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Game
from showdown.evaluator.wagers import Wagers
from showdown.trainer.drills import Drill
from showdown.words.amounts import chips_text
from showdown.words.games import rules_text


@dataclass(frozen=True, slots=True)
class Seat:
    """A player before the showdown; one who folded has no cards. `chips` are those put in."""

    label: str
    cards: Cards
    chips: str
    has_button: bool
    is_asked: bool

    @property
    def has_folded(self) -> bool:
        return not self.cards


@dataclass(frozen=True, slots=True)
class ShownDrill:
    """A deal as somebody sees it who has to say what follows. `whole` are all chips put in."""

    kind: str
    game: Game
    question: str
    boards: tuple[tuple[str, Cards], ...]
    seats: tuple[Seat, ...]
    whole: int
    unit: str
    rake: str
    book: str
    rules: str


def show_drill(drill: Drill) -> ShownDrill:
    deal, wagers, rules = drill.submission
    wagers = wagers or Wagers()
    return ShownDrill(
        kind=drill.kind.slug,
        game=drill.game,
        question=drill.question,
        boards=tuple(_boards(deal)),
        seats=tuple(_seats(drill, wagers)),
        whole=sum(wagers.contributions.values()),
        unit=chips_text(wagers.unit) if wagers.unit > 1 else "",
        rake=_rake(wagers),
        book=rules.name,
        rules=rules_text(drill.game),
    )


def _boards(deal: Deal) -> Iterator[tuple[str, Cards]]:
    several = len(deal.boards) > 1
    for place, board in enumerate(deal.boards, 1):
        yield f"Board {place}" if several else "Board", board


def _seats(drill: Drill, wagers: Wagers) -> Iterator[Seat]:
    """Clockwise. The hand that is asked for is marked where the question is about one."""
    hands = {hand.label: hand.cards for hand in drill.settlement.deal.hands}
    is_about_one = drill.kind.slug in _ABOUT_ONE
    for label in wagers.seats or hands:
        yield Seat(
            label=label,
            cards=hands.get(label, ()),
            chips=chips_text(wagers.contributions.get(label, 0)),
            has_button=label == wagers.button,
            is_asked=is_about_one and label == drill.place.label,
        )


_ABOUT_ONE = ("make", "cards")


def _rake(wagers: Wagers) -> str:
    """`5%, at most 300`, or what it was: `30`."""
    rake = wagers.rake
    if rake is None:
        return ""
    if not rake.percent:
        return chips_text(rake.amount + rake.jackpot)
    return f"{rake.percent}%" + ("" if rake.cap is None else f", at most {chips_text(rake.cap)}")
