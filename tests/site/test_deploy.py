"""Test the files in deploy/, and uploads through nginx with deploy/nginx.conf."""

import configparser
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from contextlib import contextmanager
from http.client import HTTPSConnection

import pytest
import yaml

from omahasite import metrics, probe
from omahasite.wsgi import application
from tests import ROOT, run_program
from tests.site.running import free_port, manage, run_site
from tests.site.test_bounds import serving

DEPLOY = ROOT / "deploy"
UNITS = ["showdown.service", "showdown-worker@.service", "showdown-backup.service"]
HOST_NAME = "showdown.example.org"
PROXY_VARIABLES = {
    "HTTPS": "true",
    "ALLOWED_HOSTS": HOST_NAME,
    "NUM_PROXIES": "1",
    "PROXY_SSL_HEADER": "X-Forwarded-Proto",
}
PROMETHEUS = DEPLOY / "prometheus"
NGINX_CONF = (DEPLOY / "nginx.conf").read_text()
NGINX = shutil.which("nginx")
NO_NGINX = "nginx and openssl are not installed: apt-get install nginx-light openssl"
PROMTOOL = shutil.which("promtool")


@pytest.mark.parametrize(
    ("hosts", "name"),
    [
        ([HOST_NAME], HOST_NAME),
        ([".example.org"], "example.org"),
        (["*"], "localhost"),
        ([], "localhost"),
    ],
)
def test_the_probe_uses_an_allowed_host(settings, hosts, name):
    settings.ALLOWED_HOSTS = hosts
    assert probe.own_host() == name


@pytest.mark.parametrize("is_https", [False, True])
def test_the_probe_reaches_a_site_that_refuses_other_host_names(settings, is_https):
    settings.ALLOWED_HOSTS = [HOST_NAME]
    settings.SECURE_SSL_REDIRECT = is_https
    with serving(application) as server:
        assert probe.is_alive(server.port)
        assert b" 400 " in server.request(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")


def test_the_startup_check_passes_behind_a_proxy(db, settings):
    settings.ALLOWED_HOSTS = [HOST_NAME]
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert probe.startup_failure(application) == ""


def test_a_failed_startup_check_returns_a_reason():
    def broken(environ, start):
        start("500 Internal Server Error", [])
        return [b""]

    assert "500" in probe.startup_failure(broken)
    assert "failed" in probe.startup_failure(lambda environ, start: 1 / 0)


def test_the_image_runs_the_probe():
    image = (DEPLOY / "Dockerfile").read_text().splitlines()
    assert 'HEALTHCHECK CMD ["python", "-m", "omahasite.probe"]' in image


@pytest.mark.parametrize("service", ["web", "worker"])
def test_containers_get_every_setting_and_enough_descriptors(service):
    config = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"][service]
    assert config["env_file"] == [{"path": "compose.env", "required": False}]
    # Variables in `environment` override those of compose.env.
    assert set(config["environment"]) == {"DATABASE_URL", "SECRET_KEY"}
    assert config["ulimits"]["nofile"] >= 2 * 4096


@pytest.mark.parametrize("name", UNITS)
def test_units_have_the_required_options(name):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(DEPLOY / "systemd" / name)
    section = parser["Service"]
    if name != "showdown-backup.service":
        assert int(section["LimitNOFILE"]) >= 2 * 4096
    assert section["UMask"] == "0077"
    assert section["EnvironmentFile"] == "/etc/showdown.env"
    assert "Environment" not in section


def test_the_settings_file_has_documented_names_and_required_paths():
    text = (DEPLOY / "showdown.env").read_text()
    settings = dict(re.findall(r"^#?([A-Z_]+)='(.*)'$", text, re.MULTILINE))
    docs = (ROOT / "docs" / "settings.md").read_text()
    documented_names = re.findall(r"^\| `(\w+)` \|", docs, re.MULTILINE)
    assert set(settings) - {"NUMBA_CACHE_DIR"} <= set(documented_names)
    for name in ("MEDIA_ROOT", "SECRET_KEY_FILE", "AUDIT_KEY_FILE"):
        assert settings[name].startswith("/var/lib/showdown/")


def run_showdown_manage(folder, settings, *arguments):
    """Run showdown-manage with a `runuser` that prints two variables and its arguments."""
    (folder / "env").write_text(settings)
    fake_runuser = folder / "runuser"
    fake_runuser.write_text('#!/bin/sh\nprintf "%s|" "$EMAIL_FROM" "$LOG_LEVEL" "$@"\n')
    fake_runuser.chmod(0o755)
    script = (DEPLOY / "showdown-manage").read_text().replace("cd /srv/showdown", "")
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "SHOWDOWN_ENV": str(folder / "env")}
    return run_program(["sh", "-c", script, "showdown-manage", *arguments], env=environment)


