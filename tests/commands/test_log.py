"""Test `log convert`: its files, options and messages."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from showdown.notation.logs.log_reader import read_log

LOGS = Path("tests/data/logs")
POKERNOW = str(LOGS / "pokernow.csv")


def convert_log(source, target, *options):
    """Run `log convert`, and return its exit status and standard error."""
    stderr = io.StringIO()
    try:
        call_command("log", "convert", source, str(target), *options, "--quiet", stderr=stderr)
    except SystemExit as end:
        return int(end.code or 0), stderr.getvalue()
    return 0, stderr.getvalue()


@pytest.mark.parametrize(
    ("source", "ending", "name"),
    [
        (POKERNOW, "ohh", "open-hand-history"),
        (POKERNOW, "txt", "pokerstars"),
        (str(LOGS / "bovada.txt"), "phhs", "phh"),
    ],
)
def test_the_extension_selects_the_format(tmp_path, source, ending, name):
    first, second = tmp_path / f"first.{ending}", tmp_path / f"second.{ending}"
    convert_log(source, first)
    assert {hand.origin.format for hand in read_log([first.read_bytes()])} == {name}
    assert convert_log(str(first), second)[0] == 0
    assert first.read_bytes() == second.read_bytes()


def test_skipped_hands_are_counted_by_reason(tmp_path):
    status, stderr = convert_log(str(LOGS / "kings-club.txt"), tmp_path / "night.ohh")
    assert status == 1
    assert "can't be written in this format: game" in stderr


def test_a_folder_of_logs_becomes_one_log(tmp_path):
    convert_log(str(LOGS), tmp_path / "all.txt")
    hands = list(read_log([(tmp_path / "all.txt").read_bytes()]))
    assert len(hands) > 40
    assert {hand.origin.format for hand in hands} == {"pokerstars"}


@pytest.mark.parametrize("option", ["--anonymize", "--anonymise"])  # until version 2.0
def test_a_key_replaces_names_in_the_file(tmp_path, option):
    named, anonymized = tmp_path / "named.txt", tmp_path / "anonymized.txt"
    convert_log(POKERNOW, named)
    convert_log(POKERNOW, anonymized, option, "a key")
    seats = next(iter(read_log([named.read_bytes()]))).seats
    assert not any(name in anonymized.read_text() for name in seats)


def test_cards_and_names_are_left_out_of_the_file(tmp_path):
    target = tmp_path / "night.ohh"
    log = str(LOGS / "pokerstars.txt")
    hero = next(hand for hand in read_log([Path(log).read_bytes()]) if hand.known)
    (name,) = hero.known
    convert_log(log, target, "--hide-cards", "--hide-names")
    hands = list(read_log([target.read_bytes()]))
    assert not any(hand.known for hand in hands)
    assert {name for hand in hands for name in hand.seats} <= {f"Player {n}" for n in range(99)}
    assert target.read_text().count("Names are replaced.") == len(hands)
    convert_log(log, target, "--keep", name)
    assert any(hand.known.keys() == {name} for hand in read_log([target.read_bytes()]))


@pytest.mark.parametrize(
    ("target", "options", "reason"),
    [
        ("night.csv", (), "use --format"),
        ("night.phh", (), "a .phh file can have only one hand"),
        ("night.ohh", ("--anonymize", ""), "the key is empty"),
        ("night.ohh", ("--keep", "nobody"), "nobody in the log is called “nobody”"),
    ],
)
def test_a_failed_command_leaves_no_file(tmp_path, target, options, reason):
    with pytest.raises(CommandError, match=reason) as error:
        convert_log(str(LOGS / "pokerstars.txt"), tmp_path / target, *options)
    assert error.value.returncode == 2
    assert not list(tmp_path.iterdir())


def test_the_format_option_overrides_the_file_extension(tmp_path):
    convert_log(POKERNOW, tmp_path / "night.log", "--format", "open-hand-history")
    assert (tmp_path / "night.log").read_text().startswith('{"ohh"')
