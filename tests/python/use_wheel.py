# SPDX-License-Identifier: MIT
"""Uses the package as its wheel installs it, without numpy. run.sh starts it."""
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import tempfile

import mexbase

assert importlib.util.find_spec("numpy") is None
about = importlib.metadata.metadata("mexbase")
assert about["Version"] == mexbase.__version__ and about["License"] == "MIT" and about["Requires-Python"] == ">=3.9"
assert all("extra ==" in each for each in about.get_all("Requires-Dist"))
files = {str(each) for each in importlib.metadata.files("mexbase")}
assert {"mexbase/py.typed", "mexbase/_core.pyi"} <= files and any(each.endswith("THIRD-PARTY-NOTICES") for each in files)

# The extension takes Boost from the wheel, and exports one function.
core = mexbase._core.__file__
found = subprocess.run(["ldd", core], check=True, capture_output=True, text=True).stdout
assert all(os.path.dirname(core) in line for line in found.splitlines() if "boost" in line), found
assert not any(name in found for name in ("program_options", "libfmt", "not found")), found
names = subprocess.run(["nm", "-D", "--defined-only", core], check=True, capture_output=True, text=True).stdout
assert [line.split()[-1] for line in names.splitlines()] == ["PyInit__core"], names

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    assert mexbase.solve("fair-shares:n=12", "shares.mxb").info["positions"] == 77
    with mexbase.open("shares.mxb") as table:
        assert table.best("4+4+4")._repr_html_() and table._repr_html_() and table.position("start").svg()
        for call in (lambda: table.at_many(["4+4+4"]), lambda: table[:], lambda: table.dtype, table.to_pandas):
            try:
                call()
            except mexbase.errors.MissingModule as error:
                assert str(error) == "this call needs numpy, which is not installed: pip install 'numpy<2'"
            else:
                sys.exit("arrays work without numpy")
    pairs = mexbase.solve_rules((2, 3), lambda p: [(n, p[1]) for n in range(p[0])] + [(p[0], n) for n in range(p[1])], "p.mxb")
    assert pairs[(2, 2)].outcome == "loss" and mexbase.value("^ + ^").atomic_weight == mexbase.value("2")
