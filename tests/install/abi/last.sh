#!/bin/sh
# SPDX-License-Identifier: MIT
# A C program that was linked to libmexquery.so.0 of the last commit runs with this one, and says the same: last.sh BUILD_DIR SOURCE_DIR
# [JOBS]. Where nothing is uncommitted, the last is the commit before. It compiles that library, for half a minute.
set -eu
build=$1
source=$2
fail() { echo "FAILED: $*" >&2; exit 1; }
skip() { echo "skipped: $*"; exit 0; }

git -C "$source" rev-parse --verify --quiet HEAD >/dev/null 2>&1 || skip "there is no history to take the last commit from"
last=HEAD
git -C "$source" diff --quiet HEAD && last=HEAD^
git -C "$source" rev-parse --verify --quiet "$last" >/dev/null || skip "there is no commit before this one"
git -C "$source" cat-file -e "$last:tests/install/abi/calls.c" 2>/dev/null || skip "the last commit has no shared library"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
git -C "$source" archive "$last" | tar -x -C "$work/source"
cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -DMEXBASE_GEN=OFF -DMEXBASE_PROGRAMS=OFF \
    -DMEXBASE_TESTS=OFF -DMEXBASE_INSTALL=OFF -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40 >/dev/null
cmake --build "$work/build" -j "${3:-1}" --target mexbase_shared -- --quiet
cc -o "$work/calls" -I"$work/build/include" "$work/source/tests/install/abi/calls.c" -L"$work/build/query" -lmexquery

"$build/bin/mexgen" octal:code=kayles,max=100 -o "$work/kayles.mxb" --quiet
"$build/bin/mexgen" quixo:size=3 -o "$work/quixo.mxb" --quiet
for asked in "kayles.mxb 8" "quixo.mxb start"; do
    # shellcheck disable=SC2086
    set -- "$work/"$asked
    LD_LIBRARY_PATH="$work/build/query" "$work/calls" "$@" >"$work/was" || fail "the last library does not answer $asked"
    LD_LIBRARY_PATH="$build/query" "$work/calls" "$@" >"$work/is" || fail "this library does not answer $asked for a program linked to the last"
    diff "$work/was" "$work/is" || fail "what was linked to the last library gets other answers of $asked"
done
echo "what was linked to the library of $(git -C "$source" log -1 --format=%h "$last") runs"
