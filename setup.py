# SPDX-License-Identifier: MIT
"""Builds the Python package with CMake: pip install --no-build-isolation .

MEXBASE_BUILD names a build folder that has been configured already, so that its libraries are not built again.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent
VERSION = ".".join(re.findall(r"#define MEXQUERY_VERSION_[A-Z]+ ([0-9]+)", (SOURCE / "query" / "version.h").read_text()))


class BuildWithCMake(build_ext):
    """Has CMake build the one extension there is."""

    def build_extension(self, ext: Extension) -> None:
        given = os.environ.get("MEXBASE_BUILD")
        build = Path(given).resolve() if given else SOURCE / "build" / "python"
        options = ["-DMEXBASE_PYTHON=ON", f"-DPython3_EXECUTABLE={os.path.realpath(sys.executable)}"]
        if not given:
            # The preset compiles several files together, which takes a quarter of the time.
            options += ["--preset", "release", "-DMEXBASE_TESTS=OFF"]
            if not shutil.which("ninja"):
                options += ["-G", "Unix Makefiles"]
        subprocess.run(["cmake", "-S", SOURCE, "-B", build, *options], check=True)
        jobs = os.environ.get("MEXBASE_JOBS", str(os.cpu_count() or 1))
        subprocess.run(["cmake", "--build", build, "--target", "mexbase_python", "-j", jobs], check=True)
        made = build / "python" / "mexbase"
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made / "_core.so", target)
        for library in made.glob("libboost_*.so*"):
            shutil.copy(library, target.parent)


setup(version=VERSION, ext_modules=[Extension("mexbase._core", [])], cmdclass={"build_ext": BuildWithCMake})
