// SPDX-License-Identifier: MIT
/// \file
/// Implements `Moves` for any ruleset, as a template.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "game.hpp"
#include "ruleset.hpp"
#include "ruleset_check.hpp"

namespace mexbase {

/// A game that reads the moves of a ruleset, many positions per call.
template <class R>
class RulesOf : public Game {
    static_assert(check_ruleset<R>());

  public:
    const R& rules() const { return rules_; }

    using Game::options;

    void mark_positions(Index first, std::span<std::uint8_t> out) const final {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = rules_.legal(first + k) ? 1 : 0;
    }

    Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const final {
        return read_range(first, last, enough, out, out.targets,
                          [&](Rows<Options>& rows, Index i, const Position& p) { add_options(rows, i, p, mover); });
    }
    std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const final {
        return read_list(of, enough, out, out.targets,
                         [&](Rows<Options>& rows, Index i, const Position& p) { add_options(rows, i, p, mover); });
    }
    Index options_in_layer(Index layer, Index first, Index last, Player mover, std::size_t enough,
                           Options& out) const final {
        if constexpr (has<R>.layers) {
            while (first < last && !is_full(out, out.targets, enough)) {
                const Index to = first + std::min(last - first, piece(out, out.targets, enough));
                Rows<Options> rows(out, out.targets, to - first, enough);
                rules_.for_each_in_layer(layer, first, to, [&](Index i, const Position& p) {
                    if (!rows.full()) add_options(rows, i, p, mover);
                });
                first += rows.close();
            }
        }
        return first;
    }

    void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const final {
        if constexpr (Ruleset<R>) {
            for (std::size_t k = 0; k < of.size(); ++k) {
                const auto p = rules_.unrank(of[k]);
                if constexpr (has<R>.slices) {
                    out[k] = for_each_below(of[k], p, mover, first_of_slice(of[k]), [](Index) {});
                } else {
                    out[k] = whole_count(of[k], p, mover);
                }
            }
        }
    }

    [[gnu::flatten]] void predecessors(std::span<const Index> of, Player mover, Flat& out) const final {
        if constexpr (has<R>.predecessors) {
            Flat::Cursor at(out);
            for (const Index i : of)
                rules_.for_each_predecessor(i, rules_.unrank(i), mover, [&at](Index from) { at.push(from); });
        }
    }

    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const final {
        if constexpr (has<R>.slices || has<R>.settled_options) {
            Index positions = 0;
            const Index base = has<R>.slices ? first_of_slice(first) : 0;
            Flat::Cursor below(out.below);
            out.rows.reserve(out.rows.size() + (last - first));
            for_each_position(rules_, first, last, [&](Index i, const Position& p) {
                ++positions;
                add_start(i, p, mover, base, below, out);
            });
            return positions;
        } else if constexpr (Ruleset<R>) {
            return counted_starts(first, last, play, mover, out);
        }
        return 0;
    }

    void leaving(Index first, Index last, std::vector<Leaving>& out) const final {
        if constexpr (has<R>.leaves_bound)
            for_each_position(rules_, first, last, [&](Index i, const Position& p) {
                const std::uint64_t count = rules_.leaves_bound(i, p);
                if (count == 0) return;
                if constexpr (has<R>.terminal)
                    if (rules_.terminal(i, p, Player::left)) return;
                out.push_back({i, count});
            });
    }

    // `flatten` inlines all calls. Only then does the compiler keep the ends of both lists in registers.
    [[gnu::flatten]] Index parts(Index first, Index last, Player mover, std::size_t enough,
                                 SplitOptions& out) const final {
        if constexpr (SplitRuleset<R>)
            return read_range(
                first, last, enough, out, out.parts,
                [&](Rows<SplitOptions>& rows, Index i, const Position& p) { add_parts(rows, i, p, mover); });
        return last;
    }
    std::size_t parts(std::span<const Index> of, Player mover, std::size_t enough, SplitOptions& out) const final {
        if constexpr (SplitRuleset<R>)
            return read_list(of, enough, out, out.parts, [&](Rows<SplitOptions>& rows, Index i, const Position& p) {
                add_parts(rows, i, p, mover);
            });
        return of.size();
    }

    Index lines(Index first, Index last, std::size_t enough, Lines& out) const final {
        if constexpr (has<R>.lines)
            return read_range(first, last, enough, out, out.lines, [&](Rows<Lines>& rows, Index i, const Position& p) {
                rows.begin(i);
                Flat::Cursor at(rows.flat);
                rules_.for_each_line(i, p, [&at](Index line) { at.push(line); });
                rows.end(at.size());
            });
        return last;
    }

  protected:
    using Position = typename R::Position;

