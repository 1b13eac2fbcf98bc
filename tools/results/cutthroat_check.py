#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks docs/results/cutthroat-*.csv with an independent engine: cutthroat_check.py [DIR]

Uses no sums, no components and no isomorphism: every value is the canonical form of the options of a whole position.
Checks the values of the graphs of up to 6 vertices (5 with green ones), the extremes, and the examples of paths and cycles.
Takes some seconds. Needs only Python.
"""
import csv
import functools
import itertools
import os
import sys

sys.setrecursionlimit(100000)
folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "..", "docs", "results")

# Games: numbers for pairs of option sets in canonical form.
options, ids = [], {}


@functools.lru_cache(None)
def le(g, h):
    return not any(le(h, x) for x in options[g][0]) and not any(le(x, g) for x in options[h][1])


def made(left, right):
    """Returns the canonical form of { left | right }, for sets of games in canonical form."""
    left, right = set(left), set(right)
    while True:
        # G = { left | right } compared with canonical forms.
        @functools.lru_cache(None)
        def at_least(h):  # G >= h
            return not any(le(x, h) for x in right) and not any(at_most(x) for x in options[h][0])

        @functools.lru_cache(None)
        def at_most(h):  # G <= h
            return not any(le(h, x) for x in left) and not any(at_least(x) for x in options[h][1])

        for mine, g in [(0, g) for g in left] + [(1, g) for g in right]:
            back = [h for h in options[g][1 - mine] if (at_most, at_least)[1 - mine](h)]
            if back:  # reversible
                (left, right)[mine].remove(g)
                (left, right)[mine].update(options[back[0]][mine])
                break
        else:
            break
    key = (frozenset(g for g in left if not any(h != g and le(g, h) for h in left)),
           frozenset(g for g in right if not any(h != g and le(h, g) for h in right)))
    if key not in ids:
        ids[key] = len(options)
        options.append(key)
    return ids[key]


zero = made((), ())


@functools.lru_cache(None)
def fingerprint(g):
    text = "{" + "|".join(",".join(sorted(fingerprint(x) for x in side)) for side in options[g]) + "}"
    return fnv(text)


def fnv(text):
    found = 0xcbf29ce484222325
    for byte in text.encode():
        found = (found ^ byte) * 0x100000001b3 % 2**64
    return "%016x" % found


stars = [zero]
while len(stars) <= 40:
    stars.append(made(stars, stars))
remote = stars[40]


@functools.lru_cache(None)
def weight(g):
    """Returns the atomic weight by the recursive definition, eccentric case included; it must be an integer."""
    left, right = options[g]
    if not left and not right:
        return 0
    low, high = max(map(weight, left)) - 2, min(map(weight, right)) + 2
    assert high - low >= 2, "not an integer"
    if le(remote, g):
        return high - 1
    if le(g, remote):
        return low + 1
    return min(range(low + 1, high), key=abs)


def cutthroat(edges, colours):
    """Returns the value of a board: edges between vertices 0.. with these letters."""
    near = {v: set() for v in range(len(colours))}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)

    @functools.lru_cache(None)
    def of(left_over):
        waiting, kept = set(left_over), set()
        while waiting:
            part, fresh = set(), {waiting.pop()}
            while fresh:
                part |= fresh
                fresh = {w for v in fresh for w in near[v] if w in left_over} - part
            waiting -= part
            if len({colours[v] for v in part}) > 1:
                kept |= part
        kept = frozenset(kept)
        if kept != left_over:
            return of(kept)
        return made([of(kept - {v}) for v in kept if colours[v] != "W"],
                    [of(kept - {v}) for v in kept if colours[v] != "B"])

    return of(frozenset(range(len(colours))))


def rows(name):
    with open(os.path.join(folder, "cutthroat-%s.csv" % name), newline="") as file:
        return list(csv.DictReader(file))


checked = 0


def expect(row, g, its_weight):
    global checked
    checked += 1
    assert row["fingerprint"] == fingerprint(g), row
    assert int(its_weight) == weight(g), row


def census(n, letters):
    pairs = [(a, b) for b in range(n) for a in range(b)]
    number = {p: i for i, p in enumerate(pairs)}
    orders = list(itertools.permutations(range(n)))
    seen = bytearray(1 << len(pairs))
    counts = {}
    for code in range(1 << len(pairs)):
        if seen[code]:
            continue
        edges = [p for i, p in enumerate(pairs) if code >> i & 1]
        symmetries = []
        for order in orders:
            image = 0
            for a, b in edges:
                x, y = order[a], order[b]
                image |= 1 << number[(x, y) if x < y else (y, x)]
            seen[image] = 1
            if image == code:
                symmetries.append(order)
        reached, fresh = set(), {0}
        while fresh:
            reached |= fresh
            fresh = {w for a, b in edges for v, w in ((a, b), (b, a)) if v in fresh} - reached
        if len(reached) < n:
            continue
        for colours in itertools.product(letters, repeat=n):
            if min(tuple(colours[v] for v in order) for order in symmetries) == colours:
                g = cutthroat(edges, colours)
                counts[g] = counts.get(g, 0) + 1
    return sorted("%s,%d,%d" % (fingerprint(g), weight(g), count) for g, count in counts.items())


for row in rows("weights"):
    n, letters = int(row["vertices"]), row["colours"]
    if n > (6 if letters == "BW" else 5):
        continue
    lines = census(n, letters)
    assert row["checksum"] == fnv("".join(line + "\n" for line in lines)), row
    listed = ["%s,%s,%s" % (r["fingerprint"], r["weight"], r["coloured"]) for r in rows("values")
              if r["colours"] == letters and r["vertices"] == row["vertices"]]
    assert not listed or listed == lines, row
    checked += 1
for row in rows("extremes"):
    n, text = ord(row["graph6"][0]) - 63, row["graph6"][1:]
    bits = "".join(format(ord(c) - 63, "06b") for c in text)
    edges = [p for p, bit in zip(((a, b) for b in range(n) for a in range(b)), bits) if bit == "1"]
    expect(row, cutthroat(edges, row["colouring"]), row["weight"])
for row in rows("families"):
    n = int(row["vertices"])
    if n <= 11:
        edges = [(v, v + 1) for v in range(n - 1)] + ([(n - 1, 0)] if row["family"] == "cycle" else [])
        expect(row, cutthroat(edges, row["example"]), row["greatest"])
print(checked, "checks passed,", len(options), "values")
