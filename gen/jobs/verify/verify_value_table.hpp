/// \file
/// Verification of tables of nimbers and obliged pairs: every stored value is derived again from its options' values,
/// by the definition. Nothing of `lib/solve` takes part but the order that shows a game loop-free.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/rules/adaptors/race.hpp"
#include "../../../lib/solve/graph/topological_order.hpp"
#include "../../../lib/value/nimber.hpp"
#include "../../../lib/value/obliged.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"
#include "../take_and_break_jobs.hpp"
#include "../values_that_add.hpp"
#include "counted_pairs.hpp"
#include "stored_values.hpp"
#include "verify_positions.hpp"

namespace mexbase {

namespace detail {

/// As a table has it.
inline Value value_of(const NimberValue& nimber) {
    Value value;
    value.kind = ValueKind::nimber;
    value.nimber = nimber;
    return value;
}
inline Value value_of(Obliged pair) {
    Value value;
    value.kind = ValueKind::obliged;
    value.obliged = pair;
    return value;
}

/// Throws unless a table without counters is of a loop-free game: only there do nimbers need none.
template <AnyRuleset R>
void require_loop_free(const R& rules) {
    if constexpr (!OrderedRuleset<R>) {
        if (!topological_order(RulesetGraph<R>(rules)))
            throw Error(ErrorCode::verification_failed,
                        "the game is loopy, and the table's values are not those of one");
    }
}

/// What the options of a position say of its nimber (loopy games: Fraenkel and Yesha's conditions, which have exactly
/// one solution; see `docs/decisions.md`).
template <Ruleset R>
class LoopyDerivation {
  public:
    LoopyDerivation(const R& rules, const StoredNimbers& stored) : rules_(rules), stored_(stored) {}

    /// The value of i, as its options have it.
    NimberValue derive(Index i, const typename R::Position& p) {
        seen_.clear();
        options_.clear();
        rules_.for_each_option(i, p, Player::left, [&](Index to) {
            options_.push_back(to);
            if (!stored_.infinite(to)) seen_.add(stored_.nimber(to));
        });
        const std::uint64_t mex = seen_.mex();
        NimberValue value;
        value.nimber = mex;
        for (const Index to : options_) {
            if (!stored_.infinite(to) && stored_.nimber(to) < mex) continue;
            // This option must be one that can be answered by a move to *mex, as soon as possible.
            std::uint64_t soonest = never;
            rules_.for_each_option(to, rules_.unrank(to), Player::left, [&](Index reply) {
                if (!stored_.infinite(reply) && stored_.nimber(reply) == mex)
                    soonest = std::min(soonest, stored_.counter(reply));
            });
            if (soonest == never) return infinite();
            value.counter = std::max(value.counter, soonest + 2);
        }
        return value;
    }

  private:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

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

    const R& rules_;
    const StoredNimbers& stored_;
    MexSet seen_;
    std::vector<Index> options_;
    std::vector<std::uint32_t> reached_;
};

/// Checks what the table says of races: which positions end one, and the values of the others.
template <HasRace R>
void verify_race(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    if (!table.is_race()) throw Error(ErrorCode::verification_failed, "the table lacks the values that its races need");
    const RaceRules<R> race(rules);
    const StoredNimbers stored = StoredNimbers::of_races(table, options);
    for_each_position(rules, 0, rules.size(), [&](Index i, const typename R::Position&) {
        if (static_cast<unsigned>(table.race_at(i).value().state) != static_cast<unsigned>(race.state(i)))
            throw_wrong(game, i, "another distance from the end of a race", "what the rules do");
    });
    LoopyDerivation<RaceRules<R>> derivation(race, stored);
    for_each_position(race, 0, race.size(), [&](Index i, const typename R::Position& p) {
        const NimberValue kept = table.race_at(i).value().value;
        const NimberValue derived = derivation.derive(i, p);
        if (!(kept == derived)) throw_wrong(game, i, "in a race " + to_string(kept), to_string(derived));
    });
}

template <AnyRuleset R>
std::uint64_t verify_nimbers(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    const StoredNimbers stored(table, options);
    if constexpr (HasRace<R>)
        verify_race(rules, game, table, options);
    else if (table.is_race())
        throw Error(ErrorCode::verification_failed,
                    "sums of this game are no races, and the table has values for them");
    if constexpr (Ruleset<R>) {
        if (stored.loopy())
            return verify_positions(rules, game, table, options, [&] {
                return [cursor = table.cursor().value(), derivation = LoopyDerivation<R>(rules, stored)](
                           Index i, const typename R::Position& p) mutable {
                    const Value kept = cursor.stored_at(i).value();
                    return std::pair(kept, value_of(derivation.derive(i, p)));
                };
            });
    }
    if constexpr (!HasRace<R>) refuse_loopy_streams(table);
    require_loop_free(rules);
    return verify_positions(rules, game, table, options, [&] {
        return [&rules, &stored, cursor = table.cursor().value(), seen = MexSet()](
                   Index i, const typename R::Position& p) mutable {
            const Value kept = cursor.stored_at(i).value();
            seen.clear();
            for_each_option_parts(rules, i, p, Player::left, [&](std::span<const Index> parts) {
                std::uint64_t sum = 0;
                for (const Index part : parts) sum ^= stored.nimber(part);
                seen.add(sum);
            });
            NimberValue derived;
            derived.nimber = seen.mex();
            return std::pair(kept, value_of(derived));
        };
    });
}

template <AnyRuleset R>
std::uint64_t verify_obliged(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    const std::vector<std::uint8_t> stored = stored_obliged(table, options);
    require_loop_free(rules);
    return verify_positions(rules, game, table, options, [&] {
        return [&rules, &stored](Index i, const typename R::Position& p) {
            ObligedOptions gathered;
            for_each_option_parts(rules, i, p, Player::left, [&](std::span<const Index> parts) {
                CountedPairs sum;
                for (const Index part : parts) sum.add(Obliged::of(stored[part]));
                gathered.add(sum.value());
            });
            return std::pair(value_of(Obliged::of(stored[i])), value_of(gathered.value()));
        };
    });
}

}  // namespace detail

/// Checks every stored value of a table of nimbers or obliged pairs against the rules, and all that its header says of
/// them. Returns the number of positions checked. Throws `Error{verification_failed}` at the first index whose value
/// the rules do not give, and what reading the table throws.
template <AnyRuleset R>
std::uint64_t verify_value_table(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    detail::check_table(table, game);
    detail::require_values_that_add(rules);
    if constexpr (HeapRuleset<R>) {
        return verify_take_and_break_table(rules.heap_game(), game, table, options);
    } else {
        if (table.info().period)
            throw Error(ErrorCode::verification_failed,
                        "the table claims a period, and no theorem gives this game one");
        return table.info().value == ValueKind::nimber ? detail::verify_nimbers(rules, game, table, options)
                                                       : detail::verify_obliged(rules, game, table, options);
    }
}

}  // namespace mexbase
