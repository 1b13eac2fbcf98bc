// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <string>

#include "../../../lib/error.hpp"
#include "../table_job.hpp"
#include "check_rules_parts.hpp"

namespace mexbase {

namespace detail {

namespace {

/// Estimated time of formatting and parsing a text, as a number of calls of the rules.
constexpr std::uint64_t steps_of_a_text = 32;

const char* name(Player player) {
    return player == Player::left ? "Left" : "Right";
}

/// Buffers that one thread reuses for all its checks.
struct Lists {
    std::array<std::vector<Index>, 2> options;
    std::vector<Index> back, others, batch;
    std::array<Options, 2> rows;  // rows of `batch`, by player
    Options sources;
    SplitOptions splits;
    Starts starts;
    Flat list;
    std::uint64_t steps = 0, steps_back = 0;  // calls of the rules, and those for predecessors
    Index positions = 0;
};

class Check : CheckedGame {
  public:
    Check(const CheckedGame& checked, const JobOptions& options) : CheckedGame(checked), options_(options) {}

    RulesReport run() {
        if (size == 0) fail_whole("at least one index", "none");
        if (size <= most_checked) {
            own_marks_.resize(static_cast<std::size_t>(size));
            game.mark_positions(0, own_marks_);
            marks = own_marks_;
        }
        check_ends();
        if (game.facts().has.slices) check_slices();
        const JitteredSample chosen = choose();
        RulesReport report{size, chosen.count(), 0};
        sources_ = std::vector<std::atomic<std::uint64_t>>(all_predecessors_ ? static_cast<std::size_t>(size) : 0);
        std::vector<Lists> lists(options_.threads);
        share(chosen, [&](unsigned thread, Index first, Index last) {
            look_at_all(chosen, first, last, !all_predecessors_, lists[thread]);
        });
        for (const Lists& each : lists) report.positions += each.positions;
        if (report.positions == 0 && chosen.all()) fail_whole("at least one position", "none");
        if (all_predecessors_)
            share(chosen, [&](unsigned thread, Index first, Index last) {
                for (Index k = first; k < last; ++k) compare_sources(chosen[k], lists[thread]);
            });
        if (game.facts().has.positions) check_walks(*this);
        if (game.traits().order.lines != 0) check_lines(*this);
        if (!game.traits().order.layers.empty()) check_layers(*this);
        return report;
    }

  private:
    void check_ends() const {
        if (game.queryable_size() > size)
            fail_whole("at most " + std::to_string(size) + " queryable indices", std::to_string(game.queryable_size()));
        if (const auto start = game.start(); start && (!is_position(*start) || *start >= game.queryable_size()))
            fail(*start, "the start to be a legal, queryable index", "an index that is not");
    }

    /// Checks that the slices (ranges solved one after another) cover all indices in order, and stores where they
    /// begin.
    void check_slices() {
        Index next = 0;
        for (const Slice& slice : game.traits().order.slices) {
            if (slice.first != next || slice.size > size - next)
                fail_whole("slice " + std::to_string(slices_.size()) + " to begin at " + number(next) +
                               " and to end below " + std::to_string(size),
                           number(slice.first) + " and " + std::to_string(slice.size) + " indices");
            next += slice.size;
            slices_.push_back(slice.first);
        }
        if (next != size) fail_whole("slices up to " + number(size), "up to " + number(next));
    }

    /// Chooses the indices to check, as many as the maximum number of steps allows.
    JitteredSample choose() {
        const JitteredSample few(size, 64);
        Lists lists;
        look_at_all(few, 0, few.count(), true, lists);
        const std::uint64_t alone = lists.steps, back = lists.steps_back;
        const auto can_be = [&few](std::uint64_t steps) {
            return std::clamp<Index>(most_check_steps / (steps / few.count() + 1), few.count(), most_checked);
        };
        // A game has as many predecessors as options, so comparing all predecessors doubles the number of steps.
        all_predecessors_ = game.traits().has_predecessors && size <= can_be(2 * alone);
        return JitteredSample(size, can_be(all_predecessors_ ? 2 * alone : alone + back));
    }

    template <class Work>
    void share(const JitteredSample& chosen, const Work& work) const {
        parallel_for_ranges(chosen.count(), options_.threads, options_.progress, "checking the rules",
                            [&](unsigned thread, Index first, Index last) {
                                work(thread, first, last);
                                return true;
                            });
    }

