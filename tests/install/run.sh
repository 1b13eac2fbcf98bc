#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs a build into an empty prefix and uses it from outside: C++ and C programs (by CMake and by pkg-config, shared and static),
# and a program with a game of its own. Then the query library by itself, as a part of another project, where Boost, {fmt} and
# JSON cannot be found. run.sh BUILD_DIR SOURCE_DIR [JOBS]: with JOBS that library is built too, for half a minute, with clang and libc++
# where they are, and more ways are tried.
set -eu
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
fail() { echo "FAILED: $*" >&2; exit 1; }
expect() { [ "$1" = "$2" ] || fail "got \"$1\", not \"$2\""; }

cmake --install "$build" --prefix "$prefix" >/dev/null
headers=$(find "$prefix/include" -name '*.hpp' -o -name '*.h' | wc -l)
[ "$headers" -le 179 ] || fail "$headers headers are installed: of each a user takes it for a promise"
# Looking up a value, a library, a sum, best play, statistics and positions takes at most 12 headers, which read at most 30 of ours.
cat >"$work/looks_up.cpp" <<END
#include <mexbase/lib/error.hpp>
#include <mexbase/query/best_play.hpp>
#include <mexbase/query/find.hpp>
#include <mexbase/query/library.hpp>
#include <mexbase/query/stats.hpp>
#include <mexbase/query/sum.hpp>
#include <mexbase/query/table.hpp>
int main(int, char** argv) try {
    using namespace mexbase;
    const Table table = Library::open(argv[1]).value().table("nim").value();
    Sum sum;
    sum.add(table, "start").value();
    const auto best = best_moves(table, table.resolve("start").value()).value();
    const auto found = find_value(table, {Outcome::win, {}}, 1).value();
    return table.probe("start").value() == best[0].value && statistics(table).value().positions == found.count;
} catch (const mexbase::Error& error) {
    return error.code() == mexbase::ErrorCode::corrupt;
}
END
echo '#include <mexbase/query/mexquery.h>' >"$work/looks_up.c"
headers_of() { "$@" -I"$prefix/include" -M | tr -s ' \\' '\n' | grep "^$prefix/include/"; }
c++ -std=c++20 -I"$prefix/include" -fsyntax-only "$work/looks_up.cpp" || fail "a program that looks up does not compile"
direct=$(grep -c '#include' "$work/looks_up.cpp")
read_by_cpp=$(headers_of c++ -std=c++20 "$work/looks_up.cpp" | wc -l)
{ [ "$direct" -le 12 ] && [ "$read_by_cpp" -le 30 ]; } || fail "looking up takes $direct headers, which read $read_by_cpp"
expect "$(headers_of cc "$work/looks_up.c" | grep -v '/version\.h$')" "$prefix/include/mexbase/query/mexquery.h"
for program in mexgen mexquery; do
    grep -q '^\.SH COMMANDS' "$prefix/share/man/man1/$program.1" || fail "no manual page of $program"
    grep -q "^complete -F _$program" "$prefix/share/bash-completion/completions/$program" || fail "no completion of $program"
    grep -q "^#compdef $program" "$prefix/share/zsh/site-functions/_$program" || fail "no completion of $program for zsh"
    grep -q "^complete -c $program" "$prefix/share/fish/vendor_completions.d/$program.fish" || fail "no completion of $program for fish"
done
documents=$prefix/share/doc/mexbase
[ -f "$documents/THIRD-PARTY-NOTICES" ] || fail "the licences of the libraries are not installed"
grep -qx "version: $("$prefix/bin/mexgen" --version | cut -d' ' -f2)" "$documents/CITATION.cff" || fail "CITATION.cff has another version"
# Outside the source tree, so that nothing there can be found by accident.
cp -r "$source/tests/install/dial" "$source/tests/install/own" "$source/tests/install/lookup" "$source/tests/install/first" "$source/tests/install/plain" "$work/"
flags="-DCMAKE_PREFIX_PATH=$prefix -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -G Ninja"

"$prefix/bin/mexgen" square-but-one:max=100 -o "$work/t.mxb" --quiet
"$prefix/bin/mexgen" verify "$work/t.mxb" >/dev/null
expect "$("$prefix/bin/mexquery" probe "$work/t.mxb" 6)" "6: win 3"

# shellcheck disable=SC2086
cmake -S "$work/lookup" -B "$work/lookup/build" $flags >/dev/null
cmake --build "$work/lookup/build" >/dev/null
expect "$("$work/lookup/build/lookup_cpp" "$work/t.mxb" 6)" "win 3"
expect "$("$work/lookup/build/lookup_c" "$work/t.mxb" 6)" "win 3"

