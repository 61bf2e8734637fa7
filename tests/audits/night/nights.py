"""Reads logs as nights."""

from pathlib import Path

from showdown.audits.array_judging import Judged, judge_all
from showdown.audits.night.equities import Equities
from showdown.audits.night.names import Names
from showdown.audits.night.night import Night
from showdown.audits.night.night_json import NightJson
from showdown.audits.night.telling import night_to_json
from showdown.audits.terms import Terms
from showdown.notation.logs.registry import read_log

LOGS = Path("tests/data/logs")


def judged_in(text: bytes) -> list[Judged]:
    return list(judge_all(read_log([text]), Terms()))


def night_of(text: bytes, names: Names | None = None) -> Night:
    night = Night(Equities(Terms()), names)
    list(night.read(judged_in(text)))
    return night


def told_of(text: bytes, names: Names | None = None, chip: int = 0) -> NightJson:
    return night_to_json(night_of(text, names), chip)
