"""Which other game a pasted text fits, where it doesn't fit the one at the table."""

from collections.abc import Iterable

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES, Game
from showdown.notation.pasted.dealing import DealtOut
from showdown.notation.pasted.result import Offer
from showdown.words.ranks import counted, number_text


def best_of(tried: Iterable[DealtOut]) -> DealtOut | None:
    """The first that the text fits whole; or else the first in which it makes several hands."""
    fitting = [dealt for dealt in tried if dealt.fits and len(dealt.hands) > 1]
    return next((dealt for dealt in fitting if dealt.is_whole), fitting[0] if fitting else None)


def offer_of(dealt: DealtOut | Deal) -> Offer:
    return Offer(dealt.game, f"this looks like {dealt.game.name}: {what_was_dealt(dealt)}")


def what_was_dealt(dealt: DealtOut | Deal) -> str:
    """`two hands of two cards and a board of five`."""
    hands = f"{counted(len(dealt.hands), 'hands')} of {number_text(dealt.game.hole)} cards"
    lying = [len(board) for board in dealt.boards if board]
    if len(lying) == 1:
        return f"{hands} and a board of {number_text(lying[0])}"
    return f"{hands} and {number_text(len(lying))} boards" if lying else hands


def others(game: Game) -> list[Game]:
    """The other games: first those with the same contests, then the plainest."""

    def distance(other: Game) -> tuple[bool, int, bool, int]:
        is_short = len(other.deck) < len(game.deck)
        return not is_kin(other, game), len(other.contests), is_short, other.number

    return sorted((other for other in GAMES.values() if other is not game), key=distance)


def is_kin(one: Game, other: Game) -> bool:
    """Whether the same contests are decided by the same choices of cards."""
    kinds = [
        [(contest.name, contest.choice.name) for contest in game.contests] for game in (one, other)
    ]
    return kinds[0] == kinds[1]
