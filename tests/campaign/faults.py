"""Damage the site's files: move a folder away, empty a key, change a backup."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.campaign.attacks import SETTLE, Row, places, site
from tests.campaign.clients import Client, request
from tests.site.running import ROOT, free_port

_NOTICED_SECONDS = 20
_FOLDERS = {
    "the database": ("POSTGRES_DIRECTORY", (201, 503)),
    "the folder of static files": ("STATIC_ROOT", (201,)),
    "the folder of batch files": ("MEDIA_ROOT", (201,)),
}
"""Folders with their setting, and the possible statuses of a deal sent meanwhile."""
_FLIPS = 3


def folders_away(home: Path, seconds: float) -> Iterator[Row]:
    """Move folders away from a running site, as if a volume were unmounted, and put them back."""
    with site(home) as up:
        for name, (setting, answers) in _FOLDERS.items():
            folder, elsewhere = Path(places(home)[setting]), home / "elsewhere"
            folder.rename(elsewhere)
            away = _status_after(up, "/readyz", 503)
            deal, _ = asyncio.run(Client(up.port).ask(SETTLE))
            is_made = folder.exists()
            if not is_made:
                elsewhere.rename(folder)
            back = _status_after(up, "/readyz", 200)
            made = "another" if is_made else "none"
            measured = f"/readyz {away}, a deal {deal}, {made} made; back again {back}"
            promised = f"503, {' or '.join(map(str, answers))}, none; 200"
            is_kept = (away, back, is_made) == (503, 200, False) and deal in answers
            yield Row(f"{name} is moved away", measured, promised, is_kept)


def _status_after(up: Any, path: str, hoped: int) -> int | None:
    """Return the status of the path, waiting a few seconds for the expected one."""
    until, asked = monotonic() + _NOTICED_SECONDS, request("GET", path)
    while True:
        status, _ = asyncio.run(Client(up.port).ask(asked))
        if status == hoped or monotonic() > until:
            return status
        sleep(0.5)


def empty_keys(home: Path, seconds: float) -> Iterator[Row]:
    """Start a second `up` on the database of a running one, with an empty key."""
    (home / "empty").write_bytes(b"")
    with site(home) as up:
        for setting in ("SECRET_KEY_FILE", "AUDIT_KEY_FILE"):
            changed = {setting: str(home / "empty")}
            refused = manage(home, "up", "--port", str(free_port()), **changed)
            page = up.ask("/showdown/").status
            how = "a traceback" if "Traceback" in refused.stderr else "a sentence"
            measured = f"status {refused.returncode}, {how}; pages {page}"
            is_kept = measured == "status 1, a sentence; pages 200"
            yield Row(f"`up` with an empty {setting}", measured, "1, a sentence; 200", is_kept)


def flipped_bytes(home: Path, seconds: float) -> Iterator[Row]:
    """Restore a backup of a running site with one changed byte into an empty place."""
    backup, restored = home / "backup", home / "restored"
    with site(home) as up:
        asyncio.run(Client(up.port).ask(SETTLE))
        manage(home, "backup", str(backup))
    whole, refused, unplain = backup.read_bytes(), 0, 0
    for number in range(_FLIPS):
        place = len(whole) * (2 * number + 1) // (2 * _FLIPS)
        backup.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        restored.mkdir(exist_ok=True)
        ran = manage(restored, "restore", str(backup))
        refused += ran.returncode != 0
        unplain += "Traceback" in ran.stderr
    files = sum(1 for _ in restored.iterdir())
    measured = f"{refused} of {_FLIPS} refused, {unplain} tracebacks, {files} files restored"
    is_kept = (refused, unplain, files) == (_FLIPS, 0, 0)
    yield Row("a flipped byte in a backup", measured, f"{_FLIPS}, 0, 0", is_kept)


def manage(home: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=os.environ | places(home) | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
