// SPDX-License-Identifier: MIT
// Checks that functions for many positions per call agree with functions for one position.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../jobs.hpp"
#include "check_rules_parts.hpp"

namespace mexbase::detail {

namespace {

/// Compares the functions of `Moves` for many positions with the functions for single positions.
class ChunkCheck {
  public:
    ChunkCheck(const CheckedGame& checked, const Moves& moves) : g_(checked), moves_(moves), traits_(moves.traits()) {}

    void run() {
        constexpr Index length = 64;
        const bool all = g_.size <= 16 * length;
        const Index last_first = g_.size <= length ? 0 : g_.size - length;
        const JitteredSample firsts(all ? (g_.size + length - 1) / length : last_first + 1, 16);
        for (Index k = 0; k < firsts.count() && steps_ < most_steps; ++k) {
            const Index first = all ? k * length : firsts[k];
            // A call must stop after this many options. Some limits are reached inside a position's options.
            constexpr std::array<std::size_t, 5> limits = {4096, 1, 7, 64, Moves::no_limit};
            check_range(first, std::min(g_.size, first + length), limits[k % limits.size()]);
        }
        if (!traits_.order.layers.empty()) check_layer_chunks();
    }

  private:
    static constexpr std::uint64_t most_steps = std::uint64_t{1} << 16;

    void check_range(Index first, Index last, std::size_t enough) {
        std::vector<std::uint8_t> marks(static_cast<std::size_t>(last - first));
        moves_.mark_positions(first, marks);
        std::vector<Index> positions;
        for (Index i = first; i < last; ++i) {
            if ((marks[i - first] != 0) != g_.game.legal(i))
                g_.fail(i, "the same positions from mark_positions and from legal", "different ones");
            if (g_.game.legal(i)) positions.push_back(i);
        }
        for (const Player player : g_.players()) {
            const std::vector<Index> list = shuffled(positions, first);
            if (traits_.whole) {
                const auto read = [&](Options& out, auto... of) { return moves_.options(of..., player, enough, out); };
                const auto check = [&](const Options& out) { check_options(out, player); };
                read_range<Options>(positions, first, last, "options", enough, read, check);
                read_list<Options>(list, "options", enough, read, check);
                check_counts(list, player);
                check_starts(first, last, positions, player);
            }
            if (traits_.splits) {
                const auto read = [&](SplitOptions& out, auto... of) {
                    return moves_.parts(of..., player, enough, out);
                };
                const auto check = [&](const SplitOptions& out) { check_parts(out, player); };
                read_range<SplitOptions>(positions, first, last, "parts", enough, read, check);
                read_list<SplitOptions>(list, "parts", enough, read, check);
            }
            if (traits_.has_predecessors) check_predecessors(list, player);
        }
        if (traits_.bounded) check_leaving(first, last, positions);
        if (traits_.order.lines != 0)
            read_range<Lines>(
                positions, first, last, "lines", enough,
                [&](Lines& out, Index from, Index to) { return moves_.lines(from, to, enough, out); },
                [&](const Lines& out) { check_lines(out); });
    }

