"""Test the sums of a night, prices of sold hands, payments, and bounds."""

import csv
import io
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command

from showdown.audits.judging import Judgment
from showdown.audits.night import night as night_module
from showdown.audits.night.equities import MAX_MILLISECONDS, EquityCalculator
from showdown.audits.night.names import Names
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import night_to_json
from showdown.audits.night.settling_up import settle_up
from showdown.audits.night.winnings import calculate_sums
from showdown.audits.report import summary_text
from showdown.audits.terms import Terms
from showdown.evaluator.errors import InvalidDeal
from showdown.management.commands.night import night_to_text
from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.words.errors import error_text
from showdown.words.nights import (
    insured_text,
    missing_text,
    skips_text,
    sold_text,
    without_hands_text,
)
from tests.audits.night.nights import (
    EVENING,
    LOGS,
    judge_log,
    make_pokernow_log,
    night_of,
    report_of,
)
from tests.audits.night.test_equities import random_all_in_hand

SAMPLES = sorted(path.name for path in LOGS.iterdir())


@pytest.mark.parametrize("sample", SAMPLES)
def test_nets_add_up_to_chips_added_by_the_house_less_the_rake(sample):
    judged = judge_log((LOGS / sample).read_bytes())
    hands = [judgment for judgment in judged if isinstance(judgment, Judgment)]
    assert hands
    for judgment in hands:
        hand = judgment.hand
        if judgment.difference or hand.cash_outs or hand.insurances:
            continue
        sums, house = calculate_sums(hand, None)
        scale = 100 // 10**hand.decimals
        house_chips = hand.dead - sum(hand.dead_by_player.values())
        assert sum(player.net for player in sums.values()) == (house_chips - hand.taken) * scale, (
            hand.origin
        )
        assert house.taken == hand.taken * scale


@pytest.mark.parametrize("sample", SAMPLES)
def test_nets_of_players_and_house_add_up_to_zero(sample):
    for results in night_of((LOGS / sample).read_bytes()).currencies.values():
        house = results.totals.house.net
        assert sum(sums.net for sums in results.totals.players.values()) == -house
        of_hours = [sums for hour in results.hours.values() for sums in hour.players.values()]
        assert sum(sums.net for sums in of_hours) == -house


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_board_has_the_cards_of_the_last_round(sample):
    """If all others folded, the board has the cards of the last betting round."""
    for hand in read_log([(LOGS / sample).read_bytes()]):
        if not isinstance(hand, LoggedHand) or len(hand.still_in) > 1 or hand.last_round is None:
            continue
        if hand.game.boards and not hand.game.has_draw:
            cards = len(hand.boards[0]) if hand.boards else 0
            assert (0, 3, 4, 5)[hand.last_round] == cards, hand.origin


NEXT_DAY = EVENING + timedelta(hours=20)


def nets(part):
    return {player["player"]: player["net"] for player in part["players"]}


def test_a_session_ends_after_hours_without_hands():
    log = make_pokernow_log(
        ("Ann @ 1", "Bob @ 2", 10, EVENING),
        ("Ann @ 1", "Bob @ 2", 10, EVENING + timedelta(hours=3, minutes=25)),
        ("Bob @ 2", "Ann @ 1", 5, NEXT_DAY),
    )
    (results,) = report_of(log)["currencies"]
    assert nets(results) == {"Ann": 15, "Bob": -15}
    first, second = results["sessions"]
    assert (nets(first), first["hands"]) == ({"Ann": 20, "Bob": -20}, 2)
    assert (nets(second), second["hands"]) == ({"Bob": 5, "Ann": -5}, 1)
    assert first["began"] == "2026-11-20T20:10:00+00:00"
    assert first["ended"] == "2026-11-20T23:35:00+00:00"
    assert (second["began"], second["ended"]) == ("2026-11-21T16:10:00+00:00",) * 2
    assert results["payments"] == [{"from": "Bob", "to": "Ann", "amount": 15}]


def test_chips_may_have_a_value():
    log = make_pokernow_log(("Ann @ 1", "Bob @ 2", 10, EVENING))
    (results,) = report_of(log, chip=25)["currencies"]
    assert nets(results) == {"Ann": 10, "Bob": -10}
    assert results["payments"] == [{"from": "Bob", "to": "Ann", "amount": "2.50"}]


def test_listed_names_are_merged():
    log = make_pokernow_log(
        ("Ann @ 1", "Bob @ 2", 10, EVENING), ("Anna K @ 3", "Bob @ 2", 10, EVENING)
    )
    report = report_of(log, Names.parse("Ann=Anna K, Ana; Zoe=Z"))
    (results,) = report["currencies"]
    assert nets(results) == {"Ann": 20, "Bob": -20}
    assert report["unmet"] == ["Ana", "Z"]
    assert "Nobody is called “Ana”, “Z”: these names were not merged." in night_to_text(report)


