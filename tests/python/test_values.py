# SPDX-License-Identifier: MIT
"""Values: what they are, how they compare, and that they outlive their table."""
import copy
import pickle
from fractions import Fraction

import pytest

import mexbase
from mexbase import Canonical, Nimber, Obliged, Outcome, PartizanOutcome


def test_outcomes_are_ordered_by_what_is_better_for_the_player_to_move():
    ascending = [
        Outcome("loss", 1), Outcome("loss", 4), Outcome("unknown"), Outcome("draw"), Outcome("tie", 9),
        Outcome("tie", 3), Outcome("win", 8), Outcome("win", 1),
    ]
    assert sorted(reversed(ascending)) == ascending
    assert Outcome("win", 3) > Outcome("draw") >= Outcome("draw")
    assert Outcome("win", 3) != "win 3"
    with pytest.raises(TypeError):
        Outcome("win", 3) < 4


def test_values_that_cannot_be_are_refused():
    for wrong in (lambda: Outcome("win"), lambda: Outcome("draw", 1), lambda: Outcome("won", 1), lambda: Nimber(),
                  lambda: Outcome("win", 1, distance="mate"), lambda: Outcome("draw", distance="exit"),
                  lambda: PartizanOutcome(Outcome("tie", 1), Outcome("win", 1)), lambda: Canonical("{1|")):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(AttributeError):
        Outcome("win", 1).remoteness = 3


def test_texts_are_those_of_mexquery():
    assert [str(v) for v in (Outcome("win", 7), Outcome("draw"), Nimber(1), Nimber(5), Nimber(infinite=[2, 0]))] == [
        "win 7", "draw", "*", "*5", "inf{0 2}"]
    assert str(Obliged(False, True)) == "01"
    assert str(PartizanOutcome(Outcome("win", 1), Outcome("draw"))) == "L/D"
    assert repr(Outcome("unknown", cannot_win=True)) == "Outcome('unknown', cannot_win=True)"
    assert str(Outcome("win", 7, distance="exit")) == "win exit 7" and Outcome("win", 7).distance == "end"
    assert repr(Outcome("win", 7, distance="exit")) == "Outcome('win', 7, distance='exit')"
    assert repr(Outcome("win", 7, distance="end")) == "Outcome('win', 7)" and Outcome("draw").distance is None
    assert Outcome("win", 7, distance="exit") != Outcome("win", 7)
    assert int(Nimber(5)) == 5
    assert Nimber(5) == 5 == Nimber(5) and Nimber(5) != 4 and {5: "five"}[Nimber(5)] == "five"
    assert Nimber(5, counter=1) != 5 and Nimber(infinite=[5]) != 5 and Nimber(5) != "5" and Nimber(2**63) == 2**63
    with pytest.raises(TypeError):
        int(Nimber(infinite=[0]))


@pytest.mark.parametrize("value", [
    Outcome("win", 7), Outcome("win", 7, distance="exit"), Outcome("draw"), Outcome("unknown", cannot_lose=True), Nimber(5, counter=3),
    Nimber(infinite=[0, 2]), Nimber(infinite=[]), Obliged(True, False),
    PartizanOutcome(Outcome("win", 3), Outcome("loss", 2)), Canonical("+-{1,{2|0}}"), Canonical("3/4^^*2"),
    Canonical("100000000"),
], ids=str)
def test_values_are_pickled_copied_hashed_and_written_so_that_they_are_read(value):
    again = pickle.loads(pickle.dumps(value))
    assert again == value and hash(again) == hash(value) and type(again) is type(value)
    assert copy.deepcopy(value) == value
    assert eval(repr(value)) == value
    assert {value: 1}[again] == 1


def test_canonical_forms_add_up_and_are_partially_ordered():
    up, star = mexbase.value("^"), mexbase.value("*")
    assert up + up + star == mexbase.value("^^*") and up - up == mexbase.value("0")
    assert up > mexbase.value("0") and not up <= star and not star <= up
    assert up.confused_with(star) and not up.confused_with(up)
    hot = mexbase.value("{3|-1}")
    assert (hot.mean, hot.temperature, hot.left_stop, hot.right_stop) == (1, 2, 3, -1)
    assert mexbase.value("1/4").mean == Fraction(1, 4)
    assert [str(each) for each in hot.left_options] == ["3"] and [str(each) for each in hot.right_options] == ["-1"]
    assert str(mexbase.value("^+^").atomic_weight) == "2" and hot.atomic_weight is None
    assert mexbase.value("^2*3").outcome_class == "L" and hot.outcome_class == "N" and star.birthday == 1
    assert mexbase.value("0").fingerprint == "c731da1983d8e17d" and up.fingerprint == "4dfecc55bd76caed"
    with pytest.raises(TypeError):
        up + 1


def test_a_value_outlives_its_table(tables):
    table = mexbase.open(tables("domineering:board=grid-3x3"))
    values = [table[i] for i in range(len(table))]
    table.close()
    again = mexbase.open(tables("domineering:board=grid-3x3"))
    assert [str(v) for v in values] == [str(again[i]) for i in range(len(again))]
    assert values[5] == again[5] and hash(values[5]) == hash(again[5])
    assert pickle.loads(pickle.dumps(values)) == values
    assert (values[0] - again[0]) == mexbase.value("0")


def test_equal_canonical_forms_have_equal_hashes_wherever_they_are_from(tables):
    rooms, rows = mexbase.open(tables("domineering:board=grid-3x3")), mexbase.open(tables("toppling-dominoes:max=4"))
    both = {}
    for table in (rooms, rows):
        for row in table:
            both.setdefault(row.value, []).append(str(row.value))
    assert all(len(set(texts)) == 1 for texts in both.values())
    assert len({text for texts in both.values() for text in texts}) == len(both)
    assert mexbase.value(str(rooms["start"])) in both
