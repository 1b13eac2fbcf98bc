// SPDX-License-Identifier: MIT
// Output of mexquery for tables of partizan values.
#include "tests/query/partizan_tables.hpp"

#include <fmt/format.h>

#include "lib/value/partizan/notation/text.hpp"
#include "program.hpp"

namespace mexbase::test {
namespace partizan_tables_test {

class PartizanTableFiles : public Programs {
  protected:
    std::string file(const TableContents& contents) const {
        return scratch.write("table.mxb", mexbase::test::table_bytes(contents));
    }
    /// Makes a table of these forms, `#0`, `#1`, ….
    std::string canonical(const std::vector<const char*>& forms) {
        GameArena arena;
        GameNumbering numbering(arena);
        mexbase::test::Forms made;
        for (const char* text : forms) made.numbers.push_back(numbering.number(parse_game(arena, text)));
        made.list = numbering.take();
        return file(contents_of(made));
    }
    /// Makes a table with N won in 1 and 3, P lost in 0 and 4, L/D won in 7.
    std::string outcomes() {
        mexbase::test::Results made;
        made.values.resize(3);
        const std::vector<std::uint32_t> streams[4] = {{1, 0, 1}, {1, 0, 7}, {1, 0, 2}, {3, 4, dont_care}};
        std::ranges::copy(streams, made.streams);
        return file(contents_of(made));
    }
};

TEST_F(PartizanTableFiles, ProbePrintsCanonicalForms) {
    const std::string t = canonical({"0", "^<2>*", "-1/2", "+-{1,{2|0}}"});
    EXPECT_EQ(query({"probe", t, "#0", "#1", "#2"}).out, "#0: 0\n#1: ^<2>*\n#2: -1/2\n");
    const json up = parsed({"probe", t, "--json", "#1"});
    expect_fields(up,
                  {{"position", "#1"}, {"index", 1}, {"class", "N"}, {"canonical", "^<2>*"}, {"atomic_weight", "0"}});
    const json half = parsed({"probe", t, "--json", "#2"});
    EXPECT_FALSE(half.contains("atomic_weight"));
    EXPECT_EQ(half["class"], "R");
    EXPECT_EQ(parsed({"probe", t, "--json", "#0"})["fingerprint"], "c731da1983d8e17d");
}

TEST_F(PartizanTableFiles, ProbePrintsClassesAndPairs) {
    const std::string t = outcomes();
    EXPECT_EQ(query({"probe", t, "#0", "#1", "#2"}).out, "#0: N\n#1: P\n#2: L/D\n");
    const json next = parsed({"probe", t, "--json", "#0"}), drawn = parsed({"probe", t, "--json", "#2"});
    expect_fields(
        next,
        {{"class", "N"}, {"left_first", "L"}, {"right_first", "R"}, {"left_remoteness", 1}, {"right_remoteness", 3}});
    expect_fields(drawn, {{"class", "L/D"}, {"left_remoteness", 7}, {"right_remoteness", nullptr}});
}

TEST_F(PartizanTableFiles, DumpQuotesWhatHoldsAComma) {
    const std::string t = canonical({"*", "+-{1,{2|0}}", "^"});
    const Words rows = lines_of(query({"dump", t, "--csv"}).out);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0], "position,canonical,outcome,atomic_weight,fingerprint");
    EXPECT_EQ(rows[1], "#0,*,N,0,ec28e0d614691dcb");
    const std::string quoted = "#1,\"+-{1,{2|0}}\",N,,";
    EXPECT_TRUE(rows[2].starts_with(quoted)) << rows[2];
    EXPECT_EQ(rows[2].find_first_not_of("0123456789abcdef", quoted.size()), std::string::npos) << rows[2];
    EXPECT_EQ(rows[3], "#2,^,L,1,4dfecc55bd76caed");
    EXPECT_EQ(query({"dump", outcomes(), "--csv"}).out, "position,left_first,right_first\n#0,L,R\n#1,R,L\n#2,L,D\n");
}

