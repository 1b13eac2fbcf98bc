// SPDX-License-Identifier: MIT
// The check of rulesets names every planted fault, in small games and in sampled ones. Every family of Mexbase passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/jobs/jobs.hpp"
#include "gen/make/make_table.hpp"
#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "query/table.hpp"
#include "stock_specs.hpp"
#include "tables.hpp"
#include "tests/number_rules.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::check_rules_test {

/// Base of the games below. A key selects the fault planted at numbers n with n % 64 = 5.
class Planted : public NumberRules {
  public:
    static const FamilyHelp& help() {
        static constexpr KeyHelp keys[] = {{"n", "", "1..100000000", "positions"}, {"fault", "0", "0..99", "which"}};
        static const FamilyHelp text{"a game with a fault", "a number", "a test", keys, ""};
        return text;
    }

  protected:
    explicit Planted(const Parameters& p)
        : NumberRules(p.number("n", 1, 100000000)), n_(size_), fault_(p.number("fault", 0, 99)) {}
    /// Returns true if this fault is planted here.
    bool at(std::uint64_t fault, Index i) const { return fault_ == fault && i % 64 == 5; }

    Index n_;
    std::uint64_t fault_;
};

/// The dial of docs/rulesets.md with more members: forward by 3 or 4, back by 1, terminal at 0.
class Dial : public Planted {
  public:
    enum Fault : std::uint64_t {
        none,
        rank_swaps,
        text_of_another,
        text_is_refused,
        text_is_empty,
        no_position,
        no_option,
        option_past_the_end,
        players_differ,
        wrong_count,
        missing_predecessor,
        doubled_predecessor,
        wrong_predecessor,
        predecessor_past_the_end,
        predecessor_where_play_has_stopped,
        walk_skips,
        walk_repeats,
        walk_with_another,
        start_not_admitted,
        too_many_admitted,
        terminal_later,
        terminal_for_one,
        faults
    };
    static constexpr std::string_view family = "planted-dial";
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .queryable_size = true,
                             .start = true,
                             .positions = true,
                             .option_count = true};
    static Dial make(const Parameters& p) { return Dial(p); }

    Index queryable_size() const { return fault_ == too_many_admitted ? n_ + 1 : n_ - 1; }
    bool legal(Index i) const { return i < n_ && !at(no_position, i); }
    Index rank(Position hour) const { return fault_ == rank_swaps ? hour ^ 1 : hour; }
    std::string format(Position hour) const {
        if (at(text_is_empty, hour)) return "";
        return std::to_string(at(text_of_another, hour) ? hour + 1 : hour);
    }
    Position parse(std::string_view text) const {
        const Position hour = Planted::parse(text);
        if (at(text_is_refused, hour)) throw Error(ErrorCode::bad_position, "too late");
        return hour;
    }
    Position start() const { return fault_ == start_not_admitted ? n_ - 1 : 1; }
    std::optional<OutcomeValue> terminal(Index, Position hour, Player mover) const {
        if (hour == 0 || (at(terminal_for_one, hour) && mover == Player::left)) return OutcomeValue{Outcome::loss, 0};
        if (at(terminal_later, hour)) return OutcomeValue{Outcome::win, 2};
        return std::nullopt;
    }
    std::uint64_t option_count(Index, Position hour) const { return at(wrong_count, hour) ? 2 : 3; }
    template <class F>
    void for_each_option(Index, Position hour, Player player, F&& f) const {
        f((hour + 3) % n_);
        f(at(option_past_the_end, hour) ? n_ : (hour + 4) % n_);
        if (!at(no_option, hour) && !(at(players_differ, hour) && player == Player::right)) f((hour + n_ - 1) % n_);
    }
    template <class F>
    void for_each_predecessor(Index, Position hour, Player, F&& f) const {
        if (at(predecessor_past_the_end, hour)) f(n_);
        if (at(predecessor_where_play_has_stopped, hour)) f(Index{0});
        bool first = true;
        for (const Position before : {(hour + n_ - 3) % n_, (hour + n_ - 4) % n_, (hour + 1) % n_}) {
            if (before == 0) continue;
            if (first && at(doubled_predecessor, hour)) f(before);
            if (!(first && at(missing_predecessor, hour)))
                f(first && at(wrong_predecessor, hour) ? (hour + 10) % n_ : before);
            first = false;
        }
    }
    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        for (Index i = first; i < last; ++i) {
            if (!legal(i) || at(walk_skips, i)) continue;
            f(i, static_cast<const Position&>(at(walk_with_another, i) ? i + 1 : i));
            if (at(walk_repeats, i)) f(i, static_cast<const Position&>(i));
        }
    }

  private:
    using Planted::Planted;
};

