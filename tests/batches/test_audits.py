"""Test audits on the site: permissions, the report on pages and in the API, and workers."""

import gzip
import io
import json
import re
from html import unescape
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from showdown.audits.signing import verify_report
from showdown.batches import audit_results, uploads
from showdown.batches.audits import audit
from showdown.bulk.capacity import Turns
from showdown.models import Batch, HandOfLog, Showdown, State
from showdown.notation.logs.log_reader import read_log
from tests.api.clients import check_problem
from tests.audits.test_command import BAD_LOG, GOOD_LOG
from tests.batches.conftest import deals, files_in, wait_until
from tests.factories import UserFactory

ADDRESS = "/showdown/audits/"
API = "/api/audits/"


def upload(client, log, **fields):
    file = SimpleUploadedFile("night.ohh.gz", gzip.compress(log))
    return client.post(ADDRESS, {"file": file} | fields)


@pytest.fixture
def address(visitor):
    return upload(visitor, BAD_LOG)["Location"]


def test_a_visitor_sees_incorrect_payments_of_a_log(visitor, address, run_jobs):
    assert b"queued" in visitor.get(address).content.lower()
    run_jobs()
    page_text = visitor.get(address).content.decode()
    assert "12 hands read, 12 settled, 1 paid incorrectly." in page_text
    assert "wrong winner" in page_text
    assert "Hand h3" in page_text
    (listing,) = re.findall(r'<ol class="differences">.*?</ol>', page_text, re.DOTALL)
    assert listing.count('class="listed') == 1
    assert "<strong>" in listing  # what the winner should have got
    assert "night.ohh.gz" in visitor.get(ADDRESS).content.decode()
    assert "night.ohh.gz" not in visitor.get("/showdown/batches/").content.decode()


UNREADABLE = b"***** History for hand R5-1-2 *****\nStart hand: 1\n"
DIARY = b"Dear diary, today we played cards.\n"


def test_a_file_without_a_readable_hand_has_a_reason_instead_of_sums(visitor, run_jobs):
    address = upload(visitor, DIARY)["Location"]
    run_jobs()
    listing = visitor.get(ADDRESS).text
    assert '<span class="state state-failed">Not readable</span>' in listing
    assert 'data-label="Paid incorrectly">–</td>' in listing
    assert 'data-label="Hands">none read</td>' in listing
    assert "state-done" not in listing
    page = unescape(visitor.get(address).text)
    assert page.count("No hand in this log can be read: ") == 1
    assert "Choose another file" in page
    for absent in ("hand read", "Report", "Skipped", "Hands that can't be read", "The audit"):
        assert absent not in page


def test_the_status_counts_no_hands_in_a_file_that_is_no_log(owner, run_jobs):
    address = owner.post(API, DIARY, content_type="text/plain")["Location"]
    run_jobs()
    status = owner.get(address).json()
    assert status["hands"] == status["counts"]["hands"] == 0
    assert status["counts"]["skipped"] == {"no-hands": 1}


def test_a_hand_is_opened_with_its_cards_and_its_reason(visitor, done_url):
    hand = visitor.get(f"{done_url}line/5/").content.decode()
    assert "Player1 got the 61.21 pot, but re: raise wins it: high: an ace-high flush" in hand
    assert 'class="card' in hand
    assert re.search(r'<td class="number"[^>]*>−[\d.]+</td>', hand)
    assert visitor.get(f"{done_url}line/6/").status_code == 404


def test_the_title_of_a_hand_without_a_number_has_its_line(visitor, run_jobs):
    log = b"""
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p1 cbr 6', 'p2 cc', 'd db 2c7d9h', 'p2 cc', 'p1 cc',
  'd db 3s', 'p2 cc', 'p1 cc', 'd db 4d', 'p2 cc', 'p1 cc', 'p1 sm AsAh', 'p2 sm KsKh']
finishing_stacks = [94, 106]
"""
    address = upload(visitor, log)["Location"]
    run_jobs()
    [line] = re.findall(r"/line/(\d+)/", visitor.get(address).text)
    assert f"<title>Line {line} of " in visitor.get(f"{address}line/{line}/").text


def test_results_can_be_filtered(visitor, done_url):
    def is_found(query):
        return "line/5/" in visitor.get(f"{done_url}?{query}").text

    for query in ("kind=winner", "table=mekbuda", "order=amount&page=7", "kind=nonsense"):
        assert is_found(query), query
    for query in ("kind=rake", "player=nobody"):
        assert not is_found(query), query


