#include "race_moves.hpp"

#include <algorithm>

namespace mexbase {

namespace {

constexpr std::size_t targets_per_call = 4096;

/// Lists of the calling thread, reused from call to call.
struct RaceScratch {
    Options options, open;
    Flat back;
};
RaceScratch& scratch_of_race() {
    thread_local RaceScratch lists;
    return lists;
}

}  // namespace

RaceMoves::RaceMoves(const Game& game)
    : Moves(game.traits().plain()), moves_(game), states_(static_cast<std::size_t>(game.size()), open) {
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

void RaceMoves::mark_positions(Index first, std::span<std::uint8_t> out) const {
    moves_.mark_positions(first, out);
    for (std::size_t k = 0; k < out.size(); ++k)
        if (state(first + k) != open) out[k] = 0;
}

Index RaceMoves::options(Index first, Index last, Player mover, std::size_t enough, Options& out) const {
    Options& rows = scratch_of_race().options;
    const auto is_open = [this](Index i) { return state(i) == open; };
    while (first < last && !out.full(enough)) {
        rows.clear();
        first = moves_.options(first, last, mover, enough - std::max(out.targets.size(), out.size()), rows);
        append_kept(rows, is_open, out);
    }
    return first;
}

std::size_t RaceMoves::options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const {
    Options& rows = scratch_of_race().options;
    const auto is_open = [this](Index i) { return state(i) == open; };
    std::size_t done = 0;
    while (done < of.size() && !out.full(enough)) {
        rows.clear();
        done += moves_.options(of.subspan(done), mover, enough - std::max(out.targets.size(), out.size()), rows);
        append_kept(rows, is_open, out);
    }
    return done;
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
        if (state(from) == open) at.push(from);
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
