#!/bin/sh
# SPDX-License-Identifier: MIT
# Generates the amalgamation, compiles it, and reads every golden and frozen table with it. Its values must be those of
# mexquery. run.sh SOURCE_DIR BIN_DIR CXX FLAGS…: FLAGS choose optimisation and sanitizers.
set -eu
source=$1 mexgen=$2/mexgen mexquery=$2/mexquery cxx=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

python3 "$source/tools/amalgamation/amalgamate.py" "$source" "$work"
cd "$work"
"$cxx" -std=c++20 -Wall -Wextra -Werror "$@" -c mexquery_reader.cpp
"$cxx" -x c -std=c99 -pedantic-errors -Wall -Wextra -Werror "$@" -I. -c "$source/tests/amalgamation/tables.c"
"$cxx" "$@" -o tables tables.o mexquery_reader.o -lzstd
! grep -E 'MEXQUERY_CHESS_|MEXQUERY_ANY|mexquery_chess_(open|root)' mexquery.h || fail "mexquery.h has unused constants"
# The program of docs/embedding.md.
sed 's|<mexbase/query/mexquery.h>|"mexquery.h"|' "$source/tests/install/first/numbers.c" >numbers.c
"$cxx" "$@" -x c numbers.c -x none -o numbers mexquery_reader.o -lzstd
[ "$(./numbers "$source/data/golden/kayles.mxb" 8)" = win ] || fail "numbers.c"

read_tables=0 values=0
for table in "$source"/data/golden/*.mxb "$source"/data/frozen/*.mxb; do
    ./tables "$table" >all || fail "$table"
    # mexquery knows which indices are positions, and refuses the others.
    sed 's/:.*//' all | "$mexquery" probe "$table" >expected 2>/dev/null || true
    sort all >all.sorted
    sort expected >expected.sorted
    comm -13 all.sorted expected.sorted >different
    [ ! -s different ] || fail "$table has $(head -1 different), but the amalgamation does not say so"
    [ -s all ] && [ ! -s expected ] && fail "mexquery reads no value of $table"
    read_tables=$((read_tables + 1)) values=$((values + $(wc -l <expected)))
done
[ "$values" -gt 30000 ] || fail "only $values values were compared"

# Boards of chess. Distances to an exit have another numbering of pawns.
"$mexgen" chess:KPK --distance exit -o kpk-exit.mxb --quiet
for table in "$source/data/frozen/krkr-1.6.mxb" kpk-exit.mxb; do
    for from in 0 20000 200000; do "$mexquery" dump "$table" --csv --from $from --count 500; done |
        sed -e '/^position/d' -e 's/,.*//' >boards
    [ "$(wc -l <boards)" -ge 1000 ] || fail "$table has few boards"
    "$mexquery" probe "$table" <boards >expected
    ./tables --chess "$table" <boards >all
    cmp all expected || fail "boards of $table have other values"
done
echo "$read_tables tables and $values values are those of mexquery; $(cat mexquery.h mexquery_reader.cpp | wc -l) lines"
