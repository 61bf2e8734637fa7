"""Test Open Hand History, field by field."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from tests.logs import unsettled
from tests.notation.logs.judged import all_read, judged, read
from tests.notation.logs.special_hands import special_hand

HAND: dict[str, Any] = json.loads(
    special_hand("open-hand-history", "two runs, a straddle and a dead blind")
)["ohh"]


def text_of(changes: Mapping[str, Any]) -> str:
    return json.dumps({"ohh": HAND | changes}, indent=2)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game_type": "Draw"}, Skip.UNSUPPORTED_GAME),
        ({"game_type": "Bridge"}, Skip.UNSUPPORTED_GAME),
        ({"rounds": HAND["rounds"][:1]}, Skip.CARDS_NOT_SHOWN),
        ({"rounds": HAND["rounds"][:3]}, Skip.CUT_OFF),
        ({"players": HAND["players"][:2]}, Skip.NO_SHOWDOWN),
        ({"players": [*HAND["players"], {"id": 1, "seat": 5, "name": "Ada"}]}, Skip.UNREADABLE),
        ({"pots": [{"amount": 3, "player_wins": []}]}, None),
        ({"pots": [{"amount": float("inf"), "player_wins": []}]}, Skip.UNREADABLE),
        ({"pots": "much"}, Skip.UNREADABLE),
        ({"pots": [{"amount": 5, "player_wins": [{"player_id": 7, "win_amount": 5}]}]}, "sum"),
        ({"dealer_seat": None}, None),
    ],
)
def test_a_hand_has_a_reason_only_if_it_cannot_be_judged(
    changes: Mapping[str, Any], reason: Skip | str | None
) -> None:
    skipped = unsettled(read_hand(text_of(changes)))
    if reason is None:
        assert skipped is None
    else:
        assert skipped
        assert skipped.reason is (Skip.DOES_NOT_ADD_UP if reason == "sum" else reason)
        assert skipped.detail or skipped.reason is Skip.NO_SHOWDOWN


@pytest.mark.parametrize(
    ("changes", "too_fine"),
    [({"pots": [{"amount": 2.901, "player_wins": []}]}, "2.901"), ({"tournament": True}, "0.05")],
)
def test_an_amount_finer_than_the_unit_is_reported(
    changes: Mapping[str, Any], too_fine: str
) -> None:
    hand = read_hand(text_of(changes))
    assert isinstance(hand, LoggedHand)
    assert hand.too_fine == too_fine


def test_a_paid_player_without_a_seat_is_named_by_id() -> None:
    pots = [{"amount": 2.9, "player_wins": [{"player_id": 70, "win_amount": 2.9}]}]
    hand = read(text_of({"pots": pots}))
    assert hand.paid == {"player 70": 290}


def test_objects_may_follow_each_other_on_one_line_and_span_several() -> None:
    one, two = json.dumps({"ohh": HAND}), json.dumps({"ohh": HAND}, indent=1)
    log = f"{one} {one}\n{two}\n\n{one}{two}\n{{}}\n"
    hands = list(read_log([log.encode()]))
    lines = two.count("\n") + 1
    assert [(hand.origin.line, isinstance(hand, LoggedHand)) for hand in hands] == [
        *((1, True), (1, True), (2, True)),
        *((lines + 3, True), (lines + 3, True), (2 * lines + 3, False)),
    ]


def test_text_after_a_hand_is_reported() -> None:
    one = json.dumps({"ohh": HAND})
    hand, stray, broken = read_log([f"{one}\n\nand so on\n{one[:-5]}".encode()])
    assert isinstance(hand, LoggedHand)
    assert isinstance(stray, SkippedHand)
    assert (stray.origin.line, stray.reason) == (3, Skip.UNREADABLE)
    assert isinstance(broken, SkippedHand)
    assert (broken.origin.line, broken.reason) == (4, Skip.CUT_OFF)


def test_a_game_is_recognized_by_the_number_of_cards_in_a_hand() -> None:
    cards = ["Kc", "Kd", "Qc", "Qd", "Qh"]
    shows = {"player_id": 7, "action": "Shows Cards", "cards": cards}
    for kind, slug in (("Omaha", "five-card-omaha"), ("OmahaHiLo", "five-card-omaha-hilo")):
        rounds = [*HAND["rounds"], {"street": "Showdown", "actions": [shows]}]
        hand = read(text_of({"game_type": kind, "rounds": rounds}))
        assert hand.game is GAMES[slug]


def changed(pattern: str, new: str | Callable[[re.Match[str]], str]) -> str:
    """Return the text of the hand with all matches of the pattern replaced."""
    return re.sub(pattern, new, json.dumps({"ohh": HAND}))


def read_changed(pattern: str, new: str | Callable[[re.Match[str]], str]) -> LoggedHand:
    text = changed(pattern, new)
    assert text != json.dumps({"ohh": HAND})
    return judged(text).hand


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r'"player_id": (\d+)', r'"player_id": "\1"'),
        (r'"(seat|amount)": ([\d.]+)', r'"\1": "\2"'),
        ("Shows Cards", "shows"),
        ('"Post (SB|BB)"', lambda match: f'"Post_{match[1].lower()}"'),
        ('"Fold"|"Raise"|"Call"', lambda match: match[0].upper()),
        ('"game_number": "31", ', ""),
        (', "actions": \\[\\]', ""),
        (r"\]\}\}$", r', {"amount": 0, "player_wins": null}]}}'),
    ],
)
def test_a_hand_is_the_same_in_other_words(pattern: str, new: Any) -> None:
    assert read_changed(pattern, new).paid == {"Cleo": 139, "Ben": 139}


def test_a_hand_may_lack_the_key_ohh() -> None:
    assert judged(json.dumps(HAND)).hand.paid == {"Cleo": 139, "Ben": 139}


@pytest.mark.parametrize("indent", [None, 2])
def test_hands_may_be_in_an_array(indent: int | None) -> None:
    hands = [{"ohh": HAND | {"game_number": number}} for number in range(3)]
    text = json.dumps(hands, indent=indent)
    in_array = all_read(text)
    assert [hand.origin.hand for hand in in_array] == ["0", "1", "2"]
    lines = [hand.origin.line for hand in in_array]
    assert lines == ([1, 1, 1] if indent is None else sorted(set(lines)))
    assert len(all_read("[\n" + ",\n".join(map(json.dumps, hands)) + "\n]\n")) == 3


def with_totals(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rounds with the player's total on the street as the amount of each bet."""
    copied = json.loads(json.dumps(rounds))
    for street in copied:
        put_in: dict[int, float] = {}
        for action in street["actions"]:
            if action["action"] in ("Post SB", "Post BB", "Straddle", "Bet", "Raise", "Call"):
                player = action["player_id"]
                put_in[player] = put_in.get(player, 0) + action["amount"]
                action["amount"] = put_in[player]
    return copied