    /// Checks the indices chosen[first..last-1]. Also checks their predecessors if `back` is true.
    void look_at_all(const JitteredSample& chosen, Index first, Index last, bool back, Lists& lists) {
        constexpr std::size_t at_once = 64, enough = 4096;
        while (first < last) {
            lists.batch.clear();
            for (; first < last && lists.batch.size() < at_once; ++first) {
                ++lists.steps;
                if (is_position(chosen[first])) lists.batch.push_back(chosen[first]);
            }
            for (std::span<const Index> of = lists.batch; !of.empty();) {
                std::size_t count = of.size();
                for (const Player player : {Player::left, Player::right}) {
                    lists.rows[index_of(player)].clear();
                    if (game.whole())
                        count = game.options(of.first(count), player, enough, lists.rows[index_of(player)]);
                }
                OptionRows left(lists.rows[0]), right(lists.rows[1]);
                for (const Index i : of.first(count)) {
                    left.next();
                    right.next();
                    look_at(i, left, right, lists);
                    if (back && game.traits().has_predecessors) check_moves_back(i, lists);
                }
                of = of.subspan(count);
            }
        }
    }

    /// Checks the position with index i and its options.
    void look_at(Index i, const OptionRows& left, const OptionRows& right, Lists& lists) {
        ++lists.positions;
        if (const Index again = game.rank_again(i); again != i)
            fail(i, "rank(unrank(i)) = " + std::to_string(i), std::to_string(again));
        check_text(i);
        lists.steps += steps_of_a_text;
        check_terminal(i);
        if (game.whole()) check_options(i, left, right, lists);
        if (game.names_moves())
            for (const Player player : players())
                lists.steps += steps_of_a_text * check_images(*this, i, player, lists.options[index_of(player)]);
        if (game.traits().splits) check_parts(i, lists);
    }

    void check_text(Index i) const {
        const std::string text = game.format(i);
        const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
        if (text.empty() || std::ranges::any_of(text, is_control))
            fail(i, "a text of one line that is not empty", in_quotes(text));
        if (game.facts().has.heap_game && !game.facts().has.parse_sum && text != std::to_string(i))
            fail(i, "the text " + in_quotes(std::to_string(i)), in_quotes(text));
        std::vector<Index> parts;
        try {
            parts = game.parse_sum(text, size);
        } catch (const Error& e) {
            fail(i, "its own text " + in_quotes(text) + " to be read", "the error: " + std::string(e.what()));
        }
        if (parts.size() != 1)
            fail(i, "its own text " + in_quotes(text) + " to be one position",
                 "a sum of " + std::to_string(parts.size()));
        if (parts[0] != i) fail(i, "its own text " + in_quotes(text) + " to be read as " + number(i), number(parts[0]));
    }

    void check_terminal(Index i) const {
        if (!game.traits().stops) return;
        const auto left = game.stopped(i, Player::left), right = game.stopped(i, Player::right);
        for (const auto& value : {left, right}) {
            if (value && value->outcome >= Outcome::unknown)
                fail(i, "a terminal position to have a known outcome", "unknown");
            if (value && value->outcome == Outcome::draw && value->remoteness != 0)
                fail(i, "a terminal position that is a draw to have remoteness 0", std::to_string(value->remoteness));
            if (value && value->remoteness > max_terminal_remoteness)
                fail(i, "a terminal position to have a remoteness of at most 2^61", std::to_string(value->remoteness));
        }
        if (!partizan && left != right)
            fail(i, "the same terminal value for both players of an impartial game", "different values");
    }

    void check_targets(Index i, std::span<const Index> targets, const char* what) const {
        for (const Index to : targets) {
            if (!is_position(to))
                fail(i, std::string(what) + " to be positions", number(to) + ", which is not a position");
            if (game.traits().order.descending && to >= i)
                fail(i, std::string(what) + " to have smaller indices", number(to));
            if (game.facts().has.slices) check_slice_of(i, to, what);
        }
    }
    void check_slice_of(Index i, Index to, const char* what) const {
        const Index own = slice_of(i), target = slice_of(to);
        if (target > own || (target == own && game.traits().order.slices[own].loop_free))
            fail(i,
                 std::string(what) + " in slices below " + (target > own ? "or its own, " : "its own, ") +
                     std::to_string(own),
                 number(to) + " in slice " + std::to_string(target));
    }

