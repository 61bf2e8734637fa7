"""Bytes written to `out`: each function returns where the next ones go."""

from numpy import uint64

from showdown.bulk.compiling import loop_part


@loop_part
def copy(source, start, end, out, to):
    first, place = uint64(start), uint64(to)
    for i in range(uint64(end - start)):
        out[place + i] = source[first + i]
    return to + end - start


@loop_part
def put(byte, out, to):
    out[uint64(to)] = byte
    return to + 1


@loop_part
def put_all(word, out, to):
    place = uint64(to)
    for i in range(len(word)):
        out[place + uint64(i)] = word[i]
    return to + len(word)


@loop_part
def put_row(rows, row, out, to):
    """A row of `Rows`."""
    start = row * rows.width
    return copy(rows.texts, start, start + rows.lengths[row], out, to)
