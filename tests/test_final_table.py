"""Test deals at a final table in the library, the API, the command and the page."""

import json
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command

import showdown
from showdown.bulk.proposals import sample_icm
from showdown.evaluator.final_table import FinalTable, InvalidPrize, round_amounts
from showdown.evaluator.icm import calculate_equities
from showdown.notation.tournament_words import final_table_from_text, read_tournament
from showdown.words.errors import error_text
from tests.evaluator.test_icm import enumerate_icm
from tests.pages.reading import assert_errors_are_beside_fields
from tests.scope import examples

STACKS = {"Anna": 5000, "Boris": 3000, "Cem": 2000}
PAGE = "/showdown/deal/"


def test_chip_chop_divides_the_rest_of_the_prizes_by_chips():
    # Each player gets 200; the other 400 are divided by chips, 5 : 3 : 2.
    chopped = showdown.deal(STACKS, [500, 300, 200]).chip_chop
    assert chopped == {"Anna": 400, "Boris": 320, "Cem": 280}
    # With two prizes for three players, no prize is guaranteed.
    assert showdown.deal(STACKS, [700, 300]).chip_chop == {"Anna": 500, "Boris": 300, "Cem": 200}


def test_the_money_left_for_the_winner_is_taken_from_the_first_prize():
    deal = showdown.deal(STACKS, [500, 300, 200], left=50, unit="0.01")
    assert deal.chip_chop_with_left == {"Anna": 375, "Boris": 305, "Cem": 270}
    expected = [float(worth) for worth in enumerate_icm([5000, 3000, 2000], [450, 300, 200])]
    amounts = [float(amount) for amount in deal.icm_with_left.values()]
    assert amounts == pytest.approx(expected, abs=0.01)
    assert sum(deal.icm_with_left.values()) == 950


@pytest.mark.parametrize(
    ("stacks", "prizes", "unit", "expected"),
    [
        # A third each: the remaining cent goes to the first of equal stacks.
        ([1, 1, 1], ["1.00"], "0.01", ["0.34", "0.33", "0.33"]),
        ([2000, 1000], [100, 0], "1", ["67", "33"]),
        ([3, 3, 3], [500, 300, 200], "100", ["400", "300", "300"]),
        ([5000, 3000, 2000], [500, 300, 200], "5", ["385", "325", "290"]),
    ],
)
def test_amounts_are_rounded_to_the_unit(stacks, prizes, unit, expected):
    amounts = showdown.deal(stacks, prizes, unit=unit).icm
    assert list(amounts.values()) == [Decimal(amount) for amount in expected]


def test_rounding_loses_nothing():
    rng = random.Random(1)
    for _ in range(examples(10_000)):
        players, unit = rng.randint(2, 30), rng.choice([1, 5, 25, 100, 1000])
        total = unit * rng.randint(1, 10**6)
        weights = [rng.random() for _ in range(players)]
        exact = [total * Fraction(weight) / Fraction(sum(weights)) for weight in weights]
        rounded = round_amounts(exact, total, unit, [1] * players)
        assert sum(rounded) == total
        assert all(amount % unit == 0 for amount in rounded)
        assert all(abs(amount - worth) < unit for amount, worth in zip(rounded, exact, strict=True))


def test_sample_icm_is_close_to_exact_icm():
    rng = random.Random(5)
    for _ in range(5):
        stacks = [rng.randint(100, 20_000) for _ in range(10)]
        prizes = [5_000, 3_000, 2_000, 1_000]
        sampled, margin = sample_icm(stacks, prizes)
        exact = calculate_equities(stacks, prizes)
        assert sampled == pytest.approx(exact, rel=0, abs=1.7 * margin)
        assert margin < 20
        assert sum(sampled) == pytest.approx(sum(prizes))


def test_icm_is_sampled_only_for_many_players():
    deal = showdown.deal([1000 + place for place in range(30)], [3000, 2000, 1000])
    assert deal.margin > 0
    assert sum(deal.icm.values()) == sum(deal.chip_chop.values()) == 6000
    assert showdown.deal(STACKS, [500]).margin == 0


@pytest.mark.django_db
def test_the_api_and_the_library_agree(client):
    body = {"stacks": STACKS, "prizes": [500, "300.00", 200], "left": 50}
    response = client.post("/api/deals/", body, content_type="application/json")
    assert response.status_code == 200
    expected = showdown.deal(STACKS, [500, 300, 200], left=50).to_json()
    assert response.json() == expected
    methods = [proposal["method"] for proposal in expected["proposals"]]
    assert methods == ["icm", "chip-chop"] * 2
    assert expected["exact"]
    with pytest.raises(showdown.InvalidDeal, match="exceed the first prize") as caught:
        showdown.deal(STACKS, [5], left=6)
    assert caught.value.field == "left"


@pytest.mark.parametrize(
    ("text", "prizes"),
    [
        ("500,300,200", [500, 300, 200]),
        ("500 300;200", [500, 300, 200]),
        ("50,000 30,000", [50_000, 30_000]),
        ("50,000, 30,000", [50_000, 30_000]),
        ("50,000,30,000", [50_000, 30_000]),
        ("12,500 7,500", [12_500, 7_500]),
        ("1,250.50 750", [1_250.5, 750]),
    ],
)
def test_prizes_may_have_commas_between_thousands(text, prizes):
    table = final_table_from_text("Anna=3,Boris=2,Cem=1", text)
    assert [prize / 100 for prize in table.prizes] == prizes


