"""What a page shows of a settlement: cards with what they play for, decisions with their why."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import Deal
from showdown.words.ranks import card_text


@dataclass(frozen=True, slots=True)
class Mark:
    """That a card plays in a contest: a letter or sign on the card, and what it means."""

    sign: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card as it lies there.

    `is_own`: among cards that play, one from the player's hand. `is_lifted`: it wins something.
    `wins` are the letters of the contests that it wins, `H`, `L` or `HL`; empty where there is one
    contest. `decides`: one hand has it and the other has not.
    """

    card: Card
    marks: tuple[Mark, ...] = ()
    is_own: bool = False
    is_lifted: bool = False
    wins: str = ""
    decides: bool = False


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board under its name; `marked` says whose cards are marked."""

    name: str
    cards: tuple[ShownCard, ...]
    marked: str


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What a player makes in a contest, if anything; `wins` says what: `wins the side pot`."""

    heading: str
    title: str
    cards: tuple[ShownCard, ...]
    wins: str


@dataclass(frozen=True, slots=True)
class ShownTemptation:
    """A wrong answer in a sentence and in cards, and what plays `instead`, if anything does."""

    text: str
    title: str
    cards: tuple[ShownCard, ...]
    instead: tuple[ShownCard, ...]
    instead_title: str


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player's hole cards, made hands, part of the chips, and the tempting wrong answers.

    `standing` is empty for those who compete. `paid` and `back` are empty without chips.
    """

    label: str
    standing: str
    hole: tuple[ShownCard, ...]
    hands: tuple[ShownHand, ...]
    share: Fraction
    share_text: str
    paid: str
    temptations: tuple[ShownTemptation, ...]
    has_button: bool = False

    @property
    def amount(self) -> str:
        """`folded`, `303`, `wins`, or the share in words."""
        if self.standing:
            return self.standing
        if self.paid:
            return self.paid if self.share else "0"
        if not self.share:
            return ""
        return "wins" if self.share == Fraction(1) else self.share_text

    @property
    def gets(self) -> str:
        """`folded`, `303 chips`, or the share in words."""
        return self.standing or (f"{self.paid} chips" if self.paid else self.share_text)

    @property
    def made_line(self) -> str:
        """`three kings`; where there are several contests or runs, `high: three kings; no low`."""
        lines = (
            f"{hand.heading}: {hand.title}" if hand.heading and hand.cards else hand.title
            for hand in self.hands
        )
        return "; ".join(dict.fromkeys(lines))


@dataclass(frozen=True, slots=True)
class Compared:
    """What a hand makes, beside the others; no cards where it doesn't qualify."""

    label: str
    title: str
    cards: tuple[ShownCard, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """Who won something, and what decided it; no winner where several tie or nobody qualifies.

    `compared` are the hands side by side, the best first; none where there is nothing to compare.
    """

    heading: str
    winner: str
    text: str
    compared: tuple[Compared, ...] = ()

    @property
    def closest(self) -> tuple[Compared, ...]:
        """Who wins, and the best hand that doesn't."""
        return self.compared[: sum(hand.wins for hand in self.compared) + 1]

    @property
    def behind(self) -> tuple[Compared, ...]:
        """All other hands."""
        return self.compared[len(self.closest) :]


@dataclass(frozen=True, slots=True)
class Total:
    """What a player gets in all, and what goes back of a bet that nobody called."""

    label: str
    amount: str
    back: str


@dataclass(frozen=True, slots=True)
class Presentation:
    """All of it, from the headline to the losers' temptations; `rules` where a chip was odd."""

    deal: Deal
    headline: str
    boards: tuple[ShownBoard, ...]
    decisions: tuple[Decision, ...]
    players: tuple[ShownPlayer, ...]
    pots: tuple[tuple[str, str], ...]
    totals: tuple[Total, ...]
    dealer_lines: tuple[str, ...]
    rules: str
    combinations: tuple[tuple[str, str], ...]

    @property
    def winners(self) -> list[ShownPlayer]:
        """Those who get something, the largest share first."""
        winning = (player for player in self.players if player.share)
        return sorted(winning, key=lambda player: player.share, reverse=True)

    @property
    def is_tempting(self) -> bool:
        """Whether there are wrong answers that somebody may have in mind."""
        return any(player.temptations for player in self.players)

    @property
    def text(self) -> str:
        """To send to somebody: the verdict, the chips, the cards, and why."""
        hands = [
            f"{player.label}: {cards_text(player.hole) or player.standing}"
            for player in self.players
        ]
        boards = [f"{board.name}: {cards_text(board.cards)}" for board in self.boards]
        why = [
            " ".join(filter(None, (f"{why.heading}:", why.winner, f"{why.text}.")))
            for why in self.decisions
        ]
        head = f"{self.deal.game.name}. {self.headline}."
        return "\n".join([head, *self.dealer_lines, "", *hands, *boards, "", *why])

    @property
    def others(self) -> list[ShownPlayer]:
        return [player for player in self.players if not player.share]


def cards_text(cards: Iterable[ShownCard]) -> str:
    return " ".join(card_text(shown.card) for shown in cards)
