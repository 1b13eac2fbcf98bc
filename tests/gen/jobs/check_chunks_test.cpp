// SPDX-License-Identifier: MIT
// Chunks agree with single calls in every family, and every planted fault is found.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/jobs/check/check_rules_parts.hpp"
#include "gen/jobs/jobs.hpp"
#include "lib/error.hpp"
#include "lib/rules/moves.hpp"
#include "lib/rules/registry.hpp"
#include "tests/refusal.hpp"

namespace mexbase::check_chunks_test {

enum class Fault {
    none,
    mark,
    lost_target,
    wrong_target,
    lost_position,
    ends_early,
    ends_late,
    no_end,
    stop,
    unindexed,
    beyond,
    count,
    predecessor,
    start_value,
    start_row,
    start_inside,
    start_below,
    start_count,
    part,
    line,
    layer,
    leaving
};

/// Moves of a game with one fault at one place.
class FaultyMoves final : public Moves {
  public:
    FaultyMoves(const Moves& right, Fault fault) : Moves(right.traits()), right_(right), fault_(fault) {}

    void mark_positions(Index first, std::span<std::uint8_t> out) const override {
        right_.mark_positions(first, out);
        if (fault_ == Fault::mark) out.back() ^= 1;
    }
    Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const override {
        if (fault_ == Fault::no_end) return first;
        const Index to = right_.options(first, last, mover, enough + (fault_ == Fault::ends_late ? 1 : 0), out);
        spoil(out);
        return fault_ == Fault::ends_early && to > first + 1 ? to - 1 : to;
    }
    std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const override {
        return right_.options(of, mover, enough, out);
    }
    Index options_in_layer(Index layer, Index first, Index last, Player mover, std::size_t enough,
                           Options& out) const override {
        const Index to = right_.options_in_layer(layer, first, last, mover, enough, out);
        if (fault_ == Fault::layer) std::swap(out.positions.front(), out.positions.back());
        return to;
    }
    void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const override {
        right_.count_options(of, mover, out);
        if (fault_ == Fault::count && !out.empty()) ++out.back();
    }
    void predecessors(std::span<const Index> of, Player mover, Flat& out) const override {
        right_.predecessors(fault_ == Fault::predecessor && !of.empty() ? of.subspan(1) : of, mover, out);
    }
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override {
        const Index positions = right_.starts(first, last, play, mover, out);
        if (fault_ == Fault::start_count && !out.counts.empty()) ++out.counts.back();
        if (out.rows.empty()) return positions;
        Starts::Row& row = out.rows.back();
        for (auto& stop : out.stops)
            if (fault_ == Fault::start_value) stop.value.remoteness += 2;
        if (fault_ == Fault::start_row) out.rows.pop_back();
        if (fault_ == Fault::start_inside) ++row.inside;
        if (fault_ == Fault::start_below && row.below_end != 0) --row.below_end;
        return positions;
    }
    void leaving(Index first, Index last, std::vector<Leaving>& out) const override {
        right_.leaving(first, last, out);
        if (fault_ == Fault::leaving && !out.empty()) ++out.back().count;
    }
    Index parts(Index first, Index last, Player mover, std::size_t enough, SplitOptions& out) const override {
        const Index to = right_.parts(first, last, mover, enough, out);
        if (fault_ == Fault::part && out.parts_end.size() != 0) {
            Flat fewer;
            for (const Index end : out.parts_end.span().first(out.parts_end.size() - 1)) Flat::Cursor(fewer).push(end);
            out.parts_end = std::move(fewer);
            --out.ends.back();
        }
        return to;
    }
    std::size_t parts(std::span<const Index> of, Player mover, std::size_t enough, SplitOptions& out) const override {
        return right_.parts(of, mover, enough, out);
    }
    Index lines(Index first, Index last, std::size_t enough, Lines& out) const override {
        const Index to = right_.lines(first, last, enough, out);
        if (fault_ == Fault::line && out.ends.back() != 0) --out.ends.back();
        return to;
    }

  private:
    void spoil(Options& out) const {
        if (out.positions.empty()) return;
        if (fault_ == Fault::lost_target && out.ends.back() != 0) --out.ends.back();
        if (fault_ == Fault::wrong_target && out.size() > 1) out.ends[out.size() - 2] = out.ends.back();
        if (fault_ == Fault::lost_position) {
            out.positions.pop_back();
            out.ends.pop_back();
        }
        if (fault_ == Fault::stop && !out.stops.empty()) out.stops.pop_back();
        if (fault_ == Fault::unindexed && !out.unindexed.empty()) ++out.unindexed.back().value.remoteness;
        if (fault_ == Fault::beyond && !out.beyond.empty()) ++out.beyond.back().count;
    }

    const Moves& right_;
    Fault fault_;
};

/// Returns the message of the check, empty if it finds no fault.
std::string checked(const std::string& spec, Fault fault) {
    const auto game = make_game(stock_registry(), spec);
    const detail::CheckedGame checked_game{*game, game->size(), game->partizan()};
    return test::fault_of([&] { detail::check_chunks(checked_game, FaultyMoves(*game, fault)); },
                          ErrorCode::verification_failed);
}

void expect_found(const std::string& spec, const std::vector<Fault>& faults) {
    EXPECT_EQ(checked(spec, Fault::none), "") << spec;
    for (const Fault fault : faults) EXPECT_NE(checked(spec, fault), "") << spec << ", fault " << int(fault);
}

TEST(CheckChunks, FindsFaultsOfOptions) {
    expect_found("wythoff:max=30",
                 {Fault::mark, Fault::lost_target, Fault::wrong_target, Fault::lost_position, Fault::ends_early,
                  Fault::ends_late, Fault::no_end, Fault::line, Fault::start_count});
}

TEST(CheckChunks, FindsFaultsOfGamesWithSlicesAndStops) {
    expect_found("chess:KQK", {Fault::stop, Fault::count, Fault::predecessor, Fault::start_value, Fault::start_row,
                               Fault::start_inside, Fault::start_below});
}

TEST(CheckChunks, FindsFaultsOfOptionsWithoutAnIndex) {
    expect_found("dobutsu-shogi", {Fault::unindexed, Fault::stop, Fault::predecessor});
}

TEST(CheckChunks, FindsFaultsOfBoundedGames) {
    expect_found("put-or-take-a-square:max=100,bound=200",
                 {Fault::beyond, Fault::leaving, Fault::count, Fault::predecessor, Fault::start_value});
}

TEST(CheckChunks, FindsFaultsOfLayers) {
    expect_found("knight:size=20", {Fault::layer, Fault::lost_target});
}

TEST(CheckChunks, FindsFaultsOfParts) {
    expect_found("octal:code=0.77,max=50", {Fault::part, Fault::mark});
}

}  // namespace mexbase::check_chunks_test
