"""Test settling a night: payments, expenses, differences, and PokerNow's ledger."""

import json
import random
import re
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

import showdown
from showdown.audits.night.ledger import BY_WINNINGS, Entry, Expense, settle_ledger
from showdown.evaluator.errors import InvalidDeal
from showdown.notation.pokernow_ledger import find_mergeable_names, is_ledger, read_ledger
from showdown.words.errors import error_text
from tests.pages.reading import assert_errors_are_beside_fields

LEDGERS = Path(__file__).parent / "data" / "ledgers"
PAGE = "/showdown/settle-up/"
HEADER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"


def build_entries(*rows):
    return [Entry(name, 100 * buy_in, int(100 * cash_out)) for name, buy_in, cash_out in rows]


def test_payments_settle_any_night():
    rng = random.Random(4)
    for _ in range(200):
        count = rng.randint(2, 20)
        names = [f"P{i}" for i in range(count)]
        entries = [Entry(name, rng.randint(0, 9_999), rng.randint(0, 9_999)) for name in names]
        expenses = [Expense(name, rng.randint(0, 5_000)) for name in rng.choices(names, k=2)]
        result = settle_ledger(entries, expenses, difference_to=rng.choice(names))
        balance = dict(result.nets)
        assert sum(balance.values()) == 0
        for payer, receiver, amount in result.payments:
            assert amount > 0
            balance[payer] += amount
            balance[receiver] -= amount
        assert not any(balance.values())


def test_a_difference_that_nobody_takes_stays_open():
    rows = build_entries(("Anna", 20, 45), ("Boris", 20, 0), ("Cem", 20, 20))
    result = settle_ledger(rows)
    assert (result.difference, result.is_open, result.payments) == (500, True, [])
    closed = settle_ledger(rows, difference_to="Cem")
    assert closed.nets == {"Anna": 2500, "Boris": -2000, "Cem": -500}
    assert not closed.is_open


THREE_PLAYERS = [("Anna", 20, 40), ("Boris", 20, 0), ("Cem", 20, 20)]


@pytest.mark.parametrize(
    ("rows", "expenses", "nets"),
    [
        # Cash-outs exceed buy-ins by 6, which winnings of 20 and 10 share.
        ([("A", 10, 30), ("B", 10, 20), ("C", 24, 0)], [], [16, 8, -24]),
        # Buy-ins exceed cash-outs by 6, which the winners get.
        ([("A", 10, 30), ("B", 10, 20), ("C", 36, 0)], [], [24, 12, -36]),
        # Cash-outs exceed buy-ins by 1, with equal winnings: the first winner loses a whole unit.
        ([("A", 10, 20), ("B", 10, 20), ("C", 19, 0)], [], [9, 10, -19]),
        # A pizza for 31, shared by three in whole units: 11, 10, 10.
        (THREE_PLAYERS, [Expense("Cem", 3_100, purpose="pizza")], [9, -30, 21]),
        (THREE_PLAYERS, [Expense("Anna", 1_000, ("Boris",))], [30, -30, 0]),
        # A repeated name is one player.
        ([("Anna", 20, 0), ("Anna", 20, 50), ("Boris", 20, 10)], [], [10, -10]),
    ],
)
def test_a_difference_is_shared_in_proportion_to_winnings(rows, expenses, nets):
    result = settle_ledger(build_entries(*rows), expenses, difference_to=BY_WINNINGS)
    assert [net / 100 for net in result.nets.values()] == nets


paid_by_cem = partial(Expense, "Cem")


@pytest.mark.parametrize(
    ("rows", "expenses", "rounded"),
    [
        (THREE_PLAYERS, [paid_by_cem(1_000, purpose="pizza")],
         "expense of 10 for pizza: Anna pays 4, the others 3"),
        (THREE_PLAYERS, [paid_by_cem(1_100)], "expense of 11: Anna and Boris pay 4, Cem 3"),
        (THREE_PLAYERS, [paid_by_cem(100, ("Boris", "Cem"))], "expense of 1: Boris pays 1, Cem 0"),
        (THREE_PLAYERS, [paid_by_cem(1_200)], ""),
        (THREE_PLAYERS, [paid_by_cem(1_001)], ""),
        # Cash-outs exceed buy-ins by 7, which winnings of 25 and 2 share.
        ([("Anna", 20, 45), ("Boris", 20, 0), ("Cem", 20, 22)], [],
         "difference of 7: Anna takes 6 and Cem 1"),
        # Buy-ins exceed cash-outs by 1, with equal winnings.
        ([("A", 10, 20), ("B", 10, 20), ("C", 21, 0)], [], "difference of 1: A takes 1 and B 0"),
        ([("A", 10, 30), ("B", 10, 20), ("C", 24, 0)], [], ""),
        ([("A", 20, 30.5), ("B", 20, 0), ("C", 20, 30)], [], ""),
    ],
)  # fmt: skip
def test_shares_that_are_rounded_to_whole_units_are_stated(rows, expenses, rounded):
    result = settle_ledger(build_entries(*rows), expenses, difference_to=BY_WINNINGS)
    expected = f"The {rounded}".replace(":", " is shared in whole units:")
    assert result.rounded == ([expected] if rounded else [])


