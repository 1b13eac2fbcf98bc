#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Python package into a virtual environment: python.sh BUILD_DIR VENV_DIR [JOBS]. Uses the libraries of the
# build folder and downloads nothing.
set -eu
case "${1:-}" in
    -h|--help) echo "usage: python.sh BUILD_DIR VENV_DIR [JOBS]"; echo "Installs the Python package into the virtual environment VENV_DIR."; exit ;;
    ''|-*) echo "usage: python.sh BUILD_DIR VENV_DIR [JOBS]" >&2; exit 2 ;;
esac
build=$(cd "$1" && pwd)
venv=$2
here=$(dirname "$0")/..
/usr/bin/python3 -m venv --system-site-packages "$venv"
MEXBASE_BUILD=$build MEXBASE_JOBS=${3:-1} "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index \
    --no-deps --no-build-isolation --force-reinstall "$here"
echo "mexbase $("$venv/bin/python" -c 'import mexbase; print(mexbase.__version__)') is installed: $venv/bin/python"
