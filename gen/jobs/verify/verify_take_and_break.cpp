#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "../../../lib/error.hpp"
#include "../table_job.hpp"
#include "verify_positions.hpp"
#include "verify_tables.hpp"

namespace mexbase::detail {

namespace {

/// The values of all heaps, and the split of nimbers that makes a check fast: for some masks nearly all heaps have
/// values with an odd number of bits of the mask. An option of such a value then has just one part of the few others.
struct Heaps {
    const TakeAndBreak& game;
    std::vector<std::uint32_t> values;  ///< by heap
    std::uint32_t mask = 0;             ///< 0: no useful one
    std::vector<std::uint32_t> few;     ///< heaps whose values have an even number of bits of the mask

    bool even(std::uint32_t value) const { return std::popcount(value & mask) % 2 == 0; }

    void choose_mask() {
        std::map<std::uint32_t, std::uint64_t> counts;
        for (const std::uint32_t v : values) ++counts[v];
        constexpr std::uint32_t most_masks = 1 << 12;
        if (counts.rbegin()->first >= most_masks || values.size() >= ~std::uint32_t{0}) return;
        const std::uint32_t masks = std::bit_ceil(counts.rbegin()->first + 1);
        std::uint64_t fewest = values.size() / 4;
        for (std::uint32_t m = 1; m < masks; ++m) {
            std::uint64_t n = 0;
            for (const auto& [value, count] : counts)
                if (std::popcount(value & m) % 2 == 0) n += count;
            if (n < fewest) fewest = n, mask = m;
        }
        if (mask == 0) return;
        for (std::uint32_t heap = 1; heap < values.size(); ++heap)
            if (even(values[heap])) few.push_back(heap);
    }
};

/// Derives nimbers by the definition. For one thread.
class NimberCheck {
  public:
    explicit NimberCheck(const Heaps& heaps) : heaps_(heaps) {}

