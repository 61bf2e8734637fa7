"""Write logs in formats that the site reads, independently of the readers.

A writer expresses bets in the simplest way that its format allows, unlike a real betting round.
"""

import json
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import format_cards

_GAME_NAMES = {
    # Open Hand History, PokerStars, Poker Hand History, PokerNow
    "holdem": ("Holdem", "Hold'em No Limit", "NT", "No Limit Texas Hold'em"),
    "short-deck": ("", "6+ Hold'em No Limit", "NS", ""),
    "omaha": ("Omaha", "Omaha Pot Limit", "PO", "Pot Limit Omaha Hi"),
    "omaha-hilo": (
        *("OmahaHiLo", "Omaha Hi/Lo Pot Limit", "FO/8"),
        "Pot Limit Omaha Hi/Lo 8 or Better",
    ),
    "five-card-omaha": ("Omaha", "5 Card Omaha Pot Limit", "", ""),
    "five-card-omaha-hilo": ("OmahaHiLo", "Courchevel Hi/Lo Pot Limit", "", ""),
    "six-card-omaha": ("Omaha", "6 Card Omaha Pot Limit", "", ""),
    "six-card-omaha-hilo": ("OmahaHiLo", "", "", ""),
    "seven-card-stud": ("Stud", "7 Card Stud Limit", "F7S", ""),
    "stud-hilo": ("StudHiLo", "7 Card Stud Hi/Lo Limit", "F7S/8", ""),
    "razz": ("Razz", "Razz Limit", "FR", ""),
    "badugi": ("Badugi", "Badugi Limit", "FB", ""),
    "deuce-to-seven": ("", "Triple Draw 2-7 Lowball Limit", "F2L3D", ""),
    "five-card-draw": ("", "5 Card Draw Limit", "", ""),
}
OPEN_HAND_HISTORY_TYPES, POKERSTARS_TITLES, PHH_VARIANTS, POKERNOW_TITLES = (
    {slug: names[index] for slug, names in _GAME_NAMES.items() if names[index]}
    for index in range(4)
)
_STREETS = (("Flop", 0, 3), ("Turn", 3, 4), ("River", 4, 5))
_SUITS = str.maketrans("shdc", "♠♥♦♣")
_NEW_YORK = ZoneInfo("America/New_York")


def _chips(hand, amount):
    return f"{amount // 100}.{amount % 100:02}" if hand.decimals else str(amount)


def _mucked_players(hand):
    return [name for name in hand.seats if name not in hand.hands and name not in hand.folded]


# Open Hand History


def write_open_hand_history(hand):
    """Return the hand as one line, followed by a blank line."""

    def to_number(amount):
        return amount / 100 if hand.decimals else amount

    def action(name, kind, **more):
        return {"player_id": id_of(name), "action": kind, **more}

    def id_of(name):
        return hand.seats.index(name) if name in hand.seats else 99

    bets = [
        action(name, "Bet", amount=to_number(amount)) for name, amount in hand.contributions.items()
    ]
    if hand.dead:
        bets.append(action(hand.seats[0], "Post Dead", amount=to_number(hand.dead)))
    shows = [
        action(name, "Shows Cards", cards=list(map(str, cards)))
        for name, cards in hand.hands.items()
    ]
    wins = [
        {"player_id": id_of(name), "win_amount": to_number(amount)}
        for name, amount in hand.paid.items()
    ]
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
                "id": index,
                "seat": index + 1,
                "name": name,
                "starting_stack": to_number(hand.stacks[name]),
            }
            for index, name in enumerate(hand.seats)
        ],
        "rounds": [
            {"street": "Preflop", "actions": bets + [action(name, "Fold") for name in hand.folded]},
            *(
                {"street": street, "cards": list(map(str, cards)), "actions": []}
                for street, cards in _distinct_streets(hand.boards)
            ),
            {
                "street": "Showdown",
                "actions": shows + [action(name, "Mucks Cards") for name in _mucked_players(hand)],
            },
        ],
        "pots": [
            {
                "number": index,
                "amount": to_number(amount),
                "rake": 0 if index else to_number(hand.rake),
                "jackpot": 0 if index else to_number(hand.fees.get("jackpot", 0)),
                "player_wins": [] if index else wins,
            }
            for index, amount in enumerate(hand.pots)
        ],
    }
    return json.dumps({"ohh": ohh}, ensure_ascii=False) + "\n\n"