    void check_options(Index i, const OptionRows& left_row, const OptionRows& right_row, Lists& lists) {
        const bool left_stopped = left_row.stop() != nullptr;
        for (const Player player : {Player::left, Player::right}) {
            const OptionRows& row = player == Player::left ? left_row : right_row;
            auto& options = lists.options[index_of(player)];
            options.assign(row.targets().begin(), row.targets().end());
            if (row.stop() != nullptr) continue;
            lists.steps += 1 + options.size();
            check_targets(i, options, "options");
            std::ranges::sort(options);
        }
        const auto& [left, right] = lists.options;
        if (!partizan && left != right)
            fail(i, "Left and Right to have the same options in an impartial game", "different options");
        if (!left_stopped && !partizan && game.facts().has.option_count && !game.facts().has.slices)
            check_count(i, left.size());
        if (!left_stopped && game.facts().has.lower_options) check_lower_options(i, left, lists);
        if (!all_predecessors_ || sources_.empty()) return;
        for (const Player player : players())
            for (const Index to : lists.options[index_of(player)])
                if (in_one_slice(i, to)) sources_[to].fetch_add(arrow(i, player), std::memory_order_relaxed);
    }

    void check_count(Index i, std::uint64_t options) const {
        std::uint64_t count = 0;
        game.count_options({&i, 1}, Player::left, {&count, 1});
        count -= game.leaves_bound(i);
        if (count != options) fail(i, "option_count = " + std::to_string(options), std::to_string(count));
    }

    void check_lower_options(Index i, const std::vector<Index>& options, Lists& lists) const {
        lists.starts.clear();
        game.starts(i, i + 1, Play::normal, Player::left, lists.starts);
        const std::uint64_t inside =
            lists.starts.rows.size() == 1 ? lists.starts.rows.front().inside : Starts::not_counted;
        std::vector<Index>& lower = lists.others;
        lower.assign(lists.starts.below.span().begin(), lists.starts.below.span().end());
        std::ranges::sort(lower);
        const auto below = std::ranges::lower_bound(options, slices_[slice_of(i)]);
        if (!std::equal(lower.begin(), lower.end(), options.begin(), below))
            fail(i, "the same options in lower slices as for_each_option lists", "different ones");
        if (const auto expected = static_cast<std::uint64_t>(options.end() - below); inside != expected)
            fail(i, std::to_string(expected) + " options in its slice", std::to_string(inside));
    }

    void check_parts(Index i, Lists& lists) const {
        for (const Player player : players()) {
            lists.splits.clear();
            game.parts({&i, 1}, player, Moves::no_limit, lists.splits);
            const std::span<const Index> ends = lists.splits.parts_end.span();
            lists.steps += ends.size() + lists.splits.parts.size();
            if (std::ranges::adjacent_find(ends, std::greater_equal<>()) != ends.end() ||
                (!ends.empty() && ends[0] == 0))
                fail(i, "options of at least one part", "an option without parts");
            check_targets(i, lists.splits.parts.span(), "parts of options");
        }
    }

    // The next functions compare all predecessors at once. A position has two sums of hashes of the moves that lead to
    // it. One sum is from the options of other positions, the other from its predecessors. The sums must be equal.

    static std::uint64_t arrow(Index from, Player player) { return mix(2 * from + static_cast<Index>(player)); }

    std::span<const Index> read_predecessors(Index i, Player player, Lists& lists) const {
        lists.list.clear();
        game.predecessors({&i, 1}, player, lists.list);
        return lists.list.span();
    }
    void sort_predecessors(Index i, Player player, Lists& lists) const {
        const auto back = read_predecessors(i, player, lists);
        lists.back.assign(back.begin(), back.end());
        std::ranges::sort(lists.back);
    }

    void compare_sources(Index i, Lists& lists) const {
        if (!is_position(i)) return;
        std::uint64_t sum = 0;
        for (const Player player : players())
            for (const Index from : read_predecessors(i, player, lists)) sum += arrow(from, player);
        if (sum == sources_[i].load(std::memory_order_relaxed)) return;
        for (const Player player : players()) find_difference(i, player);
        fail(i, "the same predecessors in every call", "different predecessors");
    }

