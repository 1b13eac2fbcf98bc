// SPDX-License-Identifier: MIT
#include "query/find.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../gen/jobs/tables.hpp"
#include "lib/games/boards/dodgem.hpp"
#include "lib/games/boards/mu_torere.hpp"
#include "lib/games/boards/tic_tac_toe.hpp"
#include "solved_games.hpp"
#include "strip_game.hpp"
#include "swept_table.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::find_test {

using namespace test;

constexpr std::size_t all = 10'000'000;

/// Returns every position of the table by single probes; in a partizan table one per first player.
std::vector<FoundPosition> probed(const Table& table) {
    std::vector<FoundPosition> found;
    for (Index i = 0; i < table.info().queryable_size; ++i) {
        const auto value = table.at(i);
        if (!value) continue;  // a hole
        const std::string text = table.text_of(i).value();
        if (value->kind == ValueKind::outcome) {
            found.push_back({i, text, Player::left, value->outcome});
        } else {
            found.push_back({i, text, Player::left, value->partizan.left});
            found.push_back({i, text, Player::right, value->partizan.right});
        }
    }
    return found;
}

std::vector<FoundPosition> first_of(std::vector<FoundPosition> positions, std::size_t most) {
    positions.resize(std::min(most, positions.size()));
    return positions;
}

void expect_values(const Table& table) {
    const auto everything = probed(table);
    std::map<std::string, std::vector<FoundPosition>> by_value;
    for (const FoundPosition& each : everything) {
        by_value[to_string(each.value)].push_back(each);
        if (has_remoteness(each.value.outcome)) by_value[std::string(to_string(each.value.outcome))].push_back(each);
    }
    for (const char* text : {"win", "loss", "tie", "draw", "unknown", "win 1", "loss 0", "tie 0", "win 1000000"})
        by_value.try_emplace(text);
    for (const auto& [text, expected] : by_value) {
        const auto sought = value_query_from(text);
        ASSERT_TRUE(sought) << text;
        for (const std::size_t most : {all, std::size_t{3}, std::size_t{1}, std::size_t{0}}) {
            const FoundPositions found = find_value(table, *sought, most).value();
            EXPECT_EQ(found.count, expected.size()) << table.info().spec << ' ' << text;
            EXPECT_EQ(found.positions, first_of(expected, most)) << table.info().spec << ' ' << text;
        }
    }
}

void expect_longest(const Table& table) {
    for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::tie}) {
        std::vector<FoundPosition> expected = probed(table);
        std::erase_if(expected, [&](const FoundPosition& each) { return each.value.outcome != outcome; });
        std::ranges::stable_sort(expected, std::greater<>{}, [](const FoundPosition& p) { return p.value.remoteness; });
        const auto is_longest = [&](const FoundPosition& each) { return each.value == expected.front().value; };
        for (const std::size_t most : {all, std::size_t{40}, std::size_t{2}, std::size_t{1}, std::size_t{0}}) {
            const FoundPositions found = find_longest(table, outcome, most).value();
            EXPECT_EQ(found.remoteness.has_value(), !expected.empty());
            if (found.remoteness) {
                EXPECT_EQ(*found.remoteness, expected.front().value.remoteness);
            }
            EXPECT_EQ(found.count, static_cast<std::uint64_t>(std::ranges::count_if(expected, is_longest)))
                << table.info().spec;
            EXPECT_EQ(found.positions, first_of(expected, most)) << table.info().spec << ' ' << to_string(outcome);
        }
    }
}

void expect_what_probes_say(const Table& table) {
    expect_values(table);
    expect_longest(table);
}

TEST(Find, ValuesAndTheLongestAreThoseOfProbes) {
    for (const char* spec : {"nim:piles=3,max=5", "wythoff:max=9", "mu-torere", "tic-tac-toe", "dodgem", "quixo:size=3",
                             "square-but-one:max=60", "put-or-take-a-square:max=60,bound=90"}) {
        expect_what_probes_say(make_table(spec, job_of(ValueKind::outcome, 1)));
    }
    for (const char* spec : {"domineering:board=grid-3x3", "snort:board=path-5"})
        expect_what_probes_say(partizan_outcome_table(spec));
}

