# SPDX-License-Identifier: MIT
"""Sums of positions from any tables."""
from __future__ import annotations

from typing import Iterable, NamedTuple, Optional, Tuple, Union

from . import _core
from ._core import Obliged
from .errors import NotApplicable
from .table import Named, Table


class SumMove(NamedTuple):
    """A move in a sum."""

    component: int
    """Number of the component, from 0."""
    position: str
    """Text of the component before the move."""
    to: str
    """Text of the component after the move."""
    indices: Tuple[int, ...]
    """Indices of the parts of the component after the move."""


class Sum(_core.SumCore):
    """A sum of positions of tables. Nimbers and canonical forms are added as a disjunctive sum, obliged pairs as an
    obliged sum. Values are looked up at first use."""

    _obliged_if_empty = False

    @property
    def value(self) -> Union[str, Obliged]:
        """The result of the sum. For nimbers it is 'win', 'loss' or 'draw' for the player to move; for canonical forms
        'N', 'P', 'L' or 'R'; for an obliged sum an `Obliged`."""
        if self._obliged_if_empty and len(self) == 0:
            return Obliged(False, True)
        return self._value()

    def best_move(self, first: str = "left", play: str = "normal") -> Optional[SumMove]:
        """Returns a move that wins, or a move that keeps a draw if none wins, or else None. ``first`` is the player to
        move in a partizan sum, 'left' or 'right'. ``play`` may be 'misere' only in an obliged sum."""
        move = self._best_move(first, play)
        return None if move is None else SumMove._make(move)


def sum(  # noqa: A001
    components: Iterable[Tuple[Table, Named]],
    *,
    obliged: Optional[bool] = None,
    begun: Optional[int] = None,
) -> Sum:
    """Makes a sum of positions, each given with its table.

    If ``obliged`` is True, the tables must hold obliged pairs; if it is False, they must not. ``begun`` is the number,
    from 0, of a component of an obliged sum that is already begun and must be finished first.

    >>> mexbase.sum([(kayles, "5+3"), (nim, "1,2,3")]).value
    'win'
    """
    total = Sum()
    total._obliged_if_empty = bool(obliged)
    for number, (table, position) in enumerate(components):
        total.add(table, position)
        if obliged is not None and obliged != (table.kind == "obliged"):
            takes = "an obliged sum takes obliged values" if obliged else "a sum with obliged=False takes other values"
            raise NotApplicable(f"{takes}, but the table of {table.spec} (component {number}) holds {table.kind} values")
    if begun is not None:
        total.mark_begun(begun)
    return total
