#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables and plots of docs/results/conjoined-games.md and impartial-colouring.md from the rows of
docs/results/colouring-games.csv. Stops if the rows contradict the pages."""
import collections
import csv
import itertools
import sys

import page

BLUE, RED, GREY, PALE = "#1f5fa8", "#c2512b", "#8a8a8a", "#dddddd"
SYMMETRIES = ["none", "colours", "all"]
# Nimbers of GO-CUT on paths (Huggan and Nowakowski, footnote 2) and of 0.137, from n = 1.
GO_CUT = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 2]
KAYLES = [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2]


class Row:
    """A row of the csv."""

    def __init__(self, cells):
        self.game, self.board, self.symmetry, self.checks, self.seconds = (
            cells[name] for name in ("game", "board", "symmetry", "checks", "seconds"))
        self.positions, self.indices, self.start, self.largest, self.bytes = (
            int(cells[name]) for name in ("positions", "indices", "start", "largest", "file_bytes"))
        self.histogram = [int(count) for count in cells["histogram"].split()]


with open(page.RESULTS / "colouring-games.csv", newline="") as file:
    ROWS = [Row(cells) for cells in csv.DictReader(file)]
TABLES = {(row.game, row.board, row.symmetry): row for row in ROWS}
STARTS = {(row.game, row.board): row for row in ROWS}  # the nimbers of a board are the same with every symmetry
COMPARED = [key for key in STARTS if all((*key, symmetry) in TABLES for symmetry in SYMMETRIES)]


def start(game, board):
    """Returns the nimber of the empty board, or an empty text if no row has it."""
    row = STARTS.get((game, board))
    return "" if row is None else row.start


def sides(board):
    return [int(side) for side in board[len("grid-"):].split("x")]


def faults():
    """Yields the contradictions to the theorems and patterns of the pages."""
    def expect(game, board, nimber, reason):
        if start(game, board) not in ("", int(nimber)):
            yield f"{game} on {board} is {start(game, board)}, not {int(nimber)}: {reason}"

    for n, nimber in enumerate(GO_CUT[:14], 1):
        yield from expect("go-cut", f"path-{n}", nimber, "Huggan and Nowakowski, footnote 2")
    for n, nimber in enumerate(KAYLES, 1):
        yield from expect("node-kayles", f"grid-1x{n}", nimber, "0.137")
        if n >= 4:
            yield from expect("node-kayles", f"cycle-{n}", KAYLES[n - 4] == 0, "cycles")
        yield from expect("node-kayles", f"star-{n}", 2 - n % 2, "stars")
        yield from expect("sno-go", f"path-{n}", n % 2, "the pattern on paths")
        for game in ("sno-go", "col"):
            yield from expect(game, f"star-{n}", 1 - n % 2, "stars")
        for game in ("go-cut", "nogo"):
            yield from expect(game, f"star-{n}", n % 2, "stars")
        yield from expect("col", f"cycle-{n}", 0, "cycles")
        yield from expect("snort", f"cycle-{n}", n % 2, "cycles")
        yield from expect("col", f"grid-1x{n}", n % 2, "Uiterwijk, theorem 3")
    for (game, board), row in STARTS.items():
        if game != "col":
            continue
        if not (board.startswith("cycle-") and int(board[-1]) % 2):
            yield from expect("snort", board, row.start, "bipartite")
            both = [TABLES.get((game, board, "colours")) for game in ("col", "snort")]
            if None not in both and both[0].histogram != both[1].histogram:
                yield f"col and snort on {board}: different histograms"
        if board.startswith("grid-") and (sides(board)[0] * sides(board)[1] % 2 == 0) != (row.start == 0):
            yield f"col on {board}: wrong outcome"
    for row in ROWS:
        if sum(row.histogram) != row.positions or row.largest != len(row.histogram) - 1:
            yield f"{row.game} on {row.board}: the histogram"
        other = TABLES.get(("nogo", row.board, row.symmetry))
        if row.game == "sno-go" and other and row.positions != other.positions + (2 if row.symmetry == "none" else 1):
            yield f"sno-go and nogo on {row.board}: their numbers of positions"


def numbered(kind, first, games):
    """Returns the nimbers by the number n of a board, up to the last known n of any game."""
    last = max(n for n in range(first, 65) for game in games if start(game, f"{kind}{n}") != "")
    numbers = range(first, last + 1)
    return page.table(["n", *numbers], [[name, *(start(game, f"{kind}{n}") for n in numbers)] for game, name in games.items()])


def grids(games):
    """Returns a row for each grid of at least two rows that has a known nimber in any of the games."""
    rows = []
    for size in range(4, 64):
        for m in (m for m in range(2, 8) if m * m <= size and size % m == 0):
            found = [STARTS.get((game, f"grid-{m}x{size // m}")) for game in games]
            if any(found):
                rows.append([f"{m} × {size // m}", *(f"{row.start} ({row.largest})" if row else "" for row in found)])
    return page.table(["grid", *games.values()], rows)


def checks(games):
    """Returns the checks made on each kind of board, in the order of the rows."""
    groups = collections.defaultdict(list)
    for row in ROWS:
        if row.game in games:
            groups[row.game, row.board.split("-")[0], row.checks].append(row)
    rows = []
    for (game, _, how), group in groups.items():
        ends = dict.fromkeys([group[0].board, group[-1].board])
        rows.append([game, " … ".join(ends), len(group), max(row.positions for row in group),
                     how.replace("verify", "rules").replace(" ", ", ")])
    return page.table(["game", "boards", "tables", "most positions", "checked by"], rows)


def symmetries():
    """Returns the boards whose tables were made with every symmetry."""
    rows = []
    for key in COMPARED:
        for symmetry in SYMMETRIES:
            row, none = TABLES[(*key, symmetry)], TABLES[(*key, "none")]
            first = row is none
            rows.append([" ".join(key) if first else "", symmetry, row.positions, row.indices, row.bytes,
                         "" if first else f"{100 * row.bytes / none.bytes:.1f} %", row.seconds])
    return page.table(["game", "symmetry", "positions", "indices", "bytes", "of none", "seconds"], rows)


def path_nimbers(game):
    nimbers = (start(game, f"path-{n}") for n in itertools.count(1))
    return list(itertools.takewhile(lambda nimber: nimber != "", nimbers))


def exceptions(game):
    """Returns for each p the last known n with v(n+p) ≠ v(n), on paths."""
    nimbers = path_nimbers(game)
    last = len(nimbers)
    periods = range(1, last // 2 + 1)
    found = [max((n for n in range(1, last - p + 1) if nimbers[n - 1] != nimbers[n + p - 1]), default="none") for p in periods]
    return [*page.table(["p", *periods], [["last n with v(n+p) ≠ v(n)", *found]]), "",
            f"Values are known up to n = {last}. So no n greater than {last} − p can be found."]


class Drawing:
    """The lines of a drawing."""

    def __init__(self, width, height, title):
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                      'font-family="sans-serif" font-size="12">', f"<title>{title}</title>",
                      '<rect width="100%" height="100%" fill="#ffffff"/>']

    def text(self, x, y, anchor, words, more=""):
        self.lines.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}"{more}>{words}</text>')

    def line(self, x1, y1, x2, y2, colour):
        self.lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"/>')

    def bar(self, x, y, width, height, colour):
        self.lines.append(f'<rect x="{x}" y="{y:.1f}" width="{width}" height="{height:.1f}" fill="{colour}"/>')

    def save(self, name):
        (page.RESULTS / name).write_text("\n".join([*self.lines, "</svg>", ""]))


def plot_paths():
    """Plots the nimbers of the empty path against its length, one panel per game."""
    panels = [("go-cut", "GO-CUT, path of n vertices", BLUE), ("sno-go", "SNO-GO", RED), ("nogo", "NoGo", GREY)]
    heights = [30 * max(1, *path_nimbers(game)) for game, _, _ in panels]
    drawing, top = Drawing(620, 15 + sum(heights) + 70 * len(panels),
                           "Nimbers of the path of n vertices with no vertex coloured"), 35
    for (game, name, colour), height in zip(panels, heights):
        nimbers, bottom = path_nimbers(game), top + height
        drawing.text(40, top - 12, "start", name)
        for nimber in range(height // 30 + 1):
            drawing.line(40, bottom - 30 * nimber, 600, bottom - 30 * nimber, PALE)
            drawing.text(30, bottom - 30 * nimber + 4, "end", nimber)
        for n in range(1, 23):
            drawing.text(35 + 25 * n, bottom + 22, "middle", n)
        points = [(35 + 25 * n, bottom - 30 * nimber) for n, nimber in enumerate(nimbers, 1)]
        drawing.lines.append(f'<polyline points="{"".join(f"{x},{y} " for x, y in points)}" fill="none" stroke="{colour}" '
                             'stroke-opacity="0.45"/>')
        drawing.lines += [f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>' for x, y in points]
        top = bottom + 70
    drawing.save("nimbers-paths.svg")


def plot_histograms(name, panels):
    """Plots the shares of the nimbers among all positions, one panel per board."""
    rows = [TABLES[game, board, "colours"] for game, board, _ in panels]
    drawing = Drawing(80 + 32 * max(len(row.histogram) for row in rows), 20 + 180 * len(rows),
                      "Shares of the nimbers among all positions")
    for k, (row, (_, _, title)) in enumerate(zip(rows, panels)):
        base = 150 + 180 * k
        drawing.text(40, base - 130, "start", f"{title}: {row.positions} positions")
        for nimber, count in enumerate(row.histogram):
            share, height = count / row.positions, 100 * count / max(row.histogram)
            drawing.bar(44 + 32 * nimber, base - height, 24, height, RED if k % 2 else BLUE)
            drawing.text(56 + 32 * nimber, f"{base - 4 - height:.1f}", "middle", f"{100 * share:.1f}%" if share >= 0.0005 else "",
                         ' font-size="9"')
            drawing.text(56 + 32 * nimber, base + 16, "middle", nimber)
        drawing.line(40, base, 48 + 32 * len(row.histogram), base, GREY)
    drawing.save(name)


def plot_symmetry():
    """Plots the bytes of the tables made with every symmetry, relative to those made with none."""
    drawing, colours = Drawing(640, 50 + 52 * len(COMPARED), "Bytes of tables by symmetry"), [GREY, BLUE, RED]
    for x, colour, symmetry in zip((150, 230, 330), colours, SYMMETRIES):
        drawing.bar(x, 12, 12, 12, colour)
        drawing.text(x + 18, 22, "start", symmetry)
    for k, key in enumerate(COMPARED):
        top = 40 + 52 * k
        drawing.text(140, top + 24, "end", " ".join(key))
        for place, (symmetry, colour) in enumerate(zip(SYMMETRIES, colours)):
            size = TABLES[(*key, symmetry)].bytes
            width = round(350 * size / TABLES[(*key, "none")].bytes)
            drawing.bar(150, top + 13 * place, width, 11, colour)
            drawing.text(156 + width, top + 13 * place + 10, "start", f"{size} bytes")
    drawing.save("symmetry-bytes.svg")


def main():
    wrong = list(faults())
    if wrong:
        sys.exit("\n".join(wrong))
    conjoined = {"go-cut": "GO-CUT", "sno-go": "SNO-GO", "nogo": "NoGo"}
    colouring = {"col": "iCol", "snort": "iSnort", "nogo": "NoGo", "node-kayles": "Node-Kayles"}
    page.replace_parts("conjoined-games.md", {
        "paths": numbered("path-", 1, conjoined), "exceptions": exceptions("go-cut"), "cycles": numbered("cycle-", 3, conjoined),
        "grids": grids({**conjoined, "snort": "iSnort"}), "checks": checks(conjoined)})
    page.replace_parts("impartial-colouring.md", {
        "grids": grids(colouring), "cycles": numbered("cycle-", 3, colouring),
        "paths": numbered("grid-1x", 1, {"node-kayles": "Node-Kayles"}),
        "checks": checks(["col", "snort", "node-kayles"]), "symmetry": symmetries()})
    plot_paths()
    plot_histograms("nimbers-conjoined.svg", [("go-cut", "path-16", "GO-CUT on the path of 16 vertices"),
                                              ("sno-go", "path-16", "SNO-GO on the path of 16 vertices")])
    plot_histograms("nimbers-colouring.svg", [("col", "grid-4x5", "iCol on 4 × 5"), ("nogo", "grid-4x4", "NoGo on 4 × 4"),
                                              ("node-kayles", "grid-4x5", "Node-Kayles on 4 × 5")])
    plot_symmetry()


main()