"$prefix/bin/mexgen" chess:KQK -o "$work/queen.mxb" --quiet
expect "$("$work/lookup/build/endings_cpp" "$work/queen.mxb")" "$(printf 'win 1: Qg7# g1g7\nnot a draw')"
expect "$("$work/lookup/build/endings_c" "$work/queen.mxb")" "$(printf 'win 1: g1g7\nnot a draw')"

# First programs, in the folder of their table. C by pkg-config: shared, whose functions are those of the header and no others.
cd "$work/first"
"$prefix/bin/mexgen" octal:code=kayles,max=100 -o kayles.mxb --quiet
pc=$(dirname "$(find "$prefix" -name mexquery.pc)")
flags_of() { PKG_CONFIG_PATH="$pc" pkg-config "$@" mexquery; }
libdir=$(flags_of --variable=libdir)
needs() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | tr '\n' ' '; }
# shellcheck disable=SC2046
cc -o first_c first.c $(flags_of --cflags --libs)
expect "$(LD_LIBRARY_PATH="$libdir" ./first_c)" "*7"
expect "$(needs first_c)" "libmexquery.so.0 libc.so.6 "
# C++ by pkg-config: from the archives.
# shellcheck disable=SC2046
c++ -std=c++20 -O0 -o first_cpp first.cpp $(flags_of --cflags --libs)
expect "$(./first_cpp)" "*7"
# shellcheck disable=SC2046
c++ -std=c++20 -O0 -o sum_cpp sum.cpp $(flags_of --cflags --libs)
expect "$(./sum_cpp)" "win
component 1: 4 3"
# shellcheck disable=SC2046
cc -o sum_c sum.c $(flags_of --cflags --libs)
expect "$(LD_LIBRARY_PATH="$libdir" ./sum_c)" "win
component 1: 4+3"
# A directory of tables.
mkdir tables
"$prefix/bin/mexgen" octal:code=kayles,max=20000 -o tables/kayles.mxb --quiet
"$prefix/bin/mexgen" chess:KRK -o tables/krk.mxb --quiet
# shellcheck disable=SC2046
cc -o library_c library.c $(flags_of --cflags --libs)
expect "$(LD_LIBRARY_PATH="$libdir" ./library_c)" "win 27"
# An engine finds the library by itself.
# shellcheck disable=SC2046
cc -o engine_c engine.c $(flags_of --cflags --libs) -Wl,-rpath,"$libdir"
expect "$(./engine_c)" "wdl 4, bestmove a1a8, mate in 1 plies"
case "$(needs first_cpp)" in *mexquery*) fail "a C++ program needs libmexquery.so" ;; esac
# C from the archives, with no more of them than it calls: a program that asks by number is small, and has no rules of games.
cat >static_flags <<END
-I$prefix/include -Wl,--gc-sections -L$libdir -l:libmexquery.a -lmexbase -l:libzstd.a -lstdc++ -lm
END
cc -O2 -s -o numbers numbers.c @static_flags
expect "$(./numbers kayles.mxb 8)" win
if ./numbers "$work/queen.mxb" 0 2>"$work/err"; then fail "an index of which nobody knows whether it is a position is answered"; fi
grep -q "no rules to decide which indices of this table are positions" "$work/err" || fail "got $(cat "$work/err")"
if [ -n "${3:-}" ]; then
    # The programs start soon: of shared libraries they need the C library's.
    for program in mexgen mexquery; do expect "$(needs "$prefix/bin/$program")" "libm.so.6 libc.so.6 ld-linux-x86-64.so.2 "; done
    size=$(wc -c <numbers)
    [ "$size" -le 700000 ] || fail "a program that asks by number takes $size bytes"
    echo "a program that asks by number takes $size bytes"
    cc -O2 -o first_static first.c @static_flags
    expect "$(./first_static)" "*7"
    # shellcheck disable=SC2046
    cc -static -o first_all_static first.c $(flags_of --static --cflags --libs)
    expect "$(./first_all_static)" "*7"
    cc -x c++ -std=c++20 -O0 -static -o first_cpp_static first.cpp -x none $(flags_of --static --cflags --libs)
    expect "$(./first_cpp_static)" "*7"
