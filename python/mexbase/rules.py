# SPDX-License-Identifier: MIT
"""Games whose rules are Python functions."""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, Hashable, Iterable, List, Optional, Union

from . import _core
from .errors import BadFile, BadPosition
from .progress import Progress, Telling
from .solving import _number, _options
from .table import Path, Table, _default_text

Position = Hashable


class Rules:
    """A game defined by its initial positions and the options of each position.

    ``start`` is a position, or a function that returns the initial positions. ``options(position)`` returns the
    positions after one move, in a list or another iterable. With ``partizan=True`` it is called as
    ``options(position, player)``, where the player is 'left' or 'right'. A position is any hashable object. It must
    contain everything that the rules depend on.

    ``terminal(position)``, or ``terminal(position, player)``, returns 'win', 'loss', 'tie' or 'draw' for the player to
    move if play has ended, else None. Without ``terminal``, play ends at a position without options: the player to move
    has lost, or in misere play won.

    ``text(position)`` returns a unique text without blanks, the same for equal positions. The default is `str` of the
    position, without blanks, with ordered frozensets.
    ``parse(text)`` is its inverse. ``parse`` is needed only to open a table without moves that another `Rules` object
    has made.
    """

    def __init__(
        self,
        start: Any,
        options: Callable[..., Iterable[Position]],
        *,
        terminal: Optional[Callable[..., Optional[str]]] = None,
        partizan: bool = False,
        text: Optional[Callable[[Any], str]] = None,
        parse: Optional[Callable[[str], Position]] = None,
    ) -> None:
        self.start, self.options, self.terminal, self.partizan = start, options, terminal, partizan
        self.text: Callable[[Any], str] = _default_text if text is None else text
        self.parse = parse
        self._positions: Dict[str, Position] = {}

    def starts(self) -> List[Position]:
        """Returns the initial positions."""
        if not callable(self.start):
            return [self.start]
        starts = self.start()
        if isinstance(starts, str):
            raise BadFile(f"start returned {starts!r}, not several positions: did you mean the list [{starts!r}]?")
        return list(starts)

    def _position(self, text: str) -> Position:
        if self.parse is not None:
            return self.parse(text)
        if text in self._positions:
            return self._positions[text]
        raise BadPosition(f"cannot find the position {text!r}: the rules have no parse(text)")

    def _says(self, text: str, player: str) -> Union[str, List[str]]:
        """Returns the texts of the options of a position, or the result if play has ended."""
        position = self._position(text)
        by = (position, player) if self.partizan else (position,)
        stopped = None if self.terminal is None else self.terminal(*by)
        if stopped is not None:
            return str(stopped)
        options = list(_core.each_option(self.options(*by), position))
        texts = [self.text(option) for option in options]
        if self.parse is None:
            self._positions.update(zip(texts, options))
        return texts


def solve_rules(
    start: Any,
    options: Callable[..., Iterable[Position]],
    path: Path,
    *,
    terminal: Optional[Callable[..., Optional[str]]] = None,
    partizan: bool = False,
    text: Optional[Callable[[Any], str]] = None,
    parse: Optional[Callable[[str], Position]] = None,
    name: str = "rules",
    board: bool = False,
    value: Optional[str] = None,
    play: str = "normal",
    distance: str = "end",
    arcs: bool = True,
    positions: Optional[int] = None,
    bound: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    scratch: Optional[Path] = None,
    codec: Optional[str] = None,
    progress: Union[bool, None, Progress] = None,
) -> Table:
    """Solves a game whose rules are Python functions, writes its table to ``path``, and opens it.

    ``start``, ``options``, ``terminal``, ``partizan``, ``text`` and ``parse`` are those of `Rules`. The functions are
    called once for each reachable position; ``text`` is called again for some equal positions. The spec of the game is
    ``program:name=NAME``. Every program of Mexbase can read the table. With ``arcs=False`` the table does not store
    moves and is much smaller. Methods that need moves, such as `Table.best`, then call the functions again. To open such
    a table later, use ``mexbase.open(path, rules=Rules(...))``.

    With ``board=True``, the texts of positions show boards, such as ``X:.../.X./..O``: rows of cells, one character per
    cell. Then `mexquery draw` draws them, and moves have names such as ``b2``.

    The returned table takes positions as texts, as indices, or as objects that are equal to a position:
    ``table[(2, 3)]``. `Table.object_of` returns the objects. If positions of the game are numbers, an int is a
    position, and ``"#5"`` is the index 5. The table keeps all positions in memory until it is closed.

    It is an error if there are more than ``positions`` positions (100,000,000 by default). With ``bound``, only that
    many positions of a larger game are explored. Values that depend on other positions are then unknown. With
    ``scratch`` and ``parse``, data that exceeds ``memory`` goes to files in the folder ``scratch``. This takes two more
    calls per position. ``distance='exit'`` is refused, because such games have no slices. The other arguments are those of
    `solve`.

    >>> table = mexbase.solve_rules(21, lambda heap: range(max(heap - 3, 0), heap), "heap.mxb")
    >>> table[21]
    Outcome('win', 11)
    """
    rules = Rules(start, options, terminal=terminal, partizan=partizan, text=text, parse=parse)
    how = _options(value, play, threads, memory, codec, False, arcs, distance, scratch)
    how.update(positions=_number("positions", positions, 1, 2**32 - 2), bound=_number("bound", bound, 1, 4_000_000_000) or 0)
    how.update(board=bool(board))
    with Telling(progress) as telling:
        texts, positions_by_text, numbers = _core.solve_rules(
            rules.starts, options, terminal, rules.text, parse, partizan, name, os.fsencode(path), how, telling.call
        )
    if not arcs and parse is None:
        rules._positions = positions_by_text
    # Without rules, a table can be pickled although the functions cannot.
    table = Table(path, rules=None if arcs and text is None else rules)
    table._take_objects(texts, positions_by_text, numbers)
    return table
