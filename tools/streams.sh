#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares the writer's choice of codecs with zstd alone, for tables of every family: streams.sh BIN_DIR. Prints a line
# per stream: kind, codec, bits per index as written and with zstd. After each table prints the nanoseconds of a probe:
# undecoded median / 99th percentile and decoded median, as written and with zstd. bench/results/history.md has its
# output.
set -euo pipefail
bin=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

times() {
    "$bin/mexquery" bench "$1" |
        awk '/not decoded/ {undecoded = $(NF-1) " / " $NF} /block decoded/ {decoded = $(NF-1)} END {print undecoded ", " decoded}'
}

# Prints "KIND CODEC BITS" for each stream.
bits() {
    "$bin/mexquery" info --streams "$1" |
        sed -nE 's/^ +([a-z-]+) +(raw|palette|zstd|pairs) .*\(([0-9.]+) bits per index.*/\1 \2 \3/p'
}

while read -r spec options; do
    [ -n "$spec" ] || continue
    # shellcheck disable=SC2086
    "$bin/mexgen" "$spec" $options -o "$scratch/ours.mxb" --quiet
    # shellcheck disable=SC2086
    "$bin/mexgen" "$spec" $options --codec zstd -o "$scratch/zstd.mxb" --quiet
    printf '%s %s: %s bytes, with zstd %s\n' "$spec" "$options" "$(stat -c %s "$scratch/ours.mxb")" "$(stat -c %s "$scratch/zstd.mxb")"
    bits "$scratch/zstd.mxb" >"$scratch/zstd.bits"
    bits "$scratch/ours.mxb" | while read -r kind codec ours; do
        printf '  %-18s %-8s %8s bits, with zstd %s\n' "$kind" "$codec" "$ours" \
            "$(awk -v kind="$kind" '$1 == kind {print $3; found = 1} END {if (!found) print "(in other streams)"}' "$scratch/zstd.bits")"
    done
    printf '  a probe: %s, with zstd %s\n' "$(times "$scratch/ours.mxb")" "$(times "$scratch/zstd.mxb")"
done <<'TABLES'
nim:piles=3,max=200 --value outcome
nim:piles=3,max=150 --value nimber
subtraction:set=1-4-9,max=1000000
square:max=1000000
square-but-one:max=1000000
square-but-one:max=1000000 --value nimber
octal:code=kayles,max=1000000 --value nimber
octal:code=0.007,max=300000 --value nimber
grundy:max=300000 --value nimber
wythoff:max=1000 --value nimber
wythoff:max=1000 --value outcome
put-or-take-a-square:max=1000000
fair-shares:n=60
col:board=grid-3x6,play=impartial
col:board=grid-4x4 --value partizan-outcome
col:board=grid-4x4 --value canonical
snort:board=grid-4x4,play=impartial
nogo:board=grid-4x4,play=impartial
node-kayles:board=grid-4x5
cutthroat:board=path-13
domineering:board=grid-4x5 --value partizan-outcome
go-cut:board=path-15
sno-go:board=grid-3x4
TABLES
