"""Check access to every address of the document by anyone, its owner, and another user."""

import pytest

from showdown.api.openapi import document
from tests.audits.test_command import BAD
from tests.batches.conftest import deals, site, work  # noqa: F401 - fixtures
from tests.factories import ShowdownFactory

OPEN = [{"token": []}, {"cookieAuth": []}, {}]
CLOSED = [{"token": []}, {"cookieAuth": []}]
KINDS = ("showdowns", "batches", "audits")


@pytest.fixture
def ids(site, work, owner):  # noqa: F811 - fixtures of the batches' tests
    """Return the ids of the owner's deal, finished batch and finished audit, by kind."""
    files = {"batches": deals(5, bad_every=5), "audits": BAD}
    ids = {
        kind: owner.post(f"/api/{kind}/", file, content_type="text/plain").json()["id"]
        for kind, file in files.items()
    }
    work()
    return ids | {"showdowns": str(ShowdownFactory(person=owner.person).id)}


def reads():
    """Yield each GET operation of the document: its path and its security."""
    for path, operations in document()["paths"].items():
        if "get" in operations:
            yield path.replace("{name}", "not-found"), operations["get"]["security"]


def test_endpoints_are_readable_as_the_document_states(ids, owner, stranger, anyone):
    for path, security in reads():
        kind = path.split("/")[2]
        address = path.replace("{id}", ids.get(kind, ""))
        theirs = [program.get(address).status_code for program in (owner, stranger, anyone)]
        if security == OPEN:
            assert theirs == [200, 200, 200], path
        else:
            assert security == CLOSED, path
            assert theirs == [200, 404 if "{id}" in path else 200, 401], path


def test_a_list_contains_only_the_objects_of_the_caller(ids, owner, stranger, anyone):
    ShowdownFactory()
    assert anyone.get("/api/showdowns/").json()["results"] == []
    for kind in KINDS:
        assert [row["id"] for row in owner.get(f"/api/{kind}/").json()["results"]] == [ids[kind]]
        assert stranger.get(f"/api/{kind}/").json()["results"] == []


def test_a_stranger_changes_nothing(ids, stranger, anyone, owner):
    for path, operations in document()["paths"].items():
        for method in operations.keys() - {"get"}:
            if "{id}" not in path:
                continue
            address = path.replace("{id}", ids[path.split("/")[2]])
            assert operations[method]["security"] == CLOSED, path
            assert stranger.generic(method.upper(), address).status_code == 404, path
            assert anyone.generic(method.upper(), address).status_code == 401, path
    for kind in ("batches", "audits"):
        assert owner.get(f"/api/{kind}/{ids[kind]}/").json()["state"] == "done"
