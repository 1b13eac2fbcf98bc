#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../../../lib/value/nimber.hpp"
#include "../../../lib/value/obliged.hpp"
#include "../table_job.hpp"
#include "stored_values.hpp"
#include "verify_positions.hpp"
#include "verify_tables.hpp"

namespace mexbase::detail {

namespace {

/// Throws unless a table without counters is of a loop-free game: only there do nimbers need none.
void require_loop_free(const Game& game) {
    if (!has_order(game) && !topological_order(game))
        throw Error(ErrorCode::verification_failed, "the game is loopy, and the table's values are not those of one");
}

/// How far positions are from the end of a race; the numbers are those of `RaceValue::State`. Derived here from the
/// rules alone.
enum class RaceState : std::uint8_t { open, near, over };

/// Derives the nimber of a position from its options (loopy games: Fraenkel and Yesha's conditions, which have exactly
/// one solution; see `docs/decisions.md`). In a race only open positions count.
class LoopyDerivation {
  public:
    LoopyDerivation(const Moves& moves, const StoredNimbers& stored, const std::vector<RaceState>* states = nullptr)
        : moves_(moves), stored_(stored), states_(states) {}

    /// The value of a position, as its options have it.
    NimberValue derive(std::span<const Index> targets) {
        seen_.clear();
        options_.clear();
        for (const Index to : targets) {
            if (!counts(to)) continue;
            options_.push_back(to);
            if (!stored_.infinite(to)) seen_.add(stored_.nimber(to));
        }
        const std::uint64_t mex = seen_.mex();
        NimberValue value;
        value.nimber = mex;
        answered_.clear();
        for (const Index to : options_)
            if (stored_.infinite(to) || stored_.nimber(to) >= mex) answered_.push_back(to);
        // The first option without an answer ends it: replies are read a few at a time at first.
        std::size_t enough = 16;
        for (std::span<const Index> left = answered_; !left.empty();) {
            replies_.clear();
            left = left.subspan(moves_.options(left, Player::left, enough, replies_));
            enough = std::min(2 * enough, options_per_call);
            // Each of these options must be one that can be answered by a move to *mex, as soon as possible.
            for (OptionRows rows(replies_); rows.next();) {
                std::uint64_t soonest = never;
                for (const Index reply : rows.targets())
                    if (counts(reply) && !stored_.infinite(reply) && stored_.nimber(reply) == mex)
                        soonest = std::min(soonest, stored_.counter(reply));
                if (soonest == never) return infinite();
                value.counter = std::max(value.counter, soonest + 2);
            }
        }
        return value;
    }

  private:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    bool counts(Index i) const { return states_ == nullptr || (*states_)[i] == RaceState::open; }
    NimberValue infinite() {
        reached_.clear();
        for (const Index to : options_)
            if (!stored_.infinite(to)) reached_.push_back(static_cast<std::uint32_t>(stored_.nimber(to)));
        std::ranges::sort(reached_);
        reached_.erase(std::unique(reached_.begin(), reached_.end()), reached_.end());
        NimberValue value;
        value.infinite = true;
        value.reached = reached_;
        return value;
    }

