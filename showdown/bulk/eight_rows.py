"""Which cards there are in eight rows at once, as bits: one instruction for eight cards.

Importing this module imports a compiler. It won't find these instructions in a loop over cards, so
they are written here as it writes them itself.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

ROWS = 8
CARDS = 8

_BYTES = ir.VectorType(ir.IntType(8), CARDS)
_WORDS = ir.VectorType(ir.IntType(64), CARDS)
_PLACES = ir.VectorType(ir.IntType(32), CARDS)
_ONES = ir.Constant(_WORDS, [1] * CARDS)
_EVEN, _ODD = (ir.Constant(_PLACES, list(range(at, 2 * CARDS, 2))) for at in (0, 1))
_WORD = types.uint64


@intrinsic
def add_cards(_typing, cards, start, width, first, second, seen, at):
    """Set the bits of cards in `seen`, from place `at` on, a word for each of eight rows.

    The first row begins at `start`, and the next one `width` later. Of each row sixteen cards are
    taken, eight from its place `first` and eight from `second`; all must be below 64.
    """
    return types.void(cards, _WORD, _WORD, _WORD, _WORD, seen, _WORD), _write


def _write(context, builder, signature, values):
    cards, start, width, first, second, seen, at = values
    kinds = signature.args
    row, rows = start, []
    for _ in range(ROWS):
        halves = (
            _address(context, builder, kinds[0], cards, builder.add(row, place), _BYTES)
            for place in (first, second)
        )
        rows.append(builder.or_(*(_bits(builder, address) for address in halves)))
        row = builder.add(row, width)
    while len(rows) > 1:
        rows = [_halved(builder, *pair) for pair in zip(rows[::2], rows[1::2], strict=True)]
    words = _address(context, builder, kinds[5], seen, at, _WORDS)
    builder.store(builder.or_(builder.load(words, align=8), *rows), words, align=8)
    return context.get_dummy_value()


def _address(context, builder, kind, array, place, vector):
    first = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(first, [place]), vector.as_pointer())


def _bits(builder, address):
    """A word for each of the eight cards there."""
    numbers = builder.zext(builder.load(address, align=1), _WORDS)
    return builder.shl(_ONES, numbers)


def _halved(builder, one, other):
    """Two vectors as one: every two neighbours are one word, those of the first vector first."""
    even, odd = (builder.shuffle_vector(one, other, mask) for mask in (_EVEN, _ODD))
    return builder.or_(even, odd)
