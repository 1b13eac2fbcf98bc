# SPDX-License-Identifier: MIT
"""The part of cutthroat.py on sums of stars, and functions shared with cutthroat.py. The sums are played out without values, and
compared with the rule of sorted ranks and with their values."""
import itertools
import math
import sys

import mexbase
import numpy as np
import page


def fnv(text):
    """Returns the 64-bit FNV-1a of a text."""
    found = 0xcbf29ce484222325
    for byte in text.encode():
        found = (found ^ byte) * 0x100000001b3 % 2**64
    return found


def require(right, what):
    if not right:
        sys.exit(f"not as it should be: {what}")


def text_of(form):
    """Returns the text of a value in quotes, or an empty text if it is long."""
    text = str(form)
    return f'"{text}"' if len(text) <= 160 else ""


class Csv:
    """Writes one of the files."""

    def __init__(self, name, header):
        self.file = open(page.RESULTS / f"cutthroat-{name}.csv", "w")
        self.row(header)

    def row(self, *cells):
        print(*cells, sep=",", file=self.file, flush=True)


def closed_form(own, others):
    """Returns the value of a black centre with these numbers of black and white leaves, by the formula of the page."""
    total = mexbase.value("0" if own > 0 else "*")
    for _ in range(others if own > 0 else others - 1):
        total = total + mexbase.value(f"^[{max(own, 1)}]*")
    return total


def single_stars(path, most=12):
    """Compares all stars of a black centre with at most `most` leaves of either colour with the closed form."""
    def options(star, player):  # black and white leaves; no white leaf: the star is removed
        black, white = star
        if white > 0 and player == "left":
            yield (0, 0)
            if black > 0:
                yield black - 1, white
        elif white > 0:
            yield (black, white - 1) if white > 1 else (0, 0)

    csv = Csv("stars", "black,white,weight,value,fingerprint")
    with mexbase.solve_rules((most, most), options, path / "stars.mxb", partizan=True, value="canonical") as table:
        for star in itertools.product(range(most + 1), range(1, most + 1)):
            form = table[star]
            require(form == closed_form(*star), f"the closed form for a star {star}")
            if star[0] <= 5 and star[1] <= 4:
                csv.row(*star, form.atomic_weight, text_of(form), form.fingerprint)


