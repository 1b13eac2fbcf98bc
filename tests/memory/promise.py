#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that jobs keep the limit `--memory`.

usage: promise.py MEXGEN [SPEC [OPTION...]]

Makes a table of each job with much memory, and again with a tenth of the memory that the first run took, or with the
least memory that the program accepts. The second run must make the same bytes. Its peak may exceed the limit by a
tenth. If a cgroup can be made, the run and its page cache are confined in one of that size. With a little less than the
least memory, a job must be refused. Then limits the address space of jobs (as `ulimit -v` does), and fills disks while
jobs use them.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile
import time

# A game of a program: a token on a grid, which mostly moves towards the corner 0,0.
PROGRAM = """import sys
size = 400
for line in sys.stdin:
    x, y = (size, size + 1) if line == "start\\n" else map(int, line.split(","))
    to = [(x - 1, y), (x, y - 1)] + [(x + 1, y)] * ((3 * x + y) % 5 == 0 and x < size)
    print(*(f"{x:06d},{y:06d}" for x, y in to if x >= 0 and 0 <= y <= size), flush=True)
"""

JOBS = [
    "node-kayles:board=grid-4x6 --value nimber",
    "node-kayles:board=grid-3x7 --value outcome",
    "snort:board=grid-4x4,play=impartial --value obliged",
    "domineering:board=grid-4x5 --value canonical",
    "domineering:board=grid-4x5 --value partizan-outcome",
    "nim:piles=3,max=127 --value obliged",
    "nim:piles=4,max=47 --value outcome",
    "grundy:max=1000000 --value nimber",
    "fair-shares:n=76 --value nimber",
    "fair-shares:n=80",
    "square-but-one:max=1000000",
    "put-or-take-a-square:max=2000000,bound=4000000",
    "quixo:size=4",
    "mens-morris:men=9,slice=4-4",
    "chess:KPK --threads 2",
    "program:name=grid --command 'python3 PROGRAM'",
]


def new_cgroup():
    """Returns the folder of a new cgroup and the name of its limit, or None if none can be made."""
    name = f"mexbase-{os.getpid()}"
    for root, limit in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        folder = pathlib.Path(root, name)
        try:
            folder.mkdir()
        except OSError:
            continue
        if (folder / limit).exists():
            return folder, limit
        folder.rmdir()
    return None


def run(command, cgroup=None, addresses=None):
    """Runs a command and returns its exit status, output, peak memory in bytes and CPU seconds. `addresses` is the
    size of its address space in bytes."""
    enter = None
    if cgroup is not None:
        enter = lambda: (cgroup / "cgroup.procs").write_text(str(os.getpid()))
    if addresses is not None:
        enter = lambda: resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as error:
        process = subprocess.Popen(command, stdout=out, stderr=error, preexec_fn=enter)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), error.seek(0)
        return process.returncode, out.read() + error.read(), usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime


def estimate_of(mexgen, words):
    return json.loads(subprocess.check_output([mexgen, "--estimate", *words, "--json", "--memory", "8G"], text=True))


