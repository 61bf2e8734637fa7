"""Test Open Hand History, field by field."""

import json

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.logs.log_reader import read_hand, read_log
from showdown.notation.logs.logged_hand import LoggedHand, Skip
from tests.logs import special_hand, why_unsettled

TEXT = special_hand("open-hand-history", "two runs, a straddle and a dead blind")
HAND = json.loads(TEXT)["ohh"]


def text_of(changes):
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
        (
            {"pots": [{"amount": 5, "player_wins": [{"player_id": 7, "win_amount": 5}]}]},
            Skip.DOES_NOT_ADD_UP,
        ),
        ({"dealer_seat": None}, None),
    ],
)
def test_a_hand_is_skipped_only_if_it_cannot_be_settled(changes, reason):
    skipped = why_unsettled(read_hand(text_of(changes)))
    if reason is None:
        assert skipped is None
    else:
        assert skipped.reason is reason
        assert skipped.detail or skipped.reason is Skip.NO_SHOWDOWN


@pytest.mark.parametrize(
    ("changes", "too_fine_amount"),
    [({"pots": [{"amount": 2.901, "player_wins": []}]}, "2.901"), ({"tournament": True}, "0.05")],
)
def test_an_amount_finer_than_the_unit_is_reported(changes, too_fine_amount):
    hand = read_hand(text_of(changes))
    assert hand.too_fine_amount == too_fine_amount


def test_objects_may_follow_each_other_on_one_line_and_span_several():
    one, two = json.dumps({"ohh": HAND}), json.dumps({"ohh": HAND}, indent=1)
    log = f"{one} {one}\n{two}\n\n{one}{two}\n{{}}\n"
    hands = list(read_log([log.encode()]))
    lines = two.count("\n") + 1
    assert [(hand.origin.line, isinstance(hand, LoggedHand)) for hand in hands] == [
        *((1, True), (1, True), (2, True)),
        *((lines + 3, True), (lines + 3, True), (2 * lines + 3, False)),
    ]


def test_text_after_a_hand_is_reported():
    one = json.dumps({"ohh": HAND})
    hand, stray, broken = read_log([f"{one}\n\nand so on\n{one[:-5]}".encode()])
    assert isinstance(hand, LoggedHand)
    assert (stray.origin.line, stray.reason) == (3, Skip.UNREADABLE)
    assert (broken.origin.line, broken.reason) == (4, Skip.CUT_OFF)


def test_a_game_is_recognized_by_the_number_of_cards_in_a_hand():
    cards = ["Kc", "Kd", "Qc", "Qd", "Qh"]
    shows = {"player_id": 7, "action": "Shows Cards", "cards": cards}
    for kind, slug in (("Omaha", "five-card-omaha"), ("OmahaHiLo", "five-card-omaha-hilo")):
        rounds = [*HAND["rounds"], {"street": "Showdown", "actions": [shows]}]
        hand = read_hand(text_of({"game_type": kind, "rounds": rounds}))
        assert hand.game is GAMES[slug]


@pytest.mark.parametrize("indent", [None, 2])
def test_hands_may_be_in_an_array(indent):
    hands = [{"ohh": HAND | {"game_number": number}} for number in range(3)]
    found = list(read_log([json.dumps(hands, indent=indent).encode()]))
    assert [hand.origin.hand for hand in found] == ["0", "1", "2"]
    assert {why_unsettled(hand) for hand in found} == {None}
    lines = [hand.origin.line for hand in found]
    assert lines == ([1, 1, 1] if indent is None else sorted(set(lines)))
    log = "[\n" + ",\n".join(map(json.dumps, hands)) + "\n]\n"
    assert [type(hand) for hand in read_log([log.encode()])] == [LoggedHand] * 3
