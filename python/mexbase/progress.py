# SPDX-License-Identifier: MIT
"""Progress of a job as a line of text."""
from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, TextIO, Union

#: Function that is called with the phase, the number of positions done, and the number of all positions (0: unknown).
#: A colon and the part in work may follow the name of the phase, as in ``solving: slice 6-6, ply 23``.
Progress = Callable[[str, int, int], Any]


class ProgressLine:
    """Progress function that updates one line in a terminal or a notebook, and elsewhere writes a line per phase."""

    def __init__(self, stream: Optional[TextIO] = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._rewrites = self._stream.isatty() or "ipykernel" in sys.modules
        self._phase = ""
        self._began = self._last = 0.0
        self._first = 0
        self._width = 0

    def __call__(self, phase: str, done: int, total: int) -> None:
        now = time.monotonic()
        name, _, part = phase.partition(":")
        if name != self._phase:
            self._phase, self._began, self._first = name, now, done
            if not self._rewrites:
                self._stream.write(f"mexbase: {name}\n")
                self._stream.flush()
        elif now - self._last < 0.2:
            return
        if not self._rewrites:
            return
        self._last = now
        seconds = now - self._began
        text = f"{phase}{';' if part else ''} {done:,}"
        text += f" of {total:,} positions ({100 * done // total}%)" if total else " positions"
        if seconds > 0 and done > self._first:
            rate = (done - self._first) / seconds
            text += f", {rate / 1e6:.2f} M/s"
            if total > done:
                text += f", {(total - done) / rate:.0f} s left"
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)

    def close(self) -> None:
        """Erases the line."""
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0


class Telling:
    """Context manager for the argument ``progress`` of a job. `call` is the progress function, or None."""

    def __init__(self, progress: Union[bool, None, Progress]) -> None:
        self._line = ProgressLine() if progress is True else None
        self.call: Optional[Progress] = self._line or (progress if callable(progress) else None)

    def __enter__(self) -> "Telling":
        return self

    def __exit__(self, *unused: object) -> None:
        if self._line is not None:
            self._line.close()
