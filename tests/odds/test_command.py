"""Test `manage.py odds`: its table, its JSON, and files of spots."""

import csv
import json

import pytest
from django.core.management import CommandError, call_command

from showdown.management.commands.odds import Command


def run_odds(capsys, *arguments):
    call_command(Command(), *arguments)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "hands", "board", "effects"),
    [
        # A third low card makes lows.
        ("omaha-hilo", "Ad2cKsKh Ah3s4hQc", "7c8dKd",
         {"5s": [("makes", "HandA"), ("makes", "HandB")], "Qd": []}),
        # On a board with three low cards, a deuce counterfeits A-2.
        ("omaha-hilo", "Ad2cQsQh Ah3s4hJc", "7c8d5s",
         {"2h": [("counterfeits", "HandA")], "Jd": []}),
        # After these rivers the pot can't be lost.
        ("holdem", "AhKh QsQd", "QhJh2c3s",
         {"Th": [("scoops", "HandA")], "2h": [("scoops", "HandB")]}),
    ],
)  # fmt: skip
def test_the_effect_of_the_next_card_is_stated(capsys, game, hands, board, effects):
    arguments = (*hands.split(), "--game", game, "--board", board, "--json")
    effects_by_card = {
        next_card["card"]: [(effect["what"], effect["label"]) for effect in next_card["effects"]]
        for next_card in json.loads(run_odds(capsys, *arguments))["next_card"]
    }
    assert {card: sorted(effects_by_card[card]) for card in effects} == effects


def test_chips_are_stated_for_each_pot(capsys):
    pots = ("--pot", "300", "--pot", "100=HandB,HandC", "--json")
    hands = ("AsKhQsJh", "2c3d4c5d", "6h7h8d9d", "--board", "Ah7c2d9s5h")
    players = json.loads(run_odds(capsys, *hands, *pots))["players"]
    assert players[0]["chips"]["pots"]["side pot"] == "0"
    assert sum(player["chips"]["about"] for player in players) == 400


def test_a_range_and_dead_cards_are_accepted(capsys):
    table = run_odds(
        capsys, "AhKh", "QQ+", "--game", "holdem", "--board", "2h3h9s", "--dead", "QsQc"
    )
    assert table.startswith("Texas Hold'em, board 2h 3h 9s: exact, 6,321 deals")
    assert "HandB  QQ+" in table


def test_open_suits_and_numbers_of_combinations_are_in_the_json(capsys):
    arguments = ("QQ+", "AsKx", "--board", "2c3d4h5s", "--game", "holdem", "--json")
    queens, ace = json.loads(run_odds(capsys, *arguments))["players"]
    assert queens["combinations"] == {"written": 18, "possible": 18, "weight": 18.0}
    assert (ace["read_as"], queens["read_as"]) == ("Kx: Kh, Kd or Kc", None)


@pytest.mark.parametrize("amount", ["0", "-5", "9" * 5000, "1e3", "١٠"])
def test_an_invalid_amount_of_a_pot_is_an_error(amount):
    with pytest.raises(CommandError, match=r"amount|the pot is empty"):
        call_command(Command(), "AsKhQsJh", "2c3d4c5d", f"--pot={amount}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give the hands, or a --file of spots"),
        (("AsKhQsJh", "2c3d4c5d", *("--pot", "1") * 14), "^pot can have at most 13 entries$"),
        (("AsKhQsJh", "2c3d4c5d", "--put-in", "HandA=x"), "^put-in: “x” isn't an amount of chips$"),
        (("AsKhQsJh", "2c3d4c5d", "--rake", "5%"), "--rake needs --pot, --put-in or --stacks"),
        (("AsKhQsJh",), "1 hand; Omaha Hi/Lo is for 2 to 11 players"),
        (("AsKhQsJh", "AA!("), r"HandB: the range is incomplete \(column 5\)"),
        (("AsKhQsJh", "AsKdQdJd"), "A.* appears twice, in HandA and HandB"),
        (("AsKhQsJh", "*", "--pot", "x"), "^pot: “x” isn't an amount of chips"),
        (("AsKhQsJh", "*", "--pot", "100="), "the pot has no eligible player"),
        (("--file", "/nowhere/spots.csv"), "/nowhere/spots.csv: No such file or directory"),
    ],
)
def test_errors_are_reported(arguments, message):
    with pytest.raises(CommandError, match=message):
        call_command(Command(), *arguments)


NO_SPOTS = [
    b"",
    b"game,board,HandA\n",
    b"HandA:AcKdJd3d HandB:5c5d6c7d Board:AhKh5s2sQd\n",
    b"HandA:Ac,Kd,Jd,3d HandB:5c,5d,6c,7d Board:Ah,Kh,5s,2s,Qd\n",
    b"2\n2s 9c Ad 4h Xs\nAs Ac\n9h 7h\n",
    b"3c 2s 4d Ah - As 3h 2d 4h\n",
]
"""Files whose first line doesn't name at least two hands: empty, with one hand, or of deals."""


def test_a_file_of_spots_gives_a_row_for_each_player(tmp_path):
    spots, answers = tmp_path / "spots.csv", tmp_path / "answers.csv"
    spots.write_text(
        "game,board,HandA,HandB,HandC\n"
        ",Ah7c2d,AsKhQsJh,2c3d4c5d,\n"
        "holdem,2h3h9s,AhKh,Zz,\n"
        "holdem,,AhKh,QsQd,\n"
    )
    with pytest.raises(CommandError, match="1 spot refused"):
        call_command(Command(), "--file", str(spots), "--output", str(answers))
    rows = list(csv.DictReader(answers.read_text().splitlines()))
    assert [(row["line"], row["label"], row["share"]) for row in rows] == [
        ("2", "HandA", "79/328"),
        ("2", "HandB", "249/328"),
        ("3", "HandB", ""),
        ("4", "HandA", "197833/428076"),
        ("4", "HandB", "230243/428076"),
    ]
    assert rows[2]["error"].startswith("“Z” isn't allowed here")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HandA,HandB\nAsKhQsJh,2c3d4c5d\n".encode("utf-16"), "this isn't CSV in UTF-8"),
        (b"HandA,HandB\n" + b"A" * 200_000 + b",2c3d4c5d\n", "this isn't CSV in UTF-8"),
        *((text, "the first line must name columns") for text in NO_SPOTS),
    ],
)
def test_a_file_without_csv_is_refused(tmp_path, text, message):
    spots, answers = tmp_path / "spots.csv", tmp_path / "answers.csv"
    spots.write_bytes(text)
    with pytest.raises(CommandError, match=message):
        call_command(Command(), "--file", str(spots), "--output", str(answers))
    assert not answers.exists()


def test_a_row_with_more_cells_than_columns_is_refused(tmp_path, capsys):
    spots = tmp_path / "spots.csv"
    spots.write_text("HandA,HandB\nAsKhQsJh,2c3d4c5d,\nAsKhQsJh,2c3d4c5d,6h7h8d9d\n")
    with pytest.raises(CommandError, match="1 spot refused"):
        call_command(Command(), "--file", str(spots))
    *_, last = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (last["line"], last["error"]) == ("3", "3 cells, but the first line names 2 columns")
