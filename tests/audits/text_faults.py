"""Insert faults into the hand histories of any room."""

import re
from itertools import pairwise

from showdown.notation.logs.log_reader import read_log

_NUMBER = r"(?:\d{1,3}(?:[, \u00a0]\d{3})+|\d+)(?:[.,]\d+)?"
_PAYMENT = re.compile(
    r"(\b(?:collected|[Cc]ollects|wins|won|Hand result)\b"
    rf"(?:[^\d\n]*?\bpot[ -]\d\b)?[^\d\n]*?)({_NUMBER})"
)
_RETURN = re.compile(rf"(^|\")(Uncalled bet (?:of )?[^\d\n]{{0,4}})({_NUMBER})")
_RAKE = re.compile(rf"(\b(?:Rake|rake)\b[^\d\n|]{{0,4}})({_NUMBER})")
_TOTAL = re.compile(rf"(\b(?:Total [Pp]ot|Pot|Main [Pp]ot)\b\W{{0,4}}?)({_NUMBER})")
_SEAT = re.compile(rf"((?:Seat |#)\d+:? \"*(?P<name>.+?)(?: @ [\w-]+)?\"* \(\D{{0,3}})({_NUMBER})")


def hand_line_ranges(log, hands):
    """Yield each hand with the indices of its first line and of the line after its last.

    Logs of PokerNow have the newest hand first, and each hand begins on its last line.
    """
    lines = log.splitlines()
    if hands[0].origin.format == "pokernow":
        starts = sorted(hand.origin.line for hand in hands)
        ends = dict(pairwise([1, *starts]))
        first_lines = {last: first for first, last in ends.items()}
        for hand in hands:
            yield hand, first_lines[hand.origin.line], hand.origin.line
        return
    starts = [hand.origin.line - 1 for hand in hands] + [len(lines)]
    for hand, (start, end) in zip(hands, pairwise(starts), strict=True):
        yield hand, start, end


def hands_with_lines(path):
    """Yield each hand of a log, its lines, and the header that must precede the lines."""
    log = path.read_text()
    header = ["entry,at,order"] if path.suffix == ".csv" else []
    for hand, start, end in hand_line_ranges(log, list(read_log([log.encode()]))):
        yield hand, log.splitlines()[start:end], header


def _change_last_digit(number):
    return number[:-1] + {"9": "8"}.get(number[-1], str(min(9, int(number[-1]) + 1)))


def _change_amount(pattern, lines, names=()):
    """Falsify the first amount that matches on each line with one of these names.

    Without names, change every matching line. Return None if no line changes.
    """

    def change_digit(match):
        *before, number = (group for group in match.groups() if group is not None)
        return "".join(before) + _change_last_digit(number)

    changed = [
        pattern.sub(change_digit, line, count=1)
        if not names or any(map(line.count, names))
        else line
        for line in lines
    ]
    return changed if changed != lines else None


def _payment_line_indices(hand, lines):
    names = list(hand.paid)
    return [
        index
        for index, line in enumerate(lines)
        if _PAYMENT.search(line) and any(map(line.count, names))
    ]


def _pay_other_player(hand, lines, others):
    if not others:
        return None
    other = others[0]
    winner = max(hand.paid, key=hand.paid.__getitem__)
    changed = list(lines)
    seats = {name: _seat_of(name, lines) for name in (winner, other)}
    for index in _payment_line_indices(hand, lines):
        line = lines[index].replace(winner, other)
        changed[index] = line.replace(f"Seat {seats[winner]}:", f"Seat {seats[other]}:")
    return changed if changed != lines else None


def _seat_of(name, lines):
    seats = (re.match(rf"Seat (\d+): {re.escape(name)}\b", line) for line in lines)
    return next((seat[1] for seat in seats if seat), "99")


def plant_smaller_stack(hand, lines):
    name = max(hand.contributions, key=hand.contributions.__getitem__)
    if name not in hand.stacks or hand.contributions[name] <= 100 // (100 ** (not hand.decimals)):
        return None

    def shrink_stack(match):
        return f"{match[1]}1" if match["name"].strip('"') in (name, f"{name} ") else match[0]

    changed = [_SEAT.sub(shrink_stack, line) for line in lines]
    return changed if changed != lines else None


def plant_fraction_of_cent(hand, lines):
    def add_fraction(match):
        whole, point, cents = match[2].rpartition(".")
        number = f"{whole}.{cents:0<2}5" if point and len(cents) < 3 else f"{match[2]}.005"
        return match[1] + number

    changed = list(lines)
    for index in _payment_line_indices(hand, lines):
        changed[index] = _PAYMENT.sub(add_fraction, lines[index], count=1)
    return changed if changed != lines else None


def _card_texts(card):
    plain = str(card)
    ten = plain.replace("T", "10")
    suits = str.maketrans("shdc", "♠♥♦♣")
    return list(dict.fromkeys([plain, ten, plain.translate(suits), ten.translate(suits)]))


def plant_duplicate_card(hand, lines):
    hands = {**hand.known, **hand.hands}
    if not hands:
        return None
    name = next(iter(hands))
    others = [card for board in hand.boards for card in board]
    others += [card for other, cards in hands.items() if other != name for card in cards]
    if not others:
        return None
    new, old = others[0], hands[name][0]
    changed = list(lines)
    for index, line in enumerate(lines):
        mentions_player = name in line or name == "the log's owner"
        if not mentions_player or line.startswith(("***", "Board")):
            continue
        for before, after in zip(_card_texts(old), _card_texts(new), strict=False):
            changed[index] = re.sub(rf"(?<![\w]){before}(?!\w)", after, changed[index])
    return changed if changed != lines else None


def _losers(hand):
    return [name for name in hand.hands if name not in hand.paid and name not in hand.folded]


FAULTS = {
    "wrong amount": lambda hand, lines: _change_amount(_PAYMENT, lines, list(hand.paid)),
    "paid to a folded player": lambda hand, lines: _pay_other_player(hand, lines, hand.folded),
    "paid to a stranger": lambda hand, lines: _pay_other_player(hand, lines, ["Zebedee"]),
    "paid to a loser": lambda hand, lines: _pay_other_player(hand, lines, _losers(hand)),
    "wrong returned bet": lambda hand, lines: (
        _change_amount(_RETURN, lines) if hand.returned else None
    ),
    "wrong rake": lambda hand, lines: _change_amount(_RAKE, lines),
    "wrong pot": lambda hand, lines: _change_amount(_TOTAL, lines),
    "a smaller stack": plant_smaller_stack,
    "fraction of a cent": plant_fraction_of_cent,
    "a duplicate card": plant_duplicate_card,
}
"""Functions that return the lines of a hand with a fault, or None if it can't be inserted."""
