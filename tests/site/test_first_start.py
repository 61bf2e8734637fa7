"""Test the first start on a minimal system, and first starts that are interrupted."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

import pytest

from tests import ROOT, run_program
from tests.site.running import free_port, run_site, up

TOOLS = [
    *("sh", "cat", "chmod", "cp", "dirname", "env", "git", "ls", "mkdir", "mktemp", "mv", "rm"),
    *("uname", "setpriv", "useradd"),
]
"""Programs of a minimal system besides `python3`; root starts PostgreSQL with the last two."""

FAKE_PYTHON = """#!/bin/sh
# Act like a Python whose pip finds uv in the package index.
case "$1 $2" in
  "-c import"*) echo "$0" ;;
  "-m pip") [ "$3" = --version ] && exit
    while [ "$1" != --target ]; do shift; done
    %s
    mkdir -p "$2/bin"
    printf '#!/bin/sh\\necho "installed: $*"\\n' > "$2/bin/uv"
    chmod +x "$2/bin/uv" ;;
esac
"""
FAILING_SHIM = "#!/bin/sh\necho 'pyenv: uv: command not found' >&2\nexit 127\n"


def write_program(file, text):
    file.write_text(text)
    file.chmod(0o755)


@pytest.fixture
def clone(tmp_path):
    clone = tmp_path / "a clone, größer"
    clone.mkdir()
    shutil.copy(ROOT / "uv.sh", clone)
    return clone


@pytest.fixture
def programs(tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in TOOLS:
        if path := shutil.which(name):
            (programs / name).symlink_to(path)
    return programs


def run_wrapper(clone, programs, *arguments, **variables):
    environment = {"PATH": str(programs), "UV_PYTHON": "3.13"} | variables
    return run_program(["sh", clone / "uv.sh", *arguments], env=environment, cwd="/")


def test_the_wrapper_passes_every_argument_to_a_working_uv(clone, programs):
    write_program(programs / "uv", '#!/bin/sh\nprintf "%s|" "$@"\n')
    completed = run_wrapper(clone, programs, "run", "two words", "", "*")
    assert (completed.returncode, completed.stdout) == (0, "run|two words||*|")
    assert not (clone / ".uv").exists()


@pytest.mark.parametrize("has_shim", [False, True])
def test_the_wrapper_installs_uv_once_if_none_works(clone, programs, has_shim):
    write_program(programs / "python3", FAKE_PYTHON % ":")
    if has_shim:
        write_program(programs / "uv", FAILING_SHIM)
    completed = run_wrapper(clone, programs, "run", "pytest")
    assert (completed.returncode, completed.stdout) == (0, "installed: run pytest\n")
    assert completed.stderr.startswith("uv.sh: installing uv into ")
    assert [file.name for file in (clone / ".uv").iterdir()] == ["uv"]
    (programs / "python3").unlink()
    second_run = run_wrapper(clone, programs, "--version")
    assert (second_run.stdout, second_run.stderr) == ("installed: --version\n", "")


def test_an_interrupted_installation_does_not_break_the_next(clone, programs):
    write_program(programs / "python3", FAKE_PYTHON % "kill -TERM $PPID; exit 1")
    assert run_wrapper(clone, programs, "--version").returncode != 0
    assert list((clone / ".uv").iterdir()) == []
    write_program(programs / "python3", FAKE_PYTHON % "kill -KILL $PPID; exit 1")
    assert run_wrapper(clone, programs, "--version").returncode == -signal.SIGKILL
    write_program(programs / "python3", FAKE_PYTHON % ":")
    assert run_wrapper(clone, programs, "--version").stdout == "installed: --version\n"


def test_the_wrapper_chooses_a_python_where_uv_finds_none(clone, programs, tmp_path):
    """Simulate pyenv with an old `python3`, and a newer Python that uv doesn't find."""
    write_program(programs / "uv", '#!/bin/sh\n[ "$2" = find ] && exit 2\necho "$UV_PYTHON"\n')
    write_program(programs / "python3", "#!/bin/sh\nexit 0\n")
    newer = tmp_path / "pyenv" / "versions" / "3.13.0" / "bin" / "python3"
    newer.parent.mkdir(parents=True)
    write_program(newer, '#!/bin/sh\necho "$0"\n')
    completed = run_wrapper(
        clone, programs, "run", UV_PYTHON="", PYENV_ROOT=str(tmp_path / "pyenv")
    )
    assert completed.stdout == f"{newer}\n"


ACCOUNT_NAME = "showdown-visitor"


