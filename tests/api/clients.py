"""API clients with and without a token, and a check of problem documents."""

import json

from django.test import Client

from showdown.models.people import Person
from tests.factories import ApiTokenFactory


class ApiClient(Client):
    person = Person()

    def settle(self, deal, query="", **headers):
        body = deal if isinstance(deal, str | bytes) else json.dumps(deal)
        url = f"/api/showdowns/{query}"
        return self.post(url, body, content_type="application/json", headers=headers)

    def settle_lines(self, lines, accept="*/*", kind="text/plain", query=""):
        url = f"/api/showdowns/bulk/{query}"
        return self.post(url, lines, content_type=kind, headers={"Accept": accept})


def client_of(account):
    token = ApiTokenFactory(owner=account)
    client = ApiClient(headers={"Authorization": f"Bearer {token.secret}"})
    client.person = Person(account=account)
    return client


def check_problem(response, status, name=""):
    """Return a problem document after a check of its status, media type and problem type."""
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    assert response.json()["type"].endswith(f"/api/problems/{name}/" if name else "/")
    return response.json()
