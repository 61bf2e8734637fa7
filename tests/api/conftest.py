"""Clients for the API's tests: programs with a token, and one without."""

import json

import pytest
from django.test import Client

from showdown.models.people import Person
from tests.factories import ApiTokenFactory, UserFactory


class Program(Client):
    """An API client that sends deals, as `person` if it has a token."""

    person = Person()

    def settle(self, deal, query="", **headers):
        body = deal if isinstance(deal, str | bytes) else json.dumps(deal)
        address = f"/api/showdowns/{query}"
        return self.post(address, body, content_type="application/json", headers=headers)

    def settle_lines(self, lines, accept="*/*", kind="text/plain", query=""):
        address = f"/api/showdowns/bulk/{query}"
        return self.post(address, lines, content_type=kind, headers={"Accept": accept})


def program_of(account):
    token = ApiTokenFactory(owner=account)
    program = Program(headers={"Authorization": f"Bearer {token.secret}"})
    program.person = Person(account=account)
    return program


@pytest.fixture
def anyone(db):
    return Program()


@pytest.fixture
def owner(db):
    return program_of(UserFactory())


@pytest.fixture
def stranger(db):
    return program_of(UserFactory())


@pytest.fixture
def deal():
    """Return a deal in which HandB wins high and low."""
    return {
        "game": "omaha-hilo",
        "hands": {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
        "board": "Ah-Kh-5s-2s-Qd",
    }
