# SPDX-License-Identifier: MIT
"""Tables as data frames of pandas, and as Parquet files."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Optional, Sequence, Union

from .errors import NotApplicable, _module

if TYPE_CHECKING:
    from .table import Table


class _Column(NamedTuple):
    """A column of a data frame."""

    name: str
    data: Any
    """Array of numbers, or list of texts."""
    absent: Any = None
    """Array that is true where there is no value; or None."""
    names: Optional[Sequence[str]] = None
    """Names that the numbers stand for."""


def _columns(table: "Table", indices: Any, values: Any, texts: bool) -> Iterator[_Column]:
    """Yields the columns of some positions: the texts, and the fields of `Table.dtype`."""
    np = _module("numpy")

    from .table import CLASSES, OUTCOMES

    def no_remoteness(outcomes: Any) -> Any:
        return np.isin(outcomes, (OUTCOMES.index("draw"), OUTCOMES.index("unknown")))

    if texts:
        yield _Column("position", [table.text_of(index) for index in indices.tolist()])
    if table.kind == "canonical":
        numbers, places = np.unique(values["number"], return_inverse=True)
        forms = [_text_of_form(table, number) for number in numbers.tolist()]
        absent = np.array([form is None for form in forms], dtype=bool)
        codes = np.cumsum(~absent) - 1
        yield _Column("value", codes[places], absent[places], [form for form in forms if form is not None])
    for name in values.dtype.names or ():
        column = values[name]
        if name in ("outcome", "left", "right"):
            yield _Column(name, column, names=OUTCOMES)
        elif name == "outcome_class":
            yield _Column(name, column, names=CLASSES)
        elif name == "remoteness":
            yield _Column(name, column, no_remoteness(values["outcome"]))
        elif name in ("left_remoteness", "right_remoteness"):
            yield _Column(name, column, no_remoteness(values[name.split("_")[0]]))
        elif name == "nimber":
            yield _Column(name, column, values["infinite"])
        else:
            yield _Column(name, column)


def _text_of_form(table: "Table", number: int) -> Optional[str]:
    """Returns the text of a canonical form, or None if it is too long."""
    try:
        return str(table.canonical(number))
    except NotApplicable:
        return None


def of(table: "Table", start: int, stop: Optional[int], texts: bool) -> Any:
    """Returns positions of a table with their values: `Table.to_pandas`."""
    np, pandas = _module("numpy"), _module("pandas")
    chunks = list(table.chunks(start, stop))
    indices = np.concatenate([np.empty(0, dtype=np.uint64)] + [where for where, _ in chunks])
    values = np.concatenate([np.empty(0, dtype=table.dtype)] + [found for _, found in chunks])
    del chunks

    def series(column: _Column) -> Any:
        if column.names is not None:
            codes = column.data if column.absent is None else np.where(column.absent, -1, column.data)
            return pandas.Categorical.from_codes(codes, column.names)
        if column.absent is None:
            return column.data
        array = pandas.array(column.data, dtype="UInt64" if column.data.dtype.kind == "u" else "Int64")
        array[column.absent] = pandas.NA
        return array

    columns = {column.name: series(column) for column in _columns(table, indices, values, texts)}
    return pandas.DataFrame(columns, index=pandas.Index(indices, name="index"))


def save(
    table: "Table", path: Union[str, bytes, "os.PathLike[Any]"], start: int, stop: Optional[int], texts: bool, rows: int
) -> None:
    """Writes positions of a table with their values to a file: `Table.to_parquet`."""
    np, arrow = _module("numpy"), _module("pyarrow")
    parquet = _module("pyarrow.parquet")

    def array(column: _Column) -> Any:
        if isinstance(column.data, list):
            return arrow.array(column.data, type=arrow.string())
        absent = None if column.absent is None else np.ascontiguousarray(column.absent)
        if column.names is None:
            return arrow.array(np.ascontiguousarray(column.data), mask=absent)
        # The type of the codes must not depend on the number of names, because all chunks have one schema.
        codes = arrow.array(np.maximum(column.data, 0).astype(np.int32), mask=absent)
        return arrow.DictionaryArray.from_arrays(codes, arrow.array(list(column.names), type=arrow.string()))

    def part(indices: Any, values: Any) -> Any:
        columns = {"index": arrow.array(indices)}
        columns.update((column.name, array(column)) for column in _columns(table, indices, values, texts))
        return arrow.table(columns)

    target = os.fsdecode(path)
    unfinished = target + ".part"
    empty = part(np.empty(0, dtype=np.uint64), np.empty(0, dtype=table.dtype))
    try:
        with parquet.ParquetWriter(unfinished, empty.schema) as writer:
            for indices, values in table.chunks(start, stop, rows):
                writer.write_table(part(indices, values))
        os.replace(unfinished, target)
    except BaseException:
        if os.path.exists(unfinished):
            os.remove(unfinished)
        raise
