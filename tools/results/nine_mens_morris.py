#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes tables of Nine Men's Morris and writes docs/results/nine-mens-morris.md: nine_mens_morris.py FOLDER

Keeps the tables in FOLDER, and does not make a table that is there. Needs 1 GiB of memory and 4 GB of disk. Stops if a
slice has other counts in another table, or if a number differs from a published one."""
import collections
import concurrent.futures
import hashlib
import json
import multiprocessing
import pathlib
import resource
import sys
import textwrap

import mexbase
import page

# Together, the tables have the slices with at most twelve men on the board. Each has all slices below its own.
TABLES = ["6-6", "9-3", "8-4", "7-5"]


def job(name, path):
    """Makes a table in a process of its own, and returns a summary."""
    report = mexbase.solve(f"mens-morris:men=9,slice={name}", path, memory="1G", threads=1)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {"peak_bytes": report.peak_bytes, "cpu_seconds": used.ru_utime + used.ru_stime}


def make(folder, name):
    """Makes a table, with a summary of the job in a file next to it. Returns the path of the table and the summary."""
    path = folder / f"morris-{name}.mxb"
    summary = path.with_suffix(".json")
    if not (path.exists() and summary.exists()):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            summary.write_text(json.dumps(process.submit(job, name, path).result()))
    return path, json.loads(summary.read_text())


def symmetries():
    """Returns the sixteen symmetries of the board, each as the old number of each new point."""
    # A point is a square, 0 outside to 2 inside, and a place on the square.
    rows = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"]
    points = [("abcdefg".index(name[0]) - 3, int(name[1]) - 4) for row in rows for name in row.split()]
    number = {point: k for k, point in enumerate(points)}

    def exchanged(x, y):
        size = max(abs(x), abs(y))  # 1, 2 or 3, which becomes 3, 2 or 1
        return x // size * (4 - size), y // size * (4 - size)

    all_of_them = []
    for swap in (False, True):
        for x_sign in (1, -1):
            for y_sign in (1, -1):
                for exchange in (False, True):
                    def image(x, y):
                        x, y = x_sign * x, y_sign * y
                        x, y = (y, x) if swap else (x, y)
                        return exchanged(x, y) if exchange else (x, y)
                    all_of_them.append([number[image(*point)] for point in points])
    return all_of_them


def share_of_three(table, slices):
    """Returns the numbers of won, lost and drawn positions with three men each, symmetric ones counted one by one."""
    first, counts, images = slices["over"]["positions"], collections.Counter(), symmetries()
    for row in table.rows(first, first + slices["3-3"]["positions"]):
        cells = row.position.split(":")[1]
        counts[row.value.outcome] += len({"".join(cells[k] for k in image) for image in images})
    return counts


def main():
    folder = pathlib.Path(sys.argv[1])
    slices, made_by = {}, []
    for name in TABLES:
        path, made = make(folder, name)
        with mexbase.open(path) as table:
            for row in table.stats(slices=True)["slices"]:
                # The slice `over` of a table has only the positions to which its other slices lead.
                if slices.setdefault(row["name"], row) != row and row["name"] != "over":
                    sys.exit(f"slice {row['name']} of {path} differs from that of another table")
            made_by.append([f"`{name}`", page.number(len(table)), f"{made['cpu_seconds']:.0f}",
                            f"{made['peak_bytes'] / 2**20:,.0f}", page.number(path.stat().st_size),
                            f"`{hashlib.sha256(path.read_bytes()).hexdigest()}`"])
    table = mexbase.open(make(folder, TABLES[0])[0])
    three = share_of_three(table, slices)
    del slices["over"]
    shares = [f"{100 * three[outcome] / sum(three.values()):.2f} %" for outcome in ("win", "loss", "draw")]
    here, published = [*shares, f"{slices['3-3']['longest_remoteness']} plies"], ["82.92 %", "16.93 %", "0.15 %", "26 plies"]
    if here != published:
        sys.exit(f"published for three men each: {published}, computed: {here}")

    ordered = sorted(slices.values(), key=lambda s: (sum(map(int, s["name"].split("-"))), -int(s["name"][0])))
    keys = ("positions", "win", "loss", "draw", "longest_win", "longest_remoteness")
    rows = [[f"`{s['name']}`", *(page.number(s[key]) for key in keys)] for s in ordered]
    rows.append(["all", *(page.number((sum if key in keys[:4] else max)(s[key] or 0 for s in ordered)) for key in keys)])

    found = table.find(longest="win", count=1)
    position = table.position(found.positions[0].position)
    text = (f"White moves and wins from `{position.text}` in {found.remoteness} plies. It is one of {found.count} "
            f"indices with this length. The moves of best play are `{' '.join(page.names_of_moves(table.line(position.text)))}`.")
    position.save_svg(page.RESULTS / "nine-mens-morris.svg")
    page.replace_parts("nine-mens-morris.md", {
        "slices": page.table(["slice", "positions", "win", "loss", "draw", "longest win", "longest"], rows),
        "three": page.table(["three men each", "won", "lost", "drawn", "longest"], [["published", *published], ["here", *here]]),
        "longest": [f"![{position.text}](nine-mens-morris.svg)", "", *textwrap.wrap(text, 120, break_on_hyphens=False)],
        "tables": page.table(["table", "indices", "CPU seconds", "peak memory, MiB", "bytes", "SHA-256"], made_by)})


if __name__ == "__main__":
    main()
