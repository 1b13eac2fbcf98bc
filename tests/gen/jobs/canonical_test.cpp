// SPDX-License-Identifier: MIT
// Tables of canonical forms: made, read and verified; verification finds every error.
#include <filesystem>
#include <random>

#include "gen/verify/canonical_check.hpp"
#include "lib/error.hpp"
#include "tables.hpp"
#include "tests/scratch.hpp"

namespace mexbase::test::canonical_test {

JobOptions canonical_job(unsigned threads = 2) {
    return job_of(ValueKind::canonical, threads);
}

std::string value_at(const Table& table, const char* position) {
    return to_string(table.probe(position).value());
}

/// Contents of a table of canonical forms.
struct Contents {
    GameList list;
    std::vector<std::uint32_t> numbers;
};

Contents contents_of(const Table& table) {
    Contents contents{table.canonical_values().value().list(), {}};
    for (const Value& value : all_values(table)) contents.numbers.push_back(value.canonical.number);
    return contents;
}

/// Returns the table with these contents, and with right checksums and counts.
Table with_contents(const Table& table, const Contents& wrong) {
    TableContents contents{.info = table.info()};
    contents.values = &wrong.list;
    contents.streams.push_back({StreamKind::game_value, [&](Index first, std::span<std::uint32_t> out) {
                                    for (std::size_t k = 0; k < out.size(); ++k)
                                        out[k] = table.legal(first + k).value() ? wrong.numbers[first + k] : dont_care;
                                }});
    return rewritten(table, std::move(contents));
}

/// Returns the error of verification; empty if the table passes.
std::string fault(const Table& table, unsigned threads = 2) {
    const Game& game = table.game().value();
    try {
        verify_table(game, table, canonical_job(threads));
        return "";
    } catch (const Error& e) {
        EXPECT_TRUE(e.code() == ErrorCode::verification_failed || e.code() == ErrorCode::corrupt) << e.what();
        return e.what();
    }
}

std::string refusal(const char* spec, const JobOptions& options) {
    try {
        make_table_bytes(spec, options);
    } catch (const Error& e) {
        EXPECT_NE(e.code(), ErrorCode::verification_failed);
        return e.what();
    }
    return "";
}

TEST(CanonicalTable, HoldsTheValues) {
    const Table cutthroat = make_table("cutthroat:board=path-5,colours=bwg", canonical_job());
    EXPECT_EQ(value_at(cutthroat, "-----"), "0");
    EXPECT_EQ(value_at(cutthroat, "BW---"), "*");
    EXPECT_EQ(value_at(cutthroat, "BW-BW"), "0");
    // Left leaves BW or the empty board, and Right leaves the empty board: {0, * | 0}.
    EXPECT_EQ(value_at(cutthroat, "BBW--"), "^*");
    EXPECT_EQ(value_at(cutthroat, "BWW--"), "v*");
    const Table domineering = make_table("domineering:board=grid-2x2", canonical_job());
    EXPECT_EQ(value_at(domineering, "../.."), "+-1");
    EXPECT_EQ(value_at(domineering, ".#/.#"), "1");
    const Table dominoes = make_table("toppling-dominoes:max=4", canonical_job());
    EXPECT_EQ(value_at(dominoes, "BBBB"), "4");
    EXPECT_EQ(dominoes.info().positions, 1U + 3 + 9 + 27 + 81);
}

TEST(CanonicalTable, DoesNotDependOnThreads) {
    for (const char* spec : {"cutthroat:board=path-6,colours=bwg", "snort:board=grid-2x3", "toppling-dominoes:max=6"})
        EXPECT_EQ(make_table_bytes(spec, canonical_job(1)), make_table_bytes(spec, canonical_job(3))) << spec;
}

TEST(CanonicalTable, IsTheDefaultOfPartizanBoards) {
    const auto kind = [](const char* spec) {
        const auto game = make_game_from_files(stock_registry(), spec);
        return default_kind(*game);
    };
    EXPECT_EQ(kind("cutthroat:board=path-3"), ValueKind::canonical);
    EXPECT_EQ(kind("domineering:board=grid-2x2"), ValueKind::canonical);
    EXPECT_EQ(kind("cutthroat:board=path-3,play=impartial"), ValueKind::nimber);
}

/// Writes a graph with these arcs. Returns its spec.
std::string graph_of(const Scratch& scratch, const std::string& arcs) {
    return "graph:file=" + scratch.write("arcs.dot", "digraph g { " + arcs + " }");
}

TEST(CanonicalGraph, OfOneTokenIsSolvedInAnOrderOfItsOwn) {
    // s = {0, 1 | t}, t = {1 | 0, 0}, one = {0 | }, end = 0.
    const Scratch scratch;
    const Table table = make_table(graph_of(scratch,
                                            "s -> t [player=right]; s -> end [player=left]; s -> one [player=left];"
                                            "t -> one [player=left]; t -> end [player=right]; t -> end [player=right];"
                                            "one -> end [player=left];"),
                                   canonical_job());
    EXPECT_EQ(value_at(table, "one"), "1");
    EXPECT_EQ(value_at(table, "t"), "{1|0}");
    EXPECT_EQ(value_at(table, "s"), "1Tiny(1)");
    EXPECT_EQ(value_at(table, "end"), "0");
}

TEST(CanonicalGraph, IgnoresCheckpoints) {
    const Scratch scratch;
    const std::string graph = graph_of(scratch, "a -> b [player=left]; b -> c [player=right]; a -> c [player=right];");
    JobOptions options = canonical_job();
    options.checkpoint = scratch.path("arcs.dot");  // a file that is not a checkpoint
    EXPECT_EQ(make_table_bytes(graph, options), make_table_bytes(graph, canonical_job()));
    EXPECT_TRUE(std::filesystem::exists(options.checkpoint));
}

TEST(CanonicalGraph, ThatIsLoopyIsRefused) {
    // Play ends if the players alternate. In a sum Left may move in a cycle forever.
    const Scratch scratch;
    const std::string loop = graph_of(scratch, "a -> b [player=left]; b -> a [player=left]; b -> end [player=right]");
    const std::string said = refusal(loop.c_str(), canonical_job());
    EXPECT_NE(said.find("loopy"), std::string::npos) << said;
    EXPECT_NE(said.find("partizan-outcome"), std::string::npos) << said;
}

TEST(CanonicalTable, IsRefusedWhereThereIsNone) {
    JobOptions options = canonical_job();
    EXPECT_NE(refusal("cutthroat:board=path-3,play=impartial", options).find("players have the same moves"),
              std::string::npos);
    options.play = Play::misere;
    EXPECT_NE(refusal("cutthroat:board=path-3", options).find("normal play"), std::string::npos);
    options = canonical_job();
    options.value = ValueKind::nimber;
    EXPECT_NE(refusal("cutthroat:board=path-3", options).find("it has canonical and partizan-outcome"),
              std::string::npos);
    EXPECT_NE(refusal("domineering:board=grid-2x2", options).find("players' moves differ"), std::string::npos);
    options = canonical_job();
    options.memory = 4000;
    EXPECT_NE(refusal("cutthroat:board=path-6,colours=bwg", options).find("the job needs"), std::string::npos);
    const auto game = make_game_from_files(stock_registry(), "cutthroat:board=path-6,colours=bwg");
    options.memory = check_job(*game, options).least;  // which does not include the forms
    EXPECT_NE(refusal("cutthroat:board=path-6,colours=bwg", options).find("distinct games"), std::string::npos);
}

// The order used by verification differs from the arena's: no stops, no memo of the arena, shifts instead of sums.
TEST(CanonicalOrder, IsThatOfTheArena) {
    for (const char* spec :
         {"toppling-dominoes:max=3", "cutthroat:board=path-5,colours=bwg", "domineering:board=grid-3x3"}) {
        const Table table = make_table(spec, canonical_job());
        const CanonicalValues& values = table.canonical_values().value();
        GameArena arena = values.arena();
        detail::GameOrder order(values.list(), 1 << 20);
        for (std::uint32_t g = 0; g < values.size(); g += 1 + values.size() / 60)
            for (std::uint32_t h = 0; h < values.size(); h += 1 + values.size() / 50)
                for (int shift = -2; shift <= 2; ++shift)
                    ASSERT_EQ(order.at_most(g, h, shift),
                              arena.leq(values.game(g), arena.sum(values.game(h), arena.number(Dyadic(shift)))))
                        << values.text(g) << " <= " << values.text(h) << " + " << shift;
    }
}

TEST(CanonicalOrder, FollowsLongChainsWithoutRecursion) {
    GameList integers;
    integers.games.push_back({});
    integers.games.back().weight = 0;
    for (std::uint32_t n = 1; n <= 200000; ++n) {
        GameList::Game game;
        game.first = integers.options.size();
        game.lefts = 1;
        integers.games.push_back(game);
        integers.options.push_back(n - 1);
    }
    const detail::GameForms forms(integers);
    EXPECT_TRUE(forms.integer[200000]);
    detail::GameOrder order(integers, std::uint64_t{1} << 30);
    EXPECT_TRUE(order.at_most(199998, 200000, -2));
    EXPECT_FALSE(order.at_most(200000, 199999));
    detail::CanonicalCheck check(forms, std::uint64_t{1} << 30);
    check.add(true, 199999);
    EXPECT_TRUE(check.make(200000));
    check.add(true, 199999);
    EXPECT_FALSE(check.make(199999));
}

class VerifyCanonical : public ::testing::TestWithParam<const char*> {};

TEST_P(VerifyCanonical, FindsAnySingleWrongValue) {
    const Table table = make_table(GetParam(), canonical_job());
    const Contents right = contents_of(table);
    ASSERT_EQ(fault(with_contents(table, right)), "");
    std::mt19937 random(5);
    for (int round = 0; round < 40; ++round) {
        Contents wrong = right;
        std::uint32_t& number = wrong.numbers[random() % wrong.numbers.size()];
        const std::uint32_t before = number;
        number = static_cast<std::uint32_t>(random() % right.list.games.size());
        if (number == before) continue;
        EXPECT_NE(fault(with_contents(table, wrong)), "") << GetParam() << " " << before << " made " << number;
    }
}

TEST_P(VerifyCanonical, FindsAnySingleWrongWeight) {
    const Table table = make_table(GetParam(), canonical_job());
    const Contents right = contents_of(table);
    std::mt19937 random(6);
    unsigned tried = 0;
    for (int round = 0; round < 60; ++round) {
        Contents wrong = right;
        auto& weight = wrong.list.games[random() % wrong.list.games.size()].weight;
        const std::uint32_t before = weight;
        const auto count = static_cast<std::uint32_t>(right.list.games.size());
        weight = random() % 4 == 0 ? GameList::none : static_cast<std::uint32_t>(random() % count);
        if (weight == before) continue;
        ++tried;
        EXPECT_NE(fault(with_contents(table, wrong)), "") << GetParam() << " " << before << " made " << weight;
    }
    EXPECT_GT(tried, 20U);
}

TEST_P(VerifyCanonical, FindsAnySingleWrongOption) {
    const Table table = make_table(GetParam(), canonical_job());
    const Contents right = contents_of(table);
    std::mt19937 random(7);
    unsigned tried = 0;
    for (int round = 0; round < 60; ++round) {
        Contents wrong = right;
        const auto game = static_cast<std::uint32_t>(random() % right.list.games.size());
        const GameList::Game& form = right.list.games[game];
        if (form.lefts + form.rights == 0) continue;
        auto& option = wrong.list.options[form.first + random() % (form.lefts + form.rights)];
        const std::uint32_t before = option;
        option = static_cast<std::uint32_t>(random() % game);
        for (const auto options : {wrong.list.left(game), wrong.list.right(game)})
            if (!std::ranges::is_sorted(options, std::less_equal<>())) option = before;
        if (option == before) continue;
        ++tried;
        // The reader may detect that already.
        const auto bad = [&] {
            try {
                return fault(with_contents(table, wrong));
            } catch (const Error& e) {
                return std::string(e.what());
            }
        }();
        EXPECT_NE(bad, "") << GetParam() << " option " << before << " of " << game << " made " << option;
    }
    EXPECT_GT(tried, 5U);
}

INSTANTIATE_TEST_SUITE_P(Games, VerifyCanonical,
                         ::testing::Values("cutthroat:board=path-6,colours=bwg", "cutthroat:board=star-4,colours=bwg",
                                           "snort:board=cycle-6", "domineering:board=grid-3x3",
                                           "toppling-dominoes:max=5"),
                         name_by_text);

// Consistent values are not enough: a position without moves has the value 0.
TEST(VerifyCanonical, FindsATableOfOneValue) {
    const Table table = make_table("cutthroat:board=path-4", canonical_job());
    Contents wrong = contents_of(table);
    for (std::uint32_t& number : wrong.numbers) number = 1;
    EXPECT_NE(fault(with_contents(table, wrong)), "");
}

TEST(VerifyCanonical, SaysWhatIsWrongAtTheFirstPosition) {
    const Table table = make_table("cutthroat:board=path-4", canonical_job());
    Contents wrong = contents_of(table);
    ASSERT_EQ(value_at(table, "BW--"), "*");
    wrong.numbers[table.index_of("BW--").value()] = 0;
    for (const unsigned threads : {1U, 3U}) {
        const std::string said = fault(with_contents(table, wrong), threads);
        EXPECT_NE(said.find("wrong value at position"), std::string::npos) << said;
        EXPECT_NE(said.find("the table says 0"), std::string::npos) << said;
    }
}

// A part of a table need not use all values of its list. All positions must.
TEST(CanonicalVerification, OfAPartAcceptsRightTables) {
    for (const char* spec : {"toppling-dominoes:max=1", "toppling-dominoes:max=4", "col:board=path-4",
                             "cutthroat:board=star-4", "domineering:board=grid-2x3"}) {
        const Table table = make_table(spec, canonical_job());
        const Game& game = table.game().value();
        const Index size = table.info().indices;
        for (const VerifiedPart part : {VerifiedPart{0, 2}, VerifiedPart{size - 1, size}, VerifiedPart{1, size / 2 + 1},
                                        VerifiedPart{0, no_index, 2}, VerifiedPart{0, no_index, size}}) {
            JobOptions options = canonical_job();
            options.verified = part;
            EXPECT_NO_THROW(verify_table(game, table, options)) << spec << ' ' << part.from << ' ' << part.until;
        }
        // With a value that no position uses, the table is wrong, but its parts are not.
        Contents wrong = contents_of(table);
        GameArena arena;
        GameNumbering numbering(arena, wrong.list, load_games(arena, wrong.list));
        numbering.number(arena.number(Dyadic(-21, 3)));
        wrong.list = numbering.take();
        const Table unused = with_contents(table, wrong);
        EXPECT_NE(fault(unused).find("is not used"), std::string::npos) << spec;
        JobOptions options = canonical_job();
        options.verified = {0, no_index, size};  // a sample of all positions is all of the table
        EXPECT_THROW(verify_table(unused.game().value(), unused, options), Error);
        options.verified = {0, size - 1};
        EXPECT_NO_THROW(verify_table(unused.game().value(), unused, options));
    }
}

}  // namespace mexbase::test::canonical_test
