#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Messages of the compiler about rulesets and listeners with one fault each: one line that names the member and its signature.
# run.sh COMPILER SOURCE_DIR [EVERY [PART]] compiles the cases whose number modulo EVERY is PART (without them, all).
set -euo pipefail
compiler=$1
source=$2
every=${3:-1}
part=${4:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$source" "$work/mexbase"
dial=$source/tests/install/dial/dial.hpp
flags=(-std=c++20 -I"$work")
failed=0 cases=0

# Headers are read once.
cat >"$work/all.hpp" <<'END'
#include <mexbase/lib/rules/registry.hpp>
#include <mexbase/lib/solve/outcomes/solve.hpp>
#include <mexbase/lib/solve/loopy/loopy_nimbers.hpp>
END
if "$compiler" --version | grep -q clang; then
    "$compiler" "${flags[@]}" -x c++-header "$work/all.hpp" -o "$work/all.pch"
    read_once=(-include-pch "$work/all.pch")
else
    "$compiler" "${flags[@]}" -x c++-header "$work/all.hpp" -o "$work/all.hpp.gch"
    read_once=(-include "$work/all.hpp")
fi

# Whether it is this case's turn.
turn() {
    cases=$((cases + 1))
    [ $((cases % every)) = "$part" ]
}
# compile NAME EDIT PROGRAM: the dial, edited by sed, and a program that uses it.
compile() {
    sed "$2" "$dial" >"$work/dial.hpp"
    if [ -n "$2" ] && cmp -s "$dial" "$work/dial.hpp"; then
        echo "FAILED: $1: the edit changes nothing"
        failed=1
    fi
    printf '#include "dial.hpp"\n%s\n' "$3" >"$work/main.cpp"
    "$compiler" "${flags[@]}" "${read_once[@]}" -fsyntax-only "$work/main.cpp" >"$work/said" 2>&1
}
family='auto family = mexbase::family_of<Dial>();'
check='static_assert(mexbase::check_ruleset<Dial>());'
# refused NAME MESSAGE EDIT [PROGRAM]: the message is there, and nothing else but for where it comes from.
refused() {
    turn || return 0
    if compile "$1" "$3" "${4:-$family}"; then
        echo "FAILED: $1: it compiles"
        failed=1
        return
    fi
    local errors
    errors=$(grep -c 'error:' "$work/said")
    if ! grep 'error:' "$work/said" | grep -F -- "$2" >/dev/null || [ "$errors" -gt "${most_errors:-2}" ]; then
        echo "FAILED: $1: $errors errors, which should be \"$2\""
        cat "$work/said"
        failed=1
    fi
}
accepted() {
    turn || return 0
    if ! compile "$1" "$2" "${3:-$family}"; then
        echo "FAILED: $1: it does not compile"
        cat "$work/said"
        failed=1
    fi
}
# An edit that adds a public member.
with() { printf 's/^  private:/%s\\n  private:/' "${1//&/\\&}"; }
value='std::optional<mexbase::OutcomeValue>'

accepted "the dial" ""
# shellcheck source=cases.sh
. "$source/tests/compile/cases.sh"

[ "$failed" = 0 ] || exit 1
echo "one in $every of $cases cases"