def test_two_seats_of_a_player_are_one_in_an_all_in():
    first, second, *_ = HAND.seats
    night = Night(EquityCalculator(Terms()), Names.parse(f"Both={first},{second}"))
    list(night.add_each([Judgment(replace(HAND, last_round=2))]))
    (results,) = night_to_json(night)["currencies"]
    (listed,) = results["all_ins"]
    keys = ("player", "owed", "got", "luck", "margin")
    in_total = [{key: player[key] for key in keys} for player in results["players"]]
    assert sorted(listed["players"], key=str) == sorted(in_total, key=str)
    assert [len(line["points"]) for line in results["lines"]] == [1] * len(in_total)


def test_ids_identify_players():
    log = make_pokernow_log(
        ("Ann @ 1", "Bob @ 2", 10, EVENING),
        ("Anna @ 1", "Bob @ 2", 10, EVENING),
        ("Bob @ 9", "Ann @ 1", 4, EVENING),
    )
    (results,) = report_of(log, Names(by_id=True))["currencies"]
    assert nets(results) == {"Ann": 16, "Bob @ 9": 4, "Bob": -20}
    (by_name,) = report_of(log)["currencies"]
    assert nets(by_name) == {"Anna": 10, "Ann": 6, "Bob": -16}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "isn't written like") for text in ("Ann", "=Bob", "Ann=", "Ann= , ", "Ann=a;Bob")),
        ("Ann=" + 2_000 * "a", "at most 2000 characters"),
        ("Ann=Bob;Cem=Bob", "two players"),
        ("Ann=Bob;Bob=Cem", "two players"),
    ],
)
def test_invalid_names_to_merge_are_refused(text, words):
    with pytest.raises(InvalidDeal) as refused:
        Names.parse(text)
    assert words in error_text(refused.value)


def test_currencies_are_never_added():
    dollars = (LOGS / "cash_outs.txt").read_bytes()
    euros = dollars.replace(b"$", "€".encode()).replace(b"USD", b"EUR")
    first, second = report_of(dollars + b"\n" + euros)["currencies"]
    assert {first["currency"], second["currency"]} == {"$", "€"}
    assert first["hands"] == second["hands"] == 3
    assert first["players"] == second["players"]


@pytest.mark.parametrize(
    "sample",
    [
        *("888poker.txt", "full-tilt.txt", "ggpoker.txt", "pokerstars.txt"),
        *("winamax.txt", "winning-2019.txt"),
    ],
)
def test_nobody_pays_for_the_chips_of_a_tournament(sample):
    currencies = report_of((LOGS / sample).read_bytes(), chip=25)["currencies"]
    (results,) = [currency for currency in currencies if currency["no_payments"] == "tournament"]
    assert (results["currency"], results["chip"]) == ("chips", None)
    assert any(nets(results).values())
    assert not any(part["payments"] for part in (results, *results["sessions"]))


def test_seats_are_not_players():
    report = report_of((LOGS / "bovada.txt").read_bytes())
    assert {currency["no_payments"] for currency in report["currencies"]} == {"no-names"}
    for results in report["currencies"]:
        assert results["biggest"]
        for part in (results, *results["sessions"]):
            assert (part["players"], part["payments"]) == ([], [])
        assert results["lines"] == []
    text = "\n".join(night_to_text(report))
    assert "This log names seats, not players" in text
    assert "Dealer" not in text


def test_hands_that_are_not_read_are_missing_from_the_sums():
    log = (LOGS / "cash_outs.txt").read_bytes().replace(b"to $10.42 and", b"to all and")
    report = report_of(log)
    assert report["missing"] == {"unreadable": 1}
    assert report["hands"] == 2


