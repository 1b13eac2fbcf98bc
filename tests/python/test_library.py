# SPDX-License-Identifier: MIT
"""Libraries: tables found by their specs."""
import os
import pickle
import shutil

import pytest

import mexbase
from mexbase import errors


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tables):
    folder = tmp_path_factory.mktemp("library")
    for name, spec, options in (
        ("a", "chess:KQK", {}), ("b", "chess:KRK", {}), ("c", "octal:code=kayles,max=50", {}),
        ("d", "octal:code=kayles,max=200", {}), ("e", "octal:code=kayles,max=50", {"value": "obliged"}),
        ("f", "domineering:board=grid-2x3", {}),
    ):
        shutil.copy(tables(spec, **options), folder / f"{name}.mxb")
    (folder / "notes.txt").write_text("no table")
    return folder


def test_finds_the_table_that_has_a_position(folder):
    library = mexbase.Library(folder, most_open=1)
    assert str(library["chess", "8/8/8/5k2/8/8/1Q6/K7 w"]).startswith("win ")
    assert str(library["chess", "8/8/8/5k2/8/8/1R6/K7 w"]).startswith("win ")
    assert library.open_tables == 1 and library.cached_bytes >= 0
    assert library.table_for("chess", "8/8/8/5k2/8/8/1R6/K7 w").spec == "chess:KRK"
    assert len(library.table("octal:code=kayles")) == 201
    assert library.probe("octal:code=kayles", "5+3") == mexbase.Nimber(7)
    assert isinstance(library.probe("octal:code=kayles", "5", value="obliged"), mexbase.Obliged)
    assert isinstance(library["domineering:board=grid-2x3", "start"], mexbase.Canonical)


def test_sums_take_tables_whose_values_add(folder, tables, tmp_path):
    shutil.copy(tables("wythoff:max=9"), tmp_path / "a.mxb")
    shutil.copy(tables("wythoff:max=5", value="nimber"), tmp_path / "b.mxb")
    library = mexbase.Library(folder, tmp_path)
    assert library.table_for("wythoff", "3,4").kind == "outcome"
    assert library.sum([("wythoff", "3,5"), ("wythoff:max=9", "1,2")]).value == "loss"
    kayles, board = "octal:code=kayles", "domineering:board=grid-2x3"
    assert library.sum([(kayles, "5+3"), (kayles, 5)]).value == "win"
    assert library.sum([(kayles, "5+3"), (board, "start")]).value == mexbase.sum(
        [(library.table_for(kayles, "5+3"), "5+3"), (library.table(board), "start")]).value
    assert isinstance(library.sum([(kayles, "5"), (kayles, 3)], obliged=True, begun=1).value, mexbase.Obliged)
    with pytest.raises(errors.NotApplicable):
        library.sum([("chess", "8/8/8/5k2/8/8/1Q6/K7 w")]).value


def test_says_which_files_it_has(folder):
    files = {file.path.rsplit("/", 1)[1]: file for file in mexbase.Library(folder).files()}
    assert len(files) == 7 and files["a.mxb"].spec == "chess:KQK" and files["a.mxb"].fault is None
    assert files["notes.txt"].fault and files["notes.txt"].spec is None and files["notes.txt"].distance is None
    assert files["e.mxb"].kind == "obliged" and files["e.mxb"].play == "normal" and files["d.mxb"].indices == 201


def test_its_tables_are_tables(folder):
    library = mexbase.Library(folder)
    with library.table("chess:KQK") as table:
        assert table.best("8/8/8/5k2/8/8/1Q6/K7 w")[0].engine_name
        again = pickle.loads(pickle.dumps(table))
    assert table.closed and again["start" if "start" in again else 0] is not None
    assert pickle.loads(pickle.dumps(library))["chess", "8/8/8/5k2/8/8/1Q6/K7 w"] == library["chess", "8/8/8/5k2/8/8/1Q6/K7 w"]


def test_tables_of_both_distances_are_told_apart(folder, tables, tmp_path):
    shutil.copy(folder / "a.mxb", tmp_path / "mates.mxb")
    shutil.copy(tables("chess:KQK", distance="exit"), tmp_path / "exits.mxb")
    library = mexbase.Library(tmp_path)
    fen = "8/8/8/5k2/8/8/1Q6/K7 w"
    assert {(os.path.basename(file.path), file.distance) for file in library.files()} == {
        ("mates.mxb", "end"), ("exits.mxb", "exit")}
    assert library["chess", fen].distance == "end"
    assert library.probe("chess", fen, distance="exit").distance == "exit"
    assert library.table_for("chess", fen, distance="exit").distance == "exit"
    with library.table("chess:KQK", distance="exit") as table:
        assert pickle.loads(pickle.dumps(table)).distance == "exit"
    with pytest.raises(ValueError, match="not a distance"):
        library.table("chess:KQK", distance="mate")


def test_what_is_not_there_is_refused(folder, tmp_path):
    library = mexbase.Library(folder)
    for error, spec in ((errors.NotFound, "tic-tac-toe"), (errors.BadSpec, "checkers"), (errors.NotFound, "chess:KQKQ")):
        with pytest.raises(error):
            library.table(spec)
    with pytest.raises((errors.BadPosition, errors.OutOfDomain)):
        library["chess", "not a board"]
    with pytest.raises(ValueError):
        library.table("chess", value="mood")
    with pytest.raises(FileNotFoundError):
        mexbase.Library(tmp_path / "nowhere")
    with pytest.raises(ValueError):
        mexbase.Library()


def test_new_files_are_seen_when_it_looks_again(folder, tmp_path):
    library = mexbase.Library(tmp_path)
    with pytest.raises(errors.NotFound):
        library.table("chess:KQK")
    shutil.copy(folder / "a.mxb", tmp_path / "new.mxb")
    library.refresh()
    assert library.table("chess:KQK").spec == "chess:KQK"
