"""The texts of answers as arrays of bytes, for kernels."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.deals import default_label
from showdown.evaluator.games import Game
from showdown.notation.deal_line import made_hand_text, not_qualified_text, winners_phrase


class PaddedTexts(NamedTuple):
    """Texts as bytes: text n is the first `lengths[n]` bytes from index `n * width` on."""

    texts: NDArray[np.uint8]
    width: int
    lengths: NDArray[np.int64]


class Phrases(NamedTuple):
    """The texts of a game's answers.

    Row `row_of[contest, strength]` of `made_hands` is the name of a hand with this strength. Row n
    of `winners` names the winners, whose seats are the bits of n; row 0 is for a tie of all
    players.
    """

    row_of: NDArray[np.uint16]
    made_hands: PaddedTexts
    winners: PaddedTexts

    @property
    def max_made_hand_length(self) -> int:
        """Return the length of the longest text of `made_hands`, in bytes."""
        return int(self.made_hands.lengths.max())


@cache
def build_phrases(game: Game) -> Phrases:
    """Return the texts for every strength in every contest, and for every set of winners."""
    rows: list[str] = []
    max_ranks = max(len(contest.ranking.ranks) for contest in game.contests)
    row_of = np.zeros((len(game.contests), 1 + max_ranks), np.uint16)
    for index, contest in enumerate(game.contests):
        texts = [not_qualified_text(contest)]
        texts += (made_hand_text(contest, rank) for rank in contest.ranking.ranks)
        row = {text: len(rows) + number for number, text in enumerate(dict.fromkeys(texts))}
        rows += row
        row_of[index, : len(texts)] = [row[text] for text in texts]
    labels = [default_label(seat) for seat in range(game.players[-1])]
    winners_texts = [winners_phrase(labels, is_tie_of_all=True)]
    for bits in range(1, 1 << len(labels)):
        winners = [label for seat, label in enumerate(labels) if bits >> seat & 1]
        winners_texts.append(winners_phrase(winners, is_tie_of_all=False))
    return Phrases(row_of, _pad_texts(rows), _pad_texts(f"{text} " for text in winners_texts))


def _pad_texts(texts: Iterable[str]) -> PaddedTexts:
    rows = [text.encode() for text in texts]
    lengths = np.array([len(row) for row in rows])
    width = int(lengths.max())
    padded = b"".join(row.ljust(width) for row in rows)
    return PaddedTexts(np.frombuffer(padded, np.uint8), width, lengths)
