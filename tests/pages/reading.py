"""Read the values and the errors of a page's fields from its HTML."""

import re
from html import unescape
from html.parser import HTMLParser


class _Fields(HTMLParser):
    def __init__(self):
        super().__init__()
        self.values = {}
        self._select = self._option = ""

    def handle_starttag(self, tag, attrs):
        attributes = {name: value or "" for name, value in attrs}
        name, value = attributes.get("name", ""), attributes.get("value", "")
        is_box = attributes.get("type") in ("radio", "checkbox")
        if tag == "select":
            self._select = name
        elif tag == "option" and "selected" in attributes:
            self.values[self._select] = value
            self._option = "" if value else self._select
        elif tag == "input" and ("checked" in attributes or not is_box):
            self.values[name] = value

    def handle_data(self, data):
        if self._option:
            self.values[self._option] = data.strip()
            self._option = ""


def values_of(page):
    """Return values of inputs and selects by name, without unchecked boxes and radio buttons."""
    fields = _Fields()
    fields.feed(page)
    return fields.values


def assert_errors_are_beside_fields(page, errors):
    """Assert that only these fields have errors. `errors` are parts of the texts by field id.

    The first of these fields has the focus. If there are several, a summary links to them.
    """
    texts = re.findall(r'<p class="error" id="(.+?)-error">(.*?)</p>', page)
    assert {field: unescape(text) for field, text in texts if text}.keys() == errors.keys()
    assert all(errors[field] in unescape(text) for field, text in texts)
    described_fields = re.findall(r'id="([^"]+)"[^>]* aria-describedby="([^"]+)-error"', page)
    assert sorted(described_fields) == sorted((field, field) for field in errors)
    focused_fields = re.findall(r'id="([^"]+)"[^>]* autofocus', page)
    assert focused_fields == list(errors)[:1]
    summary = re.findall(r'<a href="#([^"]+)">', page.partition('role="alert"')[2])
    assert summary == (list(errors) if len(errors) > 1 else [])
