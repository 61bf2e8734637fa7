"""Compile kernels, and store their compiled code on disk. Importing this module imports Numba."""

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

_numba_settings: Any = config
"""Numba's settings, which are untyped."""
_PACKAGE = Path(__file__).parents[1]
_KERNEL_FOLDERS = (_PACKAGE / "bulk", _PACKAGE / "files")
_HAS_KERNELS = re.compile(r"^from showdown\.bulk\.compiling import", re.MULTILINE)
_IMPORTS = re.compile(r"^from showdown\.((?:bulk|files)\.[\w.]+) import", re.MULTILINE)


def create_dispatcher(
    function: Callable[..., Any], options: dict[str, Any], *, is_stored: bool
) -> Any:
    """Return the compiler's dispatcher of a function. Kernels are stored, but not their parts."""
    compiled: Any = njit(nogil=True, error_model="numpy", **options)(function)
    if is_stored and _find_folder(function.__code__.co_filename):
        compiled._cache = _KernelCache(function)
    return compiled


@cache
def read_sources() -> dict[Path, str]:
    """Return the source code of the modules with kernels, and of the modules that they import."""
    texts = {path: path.read_text() for folder in _KERNEL_FOLDERS for path in folder.rglob("*.py")}
    kernels = {path for path, text in texts.items() if _HAS_KERNELS.search(text)} | {Path(__file__)}
    names = {name for path in kernels for name in _IMPORTS.findall(texts[path])}
    used = {_PACKAGE.joinpath(*name.split(".")).with_suffix(".py") for name in names}
    return {path: texts[path] for path in sorted(kernels | used & texts.keys())}


@cache
def _hash_sources() -> str:
    """Return a hash of all sources, because stored code contains functions of several modules."""
    return sha256("".join(read_sources().values()).encode()).hexdigest()


@cache
def _get_marker_name() -> str:
    """Return the name of the file that marks a folder as complete, for this machine and sources."""
    machine = (
        numba.__version__,
        binding.get_host_cpu_name(),
        _numba_settings.CPU_NAME,
        _hash_sources(),
    )
    return f"kernels-{sha256(repr(machine).encode()).hexdigest()[:16]}.compiled"


@cache
def _find_folder(file: str) -> Path | None:
    """Return the folder for the compiled kernels of a module, or None if there is none.

    The folder is in NUMBA_CACHE_DIR if this variable is set; otherwise it is `__pycache__` beside
    the module, or a folder in the user's cache. The first one that is writable or already has all
    kernels is used. Without a folder, kernels are compiled in each process.
    """
    if _numba_settings.CACHE_DIR:
        within = InTreeCacheLocator.get_suitable_cache_subpath(file)
        folders = [Path(_numba_settings.CACHE_DIR, within)]
    else:
        beside = Path(file).parent / "__pycache__"
        folders = [beside, Path(UserWideCacheLocator(create_dispatcher, file).get_cache_path())]
    for folder in folders:
        if (folder / _get_marker_name()).exists():
            return folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    return None


def is_all_compiled() -> bool:
    """Return whether all kernels are stored, so that none needs to be compiled."""
    folders = {_find_folder(str(path)) for path in read_sources()}
    return all(folder and (folder / _get_marker_name()).exists() for folder in folders)


def mark_as_compiled() -> list[Path]:
    """Mark the cache folders as complete, and return them."""
    found_folders = {_find_folder(str(path)) for path in read_sources()}
    folders = sorted(folder for folder in found_folders if folder)
    for folder in folders:
        with suppress(OSError):
            (folder / _get_marker_name()).touch()
    return folders


class _Locator(InTreeCacheLocator):
    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(_find_folder(file))

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Locator":
        return cls(function, file)

    def get_source_stamp(self) -> str:
        return _hash_sources()


class _KernelCacheFiles(CompileResultCacheImpl):
    _locator_classes = [_Locator]


def _list_fields(types: Any) -> tuple[Any, ...]:
    """Return the field names of the named tuples among these types, including nested ones."""
    tuples = [tuple_type for tuple_type in types if isinstance(tuple_type, BaseTuple)]
    return tuple(
        (getattr(tuple_type, "fields", ()), _list_fields(tuple_type)) for tuple_type in tuples
    )


class _KernelCache(FunctionCache):
    """A cache of compiled kernels on disk.

    Kernels are compiled again if the stored code refers to types that an earlier version had in
    other modules. They aren't stored if writing fails, for example because the disk is full.
    """

    _impl_class = _KernelCacheFiles

    def _index_key(self, sig: Any, codegen: object) -> tuple[Any, ...]:
        """Add the names of fields, because types may be equal although their fields differ."""
        return *super()._index_key(sig, codegen), _list_fields(sig)

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
            notify_listeners(is_stored=_find_folder(__file__) is not None)
        self._depth += 1

    def on_end(self, event: object) -> None:
        self._depth -= 1


compile_counter = _Counter()
event.register("numba:compile", compile_counter)
