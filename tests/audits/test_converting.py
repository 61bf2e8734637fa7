"""Test that converted hands equal the originals, and that private copies lack cards and names."""

import json
import random
import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.converting import Conversion, TooManyHands
from showdown.audits.night.all_in import find_all_in
from showdown.audits.night.equities import EquityCalculator, check_prices
from showdown.audits.privacy import Privacy
from showdown.audits.terms import Terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.logs.log_reader import read_hand, read_log
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand, Statement
from showdown.notation.logs.writing import OUTPUT_FORMATS
from tests.audits.hands import LOGS
from tests.audits.night.test_equities import DISCARDS, FIFTH_STREET, FOLDED_STUD, each_discard
from tests.audits.test_mutated_logs import SOURCES, mutate
from tests.logs import special_hand

MULTI_HAND_FORMATS = [
    output_format for output_format in OUTPUT_FORMATS.values() if not output_format.has_one_hand
]
each_format = pytest.mark.parametrize(
    "output_format", MULTI_HAND_FORMATS, ids=lambda output_format: output_format.name
)

NIGHT = special_hand("pokernow", "kings against ace queen")


each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


def hands_of(path):
    return [hand for hand in read_log([path.read_bytes()]) if isinstance(hand, LoggedHand)]


def convert(hands, name, **privacy):
    return "".join(Conversion(OUTPUT_FORMATS[name], Privacy(**privacy)).convert(hands))


def kept_parts(hand):
    nets = dict.fromkeys(hand.seats, 0)
    for name in hand.seats:
        nets[name] += hand.paid.get(name, 0)
        nets[name] -= hand.contributions.get(name, 0) + hand.dead_by_player.get(name, 0)
    highest, second_highest = sorted([0, 0, *hand.contributions.values()])[:-3:-1]
    for name, amount in hand.contributions.items():
        if amount == highest:
            nets[name] += highest - second_highest
    return {
        "game": hand.game.slug,
        "nets": nets,
        "shown": hand.hands,
        "boards": hand.boards,
        "folded": set(hand.folded),
        "stacks": {name: hand.stacks.get(name) for name in hand.seats},
    }


def faults(hands):
    return [
        [
            judgment.reason
            if isinstance(judgment, SkippedHand)
            else (judgment.difference and judgment.difference.kind, judgment.unsettled)
            for judgment in check_prices(judge_all(hands, terms), EquityCalculator(terms))
        ]
        for terms in (Terms(rules=rules) for rules in RULE_SETS.values())
    ]


@each_format
@each_log
def test_written_hands_are_judged_like_the_originals(output_format, path):
    hands = hands_of(path)
    conversion = Conversion(output_format)
    written = [hand for hand in hands if list(conversion.convert([hand]))]
    assert len(written) + sum(conversion.refused.values()) == len(hands)
    log = convert(written, output_format.name)
    again = list(read_log([log.encode()]))
    assert [kept_parts(hand) for hand in again] == [kept_parts(hand) for hand in written]
    assert convert(again, output_format.name) == log
    assert faults(again) == faults(written)
    ids = [hand.origin.hand for hand in written]
    assert output_format.needs_numeric_ids or [hand.origin.hand for hand in again] == ids


def test_the_rake_is_written_by_pot_if_it_was_not_taken_in_proportion():
    (hand,) = (hand for hand in hands_of(LOGS[0].with_name("winamax.txt")) if len(hand.paid) > 1)
    pots = json.loads(convert([hand], "open-hand-history"))["ohh"]["pots"]
    assert len(pots) == 2
    for pot in pots:
        won = sum(win["win_amount"] for win in pot["player_wins"])
        assert won + pot["rake"] + pot["jackpot"] == pytest.approx(pot["amount"])
    text = convert([hand], "pokerstars")
    assert "from side pot" in text
    assert "from main pot" in text
    assert count_refusals([hand], "phhs") == {"rake-of-pots": 1}


TIE = special_hand("pokerstars", "an odd chip of a tie")


ACTIONS = {
    *("Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle"),
    *("Post Dead", "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Bring In"),
    *("Added Chips", "Sits Down", "Stands Up", "Add to Pot"),
}


@each_log
def test_open_hand_history_follows_its_specification(path):
    for line in convert(hands_of(path), "open-hand-history").splitlines():
        ohh = json.loads(line)["ohh"] if line else None
        if ohh is None:
            continue
        assert datetime.fromisoformat(ohh["start_date_utc"]).utcoffset() == timedelta(0)
        assert re.fullmatch("[A-Z]{3}", ohh["currency"])
        assert ohh["dealer_seat"] in [player["seat"] for player in ohh["players"]]
        actions = [action for street in ohh["rounds"] for action in street["actions"]]
        assert {action["action"] for action in actions} <= ACTIONS


