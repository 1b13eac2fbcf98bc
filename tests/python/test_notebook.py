# SPDX-License-Identifier: MIT
"""Tests of the output in notebooks: tables, positions, moves and values."""
import json
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import GOLDEN

import mexbase
import notebook_cells


def rows_of(html):
    """Returns the texts of the cells, row by row. Fails if the HTML is not well-formed."""
    return [["".join(cell.itertext()) for cell in row] for row in ElementTree.fromstring(html).iter("tr")]


def test_a_table_is_a_summary_with_a_histogram(tables):
    table = mexbase.open(tables("fair-shares:n=12"))
    html = table._repr_html_()
    assert "<b>fair-shares:n=12</b>, outcome values, normal play" in html
    rows = {row[0]: row[1] for row in rows_of(html)}
    assert rows["positions"] == str(len(table))
    for outcome, count in table.info()["histogram"].items():
        assert rows[outcome] == f"{count:,}"
    widths = [each.get("style") for each in ElementTree.fromstring(html).iter("div") if each.get("style")]
    assert len(widths) == 3 and sum("width:200px" in each for each in widths) == 1
    table.close()
    assert table._repr_html_() is None


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_table_has_a_summary_of_bounded_length(path):
    with mexbase.open(path) as table:
        html = table._repr_html_()
        rows = rows_of(html)
        assert len(html) < 4000 and sum(int(count.replace(",", "")) for _, count, *bar in rows if bar) == table.info()["positions"]


def test_a_position_is_its_drawing(tables, tmp_path):
    table = mexbase.open(tables("tic-tac-toe"))
    position = table.position("X:XX./OO./...")
    svg = ElementTree.fromstring(position._repr_svg_())
    assert svg.tag.endswith("svg") and svg.find("{*}title").text == "tic-tac-toe X:XX./OO./..."
    assert position.value == table["X:XX./OO./..."] and position.best() == table.best("X:XX./OO./...")
    assert repr(position) == "<mexbase.Position 'X:XX./OO./...' of tic-tac-toe>"
    assert table.position(table.index_of("start")).text == table.text_of(table.index_of("start"))
    with pytest.raises(mexbase.errors.BadPosition):
        table.position("banana")
    rules = mexbase.solve_rules((2, "<"), lambda heap: [(n, heap[1]) for n in range(heap[0])], tmp_path / "r.mxb")
    assert "(2,'&lt;')" in rules.position((2, "<")).svg()


def test_best_moves_are_a_table(tables):
    table = mexbase.open(tables("tic-tac-toe"))
    head, *rows = rows_of(table.best("X:XX./OO./...")._repr_html_())
    assert head == ["move", "position after it", "value for the opponent"] and len(rows) == 5
    assert rows[0] == ["c3", "O:XXX/OO./...", "loss 0"]
    kayles = mexbase.open(tables("octal:code=kayles,max=50"))
    assert rows_of(kayles.best("2")._repr_html_())[0] == ["position after it", "value for the opponent"]
    assert kayles.best("0")._repr_html_() == "<div>no moves</div>" and kayles.best("0") == []


def test_a_canonical_form_is_its_thermograph(tables):
    for value in (mexbase.value("{3|-1/2}"), mexbase.open(tables("domineering:board=grid-3x3"))["start"]):
        svg = ElementTree.fromstring(value._repr_svg_())
        texts = [each.text for each in svg.findall("{*}text")]
        assert svg.find("{*}title").text == f"thermograph of {value}"
        assert {str(value.mean), str(value.temperature)} <= set(texts)


def test_the_notebook_shows_what_its_cells_return(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written = json.loads(notebook_cells.NOTEBOOK.read_text(encoding="utf-8"))
    cells = [cell for cell in written["cells"] if cell["cell_type"] == "code"]
    made = notebook_cells.outputs(written)
    assert len(made) == len(cells) >= 8
    for cell, outputs in zip(cells, made):
        assert cell["outputs"] == outputs, "".join(cell["source"]) + "\nrun tests/python/notebook_cells.py to write the outputs"
    kinds = {kind for outputs in made for output in outputs for kind in output["data"]}
    assert kinds == {"text/plain", "text/html", "image/svg+xml"}