@pytest.mark.parametrize(
    ("stack", "chips"),
    [("31k", 31_000), ("1.5k", 1_500), ("12.125K", 12_125), ("1.2m", 1_200_000)],
)
def test_stacks_and_prizes_may_be_in_thousands_or_millions(capsys, client, stack, chips):
    call_command("deal", f"Anna={stack},Boris=3000", "500", "--json")
    players = json.loads(capsys.readouterr().out)["proposals"][0]["players"]
    assert players[0]["chips"] == chips
    assert final_table_from_text("Anna=3,Boris=2", stack).prizes == (100 * chips,)
    assert read_tournament(f"HandA={stack} 9", "5", ["HandA"]).stacks["HandA"] == chips
    text = client.get(f"{PAGE}?player=A&chips={stack}&player=B&chips=3000&prizes=500").text
    assert f'number">{chips:,}</td>' in text
    text = client.get(f"{PAGE}?player=A&chips=1&player=B&chips=1&prizes={stack}").text
    assert f"Prizes: {chips:,}." in text


@pytest.mark.parametrize("stack", ["1,5k", "1.0005k", "1.5", "k", "5kk", "9999999m", "31 thousand"])
def test_the_page_refuses_text_that_is_not_a_number_of_chips(client, stack):
    response = client.get(f"{PAGE}?player=A&chips={stack}&player=B&chips=3000&prizes=500")
    assert_errors_are_beside_fields(response.text, {"chips-1": f"“{stack}” isn't a stack"})


@pytest.mark.parametrize(
    ("prize", "amount"),
    [("2000000000000", "2,000,000,000,000"), ("1000000000000.01", "1,000,000,000,000.01")],
)
def test_the_error_of_a_large_prize_states_it_in_the_unit_of_the_limit(prize, amount):
    error = f"a prize must be from 0 to 1,000,000,000,000, not {amount}$"
    with pytest.raises(showdown.InvalidDeal, match=error) as caught:
        showdown.deal([1, 1], [prize])
    assert caught.value.field == "prizes"


def test_a_negative_prize_is_an_error():
    with pytest.raises(InvalidPrize) as caught:
        FinalTable(stacks={"Anna": 1, "Boris": 1}, prizes=[200, -150])
    assert error_text(caught.value) == "a prize must be from 0 to 1,000,000,000,000, not -1.50"


def test_the_command_prints_a_table(capsys):
    call_command("deal", "Anna=5000,Boris=3000,Cem=2000", "500,300,200", "--left=50")
    printed = capsys.readouterr().out
    assert printed.splitlines()[3].split() == ["Cem", "2,000", "289", "280", "279", "270"]
    assert "50 left for the winner" in printed
    call_command("deal", "5000,3000", "500.50,300", "--json")
    assert json.loads(capsys.readouterr().out)["total"] == "800.50"


def test_the_command_refuses_invalid_arguments():
    with pytest.raises(CommandError, match="“00” isn't an amount"):
        call_command("deal", "5,3", "1,00")
    with pytest.raises(CommandError, match="in order"):
        call_command("deal", "5,3", "10,500")
    with pytest.raises(CommandError, match="Anna has two stacks"):
        call_command("deal", "Anna=5,Anna=3", "100")


@pytest.mark.django_db
def test_the_page_restores_the_form_from_its_address(client):
    query = "?player=Anna&chips=5,000&player=&chips=3000&player=&chips=&prizes=500+300&left="
    text = client.get(PAGE + query).text
    assert 'value="Anna"' in text
    assert text.partition("<noscript>")[0].count('name="player"') == 4
    for label, amount in (("Anna", 425), ("Player 2", 375)):
        assert f'class="long">{label}</th>' in text
        assert text.count(f'money">{amount}</td>') == 2


@pytest.mark.django_db
def test_a_chip_chop_above_the_first_prize_is_reported(client):
    text = client.get(f"{PAGE}?player=A&chips=9000&player=B&chips=100&prizes=500+450+").text
    assert "pays A" not in text
    text = client.get(f"{PAGE}?player=A&chips=98&player=B&chips=1&player=C&chips=1&prizes=50+50")
    assert "Chip chop pays A more than the first prize." in text.text
    left = client.get(f"{PAGE}?player=A&chips=9800&player=B&chips=1&prizes=50+40&left=1").text
    assert "With 1 left for the winner, chip chop pays A" not in left
    stacks = "player=A&chips=98&player=B&chips=1&player=C&chips=1"
    left = client.get(f"{PAGE}?{stacks}&prizes=50+50&left=1").text
    assert "With 1 left for the winner, chip chop pays A more than the first prize." in left
    cents = client.get(f"{PAGE}?{stacks}&prizes=50+50&left=1&unit=0.01").text
    assert "With 1.00 left for the winner, chip chop pays A more than the first prize." in cents
