// SPDX-License-Identifier: MIT
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
        throw Error(ErrorCode::not_applicable,
                    "the game has 2^63 - 1 positions or more, which is too many if either player may be to move");
    GameTraits traits = of.plain();
    traits.size = traits.queryable_size = 2 * of.size;
    traits.stops = of.stops || of.bounded;
    traits.order.descending = of.order.descending;
    return traits;
}

constexpr OutcomeValue won_past_bound{Outcome::win, 1}, lost_past_bound{Outcome::loss, 1};

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
        throw Error(ErrorCode::not_applicable,
                    "the result of a terminal position is a tie, which partizan outcomes cannot be");
}

OutcomeValue TurnMoves::checked(const OutcomeValue& value) const {
    if (moves_.traits().partizan) refuse_tie(value);
    return value;
}

void TurnMoves::copy(const OptionRows& row, Player player, Options& out) const {
    const auto stop = [&out](const OutcomeValue& value) {
        out.stops.push_back({static_cast<std::uint32_t>(out.size()), value});
    };
    const bool won = row.beyond() != 0 && player == Player::left;
    if (row.stop() != nullptr) stop(checked(*row.stop()));
    if (won) stop(won_past_bound);
    if (row.beyond() != 0 && !won && row.targets().empty()) stop(lost_past_bound);
    out.positions.push_back(index(row.position(), player));
    if (!won) {
        const auto next = static_cast<Index>(other(player));
        Flat::Cursor at(out.targets);
        for (const Index to : row.targets()) at.push(2 * to + next);
    }
    out.ends.push_back(static_cast<std::uint32_t>(out.targets.size()));
}

void TurnMoves::mark_positions(Index first, std::span<std::uint8_t> out) const {
    std::vector<std::uint8_t> marks(out.size() / 2 + 2);
    const Index from = first / 2, to = std::min(moves_.size(), from + marks.size());
    moves_.mark_positions(from, std::span(marks).first(static_cast<std::size_t>(to - from)));
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = marks[(first + k) / 2 - from];
}

Index TurnMoves::options(Index first, Index last, Player, std::size_t enough, Options& out) const {
    auto& [left, right] = scratch().options;
    while (first < last && !out.full(enough)) {
        const Index end = last / 2 + last % 2;
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
                if (out.full(enough)) return v;
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
    while (done < of.size() && !out.full(enough)) {
        const auto part = of.subspan(done, std::min(positions_per_call, of.size() - done));
        for (const Player player : {Player::left, Player::right}) {
            const auto k = static_cast<std::size_t>(player);
            lists.ids[k].clear();
            for (const Index v : part)
                if (player_of(v) == player) lists.ids[k].push_back(v / 2);
            lists.options[k].clear();
            for (std::span<const Index> rest = lists.ids[k]; !rest.empty();)
                rest = rest.subspan(moves_.options(rest, player, no_limit, lists.options[k]));
        }
        OptionRows of_left(lists.options[0]), of_right(lists.options[1]);
        for (const Index v : part) {
            if (out.full(enough)) return done;
            ++done;
            OptionRows& rows = player_of(v) == Player::left ? of_left : of_right;
            rows.next();
            copy(rows, player_of(v), out);
        }
    }
    return done;
}

void TurnMoves::count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const {
    auto& leaving = scratch().leaving;
    for (std::size_t k = 0; k < of.size(); ++k) {
        const Index i = of[k] / 2;
        moves_.count_options({&i, 1}, player_of(of[k]), out.subspan(k, 1));
        if (!moves_.traits().bounded || player_of(of[k]) == Player::left) continue;
        leaving.clear();
        moves_.leaving(i, i + 1, leaving);
        for (const Leaving& each : leaving) out[k] -= each.count;
    }
}

void TurnMoves::predecessors(std::span<const Index> of, Player, Flat& out) const {
    auto& lists = scratch();
    for (const Player mover : {Player::left, Player::right}) {
        // After a move of `mover`, the other player is to move. So positions with `mover` to move have no predecessors.
        auto& ids = lists.ids[0];
        ids.clear();
        for (const Index v : of)
            if (player_of(v) != mover) ids.push_back(v / 2);
        lists.back.clear();
        if (!ids.empty()) moves_.predecessors(ids, mover, lists.back);
        Flat::Cursor at(out);
        for (const Index from : lists.back.span()) at.push(index(from, mover));
    }
}

Index TurnMoves::starts(Index first, Index last, Play play, Player, Starts& out) const {
    auto& lists = scratch();
    const Index begin = first / 2, end = last / 2 + last % 2;
    for (Starts& each : lists.starts) each.clear();
    // In an impartial game, both players have the same terminal positions, so `moves_.starts` is called once.
    const bool partizan = moves_.traits().partizan;
    Index positions = moves_.starts(begin, end, play, Player::left, lists.starts[0]);
    positions += partizan ? moves_.starts(begin, end, play, Player::right, lists.starts[1]) : positions;
    // A position has two indices, one per player to move. The range may contain only one of them at each end.
    if (first % 2 != 0 && moves_.is_position(begin)) --positions;
    if (last % 2 != 0 && moves_.is_position(end - 1)) --positions;

    const auto add = [&](Index i, Player player, const OutcomeValue& value) {
        const Index v = index(i, player);
        if (v >= first && v < last) out.add_stop(v, checked(value));
    };
    lists.leaving.clear();
    if (moves_.traits().bounded) moves_.leaving(begin, end, lists.leaving);

    const Starts &left = lists.starts[0], &right = lists.starts[partizan ? 1 : 0];
    std::size_t at_left = 0, at_right = 0, at_leaving = 0;
    const auto next = [](const Starts& starts, std::size_t at) {
        return at < starts.rows.size() ? starts.rows[at].position : no_index;
    };
    for (;;) {
        const Index of_left = next(left, at_left), of_right = next(right, at_right);
        const Index leaves = at_leaving < lists.leaving.size() ? lists.leaving[at_leaving].position : no_index;
        const Index i = std::min({of_left, of_right, leaves});
        if (i == no_index) return positions;
        if (i == of_left) add(i, Player::left, left.stops[at_left++].value);
        if (i == of_right) add(i, Player::right, right.stops[at_right++].value);
        if (i == leaves) {
            std::uint64_t options = 0;
            moves_.count_options({&i, 1}, Player::left, {&options, 1});
            add(i, Player::left, won_past_bound);
            if (options == lists.leaving[at_leaving++].count) add(i, Player::right, lost_past_bound);
        }
    }
}

}  // namespace mexbase::detail
