// SPDX-License-Identifier: MIT
/// \file
/// Games of all families in all their forms.
#pragma once

#include <string>
#include <vector>

#include "tests/family_examples.hpp"
#include "tests/texts.hpp"

namespace mexbase::test {

/// Returns specs of games with at most a million indices: those listed here, and the examples of all other families.
/// Dobutsu shogi has more indices, and programs have no spec.
inline std::vector<std::string> stock_specs() {
    std::vector<std::string> specs = texts_in(R"(
        nim:piles=1,max=1000    nim:piles=4,max=9    subtraction:set=1-4-9,max=500    subtraction:set=7,max=3
        square:max=700    square-but-one:max=500,add=even    square-but-one:max=499,add=odd
        put-or-take-a-square:max=50,bound=1000    put-or-take-a-square:max=1000,bound=20000
        octal:code=0.77,max=300    octal:code=0.f7,max=200    octal:code=0.77,total=18    octal:code=4.7,max=100
        treblecross:max=40,form=zones    treblecross:max=11,form=strips    tinted-chain:game=col,max=60
        tinted-chain:game=snort,max=61    grundy:max=300    grundy:total=20    wythoff:max=60    wythoff:max=0
        knight:size=1    knight:size=20    fair-shares:n=1    fair-shares:n=24    col:board=path-6
        col:board=cycle-5,play=impartial,symmetry=all    snort:board=grid-2x3
        snort:board=star-5,play=impartial,symmetry=colours    nogo:board=grid-2x4
        nogo:board=complete-4,play=impartial,symmetry=all    node-kayles:board=cycle-9
        node-kayles:board=grid-3x3,symmetry=all    cutthroat:board=path-6,colours=bwg
        cutthroat:board=bipartite-2x3,play=impartial,symmetry=all    domineering:board=grid-3x4
        domineering:board=grid-1x9    toppling-dominoes:max=7    go-cut:board=grid-2x3,symmetry=all
        go-cut:board=path-7    sno-go:board=cycle-6    sno-go:board=grid-2x3,symmetry=colours
        graph:file=DATA/boards/tidewater.dot    graph:file=DATA/boards/marsh.graphml
        snakes-and-adders:file=DATA/boards/snakes-and-adders.board    horsefly:file=DATA/boards/horsefly.dot
        tic-tac-toe    mu-torere    dodgem    dao    quixo:size=3    mens-morris:men=3    chess:KQK    chess:KPK)");
    for (std::string& spec : specs)
        if (const std::size_t at = spec.find("DATA"); at != spec.npos) spec.replace(at, 4, MEXBASE_DATA);
    add_missing_examples(specs);
    return specs;
}

}  // namespace mexbase::test