def test_the_report_has_three_formats(visitor, done_url, settings):
    lines = visitor.get(f"{done_url}report.jsonl").getvalue().splitlines(keepends=True)
    assert verify_report(lines)
    header, entry, last = map(json.loads, lines)
    assert header["audit"]["name"] == "night.ohh.gz"
    assert header["audit"]["when"] == Batch.objects.get().created.isoformat()
    assert (entry["hand"], entry["kind"]) == ("h3", "winner")
    assert last["command"].startswith("manage.py audit night.ohh.gz report.jsonl --rules wsop-2026")
    assert b"h3" in visitor.get(f"{done_url}report.csv").getvalue()
    response = visitor.get(f"{done_url}report.html")
    page = response.getvalue().decode()
    for part in ('class="site-header"', f'<a href="{done_url}">night.ohh.gz</a>', "h3", "</html>"):
        assert part in page
    assert "manage.py" not in page
    assert "attachment" not in response.get("Content-Disposition", "")
    assert visitor.get(f"{done_url}report.pdf").status_code == 404


def test_the_log_is_downloaded_in_other_formats(visitor, done_url, monkeypatch):
    page = visitor.get(done_url).content.decode()
    for ending, name in (("ohh", "open-hand-history"), ("txt", "pokerstars"), ("phhs", "phh")):
        assert f"{done_url}log.{ending}" in page
        response = visitor.get(f"{done_url}log.{ending}")
        hands = list(read_log([response.content]))
        assert {hand.origin.format for hand in hands} <= {name}
        assert f"night-{len(hands)}-of-" in response["Content-Disposition"]
    assert visitor.get(f"{done_url}log.exe").status_code == 404
    monkeypatch.setattr(audit_results, "MAX_CONVERTED_HANDS", 0)
    assert visitor.get(f"{done_url}log.ohh").status_code == 404
    assert f"{done_url}log." not in visitor.get(done_url).content.decode()


def test_a_conversion_that_takes_too_long_is_refused(visitor, done_url, monkeypatch):
    monkeypatch.setattr(audit_results, "_CONVERSION_SECONDS", -1)
    response = visitor.get(f"{done_url}log.ohh", follow=True)
    assert "takes too long to convert here" in response.text
    with monkeypatch.context() as patched:
        patched.setattr(audit_results, "CONVERSION_TURNS", Turns(0))
        assert "Try again in a few seconds" in visitor.get(f"{done_url}log.ohh", follow=True).text


def test_two_people_do_not_see_each_others_audits(done_url):
    signed_in = Client()
    signed_in.force_login(UserFactory())
    for client in (Client(), signed_in):
        assert b"night" not in client.get(ADDRESS).content
        for part in ("", "line/5/", "report.jsonl", "report.csv", "report.html", "log.ohh"):
            assert client.get(done_url + part).status_code == 404


def test_an_audit_is_not_a_batch_of_deals(visitor, done_url):
    batch_address = done_url.replace("audits", "batches")
    for part in ("", "settled.txt", "settled.csv", "errors.csv"):
        assert visitor.get(batch_address + part).status_code == 404
    assert visitor.get(batch_address.replace("/showdown", "/api")).status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("unit", "x", "“x” isn't an amount of chips"),
        ("unit", "0", "the unit is 0; it must be more than 0 and at most 1,000,000,000,000"),
        ("rake", "150%", "“150” isn't a percentage from 0 to 100"),
        ("chip", "-1", "“-1” isn't"),
        ("chip", "x", "“x” isn't"),
        ("same", "Anna", "“Anna” isn't written like"),
    ],
)
def test_invalid_terms_are_errors_of_their_field(visitor, owner, field, value, error):
    page = upload(visitor, GOOD_LOG, **{field: value})
    assert page.status_code == 422
    assert f'id="id_{field}_error">{error}' in unescape(page.text)
    query = urlencode({field: value})
    response = owner.post(f"{API}?{query}", GOOD_LOG, content_type="text/plain")
    (problem,) = check_problem(response, 400)["errors"]
    assert problem["parameter"] == field
    assert problem["detail"].startswith(error)
    assert not Batch.objects.exists()


def test_an_invalid_jackpot_drop_is_an_error_of_its_parameter(owner):
    response = owner.post(f"{API}?rake=5%25&jackpot=1%25", GOOD_LOG, content_type="text/plain")
    (problem,) = check_problem(response, 400)["errors"]
    assert problem == {"parameter": "jackpot", "detail": "“1%” isn't an amount of chips"}


