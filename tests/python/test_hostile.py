# SPDX-License-Identifier: MIT
"""Damaged tables: an exception, or the right value."""
import random

import pytest
from conftest import FROZEN, GOLDEN

import mexbase

TABLES = [path for path in GOLDEN + FROZEN if path.stat().st_size < 100_000]


def everything(table):
    """Whatever may be asked of a table, in small amounts."""
    table.info()
    asked = [lambda: list(table.rows(0, 50)), lambda: table.at_many(range(min(len(table), 200))),
             lambda: next(table.chunks(0, 500), None), lambda: [str(table[i]) for i in range(0, min(len(table), 40), 3)],
             lambda: table.best("start")[:3], lambda: table.line("start", longest=20), table.check]
    for ask in asked:
        try:
            ask()
        except mexbase.MexbaseError:
            pass


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_mutated_table_raises_or_is_right(path):
    whole = path.read_bytes()
    chance = random.Random(path.stem)
    right = mexbase.Table(data=whole)
    some = [row.index for row in right.rows(0, 64)]
    expected = right.at_many(some)
    for _ in range(25):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 8))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)):]
        try:
            table = mexbase.Table(data=bytes(data))
        except mexbase.MexbaseError:
            continue
        everything(table)
        try:
            values = table.at_many(some)
        except mexbase.MexbaseError:
            continue
        assert (values == expected).all()
