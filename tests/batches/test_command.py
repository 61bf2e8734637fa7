"""Test the command `batch`, which submits, fetches and manages batches."""

import json
from contextlib import redirect_stdout
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from showdown.models import Batch, State
from tests.batches.conftest import command_output, files_in, reload
from tests.factories import UserFactory


@pytest.fixture
def deal_file(tmp_path, text):
    deal_file = tmp_path / "night.txt"
    deal_file.write_bytes(text)
    return deal_file


def batch_command(*arguments):
    output = StringIO()
    call_command("batch", *map(str, arguments), stdout=output)
    return output.getvalue()


@pytest.fixture
def batch(site, deal_file):
    return Batch.objects.get(id=batch_command("submit", deal_file).strip())


def test_a_file_is_submitted_watched_and_fetched(batch, run_jobs, text, tmp_path):
    assert json.loads(batch_command("status", batch.id))["state"] == "queued"
    with pytest.raises(CommandError, match="is queued, not done"):
        batch_command("fetch", batch.id, tmp_path / "settled.txt")
    assert not (tmp_path / "settled.txt").exists()
    run_jobs()
    assert "196 deals" in batch_command("list")
    status = json.loads(batch_command("status", batch.id, "--wait"))
    assert (status["state"], status["name"], status["deals"]) == ("done", "night.txt", 196)
    batch_command("fetch", batch.id, tmp_path / "settled.txt")
    assert (tmp_path / "settled.txt").read_bytes() == command_output(text)
    batch_command("fetch", batch.id, tmp_path / "settled.csv", "--as", "csv")
    assert len((tmp_path / "settled.csv").read_text().splitlines()) == 197


def test_downloads_to_standard_output_append_to_a_file(batch, run_jobs, text, tmp_path):
    run_jobs()
    file = tmp_path / "all.txt"
    file.write_bytes(b"before\n")
    with file.open("a") as output, redirect_stdout(output):
        batch_command("fetch", batch.id, "-")
    assert file.read_bytes() == b"before\n" + command_output(text)


def test_a_batch_belongs_to_the_account_that_the_operator_names(site, deal_file):
    account = UserFactory(username="amber")
    batch_command("submit", deal_file, "--user", "amber", "--store", "--game", "omaha")
    batch = Batch.objects.get()
    assert (batch.owner_id, batch.game.slug, batch.stores) == (account.pk, "omaha", True)
    with pytest.raises(CommandError, match="there is no user 'bruno'"):
        batch_command("submit", deal_file, "--user", "bruno")
    with pytest.raises(CommandError, match="there is no batch"):
        batch_command("status", uuid4())


# `--contract` is the former name of `--format`, accepted until version 2.0.
@pytest.mark.parametrize("option", ["--format", "--contract"])
def test_the_format_of_a_file_is_an_option(site, tmp_path, option):
    deal_file = tmp_path / "lines.txt"
    deal_file.write_text("HandA:AcAd HandB:KcKd Board:2h3h4s5s9d\n")
    batch_id = batch_command("submit", deal_file, "--game", "holdem", option, "deal-lines")
    status = json.loads(batch_command("status", batch_id.strip()))
    assert status["format"] == status["contract"] == "deal-lines"


def test_batches_are_canceled_removed_and_resumed(site, batch, run_jobs):
    Batch.objects.update(state=State.FAILED, reason="the disk that holds the files is full")
    with pytest.raises(CommandError, match="failed: the disk that holds the files is full"):
        batch_command("status", batch.id, "--wait")
    batch_command("resume", batch.id)
    assert reload(batch).state == State.RUNNING
    batch_command("cancel", batch.id)
    assert reload(batch).state == State.CANCELLED
    for verb in ("cancel", "resume"):
        with pytest.raises(CommandError, match=r"has not failed|not running"):
            batch_command(verb, batch.id)
    batch_command("remove", batch.id)
    run_jobs()
    assert not Batch.objects.exists()
    assert files_in(site) == []
