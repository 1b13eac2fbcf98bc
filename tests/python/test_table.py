# SPDX-License-Identifier: MIT
"""Tables: how they are opened, asked, walked through and closed."""
import json
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from conftest import GOLDEN, SOURCE, Reader

import mexbase
from mexbase import errors


def golden(name):
    return SOURCE / "data" / "golden" / f"{name}.mxb"


def test_is_asked_by_index_by_text_and_in_slices(tables):
    with mexbase.open(tables("fair-shares:n=12")) as table:
        index = table.index_of("4+4+4")
        assert table["4+4+4"] == table[index] == table.at(np.uint32(index)) == table.probe("4+4+4")
        assert table.text_of(index) == "4+4+4" and "4+4+4" in table and "99" not in table and len(table) not in table
        assert np.array_equal(table[3:9:2], table.at_many([3, 5, 7]))
        assert (table.spec, table.kind, table.play) == ("fair-shares:n=12", "outcome", "normal")
        assert table.info()["positions"] == len(table) == len(list(table))
        assert "fair-shares:n=12" in repr(table)
        assert table.stats()["positions"] == len(table)
        table.preload()
        table.check()


def test_a_position_is_named_by_its_text_or_its_index_everywhere(tables):
    table = mexbase.open(tables("nim:piles=3,max=7", value="nimber"))
    for named in ("1,2,4", table.index_of("1,2,4"), np.int16(table.index_of("1,2,4"))):
        assert table[named] == table.probe(named) == mexbase.Nimber(7) and named in table
        assert table.text_of(table.index_of(named)) == "1,2,4" and table.best(named) == table.best("1,2,4")
        assert mexbase.sum([(table, named)]).value == "win"
    calls = (table.__getitem__, table.probe, table.index_of, table.best, table.line, lambda p: mexbase.sum([(table, p)]))
    for call in calls:
        for wrong in (None, b"1,2,4", 2.0, ["1,2,4"]):
            with pytest.raises(TypeError, match="a position must be an index or a text"):
                call(wrong)
        with pytest.raises(errors.BadPosition):
            call("\ud800")
        with pytest.raises(errors.OutOfDomain):
            call(-1)
    assert "\ud800" not in table and None not in table and len(table) not in table


def test_many_positions_may_be_texts_indices_or_both(tables):
    table = mexbase.open(tables("nim:piles=3,max=7", value="nimber"))
    texts = ["1,2,4", "0,0,7", "3,3,3"]
    indices = [table.index_of(text) for text in texts]
    expected = table.at_many(indices)
    assert expected["nimber"].tolist() == [7, 7, 3]
    for given in (texts, tuple(texts), iter(texts), np.array(texts), np.array(texts, dtype=object), [texts[0], indices[1], texts[2]],
                  [np.int8(indices[0]) if indices[0] < 128 else indices[0], texts[1], np.str_(texts[2])]):
        assert np.array_equal(table.at_many(given), expected)
    assert np.array_equal(table.at_many(np.array([texts, texts])), np.array([expected, expected]))
    assert table.at_many("1,2,4").shape == () and table.at_many("1,2,4") == expected[0]
    assert table.at_many([indices, indices]).shape == table.at_many([tuple(indices), tuple(indices)]).shape == (2, 3)
    out = np.empty(3, dtype=table.dtype)
    assert table.at_many(texts, out=out) is out and np.array_equal(out, expected)
    assert table.outcomes_many(texts).tolist() == table.outcomes_many(indices).tolist() == [1, 1, 1]
    with pytest.raises(errors.BadPosition, match="banana"):
        table.at_many(["1,2,4", "banana"])
    with pytest.raises(TypeError, match="a position must be an index or a text"):
        table.at_many(["1,2,4", None])
    with pytest.raises(ValueError, match="out must have"):
        table.at_many(texts, out=np.empty(2, dtype=table.dtype))
    # A text may also be a sum of positions, which has no index.
    kayles = mexbase.open(golden("kayles"))
    assert kayles.at_many(["5+3", "0"])["nimber"].tolist() == [7, 0]


