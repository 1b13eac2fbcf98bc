"""Tables, opened for reading."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Protocol, SupportsIndex, Tuple, Union

from . import _core
from ._core import Canonical, Nimber, Obliged, Outcome, PartizanOutcome
from .errors import BadUsage, OutOfDomain

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .rules import Rules

Value = Union[Outcome, Nimber, Obliged, PartizanOutcome, Canonical]
#: How a position is named: by its text, or by its index.
Named = Union[str, SupportsIndex]
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: The outcomes by the numbers that arrays have for them.
OUTCOMES = ("loss", "win", "draw", "tie", "unknown")
#: The outcome classes by the numbers that arrays have for them.
CLASSES = ("N", "P", "L", "R")

_CACHE_BYTES = 2 << 20
_AT_ONCE = 4096


class Reader(Protocol):
    """The bytes of a table that lie anywhere: in an archive, behind a network. Any thread may call.

    It may ask other tables, and close the one that it is read for; what waits for its answer, a `Sum` for one, it may not
    ask.
    """

    @property
    def size(self) -> int:
        """How many there are."""

    def read_at(self, offset: int, length: int) -> bytes:
        """Those from ``offset`` on, ``length`` of them."""


class Move(NamedTuple):
    """A move, and what it leads to."""

    position: str
    """The position after it, as people write it."""
    index: Optional[int]  # type: ignore[assignment]
    """Of that position; None for a sum, and for what has a value and no index."""
    value: Value
    """Of that position, as the opponent sees it, who moves there."""
    name: Optional[str]
    """What the move is called; None where the game names no moves."""
    engine_name: Optional[str]
    """What programs call it, in chess as 'e7e8q'; None where they have no such notation."""


class Line(NamedTuple):
    """A line of best play."""

    moves: List[Move]
    """The first is no move, but the position where play began."""
    end: str
    """'finished', 'repeated' (the last position was there before), 'cut' (the length asked for) or 'unknown'."""


class Row(NamedTuple):
    """A position of a table."""

    index: int  # type: ignore[assignment]
    position: str
    value: Value


class Found(NamedTuple):
    """A position that was found by its value."""

    index: int  # type: ignore[assignment]
    position: str
    """Of those that the index stands for, the first."""
    value: Outcome
    """For the player to move."""
    first: Optional[str]
    """In partizan games who is to move, 'left' or 'right'; else None."""


class Findings(NamedTuple):
    """Some of the positions that were found."""

    count: int  # type: ignore[assignment]
    """How many there are in all; of the longest, how many are as long as those."""
    remoteness: Optional[int]
    """Of the longest, in plies; None where there is none, and of other questions."""
    positions: List[Found]


class Zugzwang(NamedTuple):
    """A position in which either player would rather not be to move."""

    to_move: Found
    """Lost for the player to move."""
    passed: Found
    """The same with the other player to move, who does not win."""


class Zugzwangs(NamedTuple):
    """Mutual zugzwangs."""

    full_points: int
    """How many there are in which whoever is to move loses."""
    half_points: int
    """How many in which one loses who is to move, and nobody wins where the other is."""
    full: List[Zugzwang]
    half: List[Zugzwang]


def _indices(indices: Any) -> "npt.NDArray[np.uint64]":
    """As contiguous uint64, the array's own memory where it can be."""
    import numpy as np

    array = np.asarray(indices if hasattr(indices, "__len__") or isinstance(indices, int) else list(indices))
    if array.dtype.kind not in "ui":
        if array.size != 0:
            raise BadUsage(f"indices are integers, not {array.dtype}")
        array = array.astype(np.uint64)
    if array.dtype.kind == "i" and array.size != 0 and array.min() < 0:
        raise OutOfDomain(f"no position has the index {array.min()}")
    if array.dtype == np.int64:
        array = array.view(np.uint64) if array.flags.c_contiguous else array
    array = array.astype(np.uint64, copy=False)
    return np.require(array, requirements=("C_CONTIGUOUS", "ALIGNED"))


