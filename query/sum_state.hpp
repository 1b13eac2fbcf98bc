// SPDX-License-Identifier: MIT
/// \file
/// State of a sum: its components, cached results and moves.
#pragma once

#include <algorithm>
#include <array>
#include <map>

#include "../lib/rules/game.hpp"
#include "../lib/time_limit.hpp"
#include "../lib/value/partizan/arena.hpp"
#include "../lib/value/partizan/sum_search.hpp"
#include "sum.hpp"

namespace mexbase {

/// State of a sum. All members may throw.
struct Sum::State {
    /// A component. Its parts are `count` elements of `State::parts`, from `first` on. All components share this array,
    /// so that refilling a sum allocates no memory. A written value has no table, and its part is an id in `written`.
    struct Component {
        const Table* table = nullptr;
        std::size_t first = 0, count = 0;
        bool begun = false;
    };
    /// Value of a part of a component. The kind of sum determines which members are set.
    struct PartValue {
        Value known;           ///< nimber or obliged pair
        bool is_race = false;  ///< `is_race` of its table
        RaceValue::State state = RaceValue::State::open;
        PartizanId game = GameArena::zero;
    };
    /// Partizan values in one arena, and the searches that decide their sums.
    struct Partizan {
        GameArena arena;
        std::map<const CanonicalValues*, GameImport> imports;
        SumSearch search{arena};
        SumSearch choice{arena, std::uint64_t{1} << 22};  ///< limited search, to choose among winning moves
    };

    GameArena written;  ///< written values
    std::vector<Component> components;
    std::vector<Index> parts;
    std::vector<std::size_t> begun;  ///< marked components, in the order of finishing
    // Members from here to `moves` are cached results.
    bool gathered = false;                        ///< true if the cached results belong to the current components
    ValueKind kind = ValueKind::nimber;           ///< kind of the values that are added
    bool is_obliged = false, of_players = false;  ///< `KindFacts::obliged` and `is_partizan` of `kind`
    bool race = false;
    std::vector<PartValue> values;
    std::unique_ptr<Partizan> partizan;
    std::optional<SumValue> value;
    std::array<std::optional<std::optional<SumMove>>, 2> moves;  ///< for Left and Right, or in normal and misère play
    std::size_t effort = 0;                                      ///< steps used to find a move

    /// Returns the elements of component `c` in `all`, which has one element for each part of each component.
    template <class T>
    std::span<const T> of(std::size_t c, const std::vector<T>& all) const {
        return {all.data() + components[c].first, components[c].count};
    }

    const SumValue& find_value();
    const std::optional<SumMove>& find_move(Player mover, Play play);
    void gather();
    /// Fetches data in one call per remote table. `need(component, indices)` appends the indices that are needed.
    template <class Need>
    void fetch(const Need& need) const;
    void fetch_parts() const;
    void fetch_moves(Player mover) const;
    /// Sets `known` and `is_race` of a part. If the part is an option, its index may be past the queryable indices.
    void look_up(const Table* table, Index part, bool is_option, PartValue& found) const;
    void find_worth(const Table* table, Index part, PartValue& found);
    PartizanId import(const Table& table, const Value& known);
    PartizanId import_written(PartizanId game);
    std::optional<SumMove> nimber_move();
    Obliged obliged_value(std::size_t finished, std::size_t but) const;
    std::array<std::optional<SumMove>, 2> obliged_moves();
    OutcomeClass partizan_outcome();
    std::optional<SumMove> partizan_move(Player mover);
    bool is_better(const std::vector<PartizanId>& a, const std::vector<PartizanId>& b, Player mover);

    /// Counts `steps` more steps. Throws if the sum has taken too many, or if the time limit has passed.
    void spend(std::size_t steps) {
        check_time_limit();
        if ((effort += steps) > std::size_t{1} << 26)
            throw Error(ErrorCode::out_of_domain, "the sum has too many moves to find the best one");
    }

    /// Returns a number to subtract from `part`, so that the result is less than one period past the stored indices.
    /// The number is a multiple of the period, and 0 if the table is not periodic.
    static Index moved_by(const Table& table, Index part) {
        const auto repetition = table.info().repetition();
        const Index stored = table.info().indices;
        if (!repetition || part < stored + repetition->period) return 0;
        return (part - stored) / repetition->period * repetition->period;
    }

    /// Calls `f(part, option, values)` for each move of `mover` in component `c`. `part` is the number of the moved
    /// part in the component, `option` has the indices of the parts that replace it, `values` has their values. If a
    /// part is past the end of a periodic table, takes the options of index `part - moved_by`, and increases the
    /// largest index of each by `moved_by`. This may miss moves, but for each missing move a listed move has the same
    /// value, because the table is long enough to prove the period.
    template <class F>
    void for_each_move(std::size_t c, Player mover, const F& f) {
        const Table* const table = components[c].table;
        std::vector<Index> option;
        std::vector<PartValue> option_values;
        const auto tell = [&](std::size_t k) {
            option_values.resize(option.size());
            for (std::size_t i = 0; i < option.size(); ++i) {
                look_up(table, option[i], true, option_values[i]);
                find_worth(table, option[i], option_values[i]);
            }
            f(k, std::as_const(option), std::as_const(option_values));
        };
        spend(components.size());
        if (table == nullptr) {
            const auto from = static_cast<PartizanId>(of(c, parts)[0]);
            const auto options = mover == Player::left ? written.left_options(from) : written.right_options(from);
            for (const PartizanId to : std::vector<PartizanId>(options.begin(), options.end())) {
                spend(1);
                option.assign(1, to);
                tell(0);
            }
            return;
        }
        const Game& game = table->game().value();
        for (std::size_t k = 0; k < components[c].count; ++k) {
            spend(components[c].count);
            const Index part = of(c, parts)[k], moved = moved_by(*table, part);
            game.for_each_option(part - moved, mover, [&](std::span<const Index> to) {
                spend(1);
                option.assign(to.begin(), to.end());
                if (moved != 0) *std::max_element(option.begin(), option.end()) += moved;
                tell(k);
            });
        }
    }
    SumMove move(std::size_t c, std::size_t k, const std::vector<Index>& option) const {
        const auto from = of(c, parts);
        SumMove move{c, {from.begin(), from.end()}};
        const auto at = move.parts.begin() + static_cast<std::ptrdiff_t>(k);
        move.parts.insert(move.parts.erase(at), option.begin(), option.end());
        return move;
    }
};

}  // namespace mexbase
