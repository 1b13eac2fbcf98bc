"""Clobber, for mexgen program:name=clobber: Left moves X onto a neighbouring O, Right O onto X.

clobber.py ROWS COLUMNS begins with a board of that size filled like a chessboard."""
import sys

if len(sys.argv) != 3 or not all(size.isdecimal() and int(size) > 0 for size in sys.argv[1:]):
    sys.exit("usage: clobber.py ROWS COLUMNS")
rows, columns = int(sys.argv[1]), int(sys.argv[2])


def moves(board, mine, theirs):
    for r in range(rows):
        for c in range(columns):
            for s, d in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                here, there = r * (columns + 1) + c, s * (columns + 1) + d
                if 0 <= s < rows and 0 <= d < columns and board[here] == mine and board[there] == theirs:
                    cells = list(board)
                    cells[here], cells[there] = ".", mine
                    yield "".join(cells)


for line in sys.stdin:
    if line.strip() == "start":
        start = "/".join("".join("XO"[(r + c) % 2] for c in range(columns)) for r in range(rows))
        print(start, "# board cells", flush=True)
    else:
        board = line.strip()
        print(*moves(board, "X", "O"), "|", *moves(board, "O", "X"), flush=True)
