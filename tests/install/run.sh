#!/bin/sh
# Installs a build into an empty prefix and uses it from outside: a C++ program, a C program (by CMake and by pkg-config), and
# a program with a game of its own. Then the query library by itself, as a part of another project, where Boost, {fmt} and
# JSON cannot be found. run.sh BUILD_DIR SOURCE_DIR [JOBS]: with JOBS that library is built too, for half a minute.
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
[ "$headers" -le 156 ] || fail "$headers headers are installed: of each a user takes it for a promise"
for program in mexgen mexquery; do
    grep -q '^\.SH COMMANDS' "$prefix/share/man/man1/$program.1" || fail "no manual page of $program"
    grep -q "^complete -F _$program" "$prefix/share/bash-completion/completions/$program" || fail "no completion of $program"
done
# Outside the source tree, so that nothing there can be found by accident.
cp -r "$source/tests/install/dial" "$source/tests/install/lookup" "$work/"
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
expect "$("$work/lookup/build/endings_cpp" "$work/queen.mxb")" "$(printf 'win 1: Qg7# g1g7\nsomebody wins')"
expect "$("$work/lookup/build/endings_c" "$work/queen.mxb")" "$(printf 'win 1: g1g7\nsomebody wins')"

pc=$(dirname "$(find "$prefix" -name mexquery.pc)")
# shellcheck disable=SC2046
cc -o "$work/by_pkg_config" "$work/lookup/lookup.c" $(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs mexquery)
expect "$("$work/by_pkg_config" "$work/t.mxb" 5)" "loss 2"

# shellcheck disable=SC2086
cmake -S "$work/dial" -B "$work/dial/build" $flags >/dev/null
cmake --build "$work/dial/build" >/dev/null
dial=$work/dial/build/dial
expect "$("$dial" gen check dial:hours=12)" "dial:hours=12: all 12 indices checked, 12 positions, nothing wrong"
"$dial" gen dial:hours=12 -o "$work/dial.mxb" --quiet
"$dial" gen verify "$work/dial.mxb" >/dev/null
expect "$("$dial" query probe "$work/dial.mxb" start)" "start: win 1"
expect "$("$prefix/bin/mexquery" probe "$work/dial.mxb" '#1')" "#1: win 1"
if "$prefix/bin/mexquery" probe "$work/dial.mxb" start 2>"$work/err"; then fail "the stock mexquery knows a strange game"; fi
grep -q dial "$work/err" || fail "the stock mexquery does not say why: $(cat "$work/err")"

# Whoever looks up needs zstd: what the two libraries were compiled from here reads no header of anything larger,
large='/(boost|fmt|nlohmann)/'
read_here=$(ninja -C "$build" -t deps | awk '/^[^ ]/ { mine = /^(lib|query)\/CMakeFiles\/mexbase_(lib|query)\.dir/ } mine')
echo "$read_here" | grep -q /zstd.h || fail "ninja does not know what the query library was compiled from"
! echo "$read_here" | grep -E "$large" || fail "the query library reads these headers"
# and another project can take it in without them.
mkdir "$work/taking"
cat >"$work/taking/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(taking LANGUAGES C CXX)
set(MEXBASE_GEN OFF)
add_subdirectory("$source" mexbase EXCLUDE_FROM_ALL)
add_executable(lookup_cpp ../lookup/lookup.cpp)
target_link_libraries(lookup_cpp PRIVATE mexbase::query)
END
cmake -S "$work/taking" -B "$work/taking/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
    -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON --no-warn-unused-cli >/dev/null
if [ -n "${3:-}" ]; then
    cmake --build "$work/taking/build" -j "$3" -- --quiet
    expect "$("$work/taking/build/lookup_cpp" "$work/t.mxb" 6)" "win 3"
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
for file in dial.hpp main.cpp CMakeLists.txt; do shows adding-a-game.md "dial/$file"; done
for file in endings.cpp endings.c; do shows chess.md "lookup/$file"; done
echo "installed copy works"
