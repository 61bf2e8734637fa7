"""Visitors to the site, each with a session of its own, who send random deals."""

import json
import random
import re
from contextlib import suppress
from http.cookiejar import CookieJar
from time import monotonic, sleep
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from showdown.evaluator.cards import DECK, format_cards
from tests.campaign.clients import request, request_head

FORM = "application/x-www-form-urlencoded"
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_RNG = random.Random(16)
_TIMEOUT_SECONDS = 60


class Visitor:
    """A visitor with a session and a history of `deals` settled deals of Omaha Hi/Lo."""

    def __init__(self, port, deals=1):
        self._jar, self._site = CookieJar(), f"http://127.0.0.1:{port}"
        self._browser = build_opener(HTTPCookieProcessor(self._jar))
        self.read_token()
        for _ in range(deals):
            self.open("/showdown/", self._form())

    def open(self, path, body=None, headers=None):
        request = Request(self._site + path, body, dict(headers or {}))  # noqa: S310 - our own
        with self._browser.open(request) as response:
            return response.read()

    def read_token(self):
        """Read the CSRF token of the forms; signing in changes it."""
        form = _TOKEN.search(self.open("/showdown/").decode())
        assert form, "the page has no form"
        self.token = form[1]

    @property
    def cookies(self):
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def settle_request(self):
        return request("POST", "/showdown/", self._form(), FORM, cookies=self.cookies)

    def history_request(self):
        return request("GET", "/showdown/history/", cookies=self.cookies)

    def _form(self):
        cards = _RNG.sample(DECK, 13)
        fields = {
            "csrfmiddlewaretoken": self.token,
            "game": "omaha-hilo",
            "players": "2",
            "hand-0": format_cards(cards[:4]),
            "hand-1": format_cards(cards[4:8]),
            "board": format_cards(cards[8:]),
            "action": "settle",
        }
        return urlencode(fields).encode()


class Account(Visitor):
    """A visitor with a new account."""

    def __init__(self, port, name):
        super().__init__(port, deals=0)
        form = {"csrfmiddlewaretoken": self.token, "username": name}
        form |= dict.fromkeys(("password1", "password2"), "eleven hands of four")
        self.open("/showdown/account/sign-up/", urlencode(form).encode())
        self.read_token()
        self._session = f"{self.cookies}\r\nX-CSRFToken: {self.token}"

    def request(self, method, path):
        return request(method, path, cookies=self._session)

    def wait_until_done(self, path):
        """Wait for the batch or audit at this path. Return whether it was done within a minute."""
        until = monotonic() + _TIMEOUT_SECONDS
        while monotonic() < until:
            with suppress(OSError):
                if json.loads(self.open(path))["state"] == "done":
                    return True
            sleep(0.2)
        return False

    def upload(self, path, file):
        return request("POST", path, file, "application/octet-stream", self._session)

    def upload_head(self, path, length):
        return request_head("POST", path, length, "application/octet-stream", self._session)
