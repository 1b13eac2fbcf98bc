// SPDX-License-Identifier: MIT
// Tables of nimbers and obliged pairs of every family: values compared with play, and refused tables.
#include "value_tables.hpp"

#include "../../lib/games/naive_solver.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"
#include "tests/texts.hpp"

namespace mexbase::test::value_tables_test {

/// A loop-free graph as a file: the divisors of 360 with moves to proper divisors.
const std::string& divisors_file() {
    static const Scratch scratch;
    std::string text = "digraph divisors {\n";
    for (int n = 1; n <= 360; ++n)
        for (int d = 1; 360 % n == 0 && d < n; ++d)
            if (n % d == 0) text += std::to_string(n) + " -> " + std::to_string(d) + ";\n";
    static const std::string path = scratch.write("divisors.dot", text + "}\n");
    return path;
}

std::vector<std::string> loop_free_specs() {
    auto specs = texts_in(R"(
        octal:code=0.77,max=300    octal:code=0.137,max=300    octal:code=0.07,max=200    octal:code=0.007,max=300
        octal:code=4.7,max=120    octal:code=0.f7,max=60    octal:code=8.3,max=50    octal:code=0.8,max=70
        octal:code=0.1,max=20    octal:code=0.4,max=80    octal:code=0.123,max=99    octal:code=0.0003f,max=50
        octal:code=0.77,max=0    octal:code=0.77,max=1    octal:code=0.77,total=12    octal:code=4.7,total=10
        octal:code=0.f1,total=9    grundy:max=300    grundy:total=14    wythoff:max=20    knight:size=12
        knight:size=1    nim:piles=3,max=6    subtraction:set=1-4-9,max=200    square:max=200    treblecross:max=9)");
    specs.push_back("graph:file=" + divisors_file());
    return specs;
}

std::vector<std::string> loopy_specs() {
    std::vector<std::string> specs = {"square-but-one:max=200",
                                      "square-but-one:max=201,add=odd",
                                      "graph:" + data_board("nims-island.dot"),
                                      "graph:" + data_board("marsh.graphml"),
                                      "snakes-and-adders:" + data_board("snakes-and-adders.board"),
                                      "horsefly:" + data_board("horsefly.dot")};
    for (int n = 1; n <= 12; ++n) specs.push_back("fair-shares:n=" + std::to_string(n));
    return specs;
}

std::vector<NimberValue> nimbers_in(const Table& table) {
    std::vector<NimberValue> values;
    for (const Value& value : all_values(table)) values.push_back(value.nimber);
    return values;
}

TEST(ValueTables, NimbersOfLoopFreeGamesAreThoseOfARecursion) {
    for (const std::string& spec : loop_free_specs()) {
        const Table table = make_table(spec, job_of(ValueKind::nimber));
        const Game& game = table.game().value();
        EXPECT_FALSE(has_stream(table, StreamKind::counter)) << spec;
        Recursion recursion(game);
        const auto values = all_values(table);
        for (Index i = 0; i < values.size(); ++i) {
            if (!game.legal(i)) continue;
            NimberValue expected{.nimber = recursion.nimber(i)};
            ASSERT_EQ(values[i].nimber, expected) << spec << ' ' << game.format(i);
        }
    }
}

TEST(ValueTables, ObligedPairsAreThoseOfARecursion) {
    for (const std::string& spec : loop_free_specs()) {
        const Table table = make_table(spec, job_of(ValueKind::obliged));
        const Game& game = table.game().value();
        Recursion recursion(game);
        const auto values = all_values(table);
        for (Index i = 0; i < values.size(); ++i)
            ASSERT_TRUE(!game.legal(i) || values[i].obliged == recursion.obliged(i)) << spec << ' ' << game.format(i);
    }
}

TEST(ValueTables, LoopyNimbersMeetTheirConditions) {
    int infinite = 0;
    for (const std::string& spec : loopy_specs()) {
        const Table table = make_table(spec, job_of(ValueKind::nimber));
        const auto values = nimbers_in(table);
        const Game& game = table.game().value();
        const ListGraph list = naive::list_of(game);
        for (Index i = 0; i < values.size(); ++i)
            if (game.legal(i)) {
                EXPECT_EQ(fault_at(list, values, i), "") << spec;
            }
        infinite += std::ranges::any_of(values, [](const NimberValue& v) { return v.infinite; }) ? 1 : 0;
        // Compares wins, losses and draws with the table of outcomes.
        if (spec.starts_with("horsefly")) continue;
        const Table outcomes = make_table(spec);
        for (Index i = 0; i < table.info().queryable_size; ++i)
            EXPECT_EQ(outcome_of(table.at(i).value()), outcomes.at(i)->outcome.outcome) << spec << ' ' << i;
    }
    EXPECT_GE(infinite, 5);
}

TEST(ValueTables, NeitherThreadsNorCodecsChangeAValue) {
    auto specs = loop_free_specs();
    for (const auto& spec : loopy_specs()) specs.push_back(spec);
    for (const std::string& spec : specs)
        for (const ValueKind kind : {ValueKind::nimber, ValueKind::obliged}) {
            std::vector<std::byte> one;
            try {
                one = make_table_bytes(spec, job_of(kind, 1));
            } catch (const Error& e) {
                EXPECT_EQ(e.code(), ErrorCode::not_applicable) << spec << ": " << e.what();
                EXPECT_EQ(kind, ValueKind::obliged) << spec << ": " << e.what();
                continue;
            }
            for (const unsigned threads : {2u, 4u})
                EXPECT_TRUE(make_table_bytes(spec, job_of(kind, threads)) == one) << spec << ' ' << threads;
            const auto table = Table::from_memory(one).value();
            const auto values = all_values(table);
            for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs}) {
                JobOptions job = job_of(kind);
                job.codec = codec;
                const Table other = Table::from_memory(make_table_bytes(spec, job)).value();
                const auto others = all_values(other);
                ASSERT_EQ(others.size(), values.size());
                for (Index i = 0; i < values.size(); ++i)
                    ASSERT_TRUE(!table.legal(i).value() || others[i] == values[i]) << spec << ' ' << to_string(codec);
                EXPECT_EQ(other.info(), table.info()) << spec;
            }
        }
}

