"""Test the output of `audit` and `audit-verify`, their exit status, and signatures."""

import csv
import gzip
import io
import json
import random
import re
import stat
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import pytest
from backports import zstd
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command

import showdown
from showdown.audits.signing import (
    KeyUnusable,
    Tampered,
    load_or_create_key,
    public_key_hex,
    sign_lines,
    verify_report,
)
from showdown.evaluator.games import GAMES
from showdown.models import Showdown
from tests.audits.hands import FAULTS
from tests.audits.night.test_equities import THIRD_STREET
from tests.factories import UserFactory
from tests.log_writers import write_open_hand_history
from tests.logs import make_correct_hand


def make_log(count=12, fault=None):
    """Return a log of correctly paid hands, except that the third has the given fault, if any."""
    rng = random.Random(4)
    hands = [make_correct_hand(rng, GAMES["omaha-hilo"]) for _ in range(count)]
    if fault:
        hands[2] = next(filter(None, map(FAULTS[fault][1], hands[2:])))
    texts = []
    for number, hand in enumerate(hands, 1):
        origin = hand.origin._replace(hand=f"h{number}", table="Mekbuda II")
        texts.append(write_open_hand_history(replace(hand, origin=origin)))
    return "".join(texts).encode()


GOOD_LOG = make_log()
BAD_LOG = make_log(fault="another winner")


def documents(report):
    return [json.loads(line) for line in report.splitlines()]


def test_a_correctly_paid_log_has_exit_status_0(run_audit):
    status, report, messages = run_audit(GOOD_LOG)
    head, last = documents(report)
    assert status == 0
    assert head["audit"] | {"hands": 12, "judged": 12, "agreeing": 12} == head["audit"]
    assert head["audit"]["sha256"] == sha256(GOOD_LOG).hexdigest()
    assert (head["audit"]["name"], head["audit"]["when"]) == ("night.ohh", None)
    assert last["totals"] == {"players": {}, "tables": {}}
    assert messages == "12 hands read, 12 settled, none paid incorrectly\n"


def test_only_a_hand_with_a_difference_has_an_entry(run_audit):
    status, report, _ = run_audit(BAD_LOG)
    head, entry, last = documents(report)
    assert status == 1
    assert head["audit"]["kinds"] == {"winner": 1}
    assert (entry["hand"], entry["line"], entry["kind"]) == ("h3", 5, "winner")
    assert (entry["game"], entry["table"]) == ("omaha-hilo", "Mekbuda II")
    assert entry["link"].startswith("/showdown/?game=omaha-hilo&rules=wsop-2026&line=")
    over = [player for player, sums in last["totals"]["players"].items() if sums["over"] != "0.00"]
    assert set(over) == {name for name, amount in entry["difference"].items() if amount[0] != "-"}
    assert list(last["totals"]["tables"]) == ["Mekbuda II"]


def test_a_hand_that_is_cut_off_gives_status_1(run_audit):
    status, report, messages = run_audit(GOOD_LOG[:-300])
    head = documents(report)[0]["audit"]
    assert (status, head["hands"], head["judged"]) == (1, 12, 11)
    assert messages.startswith("line 23: cut-off")


def test_an_empty_log_has_no_hands(run_audit):
    status, report, messages = run_audit(b"")
    says = documents(report)[0]["audit"]["says"]
    assert (status, says, messages) == (0, "no hands", "no hands\n")


@pytest.mark.parametrize("is_missing", [False, True])
def test_a_damaged_or_missing_file_gives_status_2(tmp_path, is_missing):
    log, report = tmp_path / "log.gz", tmp_path / "report.jsonl"
    if not is_missing:
        log.write_bytes(gzip.compress(GOOD_LOG)[:-10])
    with pytest.raises(CommandError) as error:
        call_command("audit", str(log), str(report))
    assert error.value.returncode == 2
    assert not report.exists()


@pytest.mark.parametrize("compress", [gzip.compress, zstd.compress, lambda text: text])
def test_repeated_audits_give_the_same_report(compress, run_audit):
    log = compress(BAD_LOG)
    report = run_audit(log, to="one.jsonl").report
    assert report == run_audit(log, to="two.jsonl").report
    assert documents(report)[1]["hand"] == "h3"


