#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs every benchmark program of a build and prints its table: bench.sh BUILD_DIR [benchmark options]
set -euo pipefail
bin=$1/bin
shift
for program in "$bin"/*_bench; do
    printf '\n== %s\n' "$(basename "$program")"
    "$program" --benchmark_counters_tabular=true "$@"
done
