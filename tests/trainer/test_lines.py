"""`omahacomp` reads the output of `drills --json`, including chips, and pays the same."""

import json
import re
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from tests.scope import ONE_OF_A_FAMILY


def drills(game):
    out = StringIO()
    options = ("--drill", "chips", "--game", game, "--count", "12", "--seed", "1", "--json")
    call_command("drills", *options, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def paid(line):
    """Parse `=> Anna 80; Carla 0; 155 back to Anna` as chips by name, without zeros."""
    chips = Counter()
    for part in line.removeprefix("=> ").split("; "):
        back = re.fullmatch(r"([\d,]+) back to (\w+)", part)
        amount, name = back.groups() if back else part.split()[::-1]
        chips[name] += int(amount.replace(",", ""))
    return {name: amount for name, amount in chips.items() if amount}


@pytest.mark.parametrize("game", ONE_OF_A_FAMILY)
def test_omahacomp_pays_as_the_drill(game, tmp_path):
    lines, (source, target) = drills(game), (tmp_path / "deals.txt", tmp_path / "answers.txt")
    source.write_text("".join(f"{line['deal']}\n" for line in lines))
    call_command("omahacomp", str(source), str(target), "--quiet", "--game", game)
    answers = target.read_text().strip().split("\n\n")
    assert [paid(answer.splitlines()[-1]) for answer in answers] == [
        line["answer"] for line in lines
    ]
