#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes, checks and adds the missing rows of docs/results/colouring-games.csv: colouring_tables.sh BIN_DIR [MOST_POSITIONS]
# Skips tables with more indices than MOST_POSITIONS, or than fit into memory at one byte each. A killed run loses only its
# current row. To make a row again, delete it from the csv. One run at a time. Environment:
#   THREADS  threads for making and verifying (1)
#   VERIFY   maximum number of positions of a table that is verified (2*10^8)
#   SEARCH   maximum number of vertices of a board that is also searched without a table in GO-CUT, SNO-GO and NoGo (15);
#            27 in the other games, because a search of Col on grid-4x7 needs many gigabytes
#   GAMES    only these games, such as "col snort" (all)
set -euo pipefail
bin=$(cd "$1" && pwd)
most=${2:-}
threads=${THREADS:-1} verify=${VERIFY:-200000000} search=${SEARCH:-15} games=${GAMES:-}
csv=$(cd "$(dirname "$0")/../docs/results" && pwd)/colouring-games.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
header=game,board,symmetry,positions,indices,start,largest,file_bytes,bits_per_position,sha256_16,checks,histogram,peak_bytes,seconds

# grids FROM MOST: all grid-MxN with FROM <= M <= N and at most MOST cells, by their number and then by M.
grids() {
    local m n
    for ((m = $1; m * m <= $2; ++m)); do for ((n = m; m * n <= $2; ++n)); do
        echo "$((m * n)) $m grid-${m}x$n"
    done; done | sort -k 1,1n -k 2,2n | cut -d ' ' -f 3
}

# boards GAME: its boards, in the order of the list.
boards() {
    local grid cycle=20
    case $1 in
    go-cut | sno-go) grid=$(grids 2 16 && printf 'grid-%s\n' 2x9 3x6 2x10) ;;
    nogo) grid=$(grids 2 18 && echo grid-4x5) ;;
    col | snort) grid=$(grids 1 25 && printf 'grid-%s\n' 3x9 4x7) ;;
    node-kayles) grid=$(grids 1 25) cycle=25 ;;
    esac
    case $1 in go-cut | sno-go | nogo) printf 'path-%d\n' {1..22} ;; esac
    printf 'cycle-%d\n' $(seq 3 $cycle)
    printf 'star-%d\n' {1..14}
    echo "$grid"
}

# symmetries GAME BOARD: the symmetry of its row in the list; for the boards of the comparison also the other two.
symmetries() {
    case $1:$2 in
    col:grid-3x7) echo none colours all ;;
    col:grid-4x6 | col:grid-5x5 | col:grid-3x9 | snort:grid-3x7 | snort:grid-4x6 | snort:grid-5x5 | snort:grid-3x9) echo none ;;
    col:grid-3x5 | col:grid-3x6 | col:grid-4x5 | col:grid-4x4 | nogo:grid-3x4 | nogo:grid-4x4 | go-cut:path-14 | sno-go:path-14)
        echo none colours all ;;
    *) echo colours ;;
    esac
}

# list: game, board and symmetry of every row, with commas.
list() {
    local game board symmetry
    for game in go-cut sno-go nogo col snort node-kayles; do
        for board in $(boards $game); do
            for symmetry in $(symmetries $game "$board"); do echo "$game,$board,$symmetry"; done
        done
    done
}

# fail SPEC WORDS: reports that the checks disagree.
fail() {
    echo "WRONG: $1: $2" >&2
    exit 1
}

# vertices BOARD
vertices() {
    local size
    case $1 in
    star-*) echo $((${1#star-} + 1)) ;;
    grid-*) size=${1#grid-} && echo $((${size%x*} * ${size#*x})) ;;
    *) echo "${1#*-}" ;;
    esac
}

# number NAME, text NAME: a member of the summary on standard input.
number() { sed -n "s/.*[{,]\"$1\":\([0-9.e+-]*\)[,}].*/\1/p"; }
text() { sed -n "s/.*[{,]\"$1\":{\([^}]*\)}.*/\1/p"; }

# counts: numbers of positions with the nimbers 0, 1, 2, …, from a histogram such as "0":7,"*":3,"*2":1.
counts() {
    tr -d '"' | tr ',' '\n' | awk -F : '
        { n = $1 == "0" ? 0 : $1 == "*" ? 1 : substr($1, 2) + 0; count[n] = $2; if (n > top) top = n }
        END { for (n = 0; n <= top; ++n) printf "%s%s", (n ? " " : ""), (n in count ? count[n] : 0); print "" }'
}

# nimber VALUE: a number for 0, *, *2, …
nimber() {
    case $1 in
    0) echo 0 ;;
    '*') echo 1 ;;
    '*'[0-9]*) echo "${1#\*}" ;;
    *) return 1 ;;
    esac
}

