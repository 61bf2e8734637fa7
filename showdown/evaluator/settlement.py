"""Settles a deal: every player's made hands, the winners of each pot, and the shares."""

from dataclasses import dataclass
from fractions import Fraction

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import Game, Pot
from showdown.evaluator.rankings import NOT_QUALIFIED, Ranking
from showdown.words.made_hands import Rank, listed


@dataclass(frozen=True, slots=True)
class MadeHand:
    """The best combination a player makes for a pot.

    `cards` play, in the order in which they are read; `hole` and `board` are the same cards by
    where they come from, as dealt.
    """

    ranking: Ranking
    rank: Rank
    cards: Cards
    hole: Cards
    board: Cards

    @property
    def category(self) -> str:
        """In the wording of the contracts: `Full House`, `7532A`."""
        return self.ranking.category(self.rank)

    @property
    def title(self) -> str:
        """As a dealer says it: as the category, but `Royal Flush`, `3-card 4-2-A`."""
        return self.ranking.title(self.rank)

    @property
    def words(self) -> str:
        """With its ranks: `Two Pair, aces and nines, queen kicker`."""
        return self.ranking.words(self.rank)

    @property
    def strength(self) -> int:
        """The rank as an integer, bigger is better, 1 is the worst."""
        return self.ranking.strength(self.rank)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's made hand for each pot (None: does not qualify) and share of the chips."""

    hand: Hand
    made: dict[str, MadeHand | None]
    share: Fraction

    @property
    def label(self) -> str:
        return self.hand.label


@dataclass(frozen=True, slots=True)
class PotResult:
    """Who won a pot, and with what; nobody and None when no hand qualified.

    `why` says in one sentence what decided it.
    """

    pot: Pot
    winners: tuple[str, ...]
    best: MadeHand | None
    why: str

    @property
    def name(self) -> str:
        return self.pot.name


@dataclass(frozen=True, slots=True)
class Settlement:
    """All that is to be said about a deal; players in the order of their seats."""

    deal: Deal
    players: tuple[PlayerResult, ...]
    pots: tuple[PotResult, ...]

    @property
    def game(self) -> Game:
        return self.deal.game

    def player(self, label: str) -> PlayerResult:
        """The result of the player with this label."""
        return next(player for player in self.players if player.label == label)


def settle(deal: Deal) -> Settlement:
    """Say who wins each pot of the deal, with what, why, and the exact shares."""
    made = {
        pot.name: {hand.label: make_hand(deal, hand, pot) for hand in deal.hands}
        for pot in deal.game.pots
    }
    pots = tuple(_award(pot, made[pot.name]) for pot in deal.game.pots)
    return Settlement(
        deal=deal,
        players=tuple(
            PlayerResult(
                hand=hand,
                made={name: hands[hand.label] for name, hands in made.items()},
                share=share_of(hand.label, pots),
            )
            for hand in deal.hands
        ),
        pots=pots,
    )


def make_hand(deal: Deal, hand: Hand, pot: Pot) -> MadeHand | None:
    """The hand's best combination for the pot, the first one of equals; None if none qualifies."""
    best = max(deal.game.choice(hand.cards, deal.board), key=pot.ranking.rank)
    return made_of(best, hand, pot.ranking)


def made_of(cards: Cards, hand: Hand, ranking: Ranking) -> MadeHand | None:
    """What these cards, some of the hand's and some of the board's, make; None: no such hand."""
    rank = ranking.rank(cards)
    if rank == NOT_QUALIFIED:
        return None
    return MadeHand(
        ranking=ranking,
        rank=rank,
        cards=ranking.arrange(cards),
        hole=tuple(card for card in cards if card in hand.cards),
        board=tuple(card for card in cards if card not in hand.cards),
    )


def best_of(made: dict[str, MadeHand | None]) -> tuple[str, ...]:
    """The labels of the best hands among these, all of them if they tie; none if none qualifies."""
    best = max((hand.rank for hand in made.values() if hand), default=NOT_QUALIFIED)
    return tuple(label for label, hand in made.items() if hand and hand.rank == best)


def _award(pot: Pot, made: dict[str, MadeHand | None]) -> PotResult:
    winners = best_of(made)
    best = made[winners[0]] if winners else None
    return PotResult(pot=pot, winners=winners, best=best, why=_why(pot, made, winners, best))


def share_of(label: str, pots: tuple[PotResult, ...]) -> Fraction:
    """The player's part of the chips: pots that were won are equal parts, split among winners."""
    won = [pot.winners for pot in pots if pot.winners]
    return sum(
        (Fraction(1, len(won) * len(winners)) for winners in won if label in winners), Fraction(0)
    )


def _why(
    pot: Pot, made: dict[str, MadeHand | None], winners: tuple[str, ...], best: MadeHand | None
) -> str:
    """What decided the pot: the best hand against the best of those that lost."""
    if best is None:
        return f"No hand qualified for {pot.name}"
    beaten = [hand.rank for label, hand in made.items() if hand and label not in winners]
    tie = f"{listed(winners)} tie: " if len(winners) > 1 else ""
    if beaten:
        return tie + pot.ranking.decision(best.rank, max(beaten))
    if tie or len(made) == 1:
        return tie + best.words
    return f"{best.words}: no other hand qualified for {pot.name}"