class Sums:
    """All sums of at most `most` stars with at most `leaves` leaves of either colour: an array with a row per sum, of the
    kinds of its stars in descending order, filled up with 0. An isolated edge has a black centre."""

    def __init__(self, leaves, most):
        self.most = most
        edge = (True, 0, 1)
        kinds = [None] + [(black, b, w) for black in (True, False) for b in range(leaves + 1) for w in range(leaves + 1)
                          if (w if black else b) > 0 and (black or b + w > 1)]
        number = {kind: k for k, kind in enumerate(kinds)}

        def kind_of(black, b, w):
            if (w if black else b) == 0:
                return 0
            return number[edge if b + w == 1 else (black, b, w)]

        def by_kind(function, gone=0):
            return np.array([gone] + [function(*kind) for kind in kinds[1:]])

        own, others = by_kind(lambda black, b, w: b if black else w), by_kind(lambda black, b, w: w if black else b)
        self.texts = [""] + [f"{'B' if black else 'W'}({b},{w})" for black, b, w in kinds[1:]]
        self.black = by_kind(lambda black, b, w: black, False)
        self.edge = by_kind(lambda black, b, w: b + w == 1, False)
        self.bare = by_kind(lambda black, b, w: (b if black else w) == 0, False)  # no leaf in the colour of the centre
        self.rank = np.maximum(own, 1)
        self.copies = np.where(self.edge, 0, others - self.bare)
        self.weight = np.where(self.black, self.copies, -self.copies)
        self.mirror = by_kind(lambda black, b, w: kind_of(not black, w, b)).astype(np.uint8)
        self.forms = [mexbase.value("0")] + [closed_form(b, w) if black else -closed_form(w, b) for black, b, w in kinds[1:]]
        # Left's moves: to remove a black leaf, or a black centre. -1: no such move.
        self.moves = [by_kind(lambda black, b, w: kind_of(black, b - 1, w) if b > 0 else -1, -1), np.where(self.black, 0, -1)]
        self.binomials = np.array([[math.comb(n, k) for k in range(most + 1)] for n in range(len(kinds) + most)])

        rows = itertools.combinations_with_replacement(range(len(kinds)), most)
        count = math.comb(len(kinds) + most - 1, most)
        self.rows = np.fromiter(itertools.chain.from_iterable(rows), np.uint8, count * most).reshape(-1, most)[:, ::-1]
        self.rows = self.rows[np.argsort(self.number(self.rows))]
        self.wins = np.zeros(count, bool)  # Left wins, moving first
        size = by_kind(lambda black, b, w: 1 + b + w)[self.rows].sum(axis=1)
        for level in range(1, size.max() + 1):
            at = np.flatnonzero(size == level)
            for _, _, there, won, _ in self.left_moves(at):
                self.wins[at[there]] |= won

    def number(self, rows):
        """Returns the numbers of rows in descending order."""
        places = range(self.most)
        return sum(self.binomials[rows[:, i].astype(int) + self.most - 1 - i, self.most - i] for i in places)

    def mirrored(self, rows):
        """Returns the numbers of the mirrored sums, in which Right's moves are Left's. The stars are in any order."""
        return self.number(np.sort(self.mirror[rows], axis=1)[:, ::-1])

    def left_moves(self, at):
        """Yields for each place and each type of move of Left: the place, whether it removes a leaf, which of the sums with
        these numbers have the move, and for these: whether it wins, and the weight after it."""
        rows = self.rows[at]
        for place in range(self.most):
            for leaf, move in zip((True, False), self.moves):
                to = move[rows[:, place]]
                there = np.flatnonzero(to >= 0)
                after = rows[there]
                after[:, place] = to[there]
                yield place, leaf, there, ~self.wins[self.mirrored(after)], self.weight[after].sum(axis=1)


def first_difference(a, b):
    """Compares sorted lists of equal length, given by how often each rank occurs: 1 if a is greater, -1 if b is."""
    found = np.zeros(len(a), int)
    for rank in range(a.shape[1]):
        found = np.where(found == 0, np.sign(b[:, rank] - a[:, rank]), found)  # the one with more of the rank is less
    return found


def without_last(ranks):
    """Returns the lists without their last rank, and these ranks; 0 for an empty list."""
    last = np.where(ranks > 0, np.arange(ranks.shape[1]), 0).max(axis=1)
    rest = ranks.copy()
    rest[np.arange(len(rest)), last] -= 1
    return rest, last


def rule(odd, weight, a, b):
    """Returns the outcomes by the rule of the page, for the lists a and b, and whether the lists of even sums of weight 0
    differ in the last rank alone, where that of Left is larger."""
    (a_rest, a_last), (b_rest, b_last) = without_last(a), without_last(b)
    first = np.select([odd, first_difference(a, b) > 0, first_difference(a, b) < 0], ["N", "L", "R"], "P")
    outcome = np.select(
        [weight >= 2, weight <= -2, weight == 0, weight == 1],
        ["L", "R", first, np.where(~odd & (first_difference(a_rest, b) <= 0), "N", "L")],
        np.where(~odd & (first_difference(b_rest, a) <= 0), "N", "R"))
    return outcome, (weight == 0) & ~odd & (a_last > b_last) & (a_rest == b_rest).all(axis=1)


def line_hashes(sums, rows, outcomes):
    """Returns FNV-1a of the lines of sums of equally many stars: the texts in alphabetical order, joined by +, a comma and
    the outcome."""
    def add(found, byte):
        return (found ^ np.uint64(byte) if isinstance(byte, int) else found ^ byte.astype(np.uint64)) * np.uint64(0x100000001b3)

    letters = np.array([list(text.ljust(6).encode()) for text in sums.texts])
    found = np.full(len(rows), 0xcbf29ce484222325, np.uint64)
    for place in range(rows.shape[1] - 1, -1, -1):  # the kinds are numbered in alphabetical order
        for k in range(6):
            found = add(found, letters[rows[:, place], k])
        found = add(found, ord("+" if place > 0 else ","))
    return add(add(found, outcomes.astype("S1").view(np.uint8)), ord("\n"))