TEST(Find, HolesAreNoPositions) {
    for (const char* keys : {"n=6", "n=5,pass=1", "n=7,early=1"}) expect_what_probes_say(StripTable(keys).table);
    // Their values are meaningless and would be the longest.
    Values v;
    for (Index i = 0; i < 5000; ++i) {
        v.outcome.push_back(i % 2 == 0 ? 0 : dont_care);
        v.remoteness.push_back(i % 2 == 0 ? 0 : dont_care);
    }
    const Table table = opened(table_bytes(contents_of(v, "gaps:n=5000")));
    EXPECT_EQ(find_value(table, {Outcome::loss, 0}, 3)->count, 2500U);
    EXPECT_EQ(find_longest(table, Outcome::loss, 3)->count, 2500U);
}

TEST(Find, MadeUpTablesOfEveryKindAnswerLikeProbes) {
    for (const Content kind : {Content::noise, Content::runs, Content::growing, Content::cut_off, Content::all_draws})
        expect_what_probes_say(opened(table_bytes(made_up(kind, 5001, 7))));
}

TEST(Find, ARangeOfIndicesHasItsOwn) {
    const Table table = make_table("mens-morris:men=4");
    const Zugzwangs whole = find_zugzwangs(table, all).value();
    const Index size = table.info().queryable_size;
    for (const IndexRange& range : std::vector<IndexRange>{{0, 0},
                                                           {0, size / 3},
                                                           {size / 3, size / 2},
                                                           {size / 2, size - 1},
                                                           {100, no_index},
                                                           {size, no_index},
                                                           {no_index, no_index},
                                                           {500, 3}}) {
        std::vector<FoundPosition> expected = probed(table);
        std::erase_if(expected, [&](const FoundPosition& each) {
            return !range.contains(each.index) || each.value.outcome != Outcome::win;
        });
        EXPECT_EQ(find_value(table, {Outcome::win, {}}, all, range)->positions, expected);
        std::ranges::stable_sort(expected, std::greater<>{}, [](const FoundPosition& p) { return p.value.remoteness; });
        EXPECT_EQ(find_longest(table, Outcome::win, 7, range)->positions, first_of(expected, 7));
        const Zugzwangs found = find_zugzwangs(table, all, range).value();
        const auto counted = [&](const Zugzwang& z, bool full) {
            return range.contains(z.to_move.index) || (full && range.contains(z.passed.index));
        };
        EXPECT_EQ(found.full_points, static_cast<std::uint64_t>(std::ranges::count_if(
                                         whole.full, [&](const Zugzwang& z) { return counted(z, true); })));
        EXPECT_EQ(found.half_points, static_cast<std::uint64_t>(std::ranges::count_if(
                                         whole.half, [&](const Zugzwang& z) { return counted(z, false); })));
    }
    const Table partizan = partizan_outcome_table("snort:board=path-5");
    const Index half = partizan.info().queryable_size / 2;
    EXPECT_EQ(find_zugzwangs(partizan, 0)->full_points, find_zugzwangs(partizan, 0, {0, half})->full_points +
                                                            find_zugzwangs(partizan, 0, {half, no_index})->full_points);
}

/// Returns the text with the other player to move: its first letter, one of two, is the player to move.
std::string passed_text(std::string text, const std::string& letters) {
    text[0] = text[0] == letters[0] ? letters[1] : letters[0];
    return text;
}

/// Returns true if the position is not terminal.
bool has_moves(const Table& table, const ResolvedPosition& asked) {
    const Game& game = table.game().value();
    if (game.terminal(asked.index(), table.info().play)) return false;
    bool any = false;
    game.for_each_named_move(asked, Player::left, [&](ResolvedPosition&&, std::string_view) { any = true; });
    return any;
}

/// Both positions of a zugzwang, by index and value.
using Pair = std::pair<std::pair<Index, std::string>, std::pair<Index, std::string>>;

