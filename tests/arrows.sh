#!/bin/sh
# SPDX-License-Identifier: MIT
# Which folder may include from which: arrows.sh SOURCE_DIR. Fails on an arrow that is not listed, on an include that finds no file, on
# a library that a folder may not know, and on a room of more than 24 files.
set -eu
cd "$1"

# folder: folders it may include from, itself aside. What stands lower stands earlier; so nothing runs in circles.
arrows='
lib:
lib/value: lib
lib/value/partizan: lib lib/value
lib/value/partizan/notation: lib lib/value lib/value/partizan
lib/value/partizan/list: lib lib/value lib/value/partizan lib/value/partizan/notation
lib/board: lib
lib/board/text: lib lib/board
lib/board/layout: lib lib/board
lib/value/partizan/drawing: lib lib/value/partizan lib/value/partizan/notation lib/board
lib/rank: lib lib/board
lib/rules: lib lib/value lib/board
lib/rules/adaptors: lib lib/value lib/rules
lib/games: lib/rules
lib/games/heaps: lib lib/board lib/rank lib/rules
lib/games/boards/shared: lib lib/board lib/rank
lib/games/boards/dobutsu: lib lib/board lib/games/boards/shared
lib/games/boards/chess: lib lib/board lib/rank lib/games/boards/shared
lib/games/boards: lib lib/board lib/rank lib/rules lib/games/boards/shared lib/games/boards/dobutsu lib/games/boards/chess
lib/games/colouring: lib lib/value lib/board lib/rank lib/rules lib/rules/adaptors
lib/games/grids: lib lib/board lib/rules lib/games/heaps lib/games/colouring
lib/games/tokens: lib lib/board lib/rules
lib/programs: lib lib/board
lib/solve: lib
lib/solve/ranks: lib lib/rules
lib/solve/graph: lib lib/value lib/rules
lib/solve/retrograde: lib lib/value lib/rules lib/solve lib/solve/ranks lib/solve/graph
lib/solve/outcomes: lib lib/value lib/rules lib/solve lib/solve/ranks lib/solve/graph lib/solve/retrograde
lib/solve/loopy: lib lib/value lib/rules lib/solve/graph lib/solve/retrograde lib/solve/outcomes
lib/solve/sweep: lib lib/value lib/value/partizan lib/rules lib/solve lib/solve/graph lib/solve/retrograde
lib/solve/colouring: lib lib/value lib/rank lib/rules lib/solve lib/solve/sweep
lib/solve/search: lib lib/value lib/value/partizan lib/board lib/rules
lib/solve/heaps: lib lib/value lib/rules
query/format: lib lib/value lib/value/partizan/list lib/board
query/kinds: lib lib/value lib/value/partizan/list query/format
query/source: lib query/format query/kinds
query/read: lib lib/value lib/value/partizan/list lib/board query/format query/kinds query/source
query/read/codecs: query/format query/read
query: lib lib/board lib/games/tokens lib/rules lib/value/partizan lib/value/partizan/list lib/value/partizan/notation query/format query/kinds query/source query/read
query/chess: lib lib/rules lib/games/boards lib/games/boards/chess query query/format
query/c: lib/rules lib/value/partizan/list query query/chess query/kinds query/source
query/json: lib lib/board/layout lib/rules query query/chess query/kinds
query/serve: lib lib/rules lib/games/boards lib/games/boards/chess query query/chess query/json query/kinds
query/cli/command_line: lib lib/board lib/rules query/json
query/cli: lib lib/board lib/board/layout lib/programs lib/rules lib/value/partizan lib/value/partizan/drawing lib/value/partizan/list lib/value/partizan/notation query query/chess query/format query/json query/kinds query/cli/command_line query/serve
gen: lib lib/board lib/board/text lib/rules query/format
gen/encode/pairs: lib query/format gen
gen/encode: lib lib/board lib/rules lib/solve/ranks lib/value lib/value/partizan/list query/format query/kinds gen gen/encode/pairs
gen/encode/codecs: lib query/format gen gen/encode gen/encode/pairs
gen/order: lib lib/rules query/format gen gen/encode
gen/save: lib lib/value query/format gen/encode
gen/explore/positions: lib lib/value lib/board lib/programs lib/games/tokens lib/solve query/format gen gen/save
gen/explore: lib lib/value lib/board lib/programs lib/rules lib/games/tokens query/format gen gen/encode gen/save gen/explore/positions
gen/jobs: lib lib/board lib/rules lib/games/tokens lib/solve/ranks lib/solve/retrograde query query/kinds gen gen/encode
gen/jobs/make: lib lib/value/partizan/list lib/rules lib/solve* query/format query/kinds gen/encode gen/order gen/save gen/jobs
gen/verify: lib lib/value lib/value/partizan/list lib/rules lib/rules/adaptors lib/solve/graph lib/solve/ranks query query/kinds gen/jobs
gen/jobs/check: lib lib/rules lib/games/heaps gen/jobs
gen/make: lib lib/board lib/rules lib/solve/graph gen/encode gen/explore gen/jobs gen/jobs/make
gen/c: lib lib/rules query query/c gen gen/encode gen/explore gen/make gen/jobs
gen/cli: lib lib/rules lib/solve/outcomes lib/solve/ranks lib/solve/retrograde query/json query/kinds query/cli gen gen/encode gen/explore gen/make gen/jobs query/cli/command_line gen/save
gen/mpi: lib lib/rules lib/solve/ranks gen/jobs/make gen/cli
python/core: lib lib/board lib/board/layout lib/rules lib/value lib/value/partizan lib/value/partizan/drawing lib/value/partizan/list lib/value/partizan/notation query query/chess query/format query/json query/kinds gen gen/encode gen/explore gen/make gen/jobs
'
# library: folders that may know it.
libraries='
boost/: lib/board/layout lib/solve/graph lib/solve/retrograde lib/solve/loopy query/serve query/cli query/cli/command_line gen/save gen/cli
expat: lib/board/text
fmt/: query/cli query/cli/command_line gen/cli
pybind11/: python/core
nlohmann/: query/json
zlib: gen
mpi.h: gen/mpi
zstd: query/read/codecs gen gen/encode/codecs
zdict: gen/encode/codecs
'

