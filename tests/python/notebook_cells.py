#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the code cells of docs/notebook.ipynb without Jupyter, and writes their outputs into the notebook.

The test calls `outputs` and compares. After a change of the notebook, run this file with the Python of build/venv.
"""
import ast
import json
import os
import sys
import tempfile
from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"
#: Methods that a notebook calls, and the types of what they return.
SHOWN = (("_repr_html_", "text/html"), ("_repr_svg_", "image/svg+xml"))


def as_lines(text):
    return text.splitlines(keepends=True)


def run_cell(source, names):
    """Runs a cell, and returns how a notebook shows its last line, by type. Returns an empty dict for a statement."""
    parts = ast.parse(source)
    last = parts.body.pop() if parts.body and isinstance(parts.body[-1], ast.Expr) else None
    exec(compile(parts, "<cell>", "exec"), names)
    shown = None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    if shown is None:
        return {}
    found = {kind: getattr(shown, method)() for method, kind in SHOWN if hasattr(shown, method)}
    found["text/plain"] = repr(shown)
    return {kind: as_lines(text) for kind, text in sorted(found.items()) if text is not None}


def outputs(notebook):
    """Runs all code cells in order, in the current folder. Returns the outputs of each."""
    names = {}
    found = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            data = run_cell("".join(cell["source"]), names)
            number = len(found) + 1
            found.append([{"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}]
                         if data else [])
    return found


def main():
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        made = outputs(notebook)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, output) in enumerate(zip(cells, made), start=1):
        cell["outputs"], cell["execution_count"] = output, number
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