def test_a_resumed_audit_of_a_damaged_log_counts_from_the_beginning(visitor, run_jobs):
    file = SimpleUploadedFile("night.gz", gzip.compress(GOOD_LOG * 200, compresslevel=1)[:-9])
    address = visitor.post(ADDRESS, {"file": file})["Location"]
    run_jobs()
    assert "the gzip file is damaged" in visitor.get(address).text
    deals_before = Batch.objects.get().deals
    visitor.post(address.replace("audits", "batches") + "resume/")
    assert Batch.objects.get().is_unfinished
    run_jobs()
    batch = Batch.objects.get()
    assert (batch.state, batch.deals) == (State.FAILED, deals_before)
    assert deals_before > 0


def test_a_program_fetches_the_report_of_a_log(owner, run_jobs):
    response = owner.post(f"{API}?rules=tda-2026&name=n", BAD_LOG, content_type="text/plain")
    assert response.status_code == 202
    address = response["Location"]
    assert owner.get(address).json()["state"] == "queued"
    assert owner.get(f"{address}report/").status_code == 409
    run_jobs()
    audit = owner.get(address).json()
    assert (audit["state"], audit["rules"], audit["store"]) == ("done", "tda-2026", False)
    assert (audit["hands"], audit["differing"], audit["counts"]["kinds"]) == (12, 1, {"winner": 1})
    assert stored_hands() == []
    assert verify_report(owner.get(f"{address}report/").getvalue().splitlines(keepends=True))
    assert b"h3" in owner.get(f"{address}report/?as=csv").getvalue()
    assert owner.get(f"{address}report/?as=pdf").status_code == 400
    assert owner.delete(address).status_code == 204
    assert owner.get(address).status_code == 404


def stored_hands():
    return sorted(HandOfLog.objects.values_list("hand", flat=True))


def test_judged_hands_are_found_in_the_history_until_their_audit_is_deleted(visitor, run_jobs):
    address = upload(visitor, BAD_LOG, store="on")["Location"]
    run_jobs()
    batch = Batch.objects.get()
    assert stored_hands() == sorted(f"h{number}" for number in range(1, 13))
    link = f"/showdown/history/?batch={batch.id}"
    assert link in visitor.get(address).text
    assert visitor.get(link).text.count('<li class="deal">') == 12
    assert visitor.get(f"{link}&hand=h3").text.count('<li class="deal">') == 1
    assert Client().get(link).text.count('<li class="deal">') == 0
    batch_address = address.replace("audits", "batches")
    assert "the hands it stored" in visitor.get(f"{batch_address}remove/").text
    visitor.post(f"{batch_address}remove/")
    run_jobs()
    assert not Batch.objects.exists()
    assert not Showdown.objects.exists()


def test_hands_are_stored_once_after_a_failed_audit(visitor, run_jobs, settings):
    settings.AUDIT_KEY_FILE, key = "/dev/full/key", settings.AUDIT_KEY_FILE
    settings.BATCH_ATTEMPTS = 1
    address = upload(visitor, BAD_LOG, store="on")["Location"]
    run_jobs()
    assert (Batch.objects.get().state, stored_hands()) == (State.FAILED, [])
    settings.AUDIT_KEY_FILE = key
    visitor.post(address.replace("audits", "batches") + "resume/")
    run_jobs()
    assert len(stored_hands()) == 12
    audit(batch=Batch.objects.get().pk)
    assert len(stored_hands()) == 12


PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(99)
LOGS = {"a.ohh": GOOD_LOG, "b.ohh": BAD_LOG}


def upload_several(client, logs):
    return client.post(ADDRESS, {"file": [SimpleUploadedFile(*log) for log in logs]})


