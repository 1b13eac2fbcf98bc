#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes, checks and adds the missing rows of docs/results/colouring-games.csv:
colouring_tables.py BIN_DIR [MOST_INDICES [GAME...]]. BIN_DIR has mexgen. A killed run loses only its current row. To make a
row again, delete it from the csv. One run at a time. Then colouring.py writes the pages."""
import csv
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import mexbase
import page

CSV = page.RESULTS / "colouring-games.csv"
HEADER = ("game,board,symmetry,positions,indices,start,largest,file_bytes,bits_per_position,sha256_16,checks,histogram,"
          "peak_bytes,seconds").split(",")
CONJOINED = ["go-cut", "sno-go", "nogo"]
VERIFY = 2 * 10**8  # maximum number of positions of a table that is verified
GAMES = [*CONJOINED, "col", "snort", "node-kayles"]


def grids(first, most):
    """Returns all grids of M times N cells with `first` <= M <= N and at most `most` cells, by size and then by M."""
    sizes = sorted((m * n, m, n) for m in range(first, most + 1) for n in range(m, most // m + 1))
    return [f"grid-{m}x{n}" for _, m, n in sizes]


def boards(game):
    """Returns the boards of a game, in the order of the rows."""
    paths = [f"path-{n}" for n in range(1, 23)] if game in CONJOINED else []
    cycles = [f"cycle-{n}" for n in range(3, 26 if game == "node-kayles" else 21)]
    more = {"nogo": grids(2, 18) + ["grid-4x5"], "col": grids(1, 25) + ["grid-3x9", "grid-4x7"], "node-kayles": grids(1, 25)}
    more["snort"] = more["col"]
    return [*paths, *cycles, *(f"star-{n}" for n in range(1, 15)),
            *more.get(game, grids(2, 16) + ["grid-2x9", "grid-3x6", "grid-2x10"])]


def symmetries(game, board):
    """Returns the symmetries of the rows of a board: several for the boards of the comparison."""
    if f"{game}:{board}" in ("col:grid-3x7 col:grid-3x5 col:grid-3x6 col:grid-4x5 col:grid-4x4 nogo:grid-3x4 nogo:grid-4x4 "
                             "go-cut:path-14 sno-go:path-14").split():
        return ["none", "colours", "all"]
    large = "grid-4x6 grid-5x5 grid-3x9".split() + ["grid-3x7"] * (game == "snort")
    return ["none" if game in ("col", "snort") and board in large else "colours"]


def vertices(board):
    kind, size = board.split("-")
    if kind == "grid":
        return int(size.split("x")[0]) * int(size.split("x")[1])
    return int(size) + (kind == "star")


def row(binaries, most, folder, game, board, symmetry):
    """Makes and checks a table. Returns its row, or None if it exceeds the bound."""
    path = folder / "table.mxb"
    spec = f"{game}:board={board}" + ("" if game in ("go-cut", "sno-go", "node-kayles") else ",play=impartial")

    def mexgen(*words):
        done = subprocess.run([binaries / "mexgen", *words], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else sys.exit(f"{spec}: {done.stderr}")

    estimate = json.loads(mexgen(f"{spec},symmetry={symmetry}", "--estimate", "--json"))
    if estimate["indices"] > most or not estimate["possible"]:
        return None
    # A process of its own, so that peak_bytes is the memory of this job.
    made = mexgen(f"{spec},symmetry={symmetry}", "-o", path, "--threads", "1", "--json", "--quiet")
    made, checks = json.loads(made), []
    with mexbase.open(path) as table:
        start = table["start"]
        if made["positions"] <= VERIFY:
            mexbase.verify(table)
            checks.append("verify")
    if vertices(board) <= (15 if game in CONJOINED else 27):  # a search of Col on grid-4x7 needs many gigabytes
        found = mexgen("value", spec, "start", "--quiet").strip()
        if found != str(start):
            sys.exit(f"{spec}: start is {start} in the table, {found} by the search")
        checks.append("search")
    counts = {0 if name == "0" else int(name[1:] or 1): count for name, count in made["histogram"].items()}
    return [game, board, symmetry, made["positions"], made["indices"], int(start), made["largest_nimber"], made["file_bytes"],
            f"{made['bits_per_position']:.4f}", hashlib.sha256(path.read_bytes()).hexdigest()[:16], " ".join(checks) or "-",
            " ".join(str(counts.get(n, 0)) for n in range(max(counts) + 1)), made["peak_bytes"], f"{made['seconds']:.3f}"]


def main():
    binaries, most, games = pathlib.Path(sys.argv[1]), int((sys.argv[2:3] or [2**63])[0]), sys.argv[3:] or GAMES
    wanted = [(game, board, symmetry) for game in GAMES for board in boards(game) for symmetry in symmetries(game, board)]
    with open(CSV, newline="") as file:
        rows = {tuple(cells[:3]): cells for cells in list(csv.reader(file))[1:]}
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        for key in wanted:
            if key in rows or key[0] not in games:
                continue
            made = row(binaries, most, pathlib.Path(folder), *key)
            if made is None:
                left += 1
                continue
            rows[key] = made
            order = [key for key in wanted if key in rows] + sorted(set(rows) - set(wanted))
            new = CSV.with_suffix(".new")
            with open(new, "w", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([HEADER, *(rows[key] for key in order)])
            new.replace(CSV)
            print(*key, *made[3:7], made[10], flush=True)
    print(f"{len(rows)} rows in the file, {left} tables beyond the bound")


if __name__ == "__main__":
    main()
