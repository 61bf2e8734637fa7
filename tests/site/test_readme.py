"""What the README tells of the settings is what they are."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_setting_of_the_environment_is_documented_and_no_other():
    read = re.findall(r'\benv(?:\.\w+)?\("(\w+)"', (ROOT / "omahasite" / "settings.py").read_text())
    table = re.findall(r"^\| `([A-Z_0-9]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert sorted(table) == sorted(set(read))
