#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the weight of the code of one checkout, so that two commits can be compared.

    measure.py run SOURCE BUILD -o ROW.json [-j JOBS] [--touch FILE]...
    measure.py compare OLD.json NEW.json

`run` builds SOURCE in the new folder BUILD: all that `make demo` builds, and the query library alone. It prints these
figures and writes them to ROW.json:

- CPU seconds of all compilers (user and system), per target and in total, and the peak memory of the largest one;
- CPU seconds to build again after one FILE (a path in SOURCE) is touched, for each FILE;
- functions that are instantiated per game: those of templates that have functions for three rulesets or more;
- lines, headers, concepts and uses of `if constexpr` in lib, gen and query;
- bytes of the stripped programs;
- SHA-256 of small tables of every kind, made with one thread. Each is made again with two threads, which must not
  change it.

`compare` prints the figures of both rows and their ratios, then the tables whose hashes differ. It exits with 1 if one
does.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from generate_cpu import DATA, MORE, golden

FOLDERS = ("lib", "gen", "query")
# The kernel's loop, what the jobs include from the kernel, and one game.
TOUCHED = ["lib/solve/retrograde/ply_engine.hpp", "lib/solve/outcomes/solve.hpp", "lib/games/boards/quixo.hpp",
           "lib/games/boards/quixo.cpp"]
# Sources of the jobs.
JOBS = re.compile(r"gen/(jobs|families|make)/|generated/(jobs_|stock_jobs)")
# Tables that are also made with a memory limit. Their bytes must not change.
LIMITED = ["quixo:size=3 --memory 22M", "mens-morris:men=5 --memory 27M", "fair-shares:n=50 --memory 24M",
           "put-or-take-a-square:max=10000,bound=1000000 --memory 29M", "chess:KQK --memory 22M",
           "knight:size=200 --value nimber --memory 22M", "toppling-dominoes:max=9 --value canonical --memory 32M"]
SHOWN = 20  # rows of the table of templates