Pair pair_of(const Zugzwang& z) {
    return {{z.to_move.index, to_string(z.to_move.value)}, {z.passed.index, to_string(z.passed.value)}};
}

/// Finds zugzwangs by texts alone: compares each position with the text for the other player to move.
void expect_zugzwangs_of_texts(const Table& table, const std::string& letters, std::uint64_t full_points,
                               std::uint64_t half_points) {
    std::set<Pair> full, half;
    for (const FoundPosition& each : probed(table)) {
        if (each.value.outcome == Outcome::win || each.value.outcome == Outcome::unknown) continue;
        const auto passed = table.resolve(passed_text(each.text, letters));
        if (!passed || passed->index() == no_index) continue;
        if (!has_moves(table, *passed) && !has_moves(table, table.resolve(each.text).value())) continue;
        const OutcomeValue there = table.at(*passed)->outcome;
        const std::pair here{each.index, to_string(each.value)}, other{passed->index(), to_string(there)};
        if (each.value.outcome == Outcome::loss && there.outcome == Outcome::loss)
            full.insert(std::minmax(here, other));
        else if (there.outcome == Outcome::loss)
            half.emplace(other, here);
    }
    const Zugzwangs found = find_zugzwangs(table, all).value();
    std::set<Pair> found_full, found_half;
    for (const Zugzwang& z : found.full) found_full.insert(pair_of(z));
    for (const Zugzwang& z : found.half) found_half.insert(pair_of(z));
    EXPECT_EQ(found_full, full) << table.info().spec;
    EXPECT_EQ(found_half, half) << table.info().spec;
    EXPECT_EQ(found.full.size(), found.full_points);
    EXPECT_EQ(found.half.size(), found.half_points);
    EXPECT_EQ(found_full.size(), found.full_points) << "each once";
    EXPECT_EQ(found_half.size(), found.half_points) << "each once";
    EXPECT_EQ(found.full_points, full_points) << table.info().spec;
    EXPECT_EQ(found.half_points, half_points) << table.info().spec;
    for (const auto* list : {&found.full, &found.half})
        for (const Zugzwang& z : *list) {
            EXPECT_EQ(z.passed.text, passed_text(z.to_move.text, letters));
            EXPECT_EQ(z.to_move.text, table.text_of(z.to_move.index).value());
            EXPECT_EQ(to_string(table.probe(z.passed.text).value()), to_string(z.passed.value));
        }
    const Zugzwangs few = find_zugzwangs(table, 2).value();
    EXPECT_EQ(few.full_points, found.full_points);
    EXPECT_EQ(few.half_points, found.half_points);
    EXPECT_EQ(few.full, std::vector<Zugzwang>(found.full.begin(), found.full.begin() + std::ssize(few.full)));
    EXPECT_EQ(few.full.size(), std::min<std::size_t>(2, found.full.size()));
    EXPECT_EQ(few.half, std::vector<Zugzwang>(found.half.begin(), found.half.begin() + std::ssize(few.half)));
    EXPECT_EQ(few.half.size(), std::min<std::size_t>(2, found.half.size()));
}

TEST(Find, ZugzwangsAreThoseOfTextsWithTheOtherPlayerToMove) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_zugzwangs_of_texts(opened_stock(swept_bytes<MuTorere>()), "xo", 0, 48);
    expect_zugzwangs_of_texts(opened_stock(swept_bytes<Dodgem>()), "ox", 3, 0);
    expect_zugzwangs_of_texts(make_table("quixo:size=3"), "XO", 0, 0);
    expect_zugzwangs_of_texts(make_table("mens-morris:men=3"), "WB", 1, 28);
    expect_zugzwangs_of_texts(make_table("mens-morris:men=4"), "WB", 9, 59);
    expect_zugzwangs_of_texts(make_table("dao"), "XO", 0, 7);
    // Holes, ties, positions without an index; a player who may pass is not in zugzwang.
    struct Case {
        const char* keys;
        std::uint64_t full, half;
    };
    for (const auto& [keys, full, half] :
         std::vector<Case>{{"n=6", 1, 43}, {"n=7", 4, 124}, {"n=8", 9, 321}, {"n=7,pass=1", 0, 0}})
        expect_zugzwangs_of_texts(StripTable<PassedStrip>(keys).table, "XO", full, half);
}

