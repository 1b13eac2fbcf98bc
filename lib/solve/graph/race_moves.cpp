// SPDX-License-Identifier: MIT
#include "race_moves.hpp"

namespace mexbase {

RaceMoves::RaceMoves(const Game& game) : KeptMoves(game), states_(static_cast<std::size_t>(game.size()), open) {
    for (Index i = 0; i < size(); ++i)
        if (game.legal(i) && game.ends_race(i)) states_[i] = over;
    Options rows;
    for (Index first = 0; first < size();) {
        rows.clear();
        first = moves_.options(first, size(), Player::left, targets_per_call, rows);
        for (OptionRows row(rows); row.next();) {
            State& state = states_[row.position()];
            if (state == over) continue;
            for (const Index to : row.targets())
                if (states_[to] == over) state = near;
        }
    }
}

void RaceMoves::predecessors(std::span<const Index> of, Player mover, Flat& out) const {
    thread_local Flat back;
    back.clear();
    moves_.predecessors(of, mover, back);
    Flat::Cursor at(out);
    for (const Index from : back.span())
        if (keeps(from)) at.push(from);
}

Index RaceMoves::starts(Index first, Index last, Play play, Player mover, Starts& out) const {
    thread_local Options rows;
    Index positions = 0;
    while (first < last) {
        rows.clear();
        first = options(first, last, mover, targets_per_call, rows);
        positions += rows.size();
        for (OptionRows row(rows); row.next();)
            if (row.has_no_moves()) out.add_stop(row.position(), without_moves(play));
    }
    return positions;
}

}  // namespace mexbase
