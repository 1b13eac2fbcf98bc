#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes and verifies the table of the L game and writes its results into docs/results/l-game.md. The rules are those of the
program data/programs/l_game.py."""
import pathlib
import subprocess
import sys
import tempfile

import mexbase
import page

PROGRAM = page.RESULTS.parents[1] / "data" / "programs" / "l_game.py"


def beside(boards, headings, at_once=8):
    """Returns pictures of several boards side by side, under their headings."""
    lines = ["```text"]
    for first in range(0, len(boards), at_once):
        part = list(zip(headings, boards))[first:first + at_once]
        lines += [""] * (first != 0) + ["".join(str(heading).ljust(9) for heading, _ in part).rstrip()]
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
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [sys.executable, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        def options(position):
            print(position, file=program.stdin, flush=True)
            return program.stdout.readline().split()

        path = pathlib.Path(folder) / "l-game.mxb"
        mexbase.solve_rules(options("start")[0], options, path, name="l-game").close()
        program.stdin.close()
        mexbase.verify(path)
        table = mexbase.open(path)
        stats = table.stats()
        losses = [row["remoteness"] for row in stats["by_remoteness"] if row["loss"]]
        lost = [found for plies in losses for found in table.find(f"loss {plies}", count=100).positions]
        line = table.line(stats["longest_wins"][0]["position"]).moves
        moves, start = table.best("start"), table["start"]
        keep = sum(move.value.outcome == start.outcome for move in moves)
        counts = [[row["remoteness"], row["win"] or "", row["loss"] or ""] for row in stats["by_remoteness"]]
        page.replace_parts("l-game.md", {
            "counts": page.table(["plies", "won", "lost"], [*counts, ["all", f"{stats['win']:,}", stats["loss"]]])
            + ["", f"The table has {stats['positions']:,} positions. {stats['draw']:,} of them are drawn."],
            "start": [f"The first position is a {start.outcome}: of its {len(moves)} moves {keep} keep the draw, and all others lose."],
            "lost": beside([found.position for found in lost], [found.value for found in lost]),
            "longest": beside(as_played([move.position for move in line]), [move.value for move in line], 5)})


main()
