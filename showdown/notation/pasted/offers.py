"""Which other game a pasted text fits, where it doesn't fit the one at the table."""

from collections.abc import Iterable

from showdown.evaluator.games import GAMES, Game
from showdown.notation.pasted.dealing import DealtOut
from showdown.notation.pasted.result import Offer
from showdown.words.ranks import counted, number_text


def best_of(tried: Iterable[DealtOut]) -> DealtOut | None:
    """The first that the text fits whole; or else the first in which it makes several hands."""
    fitting = [dealt for dealt in tried if dealt.fits and len(dealt.hands) > 1]
    return next((dealt for dealt in fitting if dealt.is_whole), fitting[0] if fitting else None)


def offer_of(dealt: DealtOut) -> Offer:
    return offered(dealt.game, len(dealt.hands), list(map(len, dealt.boards)))


def offered(game: Game, hands: int, boards: list[int]) -> Offer:
    return Offer(game, f"this looks like {game.name}: {_counts(game.hole, hands, boards)}")


def what_was_dealt(dealt: DealtOut) -> str:
    """`two hands of two cards and a board of five`."""
    return _counts(dealt.game.hole, len(dealt.hands), list(map(len, dealt.boards)))


def _counts(hole: int, hands: int, boards: list[int]) -> str:
    dealt = f"{counted(hands, 'hands')} of {number_text(hole)} cards"
    lying = [count for count in boards if count]
    if len(lying) == 1:
        dealt += f" and a board of {number_text(lying[0])}"
    elif lying:
        dealt += f" and {number_text(len(lying))} boards"
    return dealt


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
