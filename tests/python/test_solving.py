# SPDX-License-Identifier: MIT
"""Making tables: of specs, and of rules in Python."""
import dataclasses
import io
import itertools
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import SOURCE

import mexbase
from mexbase import errors
from mexbase.progress import ProgressLine


def test_makes_the_bytes_that_mexgen_makes(tmp_path, mexquery):
    mexgen = os.path.join(os.path.dirname(mexquery), "mexgen")
    for spec, options, arguments in (
        ("fair-shares:n=20", {}, []),
        ("octal:code=0.77,max=500", {"value": "obliged"}, ["--value", "obliged"]),
        ("chess:KPK", {"distance": "exit"}, ["--distance", "exit"]),
        ("nim:piles=2,max=9", {"play": "misere", "codec": "raw", "apart": True},
         ["--play", "misere", "--codec", "raw", "--apart"]),
    ):
        report = mexbase.solve(spec, tmp_path / "a.mxb", **options)
        subprocess.run([mexgen, spec, "-o", tmp_path / "b.mxb", "--quiet", *arguments], check=True)
        assert (tmp_path / "a.mxb").read_bytes() == (tmp_path / "b.mxb").read_bytes()
        assert report.info["spec"] == spec and report.file_bytes == (tmp_path / "a.mxb").stat().st_size
        parts = report.exploring_seconds, report.solving_seconds, report.packing_seconds
        assert min(parts) >= 0 and report.packing_seconds > 0 and report.seconds == pytest.approx(sum(parts))


def test_distances_to_an_exit(tables, tmp_path, mexquery):
    fens = ["4k3/8/4K3/4P3/8/8/8/8 w - -", "7k/6Q1/6K1/8/8/8/8/8 b - -", "7k/8/6K1/8/8/8/8/8 b - -"]
    with mexbase.open(tables("chess:KPK", distance="exit")) as table:
        assert table.distance == table.info()["distance"] == "exit" and "distances to an exit" in repr(table)
        assert "longest distance to an exit" in table._repr_html_()
        printed = subprocess.run([mexquery, "stats", table.path, "--json"], capture_output=True, text=True, check=True).stdout
        assert table.stats() == json.loads(printed) and table.stats()["distance"] == "exit"
        assert [table[fen] for fen in fens] == [
            mexbase.Outcome("win", 3, distance="exit"), mexbase.Outcome("loss", 0, distance="exit"), mexbase.Outcome("draw")]
        printed = subprocess.run([mexquery, "probe", table.path, *fens], capture_output=True, text=True, check=True).stdout
        assert [str(table[fen]) for fen in fens] == [line.split(": ")[1] for line in printed.splitlines()]
        assert table.best(fens[0])[0].value == mexbase.Outcome("loss", 2, distance="exit")
        assert table.find(longest="win").positions[0].value.distance == "exit"
        found = table.find("win exit 3")
        assert found.positions[0].value == table[fens[0]] and found == table.find("win 3")
        assert next(value for _, _, value in table if value.remoteness is not None).distance == "exit"
        assert mexbase.verify(table) > 1000
    with mexbase.open(tables("chess:KPK")) as table:
        assert table.distance == "end" and "distance" not in table.info() and str(table[fens[0]]).startswith("win ")
        assert table[fens[0]].distance == "end" and table[fens[1]] == mexbase.Outcome("loss", 0)
    path = tmp_path / "t.mxb"
    with pytest.raises(errors.NotApplicable, match="slices"):
        mexbase.solve("fair-shares:n=5", path, distance="exit")
    with pytest.raises(errors.NotApplicable, match="rules in Python have no slices"):
        mexbase.solve_rules(9, range, path, distance="exit")
    with pytest.raises(errors.BadUsage, match="did you mean"):
        mexbase.solve("chess:KQK", path, distance="exits")
    assert list(tmp_path.iterdir()) == []


