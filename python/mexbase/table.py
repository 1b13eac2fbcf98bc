# SPDX-License-Identifier: MIT
"""Tables, opened for reading."""
from __future__ import annotations

import json
import operator
import os
import re
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Hashable, Iterator, List, NamedTuple, Optional, Protocol, SupportsIndex, Tuple, Union,
)

from . import _core, display
from ._core import Canonical, Nimber, Obliged, Outcome, PartizanOutcome
from .errors import BadUsage, NotApplicable, OutOfDomain, _module

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .rules import Rules

Value = Union[Outcome, Nimber, Obliged, PartizanOutcome, Canonical]
#: A position, given as its text or its index. In a game with rules in Python, also the position itself.
Named = Hashable
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: The outcomes, in the order of their numbers in arrays.
OUTCOMES = ("loss", "win", "draw", "tie", "unknown")
#: The outcome classes, in the order of their numbers in arrays.
CLASSES = ("N", "P", "L", "R")

_CACHE_BYTES = 2 << 20
_AT_ONCE = 4096
_WITH_VERTICES = ("graph:", "horsefly:", "snakes-and-adders:")


class Reader(Protocol):
    """Source of the bytes of a table that is not a local file: in an archive, on a network. Any thread may call it.

    A reader may use other tables, and may close the table whose bytes it supplies. It must not use an object that is
    waiting for it, such as a `Sum`.
    """

    @property
    def size(self) -> int:
        """Length of the table in bytes."""

    def read_at(self, offset: int, length: int) -> bytes:
        """Returns ``length`` bytes from ``offset`` on."""


class Move(NamedTuple):
    """A move and its target."""

    position: str
    """Text of the position after the move."""
    index: Optional[int]  # type: ignore[assignment]
    """Index of that position; None for a sum, and for a position that has a value and no index."""
    value: Value
    """Value of that position for the opponent, who moves there."""
    name: Optional[str]
    """Name of the move; None if the game does not name moves."""
    engine_name: Optional[str]
    """Name in the notation of engines, in chess 'e7e8q'; None if the game has no such notation."""


class Moves(List[Move]):
    """List of the moves of a position, best first. Notebooks show it as a table."""

    def _repr_html_(self) -> str:
        return display.moves(self)


class Line(NamedTuple):
    """A line of best play."""

    moves: List[Move]
    """The first element holds the initial position instead of a move."""
    end: str
    """Reason for the end: 'finished' (play has ended), 'repeated' (the last position has occurred before), 'cut' (after
    ``longest`` moves), or 'unknown' (the last position has no known value)."""


class Row(NamedTuple):
    """A position of a table."""

    index: int  # type: ignore[assignment]
    position: str
    value: Value


class Found(NamedTuple):
    """A position that was found by its value."""

    index: int  # type: ignore[assignment]
    position: str
    """Text of the position; of the first one, if several symmetric positions have the index."""
    value: Value
    """Value for the player to move; in partizan outcomes that were found by an outcome, the outcome for that player."""
    first: Optional[str]
    """Player to move in partizan games, 'left' or 'right'; None in other games."""


class Findings(NamedTuple):
    """The first positions found, and their total number."""

    count: int  # type: ignore[assignment]
    """Number of all positions found; with ``longest``, number of positions with the greatest remoteness."""
    remoteness: Optional[int]
    """With ``longest``, the greatest remoteness, or None if no position was found; otherwise None."""
    positions: List[Found]


class Zugzwang(NamedTuple):
    """A position in which each player would rather pass than move."""

    to_move: Found
    """The position with the player to move who loses."""
    passed: Found
    """The same position with the other player to move, who does not win."""


class Zugzwangs(NamedTuple):
    """Numbers and examples of mutual zugzwangs."""

    full_points: int
    """Number of zugzwangs in which the player to move loses, whoever it is."""
    half_points: int
    """Number of zugzwangs in which one player loses if to move, and neither wins if the other is to move."""
    full: List[Zugzwang]
    half: List[Zugzwang]


