"""Addresses of stored deals among pasted texts: what was stored is looked up."""

from showdown.evaluator.games import Game
from showdown.models.showdown import Showdown
from showdown.notation.pasted.reader import read_pasted
from showdown.notation.pasted.result import Pasted, mark_of_all, pasted_submission

_NOT_THERE = "there is no deal at this address, or not any more"


def read_pasted_or_stored(
    text: str, game: Game, number: int = 0, *, without_unknown_words: bool = False
) -> Pasted:
    """As `read_pasted`, with the deal of an address that names a stored one.

    Whoever knows the address may read it. Raises what the database raises when it is away.
    """
    pasted = read_pasted(text, game, number, without_unknown_words=without_unknown_words)
    if pasted.stored is None:
        return pasted
    showdown = Showdown.objects.filter(pk=pasted.stored).first()
    if showdown is None:
        return Pasted(game=game, marks=(mark_of_all(text, _NOT_THERE),))
    return pasted_submission(showdown.submission)