def test_the_report_contains_its_terms_and_command(run_audit):
    terms = ("--rules", "tda-2026", "--unit", "0.05", "--rake", "5%,3", "--at", "2026-11-21")
    _, report, _ = run_audit(GOOD_LOG, *terms)
    head, *_, last = documents(report)
    stated = [head["audit"][name] for name in ("rules", "unit", "rake", "when")]
    assert stated == ["tda-2026", "0.05", "5%,3", "2026-11-21T00:00:00+00:00"]
    assert last["command"] == (
        "manage.py audit night.ohh report.jsonl --rules tda-2026 --unit 0.05 --rake 5%,3"
        " --at 2026-11-21T00:00:00+00:00"
    )


def test_the_csv_file_has_a_row_for_each_player(run_audit, tmp_path):
    _, report, _ = run_audit(BAD_LOG, "--csv", str(tmp_path / "table.csv"))
    entry = documents(report)[1]
    rows = list(csv.DictReader((tmp_path / "table.csv").read_text().splitlines()))
    paid = {row["player"].lstrip("'"): row["paid"] for row in rows if row["paid"] != "0"}
    assert paid == entry["paid"]
    assert {row["reason"] for row in rows} == {entry["reason"]}


def test_the_printable_page_has_no_assets(run_audit, tmp_path):
    run_audit(BAD_LOG, "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()
    assert "World Series of Poker, 2026" in page
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert "12 hands read, 12 settled, 1 paid incorrectly." in page
    assert "Hand h3: wrong winner" in page
    assert "src=" not in page


def run_audit_verify(report, *options):
    messages = io.StringIO()
    call_command("audit-verify", str(report), *options, stdout=messages, stderr=messages)
    return messages.getvalue()


def test_a_report_is_verified_by_the_key_of_the_site(run_audit, tmp_path, settings):
    run_audit(BAD_LOG)
    report = tmp_path / "report.jsonl"
    key = documents(report.read_bytes())[-1]["key"]
    assert run_audit_verify(report) == f"{report}: intact, signed by {key}\n"
    settings.AUDIT_KEY_FILE = tmp_path / "another"
    with pytest.raises(CommandError, match=f"signed by another key: {key}") as error:
        run_audit_verify(report)
    assert error.value.returncode == 1
    assert "intact" in run_audit_verify(report, "--key", key)
    report.write_bytes(report.read_bytes().replace(b"12 settled", b"13 settled"))
    with pytest.raises(CommandError, match="line 1: was changed") as error:
        run_audit_verify(report)
    assert error.value.returncode == 1


@pytest.mark.django_db
def test_stored_hands_are_found_by_data_of_the_log(run_audit, client):
    owner = UserFactory()
    status, _, messages = run_audit(BAD_LOG, "--store", "--user", owner.username)
    assert (status, messages.splitlines()[-1]) == (1, "12 hands stored")
    client.force_login(owner)

    def found(**query):
        return client.get("/api/showdowns/", query).json()["results"]

    (third,) = found(hand="h3")
    player = Showdown.objects.select_related("logged").get(pk=third["id"]).logged.players[0]
    assert third["id"] in {result["id"] for result in found(player=player)}
    assert len(found(table="Mekbuda II", game="omaha-hilo")) == 12
    assert len(found(played_after="2026-03-01T00:00Z", played_before="2026-03-31T00:00Z")) == 12
    for query in ({"player": "nobody"}, {"table": "T"}, {"played_before": "2026-03-01T00:00Z"}):
        assert found(**query) == []
    assert b"Omaha Hi/Lo" in client.get("/showdown/history/?hand=h3").content
    client.force_login(UserFactory())
    assert found(hand="h3") == []


@pytest.mark.django_db
def test_the_hands_of_a_log_are_stored_once_for_each_owner(run_audit):
    owner, other = UserFactory(), UserFactory()
    owner_options = ("--store", "--user", owner.username)

    def last_message(log, *options):
        return run_audit(log, *options)[2].splitlines()[-1]

    assert last_message(make_log(count=1), *owner_options) == "1 hand stored"
    assert last_message(BAD_LOG, *owner_options) == "11 hands stored; 1 was stored before"
    assert last_message(BAD_LOG, *owner_options) == "0 hands stored; 12 were stored before"
    assert last_message(BAD_LOG + BAD_LOG, "--store") == "12 hands stored"
    assert last_message(BAD_LOG, "--store", "--user", other.username) == "12 hands stored"
    counts = [Showdown.objects.filter(owner=user).count() for user in (owner, other, None)]
    assert counts == [12, 12, 12]
    another_night = BAD_LOG.replace(b"Mekbuda II", b"Mekbuda III")
    assert last_message(another_night, "--store") == "12 hands stored"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--rake", "150%"), "rake: “150” isn't a percentage from 0 to 100"),
        (("--unit", "x"), "unit: “x” isn't an amount of chips"),
        (("--unit", "0"), "the unit is 0; it must be more than 0 and at most 1,000,000,000,000"),
        (("--rake", "abc"), "rake: “abc” isn't an amount of chips"),
        (("--jackpot", "5%"), "jackpot: “5%” isn't an amount of chips"),
        (("--jackpot", "-5"), "jackpot: “-5” isn't an amount of chips"),
        (("--at", "noon"), "--at: 'noon' isn't a time: write 2026-11-27T20:00 or now"),
    ],
)
def test_the_error_names_an_invalid_option(run_audit, tmp_path, options, message):
    with pytest.raises(CommandError) as error:
        run_audit(BAD_LOG, *options)
    assert (str(error.value), error.value.returncode) == (message, 2)
    assert not (tmp_path / "report.jsonl").exists()