def test_remoteness_is_signed_so_that_numpy_counts_it(tables):
    table = mexbase.open(tables("fair-shares:n=12"))
    values = table[:]
    wins = values["remoteness"][values["outcome"] == mexbase.OUTCOMES.index("win")]
    counts = {row["remoteness"]: row["win"] for row in table.stats()["by_remoteness"]}
    assert np.bincount(wins).tolist() == [counts.get(n, 0) for n in range(max(counts) + 1) if n <= wins.max()]
    partizan = mexbase.open(tables("domineering:board=grid-3x3", value="partizan-outcome"))
    assert np.bincount(partizan[:]["left_remoteness"]).sum() == np.bincount(partizan[:]["right_remoteness"]).sum() == len(partizan)


@pytest.mark.parametrize("spec, options", [
    ("fair-shares:n=12", {}), ("nim:piles=3,max=7", {"value": "nimber"}), ("octal:code=kayles,max=50", {"value": "obliged"}),
    ("domineering:board=grid-3x3", {"value": "partizan-outcome"}), ("domineering:board=grid-3x3", {}), ("tic-tac-toe", {}),
])
def test_a_data_frame_has_what_the_rows_have(tables, spec, options):
    pandas = pytest.importorskip("pandas")
    table = mexbase.open(tables(spec, **options))
    frame = table.to_pandas()
    assert len(frame) == len(list(table)) > 0
    for row, (index, found) in zip(table, frame.iterrows()):
        assert (row.index, row.position) == (index, found.position)
        if table.kind == "outcome":
            assert found.outcome == row.value.outcome
            assert found.remoteness == row.value.remoteness or (row.value.remoteness is None and pandas.isna(found.remoteness))
        elif table.kind == "nimber":
            assert found.nimber == int(row.value)
        elif table.kind == "obliged":
            assert (found.normal, found.misere) == (row.value.normal, row.value.misere)
        elif table.kind == "partizan-outcome":
            assert (found.left, found.right_remoteness) == (row.value.left.outcome, row.value.right.remoteness)
        else:
            assert (found.value, found.outcome_class) == (str(row.value), row.value.outcome_class)
    part = table.to_pandas(3, 5, texts=False)
    assert "position" not in part and part.astype(str).equals(frame.drop(columns="position").loc[3:4].astype(str))
    assert len(table.to_pandas(2, 2)) == 0


def test_an_infinite_nimber_is_missing_in_a_data_frame():
    pandas = pytest.importorskip("pandas")
    for path in GOLDEN:
        with mexbase.open(path) as table:
            if table.kind == "nimber" and any("inf" in name for name in table.info()["histogram"]):
                frame = table.to_pandas(0, 3000, texts=False)
                assert (frame.nimber.isna() == frame.infinite).all() and frame.infinite.any()
                return
    pytest.fail("no golden table has infinite nimbers")


def test_bytes_and_arrays_may_lie_as_they_like():
    path = golden("kayles")
    for data in (path.read_bytes(), bytearray(path.read_bytes()), np.fromfile(path, "u1"), memoryview(path.read_bytes())):
        assert mexbase.Table(data=data)["5+3"] == mexbase.Nimber(7)
    with pytest.raises(TypeError):
        mexbase.Table(data=7)
    table = mexbase.open(path)
    wanted = np.arange(3, 90, dtype="u8")
    unaligned = np.frombuffer(b"x" + wanted.tobytes(), "u8", offset=1)
    assert not unaligned.flags.aligned and np.array_equal(table.at_many(unaligned), table.at_many(wanted))
    assert np.array_equal(table.outcomes_many(wanted.astype(">u8")), table.outcomes_many(wanted))
    with pytest.raises(TypeError):
        table.at_many([1], out=[0])


