# SPDX-License-Identifier: MIT
"""Functions that make and verify tables."""
from __future__ import annotations

import json
import os
from operator import index
from typing import Any, Dict, NamedTuple, Optional, Union

from . import _core
from .errors import BadUsage
from .progress import Progress, Telling
from .table import Path, Table


class Report(NamedTuple):
    """Result of a finished job."""

    info: Dict[str, Any]
    """Description of the table, as in `Table.info`."""
    seconds: float
    """Time of the whole job: the sum of its three parts below."""
    file_bytes: int
    peak_bytes: int
    """Peak memory of this process so far."""
    exploring_seconds: float
    """Time in which the game was made: its board was read, or its positions were found by playing."""
    solving_seconds: float
    """Time in which the values were computed."""
    packing_seconds: float
    """Time in which the codecs were chosen and the table was written."""


def _number(name: str, number: Optional[int], least: int, most: int) -> Optional[int]:
    if number is None or least <= index(number) <= most:
        return None if number is None else index(number)
    raise BadUsage(f"{name} must be a number in {least}..{most}, not {number}")


def _word(name: str, word: Optional[str]) -> Optional[str]:
    if word is None or isinstance(word, str):
        return word
    raise TypeError(f"{name} must be a str, not {type(word).__name__}")


def _options(
    value: Optional[str], play: str, threads: Optional[int], memory: Union[int, str, None], codec: Optional[str],
    apart: bool, arcs: bool, distance: str = "end", scratch: Optional[Path] = None,
) -> Dict[str, Any]:
    return {
        "value": _word("value", value),
        "play": _word("play", play) or "normal",
        "distance": _word("distance", distance) or "end",
        "threads": _number("threads", threads, 1, 256),
        "memory": memory,
        "scratch": None if scratch is None else os.fsencode(scratch),
        "codec": _word("codec", codec),
        "apart": bool(apart),
        "arcs": bool(arcs),
    }


def _report(told: Any) -> Report:
    return Report(json.loads(told[0]), *told[1:])


def solve(
    spec: str,
    path: Path,
    *,
    value: Optional[str] = None,
    play: str = "normal",
    distance: str = "end",
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    scratch: Optional[Path] = None,
    codec: Optional[str] = None,
    apart: bool = False,
    progress: Union[bool, None, Progress] = None,
) -> Report:
    """Solves the game of a spec and writes its table, as ``mexgen SPEC -o PATH`` does, with the same bytes.

    ``value`` is 'outcome', 'nimber', 'obliged', 'partizan-outcome' or 'canonical'; None means the default of the game.
    ``play`` is 'normal' or 'misere'. ``distance`` says what remotenesses count: plies to the 'end', or, in chess and
    other games in slices, to an 'exit' that keeps the outcome (``mexgen --distance exit``). ``memory`` is a limit in
    bytes, or a text such as '4G'. Data that exceeds it goes to files in the folder ``scratch``, by default the folder of
    the table. ``progress`` is True for a line on standard error, or a function that is called as
    ``progress(phase, done, total)``.

    Other Python threads run during the call. Ctrl-C, or an exception of ``progress``, stops the job and leaves the file
    ``path`` unchanged.
    """
    with Telling(progress) as telling:
        options = _options(value, play, threads, memory, codec, apart, False, distance, scratch)
        return _report(_core.solve(spec, os.fsencode(path), options, telling.call))


def verify(
    table: Union[Table, Path],
    *,
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    progress: Union[bool, None, Progress] = None,
) -> int:
    """Computes every value of a table again from the rules of its game, as ``mexgen verify`` does. Does not use the
    code that solved the game. Returns the number of positions checked. Raises `errors.VerificationFailed` at the first
    wrong value.

    ``table`` is an open table or a path. ``threads``, ``memory`` and ``progress`` are as for `solve`. Ctrl-C stops the
    job.
    """
    opened = table if isinstance(table, Table) else Table(table)
    try:
        with Telling(progress) as telling:
            return _core.verify(opened, _options(None, "normal", threads, memory, None, False, False), telling.call)
    finally:
        if opened is not table:
            opened.close()


def families() -> Dict[str, str]:
    """Returns the supported families of games: a dictionary of descriptions by name."""
    return _core.families()
