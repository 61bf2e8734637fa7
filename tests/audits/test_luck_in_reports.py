"""Reports of audits list hands sold at a wrong price, and state the equities of all-ins."""

import json
from pathlib import Path

import pytest

import showdown
from showdown.audits.signing import verify
from tests.audits.night.test_stud_and_draws import EARLY

LOG = Path("tests/data/logs/cash_outs.txt")


@pytest.fixture
def read(audited):
    """Return a function that audits a text, and returns the lines of the report and messages."""

    def read(text, *options):
        _, report, said = audited(text.encode(), "--quiet", *options)
        lines = report.splitlines(keepends=True)
        assert verify(lines)
        return [json.loads(line) for line in lines], said

    return read


def test_a_wrong_price_has_its_own_kind_of_fault(read):
    (head, entry, end), said = read(LOG.read_text())
    assert said == "3 hands read, 3 settled, 1 paid incorrectly\n"
    assert head["audit"]["kinds"] == {"cash-out": 1}
    assert (entry["hand"], entry["kind"]) == ("3001", "cash-out")
    assert (entry["paid"], entry["due"]) == ({"Anna": "15.83"}, {"Anna": "15.81"})
    assert entry["reason"].endswith("was due 15.81 (15.8148): wrong however it is rounded")
    assert end["totals"]["players"] == {"Anna": {"over": "0.02", "under": "0.00"}}
    assert "owed" not in entry
    assert "luck" not in end["totals"]


def test_a_correct_price_is_not_a_fault(read):
    (head, _), _ = read(
        LOG.read_text().replace("cashed out the hand for $15.83", "cashed out the hand for $15.81")
    )
    assert (head["audit"]["agreeing"], head["audit"]["kinds"]) == (3, {})


def test_a_premium_below_the_fair_one_favors_the_player(read):
    """The insurance pays 10.80 on six of 40 rivers, so a fair premium is 1.62."""
    text = (
        LOG.read_text()
        .replace("($0/$4/$0)", "($0/$1/$0)")
        .replace("insurance ($4)", "insurance ($1)")
    )
    (head, _, entry, _), _ = read(text)
    assert head["audit"]["kinds"] == {"cash-out": 1, "insurance": 1}
    assert (entry["paid"], entry["due"]) == ({"Anna": "-1.00"}, {"Anna": "-1.62"})
    assert entry["difference"] == {"Anna": "0.62"}
    assert "a fair premium is 1.62" in entry["reason"]


def test_a_price_that_cannot_be_checked_is_counted(read):
    shown = "Boris: shows [8d 8s] (two pair, Jacks and Eights)\n"
    text = LOG.read_text().replace(shown, "").replace("showed [8d 8s] and lost with", "lost with")
    (head, *_), said = read(text)
    assert head["audit"]["prices_unknown"] == {"not all cards are known": 1}
    assert "1 sold for a price that can't be checked" in said


def test_equity_is_the_odds_times_the_pot(read, tmp_path):
    table, page = tmp_path / "report.csv", tmp_path / "report.html"
    first = LOG.read_text().split("\n\n")[0]
    (_, entry, end), _ = read(first, "--luck", "--csv", str(table), "--html", str(page))
    worth = showdown.odds("holdem", ["AdAs", "8s8d"], pots=[1989]).chips
    owed = dict(
        zip(("Anna", "Boris"), (f"{chips / 100:.2f}" for chips in worth.values()), strict=True)
    )
    assert entry["owed"] == owed
    luck = {each.pop("player"): each for each in end["totals"]["luck"]}
    assert luck["Boris"] == {
        "currency": "$",
        "all_ins": 1,
        "owed": owed["Boris"],
        "got": "0.00",
        "luck": f"-{owed['Boris']}",
    }
    assert end["totals"]["luck_unknown"] == {}
    assert f",Boris,0,0,0,{owed['Boris']}," in table.read_text()
    assert "Luck in all-ins" in page.read_text()


def test_a_report_marks_sampled_equities(read, tmp_path):
    table, page = tmp_path / "report.csv", tmp_path / "report.html"
    wrong = EARLY.replace("Anna collected", "Boris collected")
    (_, entry, end), _ = read(wrong, "--luck", "--csv", str(table), "--html", str(page))
    assert entry["margin"] == {"Anna": "0.01", "Boris": "0.01"}
    assert [luck["margin"] for luck in end["totals"]["luck"]] == ["0.01", "0.01"]
    assert end["totals"]["luck_sampled"] == 1
    owed = entry["owed"]["Anna"]
    assert f",{owed},0.01," in table.read_text()
    assert f"{owed} ± 0.01" in page.read_text()
    assert "The EV of 1 hand is sampled" in page.read_text()