def test_tells_how_far_it_is(tmp_path):
    told = []
    mexbase.solve("square-but-one:max=400000", tmp_path / "t.mxb", progress=lambda *where: told.append(where))
    assert told and {phase for phase, _, _ in told} <= {"sweeping", "solving", "writing", "layers", "exploring"}
    assert all(0 <= done <= total for _, done, total in told if total)


def test_wrong_specs_and_options_are_refused(tmp_path):
    path = tmp_path / "t.mxb"
    for error, spec, options in (
        (errors.BadSpec, "kayles", {}), (errors.BadSpec, "fair-shares:n=banana", {}),
        (errors.NotApplicable, "tic-tac-toe", {"value": "canonical"}), (ValueError, "tic-tac-toe", {"value": "mood"}),
        (ValueError, "tic-tac-toe", {"play": "fair"}), (ValueError, "tic-tac-toe", {"threads": 0}),
        (ValueError, "tic-tac-toe", {"codec": "morse"}), (ValueError, "tic-tac-toe", {"memory": "much"}),
        (FileNotFoundError, "graph:file=nowhere.dot", {}), (TypeError, "tic-tac-toe", {"threads": "two"}),
        (TypeError, "tic-tac-toe", {"value": 3}), (ValueError, "tic-tac-toe", {"memory": -1}),
    ):
        with pytest.raises(error):
            mexbase.solve(spec, path, **options)
    with pytest.raises(OSError):
        mexbase.solve("tic-tac-toe", tmp_path / "no" / "folder" / "t.mxb")
    with pytest.raises(OSError, match="expected a folder that exists"):
        mexbase.solve("tic-tac-toe", tmp_path / "t.mxb", scratch=tmp_path / "no")
    assert list(tmp_path.iterdir()) == []
    assert "fair-shares" in mexbase.families()


def test_values_that_take_more_than_their_memory_go_to_the_scratch_folder(tmp_path):
    mexbase.solve("mens-morris:men=4", tmp_path / "whole.mxb")
    room = tmp_path / "room"
    room.mkdir()
    seen = []

    def look(phase, done, total):
        # A scratch file has no name, so it is found among the open files.
        for each in os.listdir("/proc/self/fd"):
            try:
                seen.append(os.readlink("/proc/self/fd/" + each).startswith(str(room)))
            except OSError:
                pass

    mexbase.solve("mens-morris:men=4", tmp_path / "t.mxb", memory="3400K", threads=1, scratch=room, progress=look)
    assert any(seen)
    assert (tmp_path / "t.mxb").read_bytes() == (tmp_path / "whole.mxb").read_bytes()


def test_what_progress_raises_stops_the_job_and_leaves_no_file(tmp_path):
    def stop(*_):
        raise LookupError("enough")

    path = tmp_path / "t.mxb"
    path.write_bytes(b"older")
    with pytest.raises(LookupError, match="enough"):
        mexbase.solve("square-but-one:max=3000000", path, progress=stop)
    assert path.read_bytes() == b"older" and list(tmp_path.iterdir()) == [path]
    # So short that the first report is the last: it is heard before the file is put in its place.
    with pytest.raises(LookupError, match="enough"):
        mexbase.solve("nim:piles=2,max=3", path, progress=stop)
    with pytest.raises(LookupError, match="enough"):
        mexbase.solve_rules(9, lambda heap: range(max(heap - 3, 0), heap), path, progress=stop)
    assert path.read_bytes() == b"older" and list(tmp_path.iterdir()) == [path]


def test_a_bound_of_no_positions_is_refused(tmp_path):
    with pytest.raises(mexbase.errors.BadUsage, match="bound must be a number in 1"):
        mexbase.solve_rules(9, range, tmp_path / "t.mxb", bound=0)
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_no_unicode_is_no_text_of_a_position(tmp_path):
    with pytest.raises(mexbase.errors.BadFile, match="not valid Unicode"):
        mexbase.solve_rules(3, range, tmp_path / "t.mxb", text=lambda heap: "\ud800" + str(heap))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("spec", ["square-but-one:max=30000000", "snort:board=grid-4x5", "mens-morris:men=6"])
