# SPDX-License-Identifier: MIT
"""Tablebases for combinatorial games: perfect play by lookup.

    import mexbase

    mexbase.solve("octal:code=kayles,max=1000", "kayles.mxb")
    with mexbase.open("kayles.mxb") as table:
        print(table["5+3"])              # *7
        print(table.at_many(range(10)))  # a numpy array

Tables are immutable and safe to use from several threads. Each error is a `MexbaseError`, and also an
error of a built-in class such as `ValueError`.
"""
from __future__ import annotations

from . import _core, errors
from ._core import Canonical, Nimber, Obliged, Outcome, PartizanOutcome
from .errors import MexbaseError
from .library import Library, LibraryFile
from .rules import Rules, solve_rules
from .solving import Report, families, solve, verify
from .sums import Sum, SumMove, sum
from .table import (
    CLASSES, OUTCOMES, Findings, Found, Line, Move, Moves, Position, Reader, Row, Table, Value, Zugzwang, Zugzwangs,
    open,
)

__version__: str = _core.version


def value(text: str) -> Canonical:
    """Returns the partizan value of a text such as ``^2*3``, ``{1|*}``, or a sum or difference of such values.

    >>> mexbase.value("^ + ^ - v").atomic_weight
    Canonical('3')
    """
    return Canonical(text)


__all__ = [
    "CLASSES", "Canonical", "Findings", "Found", "Library", "LibraryFile", "Line", "MexbaseError", "Move", "Moves", "Nimber",
    "OUTCOMES", "Obliged", "Outcome", "PartizanOutcome", "Position", "Reader", "Report", "Row", "Rules", "Sum", "SumMove", "Table",
    "Value", "Zugzwang", "Zugzwangs", "errors", "families", "open", "solve", "solve_rules", "sum", "value", "verify",
]