def test_several_files_are_one_audit_with_the_report_of_their_folder(visitor, run_jobs, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    for name, log in LOGS.items():
        (folder / name).write_bytes(log)
    with pytest.raises(SystemExit):
        call_command("audit", str(folder), str(tmp_path / "report"), "--luck", "--quiet")
    address = upload_several(visitor, LOGS.items())["Location"]
    run_jobs()
    assert "a.ohh and 1 more" in visitor.get(address).text
    reports = (tmp_path / "report").read_bytes(), visitor.get(f"{address}report.jsonl").getvalue()
    (header, entry), site_lines = (
        [json.loads(line) for line in each.splitlines()[:2]] for each in reports
    )
    assert entry["file"] == "b.ohh"
    assert header["audit"]["sha256"] == site_lines[0]["audit"]["sha256"]
    assert entry | {"chain": ""} == site_lines[1] | {"chain": ""}


def test_files_without_hands_are_named_apart_from_hands_that_cannot_be_read(visitor, run_jobs):
    others = {"diary.txt": DIARY, "x.html": b"<html>", "empty.txt": b"", "table.png": PICTURE}
    others["README.md"] = b"# Log\n\nHands of our game.\n\n# Players\n\nAnna and Boris\n"
    files = {"table.png": PICTURE, "monday.ohh": GOOD_LOG, "sunday.txt": UNREADABLE, **others}
    address = upload_several(visitor, files.items())["Location"]
    run_jobs()
    page = unescape(visitor.get(address).text)
    assert "1 unreadable, none paid incorrectly, 5 files without hands." in page
    file_names = ", ".join(name for name in files if name in others)
    assert f"5 files contain no hands ({file_names})." in page
    assert "1 hand, unreadable, is missing from the sums." in page
    assert "<summary>7 files</summary>" in page
    rows = re.findall(r'<th scope="row" class="long">(\S+)</th><td class="number">(\d+)</td>', page)
    assert dict(rows) == {"monday.ohh": "12", "sunday.txt": "1", **dict.fromkeys(others, "0")}
    assert "A name that occurs in several files is one player in the sums of the night." in page


def test_a_file_without_hands_leaves_no_gap_in_the_sums(visitor, run_jobs):
    address = upload_several(visitor, [("a.ohh", GOOD_LOG), ("diary.txt", DIARY)])["Location"]
    run_jobs()
    page = visitor.get(address).text
    assert "1 file contains no hands (diary.txt)." in page
    assert "missing from the sums" not in page
    assert "A name that occurs in several files" not in page


def test_compressed_files_among_several_are_expanded(visitor, run_jobs):
    archive_bytes = io.BytesIO()
    with ZipFile(archive_bytes, "w") as archive:
        archive.writestr("c.ohh", BAD_LOG)
    files = [
        ("a.ohh", GOOD_LOG),
        ("b.gz", gzip.compress(BAD_LOG)),
        ("c.zip", archive_bytes.getvalue()),
    ]
    for ordered_files in (files, files[::-1]):
        address = upload_several(visitor, ordered_files)["Location"]
        run_jobs()
        page = visitor.get(address).text
        for name in ("a.ohh", "b.gz", "c.zip/c.ohh"):
            assert re.search(rf'class="long">{name}</th><td class="number">12<', page)


def test_files_of_the_same_name_are_distinguished(visitor, run_jobs):
    address = upload_several(visitor, [("a.ohh", GOOD_LOG), ("a.ohh", BAD_LOG)])["Location"]
    run_jobs()
    assert "2/a.ohh" in visitor.get(address).text


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("b.gz", gzip.compress(deals(3)), "“b.gz” contains deals, not the hands of a log"),
        ("b.txt", deals(3), "“b.txt” contains deals, not the hands of a log"),
    ],
)
def test_one_unsuitable_file_of_several_is_named(visitor, site, name, content, message):
    responses = [
        upload_several(visitor, logs)
        for logs in ([("a.ohh", GOOD_LOG), (name, content)], [(name, content), ("a.ohh", GOOD_LOG)])
    ]
    for response in responses:
        assert response.status_code == 422
        assert message in unescape(response.text)
    assert not Batch.objects.exists()
    assert files_in(site) == []


def test_several_pictures_without_a_log_are_refused(visitor, site):
    response = upload_several(visitor, [("a.png", PICTURE), ("b.png", PICTURE)])
    assert response.status_code == 422
    assert "“a.png” is a picture" in unescape(response.text)
    assert files_in(site) == []


def test_an_upload_has_a_limit_of_files(visitor, site, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_FILES", 2)
    response = upload_several(visitor, [(f"{number}.ohh", GOOD_LOG) for number in range(3)])
    assert response.status_code == 422
    assert "an upload has at most 2 files" in response.text.lower()
    assert files_in(site) == []


@pytest.mark.long
def test_an_audit_that_is_canceled_while_it_stores_leaves_no_hands(visitor, workers, lock_workers):
    address = upload(visitor, BAD_LOG, store="on")["Location"]
    lock = lock_workers()
    workers.start()
    lock.wait_for_workers(1)
    visitor.post(address.replace("audits", "batches") + "cancel/")
    lock.release()
    wait_until(lambda: not Batch.objects.get().input_bytes, "the files to be gone")
    assert stored_hands() == []


def test_the_history_lists_hands_of_audits_only_if_it_is_filtered_by_their_log(owner, run_jobs):
    response = owner.post(f"{API}?name=n&store=true", BAD_LOG, content_type="text/plain")
    assert response.json()["store"] is True
    run_jobs()

    def count(**query):
        return len(owner.get("/api/showdowns/", query).json()["results"])

    player = HandOfLog.objects.get(hand="h3").players[0]
    hand_count = HandOfLog.objects.filter(players__contains=[player]).count()
    assert count() == 0
    assert count(table="Mekbuda II") == 12
    assert count(player=player) == hand_count > 0
    assert count(hand="h3", game="omaha-hilo") == 1
