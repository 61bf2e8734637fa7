"""Run the commands of the documentation in a copy of the project, and compare their output.

A `sh` block contains commands. A `console` block contains commands after `$ `, each followed by its
output, in which `…` matches any text (times, ids, keys). A sentence may also contain a command that
begins with `uv run`. NOT_RUN lists the commands that can't be run here; PAGES_TO_SKIP lists
pages that aren't run.
"""

import doctest
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import venv
from functools import cache
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from django.core.management import call_command

from tests import ROOT, run_program

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`((?:\w+=\w+ )?uv run [^`]+)`")
_ELLIPSIS = "…"
_SHELL_SYNTAX = re.compile(r"<<|[({`\\]|[|&]\s*$|^\s*#|\b(for|while|until|if|case)\b", re.MULTILINE)
"""Shell syntax for which shlex can't determine whether a command is complete."""


class Command(NamedTuple):
    text: str
    output: str | None = None


def commands_of(page):
    text = page.read_text()
    commands = []
    for block in _BLOCK.finditer(text):
        if reader := {"sh": _shell_commands, "console": _console_commands}.get(block[1]):
            commands.extend((block.start(), command) for command in reader(block[2]))
    sentences = _INLINE.finditer(_BLOCK.sub(lambda block: " " * len(block[0]), text))
    commands.extend((inline.start(), Command(" ".join(inline[1].split()))) for inline in sentences)
    return [command for _, command in sorted(commands, key=lambda pair: pair[0])]


def _shell_commands(block):
    text = ""
    for line in block.splitlines():
        text = f"{text}\n{line}" if text else line
        if text.strip() and not text.startswith("#") and _is_complete(text):
            yield Command(text)
        if text.startswith("#") or not text.strip() or _is_complete(text):
            text = ""
    assert not text, f"unterminated command: {text}"


@cache
def _is_complete(text):
    if text.endswith("\\"):
        return False
    if _SHELL_SYNTAX.search(text):
        check = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)
        return check.returncode == 0 and b"here-document" not in check.stderr
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return True


def _console_commands(block):
    _, *parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    for part in parts:
        lines = part.splitlines(keepends=True)
        count = next(
            n for n in range(1, len(lines) + 1) if _is_complete("".join(lines[:n]).rstrip())
        )
        yield Command("".join(lines[:count]).rstrip(), "".join(lines[count:]))


def matches_output(output, expected):
    if expected.startswith("{"):
        output, expected = ("".join(text.split()) for text in (output, expected))
    texts = (output, expected)
    output, expected = (re.sub(r"\s+$", "", text.strip(), flags=re.M) for text in texts)
    pattern = ".*".join(map(re.escape, expected.split(_ELLIPSIS)))
    return re.fullmatch(pattern, output, re.DOTALL) is not None


NOT_RUN = {
    r"^\S+ run manage.py (up|worker)\b": "runs until it is stopped; the fixture runs `up`",
    r"^(THOROUGH=1 )?\S+ run pytest": "this is a test itself",
    r"^uv run --(isolated|extra)": "needs optional packages: tests/tables covers it",
    r"^uv run ruff|^\.ci/run|&& uv run ruff": "checks the project; CI runs it",
    r"python -m tests\.|^uv run python -m tests": "takes minutes; prints figures of this machine",
    r"^git pull": "needs a remote repository",
    r"\| gpg|^gpg": "needs gpg and a key; tests/site/test_backup.py restores from a pipe",
    r"^systemctl": "needs systemd",
    r"^mv .postgres|restore before.tar": "moves the database away: tests/site/test_backup.py",
    r"manage.py check --deploy": "needs the settings above it: tests/site/test_settings.py",
    r"^uv run manage.py COMMAND": "stands for any command",
    r"^(?!ID=)[A-Z_]+=": "a setting of a site behind a proxy: tests/site/test_settings.py",
}
PAGES_TO_SKIP = {"install.md": "sets up a whole server, as root; its steps were checked manually"}
PAGES_TO_RUN = [page for page in PAGES if page.name not in PAGES_TO_SKIP]
FAILING_COMMAND = r"manage.py audit (examples/)?log.txt"
"""Pattern of commands with exit status 1, because hands of the log were paid incorrectly."""
ODDS_COMMAND = r"^uv run manage.py odds (?!--file)[^'*|]+$"
COMMANDS = [(page.name, command) for page in PAGES for command in commands_of(page)]
CREATE_USER = """
from django.contrib.auth.models import User
from showdown.models import ApiToken
amber = User.objects.create_user("amber", password="river-turn-flop")
print(ApiToken.objects.issue(amber, "documentation")[1])
"""


