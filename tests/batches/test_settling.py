"""Batches are settled byte for byte as the commands do it, and counted, and stored once."""

import csv
import gzip
import io
import json
from collections import Counter

import pyarrow.parquet
import pytest
from backports import zstd

from showdown.batches import exporting
from showdown.batches.cutting import cut
from showdown.batches.queue import defer_settle
from showdown.batches.reading import complaints, complaints_as_csv
from showdown.batches.settling import settle
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.files.blocks import settle_readably
from showdown.models import Showdown, Source
from showdown.pages.charts import charts, seat_columns, seat_rows
from tests.batches.conftest import again, deals, output_of, settled
from tests.factories import random_deal

LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"


@pytest.mark.parametrize("compressed", [bytes, gzip.compress, zstd.compress])
def test_a_bad_line_in_every_thousand_loses_nothing(submit, work, compressed):
    text = deals(3000, bad_every=1000)
    batch = submit(compressed(text))
    work()
    done = again(batch)
    assert output_of(batch) == settled(text)
    assert (done.deals, done.errors, done.part_done) == (2997, 3, 1.0)
    assert done.blocks_done == done.blocks_cut > 30
    assert [each.line for each in complaints(batch)] == [1000, 2000, 3000]


@pytest.mark.parametrize(
    "text",
    [
        LINE.removesuffix(b"\n"),
        b"\n" * 20_000 + LINE,
        b"\xef\xbb\xbf" + LINE * 200,
        LINE.replace(b"\n", b"\r\n") * 200,
        LINE.replace(b"\n", b"\r") * 200,
        b"nonsense\n" + LINE * 200 + b"nonsense",
        b"\n\n",
        b"\0",
        LINE * 71 + b" " * 49 + LINE,
        (LINE.strip() + b" Pot:4765\n") * 200,
    ],
)
def test_what_surrounds_deals_is_as_in_the_command(submit, work, text):
    batch = submit(text)
    work()
    assert again(batch).is_done
    assert output_of(batch) == settled(text)


@pytest.mark.parametrize("name", ["holdem", "badugi"])
def test_files_of_other_games_are_settled_by_their_contract(submit, work, tests_data, name):
    text = (tests_data / f"{name}-input.txt").read_bytes() * 40
    batch = submit(text, game=GAMES[name])
    work()
    assert output_of(batch) == settle_readably(text, GAMES[name]).output


def test_what_seats_and_categories_won_is_counted(submit, work):
    """HandB's alone; then both share the high; then HandA's are the high and half of the low."""
    scooped = LINE
    shared = b"HandA:Ac-Kd-9d-9c HandB:As-Ks-8s-8c Board:Qh-Jc-Th-2c-2d\n"
    quartered = b"HandA:Ah-2d-Kc-Ks HandB:Ad-2h-Qc-Js Board:3h-4c-8d-Kd-Td\n"
    batch = submit(scooped * 3 + shared * 2 + quartered)
    work()
    done = again(batch)
    assert seat_columns(OMAHA_HILO) == ["won high", "won low", "scooped", "quartered"]
    assert {row.label: row.counts for row in seat_rows(OMAHA_HILO, done.tallies)} == {
        "HandA": [3, 1, 0, 0],
        "HandB": [5, 4, 3, 1],
    }
    high, low = charts(OMAHA_HILO, done.tallies)
    assert [(bar.label, bar.count) for bar in high.bars] == [("Straight", 2), ("3-of-a-Kind", 4)]
    assert [(bar.label, bar.count) for bar in low.bars] == [
        ("7652A", 3),
        ("8432A", 1),
        ("no low", 2),
    ]


def test_counts_agree_with_the_records(submit, work):
    text = deals(400)
    batch = submit(text)
    work()
    low = charts(OMAHA_HILO, again(batch).tallies)[1]
    nobody = settled(text).count(b"No hand qualified for Low")
    assert {bar.label: bar.count for bar in low.bars}["no low"] == nobody > 0


def test_deals_are_stored_once_also_after_a_block_is_done_twice(submit, work):
    text = deals(300, bad_every=100)
    batch = submit(text, stores=True)
    work()
    defer_settle(batch, range(again(batch).blocks_cut))
    work()
    stored = Showdown.objects.of_batch(again(batch)).order_by("id")
    lines = [line for line in text.decode().splitlines() if "nobody" not in line]
    assert [str(each.deal) for each in stored] == lines
    assert {each.source for each in stored} == {Source.BATCH}
    assert (again(batch).deals, again(batch).errors) == (297, 3)


def test_two_batches_store_side_by_side(submit, work):
    first, second = submit(deals(200), stores=True), submit(deals(300), stores=True)
    work()
    assert Showdown.objects.of_batch(again(first)).count() == 200
    assert Showdown.objects.of_batch(again(second)).count() == 300


def test_deals_are_stored_with_their_chips(submit, work):
    lines = deals(6).splitlines()
    lines[2] += b" Pot:90"
    batch = submit(b"\n".join(lines), stores=True)
    work()
    stored = list(Showdown.objects.of_batch(again(batch)))
    assert len(stored) == 6
    paid = [sum(player.total for player in row.payout.players) for row in stored if row.payout]
    assert paid == [90]


def test_a_batch_that_does_not_store_leaves_the_record_alone(submit, work):
    submit(deals(200))
    work()
    assert not Showdown.objects.exists()


@pytest.fixture
def mixed():
    """Deals of two and of three players, one without a low, a bad line among them."""
    lines = [str(random_deal(players=players)) for players in (2, 3, 2, 2, 3)] * 40
    lines[2] = "nonsense"
    lines[3] = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-Qs-Js-Qd"
    return "\n".join(lines).encode()


def rows_of(batch, kind):
    data = b"".join(getattr(exporting, f"as_{kind}")(again(batch)))
    if kind == "csv":
        return [
            {name: value or None for name, value in row.items()}
            for row in csv.DictReader(io.StringIO(data.decode()))
        ]
    if kind == "jsonl":
        return [json.loads(line) for line in data.splitlines()]
    return pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist()


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_table_has_a_row_for_each_deal(submit, work, mixed, kind):
    batch = submit(mixed)
    work()
    rows = rows_of(batch, kind)
    assert [int(row["line"]) for row in rows] == [1, 2, *range(4, 201)]
    assert Counter(int(row["players"]) for row in rows) == {2: 119, 3: 80}
    assert {name: value for name, value in rows[2].items() if value is not None} == {
        "line": 4 if kind != "csv" else "4",
        "players": 2 if kind != "csv" else "2",
        "hand_a": "Ac-Kd-Jd-3d",
        "hand_b": "5c-5d-6c-7d",
        "board": "Ah-Kh-Qs-Js-Qd",
        "high_winners": "HandA",
        "high_hand": "Two Pair",
    }


def test_errors_are_listed_by_line(submit, work):
    batch = submit(LINE * 100 + b"HandA:Ac-Kd nobody\n" + LINE * 100 + b"nobody\n")
    work()
    listed = "".join(complaints_as_csv(again(batch))).splitlines()
    assert listed[0] == "line,column,message"
    assert [row.split(",")[0] for row in listed[1:]] == ["101", "202"]


def test_progress_of_a_compressed_file_is_not_ahead_of_its_cutting(submit):
    """While a part of it is cut, what is done is set against all that is to come."""
    batch = submit(gzip.compress(deals(8000)))
    cut(batch.pk)
    half_cut = again(batch)
    assert not half_cut.is_cut
    settle(batch.pk, 0)
    whole = 8000 * 57
    done = again(batch)
    assert done.part_done == pytest.approx(done.done_bytes / whole, rel=0.25)