sources=$(find lib query gen python -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.cpp.in' | sort)
# shellcheck disable=SC2086
grep -o '#include *["<][^">]*' $sources | sed 's/#include *//' |
    ARROWS=$arrows LIBRARIES=$libraries SOURCES=$sources awk '
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    function fail(text) { print text > "/dev/stderr"; failed = 1 }
    BEGIN {
        lines = split(ENVIRON["ARROWS"], line, "\n")
        for (l = 1; l <= lines; l++) {
            words = split(line[l], word, " ")
            if (words == 0) continue
            from = word[1]; sub(/:$/, "", from); listed[from] = 1
            for (w = 2; w <= words; w++) {
                whole = word[w]; sub(/\*$/, "", whole)
                if (word[w] == whole && !(whole in listed)) fail("arrows: " from " stands before " whole ", which it includes from")
                for (f in listed) if (f == whole || (word[w] != whole && index(f, whole) == 1)) may[from, f] = 1
            }
        }
        lines = split(ENVIRON["LIBRARIES"], line, "\n")
        for (l = 1; l <= lines; l++) {
            words = split(line[l], word, " ")
            if (words == 0) continue
            library[++libraries] = substr(word[1], 1, length(word[1]) - 1)
            for (w = 2; w <= words; w++) knows[word[w], libraries] = 1
        }
        count = split(ENVIRON["SOURCES"], source, "\n")
        for (s = 1; s <= count; s++) { is_source[source[s]] = 1; rooms[folder(source[s])]++ }
        for (room in rooms) {
            if (!(room in listed)) fail(room ": a folder without a line in tests/arrows.sh")
            if (rooms[room] > 24) fail(room ": " rooms[room] " files, more than 24")
        }
    }
    {
        colon = index($0, ":"); file = substr($0, 1, colon - 1); from = folder(file)
        kind = substr($0, colon + 1, 1); path = substr($0, colon + 2)
        if (kind == "<") {
            for (l = 1; l <= libraries; l++)
                if (index(path, library[l]) == 1 && !((from, l) in knows)) fail(file ": " from " may not know " path)
            next
        }
        if (path ~ /@/) next  # a name that CMake fills in
        if (path ~ /^(lib|query|gen|python)\//) whole = path
        else {
            whole = from "/" path
            while (sub(/[^\/]+\/\.\.\//, "", whole)) {}
        }
        if (!(whole in is_source)) { fail(file ": no file " path); next }
        to = folder(whole)
        if (to != from && !((from, to) in may)) fail(file ": " from " may not include from " to)
    }
    END { exit failed }'
echo "no new arrows"
