"""Fixtures of the API's tests: clients, a deal, and the ids of stored objects."""

import pytest

from tests.api.clients import ApiClient, client_of
from tests.audits.test_command import BAD_LOG
from tests.batches.conftest import deals, run_jobs, site  # noqa: F401 - fixtures
from tests.factories import ShowdownFactory, UserFactory


@pytest.fixture
def anyone(db):
    return ApiClient()


def client_of_new_user(db):
    return client_of(UserFactory())


owner = pytest.fixture(client_of_new_user, name="owner")
stranger = pytest.fixture(client_of_new_user, name="stranger")


@pytest.fixture
def deal():
    """Return the JSON of a deal in which HandB wins high and low."""
    return {
        "game": "omaha-hilo",
        "hands": {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
        "board": "Ah-Kh-5s-2s-Qd",
    }


@pytest.fixture
def ids(site, run_jobs, owner):  # noqa: F811 - fixtures of the batches' tests
    files = {"batches": deals(20, bad_every=5), "audits": BAD_LOG}
    ids = {"showdowns": str(ShowdownFactory(person=owner.person).id)}
    for kind, file in files.items():
        ids[kind] = owner.post(f"/api/{kind}/", file, content_type="text/plain").json()["id"]
    run_jobs()
    return ids
