"""API clients with and without a token, and a check of their errors."""

import json

from django.test import Client

from showdown.models.people import Person
from tests.factories import ApiTokenFactory


class Program(Client):
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


def problem_of(response, status, name=""):
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    assert response.json()["type"].endswith(f"/api/problems/{name}/" if name else "/")
    return response.json()
