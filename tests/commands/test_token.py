"""Test `token create`, `token list` and `token revoke`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from showdown.models import ApiToken
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def call_token(*arguments):
    stdout = StringIO()
    call_command("token", *arguments, stdout=stdout, stderr=StringIO())
    return stdout.getvalue()


def status_with(secret):
    headers = {"Authorization": f"Bearer {secret}"}
    return Client().get("/api/batches/", headers=headers).status_code


def test_a_token_works_until_it_is_revoked():
    owner = UserFactory()
    secret = call_token("create", owner.username, "laptop").strip()
    assert status_with(secret) == 200
    pk = ApiToken.objects.get(owner=owner).pk
    call_token("revoke", str(pk))
    assert status_with(secret) == 401


def test_tokens_are_listed_without_their_secrets():
    owner, other = UserFactory(), UserFactory()
    secret = call_token("create", owner.username, "laptop").strip()
    call_token("create", other.username, "phone")
    output = call_token("list")
    assert "laptop" in output
    assert "phone" in output
    assert secret not in output
    assert "phone" not in call_token("list", owner.username)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("create", "nobody", "laptop"), "there is no user 'nobody'"),
        (("list", "nobody"), "there is no user 'nobody'"),
        (("revoke", "12345"), "there is no token 12345"),
    ],
)
def test_the_error_names_a_missing_object(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_token(*arguments)


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\nb"])
def test_a_name_that_cannot_be_listed_is_refused(name):
    sentence = "the name of a token must have 1 to 60 printable characters"
    with pytest.raises(CommandError, match=sentence):
        call_token("create", UserFactory().username, name)
