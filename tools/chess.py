#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the table of all chess endings of three and four pieces and writes its results into docs/results/chess.md: chess.py BIN_DIR [TABLE]

Rewrites the parts between <!-- NAME: begin --> and <!-- NAME: end -->. With TABLE, a table of chess:men=4, makes no table. BIN_DIR
has mexgen, mexquery and chess_report (`cmake --build … --target chess_report`). Takes some minutes."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

from boards import replace_part

SPEC = "chess:men=4"
RESULTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"
DRAWN = ["KQK", "KBNK", "KPK", "KQKR", "KRKN", "KPKP"]  # their longest mates are drawn and played out

# Longest wins in moves: K. Thompson, Retrograde analysis of certain endgames (1986), and later sources.
PUBLISHED_MOVES = {"KQK": 10, "KRK": 16, "KBBK": 19, "KBNK": 33, "KPK": 28, "KQKR": 35, "KRKB": 29, "KRKN": 40}
# Longest win and loss in plies, for either side, from an independent solver that agrees with Syzygy on all outcomes.
PUBLISHED_PLIES = {"KQKQ": (25, 24), "KQKB": (33, 34), "KQKN": (41, 42), "KQKP": (57, 56), "KRKR": (37, 38), "KRKB": (57, 58),
                   "KRKN": (79, 80), "KBBK": (37, 38), "KBPK": (61, 62), "KPPK": (63, 64), "KPKP": (65, 66)}
# Data set krkopt of the UCI repository (M. Bain, A. van Hoff, 1994): KR against K, Black to move, up to symmetry.
KRKOPT = [2796, 27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def count(number):
    return f"{number:,}"


def side_cells(side):
    return [count(side["win"]), count(side["draw"]), count(side["loss"])]


def positions_of(side):
    return side["win"] + side["draw"] + side["loss"]


def row(cells):
    return "| " + " | ".join(cells) + " |"


def table_of(head, rows):
    return [row(head), row(["---"] * len(head))] + [row(cells) for cells in rows]


def plies_of(found):
    return "" if found is None else str(found["plies"])


def totals(reports):
    head = ["men", "White to move", "win", "draw", "loss", "Black to move", "win", "draw", "loss", "indices"]
    rows = []
    for r in reports:
        first, second = r["first"], r["second"]
        rows.append([f"`{r['material']}`", count(positions_of(first)), *side_cells(first), count(positions_of(second)), *side_cells(second),
                     count(r["indices"])])
    return table_of(head, rows)


def mates(reports):
    head = ["men", "longest win", "again", "longest loss", "again", "moves", "published", "a position of the longest win"]
    rows, wrong = [], []
    for r in reports:
        name, win, loss = r["material"], r["longest_win"], r["longest_loss"]
        if win is None:
            continue
        moves = (win["plies"] + 1) // 2
        plies = PUBLISHED_PLIES.get(name)
        known = PUBLISHED_MOVES.get(name)
        if plies and plies != (win["plies"], loss["plies"]) or known and known != max(moves, loss["plies"] // 2):
            wrong.append(name)
        rows.append([f"`{name}`", str(win["plies"]), str(plies[0]) if plies else "", plies_of(loss), str(plies[1]) if plies else "",
                     str(max(moves, loss["plies"] // 2)), str(known) if known else "", f"`{win['position']}`"])
    if wrong:
        sys.exit("other than published: " + ", ".join(wrong))
    return table_of(head, rows)


def zugzwangs(reports):
    head = ["men", "full-point", "half-point"]
    return table_of(head, [[f"`{r['material']}`", count(r["full"]), count(r["half"])] for r in reports if r["full"] + r["half"] > 0])


def rook_ending(reports):
    black = next(r for r in reports if r["material"] == "KRK")["second"]
    lost = [n for plies, n in enumerate(black["lost_in"]) if plies % 2 == 0]
    if [black["drawn"]] + lost != KRKOPT:
        sys.exit("king and rook against king is other than published")
    head = ["mate in", "draw"] + [str(n) for n in range(len(lost))]
    return table_of(head, [["positions", count(black["drawn"])] + [count(n) for n in lost]])


def longest(binaries, table, reports):
    lines = []
    for r in reports:
        if r["material"] not in DRAWN:
            continue
        position = r["longest_win"]["position"]
        name = f"chess-{r['material'].lower()}.svg"
        (RESULTS / name).write_text(run(binaries / "mexquery", "draw", table, position))
        line = json.loads(run(binaries / "mexquery", "line", table, position, "--json"))["line"]
        moves = [step["move"] for step in line[1:]]
        moves = " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))
        text = (f"The side to move wins from `{position}` in {r['longest_win']['plies']} plies. "
                f"The moves of best play are `{moves}`.")
        lines += [f"### `{r['material']}`", "", f"![{position}]({name})", "",
                  *textwrap.wrap(text, 120, break_on_hyphens=False), ""]
    return lines


def main():
    os.nice(10)
    binaries = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(folder) / "four.mxb"
        if len(sys.argv) <= 2:
            run(binaries / "mexgen", SPEC, "-o", table, "--quiet")
        made = json.loads(run(binaries / "mexquery", "info", table, "--json"))
        if made["spec"] != SPEC:
            sys.exit(f"this is {made['spec']} and not {SPEC}")
        reports = [json.loads(line) for line in run(binaries / "chess_report", table).splitlines()]
        page = (RESULTS / "chess.md").read_text()
        size = [f"The table of `{SPEC}` has {count(made['indices'])} indices, {count(made['positions'])} of them positions, and "
                f"{count(made['file_bytes'])} bytes."]
        for name, lines in [("size", size), ("totals", totals(reports)), ("mates", mates(reports)), ("rook", rook_ending(reports)),
                            ("zugzwangs", zugzwangs(reports)), ("longest", longest(binaries, table, reports))]:
            page = replace_part(page, name, lines)
        (RESULTS / "chess.md").write_text(page)


if __name__ == "__main__":
    main()
