"""What comes to no view of the API is answered with a problem document, too."""

import pytest


@pytest.mark.parametrize(
    ("path", "host", "status", "kind"),
    [
        ("/api/nothing/", "testserver", 404, "not-found"),
        ("/api/games/", "elsewhere.example", 400, "unknown-host"),
        ("/api/games/", ")CU_l", 400, "unknown-host"),
    ],
)
def test_errors_outside_of_views_are_problems(client, path, host, status, kind):
    answer = client.get(path, headers={"Host": host})
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["type"].endswith(f"/api/problems/{kind}/")


def test_pages_have_pages_for_errors(client):
    answer = client.get("/showdown/nothing/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "text/html" in answer["Content-Type"]
