"""De Bono's L game, for mexgen program:name=l-game: A is the L of the player to move, B the other one, o a neutral piece.

Of positions that are symmetric to each other only the one with the least text is used."""
import functools
import sys

TURN = [4 * (3 - c) + r for r in range(4) for c in range(4)]
FLIP = [4 * r + 3 - c for r in range(4) for c in range(4)]
SYMMETRIES = [list(range(16))]
for step in [TURN] * 3 + [FLIP] + [TURN] * 3:
    SYMMETRIES.append([SYMMETRIES[-1][cell] for cell in step])
# An L of three rows and two columns, in its six places, turned and turned over.
PLACES = sorted({tuple(sorted(image[shift + cell] for cell in (0, 4, 8, 9)))
                 for image in SYMMETRIES for shift in (0, 1, 2, 4, 5, 6)})


@functools.lru_cache(maxsize=None)
def text(board):
    least = min("".join(board[cell] for cell in image) for image in SYMMETRIES)
    return "/".join(least[row:row + 4] for row in (0, 4, 8, 12))


def options(board):
    for place in PLACES:
        marks = [board[cell] for cell in place]
        if marks != ["A"] * 4 and all(mark in "A." for mark in marks):
            after = list(board.replace("A", ".").replace("B", "A"))
            for cell in place:
                after[cell] = "B"
            yield "".join(after)
            for piece in [cell for cell in range(16) if after[cell] == "o"]:
                for empty in [cell for cell in range(16) if after[cell] == "."]:
                    after[piece], after[empty] = ".", "o"
                    yield "".join(after)
                    after[piece], after[empty] = "o", "."


for line in sys.stdin:
    boards = ["oAA..BA..BA..BBo"] if line.strip() == "start" else options(line.strip().replace("/", ""))
    print(*map(text, boards), flush=True)
