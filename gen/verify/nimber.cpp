// SPDX-License-Identifier: MIT
#include "../../lib/value/nimber.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "../../lib/error.hpp"
#include "../jobs/table_job.hpp"
#include "heaps.hpp"
#include "positions.hpp"

namespace mexbase::detail {

namespace {

class NimberSet {
  public:
    void clear() {
        if (++now_ == 0) times_.assign(times_.size(), 0), now_ = 1;
    }
    void add(std::uint64_t nimber) {
        if (nimber >= times_.size()) times_.resize(static_cast<std::size_t>(2 * nimber + 16));
        times_[nimber] = now_;
    }
    bool contains(std::uint64_t nimber) const { return nimber < times_.size() && times_[nimber] == now_; }
    std::uint64_t mex() const {
        std::uint64_t n = 0;
        while (contains(n)) ++n;
        return n;
    }

  private:
    std::vector<std::uint32_t> times_;  // by nimber, the time at which it was added
    std::uint32_t now_ = 1;
};

bool has_stream(const Table& table, StreamKind kind) {
    const auto streams = table.streams();
    return std::ranges::any_of(streams, [kind](const StreamInfo& stream) { return stream.kind == kind; });
}

/// Nimbers and counters of a table in memory. A nimber takes one byte if none exceeds 254, else 4 bytes. A counter
/// takes 4 bytes. The sets of infinite values are left out. Immutable; safe to read from several threads.
class StoredNimbers {
  public:
    /// Reads the table. Throws as the table does, and `Error{out_of_memory}` if the job may not use that much memory.
    StoredNimbers(const Table& table, const JobOptions& options) {
        const bool counters = has_stream(table, StreamKind::counter);
        loopy_ = counters || has_stream(table, StreamKind::k_set);
        const Index count = table.info().indices;
        check_memory(count * (sizeof(std::uint8_t) + (counters ? sizeof(std::uint32_t) : 0)), options);
        short_codes_.resize(static_cast<std::size_t>(count));
        if (counters) counters_.resize(static_cast<std::size_t>(count));
        read_all(table, [&](Index i, const Value& value) {
            // Play from nimber n can visit n other positions, so n is less than the number of positions.
            if (value.nimber.nimber >= count)
                throw Error(ErrorCode::verification_failed,
                            "index " + std::to_string(i) + " has the nimber " + std::to_string(value.nimber.nimber) +
                                ", which is too large for a table of " + std::to_string(count) + " indices");
            const std::uint64_t code = value.nimber.infinite ? 0 : value.nimber.nimber + 1;
            if (code > 0xff && codes_.empty()) {
                check_memory(count * sizeof(std::uint32_t) * (counters ? 2 : 1), options);
                codes_.assign(short_codes_.begin(), short_codes_.end());
                short_codes_ = std::vector<std::uint8_t>();
            }
            if (codes_.empty())
                short_codes_[i] = static_cast<std::uint8_t>(code);
            else
                codes_[i] = static_cast<std::uint32_t>(code);
            if (counters) counters_[i] = static_cast<std::uint32_t>(value.nimber.counter);
        });
    }
    /// Returns the values that the positions have in races. Positions that end a race are stored as infinite.
    static StoredNimbers of_races(const Table& table, const JobOptions& options) {
        const Index count = table.info().indices;
        check_memory(count * 2 * sizeof(std::uint32_t), options);
        StoredNimbers stored;
        stored.loopy_ = true;
        stored.codes_.resize(static_cast<std::size_t>(count));
        stored.counters_.resize(stored.codes_.size());
        for (Index i = 0; i < count; ++i) {
            const RaceValue race = table.race_at(i).value();
            if (race.state != RaceValue::State::open || race.value.infinite) continue;
            if (race.value.nimber >= count)
                throw Error(ErrorCode::verification_failed,
                            "index " + std::to_string(i) + " has a nimber in races that is too large for a table of " +
                                std::to_string(count) + " indices");
            stored.codes_[i] = static_cast<std::uint32_t>(race.value.nimber + 1);
            stored.counters_[i] = static_cast<std::uint32_t>(race.value.counter);
        }
        return stored;
    }

    /// Returns true if the table has counters or sets. Only tables of loopy games have these.
    bool loopy() const { return loopy_; }
    bool infinite(Index i) const { return code(i) == 0; }
    std::uint64_t nimber(Index i) const { return code(i) - std::uint64_t{1}; }
    std::uint64_t counter(Index i) const { return counters_.empty() ? 0 : counters_[i]; }

  private:
    StoredNimbers() = default;
    std::uint32_t code(Index i) const { return codes_.empty() ? short_codes_[i] : codes_[i]; }

