"""Test the extraction of commands and outputs from pages."""

import pytest

from tests.docs.reading import Command, commands_of, is_as_shown

PAGE = """Run `uv run manage.py up`, or `ls`.

```sh
cd somewhere        # a comment
# nothing
curl -d '
  {"a": 1}' \\
  http://127.0.0.1
```

```console
$ echo one; echo two
one
two
$ true
```

```
$ no command
```
"""


def test_commands_are_found_in_order_with_their_outputs(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert commands_of(page) == [
        Command("uv run manage.py up"),
        Command("cd somewhere        # a comment"),
        Command("curl -d '\n  {\"a\": 1}' \\\n  http://127.0.0.1"),
        Command("echo one; echo two", "one\ntwo\n"),
        Command("true", ""),
    ]


@pytest.mark.parametrize(
    ("output", "shown", "is_same"),
    [
        ("one\n", "one\n", True),
        ("one  \n", "one", True),
        ("one", "two", False),
        ("one two", "one", False),
        ("took 1.2 s, id 7\n", "took … s, id …\n", True),
        ('{\n  "a": 1\n}', '{"a": 1}', True),
        ('{"a": 1, "b": 2}', '{"a": 1, …}', True),
        ('{"a": 1}', '{"a": 2}', False),
    ],
)
def test_elided_text_matches_anything(output, shown, is_same):
    assert is_as_shown(output, shown) is is_same
