#!/usr/bin/env bash
# The main job on real games: solve, verify, probe, best moves, a line of best play; and sums of games. demo.sh BIN_DIR
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

# values TABLE SPEC KIND POSITION...: makes and verifies a table of values in sums, and probes the positions.
values() {
    local table=$1.mxb spec=$2 kind=$3
    shift 3
    show mexgen "$spec" --value "$kind" -o "$table"
    show mexgen verify "$table"
    show mexquery probe "$table" "$@"
}

say "Kayles: nimbers, with a proven period, so that a heap of 10^30 has a value too"
values kayles octal:code=kayles,max=100000 nimber 5 10 5+3 1000000000000000000000000000000
show mexquery sum kayles.mxb 5+3 kayles.mxb 12

say "Nim's Island again, as a sum: Nim on p13, Kim on p6 and Tim on p4 are all to be brought home"
values island-nimbers "graph:file=$data/nims-island.dot" nimber p13 p6 p4 p12 p10
show mexquery sum island-nimbers.mxb p13 island-nimbers.mxb p6 island-nimbers.mxb p4
show mexquery sum kayles.mxb 10 island-nimbers.mxb p12

say "Obliged knights: a knight once moved must be moved to the end. Values: normal and misere play"
values knights knight:size=11 obliged 3,4 5,3 4,9 6,4
show mexquery sum --obliged knights.mxb 3,4 knights.mxb 5,3 knights.mxb 4,9 knights.mxb 6,4

say "GO-CUT on a path of twelve: NoGo, and when it is over Cutthroat on what is left"
values go-cut go-cut:board=path-12 nimber start B........... BW-WB-------
show mexgen value go-cut:board=path-12 start

say "Col on a grid, either player with either colour: the empty board, and what its neighbours leave of each cell"
values col col:board=grid-3x5,play=impartial nimber start B..../..W../..... Bwo.o/...../.....

say "Cutthroat on a star of two leaves, centre first: canonical forms. Left cuts black vertices, Right white ones"
values cutthroat cutthroat:board=star-2 canonical BWW BBW BBB
show mexquery probe cutthroat.mxb --json BWW

say "Domineering and Toppling Dominoes: who wins a sum of both, and by which move"
values rooms domineering:board=grid-3x3 canonical start '.../.../.##'
values rows toppling-dominoes:max=6 canonical BWWW WBBG
show mexquery sum rooms.mxb '.../.../.##' rows.mxb WBBG
show mexquery value '{2|-1/2}' '{0,{1|0}|0}' '^^*+*2'

say "A graph whose arcs belong to one player or to both, with cycles: nine outcomes"
show mexgen "graph:file=$data/tidewater.dot" -o tidewater.mxb
show mexgen verify tidewater.mxb
show mexquery dump tidewater.mxb --csv
