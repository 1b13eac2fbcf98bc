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
    """Which component, counted from 0."""
    position: str
    """What the component is."""
    to: str
    """What it becomes."""
    indices: Tuple[int, ...]
    """The indices of the parts that it becomes."""


class Sum(_core.SumCore):
    """A sum of positions of tables. What the tables hold says how it is played: nimbers and canonical forms as a
    disjunctive sum, obliged pairs as an obliged one. Nothing is looked up before it is asked for."""

    _obliged_if_empty = False

    @property
    def value(self) -> Union[str, Obliged]:
        """Who wins: of nimbers 'win', 'loss' or 'draw' for the player to move, of canonical forms 'N', 'P', 'L' or
        'R', of an obliged sum the pair."""
        if self._obliged_if_empty and len(self) == 0:
            return Obliged(False, True)
        return self._value()

    def best_move(self, first: str = "left", play: str = "normal") -> Optional[SumMove]:
        """A move that wins, or that keeps a draw; None where there is none. ``first`` says who moves in a partizan sum,
        and ``play``, in an obliged one, whether it is 'normal' or 'misere'."""
        move = self._best_move(first, play)
        return None if move is None else SumMove._make(move)


def sum(  # noqa: A001
    components: Iterable[Tuple[Table, Named]],
    *,
    obliged: Optional[bool] = None,
    begun: Optional[int] = None,
) -> Sum:
    """The sum of positions, each given with its table.

    With ``obliged`` it has to be an obliged sum, or must not be one. ``begun`` says which component, counted from 0, was
    begun and is finished first.

    >>> mexbase.sum([(kayles, "5+3"), (nim, "1,2,3")]).value
    'win'
    """
    total = Sum()
    total._obliged_if_empty = bool(obliged)
    for number, (table, position) in enumerate(components):
        total.add(table, position)
        if obliged is not None and obliged != (table.kind == "obliged"):
            takes = "an obliged sum takes obliged values" if obliged else "with obliged=False a sum takes no obliged values"
            raise NotApplicable(f"{takes}, and the table of {table.spec} (component {number}) holds {table.kind} values")
    if begun is not None:
        total.mark_begun(begun)
    return total
