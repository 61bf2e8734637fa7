"""Test that a request repeated with its Idempotency-Key gets the same response."""

from threading import Barrier, Thread

import pytest
from django.db import connection, transaction

from showdown.models import Answer, Showdown
from tests.api.clients import check_problem
from tests.factories import ShowdownFactory

KEY = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}


@pytest.mark.parametrize(("query", "status", "stored"), [("", 201, 1), ("?store=false", 200, 0)])
def test_the_same_key_and_body_get_the_same_response(owner, deal, query, status, stored):
    first, second = (owner.settle(deal, query, **KEY) for _ in range(2))
    assert first.status_code == second.status_code == status
    assert second.content == first.content
    assert second.get("Location") == first.get("Location")
    assert Showdown.objects.count() == stored


@pytest.mark.parametrize(
    ("change", "query"), [({"board": "Ah-Kh-5s-2s-Qc"}, ""), ({}, "?store=false")]
)
def test_the_same_key_for_another_request_is_refused(owner, deal, change, query):
    owner.settle(deal, **KEY)
    check_problem(owner.settle(deal | change, query, **KEY), 422, "key-of-another-request")
    assert Showdown.objects.count() == 1


def test_a_key_belongs_to_its_person(owner, stranger, anyone, deal):
    responses = [client.settle(deal, **KEY) for client in (owner, stranger, anyone)]
    assert len({response["Location"] for response in responses}) == 3


def test_callers_without_a_token_share_the_keys_of_their_address(anyone, deal):
    other_deal = deal | {"hands": list(deal["hands"].values())}
    responses = [anyone.settle(body, **KEY) for body in (deal, other_deal, deal)]
    assert [response.status_code for response in responses] == [201, 422, 201]
    assert responses[0]["Location"] == responses[2]["Location"]
    anyone.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert anyone.settle(deal, **KEY)["Location"] != responses[0]["Location"]


def test_a_key_of_a_deleted_deal_is_an_error(owner, deal):
    owner.settle(deal, **KEY)
    Showdown.objects.all().delete()
    check_problem(owner.settle(deal, **KEY), 410, "gone")
    assert not Showdown.objects.exists()


@pytest.mark.parametrize("kind", ["batches", "audits"])
def test_a_key_of_a_deleted_batch_is_an_error(site, owner, kind):
    def submit():
        return owner.post(f"/api/{kind}/", b"x", content_type="text/plain", headers=KEY)

    assert owner.delete(submit()["Location"]).status_code == 204
    assert submit().status_code == 410


def test_an_error_is_not_stored_for_the_key(owner, deal):
    assert owner.settle(deal | {"board": "Ah"}, **KEY).status_code == 422
    assert owner.settle(deal, **KEY).status_code == 201


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("showdowns/bulk/", "text/plain"),
        ("odds/", "application/json"),
        ("tokens/", "application/json"),
        ("batches/01a1fe59-b679-7f38-a1b7-03ae4103a3d0/cancel/", "application/json"),
    ],
)
def test_other_operations_refuse_a_key(owner, path, kind):
    response = owner.post(f"/api/{path}", b"x", content_type=kind, headers=KEY)
    check_problem(response, 400, "unusable-key")


def test_get_requests_ignore_the_key(owner):
    assert owner.get(f"/api/showdowns/{ShowdownFactory().id}/", headers=KEY).status_code == 200


@pytest.mark.parametrize("key", ["", "k" * 256, "tab\there"])
def test_an_unusable_key_is_refused(owner, deal, key):
    check_problem(owner.settle(deal, **{"Idempotency-Key": key}), 400, "unusable-key")


@pytest.mark.django_db(transaction=True)
def test_a_key_of_a_running_request_is_a_conflict(owner, deal):
    person = owner.person.key
    after_claim, after_request = Barrier(2, timeout=30), Barrier(2, timeout=30)

    def hold_key():
        with transaction.atomic():
            assert Answer.objects.claim(person, KEY["Idempotency-Key"])
            after_claim.wait()
            after_request.wait()
        connection.close()

    holder = Thread(target=hold_key)
    holder.start()
    after_claim.wait()
    response = owner.settle(deal, **KEY)
    after_request.wait()
    holder.join()
    assert (response.status_code, response["Retry-After"]) == (409, "1")
    assert owner.settle(deal, **KEY).status_code == 201
