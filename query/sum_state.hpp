/// \file
/// A sum at work: its components, what has been found out of them, and their moves.
#pragma once

#include <algorithm>
#include <array>
#include <map>

#include "../lib/rules/game.hpp"
#include "../lib/time_limit.hpp"
#include "../lib/value/partizan/game_import.hpp"
#include "../lib/value/partizan/sum_search.hpp"
#include "sum.hpp"

namespace mexbase {

/// All members throw.
struct Sum::State {
    /// A component. Its parts are among those of all, so that a sum that is filled again needs no memory.
    struct Component {
        const Table* table = nullptr;
        std::size_t first = 0, count = 0;
        bool begun = false;
    };
    /// What a part is worth; the kind of sum says which of these it has.
    struct PartValue {
        Value known;           ///< its nimber or obliged pair
        bool is_race = false;  ///< its table's
        RaceValue::State state = RaceValue::State::open;
        PartizanId game = GameArena::zero;
        /// An option may lie past what may be asked for.
        void look_up(const Table& table, Index part, bool is_option);
    };
    /// Partizan values, all in one arena, and what has been found out of their sums.
    struct Partizan {
        GameArena arena;
        std::map<const CanonicalValues*, GameImport> imports;
        SumSearch search{arena};
        SumSearch choice{arena, std::uint64_t{1} << 22};  ///< among moves that all win
    };

    std::vector<Component> components;
    std::vector<Index> parts;
    std::vector<std::size_t> begun;  ///< components, as they must be finished
    // What has been found out, where it has been asked for.
    bool gathered = false;                        ///< whether that is about these components
    ValueKind kind = ValueKind::nimber;           ///< of the values that are added
    bool is_obliged = false, of_players = false;  ///< properties of it: `KindFacts::obliged`, `is_partizan`
    bool race = false;
    std::vector<PartValue> values;
    std::unique_ptr<Partizan> partizan;
    std::optional<SumValue> value;
    std::array<std::optional<std::optional<SumMove>>, 2> moves;  ///< of Left and Right, or in normal and in misère play
    std::size_t effort = 0;                                      ///< steps taken to find a move

    /// Of a component's parts what there is of all parts.
    template <class T>
    std::span<const T> of(std::size_t c, const std::vector<T>& all) const {
        return {all.data() + components[c].first, components[c].count};
    }

    const SumValue& find_value();
    const std::optional<SumMove>& find_move(Player mover, Play play);
    void gather();
    /// Of tables that are far away, asks each once for what its components need: `need(component, indices)` appends it.
    template <class Need>
    void fetch(const Need& need) const;
    void fetch_parts() const;
    void fetch_moves(Player mover) const;
    void find_worth(const Table& table, Index part, PartValue& found);
    PartizanId import(const Table& table, const Value& known);
    std::optional<SumMove> nimber_move();
    Obliged obliged_value(std::size_t finished, std::size_t but) const;
    std::array<std::optional<SumMove>, 2> obliged_moves();
    OutcomeClass partizan_outcome();
    std::optional<SumMove> partizan_move(Player mover);
    bool is_better(const std::vector<PartizanId>& a, const std::vector<PartizanId>& b, Player mover);

    /// Refuses sums that would take too long to look through, or longer than there is time.
    void spend(std::size_t steps) {
        check_time_limit();
        if ((effort += steps) > std::size_t{1} << 26)
            throw Error(ErrorCode::out_of_domain, "the sum has too many moves to look through for the best one");
    }

    /// How far a part lies on from the one whose moves stand for its own.
    static Index moved_by(const Table& table, Index part) {
        const auto repetition = table.info().repetition();
        const Index stored = table.info().indices;
        if (!repetition || part < stored + repetition->period) return 0;
        return (part - stored) / repetition->period * repetition->period;
    }

    /// Calls `f(part, option, values)` for the moves of `mover` in a component: the part that moves, counted from its
    /// first, and what becomes of it.
    ///
    /// Beyond a table whose values repeat, the options of a position one or more periods before stand for its own: a
    /// part that lies far enough on is moved on by as much. That leaves out moves, and no value that a move leads to:
    /// the table is as long as the proof of the period needs it.
    template <class F>
    void for_each_move(std::size_t c, Player mover, const F& f) {
        const Table& table = *components[c].table;
        const Game& game = table.game().value();
        std::vector<Index> option;
        std::vector<PartValue> option_values;
        spend(components.size());
        for (std::size_t k = 0; k < components[c].count; ++k) {
            spend(components[c].count);
            const Index part = of(c, parts)[k], moved = moved_by(table, part);
            game.for_each_option(part - moved, mover, [&](std::span<const Index> to) {
                spend(1);
                option.assign(to.begin(), to.end());
                if (moved != 0) *std::max_element(option.begin(), option.end()) += moved;
                option_values.resize(option.size());
                for (std::size_t i = 0; i < option.size(); ++i) {
                    option_values[i].look_up(table, option[i], true);
                    find_worth(table, option[i], option_values[i]);
                }
                f(k, std::as_const(option), std::as_const(option_values));
            });
        }
    }
    /// The move of part `k` of component `c` to `option`.
    SumMove move(std::size_t c, std::size_t k, const std::vector<Index>& option) const {
        const auto from = of(c, parts);
        SumMove move{c, {from.begin(), from.end()}};
        const auto at = move.parts.begin() + static_cast<std::ptrdiff_t>(k);
        move.parts.insert(move.parts.erase(at), option.begin(), option.end());
        return move;
    }
};

}  // namespace mexbase