@pytest.fixture(params=["root", "ordinary"])
def account(request):
    """Yield options of `subprocess.Popen` for root, or for an ordinary account.

    If the tests run as root, the ordinary account is a new one. Otherwise it is the current one,
    which needs no options.
    """
    if request.param == "root" and os.geteuid() != 0:
        pytest.skip("needs root")
    if request.param == "root" or os.geteuid() != 0:
        yield {}
        return
    subprocess.run(["useradd", "--system", "--user-group", ACCOUNT_NAME], check=True)
    entry = pwd.getpwnam(ACCOUNT_NAME)
    yield {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    subprocess.run(["userdel", ACCOUNT_NAME], check=True)


@pytest.mark.long
def test_the_site_and_the_tests_start_on_a_minimal_system(account, programs, directory):
    kept_prefixes = ("PIP_", "SSL_", "UV_INDEX", "UV_DEFAULT_INDEX", "http", "HTTP")
    environment = {
        name: value for name, value in os.environ.items() if name.startswith(kept_prefixes)
    }
    programs = shutil.move(programs, directory / "programs")
    (directory / "home").mkdir()
    environment |= {"PATH": str(programs), "HOME": str(directory / "home")}
    if account:
        # Other accounts may not be able to start this Python. The copy has no pip.
        python = directory / "python"
        ignored_files = shutil.ignore_patterns("__pycache__", "site-packages", "test", "share")
        shutil.copytree(sys.base_prefix, python, symlinks=True, ignore=ignored_files)
        environment["PATH"] += f":{python}/bin"
        environment["LD_LIBRARY_PATH"] = f"{python}/lib"
    else:
        (programs / "python3").symlink_to(Path(sys.base_prefix, "bin", "python3"))
        environment["UV_CACHE_DIR"] = str(Path.home() / ".cache" / "uv")
    clone = directory / "a clone, größer"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    for kernel_file in (ROOT / "showdown").rglob("*.nb[ci]"):  # as after a clone's first start
        copy = clone / kernel_file.relative_to(ROOT)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(kernel_file, copy)
    if account:
        owner = f"{account['user']}:{account['group']}"
        subprocess.run(["chown", "-R", "--no-dereference", owner, directory], check=True)
    assert directory.stat().st_mode & 0o777 == 0o700

    port = free_port()
    command = ["./uv.sh", "run", "manage.py", "up", "--port", str(port), "--processes", "1"]
    options = {"cwd": clone, "env": environment} | account
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    site = subprocess.Popen(command, start_new_session=True, **pipes, **options)
    try:
        lines = []
        for line in site.stdout:
            lines.append(line)
            if f"http://127.0.0.1:{port}/showdown" in line:
                break
        else:
            pytest.fail("".join(lines))
        with urlopen(f"http://127.0.0.1:{port}/showdown/") as page:
            assert page.status == 200
    finally:
        os.killpg(site.pid, signal.SIGINT)
        site.communicate(timeout=120)
    assert site.returncode == 0

    tests = ("tests/test_admin.py", "tests/test_docs.py")
    test_run = run_program(["./uv.sh", "run", "pytest", "-n", "0", *tests], **options)
    assert test_run.returncode == 0, test_run.stdout + test_run.stderr
    assert "passed" in test_run.stdout


_INTERRUPTION_COUNT = 7


@pytest.mark.long
@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_first_starts_interrupted_at_any_moment_do_not_break_the_next(directory, signal_number):
    environment = {"POSTGRES_DIRECTORY": str(directory / "data base")}
    started_at = monotonic()
    with run_site(directory, "--processes", "1", "--workers", "0"):
        duration = monotonic() - started_at
    for moment in range(_INTERRUPTION_COUNT):
        shutil.rmtree(directory / "data base", ignore_errors=True)
        process = up("--port", str(free_port()), "--processes", "1", environment=environment)
        sleep(duration * (moment + 0.5) / _INTERRUPTION_COUNT)
        process.send_signal(signal_number)
        errors = process.communicate(timeout=60)[1]
        assert "Traceback" not in errors
        with run_site(directory, "--processes", "1", "--workers", "0") as site:
            assert site.request("/readyz").status == 200


CAPABILITIES = [
    *("chown", "dac_override", "fowner", "fsetid", "kill", "setgid", "setuid", "setpcap"),
    *("net_bind_service", "net_raw", "sys_chroot", "mknod", "audit_write", "setfcap"),
]
"""Docker's default capabilities of root in a container."""
NEEDS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to limit capabilities")


CREATE_CLUSTER_PROGRAM = """
import os
from pathlib import Path
from omahasite.embedded.server import create_cluster
create_cluster(Path(os.environ["POSTGRES_DIRECTORY"]))
"""


def run_with_container_capabilities(home, *arguments, without=None):
    capabilities = [f"+{name}" for name in CAPABILITIES if name != without]
    command = ["setpriv", f"--bounding-set=-all,{','.join(capabilities)}"]
    environment = os.environ | {"POSTGRES_DIRECTORY": str(home)}
    return run_program([*command, sys.executable, *arguments], cwd=ROOT, env=environment)


@pytest.mark.long
@NEEDS_ROOT
def test_root_in_a_container_uses_the_embedded_server_in_a_private_folder(directory):
    creation = run_with_container_capabilities(
        directory / "data base", "-c", CREATE_CLUSTER_PROGRAM
    )
    assert creation.returncode == 0, creation.stderr
    shell = ("manage.py", "dbshell", "--", "-tAc", "SELECT 6 * 7")
    query = run_with_container_capabilities(directory / "data base", *shell)
    assert query.stdout == "42\n", query.stderr


@NEEDS_ROOT
def test_root_without_setpcap_gets_a_hint(directory):
    command = ("manage.py", "up", "--port", str(free_port()))
    completed = run_with_container_capabilities(
        directory / "data base", *command, without="setpcap"
    )
    assert completed.returncode == 2
    assert f"because it can't enter {directory}" in completed.stderr
    assert "set DATABASE_URL" in completed.stderr
    assert "Traceback" not in completed.stderr
    assert completed.stderr.count("\n") == 1