    /// Throws an error if options and predecessors disagree about a move of `player` to `i`.
    void find_difference(Index i, Player player) const {
        Lists lists;
        sort_predecessors(i, player, lists);
        for (const Index from : lists.back) check_source(i, from, player);
        std::vector<Index> options;
        for (Index from = 0; from < size; ++from) {
            if (!is_position(from) || game.stopped(from, player) || !in_one_slice(from, i)) continue;
            game.options(from, player, options);
            compare(i, from, player, static_cast<std::size_t>(std::ranges::count(options, i)), count(lists.back, from));
        }
    }

    /// Checks that options and predecessors agree for a sample of the moves from and to position i.
    void check_moves_back(Index i, Lists& lists) const {
        for (const Player player : players()) {
            std::vector<Index>& options = lists.options[index_of(player)];
            std::erase_if(options, [&](Index to) { return !in_one_slice(i, to); });
            for_some(options, i, [&](Index to) {
                const auto back = read_predecessors(to, player, lists);
                lists.steps_back += 1 + back.size();
                compare(to, i, player, count(options, to), static_cast<std::size_t>(std::ranges::count(back, i)));
            });
            sort_predecessors(i, player, lists);
            lists.steps_back += 1 + lists.back.size();
            lists.others.clear();
            for_some(lists.back, i, [&](Index from) {
                check_source(i, from, player);
                lists.others.push_back(from);
            });
            lists.sources.clear();
            game.options(lists.others, player, Moves::no_limit, lists.sources);
            for (OptionRows rows(lists.sources); rows.next();) {
                lists.steps_back += 1 + rows.targets().size();
                compare(i, rows.position(), player, static_cast<std::size_t>(std::ranges::count(rows.targets(), i)),
                        count(lists.back, rows.position()));
            }
        }
    }

    /// Calls `f` with the distinct members of a sorted list, or with about 8 of them if the list is long. `i` varies
    /// the choice.
    template <class F>
    static void for_some(const std::vector<Index>& sorted, Index i, const F& f) {
        constexpr std::size_t most = 8;
        const std::size_t step = sorted.size() / most + 1;
        Index before = no_index;
        for (std::size_t k = static_cast<std::size_t>(i % step); k < sorted.size(); k += step)
            if (sorted[k] != before) f(before = sorted[k]);
    }
    static std::size_t count(const std::vector<Index>& sorted, Index i) {
        const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), i);
        return static_cast<std::size_t>(last - first);
    }
    void check_source(Index i, Index from, Player player) const {
        if (!is_position(from)) fail(i, "predecessors to be positions", number(from) + ", which is not a position");
        if (!in_one_slice(i, from)) fail(i, "predecessors in its own slice", number(from) + ", which is in another");
        if (game.stopped(from, player))
            fail(i, "predecessors that are not terminal", number(from) + ", which is terminal");
    }
    void compare(Index i, Index from, Player player, std::size_t by_options, std::size_t by_predecessors) const {
        if (by_options == by_predecessors) return;
        fail(i,
             number(from) + " to be " + std::to_string(by_options) + " times among the predecessors for " +
                 name(player) + ", as often as " + number(i) + " is among its options",
             std::to_string(by_predecessors) + " times");
    }

    static std::size_t index_of(Player player) { return static_cast<std::size_t>(player); }

    Index slice_of(Index i) const {
        return static_cast<Index>(std::ranges::upper_bound(slices_, i) - slices_.begin()) - 1;
    }
    bool in_one_slice(Index i, Index j) const { return !game.facts().has.slices || slice_of(i) == slice_of(j); }

    const JobOptions& options_;
    std::vector<std::uint8_t> own_marks_;
    std::vector<Index> slices_;  // first index of each slice, ascending
    bool all_predecessors_ = false;
    std::vector<std::atomic<std::uint64_t>> sources_;  // per target, the sum of `arrow` over its moves
};

}  // namespace

void CheckedGame::fail(Index i, const std::string& expected, const std::string& found) const {
    throw Error(ErrorCode::verification_failed, "the rules of " + game.spec() + " contradict themselves at " +
                                                    number(i) + ": expected " + expected + ", found " + found);
}

void CheckedGame::fail_whole(const std::string& expected, const std::string& found) const {
    throw Error(ErrorCode::verification_failed,
                "the rules of " + game.spec() + " contradict themselves: expected " + expected + ", found " + found);
}

}  // namespace detail

RulesReport check_rules(const Game& game, const JobOptions& options) {
    const RulesReport report = detail::Check({game, game.size(), game.partizan()}, options).run();
    detail::check_heap_game(game);
    return report;
}

}  // namespace mexbase
