"""Compile kernels, and store their compiled code on disk. Importing this module imports numba."""

import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba

# Numba would import this module at the first call of a kernel. The import adds types to a registry,
# and another thread that is iterating over the registry would raise RuntimeError.
import numba.experimental.function_type
from llvmlite import binding
from numba import njit
from numba.core import config, event
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    InTreeCacheLocator,
    UserWideCacheLocator,
)
from numba.core.types import BaseTuple

from showdown.bulk.compiling import notify_listeners

_numba: Any = config
"""Numba's settings, which are untyped."""
_PACKAGE = Path(__file__).parents[1]
_FOLDERS = (_PACKAGE / "bulk", _PACKAGE / "files")
_HAS_KERNELS = re.compile(r"^from showdown\.bulk\.compiling import", re.MULTILINE)
_USES = re.compile(r"^from showdown\.((?:bulk|files)\.[\w.]+) import", re.MULTILINE)


def dispatcher(function: Callable[..., Any], options: dict[str, Any], *, is_stored: bool) -> Any:
    """Return the compiler's dispatcher of a function. Kernels are stored, but not their parts."""
    compiled: Any = njit(nogil=True, error_model="numpy", **options)(function)
    if is_stored and _folder_for(function.__code__.co_filename):
        compiled._cache = _KernelCache(function)
    return compiled


@cache
def sources() -> dict[Path, str]:
    """Return the source code of the modules with kernels, and of the modules that they import."""
    texts = {path: path.read_text() for folder in _FOLDERS for path in folder.rglob("*.py")}
    kernels = {path for path, text in texts.items() if _HAS_KERNELS.search(text)} | {Path(__file__)}
    names = {name for path in kernels for name in _USES.findall(texts[path])}
    used = {_PACKAGE.joinpath(*name.split(".")).with_suffix(".py") for name in names}
    return {path: texts[path] for path in sorted(kernels | used & texts.keys())}


@cache
def _hash_of_sources() -> str:
    """Return a hash of all sources, because stored code contains functions of several modules."""
    return sha256("".join(sources().values()).encode()).hexdigest()


@cache
def _mark() -> str:
    """Return the name of the file that marks a folder as complete, for this machine and sources."""
    machine = (numba.__version__, binding.get_host_cpu_name(), _numba.CPU_NAME, _hash_of_sources())
    return f"kernels-{sha256(repr(machine).encode()).hexdigest()[:16]}.compiled"


@cache
def _folder_for(file: str) -> Path | None:
    """Return the folder for the compiled kernels of a module, or None if there is none.

    The folder is in NUMBA_CACHE_DIR if this variable is set; otherwise it is `__pycache__` beside
    the module, or a folder in the user's cache. The first one that is writable or already has all
    kernels is used. Without a folder, kernels are compiled in each process.
    """
    if _numba.CACHE_DIR:
        within = InTreeCacheLocator.get_suitable_cache_subpath(file)
        folders = [Path(_numba.CACHE_DIR, within)]
    else:
        beside = Path(file).parent / "__pycache__"
        folders = [beside, Path(UserWideCacheLocator(dispatcher, file).get_cache_path())]
    for folder in folders:
        if (folder / _mark()).exists():
            return folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    return None


def is_all_compiled() -> bool:
    """Return whether all kernels are stored, so that none needs to be compiled."""
    folders = {_folder_for(str(path)) for path in sources()}
    return all(folder and (folder / _mark()).exists() for folder in folders)


def mark_as_compiled() -> list[Path]:
    """Mark the cache folders as complete, and return them."""
    found = {_folder_for(str(path)) for path in sources()}
    folders = sorted(folder for folder in found if folder)
    for folder in folders:
        with suppress(OSError):
            (folder / _mark()).touch()
    return folders


class _Locator(InTreeCacheLocator):
    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(_folder_for(file))

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Locator":
        return cls(function, file)

    def get_source_stamp(self) -> str:
        return _hash_of_sources()


class _KernelCacheFiles(CompileResultCacheImpl):
    _locator_classes = [_Locator]


def _fields(types: Any) -> tuple[Any, ...]:
    """Return the names of the fields of named tuples among these types, and within them."""
    tuples = [kind for kind in types if isinstance(kind, BaseTuple)]
    return tuple((getattr(kind, "fields", ()), _fields(kind)) for kind in tuples)


class _KernelCache(FunctionCache):
    """A cache of compiled kernels on disk.

    Kernels are compiled again if the stored code refers to types that an earlier version had in
    other modules. They aren't stored if the disk is full.
    """

    _impl_class = _KernelCacheFiles

    def _index_key(self, sig: Any, codegen: object) -> tuple[Any, ...]:
        """Add the fields: stored code has their indices, but equal types may differ in them."""
        return *super()._index_key(sig, codegen), _fields(sig)

    def load_overload(self, sig: object, target_context: object) -> object:
        try:
            return super().load_overload(sig, target_context)
        except (ImportError, AttributeError):
            self.flush()
            return None

    def save_overload(self, sig: object, compiled: object) -> None:
        with suppress(OSError):
            super().save_overload(sig, compiled)


class _Counter(event.Listener):
    """A counter of the kernels that had to be compiled, without the parts compiled within them."""

    def __init__(self) -> None:
        self.kernels = 0
        self._depth = 0

    def on_start(self, event: object) -> None:
        if self._depth == 0:
            self.kernels += 1
            notify_listeners(is_stored=_folder_for(__file__) is not None)
        self._depth += 1

    def on_end(self, event: object) -> None:
        self._depth -= 1


counter = _Counter()
event.register("numba:compile", counter)
