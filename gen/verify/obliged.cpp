// SPDX-License-Identifier: MIT
#include "../../lib/value/obliged.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "../jobs/table_job.hpp"
#include "heaps.hpp"
#include "positions.hpp"

namespace mexbase::detail {

namespace {

/// Value of an obliged sum by Theorem 1 of Ferguson's paper. It depends on m00, m01, m10 and m11, the numbers of
/// components with each value. Solvers and probes use `ObligedSum` instead.
class CountedPairs {
  public:
    void add(Obliged component) { ++m_[component.code()]; }
    Obliged value() const {
        const auto& [m00, m01, m10, m11] = m_;
        if (m11 > 0) return Obliged::of(0b11);
        if (m00 > 0) return Obliged::of(m10 % 2 == 1 ? 0b11 : 0b00);
        return Obliged::of(m10 % 2 == 1 ? 0b10 : 0b01);
    }

  private:
    std::array<std::uint64_t, 4> m_{};
};

/// Obliged pair of a position by its definition: play is won if some option is lost for the opponent. Without options,
/// the player to move has lost in normal play and won in misère play.
class DerivedPair {
  public:
    void add(Obliged option) {
        any_ = true;
        won_.normal = won_.normal || !option.normal;
        won_.misere = won_.misere || !option.misere;
    }
    /// Returns true if no further option can change the value.
    bool settled() const { return won_.normal && won_.misere; }
    Obliged value() const { return any_ ? won_ : Obliged{false, true}; }

  private:
    bool any_ = false;
    Obliged won_;
};

std::vector<std::uint8_t> stored_obliged(const Table& table, const JobOptions& options) {
    check_memory(table.info().indices, options);
    std::vector<std::uint8_t> pairs(static_cast<std::size_t>(table.info().indices));
    read_all(table, [&](Index i, const Value& value) { pairs[i] = value.obliged.code(); });
    return pairs;
}

/// Derivation of obliged pairs of heaps by the definition. Not thread-safe.
class ObligedCheck {
  public:
    struct Facts {
        explicit Facts(const Heaps&) {}
    };
    static constexpr std::uint32_t over = Obliged{false, true}.code();
    static std::uint32_t number(const Value& value) { return value.obliged.code(); }
    static Value value(std::uint64_t number) { return Value::of(Obliged::of(static_cast<unsigned>(number))); }

    ObligedCheck(const Heaps& heaps, const Facts&) : heaps_(heaps) {}

    bool holds(std::uint64_t n) const { return derive(n) == heaps_.values[n]; }

    std::uint64_t derive(std::uint64_t n) const {
        DerivedPair gathered;
        const auto pair = [this](std::uint64_t heap) { return Obliged::of(heaps_.values[heap]); };
        const auto sum_of = [&pair](auto... heaps) {
            CountedPairs sum;
            (sum.add(pair(heaps)), ...);
            return sum.value();
        };
        for (const TakeAndBreakMove& move : heaps_.game.moves) {
            if (move.taken > n) break;
            const std::uint64_t rest = n - move.taken;
            if (move.heaps < 2) {
                if ((rest == 0) == (move.heaps == 0)) gathered.add(pair(rest));
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

}  // namespace

std::uint64_t verify_obliged(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    require_values_that_add(game);
    if (const auto heaps = game.heap_game()) return verify_heaps<ObligedCheck>(*heaps, game, table, options);
    refuse_period(table);
    const std::vector<std::uint8_t> stored = stored_obliged(table, options);
    require_loop_free(game);
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        DerivedPair gathered;
        for_each_row_of_parts(
            game, first, last, [&](Index) { gathered = DerivedPair(); },
            [&](std::span<const Index> parts) {
                CountedPairs sum;
                for (const Index part : parts) sum.add(Obliged::of(stored[part]));
                gathered.add(sum.value());
            },
            [&](Index i) {
                return record(findings, i, Value::of(Obliged::of(stored[i])), Value::of(gathered.value()));
            });
    });
}

}  // namespace mexbase::detail