    /// Reads a range of positions by several calls and checks each call. A call must continue where the last one ended,
    /// list each position once, and stop at the limit. Calls `check(out)` after each `read(out, from, last)`.
    template <class List, class Read, class Check>
    void read_range(const std::vector<Index>& positions, Index first, Index last, const char* what, std::size_t enough,
                    const Read& read, const Check& check) {
        List out;
        std::size_t next = 0;
        for (Index from = first; from < last;) {
            out.clear();
            const Index to = read(out, from, last);
            if (to <= from || to > last)
                g_.fail(from, std::string(what) + " to stop inside the range that it was given",
                        "a stop at " + number(to));
            const auto end = static_cast<std::size_t>(std::ranges::lower_bound(positions, to) - positions.begin());
            check_rows(std::span(positions).subspan(next, end - next), from, what, out, enough, to == last, check);
            next = end;
            from = to;
        }
    }
    template <class List, class Read, class Check>
    void read_list(std::span<const Index> of, const char* what, std::size_t enough, const Read& read,
                   const Check& check) {
        List out;
        while (!of.empty()) {
            out.clear();
            const std::size_t count = read(out, of);
            if (count == 0 || count > of.size())
                g_.fail(of.front(),
                        "a call for " + std::string(what) + " of a list to read 1 to " + std::to_string(of.size()) +
                            " positions",
                        std::to_string(count));
            check_rows(of.first(count), of.front(), what, out, enough, count == of.size(), check);
            of = of.subspan(count);
        }
    }
    template <class List, class Check>
    void check_rows(std::span<const Index> positions, Index first, const char* what, const List& out,
                    std::size_t enough, bool at_end, const Check& check) {
        if (!std::ranges::equal(out.positions, positions) || out.ends.size() != positions.size())
            g_.fail(first, "each position once, in order, in " + std::string(what) + " of many positions",
                    "other positions");
        if (!std::ranges::is_sorted(out.ends))
            g_.fail(first, std::string(what) + " of each position after those of the position before",
                    "lists that overlap");
        const std::size_t rows = positions.size(), targets = targets_of(out).size();
        const std::size_t before_last = rows < 2 ? 0 : end_of_row(out, rows - 2);
        if (rows > enough || (rows > 1 && before_last >= enough) || (!at_end && rows < enough && targets < enough))
            g_.fail(first, "a call for " + std::string(what) + " to stop as soon as it has " + std::to_string(enough),
                    std::to_string(targets) + ", of " + std::to_string(rows) + " positions");
        check(out);
        steps_ += rows + targets;
    }
    static const Flat& targets_of(const Options& list) { return list.targets; }
    static const Flat& targets_of(const SplitOptions& list) { return list.parts; }
    static const Flat& targets_of(const Lines& list) { return list.lines; }
    static std::size_t end_of_row(const Options& list, std::size_t row) { return list.ends[row]; }
    static std::size_t end_of_row(const Lines& list, std::size_t row) { return list.ends[row]; }
    static std::size_t end_of_row(const SplitOptions& list, std::size_t row) {
        return list.ends[row] == 0 ? 0 : list.parts_end[list.ends[row] - 1];
    }

    void compare(Index i, const char* what, std::span<const Index> chunk, std::span<const Index> single) const {
        if (!std::ranges::equal(chunk, single))
            g_.fail(i, "the same " + std::string(what) + " from a call for many positions and from a call for one",
                    "different ones");
    }

    void check_options(const Options& options, Player player) {
        for (OptionRows row(options); row.next();) {
            const Index i = row.position();
            const auto stop = g_.game.stopped(i, player);
            single_.clear();
            settled_.clear();
            if (!stop) {
                g_.game.options(i, player, single_);
                g_.game.settled_options(i, player, settled_);
            }
            compare(i, "options", row.targets(), single_);
            if ((row.stop() != nullptr) != stop.has_value() || (stop && *row.stop() != *stop))
                g_.fail(i, "the same terminal value from a call for many positions and from a call for one",
                        "different values");
            if (!std::ranges::equal(row.unindexed(), settled_, {}, &Options::RowValue::value))
                g_.fail(i, "the same options without an index from a call for many positions and from a call for one",
                        "different ones");
            if (row.beyond() != (stop ? 0 : g_.game.leaves_bound(i)))
                g_.fail(i, "the same leaves_bound from a call for many positions and from a call for one",
                        std::to_string(row.beyond()) + " from the call for many");
        }
    }
    void check_parts(const SplitOptions& options, Player player) {
        std::size_t option = 0;
        for (std::size_t row = 0; row < options.size(); ++row) {
            const Index i = options.positions[row];
            g_.game.for_each_option(i, player, [&](std::span<const Index> parts) {
                if (option < options.ends[row]) compare(i, "parts of options", options.parts_of(option), parts);
                ++option;
            });
            if (option != options.ends[row])
                g_.fail(i, std::to_string(option) + " options from a call for many positions", "a different number");
        }
    }

    void check_lines(const Lines& lines) {
        std::size_t begin = 0;
        for (std::size_t row = 0; row < lines.positions.size(); begin = lines.ends[row++]) {
            read_lines(g_, lines.positions[row], single_lines_);
            compare(lines.positions[row], "lines", lines.lines.span().subspan(begin, lines.ends[row] - begin),
                    single_lines_.lines.span());
        }
    }

