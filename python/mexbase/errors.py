# SPDX-License-Identifier: MIT
"""Error classes, one per reason. Each is a subclass of `MexbaseError` and of a built-in exception."""
from __future__ import annotations

import errno as _errno
from importlib import import_module
from typing import Any, Dict, Type


class MexbaseError(Exception):
    """Base class of the errors of Mexbase. `code` is a word for the reason, as in the C++ library."""

    code = "bad_usage"


class BadSpec(MexbaseError, ValueError):
    """An unknown game, an unknown or missing key, a value out of its range."""

    code = "bad_spec"


class BadPosition(MexbaseError, ValueError):
    """A text that is not a position of the game."""

    code = "bad_position"


class BadFile(MexbaseError, ValueError):
    """A board or graph file that does not parse, or rules that contradict themselves."""

    code = "bad_file"


class NotApplicable(MexbaseError, TypeError):
    """A query that this table or game does not support, such as a line of play of nimbers."""

    code = "not_applicable"


class BadUsage(MexbaseError, ValueError):
    """Any other wrong use of a function, such as a wrong argument."""

    code = "bad_usage"


class Closed(BadUsage):
    """A call on a table that was closed."""

    code = "closed"


class NotFound(MexbaseError, FileNotFoundError):
    """A file that does not exist, or a table that a library does not have."""

    code = "not_found"


class ReadWriteError(MexbaseError, OSError):
    """The operating system refused to read or write, or a reader failed."""

    code = "io"


class NotATable(MexbaseError, ValueError):
    """A file that is not a Mexbase table."""

    code = "not_a_table"


class UnsupportedVersion(MexbaseError, ValueError):
    """A table that needs a newer version of Mexbase."""

    code = "unsupported_version"


class Corrupt(MexbaseError, ValueError):
    """A table whose bytes contradict its checksums or themselves."""

    code = "corrupt"


class OutOfDomain(MexbaseError, IndexError):
    """An index or a position that the table does not hold."""

    code = "out_of_domain"


class OutOfMemory(MexbaseError, MemoryError):
    """The memory, or the limit set for it, is used up."""

    code = "out_of_memory"


class VerificationFailed(MexbaseError, ArithmeticError):
    """A stored value that differs from the value computed from the rules."""

    code = "verification_failed"


class Interrupted(MexbaseError, RuntimeError):
    """The job was stopped before its end."""

    code = "interrupted"


class MissingModule(MexbaseError, ModuleNotFoundError):
    """A call that needs numpy, pandas or pyarrow, which is not installed."""

    code = "missing_module"


def _module(name: str) -> Any:
    """Returns the module numpy, pandas or pyarrow. Raises `MissingModule` if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        version = "<2" if name == "numpy" else ""
        raise MissingModule(f"this call needs {name}, which is not installed: pip install '{name}{version}'") from None


_by_code: Dict[str, Type[MexbaseError]] = {
    each.code: each
    for each in (
        BadSpec, BadPosition, BadFile, NotApplicable, BadUsage, Closed, NotFound, ReadWriteError, NotATable,
        UnsupportedVersion, Corrupt, OutOfDomain, OutOfMemory, VerificationFailed, Interrupted,
    )
}


_WITHOUT_MOVES = "without moves: a program must supply the moves"


def _make(code: str, message: str) -> MexbaseError:
    if message.endswith(_WITHOUT_MOVES):
        message += ": mexbase.open(path, rules=mexbase.Rules(...))"
    error = _by_code.get(code, MexbaseError)(message)
    if isinstance(error, FileNotFoundError):
        error.errno = _errno.ENOENT
    return error
