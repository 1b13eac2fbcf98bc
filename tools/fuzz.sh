#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs every fuzzer in a build folder, two at a time, for SECONDS in total: fuzz.sh BUILD_DIR SECONDS
set -euo pipefail
build=$1
seconds=$2
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run() {
    local fuzzer=$1 name corpus
    name=$(basename "$fuzzer")
    corpus=$work/$name
    mkdir -p "$corpus"
    # Earlier findings, and real boards.
    cp "$here/tests/fuzz/findings/$name"/* "$corpus"
    [ "$name" != board_fuzz ] || cp "$here"/data/boards/* "$corpus"
    if "$fuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$build/" -print_final_stats=1 \
        "$corpus" >"$work/$name.log" 2>&1; then
        echo "$name: $(grep -o 'stat::number_of_executed_units: *[0-9]*' "$work/$name.log" | grep -o '[0-9]*$') inputs, no finding"
    else
        echo "$name: found something; keep the file, once what it found is mended, in tests/fuzz/findings/$name"
        tail -n 60 "$work/$name.log"
        return 1
    fi
}
export -f run
fuzzers=$(find "$build" -maxdepth 4 -type f -name '*_fuzz' -perm -u+x | sort)
[ -n "$fuzzers" ] || { echo "no fuzzer in $build" >&2; exit 1; }
# Each fuzzer gets an equal share.
seconds=$((seconds / ((($(wc -l <<< "$fuzzers") + 1) / 2))))
[ "$seconds" -gt 0 ] || { echo "too few seconds for all fuzzers" >&2; exit 1; }  # 0 would never end
export build seconds here work
echo "$fuzzers" | xargs -P 2 -I{} bash -c 'run {}'
