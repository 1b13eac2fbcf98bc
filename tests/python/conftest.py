# SPDX-License-Identifier: MIT
"""What the tests of the Python package share: the repository's tables, and some that are made."""
import os
import shutil
from pathlib import Path

import pytest

import mexbase

SOURCE = Path(__file__).resolve().parents[2]
GOLDEN = sorted((SOURCE / "data" / "golden").glob("*.mxb"))
FROZEN = sorted((SOURCE / "data" / "frozen").glob("*.mxb"))


class Reader:
    """A reader of bytes that counts its calls, and acts before it answers if it has `act`, once."""

    def __init__(self, data):
        self.data, self.asked, self.act = data, 0, None

    @property
    def size(self):
        return len(self.data)

    def read_at(self, offset, length):
        self.asked += 1
        act, self.act = self.act, None
        if act is not None:
            act()
        return self.data[offset:offset + length]


@pytest.fixture(scope="session")
def tables(tmp_path_factory):
    """Makes a table of a spec, once."""
    folder = tmp_path_factory.mktemp("tables")
    made = {}

    def table(spec, **options):
        key = (spec, tuple(sorted(options.items())))
        if key not in made:
            made[key] = folder / f"{len(made)}.mxb"
            mexbase.solve(spec, made[key], **options)
        return made[key]

    return table


@pytest.fixture(scope="session")
def mexquery():
    """The program, to compare with."""
    named = os.environ.get("MEXBASE_BIN")
    program = Path(named) / "mexquery" if named else SOURCE / "build" / "release" / "bin" / "mexquery"
    if not program.exists():
        found = shutil.which("mexquery")
        if found is None:
            pytest.skip("no mexquery to compare with: set MEXBASE_BIN")
        program = Path(found)
    return str(program)
