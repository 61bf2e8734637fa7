"""Test the printable sheet: its rankings, its examples under each rule set, and its formats."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.rankings import HIGH
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.words.citations import BOOKS
from showdown.words.sheet import build_sheet, sheet_text

STANDARD_CATEGORIES = [
    *("Straight flush", "Four of a kind", "Full house", "Flush", "Straight", "Three of a kind"),
    *("Two pair", "Pair", "High card"),
]


def get_payouts(example):
    return {player.label: player.payout for player in example.players}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_rankings_run_from_the_best_to_the_worst(rules):
    categories = build_sheet(rules).categories
    assert [category.name for category in categories] == STANDARD_CATEGORIES
    ranks = [HIGH.rank(category.cards) for category in categories]
    assert ranks == sorted(ranks, reverse=True)
    assert HIGH.rank(parse_cards("AsKsQsJsTs")) == ranks[0]
    rankings = {contest.ranking for game in GAMES.values() for contest in game.contests}
    assert len(build_sheet(rules).other_rankings) == len(rankings - {HIGH})


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_side_pots_go_to_their_contributors(rules):
    """The pots are 4 x 50, 3 x 70 and 2 x 180; then 140 and 120, each half high and half low."""
    first, second = build_sheet(rules).chip_pages[0].examples
    assert get_payouts(first) == {"Anna": "200", "Boris": "210", "Cem": "360", "Dora": "0"}
    assert first.lines[0] == "60 back to Dora: nobody called it."
    assert get_payouts(second) == {"Anna": "35", "Boris": "130", "Cem": "95"}


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("wsop-2026", ["34 33 33", "19 38 18", "13 13", "12 13"]),
        ("tda-2026", ["34 33 33", "19 38 18", "14 12", "12 13"]),
        ("roberts", ["34 33 33", "19 38 18", "13 13", "13 12"]),
        ("exact", ["33.34 33.33 33.33", "18.75 37.50 18.75", "13 13", "12.50 12.50"]),
    ],
)
def test_odd_chips_follow_the_chosen_rule_book(slug, expected):
    examples = build_sheet(RULE_SETS[slug]).chip_pages[1].examples
    assert [" ".join(get_payouts(example).values()) for example in examples] == expected
    assert BOOKS[slug].odd_chips in sheet_text(build_sheet(RULE_SETS[slug]))
    lows = [player.made_hands for player in examples[1].players]
    assert ["8-5-3-2-A" in hands for hands in lows] == [True, False, True]
    assert not any("8532A" in hands for hands in lows)


def test_the_rules_lead_to_the_sheet_of_each_book(db, client):
    assert 'href="/showdown/rules/sheet/"' in client.get("/showdown/rules/").text
    for slug, book in BOOKS.items():
        page = client.get(f"/showdown/rules/sheet/?rules={slug}")
        assert page.status_code == 200
        assert f'value="{slug}" selected' in page.text
        assert book.odd_chips in page.text
    assert "used by permission" in client.get("/showdown/rules/sheet/?rules=tda-2024").text
    assert client.get("/showdown/rules/sheet/?rules=hoyle").status_code == 404


@pytest.mark.parametrize("name", ["sheet.html", "sheet.txt"])
def test_a_written_sheet_refers_to_no_other_file(tmp_path, name):
    target = tmp_path / name
    call_command("sheet", str(target), "--rules", "tda-2026")
    text = target.read_text()
    assert "Copyright 2026" in text
    assert "14" in text
    assert text.startswith("<!doctype html>" if name.endswith("html") else "HAND RANKINGS\n")
    assert not re.search(r"(href|src)=|url\(|@import", text)


def test_text_goes_to_standard_output(capfdbinary):
    call_command("sheet")
    out = capfdbinary.readouterr().out.decode()
    assert [part.split("\n")[0] for part in out.split("\f\n")] == [
        *("HAND RANKINGS", "SIDE POTS", "ODD CHIPS")
    ]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["sheet.pdf"], "must end in .html or .txt"), (["-", "--rules", "hoyle"], "invalid choice")],
)
def test_invalid_arguments_are_refused(arguments, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("sheet", *arguments)
    assert not Path("sheet.pdf").exists()