    void check_leaving(Index first, Index last, const std::vector<Index>& positions) {
        std::vector<Leaving> chunk, single;
        moves_.leaving(first, last, chunk);
        for (const Index i : positions)
            if (const auto count = g_.game.leaves_bound(i); count != 0 && !g_.game.stopped(i, Player::left))
                single.push_back({i, count});
        if (chunk != single)
            g_.fail(first, "the same counts from leaving and from leaves_bound from here to " + number(last),
                    "different ones");
    }

    /// Returns how many options are in the slice (range of indices) of `i` or past the bound; 0 if `i` is terminal.
    std::uint64_t count_of(Index i, Player player) {
        g_.game.options(i, player, single_);
        const auto outside = [&](Index to) { return slice_of(to) != slice_of(i); };
        return single_.size() - static_cast<std::size_t>(std::ranges::count_if(single_, outside)) +
               g_.game.leaves_bound(i);
    }
    void check_counts(std::vector<Index> list, Player player) {
        std::erase_if(list, [&](Index i) { return g_.game.stopped(i, player).has_value(); });
        std::vector<std::uint64_t> counts(list.size());
        moves_.count_options(list, player, counts);
        for (std::size_t k = 0; k < list.size(); ++k)
            if (const auto count = count_of(list[k], player); counts[k] != count)
                g_.fail(list[k], "count_options = " + std::to_string(count), std::to_string(counts[k]));
    }
    void check_predecessors(const std::vector<Index>& list, Player player) {
        Flat back;
        moves_.predecessors(list, player, back);
        std::vector<Index> chunk(back.span().begin(), back.span().end()), single;
        for (const Index i : list) {
            back.clear();
            g_.game.predecessors({&i, 1}, player, back);
            single.insert(single.end(), back.span().begin(), back.span().end());
        }
        steps_ += single.size();
        std::ranges::sort(chunk);
        std::ranges::sort(single);
        if (chunk != single)
            g_.fail(list.empty() ? 0 : list.front(),
                    "the same predecessors from a list and from calls for each position", "different ones");
    }

    void check_starts(Index first, Index last, const std::vector<Index>& positions, Player player) {
        const Play play = first % 2 == 0 ? Play::normal : Play::misere;
        Starts starts;
        for (Index from = first; from < last;) {
            const Index to = std::min(last, end_of_slice(from));
            starts.clear();
            const Index count = moves_.starts(from, to, play, player, starts);
            const auto begin = std::ranges::lower_bound(positions, from), end = std::ranges::lower_bound(positions, to);
            if (count != static_cast<Index>(end - begin))
                g_.fail(from, "`starts` to report " + std::to_string(end - begin) + " positions up to " + number(to),
                        std::to_string(count));
            std::size_t row = 0;
            for (auto i = begin; i != end; ++i)
                if (row < starts.rows.size() && starts.rows[row].position == *i)
                    check_start(starts, row++, play, player);
                else if (g_.game.terminal(*i, play, player) || !traits_.order.slices.empty())
                    g_.fail(*i, "`starts` to list the position", "no entry");
            if (row != starts.rows.size())
                g_.fail(from, "`starts` to list only positions, in ascending order", "other indices");
            check_start_counts(starts, from, to, {begin, end}, player);
            from = to;
        }
    }

    void check_start_counts(const Starts& starts, Index from, Index to, std::span<const Index> positions,
                            Player player) {
        if (starts.counts.empty()) return;
        std::vector<std::uint32_t> counts(static_cast<std::size_t>(to - from));
        for (const Index i : positions)
            if (!g_.game.terminal(i, Play::normal, player))
                counts[i - from] = static_cast<std::uint32_t>(count_of(i, player));
        if (starts.counts != counts)
            g_.fail(from, "`starts` to count the options of each position from here on", "other counts");
    }