TEST_F(PartizanTableFiles, InfoCountsByClass) {
    const std::string t = canonical({"*", "*", "0", "1", "^", "-1"});
    const json forms = parsed({"info", t, "--json"});
    expect_fields(forms, {{"value", "canonical"},
                          {"histogram", (json{{"N", 2}, {"P", 1}, {"L", 2}, {"R", 1}})},
                          {"distinct_values", 5},
                          {"format_version", "1.2"}});
    expect_contains(query({"info", t}).out, "2 N, 1 P, 2 L, 1 R\n5 distinct values");
    const std::string u = outcomes();
    const json results = parsed({"info", u, "--json"});
    expect_fields(results, {{"value", "partizan-outcome"},
                            {"histogram", (json{{"N", 1}, {"P", 1}, {"L", 0}, {"R", 0}, {"L/D", 1}})},
                            {"longest_remoteness", 7}});
    expect_contains(query({"info", u}).out, "1 N, 1 P, 1 L/D\nlongest remoteness 7");
}

TEST_F(PartizanTableFiles, FactsAreThoseOfAFormWhoseTextIsTooLong) {
    // The text of each value contains the one before it twice: 2^40 characters in all.
    GameArena arena;
    GameNumbering numbering(arena);
    PartizanId g = arena.number(0), of_19 = g;
    mexbase::test::Forms made;
    for (int i = 1; i <= 40; ++i) {
        const PartizanId left[] = {arena.sum(g, arena.number(Dyadic(2 * i)))},
                         right[] = {arena.sum(g, arena.number(Dyadic(-2 * i)))};
        g = arena.make(left, right);
        if (i == 19) of_19 = g;
    }
    made.numbers = {numbering.number(arena.number(0)), numbering.number(g), numbering.number(arena.nimber(2))};
    made.list = numbering.take();
    const std::string t = file(contents_of(made));
    // Game g is the sum of the switches 2, 4, ..., 80, in which the hottest is played first.
    const std::string print = fmt::format("{:016x}", arena.fingerprint(g));
    const std::string facts =
        "(canonical form of more than 2^20 characters; class N, mean 0, temperature 80, stops 40 and -40, "
        "fingerprint " +
        print + ")";
    EXPECT_EQ(query({"probe", t, "#0", "#1", "#2"}).out, "#0: 0\n#1: " + facts + "\n#2: *2\n");
    expect_fields(parsed({"probe", t, "#1", "--json"}), {{"canonical", nullptr},
                                                         {"class", "N"},
                                                         {"left_stop", "40"},
                                                         {"right_stop", "-40"},
                                                         {"mean", "0"},
                                                         {"temperature", "80"},
                                                         {"fingerprint", print}});
    expect_contains(query({"dump", t, "--csv"}).out, "#1,\"" + facts + "\",N,," + print + "\n");
    // A short text of a long form.
    std::string sum = "+-2";
    for (int i = 2; i <= 19; ++i) sum += "+(+-" + std::to_string(2 * i) + ')';
    const Ran value = query({"value", "+-2+(+-4)", sum});
    EXPECT_EQ(value.status, 0) << value.err;
    expect_contains(value.out, sum +
                                   ": (canonical form of more than 2^20 characters; class N, mean 0, temperature 38, "
                                   "stops 20 and -20, birthday ");
    const std::string print_of_19 = fmt::format("{:016x}", arena.fingerprint(of_19));
    expect_contains(value.out, "fingerprint " + print_of_19 + ")\n");
    expect_fields(parsed({"value", sum, "--json"}),
                  {{"canonical", nullptr}, {"class", "N"}, {"temperature", "38"}, {"fingerprint", print_of_19}});
}

TEST_F(PartizanTableFiles, BenchMeasuresBothKinds) {
    const Ran forms = query({"bench", canonical({"0", "*"}), "--probes", "100"});
    EXPECT_EQ(forms.status, 0) << forms.err;
    expect_contains(forms.out, "values: 2 read");
    EXPECT_EQ(query({"bench", outcomes(), "--probes", "100"}).status, 0);
}

}  // namespace partizan_tables_test
}  // namespace mexbase::test
