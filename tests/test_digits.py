"""Test that numbers of a million digits are refused or handled quickly wherever they are read."""

import json
import re
from contextlib import contextmanager
from decimal import Decimal
from itertools import product
from pathlib import Path
from time import thread_time

import pytest

import showdown
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.deal_line import read_line
from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.logged_hand import LoggedHand, SkippedHand
from showdown.notation.rake_schemes import read_scheme
from showdown.notation.registry import DEAL_FORMATS
from showdown.notation.spots import read_spot
from showdown.notation.tournament_words import read_tournament

DIGITS = "9" * 1_000_000
HUGE_NUMBERS = {
    "digits": DIGITS,
    "grouped": "9" + ",999" * 250_000,
    "fraction": f"1.{DIGITS}",
    "exponent": "1e999999",
}
LOGS = sorted(Path("tests/data/logs").iterdir())
MAX_SECONDS = 2.0
"""Maximum CPU time, enough for a slow machine. Without limits on digits, a test took 30 seconds."""
_NUMBER = re.compile(r"(?<![\w#])\d+(?:\.\d+)?(?!\w)")

HANDS = {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"}
BOARD = "Ah-Kh-5s-2s-Qd"
DEAL = f"HandA:{HANDS['HandA']} HandB:{HANDS['HandB']} Board:{BOARD}"


@contextmanager
def assert_quick():
    start = thread_time()
    yield
    assert thread_time() - start < MAX_SECONDS


PHH = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000]
actions = ["d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 cbr 40", "p2 f"]
"""
HEX = f"0x{'f' * 1_000_000}"


@pytest.mark.parametrize("number", [HEX, f"-{HEX}", f"0b{'1' * 1_000_000}", DIGITS, "1e999999"])
def test_huge_numbers_in_poker_hand_history_are_handled_quickly(number):
    texts = [PHH.replace(field, f"[{number},") for field in ("[0,", "[5,", "[1000,")]
    for text in (*texts, f"seats = [{number}]\n{PHH}", f"{PHH}table = {number}"):
        with assert_quick():
            hands = list(read_log([text.encode()]))
        assert hands
        assert all(isinstance(hand, LoggedHand | SkippedHand) for hand in hands)


@pytest.mark.parametrize("count", [3, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_huge_numbers_in_logs_are_handled_quickly(log, count):
    text = "\n".join(log.read_text(encoding="utf-8-sig").split("\n")[:40])
    numbers = list(_NUMBER.finditer(text))
    for number in numbers[:: max(1, len(numbers) // count)]:
        changed = text[: number.start()] + DIGITS + text[number.end() :]
        with assert_quick():
            for hand in read_log([changed.encode()]):
                assert isinstance(hand, LoggedHand | SkippedHand)


LINES = [
    f"{DEAL} Pot:{{}}",
    f"{DEAL} Pot:{{}}=HandA,HandB",
    f"{DEAL} In:HandA={{}},HandB=5",
    f"{DEAL} Pot:90 Rake:{{}}",
    f"{DEAL} Pot:90 Rake:5%,{{}}",
    f"{DEAL} Pot:90 Rake:{{}}%",
    f"{DEAL} Pot:90 Dead:{{}}",
    f"{DEAL} Pot:90 Unit:{{}}",
    f"{DEAL} Board{{}}:Ah-Kh-5s-2s-Qd",
    "HandA:Ac-Kd-Jd-3d Hand{}:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd",
]


@pytest.mark.parametrize("deal_format", ["holdem", "badugi"])
def test_huge_numbers_in_other_formats_are_handled_quickly(deal_format):
    text = f"{DIGITS}\nAh Kh 5s 2s Qd\nAc Kd\n5c 5d\n".encode()
    with assert_quick():
        for entry in DEAL_FORMATS[deal_format].read(text, 1, GAMES[deal_format], WSOP_2026):
            assert isinstance(entry.outcome, InvalidDeal) or entry.outcome


def settle(**wagers):
    return showdown.settle("omaha-hilo", HANDS, BOARD, **wagers)


READERS = {
    "range weight": lambda n: read_spot(GAMES["holdem"], [f"AA@{n}", "KK"]),
    "range percent": lambda n: read_spot(GAMES["holdem"], [f"{n}%", "KK"]),
    "stack": lambda n: read_tournament(f"HandA={n},HandB=5", "50,30", ["HandA", "HandB"]),
    "payout": lambda n: read_tournament("HandA=5,HandB=5", f"{n},30", ["HandA", "HandB"]),
    "rake": lambda n: read_scheme(f"5%, cap {n}"),
    "rake by number of players": lambda n: read_scheme(f"5%, cap 3 for {n} players"),
    "library: pot": lambda n: settle(pots=[n]),
    "library: Decimal pot": lambda n: settle(pots=[Decimal(n.replace(",", ""))]),
    "library: int pot": lambda n: settle(pots=[1 << 4_000_000]),
    "library: contribution": lambda n: settle(contributions={"HandA": n, "HandB": 5}),
    "library: unit": lambda n: settle(pots=[90], unit=Decimal(n.replace(",", ""))),
    "library: rake": lambda n: settle(pots=[90], rake={"percent": n}),
} | {line: lambda n, line=line: read_line(line.format(n), GAMES["omaha-hilo"]) for line in LINES}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_readers_refuse_huge_numbers(read):
    for number in HUGE_NUMBERS.values():
        with assert_quick(), pytest.raises(InvalidDeal):
            read(number)


DOCUMENT = {"game": "omaha-hilo", "hands": HANDS, "board": BOARD}
WAGERS = [
    {"pots": [{"amount": "N"}]},
    {"contributions": {"HandA": "N", "HandB": 5}},
    {"pots": [{"amount": 90}], "dead": "N"},
    {"pots": [{"amount": 90}], "unit": "N"},
    {"pots": [{"amount": 90}], "rake": {"percent": "N"}},
    {"pots": [{"amount": 90}], "rake": {"percent": "5", "cap": "N"}},
]


@pytest.mark.django_db
@pytest.mark.parametrize("wagers", WAGERS)
def test_huge_numbers_in_deals_are_refused(client, wagers):
    for url, quote in product(("/api/showdowns/", "/api/showdowns/bulk/"), ("", '"')):
        body = json.dumps(DOCUMENT | wagers).replace('"N"', f"{quote}{DIGITS}{quote}")
        content_type = "application/x-ndjson" if "bulk" in url else "application/json"
        with assert_quick():
            response = client.post(url, body, content_type=content_type)
            text = b"".join(response) if response.streaming else response.content
        assert response.status_code in (200, 400, 422)
        assert len(text) < 2_000
        assert response.status_code != 200 or json.loads(text)["status"] in (400, 422)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body",
    [
        {"hands": ["AA", "KK"], "icm": {"stacks": {"HandA": "N"}, "payouts": [5]}},
        {"hands": ["AA", "KK"], "icm": {"stacks": {"HandA": 5}, "payouts": ["N"]}},
        {"hands": ["AA@N", "KK"]},
        {"hands": ["N%", "KK"]},
    ],
)
def test_huge_numbers_in_spots_are_refused(client, body):
    for number in (DIGITS, "1e999999"):
        text = json.dumps({"game": "holdem"} | body)
        text = text.replace('"N"', number).replace("N@", "@").replace("N", number)
        with assert_quick():
            response = client.post("/api/odds/", text, content_type="application/json")
        assert response.status_code in (400, 422)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url",
    [
        "/api/showdowns/?page_size=N",
        "/api/showdowns/?cursor=N",
        "/api/drills/?players=N",
        "/showdown/?players=N",
        "/showdown/?line=N",
        "/showdown/live/?players=N&pot=N&contributed-a=N",
        "/showdown/history/?page=N",
        "/showdown/range/?hand=AA@N",
        "/showdown/audits/00000000-0000-0000-0000-000000000000/line/N/",
        "/showdown/trainer/?players=N",
    ],
)
def test_huge_numbers_in_urls_are_handled_quickly(client, url):
    client.get(url.replace("N", "2"))
    with assert_quick():
        response = client.get(url.replace("N", DIGITS))
    assert response.status_code in (200, 302, 400, 404)


@pytest.mark.django_db
def test_huge_numbers_in_forms_are_handled_quickly(client):
    page = client.get("/showdown/").content.decode()
    names = set(re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', page))
    names |= {"pot", "pot-1", "bet-a", "bet-b", "rake", "jackpot", "unit", "dead", "line", "runs"}
    for name in sorted(names - {"csrfmiddlewaretoken"}):
        data = {"game": "omaha-hilo", "players": "2", "hand-a": "Ac-Kd-Jd-3d", name: DIGITS}
        with assert_quick():
            response = client.post("/showdown/", data)
        assert response.status_code in (200, 302, 303, 400)
