#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Demonstrates tables of real games: solve, verify, probe, sums, lines of best play. demo.sh BIN_DIR
set -euo pipefail
bin=$(cd "$1" && pwd)
data=$(cd "$(dirname "$0")/../data/boards" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
# show COMMAND...: prints the command as typed in the repository's folder, and runs it.
show() {
    local line='$' word
    for word; do
        [[ $word =~ ^[a-zA-Z0-9_./:=,+-]+$ ]] || word="'$word'"
        line+=" ${word/$data/data/boards}"
    done
    printf '%s\n' "$line"
    PATH="$bin:$PATH" "$@"
}

# values TABLE SPEC KIND POSITION...: makes and verifies a table of values in sums, and probes the positions.
values() {
    local table=$1.mxb spec=$2 kind=$3
    shift 3
    show mexgen "$spec" --value "$kind" -o "$table"
    show mexgen verify "$table"
    show mexquery probe "$table" "$@"
}
# game TABLE SPEC POSITION...: makes and verifies a table of outcomes, probes the positions, and plays on from the last
# one.
game() {
    local table=$1.mxb spec=$2
    shift 2
    values "${table%.mxb}" "$spec" outcome "$@"
    show mexquery best "$table" "${!#}" | sed -n 1,6p
    show mexquery line "$table" "${!#}" | sed -n 1,14p
}

say "Kayles: nimbers with a proven period, so that a few hundred bytes know a row of 10^30 pins"
values kayles octal:code=kayles,max=100000 nimber 5 10 5+3 1000000000000000000000000000000
show mexquery sum kayles.mxb 5+3 kayles.mxb 12

say "Domineering and Toppling Dominoes: who wins a sum of both, and by which move"
values rooms domineering:board=grid-3x3 canonical start '.../.../.##'
values rows toppling-dominoes:max=6 canonical BWWW WBBG
show mexquery sum rooms.mxb '.../.../.##' rows.mxb WBBG
show mexquery value '{2|-1/2}' '{0,{1|0}|0}' '^^*+*2'

say "Snakes-and-Adders: play can go in circles, and from square 11 it is won in 13 plies all the same"
game snakes "snakes-and-adders:file=$data/snakes-and-adders.board" start 12 40 11

say "Nim's Island, as a sum: Nim on p13, Kim on p6 and Tim on p4 are all to be brought home. inf{..}: play need not end"
values island "graph:file=$data/nims-island.dot" nimber p13 p6 p4 p12 p10
show mexquery sum island.mxb p13 island.mxb p6 island.mxb p4
show mexquery sum kayles.mxb 10 island.mxb p12

say "Put-or-Take-a-Square: play has no bound; what is reported is proven, the rest is unknown"
game put-or-take put-or-take-a-square:max=10000,bound=1000000 20 11 92

say "Fair Shares and Varied Pairs on 50 almonds: divide a heap evenly, or join two unequal ones"
game fair-shares fair-shares:n=50 start 25+25 10+10+10+10+10 47+3

say "Obliged knights: a knight once moved must be moved to the end. Values: normal and misere play"
values knights knight:size=11 obliged 3,4 5,3 4,9 6,4
show mexquery sum --obliged knights.mxb 3,4 knights.mxb 5,3 knights.mxb 4,9 knights.mxb 6,4

say "Cutthroat on a star of two leaves, centre first: Left cuts black vertices, Right white ones"
values cutthroat cutthroat:board=star-2 canonical BWW BBW BBB

say "GO-CUT on a path of twelve: NoGo, and when it is over Cutthroat on what is left"
values go-cut go-cut:board=path-12 nimber start B........... BW-WB-------
show mexgen value go-cut:board=path-12 start

say "Col on a grid, either player with either colour: the empty board, and what its neighbours leave of each cell"
values col col:board=grid-3x5,play=impartial nimber start B..../..W../..... Bwo.o/...../.....

say "A graph whose arcs belong to one player or to both, with cycles: nine outcomes"
values tidewater "graph:file=$data/tidewater.dot" partizan-outcome rock cairn dune
show mexquery dump tidewater.mxb --csv

say "Six Men's Morris: 42 million positions that play can reach, 3 million up to the symmetry of the board"
game morris mens-morris:men=6 start W:WWBWB.WBW.W..BB.:00
show mexquery stats morris.mxb | sed -n 1,2p
show mexgen dodgem -o dodgem.mxb --quiet
printf '%s\n' "$ printf 'hint\\nquit\\n' | mexquery play dodgem.mxb"
printf 'hint\nquit\n' | "$bin/mexquery" play dodgem.mxb

say "What next"
cat <<END
export PATH=$bin:\$PATH
mexgen list                                  every game there is; mexgen describe FAMILY says more of one
mexgen fair-shares:n=12 -o shares.mxb        a table to keep
mexquery play shares.mxb 6+6                 play against it
docs/tutorial.md, "Solve a graph of your own" a game on a map, in a file of seven lines
docs/rulesets.md                             a game by its rules, in C++
make test                                    check all of it
END
