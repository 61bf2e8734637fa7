"""Test that settings are validated, and that the site is secure by default and behind TLS."""

import os
import runpy
import subprocess
import sys

import pytest
from django.conf import global_settings
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client

from tests import ROOT, run_program
from tests.site.running import manage

PRODUCTION = {
    "HTTPS": "true",
    "HSTS_SUBDOMAINS": "true",
    "PROXY_SSL_HEADER": "X-Forwarded-Proto",
    "ALLOWED_HOSTS": "showdown.example.org",
    "NUM_PROXIES": "1",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
}


def test_the_check_for_deployment_finds_nothing_with_the_documented_settings(tmp_path):
    unused_directory = tmp_path / "unused"
    check = ("check", "--deploy", "--fail-level", "INFO")
    completed = manage(*check, **PRODUCTION, POSTGRES_DIRECTORY=str(unused_directory))
    assert completed.returncode == 0, completed.stderr
    assert not unused_directory.exists()


PAGES = ["/showdown/", "/showdown/rules/", "/showdown/account/sign-in/", "/admin/login/"]


@pytest.mark.parametrize("address", PAGES)
def test_pages_allow_nothing_inline_and_nothing_from_elsewhere(address, db):
    response = Client().get(address)
    assert response.status_code == 200
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "//" not in policy
    for inline in (b" style=", b"<style", b" onclick="):
        assert inline not in response.content


NO_SCHEME = "must have names or addresses without a scheme or a port, not"
INVALID_SETTINGS = [
    ("DATABASE_URL", "mysql://ann@host/deals", "must begin with postgresql://"),
    ("DATABASE_URL", "postgresql://ann@host", "must end with the name of a database"),
    ("DATABASE_URL", "postgresql://ann@host:port/deals", "has an invalid port: 'port'"),
    ("DATABASE_URL", "postgresql://ann@host:65536/deals", "has an invalid port: '65536'"),
    ("DATABASE_URL", "postgresql://host/deals?color=red", "can't be read: invalid URI query"),
    ("STATEMENT_SECONDS", "nan", "must be a number from 0 to 86400, not 'nan'"),
    ("STATEMENT_SECONDS", "1e5", "must be a number from 0 to 86400, not '1e5'"),
    ("WEB_THREADS", "0", "must be a whole number from 1 to 1000, not '0'"),
    ("WEB_THREADS", "eight", "must be a whole number from 1 to 1000, not 'eight'"),
    ("VISITOR_MOST_STORED_BYTES", "0", "must be a whole number from 1 to"),
    ("DRAIN_SECONDS", "0.5", "must be a whole number from 0 to 86400, not '0.5'"),
    ("API_REQUESTS_A_MINUTE", "0", "must be a whole number from 1"),
    ("BATCH_KEEP_DAYS", "inf", "must be a number from 0 to 36500, not 'inf'"),
    ("ALLOWED_HOSTS", "example.org, https://example.org", f"{NO_SCHEME} 'https://example.org'"),
    ("ALLOWED_HOSTS", "example.org:8000", f"{NO_SCHEME} 'example.org:8000'"),
    ("HTTPS", "maybe", "must be true or false, not 'maybe'"),
    ("LOG_LEVEL", "LOUD", "must be one of WARNING, DEBUG, INFO, ERROR, CRITICAL, not 'LOUD'"),
    ("EMAIL_URL", "carrier-pigeon://home", "can't be read: Invalid email schema"),
    ("SENTRY_DSN", "not a DSN", "can't be read: "),
    ("SECRET_KEY", "short", "has 5 of the 32 characters"),
]


def load_settings(monkeypatch, **environment):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return vars(global_settings) | runpy.run_path(str(ROOT / "omahasite" / "settings.py"))


TLS_SETTINGS = {"SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"}