CASH_OUT_LOG = Path("tests/data/logs/cash_outs.txt").read_text()


@pytest.fixture
def audit_text(run_audit):
    def audit_text(text, *options):
        _, report, messages = run_audit(text.encode(), "--quiet", *options)
        signed_lines = report.splitlines(keepends=True)
        assert verify_report(signed_lines)
        return [json.loads(line) for line in signed_lines], messages

    return audit_text


def test_a_wrong_price_has_its_own_kind_of_fault(audit_text):
    (head, entry, end), messages = audit_text(CASH_OUT_LOG)
    assert messages == "3 hands read, 3 settled, 1 paid incorrectly\n"
    assert head["audit"]["kinds"] == {"cash-out": 1}
    assert (entry["hand"], entry["kind"]) == ("3001", "cash-out")
    assert (entry["paid"], entry["due"]) == ({"Anna": "15.83"}, {"Anna": "15.81"})
    assert entry["reason"].endswith("was due 15.81 (15.8148): wrong however it is rounded")
    assert end["totals"]["players"] == {"Anna": {"over": "0.02", "under": "0.00"}}
    assert "owed" not in entry
    assert "luck" not in end["totals"]


def test_the_amounts_of_a_wrong_price_have_thousands_separators(audit_text):
    amount = re.compile(r"\$(\d+(?:\.\d+)?)")
    text = amount.sub(lambda found: f"${Decimal(found[1]) * 1000}", CASH_OUT_LOG)
    (_, entry, _), _ = audit_text(text)
    assert "of the 19,890.00 pot less a fee of 320.00; Anna was paid 15,830.00" in entry["reason"]
    assert entry["reason"].endswith("was due 15,814.81 (15,814.8144): wrong however it is rounded")
    assert entry["paid"] == {"Anna": "15830.00"}


def test_a_premium_below_the_fair_one_favors_the_player(audit_text):
    """The insurance pays 10.80 on six of 40 rivers, so a fair premium is 1.62."""
    text = CASH_OUT_LOG.replace("/$4/", "/$1/").replace("insurance ($4)", "insurance ($1)")
    (head, _, entry, _), _ = audit_text(text)
    assert head["audit"]["kinds"] == {"cash-out": 1, "insurance": 1}
    assert entry["difference"] == {"Anna": "0.62"}
    assert "a fair premium is 1.62" in entry["reason"]


def test_a_price_that_cannot_be_checked_is_counted(audit_text):
    shown = "Boris: shows [8d 8s] (two pair, Jacks and Eights)\n"
    text = CASH_OUT_LOG.replace(shown, "").replace("showed [8d 8s] and lost with", "lost with")
    (head, *_), messages = audit_text(text)
    assert head["audit"]["prices_unknown"] == {"not all cards are known": 1}
    assert "1 sold for a price that can't be checked" in messages


