#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a model of a job of mexgen-mpi on many machines (docs/scale.md): time, memory and traffic. Not a measurement.

Without options, the job is the example of that page. All machines are equal, and each core runs one process.
"""
import argparse
import math

BYTES_PER_MOVE = 4.1         # a move to another process
BYTES_PER_EXIT = 16          # the index that is asked for, and the value
EXCHANGE_SECONDS = 20e-6     # assumed, for two machines
BYTES_PER_PAIR = 64          # from each process to each other process in an exchange
BALANCE = 0.95               # average work of a core, divided by the greatest
PACKING_SECONDS = 60e-9      # per position, on one core
VALUE_BYTES = 2              # per position
EXIT_LOSS_BYTES = 2          # per position of a game in slices
FRONTIER_BYTES = 0.5         # per position
PACKED_BYTES = 0.4           # per position of the table
DISK = 1e9                   # bytes per second of the disk of a machine
FILES = 10e9                 # bytes per second that all machines together write to a shared folder; assumed

OPTIONS = {
    "positions": (1e12, "positions of the game, twice as many if it is partizan"),
    "moves": (10, "moves per position that stay in its slice"),
    "exits": (0, "moves per position to earlier slices"),
    "slices": (1, "slices of the game"),
    "plies": (1000, "plies, in all slices together"),
    "nanoseconds": (400, "nanoseconds per position to solve the game on one core"),
    "machines": (16, "machines"),
    "cores": (64, "cores of each machine"),
    "network": (100, "Gbit/s that a machine sends while it receives as much"),
    "memory": (math.inf, "bytes of memory of a machine"),
}


def model(positions, moves, exits, slices, plies, nanoseconds, machines, cores, network, memory, shared=True):
    """Returns the seconds of each part of the job, and its bytes."""
    all_cores, network = machines * cores, network * 1e9 / 8
    away = 1 - 1 / machines  # share of the data that goes to other machines
    here = positions / machines
    sent = positions * (moves * BYTES_PER_MOVE + exits * BYTES_PER_EXIT) * away / machines
    table = positions * PACKED_BYTES
    rate = min(FILES, machines * (min(DISK, network) if machines > 1 else DISK)) if shared else DISK
    needed = here * (VALUE_BYTES + FRONTIER_BYTES + (EXIT_LOSS_BYTES if slices > 1 else 0))
    seconds = {"computing": positions * nanoseconds * 1e-9 / all_cores / (BALANCE if all_cores > 1 else 1),
               "messages": sent / network, "waiting": 0, "packing": positions * PACKING_SECONDS / all_cores,
               "collecting": 0}
    moved = scratch = 0
    if all_cores > 1:
        # While the values move, a machine has those that it has solved and those that it will pack.
        moved = here * VALUE_BYTES
        scratch = moved if 2 * moved > memory else 0
        needed = needed if scratch else max(needed, 2 * moved)
        seconds["waiting"] = plies * (EXCHANGE_SECONDS * math.log2(all_cores)
                                      + BYTES_PER_PAIR * all_cores ** 2 / machines * away / network)
        # A scratch file is written once and read once. Without a shared folder, one machine receives the whole table.
        seconds["collecting"] = (moved * away / network + 2 * scratch / DISK + table / rate
                                 + (0 if shared else table * away / network))
    return seconds, {"sent": sent, "moved": moved * away, "table": table, "memory": needed, "scratch": scratch}


def size(count):
    """Returns a number of bytes as text."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if count >= factor:
            return f"{count / factor:.{1 if count < 10 * factor else 0}f} {unit}"
    return f"{count:.0f} bytes"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, (default, text) in OPTIONS.items():
        parser.add_argument(f"--{name}", type=float, default=default, metavar="N", help=f"{text} (default {default:g})")
    parser.add_argument("--one-writer", action="store_true", help="the machines share no folder: rank 0 writes the table")
    options = vars(parser.parse_args())
    if any(options[name] <= 0 for name in OPTIONS.keys() - {"moves", "exits", "plies"}):
        parser.error("all numbers except --moves, --exits and --plies must be positive")
    seconds, size_of = model(shared=not options.pop("one_writer"), **options)
    notes = {"messages": f": {size(size_of['sent'])} from each machine",
             "collecting": f": {size(size_of['moved'])} move from each machine, and {size(size_of['table'])} are written"}
    print("| part | seconds |\n| --- | --- |")
    for part, time in seconds.items():
        print(f"| {part}{notes.get(part, '')} | {time:.{0 if time >= 10 else 1}f} |")
    total, all_cores = sum(seconds.values()), options["machines"] * options["cores"]
    print(f"\nIn all {total:.0f} seconds, {options['positions'] / total / all_cores / 1e6:.2g} million positions per "
          f"second and core, most of the time for {max(seconds, key=seconds.get)}.")
    print(f"A machine needs {size(size_of['memory'])} of memory and {size(size_of['scratch'])} of scratch files.")


if __name__ == "__main__":
    main()
