#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables between the marks of docs/results/conjoined-games.md and impartial-colouring.md, and their plots,
# from docs/results/colouring-games.csv. Fails if the csv contradicts the pages. No arguments.
set -euo pipefail
cd "$(dirname "$0")/../docs/results"
csv="colouring-games.csv"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# replace PAGE NAME: writes standard input between the marks of that name in the page.
replace() {
    cat > "$work/part"
    if ! grep -qx "<!-- $2: begin -->" "$1" || ! grep -qx "<!-- $2: end -->" "$1"; then echo "$1 has no marks $2" >&2; exit 1; fi
    awk -v name="$2" -v file="$work/part" '
        $0 == "<!-- " name ": end -->" { inside = 0 }
        !inside { print }
        $0 == "<!-- " name ": begin -->" { inside = 1; while ((getline line < file) > 0) print line }' "$1" > "$work/page"
    cat "$work/page" > "$1"
}

# shellcheck disable=SC2016 # awk programs
# Shared by all awk programs here: value[game, board] is the nimber of the start.
read_rows='BEGIN { FS = "," }
    FNR == 1 { next }
    {
        value[$1, $2] = $6; largest[$1, $2] = $7
        if ($3 == "colours") halved[$1, $2] = $12
        file[$1, $2, $3] = $8; positions[$1, $2, $3] = $4; indices[$1, $2, $3] = $5; bits[$1, $2, $3] = $9
        peak[$1, $2, $3] = $13; seconds[$1, $2, $3] = $14; histogram[$1, $2, $3] = $12
    }
    function cell(game, board) { return (game, board) in value ? value[game, board] : "" }
    '

# check: checks the statements of the pages on all rows. Prints a line per failure.
check() {
    awk "$read_rows"'
    function must(game, board, expected, why) {
        if ((game, board) in value && value[game, board] != expected) print game " on " board " is " value[game, board] ", not " expected ": " why
    }
    END {
        split("0 1 0 1 0 1 0 1 0 1 0 0 1 0 1 2", cut, " ")
        for (n = 1; n <= 14; ++n) must("go-cut", "path-" n, cut[n], "Huggan and Nowakowski, footnote 2")
        split("1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2", kayles, " ")
        for (n = 1; n <= 25; ++n) {
            must("node-kayles", "grid-1x" n, kayles[n], "0.137")
            if (n >= 4) must("node-kayles", "cycle-" n, kayles[n - 3] == 0, "cycles")
            must("node-kayles", "star-" n, 2 - n % 2, "stars")
            must("sno-go", "path-" n, n % 2, "the pattern on paths")
            must("sno-go", "star-" n, 1 - n % 2, "stars")
            must("go-cut", "star-" n, n % 2, "stars")
            must("nogo", "star-" n, n % 2, "stars")
            must("col", "star-" n, 1 - n % 2, "stars")
            must("col", "cycle-" n, 0, "cycles")
            must("snort", "cycle-" n, n % 2, "cycles")
            must("col", "grid-1x" n, n % 2, "Uiterwijk, theorem 3")
        }
        for (k in value) {
            split(k, part, SUBSEP)
            if (part[1] != "col") continue
            odd_cycle = part[2] ~ /^cycle-.*[13579]$/
            if (!odd_cycle) must("snort", part[2], value[k], "bipartite")
            if (!odd_cycle && (k in halved) && (("snort", part[2]) in halved) && halved[k] != halved["snort", part[2]])
                print "col and snort on " part[2] ": different histograms"
            if (part[2] ~ /^grid/) {
                split(substr(part[2], 6), side, "x")
                if ((side[1] * side[2] % 2 == 0) != (value[k] == 0)) print "col on " part[2] ": wrong outcome"
            }
        }
        for (k in file) {
            split(k, part, SUBSEP)
            n = split(histogram[k], count, " ")
            for (sum = i = 0; i < n; ) sum += count[++i]
            if (sum != positions[k]) print part[1] " on " part[2] ": the histogram adds up to " sum
            other = "nogo" SUBSEP part[2] SUBSEP part[3]
            if (part[1] == "sno-go" && other in positions && positions[k] != positions[other] + (part[3] == "none" ? 2 : 1))
                print "sno-go and nogo on " part[2] ": their numbers of positions"
            if ((part[1], part[2]) in largest && largest[part[1], part[2]] != n - 1) print part[1] " on " part[2] ": largest nimber"
        }
    }' $csv
}