class Position:
    """A position of a table. Notebooks show it as a drawing. `Table.position` makes one."""

    __slots__ = ("table", "text")

    def __init__(self, table: "Table", text: str) -> None:
        self.table, self.text = table, text

    @property
    def value(self) -> Value:
        """The value of the position."""
        return self.table.probe(self.text)

    def best(self, first: str = "left") -> Moves:
        """Returns the moves of the position, as `Table.best` does."""
        return self.table.best(self.text, first)

    def svg(self, values: bool = False) -> str:
        """Returns a drawing of the position as a self-contained SVG file, as ``mexquery draw`` prints it. ``values``
        writes the value of each vertex next to its name, in tables that have `Table.vertex`."""
        return self.table._svg(self.text, values)

    def save_svg(self, path: Path, values: bool = False) -> None:
        """Writes the drawing to an SVG file. Raises `OSError` if that fails."""
        display.save(self.svg(values), path)

    def picture(self) -> str:
        """Returns a picture of the position in lines of characters; its text, if the game has no pictures."""
        return self.table._picture(self.text)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<mexbase.Position {self.text!r} of {'a closed table' if self.table.closed else self.table.spec}>"


# The address in a default `repr`.
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+>")


def _default_text(position: Any) -> str:
    """Returns the `str` of a position without blanks. Elements of frozensets come in an order that depends only on
    their texts."""
    text = str(position)
    if "frozenset({" in text and type(position) in (frozenset, tuple):
        text = _ordered(position)
    if " at 0x" in text and not isinstance(position, str) and _ADDRESS.search(text):
        raise BadUsage(
            f"the text of the position {position!r} contains a memory address: define __repr__ and __eq__, or pass "
            "text=, a function that returns the same text for equal positions"
        )
    return text.replace(" ", "")


def _ordered(part: Any) -> str:
    """Returns the `repr` of a position or of a part of it, with ordered frozensets: by the lengths of the texts of
    their elements, then by these texts."""
    if type(part) is tuple:
        return "(" + ", ".join(map(_ordered, part)) + (",)" if len(part) == 1 else ")")
    if type(part) is frozenset and part:
        elements = sorted(map(_ordered, part), key=lambda text: (len(text), text))
        return "frozenset({" + ", ".join(elements) + "})"
    return repr(part)


def _array_of(positions: Any, objects: bool) -> "np.ndarray[Any, Any]":
    """Returns positions as an array of numbers, or of texts and other objects. If ``objects`` is true, a tuple is a
    position; otherwise it is a sequence of positions, as a list is."""
    _module("numpy")
    import numpy as np

    if isinstance(positions, (str, int)):
        return np.asarray(positions)
    if not isinstance(positions, (list, tuple, set, frozenset)) and hasattr(positions, "__len__"):
        return np.asarray(positions)
    listed = positions if isinstance(positions, list) else list(positions)
    kinds = set(map(type, listed))
    if objects:
        numbers = all(issubclass(kind, list) or hasattr(kind, "__index__") for kind in kinds)
    else:
        numbers = not any(issubclass(kind, str) for kind in kinds)
    if numbers:
        return np.asarray(listed)
    array = np.empty(len(listed), dtype=object)
    for place, each in enumerate(listed):
        array[place] = each
    return array


def _indices(array: "np.ndarray[Any, Any]") -> "npt.NDArray[np.uint64]":
    """Returns indices as contiguous uint64, without a copy if possible."""
    import numpy as np

    if array.dtype.kind not in "ui":
        if array.size != 0:
            raise BadUsage(f"indices must be integers, not {array.dtype}")
        array = array.astype(np.uint64)
    if array.dtype.kind == "i" and array.size != 0 and array.min() < 0:
        raise OutOfDomain(f"no position has the index {array.min()}")
    if array.dtype == np.int64:
        array = array.view(np.uint64) if array.flags.c_contiguous else array
    array = array.astype(np.uint64, copy=False)
    return np.require(array, requirements=("C_CONTIGUOUS", "ALIGNED"))


