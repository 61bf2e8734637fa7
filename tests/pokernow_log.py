"""Write hands as the log of a private game on PokerNow: newest entry first."""

from collections.abc import Iterator
from datetime import timedelta

from showdown.evaluator.cards import Card, Cards
from showdown.notation.logs.logged_hand import LoggedHand

POKERNOW_TITLES = {
    "holdem": "No Limit Texas Hold'em",
    "omaha": "Pot Limit Omaha Hi",
    "omaha-hilo": "Pot Limit Omaha Hi/Lo 8 or Better",
}
_SUITS = str.maketrans("shdc", "♠♥♦♣")
_STREETS = (("Flop", 0, 3), ("Turn", 3, 4), ("River", 4, 5))


def write_pokernow(hand: LoggedHand) -> str:
    """Return the text of a log, with its header, that contains this hand."""
    start = hand.origin.played
    assert start
    rows = []
    for place, entry in enumerate(_entries(hand)):
        at = start + timedelta(milliseconds=place // 3)
        quoted = '"' + entry.replace('"', '""') + '"' if {",", '"'} & set(entry) else entry
        order = f"{int(at.timestamp() * 1000)}{place % 3:02}"
        rows.append(f"{quoted},{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z,{order}")
    return "\n".join(["entry,at,order", *reversed(rows)]) + "\n"


def _entries(hand: LoggedHand) -> Iterator[str]:
    def chips(amount: int) -> str:
        return f"{amount / 100:.2f}" if hand.decimals else str(amount)

    def player(name: str) -> str:
        return f'"{name} @ {abs(hash(name)) % 10**10:010}"'

    title = POKERNOW_TITLES[hand.game.slug]
    button = player(hand.seats[-1])
    yield f"-- starting hand #7 (id: {hand.origin.hand})  ({title}) (dealer: {button}) --"
    stacks = (
        f"#{number} {player(name)} ({chips(hand.stacks.get(name, 0))})"
        for number, name in enumerate(hand.seats, 1)
    )
    yield f"Player stacks: {' | '.join(stacks)}"
    if hand.dead:
        yield f"{player(hand.seats[0])} posts a missing small blind of {chips(hand.dead)}"
    top = 0
    for name, amount in hand.contributions.items():
        if amount > top:
            yield f"{player(name)} raises to {chips(amount)}"
            top = amount
        else:
            yield f"{player(name)} calls {chips(amount)} and go all in"
    for name in hand.folded:
        yield f"{player(name)} folds"
    for name, amount in hand.returned.items():
        yield f"Uncalled bet of {chips(amount)} returned to {player(name)}"
    for name, cards in hand.hands.items():
        yield f"{player(name)} shows a {_cards(cards)}."
    for run, board in zip(("", " (second run)", " (third run)"), hand.boards, strict=False):
        for street, before, end in _STREETS:
            if end <= len(board):
                yield f"{street}{run}: {_cards(board[:before])} [{_cards(board[before:end])}]"
    for name, amount in hand.paid.items():
        yield f"{player(name)} collected {chips(amount)} from pot with a hand"
    yield "-- ending hand #7 --"


def _cards(cards: Cards) -> str:
    return ", ".join(map(_card, cards))


def _card(card: Card) -> str:
    return str(card).replace("T", "10").translate(_SUITS)