@pytest.mark.parametrize(
    ("file", "nets"),
    [
        ("old", {"Mira": 3150, "Timo": -1150, "Jule": -2000}),
        ("seated", {"Mira": 32.5, "Timo": -32.5}),
        ("escrow", {"Mira": -200, "Timo": -1300, "Jule": 1500}),
        ("quotes", {'Mira "the Wall" K.': 60, "Timo, Jr.": -60}),
        ("two_ids", {"Mira": -1000, "Mira (2)": 2200, "Timo": -1200}),
    ],
)
def test_ledgers_of_pokernow_are_read(file, nets):
    text = (LEDGERS / f"{file}.csv").read_text()
    assert is_ledger(text)
    players = read_ledger(text)
    assert {player.name: player.net / 100 for player in players} == nets
    assert sum(player.net for player in players) == 0


def test_ledgers_may_repeat_names_and_ids():
    players = read_ledger((LEDGERS / "two_ids.csv").read_text())
    assert [player.nicknames for player in players] == [["Mira"], ["Mira"], ["Timo", "Tim"]]
    assert find_mergeable_names(player.name for player in players) == [("Mira", "Mira (2)")]
    assert find_mergeable_names(["Ann", "Bo", "ann", "Bo (x)"]) == [("Ann", "ann")]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (f"Ann,1,,,{'9' * 100_000},0,0,0\n", "isn't an amount"),
        ("Ann,1,,,0,0,0,0\n" * 2_001, "at most 2000 rows"),
    ],
)
def test_long_ledgers_are_refused(rows, message):
    with pytest.raises(InvalidDeal) as caught:
        read_ledger(HEADER + rows)
    assert message in error_text(caught.value)


@pytest.fixture
def page(client, db):
    def get(query="", **kwargs):
        return unescape(client.get(f"{PAGE}{query}", **kwargs).text)

    return get


ROWS = "?player=Anna&in=20%2B20&out=85&player=Boris&in=20+20&out=&player=Cem&in=30&out=25"


def test_the_page_shows_payments(page):
    text = page(ROWS)
    boris = "<strong>Boris</strong> pays <strong>Anna</strong>"
    assert f'{boris}</span> <span class="amount">40' in text
    assert "<strong>Cem</strong> pays <strong>Anna</strong>" in text
    assert "hidden>Boris pays Anna 40\nCem pays Anna 5\n</pre>" in text
    assert 'value="20+20"' in text
    with_scripts = text.partition("<noscript>")[0]
    assert with_scripts.count('name="player"') == 4, "three players, and an empty row"
    assert "+45" in text
    assert "−40" in text


def test_the_page_shows_a_difference_and_its_taker(page):
    rows = "?player=Anna&in=20&out=45&player=Boris&in=20&out=0&player=&in=20&out=20"
    text = page(rows)
    assert "5 more was cashed out than bought in" in text
    assert 'class="payments"' not in text
    decided = page(f"{rows}&difference=to:Player+3")
    assert "<strong>Player 3</strong> pays <strong>Anna</strong>" in decided
    assert "The difference of 5 is taken by Player 3." in decided
    assert "taken by the winners" in page(f"{rows}&difference=winnings")


def test_the_page_states_that_rows_of_one_name_are_added(page):
    rows = "?player=Anna&in=50&out=20&player=Boris&in=20&out=20&player=Anna&in=40&out=70"
    text = page(rows)
    assert "Everybody is even" in text
    assert "Anna has several rows; their amounts are added." in text
    assert "Boris has several rows" not in text


def test_the_page_states_who_pays_the_rest_of_an_expense(page):
    sentence = "The expense of 10 for pizza is shared in whole units: Anna pays 4, the others 3."
    assert sentence in page(f"{ROWS}&payer=Cem&cost=10&for=pizza&share=")


def test_an_invalid_ledger_has_its_error_beside_the_field(client, db):
    file = SimpleUploadedFile("ledger.csv", b"nothing")
    for field, data in (("ledger", {"ledger": "nothing"}), ("ledger-file", {"file": file})):
        response = client.post(PAGE, data)
        assert response.status_code == 422
        assert_errors_are_beside_fields(response.text, {field: "isn't a PokerNow ledger"})


def test_the_ledger_is_folded_beside_an_error_of_the_rows(page):
    assert '<details class="fold ledger" open>' in page("")
    assert '<details class="fold ledger">' in page("?player=&in=&out=")


def test_a_pasted_ledger_redirects_to_its_entries(client, db):
    ledger = (LEDGERS / "two_ids.csv").read_text()
    response = client.post(PAGE, {"ledger": ledger}, follow=True)
    address, status = response.redirect_chain[0]
    assert status == 302
    assert "player=Mira&in=1000&out=0" in address
    text = unescape(response.text)
    assert "Timo also played as Tim." in text
    assert "Are Mira and Mira (2) the same person?" in text
    query = re.search(r'<a href="(\?[^"]*)">Merge them', response.text)[1]
    timo = "<strong>Timo</strong> pays <strong>Mira</strong>"
    merged = client.get(PAGE + unescape(query)).text
    assert f'{timo}</span> <span class="amount">1,200' in merged