    // Only one of `codes_` and `short_codes_` is used. Its entries are nimbers plus one, or 0 for infinite values.
    std::vector<std::uint32_t> codes_;
    std::vector<std::uint8_t> short_codes_;
    std::vector<std::uint32_t> counters_;
    bool loopy_ = false;
};

/// Stage of a race, derived from the rules alone. The numbers equal those of `RaceValue::State`.
enum class RaceState : std::uint8_t { open, near, over };

/// Derivation of the nimber of a position from its options. For loopy games it uses the conditions of Fraenkel and
/// Yesha, which have exactly one solution (`docs/theory.md`). In a race, options that are not open are ignored.
class LoopyDerivation {
  public:
    LoopyDerivation(const Moves& moves, const StoredNimbers& stored, const std::vector<RaceState>* states = nullptr)
        : moves_(moves), stored_(stored), states_(states) {}

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
        // The first option without a reply to nimber `mex` ends the loop, so the first calls read few replies.
        std::size_t enough = 16;
        for (std::span<const Index> left = answered_; !left.empty();) {
            replies_.clear();
            left = left.subspan(moves_.options(left, Player::left, enough, replies_));
            enough = std::min(2 * enough, options_per_call);
            // Each of these options must allow a reply to nimber `mex`. The counter depends on the fastest reply.
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
    NimberSet seen_;
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

/// Checks which positions end a race, and the race values of all other positions.
void verify_race(const Game& game, const Table& table, const JobOptions& options) {
    if (!table.is_race())
        throw Error(ErrorCode::verification_failed, "sums of this game are races, but the table has no race values");
    const std::vector<RaceState> states = race_states(game);
    const StoredNimbers stored = StoredNimbers::of_races(table, options);
    for (Index i = 0; i < game.size(); ++i)
        if (game.legal(i) && static_cast<unsigned>(table.race_at(i).value().state) != static_cast<unsigned>(states[i]))
            throw_wrong(game, i, "another distance from the end of a race", "the distance by the rules");
    LoopyDerivation derivation(game, stored, &states);
    for_each_row(game, 0, game.size(), Player::left, [&](const OptionRows& row) {
        const Index i = row.position();
        if (states[i] != RaceState::open) return true;
        const NimberValue kept = table.race_at(i).value().value;
        const NimberValue derived = derivation.derive(row.targets());
        if (!(kept == derived))
            throw_wrong(game, i, "in a race " + describe(Value::of(kept)), describe(Value::of(derived)));
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
            return record(findings, i, kept, Value::of(derivation.derive(row.targets())));
        });
    });
}

/// Checker of the nimbers of heaps, by the definition. Not thread-safe.
class NimberCheck {
  public:
    /// A mask of bits, and the heaps whose values are even. Even means an even number of bits of the mask. If nearly
    /// all values are odd, an option of two heaps with an odd value has exactly one of these few heaps.
    struct Facts {
        std::uint32_t mask = 0;          ///< 0 if no mask helps
        std::vector<std::uint32_t> few;  ///< heaps whose values are even: an even number of bits of the mask

        explicit Facts(const Heaps& heaps);
        bool even(std::uint32_t value) const { return std::popcount(value & mask) % 2 == 0; }
    };
    static constexpr std::uint32_t over = 0;
    static std::uint32_t number(const Value& value) { return static_cast<std::uint32_t>(value.nimber.nimber); }
    static Value value(std::uint64_t number) { return Value::of(NimberValue{false, number, 0, {}}); }

    NimberCheck(const Heaps& heaps, const Facts& facts) : heaps_(heaps), facts_(facts) {}

    /// Returns true if the value of heap n is the mex of its options.
    bool holds(std::uint64_t n) {
        if (heaps_.values[n] > most_nimber(n)) return false;
        begin(heaps_.values[n]);
        // The claimed value is odd if it has an odd number of bits of the mask. Options with this value then have
        // exactly one heap with an even value. So only options with one of these few heaps are searched.
        const bool shortened = facts_.mask != 0 && !facts_.even(claimed_);
        add_options(n, shortened);
        if (reached_) return false;
        if (missing_ == 0 || !shortened) return missing_ == 0;
        // An option with a missing nimber has two odd or two even heaps. The search ends when all nimbers are found.
        for (const TakeAndBreakMove& move : heaps_.game.moves) {
            if (move.taken > n) break;
            if (move.heaps != 2) continue;
            const std::uint64_t rest = n - move.taken;
            for (std::uint64_t a = 1; 2 * a <= rest; ++a) {
                pair(a, rest - a);
                if (missing_ == 0) return !reached_;
            }
        }
        return false;
    }

