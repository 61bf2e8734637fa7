"""Static files under names that change with what is in them, collected when they have changed."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = ["rest_framework"]
"""What applications bring and the site does not show."""

_MARK = "collected.sha256"


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Compressed and hashed, also where modules of JavaScript import each other."""

    support_js_module_import_aggregation = True


def is_collected(root: Path) -> bool:
    """Whether the files in there are those that the applications have now."""
    mark = root / _MARK
    return mark.exists() and mark.read_text() == _digest()


def mark_collected(root: Path) -> None:
    (root / _MARK).write_text(_digest())


def _digest() -> str:
    return hashlib.sha256("\n".join(sorted(_files())).encode()).hexdigest()


def _files() -> Iterator[str]:
    for finder in finders.get_finders():
        for name, storage in finder.list(UNUSED):
            found = Path(storage.path(name)).stat()
            yield f"{name} {found.st_size} {found.st_mtime_ns}"