/// Take two or three. Heaps 2 l and 2 l + 1 make layer l; in split form the heap is left in two parts.
class Heap : public Planted {
  public:
    enum Fault : std::uint64_t {
        none,
        text_with_a_zero,
        climbs,
        stays_in_its_layer,
        illegal_part,
        no_part,
        part_climbs,
        layer_is_short,
        layer_is_long,
        layer_with_another,
        layer_of_others,
        faults
    };
    static constexpr std::string_view family = "planted-heap";
    static constexpr Has has{.split_options = true, .heap_game = true, .options_descend = true, .layers = true};
    static Heap make(const Parameters& p) { return Heap(p); }

    HeapGame heap_game() const { return {{{{2, 0}, {2, 1}, {3, 0}, {3, 1}}, false}}; }
    std::string format(Position heap) const { return (at(text_with_a_zero, heap) ? "0" : "") + std::to_string(heap); }
    template <class F>
    void for_each_option(Index, Position heap, Player, F&& f) const {
        if (heap >= 2) f(at(climbs, heap) ? heap : at(stays_in_its_layer, heap) ? heap - 1 : heap - 2);
        if (heap >= 3) f(heap - 3);
    }
    template <class F>
    void for_each_split_option(Index, Position heap, Player, F&& f) const {
        if (heap < 2) return;
        const Index rest = heap - 2;
        f(std::span<const Index>(&rest, 1));
        if (heap < 3) return;
        Index parts[2] = {heap - 3, 0};
        if (at(illegal_part, heap)) parts[1] = n_;
        if (at(part_climbs, heap)) parts[1] = heap;
        f(std::span<const Index>(parts, at(no_part, heap) ? 0 : 2));
    }
    Index layers() const { return (n_ + 1) / 2; }
    Index layer_size(Index layer) const { return 2 * layer + 1 < n_ ? 2 : 1; }
    template <class F>
    void for_each_in_layer(Index layer, Index first, Index last, F&& f) const {
        for (Index k = first; k < last; ++k) {
            const Index i = 2 * layer + k;
            if (at(layer_is_short, i)) continue;
            if (at(layer_is_long, i)) f(i, static_cast<const Position&>(i));
            const Index named = at(layer_of_others, i) ? i - 4 : i;
            f(named, static_cast<const Position&>(at(layer_with_another, i) ? i - 1 : named));
        }
    }

  private:
    using Planted::Planted;
};

/// Down by one, but terminal at every fifth of 64, won by a move.
class Stopped : public Planted {
  public:
    enum Fault : std::uint64_t { none, no_finishing_move, finishes_with_one_name, finishes_too_early, faults };
    static constexpr std::string_view family = "planted-stopped";
    static constexpr Has has{.terminal = true, .named_moves = true, .finishing_moves = true};
    static Stopped make(const Parameters& p) { return Stopped(p); }

    std::optional<OutcomeValue> terminal(Index, Position p, Player) const {
        if (p == 0) return OutcomeValue{Outcome::loss, 0};
        if (p % 64 == 5) return OutcomeValue{Outcome::win, 1};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, Position p, Player, F&& f) const {
        if (p > 0) f(p - 1);
    }
    template <class F>
    void for_each_named_move(Position p, Player, F&& f) const {
        if (p > 0) f(p - 1, std::string_view("down"));
    }
    template <class F>
    void for_each_finishing_move(Position p, Player, F&& f) const {
        if (at(no_finishing_move, p)) return;
        f(std::optional<Position>(at(finishes_too_early, p) ? 1 : 0), std::string_view("to the ground"));
        f(std::optional<Position>(), std::string_view(at(finishes_with_one_name, p) ? "to the ground" : "away"));
    }

  private:
    using Planted::Planted;
};

/// Back by any amount, in lines of eight.
class Lines : public Planted {
  public:
    enum Fault : std::uint64_t {
        none,
        option_in_no_line,
        missing_option,
        no_line,
        two_lines,
        line_past_the_end,
        faults
    };
    static constexpr std::string_view family = "planted-lines";
    static constexpr Has has{.options_descend = true, .lines = true};
    static Lines make(const Parameters& p) { return Lines(p); }

    template <class F>
    void for_each_option(Index, Position p, Player, F&& f) const {
        const Index least = p / 8 * 8;
        for (Index to = least + (at(missing_option, p) ? 1 : 0); to < p; ++to) f(to);
        if (at(option_in_no_line, p) && least > 0) f(least - 1);
    }
    Index line_count() const { return n_ / 8 + 1; }
    template <class F>
    void for_each_line(Index, Position p, F&& f) const {
        if (at(no_line, p)) return;
        f(at(line_past_the_end, p) ? line_count() : p / 8);
        if (at(two_lines, p)) f(p / 8);
    }

  private:
    using Planted::Planted;
};

