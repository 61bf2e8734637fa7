"""The output of the command `night`."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.audits.night.nights import LOGS

LOG = LOGS / "cash_outs.txt"


def night(*options: str) -> str:
    printed = io.StringIO()
    call_command("night", *options, "--quiet", stdout=printed)
    return printed.getvalue()


def test_the_command_prints_sums_prices_and_payments() -> None:
    printed = night(str(LOG))
    assert "hand 3001: Anna was paid 15.83 and was due 15.81 (15.8148)" in printed
    assert "  Anna pays the house 27.50" in printed
    assert "15 November 2026, from 23:00 UTC: 1 hand\n" in printed


def test_several_logs_are_one_night_and_a_hand_counts_once() -> None:
    assert night(str(LOG), str(LOG)) == night(str(LOG))
    both = night(str(LOG), str(LOGS / "ipoker.txt"))
    assert "hands are missing" in both or int(both.split()[0]) > 1


def test_the_command_writes_json(tmp_path) -> None:
    written = tmp_path / "night.json"
    night(str(LOG), "--json", str(written))
    assert json.loads(written.read_text())["hands"] == 3


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--chip", "-1"], "isn't an amount"),
        (["--chip", "0"], "isn't an amount"),
        (["--chip", "x"], "x"),
        (["--same", "Anna"], "isn't written like"),
    ],
)
def test_invalid_options_are_refused(options, why) -> None:
    with pytest.raises(CommandError, match=why):
        night(str(LOG), *options)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(CommandError, match=r"nowhere\.txt"):
        night("nowhere.txt")


def test_all_ins_are_rows_of_csv(tmp_path) -> None:
    rows = tmp_path / "all-ins.csv"
    night(str(LOG), "--csv", str(rows))
    with rows.open(newline="") as file:
        owed = {(row["hand"], row["player"]): row["owed"] for row in csv.DictReader(file)}
    assert owed[("3001", "Anna")] == "16.13"
    assert owed[("3001", "Boris")] == "3.76"
    assert len(owed) == 6
