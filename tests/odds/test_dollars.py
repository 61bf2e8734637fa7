"""Compare dollar equities with their mean over all rivers, settled and paid by the evaluator."""

import json
from collections import Counter

import pytest
from django.core.management import call_command

from showdown.bulk.dealing import sample_joint_outcomes
from showdown.bulk.dollars import compute_dollar_equities, count_joint_outcomes
from showdown.bulk.odds import Odds, add_pots, build_spot_arrays
from showdown.bulk.tally import Tally
from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.icm import calculate_equities
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.management.commands.odds import Command
from showdown.notation.spots import read_spot
from showdown.notation.tournament_words import read_tournament
from showdown.words.errors import error_text

PAYOUTS = [50, 30, 20]


def run_odds(capsys, *arguments):
    call_command(Command(), *arguments, "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("game", "hands", "board", "stacks", "put_in"),
    [
        ("omaha-hilo", ["Ad2c9s9h", "As2hKdQd", "Ac2d9c9d"], "3c7d8hKs",
         {"HandA": 31, "HandB": 52, "HandC": 50, "Zoe": 40}, None),
        ("omaha-hilo", ["Ad2c9s9h", "As2hKdQd", "Ac2d9c9d"], "3c7d8hKs",
         {"HandA": 500, "HandB": 52, "HandC": 70}, {"HandA": 60, "HandB": 52, "HandC": 45}),
        ("holdem", ["AhKh", "QsQd", "2c2d"], "Th9h4s2s",
         {"HandA": 100, "HandB": 200, "HandC": 300}, None),
        ("holdem", ["AhKh", "QsQd"], "Th9h4s2s", {"HandA": 100, "HandB": 90, "Zoe": 1}, None),
    ],
)  # fmt: skip
def test_dollars_are_the_mean_of_all_rivers(capsys, game, hands, board, stacks, put_in):
    rivers = [str(card) for card in DECK if str(card) not in "".join([board, *hands])]
    contributions = put_in or {
        label: stacks[label] for label in ("HandA", "HandB", "HandC")[: len(hands)]
    }
    dollars = dict.fromkeys(stacks, 0)
    for river in rivers:
        deal = Deal.parse(GAMES[game], hands, board + river)
        payout = settle(deal, Wagers(contributions=contributions), RULE_SETS["wsop-2026"]).payout
        players = {label: payout.player(label) for label in contributions}
        received = {label: player.total + player.returned for label, player in players.items()}
        after = [
            chips - contributions.get(label, 0) + received.get(label, 0)
            for label, chips in stacks.items()
        ]
        for label, equity in zip(
            stacks, calculate_equities(after, PAYOUTS, list(stacks.values())), strict=True
        ):
            dollars[label] += equity / len(rivers)
    stacks_text = ",".join(f"{label}={chips}" for label, chips in stacks.items())
    arguments = ["--put-in", ",".join(f"{label}={chips}" for label, chips in contributions.items())]
    icm = run_odds(capsys, *hands, "--board", board, "--game", game, "--stacks", stacks_text,
                    "--payouts", "50,30,20", *(arguments if put_in else []))["icm"]  # fmt: skip
    after = {player["label"]: player["after"] for player in icm["players"]}
    assert after == pytest.approx(dollars, abs=1e-5)
    before = [player["before"] for player in icm["players"]]
    assert before == pytest.approx(calculate_equities(list(stacks.values()), PAYOUTS), abs=1e-6)
    assert sum(finish["percent"] for finish in icm["finishes"]) == pytest.approx(100, abs=0.1)
    assert icm["finishes_in_all"] == len(icm["finishes"])


