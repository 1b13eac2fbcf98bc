"""Making tables."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, NamedTuple, Optional, Union

from . import _core
from .progress import Progress, Telling
from .table import Path


class Report(NamedTuple):
    """What a finished job tells."""

    info: Dict[str, Any]
    """What the table says about itself, as `Table.info`."""
    seconds: float
    file_bytes: int
    peak_bytes: int
    """The most memory that this process has held."""


def _options(
    value: Optional[str], play: str, threads: Optional[int], memory: Union[int, str, None], codec: Optional[str],
    apart: bool, arcs: bool,
) -> Dict[str, Any]:
    return {"value": value, "play": play, "threads": threads, "memory": memory, "codec": codec, "apart": apart,
            "arcs": arcs}


def _report(told: Any) -> Report:
    return Report(json.loads(told[0]), *told[1:])


def solve(
    spec: str,
    path: Path,
    *,
    value: Optional[str] = None,
    play: str = "normal",
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    codec: Optional[str] = None,
    apart: bool = False,
    progress: Union[bool, None, Progress] = None,
) -> Report:
    """Solves the game of a spec and writes its table, as ``mexgen SPEC -o PATH`` does, with the same bytes.

    ``value`` is 'outcome', 'nimber', 'obliged', 'partizan-outcome' or 'canonical'; None for what the game usually has.
    ``play`` is 'normal' or 'misere', ``memory`` bytes or a text as '4G'. ``progress`` is True for a line on standard
    error, or is called as ``progress(phase, done, total)``.

    Other threads run meanwhile. Ctrl-C, and whatever ``progress`` raises, stops the job; nothing is left then under
    ``path`` but what was there before.
    """
    with Telling(progress) as telling:
        return _report(
            _core.solve(spec, os.fsencode(path), _options(value, play, threads, memory, codec, apart, False), telling.call)
        )


def families() -> Dict[str, str]:
    """The games that there are, by name, with what each is."""
    return _core.families()
