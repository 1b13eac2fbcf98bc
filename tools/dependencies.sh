#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the missing Debian packages for a job: dependencies.sh build|test|bench|tidy|python|docs|amalgamation|ci. Needs root or
# sudo; without them it prints the command to run and fails.
set -eu

build="g++ make cmake ninja-build pkg-config libboost-dev libboost-program-options-dev
       libboost-serialization-dev libexpat1-dev zlib1g-dev libzstd-dev libfmt-dev nlohmann-json3-dev"
test="$build libgtest-dev libxxhash-dev python3"
python="python3-venv python3-setuptools python3-wheel pybind11-dev python3-dev python3-numpy"
usage="usage: dependencies.sh build|test|bench|tidy|python|docs|amalgamation|ci"
case "${1:-build}" in
    -h|--help) echo "$usage"; echo "Installs the missing Debian packages for a job (default build). Needs root or sudo."; exit ;;
    build) wanted=$build ;;
    test) wanted=$test ;;
    bench) wanted="$build libbenchmark-dev" ;;
    tidy) wanted="$build clang clang-tidy-16 git" ;;
    python) wanted="$build $python" ;;
    docs) wanted="cmake doxygen" ;;
    amalgamation) wanted="python3" ;;
    ci) wanted="$test $python python3-pandas python3-pytest mypy libbenchmark-dev libnauty2-dev libopenmpi-dev openmpi-bin clang lld libclang-rt-14-dev libc++-dev libc++abi-dev clang-format-16 git zsh fish" ;;
    *) echo "$usage" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "Not a Debian system: install these, under the names your system has for them, and build with cmake:" $wanted >&2
    command -v cmake >/dev/null 2>&1 && command -v ninja >/dev/null 2>&1 && exit 0
    exit 1
fi
missing=""
for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo true; then
    as_root="sudo"
else
    echo "Missing packages; as root, run: apt-get update && apt-get install -y --no-install-recommends$missing" >&2
    exit 1
fi
echo "Installing:$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
