"""The omahacomp contract: a file of deals, a line each, becomes a file of records.

A record is the line as it came, a newline, what was decided, a newline; a blank line stands between
records. Blocks of whole lines are settled on their own, and their outputs are joined in order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from showdown.evaluator.chips import pay
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game, two_and_three
from showdown.evaluator.settlement import settle
from showdown.formats.omahacomp_line import read_line, verdict

GAMES_OF_FORMAT = {slug: game for slug, game in GAMES.items() if game.choice is two_and_three}
LARGE_BLOCK = 4_000
"""From this many lines on, compiling code is worth its start."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a file, and the number of the first of them, from 1."""

    text: bytes
    first_line: int


@dataclass(slots=True)
class SettledBlock:
    """The records of a block, each followed by a blank line, and the lines in error."""

    output: bytes
    deals: int
    errors: list[tuple[int, str]] = field(default_factory=list)


def blocks(source: BinaryIO, *, size: int = 4 << 20) -> Iterator[Block]:
    """The file in blocks of about `size` bytes, without a byte-order mark."""
    line = 1
    rest = source.read(size).removeprefix(_BYTE_ORDER_MARK)
    while rest:
        more = source.read(size)
        end = rest.rfind(b"\n") + 1 if more else len(rest)
        if end:
            text, rest = rest[:end], rest[end:] + more
            yield Block(text, line)
            line += text.count(b"\n")
        else:
            rest += more


def settle_lines(lines: Iterable[bytes], *, first_line: int, game: Game) -> SettledBlock:
    """Settle each line that is not blank, by the readable rules."""
    settled = SettledBlock(output=b"", deals=0)
    records = []
    for number, ended in enumerate(lines, start=first_line):
        line = ended.rstrip(b"\r\n")
        if not line.strip():
            continue
        said = _said(line, number, game, settled)
        records.append(b"%b\n%b\n\n" % (line, said.encode()))
    settled.output = b"".join(records)
    return settled


def _said(line: bytes, number: int, game: Game, settled: SettledBlock) -> str:
    """What stands below the line in its record; counts it as a deal or an error."""
    text = line.decode(errors="replace")
    try:
        submitted = read_line(text, game)
        settlement = settle(submitted.deal)
        payout = pay(settlement, submitted.stakes) if submitted.stakes else None
    except InvalidDeal as error:
        column = f", column {error.position + 1}" if error.position is not None else ""
        settled.errors.append((number, f"line {number}{column}: {error}"))
        return f"=> Error: {error}"
    settled.deals += 1
    return verdict(settlement, payout)


def settle_block(block: Block, *, game: Game) -> SettledBlock:
    """The records of a block."""
    lines = block.text.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return settle_lines(lines, first_line=block.first_line, game=game)
