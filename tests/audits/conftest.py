"""Fixtures for audit tests: a signing key, and the command."""

import io
from typing import NamedTuple

import pytest
from django.core.management import call_command


@pytest.fixture(autouse=True)
def audit_key(settings, tmp_path):
    settings.AUDIT_KEY_FILE = tmp_path / "audit-key"


class AuditResult(NamedTuple):
    status: int
    report: bytes
    messages: str


@pytest.fixture
def run_audit(tmp_path):
    def audit(log, *options, name="night.ohh", to="report.jsonl"):
        (tmp_path / name).write_bytes(log)
        report, messages = tmp_path / to, io.StringIO()
        status = 0
        try:
            call_command("audit", str(tmp_path / name), str(report), *options, stderr=messages)
        except SystemExit as ended:
            status = ended.code
        return AuditResult(status, report.read_bytes(), messages.getvalue())

    return audit
