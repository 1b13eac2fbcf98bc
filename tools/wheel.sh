#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a wheel of the Python package: wheel.sh BUILD_DIR WHEEL_DIR [JOBS]. Uses the libraries of the build folder and
# downloads nothing.
set -eu
case "${1:-}" in
    -h|--help) echo "usage: wheel.sh BUILD_DIR WHEEL_DIR [JOBS]"; echo "Makes a wheel of the Python package in WHEEL_DIR."; exit ;;
    ''|-*) echo "usage: wheel.sh BUILD_DIR WHEEL_DIR [JOBS]" >&2; exit 2 ;;
esac
build=$(cd "$1" && pwd)
mkdir -p "$2"
wheels=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$here"/build/lib.* "$here"/build/bdist.*  # setuptools would pack files that the package no longer has
cd "$here"
# The function that pip calls.
MEXBASE_BUILD=$build MEXBASE_JOBS=${3:-1} /usr/bin/python3 -c "from setuptools import build_meta; build_meta.build_wheel('$work')" \
    >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
wheel=$(basename "$work"/*.whl)
mv "$work/$wheel" "$wheels"
echo "$wheel is in $2: pip install $2/$wheel"
