#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy on lib, query and gen with the checks of .clang-tidy: tidy.sh BUILD_DIR JOBS [FILE...]. About ten
# minutes without FILEs.
set -euo pipefail
build=$1
jobs=$2
shift 2
cd "$(dirname "$0")/.."
# Nothing is built: clang reads each file separately and cannot use g++'s precompiled headers.
cmake --preset dev -B "$build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DMEXBASE_TESTS=OFF \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
[ $# -gt 0 ] || mapfile -t files < <(git ls-files 'lib/*.cpp' 'query/*.cpp' 'gen/*.cpp')
printf '%s\0' "${@:-${files[@]}}" | xargs -0 -P "$jobs" -n 1 clang-tidy-16 -p "$build" --quiet 2> >(grep -vE '^[0-9]+ warnings generated' >&2)