def count_fewest_payments(amounts):
    """Return the minimum number of payments, found by trying all zero-sum groups."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    best = len(left) - 1
    for size in range(1, len(left)):
        for others in combinations(range(1, len(left)), size - 1):
            group = (0, *others)
            if sum(left[index] for index in group) == 0:
                rest = [amount for index, amount in enumerate(left) if index not in group]
                best = min(best, size - 1 + count_fewest_payments(rest))
    return best


def test_payments_are_the_fewest_possible():
    rng = random.Random(1)
    for _ in range(60):
        amounts = [rng.randint(-6, 6) for _ in range(rng.randint(1, 6))]
        amounts.append(-sum(amounts))
        owed = {f"P{index}": amount for index, amount in enumerate(amounts)}
        assert len(settle_up(owed)) == count_fewest_payments(amounts)


def test_balances_with_a_nonzero_sum_are_refused():
    with pytest.raises(ValueError, match="add up"):
        settle_up({"Ann": 3, "Bob": -2})


TEXT = (LOGS / "cash_outs.txt").read_text()


def prices(text):
    (currency,) = report_of(text.encode())["currencies"]
    return {price["hand"]: price for price in currency["prices"]}


def test_a_price_is_equity_times_the_pot_after_rake_less_the_fee():
    """Aces against eights before the flop: 1,389,024.5 of 1,712,304 boards are worth 16.1348."""
    price = prices(TEXT)["3001"]
    assert price["pot"] == "19.89"
    assert (price["paid"], price["fee"], price["due"]) == ("15.83", "0.32", "15.81")
    assert price["exact"] == "15.8148"
    assert price["difference"] == "0.02"
    assert price["right_by"] == []
    assert not price["right"]


@pytest.mark.parametrize(
    ("paid", "right_by", "is_right"),
    [
        ("15.81", ["nearest", "down"], True),
        ("15.82", ["up"], True),
        ("15.80", [], True),
        ("15.83", [], False),
        ("15.79", [], False),
        ("16.14", [], False),
    ],
)
def test_a_price_lists_the_ways_of_rounding_that_result_in_it(paid, right_by, is_right):
    price = prices(TEXT.replace("hand for $15.83", f"hand for ${paid}"))["3001"]
    assert (price["right_by"], price["right"]) == (right_by, is_right)


def test_a_hand_may_be_sold_later_than_the_last_bet():
    """On the turn, three aces can't lose to eights anymore: 19.89 less 0.32 is due."""
    price = prices(TEXT.replace("hand for $15.83", "hand for $19.57"))["3001"]
    assert price["round"] == "on the turn"
    assert price["right"]


def test_a_seller_who_wins_pays_the_excess_over_the_price():
    """Aces have nine spades against the straight: the seller wins on 35 of 44 rivers."""
    price = prices(TEXT)["HD3002"]
    assert price["round"] == "on the turn"
    assert (price["paid"], price["due"], price["fee"]) == ("65.49", "67.21", None)
    assert price["equity"] == f"{35 / 44:.6f}"
    assert price["right"]


def test_a_sold_hand_wins_its_price():
    first = TEXT[: TEXT.index("Poker Hand #HD3002")]
    (currency,) = report_of(first.encode())["currencies"]
    assert nets(currency) == {"Anna": "5.41", "Cem": "-0.05", "Boris": "-10.42"}
    assert currency["house"] == {"taken": "1.00", "added": "0.00", "bought": "4.06", "net": "5.06"}


LOG = LOGS / "cash_outs.txt"


def run_night(*options):
    output = io.StringIO()
    call_command("night", *options, "--quiet", stdout=output)
    return output.getvalue()


def test_the_command_prints_sums_prices_and_payments():
    output = run_night(str(LOG))
    assert "hand 3001: Anna was paid 15.83 and was due 15.81 (15.8148)" in output
    assert "  Anna pays the house 27.50" in output
    assert "Nov 15, 2026, 23:22 UTC: 1 hand\n" in output
    assert "Nov 16, 2026, 06:24–06:44 UTC: 2 hands\n" in output


def test_a_hand_in_two_logs_counts_once():
    assert run_night(str(LOG), str(LOG)) == run_night(str(LOG))


def test_two_logs_are_one_night():
    other = str(LOGS / "ipoker.txt")
    nights = ([str(LOG)], [other], [str(LOG), other])
    one, two, both = (int(run_night(*logs).split()[0]) for logs in nights)
    assert both == one + two


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--chip", "-1"], "isn't an amount"),
        (["--chip", "0"], "isn't an amount"),
        (["--chip", "x"], "chip: “x” isn't an amount"),
        (["--same", "Anna"], "isn't written like"),
        (["nowhere.txt"], r"nowhere\.txt"),
    ],
)
def test_invalid_options_and_missing_files_are_refused(options, why):
    with pytest.raises(CommandError, match=why):
        run_night(str(LOG), *options)


def test_all_ins_are_rows_of_csv(tmp_path):
    rows = tmp_path / "all-ins.csv"
    run_night(str(LOG), "--csv", str(rows))
    with rows.open(newline="") as file:
        owed = {(row["hand"], row["player"]): row["owed"] for row in csv.DictReader(file)}
    assert owed[("3001", "Anna")] == "16.13"
    assert owed[("3001", "Boris")] == "3.76"
    assert len(owed) == 6


HAND = replace(random_all_in_hand(random.Random(8), "holdem"), last_round=3)


def hand_of_players(number):
    names = {name: f"{name} {number}" for name in HAND.seats}
    return replace(
        HAND,
        seats=tuple(names.values()),
        hands={names[name]: cards for name, cards in HAND.hands.items()},
        stacks={names[name]: chips for name, chips in HAND.stacks.items()},
        contributions={names[name]: chips for name, chips in HAND.contributions.items()},
        paid={names[name]: chips for name, chips in HAND.paid.items()},
    )


