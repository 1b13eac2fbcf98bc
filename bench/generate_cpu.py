#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares CPU time and bytes of tables by two programs: generate_cpu.py RUNS BASE_MEXGEN MEXGEN ['SPEC OPTIONS'…].

Makes each table RUNS times with each program in turn, with one thread and on one core, so that other load affects both programs.
Prints the ratio of medians and of minima of user and system time for the whole process, and the bytes of both files. The last line
is the geometric mean of the ratios of medians. Without specs it makes the golden tables and more small ones of every kind, in which
the choice of codecs weighs most. Tables that the base cannot make are skipped.
"""
import os
import statistics
import sys
import tempfile

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
MORE = """
node-kayles:board=grid-4x4
nogo:board=grid-3x3
fair-shares:n=42 --play misere
fair-shares:n=50
nim:piles=2,max=100
nim:piles=3,max=63
wythoff:max=500
treblecross:max=5000
snort:board=grid-4x4,play=impartial --value nimber
octal:code=0.137,total=20
octal:code=0.77,total=20
octal:code=kayles,max=100000 --value nimber
grundy:total=20
domineering:board=grid-3x3 --value canonical
domineering:board=grid-4x4 --value canonical
toppling-dominoes:max=6 --value canonical
toppling-dominoes:max=9 --value canonical
cutthroat:board=star-2 --value canonical
col:board=grid-3x4 --value canonical
col:board=grid-3x5,play=impartial --value nimber
go-cut:board=path-12 --value nimber
knight:size=11 --value obliged
knight:size=200 --value nimber
put-or-take-a-square:max=10000,bound=1000000
quixo:size=3
mens-morris:men=5
chess:KQK
chess:KPK
"""


def golden():
    for line in open(os.path.join(DATA, "golden", "checksums.txt")):
        if line.startswith("#") or not line.strip():
            continue
        spec, kind = line.split()[:2]
        for key in ("file=", "board="):
            name = spec.split(key)[1].split(",")[0] if key in spec else ""
            if name.endswith((".dot", ".graphml", ".board")):
                spec = spec.replace(key + name, key + os.path.join(DATA, "boards", name))
        yield [spec] + (["--play", kind, "--value", "outcome"] if kind in ("normal", "misere") else ["--value", kind])


def cpu(program, arguments, path):
    """Returns the seconds of one run, or None if it fails."""
    command = [program, *arguments, "-o", path, "--quiet", "--threads", "1"]
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    _, status, used = os.wait4(os.posix_spawn(program, command, os.environ, file_actions=quiet), 0)
    return used.ru_utime + used.ru_stime if status == 0 else None


def main():
    runs, programs = int(sys.argv[1]), sys.argv[2:4]
    specs = [text.split() for text in sys.argv[4:]] or [*golden(), *(line.split() for line in MORE.split("\n") if line)]
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ratios = []
    print(f"{'table':62} {'base ms':>9} {'median':>7} {'least':>7} {'base bytes':>12} {'bytes':>12}")
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("base.mxb", "new.mxb")]
        for spec in specs:
            times = ([], [])
            for _ in range(runs):
                for each, program, path in zip(times, programs, paths):
                    each.append(cpu(program, spec, path))
            name = " ".join(spec).replace(DATA + "/", "")
            if None in times[1]:
                sys.exit(f"{programs[1]} does not make {name}")
            if None in times[0]:
                continue
            base, new = (statistics.median(each) for each in times)
            ratios.append(new / base)
            sizes = " ".join(f"{os.path.getsize(path):12,}" for path in paths)
            print(f"{name:62} {1e3 * base:9.1f} {new / base:7.2f} {min(times[1]) / min(times[0]):7.2f} {sizes}", flush=True)
    print(f"geometric mean of {len(ratios)} tables: {statistics.geometric_mean(ratios):.3f}")


if __name__ == "__main__":
    main()