@pytest.mark.parametrize(
    ("title", "variant", "kind"),
    [
        ("Hold'em Limit", "FT", "FL"),
        ("Hold'em No Limit", "NT", "NL"),
        ("Hold'em Pot Limit", "", "PL"),
        ("Omaha Pot Limit", "PO", "PL"),
        ("Omaha Limit", "", "FL"),
        ("Omaha Hi/Lo Limit", "FO/8", "FL"),
        ("Omaha Hi/Lo Pot Limit", "", "PL"),
    ],
)
def test_the_betting_limit_is_kept(title, variant, kind):
    text = TIE.replace("Hold'em No Limit", title)
    if "Omaha" in title:
        text = text.replace("[Kc Kd]", "[Kc Kd Qh Qs]").replace("[Ks Kh]", "[Ks Kh Qc Qd]")
    hand = read_hand(text)
    assert title in convert([hand], "pokerstars")
    ohh = json.loads(convert([hand], "open-hand-history"))["ohh"]
    assert ohh["bet_limit"] == {"bet_type": kind}
    if variant:
        assert f'variant = "{variant}"' in convert([hand], "phhs")
    else:
        assert count_refusals([hand], "phhs") == {"limit": 1}


@each_format
def test_odd_chips_by_another_rule_are_not_written_as_a_fault(output_format):
    """In other rooms, Boris, first left of the button, gets the odd chip."""
    hand = read_hand(TIE)
    assert faults([hand])[0] == [("odd-chip", None)]
    assert faults([read_hand(convert([hand], output_format.name))]) == faults([hand])
    hand_without_rule = replace(hand, statements=hand.statements - {Statement.ODD_CHIPS})
    assert count_refusals([hand_without_rule], output_format.name) == {"odd-chips": 1}


@pytest.mark.parametrize("name", ["pokerstars", "open-hand-history"])
def test_a_hand_that_was_sold_keeps_its_price(name):
    hand, *_ = hands_of(LOGS[0].with_name("cash_outs.txt"))
    again = read_hand(convert([hand], name))
    assert again.cash_outs == hand.cash_outs == {"Anna": (1583, 32, None)}
    assert again.paid == {"Anna": 1989}
    assert faults([again])[0] == [("cash-out", None)]


@each_format
def test_a_minimum_fraction_of_hands_can_be_written(output_format):
    conversion = Conversion(output_format)
    hands = [hand for path in LOGS for hand in hands_of(path) if hand.game.boards]
    min_fraction = 0.25 if output_format.name == "phhs" else 0.5  # PHH allows only legal bets
    assert len(list(conversion.convert(hands))) > min_fraction * len(hands)
    assert conversion.refused["reads-otherwise"] <= 2


def test_a_private_game_is_written_as_trackers_read_it():
    text = convert(list(read_log([NIGHT.encode()])), "pokerstars")
    number = text.partition("#")[2].partition(":")[0]
    assert number.isdecimal()
    same_hand = special_hand("pokerstars", "kings against ace queen")
    assert text.rstrip("\n") + "\n" == same_hand.replace("#1:", f"#{number}:")


def play_with_pokerkit(text):
    """Return the final stacks of the hand in pokerkit, and those that the text states."""
    import pokerkit  # slow

    history = pokerkit.HandHistory.loads(text)
    *_, state = history
    assert not state.status
    return list(map(float, state.stacks)), list(map(float, history.finishing_stacks))


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
@each_log
def test_pokerkit_plays_every_hand_that_is_written(path):
    """Larger stacks in pokerkit include the rake, which the format doesn't state."""
    for hand in hands_of(path):
        text = convert([hand], "phh")
        if text:
            played, stated = play_with_pokerkit(text)
            excess = [
                round(100 * (final - text_stack))
                for final, text_stack in zip(played, stated, strict=True)
            ]
            assert min(excess) >= 0, text
            if hand.states_rake:
                assert sum(excess) == hand.taken * (1 if hand.decimals else 100), text


def test_cards_of_folded_hands_are_kept():
    rows = NIGHT.splitlines()
    end = next(row for row in rows if "ending hand" in row)
    shown = '"""Anna @ a1"" shows a 8♠, 8♦.",2026-03-01T20:00:13.500Z,199'
    log = "\n".join([*rows[: rows.index(end)], shown, *rows[rows.index(end) :]])
    (hand,) = read_log([log.encode()])
    text = convert([hand], "phh")
    assert '"d dh p1 8s8d"' in text
    again = read_hand(text)
    assert format_cards(again.known["Anna"], "") == "8s8d"