    const Moves& moves_;
    const StoredNimbers& stored_;
    const std::vector<RaceState>* states_;
    MexSet seen_;
    std::vector<Index> options_, answered_;
    Options replies_;
    std::vector<std::uint32_t> reached_;
};

std::vector<RaceState> race_states(const Game& game) {
    std::vector<RaceState> states(static_cast<std::size_t>(game.size()), RaceState::open);
    for (Index i = 0; i < game.size(); ++i)
        if (game.legal(i) && game.ends_race(i)) states[i] = RaceState::over;
    for_each_row(game, 0, game.size(), Player::left, [&](const OptionRows& row) {
        RaceState& state = states[row.position()];
        for (const Index to : row.targets())
            if (state != RaceState::over && states[to] == RaceState::over) state = RaceState::near;
        return true;
    });
    return states;
}

/// Checks what the table says of races: which positions end one, and the values of the others.
void verify_race(const Game& game, const Table& table, const JobOptions& options) {
    if (!table.is_race()) throw Error(ErrorCode::verification_failed, "the table lacks the values that its races need");
    const std::vector<RaceState> states = race_states(game);
    const StoredNimbers stored = StoredNimbers::of_races(table, options);
    for (Index i = 0; i < game.size(); ++i)
        if (game.legal(i) && static_cast<unsigned>(table.race_at(i).value().state) != static_cast<unsigned>(states[i]))
            throw_wrong(game, i, "another distance from the end of a race", "what the rules do");
    LoopyDerivation derivation(game, stored, &states);
    for_each_row(game, 0, game.size(), Player::left, [&](const OptionRows& row) {
        const Index i = row.position();
        if (states[i] != RaceState::open) return true;
        const NimberValue kept = table.race_at(i).value().value;
        const NimberValue derived = derivation.derive(row.targets());
        if (!(kept == derived)) throw_wrong(game, i, "in a race " + to_string(kept), to_string(derived));
        return true;
    });
}

std::uint64_t verify_loopy_nimbers(const Game& game, const Table& table, const JobOptions& options,
                                   const StoredNimbers& stored) {
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        Cursor cursor = table.cursor().value();
        LoopyDerivation derivation(game, stored);
        for_each_row(game, first, last, Player::left, [&](const OptionRows& row) {
            const Index i = row.position();
            const Value kept = cursor.stored_at(i).value();
            return record(findings, i, kept, value_of(derivation.derive(row.targets())));
        });
    });
}

std::uint64_t verify_nimbers(const Game& game, const Table& table, const JobOptions& options) {
    const StoredNimbers stored(table, options);
    if (game.traits().races)
        verify_race(game, table, options);
    else if (table.is_race())
        throw Error(ErrorCode::verification_failed,
                    "sums of this game are no races, and the table has values for them");
    if (game.whole() && stored.loopy()) return verify_loopy_nimbers(game, table, options, stored);
    if (!game.traits().races) refuse_loopy_streams(table);
    require_loop_free(game);
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        Cursor cursor = table.cursor().value();
        MexSet seen;
        const auto check = [&](Index i, std::uint64_t nimber) {
            const Value kept = cursor.stored_at(i).value();
            return record(findings, i, kept, value_of(NimberValue{false, nimber, 0, {}}));
        };
        if (!game.traits().splits) {
            for_each_row(game, first, last, Player::left,
                         [&](const OptionRows& row) { return check(row.position(), stored.mex(row.targets(), seen)); });
            return;
        }
        for_each_row_of_parts(
            game, first, last, [&](Index) { seen.clear(); },
            [&](std::span<const Index> parts) {
                std::uint64_t sum = 0;
                for (const Index part : parts) sum ^= stored.nimber(part);
                seen.add(sum);
            },
            [&](Index i) { return check(i, seen.mex()); });
    });
}

std::uint64_t verify_obliged(const Game& game, const Table& table, const JobOptions& options) {
    const std::vector<std::uint8_t> stored = stored_obliged(table, options);
    require_loop_free(game);
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        ObligedOptions gathered;
        for_each_row_of_parts(
            game, first, last, [&](Index) { gathered = ObligedOptions(); },
            [&](std::span<const Index> parts) {
                CountedPairs sum;
                for (const Index part : parts) sum.add(Obliged::of(stored[part]));
                gathered.add(sum.value());
            },
            [&](Index i) { return record(findings, i, value_of(Obliged::of(stored[i])), value_of(gathered.value())); });
    });
}

}  // namespace

std::uint64_t verify_value_table(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    require_values_that_add(game);
    if (const auto heaps = game.heap_game()) return verify_take_and_break_table(*heaps, game, table, options);
    if (table.info().period)
        throw Error(ErrorCode::verification_failed, "the table claims a period, and no theorem gives this game one");
    return table.info().value == ValueKind::nimber ? verify_nimbers(game, table, options)
                                                   : verify_obliged(game, table, options);
}

}  // namespace mexbase::detail
