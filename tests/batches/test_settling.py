"""Test that a batch has the output of the commands, counts its deals and stores each once."""

import gzip

import pytest
from backports import zstd
from django.db import OperationalError, connection

from showdown.batches.results import line_errors_to_csv, read_line_errors, tallies_to_json
from showdown.batches.settling import cut, defer_blocks, settle
from showdown.batches.upload_limits import RefusedBatch
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.files.blocks import settle_in_python
from showdown.models import Batch, Showdown, Source
from showdown.notation.registry import DEAL_FORMATS
from tests.batches.conftest import ROOT, command_output, deals, output_of, reload
from tests.scope import quick_first

TDA_2026 = RULE_SETS["tda-2026"]
DEAL_LINES = DEAL_FORMATS["deal-lines"]
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"


@pytest.mark.parametrize("compress", quick_first(bytes, gzip.compress, zstd.compress))
def test_bad_lines_do_not_affect_other_deals(submit, run_jobs, compress):
    text = deals(300, bad_every=100)
    batch = submit(compress(text))
    run_jobs()
    done_batch = reload(batch)
    assert output_of(batch) == command_output(text)
    assert (done_batch.deals, done_batch.errors, done_batch.part_done) == (297, 3, 1.0)
    assert done_batch.blocks_done == done_batch.blocks_cut > 3
    assert [error.line for error in read_line_errors(batch)] == [100, 200, 300]
    rows = "".join(line_errors_to_csv(done_batch)).splitlines()
    assert [row.split(",")[0] for row in rows] == ["line", "100", "200", "300"]
    assert rows[0] == "line,column,message"
    low = tallies_to_json(OMAHA_HILO, done_batch.tallies)["contests"][1]
    assert low["none"] == command_output(text).count(b"No hand qualified for Low") > 0
    assert not Showdown.objects.exists()


PADDED_LINES = [
    LINE.removesuffix(b"\n"),
    b"\n" * 20_000 + LINE,
    b"\xef\xbb\xbf" + LINE * 200,
    LINE.replace(b"\n", b"\r\n") * 200,
    LINE.replace(b"\n", b"\r") * 200,
    b"nonsense\n" + LINE * 200 + b"nonsense",
    b"\n\n",
    LINE * 3 + b"\0",
    LINE * 71 + b" " * 49 + LINE,
    (LINE.strip() + b" Pot:4765\n") * 200,
]


def test_text_around_deals_is_copied_as_by_the_command(submit, run_jobs):
    batches = [submit(text) for text in PADDED_LINES]
    run_jobs()
    for batch, text in zip(batches, PADDED_LINES, strict=True):
        assert reload(batch).is_done, text[:60]
        assert output_of(batch) == command_output(text), text[:60]


def test_files_of_other_games_are_settled_in_their_format(submit, run_jobs):
    data = ROOT / "tests" / "data"
    texts = {name: (data / f"{name}-input.txt").read_bytes() * 40 for name in ("holdem", "badugi")}
    batches = {name: submit(text, game=GAMES[name]) for name, text in texts.items()}
    run_jobs()
    for name, text in texts.items():
        assert output_of(batches[name]) == settle_in_python(text, GAMES[name]).output


def test_wins_are_counted_by_seat_and_category(submit, run_jobs):
    """HandB wins alone; then both share the high; then HandA wins the high and half of the low."""
    scooped_line = LINE
    shared_line = b"HandA:Ac-Kd-9d-9c HandB:As-Ks-8s-8c Board:Qh-Jc-Th-2c-2d\n"
    quartered_line = b"HandA:Ah-2d-Kc-Ks HandB:Ad-2h-Qc-Js Board:3h-4c-8d-Kd-Td\n"
    batch = submit(scooped_line * 3 + shared_line * 2 + quartered_line)
    run_jobs()
    done_batch = reload(batch)
    tallies = tallies_to_json(OMAHA_HILO, done_batch.tallies)
    assert tallies["seats"] == [
        {"label": "HandA", "high": 3, "low": 1, "scooped": 0, "quartered": 0},
        {"label": "HandB", "high": 5, "low": 4, "scooped": 3, "quartered": 1},
    ]
    assert tallies["contests"] == [
        {"name": "high", "none": 0, "categories": {"three of a kind": 4, "straight": 2}},
        {"name": "low", "none": 2, "categories": {"8432A": 1, "7652A": 3}},
    ]


def test_only_games_with_several_contests_are_scooped(submit, run_jobs):
    batch = submit(b"3c 2s 4d Ah - As 3h 2d 4h\n", game=GAMES["badugi"])
    run_jobs()
    seats = tallies_to_json(batch.game, reload(batch).tallies)["seats"]
    assert seats == [{"label": "HandA", "badugi": 1}, {"label": "HandB", "badugi": 0}]


def test_deals_are_stored_once_even_if_a_block_is_settled_twice(submit, run_jobs):
    text = deals(300, bad_every=100)
    batch = submit(text, stores=True)
    run_jobs()
    defer_blocks(batch, range(reload(batch).blocks_cut))
    run_jobs()
    stored = Showdown.objects.of_batch(reload(batch)).order_by("id")
    lines = [line for line in text.decode().splitlines() if "nobody" not in line]
    assert [str(showdown.deal) for showdown in stored] == lines
    assert {showdown.source for showdown in stored} == {Source.BATCH}
    assert (reload(batch).deals, reload(batch).errors) == (297, 3)


def test_chips_follow_the_rule_set_of_the_batch_or_of_the_line(submit, run_jobs):
    line = b"HandA:6s-Qd-Qc-4h HandB:4s-Kd-6h-Jh Board:9s-5s-7c-3d-5h Pot:12022"
    batch = submit(line + b"\n" + line + b" Rules:exact\n", stores=True, rules=TDA_2026)
    run_jobs()
    stored = Showdown.objects.of_batch(reload(batch)).order_by("id")
    assert [row.rules.slug for row in stored] == ["tda-2026", "exact"]
    assert stored[0].settlement.payout.player("HandA").total == 6012
    assert b"=> HandA 6012; HandB 6010" in output_of(batch)
    assert reload(batch).rules is TDA_2026


def test_a_format_that_cannot_write_the_game_is_refused(submit, site):
    with pytest.raises(RefusedBatch, match="Omaha Hi/Lo cannot be written as holdem"):
        submit(LINE, deal_format=DEAL_FORMATS["holdem"])
    assert not Batch.objects.exists()


def test_progress_of_a_compressed_file_uses_the_estimated_size_until_it_is_cut(submit, settings):
    settings.BATCH_BLOCK_BYTES, settings.BATCH_PIECE_BYTES = 1 << 17, 1 << 20
    text = deals(8000) * 40
    batch = submit(gzip.compress(text))
    cut(batch.pk)
    half_cut = reload(batch)
    assert not half_cut.is_cut
    settle(batch.pk, 0)
    done_batch = reload(batch)
    assert done_batch.part_done == pytest.approx(done_batch.done_bytes / len(text), rel=0.25)


def test_a_recorded_block_keeps_its_files_if_the_connection_is_lost(submit, run_jobs, monkeypatch):
    """The connection is lost after the commit was sent, and before the response."""
    text = deals(20)
    batch = submit(text)
    cut(batch.pk)

    def commit_and_disconnect():
        connection.connection.commit()
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "_commit", commit_and_disconnect)
        with pytest.raises(OperationalError):
            settle(batch.pk, 0)
    run_jobs()
    assert output_of(batch) == command_output(text)
