# SPDX-License-Identifier: MIT
"""HTML of tables and moves for notebooks, and files of drawings."""
from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING, Any, Dict, Iterable, Sequence, Union

from .errors import BadUsage

if TYPE_CHECKING:
    from .table import Move

_OTHER_IMAGES = (".bmp", ".eps", ".gif", ".jpeg", ".jpg", ".pdf", ".png", ".tiff", ".webp")
_MOST_BARS = 16
_BAR_PIXELS = 200


def _rows(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Returns a table of cells that are HTML already."""
    lines = ["<tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr>"] if head else []
    lines += ["<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in row) + "</tr>" for row in rows]
    return "<table>\n" + "\n".join(lines) + "\n</table>\n"


def _histogram(counts: Dict[str, int]) -> str:
    """Returns a bar per value, with its number of positions. Values after the first 16 share one bar."""
    bars = list(counts.items())
    if len(bars) > _MOST_BARS:
        rest = bars[_MOST_BARS - 1:]
        bars[_MOST_BARS - 1:] = [(f"{len(rest)} others", sum(count for _, count in rest))]
    most = max([count for _, count in bars] + [1])

    def bar(count: int) -> str:
        width = -(-_BAR_PIXELS * count // most)
        return f'<div style="width:{width}px;height:0.8em;background:#4c78a8"></div>'

    return _rows((escape(name), f"{count:,}", bar(count)) for name, count in bars)


def table(info: Dict[str, Any]) -> str:
    """Returns the summary of a table with the histogram of its values. ``info`` is from `Table.info`."""
    facts = [("positions", f"{info['positions']:,}"), ("file", f"{info['file_bytes']:,} bytes")]
    if info["longest_remoteness"] is not None:
        name = "longest distance to an exit" if info.get("distance") == "exit" else "longest remoteness"
        facts.append((name, f"{info['longest_remoteness']:,} plies"))
    if info["largest_nimber"] is not None:
        facts.append(("largest nimber", f"{info['largest_nimber']:,}"))
    title = f"<b>{escape(info['spec'])}</b>, {info['value']} values, {info['play']} play"
    return f"<div>{title}\n{_rows(facts)}{_histogram(info['histogram'])}</div>"


def save(svg: str, path: Union[str, bytes, "os.PathLike[Any]"]) -> None:
    """Writes a drawing to an SVG file. Raises `errors.BadUsage` if the name ends like that of another image format."""
    ending = os.path.splitext(os.fsdecode(path))[1].lower()
    if ending in _OTHER_IMAGES:
        raise BadUsage(f"save_svg cannot write {os.fsdecode(path)!r}: it writes SVG, so name a file such as drawing.svg")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(svg)


def moves(moves: Sequence["Move"]) -> str:
    """Returns a table of moves. It has a column for their names if the game names them."""
    if not moves:
        return "<div>no moves</div>"
    named = any(move.name is not None for move in moves)
    rows = [
        ([escape(move.name or "")] if named else [])
        + [f"<code>{escape(move.position)}</code>", escape(str(move.value))]
        for move in moves
    ]
    head = (["move"] if named else []) + ["position after it", "value for the opponent"]
    return _rows(rows, head)
