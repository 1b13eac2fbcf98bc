#!/usr/bin/env bash
# The main job on real games: solve, verify, probe, best moves, a line of best play. demo.sh BIN_DIR
set -euo pipefail
bin=$(cd "$1" && pwd)
data=$(cd "$(dirname "$0")/../data/boards" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
show() { printf '$ %s\n' "$*" | sed "s#$data/##g"; PATH="$bin:$PATH" "$@"; }

# game TABLE SPEC POSITION...: makes and verifies a table, probes the positions, and plays on from the last one.
game() {
    local table=$1.mxb spec=$2
    shift 2
    show mexgen "$spec" -o "$table"
    show mexgen verify "$table"
    show mexquery probe "$table" "$@"
    show mexquery best "$table" "${!#}" | sed -n 1,6p
    show mexquery line "$table" "${!#}" | sed -n 1,12p
}

say "Square-But-One: take a square, or add one to an even heap. Lost: 0 and 5 only"
game square-but-one square-but-one:max=1000000 0 5 2 6 999999

say "Fair Shares and Varied Pairs on 50 almonds: divide a heap evenly, or join two unequal ones"
game fair-shares fair-shares:n=50 start 25+25 10+10+10+10+10 47+3

say "Nim's Island: a token on a map with cycles, so that some platforms draw"
game island "graph:file=$data/nims-island.dot" house p1 p10 p13

say "Snakes-and-Adders"
game snakes "snakes-and-adders:file=$data/snakes-and-adders.board" start 12 40 35

say "Put-or-Take-a-Square: play has no bound; what is reported is proven, the rest is unknown"
game put-or-take put-or-take-a-square:max=10000,bound=1000000 20 11 92