    /// Returns the value by the definition, slowly, for error messages.
    std::uint64_t derive(std::uint64_t n) {
        begin(static_cast<std::uint32_t>(std::min<std::uint64_t>(most_nimber(n) + 1, ~std::uint32_t{0})));
        add_options(n, false);
        return seen_.mex();
    }

  private:
    /// Returns a bound on the nimber of n tokens. A heap lasts at most 2n moves: each takes a token or adds a heap.
    static std::uint64_t most_nimber(std::uint64_t n) { return 2 * n; }

    void begin(std::uint32_t claimed) {
        claimed_ = missing_ = claimed;
        reached_ = false;
        seen_.clear();
    }
    /// Adds the options of heap n until the claimed value is reached. If `shortened` is true, skips options of two
    /// heaps that have none of the few even heaps.
    void add_options(std::uint64_t n, bool shortened) {
        for (const TakeAndBreakMove& move : heaps_.game.moves) {
            if (move.taken > n || reached_) break;
            const std::uint64_t rest = n - move.taken;
            if (move.heaps < 2) {
                if ((rest == 0) == (move.heaps == 0)) add(heaps_.values[rest]);
            } else if (move.heaps == 3) {
                triples(rest);
            } else if (shortened) {
                for (const std::uint32_t a : facts_.few) {
                    if (a >= rest) break;
                    pair(a, rest - a);
                }
            } else {
                for (std::uint64_t a = 1; 2 * a <= rest; ++a) pair(a, rest - a);
            }
        }
    }
    void pair(std::uint64_t a, std::uint64_t b) {
        if (heaps_.game.distinct && a == b) return;
        add(heaps_.values[a] ^ heaps_.values[b]);
    }
    void triples(std::uint64_t rest) {
        for (std::uint64_t a = 1; 3 * a <= rest; ++a)
            for (std::uint64_t b = a; a + 2 * b <= rest; ++b) {
                const std::uint64_t c = rest - a - b;
                if (heaps_.game.distinct && (a == b || b == c)) continue;
                add(heaps_.values[a] ^ heaps_.values[b] ^ heaps_.values[c]);
            }
    }
    void add(std::uint32_t value) {
        if (value == claimed_) reached_ = true;
        if (value >= claimed_ || seen_.contains(value)) return;
        seen_.add(value);
        --missing_;
    }

    const Heaps& heaps_;
    const Facts& facts_;
    NimberSet seen_;
    std::uint32_t claimed_ = 0, missing_ = 0;
    bool reached_ = false;
};

NimberCheck::Facts::Facts(const Heaps& heaps) {
    std::map<std::uint32_t, std::uint64_t> counts;
    for (const std::uint32_t v : heaps.values) ++counts[v];
    constexpr std::uint32_t most_masks = 1 << 12;
    if (counts.rbegin()->first >= most_masks || heaps.values.size() >= ~std::uint32_t{0}) return;
    const std::uint32_t masks = std::bit_ceil(counts.rbegin()->first + 1);
    std::uint64_t fewest = heaps.values.size() / 4;
    for (std::uint32_t m = 1; m < masks; ++m) {
        std::uint64_t n = 0;
        for (const auto& [value, count] : counts)
            if (std::popcount(value & m) % 2 == 0) n += count;
        if (n < fewest) fewest = n, mask = m;
    }
    if (mask == 0) return;
    for (std::uint32_t heap = 1; heap < heaps.values.size(); ++heap)
        if (even(heaps.values[heap])) few.push_back(heap);
}

}  // namespace

std::uint64_t verify_nimber(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    require_values_that_add(game);
    if (const auto heaps = game.heap_game()) return verify_heaps<NimberCheck>(*heaps, game, table, options);
    refuse_period(table);
    const StoredNimbers stored(table, options);
    if (game.traits().races)
        verify_race(game, table, options);
    else if (table.is_race())
        throw Error(ErrorCode::verification_failed, "the table has race values, but sums of this game are not races");
    if (game.whole() && stored.loopy()) return verify_loopy_nimbers(game, table, options, stored);
    if (!game.traits().races) refuse_loopy_streams(table);
    require_loop_free(game);
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        Cursor cursor = table.cursor().value();
        NimberSet seen;
        for_each_row_of_parts(
            game, first, last, [&](Index) { seen.clear(); },
            [&](std::span<const Index> parts) {
                std::uint64_t sum = 0;
                for (const Index part : parts) sum ^= stored.nimber(part);
                seen.add(sum);
            },
            [&](Index i) {
                const Value kept = cursor.stored_at(i).value();
                return record(findings, i, kept, Value::of(NimberValue{false, seen.mex(), 0, {}}));
            });
    });
}

}  // namespace mexbase::detail