@pytest.mark.parametrize("pattern", NOT_RUN)
def test_every_pattern_of_not_run_matches_a_command(pattern):
    assert any(re.search(pattern, command.text) for _, command in COMMANDS)


COMMANDS_WITH_OUTPUT = [command for _, command in COMMANDS if command.output is not None]
ODDS_COMMANDS = [
    command for command in COMMANDS_WITH_OUTPUT if re.search(ODDS_COMMAND, command.text)
]


@pytest.mark.parametrize("command", ODDS_COMMANDS, ids=lambda command: command.text[:60])
def test_odds_equal_the_documented_output(command):
    _, _, _, *arguments = shlex.split(command.text)
    output = StringIO()
    call_command(*arguments, stdout=output)
    assert matches_output(output.getvalue(), command.output)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    home = tmp_path_factory.mktemp("documentation")
    list_files = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = run_program(list_files, cwd=ROOT, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).exists():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, home / name)
    copy = ProjectCopy(home)
    with (home / "up.log").open("wb") as log:
        command = [sys.executable, "manage.py", "up", "--port", str(copy.port)]
        site = subprocess.Popen(command, cwd=home, env=copy.environment, stdout=log, stderr=log)
    try:
        copy.wait_for(site)
        yield copy
    finally:
        site.terminate()
        site.wait(60)


class ProjectCopy:
    def __init__(self, home):
        self.home = home
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.site = f"http://127.0.0.1:{self.port}"
        (home / ".curlrc").write_text("silent\nshow-error\nfail-with-body\n")
        removed_names = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "VIRTUAL_ENV")
        environment = {name: text for name, text in os.environ.items() if name not in removed_names}
        if uv := os.environ.get("UV"):  # uv sets it for programs that it runs
            environment["PATH"] = f"{environment['PATH']}:{Path(uv).parent}"
        venv.create(home / "library", with_pip=True)  # for `pip install`
        environment["PATH"] = f"{home}/library/bin:{environment['PATH']}"
        self.environment = environment | {
            "HOME": str(home),
            "CURL_HOME": str(home),
            "SITE": self.site,
            "UV_PROJECT_ENVIRONMENT": sys.prefix,
            "UV_NO_SYNC": "1",
            "UV_OFFLINE": "1",
            "PYTHONWARNINGS": "default",
        }
        self.variables = home / "variables.sh"
        self.variables.write_text("")

    def wait_for(self, site):
        deadline = monotonic() + 300
        while True:
            try:
                urlopen(f"{self.site}/healthz").close()  # noqa: S310 - it is our own site
                break
            except OSError:
                log = self.home / "up.log"
                assert site.poll() is None, log.read_text()
                assert monotonic() < deadline, log.read_text()
                sleep(0.2)
        result = self.run(f"uv run manage.py shell --verbosity 0 -c {shlex.quote(CREATE_USER)}")
        self.environment["TOKEN"] = result.stdout.strip()

    def run(self, text):
        text = text.replace("http://127.0.0.1:8000", self.site)
        save_id = f"declare -p ID > {self.variables} 2> /dev/null"
        script = f". {self.variables}\n{text}\nstatus=$?\n{save_id}\nexit $status"
        command = ["bash", "-c", script]
        result = run_program(command, cwd=self.home, env=self.environment, timeout=600)
        if match := re.search(r'"id": ?"([0-9a-f-]{36})"', result.stdout):
            self.variables.write_text(f"ID={match[1]}\n")
        return result


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES_TO_RUN, ids=lambda page: page.stem)
def test_every_command_of_a_page_runs(page, project):
    for command in commands_of(page):
        if any(re.search(pattern, command.text) for pattern in NOT_RUN):
            continue
        result = project.run(command.text)
        expected = 1 if re.search(FAILING_COMMAND, command.text) else 0
        assert result.returncode == expected, f"{command.text}\n{result.stdout}\n{result.stderr}"
        if command.output is not None:
            output = result.stdout + result.stderr
            assert matches_output(output, command.output), f"{command.text}\n{output}"


def test_the_python_code_of_the_readme_has_the_documented_result():
    [block] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    *lines, last = block.strip().splitlines()
    namespace = {}
    exec("\n".join(lines), namespace)  # noqa: S102 - our own
    expression, result = last.split("#")
    assert repr(eval(expression, namespace)) == result.strip()  # noqa: S307 - our own


def test_the_examples_of_the_library_page_print_the_documented_output(monkeypatch):
    pytest.importorskip("pyarrow", reason="pyarrow is an extra")
    monkeypatch.chdir(ROOT)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    path = str(ROOT / "docs" / "library.md")
    result = doctest.testfile(path, module_relative=False, optionflags=flags)
    assert result.attempted > 15
    assert result.failed == 0