def test_amounts_may_be_the_totals_of_a_street() -> None:
    actions = [
        {"player_id": 7, "action": "Post SB", "amount": 0.5},
        {"player_id": 5, "action": "Post BB", "amount": 1},
        {"player_id": 7, "action": "Raise", "amount": 9.5},
        {"player_id": 5, "action": "Call", "amount": 9},
    ]
    players = [
        {"id": 5, "seat": 2, "name": "Ada", "starting_stack": 10},
        {"id": 7, "seat": 9, "name": "Cleo", "starting_stack": 10},
    ]
    called = HAND | {
        "players": players,
        "rounds": [{"street": "Preflop", "actions": actions}, *HAND["rounds"][1:2]],
        "pots": [{"amount": 20, "rake": 0, "player_wins": [{"player_id": 7, "win_amount": 20}]}],
    }
    folded = called | {
        "rounds": [
            {"street": "Preflop", "actions": [*actions[:3], {"player_id": 5, "action": "Fold"}]}
        ],
        "pots": [{"amount": 2, "rake": 0, "player_wins": [{"player_id": 7, "win_amount": 2}]}],
    }
    for hand, ada in ((called, 1000), (folded, 100)):
        added = judged(json.dumps({"ohh": hand})).hand
        total = judged(json.dumps({"ohh": hand | {"rounds": with_totals(hand["rounds"])}})).hand
        assert added == total
        assert added.contributions == {"Cleo": 1000, "Ada": ada}


def test_cards_may_be_shown_singly_or_partly() -> None:
    one_by_one = read_changed(
        r'"Shows Cards", "cards": \["Kc", "Kd"\]\}',
        r'"Shows Cards", "cards": ["Kc"]}, '
        r'{"player_id": 7, "action": "Shows Cards", "cards": ["Kd"]}, '
        r'{"player_id": 8, "action": "Shows Cards", "cards": ["As"]}',
    )
    assert one_by_one.hands == {"Cleo": parse_cards("KcKd"), "Ben": parse_cards("9c8c")}
    assert one_by_one.known["Dan"] == parse_cards("As")


def test_chips_may_have_cents() -> None:
    hand = read(text_of({"currency": "Chips", "small_blind_amount": 0.1}))
    assert (hand.decimals, hand.currency, hand.too_fine) == (2, "", "")


def test_cards_may_be_in_the_object_of_a_player() -> None:
    players = [{**player, "cards": ["2s", "2h"]} for player in HAND["players"][:1]]
    hand = read(text_of({"players": [*players, *HAND["players"][1:]]}))
    assert hand.known["Ada"] == parse_cards("2s2h")


def ohh(amount: int, won: int) -> str:
    def action(player: int, name: str, amount: int = 0) -> dict:
        return {"player_id": player, "action": name, "amount": amount}

    preflop = [action(1, "Post SB", 1), action(2, "Post BB", 2), action(1, "Raise", 7)]
    flop = [action(1, "Bet", 40), action(2, "Fold")]
    document = {
        "spec_version": "1.4.7",
        "game_type": "Holdem",
        "game_number": "86",
        "currency": "Chips",
        "dealer_seat": 2,
        "players": [
            {"id": 1, "name": "Hana", "seat": 1, "starting_stack": 90},
            {"id": 2, "name": "Igor", "seat": 2, "starting_stack": 80},
        ],
        "rounds": [
            {"id": 0, "street": "Preflop", "actions": [*preflop, action(2, "Call", 6)]},
            {"id": 1, "street": "Flop", "cards": ["9h", "8h", "Kc"], "actions": flop},
        ],
        "pots": [
            {
                "number": 0,
                "amount": amount,
                "rake": 2,
                "player_wins": [{"player_id": 1, "win_amount": won}],
            }
        ],
    }
    return json.dumps({"ohh": document})


@pytest.mark.parametrize("uncalled", [0, 40])
def test_an_uncalled_bet_may_be_in_the_pot(uncalled: int) -> None:
    hand = judged(ohh(16 + uncalled, 14 + uncalled)).hand
    assert (hand.pots, hand.paid, hand.rake) == ((16,), {"Hana": 14}, 2)
