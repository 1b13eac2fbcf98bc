#include "race_moves.hpp"

#include <algorithm>

namespace mexbase {

namespace {

constexpr std::size_t targets_per_call = 4096;

/// Lists of the calling thread, reused from call to call.
struct RaceScratch {
    Options open;
    Flat back;
};
RaceScratch& scratch_of_race() {
    thread_local RaceScratch lists;
    return lists;
}

}  // namespace

RaceMoves::RaceMoves(const Game& game) : KeptMoves(game), states_(static_cast<std::size_t>(game.size()), open) {
    std::vector<std::uint8_t> marks(targets_per_call);
    for (Index first = 0; first < size(); first += marks.size()) {
        marks.resize(static_cast<std::size_t>(std::min<Index>(marks.size(), size() - first)));
        moves_.mark_positions(first, marks);
        for (std::size_t k = 0; k < marks.size(); ++k)
            if (marks[k] != 0 && game.ends_race(first + k)) states_[first + k] = over;
    }
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

void RaceMoves::count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const {
    Options& rows = scratch_of_race().open;
    rows.clear();
    options(of, mover, no_limit, rows);
    for (std::size_t k = 0; k < of.size(); ++k) out[k] = rows.targets_of(k).size();
}

void RaceMoves::predecessors(std::span<const Index> of, Player mover, Flat& out) const {
    Flat& back = scratch_of_race().back;
    back.clear();
    moves_.predecessors(of, mover, back);
    Flat::Cursor at(out);
    for (const Index from : back.span())
        if (keeps(from)) at.push(from);
}

Index RaceMoves::starts(Index first, Index last, Play play, Player mover, Starts& out) const {
    Options& rows = scratch_of_race().open;
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