// A refusal gives the reason and, if there is one, an alternative.
TEST(ValueTables, WhatAGameDoesNotHaveIsRefused) {
    const struct {
        std::string spec;
        ValueKind kind;
        Play play;
        const char* says;
    } cases[] = {
        {"wythoff:max=5", ValueKind::nimber, Play::misere, "misere"},
        {"octal:code=0.77,max=9", ValueKind::nimber, Play::misere, "misere"},
        {"wythoff:max=5", ValueKind::obliged, Play::misere, "misere"},
        {"square-but-one:max=9", ValueKind::nimber, Play::misere, "misere"},
        {"octal:code=0.77,max=9", ValueKind::outcome, Play::normal, "total="},
        {"grundy:max=9", ValueKind::outcome, Play::normal, "total="},
        {"graph:" + data_board("nims-island.dot"), ValueKind::obliged, Play::normal, "loopy"},
        {"square-but-one:max=9", ValueKind::obliged, Play::normal, "play need not end"},
        {"fair-shares:n=12", ValueKind::obliged, Play::normal, "loopy"},
        {"put-or-take-a-square:max=20,bound=100", ValueKind::nimber, Play::normal, "bound"},
        {"put-or-take-a-square:max=20,bound=100", ValueKind::obliged, Play::normal, "bound"},
        {"graph:" + data_board("bounded.dot"), ValueKind::nimber, Play::normal, "bound"},
        {"wythoff:max=5", ValueKind::partizan_outcome, Play::normal, "partizan-outcome"},
        {"octal:code=0.77,max=9", ValueKind::canonical, Play::normal, "canonical"},
    };
    for (const auto& c : cases) {
        JobOptions job = job_of(c.kind, 2, c.play);
        const std::string what = refusal_of([&] { make_table_bytes(c.spec, job); }, ErrorCode::not_applicable);
        EXPECT_NE(what.find(c.says), std::string::npos) << c.spec << ": " << what;
    }
}

}  // namespace mexbase::test::value_tables_test
