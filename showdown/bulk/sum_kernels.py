"""The loop over hands of which the best five of five to seven cards play: a sum tells them.

Importing this module imports a compiler. What the tables hold is said in `sums`, and why indices
are unsigned 64-bit integers in `kernels`.
"""

import numpy as np

from showdown.bulk import sums
from showdown.bulk.compiling import loop, loop_part

_word = np.uint64
_ONE, _TWO, _THREE, _FOUR = (_word(number) for number in range(1, 5))
_NO_CARDS = _word(sums.NO_CARDS)
_SUITS_AT = _word(sums.SUITS_AT)
_RANKS = _word((1 << sums.SUITS_AT) - 1)
_ROW_BITS = _word(sums.ROW_BITS)
_COLUMN = _word((1 << sums.ROW_BITS) - 1)
_NO_RANKS = _word(sums.NO_RANK << 4 | sums.NO_RANK)
_TWO_RANKS = _word(0xFF)


@loop
def evaluate(cards, width, board, players, own, shared, first, second, out):
    """The strength of each player in one contest, or in two where `second` is not None.

    `cards` are `width` for each deal: the hands in the order of seats, then boards, of which the
    one that is played begins at place `board`. `own` and `shared` are tuples as long as hole cards
    and board: the compiler knows their lengths and unrolls the loops over them. (Over a tuple
    itself there is no loop if it is empty.) `first` and `second` are SumTables of so many cards.
    """
    hole = len(own)
    hands = players * hole
    to = 0
    for start in range(0, cards.size, width):
        at_board = start + board
        of_board = _NO_CARDS
        for place in range(len(shared)):
            of_board += first.keys[_word(cards[_word(at_board + place)])]
        for at in range(start, start + hands, hole):
            key = of_board
            for place in range(len(own)):
                key += first.keys[_word(cards[_word(at + place)])]
            ranks = key & _RANKS
            place = (ranks & _COLUMN) + _word(first.rows[ranks >> _ROW_BITS])
            out[_word(to)] = first.best[place]
            if key & first.flush_bits:
                out[_word(to)] = _with_flush(cards, at, at_board, own, shared, key, first)
            to += 1
            if second is not None:
                out[_word(to)] = second.best[place]
                if key & second.flush_bits:
                    out[_word(to)] = _with_flush(cards, at, at_board, own, shared, key, second)
                to += 1


@loop_part
def _with_flush(cards, at, board, own, shared, key, tables):
    """The strength of a hand that has five or more cards of one suit."""
    suits = (key & tables.flush_bits) >> _SUITS_AT
    suit = _word(suits > _word(0x8)) + _word(suits > _word(0x80)) + _word(suits > _word(0x800))
    suited, rest = _word(0), _NO_RANKS
    for place in range(len(own)):
        suited, rest = _parted(_word(cards[_word(at + place)]), suit, suited, rest)
    for place in range(len(shared)):
        suited, rest = _parted(_word(cards[_word(board + place)]), suit, suited, rest)
    flushes = tables.flushes
    return flushes.best[_word(flushes.row[suited]) + _word(flushes.rest[rest & _TWO_RANKS])]


@loop_part
def _parted(card, suit, suited, rest):
    """Put a card's rank to those of the suit, as bits, or to the rest, four bits each."""
    rank = card >> _TWO
    if card & _THREE == suit:
        return suited | _ONE << rank, rest
    return suited, rest << _FOUR | rank
