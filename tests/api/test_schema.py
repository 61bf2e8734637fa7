"""The OpenAPI document: its examples work, and the API does what it says."""

import html
import json
import re
import shlex
import shutil
import subprocess

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, assume, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from showdown.api.schemas import DEAL_EXAMPLES

pytestmark = pytest.mark.django_db


def document(client):
    return client.get("/api/schema/", headers={"Accept": "application/json"}).json()


def examples(client):
    for path, operations in document(client)["paths"].items():
        body = operations.get("post", {}).get("requestBody", {"content": {}})
        for kind, content in body["content"].items():
            for name, example in content.get("examples", {}).items():
                yield path, kind, name, example["value"]


def test_every_example_works(client):
    tried = list(examples(client))
    assert len(tried) >= 6
    for path, kind, name, value in tried:
        body = value if isinstance(value, str) else json.dumps(value)
        answer = client.post(path, body, content_type=kind)
        assert answer.status_code in (200, 201), name
        if answer.streaming:
            assert "rror" not in b"".join(answer.streaming_content).decode(), name


OPERATIONS = [
    ("POST", "/api/showdowns/"),
    ("GET", "/api/showdowns/"),
    ("GET", "/api/showdowns/{id}/"),
    ("POST", "/api/showdowns/bulk/"),
    ("POST", "/api/odds/"),
    ("GET", "/api/batches/"),
    ("POST", "/api/batches/"),
    ("GET", "/api/batches/{id}/"),
    ("DELETE", "/api/batches/{id}/"),
    ("POST", "/api/batches/{id}/cancel/"),
    ("POST", "/api/batches/{id}/resume/"),
    ("GET", "/api/batches/{id}/output/"),
    ("GET", "/api/batches/{id}/errors/"),
    ("GET", "/api/audits/"),
    ("POST", "/api/audits/"),
    ("GET", "/api/audits/{id}/"),
    ("DELETE", "/api/audits/{id}/"),
    ("GET", "/api/audits/{id}/report/"),
    ("GET", "/api/games/"),
    ("GET", "/api/rule-sets/"),
    ("GET", "/api/problems/"),
    ("GET", "/api/problems/{name}/"),
]


@pytest.fixture
def api(settings):
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (10**6, 60))
    # The connection of the test must outlive the requests, as in Django's own client.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


def test_the_document_is_of_version_3_1_and_has_every_operation(api):
    assert api.raw_schema["openapi"].startswith("3.1")
    named = {(each.ok().method.upper(), each.ok().path) for each in api.get_all_operations()}
    assert named == set(OPERATIONS)


TAKES_NOTHING = [("GET", f"/api/{name}/") for name in ("games", "rule-sets", "problems")]
TAKES_ANY_TEXT = [("GET", "/api/problems/{name}/")]
MAY_REFUSE = [
    ("POST", f"/api/{name}/")
    for name in ("showdowns", "showdowns/bulk", "batches", "audits", "odds")
]
"""That no card is in two places, how many may play, or that a file is there, no schema can say."""


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [(*each, GenerationMode.POSITIVE) for each in OPERATIONS]
    + [
        (*each, GenerationMode.NEGATIVE)
        for each in OPERATIONS
        if each not in TAKES_NOTHING + TAKES_ANY_TEXT
    ],
    ids=str,
)
def test_the_api_does_what_its_document_says(api, method, path, mode):
    @settings(
        max_examples=50,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=api[path][method].as_strategy(generation_mode=mode))
    def check(case):
        # An empty filter is no filter, as a form sends it.
        assume("" not in (case.query or {}).values())
        # What checks the answers can't read them compressed.
        plain = {"Accept-Encoding": "identity"}
        case.call_and_validate(excluded_checks=excluded, headers=plain)

    excluded = [positive_data_acceptance] if (method, path) in MAY_REFUSE else []
    check()


def test_every_operation_has_a_summary_and_deals_come_first(client):
    said = document(client)
    summaries = [each["summary"] for every in said["paths"].values() for each in every.values()]
    assert all(0 < len(summary) <= 80 for summary in summaries)
    assert len(set(summaries)) == len(summaries)
    assert next(iter(said["paths"])) == "/api/showdowns/"


def test_the_documentation_names_every_operation_and_type_and_links_to_what_is_there(client):
    page = client.get("/api/docs/").text
    for method, path in OPERATIONS:
        assert re.search(rf">{method}</span> <code>{re.escape(path)}</code>", page)
    for name in document(client)["components"]["schemas"]:
        assert f'id="type-{name}"' in page
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= {*anchors}


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_commands_of_the_documentation_work(client, live_server):
    page = html.unescape(client.get("/api/docs/").text)
    commands = re.findall(r"(curl -X POST http://testserver/api/showdowns/ .*?)</pre>", page, re.S)
    assert len(commands) == len(DEAL_EXAMPLES)
    for command in commands:
        asked = shlex.split(
            command.replace("http://testserver", live_server.url).replace("\\\n", "")
        )
        answer = subprocess.run([*asked, "-s"], capture_output=True, check=True, text=True)
        assert "headline" in json.loads(answer.stdout)