TEST(Find, ZugzwangsOfPartizanGamesAreInTheirValues) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const char* spec : {"domineering:board=grid-3x3", "snort:board=path-5", "col:board=path-6"}) {
        const Table table = partizan_outcome_table(spec);
        std::vector<Index> expected;
        for (const Index i : positions_of(table)) {
            const PartizanOutcome both = table.at(i)->partizan;
            const bool can_move = both.left.remoteness != 0 || both.right.remoteness != 0;
            if (class_of(both) == OutcomeClass::previous && can_move) expected.push_back(i);
        }
        const Zugzwangs found = find_zugzwangs(table, all).value();
        EXPECT_FALSE(expected.empty()) << spec;
        EXPECT_EQ(found.half_points, 0U) << "nothing is drawn";
        ASSERT_EQ(found.full.size(), expected.size()) << spec;
        for (std::size_t k = 0; k < expected.size(); ++k) {
            const Zugzwang& z = found.full[k];
            const PartizanOutcome both = table.at(expected[k])->partizan;
            const std::string text = table.text_of(expected[k]).value();
            EXPECT_EQ(z.to_move, (FoundPosition{expected[k], text, Player::left, both.left}));
            EXPECT_EQ(z.passed, (FoundPosition{expected[k], text, Player::right, both.right}));
        }
    }
    // No player has a move at rock; Right loses at holm, and Left, without a move, at reef, where Right draws.
    JobOptions options = job_of(ValueKind::partizan_outcome);
    options.scratch = ::testing::TempDir();
    const Table tidewater = make_table(std::string("graph:file=") + MEXBASE_DATA + "/boards/tidewater.dot", options);
    const Zugzwangs found = find_zugzwangs(tidewater, all).value();
    EXPECT_EQ(found.full_points, 0U);
    const Index holm = tidewater.index_of("holm").value(), reef = tidewater.index_of("reef").value();
    const OutcomeValue draw{Outcome::draw, 0};
    const Zugzwang at_holm{{holm, "holm", Player::right, {Outcome::loss, 2}}, {holm, "holm", Player::left, draw}};
    const Zugzwang at_reef{{reef, "reef", Player::left, {Outcome::loss, 0}}, {reef, "reef", Player::right, draw}};
    EXPECT_EQ(found.half_points, 2U);
    EXPECT_EQ(found.half, holm < reef ? (std::vector{at_holm, at_reef}) : (std::vector{at_reef, at_holm}));
}

TEST(Find, ValuesAreReadAsTheyAreWritten) {
    for (const char* text : {"win", "loss", "tie", "draw", "unknown", "win 7", "loss 0", "tie 18446744073709551615"}) {
        const auto sought = value_query_from(text);
        ASSERT_TRUE(sought) << text;
        EXPECT_EQ(to_string(*sought), text);
        const auto to_exit = value_query_from(text, Distance::exit);
        EXPECT_EQ(to_exit, sought) << text;
        EXPECT_EQ(value_query_from(to_string(*to_exit, Distance::exit), Distance::exit), sought) << text;
    }
    EXPECT_EQ(to_string(ValueQuery{Outcome::win, 7}, Distance::exit), "win exit 7");
    for (const char* text : {"win exit", "win exit ", "win exit x", "draw exit 0", "exit 7"})
        EXPECT_FALSE(value_query_from(text, Distance::exit)) << text;
    for (const char* text :
         {"", " ", "won", "win exit 7", "WIN", "win ", " win", "win  7", "win 7 ", "win -1", "win +1", "win x",
          "win 18446744073709551616", "win 1e3", "draw 3", "draw ", "unknown 0", "7", "win\n"})
        EXPECT_FALSE(value_query_from(text)) << text;
}

