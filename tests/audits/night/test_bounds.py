"""Night reports of long logs stay small and state their omissions."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from showdown.audits.judging import Judgment
from showdown.audits.night import night
from showdown.audits.night.equities import MOST_MILLISECONDS, Equities
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import night_to_json
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import LoggedHand
from tests.audits.night.test_all_in import all_in

HAND = replace(all_in(random.Random(8), "holdem"), last_round=3)


def of_players(number: int) -> LoggedHand:
    """Return a hand with other players for each number."""
    names = {name: f"{name} {number}" for name in HAND.seats}
    return replace(
        HAND,
        seats=tuple(names.values()),
        hands={names[name]: cards for name, cards in HAND.hands.items()},
        stacks={names[name]: chips for name, chips in HAND.stacks.items()},
        contributions={names[name]: chips for name, chips in HAND.contributions.items()},
        paid={names[name]: chips for name, chips in HAND.paid.items()},
    )


def in_hour(number: int) -> LoggedHand:
    played = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    return replace(HAND, origin=HAND.origin._replace(played=played))


def in_currency(number: int) -> LoggedHand:
    return replace(HAND, currency=f"X{number:02}")


def told(hands, most_milliseconds=MOST_MILLISECONDS):
    followed = Night(Equities(Terms(), most_milliseconds))
    list(followed.read(map(Judgment, hands)))
    return night_to_json(followed)


@pytest.mark.parametrize(
    ("bound", "hand"),
    [
        ((night, "MOST_PLAYERS", 4 * len(HAND.seats)), of_players),
        ((night, "MOST_CELLS", 4 * len(HAND.seats)), in_hour),
        ((night, "MOST_CURRENCIES", 4), in_currency),
    ],
)
def test_players_hours_and_currencies_are_bounded(monkeypatch, bound, hand) -> None:
    monkeypatch.setattr(*bound)
    night_of_all = told(map(hand, range(10)))
    assert night_of_all["missing"] == {"too-many-players": 6}
    assert sum(each["hands"] for each in night_of_all["currencies"]) == 4


def test_the_list_of_all_ins_is_bounded_but_not_their_sums(monkeypatch) -> None:
    monkeypatch.setattr(night, "MOST_ALL_INS", 3)
    (all_of_them,) = told([replace(HAND, last_round=2)] * 5)["currencies"]
    assert (len(all_of_them["all_ins"]), all_of_them["all_ins_counted"]) == (3, 5)


def test_calculation_stops_at_its_time_limit() -> None:
    rng = random.Random(2)
    hands = [all_in(rng, "holdem") for _ in range(5)]
    (of_some,) = told(hands, most_milliseconds=3)["currencies"]
    counted = of_some["all_ins_counted"]
    assert 0 < counted < 5
    assert of_some["no_equity"] == {"calculating all equities takes too long": 5 - counted}


def test_the_points_of_a_line_are_bounded() -> None:
    (long,) = told([HAND] * 3_000)["currencies"]
    for line in long["lines"]:
        assert 100 < len(line["points"]) <= 401
        assert line["points"][-1][0] == 3_000
        assert (
            line["points"][-1][1]
            == {each["player"]: each for each in long["players"]}[line["player"]]["net"]
        )


def test_only_the_first_sessions_are_listed() -> None:
    (many,) = told(map(in_hour, range(0, 2_000, 10)))["currencies"]
    assert (len(many["sessions"]), many["sessions_in_all"]) == (100, 200)
