"""Explains one settlement: what a dealer reads aloud, and why a tempting answer is wrong."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from showdown.evaluator.cards import ACE, RANKS, Card, Cards
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import Choice, Game, Pot, any_five, any_subset, two_and_three
from showdown.evaluator.rankings import EIGHT_OR_BETTER, NOT_QUALIFIED
from showdown.evaluator.settlement import MadeHand, PlayerResult, PotResult, Settlement, made_of
from showdown.words.made_hands import (
    FLUSH,
    STRAIGHT_FLUSH,
    SUIT_NAMES,
    listed,
    rank_letter,
)

_EIGHT = RANKS.index("8")
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
_SHARES = {
    Fraction(1): "the whole pot",
    Fraction(3, 4): "three quarters",
    Fraction(2, 3): "two thirds",
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(1, 4): "a quarter",
    Fraction(1, 6): "a sixth",
    Fraction(1, 8): "an eighth",
}


def share_words(share: Fraction) -> str:
    """`three quarters`; a fraction without a name of its own as `5/12`."""
    return _SHARES.get(share, "nothing" if not share else str(share))


def headline(settlement: Settlement) -> str:
    """The settlement in one sentence to read aloud.

    `HandB scoops: Straight Flush, no low`;
    `HandA wins high with Two Pair, HandB wins low with 7652A: half each`.
    """
    if len(settlement.pots) == 1:
        return _one_pot_headline(settlement)
    scooper = next((player for player in settlement.players if player.share == 1), None)
    if scooper:
        titles = [pot.best.title if pot.best else f"no {pot.name}" for pot in settlement.pots]
        return f"{scooper.label} scoops: {', '.join(titles)}"
    said = ", ".join(_pot_words(pot) for pot in settlement.pots)
    return f"{said}: {_shares(settlement.players)}"


def _one_pot_headline(settlement: Settlement) -> str:
    pot = settlement.pots[0]
    title = pot.best.title if pot.best else ""
    if len(pot.winners) == 1:
        return f"{pot.winners[0]} wins with {title}"
    return f"{listed(pot.winners)} split with {title}: {_shares(settlement.players)}"


def _pot_words(pot: PotResult) -> str:
    if pot.best is None:
        return f"no {pot.name}"
    does = "wins" if len(pot.winners) == 1 else "split"
    return f"{listed(pot.winners)} {does} {pot.name} with {pot.best.title}"


def _shares(players: Iterable[PlayerResult]) -> str:
    """`half each`, or each share with who takes it, the largest first."""
    paid = [player for player in players if player.share]
    if len({player.share for player in paid}) == 1:
        return f"{share_words(paid[0].share)} each"
    paid.sort(key=lambda player: player.share, reverse=True)
    return ", ".join(f"{player.label} {share_words(player.share)}" for player in paid)


def combinations_ranked(game: Game, hand: Hand, board: Cards, pot: Pot) -> list[MadeHand]:
    """Every combination of the hand that qualifies for the pot, best first."""
    made = (made_of(cards, hand, pot.ranking) for cards in game.choice(hand.cards, board))
    return sorted((each for each in made if each), key=lambda each: each.rank, reverse=True)


def notes(settlement: Settlement, label: str) -> tuple[str, ...]:
    """Why the answer that tempts for this player is wrong, where there is one."""
    player = settlement.player(label)
    explain = _NOTES_OF[settlement.game.choice]
    return tuple(
        note
        for pot in settlement.pots
        for note in explain(settlement.deal, player.hand, pot.pot, player.made[pot.name])
    )


type _Notes = Callable[[Deal, Hand, Pot, MadeHand | None], Iterator[str]]


def _two_and_three_notes(deal: Deal, hand: Hand, pot: Pot, made: MadeHand | None) -> Iterator[str]:
    """What the hand would make if any five cards could play, as in hold'em."""
    tempting = max(any_five(hand.cards, deal.board), key=pot.ranking.rank)
    rank = pot.ranking.rank(tempting)
    better = rank > made.rank if made else rank != NOT_QUALIFIED
    if pot.ranking is EIGHT_OR_BETTER:
        yield from _low_notes(hand, deal.board, made, tempting if better else None)
    elif not better or made is None:
        return
    elif rank[0] in (FLUSH, STRAIGHT_FLUSH) and made.rank[0] < FLUSH:
        yield _flush_note(hand, deal.board, tempting[0].suit)
    elif rank[0] > made.rank[0]:
        title = pot.ranking.title(rank)
        yield f"the {title} {_too_many(hand, tempting)}: exactly two and three must play"


