"""Logs read and audited through the library, as by the command."""

import gzip
import io
from pathlib import Path

import pytest

import showdown

LOG = Path(__file__).parents[2] / "examples" / "log.txt"


def test_a_log_is_audited():
    wrong = [audited for audited in showdown.audit(LOG) if audited.is_wrong]
    assert wrong[0].hand.origin.hand == "1001"
    assert "wins it" in wrong[0].reason


def test_a_path_a_file_and_its_bytes_are_the_same_log():
    with LOG.open("rb") as log:
        hands = list(showdown.read_log(log))
    assert hands == list(showdown.read_log(str(LOG)))
    assert hands == list(showdown.read_log(io.BytesIO(gzip.compress(LOG.read_bytes()))))
    assert list(showdown.audit(hands)) == list(showdown.audit(LOG))


def test_a_damaged_file_is_reported():
    damaged = io.BytesIO(gzip.compress(LOG.read_bytes())[:-20])
    with pytest.raises(showdown.UnusableInput):
        list(showdown.read_log(damaged))
