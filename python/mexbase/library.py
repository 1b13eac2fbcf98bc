# SPDX-License-Identifier: MIT
"""Libraries: many tables, found by their specs (texts that name a game with its parameters)."""
from __future__ import annotations

import os
from typing import Any, Iterable, List, NamedTuple, Optional, Tuple

from . import _core
from .sums import Sum
from .sums import sum as sum_of
from .table import Named, Path, Table, Value


class LibraryFile(NamedTuple):
    """A file of a library. If it is not a valid table, `fault` says why, and the members other than `path` and
    `bytes` are None."""

    path: str
    bytes: int
    spec: Optional[str]
    kind: Optional[str]
    play: Optional[str]
    indices: Optional[int]
    fault: Optional[str]
    distance: Optional[str]


class Library(_core.LibraryCore):
    """All tables in some directories, found by their specs. There may be any number of files; few are open at a time.

    ``library.probe("chess", "8/8/8/5k2/8/8/1Q6/K7 w")``, or ``library["chess", …]``, returns the value of a
    position from the table that has the position. At most ``most_open`` tables are kept open. Their decoded blocks take
    at most ``cache_bytes`` together. Safe to use from several threads.

    If a game has several tables, the arguments ``value`` (kind of value), ``play`` and ``distance`` of the methods select
    a table.
    """

    def __init__(
        self, *directories: Path, most_open: int = 64, cache_bytes: int = 256 << 20, backend: str = "map"
    ) -> None:
        super().__init__([os.fsencode(each) for each in directories], most_open, cache_bytes, backend)
        self._opened = directories, {"most_open": most_open, "cache_bytes": cache_bytes, "backend": backend}

    def __reduce__(self) -> Tuple[Any, ...]:
        directories, options = self._opened
        return _reopen, ([os.path.abspath(os.fsdecode(each)) for each in directories], options)

    def __getitem__(self, place: Tuple[str, Named]) -> Value:
        spec, position = place
        return self._probe(spec, position, None, None, None)

    def table(
        self, spec: str, *, value: Optional[str] = None, play: Optional[str] = None, distance: Optional[str] = None
    ) -> Table:
        """Returns the table of a spec. If the keys that limit what a table holds are left out, returns the largest."""
        return self._give(self._table(spec, value, play, distance))

    def table_for(
        self, spec: str, position: Named, *, value: Optional[str] = None, play: Optional[str] = None,
        distance: Optional[str] = None,
    ) -> Table:
        """Returns a table that has a position, among all tables of the game of the spec."""
        return self._give(self._table_for(spec, position, value, play, distance))

    def probe(
        self, spec: str, position: Named, *, value: Optional[str] = None, play: Optional[str] = None,
        distance: Optional[str] = None,
    ) -> Value:
        """Returns the value of a position, from the table that `table_for` finds."""
        return self._probe(spec, position, value, play, distance)

    def sum(
        self, components: Iterable[Tuple[str, Named]], *, obliged: bool = False, begun: Optional[int] = None
    ) -> Sum:
        """Makes a sum of positions, each given with its spec. Takes tables whose values add: nimbers or canonical
        forms, or obliged pairs if ``obliged`` is True. ``begun`` is as for `mexbase.sum`."""
        tables = [(self._give(self._table_for_sum(spec, position, obliged)), position) for spec, position in components]
        return sum_of(tables, obliged=obliged, begun=begun)

    def files(self) -> List[LibraryFile]:
        """Returns all files, including the skipped ones, by directory and then by name."""
        return [LibraryFile._make(each) for each in self._files()]

    def _give(self, core: _core.TableCore) -> Table:
        return Table._of(core, (_give_again, (self, core.spec, core.kind, core.play, core.distance)))


def _reopen(directories: List[str], options: Any) -> Library:
    return Library(*directories, **options)


def _give_again(library: Library, spec: str, kind: str, play: str, distance: str) -> Table:
    return library.table(spec, value=kind, play=play, distance=distance)
