#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the table of the L game and writes its results into docs/results/l-game.md: l_game.py BIN_DIR

Rewrites the parts between <!-- NAME: begin --> and <!-- NAME: end -->."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM, PAGE = ROOT / "data" / "programs" / "l_game.py", ROOT / "docs" / "results" / "l-game.md"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def beside(boards, headings, at_once=8):
    """Returns pictures of several boards side by side, under their headings."""
    lines = ["```text"]
    for first in range(0, len(boards), at_once):
        part = list(zip(headings, boards))[first:first + at_once]
        lines += [""] * (first != 0) + ["".join(heading.ljust(9) for heading, _ in part).rstrip()]
        lines += ["".join(" ".join(board.split("/")[row]).ljust(9) for _, board in part).rstrip() for row in range(4)]
    return lines + ["```"]


def images(text):
    """Yields the eight positions that are symmetric to one."""
    rows = text.split("/")
    for _ in range(4):
        rows = ["".join(row[k] for row in reversed(rows)) for k in range(4)]
        yield "/".join(rows)
        yield "/".join(row[::-1] for row in rows)


def as_played(line):
    """Returns the positions of a line as seen by a spectator: the board is not turned, and A is the first player."""
    seen = [line[0]]
    for ply, text in enumerate(line[1:], 1):
        stays = "B" if ply % 2 else "A"  # the L that the last move did not move
        for image in images(text if ply % 2 == 0 else text.translate(str.maketrans("AB", "BA"))):
            if all((here == stays) == (before == stays) for here, before in zip(image, seen[-1])):
                seen.append(image)
    return seen


def main():
    binaries, folder = pathlib.Path(sys.argv[1]).resolve(), tempfile.TemporaryDirectory()
    table, query = pathlib.Path(folder.name) / "l-game.mxb", binaries / "mexquery"
    run(binaries / "mexgen", "program:name=l-game", "--command", f"python3 '{PROGRAM}'", "--arcs", "-o", table, "--quiet")
    run(binaries / "mexgen", "verify", table, "--quiet")
    stats = json.loads(run(query, "stats", table, "--json"))
    counts = ["| plies | won | lost |", "| --- | --- | --- |"]
    for row in stats["by_remoteness"]:
        counts.append(f"| {row['remoteness']} | {row['win'] or ''} | {row['loss'] or ''} |")
    counts.append(f"| all | {stats['win']:,} | {stats['loss']} |")
    counts.append(f"\nThe table has {stats['positions']:,} positions. {stats['draw']:,} of them are drawn.")

    lost = []
    for row in stats["by_remoteness"]:
        if row["loss"]:
            found = json.loads(run(query, "find", table, "--value", f"loss {row['remoteness']}", "--count", "100", "--json"))
            lost += [(position["position"], f"loss {row['remoteness']}") for position in found["positions"]]
    line = json.loads(run(query, "line", table, stats["longest_wins"][0]["position"], "--json"))["line"]
    moves = json.loads(run(query, "best", table, "start", "--json"))
    keep = sum(move["outcome"] == moves["outcome"] for move in moves["moves"])
    parts = {
        "counts": counts,
        "start": [f"The first position is a {moves['outcome']}: of its {len(moves['moves'])} moves {keep} keep the draw, and all others lose."],
        "lost": beside(*zip(*lost)),
        "longest": beside(as_played([step["position"] for step in line]),
                          [f"{step['outcome']} {step['remoteness']}" for step in line], 5),
    }
    page = PAGE.read_text()
    for name, lines in parts.items():
        page = re.sub(rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)",
                      lambda m: m.group(1) + "\n".join(lines) + "\n" + m.group(2), page, count=1, flags=re.S)
    PAGE.write_text(page)


main()
