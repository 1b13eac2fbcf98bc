#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes and verifies the tables of the board games and writes their results into docs/results/boards.md: boards.py [SPEC...]

Draws positions of the longest wins (boards-GAME.svg) and the results by number of plies (boards-remoteness.svg). The default
SPECs are those of the page."""
import math
import pathlib
import re
import sys
import tempfile

import mexbase
import page

SPECS = ["tic-tac-toe", "mu-torere", "dodgem", "dao", "quixo:size=3", "quixo:size=4", "mens-morris:men=5", "mens-morris:men=6", "dobutsu-shogi"]


class Game:
    """A table of one game with its statistics."""

    def __init__(self, spec, folder):
        self.spec, self.name = spec, re.sub(r"[:=]", "-", spec.replace("size=", "").replace("men=", ""))
        path = folder / (self.name + ".mxb")
        mexbase.solve(spec, path, threads=1)
        mexbase.verify(path)
        self.table = mexbase.open(path)
        self.stats = self.table.stats(reachable=True)

    def totals(self):
        s = self.stats
        cells = [s["positions"], s["win"], s["loss"], s["tie"], s["draw"], s["longest_remoteness"], len(self.table)]
        return [f"`{self.spec}`", self.table["start"], *map(page.number, cells)]

    def longest_win(self):
        position = self.table.position(self.stats["longest_wins"][0]["position"])
        moves = " ".join(page.names_of_moves(self.table.line(position.text)))
        return [f"### `{self.spec}`", "", *page.longest_win(
            f"boards-{self.name}.svg", position, "The player to move wins", position.value.remoteness, moves)]

    def zugzwangs(self):
        """Returns a row, or None if the board determines the player to move."""
        try:
            found = self.table.zugzwangs(count=1)
        except mexbase.errors.NotApplicable:
            return None
        row = [f"`{self.spec}`"]
        for number, examples in ((found.full_points, found.full), (found.half_points, found.half)):
            first = [f"`{z.to_move.position}`: {z.to_move.value}, passed {z.passed.value}" for z in examples]
            row += [page.number(number), *(first or [""])]
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
    (page.RESULTS / "boards-remoteness.svg").write_text("\n".join(out))


def main():
    with tempfile.TemporaryDirectory() as folder:
        games = [Game(spec, pathlib.Path(folder)) for spec in sys.argv[1:] or SPECS]
        page.replace_parts("boards.md", {
            "totals": page.table(["game", "start", "positions", "win", "loss", "tie", "draw", "longest", "indices"],
                                 [game.totals() for game in games]),
            "zugzwangs": page.table(["game", "full-point", "the first", "half-point", "the first"],
                                    [row for row in (game.zugzwangs() for game in games) if row]),
            "longest": [line for game in games for line in game.longest_win()]})
        plot(games)


main()