def check(mexgen, job, folder, cgroup):
    words = [word.replace("PROGRAM", str(folder / "program.py")) for word in shlex.split(job)]
    table, again = folder / "first.mxb", folder / "second.mxb"
    options = ["--json", "--checkpoint", "0"]
    status, text, peak, cpu = run([mexgen, *words, "-o", str(table), "--memory", "8G", *options])
    if status != 0:
        return f"{job}: {text}"
    estimate = {"memory_bytes": 0, "least_memory_bytes": 32 << 20}  # of a program's game nothing is known before
    if "--command" not in words:
        estimate = estimate_of(mexgen, words)
    limit = max(peak // 10, estimate["least_memory_bytes"])
    most = limit + limit // 10
    if cgroup is not None:
        (cgroup[0] / cgroup[1]).write_text(str(most))
    memory = ["--memory", str(limit)]
    status, text, limited, limited_cpu = run([mexgen, *words, "-o", str(again), *memory, *options],
                                             cgroup and cgroup[0])
    mega = lambda n: f"{n / 1e6:.0f} MB"
    print(f"{job}: peak {mega(peak)} (estimated {mega(estimate['memory_bytes'])}), with {mega(limit)} "
          f"{mega(limited)}; CPU {cpu:.1f} s and {limited_cpu:.1f} s", flush=True)
    if status != 0:
        return f"{job}: with {memory}: status {status} {text}"
    if table.read_bytes() != again.read_bytes():
        return f"{job}: with {memory} the table has other bytes"
    if limited > most:
        return f"{job}: with {memory} the peak is {limited} bytes"
    if "--command" in words:
        return None
    status, text, _, _ = run([mexgen, *words, "-o", str(folder / "none.mxb"), "--memory",
                              str(estimate["least_memory_bytes"] - 1)])
    if status != 1 or text.count("\n") != 1 or "--memory" not in text or (folder / "none.mxb").exists():
        return f"{job}: a job with too little memory has status {status}: {text}"
    return None


# Addresses that a job takes in addition to its memory: the libraries, and for each of two threads 8 MB of stack and a
# heap of 64 MB, which malloc reserves twice to align it. Mapped scratch files also count, so jobs without them are used.
MAPPED = 300 << 20


def check_address_space(mexgen):
    """Yields the faults of jobs whose address space is limited to a sufficient size, and to sixteen small ones."""
    def outcome(job, memory, addresses):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "t.mxb")
            command = [mexgen, *shlex.split(job), "-o", table, "--threads", "2", "--memory", str(memory), "--quiet"]
            status, text, _, _ = run([*command, "--checkpoint", "0"], addresses=addresses)
            left = os.listdir(folder)
        if status == 0 and text == "" and left == ["t.mxb"]:
            return "made"
        if status == 1 and text.startswith("mexgen: error: ") and text.count("\n") == 1 and left == []:
            return "refused"
        return f"status {status} {text}, files {left}"

    for job in ("node-kayles:board=grid-4x6 --value nimber", "chess:KPK"):
        memory = estimate_of(mexgen, shlex.split(job))["memory_bytes"]
        enough = outcome(job, memory, memory + MAPPED)
        # The job may have one line of error at any of its allocations. With fewer threads, it may also succeed.
        small = {outcome(job, memory, (megabytes << 20) + (1 << 19)) for megabytes in range(16, 48, 2)}
        print(f"address space of {job}: {enough}, {', '.join(sorted(small))}", flush=True)
        if enough != "made" or "refused" not in small or not small <= {"made", "refused"}:
            yield f"address space of {job}: {enough}, {small}"


@contextlib.contextmanager
def small_disk(megabytes):
    """Mounts a disk in memory of the given size. Yields its folder, or None if it cannot be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
        if subprocess.run(mount, capture_output=True).returncode != 0:
            yield None
            return
        try:
            yield pathlib.Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def fill(folder):
    """Writes a file that takes all space."""
    with contextlib.suppress(OSError), open(folder / "filler", "wb", buffering=0) as file:
        while file.write(bytes(1 << 16)):
            pass


def check_full_disks(mexgen):
    """Yields the faults of jobs whose disk is full: before the job, while it solves and while it writes the table."""
    def with_least_memory(*words):
        return [*words, "--memory", str(estimate_of(mexgen, words)["least_memory_bytes"]), "--checkpoint", "0"]

    ranges, slices = with_least_memory("quixo:size=4"), with_least_memory("mens-morris:men=9,slice=4-4")
    with small_disk(64) as disk, tempfile.TemporaryDirectory() as folder:
        if disk is None:
            print("full disks: skipped, because no small disk can be mounted")
            return
        table = pathlib.Path(folder, "t.mxb")

        def refused(name, command, wait=None):
            with tempfile.TemporaryFile("w+") as error:
                if wait is None:
                    fill(disk)
                process = subprocess.Popen([mexgen, *command, "--quiet"], stderr=error)
                if wait is not None:
                    time.sleep(wait)
                    fill(disk)
                status = process.wait()
                error.seek(0)
                text = error.read()
            print(f"full disk {name}: {text.strip()}")
            left = [path for path in (*pathlib.Path(folder).iterdir(), *disk.iterdir()) if path.name != "filler"]
            if status != 1 or text.count("\n") != 1 or left:
                return [f"full disk {name}: status {status} {text}, files {left}"]
            return []

        yield from refused("while solving", [*ranges, "-o", table, "--scratch", disk], wait=1)
        yield from refused("before solving", [*ranges, "-o", table, "--scratch", disk])
        yield from refused("before solving in slices", [*slices, "-o", table, "--scratch", disk])
        yield from refused("while packing", ["square:max=1000000", "-o", disk / "t.mxb"])


def main():
    mexgen = sys.argv[1]
    jobs = [" ".join(sys.argv[2:])] if len(sys.argv) > 2 else JOBS
    cgroup = new_cgroup()
    print("in a cgroup" if cgroup else "without a cgroup, by the peak of the process")
    faults = []
    try:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
            pathlib.Path(folder, "program.py").write_text(PROGRAM)
            for job in jobs:
                faults += filter(None, [check(mexgen, job, pathlib.Path(folder), cgroup)])
        if len(sys.argv) == 2:
            faults += check_address_space(mexgen)
            faults += check_full_disks(mexgen)
    finally:
        if cgroup is not None:
            with contextlib.suppress(OSError):
                cgroup[0].rmdir()
    for fault in faults:
        print("FAULT", fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
