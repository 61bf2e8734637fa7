"""Decorators for kernels, which are functions of arrays that are compiled at their first call.

A `kernel` is called from Python, and its compiled code is stored on disk. A `kernel_part` is called
only by kernels. It is compiled into each of them and not stored, which halves the compilation time.
Importing Numba takes half a second and 65 MB, so the first call imports it. Compiling takes
seconds, once per machine.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

_KERNEL_OPTIONS: dict[str, Any] = {"_nrt": False}
"""Kernels that create no arrays don't need to count references to arrays at each call."""
_PART_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_lock = RLock()
_listeners: list[Callable[[bool], None]] = []


class _Kernel:
    """A function that the compiler replaces at its first call, or when another kernel needs it."""

    def __init__(
        self, function: Callable[..., Any], options: dict[str, Any], *, is_stored: bool = True
    ) -> None:
        self._function = function
        self._options = options
        self._is_stored = is_stored
        self._compiled: Any = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._compiled or self._compile())(*arguments)

    @property
    def _numba_type_(self) -> Any:
        """Return the compiler's type of the function, for the kernels that call it."""
        return (self._compiled or self._compile())._numba_type_

    def _compile(self) -> Any:
        with _lock:
            if self._compiled is None:
                from showdown.bulk import kernel_cache  # noqa: PLC0415 - imports Numba

                self._compiled = kernel_cache.create_dispatcher(
                    self._function, self._options, is_stored=self._is_stored
                )
        return self._compiled


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a kernel that creates no arrays. Its first call loads or compiles its code."""
    return _Kernel(function, _KERNEL_OPTIONS)


def kernel_with_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a kernel that creates arrays, like `kernel`."""
    return _Kernel(function, {})


def kernel_part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function that is compiled into the kernels that call it.

    The compiled code counts references to arrays: without these counts, `evaluate_omaha` took a
    quarter longer.
    """
    return _Kernel(function, _PART_OPTIONS, is_stored=False)


@contextmanager
def notify_before_compiling(listener: Callable[[bool], None]) -> Iterator[None]:
    """Call the listener once, before the first kernel that must be compiled.

    Its argument is whether compiled code can be stored on disk.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        if listener in _listeners:
            _listeners.remove(listener)


def notify_listeners(*, is_stored: bool) -> None:
    while _listeners:
        _listeners.pop()(is_stored)
