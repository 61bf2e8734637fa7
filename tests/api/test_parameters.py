"""No parameter is silently ignored: unknown, empty and repeated ones are errors."""

import io
from uuid import uuid4

import pytest

from showdown.api.openapi import document
from tests.factories import ShowdownFactory


def test_an_unknown_parameter_is_named_at_every_address(owner):
    for path, operations in document()["paths"].items():
        address = path.replace("{id}", str(uuid4())).replace("{name}", "not-found")
        for method in operations:
            answer = owner.generic(method.upper(), f"{address}?color=zzz", b"x")
            assert answer.status_code == 400, (method, path)
            assert answer.json()["errors"][0]["parameter"] == "color"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("played_before=", "this is empty; leave it out instead"),
        ("game=holdem&game=omaha", "this is given twice"),
        ("color=red", "there is no such parameter here"),
    ],
)
def test_errors_of_a_parameter_are_reported(owner, query, sentence):
    (error,) = owner.get(f"/api/showdowns/?{query}").json()["errors"]
    assert error["parameter"] == query.partition("=")[0]
    assert error["detail"].startswith(sentence)


@pytest.mark.parametrize("value", ["yes", "1", "zzz"])
@pytest.mark.parametrize("place", ["showdowns/", "showdowns/bulk/", "batches/", "audits/"])
def test_store_is_true_or_false(owner, place, value):
    answer = owner.post(f"/api/{place}?store={value}", b"x", content_type="text/plain")
    assert answer.status_code == 400
    assert answer.json()["errors"][0] == {
        "detail": "this must be true or false",
        "parameter": "store",
    }


@pytest.mark.parametrize("place", ["batches", "audits"])
@pytest.mark.parametrize(
    ("fields", "query", "name"),
    [
        ({"color": "x"}, "", "color"),
        ({"name": ""}, "", "name"),
        ({"name": ["a", "b"]}, "", "name"),
        ({"name": "a"}, "?name=b", "name"),
    ],
)
def test_the_fields_of_a_form_are_also_checked(owner, place, fields, query, name):
    form = {"file": io.BytesIO(b"x")} | fields
    answer = owner.post(f"/api/{place}/{query}", form)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["parameter"] == name


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("showdowns/bulk/", "text/plain"),
        ("odds/", "application/json"),
        ("tokens/", "application/json"),
        ("batches/01a1fe59-b679-7f38-a1b7-03ae4103a3d0/cancel/", "application/json"),
    ],
)
def test_a_key_is_refused_where_requests_cannot_be_repeated(owner, path, kind):
    answer = owner.post(
        f"/api/{path}", b"x", content_type=kind, headers={"Idempotency-Key": "night-1"}
    )
    assert answer.status_code == 400
    assert answer.json()["type"].endswith("/unusable-key/")


def test_the_key_of_a_get_request_is_ignored(owner):
    deal = ShowdownFactory()
    answer = owner.get(f"/api/showdowns/{deal.id}/", headers={"Idempotency-Key": "night-1"})
    assert answer.status_code == 200
