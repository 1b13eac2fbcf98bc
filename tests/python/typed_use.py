# SPDX-License-Identifier: MIT
"""What mypy is to see of the package: it is checked and run."""
from typing import List, Optional, Tuple

import mexbase


def moves(table: mexbase.Table, position: str) -> List[Tuple[str, mexbase.Value]]:
    return [(move.position, move.value) for move in table.best(position)]


def longest(table: mexbase.Table) -> Optional[int]:
    found: Optional[int] = None
    for index, position, value in table:
        if isinstance(value, mexbase.Outcome) and value.remoteness is not None:
            found = max(found or 0, value.remoteness)
    return found


def hardest(table: mexbase.Table) -> List[str]:
    found: mexbase.Findings = table.find(longest="win", count=3)
    checked: int = mexbase.verify(table)
    assert checked >= found.count
    return [each.position for each in found.positions]


def solve(path: str) -> mexbase.Table:
    def tell(phase: str, done: int, total: int) -> None:
        print(phase, done, total)

    report: mexbase.Report = mexbase.solve("tic-tac-toe", path, progress=tell)
    size: int = report.file_bytes
    assert size > 0
    return mexbase.open(path)


def add(table: mexbase.Table) -> Optional[mexbase.SumMove]:
    total: mexbase.Sum = mexbase.sum([(table, "5+3"), (table, 4)])
    return total.best_move()


def look(table: mexbase.Table) -> str:
    position: mexbase.Position = table.position("start")
    best: mexbase.Moves = position.best()
    first: mexbase.Move = best[0]
    assert table.at_many([first.position, 0]).shape == (2,)
    position.save_svg("/dev/null", values=False)
    return position.svg()


def name(table: mexbase.Table) -> Tuple[mexbase.Value, float]:
    value: mexbase.Value = table.vertex(7)
    assert value == table.vertex("7")
    found: mexbase.Findings = table.find(value)
    table.to_parquet("table.parquet", stop=found.count, texts=False)
    return value, float(table.means()[0] + table.temperatures(0, 1)[0])


def pair(path: str) -> mexbase.Value:
    table = mexbase.solve_rules((1, 2), lambda p: [(n, p[1]) for n in range(p[0])], path)
    position: Tuple[int, int] = table.object_of("start")
    return table[position]


def weigh(text: str) -> Optional[mexbase.Canonical]:
    value: mexbase.Canonical = mexbase.value(text) + mexbase.value("^")
    value.save_svg("/dev/null")
    return value.atomic_weight
