# SPDX-License-Identifier: MIT
"""Every golden and frozen table says in Python what it says to mexquery."""
import csv
import io
import json
import subprocess

import numpy as np
import pytest
from conftest import FROZEN, GOLDEN

import mexbase
from mexbase import CLASSES, OUTCOMES

MOST = 30000


def fields(value):
    """What `mexquery dump --csv` writes of a value."""
    if isinstance(value, mexbase.Outcome):
        return [value.outcome, "" if value.remoteness is None else str(value.remoteness)]
    if isinstance(value, mexbase.Nimber):
        return [str(value) if value.nimber is None else str(value.nimber)]
    if isinstance(value, mexbase.Obliged):
        return [str(value)]
    if isinstance(value, mexbase.PartizanOutcome):
        return [value.left_first, value.right_first]
    weight = value.atomic_weight
    return [str(value), value.outcome_class, "" if weight is None else str(weight), value.fingerprint]


def as_row(table, value):
    """What an array has of a value."""
    if isinstance(value, mexbase.Outcome):
        return (OUTCOMES.index(value.outcome), value.cannot_win, value.cannot_lose, value.remoteness or 0)
    if isinstance(value, mexbase.Nimber):
        reached = 0
        for each in value.infinite or ():
            reached |= 1 << min(each, 63)
        return (value.nimber or 0, value.counter, reached, value.infinite is not None)
    if isinstance(value, mexbase.Obliged):
        return (value.normal, value.misere)
    if isinstance(value, mexbase.PartizanOutcome):
        sides = (value.left, value.right)
        return tuple(OUTCOMES.index(s.outcome) for s in sides) + tuple(s.remoteness or 0 for s in sides)
    return None


@pytest.mark.parametrize("path", GOLDEN + FROZEN, ids=lambda path: path.stem)
def test_has_the_values_that_mexquery_dumps(path, mexquery):
    with mexbase.open(path) as table:
        dumped = subprocess.run(
            [mexquery, "dump", str(path), "--csv", "--count", str(MOST)], check=True, capture_output=True, text=True
        ).stdout
        wanted = list(csv.reader(io.StringIO(dumped)))[1:]
        rows = list(table.rows(0, MOST))
        assert [[row.position, *fields(row.value)] for row in rows] == wanted

        indices = np.array([row.index for row in rows], dtype=np.uint64)
        values = table.at_many(indices)
        read = list(table.chunks(0, MOST, size=1000))
        assert np.array_equal(np.concatenate([each for each, _ in read]), indices)
        assert np.array_equal(np.concatenate([each for _, each in read]), values)
        shuffled = np.random.default_rng(1).permutation(len(indices))
        assert np.array_equal(table.at_many(indices[shuffled]), values[shuffled])
        for row, packed in list(zip(rows, values))[:: max(1, len(rows) // 2000)]:
            assert table[row.index] == row.value
            assert table.at(row.index) == row.value
            if isinstance(row.value, mexbase.Canonical):
                assert table.canonical(packed["number"]) == row.value
                assert CLASSES[packed["outcome_class"]] == row.value.outcome_class
            else:
                assert packed.item() == as_row(table, row.value)
            if "spec" not in row.position and not row.position.startswith("#"):
                assert table[row.position] == row.value


@pytest.mark.parametrize("path", GOLDEN + FROZEN, ids=lambda path: path.stem)
def test_is_read_alike_through_a_map_by_reads_and_from_memory(path):
    data = path.read_bytes()
    with mexbase.open(path) as mapped, mexbase.open(path, backend="read", cache_bytes=1) as read:
        from_memory = mexbase.Table(data=data)
        some = [row.index for row in mapped.rows(0, 300)]
        assert np.array_equal(mapped.at_many(some), read.at_many(some))
        assert np.array_equal(mapped.at_many(some), from_memory.at_many(some))
        assert mapped.info() == from_memory.info()


def said_by(mexquery, *words):
    """Returns the JSON that mexquery prints."""
    return json.loads(subprocess.run([mexquery, *map(str, words), "--json"], check=True, capture_output=True).stdout)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_finds_and_counts_what_mexquery_finds_and_counts(path, mexquery):
    with mexbase.open(path) as table:
        assert table.stats() == said_by(mexquery, "stats", path)
        assert table.info() == said_by(mexquery, "info", path)
        values = sorted({str(row.value) for row in table.rows(0, 300)})[:6]
        if table.kind == "canonical":
            values += ["N", "P", "{0|^*}", "^+^", "+-1"]
        elif table.kind == "nimber":
            values += ["*9", "0"]
        for value in values:
            if table.kind == "partizan-outcome" and len(value) > 1:
                continue
            found, said = table.find(value, count=3), said_by(mexquery, "find", path, "--value", value, "--count", "3")
            assert found.count == said["count"], value
            assert [(each.index, each.position) for each in found.positions] == [
                (each["index"], each["position"]) for each in said["positions"]
            ]
            for each in found.positions:  # an outcome that is found does not say what is proven about it
                assert each.value == table[each.index] or value == "unknown" == str(table[each.index])
            if value not in mexbase.CLASSES and table.kind == "canonical":
                assert table.find(mexbase.value(value), count=3) == found


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_draws_what_mexquery_draws(path, mexquery, tmp_path):
    with mexbase.open(path) as table:
        text = table.text_of(next(table.rows()).index)
        position = table.position(text)
        position.save_svg(tmp_path / "p.svg")
        drawn = subprocess.run([mexquery, "draw", str(path), text], check=True, capture_output=True).stdout
        assert (tmp_path / "p.svg").read_bytes() == drawn
        words = [mexquery, "draw", str(path), text, "--values"]
        if table.spec.startswith(("graph:", "horsefly:", "snakes-and-adders:")):
            assert position.svg(values=True).encode() == subprocess.run(words, check=True, capture_output=True).stdout
        else:
            with pytest.raises(mexbase.errors.NotApplicable, match="cannot draw values"):
                position.svg(values=True)
