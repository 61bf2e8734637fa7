"""Parse the commands of the documentation with their documented output.

A `sh` block contains commands. A `console` block contains commands after `$ `, each followed by its
output, in which `…` matches any text (times, ids, keys). A sentence may also contain a command that
begins with `uv run`. A command may span several lines, as in a shell.

Alternatives don't fit: prysk reads only indented files of its own, mktestdocs doesn't compare
outputs, and the prompts and options of byexample would be visible in the documentation.
"""

import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`((?:\w+=\w+ )?uv run [^`]+)`")
_ELIDED = "…"
_NEEDS_SHELL = re.compile(r"<<|[({`\\]|[|&]\s*$|^\s*#|\b(for|while|until|if|case)\b", re.MULTILINE)
"""Syntax after which quotes don't show whether a command is complete."""


class Command(NamedTuple):
    """A command as written; `output` is None if the page doesn't show it."""

    text: str
    output: str | None = None


def commands_of(page: Path) -> list[Command]:
    """Return the commands of a page, in order."""
    text = page.read_text()
    found: list[tuple[int, Command]] = []
    for block in _BLOCK.finditer(text):
        if reader := {"sh": _shell_commands, "console": _console_commands}.get(block[1]):
            found.extend((block.start(), command) for command in reader(block[2]))
    sentences = _BLOCK.sub(lambda block: " " * len(block[0]), text)
    found.extend(
        (inline.start(), Command(" ".join(inline[1].split())))
        for inline in _INLINE.finditer(sentences)
    )
    return [command for _, command in sorted(found, key=lambda pair: pair[0])]


def _shell_commands(block: str) -> Iterator[Command]:
    text = ""
    for line in block.splitlines():
        text = f"{text}\n{line}" if text else line
        if text.strip() and not text.startswith("#") and _is_whole(text):
            yield Command(text)
        if text.startswith("#") or not text.strip() or _is_whole(text):
            text = ""
    assert not text, f"this command has no end: {text}"


@cache
def _is_whole(text: str) -> bool:
    if text.endswith("\\"):
        return False
    if _NEEDS_SHELL.search(text):
        checked = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)
        return checked.returncode == 0 and b"here-document" not in checked.stderr
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return True


def _console_commands(block: str) -> Iterator[Command]:
    _, *parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    for part in parts:
        lines = part.splitlines(keepends=True)
        count = next(n for n in range(1, len(lines) + 1) if _is_whole("".join(lines[:n]).rstrip()))
        yield Command("".join(lines[:count]).rstrip(), "".join(lines[count:]))


def matches_output(output: str, shown: str) -> bool:
    """Return whether the output is as shown. In JSON, spaces and line ends don't count."""
    output, shown = (_normalize(text, is_json=shown.startswith("{")) for text in (output, shown))
    pattern = ".*".join(map(re.escape, shown.split(_ELIDED)))
    return re.fullmatch(pattern, output, re.DOTALL) is not None


def _normalize(text: str, *, is_json: bool) -> str:
    if is_json:
        return "".join(text.split())
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