    /// True if the value of heap n is the mex of its options'.
    bool holds(std::uint64_t n) {
        if (heaps_.values[n] > most_nimber(n)) return false;
        begin(heaps_.values[n]);
        // With a mask an option of an odd value has one part among the few: that settles whether one is reached.
        const bool shortened = heaps_.mask != 0 && !heaps_.even(claimed_);
        add_options(n, shortened);
        if (reached_) return false;
        if (missing_ == 0 || !shortened) return missing_ == 0;
        // What is still missing has two parts of a kind: look until all is found.
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

    /// The value by the definition, slowly: for the message.
    std::uint64_t derive(std::uint64_t n) {
        begin(static_cast<std::uint32_t>(std::min<std::uint64_t>(most_nimber(n) + 1, ~std::uint32_t{0})));
        add_options(n, false);
        return seen_.mex();
    }

  private:
    /// A nimber is at most the number of moves that a heap lasts: each takes a token or adds a heap.
    static std::uint64_t most_nimber(std::uint64_t n) { return 2 * n; }

    void begin(std::uint32_t claimed) {
        claimed_ = missing_ = claimed;
        reached_ = false;
        seen_.clear();
    }
    /// Adds the options of heap n move by move until the claimed value is reached; if `shortened`, of the pairs those
    /// with a heap of the few.
    void add_options(std::uint64_t n, bool shortened) {
        for (const TakeAndBreakMove& move : heaps_.game.moves) {
            if (move.taken > n || reached_) break;
            const std::uint64_t rest = n - move.taken;
            if (move.heaps < 2) {
                if ((rest == 0) == (move.heaps == 0)) add(heaps_.values[rest]);
            } else if (move.heaps == 3) {
                triples(rest);
            } else if (shortened) {
                for (const std::uint32_t a : heaps_.few) {
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
    MexSet seen_;
    std::uint32_t claimed_ = 0, missing_ = 0;
    bool reached_ = false;
};

/// Derives obliged pairs by the definition. For one thread.
class ObligedCheck {
  public:
    explicit ObligedCheck(const Heaps& heaps) : heaps_(heaps) {}

    bool holds(std::uint64_t n) const { return derive(n) == heaps_.values[n]; }

    std::uint64_t derive(std::uint64_t n) const {
        ObligedOptions gathered;
        const auto value = [this](std::uint64_t heap) { return Obliged::of(heaps_.values[heap]); };
        const auto sum_of = [&value](auto... heaps) {
            CountedPairs sum;
            (sum.add(value(heaps)), ...);
            return sum.value();
        };
        for (const TakeAndBreakMove& move : heaps_.game.moves) {
            if (move.taken > n) break;
            const std::uint64_t rest = n - move.taken;
            if (move.heaps < 2) {
                if ((rest == 0) == (move.heaps == 0)) gathered.add(value(rest));
                continue;
            }
            for (std::uint64_t a = 1; move.heaps * a <= rest && !gathered.settled(); ++a) {
                if (move.heaps == 2) {
                    if (!heaps_.game.distinct || 2 * a != rest) gathered.add(sum_of(a, rest - a));
                    continue;
                }
                for (std::uint64_t b = a; a + 2 * b <= rest; ++b) {
                    const std::uint64_t c = rest - a - b;
                    if (heaps_.game.distinct && (a == b || b == c)) continue;
                    gathered.add(sum_of(a, b, c));
                }
            }
        }
        return gathered.value().code();
    }

  private:
    const Heaps& heaps_;
};

[[noreturn]] void false_period(const std::string& why) {
    throw Error(ErrorCode::verification_failed, "the table's period is wrong: " + why);
}

/// Checks the period, and returns how many heaps have to be derived from their options: those that it does not give.
std::uint64_t check_period(const Heaps& heaps, const TableInfo& info, const Game& game, Index shift) {
    if (!info.period) return heaps.values.size();
    const Period& claimed = *info.period;
    const std::uint64_t size = heaps.values.size();
    for (std::uint64_t n = claimed.preperiod + shift; n + claimed.period < size; ++n)
        if (heaps.values[n] + claimed.saltus != heaps.values[n + claimed.period])
            false_period("heap " + std::to_string(n) + " is not worth what heap " + std::to_string(n + claimed.period) +
                         " is");
    if (!claimed.proven) return size;
    if (claimed.saltus != 0) false_period("no theorem proves one with a saltus");
    if (info.theorem != game.period_theorem())
        false_period(info.theorem ? "it is said to be proven by what is not true of the game"
                                  : "nothing proves it, which the table says");
    // The theorem begins at heap 1 at least, and so does what it proves.
    const std::uint64_t first = std::max<std::uint64_t>(1, claimed.preperiod + shift), p = claimed.period;
    // The theorem is about moves that leave a heap at least, and true of others as of such.
    const unsigned __int128 t = std::max(1U, heaps.game.most_heaps());
    const unsigned __int128 needed =
        heaps.game.distinct ? static_cast<unsigned __int128>(2) * first + static_cast<unsigned __int128>(3) * p
                            : t * first + t * p + heaps.game.most_taken();
    if (heaps.game.distinct && (t > 2 || heaps.game.most_taken() > 0)) false_period("no theorem covers such a game");
    if (needed > size) false_period("too few values agree to prove it");
    return static_cast<std::uint64_t>(needed);
}

template <class Check>
std::uint64_t verify_heaps(const Heaps& heaps, std::uint64_t derived, Index shift, const Game& game, ValueKind kind,
                           const JobOptions& options) {
    std::vector<Index> wrong(options.threads, no_index);
    const auto work = [&](unsigned thread, Index first, Index last) {
        Check check(heaps);
        for (Index heap = first; heap < last; ++heap)
            if (!check.holds(heap)) {
                wrong[thread] = heap;
                return false;
            }
        return true;
    };
    parallel_for_ranges(derived, options.threads, options.progress, "verifying", work);
    const Index heap = *std::ranges::min_element(wrong);
    if (heap == no_index) return heaps.values.size() - shift;
    const auto text = [kind](std::uint64_t number) {
        return to_string(kind == ValueKind::nimber ? value_of(NimberValue{false, number, 0, {}})
                                                   : value_of(Obliged::of(static_cast<unsigned>(number))));
    };
    throw_wrong(game, heap - shift, text(heaps.values[heap]), text(Check(heaps).derive(heap)));
}

}  // namespace

std::uint64_t verify_take_and_break_table(const HeapGame& of, const Game& game, const Table& table,
                                          const JobOptions& options) {
    const TableInfo& info = table.info();
    const ValueKind kind = info.value;
    refuse_loopy_streams(table);
    Heaps heaps{of.game, {}, 0, {}};
    check_memory((info.indices + of.shift) * sizeof(std::uint32_t), options);
    // The smallest heaps, which have no index where there is a shift, have no moves.
    const std::uint32_t over = kind == ValueKind::nimber ? 0 : finished_game.code();
    heaps.values.assign(of.shift, over);
    for (Index heap = 0; heap < of.shift; ++heap)
        for (const TakeAndBreakMove& move : of.game.moves)
            if (move.taken <= heap) throw Error(ErrorCode::bad_usage, "a heap without an index has a move");
    ValueCounts counts;
    read_all(table, [&](Index i, const Value& value) {
        if (i < info.queryable_size) counts.add(value);
        if (value.nimber.infinite) throw_wrong(game, i, to_string(value), "a finite value");
        heaps.values.push_back(kind == ValueKind::nimber ? static_cast<std::uint32_t>(value.nimber.nimber)
                                                         : value.obliged.code());
    });
    counts.compare(table);
    const std::uint64_t derived = check_period(heaps, info, game, of.shift);
    if (kind != ValueKind::nimber) return verify_heaps<ObligedCheck>(heaps, derived, of.shift, game, kind, options);
    heaps.choose_mask();
    return verify_heaps<NimberCheck>(heaps, derived, of.shift, game, kind, options);
}

}  // namespace mexbase::detail
