"""Games whose rules are Python functions."""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, Hashable, Iterable, List, Optional, Union

from . import _core
from .errors import BadPosition
from .progress import Progress, Telling
from .solving import _number, _options
from .table import Path, Table

Position = Hashable


def _text(position: Position) -> str:
    return str(position).replace(" ", "")


class Rules:
    """A game in two functions: where play begins, and where it may go on from a position.

    ``start`` is a position, or a function that returns several. ``options(position)`` gives the positions that a move
    leads to; with ``partizan=True`` it is ``options(position, player)``, for 'left' and for 'right'. Positions are
    whatever can be hashed, and everything that matters to the rules is in them.

    ``terminal(position)``, or ``terminal(position, player)``, says where play has stopped: 'win', 'loss', 'tie' or
    'draw' for the player to move, else None. Without it a position without options is lost, in misere play won.

    ``text(position)`` is how people write a position, without blanks, different for different positions (else `str`
    without blanks), and ``parse(text)`` the inverse, which is needed only where a table without moves is opened that was
    not made by these rules just now.
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
        self.text: Callable[[Any], str] = _text if text is None else text
        self.parse = parse
        self._positions: Dict[str, Position] = {}

    def starts(self) -> List[Position]:
        """Where play begins."""
        return list(self.start()) if callable(self.start) else [self.start]

    def _position(self, text: str) -> Position:
        if self.parse is not None:
            return self.parse(text)
        if text in self._positions:
            return self._positions[text]
        raise BadPosition(f"the rules have no parse(text), and do not know the position {text!r}")

    def _says(self, text: str, player: str) -> Union[str, List[str]]:
        """What a table without moves asks."""
        position = self._position(text)
        by = (position, player) if self.partizan else (position,)
        stopped = None if self.terminal is None else self.terminal(*by)
        if stopped is not None:
            return str(stopped)
        options = list(self.options(*by))
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
    value: Optional[str] = None,
    play: str = "normal",
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

    ``start``, ``options``, ``terminal``, ``partizan``, ``text`` and ``parse`` are those of `Rules`. All that play reaches
    is asked about, each position once. The game is called ``program:name=NAME``; the table is an ordinary one, whatever
    reads it. With ``arcs=False`` it holds its positions without their moves: it is much smaller, and what asks for moves,
    as `Table.best` does, asks the same functions (``mexbase.open(path, rules=Rules(...))`` later).

    More than ``positions`` (100,000,000) are refused. Of a game that is too large, ``bound`` cuts off what is beyond so
    many positions, and what depends on it is unknown. What takes more than ``memory`` goes to files in the folder
    ``scratch``, where one is given together with ``parse``, which then is needed to come back from a text; each position
    is asked about twice more. The rest is as in `solve`.

    >>> table = mexbase.solve_rules(21, lambda heap: range(max(heap - 3, 0), heap), "heap.mxb")
    >>> table["21"]
    Outcome('win', 11)
    """
    rules = Rules(start, options, terminal=terminal, partizan=partizan, text=text, parse=parse)
    how = _options(value, play, threads, memory, codec, False, arcs)
    how.update(positions=_number("positions", positions, 1, 2**32 - 2), bound=_number("bound", bound, 1, 4_000_000_000) or 0)
    how.update(scratch=None if scratch is None else os.fsencode(scratch))
    with Telling(progress) as telling:
        told = _core.solve_rules(
            rules.starts, options, terminal, rules.text, parse, partizan, name, os.fsencode(path), how, telling.call
        )
    if not arcs and parse is None:
        rules._positions = told[-1]
    return Table(path, rules=None if arcs else rules)