# numbered KIND FIRST GAME=NAME…: rows of nimbers by the number n of a board, up to the last known n of any game.
numbered() {
    local kind=$1 first=$2
    shift 2
    awk -v kind="$kind" -v first="$first" -v games="$*" "$read_rows"'
    END {
        rows = split(games, game, ";")
        for (r = 1; r <= rows; ++r) {
            split(game[r], name, "=")
            for (n = first; n <= 64; ++n) if (cell(name[1], kind n) != "" && n > last) last = n
        }
        line = "| n |"; rule = "| --- |"
        for (n = first; n <= last; ++n) { line = line " " n " |"; rule = rule " --- |" }
        print line; print rule
        for (r = 1; r <= rows; ++r) {
            split(game[r], name, "=")
            line = "| " name[2] " |"
            for (n = first; n <= last; ++n) line = line " " cell(name[1], kind n) " |"
            print line
        }
    }' $csv
}

# grids FROM GAME=NAME…: a row for each grid with at least FROM rows that has a known nimber in any of these games.
grids() {
    local from=$1
    shift
    awk -v from="$from" -v games="$*" "$read_rows"'
    END {
        columns = split(games, game, ";")
        line = "| grid |"; rule = "| --- |"
        for (c = 1; c <= columns; ++c) { split(game[c], name, "="); key[c] = name[1]; line = line " " name[2] " |"; rule = rule " --- |" }
        print line; print rule
        for (size = 1; size <= 63; ++size) for (m = from; m * m <= size; ++m) {
            if (size % m) continue
            board = "grid-" m "x" size / m; line = "| " m " × " size / m " |"; any = ""
            for (c = 1; c <= columns; ++c) {
                text = cell(key[c], board); any = any text
                if (text != "") text = text " (" largest[key[c], board] ")"
                line = line " " text " |"
            }
            if (any != "") print line
        }
    }' $csv
}

# checks GAMES: the checks made on each board, in the order of the list.
checks() {
    awk -v games=" $* " '
    BEGIN { FS = ","; print "| game | boards | tables | most positions | checked by |"; print "| --- | --- | --- | --- | --- |" }
    FNR == 1 || index(games, " " $1 " ") == 0 { next }
    {
        kind = $2; sub(/-.*/, "", kind); k = $1 "," kind "," $11
        if (!(k in tables)) { order[++n] = k; first[k] = $2 }
        ++tables[k]; last[k] = $2
        if ($4 > most[k]) most[k] = $4
    }
    END {
        for (i = 1; i <= n; ++i) {
            k = order[i]; split(k, part, ","); how = part[3]; sub(/verify/, "rules", how); sub(/ /, ", ", how)
            print "| " part[1] " | " first[k] (last[k] == first[k] ? "" : " … " last[k]) " | " tables[k] " | " most[k] " | " how " |"
        }
    }' $csv
}

# symmetries: the boards whose tables were made with every symmetry.
symmetries() {
    awk "$read_rows"'
    { if (!(($1, $2) in seen)) { seen[$1, $2]; order[++n] = $1 SUBSEP $2 } }
    END {
        print "| game | symmetry | positions | indices | bytes | of none | seconds |"; print "| --- | --- | --- | --- | --- | --- | --- |"
        split("none colours all", kind, " ")
        for (i = 1; i <= n; ++i) {
            k = order[i]; split(k, part, SUBSEP)
            if (!((k SUBSEP "none") in file && (k SUBSEP "colours") in file && (k SUBSEP "all") in file)) continue
            for (s = 1; s <= 3; ++s) {
                key = k SUBSEP kind[s]
                printf "| %s | %s | %d | %d | %d | %s | %s |\n", s == 1 ? part[1] " " part[2] : "", kind[s], positions[key], indices[key],
                    file[key], s == 1 ? "" : sprintf("%.1f %%", 100 * file[key] / file[k, "none"]), seconds[key]
            }
        }
    }' $csv
}