@pytest.mark.parametrize(
    ("max_listed", "text"),
    [(1, "and 2 less likely outcomes\n"), (2, "and 1 less likely outcome\n")],
)
def test_the_likeliest_outcomes_are_listed(capsys, monkeypatch, max_listed, text):
    monkeypatch.setattr("showdown.words.odds.MAX_LISTED_OUTCOMES", max_listed)
    call_command(Command(), "AsAh", "KsKh", "--stacks", "5000,3000,2000", "--payouts", "50,30,20",
                 "--game", "holdem")  # fmt: skip
    assert capsys.readouterr().out.endswith(text)


def test_ranges_have_dollar_equity(capsys):
    icm = run_odds(capsys, "QQ+", "15%", "--game", "holdem", "--board", "2c3d4h",
                    "--stacks", "50,50", "--payouts", "1")["icm"]  # fmt: skip
    player = run_odds(capsys, "QQ+", "15%", "--game", "holdem", "--board", "2c3d4h")["players"][0]
    assert icm["players"][0]["after"] * 100 == pytest.approx(player["percent"], abs=0.006)


def test_chips_of_ranges_are_paid_by_the_rules(capsys):
    players = run_odds(capsys, "QQ+", "15%", "--game", "holdem", "--board", "2c3d4h",
                        "--put-in", "HandA=500,HandB=300", "--rake", "5%,3")["players"]  # fmt: skip
    assert sum(player["chips"]["about"] for player in players) == 600 - 3


@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ("", "5", "dollar equity needs the stacks of at least two players"),
        (
            "5,5.5",
            "1",
            "“5.5” isn't a stack: a stack is a whole number of chips from 1 to 1,000,000,000,000",
        ),
        ("HandA=5,HandA=6", "1", "HandA has two stacks"),
        ("5,5", "1,y", "“y” isn't a payout"),
        ("5 " * 11, "1", "dollar equity is for at most 10 players"),
    ],
)
def test_errors_of_a_tournament_are_reported(stacks, payouts, message):
    with pytest.raises(InvalidDeal) as error_info:
        read_tournament(stacks, payouts, ("HandA", "HandB"))
    assert error_text(error_info.value) == message


def test_outcomes_of_side_pots_are_as_frequent_as_in_random_deals():
    spot = read_spot(GAMES["holdem"], ["AsAh", "KsKh", "QsQh"], "2c3d4h")
    player_sets = [(0, 1, 2), (1, 2)]
    counted_outcomes, dealt_outcomes = (
        count_joint_outcomes(spot, player_sets),
        sample_joint_outcomes(build_spot_arrays(spot), player_sets, 7, 0, 1 << 17),
    )
    assert set(dealt_outcomes) <= set(counted_outcomes)
    for outcome, count in counted_outcomes.items():
        probability = count / counted_outcomes.total()
        assert dealt_outcomes[outcome] / dealt_outcomes.total() == pytest.approx(
            probability, abs=0.006
        )


@pytest.mark.long
def test_three_ranges_have_dollar_equity_with_side_pots(capsys):
    spot = ("15%", "20%", "any", "--game", "holdem", "--stacks", "50,60,70", "--payouts", "1",
            "--seconds", "0.5")  # fmt: skip
    icm = run_odds(capsys, *spot)["icm"]
    assert icm["exact"] is False
    assert sum(player["after"] for player in icm["players"]) == pytest.approx(1, abs=1e-4)
    call_command(Command(), *spot)
    assert "dollar equity (sampled)" in capsys.readouterr().out


def test_uncountable_side_pots_are_refused_if_sampling_is_not_allowed():
    spot = read_spot(GAMES["holdem"], ["15%", "20%", "any"])
    tournament = read_tournament("5,6,7", "1", spot.labels)
    wagers = tournament.add_ante(Wagers(), spot.labels)
    spot_with_pots = add_pots(spot, wagers, RULE_SETS["wsop-2026"])
    odds = Odds(spot, Tally(3, (), Counter(), ()))
    with pytest.raises(InvalidDeal) as error_info:
        compute_dollar_equities(tournament, spot, wagers, spot_with_pots, odds)
    assert error_text(error_info.value).startswith("dollar equity with side pots needs exact odds")