fi
# Rules in C, solved by pkg-config alone.
cp "$source/tests/install/solve/heap.c" .
# shellcheck disable=SC2046
cc -o heap heap.c $(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs mexgen)
./heap
expect "$("$prefix/bin/mexquery" probe heap.mxb 21)" "21: win 11"
# A game that is a C++ type with functions, explored and solved.
cp "$source/tests/install/explored/main.cpp" explored.cpp
# shellcheck disable=SC2046
c++ -std=c++20 -O0 -o explored explored.cpp $(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs mexgen)
expect "$(./explored)" "$(printf '21: win 11\nmove to 20')"
expect "$("$prefix/bin/mexquery" probe twenty-one.mxb 21)" "21: win 11"
# The numbering helpers: the numbers are counted by hand.
cp "$source/tests/install/ranks/main.cpp" ranks.cpp
# shellcheck disable=SC2046
c++ -std=c++20 -O0 -o ranks ranks.cpp $(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs mexgen)
expect "$(./ranks)" "$(printf '6 of 560\n83 of 6720, king on cell 5\n4 pairs of cells, 6 of two colours\n3 of 7')"
# What the pages name lies where they say.
[ -f "$prefix/share/doc/mexbase/data/programs/tic_tac_toe.py" ] || fail "the programs of docs/your-own-game.md are not installed"
[ -f "$prefix/share/doc/mexbase/data/boards/nims-island.dot" ] || fail "the boards of docs/board-files.md are not installed"
cd "$work"
# C by CMake, in a project without C++, and with the query component alone.
cmake --install "$build" --prefix "$work/query" --component query >/dev/null
[ ! -e "$work/query/bin" ] || fail "the query component has programs"
for licence in LICENSE THIRD-PARTY-NOTICES; do
    [ -f "$work/query/share/doc/mexbase/$licence" ] || fail "the query component has no $licence"
done
cp "$work/first/first.c" "$work/plain/"
cmake -S "$work/plain" -B "$work/plain/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/query" >/dev/null
cmake --build "$work/plain/build" >/dev/null
for way in shared static; do
    expect "$(cd "$work/first" && "$work/plain/build/first_$way")" "*7"
done
if [ -n "${3:-}" ]; then
    for component in gen programs docs; do
        cmake --install "$build" --prefix "$work/$component" --component "$component" >/dev/null
        [ -n "$(find "$work/$component" -type f)" ] || fail "component $component is empty"
    done
    expect "$(ls "$work/programs")" "$(printf 'bin\nshare')"
    expect "$(ls "$work/programs/bin" | grep -v -x mexgen-mpi)" "$(printf 'mexgen\nmexquery')"  # mexgen-mpi is there if MPI is
    # The licences are in three components.
    files() { for root; do (cd "$root" && find . -type f); done | sort -u | wc -l; }
    expect "$(files "$work/query" "$work/gen" "$work/programs" "$work/docs")" "$(files "$prefix")"
fi

# What a program was linked to stays: the functions, the numbers and the offsets and sizes of members of structs. The list names
# them, and a program prints what they are now.
abi=$source/tests/install/abi/version-0.txt
{
    printf '#include <mexbase/query/mexquery.h>\n#include <stdio.h>\nint main(void) {\n'
    sed -n -e 's/^\(MEXQUERY_[A-Z_]*\) -\{0,1\}[0-9]*$/printf("\1 %d\\n", (int)\1);/p' \
        -e 's/^\(sizeof([a-z_]*)\) .*/printf("\1 %zu\\n", \1);/p' \
        -e 's/^\([a-z_]*\)\.\([a-z0-9_]*\) .*/printf("\1.\2 %zu %zu\\n", offsetof(\1, \2), sizeof(((\1*)0)->\2));/p' "$abi"
    echo '}'
} >"$work/layout.c"
cc -o "$work/layout" -I"$prefix/include" "$work/layout.c"
{ nm -D --defined-only "$libdir/libmexquery.so.0" | sed -n 's/.* T \(.*\)@@\(.*\)/\1 \2/p' | LC_ALL=C sort; "$work/layout"; } >"$work/abi"
nm -D --defined-only "$libdir/libmexquery.so.0" | grep -v ' T mexquery_\| A MEXQUERY_0' && fail "libmexquery.so.0 exports these too"
diff "$abi" "$work/abi" ||
    fail "the C library is not that of tests/install/abi/version-0.txt: what is there must stay, and what is new goes there"

