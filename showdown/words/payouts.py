"""A payout in sentences: a dealer pushes the chips by reading them from top to bottom."""

from collections.abc import Iterator

from showdown.evaluator.chips import PaidPot, Part, Payout, PlayerPayout
from showdown.words.made_hands import listed

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


def chips_headline(payout: Payout) -> str:
    """`HandB takes 650, HandA 450, HandC 200`: of several pots, who gets how much, most first."""
    paid = (player for player in payout.players if player.total)
    most, *others = sorted(paid, key=lambda player: player.total, reverse=True)
    said = [f"{player.label} {player.total:,}" for player in others]
    return ", ".join([f"{most.label} takes {most.total:,}", *said])


def _lines(payout: Payout) -> Iterator[str]:
    if payout.button is None or any(part.odd_chips for pot in payout.pots for part in pot.parts):
        yield f"{_sentence(payout.turn_rule)}: {', '.join(payout.turn)}."
    if payout.returned:
        back = payout.returned
        yield f"{back.amount:,} back to {back.label}: nobody called it."
    for pot in payout.pots:
        yield _pot_line(pot)
        yield from map(_part_line, pot.parts)
    yield "; ".join(map(_total, payout.players)) + "."


def _total(player: PlayerPayout) -> str:
    """`HandB 65 (three-quartered)`; a fraction that nobody would say is left out."""
    if not player.total:
        return f"{player.label} nothing"
    said = player.share.denominator <= _MOST_SAID
    return f"{player.label} {player.total:,}" + (f" ({player.share_name})" if said else "")


def _pot_line(pot: PaidPot) -> str:
    """`Main pot, 91 (HandA and HandB): 46 for high, 45 for low; the odd chip … to high.`"""
    rule = f"; {pot.odd_chip.rule}" if pot.odd_chip else ""
    return f"{_sentence(pot.name)}, {pot.amount:,} ({listed(pot.eligible)}): {pot.division}{rule}."


def _part_line(part: Part) -> str:
    """`Low: 43 to HandB and HandC, who tie with 7532A: 21 each, and 1 more to HandB.`"""
    start = "All" if part.name == "whole" else f"{_sentence(part.name)}:"
    said = f"{start} {part.amount:,} to {listed(part.winners)}"
    made = " and ".join(made.title for made in part.made.values())
    having = f" with {made}" if made else ""
    if len(part.winners) == 1:
        return f"{said}{having}."
    said += f", who tie{having}: {part.each:,} each"
    if part.odd_chips:
        chips = listed([chip.to for chip in part.odd_chips])
        said += f", and {part.odd_chips[0].amount:,} more to {chips}"
    return f"{said}."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