/// Up and down by one in slices of 32, with exits downwards, also by 40.
class Sliced : public Planted {
  public:
    enum Fault : std::uint64_t {
        none,
        missing_lower_option,
        other_lower_option,
        wrong_count_inside,
        option_in_a_slice_above,
        predecessor_in_another_slice,
        slice_in_another_place,
        faults
    };
    static constexpr std::string_view family = "planted-slices";
    static constexpr Has has{.predecessors = true, .slices = true, .lower_options = true};
    static Sliced make(const Parameters& p) { return Sliced(p); }

    Index slices() const { return (n_ + 31) / 32; }
    Slice slice(Index k) const {
        const Index first = 32 * k;
        return {first + (fault_ == slice_in_another_place && k == 1 ? 1 : 0), std::min<Index>(32, n_ - first), false};
    }
    template <class F>
    void for_each_option(Index, Position p, Player, F&& f) const {
        if (p > 0) f(p - 1);
        if (p >= 40) f(p - 40);
        if (p % 32 != 31 && p + 1 < n_) f(p + 1);
        if (const Index above = p / 32 * 32 + 32; at(option_in_a_slice_above, p) && above < n_) f(above);
    }
    template <class F>
    std::uint64_t for_each_lower_option(Index i, Position p, F&& f) const {
        std::uint64_t inside = at(wrong_count_inside, p) ? 1 : 0;
        for_each_option(i, p, Player::left, [&](Index to) {
            if (to >= p / 32 * 32)
                ++inside;
            else if (!at(missing_lower_option, p))
                f(to - (at(other_lower_option, p) ? 1 : 0));
        });
        return inside;
    }
    template <class F>
    void for_each_predecessor(Index, Position p, Player, F&& f) const {
        if (p % 32 != 31 && p + 1 < n_) f(p + 1);
        if (p % 32 != 0) f(p - 1);
        if (at(predecessor_in_another_slice, p) && p + 40 < n_) f(p + 40);
    }

  private:
    using Planted::Planted;
};

/// Returns the message of the check, or an empty text if it passes.
template <class R>
std::string complaint(Index n, std::uint64_t fault, unsigned threads = 2) {
    static const Registry registry({family_of<R>()});
    const auto game =
        make_game(registry, std::string(R::family) + ":n=" + std::to_string(n) + ",fault=" + std::to_string(fault));
    const std::string said = fault_of([&] { check_rules(*game, quick_job(threads)); }, ErrorCode::verification_failed);
    if (said.empty()) return said;
    const std::string head = "the rules of " + game->spec() + " contradict themselves";
    EXPECT_TRUE(said.starts_with(head)) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
    return said.substr(head.size());
}

/// Sizes of games with all indices checked, and with a sample of at most a million.
constexpr Index small_game = 200, whole_game = 20'000, large_game = 2'000'000;

/// Finds all faults of a game checked in full, and some of a sampled one.
template <class R>
void expect_all_found(std::initializer_list<std::uint64_t> in_large_games) {
    for (const Index n : {small_game, whole_game}) {
        EXPECT_EQ(complaint<R>(n, R::none), "") << n;
        for (std::uint64_t fault = 1; fault < R::faults; ++fault)
            EXPECT_NE(complaint<R>(n, fault), "") << "fault " << fault << " of " << n;
    }
    EXPECT_EQ(complaint<R>(large_game, R::none), "");
    for (const std::uint64_t fault : in_large_games) EXPECT_NE(complaint<R>(large_game, fault), "") << fault;
}

TEST(CheckRules, FindsEveryFaultOfADial) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_all_found<Dial>({Dial::rank_swaps, Dial::text_of_another, Dial::wrong_count, Dial::missing_predecessor,
                            Dial::doubled_predecessor, Dial::walk_with_another});
}

TEST(CheckRules, FindsEveryFaultOfAHeap) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_all_found<Heap>({Heap::climbs, Heap::part_climbs, Heap::layer_with_another});
}

TEST(CheckRules, FindsEveryFaultOfMovesThatWinAtOnce) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_all_found<Stopped>({Stopped::no_finishing_move});
    EXPECT_EQ(complaint<Stopped>(60, Stopped::no_finishing_move),
              " at #5: expected image 0 (the symmetric position 5) to have finishing moves, all to positions lost with "
              "remoteness 0, found no such move");
}

TEST(CheckRules, FindsEveryFaultOfLines) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_all_found<Lines>({});
    EXPECT_EQ(complaint<Lines>(60, Lines::missing_option),
              " at #5: expected the earlier positions in its lines to be exactly its options, found other positions");
}