def _distinct_streets(boards):
    """Yield the streets of the first board, and then those of later runs that differ."""
    first = ()
    for board in boards:
        for street, start, end in _STREETS:
            if board[:end] != first[:end]:
                yield street, board[start:end]
        first = first or board


# PokerStars


def write_pokerstars(hand):
    return "\n".join(_pokerstars_lines(hand)) + "\n\n\n"


def _pokerstars_lines(hand):
    def chips(amount):
        return f"${_chips(hand, amount).removesuffix('.00')}" if hand.decimals else str(amount)

    played = hand.origin.played
    assert played
    time = f"{played.astimezone(_NEW_YORK):%Y/%m/%d %H:%M:%S} ET"
    title = POKERSTARS_TITLES[hand.game.slug]
    if hand.decimals:
        yield f"PokerStars Hand #{hand.origin.hand}:  {title} ($0.25/$0.50 USD) - {time}"
    else:
        buy_in = "Tournament #7817460, $5.00+$0.50 USD"
        yield f"PokerStars Hand #{hand.origin.hand}: {buy_in} {title} - Level III (25/50) - {time}"
    button = "" if hand.game.family == "stud" else f" Seat #{len(hand.seats)} is the button"
    yield f"Table '{hand.origin.table}' 9-max{button}"
    for number, name in enumerate(hand.seats, 1):
        yield f"Seat {number}: {name} ({chips(hand.stacks[name])} in chips)"
    yield from _bets(hand, chips)
    yield from _streets(hand)
    shows = [
        f"{name}: shows [{format_cards(cards, ' ')}] (a hand)" for name, cards in hand.hands.items()
    ]
    mucks = [f"{name}: mucks hand" for name in _mucked_players(hand)]
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
        yield f"Hand was run {'twice' if len(runs) == 2 else 'three times'}"
    for run, board in zip(runs, hand.boards, strict=False):
        yield f"{run}Board [{format_cards(board, ' ')}]"
    for number, name in enumerate(hand.seats, 1):
        yield f"Seat {number}: {name} {'folded before Flop' if name in hand.folded else 'mucked'}"


def _bets(hand, chips):
    """Yield the bets: all players bet at once; then some fold, and an uncalled bet is returned."""
    posted = {}
    if hand.dead:
        blind = min(hand.contributions[name] for name in hand.seats[:2])
        posted = dict.fromkeys(hand.seats[:2], blind)
        yield f"{hand.seats[1]}: posts big blind {chips(blind)}"
        yield f"{hand.seats[0]}: posts small & big blinds {chips(hand.dead + blind)}"
    highest_bet = max(posted.values(), default=0)
    yield "*** HOLE CARDS ***"
    for name, amount in hand.contributions.items():
        to_call = amount - posted.get(name, 0)
        if amount > highest_bet:
            yield f"{name}: raises {chips(amount - highest_bet)} to {chips(amount)}"
            highest_bet = amount
        elif to_call > 0:
            yield f"{name}: calls {chips(to_call)} and is all-in"
        else:
            yield f"{name}: checks"
    for name in hand.folded:
        yield f"{name}: folds"
    for name, amount in hand.returned.items():
        yield f"Uncalled bet ({chips(amount)}) returned to {name}"


def _streets(hand):
    for run, board in zip(("FIRST ", "SECOND ", "THIRD "), hand.boards, strict=False):
        for street, start, end in _STREETS:
            run_prefix = run if len(hand.boards) > 1 else ""
            before = f" [{format_cards(board[:start], ' ')}]" if start else ""
            cards = format_cards(board[start:end], " ")
            yield f"*** {run_prefix}{street.upper()} ***{before} [{cards}]"


# PHH


