# SPDX-License-Identifier: MIT
"""Sums of positions."""
import pytest

import mexbase


def test_nimbers_with_the_move_that_wins(tables):
    kayles, nim = mexbase.open(tables("octal:code=kayles,max=50")), mexbase.open(tables("nim:piles=3,max=7", value="nimber"))
    total = mexbase.sum([(kayles, "5+3"), (nim, "1,2,4")])
    assert len(total) == 2 and not total.obliged
    assert total.value == "loss" and total.best_move() is None
    total = mexbase.sum([(kayles, "5"), (nim, nim.index_of("1,2,4"))])
    assert total.value == "win"
    move = total.best_move()
    after = [(kayles, "5"), (nim, "1,2,4")]
    after[move.component] = (after[move.component][0], move.to)
    assert mexbase.sum(after).value == "loss"


def test_partizan_sums_have_a_move_for_each_player(tables):
    rooms, rows = mexbase.open(tables("domineering:board=grid-3x3")), mexbase.open(tables("toppling-dominoes:max=6"))
    total = mexbase.sum([(rooms, ".../.../.##"), (rows, "WBBG")])
    assert total.value == "N"
    assert total.best_move("left").to == ".#./.#./.##" and total.best_move("right").to == ".##/.../.##"


def test_obliged_sums_know_what_was_begun(tables):
    kayles = mexbase.open(tables("octal:code=kayles,max=20", value="obliged"))
    total = mexbase.sum([(kayles, 3), (kayles, "4")], obliged=True)
    assert isinstance(total.value, mexbase.Obliged) and total.obliged
    begun = mexbase.sum([(kayles, 3), (kayles, "4")], obliged=True, begun=1)
    assert begun.value == mexbase.Obliged(*(
        kayles[4].misere if won else kayles[4].normal for won in (kayles[3].normal, kayles[3].misere)))
    with pytest.raises(TypeError, match=r"octal:code=0.77,max=20 \(component 0\) holds obliged values"):
        mexbase.sum([(kayles, 3)], obliged=False)
    nim = mexbase.open(tables("nim:piles=3,max=7", value="nimber"))
    with pytest.raises(TypeError, match=r"nim:piles=3,max=7 \(component 1\) holds nimber values"):
        mexbase.sum([(kayles, 3), (nim, "1,2,4")], obliged=True)
    assert mexbase.sum([], obliged=True).value == mexbase.Obliged(False, True) and mexbase.sum([]).value == "loss"
    with pytest.raises(ValueError):
        mexbase.sum([(kayles, 3)], begun=7)


def test_the_tables_of_a_sum_may_be_closed(tables):
    with mexbase.open(tables("octal:code=kayles,max=50")) as kayles:
        total = mexbase.sum([(kayles, "5+3")])
    assert total.value == "win" and mexbase.sum([]).value == "loss"


def test_what_does_not_add_up_is_refused(tables):
    table = mexbase.open(tables("tic-tac-toe"))
    with pytest.raises(mexbase.errors.NotApplicable):
        mexbase.sum([(table, "start")]).value