def run(*command, cwd=None, text=None):
    """Runs a program and returns its output. Exits with the output if the program fails."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command[:3]))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def launch(log, command):
    """Runs a compiler and appends a line to `log`: object, source, CPU seconds, peak memory in KiB."""
    _, status, used = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
    if "-c" in command and "-o" in command:
        row = {"object": command[command.index("-o") + 1], "source": command[command.index("-c") + 1],
               "cpu": used.ru_utime + used.ru_stime, "memory": used.ru_maxrss}
        with open(log, "a") as file:
            file.write(json.dumps(row) + "\n")
    return os.waitstatus_to_exitcode(status)


class Build:
    """A build in a folder of its own, with a log of its compilers."""

    def __init__(self, source, folder, jobs, *options):
        self.folder, self.log, self.jobs = folder, folder / "compilers.log", jobs
        launcher = f"{sys.executable};{os.path.abspath(__file__)};launch;{self.log}"
        launchers = [f"-DCMAKE_{language}_COMPILER_LAUNCHER={launcher}" for language in ("C", "CXX")]
        run("cmake", "--preset", "release", "-B", folder, "-DMEXBASE_TESTS=OFF", *launchers, *options, cwd=source)

    def compile(self):
        """Builds what is out of date. Returns a row per object that was compiled."""
        self.log.write_text("")
        run("cmake", "--build", self.folder, "-j", self.jobs)
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def compile_after(self, path):
        """Touches a file, builds, and restores its time. Returns the CPU seconds, or None if the file does not exist."""
        if not path.exists():
            return None
        before = path.stat()
        os.utime(path)
        rows = self.compile()
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return seconds(rows)


def seconds(rows):
    return round(sum(row["cpu"] for row in rows), 2)


def peak(rows):
    return max(row["memory"] for row in rows) // 1024


def target_of(row):
    return re.search(r"CMakeFiles/([^/]+)\.dir/", row["object"])[1]


def per_target(rows):
    return {target: seconds(row for row in rows if target_of(row) == target) for target in sorted(map(target_of, rows))}


def job_seconds(rows, folder):
    """CPU seconds for the jobs. If an object has other sources too, its time is shared in proportion to their lines."""
    total = 0.0
    for row in rows:
        paths = [folder / row["source"]]
        if paths[0].parent.name == "Unity":
            paths = [pathlib.Path(path) for path in re.findall(r'#include "(/.+)"', paths[0].read_text())]
        lines = {path: path.read_text().count("\n") for path in paths}
        total += row["cpu"] * sum(lines[path] for path in paths if JOBS.search(str(path))) / max(1, sum(lines.values()))
    return round(total, 2)


def function_figures(source, objects):
    """Returns figures of the functions that are instantiated per game, and their number and bytes per template.

    A ruleset is a class `R` with a `GameOf<R>`, or one that lib/games/registry.def names. A template is the text of a
    function's name before the first `<`. A function counts if its name has a ruleset after that. Clones count as parts
    of their function. If several objects have the function, its bytes are those of the largest copy.
    """
    sizes, outside, tables = collections.defaultdict(int), set(), set()
    for path in objects:
        own = collections.defaultdict(int)
        for words in map(str.split, run("nm", "--defined-only", "-S", path).splitlines()):
            if len(words) == 4 and words[2] in "TtWw":
                own[words[3].split(".")[0]] += int(words[1], 16)
            elif words[-1].startswith("_ZTVN7mexbase6GameOfI"):
                tables.add(words[-1])
        for name, size in own.items():
            sizes[name] = max(sizes[name], size)
        if "mexbase_lib" not in str(path):
            outside.update(own)
    names = run("c++filt", "-p", text="\n".join([*sizes, *tables])).split("\n")
    rulesets = {name.split("<", 1)[1][:-1].strip() for name in names[len(sizes):]}
    registry = source / "lib" / "games" / "registry.def"
    if registry.exists():
        named = re.findall(r"^MEXBASE_\w+\(.*, (\w+)\)", registry.read_text(), re.M)
        rulesets |= {"mexbase::" + name for name in named}
    mention = re.compile("(" + "|".join(re.escape(name) for name in sorted(rulesets, reverse=True)) + r")(?!\w)")
    templates = collections.defaultdict(lambda: (set(), []))
    for symbol, name in zip(sizes, names):
        template, _, rest = re.sub(r"operator<(=>|<|=)?(?=<|\(|$)", "operator", name).partition("<")
        found = set(mention.findall(rest))
        if found:
            templates[template][0].update(found)
            templates[template][1].append(symbol)
    kept = {name: each for name, (found, each) in templates.items() if len(found) >= 3}
    counts = {name: len(each) for name, each in kept.items()}
    code = {name: sum(map(sizes.get, each)) for name, each in kept.items()}
    figures = {"rulesets": len(set().union(*(templates[name][0] for name in kept))), "templates": len(kept),
               "functions": sum(counts.values()),
               "functions outside mexbase_lib": sum(len(outside & {*each}) for each in kept.values()),
               "bytes": sum(code.values()), "all functions": len(sizes), "all bytes": sum(sizes.values())}
    return figures, counts, code


def code_figures(source):
    lines, counts = collections.Counter(), collections.Counter(headers=0, concepts=0)
    for folder in FOLDERS:
        for path in sorted((source / folder).rglob("*")):
            if path.suffix not in (".hpp", ".cpp", ".h", ".c"):
                continue
            code, parts = path.read_text(), path.relative_to(source).parts
            for name in {"lib, gen and query", folder, "/".join(parts[:2]) if len(parts) > 2 else folder}:
                lines[name] += code.count("\n")
            counts["headers"] += path.suffix in (".hpp", ".h")
            counts["concepts"] += len(re.findall(r"\bconcept\s+\w+\s*=", code))
            counts["if constexpr"] += len(re.findall(r"\bif constexpr\b", code))
    return dict(sorted(lines.items(), key=lambda item: (item[0] != "lib, gen and query", item[0]))), dict(counts)


def table_hash(mexgen, spec, threads):
    """Returns the SHA-256 of a table, or the error message if mexgen fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "table.mxb"
        command = [mexgen, *spec, "-o", path, "--threads", str(threads), "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True)
        return hashlib.sha256(path.read_bytes()).hexdigest() if done.returncode == 0 else done.stderr.strip()


def table_hashes(mexgen):
    """Returns the hash per spec, and the specs whose table changes with two threads or a memory limit."""
    specs = [*golden(), *(line.split() for line in [*MORE.split("\n"), *LIMITED] if line)]
    hashes, unstable = {}, []
    for spec in specs:
        name = " ".join(spec).replace(DATA + "/", "")
        hashes[name] = table_hash(mexgen, spec, 1)
        if table_hash(mexgen, spec, 2) != hashes[name]:
            unstable.append(name + " --threads 2")
    unlimited = ((name, re.sub(r" --memory \S+", "", name)) for name in LIMITED)
    return hashes, unstable + [name for name, plain in unlimited if hashes[name] != hashes[plain]]


def measure(source, build_folder, jobs, touched):
    build_folder.mkdir(parents=True)
    alone = Build(source, build_folder / "query", jobs, "-DMEXBASE_GEN=OFF", "-DMEXBASE_PROGRAMS=OFF")
    alone_rows = alone.compile()
    build = Build(source, build_folder / "all", jobs)
    rows = build.compile()
    functions, counts, sizes = function_figures(source, sorted(build.folder.rglob("*.o")))
    lines, code = code_figures(source)
    programs = {path.name: path for path in [build.folder / "bin" / "mexgen", build.folder / "bin" / "mexquery",
                                             build.folder / "query" / "libmexquery.so"]}
    stripped = build_folder / "stripped"
    for name, path in programs.items():
        run("strip", "-o", stripped, path)
        programs[name] = stripped.stat().st_size
    hashes, unstable = table_hashes(build.folder / "bin" / "mexgen")
    return {
        "commit": run("git", "describe", "--always", "--dirty", "--exclude=*", cwd=source).strip(),
        "compiler": run("c++", "--version").split("\n")[0],
        "figures": {
            "CPU seconds to compile": {"everything": seconds(rows), "query library alone": seconds(alone_rows),
                                       "jobs": job_seconds(rows, build.folder), **per_target(rows)},
            "MiB of the largest compiler": {"everything": peak(rows), "query library alone": peak(alone_rows)},
            "CPU seconds to build again": {path: build.compile_after(source / path) for path in touched},
            "instantiated per game": functions,
            "functions per game, by template": counts,
            "bytes per game, by template": sizes,
            "lines": lines,
            "code": code,
            "stripped bytes": programs,
            "tables": {"specs": len(hashes), "made": sum(" " not in text for text in hashes.values()),
                       "changed by threads or memory": len(unstable)},
        },
        "objects": sorted(rows, key=lambda row: -row["cpu"]),
        "hashes": hashes,
        "unstable": unstable,
    }


def show(*rows):
    """Prints the figures of one row, or those of two rows with their ratio."""
    for title in rows[0]["figures"]:
        columns = [row["figures"].get(title, {}) for row in rows]
        heads = [row["commit"][-16:] for row in rows] + (["ratio"] if len(rows) == 2 else [])
        print(f"\n{title:46}" + "".join(f"{head:>16}" for head in heads))
        names = list(dict.fromkeys(name for column in columns for name in column))
        if "by template" in title:
            names = sorted(names, key=lambda name: -max(column.get(name, 0) for column in columns))[:SHOWN]
        for name in names:
            values = [column.get(name) for column in columns]
            cells = ["-" if value is None else f"{value:,.{2 if isinstance(value, float) else 0}f}" for value in values]
            if len(rows) == 2:
                cells.append(f"{values[1] / values[0]:.3f}" if values[0] and values[1] is not None else "-")
            print(f"{name:46}" + "".join(f"{cell:>16}" for cell in cells))


def main():
    if sys.argv[1:2] == ["launch"]:
        return launch(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    of_run = commands.add_parser("run", help="measure one checkout")
    of_run.add_argument("source", type=pathlib.Path, help="the checkout")
    of_run.add_argument("build", type=pathlib.Path, help="a new folder to build in")
    of_run.add_argument("-o", dest="output", type=pathlib.Path, required=True, help="JSON file to write")
    of_run.add_argument("-j", dest="jobs", type=int, default=1, help="compilers that run at once (default 1)")
    of_run.add_argument("--touch", action="append", help="file to touch (default: " + ", ".join(TOUCHED) + ")")
    of_compare = commands.add_parser("compare", help="compare the rows of two checkouts")
    of_compare.add_argument("rows", nargs=2, metavar="ROW.json", type=pathlib.Path)
    options = parser.parse_args()
    if options.command == "run":
        if options.build.exists():
            parser.error(f"{options.build} exists already: name a new folder, so that everything is compiled")
        row = measure(options.source.resolve(), options.build.resolve(), options.jobs, options.touch or TOUCHED)
        options.output.write_text(json.dumps(row, indent=1) + "\n")
        show(row)
        for name in row["unstable"]:
            print("depends on threads or memory:", name)
        return len(row["unstable"]) > 0
    rows = [json.loads(path.read_text()) for path in options.rows]
    show(*rows)
    old, new = (row["hashes"] for row in rows)
    different = [name for name in old if new.get(name) != old[name]]
    print(f"\n{len(old)} tables, {len(different)} of which have other bytes now")
    print("".join(f"  {name}\n" for name in different), end="")
    return len(different) > 0


if __name__ == "__main__":
    sys.exit(main())