def write_phh(hand):
    """Return the hand as a TOML document, which states neither pots nor rake."""
    assert not hand.rake
    chips = partial(_chips, hand)

    def array(values):
        return f"[{', '.join(values)}]"

    def quote(text):
        return json.dumps(text, ensure_ascii=False)

    played = hand.origin.played
    assert played
    antes = [hand.dead if seat == 0 else 0 for seat in range(len(hand.seats))]
    if len(antes) == 2:
        antes.reverse()
    finishing_stacks = [
        hand.stacks[name]
        - hand.contributions.get(name, 0)
        - hand.dead_by_player.get(name, 0)
        + hand.paid.get(name, 0)
        + hand.returned.get(name, 0)
        for name in hand.seats
    ]
    lines = {
        "variant": quote(PHH_VARIANTS[hand.game.slug]),
        "ante_trimming_status": "false",
        "antes": array(map(chips, antes)),
        "blinds_or_straddles": array(chips(0) for _ in hand.seats),
        "min_bet": chips(1),
        "starting_stacks": array(chips(hand.stacks[name]) for name in hand.seats),
        "actions": array(map(quote, _phh_actions(hand, chips))),
        "table": quote(hand.origin.table),
        "time": f"{played:%H:%M:%S}",
        "day": played.day,
        "month": played.month,
        "year": played.year,
        "hand": hand.origin.hand,
        "players": array(map(quote, hand.seats)),
        "finishing_stacks": array(map(chips, finishing_stacks)),
    }
    return "".join(f"{key} = {value}\n" for key, value in lines.items()) + "\n"


def _phh_actions(hand, chips):
    codes = {name: f"p{number}" for number, name in enumerate(hand.seats, 1)}
    for name in hand.seats:
        cards = hand.hands.get(name)
        yield f"d dh {codes[name]} {format_cards(cards, '') if cards else '??' * hand.game.hole}"
    highest_bet = 0
    for name, amount in sorted(hand.contributions.items(), key=lambda pair: pair[1]):
        yield (
            f"{codes[name]} cbr {chips(amount)}" if amount > highest_bet else f"{codes[name]} cc"
        )
        highest_bet = max(highest_bet, amount)
    yield from (f"{codes[name]} f" for name in hand.folded)
    for street in _distinct_streets(hand.boards[:1]):
        yield f"d db {format_cards(street[1], '')}"
    for name in hand.seats:
        if name in hand.hands:
            yield f"{codes[name]} sm {format_cards(hand.hands[name], '')}"
        elif name not in hand.folded:
            yield f"{codes[name]} sm"


# PokerNow


def write_pokernow(hand):
    """Return a log, including its header, with this hand only."""
    start = hand.origin.played
    assert start
    rows = []
    for index, entry in enumerate(_pokernow_entries(hand)):
        moment = start + timedelta(milliseconds=index // 3)
        field = '"' + entry.replace('"', '""') + '"' if {",", '"'} & set(entry) else entry
        order = f"{int(moment.timestamp() * 1000)}{index % 3:02}"
        rows.append(f"{field},{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z,{order}")
    return "\n".join(["entry,at,order", *reversed(rows)]) + "\n"


def _pokernow_entries(hand):
    chips = partial(_chips, hand)

    def player(name):
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
    highest_bet = 0
    for name, amount in hand.contributions.items():
        if amount > highest_bet:
            yield f"{player(name)} raises to {chips(amount)}"
            highest_bet = amount
        else:
            yield f"{player(name)} calls {chips(amount)} and go all in"
    for name in hand.folded:
        yield f"{player(name)} folds"
    for name, amount in hand.returned.items():
        yield f"Uncalled bet of {chips(amount)} returned to {player(name)}"
    for name, cards in hand.hands.items():
        yield f"{player(name)} shows a {_pokernow_cards(cards)}."
    for run, board in zip(("", " (second run)", " (third run)"), hand.boards, strict=False):
        for street, before, end in _STREETS:
            if end <= len(board):
                open_before, new = map(_pokernow_cards, (board[:before], board[before:end]))
                yield f"{street}{run}: {open_before} [{new}]"
    for name, amount in hand.paid.items():
        yield f"{player(name)} collected {chips(amount)} from pot with a hand"
    yield "-- ending hand #7 --"


def _pokernow_cards(cards):
    return ", ".join(str(card).replace("T", "10").translate(_SUITS) for card in cards)
