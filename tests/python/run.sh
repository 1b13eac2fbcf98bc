#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python package, installed into a virtual environment of its own and used from there: run.sh BUILD_DIR [JOBS]
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/tools/python.sh" "$build" "$work/venv" "${2:-1}"
cd "$work"
MEXBASE_BIN=$build/bin "$work/venv/bin/python" -m pytest -q -p no:cacheprovider --rootdir "$here/tests/python" "$here/tests/python"
installed=$("$work/venv/bin/python" -c 'import mexbase, os; print(os.path.dirname(mexbase.__file__))')
# The wheel, installed by pip alone into an environment that has nothing else.
"$here/tools/wheel.sh" "$build" "$work/wheel" "${2:-1}"
/usr/bin/python3 -m venv "$work/bare"
"$work/bare/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$work"/wheel/*.whl
"$work/bare/bin/python" "$here/tests/python/use_wheel.py"
# The stub of the extension names what the extension has, and with the same signatures.
"$work/venv/bin/python" -m mypy.stubtest --concise mexbase._core
"$work/venv/bin/python" -m mypy --cache-dir "$work/mypy" --strict "$installed" "$here/tests/python/typed_use.py"
