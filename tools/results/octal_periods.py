#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Solves all octal games 0.d1d2d3 on heaps of 0..65536, verifies the tables, and writes their periods into
docs/results/octal-periods.md: octal_periods.py [LARGEST_HEAP]"""
import hashlib
import itertools
import pathlib
import sys
import tempfile

import mexbase
import page

CODES = sorted({"".join(digits).rstrip("0") for digits in itertools.product("01234567", repeat=3)} - {""})


def solve(kind, largest, path):
    """Returns (code, hash of all values, largest nimber, period if it is proven) of each game."""
    games = []
    for code in CODES:
        info = mexbase.solve(f"octal:code=0.{code},max={largest}", path, value=kind).info
        mexbase.verify(path)
        with mexbase.open(path) as table:
            values = hashlib.sha256(repr(table[:].tolist()).encode()).digest()
        period = info["period"]
        proven = period is not None and period["proven"] and period["saltus"] == 0
        games.append((code, values, info["largest_nimber"], period if proven else None))
    return games


def part(games, proven):
    """Returns the games with or without a proven period: their number in words, and a list of the codes, the largest
    nimber and the period of each sequence of values."""
    sequences = {}
    for code, values, largest, period in games:
        if (period is not None) == proven:
            sequences.setdefault(values, ([], largest, period))[0].append("." + code)
    codes = sum(len(codes) for codes, _, _ in sequences.values())
    rows = [(", ".join(codes), largest, period) for codes, largest, period in sequences.values()]
    return f"{codes} codes with {len(sequences)} different sequences", rows


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 65536
    with tempfile.TemporaryDirectory() as folder:
        nimbers, obliged = (solve(kind, largest, pathlib.Path(folder) / "octal.mxb") for kind in ("nimber", "obliged"))
    parts = {}
    count, rows = part(nimbers, True)
    parts["nimbers-proven"] = [f"The period of the nimbers is proven for {count}.", "", *page.table(
        ["codes", "preperiod", "period", "largest nimber"],
        [(codes, p["preperiod"], p["period"], most) for codes, most, p in rows])]
    count, rows = part(nimbers, False)
    parts["nimbers-open"] = [f"No period of the nimbers is proven for {count}.", "", *page.table(
        ["codes", f"largest nimber, heaps 0..{largest}"], [(codes, most) for codes, most, _ in rows])]
    count, rows = part(obliged, True)
    parts["obliged"] = [
        f"The period of the obliged pairs is proven for {count}. No period is proven for {part(obliged, False)[0]}.", "",
        *page.table(["codes", "preperiod", "period"], [(codes, p["preperiod"], p["period"]) for codes, _, p in rows])]
    page.replace_parts("octal-periods.md", parts)


main()
