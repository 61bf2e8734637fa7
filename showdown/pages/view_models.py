"""View models of a settlement: the deal as it is drawn, decisions with reasons, and payouts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from unicodedata import numeric

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Game
from showdown.words.headlines import share_text
from showdown.words.ranks import card_text

_FRACTION_SYMBOLS = {
    Fraction(numeric(symbol)).limit_denominator(8): symbol for symbol in "½⅓⅔¼¾⅕⅙⅚⅛⅜⅝"
}


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on the page.

    `plays` states the contests in which it plays: `plays for high`. `is_own` marks a card that
    plays from the player's hand, `is_lifted` one that wins something, and `decides` one that
    decides between a winning and a losing hand. `wins` contains the letters of the contests that
    the card wins, such as `HL`. It is empty if the game has one contest. If boards have their own
    contests, a hole card has a line for each board: `HL1` and `L2`.
    """

    card: Card
    plays: tuple[str, ...] = ()
    is_own: bool = False
    is_lifted: bool = False
    wins: str = ""
    decides: bool = False

    @property
    def wins_low_only(self) -> bool:
        return "L" in self.wins and not set(self.wins) - set("L12\n")


@dataclass(frozen=True, slots=True)
class ShownBoard:
    name: str
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A made hand, without cards if it doesn't qualify, and whether it wins.

    `label` is the player or, among the hands of one player, the contest.
    """

    label: str
    title: str
    cards: tuple[ShownCard, ...] = ()
    wins: bool = False


@dataclass(frozen=True, slots=True)
class ShownTemptation:
    """A player's tempting wrong answer in words and cards; `instead` is the hand that plays."""

    label: str
    text: str
    title: str
    cards: tuple[ShownCard, ...]
    instead: tuple[ShownCard, ...]
    instead_title: str


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player's hole cards, made hands and share of the chips.

    `status` states why the hand doesn't compete, such as `folded`; it is empty if the hand does.
    `paid` and `bet` are empty without chips.
    """

    label: str
    status: str
    hole: tuple[ShownCard, ...]
    hands: tuple[ShownHand, ...]
    share: Fraction
    paid: str
    bet: str = ""
    has_button: bool = False

    @property
    def state(self) -> str:
        """Return `out`, `wins` or `loses`."""
        return "out" if self.status else "wins" if self.share else "loses"

    @property
    def result(self) -> str:
        """Return the result for the player's tag: `folded`, `303`, `wins`, `¼`, `39%` or empty."""
        if self.status:
            return self.status
        if self.paid:
            return self.paid if self.share else "0"
        if not self.share:
            return ""
        return (
            "wins" if self.share == 1 else _FRACTION_SYMBOLS.get(self.share, share_text(self.share))
        )

    @property
    def playing_text(self) -> str:
        """Return the cards that play in any contest: `A♥ K♦ 2♠`."""
        return cards_text(shown_card for hand in self.hands for shown_card in hand.cards)

    @property
    def made_line(self) -> str:
        """Return `three kings` or, with several contests or runs, `high: three kings; no low`."""
        lines = (
            f"{hand.label}: {hand.title}" if hand.label and hand.cards else hand.title
            for hand in self.hands
        )
        return "; ".join(dict.fromkeys(lines))


@dataclass(frozen=True, slots=True)
class Decision:
    """The winner of a contest and the reason; `winner` is empty if nobody wins alone.

    `compared` are the hands side by side, the best first; empty if there is nothing to compare.
    `is_low` is true if the contest is the low of a split pot.
    """

    heading: str
    winner: str
    text: str
    compared: tuple[ShownHand, ...] = ()
    is_low: bool = False

    @property
    def winning_text(self) -> str:
        """Return the cards of the winning hands: `A♥ K♦ 2♠`; empty without compared hands."""
        return cards_text(
            shown_card for hand in self.compared if hand.wins for shown_card in hand.cards
        )

    @property
    def closest(self) -> tuple[ShownHand, ...]:
        """Return the winning hands and the best hand that doesn't win."""
        return self.compared[: sum(hand.wins for hand in self.compared) + 1]

    @property
    def remaining(self) -> tuple[ShownHand, ...]:
        """Return the hands that `closest` leaves out."""
        return self.compared[len(self.closest) :]


@dataclass(frozen=True, slots=True)
class Total:
    """A player's total, and the uncalled part of a bet that is returned.

    If `is_zero`, the player is left out of the list of chips to push.
    """

    label: str
    amount: str
    returned: str
    is_zero: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """A hand as it is drawn on the felt, in lists, on preview images and on paper, and its ruling.

    `pots` are amounts, names, winners (empty for none), and the cards that win them. A hand of a
    log without a showdown has no `deal`. Only rulings have the other fields. `rules` names the rule
    set if there was an odd chip.
    """

    game: Game
    headline: str
    boards: tuple[ShownBoard, ...]
    players: tuple[ShownPlayer, ...]
    pots: tuple[tuple[str, str, str, str], ...]
    deal: Deal | None = None
    decisions: tuple[Decision, ...] = ()
    temptations: tuple[ShownTemptation, ...] = ()
    totals: tuple[Total, ...] = ()
    dealer_lines: tuple[str, ...] = ()
    rules: str = ""

    @property
    def text(self) -> str:
        """Return the ruling as text to send: headline, chips, cards and reasons."""
        hands = [
            f"{player.label}: {cards_text(player.hole) or player.status}" for player in self.players
        ]
        boards = [f"{board.name}: {cards_text(board.cards)}" for board in self.boards]
        reasons = []
        for decision in self.decisions:
            heading = f"{decision.heading}:" if decision.heading else ""
            words = (heading, decision.winner, f"{decision.text}.")
            reasons.append(" ".join(filter(None, words)))
        head = f"{self.game.name}. {self.headline}."
        return "\n".join([head, *self.dealer_lines, "", *hands, *boards, "", *reasons])


def cards_text(cards: Iterable[ShownCard]) -> str:
    return " ".join(card_text(shown_card.card) for shown_card in cards)
