"""Errors of forms with rows are beside their fields."""

import json
from pathlib import Path

import pytest

from tests.pages.reading import assert_errors_are_beside_fields

PAGES = list(map(json.loads, Path("tests/data/errors_of_forms.jsonl").read_text().splitlines()))


@pytest.mark.django_db
@pytest.mark.parametrize("row", PAGES, ids=lambda row: row["page"][:60])
def test_a_page_has_each_error_beside_its_field(client, row):
    answered = client.get(row["page"])
    assert answered.status_code == (422 if row["errors"] else 200)
    assert_errors_are_beside_fields(answered.text, row["errors"])