    RulesOf(R&& rules, const GameFacts& facts, std::string spec, std::shared_ptr<const Board> board, Distance distance)
        : Game(facts, traits_of(rules, distance), std::move(spec), std::move(board)), rules_(std::move(rules)) {}

    R rules_;

  private:
    static GameTraits traits_of(const R& rules, Distance distance) {
        GameTraits traits;
        traits.size = rules.size();
        traits.queryable_size = mexbase::queryable_size(rules);
        traits.partizan = is_partizan(rules);
        traits.whole = Ruleset<R>;
        traits.splits = SplitRuleset<R>;
        traits.stops = has<R>.terminal;
        traits.unindexed = has<R>.settled_options;
        traits.bounded = has<R>.leaves_bound;
        traits.races = has<R>.ends_race;
        traits.ties_beyond = has<R>.ties_beyond;
        traits.has_predecessors = has<R>.predecessors;
        traits.order.descending = has<R>.options_descend;
        if constexpr (has<R>.layers)
            for (Index layer = 0; layer < rules.layers(); ++layer)
                traits.order.layers.push_back(rules.layer_size(layer));
        if constexpr (has<R>.lines) traits.order.lines = rules.line_count();
        if constexpr (has<R>.slices) {
            for (Index k = 0; k < rules.slices(); ++k) {
                traits.order.slices.push_back(rules.slice(k));
                if (std::string& name = traits.order.slices.back().name; name.empty()) name = std::to_string(k);
            }
            traits.distance = distance;
            if constexpr (has<R>.exits) traits.exit_limit = R::exit_limit;
        }
        return traits;
    }

    /// A writer that adds rows to a list. `positions` and `ends` have space for `most` rows and are written by pointer.
    /// In games with cheap moves, `push_back` would take up to a quarter of the time.
    template <class List>
    struct Rows {
        Rows(List& list, Flat& targets, Index most, std::size_t wanted)
            : out(list), flat(targets), enough(wanted), before(list.positions.size()), first(flat.size()) {
            list.positions.resize(before + most);
            list.ends.resize(before + most);
            position = list.positions.data() + before;
            row_end = list.ends.data() + before;
        }
        Rows(const Rows&) = delete;
        Rows& operator=(const Rows&) = delete;

        void begin(Index i) { *position++ = i; }
        void end(std::size_t at) { *row_end++ = static_cast<std::uint32_t>(at); }
        std::uint32_t row() const { return static_cast<std::uint32_t>(position - out.positions.data() - 1); }
        std::size_t count() const { return static_cast<std::size_t>(position - out.positions.data()) - before; }
        bool full() const { return flat.size() >= enough; }
        /// Releases unused space, and returns the number of rows added.
        std::size_t close() {
            const std::size_t rows = count();
            out.positions.resize(before + rows);
            out.ends.resize(before + rows);
            if (rows != 0) out.density = (flat.size() - first) / rows + 1;
            return rows;
        }

        List& out;
        Flat& flat;
        std::size_t enough, before, first;
        Index* position;
        std::uint32_t* row_end;
    };

    template <class List>
    static bool is_full(const List& out, const Flat& targets, std::size_t enough) {
        return targets.size() >= enough || out.positions.size() >= enough;
    }
    /// Returns the number of positions to read next. Estimates how many positions fill the rest of the list.
    template <class List>
    static Index piece(const List& out, const Flat& targets, std::size_t enough) {
        return std::min(std::max<std::size_t>(1, (enough - targets.size()) / out.density),
                        enough - out.positions.size());
    }

    /// Calls `add(rows, i, position)` for a range until the list is full. Returns the index at which it stopped.
    template <class List, class Add>
    Index read_range(Index first, Index last, std::size_t enough, List& out, Flat& targets, const Add& add) const {
        while (first < last && !is_full(out, targets, enough)) {
            Index to = first + std::min(last - first, piece(out, targets, enough));
            Rows<List> rows(out, targets, to - first, enough);
            for_each_position(rules_, first, to, [&](Index i, const Position& p) {
                if (!rows.full()) [[likely]]
                    add(rows, i, p);
                else
                    to = std::min(to, i);
            });
            rows.close();
            first = to;
        }
        return first;
    }
    template <class List, class Add>
    std::size_t read_list(std::span<const Index> of, std::size_t enough, List& out, Flat& targets,
                          const Add& add) const {
        if (is_full(out, targets, enough)) return 0;
        const std::size_t most = std::min(of.size(), enough - out.positions.size());
        Rows<List> rows(out, targets, most, enough);
        for (std::size_t k = 0; k < most && !rows.full(); ++k) add(rows, of[k], rules_.unrank(of[k]));
        return rows.close();
    }