def test_the_settings_for_https_are_on_behind_tls(monkeypatch):
    settings = load_settings(monkeypatch, **PRODUCTION)
    assert all(settings[name] for name in TLS_SETTINGS)
    assert settings["SECURE_HSTS_SECONDS"] == 365 * 24 * 3600
    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")


def test_debug_and_tls_are_off_by_default(monkeypatch):
    settings = load_settings(monkeypatch)
    assert not any(settings[name] for name in TLS_SETTINGS | {"SECURE_HSTS_SECONDS", "DEBUG"})
    assert set(settings["ALLOWED_HOSTS"]) == {"localhost", "127.0.0.1", "[::1]"}


@pytest.mark.parametrize(("name", "value", "reason"), INVALID_SETTINGS)
def test_the_error_for_an_invalid_setting_names_it(name, value, reason, monkeypatch):
    with pytest.raises(ImproperlyConfigured) as error:
        load_settings(monkeypatch, **{name: value})
    assert str(error.value).startswith(f"{name} ")
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_a_command_with_an_invalid_setting_ends_with_one_line():
    completed = manage("check", WEB_THREADS="0")
    reason = "WEB_THREADS must be a whole number from 1 to 1000, not '0'"
    assert (completed.returncode, completed.stderr) == (
        1,
        f"The settings are invalid: {reason}\n",
    )


LOCAL = ["localhost", "127.0.0.1", "[::1]"]
VALID_SETTINGS = [
    ("ALLOWED_HOSTS", "a.example.org, .b.example.org,", ["a.example.org", ".b.example.org"]),
    ("ALLOWED_HOSTS", "[2001:db8::7], *", ["[2001:db8::7]", "*"]),
    ("ALLOWED_HOSTS", " ", LOCAL),
    ("WEB_THREADS", "", 8),
    ("WEB_THREADS", " 12 ", 12),
    ("BATCH_KEEP_DAYS", "0", 0),
    ("BATCH_KEEP_DAYS", "0.5", 0.5),
    ("CORS_ORIGINS", "https://a.org, https://b.org", ["https://a.org", "https://b.org"]),
    ("SECRET_KEY", f"${'k' * 50}", f"${'k' * 50}"),
]


@pytest.mark.parametrize(("name", "value", "expected"), VALID_SETTINGS)
def test_settings_are_read_literally(name, value, expected, monkeypatch):
    assert load_settings(monkeypatch, **{name: value})[name] == expected


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"BATCH_MOST_UPLOAD_BYTES": "5"}, 5),
        ({"BATCH_MOST_UPLOAD_BYTES": "5", "BATCH_MAX_UPLOAD_BYTES": ""}, 5),
        ({"BATCH_MOST_UPLOAD_BYTES": "5", "BATCH_MAX_UPLOAD_BYTES": "7"}, 7),
    ],
)
def test_a_limit_may_have_its_former_name(environment, expected, monkeypatch):
    assert load_settings(monkeypatch, **environment)["BATCH_MAX_UPLOAD_BYTES"] == expected


def test_an_empty_mail_server_is_not_set(monkeypatch):
    mail = load_settings(monkeypatch, EMAIL_URL="")["MAILERS"]["default"]
    assert mail["BACKEND"] == "django.core.mail.backends.console.EmailBackend"


SSL_OPTIONS = {"sslmode": "require"}
ADDRESSES = [
    ("postgresql:///deals", ("deals", "", "", "", ""), {}),
    ("postgres://ann:a%40b@host:5433/deals", ("deals", "ann", "a@b", "host", "5433"), {}),
    ("postgresql://ann@[::1]/deals", ("deals", "ann", "", "::1", ""), {}),
    ("postgresql:///deals?host=/run/a%20b&user=ann", ("deals", "ann", "", "/run/a b", ""), {}),
    ("postgresql://a,b:5433/deals?sslmode=require", ("deals", "", "", "a,b", ",5433"), SSL_OPTIONS),
]