def test_what_it_does_not_hold_raises_the_built_in_that_fits(tables):
    table = mexbase.open(tables("fair-shares:n=12"))
    for wrong in (len(table), -1, 1 << 64, 1 << 200):
        with pytest.raises(IndexError):
            table[wrong]
    with pytest.raises(errors.BadPosition) as caught:
        table["banana"]
    assert isinstance(caught.value, ValueError) and caught.value.code == "bad_position"
    for wrong in (1.5, None, b"4", [1]):
        with pytest.raises(TypeError):
            table[wrong]
    with pytest.raises(ValueError):
        table["\ud800"]
    with pytest.raises(TypeError):
        mexbase.open(golden("kayles")).line("5")
    with pytest.raises(FileNotFoundError) as missing:
        mexbase.open("no/such/table.mxb")
    assert missing.value.errno == 2 and "no/such/table.mxb" in str(missing.value)
    with pytest.raises(errors.NotATable):
        mexbase.open(__file__)
    with pytest.raises(errors.NotATable):
        mexbase.Table(data=b"")
    with pytest.raises(FileNotFoundError):
        mexbase.open("a\0b")
    with pytest.raises(ValueError):
        mexbase.open(golden("kayles"), backend="telepathy")
    assert issubclass(errors.OutOfMemory, MemoryError) and issubclass(errors.MexbaseError, Exception)


def test_best_moves_and_lines(tables):
    table = mexbase.open(tables("tic-tac-toe"))
    best = table.best("start")
    assert len(best) == 9 and str(best[0].value).startswith("tie") and best[0].name is not None
    assert table[best[0].index] == best[0].value
    assert table.best(table.index_of("start")) == best
    line = table.line("start")
    assert line.end == "finished" and len(line.moves) == 10
    partizan = mexbase.open(tables("domineering:board=grid-2x3", value="partizan-outcome"))
    assert partizan.best("start", first="right") != partizan.best("start", first="left")
    with pytest.raises(ValueError):
        partizan.best("start", first="up")
    with pytest.raises(ValueError, match="did you mean right"):
        partizan.best("start", first="rihgt")


def test_periodic_tables_answer_numbers_of_any_length():
    with mexbase.open(golden("kayles")) as table:
        assert str(table["1000000000000000000000000000000"]) == "*"
        assert str(table["5+3"]) == "*7"
        assert table[1 << 63] == table[str(1 << 63)]


def test_arrays_are_checked(tables):
    table = mexbase.open(tables("fair-shares:n=12"))
    wanted = np.arange(6, dtype=np.uint64).reshape(2, 3)
    assert table.at_many(wanted).shape == (2, 3)
    assert np.array_equal(table.at_many(wanted.T), table.at_many(wanted).T)
    assert np.array_equal(table.at_many(np.arange(12, dtype=np.uint64)[::2]), table.at_many(range(0, 12, 2)))
    for kind in (np.int8, np.uint16, np.int64, ">u8"):
        assert np.array_equal(table.at_many(wanted.astype(kind)), table.at_many(wanted))
    assert table.at_many([]).shape == (0,) and table.at_many(3) == table.at_many([3])[0]
    out = np.zeros((2, 3), table.dtype)
    assert table.at_many(wanted, out) is out and np.array_equal(out, table.at_many(wanted))
    for wrong in ([len(table)], [-1], np.array([1 << 63], dtype=np.uint64)):
        with pytest.raises(IndexError):
            table.at_many(wrong)
    with pytest.raises(ValueError):
        table.at_many([1.5])
    with pytest.raises(ValueError):
        table.at_many(wanted, np.zeros(6, table.dtype))
    with pytest.raises((ValueError, TypeError)):
        out.flags.writeable = False
        table.at_many(wanted, out)
    assert [mexbase.OUTCOMES[o] for o in table.outcomes_many(range(9))] == [table[i].outcome for i in range(9)]


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None  # an import raises ImportError
import mexbase

mexbase.solve("octal:code=kayles,max=50", "kayles.mxb")
with mexbase.open("kayles.mxb") as table:
    assert str(table["5+3"]) == "*7" and table[7] == table.at(7) == mexbase.Nimber(2)
    assert len(list(table)) == len(table) == 51 and table.best("5") and table.info()["positions"] == 51
    assert mexbase.sum([(table, "5+3")]).value == "win" and mexbase.verify(table) == 51
    for call in (lambda: table.at_many([7]), lambda: table.outcomes_many([7]), lambda: table[3:9], lambda: table.dtype,
                 lambda: next(table.chunks())):
        try:
            call()
        except ImportError:
            continue
        raise AssertionError("an array was made without numpy")