def tally(leaves, most, table, failures):
    """Checks and counts all sums of at most `most` stars with at most `leaves` leaves of either colour."""
    sums = Sums(leaves, most)
    rows, weight, odd = sums.rows, sums.weight[sums.rows].sum(axis=1), sums.bare[sums.rows].sum(axis=1) % 2 == 1
    stars = (rows > 0).sum(axis=1)
    lists = [sum(np.where((sums.black[column] == black)[:, None] & (sums.rank[column][:, None] == np.arange(leaves + 1)),
                          sums.copies[column][:, None], 0) for column in rows.T) for black in (True, False)]
    left, right = sums.wins, sums.wins[sums.mirrored(rows)]
    outcome = np.where(left, np.where(right, "N", "L"), np.where(right, "R", "P"))
    by_rule, last_alone = rule(odd, weight, *lists)
    require((outcome == by_rule).all(), "the rule")
    if leaves <= 4:
        for row, result in zip(rows[stars <= 3], outcome[stars <= 3]):
            require(sum((sums.forms[k] for k in row[1:]), sums.forms[row[0]]).outcome_class == result, "the value of a sum")

    # The heuristic raises the weight most. `best` is the preference of the move that the page recommends.
    at = np.flatnonzero(left & (abs(weight) <= 1))
    highest, tried, winning, best, best_wins = (np.full(len(at), first) for first in (-100, 0, 0, -1, 0))
    for place, leaf, there, won, to in sums.left_moves(at):
        star = rows[at[there], place]
        higher, same = to > highest[there], to >= highest[there]
        tried[there] = np.where(higher, 0, tried[there]) + same
        winning[there] = np.where(higher, 0, winning[there]) + (same & won)
        highest[there] = np.maximum(highest[there], to)
        preferred = leaf & (sums.black[star] == last_alone[at[there]])
        preference = 100 * np.where(sums.edge[star], 1, np.where(preferred, 2, 0)) + sums.rank[star]
        better = preference > best[there]
        best[there], best_wins[there] = np.where(better, preference, best[there]), np.where(better, won, best_wins[there])
    require(((winning == 0) == last_alone[at])[weight[at] == 0].all(), "where the heuristic fails")
    require(best_wins[weight[at] <= 0].all(), "the best move")

    for size, w in itertools.product(range(1, most + 1), (-1, 0, 1)):
        here, won = (stars == size) & (weight == w), (stars[at] == size) & (weight[at] == w)
        table.row(leaves, size, w, here.sum(), *((outcome[here] == letter).sum() for letter in "NPLR"), won.sum(),
                  (won & (winning == tried)).sum(), (won & (winning > 0) & (winning < tried)).sum(), (won & (winning == 0)).sum(),
                  f"{int(line_hashes(sums, rows[here, :size], outcome[here]).sum()):016x}")
    if failures:
        for number in at[(winning == 0) & (weight[at] == 0) & (stars[at] <= 3)]:
            row = [k for k in rows[number] if k]
            moves = sorted((place, not leaf) for place, leaf, there, won, _ in sums.left_moves(np.array([number]))
                           if len(there) and won[0])
            names = dict.fromkeys(f"{'centre' if centre else 'leaf'} of {sums.texts[row[place]]}" for place, centre in moves)
            form = sum((sums.forms[k] for k in row[1:]), sums.forms[row[0]])
            failures.row(f'"{"+".join(sums.texts[k] for k in row)}"', f'"{"; ".join(names)}"', text_of(form), form.fingerprint)


def stars(path, _):
    """Writes cutthroat-stars.csv, cutthroat-star-sums.csv and cutthroat-star-failures.csv."""
    single_stars(path)
    table = Csv("star-sums", "leaves,stars,weight,sums,N,P,L,R,won_by_left_moving,every_heuristic_move_wins,some,none,checksum")
    failures = Csv("star-failures", "sum,winning moves,value,fingerprint")
    for leaves, most in ((3, 6), (4, 5), (6, 4)):
        tally(leaves, most, table, failures if leaves == 4 else None)
