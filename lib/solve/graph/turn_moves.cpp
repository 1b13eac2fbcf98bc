#include "turn_moves.hpp"

#include <algorithm>
#include <array>

#include "../../error.hpp"

namespace mexbase::detail {

namespace {

Player player_of(Index v) {
    return v % 2 == 0 ? Player::left : Player::right;
}

GameTraits with_turns(const Moves& moves) {
    const GameTraits& of = moves.traits();
    if (of.size >= (Index{1} << 63) - 1)
        throw Error(ErrorCode::not_applicable, "a game of 2^63 positions has too many of them for two players");
    GameTraits traits;
    traits.size = traits.queryable_size = 2 * of.size + (of.bounded ? 2 : 0);
    traits.whole = of.whole;
    traits.stops = of.stops || of.bounded;
    traits.has_predecessors = of.has_predecessors;
    traits.order.descending = of.order.descending && !of.bounded;
    return traits;
}

/// Lists of the calling thread, reused from call to call.
struct Scratch {
    std::array<Options, 2> options;
    std::array<Starts, 2> starts;
    std::array<std::vector<Index>, 2> ids;
    Flat back;
    std::vector<Leaving> leaving;
};
Scratch& scratch() {
    thread_local Scratch lists;
    return lists;
}

}  // namespace

TurnMoves::TurnMoves(const Moves& moves) : Moves(with_turns(moves)), moves_(moves) {}

void TurnMoves::refuse_tie(const OutcomeValue& value) {
    if (value.outcome == Outcome::tie)
        throw Error(ErrorCode::not_applicable, "play stops with a tie, and partizan outcomes have none");
}

OutcomeValue TurnMoves::checked(const OutcomeValue& value) const {
    if (moves_.traits().partizan) refuse_tie(value);
    return value;
}

void TurnMoves::copy(const OptionRows& row, Player player, Options& out) const {
    if (row.stop() != nullptr) out.stops.push_back({static_cast<std::uint32_t>(out.size()), checked(*row.stop())});
    out.positions.push_back(index(row.position(), player));
    const auto next = static_cast<Index>(other(player));
    {
        Flat::Cursor at(out.targets);
        for (const Index to : row.targets()) at.push(2 * to + next);
        for (std::uint64_t n = row.beyond(); n > 0; --n) at.push(beyond() + next);
    }
    out.ends.push_back(static_cast<std::uint32_t>(out.targets.size()));
}

namespace {

void add_end(Index v, Options& out) {
    out.stops.push_back({static_cast<std::uint32_t>(out.positions.size()),
                         {player_of(v) == Player::left ? Outcome::win : Outcome::loss, 0}});
    out.positions.push_back(v);
    out.ends.push_back(static_cast<std::uint32_t>(out.targets.size()));
}

bool is_full(const Options& out, std::size_t enough) {
    return out.targets.size() >= enough || out.positions.size() >= enough;
}

}  // namespace

void TurnMoves::mark_positions(Index first, std::span<std::uint8_t> out) const {
    std::vector<std::uint8_t> marks(out.size() / 2 + 2);
    const Index from = first / 2, to = std::min(moves_.size(), from + marks.size());
    moves_.mark_positions(from, std::span(marks).first(static_cast<std::size_t>(to > from ? to - from : 0)));
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = first + k >= beyond() ? 1 : marks[(first + k) / 2 - from];
}

Index TurnMoves::options(Index first, Index last, Player, std::size_t enough, Options& out) const {
    auto& [left, right] = scratch().options;
    while (first < last && !is_full(out, enough)) {
        if (first >= beyond()) {
            add_end(first++, out);
            continue;
        }
        const Index end = std::min(last / 2 + last % 2, moves_.size());
        left.clear();
        const Index to = moves_.options(first / 2, end, Player::left, std::max<std::size_t>(1, enough / 2), left);
        const bool same = !moves_.traits().partizan;
        if (!same) {
            right.clear();
            for (Index from = first / 2; from < to;) from = moves_.options(from, to, Player::right, no_limit, right);
        }
        OptionRows of_left(left), of_right(same ? left : right);
        while (of_left.next() && of_right.next())
            for (const Player player : {Player::left, Player::right}) {
                const Index v = index(of_left.position(), player);
                if (v < first || v >= last) continue;
                if (is_full(out, enough)) return v;
                copy(player == Player::left ? of_left : of_right, player, out);
            }
        first = std::min(last, 2 * to);
    }
    return first;
}

std::size_t TurnMoves::options(std::span<const Index> of, Player, std::size_t enough, Options& out) const {
    constexpr std::size_t positions_per_call = 256;
    auto& lists = scratch();
    std::size_t done = 0;
    while (done < of.size() && !is_full(out, enough)) {
        const auto part = of.subspan(done, std::min(positions_per_call, of.size() - done));
        for (const Player player : {Player::left, Player::right}) {
            const auto k = static_cast<std::size_t>(player);
            lists.ids[k].clear();
            for (const Index v : part)
                if (v < beyond() && player_of(v) == player) lists.ids[k].push_back(v / 2);
            lists.options[k].clear();
            for (std::span<const Index> rest = lists.ids[k]; !rest.empty();)
                rest = rest.subspan(moves_.options(rest, player, no_limit, lists.options[k]));
        }
        OptionRows of_left(lists.options[0]), of_right(lists.options[1]);
        for (const Index v : part) {
            if (is_full(out, enough)) return done;
            ++done;
            if (v >= beyond()) {
                add_end(v, out);
                continue;
            }
            OptionRows& rows = player_of(v) == Player::left ? of_left : of_right;
            rows.next();
            copy(rows, player_of(v), out);
        }
    }
    return done;
}

void TurnMoves::count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const {
    for (std::size_t k = 0; k < of.size(); ++k) {
        const Index i = of[k] / 2;
        out[k] = 0;
        if (of[k] < beyond()) moves_.count_options({&i, 1}, player_of(of[k]), out.subspan(k, 1));
    }
}

void TurnMoves::predecessors(std::span<const Index> of, Player, Flat& out) const {
    auto& lists = scratch();
    for (const Player mover : {Player::left, Player::right}) {
        // With the other player to move, `mover` has moved last.
        auto& ids = lists.ids[0];
        ids.clear();
        for (const Index v : of)
            if (v < beyond() && player_of(v) != mover) ids.push_back(v / 2);
        lists.back.clear();
        if (!ids.empty()) moves_.predecessors(ids, mover, lists.back);
        Flat::Cursor at(out);
        for (const Index from : lists.back.span()) at.push(index(from, mover));
    }
    for (const Index v : of) {
        if (v < beyond()) continue;
        const Player mover = other(player_of(v));
        constexpr Index positions_per_call = 4096;
        for (Index first = 0; first < moves_.size(); first += positions_per_call) {
            lists.leaving.clear();
            moves_.leaving(first, std::min(moves_.size(), first + positions_per_call), lists.leaving);
            Flat::Cursor at(out);
            for (const Leaving& each : lists.leaving)
                for (std::uint64_t n = each.count; n > 0; --n) at.push(index(each.position, mover));
        }
    }
}

Index TurnMoves::starts(Index first, Index last, Play play, Player, Starts& out) const {
    const auto add = [&](Index v, const OutcomeValue& value) {
        out.stops.push_back({static_cast<std::uint32_t>(out.rows.size()), checked(value)});
        out.rows.push_back({v, Starts::not_counted, 0, 0});
    };
    auto& lists = scratch().starts;
    // In an impartial game both players have the same starts.
    const std::array<const Starts*, 2> both = {&lists[0], &lists[moves_.traits().partizan ? 1 : 0]};
    const Index begin = std::min(first / 2, moves_.size()), end = std::min(last / 2 + last % 2, moves_.size());
    Index positions = 0;
    if (begin < end) {
        lists[0].clear();
        positions = moves_.starts(begin, end, play, Player::left, lists[0]);
        if (both[1] == &lists[0]) {
            positions *= 2;
        } else {
            lists[1].clear();
            positions += moves_.starts(begin, end, play, Player::right, lists[1]);
        }
        // A range may begin or end between the two turns of a position.
        std::uint8_t is_position = 0;
        if (first % 2 != 0) {
            moves_.mark_positions(begin, {&is_position, 1});
            positions -= is_position;
        }
        if (last < 2 * end) {
            moves_.mark_positions(end - 1, {&is_position, 1});
            positions -= is_position;
        }
        std::array<std::size_t, 2> at{};
        const auto next = [&](std::size_t k) {
            return at[k] < both[k]->rows.size() ? 2 * both[k]->rows[at[k]].position + k : no_index;
        };
        while (next(0) != no_index || next(1) != no_index) {
            const std::size_t k = next(0) < next(1) ? 0 : 1;
            const Index v = next(k);
            // Only terminal positions have rows.
            if (v >= first && v < last) add(v, both[k]->stops[at[k]].value);
            ++at[k];
        }
    }
    for (Index v = std::max(first, beyond()); v < last; ++v)
        add(v, {player_of(v) == Player::left ? Outcome::win : Outcome::loss, 0});
    return positions;
}

}  // namespace mexbase::detail
