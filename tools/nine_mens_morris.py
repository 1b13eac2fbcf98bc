#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes tables of Nine Men's Morris and writes docs/results/nine-mens-morris.md: nine_mens_morris.py BIN_DIR FOLDER

Keeps the tables in FOLDER, and does not make a table that is there. Needs 1 GiB of memory and 4 GB of disk. Stops if a
slice has other counts in another table, or if a number differs from a published one. Rewrites the parts of the page
between <!-- NAME: begin --> and <!-- NAME: end -->, and the drawing of a longest win."""
import csv
import hashlib
import json
import pathlib
import re
import resource
import subprocess
import sys
import textwrap

# Together, the tables have the slices with at most twelve men on the board. Each has all slices below its own.
TABLES = ["6-6", "9-3", "8-4", "7-5"]
MEMORY = "1G"
RESULTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make(binaries, folder, name):
    """Makes a table, with a summary of the job in a file next to it. Returns the path of the table and the summary."""
    table = folder / f"morris-{name}.mxb"
    summary = table.with_suffix(".json")
    if not (table.exists() and summary.exists()):
        before = cpu_seconds()
        made = json.loads(run(binaries / "mexgen", f"mens-morris:men=9,slice={name}", "-o", table, "--memory", MEMORY,
                              "--threads", 1, "--json", "--quiet"))
        made["cpu_seconds"] = cpu_seconds() - before
        summary.write_text(json.dumps(made))
    return table, json.loads(summary.read_text())


def orbit(cells, symmetries):
    """Returns the number of positions that are symmetric to a position."""
    return len({"".join(cells[k] for k in symmetry) for symmetry in symmetries})


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


def share_of_three(binaries, table, slices):
    """Returns the numbers of won, lost and drawn positions with three men each, symmetric ones counted one by one."""
    first = slices["over"]["positions"]
    rows = csv.DictReader(run(binaries / "mexquery", "dump", table, "--csv", "--from", first,
                              "--count", slices["3-3"]["positions"]).splitlines())
    counts, images = dict.fromkeys(("win", "loss", "draw"), 0), symmetries()
    for row in rows:
        counts[row["outcome"]] += orbit(row["position"].split(":")[1], images)
    return counts


def table_lines(head, rows):
    return ["| " + " | ".join(map(str, cells)) + " |" for cells in [head, ["---"] * len(head), *rows]]


def replace_part(page, name, lines):
    pattern = rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)"
    return re.sub(pattern, lambda m: m.group(1) + "\n".join(lines).rstrip() + "\n" + m.group(2), page, count=1, flags=re.S)


def number(value):
    return "" if value is None else f"{value:,}"


def main():
    binaries, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    query = binaries / "mexquery"
    slices, made_by = {}, []
    for name in TABLES:
        table, made = make(binaries, folder, name)
        for row in json.loads(run(query, "stats", table, "--slices", "--json"))["slices"]:
            # The slice `over` of a table has only the positions to which its other slices lead.
            if row["name"] != "over" and slices.setdefault(row["name"], row) != row:
                sys.exit(f"slice {row['name']} of {table} differs from that of another table")
            if name == TABLES[0]:
                slices.setdefault(row["name"], row)
        digest = hashlib.sha256(table.read_bytes()).hexdigest()
        made_by.append([f"`{name}`", number(made["indices"]), f"{made['cpu_seconds']:.0f}",
                        f"{made['peak_bytes'] / 2**20:,.0f}", number(made["file_bytes"]), f"`{digest}`"])
    over = slices.pop("over")
    rows = [[f"`{s['name']}`", *(number(s[key]) for key in ("positions", "win", "loss", "draw", "longest_win",
                                                            "longest_remoteness"))] for s in slices.values()]
    rows.sort(key=lambda row: (sum(map(int, row[0].strip("`").split("-"))), -int(row[0][1])))
    sums = [sum(s[key] for s in slices.values()) for key in ("positions", "win", "loss", "draw")]
    longest = [max(s[key] or 0 for s in slices.values()) for key in ("longest_win", "longest_remoteness")]
    rows.append(["all", *map(number, sums + longest)])

    first_table, _ = make(binaries, folder, TABLES[0])
    three = share_of_three(binaries, first_table, slices | {"over": over})
    shares = {outcome: 100 * count / sum(three.values()) for outcome, count in three.items()}
    here = [f"{shares['win']:.2f} %", f"{shares['loss']:.2f} %", f"{shares['draw']:.2f} %",
            f"{slices['3-3']['longest_remoteness']} plies"]
    published = ["82.92 %", "16.93 %", "0.15 %", "26 plies"]
    if here != published:
        sys.exit(f"published for three men each: {published}, computed: {here}")

    found = json.loads(run(query, "find", first_table, "--longest", "win", "--count", 1, "--json"))
    position = found["positions"][0]["position"]
    (RESULTS / "nine-mens-morris.svg").write_text(run(query, "draw", first_table, position))
    line = json.loads(run(query, "line", first_table, position, "--json"))["line"]
    moves = " ".join(step["move"] for step in line if "move" in step)
    text = (f"White moves and wins from `{position}` in {line[0]['remoteness']} plies. It is one of {found['count']} "
            f"indices with this length. The moves of best play are `{moves}`.")

    page = (RESULTS / "nine-mens-morris.md").read_text()
    page = replace_part(page, "slices", table_lines(
        ["slice", "positions", "win", "loss", "draw", "longest win", "longest"], rows))
    page = replace_part(page, "three", table_lines(
        ["three men each", "won", "lost", "drawn", "longest"], [["published", *published], ["here", *here]]))
    page = replace_part(page, "longest", [f"![{position}](nine-mens-morris.svg)", "",
                                          *textwrap.wrap(text, 120, break_on_hyphens=False)])
    page = replace_part(page, "tables", table_lines(
        ["table", "indices", "CPU seconds", "peak memory, MiB", "bytes", "SHA-256"], made_by))
    (RESULTS / "nine-mens-morris.md").write_text(page)


if __name__ == "__main__":
    main()
