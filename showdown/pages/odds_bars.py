"""Odds as bars for each player, and the outs of players who are behind."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from showdown.bulk.odds import Odds
from showdown.evaluator.cards import Card, Cards
from showdown.words.odds import outs_text, short_percent
from showdown.words.ranks import sentence
from showdown.words.vocabulary import contest_words


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a player wins a contest alone and how often in a tie, in percent of all deals."""

    name: str
    alone: float
    tied: float
    text: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards with the same effect, the highest first, and that effect."""

    text: str
    cards: Cards


def bars_of(odds: Odds, player: int) -> tuple[Bar, ...]:
    """Return bars for win and tie; in split-pot games for scoop and each contest."""
    contests = odds.spot.game.contests
    total = odds.tally.total
    won = [odds.tally.wins(player, place)[:2] for place in range(len(contests))]
    if len(contests) == 1:
        return (_bar("", *won[0], total),)
    scoops = _bar("Scoop", odds.tally.classes(player)["scoop"], 0, total)
    names = [sentence(contest_words(odds.spot.game, contest).name) for contest in contests]
    return (scoops, *(_bar(name, *of, total) for name, of in zip(names, won, strict=True)))


def outs_of(odds: Odds) -> Iterator[CardGroup]:
    """Return the outs of each player who isn't ahead now; players without outs are omitted."""
    now = [odds.tally.share(player) for player in range(odds.tally.players)]
    is_last = sum(odds.spot.coming) == 1
    for player, label in enumerate(odds.spot.labels):
        if _is_ahead(now, player):
            continue
        ahead = [after.card for after in odds.next_cards if _is_ahead(after.shares, player)]
        level = [after.card for after in odds.next_cards if _is_level(after.shares, player)]
        for cards, does_win in ((ahead, True), (level, False)):
            if cards:
                text = outs_text(label, len(cards), wins=does_win, is_last=is_last)
                yield group_of(text, cards)


def _bar(name: str, alone: int, tied: int, total: int) -> Bar:
    parts = [f"{short_percent(Fraction(alone, total))}"]
    if tied:
        parts.append(f"tie {short_percent(Fraction(tied, total))}")
    return Bar(name, 100 * alone / total, 100 * tied / total, ", ".join(parts))


def _is_ahead(shares: list[Fraction] | tuple[Fraction, ...], player: int) -> bool:
    return all(shares[player] > share for seat, share in enumerate(shares) if seat != player)


def _is_level(shares: list[Fraction] | tuple[Fraction, ...], player: int) -> bool:
    return shares[player] == max(shares) and not _is_ahead(shares, player)


def group_of(text: str, cards: Iterable[Card]) -> CardGroup:
    return CardGroup(
        text, tuple(sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True))
    )