# row GAME BOARD SYMMETRY: makes the table, checks it and prints its row; status 3 if it is beyond MOST_POSITIONS.
row() {
    local game=$1 board=$2 symmetry=$3 spec="$1:board=$2" file=$work/table.mxb summary positions start found checks='' most_searched
    case $game in nogo | col | snort) spec=$spec,play=impartial ;; esac
    if ! "$bin/mexgen" "$spec,symmetry=$symmetry" -o "$file" --threads "$threads" ${most:+--memory "$most"} --json --quiet \
        > "$work/summary" 2> "$work/error"; then
        if grep -q 'allow more with --memory' "$work/error"; then return 3; fi
        fail "$spec" "$(cat "$work/error")"
    fi
    summary=$(cat "$work/summary")
    positions=$(number positions <<< "$summary")
    start=$("$bin/mexquery" probe "$file" start)
    start=${start#start: }
    if ((positions <= verify)); then
        "$bin/mexgen" verify "$file" --threads "$threads" --quiet > "$work/verified" 2>&1 || fail "$spec" "$(cat "$work/verified")"
        checks=verify
    fi
    case $game in go-cut | sno-go | nogo) most_searched=$search ;; *) most_searched=27 ;; esac
    if (($(vertices "$board") <= most_searched)); then
        found=$("$bin/mexgen" value "$spec" start)
        [[ ${found#start: } == "$start" ]] || fail "$spec" "start is $start in the table, ${found#start: } by the search"
        checks="${checks:+$checks }search"
    fi
    echo "$game,$board,$symmetry,$positions,$(number indices <<< "$summary"),$(nimber "$start"),$(number largest_nimber <<< "$summary"),$(
        number file_bytes <<< "$summary"),$(number bits_per_position <<< "$summary" | awk '{ printf "%.4f", $1 }'),$(
        sha256sum "$file" | cut -c 1-16),${checks:--},$(text histogram <<< "$summary" | counts),$(
        number peak_bytes <<< "$summary"),$(number seconds <<< "$summary" | awk '{ printf "%.3f", $1 }')"
    rm -f "$file"
}

# keep: the csv with the rows of $work/rows, sorted in the order of the list; rows of boards not in the list stay at the
# end.
keep() {
    {
        echo $header
        awk -F , 'NR == FNR { row[$1 "," $2 "," $3] = $0; next } $0 in row { print row[$0]; delete row[$0] }
            END { for (k in row) print row[k] | "sort" }' "$work/rows" "$work/list"
    } > "$work/csv"
    cp "$work/csv" "$csv.new"
    mv "$csv.new" "$csv"
}

list > "$work/list"
touch "$csv"
sed 1d "$csv" > "$work/rows"
added=0 left=0
while IFS=, read -r game board symmetry; do
    if [[ -n $games && " $games " != *" $game "* ]] || grep -q "^$game,$board,$symmetry," "$work/rows"; then continue; fi
    status=0
    row "$game" "$board" "$symmetry" > "$work/row" || status=$?
    if ((status == 0)) && ! grep -qE "^[^,]+(,[^,]+){13}\$" "$work/row"; then fail "$game $board $symmetry" "not a row: $(cat "$work/row")"; fi
    case $status in
    0)
        cat "$work/row" >> "$work/rows"
        keep
        echo "$game $board $symmetry: $(cut -d , -f 4,6,7,11 "$work/row")"
        added=$((added + 1))
        ;;
    3) left=$((left + 1)) ;;
    *) exit 1 ;;
    esac
done < "$work/list"
echo "$added rows added, $left beyond the bound, $(wc -l < "$work/rows") in the file, $SECONDS seconds"