# shellcheck disable=SC2086
cmake -S "$work/dial" -B "$work/dial/build" $flags >/dev/null
cmake --build "$work/dial/build" >/dev/null
dial=$work/dial/build/dial
expect "$("$dial" gen check dial:hours=12)" "dial:hours=12: all 12 indices checked, 12 positions, nothing wrong"
"$dial" gen dial:hours=12 -o "$work/dial.mxb" --quiet
expect "$(cd "$work" && "$dial" gen verify dial.mxb)" "dial.mxb: 12 positions re-derived from the rules, none wrong"
expect "$("$dial" query probe "$work/dial.mxb" start 9)" "$(printf 'start: win 1\n9: win 1')"
expect "$("$prefix/bin/mexquery" probe "$work/dial.mxb" '#1')" "#1: win 1"

# The same game as a class with overrides: its tables are the same.
cp "$work/dial/CMakeLists.txt" "$work/own/"
cmake -S "$work/own" -B "$work/own/build" $flags >/dev/null
cmake --build "$work/own/build" >/dev/null
expect "$("$work/own/build/dial" gen check dial:hours=12)" "dial:hours=12: all 12 indices checked, 12 positions, nothing wrong"
for kind in outcome nimber; do
    "$work/own/build/dial" gen dial:hours=5000 --value $kind -o "$work/own.mxb" --quiet
    "$dial" gen dial:hours=5000 --value $kind -o "$work/other.mxb" --quiet
    cmp "$work/own.mxb" "$work/other.mxb" || fail "the table of a class with overrides is another one"
done
"$work/own/build/dial" gen verify "$work/own.mxb" >/dev/null
[ "$(wc -l <"$work/own/main.cpp")" -le 45 ] || fail "a game of one's own takes more than 45 lines"
if "$prefix/bin/mexquery" probe "$work/dial.mxb" start 2>"$work/err"; then fail "the stock mexquery knows a strange game"; fi
grep -q dial "$work/err" || fail "the stock mexquery does not say why: $(cat "$work/err")"

# Whoever looks up needs zstd: what the two libraries were compiled from here reads no header of anything larger,
large='/(boost|fmt|nlohmann)/'
read_here=$(ninja -C "$build" -t deps | awk '/^[^ ]/ { mine = /^(lib|query)\/CMakeFiles\/mexbase_(values|rules|reader|query)\.dir/ } mine')
echo "$read_here" | grep -q /zstd.h || fail "ninja does not know what the query library was compiled from"
! echo "$read_here" | grep -E "$large" || fail "the query library reads these headers"
# and another project can take it in without them.
mkdir "$work/taking"
cat >"$work/taking/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(taking LANGUAGES C CXX)
add_subdirectory("$source" mexbase EXCLUDE_FROM_ALL)
add_executable(lookup_cpp ../lookup/lookup.cpp)
target_link_libraries(lookup_cpp PRIVATE mexbase::query)
add_executable(lookup_c ../lookup/lookup.c)
target_link_libraries(lookup_c PRIVATE mexbase::mexquery)
END
other=""
if [ -n "${3:-}" ] && echo '#include <version>' | clang++ -stdlib=libc++ -fsyntax-only -x c++ - 2>/dev/null; then
    other="-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS=-stdlib=libc++"
fi
# shellcheck disable=SC2086
cmake -S "$work/taking" -B "$work/taking/build" -G Ninja $other -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON --no-warn-unused-cli >/dev/null
if [ -n "${3:-}" ]; then
    cmake --build "$work/taking/build" -j "$3" -- --quiet
    expect "$("$work/taking/build/lookup_cpp" "$work/t.mxb" 6)" "win 3"
    expect "$("$work/taking/build/lookup_c" "$work/t.mxb" 6)" "win 3"
    ! ninja -C "$work/taking/build" -t deps | grep -E "$large" || fail "the query library by itself reads these headers"
else
    ninja -C "$work/taking/build" -n >/dev/null
fi

# The pages that teach this show exactly these files.
shows() {
    awk -v want="$source/tests/install/$2" '
        BEGIN { while ((getline line < want) > 0) text = text line "\n" }
        { page = page $0 "\n" }
        END { exit index(page, "\n" text "```") == 0 }' "$source/docs/$1" || fail "docs/$1 does not show $2 as it is"
}
for file in dial/dial.hpp dial/main.cpp dial/CMakeLists.txt own/main.cpp; do shows rulesets.md "$file"; done
for file in endings.cpp endings.c; do shows embedding.md "lookup/$file"; done
shows ../README.md first/first.c
shows engines.md first/engine.c
shows your-own-game.md solve/heap.c
shows your-own-game.md explored/main.cpp
shows rulesets.md ranks/main.cpp
for file in first/first.c first/first.cpp first/sum.cpp first/sum.c first/library.c first/numbers.c plain/CMakeLists.txt; do shows embedding.md "$file"; done
echo "installed copy works"
