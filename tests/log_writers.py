"""Write logs in the formats that the site reads.

The writers don't use the readers, so tests can compare read hands with written ones. A writer
expresses bets in the simplest way that its format allows, not like a real betting round.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Cards, format_cards
from showdown.notation.logs.logged_hand import LoggedHand

type Writer = Callable[[LoggedHand], str]

OPEN_HAND_HISTORY_TYPES = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "five-card-omaha": "Omaha",
    "six-card-omaha": "Omaha",
    "omaha-hilo": "OmahaHiLo",
    "five-card-omaha-hilo": "OmahaHiLo",
    "six-card-omaha-hilo": "OmahaHiLo",
    "seven-card-stud": "Stud",
    "stud-hilo": "StudHiLo",
    "razz": "Razz",
    "badugi": "Badugi",
}
POKERSTARS_TITLES = {
    "holdem": "Hold'em No Limit",
    "omaha": "Omaha Pot Limit",
    "omaha-hilo": "Omaha Hi/Lo Pot Limit",
    "five-card-omaha": "5 Card Omaha Pot Limit",
    "five-card-omaha-hilo": "Courchevel Hi/Lo Pot Limit",
    "six-card-omaha": "6 Card Omaha Pot Limit",
    "short-deck": "6+ Hold'em No Limit",
    "badugi": "Badugi Limit",
    "deuce-to-seven": "Triple Draw 2-7 Lowball Limit",
    "five-card-draw": "5 Card Draw Limit",
    "seven-card-stud": "7 Card Stud Limit",
    "stud-hilo": "7 Card Stud Hi/Lo Limit",
    "razz": "Razz Limit",
}
PHH_VARIANTS = {
    "holdem": "NT",
    "short-deck": "NS",
    "omaha": "PO",
    "omaha-hilo": "FO/8",
    "seven-card-stud": "F7S",
    "stud-hilo": "F7S/8",
    "razz": "FR",
    "deuce-to-seven": "F2L3D",
    "badugi": "FB",
}
_STREETS = (("Flop", 0, 3), ("Turn", 3, 4), ("River", 4, 5))
_NEW_YORK = ZoneInfo("America/New_York")


def _text(amount: int, hand: LoggedHand, sign: str = "") -> str:
    if not hand.decimals:
        return str(amount)
    whole, cents = divmod(amount, 100)
    return f"{sign}{whole}.{cents:02}" if cents else f"{sign}{whole}"


# Open Hand History


def write_open_hand_history(hand: LoggedHand) -> str:
    """Return the hand as one line, followed by a blank line."""
    ohh = {
        "spec_version": "1.4.7",
        "game_number": hand.origin.hand,
        "start_date_utc": f"{hand.origin.played:%Y-%m-%dT%H:%M:%SZ}",
        "table_name": hand.origin.table,
        "tournament": not hand.decimals,
        "game_type": OPEN_HAND_HISTORY_TYPES[hand.game.slug],
        "dealer_seat": len(hand.seats),
        "players": [
            {
                "id": number,
                "seat": number + 1,
                "name": name,
                "starting_stack": _number(hand, hand.stacks[name]),
            }
            for number, name in enumerate(hand.seats)
        ],
        "rounds": _rounds_as_json(hand),
        "pots": _pots_as_json(hand),
    }
    return json.dumps({"ohh": ohh}, ensure_ascii=False) + "\n\n"


def _number(hand: LoggedHand, amount: int) -> float:
    return amount / 100 if hand.decimals else amount


def _id_of(hand: LoggedHand, name: str) -> int:
    return hand.seats.index(name) if name in hand.seats else 99


def _rounds_as_json(hand: LoggedHand) -> list[dict[str, Any]]:
    before = [
        {"player_id": _id_of(hand, name), "action": "Bet", "amount": _number(hand, amount)}
        for name, amount in hand.contributions.items()
    ]
    if hand.dead:
        before.append({"player_id": 0, "action": "Post Dead", "amount": _number(hand, hand.dead)})
    before += [{"player_id": _id_of(hand, name), "action": "Fold"} for name in hand.folded]
    shows = [
        {"player_id": _id_of(hand, name), "action": "Shows Cards", "cards": list(map(str, cards))}
        for name, cards in hand.hands.items()
    ]
    mucks = [
        {"player_id": _id_of(hand, name), "action": "Mucks Cards"}
        for name in hand.seats
        if name not in hand.hands and name not in hand.folded
    ]
    return [
        {"street": "Preflop", "actions": before},
        *(
            {"street": street, "cards": list(map(str, cards)), "actions": []}
            for street, cards in _rounds(hand.boards)
        ),
        {"street": "Showdown", "actions": shows + mucks},
    ]


def _pots_as_json(hand: LoggedHand) -> list[dict[str, Any]]:
    wins = [
        {"player_id": _id_of(hand, name), "win_amount": _number(hand, amount)}
        for name, amount in hand.paid.items()
    ]
    return [
        {
            "number": number,
            "amount": _number(hand, amount),
            "rake": 0 if number else _number(hand, hand.rake),
            "jackpot": 0 if number else _number(hand, hand.fees.get("jackpot", 0)),
            "player_wins": [] if number else wins,
        }
        for number, amount in enumerate(hand.pots)
    ]


def _rounds(boards: Iterable[Cards]) -> Iterator[tuple[str, Cards]]:
    """Yield the streets of the first board, and then those of later runs that differ."""
    first: Cards = ()
    for board in boards:
        for street, start, end in _STREETS:
            if board[:end] != first[:end]:
                yield street, board[start:end]
        first = first or board


# PokerStars


def write_pokerstars(hand: LoggedHand) -> str:
    """Return the hand, followed by two blank lines."""
    return "\n".join(_pokerstars_lines(hand)) + "\n\n\n"


def _pokerstars_lines(hand: LoggedHand) -> Iterator[str]:
    sign = "$" if hand.decimals else ""

    def chips(amount: int) -> str:
        return _text(amount, hand, sign)

    played = hand.origin.played
    assert played
    when = f"{played.astimezone(_NEW_YORK):%Y/%m/%d %H:%M:%S} ET"
    title = POKERSTARS_TITLES[hand.game.slug]
    if hand.decimals:
        yield f"PokerStars Hand #{hand.origin.hand}:  {title} ($0.25/$0.50 USD) - {when}"
    else:
        buy_in = "Tournament #7817460, $5.00+$0.50 USD"
        yield f"PokerStars Hand #{hand.origin.hand}: {buy_in} {title} - Level III (25/50) - {when}"
    button = "" if hand.game.family == "stud" else f" Seat #{len(hand.seats)} is the button"
    yield f"Table '{hand.origin.table}' 9-max{button}"
    for number, name in enumerate(hand.seats, 1):
        yield f"Seat {number}: {name} ({chips(hand.stacks[name])} in chips)"
    yield from _bets(hand, chips)
    yield from _streets(hand)
    shows = [
        f"{name}: shows [{format_cards(cards, ' ')}] (a hand)" for name, cards in hand.hands.items()
    ]
    mucks = [
        f"{name}: mucks hand"
        for name in hand.seats
        if name not in hand.hands and name not in hand.folded
    ]
    runs = ("FIRST ", "SECOND ", "THIRD ")[: len(hand.boards)] if len(hand.boards) > 1 else ("",)
    for number, run in enumerate(runs):
        yield f"*** {run}SHOW DOWN ***"
        yield from shows + mucks
        for name, amount in hand.paid.items():
            even, odd = divmod(amount, len(runs))
            if part := even + (odd if not number else 0):
                yield f"{name} collected {chips(part)} from pot"
    yield "*** SUMMARY ***"
    yield f"Total pot {chips(sum(hand.pots))} | Rake {chips(hand.rake)} "
    if len(runs) > 1:
        yield "Hand was run twice"
    for run, board in zip(runs, hand.boards, strict=False):
        yield f"{run}Board [{format_cards(board, ' ')}]"
    for number, name in enumerate(hand.seats, 1):
        if name in hand.folded:
            yield f"Seat {number}: {name} folded before Flop"
        else:
            yield f"Seat {number}: {name} mucked"


def _bets(hand: LoggedHand, chips: Callable[[int], str]) -> Iterator[str]:
    """Yield the bets: all players bet at once; then some fold, and an uncalled bet is returned."""
    posted: dict[str, int] = {}
    if hand.dead:
        blind = min(hand.contributions[name] for name in hand.seats[:2])
        posted = dict.fromkeys(hand.seats[:2], blind)
        yield f"{hand.seats[1]}: posts big blind {chips(blind)}"
        yield f"{hand.seats[0]}: posts small & big blinds {chips(hand.dead + blind)}"
    top = max(posted.values(), default=0)
    yield "*** HOLE CARDS ***"
    for name, amount in hand.contributions.items():
        more = amount - posted.get(name, 0)
        if amount > top:
            yield f"{name}: raises {chips(amount - top)} to {chips(amount)}"
            top = amount
        elif more > 0:
            yield f"{name}: calls {chips(more)} and is all-in"
        else:
            yield f"{name}: checks"
    for name in hand.folded:
        yield f"{name}: folds"
    *_, second, most = sorted(hand.contributions.values())
    if most > second:
        name = max(hand.contributions, key=lambda name: hand.contributions[name])
        yield f"Uncalled bet ({chips(most - second)}) returned to {name}"


def _streets(hand: LoggedHand) -> Iterator[str]:
    for run, board in zip(("FIRST ", "SECOND ", "THIRD "), hand.boards, strict=False):
        for street, start, end in _STREETS:
            which = run if len(hand.boards) > 1 else ""
            before = f" [{format_cards(board[:start], ' ')}]" if start else ""
            yield f"*** {which}{street.upper()} ***{before} [{format_cards(board[start:end], ' ')}]"


# PHH


def write_phh(hand: LoggedHand) -> str:
    """Return the hand as a TOML document, which states neither pots nor rake."""
    assert not hand.rake

    def chips(amount: int) -> str:
        return f"{amount // 100}.{amount % 100:02}" if hand.decimals else str(amount)

    def array(values: Iterable[str]) -> str:
        return f"[{', '.join(values)}]"

    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    played = hand.origin.played
    assert played
    put_in = hand.contributions
    antes = [hand.dead if seat == 0 else 0 for seat in range(len(hand.seats))]
    if len(antes) == 2:
        antes.reverse()
    stacks = [hand.stacks[name] for name in hand.seats]
    *_, second, most = sorted(put_in.values())
    back = {name: amount - second for name, amount in put_in.items() if amount == most}
    spent = {name: put_in.get(name, 0) + hand.posted_dead.get(name, 0) for name in hand.seats}
    finishing = [
        hand.stacks[name] - spent[name] + hand.paid.get(name, 0) + back.get(name, 0)
        for name in hand.seats
    ]
    lines = {
        "variant": quoted(PHH_VARIANTS[hand.game.slug]),
        "ante_trimming_status": "false",
        "antes": array(map(chips, antes)),
        "blinds_or_straddles": array(chips(0) for _ in hand.seats),
        "min_bet": chips(1),
        "starting_stacks": array(map(chips, stacks)),
        "actions": array(map(quoted, _phh_actions(hand, chips))),
        "table": quoted(hand.origin.table),
        "time": f"{played:%H:%M:%S}",
        "day": played.day,
        "month": played.month,
        "year": played.year,
        "hand": hand.origin.hand,
        "players": array(map(quoted, hand.seats)),
        "finishing_stacks": array(map(chips, finishing)),
    }
    return "".join(f"{key} = {value}\n" for key, value in lines.items()) + "\n"


def _phh_actions(hand: LoggedHand, chips: Callable[[int], str]) -> Iterator[str]:
    who = {name: f"p{number}" for number, name in enumerate(hand.seats, 1)}
    for name in hand.seats:
        cards = hand.hands.get(name)
        yield f"d dh {who[name]} {format_cards(cards, '') if cards else '??' * hand.game.hole}"
    top = 0
    for name, amount in sorted(hand.contributions.items(), key=lambda pair: pair[1]):
        yield f"{who[name]} cbr {chips(amount)}" if amount > top else f"{who[name]} cc"
        top = max(top, amount)
    yield from (f"{who[name]} f" for name in hand.folded)
    for street in _rounds(hand.boards[:1]):
        yield f"d db {format_cards(street[1], '')}"
    for name in hand.seats:
        if name in hand.hands:
            yield f"{who[name]} sm {format_cards(hand.hands[name], '')}"
        elif name not in hand.folded:
            yield f"{who[name]} sm"
