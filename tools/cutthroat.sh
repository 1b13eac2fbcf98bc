#!/usr/bin/env bash
# Makes docs/results/cutthroat-*.csv again, and checks every statement of cutthroat.md on the way: cutthroat.sh BUILD_DIR
# About a minute on one core. Fails at the first statement that does not hold.
set -euo pipefail
build=$(cd "$1" && pwd)
results=$(cd "$(dirname "$0")/../docs/results" && pwd)
cmake --build "$build" --target cutthroat_report
nice -n 19 "$build/bin/cutthroat_report" "$results"