TEST(Find, TextsFindEveryPositionThatPrintsThem) {
    const std::string island = std::string("graph:file=") + MEXBASE_DATA + "/boards/nims-island.dot";
    const std::vector<Table> tables = {
        nimber_table("nim:piles=2,max=7"), make_table(island, job_of(ValueKind::nimber, 1)),
        partizan_outcome_table("snort:board=path-5"), canonical_table("domineering:board=grid-3x3"),
        make_table("octal:code=kayles,max=40", job_of(ValueKind::obliged, 1))};
    for (const Table& table : tables) {
        std::map<std::string, std::vector<Index>> by_text;
        for (Index i = 0; i < table.info().queryable_size; ++i)
            if (const auto value = table.at(i)) {
                by_text[to_string(*value)].push_back(i);
                if (value->kind == ValueKind::canonical)
                    by_text[std::string(1, letter(value->canonical.outcome()))].push_back(i);
            }
        ASSERT_GT(by_text.size(), 2U) << table.info().spec;
        for (const auto& [text, expected] : by_text) {
            const FoundIndices found = find_text(table, text, all).value();
            EXPECT_EQ(found.indices, expected) << table.info().spec << ' ' << text;
            EXPECT_EQ(found.count, expected.size());
            EXPECT_EQ(find_text(table, text, 1)->indices, std::vector(1, expected.front()));
            const IndexRange rest{expected.front() + 1, all};
            EXPECT_EQ(find_text(table, text, 1, rest)->count, expected.size() - 1);
        }
        for (const char* text : {"", "win", "five", "*x", "inf{", "{0", "2/D"})
            EXPECT_EQ(find_text(table, text, 1).error().code, ErrorCode::bad_usage) << table.info().spec << ' ' << text;
    }
    EXPECT_EQ(find_text(tables[0], "*9", 1)->count, 0U);
    const FoundIndices printed = find_text(tables[3], "+-1", all).value();
    ASSERT_GT(printed.count, 0U);
    for (const char* text : {"{1|-1}", "+-1+*+*", "{1,0|-1}", " { 1 | -1 } "}) {
        const FoundIndices found = find_text(tables[3], text, all).value();
        EXPECT_EQ(found.indices, printed.indices) << "any text of a form finds it: " << text;
        EXPECT_EQ(found.text, "+-1");
    }
    EXPECT_EQ(find_text(make_table("square:max=5"), "win 3", 1).error().code, ErrorCode::not_applicable);
}

TEST(Find, SaysWhatItCannotFind) {
    const auto code = [](const auto& found) {
        EXPECT_FALSE(found);
        EXPECT_EQ(found.error().message.find('\n'), std::string::npos);
        return found.error().code;
    };
    const Table nimbers = nimber_table("nim:piles=1,max=3");
    EXPECT_EQ(code(find_value(nimbers, {Outcome::win, {}}, 1)), ErrorCode::not_applicable);
    EXPECT_EQ(code(find_longest(nimbers, Outcome::win, 1)), ErrorCode::not_applicable);
    EXPECT_EQ(code(find_zugzwangs(nimbers, 1)), ErrorCode::not_applicable);
    const Table board = opened_stock(swept_bytes<TicTacToe>());
    EXPECT_EQ(code(find_longest(board, Outcome::draw, 1)), ErrorCode::bad_usage);
    EXPECT_EQ(code(find_longest(board, Outcome::unknown, 1)), ErrorCode::bad_usage);
    EXPECT_EQ(code(find_zugzwangs(board, 1)), ErrorCode::not_applicable) << "the marks say whose turn it is";
    const Values v = made_up(Content::parity, 50, 1);
    EXPECT_EQ(code(find_zugzwangs(opened(table_bytes(v)), 1)), ErrorCode::bad_spec) << "no rules";
    auto bytes = table_bytes(made_up(Content::noise, 50'000, 3), with_codec(Codec::zstd));
    bytes[bytes.size() / 2] ^= std::byte{1};
    const Table damaged = opened(std::move(bytes));
    EXPECT_EQ(code(find_value(damaged, {Outcome::tie, {}}, 1)), ErrorCode::corrupt);
    EXPECT_EQ(code(find_longest(damaged, Outcome::win, 1)), ErrorCode::corrupt);
}

}  // namespace mexbase::find_test
