# SPDX-License-Identifier: MIT
"""The program that mypy checks also runs."""
import typed_use


def test_runs(tmp_path, tables):
    import mexbase

    with typed_use.solve(str(tmp_path / "t.mxb")) as table:
        assert typed_use.look(table).startswith("<svg")
        assert len(typed_use.hardest(table)) == 3 and typed_use.longest(table) == 9 and len(typed_use.moves(table, "start")) == 9
    assert typed_use.add(mexbase.open(tables("octal:code=kayles,max=50"))) is not None
    assert str(typed_use.pair(str(tmp_path / "pair.mxb"))) == "win 1"
    assert str(typed_use.weigh("^")) == "2"