def test_control_c_stops_the_job_and_leaves_no_file(tmp_path, spec):
    program = (
        "import mexbase, signal, sys\n"
        # Who starts the tests in the background may have Ctrl-C ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "try:\n"
        f"    mexbase.solve({spec!r}, sys.argv[1], progress=lambda *where: print('.', flush=True))\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(77)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, tmp_path / "t.mxb"], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 77
    assert list(tmp_path.iterdir()) == []


class Screen(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


def test_a_line_of_progress_is_drawn_over_itself_and_left():
    screen, log = Screen(True), Screen(False)
    for stream in (screen, log):
        line = ProgressLine(stream)
        line("solving", 0, 0)
        time.sleep(0.21)
        line("solving: slice 6-6, ply 2", 500_000, 1_000_000)
        line("writing", 1, 2)
        line.close()
    assert "solving: slice 6-6, ply 2; 500,000 of 1,000,000 positions (50%)" in screen.getvalue() and " s left" in screen.getvalue()
    assert screen.getvalue().endswith("\r") and "\n" not in screen.getvalue()
    assert log.getvalue() == "mexbase: solving\nmexbase: writing\n"


def test_other_threads_run_meanwhile(tmp_path):
    counted = 0
    running = True

    def count():
        nonlocal counted
        while running:
            counted += 1
            time.sleep(0)

    other = threading.Thread(target=count)
    other.start()
    mexbase.solve("square-but-one:max=200000", tmp_path / "t.mxb")
    running = False
    other.join()
    assert counted > 10


def heap(size):
    return range(max(size - 3, 0), size)


def test_rules_in_python_make_an_ordinary_table(tmp_path, mexquery):
    table = mexbase.solve_rules(21, heap, tmp_path / "t.mxb", name="twenty-one")
    assert str(table["21"]) == "win 11" and str(table["20"]) == "loss 10" and table.spec.startswith("program:name=twenty-one")
    assert [move.position for move in table.best("21")] == ["20", "18", "19"]
    mexgen = os.path.join(os.path.dirname(mexquery), "mexgen")
    subprocess.run([mexgen, "verify", tmp_path / "t.mxb", "--quiet"], check=True)
    nimbers = mexbase.solve_rules(21, heap, tmp_path / "n.mxb", value="nimber")
    assert [int(nimbers[str(n)]) for n in range(22)] == [n % 4 for n in range(22)]
    misere = mexbase.solve_rules(lambda: [5, 6], heap, tmp_path / "m.mxb", play="misere")
    assert misere["5"].outcome == "loss" and misere["6"].outcome == "win"


def lines(board):
    rows = [board[i:i + 3] for i in (0, 3, 6)]
    return rows + [board[i::3] for i in range(3)] + [board[::4], board[2:7:2]]


def tic_tac_toe(position):
    mover, board = position
    other = "O" if mover == "X" else "X"
    return [(other, board[:i] + (mover,) + board[i + 1:]) for i in range(9) if board[i] == "."]


def stopped(position):
    mover, board = position
    other = "O" if mover == "X" else "X"
    if (other,) * 3 in lines(board):
        return "loss"
    return None if "." in board else "tie"


def written(position):
    mover, board = position
    return f"{mover}:" + "/".join("".join(board[i:i + 3]) for i in (0, 3, 6))


def test_tic_tac_toe_in_python_is_that_of_the_program(tmp_path, mexquery):
    start = ("X", (".",) * 9)
    made = mexbase.solve_rules(
        start, tic_tac_toe, tmp_path / "p.mxb", terminal=stopped, text=written, name="tic-tac-toe", arcs=False,
        board=True)
    mexgen = os.path.join(os.path.dirname(mexquery), "mexgen")
    subprocess.run(
        [mexgen, "program:name=tic-tac-toe", "--command", f"/usr/bin/python3 {SOURCE}/data/programs/tic_tac_toe.py",
         "-o", tmp_path / "c.mxb", "--quiet"], check=True)
    assert (tmp_path / "p.mxb").read_bytes() == (tmp_path / "c.mxb").read_bytes()
    # Without its moves it asks the rules: these, or the same opened later.
    best = made.best("X:XX./OO./...")
    assert best[0].position == "O:XXX/OO./..." and str(best[0].value) == "loss 0"
    assert best[0].name == "c3"
    assert made.line("X:.../.../...").end == "finished"
    plain = mexbase.open(tmp_path / "p.mxb")
    assert plain["X:XX./OO./..."] == made["X:XX./OO./..."]
    with pytest.raises(errors.NotApplicable):
        plain.best("X:XX./OO./...")

    def read(text):
        return text[0], tuple(text[2:].replace("/", ""))

    rules = mexbase.Rules(start, tic_tac_toe, terminal=stopped, text=written, parse=read)
    assert mexbase.open(tmp_path / "p.mxb", rules=rules).best("X:XX./OO./...") == best


def test_partizan_rules_have_canonical_forms(tmp_path):
    def shove(row, player):
        """Shove: a piece goes left, with all that stands left of it."""
        for k, piece in enumerate(row):
            if piece == ("L" if player == "left" else "R"):
                yield row[1:k + 1] + "." + row[k + 1:] if row[0] == "." else (row[1:k + 1] + "." + row[k + 1:])

    table = mexbase.solve_rules("LR.L", shove, tmp_path / "t.mxb", partizan=True, value="canonical", text=lambda row: row)
    assert isinstance(table["LR.L"], mexbase.Canonical)
    outcomes = mexbase.solve_rules("LR.L", shove, tmp_path / "o.mxb", partizan=True)
    assert outcomes["LR.L"].outcome_class == table["LR.L"].outcome_class


def test_rules_that_take_more_than_their_memory_go_to_scratch_files(tmp_path):
    def tree(node):
        return [below for below in (2 * node, 2 * node + 1) if below <= 5000]

    def text(node):
        return str(node).zfill(600)

    mexbase.solve_rules(1, tree, tmp_path / "whole.mxb", text=text)
    room = tmp_path / "room"
    room.mkdir()
    small = {"memory": "5600K", "text": text}
    with pytest.raises(MemoryError):
        mexbase.solve_rules(1, tree, tmp_path / "t.mxb", **small)
    with pytest.raises(MemoryError, match="parse="):
        mexbase.solve_rules(1, tree, tmp_path / "t.mxb", scratch=room, **small)
    with pytest.raises(ValueError, match="which has another text"):
        mexbase.solve_rules(1, tree, tmp_path / "t.mxb", scratch=room, parse=lambda text: int(text) + 1, **small)
    mexbase.solve_rules(1, tree, tmp_path / "t.mxb", scratch=room, parse=int, **small)
    assert (tmp_path / "t.mxb").read_bytes() == (tmp_path / "whole.mxb").read_bytes()
    assert list(room.iterdir()) == []


def test_what_the_rules_raise_comes_out_and_leaves_no_file(tmp_path):
    def wrong(position):
        raise ZeroDivisionError(position)

    with pytest.raises(ZeroDivisionError):
        mexbase.solve_rules(3, wrong, tmp_path / "t.mxb")
    for options, keywords in (
        (heap, {"text": lambda p: "a b"}), (heap, {"text": lambda p: "same"}), (heap, {"text": lambda p: ""}),
        (heap, {"text": lambda p: 5}), (heap, {"terminal": lambda p: "won"}), (lambda p: 5, {}),
        (lambda p: [[1]], {}), (lambda p: None, {}), (heap, {"name": "a name"}), (heap, {"positions": 2}),
    ):
        with pytest.raises((ValueError, TypeError, MemoryError)):
            mexbase.solve_rules(3, options, tmp_path / "t.mxb", **keywords)
    with pytest.raises(ValueError):
        mexbase.solve_rules(lambda: [], heap, tmp_path / "t.mxb")
    assert list(tmp_path.iterdir()) == []

    calls = 0

    def later(position):
        nonlocal calls
        calls += 1
        if calls > 30:
            raise ZeroDivisionError
        return heap(position)

    table = mexbase.solve_rules(21, later, tmp_path / "t.mxb", arcs=False)
    with pytest.raises(ZeroDivisionError):
        for _ in range(20):
            table.line("21")


def test_verifies_tables(tables, tmp_path):
    path = tables("fair-shares:n=12")
    told = []
    with mexbase.open(path) as table:
        assert mexbase.verify(table, threads=1, progress=lambda *where: told.append(where)) == len(table)
    assert mexbase.verify(path, memory="1G") == mexbase.verify(os.fsencode(path))
    assert mexbase.verify(mexbase.solve_rules(5, lambda heap: range(heap), tmp_path / "heap.mxb")) == 6
    misere, normal = tables("subtraction:set=1-2,max=9", play="misere"), tables("subtraction:set=1-2,max=9")
    assert mexbase.verify(misere) == mexbase.verify(normal) == 10
    other = tmp_path / "other.mxb"
    mexbase.solve_rules(5, lambda heap: range(max(heap - 2, 0), heap), other, arcs=False)
    with pytest.raises(TypeError):
        mexbase.verify(other)
    with pytest.raises(FileNotFoundError):
        mexbase.verify("nowhere.mxb")
    with pytest.raises(ValueError):
        mexbase.verify(path, threads=0)


def test_a_mistyped_option_is_told_what_may_have_been_meant(tmp_path):
    for options, meant in (
        ({"value": "nimbers"}, "nimber"), ({"play": "misère"}, "misere"), ({"codec": "ztsd"}, "zstd"),
    ):
        with pytest.raises(errors.BadUsage, match=f"did you mean {meant}"):
            mexbase.solve("nim:piles=2,max=3", tmp_path / "nim.mxb", **options)


def test_more_positions_than_were_allowed_are_no_want_of_memory(tmp_path):
    with pytest.raises(errors.BadUsage, match="more than 10 positions: raise positions="):
        mexbase.solve_rules(30, lambda heap: range(heap), tmp_path / "heap.mxb", positions=10)
    assert not (tmp_path / "heap.mxb").exists()


def test_a_table_without_its_moves_says_who_has_them(tmp_path):
    path = tmp_path / "heap.mxb"
    mexbase.solve_rules(9, lambda heap: range(heap), path, arcs=False)
    with mexbase.open(path) as table:
        with pytest.raises(errors.NotApplicable, match=r"mexbase\.open\(path, rules=mexbase\.Rules"):
            table.best("9")
        with pytest.raises(errors.NotApplicable, match="arcs=False"):
            mexbase.verify(table)
    rules = mexbase.Rules(9, lambda heap: range(heap), parse=int)
    with mexbase.open(path, rules=rules) as table:
        assert table.best("9")[0].position == "0"
        with pytest.raises(errors.NotApplicable, match="arcs=False"):
            mexbase.verify(table)


@dataclasses.dataclass(frozen=True)
class Piles:
    left: int
    right: int


def piles_after(piles):
    return [Piles(n, piles.right) for n in range(piles.left)] + [Piles(piles.left, n) for n in range(piles.right)]


def pairs_after(pair):
    return [(n, pair[1]) for n in range(pair[0])] + [(pair[0], n) for n in range(pair[1])]


@pytest.mark.parametrize("start, options, make, keywords", [
    ((2, 3), pairs_after, lambda a, b: (a, b), {}), ((2, 3), pairs_after, lambda a, b: (a, b), {"arcs": False}),
    (Piles(2, 3), piles_after, Piles, {}),
    (Piles(2, 3), piles_after, Piles, {"text": lambda piles: f"{piles.left}-{piles.right}"}),
])
def test_positions_are_looked_up_by_the_objects(tmp_path, start, options, make, keywords):
    table = mexbase.solve_rules(start, options, tmp_path / "t.mxb", value="nimber", **keywords)
    assert all(int(table[make(a, b)]) == a ^ b for a in range(3) for b in range(4))
    one = make(1, 3)
    assert table.text_of(table.index_of(one)) == table.position(one).text and one in table and make(5, 5) not in table
    assert table.probe(one) == table[one] and mexbase.sum([(table, one)]).value == "win"
    assert table.best(one)[0].position == table.position(make(1, 1)).text and len(table.best(one)) == 4
    assert table.at_many([one, make(0, 0), table.index_of(one)])["nimber"].tolist() == [2, 0, 2]
    assert table.at_many([one]).shape == (1,) and table.outcomes_many({one}).tolist() == [1]
    with pytest.raises(errors.BadPosition):
        table[make(5, 5)]
    if not keywords:  # texts of the standard form need no rules
        for again in (mexbase.open(tmp_path / "t.mxb"), pickle.loads(pickle.dumps(table))):
            assert again[one] == table[one] and again.at_many([one])["nimber"].tolist() == [2]
    rules = mexbase.Rules(start, options, text=keywords.get("text"), parse=lambda text: one)
    assert mexbase.open(tmp_path / "t.mxb", rules=rules)[one] == table[one]


def test_a_rule_that_gives_a_string_is_asked_whether_a_list_was_meant(tmp_path):
    path = tmp_path / "t.mxb"
    for options, position in ((lambda row: row[1:], "'abc'"), (lambda row: 7, "'abc'")):
        with pytest.raises(errors.BadFile, match=rf"for the position {position}.*did you mean the list \['?(bc|7)'?\]\?"):
            mexbase.solve_rules("abc", options, path)
    with pytest.raises(errors.BadFile, match="options returned None .*expected a list"):
        mexbase.solve_rules("abc", lambda row: None, path)
    with pytest.raises(errors.BadFile, match=r"start returned 'abc'.*did you mean the list \['abc'\]\?"):
        mexbase.solve_rules(lambda: "abc", lambda row: [], path)
    assert list(tmp_path.iterdir()) == []
    # The same from rules that supply the moves of an open table.
    mexbase.solve_rules("abc", lambda row: [row[1:]] if row[1:] else [], path, arcs=False)
    table = mexbase.open(path, rules=mexbase.Rules("abc", lambda row: row[1:], parse=str))
    with pytest.raises(errors.BadFile, match="did you mean the list"):
        table.best("abc")

    def broken(row):  # an error of the rules themselves comes out unchanged
        yield row[1:]
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        mexbase.solve_rules("abc", broken, path)


def without_one(names):
    return [names - {name} for name in names]


def orders(names):
    """Returns equal frozensets, whose elements come in different orders if their hashes collide."""
    return [frozenset(order) for order in itertools.permutations(names)]


def test_equal_sets_are_found_and_have_one_text(tmp_path):
    numbers = (8, 16, 24, 1)
    table = mexbase.solve_rules(frozenset(numbers), without_one, tmp_path / "t.mxb", value="nimber")
    assert len({str(each) for each in orders(numbers)}) > 1
    for count in range(len(numbers) + 1):
        for some in itertools.combinations(numbers, count):
            assert {table[each] for each in orders(some)} == {count % 2}
    assert table.position(frozenset(numbers)).text == "frozenset({1,8,16,24})"
    again = mexbase.solve_rules(frozenset(reversed(numbers)), without_one, tmp_path / "again.mxb", value="nimber")
    assert again.spec == table.spec and (tmp_path / "again.mxb").read_bytes() == (tmp_path / "t.mxb").read_bytes()

    # Sets of texts have another order in another process, also in a tuple.
    def nested(position):
        return [(1 - position[0], names) for names in without_one(position[1])]

    mexbase.solve_rules((1, frozenset("abcde")), nested, tmp_path / "n.mxb", value="nimber")
    program = (
        "import mexbase, sys\n"
        "table = mexbase.open(sys.argv[1])\n"
        "print(table[(1, frozenset('edcba'))], table[0, frozenset('cdab')], table[(0, frozenset())])\n"
    )
    for seed in "123":
        done = subprocess.run([sys.executable, "-c", program, tmp_path / "n.mxb"], capture_output=True, text=True,
                              check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        assert done.stdout.split() == ["*", "0", "0"]


@dataclasses.dataclass(frozen=True)
class Bag:
    names: frozenset


def test_the_table_of_solve_rules_finds_positions_by_equality(tmp_path):
    def drop_largest(bag):
        return [Bag(bag.names - {max(bag.names)})] if bag.names else []

    table = mexbase.solve_rules(Bag(frozenset((8, 16, 24))), drop_largest, tmp_path / "t.mxb")
    equal = [Bag(each) for each in orders((8, 16, 24))]
    assert len({str(bag) for bag in equal}) > 1 and {str(table[bag]) for bag in equal} == {"win 3"}
    assert all(bag in table and table.object_of(bag) == bag for bag in equal) and Bag(frozenset((8, 24))) not in table
    assert table.at_many(equal)["remoteness"].tolist() == [3] * 6 and mexbase.verify(table) == 4

    table = mexbase.solve_rules((True, 1), lambda pair: [(0, 0)] if pair[1] else [], tmp_path / "b.mxb")
    assert table[(1, 1)] == table[(True, True)] == table["(True,1)"] and table.object_of((1, 1)) == (True, 1)
    with pytest.raises(errors.BadPosition, match=r"\(1, 0\) is not a position of the game"):
        table[(1, 0)]
    with pytest.raises(TypeError, match=r"the position \[1, 1\] is not hashable"):
        table[[1, 1]]

    # Of positions that are strings, the object is found before the text.
    table = mexbase.solve_rules("ab", lambda row: [row[1:]] if row[1:] else [], tmp_path / "s.mxb",
                                text=lambda row: {"ab": "b", "b": "c"}[row])
    assert table.index_of("ab") != table.index_of("b") == table.index_of("c")


def test_a_text_that_is_not_a_function_of_the_value_is_refused(tmp_path):
    def shuffled(bag):
        return [Bag(each) for name in bag.names for each in orders(bag.names - {name})]

    start, path = Bag(frozenset((8, 16, 24))), tmp_path / "t.mxb"
    with pytest.raises(errors.BadFile, match=r"the equal positions Bag\(.*have different texts.*pass text="):
        mexbase.solve_rules(start, shuffled, path)

    class Plain:
        def __init__(self, n):
            self.n = n

    for position in (Plain(1), (2, Plain(1))):
        with pytest.raises(errors.BadUsage, match=r"Plain object at 0x.*contains a memory address.*pass text="):
            mexbase.solve_rules(position, lambda position: [], path)
    assert list(tmp_path.iterdir()) == []
    table = mexbase.solve_rules(start, shuffled, path, text=lambda bag: "+".join(map(str, sorted(bag.names))) or "-")
    assert {str(table[Bag(each)]) for each in orders((8, 16, 24))} == {"win 3"}
    plain = Plain(1)
    table = mexbase.solve_rules(plain, lambda position: [], path, text=lambda position: str(position.n))
    assert table[plain] == table["1"] and Plain(1) not in table


def test_positions_that_are_numbers_are_not_indices(tmp_path):
    table = mexbase.solve_rules(21, heap, tmp_path / "t.mxb")
    assert [table[n] for n in range(22)] == [table[str(n)] for n in range(22)] and table.index_of(21) != 21
    assert table["#3"] == table.at(3) == table[table.object_of("#3")]
    assert table.best(21) == table.best("21") and table.line(21) == table.line("21") and table.position(21).text == "21"
    nimbers = mexbase.solve_rules(9, heap, tmp_path / "n.mxb", value="nimber")
    assert table.probe(21) == table[21] and nimbers[9] == 1 and mexbase.sum([(nimbers, 9), (nimbers, 5)]).value == "loss"
    assert 21 in table and 22 not in table and -1 not in table
    for wrong in (22, -1):
        with pytest.raises(errors.BadPosition, match='is not a position of the game: write "#N" for index N'):
            table[wrong]
    remotenesses = [table[n].remoteness for n in range(22)]
    for positions in (range(22), list(range(22)), np.arange(22), [str(n) for n in range(22)]):
        assert table.at_many(positions)["remoteness"].tolist() == remotenesses
        assert table.outcomes_many(positions).tolist() == [int(n % 4 != 0) for n in range(22)]
    assert table.at_many(np.arange(22).reshape(2, 11)).shape == (2, 11)
    assert table[:]["remoteness"].tolist() == [row.value.remoteness for row in table]
    for again in (pickle.loads(pickle.dumps(table)), pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(table))))):
        assert again[21] == table[21] and again["#3"] == table["#3"] and again.at_many([21])["remoteness"].tolist() == [11]
    assert mexbase.open(tmp_path / "t.mxb")[21] == table.at(21)
    # Numbers that are equal to an int, and rules that are called again.
    halves = mexbase.solve_rules(2.0, lambda n: [n - 0.5] if n else [], tmp_path / "h.mxb", arcs=False)
    assert str(halves[2]) == str(halves["2.0"]) == "loss 4"
    assert halves.best(2)[0].position == "1.5" and 3 not in halves


