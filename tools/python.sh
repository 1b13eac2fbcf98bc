#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Python package into a virtual environment: python.sh BUILD_DIR VENV_DIR [JOBS]. Uses the libraries of the
# build folder and downloads nothing.
set -eu
build=$(cd "$1" && pwd)
venv=$2
here=$(dirname "$0")/..
/usr/bin/python3 -m venv --system-site-packages "$venv"
MEXBASE_BUILD=$build MEXBASE_JOBS=${3:-1} "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index \
    --no-deps --no-build-isolation --force-reinstall "$here"
echo "mexbase $("$venv/bin/python" -c 'import mexbase; print(mexbase.__version__)') is installed: $venv/bin/python"