@pytest.mark.parametrize(
    "changes",
    [
        {"bets 4.40": "bets 0.10", "calls 4.40": "calls 0.10"},
        {"raises to 0.60": "raises to 0.25", "calls 0.60": "calls 0.25"},
        {'""Boris @ b2"" checks': '""Anna @ a1"" checks'},
        {"posts a big blind of 0.20": "folds", "posts a small blind of 0.10": "checks"},
    ],
)
def test_illegal_bets_are_refused(changes):
    text = NIGHT
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    assert count_refusals(list(read_log([text.encode()])), "phh") == {"bets": 1}


def test_an_all_in_of_stud_is_the_same_in_another_format():
    shown = FIFTH_STREET.replace("collected $5", "collected $5.20").replace("Rake $0.20", "Rake $0")
    for log in (shown, FOLDED_STUD):
        hand = read_hand(log)
        for name in ("pokerstars", "open-hand-history"):
            again = read_hand(convert([hand], name))
            assert find_all_in(again, Terms()) == find_all_in(hand, Terms())
    assert "Dealt to Boris [Kh 3s] [8c]" in convert([read_hand(shown)], "pokerstars")


@each_discard
def test_discards_are_written(text):
    hand = read_hand(text)
    written = convert([hand], "pokerstars")
    assert "KdJh" in written.replace(" ", "")
    again = read_hand(written)
    assert find_all_in(again, Terms()) == find_all_in(hand, Terms()) is not None


def count_refusals(hands, name):
    conversion = Conversion(OUTPUT_FORMATS[name])
    list(conversion.convert(hands))
    return dict(conversion.refused)


def test_refused_hands_are_counted_by_reason():
    def refusals(path, name):
        return count_refusals(hands_of(Path("tests/data/logs", path)), name)

    kings_club = refusals("kings-club.txt", "phhs")
    assert kings_club.keys() >= {"game", "draws"}
    assert "stud" in refusals("full-tilt.txt", "phhs")
    assert "several-runs" in refusals("pokernow.csv", "phhs")
    assert "chips-of-the-house" in refusals("ggpoker.txt", "pokerstars")
    assert refusals("cash_outs.txt", "open-hand-history") == {"cash-out": 1, "insurance": 1}
    assert refusals("cash_outs.txt", "phhs") == {"cash-out": 2, "insurance": 1}


def test_hands_that_were_not_read_are_counted_by_their_reason():
    conversion = Conversion(OUTPUT_FORMATS["phhs"])
    log = NIGHT + "half a row\n"
    hands = list(read_log([log.encode()]))
    assert [hand.reason for hand in hands if isinstance(hand, SkippedHand)] == [Skip.UNREADABLE]
    assert len(list(conversion.convert(hands))) == conversion.written == 1
    assert conversion.unread == {"unreadable": 1}


def test_a_format_of_one_hand_refuses_a_second_one():
    (hand,) = read_log([NIGHT.encode()])
    with pytest.raises(TooManyHands):
        list(Conversion(OUTPUT_FORMATS["phh"]).convert([hand, hand]))


@pytest.mark.parametrize("source", SOURCES)
def test_hands_of_mutated_logs_are_written_completely_or_refused(source):
    rng = random.Random(f"{source} written")
    hands = SOURCES[source]()
    for _ in range(5):
        text = mutate(rng, rng.choice(hands)).encode(errors="replace")
        for output_format in MULTI_HAND_FORMATS:
            conversion = Conversion(output_format)
            written = "".join(conversion.convert(read_log([text])))
            again = list(read_log([written.encode(errors="replace")]))
            assert len(again) == conversion.written
            texts = (written, convert(again, output_format.name))
            once, twice = (text.encode(errors="replace") for text in texts)
            assert once == twice


@each_format
def test_a_key_replaces_names_consistently(output_format):
    hands = list(read_log([NIGHT.encode()]))
    text, again, other = (
        convert(hands, output_format.name, key=key) for key in ("k", "k", "another")
    )
    assert text == again
    assert text != other
    assert not any(name in text for name in ("Anna", "Boris", "Cem", "a1", "b2", "c3"))
    assert sorted(kept_parts(read_hand(text))["nets"].values()) == [-500, -10, 510]


HOLDEM = special_hand("pokerstars", "a folded pair and a mucked hand")
"""Nora's log: she folded nines, and the summary reveals Pia's mucked hand."""

EVERY_FORMAT = ("open-hand-history", "pokerstars", "phhs", "phh")


def convert_text(log, format_name, **privacy):
    return convert(read_log([log.encode()]), format_name, **privacy)


