#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the table of all chess endings of three and four men and writes its results into docs/results/chess.md:
chess.py [TABLE]. With TABLE, a table of chess:men=4, makes no table. Stops if a number differs from a published one.

Positions are counted in user form: on every square, and with White as the side named first. Zugzwangs, the longest wins
and losses, and the numbers of KRK are counted up to symmetry."""
import collections
import itertools
import math
import pathlib
import sys
import tempfile

import mexbase
import page

SPEC = "chess:men=4"
DRAWN = ["KQK", "KBNK", "KPK", "KQKR", "KRKN", "KPKP"]  # their longest mates are drawn and played out

# Longest wins in moves: K. Thompson, Retrograde analysis of certain endgames (1986), and later sources.
PUBLISHED_MOVES = {"KQK": 10, "KRK": 16, "KBBK": 19, "KBNK": 33, "KPK": 28, "KQKR": 35, "KRKB": 29, "KRKN": 40}
# Longest win and loss in plies, for either side, from an independent solver that agrees with Syzygy on all outcomes.
PUBLISHED_PLIES = {"KQKQ": (25, 24), "KQKB": (33, 34), "KQKN": (41, 42), "KQKP": (57, 56), "KRKR": (37, 38), "KRKB": (57, 58),
                   "KRKN": (79, 80), "KBBK": (37, 38), "KBPK": (61, 62), "KPPK": (63, 64), "KPKP": (65, 66)}
# Data set krkopt of the UCI repository (M. Bain, A. van Hoff, 1994): KR against K, Black to move, up to symmetry.
KRKOPT = [2796, 27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]


def men_of(material):
    """Returns the letters of the men of both sides, without the kings: KBNKP gives ("BN", "p")."""
    white, black = material[1:].split("K")
    return white, black.lower()


def indices_of(material):
    """Returns the number of indices of a material: those of the kings times those of each group of equal men, for
    either side to move."""
    white, black = men_of(material)
    pawns = "P" in material
    count = 1806 if pawns else 462
    for man, number in collections.Counter(white + black).items():
        count *= math.comb(48 if man in "Pp" else 64, number)
    if white.lower() == black:
        return count + 1806 * 14 * ("P" in white)  # 14: en passant, each pair of neighbouring files in both directions
    return 2 * count


def symmetric_boards(material):
    """Yields the boards that the reflection in the diagonal from a1 to h8 does not change, without pawns."""
    white, black = men_of(material)
    diagonal = [9 * k for k in range(8)]
    for kings in itertools.permutations(diagonal, 2):
        for others in itertools.permutations(set(diagonal) - set(kings), len(white + black)):
            yield dict(zip((*kings, *others), "Kk" + white + black))
        if len(white + black) == 2 and len(set(white + black)) == 1:  # two equal men that exchange their squares
            for a, b in itertools.combinations(range(8), 2):
                yield dict(zip((*kings, 8 * a + b, 8 * b + a), "Kk" + white + black))


def board_text(men):
    rows = ("".join(men.get(8 * rank + file, "1") for file in range(8)) for rank in range(7, -1, -1))
    return "/".join("".join(str(len(list(run))) if man == "1" else "".join(run) for man, run in itertools.groupby(row))
                    for row in rows)


class Report:
    """The numbers of one material: its counts by value for both sides to move, and its longest wins and losses."""

    def __init__(self, table, material, start):
        self.material, self.indices = material, indices_of(material)
        self.counts = {"w": collections.Counter(), "b": collections.Counter()}  # up to symmetry
        for row in table.rows(start, start + self.indices):
            self.counts[row.position.split(" ", 2)[1]][row.value] += 1
        white, black = men_of(material)
        if white.lower() == black:  # the side named first is to move in every index
            self.counts["b"] = self.counts["w"]
        self.sides = {mover: self.placements(table, mover) for mover in "wb"}
        self.win, self.loss = (table.find(longest=outcome, material=material, count=1) for outcome in ("win", "loss"))
        self.zugzwangs = table.zugzwangs(material=material, count=1)

    def placements(self, table, mover):
        """Returns the numbers of won, drawn and lost positions in user form."""
        found = collections.Counter()
        for value, count in self.counts[mover].items():
            found[value.outcome] += count * (2 if "P" in self.material else 8)
        if "P" not in self.material:
            # A position that a reflection does not change has four images, not eight. The reflection is in one diagonal
            # for half of the images and in the other diagonal for the others.
            boards = {f"{board_text(men)} {mover} - -" for men in symmetric_boards(self.material)}
            found.subtract(collections.Counter(2 * [table[board].outcome for board in boards if board in table]))
        return [found[outcome] for outcome in ("win", "draw", "loss")]


def totals(reports):
    head = ["men", "White to move", "win", "draw", "loss", "Black to move", "win", "draw", "loss", "indices"]
    return page.table(head, [[f"`{r.material}`", *(page.number(n) for side in r.sides.values() for n in (sum(side), *side)),
                              page.number(r.indices)] for r in reports])


def mates(reports):
    head = ["men", "longest win", "again", "longest loss", "again", "moves", "published", "a position of the longest win"]
    rows = []
    for r in reports:
        win, loss = r.win.remoteness, r.loss.remoteness
        if win is None:
            continue
        moves = max((win + 1) // 2, loss // 2)
        plies, known = PUBLISHED_PLIES.get(r.material), PUBLISHED_MOVES.get(r.material)
        if plies not in (None, (win, loss)) or known not in (None, moves):
            sys.exit(f"{r.material} is other than published")
        again = plies or ("", "")
        rows.append([f"`{r.material}`", win, again[0], loss, again[1], moves, known or "", f"`{r.win.positions[0].position}`"])
    return page.table(head, rows)


def rook_ending(reports):
    counts = next(r for r in reports if r.material == "KRK").counts["b"]
    lost = [counts[mexbase.Outcome("loss", 2 * moves)] for moves in range(len(KRKOPT) - 1)]
    if [counts[mexbase.Outcome("draw")], *lost] != KRKOPT or sum(counts.values()) != sum(KRKOPT):
        sys.exit("king and rook against king is other than published")
    return page.table(["mate in", "draw", *range(len(lost))], [["positions", *map(page.number, KRKOPT)]])


def zugzwangs(reports):
    rows = [[f"`{r.material}`", page.number(r.zugzwangs.full_points), page.number(r.zugzwangs.half_points)] for r in reports]
    return page.table(["men", "full-point", "half-point"], [row for row in rows if row[1:] != ["0", "0"]])


def longest(table, reports):
    lines = []
    for r in reports:
        if r.material not in DRAWN:
            continue
        position = table.position(r.win.positions[0].position)
        moves = " ".join(f"{ply // 2 + 1}. {name}" if ply % 2 == 0 else name
                         for ply, name in enumerate(page.names_of_moves(table.line(position.text))))
        lines += [f"### `{r.material}`", "", *page.longest_win(
            f"chess-{r.material.lower()}.svg", position, "The side to move wins", r.win.remoteness, moves)]
    return lines


def reports_of(table):
    start, reports = 0, []
    for part in table.stats(slices=True)["slices"]:
        reports.append(Report(table, part["name"], start))
        start += reports[-1].indices
    if start != len(table):
        sys.exit(f"the materials have {start} indices, and the table {len(table)}")
    return reports


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(folder) / "four.mxb"
        if len(sys.argv) <= 1:
            mexbase.solve(SPEC, path)
        with mexbase.open(path) as table:
            info = table.info()
            if table.spec != SPEC:
                sys.exit(f"this is {table.spec} and not {SPEC}")
            reports = reports_of(table)
            page.replace_parts("chess.md", {
                "size": [f"The table of `{SPEC}` has {info['indices']:,} indices, {info['positions']:,} of them positions, and "
                         f"{info['file_bytes']:,} bytes."],
                "totals": totals(reports), "mates": mates(reports), "rook": rook_ending(reports),
                "zugzwangs": zugzwangs(reports), "longest": longest(table, reports)})


if __name__ == "__main__":
    main()