def test_a_manual_command_uses_the_settings_file(tmp_path):
    settings = "# A comment.\nEMAIL_FROM=a@example.org\nLOG_LEVEL='INFO'\n"
    completed = run_showdown_manage(tmp_path, settings, "LOG_LEVEL=DEBUG HI", "batch", "GAME=x")
    arguments = ["-u", "showdown", "--", ".venv/bin/python", "manage.py", "batch", "GAME=x"]
    assert completed.stdout.split("|")[:-1] == ["a@example.org", "DEBUG HI", *arguments]


def test_a_manual_command_accepts_the_shipped_settings_file(tmp_path):
    settings = (DEPLOY / "showdown.env").read_text()
    completed = run_showdown_manage(tmp_path, settings.replace("#EMAIL", "EMAIL"), "check")
    assert completed.stdout.startswith("showdown@example.org|INFO|-u|"), completed.stderr


@pytest.mark.parametrize(
    "value", ["a&b", "a;b", "$HOME", "`date`", "a b", 'a"b', "a\\b", "#", "*", ""]
)
def test_a_quoted_value_is_read_literally(value, tmp_path):
    """The value ends at the next single quote and has no special characters, as in systemd."""
    completed = run_showdown_manage(tmp_path, f"EMAIL_FROM='{value}'\nLOG_LEVEL='x'\n", "check")
    assert completed.stdout.startswith(f"{value}|x|"), completed.stderr


@pytest.mark.parametrize(
    "line",
    [
        *("EMAIL_FROM=a&b", "EMAIL_FROM=a;b", "EMAIL_FROM=$HOME", "EMAIL_FROM=`date`"),
        *("EMAIL_FROM=a b", 'EMAIL_FROM="a$b"', "EMAIL_FROM=a\\b", "EMAIL_FROM='a", "touch here"),
        *("EMAIL_FROM='a'b'", "export EMAIL_FROM=a", "EMAIL_FROM = a"),
    ],
)
def test_a_line_that_systemd_and_the_shell_may_read_differently_is_refused(line, tmp_path):
    completed = run_showdown_manage(tmp_path, f"LOG_LEVEL='x'\n\n{line}\n", "check")
    assert (completed.returncode, completed.stdout) == (1, "")
    hint = "line 3: write NAME='value', in single quotes"
    assert completed.stderr == f"showdown-manage: {tmp_path / 'env'}, {hint}\n"
    assert not (tmp_path / "here").exists()


@pytest.mark.parametrize("name", UNITS)
def test_units_pass_the_security_analysis_of_systemd(name):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20"]
    completed = run_program([*command, DEPLOY / "systemd" / name])
    assert completed.returncode == 0, completed.stdout[-100:] + completed.stderr


UPLOAD_ADDRESSES = ["/api/batches/", "/api/audits/", "/showdown/batches/", "/showdown/audits/"]


@pytest.mark.parametrize("address", UPLOAD_ADDRESSES)
def test_proxies_let_large_uploads_through(address):
    [pattern] = re.findall(r"location ~ (\S+) \{\s+client_max_body_size 20g;", NGINX_CONF)
    assert re.match(pattern, address)
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert f"{address}*" in re.findall(r"@uploads path (.+)", caddy)[0].split()


@contextmanager
def run_nginx(folder, site_port):
    """Run nginx with the project's file, changing only ports and paths. Yield its TLS port."""
    command = ["openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", f"/CN={HOST_NAME}"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    name = ["-addext", f"subjectAltName=DNS:{HOST_NAME}"]
    files = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    subprocess.run([*command, *key, *name, *files], check=True, capture_output=True)
    http, tls = free_port(), free_port()
    config = NGINX_CONF.replace(f"/etc/letsencrypt/live/{HOST_NAME}", str(folder))
    config = config.replace("127.0.0.1:8000", f"127.0.0.1:{site_port}")
    config = re.sub(r"listen \[::\]:\d+.*;\n", "", config)
    config = config.replace("listen 80;", f"listen 127.0.0.1:{http};")
    config = config.replace("listen 443 ", f"listen 127.0.0.1:{tls} ")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"user root; daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log off; {paths}\n{config}}}\n"
    )
    command = [NGINX, "-p", folder, "-e", folder / "errors", "-c", folder / "nginx.conf"]
    process = subprocess.Popen(command)
    try:
        while True:
            assert process.poll() is None, (folder / "errors").read_text()
            try:
                socket.create_connection(("127.0.0.1", tls)).close()
                break
            except ConnectionRefusedError:
                pass
        yield tls
    finally:
        process.terminate()
        process.wait()


