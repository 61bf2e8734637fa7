"""Make random, correctly paid hands, and read the hands of tests/data/special_hands."""

import json
import re
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.rake import Rake
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.notation.logs.logged_hand import (
    USUAL_STATEMENTS,
    LoggedHand,
    Origin,
    SkippedHand,
)
from showdown.notation.logs.submission import skip_if_not_settleable

SPECIAL_HANDS = Path("tests/data/special_hands")
"""A folder with a file for each format, which contains hands and their expected results."""
NAMES = (
    *("Anna", "Bob 2", "J. O'Neil", "zoë", "名前", "a, b", "x=y", "[q]", "(all-in)", "folds"),
    *("Seat 3", "re: raise", "{brace}", "#1", 'said, "x"', "Very" * 12, "Player1", "12", "-_-"),
)


def make_correct_hand(rng, game, *, decimals=2, runs=1, has_rake=True, rules=WSOP_2026):
    """Return a random, correctly paid hand with a showdown. Some hands have folds and mucks."""
    names = tuple(rng.sample(NAMES, rng.randint(2, min(6, game.players[-1]))))
    cards = list(game.deck)
    rng.shuffle(cards)
    hole_cards = {name: _take(cards, game.hole) for name in names}
    boards = _boards(rng, cards, game, runs)
    still_in = rng.sample(names, rng.randint(2, len(names)))
    contributions = _contributions(rng, names, still_in)
    max_shown_contribution = max(contributions[name] for name in still_in)
    may_muck = [name for name in still_in if contributions[name] == max_shown_contribution][1:]
    mucked = {name for name in may_muck if len(still_in) > 2 and rng.random() < 0.2}
    hands = {name: hole_cards[name] for name in names if name in still_in and name not in mucked}
    folded = tuple(name for name in names if name not in still_in)
    dead = rng.choice((0, 0, 5))
    *_, called, highest = sorted(contributions.values())
    total = sum(contributions.values()) - highest + called + dead
    rake = total // 20 if has_rake and rng.random() < 0.5 else 0
    label = {name: f"Seat {index}" for index, name in enumerate(names)}
    dealt = tuple(
        Hand(label[name], hands.get(name, ()), is_mucked=name not in hands)
        for name in names
        if name in still_in
    )
    wagers = Wagers(
        contributions={label[name]: chips for name, chips in contributions.items()},
        folded=tuple(label[name] for name in folded),
        seats=tuple(label.values()),
        button=label[names[-1]],
        dead=dead,
        decimals=decimals,
        rake=Rake(amount=rake),
    )
    payout = settle(Deal(game, dealt, boards), wagers, rules).payout
    assert payout
    due = {player.label: player.total for player in payout.players if player.total}
    return LoggedHand(
        statements=USUAL_STATEMENTS,
        origin=Origin(
            format="",
            line=1,
            hand=str(rng.randint(1, 10**12)),
            table="Mekbuda II",
            played=datetime(2026, 3, rng.randint(10, 28), 5, 6, 7, tzinfo=UTC),
        ),
        game=game,
        seats=names,
        hands=hands,
        boards=boards,
        folded=folded,
        # All players but the first, who may post dead chips, are all in.
        stacks={**contributions, names[0]: contributions[names[0]] + dead + 10_000},
        contributions=contributions,
        dead=dead,
        dead_by_player={names[0]: dead} if dead else {},
        returned={
            name: highest - called for name, chips in contributions.items() if chips > called
        },
        paid={name: due[label[name]] for name in names if label[name] in due},
        pots=(total,),
        rake=rake,
        decimals=decimals,
    )


def why_unsettled(hand):
    assert hand
    return hand if isinstance(hand, SkippedHand) else skip_if_not_settleable(hand)


def peak_memory(hands):
    tracemalloc.start()
    try:
        for _ in hands:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _take(cards, count):
    taken_cards = tuple(cards[:count])
    del cards[:count]
    return taken_cards


def _boards(rng, cards, game, runs):
    if len(game.boards) != 1 or game.boards[0] != 5:
        return tuple(_take(cards, size) for size in game.boards * runs)
    first = _take(cards, 5)
    shared = rng.choice((0, 3, 4))
    later_boards = (first[:shared] + _take(cards, 5 - shared) for _ in range(runs - 1))
    return (first, *later_boards)


def _contributions(rng, names, still_in):
    """Return contributions: at least two players put in the same maximum.

    One player may have bet more, which nobody called.
    """
    maximum = rng.randint(10, 5000)
    put_in = {name: rng.randint(1, maximum) for name in names}
    put_in |= dict.fromkeys(still_in[:2], maximum)
    if rng.random() < 0.3:
        put_in[still_in[0]] += rng.randint(1, 400)
    elif rng.random() < 0.3:
        put_in |= dict.fromkeys(still_in, maximum)
    return put_in


def special_hands(path):
    """Yield the title, the text and the expected result of each hand in this file.

    A line `%% TITLE` begins a hand, and the next lines are its text; without any, the text of the
    hand above is used. A line `%~ JSON` contains replacements in this text: `{"old": "new"}`, or
    `{"old…": "new"}` to replace everything from `old` on. A line `%= JSON` contains the expected
    result of the texts since the last `%=`: fields of the hand, or the reason why it is skipped and
    a part of the detail.
    """
    base = ""
    for hand_text in re.split("^%% ", path.read_text(), flags=re.MULTILINE)[1:]:
        title, body = hand_text.split("\n", 1)
        own_text, *lines = re.split("^%", body, flags=re.MULTILINE)
        base = own_text or base
        texts = [own_text] if own_text else []
        for line in lines:
            if line.startswith("~"):
                texts.append(change_text(base, json.loads(line[1:])))
            else:
                yield from ((title, text, json.loads(line[1:])) for text in texts)
                texts = []


def special_hand(room, title):
    hands = special_hands(SPECIAL_HANDS / f"{room}.txt")
    return next(text for name, text, _ in hands if name == title)


def change_text(text, changes):
    for old, new in changes.items():
        start = old.removesuffix("…")
        assert start in text, f"“{start}” isn't in the hand"
        text = text.replace(old, new) if start == old else text.partition(start)[0] + new
    return text
