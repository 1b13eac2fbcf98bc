#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the links of all pages, and the names of pages in the sources: links.py SOURCE_DIR"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/results/*.md")])
SOURCES = [ROOT / name for name in ("bench", "cmake", "gen", "lib", "python", "query", "tests", "tools")]
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def anchors(page):
    """The names that GitHub gives to the headings of a page."""
    found = {}
    for title in re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        name = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {name + (f"-{k}" if k else "") for name, count in found.items() for k in range(count + 1)}


def main():
    faults, links = [], 0
    for page in PAGES:
        text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                faults.append(f"{page.relative_to(ROOT)}: {target}: no such file")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                faults.append(f"{page.relative_to(ROOT)}: {target}: no such heading")
    for folder in SOURCES:
        for file in folder.rglob("*"):
            if file.suffix in {".cpp", ".hpp", ".h", ".c", ".py", ".sh", ".cmake", ".txt", ".toml"}:
                for name in re.findall(r"docs/[\w/-]+\.(?:md|csv)\b", file.read_text(encoding="utf-8", errors="replace")):
                    if not (ROOT / name).exists():
                        faults.append(f"{file.relative_to(ROOT)}: {name}: no such page")
    if len(PAGES) < 20 or links < 100:
        faults.append(f"only {len(PAGES)} pages and {links} links found")
    print("\n".join(faults) or f"{links} links of {len(PAGES)} pages lead somewhere")
    return 1 if faults else 0


sys.exit(main())
