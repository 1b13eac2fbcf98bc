#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/results/cutthroat-*.csv and checks every statement of cutthroat.md on these games:
cutthroat.py [weights|families|stars] [MOST_VERTICES]. Stops at the first false statement. cutthroat_check.py compares the
files with another engine."""
import collections
import functools
import itertools
import math
import pathlib
import sys
import tempfile

import mexbase
import numpy as np
import page
from cutthroat_stars import Csv, fnv, require, stars, text_of


class Values:
    """The values of several tables, numbered from 0 by their fingerprints, with their atomic weights."""

    def __init__(self):
        self.numbers, self.forms, self.weights = {}, [], np.zeros(0, np.int64)

    def numbers_of(self, table, positions):
        """Returns the numbers of the values of positions."""
        forms, inverse = np.unique(table.at_many(positions)["number"], return_inverse=True)
        found = [table.canonical(int(form)) for form in forms]
        numbers = [self.numbers.setdefault(form.fingerprint, len(self.numbers)) for form in found]
        for number, form in zip(numbers, found):
            if number == len(self.forms):
                self.forms.append(form)
                self.weights = np.append(self.weights, self.weight_of(form))
        return np.array(numbers)[inverse]

    @staticmethod
    def weight_of(form):
        weight = form.atomic_weight
        require(weight is not None and weight.mean.denominator == 1 and weight == mexbase.value(str(weight.mean)),
                f"the atomic weight of {form}")
        return int(weight.mean)

    def lines(self, numbers, counts):
        """Returns a sorted line of fingerprint, weight and count for each value, with the number of the value."""
        return sorted((f"{self.forms[k].fingerprint},{self.weights[k]},{count}", k) for k, count in zip(numbers, counts))


def checksum(lines):
    return f"{fnv(''.join(line + chr(10) for line, _ in lines)):016x}"


@functools.lru_cache(None)
def near_weight(weight):
    """Returns `weight` ups and a remote star."""
    up = mexbase.value("^" if weight > 0 else "v")
    return functools.reduce(lambda total, _: total + up, range(abs(weight)), mexbase.value("*64"))


# Connected graphs: an adjacency matrix is a number, its upper triangle by columns, first bit highest.

def splitmix64(x):
    x = (((x + 0x9e3779b97f4a7c15) ^ (x >> 30)) * 0xbf58476d1ce4e5b9) % 2**64
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb % 2**64
    return x ^ (x >> 31)


def neighbours(n, code):
    near, bits = [0] * n, n * (n - 1) // 2
    for w in range(n):
        for v in range(w):
            bits -= 1
            if code >> bits & 1:
                near[v] |= 1 << w
                near[w] |= 1 << v
    return near


def least_orders(near):
    """Returns the least matrix among those of the orders of the vertices that respect invariants of the vertices, and all
    these orders: one per symmetry."""
    n, mark = len(near), [0] * len(near)
    for _ in range(n):
        mixed = [splitmix64(m) for m in mark]
        mark = [splitmix64(mark[v] ^ splitmix64((sum(mixed[w] for w in range(n) if near[v] >> w & 1) + bin(near[v]).count("1"))
                                                % 2**64)) for v in range(n)]
    orders, code = [()], 0
    for place, wanted in enumerate(sorted(mark)):
        longer = [(sum((near[v] >> w & 1) << place - 1 - i for i, w in enumerate(order)), order + (v,))
                  for order in orders for v in range(n) if mark[v] == wanted and v not in order]
        least = min(longer)[0]
        orders, code = [order for column, order in longer if column == least], code << place | least
    return code, orders


def connected_graphs(n, smaller):
    """Returns the connected graphs of n vertices from those of n - 1. Every connected graph has a vertex without which it
    stays connected."""
    if n == 1:
        return [0]
    found = {}
    for code in smaller:
        near = neighbours(n - 1, code)
        for around in range(1, 2 ** (n - 1)):
            larger = [near[v] | (around >> v & 1) << (n - 1) for v in range(n - 1)] + [around]
            found[least_orders(larger)[0]] = None
    return list(found)


def connected_count(n, colours):
    """Counts the connected graphs of n vertices up to isomorphism, with every vertex of one of the colours. Uses Burnside's
    lemma over the cycle types of permutations (Polya 1937) and the inverse Euler transform (Harary 1955)."""
    def cycle_types(left, most):
        if left == 0:
            yield ()
        for cycle in range(min(left, most), 0, -1):
            yield from ((cycle, *rest) for rest in cycle_types(left - cycle, cycle))

    everything, connected = [1], [0]
    for size in range(1, n + 1):
        fixed = 0
        for cycles in cycle_types(size, size):
            stabiliser = math.prod(cycle**k * math.factorial(k) for cycle, k in collections.Counter(cycles).items())
            pairs = sum(cycle // 2 for cycle in cycles) + sum(math.gcd(*two) for two in itertools.combinations(cycles, 2))
            fixed += (math.factorial(size) // stabiliser * colours ** len(cycles)) << pairs
        everything.append(fixed // math.factorial(size))
        known = sum(everything[size - k] * d * connected[d] for k in range(1, size + 1) for d in range(1, min(k + 1, size))
                    if k % d == 0)
        connected.append((size * everything[size] - known) // size)
    return connected[n]


def graph6(n, code):
    """Returns the graph in the format of nauty (B. D. McKay, "graph6 and sparse6 graph formats")."""
    bits = f"{code:0{n * (n - 1) // 2}b}" if n > 1 else ""
    bits += "0" * (-len(bits) % 6)
    return chr(n + 63) + "".join(chr(int(bits[k:k + 6], 2) + 63) for k in range(0, len(bits), 6))


class Census:
    """The coloured graphs of n vertices: the values of each, and after each move."""

    def __init__(self, n, letters, values):
        self.n, self.letters, self.values = n, letters, values
        self.counts, self.coloured, self.moves, self.eccentric, self.greatest, self.extremes = collections.Counter(), 0, 0, 0, 0, []
        colours = len(letters)
        self.weights = colours ** np.arange(n)
        self.digits = np.arange(colours**n)[:, None] // self.weights % colours
        self.words = ["".join(letters[digit] for digit in row) for row in self.digits]
        after = [[word[:v] + "-" + word[v + 1:] for word in self.words] for v in range(n)]
        number = {text: k for k, text in enumerate(dict.fromkeys(itertools.chain(self.words, *after)))}
        self.positions = list(number)
        self.after = np.array([[number[text] for text in row] for row in after])

    def add(self, code, path):
        board = path / "graph.g6"
        board.write_text(graph6(self.n, code) + "\n")
        spec = f"cutthroat:board={board},colours={'bwg' if 'G' in self.letters else 'bw'}"
        mexbase.solve(spec, path / "graph.mxb", value="canonical", threads=1, codec="raw")
        with mexbase.open(path / "graph.mxb") as table:
            numbers = self.values.numbers_of(table, self.positions)
        # A colouring is the least number among its images under the symmetries of the graph.
        orders = np.array(least_orders(neighbours(self.n, code))[1])
        images = self.digits[:, orders[0]] @ self.weights[orders].T
        chosen = np.flatnonzero(images.min(axis=1) == np.arange(len(images)))
        weight, to = self.values.weights[numbers[chosen]], self.values.weights[numbers[self.after[:, chosen]]]
        self.coloured += len(chosen)
        self.counts.update(numbers[chosen].tolist())
        self.check(self.digits[chosen], weight, to)
        if weight.max() > self.greatest:
            self.greatest, self.extremes = weight.max(), []
        self.extremes += [(code, self.words[k], numbers[k]) for k in chosen[weight == self.greatest]] if self.n > 1 else []

    def check(self, digits, weight, to):
        """Checks the lemma and the theorem on colourings of more than one colour."""
        mixed = (digits != digits[:, :1]).any(axis=1)
        digits, weight, to = digits[mixed].T, weight[mixed], to[:, mixed]
        left = np.where(digits != 1, to, -1000).max(axis=0, initial=-1000)
        right = np.where(digits != 0, to, 1000).min(axis=0, initial=1000)
        self.moves += int((digits != 1).sum() + (digits != 0).sum())
        require(((left <= weight + 1) & (right >= weight - 1) & (left - right <= 2)).all(), "the lemma or the theorem")
        self.eccentric += int((np.clip(0, left - 1, np.maximum(left - 1, right + 1)) != weight).sum())


def weights(path, most):
    table = Csv("weights", "colours,vertices,graphs,coloured,moves,values,least,greatest,attained,eccentric,checksum")
    extremes = Csv("extremes", "colours,vertices,weight,graph6,colouring,value,fingerprint")
    listed = Csv("values", "colours,vertices,fingerprint,weight,coloured,value")
    for letters, largest in (("BW", 8), ("BWG", 7)):
        values, graphs = Values(), []
        for n in range(1, min(most, largest) + 1):
            graphs = connected_graphs(n, graphs)
            require(len(graphs) == connected_count(n, 1), "the number of graphs")
            census = Census(n, letters, values)
            for code in graphs:
                census.add(code, path)
            require(census.coloured == connected_count(n, len(letters)), "the number of coloured graphs")
            for number in census.counts:
                weight = int(values.weights[number])
                require(near_weight(weight - 1) <= values.forms[number] <= near_weight(weight + 1), "a weight")
            lines = values.lines(census.counts, census.counts.values())
            table.row(letters, n, len(graphs), census.coloured, census.moves, len(lines),
                      min(values.weights[k] for k in census.counts), census.greatest, len(census.extremes), census.eccentric,
                      checksum(lines))
            for code, word, number in census.extremes[:30]:
                form = values.forms[number]
                extremes.row(letters, n, census.greatest, f'"{graph6(n, code)}"', word, text_of(form), form.fingerprint)
            if n <= 7 - len(letters):
                for line, number in lines:
                    listed.row(letters, n, line, text_of(values.forms[number]))


def families(path, most):
    table = Csv("families", "family,vertices,coloured,values,least,greatest,attained,example,value,fingerprint,checksum")
    for family, first in (("path", 2), ("cycle", 3)):
        for n in range(first, min(most, 16) + 1):
            values = Values()
            mexbase.solve(f"cutthroat:board={family}-{n}", path / "family.mxb", value="canonical", threads=1)
            words = ["".join("WB"[black >> v & 1] for v in range(n)) for black in range(2**n)]
            with mexbase.open(path / "family.mxb") as opened:
                numbers = values.numbers_of(opened, words)
            found = values.weights[numbers]
            example = int(found.argmax())
            form = values.forms[numbers[example]]
            table.row(family, n, 2**n, len(values.forms), found.min(), found.max(), (found == found.max()).sum(),
                      words[example], text_of(form), form.fingerprint,
                      checksum(values.lines(*np.unique(numbers, return_counts=True))))


def main():
    part, most = (sys.argv[1:2] or [""])[0], int((sys.argv[2:] or [16])[0])
    with tempfile.TemporaryDirectory() as folder:
        for name, function in (("weights", weights), ("families", families), ("stars", stars)):
            if part in ("", name):
                function(pathlib.Path(folder), most)


if __name__ == "__main__":
    main()