class Table(_core.TableCore):
    """A table, opened for reading: `mexbase.open` makes one.

    ``table[i]`` is the value of the position with index i, ``table["4+1+1"]`` is the value of a position in text form,
    and ``table[a:b]`` is an array of values. An int is always an index, also if the positions have numbers as names:
    in a graph, ``table[7]`` is the value of index 7, and ``table.vertex(7)`` that of the vertex named "7". Safe to use from several threads. A table is a context manager, which
    closes it at the end. Calls after `close` raise `errors.Closed`; running calls finish, and returned values stay
    valid.

    In a table of a game with rules in Python, ``table[(2, 3)]`` is the value of the position ``(2, 3)``. The table that
    `solve_rules` returns finds positions by equality, as a dict does; `object_of` returns them. If positions of its game
    are numbers, an int is a position: ``table[5]``. Then ``table["#5"]`` and ``table.at(5)`` are the value of the
    position with the index 5. In a table that was opened, a position may be any object that is neither an int nor a str.
    The text function of ``rules`` gives its text; without ``rules`` the text is `str` of the object, without blanks and
    with ordered frozensets.

    Iterating yields every position as `Row(index, position, value)`.
    """

    _text: Optional[Callable[[Any], str]] = None
    _positions: Optional[Dict[str, Hashable]] = None
    _numbers = False

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
            raise BadUsage("give exactly one of path, data and reader")
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
        self._take_objects()
        where = None if path is None else os.path.abspath(os.fsdecode(path))
        self._again: Tuple[Any, ...] = (
            _reopen, (where, data, {"reader": reader, "backend": backend, "cache_bytes": cache_bytes, "rules": rules})
        )

    @classmethod
    def _of(cls, core: _core.TableCore, again: Tuple[Any, ...]) -> "Table":
        """Makes a table from an open core. ``again`` is the result of `__reduce__`, for pickle."""
        table = cls.__new__(cls)
        _core.TableCore.__init__(table, core)
        table._path, table._rules, table._again = None, None, again
        table._take_objects()
        return table

    def _take_objects(
        self, texts: Optional[Dict[Hashable, str]] = None, positions: Optional[Dict[str, Hashable]] = None,
        numbers: bool = False,
    ) -> None:
        """Lets the table take positions that are objects. ``texts`` and ``positions`` map all positions to their texts
        and back; None means that they are unknown. ``numbers`` says that some of the positions are numbers."""
        if self._rules is not None:
            self._text = self._rules.text
        elif self.spec.startswith("program:"):
            self._text = _default_text
        if self._text is not None:
            self._set_texts(self._text, texts, numbers)
        self._positions, self._numbers = positions, numbers

    def close(self) -> None:
        """Closes the table. Running calls finish, and values that were returned stay valid."""
        super().close()
        self._positions = None

    @property
    def path(self) -> Optional[Path]:
        """Path of the file that was opened; None for other tables."""
        return self._path

    @property
    def rules(self) -> Optional["Rules"]:
        """The rules that convert positions to texts, and supply the moves if the table does not store them; or None."""
        return self._rules

    def __enter__(self) -> "Table":
        if self.closed:
            self.spec  # raises `errors.Closed`
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        self.spec  # raises if the table is closed
        return (*self._again, {"_numbers": True}) if self._numbers else self._again

    def __setstate__(self, state: Dict[str, bool]) -> None:
        self._take_objects(numbers=state["_numbers"])

    def __repr__(self) -> str:
        if self.closed:
            return "<mexbase.Table, closed>"
        exits = ", distances to an exit" if self.distance == "exit" else ""
        vertices = "; table[i] is an index, table.vertex(name) a vertex" if self.spec.startswith(_WITH_VERTICES) else ""
        return f"<mexbase.Table of {self.spec}, {self.kind} values{exits}, {len(self)} indices{vertices}>"

    def _repr_html_(self) -> Optional[str]:
        return None if self.closed else display.table(self.info())

    def __iter__(self) -> Iterator[Row]:
        return self.rows()

    def __contains__(self, position: object) -> bool:
        if self._text is None and not isinstance(position, str) and not hasattr(position, "__index__"):
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

        - outcome: ``outcome`` (index in `OUTCOMES`), ``cannot_win``, ``cannot_lose``, ``remoteness`` in plies as int64
          (see `distance`; 0 for 'draw' and 'unknown');
        - nimber: ``nimber``, ``counter``, ``reached`` (for an infinite value: bit n is set if n is in the set K, bit 63
          if a number from 63 on is), ``infinite``;
        - obliged: ``normal``, ``misere``;
        - partizan-outcome: ``left`` and ``right``, the outcomes for Left if Left begins and for Right if Right begins;
          ``left_remoteness`` and ``right_remoteness`` in plies as int64;
        - canonical: ``number`` (see `canonical`), and ``outcome_class`` (index in `CLASSES`).
        """
        return self._dtype()

    def at_many(self, positions: Any, out: Optional["np.ndarray[Any, Any]"] = None) -> "np.ndarray[Any, Any]":
        """Returns the values of many positions in an array of `dtype` with the same shape.

        Each position is an index, a text, or another object that ``table[...]`` takes. Indices are the fastest, and may
        have any order. An array of uint64 or int64 is not copied. Other Python threads run during the call. If a
        position is not valid, raises the error of ``table[position]``. The content of ``out`` is then unspecified.
        """
        array = _array_of(positions, self._text is not None)
        if self._numbers or array.dtype.kind in "OU":
            return self._at_many_positions(array.ravel().tolist(), array.shape, out)
        return self._at_many(_indices(array), out)

    def outcomes_many(self, positions: Any) -> "npt.NDArray[np.uint8]":
        """Returns only the outcomes of the positions, each played alone, as indices in `OUTCOMES`. The positions are
        given as for `at_many`."""
        array = _array_of(positions, self._text is not None)
        if self._numbers or array.dtype.kind in "OU":
            return self._outcomes_many_positions(array.ravel().tolist(), array.shape)
        return self._outcomes_many(_indices(array))

    def to_pandas(self, start: int = 0, stop: Optional[int] = None, *, texts: bool = True) -> Any:
        """Returns the positions with indices from ``start`` to ``stop`` - 1 as a pandas ``DataFrame``. Needs pandas.

        The index of the frame is the index of the position. The column ``position`` has the texts; ``texts=False`` leaves
        it out, which is much faster. The other columns are the fields of `dtype`. Outcomes and classes are categories.
        A remoteness or a nimber that a value does not have is missing. For canonical forms, the column ``value`` has
        the texts of the forms.
        """
        from . import frame

        return frame.of(self, start, stop, texts)

    def to_parquet(
        self, path: Path, start: int = 0, stop: Optional[int] = None, *, texts: bool = True, rows: int = 1 << 18
    ) -> None:
        """Writes the positions with indices from ``start`` to ``stop`` - 1 to a Parquet file. Needs pyarrow.

        The columns are ``index`` and those of `to_pandas`. Each group of ``rows`` indices is read and written alone, so
        the memory does not depend on the size of the table. The file is replaced only once it is complete.
        """
        from . import frame

        frame.save(self, path, start, stop, texts, rows)

    def means(self, start: int = 0, stop: Optional[int] = None) -> "npt.NDArray[np.float64]":
        """Returns the mean values of the canonical forms with indices from ``start`` to ``stop`` - 1 as an array.

        Each number is the exact `Canonical.mean`, rounded to the nearest float64; it is exact if the numerator is below
        2**53. It is NaN for an index that is not a position, and where `Canonical.mean` raises an error.
        """
        return self._thermographic(start, stop)[0]

    def temperatures(self, start: int = 0, stop: Optional[int] = None) -> "npt.NDArray[np.float64]":
        """Returns the temperatures, as `means` returns the mean values."""
        return self._thermographic(start, stop)[1]

    def _thermographic(
        self, start: int, stop: Optional[int]
    ) -> "Tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]":
        _module("numpy")
        first, last, _ = slice(start, stop).indices(len(self))
        return self._means(first, last)

    def vertex(self, name: Union[str, SupportsIndex]) -> Value:
        """Returns the value with the token on the vertex or square of that name, in a table of graph, horsefly or
        snakes-and-adders.

        A name may be an int: ``table.vertex(7)`` and ``table.vertex("7")`` are the same, and ``table[7]`` is index 7.
        Unlike in ``table[...]``, 'start' and '#7' are nothing but names. Raises `errors.BadPosition` if no vertex has
        the name.
        """
        return self._vertex(name if isinstance(name, str) else str(operator.index(name)))

    def canonical(self, number: int) -> Canonical:
        """Returns the canonical form with a ``number``, as arrays of this table have it."""
        return self._canonical(number)

    def chunks(
        self, start: int = 0, stop: Optional[int] = None, size: int = 65536
    ) -> Iterator[Tuple["npt.NDArray[np.uint64]", "np.ndarray[Any, Any]"]]:
        """Yields the positions with indices from ``start`` to ``stop`` - 1 in chunks. A chunk is an array of indices,
        and an array of values as from `at_many`. Leaves out indices that are not positions. ``size`` is the number of
        indices per chunk. This is the fastest way to read a whole table."""
        if size < 1:
            raise BadUsage("size must be at least 1")
        reader = _core.Reader(self)
        for first, count in _runs(self, start, stop, size):
            yield reader.read(first, count)

    def rows(self, start: int = 0, stop: Optional[int] = None) -> Iterator[Row]:
        """Yields the positions with indices from ``start`` to ``stop`` - 1, in the order of their indices."""
        reader = _core.Reader(self)
        for first, count in _runs(self, start, stop, _AT_ONCE):
            yield from map(Row._make, reader.rows(first, count))

    def object_of(self, position: Named) -> Any:
        """Returns a position as the object that the rules in Python use. The position is given as a text, such as a
        method of the table returns, as an index (``"#5"`` if the positions are numbers), or as an equal object.

        Raises `errors.NotApplicable` if the table does not know the objects: it was opened without
        ``rules=Rules(..., parse=...)``.
        """
        text = self._resolve(position)
        if self._positions:
            return self._positions[text]
        if self._rules is not None and self._rules.parse is not None:
            return self._rules.parse(text)
        raise NotApplicable(
            "the table does not have the positions as objects: use the table that solve_rules returns, or "
            "mexbase.open(path, rules=mexbase.Rules(..., parse=...))"
        )

    def position(self, position: Named) -> Position:
        """Returns a position as an object that notebooks show as a drawing."""
        return Position(self, self._resolve(position))

    def best(self, position: Named, first: str = "left") -> Moves:
        """Returns the moves of a position, best first. ``first`` is the player to move in a partizan game."""
        return Moves(Move._make(move) for move in self._best(position, first))

    def line(self, position: Named, first: str = "left", longest: int = 1_000_000) -> Line:
        """Returns best play from a position. The winner ends play as soon as possible, and the loser delays the end.

        ``first`` is the player to move in a partizan game. The line has at most ``longest`` moves.
        """
        moves, end = self._line(position, first, longest)
        return Line([Move._make(move) for move in moves], end)

    def find(
        self,
        value: Optional[Union[str, Value]] = None,
        *,
        longest: Optional[str] = None,
        count: int = 5,
        start: int = 0,
        stop: Optional[int] = None,
        material: Optional[str] = None,
    ) -> Findings:
        """Finds the first ``count`` positions with a value, and counts all such positions. In a table of outcomes or
        partizan outcomes the value is 'win 7', 'loss' or 'draw', for example. In others it is a value or its text: '*9'
        or 'inf{0 2}', '01', '{0|^*}', the class 'N', 'P', 'L' or 'R' of forms and of partizan outcomes, or 'L/D'. With
        ``longest``, which is 'win', 'loss' or 'tie', finds the positions of that outcome with the
        greatest remoteness. Each index counts once, in a partizan table once per player to move.

        ``start`` and ``stop`` limit the search to the indices ``start`` to ``stop`` - 1. ``material``, such as 'KQKR',
        limits it to positions with these chess pieces.
        """
        if (value is None) == (longest is None):
            raise BadUsage("give exactly one of value and longest")
        what = str(value) if longest is None else longest
        first, last, _ = slice(start, stop).indices(len(self))
        total, remoteness, found = self._find(what, longest is not None, count, first, last, material)
        return Findings(total, remoteness, [Found._make(each) for each in found])

    def zugzwangs(
        self, *, count: int = 5, start: int = 0, stop: Optional[int] = None, material: Optional[str] = None
    ) -> Zugzwangs:
        """Counts mutual zugzwangs and returns at most ``count`` of each type. The other arguments are as for `find`."""
        first, last, _ = slice(start, stop).indices(len(self))
        fulls, halves, *lists = self._zugzwangs(count, first, last, material)
        full, half = ([Zugzwang(Found._make(a), Found._make(b)) for a, b in some] for some in lists)
        return Zugzwangs(fulls, halves, full, half)

    def info(self) -> Dict[str, Any]:
        """Returns the description of the table, with the keys of ``mexquery info --json``."""
        return json.loads(self._info())  # type: ignore[no-any-return]

    def stats(
        self, reachable: bool = False, first: str = "left", *, material: Optional[str] = None, slices: bool = False
    ) -> Dict[str, Any]:
        """Returns the numbers of positions by value, with the keys of ``mexquery stats --json``.

        Counts all positions, or the ``reachable`` ones (``first`` begins in a partizan game), or those with the chess
        pieces ``material``, such as 'KQKR', or with ``slices`` those of each slice of the game.
        """
        if bool(reachable) + (material is not None) + bool(slices) > 1:
            raise BadUsage("give at most one of reachable, material and slices")
        return json.loads(self._stats(reachable, first, material, slices))  # type: ignore[no-any-return]


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
    """Opens the table in a file. Takes microseconds for any size.

    ``backend`` is 'map' (a memory map, the fastest) or 'read'. A stream of values (such as all outcomes) of at most
    ``cache_bytes`` (2 MiB by default) is decoded whole at its first use. Each thread caches at most ``cache_bytes`` of
    a longer stream. ``rules`` supply the moves if the table does not store them, and convert
    positions to texts.
    """
    return Table(path, backend=backend, cache_bytes=cache_bytes, rules=rules)