def _flush_note(hand: Hand, board: Cards, suit: int) -> str:
    """`four hearts on the board, one in hand: a flush needs two`."""
    shared = sum(card.suit == suit for card in board)
    own = sum(card.suit == suit for card in hand.cards)
    name = SUIT_NAMES[suit]
    if shared >= 3:
        return f"{_count(shared, name)} on the board, {_NUMBERS[own]} in hand: a flush needs two"
    return (
        f"{_count(own, name)} in hand, {_NUMBERS[shared]} on the board: a flush needs three there"
    )


def _count(count: int, plural: str) -> str:
    """`four hearts`, `one heart`, `no hearts`."""
    return (
        f"{_NUMBERS[count] if count else 'no'} {plural.removesuffix('s') if count == 1 else plural}"
    )


def _too_many(hand: Hand, tempting: Cards) -> str:
    own = sum(card in hand.cards for card in tempting)
    return f"would play {_NUMBERS[own]} of the hand and {_NUMBERS[5 - own]} of the board"


def _low_notes(
    hand: Hand, board: Cards, made: MadeHand | None, tempting: Cards | None
) -> Iterator[str]:
    """`your 2 and 4 are on the board: no low`; `tempting` is a better low of any five cards."""
    own, shared = _low_ranks(hand.cards), _low_ranks(board)
    if not made and len(shared) >= 3 and len(own) >= 2:
        ranks = [rank_letter(rank) for rank in own if rank in shared]
        yield f"your {listed(ranks)} {'are' if len(ranks) > 1 else 'is'} on the board: no low"
    elif not tempting:
        return
    elif len(shared) < 3:
        yield f"{_count(len(shared), 'low ranks')} on the board: a low needs three there"
    elif len(own) < 2:
        yield f"{_count(len(own), 'low ranks')} in hand: a low needs two"
    else:
        title = EIGHT_OR_BETTER.title(EIGHT_OR_BETTER.rank(tempting))
        outcome = f"no better low than {made.title}" if made else "no low"
        yield f"{title} {_too_many(hand, tempting)}: {outcome}"


def _low_ranks(cards: Cards) -> list[int]:
    """The different ranks eight or lower, ace low, among the cards, as they come."""
    return list(
        dict.fromkeys(card.rank for card in cards if card.rank <= _EIGHT or card.rank == ACE)
    )


def _no_notes(deal: Deal, hand: Hand, pot: Pot, made: MadeHand | None) -> Iterator[str]:
    """Where any five cards may play, nothing better tempts."""
    return iter(())


def _conflict_notes(deal: Deal, hand: Hand, pot: Pot, made: MadeHand | None) -> Iterator[str]:
    """Why each card that does not play does not: `4c and 2c share a suit`."""
    playing = made.cards if made else ()
    for card in hand.cards:
        if card in playing:
            continue
        for rival in playing:
            if shared := _shared(card, rival):
                yield f"{card} and {rival} share a {shared}"


def _shared(card: Card, other: Card) -> str:
    if card.suit == other.suit:
        return "suit"
    return "rank" if card.rank == other.rank else ""


_NOTES_OF: dict[Choice, _Notes] = {
    two_and_three: _two_and_three_notes,
    any_five: _no_notes,
    any_subset: _conflict_notes,
}