# exceptions KIND FIRST GAME: for each p the last known n with v(n+p) ≠ v(n).
exceptions() {
    awk -v kind="$1" -v first="$2" -v game="$3" "$read_rows"'
    END {
        for (last = first; cell(game, kind (last + 1)) != ""; ++last) { }
        line = "| p |"; rule = "| --- |"; row = "| last n with v(n+p) ≠ v(n) |"
        for (p = 1; 2 * p <= last - first + 1; ++p) {
            for (n = last - p; n >= first && cell(game, kind n) == cell(game, kind (n + p)); --n) { }
            line = line " " p " |"; rule = rule " --- |"; row = row " " (n < first ? "none" : n) " |"
        }
        print line; print rule; print row; print ""
        print "Values are known up to n = " last ". So no n greater than " last " − p can be found."
    }' $csv
}

# Common start of all plots; awk functions.
svg='
    function begin(width, height, title) {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " width " " height "\" width=\"" width "\" height=\"" height "\" font-family=\"sans-serif\" font-size=\"12\">"
        print "<title>" title "</title>"
        print "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    }
    function text(x, y, anchor, words) { print "<text x=\"" x "\" y=\"" y "\" text-anchor=\"" anchor "\">" words "</text>" }
    function line(x1, y1, x2, y2, colour) { print "<line x1=\"" x1 "\" y1=\"" y1 "\" x2=\"" x2 "\" y2=\"" y2 "\" stroke=\"" colour "\"/>" }
    function bar(x, y, width, height, colour) { printf "<rect x=\"%s\" y=\"%.1f\" width=\"%s\" height=\"%.1f\" fill=\"%s\"/>\n", x, y, width, height, colour }
    function key(x, y, colour, words) { bar(x, y - 10, 12, 12, colour); text(x + 18, y, "start", words) }
    BEGIN { blue = "#1f5fa8"; red = "#c2512b"; grey = "#8a8a8a"; pale = "#dddddd" }
    '

# plot_paths: nimbers of the empty path against its length, one panel per game.
plot_paths() {
    awk "$read_rows $svg"'
    function panel(game, name, top, colour, most,    n, y, x, points, v) {
        for (n = 1; cell(game, "path-" n) != ""; ++n) if (cell(game, "path-" n) > most) most = cell(game, "path-" n)
        text(40, top - 12, "start", name)
        for (v = 0; v <= most; ++v) { y = top + 30 * (most - v); line(40, y, 600, y, pale); text(30, y + 4, "end", v) }
        for (n = 1; n <= 22; ++n) {
            text(35 + 25 * n, top + 30 * most + 22, "middle", n)
            if (cell(game, "path-" n) != "") points = points (35 + 25 * n) "," (top + 30 * (most - cell(game, "path-" n))) " "
        }
        print "<polyline points=\"" points "\" fill=\"none\" stroke=\"" colour "\" stroke-opacity=\"0.45\"/>"
        for (n = 1; cell(game, "path-" n) != ""; ++n)
            print "<circle cx=\"" 35 + 25 * n "\" cy=\"" top + 30 * (most - cell(game, "path-" n)) "\" r=\"4\" fill=\"" colour "\"/>"
        return top + 30 * most + 70
    }
    function panel_height(game,    n, most) {
        most = 1
        for (n = 1; cell(game, "path-" n) != ""; ++n) if (cell(game, "path-" n) > most) most = cell(game, "path-" n)
        return 30 * most + 70
    }
    END {
        begin(620, 35 + panel_height("go-cut") + panel_height("sno-go") + panel_height("nogo") - 20, "Nimbers of the path of n vertices with no vertex coloured")
        top = panel("go-cut", "GO-CUT, path of n vertices", 35, blue, 1)
        top = panel("sno-go", "SNO-GO", top, red, 1)
        panel("nogo", "NoGo", top, grey, 1)
        print "</svg>"
    }' $csv > "$work/plot"
    cat "$work/plot" > nimbers-paths.svg
}

# plot_histograms FILE GAME:BOARD:NAME…: the shares of the nimbers among all positions, one panel per board.
plot_histograms() {
    local out=$1
    shift
    awk -v boards="$*" "$read_rows $svg"'
    END {
        panels = split(boards, board, ";")
        for (b = 1; b <= panels; ++b) {
            split(board[b], part, ":")
            cells[b] = split(histogram[part[1], part[2], "colours"], unused, " ")
            if (cells[b] == 0) { print part[1] " on " part[2] " is not in the csv" > "/dev/stderr"; exit 1 }
            if (cells[b] > widest) widest = cells[b]
        }
        begin(80 + 32 * widest, 20 + 180 * panels, "Shares of the nimbers among all positions")
        for (b = 1; b <= panels; ++b) {
            split(board[b], part, ":"); split(histogram[part[1], part[2], "colours"], count, " ")
            total = positions[part[1], part[2], "colours"]; top = 30 + 180 * (b - 1); most = 0
            for (n = 1; n <= cells[b]; ++n) if (count[n] > most) most = count[n]
            text(40, top - 10, "start", part[3] ": " total " positions")
            for (n = 0; n < cells[b]; ++n) {
                share = count[n + 1] / total; tall = 100 * count[n + 1] / most
                bar(44 + 32 * n, top + 120 - tall, 24, tall, b % 2 ? blue : red)
                printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"9\">%s</text>\n", 56 + 32 * n, top + 116 - tall, (share >= 0.0005 ? sprintf("%.1f%%", 100 * share) : "")
                text(56 + 32 * n, top + 136, "middle", n)
            }
            line(40, top + 120, 48 + 32 * cells[b], top + 120, grey)
        }
        print "</svg>"
    }' $csv > "$work/plot"
    cat "$work/plot" > "$out"
}

# plot_symmetry: bytes of the tables made with every symmetry, relative to those made with none.
plot_symmetry() {
    awk "$read_rows $svg"'
    { if (!(($1, $2) in seen)) { seen[$1, $2]; order[++n] = $1 SUBSEP $2 } }
    END {
        for (i = 1; i <= n; ++i) {
            k = order[i]
            if ((k SUBSEP "none") in file && (k SUBSEP "colours") in file && (k SUBSEP "all") in file) board[++boards] = k
        }
        begin(640, 50 + 52 * boards, "Bytes of tables by symmetry")
        key(150, 22, grey, "none"); key(230, 22, blue, "colours"); key(330, 22, red, "all")
        for (i = 1; i <= boards; ++i) {
            top = 40 + 52 * (i - 1); split(board[i], part, SUBSEP)
            text(140, top + 24, "end", part[1] " " part[2])
            for (s = 1; s <= 3; ++s) {
                bytes = file[board[i], s == 1 ? "none" : s == 2 ? "colours" : "all"]
                wide = sprintf("%.0f", 350 * bytes / file[board[i], "none"])
                bar(150, top + 13 * (s - 1), wide, 11, s == 1 ? grey : s == 2 ? blue : red)
                text(156 + wide, top + 13 * s - 3, "start", bytes " bytes")
            }
        }
        print "</svg>"
    }' $csv > "$work/plot"
    cat "$work/plot" > symmetry-bytes.svg
}

check > "$work/wrong"
if [[ -s $work/wrong ]]; then cat "$work/wrong" >&2 && exit 1; fi

conjoined='go-cut=GO-CUT;sno-go=SNO-GO;nogo=NoGo'
colouring='col=iCol;snort=iSnort;nogo=NoGo;node-kayles=Node-Kayles'
numbered path- 1 "$conjoined" | replace conjoined-games.md paths
exceptions path- 1 go-cut | replace conjoined-games.md exceptions
numbered cycle- 3 "$conjoined" | replace conjoined-games.md cycles
grids 2 "$conjoined;snort=iSnort" | replace conjoined-games.md grids
checks go-cut sno-go nogo | replace conjoined-games.md checks
grids 2 "$colouring" | replace impartial-colouring.md grids
numbered cycle- 3 "$colouring" | replace impartial-colouring.md cycles
numbered grid-1x 1 'node-kayles=Node-Kayles' | replace impartial-colouring.md paths
checks col snort node-kayles | replace impartial-colouring.md checks
symmetries | replace impartial-colouring.md symmetry
plot_paths
plot_histograms nimbers-conjoined.svg "go-cut:path-16:GO-CUT on the path of 16 vertices;sno-go:path-16:SNO-GO on the path of 16 vertices"
plot_histograms nimbers-colouring.svg "col:grid-4x5:iCol on 4 × 5;nogo:grid-4x4:NoGo on 4 × 4;node-kayles:grid-4x5:Node-Kayles on 4 × 5"
plot_symmetry
