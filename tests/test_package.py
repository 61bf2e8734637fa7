"""Test that the package works as a library when it is installed without the site."""

import os
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests import ROOT, run_program

PROGRAM = """
import sys, showdown
hands = {"Anna": "6d-6c-Kc-4d", "Boris": "Ac-Kd-Jd-3d"}
settled = showdown.settle("omaha-hilo", hands, "Ah-Kh-5s-2s-Qd", pots=[91])
assert settled.payouts == {"Anna": 45, "Boris": 46}, settled
many = showdown.settle_many("holdem", [[0, 1, 2, 3, 4, 8, 12, 17, 21]])
assert many.winners.tolist() == [[3]], many.winners
odds = showdown.odds("holdem", ["AsAh", "QQ+, AKs"], "2c3d7h")
assert odds.is_exact
assert [hand.is_wrong for hand in showdown.audit(sys.argv[1])].count(True) == 2
assert showdown.__version__
assert "django" not in sys.modules
print(sys.version_info[:2], sys.modules["numpy"].__version__, showdown.__file__)
"""
OLDEST_PYTHON = "3.12"
UV = os.environ.get("UV", "uv")  # uv sets it for programs that it runs


def run(*command, **kwargs):
    process = run_program(list(map(str, command)), **kwargs)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(UV, "build", "--wheel", "--python", sys.executable, "--out-dir", folder, ROOT)
    (path,) = folder.glob("showdown_poker-*.whl")
    return path


def run_in_environment(home, python, wheel, *resolution):
    environment = home / "environment"
    run(UV, "venv", "--python", python, environment)
    interpreter = environment / "bin" / "python"
    install_command = (UV, "pip", "install", "--python", interpreter)
    if resolution:
        run(*install_command, *resolution, "--requirement", ROOT / "pyproject.toml")
    run(*install_command, wheel)
    variables = {
        name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ
    }
    program = (interpreter, "-W", "error", "-c", PROGRAM, ROOT / "examples" / "log.txt")
    output = run(*program, cwd=home, env=variables)
    assert str(environment) in output
    return output


def test_modules_of_a_wheel_can_be_imported_without_django(wheel, tmp_path):
    with ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith("showdown/")]
        archive.extractall(tmp_path)
    assert "showdown/py.typed" in names
    data = {Path(name).suffix for name in names if not name.endswith(("/", ".py", "/py.typed"))}
    assert data == {".csv", ".zlib"}  # hand orders for ranges, and odds tables
    code = (
        "import sys, importlib\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "sys.modules['django'] = sys.modules['omahasite'] = None\n"
        "for name in sys.argv[2:]:\n"
        "    assert importlib.import_module(name).__file__.startswith(sys.argv[1]), name"
    )
    modules = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in names
        if name.endswith(".py") and name != "showdown/tables/engine.py"  # needs the extra `daft`
    ]
    assert "showdown.library.settling" in modules
    run(sys.executable, "-c", code, tmp_path, *modules, cwd=tmp_path)


@pytest.mark.long
def test_a_wheel_works_in_an_empty_environment(wheel, tmp_path):
    run_in_environment(tmp_path, sys.executable, wheel)


@pytest.mark.long
def test_a_wheel_works_with_the_oldest_supported_python_and_packages(wheel, tmp_path):
    # Without this variable, pyenv's shims refuse to run.
    variables = os.environ | {"PYENV_VERSION": OLDEST_PYTHON}
    command = [UV, "python", "find", "--no-project", OLDEST_PYTHON]
    search = run_program(command, cwd="/", env=variables)
    if search.returncode:
        pytest.skip(f"Python {OLDEST_PYTHON} isn't installed")
    python = search.stdout.strip()
    assert run_in_environment(tmp_path, python, wheel, "--resolution", "lowest-direct").startswith(
        "(3, 12)"
    )
