"""Store static files under hashed names, and detect whether they must be collected again."""

import hashlib
from pathlib import Path

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = ["rest_framework", "redoc"]
"""Folders of static files that the site doesn't use, and that are not collected."""

MANIFEST = "staticfiles.json"
"""The file that maps names of static files to their hashed names."""

_DIGEST_FILE = "collected.sha256"


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A storage of compressed files with hashed names, also in imports of JavaScript modules."""

    manifest_name = MANIFEST
    support_js_module_import_aggregation = True


def is_collected(root: Path) -> bool:
    """Return whether the static files are unchanged since they were collected."""
    digest_file = root / _DIGEST_FILE
    is_whole = digest_file.exists() and (root / MANIFEST).exists()
    return is_whole and digest_file.read_text() == _digest()


def mark_collected(root: Path) -> None:
    (root / _DIGEST_FILE).write_text(_digest())


def _digest() -> str:
    lines = []
    for finder in finders.get_finders():
        for name, storage in finder.list(UNUSED):
            status = Path(storage.path(name)).stat()
            lines.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
