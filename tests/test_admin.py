"""The admin shows the record, and changes none of it."""

import pytest

from showdown.models import ApiToken
from tests.factories import UserFactory, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def test_deals_can_be_looked_at_and_not_changed(staff):
    showdown = stored()
    assert str(showdown.deal) in staff.get("/admin/showdown/showdown/").content.decode()
    page = staff.get(f"/admin/showdown/showdown/{showdown.pk}/change/")
    assert page.status_code == 200
    assert b"_save" not in page.content


def test_a_token_can_be_revoked_and_its_secret_is_not_shown(staff):
    token, secret = ApiToken.objects.issue(UserFactory(), "laptop")
    page = staff.get(f"/admin/showdown/apitoken/{token.pk}/change/").content.decode()
    assert "laptop" in page
    assert secret not in page
    staff.post(f"/admin/showdown/apitoken/{token.pk}/delete/", {"post": "yes"})
    assert ApiToken.objects.with_secret(secret) is None