def hand_of_hour(number):
    played = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    return replace(HAND, origin=HAND.origin._replace(played=played))


def report_of_hands(hands, max_milliseconds=MAX_MILLISECONDS):
    night = Night(EquityCalculator(Terms(), max_milliseconds))
    list(night.add_each(map(Judgment, hands)))
    return night_to_json(night)


@pytest.mark.parametrize(
    ("bound", "hand"),
    [
        ((night_module, "MAX_PLAYERS", 4 * len(HAND.seats)), hand_of_players),
        ((night_module, "MAX_PLAYER_HOURS", 4 * len(HAND.seats)), hand_of_hour),
        (
            (night_module, "MAX_CURRENCIES", 4),
            lambda number: replace(HAND, currency=f"X{number:02}"),
        ),
    ],
)
def test_players_hours_and_currencies_are_bounded(monkeypatch, bound, hand):
    monkeypatch.setattr(*bound)
    night_of_all = report_of_hands(map(hand, range(10)))
    assert night_of_all["missing"] == {"too-many-players": 6}
    assert sum(currency["hands"] for currency in night_of_all["currencies"]) == 4


def test_the_list_of_all_ins_is_bounded_but_not_their_sums(monkeypatch):
    monkeypatch.setattr(night_module, "MAX_ALL_INS", 3)
    (results,) = report_of_hands([replace(HAND, last_round=2)] * 5)["currencies"]
    assert (len(results["all_ins"]), results["all_ins_counted"]) == (3, 5)


def test_calculation_stops_at_its_time_limit():
    rng = random.Random(2)
    hands = [random_all_in_hand(rng, "holdem") for _ in range(5)]
    (results,) = report_of_hands(hands, max_milliseconds=3)["currencies"]
    counted = results["all_ins_counted"]
    assert 0 < counted < 5
    assert results["no_equity"] == {"calculating all equities takes too long": 5 - counted}


def test_the_points_of_a_line_are_bounded():
    (results,) = report_of_hands([HAND] * 3_000)["currencies"]
    for line in results["lines"]:
        assert 100 < len(line["points"]) <= 401
        assert line["points"][-1][0] == 3_000
        assert line["points"][-1][1] == nets(results)[line["player"]]


def test_only_the_first_sessions_are_listed():
    (results,) = report_of_hands(map(hand_of_hour, range(0, 2_000, 10)))["currencies"]
    assert (len(results["sessions"]), results["sessions_in_all"]) == (100, 200)


CHECKED = {"no-showdown": 43, "cards-not-shown": 2}


@pytest.mark.parametrize(
    ("write", "figures", "text"),
    [
        (sold_text, {}, ""),
        (sold_text, {"Anna": "15.83"},
         "The house paid Anna 15.83 for the hand, and gets its winnings"),
        (sold_text, {"Anna": "5", "Cem": "7"},
         "The house paid Anna 5 and Cem 7 for their hands, and gets their winnings"),
        (insured_text, {}, ""),
        (insured_text, {"Anna": "5", "Cem": "7"},
         "Anna paid the house 5 and Cem 7 to insure their hands; “Won” is what remains after"
         " these premiums"),
        (missing_text, {}, ""),
        (missing_text, {"cut-off": 1}, "1 hand, cut off, is missing from the sums"),
        (missing_text, {"contributions-do-not-add-up": 2},
         "2 hands, with missing bets, are missing from the sums"),
        (missing_text, {"unreadable": 2, "cut-off": 1},
         "3 hands are missing from the sums: 2 unreadable, 1 cut off"),
        (skips_text, {"no-hands": 1, "unreadable": 2}, "1 file without hands, 2 unreadable"),
        (without_hands_text, [], ""),
        (without_hands_text, [f"{number}.txt" for number in range(22)],
         f"22 files contain no hands ({', '.join(f'{number}.txt' for number in range(20))}"
         " and 2 more)"),
        (summary_text,
         {"hands": 75, "settled": 30, "checked": CHECKED, "skipped": {}, "differing": 0},
         "75 hands read, 30 settled, 43 ended without a showdown,"
         " 2 with cards that were not shown, none paid incorrectly"),
        (summary_text,
         {"hands": 8, "settled": 4, "checked": {"no-showdown": 1},
          "skipped": {"repeated": 1, "unreadable": 2}, "differing": 0},
         "6 hands read, 4 settled, 1 ended without a showdown, 1 skipped, 2 unreadable,"
         " none paid incorrectly"),
    ],
)  # fmt: skip
def test_figures_of_a_night_and_of_an_audit_are_stated_in_a_sentence(write, figures, text):
    assert write(figures) == text