    // Inlined, because a call would take as long as listing the moves of a simple game.
    [[gnu::always_inline]] void add_options(Rows<Options>& rows, Index i, const Position& p, Player mover) const {
        rows.begin(i);
        if constexpr (has<R>.terminal) {
            if (const auto value = rules_.terminal(i, p, mover)) {
                rows.out.stops.push_back({rows.row(), *value});
                rows.end(rows.flat.size());
                return;
            }
        }
        if constexpr (Ruleset<R>) {
            Flat::Cursor at(rows.flat);
            rules_.for_each_option(i, p, mover, [&at](Index to) { at.push(to); });
        }
        if constexpr (has<R>.settled_options)
            rules_.for_each_settled_option(i, p, mover, [&rows](const OutcomeValue& value) {
                rows.out.unindexed.push_back({rows.row(), value});
            });
        if constexpr (has<R>.leaves_bound) {
            if (const std::uint64_t count = rules_.leaves_bound(i, p); count != 0)
                rows.out.beyond.push_back({rows.row(), count});
        }
        rows.end(rows.flat.size());
    }
    [[gnu::always_inline]] void add_parts(Rows<SplitOptions>& rows, Index i, const Position& p, Player mover) const {
        rows.begin(i);
        Flat::Cursor options(rows.out.parts_end), at(rows.flat);
        if constexpr (SplitRuleset<R>)
            rules_.for_each_split_option(i, p, mover, [&at, &options](std::span<const Index> option) {
                for (const Index part : option) at.push(part);
                options.push(at.size());
            });
        rows.end(options.size());
    }

    std::uint64_t whole_count(Index i, const Position& p, Player mover) const {
        std::uint64_t count = 0;
        if constexpr (Ruleset<R>) count += option_count(rules_, i, p, mover);
        if constexpr (has<R>.leaves_bound) count += rules_.leaves_bound(i, p);
        return count;
    }

    /// Implements `starts` for games without slices and unindexed options.
    Index counted_starts(Index first, Index last, Play play, Player mover, Starts& out) const {
        Index positions = 0;
        // If options may be past a bound, few positions need their number of options, so it is not stored.
        std::uint32_t* counts = nullptr;
        if constexpr (!has<R>.leaves_bound) {
            out.counts.resize(out.counts.size() + static_cast<std::size_t>(last - first));
            counts = out.counts.data() + out.counts.size() - (last - first);
        }
        for_each_position(rules_, first, last, [&](Index i, const Position& p) {
            ++positions;
            if constexpr (has<R>.terminal) {
                if (const auto value = rules_.terminal(i, p, mover)) return out.add_stop(i, *value);
            }
            const std::uint64_t moves = whole_count(i, p, mover);
            if (moves == 0) return out.add_stop(i, without_moves(play));
            if constexpr (!has<R>.leaves_bound)
                counts[i - first] = static_cast<std::uint32_t>(moves <= 0xFFFFFFFF ? moves : 0);
        });
        return positions;
    }

    Index first_of_slice(Index i) const { return traits().order.first_of_slice(i); }
    /// Calls `f` with the options below `base`, the first index of the slice. Returns the number of the other options.
    template <class F>
    std::uint64_t for_each_below(Index i, const Position& p, Player mover, Index base, const F& f) const {
        if constexpr (has<R>.lower_options) {
            return rules_.for_each_lower_option(i, p, f);
        } else {
            std::uint64_t inside = 0;
            rules_.for_each_option(i, p, mover, [&](Index to) {
                if (to < base)
                    f(to);
                else
                    ++inside;
            });
            return inside;
        }
    }
    void add_start(Index i, const Position& p, Player mover, Index base, Flat::Cursor& below, Starts& out) const {
        std::uint64_t inside = Starts::not_counted;
        std::optional<OutcomeValue> stop;
        if constexpr (has<R>.terminal) stop = rules_.terminal(i, p, mover);
        if (stop) {
            out.stops.push_back({static_cast<std::uint32_t>(out.rows.size()), *stop});
        } else {
            if constexpr (has<R>.settled_options)
                rules_.for_each_settled_option(i, p, mover,
                                               [&out](const OutcomeValue& value) { out.unindexed.push_back(value); });
            if constexpr (has<R>.slices) {
                inside = for_each_below(i, p, mover, base, [&below](Index to) { below.push(to); });
            } else if constexpr (Ruleset<R>) {
                inside = option_count(rules_, i, p, mover);
            }
        }
        out.rows.push_back(
            {i, inside, static_cast<std::uint32_t>(below.size()), static_cast<std::uint32_t>(out.unindexed.size())});
    }
};

}  // namespace mexbase
