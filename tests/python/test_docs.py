# SPDX-License-Identifier: MIT
"""What docs/python.md shows is what happens."""
import doctest
import inspect
import re

from conftest import SOURCE

import mexbase


def test_examples_do_what_the_page_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 6
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", None, 0)
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_every_public_name_is_described():
    def members(owner):
        return [(name, each) for name, each in vars(owner).items() if not name.startswith("_")]

    without = []
    for name in mexbase.__all__:
        thing = getattr(mexbase, name)
        if not isinstance(thing, type) and not inspect.isroutine(thing):
            continue
        if not thing.__doc__:
            without.append(name)
        if isinstance(thing, type) and thing is not mexbase.errors.MexbaseError:
            without += [f"{name}.{member}" for base in thing.__mro__ if base.__module__.startswith("mexbase")
                        for member, each in members(base)
                        if (callable(each) or isinstance(each, property)) and not each.__doc__]
    assert without == []
