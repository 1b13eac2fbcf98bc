"""Tic-tac-toe, for mexgen program:name=tic-tac-toe: who is to move, and the rows from the top."""
import sys

LINES = [(2, 3, 4), (6, 7, 8), (10, 11, 12), (2, 6, 10), (3, 7, 11), (4, 8, 12), (2, 7, 12), (4, 7, 10)]


def answer(position):
    if position == "start":
        return "X:.../.../... # board cells"
    mover = position[0]
    other = "O" if mover == "X" else "X"
    if any(all(position[cell] == other for cell in line) for line in LINES):
        return "=loss"
    if "." not in position:
        return "=tie"
    return " ".join(other + position[1:cell] + mover + position[cell + 1:]
                    for cell, mark in enumerate(position) if mark == ".")


for line in sys.stdin:
    print(answer(line.rstrip()), flush=True)