@pytest.mark.parametrize(("address", "parts", "options"), ADDRESSES)
def test_the_address_of_a_database_is_read_as_libpq_reads_it(address, parts, options, monkeypatch):
    database = load_settings(monkeypatch, DATABASE_URL=address)["DATABASES"]["default"]
    assert tuple(database[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")) == parts
    assert options.items() <= database["OPTIONS"].items()


@pytest.mark.long
def test_commands_that_sign_nothing_need_no_key_file(tmp_path):
    (tmp_path / "file").write_text("")
    key = {"SECRET_KEY": "", "SECRET_KEY_FILE": str(tmp_path / "file" / "key")}
    assert manage("check", **key).returncode == 0
    sign = "from django.core.signing import dumps; dumps(1)"
    completed = manage("shell", "-v0", "-c", sign, **key)
    assert "no secret key can be stored at" in completed.stderr
    assert "set SECRET_KEY or SECRET_KEY_FILE" in completed.stderr


KEY_SCRIPT = """
import sys
from pathlib import Path
from omahasite.environment import load_or_create_key

print(load_or_create_key(Path(sys.argv[1])))
"""


PEM = b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCI=\n-----END PRIVATE KEY-----\n"


def test_processes_that_create_the_secret_key_at_once_agree(tmp_path):
    file = tmp_path / ".secret-key"
    command = [sys.executable, "-c", KEY_SCRIPT, file]
    environment = os.environ | {"SECRET_KEY": "for these processes, " * 2}
    options = {"cwd": ROOT, "env": environment, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(command, **options) for _ in range(2)]
    [key] = {process.communicate()[0].strip() for process in processes}
    assert len(key) > 50
    assert file.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("command", "key", "reason"),
    [
        ("check", b"k", "has 1 of the 32 characters"),
        pytest.param("check", b"\n" * 50, "has 0 of the 32 characters", marks=pytest.mark.long),
        pytest.param("up", b"\xff\xfe" * 30, "is not text", marks=pytest.mark.long),
    ],
)
def test_a_weak_secret_key_is_refused(command, key, reason, tmp_path):
    file = tmp_path / "key"
    file.write_bytes(key)
    completed = manage(
        command, SECRET_KEY_FILE=str(file), POSTGRES_DIRECTORY=str(tmp_path / "none")
    )
    assert completed.returncode == 1
    assert f"the secret key in {file} {reason}" in completed.stderr
    assert "Traceback" not in completed.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("key", [PEM, b"", b"k", b"\xff\xfe" * 30])
def test_an_audit_key_that_cannot_sign_is_refused(key, settings, tmp_path):
    settings.AUDIT_KEY_FILE = tmp_path / "key"
    settings.AUDIT_KEY_FILE.write_bytes(key)
    with pytest.raises(SystemCheckError) as error:
        call_command("check")
    assert f"Audits can't be signed: {tmp_path / 'key'} isn't an Ed25519 key" in str(error.value)


def test_no_secret_is_in_the_repository():
    if not (ROOT / ".git").exists():
        pytest.skip("this isn't a clone of the repository")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = run_program(command, cwd=ROOT, check=True).stdout
    private_prefixes = (".secret-key", ".postgres", ".static", ".media", ".env")
    assert [name for name in files.splitlines() if name.startswith(private_prefixes)] == []
    if (ROOT / ".secret-key").exists():
        key = (ROOT / ".secret-key").read_text().strip()
        grep = ["git", "grep", "--quiet", "--fixed-strings", "-e", key]
        assert subprocess.run(grep, cwd=ROOT, check=False).returncode == 1


@pytest.mark.parametrize("password", ["password1", "8203946175", "short1", "ann-of-oak"])
def test_a_weak_password_is_refused(password, db):
    for new_password, is_taken in ((password, False), ("eleven hands of four", True)):
        form = {"username": "ann-of-oak", "password1": new_password, "password2": new_password}
        Client().post("/showdown/account/sign-up/", form)
        assert User.objects.exists() is is_taken
