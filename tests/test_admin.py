"""Test the admin site, where deals and tokens can only be viewed and deleted."""

import re

import pytest

from showdown.models import ApiToken, Showdown
from tests.factories import ApiTokenFactory, ShowdownFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def test_deals_can_be_viewed_but_not_changed(staff):
    showdown = ShowdownFactory()
    assert str(showdown.deal) in staff.get("/admin/showdown/showdown/").content.decode()
    page = staff.get(f"/admin/showdown/showdown/{showdown.pk}/change/")
    assert page.status_code == 200
    assert b"_save" not in page.content


def test_a_token_can_be_revoked(staff):
    token = ApiTokenFactory()
    page = staff.get(f"/admin/showdown/apitoken/{token.pk}/change/").content.decode()
    assert "laptop" in page
    assert token.secret not in page
    staff.post(f"/admin/showdown/apitoken/{token.pk}/delete/", {"post": "yes"})
    assert ApiToken.objects.find_by_secret(token.secret) is None


def test_the_list_of_deals_can_be_sorted_only_by_id(staff):
    ShowdownFactory()
    page = staff.get("/admin/showdown/showdown/").content.decode()
    assert set(re.findall(r'href="\?o=-?(\d+)', page)) == {"0"}
    assert 'name="action"' not in page
    response = staff.post(
        "/admin/showdown/showdown/",
        {"action": "delete_selected", "select_across": "1", "post": "yes"},
    )
    assert response.status_code in (200, 302, 403)
    assert Showdown.objects.count() == 1
