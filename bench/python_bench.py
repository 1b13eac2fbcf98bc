# SPDX-License-Identifier: MIT
"""Times probes from Python: python_bench.py [TABLE] (default: a new table of Quixo 4x4). CPU time, the least of several runs."""
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import mexbase

RUNS = 7


def nanoseconds(call, count):
    """Returns the CPU time of `call`, divided by `count`."""
    best = float("inf")
    for _ in range(RUNS):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best / count * 1e9


def ask_all(table, keys):
    for key in keys:
        table[key]


def main():
    folder = tempfile.TemporaryDirectory()
    path = sys.argv[1] if len(sys.argv) > 1 else str(Path(folder.name) / "quixo.mxb")
    if len(sys.argv) < 2:
        mexbase.solve("quixo:size=4", path)
    table = mexbase.open(path)
    size = len(table)
    chance = np.random.default_rng(1)
    some, many = 100_000, 1_000_000
    near = list(range(size // 3, size // 3 + min(some, size // 3)))
    far = chance.integers(0, size, some).tolist()
    print(f"{table!r}, numpy {np.__version__}, Python {sys.version.split()[0]}")

    def row(what, call, count):
        print(f"{what:<60} {nanoseconds(call, count):8.1f} ns")

    row("table[i], neighbours", lambda: ask_all(table, near), len(near))
    row("table[i], anywhere", lambda: ask_all(table, far), len(far))
    texts, far_texts = [table.text_of(i) for i in near], [table.text_of(i) for i in far]
    row("table[text], neighbours", lambda: ask_all(table, texts), len(texts))
    row("table[text], anywhere", lambda: ask_all(table, far_texts), len(far_texts))
    out = np.empty(many, table.dtype)
    order = np.arange(many, dtype=np.uint64) % np.uint64(size)
    anywhere = chance.integers(0, size, many).astype(np.uint64)
    row("at_many, a million in order", lambda: table.at_many(order, out), many)
    ascending = np.sort(anywhere)
    row("at_many, a million anywhere, ascending", lambda: table.at_many(ascending, out), many)
    row("at_many, a million anywhere, in any order", lambda: table.at_many(anywhere, out), many)
    row("outcomes_many, a million anywhere, in any order", lambda: table.outcomes_many(anywhere), many)
    row("chunks, the whole table", lambda: [None for _ in table.chunks()], size)
    row("rows: index, text, value", lambda: [None for _ in table.rows(0, some)], min(some, size))
    heaps = 100_000
    rules = str(Path(folder.name) / "rules.mxb")
    row("solve_rules, a position with three moves",
        lambda: mexbase.solve_rules(heaps, lambda n: range(max(n - 3, 0), n), rules, arcs=False), heaps)


if __name__ == "__main__":
    main()