def test_equity_is_the_odds_times_the_pot(audit_text, tmp_path):
    table, page = tmp_path / "report.csv", tmp_path / "report.html"
    first = CASH_OUT_LOG.split("\n\n")[0]
    (_, entry, end), _ = audit_text(first, "--luck", "--csv", str(table), "--html", str(page))
    equities = showdown.odds("holdem", ["AdAs", "8s8d"], pots=[1989]).chips
    anna, boris = (f"{chips / 100:.2f}" for chips in equities.values())
    assert entry["owed"] == {"Anna": anna, "Boris": boris}
    luck = {row.pop("player"): row for row in end["totals"]["luck"]}
    sums = {"currency": "$", "all_ins": 1, "owed": boris, "got": "0.00", "luck": f"-{boris}"}
    assert luck["Boris"] == sums
    assert end["totals"]["luck_unknown"] == {}
    assert f",Boris,0,0,0,{boris}," in table.read_text()
    assert "Luck in all-ins" in page.read_text()


def test_a_report_marks_sampled_equities(audit_text, tmp_path):
    table, page = tmp_path / "report.csv", tmp_path / "report.html"
    wrong = THIRD_STREET.replace("Anna collected", "Boris collected")
    (_, entry, end), _ = audit_text(wrong, "--luck", "--csv", str(table), "--html", str(page))
    assert entry["margin"] == {"Anna": "0.01", "Boris": "0.01"}
    assert [luck["margin"] for luck in end["totals"]["luck"]] == ["0.01", "0.01"]
    assert end["totals"]["luck_sampled"] == 1
    owed = entry["owed"]["Anna"]
    assert f",{owed},0.01," in table.read_text()
    assert f"{owed} ± 0.01" in page.read_text()
    assert "The EV of 1 hand is sampled" in page.read_text()


KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OBJECTS = [{"audit": {"name": "log"}}, {"hand": "1"}, {"hand": "2"}, {"hand": "3"}, {"totals": {}}]


@pytest.fixture
def signed_lines():
    return list(sign_lines(OBJECTS, KEY))


def test_an_unchanged_report_is_verified(signed_lines):
    assert verify_report(signed_lines) == public_key_hex(KEY)
    for line, document in zip(signed_lines, OBJECTS, strict=True):
        assert json.loads(line) | document == json.loads(line)


KEY_HEX = public_key_hex(KEY).encode()
SHORTER = list(sign_lines(OBJECTS[:1] + OBJECTS[2:], KEY))
TAMPERINGS = {
    "an entry is dropped": lambda lines: [lines[0], *lines[2:]],
    "the header is dropped": lambda lines: lines[1:],
    "two entries are swapped": lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
    "an entry comes twice": lambda lines: [*lines[:2], *lines[1:]],
    "something is appended": lambda lines: [*lines, lines[1]],
    "the end is missing": lambda lines: lines[:-1],
    "the last line is cut off": lambda lines: [*lines[:-1], lines[-1][:-20]],
    "nothing is left": lambda lines: [],
    "a line has no chain": lambda lines: [lines[0], b'{"hand": "1"}\n', *lines[2:]],
    "it isn't a report": lambda lines: [b"hello\n"],
    "another key is named": lambda lines: [*lines[:-1], lines[-1].replace(KEY_HEX, b"0" * 64)],
    "a shorter report keeps the old signature": lambda lines: [*SHORTER[:-1], lines[-1]],
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_is_found(signed_lines, tampering):
    with pytest.raises(Tampered):
        verify_report(TAMPERINGS[tampering](signed_lines))


def test_any_changed_byte_is_found(signed_lines):
    text = b"".join(signed_lines)
    for index in range(0, len(text), 3):
        changed = bytearray(text)
        changed[index] ^= 1
        with pytest.raises(Tampered):
            verify_report(bytes(changed).splitlines(keepends=True))


def test_only_the_owner_of_the_key_file_may_read_it(tmp_path):
    file = tmp_path / "key"
    assert public_key_hex(load_or_create_key(file)) == public_key_hex(load_or_create_key(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("no key")
    with pytest.raises(KeyUnusable):
        load_or_create_key(file)
