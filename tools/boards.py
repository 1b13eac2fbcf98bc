#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the tables of the board games and writes their results into docs/results/boards.md: boards.py BIN_DIR [SPEC...]

Rewrites the parts between <!-- NAME: begin --> and <!-- NAME: end -->, and the drawings: positions of the longest wins (boards-GAME.svg)
and the results by number of plies (boards-remoteness.svg). The default SPECs are those of the page."""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

SPECS = ["tic-tac-toe", "mu-torere", "dodgem", "dao", "quixo:size=3", "quixo:size=4", "mens-morris:men=5", "mens-morris:men=6", "dobutsu-shogi"]
RESULTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def short_name(spec):
    return re.sub(r"[:=]", "-", spec.replace("size=", "").replace("men=", ""))


def value_text(value):
    remoteness = value.get("remoteness")
    return value["outcome"] + ("" if remoteness is None else f" {remoteness}")


class Game:
    """A table of one game with its statistics."""

    def __init__(self, binaries, spec, folder):
        self.spec, self.table, self.query = spec, folder / (short_name(spec) + ".mxb"), binaries / "mexquery"
        self.made = json.loads(run(binaries / "mexgen", spec, "-o", self.table, "--json", "--quiet", "--threads", 1))
        run(binaries / "mexgen", "verify", self.table, "--quiet")
        self.stats = json.loads(run(self.query, "stats", self.table, "--reachable", "--json"))
        self.start = json.loads(run(self.query, "probe", self.table, "--json", "start"))
        text = run(self.query, "stats", self.table, "--reachable")
        self.longest = re.search(r"longest wins.*\n(\S+): win", text).group(1)
        self.line = json.loads(run(self.query, "line", self.table, self.longest, "--json"))["line"]

    def totals(self):
        s = self.stats
        cells = [s["positions"], s["win"], s["loss"], s["tie"], s["draw"], s["longest_remoteness"]]
        return [f"`{self.spec}`", value_text(self.start)] + [f"{c:,}" for c in cells] + [f"{self.made['indices']:,}"]

    def longest_win(self):
        (RESULTS / f"boards-{short_name(self.spec)}.svg").write_text(run(self.query, "draw", self.table, self.longest))
        moves = " ".join(step["move"] for step in self.line if "move" in step)
        text = (f"The player to move wins from `{self.longest}` in {self.line[0]['remoteness']} plies. "
                f"The moves of best play are `{moves}`.")
        return [f"### `{self.spec}`", "", f"![{self.longest}](boards-{short_name(self.spec)}.svg)", "",
                *textwrap.wrap(text, 120, break_on_hyphens=False), ""]

    def zugzwangs(self):
        """Returns a row, or None if the board determines the player to move."""
        asked = subprocess.run([self.query, "find", self.table, "--zugzwang", "--json", "--count", "1"], capture_output=True, text=True)
        if asked.returncode == 2:
            return None
        found = json.loads(asked.stdout)
        row = [f"`{self.spec}`"]
        for kind in ("full", "half"):
            row.append(f"{found[kind + '_points']:,}")
            first = next(iter(found[kind]), None)
            row.append(f"`{first['position']}`: {value_text(first)}, passed {value_text(first['passed'])}" if first else "")
        return row


def plot(games):
    """Plots one panel per game: positions by remoteness, on a logarithmic scale, wins above losses and ties."""
    columns, width, height, margin = 3, 310, 170, 44
    rows = math.ceil(len(games) / columns)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * width}" height="{rows * height}" font-family="sans-serif" font-size="11">',
           '<style>text{fill:#444}.win{fill:#2f7d4f}.loss{fill:#b5443c}.tie{fill:#8a7bb5}.axis{stroke:#888;stroke-width:1}'
           "@media(prefers-color-scheme:dark){text{fill:#bbb}}</style>"]
    for k, game in enumerate(games):
        left, top = k % columns * width + margin, k // columns * height + 24
        inner_width, inner_height = width - margin - 12, height - 58
        rows_of = game.stats["by_remoteness"]
        most = max(max(r["win"], r["loss"], r["tie"]) for r in rows_of)
        plies = max(r["remoteness"] for r in rows_of) + 1
        decades = max(1, math.ceil(math.log10(most + 1)))
        bar = inner_width / plies
        out.append(f'<text x="{left}" y="{top - 8}">{game.spec}</text>')
        for decade in range(0, decades + 1, max(1, decades // 4)):
            y = top + inner_height * (1 - decade / decades)
            out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{"1" if decade == 0 else "10" + "⁰¹²³⁴⁵⁶⁷⁸⁹"[decade]}</text>')
        for r in rows_of:
            present = [name for name in ("win", "loss", "tie") if r[name] != 0]
            for place, name in enumerate(present):
                length = max(1.0, inner_height * math.log10(r[name] + 1) / decades)
                x = left + (r["remoteness"] + 0.9 * place / len(present)) * bar
                out.append(f'<rect class="{name}" x="{x:.2f}" y="{top + inner_height - length:.1f}" '
                           f'width="{max(0.9 * bar / len(present), 0.8):.2f}" height="{length:.1f}"/>')
        base = top + inner_height
        out.append(f'<line class="axis" x1="{left}" y1="{base}" x2="{left + inner_width}" y2="{base}"/>')
        out.append(f'<text x="{left}" y="{base + 14}">0</text>')
        out.append(f'<text x="{left + inner_width}" y="{base + 14}" text-anchor="end">{plies - 1} plies</text>')
    out.append("</svg>\n")
    (RESULTS / "boards-remoteness.svg").write_text("\n".join(out))


def replace_part(page, name, lines):
    pattern = rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)"
    return re.sub(pattern, lambda m: m.group(1) + "\n".join(lines).rstrip() + "\n" + m.group(2), page, count=1, flags=re.S)


def main():
    binaries, specs = pathlib.Path(sys.argv[1]), sys.argv[2:] or SPECS
    with tempfile.TemporaryDirectory() as folder:
        games = [Game(binaries, spec, pathlib.Path(folder)) for spec in specs]
        head = ["game", "start", "positions", "win", "loss", "tie", "draw", "longest", "indices"]
        totals = ["| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head)] + [g.totals() for g in games]]
        page = (RESULTS / "boards.md").read_text()
        page = replace_part(page, "totals", totals)
        head = ["game", "full-point", "the first", "half-point", "the first"]
        rows = [row for row in (g.zugzwangs() for g in games) if row is not None]
        page = replace_part(page, "zugzwangs", ["| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head)] + rows])
        page = replace_part(page, "longest", [line for g in games for line in g.longest_win()])
        plot(games)
        (RESULTS / "boards.md").write_text(page)


if __name__ == "__main__":
    main()