def test_objects_come_back(tmp_path):
    path = tmp_path / "t.mxb"
    table = mexbase.solve_rules((2, 3), pairs_after, path)
    pairs = {(a, b) for a in range(3) for b in range(4)}
    assert {table.object_of(row.position) for row in table} == {table.object_of(row.index) for row in table} == pairs
    assert all(table.object_of(pair) == pair for pair in pairs) and table.object_of("start") == (2, 3)
    position, played = (2, 3), [(2, 3)]
    while moves := table.best(position):
        position = table.object_of(moves[0].position)
        played.append(position)
    assert played == [table.object_of(move.position) for move in table.line((2, 3)).moves] and position == (0, 0)
    assert all(table[table.object_of(found.position)] == found.value for found in table.find("win").positions)
    with pytest.raises(errors.BadPosition):
        table.object_of("(9,9)")
    with pytest.raises(errors.NotApplicable, match="the table that solve_rules returns"):
        mexbase.open(path).object_of(0)
    rules = mexbase.Rules((2, 3), pairs_after, parse=lambda text: tuple(map(int, text[1:-1].split(","))))
    assert mexbase.open(path, rules=rules).object_of("start") == (2, 3)
    table.close()
    for call in (table.object_of, table.best, table.index_of, lambda pair: table.at_many([pair]), table.probe):
        with pytest.raises(errors.Closed):
            call((2, 3))


@pytest.mark.parametrize("wrong", [[1], (2, [1])])
def test_a_position_without_a_hash_is_named(tmp_path, wrong):
    for start, options in ((wrong, range), (3, lambda heap: [wrong])):
        with pytest.raises(TypeError) as raised:
            mexbase.solve_rules(start, options, tmp_path / "t.mxb")
        assert str(raised.value) == f"the position {wrong!r} is not hashable: positions must be hashable, such as tuples"
        assert "unhashable" in str(raised.value.__cause__)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_name_is_told_a_right_one(tmp_path):
    with pytest.raises(errors.BadSpec, match="letters, digits and -, not \"my_game\"; did you mean my-game"):
        mexbase.solve_rules(3, range, tmp_path / "t.mxb", name="my_game")
