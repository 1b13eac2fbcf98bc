"""Tic-tac-toe for mexgen program:name=tic-tac-toe: nine squares row by row, x begins."""
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def answer(board):
    if board == "start":
        return "........."
    mover, other = "xo" if board.count("x") == board.count("o") else "ox"
    if any(all(board[s] == other for s in line) for line in LINES):
        return "=loss"
    if "." not in board:
        return "=tie"
    return " ".join(board[:s] + mover + board[s + 1:] for s in range(9) if board[s] == ".")


for line in sys.stdin:
    print(answer(line.strip()), flush=True)