class Table(_core.TableCore):
    """A table, opened for reading: `mexbase.open` makes one.

    ``table[i]`` is the value of the position with index i, ``table["4+1+1"]`` of a position as people write it, and
    ``table[a:b]`` an array of values. Safe for any number of threads, and a context manager: what is called after
    `close` raises `errors.Closed`, while calls that run and values that were returned are not disturbed.

    Iterating gives every position as `Row(index, position, value)`.
    """

    def __init__(
        self,
        path: Optional[Path] = None,
        *,
        data: Optional[Union[bytes, bytearray, memoryview, "np.ndarray[Any, Any]"]] = None,
        reader: Optional[Reader] = None,
        backend: str = "map",
        cache_bytes: Optional[int] = None,
        rules: Optional["Rules"] = None,
    ) -> None:
        if sum(each is not None for each in (path, data, reader)) != 1:
            raise BadUsage("a table is opened from a path, from data or from a reader")
        cache = _CACHE_BYTES if cache_bytes is None else cache_bytes
        says = None if rules is None else rules._says
        if path is not None:
            super().__init__(os.fsencode(path), backend, cache, says)
        elif data is not None:
            data = data if isinstance(data, bytes) else memoryview(data).tobytes()  # type: ignore[arg-type]
            super().__init__(bytes=memoryview(data), cache_bytes=cache, says=says)
        else:
            super().__init__(reader=reader, cache_bytes=cache, says=says)
        self._path, self._rules = path, rules
        where = None if path is None else os.path.abspath(os.fsdecode(path))
        self._again: Tuple[Any, ...] = (
            _reopen, (where, data, {"reader": reader, "backend": backend, "cache_bytes": cache_bytes, "rules": rules})
        )

    @classmethod
    def _of(cls, core: _core.TableCore, again: Tuple[Any, ...]) -> "Table":
        """A table that something else opened, and how it is opened again."""
        table = cls.__new__(cls)
        _core.TableCore.__init__(table, core)
        table._path, table._rules, table._again = None, None, again
        return table

    @property
    def path(self) -> Optional[Path]:
        """The file that was opened; None for a table in memory."""
        return self._path

    @property
    def rules(self) -> Optional["Rules"]:
        """The rules that say the moves which the table does not hold."""
        return self._rules

    def __enter__(self) -> "Table":
        if self.closed:
            self.spec  # raises
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        self.spec  # of a closed table: raises
        return self._again

    def __repr__(self) -> str:
        if self.closed:
            return "<mexbase.Table, closed>"
        return f"<mexbase.Table of {self.spec}, {self.kind} values, {len(self)} indices>"

    def __iter__(self) -> Iterator[Row]:
        return self.rows()

    def __contains__(self, position: object) -> bool:
        if not isinstance(position, str) and not hasattr(position, "__index__"):
            return False
        try:
            self.probe(position)
        except (ValueError, IndexError) as error:
            if getattr(error, "code", "") in ("bad_position", "out_of_domain"):
                return False
            raise
        return True

    @property
    def dtype(self) -> "np.dtype[Any]":
        """The structure of a value in an array, by `kind`:

        - outcome: ``outcome`` (the place in `OUTCOMES`), ``cannot_win``, ``cannot_lose``, ``remoteness`` in plies, 0
          where there is none;
        - nimber: ``nimber``, ``counter``, ``reached`` (of an infinite value: bit n where n is in the set K; bit 63
          stands for all from 63 on), ``infinite``;
        - obliged: ``normal``, ``misere``;
        - partizan-outcome: ``left`` and ``right``, the outcomes for whoever begins, ``left_remoteness`` and
          ``right_remoteness``;
        - canonical: ``number``, which `canonical` takes, and ``outcome_class``, the place in `CLASSES`.
        """
        return self._dtype()

    def at_many(self, indices: Any, out: Optional["np.ndarray[Any, Any]"] = None) -> "np.ndarray[Any, Any]":
        """The values of many indices, in an array of `dtype` of the same shape.

        An array of uint64 or int64 is read where it lies. Indices in any order are sorted inside; other threads run
        meanwhile. Raises as ``table[i]`` does for the first index that is refused; then ``out`` means nothing.
        """
        return self._at_many(_indices(indices), out)

    def outcomes_many(self, indices: Any) -> "npt.NDArray[np.uint8]":
        """Only the outcomes, as places in `OUTCOMES`; of nimbers and obliged pairs the result of the position alone."""
        return self._outcomes_many(_indices(indices))

    def canonical(self, number: int) -> Canonical:
        """The value that arrays of a table of canonical forms have a number for."""
        return self._canonical(number)

    def chunks(
        self, start: int = 0, stop: Optional[int] = None, size: int = 65536
    ) -> Iterator[Tuple["npt.NDArray[np.uint64]", "np.ndarray[Any, Any]"]]:
        """Every position from ``start`` to ``stop``, some at a time: their indices, and their values as `at_many` has
        them. What is no position is left out. The fastest way through a whole table."""
        if size < 1:
            raise BadUsage("a chunk has at least one position")
        reader = _core.Reader(self)
        for first, count in _runs(self, start, stop, size):
            yield reader.read(first, count)

    def rows(self, start: int = 0, stop: Optional[int] = None) -> Iterator[Row]:
        """Every position from ``start`` to ``stop`` in the order of their indices."""
        reader = _core.Reader(self)
        for first, count in _runs(self, start, stop, _AT_ONCE):
            yield from map(Row._make, reader.rows(first, count))

    def best(self, position: Named, first: str = "left") -> List[Move]:
        """The moves of a position, best first; ``first`` says who moves in a partizan game."""
        return [Move._make(move) for move in self._best(position, first)]

    def line(self, position: Named, first: str = "left", longest: int = 1_000_000) -> Line:
        """Best play from a position: the winner hurries, and the loser delays."""
        moves, end = self._line(position, first, longest)
        return Line([Move._make(move) for move in moves], end)

    def find(
        self,
        value: Optional[str] = None,
        *,
        longest: Optional[str] = None,
        count: int = 5,
        start: int = 0,
        stop: Optional[int] = None,
        material: Optional[str] = None,
    ) -> Findings:
        """Positions by what they are worth, and how many there are: the first ``count`` with a value, as 'win 7', 'loss'
        or 'draw'; or with ``longest='win'`` (or loss, tie) the longest. Each index counts once, in a partizan table once
        for either player to move.

        ``start`` and ``stop`` bound the indices that are looked at, and ``material``, as 'KQKR', the men of chess.
        """
        if (value is None) == (longest is None):
            raise BadUsage("find looks for a value or for the longest of an outcome")
        what = value if longest is None else longest
        assert what is not None
        first, last, _ = slice(start, stop).indices(len(self))
        total, remoteness, found = self._find(what, longest is not None, count, first, last, material)
        return Findings(total, remoteness, [Found._make(each) for each in found])

    def zugzwangs(
        self, *, count: int = 5, start: int = 0, stop: Optional[int] = None, material: Optional[str] = None
    ) -> Zugzwangs:
        """Mutual zugzwangs, and at most ``count`` of either kind; the rest as for `find`."""
        first, last, _ = slice(start, stop).indices(len(self))
        fulls, halves, *lists = self._zugzwangs(count, first, last, material)
        full, half = ([Zugzwang(Found._make(a), Found._make(b)) for a, b in some] for some in lists)
        return Zugzwangs(fulls, halves, full, half)

    def info(self) -> Dict[str, Any]:
        """What the table says about itself: the keys of ``mexquery info --json``."""
        return json.loads(self._info())  # type: ignore[no-any-return]

    def stats(self, reachable: bool = False, first: str = "left") -> Dict[str, Any]:
        """Positions counted by their values, all of them or what play from the start reaches: the keys of ``mexquery
        stats --json``."""
        return self._stats(reachable, first)


def _runs(table: Table, start: int, stop: Optional[int], size: int) -> Iterator[Tuple[int, int]]:
    first, last, _ = slice(start, stop).indices(len(table))
    while first < last:
        count = min(size, last - first)
        yield first, count
        first += count


def _reopen(path: Optional[str], data: Optional[bytes], options: Dict[str, Any]) -> Table:
    return Table(path, data=data, **options)


def open(  # noqa: A001
    path: Path, *, backend: str = "map", cache_bytes: Optional[int] = None, rules: Optional["Rules"] = None
) -> Table:
    """Opens the table in a file: microseconds, whatever its size.

    ``backend`` is 'map' (a memory map, the fastest) or 'read'. A stream of values of at most ``cache_bytes`` (2 MiB) is
    decoded whole at its first use; of a longer one each thread keeps that much. ``rules`` say the moves of a table that
    holds its positions and not their moves.
    """
    return Table(path, backend=backend, cache_bytes=cache_bytes, rules=rules)
