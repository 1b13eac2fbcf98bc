#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Generates docs/results/cutthroat-*.csv and checks every statement of cutthroat.md: cutthroat.sh BUILD_DIR. Takes about
# a minute on one core. Fails at the first false statement.
set -euo pipefail
build=$(cd "$1" && pwd)
results=$(cd "$(dirname "$0")/../docs/results" && pwd)
cmake --build "$build" --target cutthroat_report
nice -n 19 "$build/bin/cutthroat_report" "$results"
