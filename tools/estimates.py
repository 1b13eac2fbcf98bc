#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares estimates with jobs.

usage: estimates.py BIN FOLDER [SPEC [OPTION...]]

Runs `mexgen --estimate` and then the job itself for twenty games. Tables are written to FOLDER and deleted. Prints a
Markdown table: the memory of the whole process, the size of the table and the time, each as estimated and as measured,
with the ratio of the two.

Jobs have one thread. The measured time is that of the processor, so that other programs change it little.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

JOBS = [
    "mens-morris:men=5",
    "mens-morris:men=9,slice=4-4",
    "chess:KQKR",
    "chess:KRKN --distance exit",
    "quixo:size=4",
    "fair-shares:n=80",
    "fair-shares:n=76 --value nimber",
    "square-but-one:max=3000000",
    "put-or-take-a-square:max=2000000,bound=4000000",
    "nim:piles=4,max=47",
    "subtraction:set=1-4-9,max=10000000 --value outcome",
    "octal:code=kayles,total=60 --value outcome --play misere",
    "wythoff:max=2000 --value nimber",
    "node-kayles:board=grid-4x6 --value nimber",
    "snort:board=path-16,play=impartial --value obliged",
    "treblecross:max=22 --value obliged",
    "domineering:board=grid-4x5 --value canonical",
    "toppling-dominoes:max=13 --value canonical",
    "domineering:board=grid-4x6 --value partizan-outcome",
    "cutthroat:board=grid-3x5 --value partizan-outcome",
]
LIMITS = {"memory": 1.2, "table": 1.3, "time": 2}  # largest ratio of a good estimate, or of its inverse


def run(command):
    """Runs a command and returns its output as JSON, and its seconds of the processor."""
    # The shell starts the command as a child. A process begins with the peak of the memory of its parent before `exec`.
    command = ["sh", "-c", '"$@"; exit $?', "sh", *command]
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        if process.returncode != 0:
            sys.exit(f"{shlex.join(command)}: status {process.returncode}")
        return json.loads(out.read()), usage.ru_utime + usage.ru_stime


def bytes_text(n):
    return f"{n / 1e6:.1f} MB" if n >= 1e5 else f"{n / 1e3:.1f} KB"


def compare(mexgen, job, table):
    """Returns the row of a job, and the names of the estimates that are not within their limits."""
    words = [mexgen, *shlex.split(job), "--threads", "1", "--memory", "4G", "--json"]
    estimate, _ = run([*words, "--estimate"])
    done, seconds = run([*words, "--quiet", "--checkpoint", "0", "-o", str(table)])
    pairs = {
        "memory": (estimate["peak_bytes"], done["peak_bytes"], bytes_text),
        "table": (estimate["table_bytes"], table.stat().st_size, bytes_text),
        "time": (estimate["seconds"], seconds, lambda n: f"{n:.1f} s"),
    }
    table.unlink()
    values = done["value"] + (", misère" if done["play"] == "misere" else "")
    values += " to an exit" if done.get("distance") == "exit" else ""
    row = [f"`{job.split()[0]}`", values, f"{done['indices']:,}"]
    missed = []
    for name, (guess, real, text) in pairs.items():
        ratio = guess / real
        far = max(ratio, 1 / ratio) > LIMITS[name]
        missed += [name] * far
        row += [text(guess), text(real), f"**{ratio:.2f}**" if far else f"{ratio:.2f}"]
    return row, missed


def main():
    mexgen, table = str(pathlib.Path(sys.argv[1], "mexgen")), pathlib.Path(sys.argv[2], "estimates.mxb")
    jobs = [shlex.join(sys.argv[3:])] if len(sys.argv) > 3 else JOBS
    print("| game | values | positions | memory | really | ratio | table | really | ratio | time | really | ratio |")
    print("| --- | --- |" + " ---: |" * 10)
    missed = []
    for job in jobs:
        row, names = compare(mexgen, job, table)
        missed += names
        print("| " + " | ".join(row) + " |", flush=True)
    print("\n" + "; ".join(f"{name}: {len(jobs) - missed.count(name)} of {len(jobs)} within {limit}"
                           for name, limit in LIMITS.items()))


if __name__ == "__main__":
    main()
