"""A payout in sentences: a dealer pushes the chips by reading them from top to bottom."""

from collections.abc import Iterator

from showdown.evaluator.chips import Part, Payout, PlayerPayout
from showdown.evaluator.wording import listed

_MOST_SAID = 12
"""Shares are said aloud down to twelfths."""


def dealer_lines(payout: Payout) -> tuple[str, ...]:
    """What to do with the chips, in order: bets back, pot by pot, the last side pot first."""
    return tuple(_lines(payout))


def totals_line(payout: Payout) -> str:
    """`HandA 2383; HandB 2382`, with what nobody called: `HandA 200; HandB 0; 100 back to HandA`.

    The line of a text record: plain integers, every hand or contributor in the order of seats.
    """
    said = [f"{player.label} {player.total}" for player in payout.players]
    if payout.returned:
        said.append(f"{payout.returned.amount} back to {payout.returned.label}")
    return "; ".join(said)


def _lines(payout: Payout) -> Iterator[str]:
    if payout.button is None or any(part.odd_chips for pot in payout.pots for part in pot.parts):
        yield f"{_sentence(payout.turn_rule)}: {', '.join(payout.turn)}."
    if payout.returned:
        back = payout.returned
        yield f"{back.amount:,} back to {back.label}: nobody called it."
    for pot in payout.pots:
        among = "" if len(pot.eligible) == 1 else f", {listed(pot.eligible)}"
        yield f"{_sentence(pot.name)}, {pot.amount:,}{among}: {pot.division}."
        if pot.odd_chip:
            yield f"{_sentence(pot.odd_chip.rule)}: {pot.odd_chip.amount:,}."
        for part in pot.parts:
            yield _part_line(part)
    yield "; ".join(map(_total, payout.players)) + "."


def _total(player: PlayerPayout) -> str:
    """`HandB 65 (three-quartered)`; a fraction that nobody would say is left out."""
    if not player.total:
        return f"{player.label} nothing"
    said = player.share.denominator <= _MOST_SAID
    return f"{player.label} {player.total:,}" + (f" ({player.share_name})" if said else "")


def _part_line(part: Part) -> str:
    """`Low, 43: HandB and HandC tie with 7532A, 21 each; the odd chip, 1, to HandB.`"""
    title = f"{_sentence(part.name)}, {part.amount:,}"
    made = " and ".join(made.title for made in part.made.values())
    having = f" with {made}" if made else ""
    if len(part.winners) == 1:
        return f"{title}: to {part.winners[0]}{having}."
    said = f"{title}: {listed(part.winners)} tie{having}, {part.each:,} each"
    if part.odd_chips:
        chips = listed([chip.to for chip in part.odd_chips])
        said += f", and {part.odd_chips[0].amount:,} more to {chips}"
    return f"{said}."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
