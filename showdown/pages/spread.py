"""A settlement spread out as the page shows it: each card with what it plays for."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from showdown.evaluator.cards import DECK, Card, Cards
from showdown.evaluator.chips import Payout, PlayerPayout
from showdown.evaluator.deals import Hand
from showdown.evaluator.explanation import combinations_ranked, headline, notes, share_words
from showdown.evaluator.games import Game, Pot
from showdown.evaluator.settlement import MadeHand, PlayerResult, PotResult, Settlement
from showdown.words.made_hands import listed
from showdown.words.payouts import chips_headline, dealer_lines


@dataclass(frozen=True, slots=True)
class Mark:
    """That a card plays for a pot: a letter or sign on the card, and what it means."""

    pot: str
    sign: str
    meaning: str


@dataclass(frozen=True, slots=True)
class SpreadCard:
    """A card as it lies there; `is_own`: among five that play, one from the player's hand."""

    card: Card
    marks: tuple[Mark, ...] = ()
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class SpreadHand:
    """What a player makes for a pot; `made` is None where the hand does not qualify."""

    pot: str
    made: MadeHand | None
    cards: tuple[SpreadCard, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class SpreadPlayer:
    """A player's hole cards, made hands, part of the chips, and the tempting wrong answers."""

    label: str
    hole: tuple[SpreadCard, ...]
    hands: tuple[SpreadHand, ...]
    share: Fraction
    share_words: str
    notes: tuple[str, ...]
    paid: PlayerPayout | None


@dataclass(frozen=True, slots=True)
class Spread:
    """All of it, from the headline to the losers' notes; `marked` says whose cards are marked."""

    game: Game
    combinations: int
    headline: str
    board: tuple[SpreadCard, ...]
    marked: str
    pots: tuple[PotResult, ...]
    players: tuple[SpreadPlayer, ...]
    payout: Payout | None
    dealer_lines: tuple[str, ...]


def spread_out(settlement: Settlement, payout: Payout | None = None) -> Spread:
    marks = _marks(settlement.game)
    leaders = [pot for pot in settlement.pots if pot.best]
    return Spread(
        game=settlement.game,
        combinations=count_combinations(settlement.game),
        headline=_headline(settlement, payout),
        board=tuple(
            SpreadCard(card, tuple(_marks_of(card, marks, _made_by(leaders))))
            for card in settlement.deal.board
        ),
        marked=listed([_whose(pot) for pot in leaders]),
        pots=settlement.pots,
        players=tuple(_player(settlement, player, marks, payout) for player in settlement.players),
        payout=payout,
        dealer_lines=dealer_lines(payout) if payout else (),
    )


def _headline(settlement: Settlement, payout: Payout | None) -> str:
    """By the cards, but where side pots go to others than the cards alone would tell, by chips."""
    if payout and len(payout.pots) > 1:
        return chips_headline(payout)
    return headline(settlement)


def combinations_of(game: Game, hand: Hand, board: Cards, pot: Pot) -> list[SpreadHand]:
    """Every combination of the hand that qualifies for the pot, best first."""
    ranked = combinations_ranked(game, hand, board, pot)
    return [
        SpreadHand(pot.name, made, _five(made), wins=made.rank == ranked[0].rank) for made in ranked
    ]


def count_combinations(game: Game) -> int:
    """How many combinations each hand has, whether they qualify or not."""
    return sum(1 for _ in game.choice(DECK[: game.hole], DECK[game.hole : game.hole + game.board]))


def _marks(game: Game) -> dict[str, Mark]:
    """The mark of each pot: its letter, where there is more than one."""
    several = len(game.pots) > 1
    return {
        pot.name: Mark(
            pot.name,
            pot.name[0].upper() if several else "✓",
            f"plays for {pot.name}" if several else "plays",
        )
        for pot in game.pots
    }


def _made_by(pots: list[PotResult]) -> dict[str, MadeHand]:
    return {pot.name: pot.best for pot in pots if pot.best}


def _marks_of(card: Card, marks: dict[str, Mark], made: dict[str, MadeHand]) -> Iterator[Mark]:
    return (marks[pot] for pot, hand in made.items() if card in hand.cards)


def _whose(pot: PotResult) -> str:
    """`HandA’s high`: whose cards are marked on the board, the first of those that tie."""
    return f"{pot.winners[0]}’s {pot.name}"


def _player(
    settlement: Settlement, player: PlayerResult, marks: dict[str, Mark], payout: Payout | None
) -> SpreadPlayer:
    made = {pot: hand for pot, hand in player.made.items() if hand}
    paid = payout.player(player.label) if payout else None
    share = paid.share if paid else player.share
    return SpreadPlayer(
        label=player.label,
        hole=tuple(
            SpreadCard(card, tuple(_marks_of(card, marks, made))) for card in player.hand.cards
        ),
        hands=tuple(
            SpreadHand(
                pot=pot.name,
                made=made.get(pot.name),
                cards=_five(made.get(pot.name)),
                wins=player.label in pot.winners,
            )
            for pot in settlement.pots
        ),
        share=share,
        share_words=share_words(share),
        notes=notes(settlement, player.label),
        paid=paid,
    )


def _five(made: MadeHand | None) -> tuple[SpreadCard, ...]:
    """The cards that play; those from the hand are marked where there is a board beside them."""
    if made is None:
        return ()
    own: Cards = made.hole if made.board else ()
    return tuple(SpreadCard(card, is_own=card in own) for card in made.cards)