TEST(CheckRules, FindsEveryFaultOfSlices) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_all_found<Sliced>({Sliced::missing_lower_option, Sliced::wrong_count_inside});
    EXPECT_EQ(complaint<Sliced>(80, Sliced::other_lower_option),
              " at #69: expected the same options in lower slices as for_each_option lists, found different ones");
    EXPECT_EQ(complaint<Sliced>(80, Sliced::wrong_count_inside), " at #5: expected 2 options in its slice, found 3");
}

TEST(CheckRules, SaysWhereAndWhat) {
    EXPECT_EQ(complaint<Dial>(60, Dial::rank_swaps), " at #0: expected rank(unrank(i)) = 0, found 1");
    EXPECT_EQ(complaint<Dial>(60, Dial::text_of_another),
              " at #5: expected its own text \"6\" to be read as #5, found #6");
    EXPECT_EQ(complaint<Dial>(60, Dial::text_is_refused),
              " at #5: expected its own text \"5\" to be read, found the error: too late");
    EXPECT_EQ(complaint<Dial>(60, Dial::option_past_the_end),
              " at #5: expected options to be positions, found #60, which is not a position");
    EXPECT_EQ(complaint<Dial>(60, Dial::no_position),
              " at #1: expected options to be positions, found #5, which is not a position");
    EXPECT_EQ(complaint<Dial>(60, Dial::wrong_count), " at #5: expected option_count = 3, found 2");
    EXPECT_EQ(complaint<Dial>(60, Dial::missing_predecessor),
              " at #5: expected #2 to be 1 times among the predecessors for Left, as often as #5 is among its options, "
              "found 0 times");
    EXPECT_EQ(complaint<Dial>(60, Dial::predecessor_where_play_has_stopped),
              " at #5: expected predecessors that are not terminal, found #0, which is terminal");
    EXPECT_EQ(complaint<Dial>(60, Dial::walk_skips),
              " at #5: expected for_each_position from #0 to #60 to report it, found no report");
    EXPECT_EQ(complaint<Heap>(60, Heap::climbs), " at #5: expected options to have smaller indices, found #5");
    EXPECT_EQ(complaint<Heap>(60, Heap::stays_in_its_layer),
              " at #5: expected options in layers below its own, 2, found #4 in layer 2");
    EXPECT_EQ(complaint<Heap>(60, Heap::layer_of_others),
              " at #1: expected the position to be in one layer, found layers 0 and 2");
}

TEST(CheckRules, SaysTheSameForAnyNumberOfThreads) {
    for (const Index n : {whole_game, large_game})
        for (const std::uint64_t fault : {Dial::rank_swaps, Dial::wrong_count, Dial::doubled_predecessor})
            EXPECT_EQ(complaint<Dial>(n, fault, 1), complaint<Dial>(n, fault, 3)) << n << ' ' << fault;
}

// Such a ruleset solves, stores and verifies in the same wrong numbering, and reads the values of other positions.
TEST(CheckRules, VerifyRefusesATableWhoseRulesSwapPositions) {
    const Registry registry({family_of<Dial>()});
    for (const std::uint64_t fault : {Dial::none, Dial::rank_swaps}) {
        const auto game = make_game(registry, "planted-dial:n=12,fault=" + std::to_string(fault));
        const Table table =
            Table::from_memory(make_table_bytes(*game, quick_job()), OpenOptions{.registry = &registry}).value();
        JobOptions checking = quick_job();
        checking.rules_checked = false;
        const auto verify = [&] { verify_table(*game, table, checking); };
        if (fault == Dial::none)
            verify();
        else
            EXPECT_THROW(verify(), Error);
    }
}

TEST(CheckRules, EveryFamilyPasses) {
    MEXBASE_SKIP_IN_SANITIZERS();
    std::set<std::string_view> families;
    for (const std::string& spec : stock_specs()) {
        const auto game = make_game_from_files(stock_registry(), spec);
        families.insert(game->family());
        const RulesReport report = check_rules(*game, quick_job());
        check_chunks(*game);
        EXPECT_EQ(report.checked, game->size()) << spec;
        EXPECT_GT(report.positions, 0U) << spec;
    }
    // The tests of a larger game check a sample of it. Programs have separate tests.
    for (const Family& family : stock_registry().families())
        EXPECT_TRUE(families.contains(family.name) || !has_small_example(family)) << family.name;
}

class CheckLargeBoards : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Boards, CheckLargeBoards,
                         ::testing::Values("mens-morris:men=5", "mens-morris:men=9,slice=3-3",
                                           "mens-morris:men=5,jumping=yes", "chess:KPPKP", "dobutsu-shogi"),
                         name_by_text);

TEST_P(CheckLargeBoards, FindsNothing) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const auto game = make_game(stock_registry(), GetParam());
    EXPECT_GT(check_rules(*game, quick_job()).positions, 100'000U);
    check_chunks(*game);
}

}  // namespace mexbase::test::check_rules_test
