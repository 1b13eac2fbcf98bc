#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Solves all octal games 0.d1d2d3 on heaps of 0..65536, verifies the tables, and writes their periods between the marks
# of docs/results/octal-periods.md: octal_periods.sh BIN_DIR
set -euo pipefail
bin=$(cd "$1" && pwd)
page=$(cd "$(dirname "$0")/../docs/results" && pwd)/octal-periods.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
max=65536

# Prints every code once: without trailing zeros, and with at least one move.
codes() {
    local a b c code
    for a in {0..7}; do for b in {0..7}; do for c in {0..7}; do
        code=$a$b$c
        while [[ $code == *0 ]]; do code=${code%0}; done
        if [[ -n $code ]]; then echo "0.$code"; fi
    done; done; done | sort -u
}

# field NAME: prints a number of the summary on standard input, or nothing.
field() { sed -n "s/.*[{,]\"$1\":\([0-9][0-9]*\)[,}].*/\1/p"; }

# solve KIND: prints a line for each code: code, hash of all values, largest nimber, preperiod, period.
solve() {
    local code summary period
    for code in $(codes); do
        summary=$("$bin/mexgen" "octal:code=$code,max=$max" --value "$1" --json --quiet --checkpoint 0 -o octal.mxb)
        "$bin/mexgen" verify octal.mxb --quiet
        period=$(sed -n 's/.*"period":\({[^}]*"saltus":0,"proven":true}\).*/\1/p' <<< "$summary")
        echo "$code" "$("$bin/mexquery" dump octal.mxb --csv | sha256sum | cut -c 1-64)" \
            "$(field largest_nimber <<< "$summary" | grep . || echo -)" \
            "$(field preperiod <<< "$period" | grep . || echo -)" "$(field period <<< "$period" | grep . || echo -)"
    done
}

# rows WITH_NIMBER PROVEN: a row for each sequence of values, with all its codes, in the order of the first one.
rows() {
    awk -v nimber="$1" -v proven="$2" '
        ($5 != "-") != proven { next }
        !($2 in codes) { order[++n] = $2 }
        { codes[$2] = codes[$2] (codes[$2] == "" ? "" : ", ") substr($1, 2); largest[$2] = $3; pre[$2] = $4; period[$2] = $5 }
        END {
            for (i = 1; i <= n; ++i) {
                k = order[i]
                print "| " codes[k] (proven ? " | " pre[k] " | " period[k] : "") (nimber ? " | " largest[k] : "") " |"
            }
        }'
}

# count FILE PROVEN: prints the number of codes and of sequences.
count() {
    awk -v proven="$2" '($5 != "-") == proven { ++n; if (!($2 in seen)) ++sequences; seen[$2] = 1 }
        END { print n + 0 " codes with " sequences + 0 " different sequences" }' "$1"
}

# replace NAME FILE: writes the file between the marks of that name in the page.
replace() {
    awk -v name="$1" -v file="$2" '
        $0 == "<!-- " name ": end -->" { inside = 0 }
        !inside { print }
        $0 == "<!-- " name ": begin -->" { inside = 1; while ((getline line < file) > 0) print line }' "$page" > page
    cat page > "$page"
}

started=$SECONDS
solve nimber > nimber
solve obliged > obliged
{
    printf 'The period of the nimbers is proven for %s.\n\n' "$(count nimber 1)"
    printf '| codes | preperiod | period | largest nimber |\n| --- | --- | --- | --- |\n'
    rows 1 1 < nimber
} > nimbers-proven
{
    printf 'No period of the nimbers is proven for %s.\n\n' "$(count nimber 0)"
    printf '| codes | largest nimber, heaps 0..%s |\n| --- | --- |\n' $max
    rows 1 0 < nimber
} > nimbers-open
{
    printf 'The period of the obliged pairs is proven for %s. No period is proven for %s.\n\n' "$(count obliged 1)" "$(count obliged 0)"
    printf '| codes | preperiod | period |\n| --- | --- | --- |\n'
    rows 0 1 < obliged
} > obliged-proven
replace nimbers-proven nimbers-proven
replace nimbers-open nimbers-open
replace obliged obliged-proven
cat nimbers-proven nimbers-open obliged-proven | grep -E ' proven for '
echo "$((SECONDS - started)) seconds"
