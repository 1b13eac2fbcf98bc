# SPDX-License-Identifier: MIT
"""Tables as data frames of pandas."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence

from .errors import _module

if TYPE_CHECKING:
    from .table import Table


def of(table: "Table", start: int, stop: Optional[int], texts: bool) -> Any:
    """Returns positions of a table with their values: `Table.to_pandas`."""
    np, pandas = _module("numpy"), _module("pandas")

    from .table import CLASSES, OUTCOMES

    chunks = list(table.chunks(start, stop))
    indices = np.concatenate([np.empty(0, dtype=np.uint64)] + [where for where, _ in chunks])
    values = np.concatenate([np.empty(0, dtype=table.dtype)] + [found for _, found in chunks])

    def category(numbers: Any, names: Sequence[str]) -> Any:
        return pandas.Categorical.from_codes(numbers, names)

    def some(numbers: Any, absent: Any) -> Any:
        column = pandas.array(numbers, dtype="UInt64" if numbers.dtype.kind == "u" else "Int64")
        column[absent] = pandas.NA
        return column

    def no_remoteness(outcomes: Any) -> Any:
        return np.isin(outcomes, (OUTCOMES.index("draw"), OUTCOMES.index("unknown")))

    columns: Dict[str, Any] = {}
    if texts:
        columns["position"] = [table.text_of(index) for index in indices.tolist()]
    if table.kind == "canonical":
        numbers, places = np.unique(values["number"], return_inverse=True)
        columns["value"] = category(places, [str(table.canonical(number)) for number in numbers.tolist()])
    for name in values.dtype.names or ():
        column = values[name]
        if name in ("outcome", "left", "right"):
            columns[name] = category(column, OUTCOMES)
        elif name == "outcome_class":
            columns[name] = category(column, CLASSES)
        elif name == "remoteness":
            columns[name] = some(column, no_remoteness(values["outcome"]))
        elif name in ("left_remoteness", "right_remoteness"):
            columns[name] = some(column, no_remoteness(values[name.split("_")[0]]))
        elif name == "nimber":
            columns[name] = some(column, values["infinite"])
        else:
            columns[name] = column
    return pandas.DataFrame(columns, index=pandas.Index(indices, name="index"))