"""


def test_all_but_arrays_works_without_numpy(tmp_path):
    subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], cwd=tmp_path, check=True)


def test_arrays_have_the_fields_and_the_offsets_of_values(tables):
    # test_golden.py compares their values.
    fields = {
        "outcome": [("outcome", "u1"), ("cannot_win", "?"), ("cannot_lose", "?"), ("remoteness", "i8")],
        "nimber": [("nimber", "u8"), ("counter", "u8"), ("reached", "u8"), ("infinite", "?")],
        "obliged": [("normal", "?"), ("misere", "?")],
        "partizan-outcome": [("left", "u1"), ("right", "u1"), ("left_remoteness", "i8"), ("right_remoteness", "i8")],
        "canonical": [("number", "u4"), ("outcome_class", "u1")],
    }
    for spec, kind in (("tic-tac-toe", "outcome"), ("nim:piles=3,max=7", "nimber"), ("octal:code=kayles,max=20", "obliged"),
                       ("domineering:board=grid-2x3", "partizan-outcome"), ("domineering:board=grid-2x3", "canonical")):
        table = mexbase.open(tables(spec, value=kind))
        assert table.kind == kind and table.dtype == np.dtype(fields[kind], align=True)


def test_arrays_for_results_are_checked(tables):
    table = mexbase.open(tables("fair-shares:n=12"))
    wrong_type, apart = np.zeros(3, "u1"), np.zeros(6, table.dtype)[::2]
    for out in (wrong_type, apart, np.zeros(2, table.dtype)):
        with pytest.raises(ValueError):
            table.at_many([1, 2, 3], out)
    assert not wrong_type.any()


def test_a_table_with_holes_refuses_them_and_leaves_them_out():
    for path in GOLDEN:
        with mexbase.open(path) as table:
            holes = [i for i in range(min(len(table), 2000)) if not table.legal(i)]
            if not holes:
                continue
            with pytest.raises(IndexError):
                table[holes[0]]
            with pytest.raises(IndexError):
                table.at_many(holes[:1])
            assert holes[0] not in {row.index for row in table.rows(0, 2000)}
            return
    pytest.fail("no golden table has holes")


def test_what_is_closed_says_so(tables):
    table = mexbase.open(tables("fair-shares:n=12"))
    rows = table.rows()
    next(rows)
    with table:
        pass
    assert table.closed and "closed" in repr(table)
    for call in (lambda: table[0], lambda: table["1"], lambda: table.at_many([0]), lambda: len(table),
                 lambda: list(table), lambda: table.best("start"), lambda: table.info(), lambda: pickle.dumps(table),
                 lambda: table.__enter__(), lambda: mexbase.sum([(table, 0)])):
        with pytest.raises(errors.Closed):
            call()
    table.close()


def test_objects_that_were_never_made_say_so():
    for each in (mexbase.Table, mexbase.Sum, mexbase.Canonical, mexbase.Outcome, mexbase.Nimber, mexbase.Obliged,
                 mexbase.PartizanOutcome, mexbase.table._core.Reader):
        empty = each.__new__(each)
        for name in dir(empty):
            try:
                if not name.startswith("__") or name in ("__str__", "__hash__", "__len__", "__neg__"):
                    found = getattr(empty, name)
                    found() if callable(found) else found
            except (mexbase.MexbaseError, TypeError, AttributeError):
                pass
        with pytest.raises((mexbase.MexbaseError, TypeError)):
            empty[0]


def test_threads_read_while_one_closes(tables):
    path = tables("quixo:size=3")
    wanted = np.random.default_rng(2).integers(0, 1000, 50000).astype(np.uint64)
    expected = mexbase.open(path).at_many(wanted)
    for _ in range(20):
        table = mexbase.open(path)
        wrong = []

        def read():
            try:
                while True:
                    if not np.array_equal(table.at_many(wanted), expected):
                        wrong.append("values")
                    table[5], table["start"], table.best("start")
            except errors.Closed:
                pass
            except BaseException as error:  # noqa: B902
                wrong.append(error)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for each in threads:
            each.start()
        table.at_many(wanted)
        table.close()
        for each in threads:
            each.join()
        assert wrong == []


def ask_in_process(table):
    return os.getpid(), str(table["start"]), table["start"]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_tables_and_values_go_to_other_processes(tables, method, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE / "tests" / "python"), os.environ.get("PYTHONPATH", "")]))
    table = mexbase.open(tables("quixo:size=3"))
    table["start"]
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        process, text, value = pool.submit(ask_in_process, table).result(timeout=60)
    assert process != os.getpid() and value == table["start"] and text == str(value)
    in_memory = mexbase.Table(data=golden("kayles").read_bytes())
    assert pickle.loads(pickle.dumps(in_memory))["5+3"] == in_memory["5+3"]


class Answering(Reader):
    """A reader that raises or answers `wrong`, if it is given."""

    wrong = None

    def read_at(self, offset, length):
        data = super().read_at(offset, length)
        if isinstance(self.wrong, Exception):
            raise self.wrong
        return data if self.wrong is None else self.wrong


def test_bytes_come_from_anywhere():
    path = SOURCE / "data" / "frozen" / "square-but-one-raw-1.1.mxb"
    expected = mexbase.open(path)
    reader = Answering(path.read_bytes())
    table = mexbase.Table(reader=reader, cache_bytes=1)
    assert np.array_equal(table.at_many(range(500)), expected.at_many(range(500))) and reader.asked > 0
    assert table["170"] == expected["170"] and table.best("170") == expected.best("170")
    threads = [threading.Thread(target=lambda: [table[i] for i in range(400)]) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    table = mexbase.Table(reader=reader, cache_bytes=1)
    for wrong, error in ((KeyError("gone"), KeyError), (b"short", errors.ReadWriteError), (5, OSError)):
        reader.wrong = wrong
        with pytest.raises(error):
            table.at_many(range(500))
        with pytest.raises(error):
            mexbase.Table(reader=reader)
    reader.wrong = None
    assert np.array_equal(table.at_many(range(500)), expected.at_many(range(500)))


def test_finds_what_the_program_finds(tables, mexquery):
    for spec, material in (("fair-shares:n=20", None), ("chess:KRK", "KRK"), ("dodgem", None)):
        path = tables(spec)
        table = mexbase.open(path)
        only = ["--material", material] if material else []

        def program(*words):
            done = subprocess.run([mexquery, "find", path, *words, *only, "--json"], check=True, capture_output=True)
            return json.loads(done.stdout)

        def same(found, said):
            assert found.value == table[found.index] == table[said["position"]]
            assert (found.index, found.position, found.first) == (said["index"], said["position"], said.get("first"))

        for found, said in (
            (table.find(longest="win", count=3, material=material), program("--longest", "win", "--count", "3")),
            (table.find("loss 2", material=material), program("--value", "loss 2")),
            (table.find("draw", start=7, stop=90, material=material), program("--value", "draw", "--from", "7", "--until", "90")),
        ):
            assert (found.count, found.remoteness) == (said["count"], said.get("remoteness"))
            assert len(found.positions) == len(said["positions"])
            for one, other in zip(found.positions, said["positions"]):
                same(one, other)
    zugzwangs, said = table.zugzwangs(count=2), program("--zugzwang", "--count", "2")
    assert (zugzwangs.full_points, zugzwangs.half_points) == (said["full_points"], said["half_points"])
    for one, other in zip(zugzwangs.full, said["full"]):
        same(one.to_move, other)
        same(one.passed, other["passed"])
    assert table.find(longest="tie").remoteness is None
    for wrong in ({}, {"value": "win", "longest": "win"}, {"value": "mood"}, {"longest": "draw"}):
        with pytest.raises(ValueError):
            table.find(**wrong)
    with pytest.raises(TypeError):
        table.find("win", material="KQK")
    with pytest.raises(TypeError):
        mexbase.open(golden("kayles")).find("win")


def test_a_vertex_is_found_by_its_name_and_never_by_its_index(tmp_path):
    # Names that are numbers, each the index of another vertex; one is "start".
    graph = tmp_path / "g.dot"
    graph.write_text('digraph { "3" -> "0"; "0" -> "start"; "start" -> "a"; "a" -> "2"; }')
    mexbase.solve(f"graph:file={graph}", tmp_path / "g.mxb")
    table = mexbase.open(tmp_path / "g.mxb")
    remoteness = {"3": 4, "0": 3, "start": 2, "a": 1, "2": 0}  # moves to the end of the path
    for name, plies in remoteness.items():
        assert table.vertex(name) == mexbase.Outcome("win" if plies % 2 else "loss", plies)
    assert table.vertex(3) == table.vertex(np.int64(3)) == table.vertex("3") == table["3"] != table[3]
    assert table[0] == table["3"] and table.vertex(0) == table["0"] != table[0]
    assert "table.vertex(name)" in repr(table)
    for wrong in ("4", 1, "", "#1", "\udc80"):
        with pytest.raises(errors.BadPosition):
            table.vertex(wrong)
    for wrong in (None, 2.0, b"3"):
        with pytest.raises(TypeError):
            table.vertex(wrong)
    with pytest.raises(errors.NotApplicable, match="only tables of graph, horsefly and snakes-and-adders"):
        mexbase.open(golden("kayles")).vertex("5")
    snakes = mexbase.open(golden("snakes-and-adders"))
    assert snakes.vertex(17) == snakes["17"] and snakes.index_of("17") != 17
    flies = mexbase.open(golden("horsefly"))
    assert flies.vertex(flies.text_of(2)) == flies[2]


def test_means_and_temperatures_are_those_of_the_forms(tables):
    table = mexbase.open(tables("domineering:board=grid-3x3"))
    means, temperatures = table.means(), table.temperatures()
    assert means.dtype == temperatures.dtype == np.float64 and len(means) == len(table)
    for row in table:
        assert means[row.index] == float(row.value.mean) and temperatures[row.index] == float(row.value.temperature)
    assert np.array_equal(table.means(7, 30), means[7:30]) and table.temperatures(5, 5).shape == (0,)
    assert np.array_equal(table.temperatures(-4), temperatures[-4:]) and table.means(9, 3).size == 0
    # Indices that are not positions have no number.
    holes = mexbase.open(tables("nogo:board=grid-2x3"))
    assert all(np.isnan(mean) != holes.legal(i) for i, mean in enumerate(holes.means()))
    with pytest.raises(errors.NotApplicable):
        mexbase.open(golden("kayles")).means()


def test_stats_have_every_kind_of_value_materials_and_slices(tables, mexquery):
    chess = mexbase.open(tables("chess:KRK"))

    def said(*words):
        done = subprocess.run([mexquery, "stats", chess.path, *words, "--json"], check=True, capture_output=True)
        return json.loads(done.stdout)

    assert chess.stats(material="KRK") == said("--material", "KRK")
    assert chess.stats(slices=True) == said("--slices")
    nimbers = mexbase.open(tables("nim:piles=3,max=7", value="nimber"))
    assert nimbers.stats()["histogram"] == nimbers.info()["histogram"] and nimbers.stats()["largest_nimber"] == 7
    forms = mexbase.open(tables("domineering:board=grid-2x2"))
    assert forms.stats(reachable=True) == {"positions": 3, "histogram": {"N": 1, "P": 0, "L": 2, "R": 0}, "distinct_values": 2}
    with pytest.raises(errors.BadUsage, match="at most one of"):
        chess.stats(reachable=True, slices=True)
    with pytest.raises(errors.BadUsage, match="is not solved in slices"):
        nimbers.stats(slices=True)


def test_drawings_are_saved_as_svg_only(tables, tmp_path):
    table = mexbase.open(tables("tic-tac-toe"))
    position = table.position("X:XX./OO./...")
    position.save_svg(str(tmp_path / "p.svg"))
    assert (tmp_path / "p.svg").read_text(encoding="utf-8") == position.svg()
    assert position.picture().count("\n") > 2 and table.position("start").picture() != position.picture()
    form = mexbase.value("{3|-1/2}")
    form.save_svg(os.fsencode(tmp_path / "f.svg"))
    assert (tmp_path / "f.svg").read_text(encoding="utf-8") == form.svg() == form._repr_svg_()
    for drawing in (position, form):
        with pytest.raises(errors.BadUsage, match="it writes SVG"):
            drawing.save_svg(tmp_path / "p.png")
        with pytest.raises(OSError):
            drawing.save_svg(tmp_path / "no" / "p.svg")
    # The walls of its thermograph need more bits than a number may have.
    large = mexbase.value("{4611686018427387904|-4611686018427387903}")
    assert large._repr_svg_() is None
    with pytest.raises(errors.NotApplicable):
        large.svg()


class FakeArrow:
    """What `Table.to_parquet` uses of pyarrow, for systems without it. A file is a pickled list of groups of rows."""

    def __init__(self):
        self.parquet = self
        self.DictionaryArray = self

    def string(self):
        return "string"

    def array(self, data, type=None, mask=None):
        assert type == "string" if isinstance(data, list) else data.flags.c_contiguous
        values = data if isinstance(data, list) else data.tolist()
        return [None if absent else each for each, absent in zip(values, [False] * len(values) if mask is None else mask)]

    def from_arrays(self, codes, names):
        return [None if code is None else names[code] for code in codes]

    def table(self, columns):
        class Group(dict):
            schema = tuple(columns)

        assert len({len(column) for column in columns.values()}) == 1
        return Group(columns)

    class ParquetWriter:
        def __init__(self, path, schema):
            self.path, self.schema, self.groups = path, schema, []

        def __enter__(self):
            with open(self.path, "wb"):
                return self

        def write_table(self, group):
            assert group.schema == self.schema
            self.groups.append(dict(group))

        def __exit__(self, *unused):
            with open(self.path, "wb") as file:
                pickle.dump(self.groups, file)


@pytest.mark.parametrize("spec, options", [
    ("fair-shares:n=12", {}), ("nim:piles=3,max=7", {"value": "nimber"}), ("octal:code=kayles,max=50", {"value": "obliged"}),
    ("domineering:board=grid-3x3", {"value": "partizan-outcome"}), ("domineering:board=grid-3x3", {}),
])
def test_a_parquet_file_has_groups_of_the_rows_of_the_data_frame(tables, tmp_path, monkeypatch, spec, options):
    pandas = pytest.importorskip("pandas")
    fake = FakeArrow()
    monkeypatch.setitem(sys.modules, "pyarrow", fake)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", fake)
    table = mexbase.open(tables(spec, **options))
    path = tmp_path / "t.parquet"
    table.to_parquet(path, rows=10)
    groups = pickle.loads(path.read_bytes())
    assert len(groups) == -(-len(table) // 10) and os.listdir(tmp_path) == ["t.parquet"]
    frame = table.to_pandas().reset_index()
    assert list(groups[0]) == list(frame.columns)
    for name in frame.columns:
        written = [each for group in groups for each in group[name]]
        assert written == [None if pandas.isna(each) else each for each in frame[name].tolist()], name
    table.to_parquet(path, 3, 3, texts=False)
    assert pickle.loads(path.read_bytes()) == []
    with pytest.raises(errors.BadUsage):
        table.to_parquet(path, rows=0)
    assert pickle.loads(path.read_bytes()) == [] and os.listdir(tmp_path) == ["t.parquet"]


def test_a_parquet_file_needs_pyarrow(tables, tmp_path):
    table = mexbase.open(tables("fair-shares:n=12"))
    try:
        import pyarrow.parquet
    except ModuleNotFoundError:
        with pytest.raises(errors.MissingModule, match="this call needs pyarrow, which is not installed"):
            table.to_parquet(tmp_path / "t.parquet")
        assert os.listdir(tmp_path) == []
        return
    table.to_parquet(tmp_path / "t.parquet", rows=10)
    read = pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pandas()
    assert read["position"].tolist() == table.to_pandas()["position"].tolist()
    assert read["outcome"].tolist() == table.to_pandas()["outcome"].tolist()


def test_a_form_whose_text_is_too_long_is_missing_in_a_data_frame(tables, monkeypatch):
    pytest.importorskip("pandas")
    table = mexbase.open(tables("domineering:board=grid-3x3"))
    from mexbase import frame

    known = frame._text_of_form
    monkeypatch.setattr(frame, "_text_of_form", lambda table, number: known(table, number) if number % 2 else None)
    made = table.to_pandas()
    numbers = made["number"]
    assert (made["value"].isna() == (numbers % 2 == 0)).all() and made["value"].isna().any()
    assert all(str(table.canonical(n)) == text for n, text in zip(numbers, made["value"]) if n % 2)