def has_card(text, card):
    """Return whether the card occurs alone, or in a row of cards such as `9h9s`."""
    rows = re.findall(r"\b(?:[2-9TJQKA][cdhs])+\b", text)
    return any(card in re.findall("..", row) for row in rows)


@pytest.mark.parametrize(
    ("log", "format_name", "hidden", "shown"),
    [
        *((HOLDEM, format_name, "9h 9s Ac Th", "Kc Kd 2c 5d") for format_name in EVERY_FORMAT),
        # Anna's first two cards are hidden; her next three cards were open.
        (FOLDED_STUD, "pokerstars", "Ac 4d", "7d Td 3d Kh 3s 8c"),
        (FOLDED_STUD, "open-hand-history", "Ac 4d", "7d Td 3d Kh 3s 8c"),
        # Anna's discards are hidden; the hands at the end were shown.
        (DISCARDS["pokerstars"], "pokerstars", "Kd Jh", "6c 5s 4h 3c 2s 9d 8d"),
        (DISCARDS["phh"], "pokerstars", "Kd Jh", "6c 5s 4h 3c 2s 9d 8d"),
    ],
)
def test_cards_that_were_not_shown_are_omitted(log, format_name, hidden, shown):
    whole, copy = convert_text(log, format_name), convert_text(log, format_name, hides_cards=True)
    assert any(has_card(whole, card) for card in hidden.split())
    assert not any(has_card(copy, card) for card in hidden.split())
    assert all(has_card(copy, card) for card in shown.split())


@pytest.mark.parametrize("format_name", EVERY_FORMAT)
@pytest.mark.parametrize(
    ("kept_player", "kept", "hidden"),
    [("Nora", "9h 9s", "Ac Th"), ("Otto", "Kc Kd", "9h 9s Ac Th")],
)
def test_the_cards_of_one_player_are_kept(format_name, kept_player, kept, hidden):
    copy = convert_text(HOLDEM, format_name, kept_player=kept_player, hides_names=True)
    assert all(has_card(copy, card) for card in kept.split())
    assert not any(has_card(copy, card) for card in hidden.split())


@pytest.mark.parametrize(
    ("choices", "note"),
    [
        ({}, ""),
        ({"hides_cards": True}, "Hole cards that were not shown are left out."),
        (
            {"kept_player": "Nora"},
            "Hole cards that were not shown are left out, except one player's.",
        ),
        ({"hides_names": True}, "Names are replaced."),
        ({"hides_cards": True, "key": "ours"},
         "Hole cards that were not shown are left out. Names are replaced."),
    ],
)  # fmt: skip
def test_a_note_in_every_format_states_the_changes(choices, note):
    texts = {
        format_name: convert_text(HOLDEM, format_name, **choices) for format_name in EVERY_FORMAT
    }
    for text in texts.values():
        assert ("left out" in text or "replaced" in text) == bool(note)
    if note:
        assert json.loads(texts["open-hand-history"])["ohh"]["note"] == note
        assert f'Showdown said, "{note}"\n*** SUMMARY ***' in texts["pokerstars"]
        assert texts["phhs"].startswith(f"[1]\n# {note}\n")
        assert texts["phh"].startswith(f"# {note}\n")


@pytest.mark.parametrize("format_name", EVERY_FORMAT)
def test_names_and_tables_named_after_players_are_removed(format_name):
    log = HOLDEM if format_name == "phh" else HOLDEM + "\n\n" + HOLDEM.replace("#61", "#62")
    copy = convert_text(log, format_name, hides_names=True)
    assert not re.search("nora|otto|pia|kitchen", copy, re.IGNORECASE)
    for hand in read_log([copy.encode()]):
        assert hand.seats == ("Player 1", "Player 2", "Player 3")


USUAL_NAME = re.compile("Player|Seat|Dealer|Small|Big")


@pytest.mark.parametrize("format_name", ["open-hand-history", "pokerstars", "phhs"])
@each_log
def test_a_private_copy_is_judged_like_the_log(format_name, path):
    for hand in hands_of(path):
        text = convert([hand], format_name, hides_cards=True, hides_names=True)
        if not text:
            continue
        copy = read_hand(text)
        # Shorter or usual names may occur in a text by chance.
        distinctive_names = [
            name for name in hand.seats if len(name) > 4 and not USUAL_NAME.match(name)
        ]
        assert not any(name in text for name in distinctive_names)
        assert list(kept_parts(copy)["nets"].values()) == list(kept_parts(hand)["nets"].values())
        shown = [[one.hands.get(name) for name in one.seats] for one in (copy, hand)]
        assert shown[0] == shown[1]
        assert not copy.known or copy.game.family == "stud"
        assert faults([copy]) == faults([hand])