    void check_start(const Starts& starts, std::size_t number_of_row, Play play, Player player) {
        const Starts::Row& row = starts.rows[number_of_row];
        const Index i = row.position;
        const auto terminal = g_.game.stopped(i, player), ended = g_.game.terminal(i, play, player);
        std::optional<OutcomeValue> stop;
        for (const auto& each : starts.stops)
            if (each.row == number_of_row) stop = each.value;
        const bool has_exits = !traits_.order.slices.empty() || traits_.unindexed;
        if (!has_exits) {
            if (!stop || ended != stop)
                g_.fail(i, "only terminal positions among the starts, with their values", "another position or value");
            return;
        }
        if (stop != terminal)
            g_.fail(i, "`starts` to report the value of a terminal position, and none otherwise", "something else");
        const std::size_t below = number_of_row == 0 ? 0 : starts.rows[number_of_row - 1].below_end;
        const std::size_t values = number_of_row == 0 ? 0 : starts.rows[number_of_row - 1].unindexed_end;
        if (row.below_end < below || row.unindexed_end < values || row.below_end > starts.below.size() ||
            row.unindexed_end > starts.unindexed.size())
            g_.fail(i, "the options below the slice in `starts` after those of the position before",
                    "lists that overlap");
        std::vector<Index> chunk(starts.below.data() + below, starts.below.data() + row.below_end);
        std::vector<Index> single;
        settled_.clear();
        if (!terminal) {
            g_.game.settled_options(i, player, settled_);
            g_.game.options(i, player, single);
            std::erase_if(single, [&](Index to) { return slice_of(to) == slice_of(i); });
            if (row.inside != count_of(i, player))
                g_.fail(i, "`starts` to count the options in its own slice, " + std::to_string(count_of(i, player)),
                        std::to_string(row.inside));
        }
        std::ranges::sort(chunk);
        std::ranges::sort(single);
        compare(i, "options below the slice", chunk, single);
        if (!std::equal(settled_.begin(), settled_.end(),
                        starts.unindexed.begin() + static_cast<std::ptrdiff_t>(values),
                        starts.unindexed.begin() + row.unindexed_end))
            g_.fail(i, "the same options without an index from `starts` and from a call for one position",
                    "different ones");
    }

    void check_layer_chunks() {
        const auto& layers = traits_.order.layers;
        const JitteredSample some(layers.size(), 16);
        Options options;
        for (Index k = 0; k < some.count() && steps_ < 2 * most_steps; ++k) {
            const Index layer = some[k], count = layers[layer], first = count / 3, last = std::min(count, first + 64);
            std::vector<Index> positions;
            g_.game.walk_layer(layer, first, last, [&](Index i, Index) { positions.push_back(i); });
            constexpr std::array<std::size_t, 3> limits = {4096, 1, 64};
            const std::size_t enough = limits[k % limits.size()];
            for (const Player player : g_.players())
                for (Index from = first; from < last;) {
                    options.clear();
                    const Index to = moves_.options_in_layer(layer, from, last, player, enough, options);
                    if (to <= from || to > last)
                        g_.fail_whole("options_in_layer to stop inside the range that it was given",
                                      "a stop at " + std::to_string(to));
                    check_rows(std::span(positions).subspan(from - first, to - from), positions[from - first],
                               "options", options, enough, to == last,
                               [&](const Options& out) { check_options(out, player); });
                    from = to;
                }
        }
    }

    std::vector<Index> shuffled(std::vector<Index> list, Index seed) const {
        for (std::size_t k = list.size(); k > 1; --k) std::swap(list[k - 1], list[mix(seed + k) % k]);
        return list;
    }
    std::size_t slice_of(Index i) const {
        return static_cast<std::size_t>(std::ranges::upper_bound(traits_.order.slices, i, {}, &Slice::first) -
                                        traits_.order.slices.begin());
    }
    Index end_of_slice(Index i) const {
        const std::size_t next = slice_of(i);
        return next < traits_.order.slices.size() ? traits_.order.slices[next].first : g_.size;
    }

    const CheckedGame& g_;
    const Moves& moves_;
    const GameTraits& traits_;
    std::vector<Index> single_;
    Lines single_lines_;
    std::vector<OutcomeValue> settled_;
    std::uint64_t steps_ = 0;
};

}  // namespace

void check_chunks(const CheckedGame& checked, const Moves& moves) {
    ChunkCheck(checked, moves).run();
}

}  // namespace mexbase::detail

void mexbase::check_chunks(const Game& game) {
    detail::check_chunks({game, game.size(), game.partizan()}, game);
}
