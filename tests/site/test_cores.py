"""Each web process keeps to a core of its own; what it starts uses all of them."""

import os
import subprocess
import sys
from threading import Thread

import psutil
import pytest

from omahasite import cores
from tests.site.running import running

ALL = sorted(cores.CORES)
several = pytest.mark.skipif(len(ALL) < 2, reason="there is only one core")


@pytest.mark.parametrize(
    ("there", "processes", "each"),
    [({0, 1}, 2, [0, 1]), ({2, 5, 7}, 3, [2, 5, 7]), ({0, 1}, 3, None), ({0, 1, 2, 3}, 2, None)],
)
def test_there_is_a_core_for_each_or_none_is_chosen(monkeypatch, there, processes, each):
    monkeypatch.setattr(cores, "CORES", frozenset(there))
    assert cores.core_for_each(processes) == (each or [None] * processes)


def test_a_single_process_is_left_alone(monkeypatch):
    monkeypatch.setattr(cores, "CORES", frozenset({3}))
    assert cores.core_for_each(1) == [None]


@several
def test_a_site_with_a_process_for_each_core(home):
    with running(home, "--processes", str(len(ALL)), "--workers", "1") as site:
        children = psutil.Process(site.process.pid).children()
        web = [each for each in children if "omahasite.serving" in each.cmdline()]
        assert sorted(each.cpu_affinity() for each in web) == [[core] for core in ALL]
        others = [each for each in children if each not in web]
        assert others
        assert all(each.cpu_affinity() == ALL for each in others)


@several
def test_what_is_started_on_all_cores_may_use_them():
    shown = []

    def start():
        asked = [sys.executable, "-c", "import os; print(sorted(os.sched_getaffinity(0)))"]
        cores.keep_to(ALL[0])
        shown.append(subprocess.check_output(asked, text=True).strip())
        with cores.on_all_cores():
            shown.append(subprocess.check_output(asked, text=True).strip())
        shown.append(str(sorted(os.sched_getaffinity(0))))

    thread = Thread(target=start)
    thread.start()
    thread.join()
    assert shown == [str(ALL[:1]), str(ALL), str(ALL[:1])]


DEALT = """
import psutil
from omahasite.cores import keep_to
from showdown.bulk.odds import table_of
from showdown.bulk.sampling import all_dealt
from showdown.evaluator.games import GAMES
from showdown.notation.spots import read_spot

if __name__ == "__main__":
    keep_to({core})
    spot = read_spot(GAMES["omaha-hilo"], ["AsKhQsJh", "2c3d4c5d"], "Ad7c2d", "")
    all_dealt(table_of(spot))
    workers = [each for each in psutil.Process().children() if "spawn_main" in str(each.cmdline())]
    print([each.cpu_affinity() for each in workers])
"""


@several
def test_workers_that_deal_use_all_cores(tmp_path):
    script = tmp_path / "dealt.py"
    script.write_text(DEALT.format(core=ALL[0]))
    paths = os.pathsep.join(sys.path)
    said = subprocess.check_output(
        [sys.executable, str(script)], text=True, env=os.environ | {"PYTHONPATH": paths}
    )
    assert said.strip() == str([ALL])
