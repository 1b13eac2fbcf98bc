# SPDX-License-Identifier: MIT
"""Functions shared by the scripts of this folder. Each script writes drawings and the parts of its pages between
`<!-- NAME: begin -->` and `<!-- NAME: end -->`. It needs the Python package: `make python`, then
`build/venv/bin/python SCRIPT`."""
import pathlib
import re
import textwrap

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "results"


def replace_parts(name, parts):
    """Replaces the named parts of a page by lists of lines. Raises ValueError if the page has no such part."""
    page = (RESULTS / name).read_text()
    for part, lines in parts.items():
        pattern = rf"(<!-- {part}: begin -->\n).*?(<!-- {part}: end -->)"
        text = "\n".join(lines).rstrip() + "\n"
        page, found = re.subn(pattern, lambda m: m[1] + text + m[2], page, count=1, flags=re.S)
        if not found:
            raise ValueError(f"{name} has no part {part}")
    (RESULTS / name).write_text(page)


def table(head, rows):
    """Returns the lines of a table in Markdown. The cells are of any type."""
    return ["| " + " | ".join(map(str, cells)) + " |" for cells in [head, ["---"] * len(head), *rows]]


def number(value):
    """Returns an integer with thousands separators, and an empty text for None."""
    return "" if value is None else f"{value:,}"


def names_of_moves(line):
    """Returns the names of the moves of a line, without its start."""
    return [move.name for move in line.moves[1:]]


def longest_win(drawing, position, subject, plies, moves):
    """Saves the drawing of a position, and returns the lines that show it with a line of best play."""
    position.save_svg(RESULTS / drawing)
    text = (f"{subject} from `{position.text}` in {plies} plies. The moves of best play are `{moves}`.")
    return [f"![{position.text}]({drawing})", "", *textwrap.wrap(text, 120, break_on_hyphens=False), ""]
