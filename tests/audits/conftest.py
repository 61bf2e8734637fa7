"""Audits in tests sign with a key of their own."""

import pytest


@pytest.fixture(autouse=True)
def audit_key(settings, tmp_path):
    settings.AUDIT_KEY_FILE = tmp_path / "audit-key"