TOKEN_SCRIPT = """
from django.contrib.auth.models import User
from showdown.models.api_clients import ApiToken
print(ApiToken.objects.issue(User.objects.create_user("ann"), "uploads")[1])
"""


@pytest.mark.long
@pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason=NO_NGINX)
def test_nginx_lets_only_large_uploads_through(home, tmp_path):
    log = (ROOT / "examples" / "log.txt").read_bytes()
    deal = b"[Ac4h3d2s] [AdKc2h9s]\n"
    large_bytes = 20 << 20
    bodies = {
        "/api/batches/?game=badugi": deal * (large_bytes // len(deal)),
        "/api/audits/?name=night": log * (large_bytes // len(log)),
        "/api/showdowns/": bytes(large_bytes),
    }
    variables = PROXY_VARIABLES | {"MEDIA_ROOT": str(home / "files")}
    with (
        run_site(home, "--processes", "1", "--workers", "0", **variables) as site,
        run_nginx(tmp_path, site.port) as tls,
    ):
        ssl_context = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
        completed = manage("shell", "-v0", "-c", TOKEN_SCRIPT, POSTGRES_DIRECTORY=str(site.home))
        assert completed.returncode == 0, completed.stderr
        token = completed.stdout.strip()
        headers = {"Host": HOST_NAME, "Authorization": f"Bearer {token}"}
        statuses, bodies_read = [], []
        for address, body in bodies.items():
            tcp_socket = socket.create_connection(("127.0.0.1", tls))
            connection = HTTPSConnection(HOST_NAME, timeout=120)
            connection.sock = ssl_context.wrap_socket(tcp_socket, server_hostname=HOST_NAME)
            connection.request("POST", address, body, headers)
            response = connection.getresponse()
            statuses.append(response.status)
            bodies_read.append(response.read())
            connection.close()
    assert statuses == [202, 202, 413]
    assert json.loads(bodies_read[0])["id"]


def metric_names():
    families = {
        *("showdown_requests_total", "showdown_request_seconds_bucket", "showdown_database_up"),
        *(name for name, *_ in metrics.DATABASE_METRICS),
    }
    return families | {"up", "ALERTS"}


def metric_expressions():
    rules = yaml.safe_load((PROMETHEUS / "rules.yml").read_text())["groups"][0]["rules"]
    board = json.loads((PROMETHEUS / "dashboard.json").read_text())
    targets = [target for panel in board["panels"] for target in panel["targets"]]
    return [each["expr"] for each in rules + targets]


@pytest.mark.parametrize("expression", metric_expressions())
def test_alerts_and_the_dashboard_use_existing_metrics(expression):
    names = set(re.findall(r"\b(showdown_\w+|up)\b(?=[{) \[]|$)", expression))
    assert names
    assert names <= metric_names()


def test_every_metric_is_on_the_dashboard():
    dashboard_names = set(re.findall(r"showdown_\w+", (PROMETHEUS / "dashboard.json").read_text()))
    assert dashboard_names >= {name for name in metric_names() if name.startswith("showdown_")}


@pytest.mark.skipif(
    PROMTOOL is None, reason="promtool is not installed: apt-get install prometheus"
)
def test_promtool_accepts_the_alerts_and_the_scrape_job(tmp_path):
    token = tmp_path / "token"
    token.write_text("a token")
    job = (PROMETHEUS / "scrape.yml").read_text()
    config = job.replace("/etc/prometheus/showdown-token", str(token))
    rules = f"rule_files: [{PROMETHEUS / 'rules.yml'}]\n"
    (tmp_path / "prometheus.yml").write_text(f"{rules}scrape_configs:\n{config}")
    for arguments in (
        ["check", "rules", "rules.yml"],
        ["test", "rules", "rules_test.yml"],
        ["check", "config", tmp_path / "prometheus.yml"],
    ):
        completed = run_program([PROMTOOL, *arguments], cwd=PROMETHEUS)
        assert completed.returncode == 0, completed.stdout + completed.stderr
