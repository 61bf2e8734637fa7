"""Test the OpenAPI document and its examples, and that the API conforms to the document."""

import json
from collections import Counter
from pathlib import Path

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings

from showdown.api import openapi
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import OLD_SLUGS, RULE_SETS
from tests.factories import ShowdownFactory
from tests.scope import quick_first
from tests.site.running import manage

pytestmark = pytest.mark.django_db


def examples():
    for path, operations in openapi.openapi_document()["paths"].items():
        body = operations.get("post", {}).get("requestBody", {"content": {}})
        for content_type, content in body["content"].items():
            for name, example in content.get("examples", {}).items():
                yield path, content_type, name, example["value"]


def test_every_example_works(client):
    cases = list(examples())
    assert len(cases) >= 6
    for path, content_type, name, value in cases:
        body = value if isinstance(value, str) else json.dumps(value)
        response = client.post(path, body, content_type=content_type)
        assert response.status_code in (200, 201), name
        if response.streaming:
            assert "rror" not in b"".join(response.streaming_content).decode(), name


WITHOUT_EXAMPLES = {"/api/drills/answer/": "a ticket", "/api/tokens/": "a password"}
"""Operations without examples, because a body needs a value that differs for each caller."""


def test_every_json_body_has_an_example():
    for path, operations in openapi.openapi_document()["paths"].items():
        body = operations.get("post", {}).get("requestBody", {"content": {}})
        content = body["content"].get("application/json")
        if content and path not in WITHOUT_EXAMPLES:
            assert content.get("examples"), f"the body of {path} needs an OpenApiExample"


OPERATIONS = [
    (method.upper(), path)
    for path, operations in openapi.openapi_document()["paths"].items()
    for method in operations
]


CONFIG = Path(__file__).with_name("schemathesis.toml")


@pytest.fixture
def api(settings):
    import schemathesis  # slow
    from schemathesis.config import SchemathesisConfig

    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (10**6, 60))
    # The connection of the test must outlive the requests, as in Django's own client.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    config = SchemathesisConfig.from_path(CONFIG)
    yield schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), config=config)
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


CASES = [(*operation, "positive") for operation in OPERATIONS]
CASES += [
    (method.upper(), path, "negative")
    for path, operations in openapi.openapi_document()["paths"].items()
    for method, operation in operations.items()
    if path != "/api/problems/{name}/"  # takes any text
    if operation.get("parameters") or operation.get("requestBody")
]


@pytest.mark.parametrize("example_count", quick_first(1, 5), ids=["few", "many"])
def test_the_api_follows_its_document(api, owner, ids, example_count):
    """Run every check of schemathesis with a token, on the token's deals, batches and audits."""
    # Schemathesis can't read compressed responses.
    headers = {"Authorization": owner.defaults["HTTP_AUTHORIZATION"]}
    headers |= {"Accept-Encoding": "identity"}
    successes = Counter()
    for method, path, mode in sorted(CASES, key=lambda case: case[0] == "DELETE"):
        _check(
            api[path][method], mode, example_count, headers, ids.get(path.split("/")[2]), successes
        )
    for path in ("batches/{id}/output/", "batches/{id}/errors/", "audits/{id}/report/"):
        assert successes[f"/api/{path}"], path


def _check(operation, mode, example_count, headers, own_id, successes):
    from schemathesis import GenerationMode

    @settings(
        max_examples=example_count,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=GenerationMode(mode)))
    def check(case):
        if own_id and "id" in case.path_parameters and mode == "positive":
            case.path_parameters["id"] = own_id
        response = case.call_and_validate(headers=headers)
        successes[case.operation.path] += response.status_code < 300

    check()


def test_every_operation_has_a_summary(client):
    document = client.get("/api/schema/", headers={"Accept": "application/json"}).json()
    assert document["openapi"].startswith("3.1")
    paths = document["paths"]
    summaries = [operation["summary"] for path in paths.values() for operation in path.values()]
    assert all(0 < len(summary) <= 80 for summary in summaries)
    assert len(set(summaries)) == len(summaries)
    assert next(iter(paths)) == "/api/showdowns/"


def enums_in(part):
    if isinstance(part, dict):
        if "enum" in part:
            yield part["enum"]
        part = list(part.values())
    for item in part if isinstance(part, list) else ():
        yield from enums_in(item)


@pytest.mark.parametrize("values", [GAMES, [*RULE_SETS, *OLD_SLUGS]], ids=["games", "rule sets"])
def test_the_enums_of_games_and_rule_sets_are_defined_once(values):
    enums = [sorted(enum) for enum in enums_in(openapi.openapi_document())]
    assert enums.count(sorted(values)) == 1


def test_requests_for_the_document_are_rate_limited(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"single": (1, 60)}
    assert [client.get("/api/schema/").status_code for _ in range(2)] == [200, 429]


FIRST_REQUESTS = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from showdown.api.openapi import openapi_document

start = Barrier(8)

def count_paths(_):
    start.wait()
    return len(openapi_document()["paths"])

with ThreadPoolExecutor(8) as threads:
    print(*set(threads.map(count_paths, range(8))))
"""


@pytest.mark.long
def test_the_first_requests_of_a_process_may_be_concurrent():
    completed = manage("shell", "-v0", "-c", FIRST_REQUESTS)
    assert completed.returncode == 0, completed.stderr
    assert int(completed.stdout) > 10


ANONYMOUS_ALLOWED = [{"token": []}, {"cookieAuth": []}, {}]
IDENTITY_REQUIRED = [{"token": []}, {"cookieAuth": []}]


def test_endpoints_grant_the_access_that_the_document_states(ids, owner, stranger, anyone):
    for path, operations in openapi.openapi_document()["paths"].items():
        if "get" not in operations:
            continue
        own_id = ids.get(path.split("/")[2], "")
        address = path.replace("{name}", "not-found").replace("{id}", own_id)
        statuses = [client.get(address).status_code for client in (owner, stranger, anyone)]
        if operations["get"]["security"] == ANONYMOUS_ALLOWED:
            assert statuses == [200, 200, 200], path
        else:
            assert operations["get"]["security"] == IDENTITY_REQUIRED, path
            assert statuses == [200, 404 if "{id}" in path else 200, 401], path


def test_a_list_contains_only_the_objects_of_the_caller(ids, owner, stranger, anyone):
    ShowdownFactory()
    assert anyone.get("/api/showdowns/").json()["results"] == []
    for kind, own_id in ids.items():
        assert [row["id"] for row in owner.get(f"/api/{kind}/").json()["results"]] == [own_id]
        assert stranger.get(f"/api/{kind}/").json()["results"] == []


def test_other_users_cannot_change_an_object(ids, stranger, anyone, owner):
    for path, operations in openapi.openapi_document()["paths"].items():
        for method in operations.keys() - {"get"}:
            if "{id}" not in path:
                continue
            address = path.replace("{id}", ids[path.split("/")[2]])
            assert operations[method]["security"] == IDENTITY_REQUIRED, path
            assert stranger.generic(method.upper(), address).status_code == 404, path
            assert anyone.generic(method.upper(), address).status_code == 401, path
    for kind in ("batches", "audits"):
        assert owner.get(f"/api/{kind}/{ids[kind]}/").json()["state"] == "done"
