#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills a job at random moments and compares its table with that of an undisturbed run.

    kill_and_resume.py MEXGEN FOLDER SPEC [--kills N] [--memory SIZE] [--checkpoint SECONDS] [--seed N]

First makes FOLDER/undisturbed.mxb with one thread and no limit of memory, unless that file exists. Then runs the job
with --memory and --checkpoint, sends SIGKILL after a random time, and runs the same command again with another number
of threads. Repeats this for each kill; the last run ends by itself. The exit status is 1 if the tables differ, if a
killed run leaves a table, if the job ends before the last kill, or if the last run leaves a checkpoint. Prints the
time, the threads and the size of the checkpoint for each run."""
import argparse
import filecmp
import pathlib
import random
import resource
import subprocess
import sys
import time


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, seconds=None):
    """Runs a command and kills it after that many seconds. Returns true if it ended before."""
    job = subprocess.Popen([str(word) for word in command])
    try:
        status = job.wait(seconds)
    except subprocess.TimeoutExpired:
        job.kill()
        job.wait()
        return False
    if status != 0:
        sys.exit(f"exit status {status}: {' '.join(map(str, command))}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mexgen", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("spec")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--memory", default="1G")
    parser.add_argument("--checkpoint", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    expected, table = given.folder / "undisturbed.mxb", given.folder / "killed.mxb"
    checkpoint = table.with_name(table.name + ".checkpoint")
    for left in (table, checkpoint):
        left.unlink(missing_ok=True)

    begun = time.monotonic()
    if not expected.exists():
        run([given.mexgen, given.spec, "-o", expected, "--threads", 1, "--checkpoint", 0, "--quiet"])
        print(f"undisturbed: {time.monotonic() - begun:.1f} s, {cpu_seconds():.1f} s of CPU", flush=True)
    # The time of a job on one thread, measured by the undisturbed run or by a previous one.
    clock = given.folder / "undisturbed.seconds"
    if not clock.exists():
        clock.write_text(f"{time.monotonic() - begun:.1f}\n")
    whole = float(clock.read_text())

    rng = random.Random(given.seed)
    threads, cpu = 0, cpu_seconds()
    for number in range(given.kills + 1):
        threads = rng.choice([n for n in (1, 2, 3) if n != threads])
        command = [given.mexgen, given.spec, "-o", table, "--threads", threads, "--memory", given.memory,
                   "--checkpoint", given.checkpoint, "--quiet"]
        last = number == given.kills
        # The sum of these times is about three quarters of the job, because killed runs repeat some work.
        seconds = None if last else rng.uniform(0, 1.5 * whole / given.kills)
        begun = time.monotonic()
        if run(command, seconds) != last:
            sys.exit(f"the job ended after {number} kills; try another --seed")
        saved = checkpoint.stat().st_size if checkpoint.exists() else 0
        print(f"run {number + 1}: {threads} threads, {'ended' if last else 'killed'} after "
              f"{time.monotonic() - begun:.1f} s, checkpoint of {saved:,} bytes", flush=True)
        if table.exists() != last:
            sys.exit("a killed run left a table" if table.exists() else "the last run left no table")
    if checkpoint.exists():
        sys.exit(f"the last run left {checkpoint}")
    if not filecmp.cmp(expected, table, shallow=False):
        sys.exit(f"{table} differs from {expected}")
    print(f"{given.kills} kills, {cpu_seconds() - cpu:.1f} s of CPU, the same {table.stat().st_size:,} bytes")


main()
