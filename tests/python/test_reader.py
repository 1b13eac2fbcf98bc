# SPDX-License-Identifier: MIT
"""Tables whose bytes an object of the caller gives: what that may do meanwhile, and what it may not."""
import threading

import numpy as np
import pytest
from conftest import FROZEN, SOURCE, Reader

import mexbase
from mexbase import errors

OF_OUTCOMES = SOURCE / "data" / "frozen" / "square-but-one-raw-1.1.mxb"


class Wrong(Reader):
    """A reader that gives wrong bytes the next `wrong` times."""

    wrong = 0

    def read_at(self, offset, length):
        data = super().read_at(offset, length)
        if self.wrong:
            self.wrong -= 1
            return bytes(each ^ 0x5A for each in data)
        return data


def opened(path):
    reader = Wrong(path.read_bytes())
    return reader, mexbase.Table(reader=reader, cache_bytes=1)


def in_another_thread(call):
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()


ASKS = {
    "subscript": lambda table, index, text: table[index],
    "text": lambda table, index, text: table[text],
    "slice": lambda table, index, text: table[index:index + 1].tolist(),
    "at": lambda table, index, text: table.at(index),
    "probe": lambda table, index, text: table.probe(text),
    "in": lambda table, index, text: text in table,
    "index_of": lambda table, index, text: table.index_of(text),
    "text_of": lambda table, index, text: table.text_of(index),
    "legal": lambda table, index, text: table.legal(index),
    "at_many": lambda table, index, text: table.at_many([index]).tolist(),
    "outcomes_many": lambda table, index, text: table.outcomes_many([index]).tolist(),
    "rows": lambda table, index, text: list(table.rows(index, index + 1)),
    "chunks": lambda table, index, text: [each.tolist() for each in next(iter(table.chunks(index, index + 2)))],
    "best": lambda table, index, text: table.best(text),
    "stats": lambda table, index, text: table.stats(),
    "find": lambda table, index, text: table.find("win"),
    "info": lambda table, index, text: table.info(),
    "check": lambda table, index, text: table.check(),
    "preload": lambda table, index, text: table.preload(),
}


def answer(ask, table, index, text):
    try:
        return repr(ask(table, index, text))
    except mexbase.MexbaseError as error:
        return repr(error)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in-another-thread"])
@pytest.mark.parametrize("name", ASKS)
def test_a_call_that_runs_goes_on_when_its_reader_closes_the_table(name, elsewhere):
    seen = set()
    for path in (OF_OUTCOMES, *FROZEN):
        whole = mexbase.open(path)
        if whole.kind in seen or path.stat().st_size > 60_000 or path.stem.startswith("kayles"):
            continue
        index = next(i for i in range(len(whole) // 2, len(whole)) if whole.legal(i))
        text = whole.text_of(index)
        expected = answer(ASKS[name], whole, index, text)
        reader, table = opened(path)
        reader.act = (lambda: in_another_thread(table.close)) if elsewhere else table.close
        found = answer(ASKS[name], table, index, text)
        # What first takes the length of the table, and then asks, may be told in between.
        if reader.act is None and name not in ("slice", "rows", "chunks", "find", "at_many", "outcomes_many"):
            seen.add(whole.kind)
            assert table.closed and found == expected
        else:
            assert found == expected or "closed" in found
        table.close()
        assert "closed" in answer(ASKS[name], table, index, text)


def test_iterators_and_sums_go_on_when_a_reader_closes_the_table():
    whole = mexbase.open(OF_OUTCOMES)
    reader, table = opened(OF_OUTCOMES)
    rows, chunks = table.rows(), table.chunks(size=7)
    next(rows), next(chunks)
    reader.act = table.close
    assert [next(rows) for _ in range(5000)] == list(whole.rows(1, 5001))
    assert table.closed and len(list(chunks)) == (len(whole) - 1) // 7


@pytest.mark.parametrize("touch", [lambda total, table: total.value, lambda total, table: len(total),
                                   lambda total, table: total.add(table, 1), lambda total, table: total.best_move(),
                                   lambda total, table: total.obliged], ids=["value", "len", "add", "best_move", "obliged"])
def test_a_reader_that_asks_the_sum_that_waits_for_it_is_refused(touch):
    reader, table = opened(SOURCE / "data" / "golden" / "grundy-20000.mxb")
    total = mexbase.sum([(table, 15000), (table, 17)])
    refused = []

    def ask():
        with pytest.raises(errors.BadUsage) as caught:
            touch(total, table)
        refused.append(str(caught.value))

    reader.act = ask
    assert total.value == mexbase.sum([(table, 15000), (table, 17)]).value
    assert refused == ["a reader must not use the table or sum that is waiting for it"]
    assert len(total) == 2


@pytest.mark.parametrize("name", ["col-2x8-1.4", "domineering-4x5-1.2", "square-but-one-zstd-1.1", "put-or-take-20000-1.0"])
def test_bytes_that_came_wrong_are_read_again(name):
    path = SOURCE / "data" / "frozen" / f"{name}.mxb"
    whole = mexbase.open(path)
    for index in (i for i in (1, len(whole) // 2, len(whole) - 1) if whole.legal(i)):
        for wrong in (1, 2, 3):
            for ask in (lambda: table[index], lambda: table.at_many([index]), lambda: table.best(index)):
                reader, table = opened(path)
                reader.wrong = wrong
                try:
                    ask()
                except mexbase.MexbaseError:
                    pass
                reader.wrong = 0
                try:
                    assert table[index] == whole[index]
                except errors.Corrupt:  # found wrong only now
                    assert table[index] == whole[index]


def test_the_size_of_a_reader_is_a_number_of_bytes():
    class Sized:
        def __init__(self, size):
            self.size = size

        def read_at(self, offset, length):
            return bytes(length)

    for size in (None, 2.5, "7", lambda: 7):
        with pytest.raises(TypeError, match="the size of a reader must be an int"):
            mexbase.Table(reader=Sized(size))
    for size in (-1, 2**64):
        with pytest.raises(errors.BadUsage, match=str(size)):
            mexbase.Table(reader=Sized(size))
    with pytest.raises(errors.NotATable):
        mexbase.Table(reader=Sized(np.int32(7)))


class Failing(Reader):
    """A reader that fails in every thread but that which made it."""

    def __init__(self, data):
        super().__init__(data)
        self.thread, self.fails = threading.get_ident(), False

    def read_at(self, offset, length):
        if self.fails and threading.get_ident() != self.thread:
            raise ConnectionError("the line is down")
        return super().read_at(offset, length)


def test_what_a_reader_raises_in_a_thread_of_a_job_comes_out_as_it_is():
    reader = Failing(OF_OUTCOMES.read_bytes())
    table = mexbase.Table(reader=reader, cache_bytes=1)
    reader.fails = True
    for threads in (1, 2):
        with pytest.raises(ConnectionError, match="the line is down"):
            mexbase.verify(table, threads=threads)
    reader.fails = False
    assert mexbase.verify(table, threads=2) > 0