def test_merging_names_also_replaces_them_in_expenses_and_the_difference(page):
    rows = "?player=Bo&in=20&out=40&player=Bo+(2)&in=20&out=0&player=Ann&in=10&out=16"
    expense = "payer=Bo+(2)&cost=12&for=pizza&share=Bo+(2),Ann"
    text = page(f"{rows}&{expense}&difference=to:Bo+(2)")
    query = re.search(r'<a href="(\?[^"]*)">Merge them', text)[1]
    assert "Bo (2)" not in unquote_plus(query)
    merged = page(query)
    assert "Everybody is even." in merged
    assert "The difference of 6 is taken by Bo." in merged


def test_a_ledger_file_is_read(client, db):
    data = (LEDGERS / "seated.csv").read_bytes()
    for encoded in (data, b"\xef\xbb\xbf" + data, data.decode().encode("utf-16")):
        file = SimpleUploadedFile("ledger.csv", encoded)
        response = client.post(PAGE, {"file": file}, follow=True)
        assert "<strong>Timo</strong> pays <strong>Mira</strong>" in response.text


PLAYERS = {"Anna": ([20, 20], 85), "Boris": (40, 0), "Cem": ("30", "25.00")}
PIZZA = {"payer": "Cem", "amount": 31, "purpose": "pizza"}


def test_the_library_and_the_api_agree(client, db):
    settled = showdown.settle_up(PLAYERS, expenses=[PIZZA])
    assert settled.nets == {"Anna": 34, "Boris": -50, "Cem": 16}
    sentence = "The expense of 31 for pizza is shared in whole units: Anna pays 11, the others 10"
    assert settled.rounded == [sentence]
    payments = [("Boris", "Anna", 34), ("Boris", "Cem", 16)]
    assert [tuple(payment) for payment in settled.payments] == payments
    body = {
        "players": [
            {"name": "Anna", "buy_ins": [20, 20], "cash_out": 85},
            {"name": "Boris", "buy_ins": [40]},
            {"name": "Cem", "buy_ins": ["30"], "cash_out": "25.00"},
        ],
        "expenses": [PIZZA],
    }
    response = client.post("/api/settle-up/", body, content_type="application/json")
    assert response.status_code == 200
    assert response.json() == settled.to_json()


def test_the_library_and_the_api_read_ledgers(client, db):
    ledger = (LEDGERS / "two_ids.csv").read_text()
    settled = showdown.settle_up(ledger)
    assert settled.nets == {"Mira": -1000, "Mira (2)": 2200, "Timo": -1200}
    body = {"ledger": ledger}
    response_json = client.post("/api/settle-up/", body, content_type="application/json").json()
    assert response_json == settled.to_json()
    assert response_json["mergeable"] == [["Mira", "Mira (2)"]]


def test_the_command_settles_a_ledger(capsys):
    call_command("night", str(LEDGERS / "seated.csv"))
    assert "Timo pays Mira 32.50" in capsys.readouterr().out
    call_command("night", str(LEDGERS / "old.csv"), "--json", "-")
    assert '"from": "Jule"' in capsys.readouterr().out


def test_the_command_compares_a_ledger_with_the_log(tmp_path, capsys):
    log = str(LEDGERS.parent / "logs" / "pokernow.csv")
    call_command("night", log, "--json", "-")
    (currency,) = json.loads(capsys.readouterr().out)["currencies"]
    nets = {player["player"]: round(100 * float(player["net"])) for player in currency["players"]}
    ledger = tmp_path / "ledger.csv"

    def write_ledger(changes=None):
        rows = [
            f'"{name.replace(chr(34), chr(34) * 2)}",id{number},,,{10**6},{10**6 + net},0,{net}'
            for number, (name, net) in enumerate((nets | (changes or {})).items())
        ]
        ledger.write_text(HEADER + "\n".join(rows))

    write_ledger()
    call_command("night", log, str(ledger))
    assert "The ledger agrees with the log." in capsys.readouterr().out
    first, second = list(nets)[:2]
    write_ledger({first: nets[first] + 100, second: nets[second] - 100})
    call_command("night", log, str(ledger), "--json", "-")
    differences = json.loads(capsys.readouterr().out)["ledger"]
    assert {row["player"] for row in differences} == {first, second}


@pytest.mark.parametrize("players", [None, 5, ["Anna"], {"Anna": 5}, {"Anna": (20, 30, 40)}])
def test_the_library_refuses_players_without_buy_ins_and_a_cash_out(players):
    with pytest.raises(InvalidDeal, match=r"players.* must be") as caught:
        showdown.settle_up(players)
    assert caught.value.field.startswith("players")
