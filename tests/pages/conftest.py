"""Fixtures for tests of pages: a visitor, a user with an account, and a stranger."""

import pytest
from django.test import Client

from showdown.models.people import Person
from tests.factories import UserFactory

SCRIPT_HEADERS = {"X-Part": "answer"}
PASSWORD = "river-turn-flop"


class Browser(Client):
    def sign_up(self, name="dealer", password=PASSWORD, confirmation=PASSWORD):
        fields = {"username": name, "password1": password, "password2": confirmation}
        return self.post("/showdown/account/sign-up/", fields)

    def settle(self, deal_form, *, by_script=False, **fields):
        headers = SCRIPT_HEADERS if by_script else {}
        return self.post("/showdown/", deal_form | fields, headers=headers)

    def press(self, deal_form):
        """Return the page after pressing a button that changes the table, without a script."""
        return self.post("/showdown/", deal_form, follow=True)

    def live(self, deal_form, sampling_round=None):
        """Return the answer while cards are being picked, in this sampling round."""
        address = f"/showdown/live/{sampling_round}/" if sampling_round else "/showdown/live/"
        return self.get(address, deal_form, headers=SCRIPT_HEADERS)


@pytest.fixture
def visitor(db):
    return Browser()


def sign_in_new_user(db):
    browser = Browser()
    browser.account = UserFactory()
    browser.force_login(browser.account)
    return browser


owner = pytest.fixture(sign_in_new_user, name="owner")
stranger = pytest.fixture(sign_in_new_user, name="stranger")


@pytest.fixture
def deal_form():
    """Return the fields of a deal in which HandB wins high and low."""
    return {
        "game": "omaha-hilo",
        "players": "2",
        "hand-0": "AcKdJd3d",
        "hand-1": "5c 5d 6c 7d",
        "board": "A♥ K♥, 5s-2s qd",
    }


@pytest.fixture
def person(owner):
    return Person(account=owner.account)
