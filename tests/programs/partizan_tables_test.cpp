// SPDX-License-Identifier: MIT
// Output of mexquery for tables of partizan values.
#include "tests/query/partizan_tables.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/value/partizan/notation/text.hpp"
#include "program.hpp"

namespace mexbase::test {
namespace partizan_tables_test {

using nlohmann::json;

class PartizanTableFiles : public ::testing::Test {
  protected:
    std::string file(const TableContents& contents) {
        const std::string path = scratch.path("table.mxb");
        const auto bytes = mexbase::test::table_bytes(contents);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return path;
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
    Ran query(const std::vector<std::string>& arguments, const std::string& input = "") {
        return run(scratch, "mexquery", arguments, input);
    }
    Scratch scratch;
};

TEST_F(PartizanTableFiles, ProbePrintsCanonicalForms) {
    const std::string t = canonical({"0", "^<2>*", "-1/2", "+-{1,{2|0}}"});
    EXPECT_EQ(query({"probe", t, "#0", "#1", "#2"}).out, "#0: 0\n#1: ^<2>*\n#2: -1/2\n");
    const json up = json::parse(query({"probe", t, "--json", "#1"}).out);
    EXPECT_EQ(up["position"], "#1");
    EXPECT_EQ(up["index"], 1);
    EXPECT_EQ(up["class"], "N");
    EXPECT_EQ(up["canonical"], "^<2>*");
    EXPECT_EQ(up["atomic_weight"], "0");
    const json half = json::parse(query({"probe", t, "--json", "#2"}).out);
    EXPECT_FALSE(half.contains("atomic_weight"));
    EXPECT_EQ(half["class"], "R");
    EXPECT_EQ(json::parse(query({"probe", t, "--json", "#0"}).out)["fingerprint"], "c731da1983d8e17d");
}

TEST_F(PartizanTableFiles, ProbePrintsClassesAndPairs) {
    const std::string t = outcomes();
    EXPECT_EQ(query({"probe", t, "#0", "#1", "#2"}).out, "#0: N\n#1: P\n#2: L/D\n");
    const json next = json::parse(query({"probe", t, "--json", "#0"}).out),
               drawn = json::parse(query({"probe", t, "--json", "#2"}).out);
    EXPECT_EQ(next["class"], "N");
    EXPECT_EQ(next["left_first"], "L");
    EXPECT_EQ(next["right_first"], "R");
    EXPECT_EQ(next["left_remoteness"], 1);
    EXPECT_EQ(next["right_remoteness"], 3);
    EXPECT_EQ(drawn["class"], "L/D");
    EXPECT_EQ(drawn["left_remoteness"], 7);
    EXPECT_TRUE(drawn["right_remoteness"].is_null());
}

TEST_F(PartizanTableFiles, DumpQuotesWhatHoldsAComma) {
    const std::string t = canonical({"*", "+-{1,{2|0}}", "^"});
    std::istringstream rows(query({"dump", t, "--csv"}).out);
    std::string row;
    std::getline(rows, row);
    EXPECT_EQ(row, "position,canonical,outcome,atomic_weight,fingerprint");
    std::getline(rows, row);
    EXPECT_EQ(row, "#0,*,N,0,ec28e0d614691dcb");
    std::getline(rows, row);
    const std::string quoted = "#1,\"+-{1,{2|0}}\",N,,";
    EXPECT_TRUE(row.starts_with(quoted)) << row;
    EXPECT_EQ(row.find_first_not_of("0123456789abcdef", quoted.size()), std::string::npos) << row;
    std::getline(rows, row);
    EXPECT_EQ(row, "#2,^,L,1,4dfecc55bd76caed");
    EXPECT_EQ(query({"dump", outcomes(), "--csv"}).out, "position,left_first,right_first\n#0,L,R\n#1,R,L\n#2,L,D\n");
}

TEST_F(PartizanTableFiles, InfoCountsByClass) {
    const std::string t = canonical({"*", "*", "0", "1", "^", "-1"});
    const json forms = json::parse(query({"info", t, "--json"}).out);
    EXPECT_EQ(forms["value"], "canonical");
    EXPECT_EQ(forms["histogram"], (json{{"N", 2}, {"P", 1}, {"L", 2}, {"R", 1}}));
    EXPECT_EQ(forms["distinct_values"], 5);
    EXPECT_EQ(forms["format_version"], "1.2");
    EXPECT_NE(query({"info", t}).out.find("2 N, 1 P, 2 L, 1 R\n5 distinct values"), std::string::npos);
    const std::string u = outcomes();
    const json results = json::parse(query({"info", u, "--json"}).out);
    EXPECT_EQ(results["value"], "partizan-outcome");
    EXPECT_EQ(results["histogram"], (json{{"N", 1}, {"P", 1}, {"L", 0}, {"R", 0}, {"L/D", 1}}));
    EXPECT_EQ(results["longest_remoteness"], 7);
    EXPECT_NE(query({"info", u}).out.find("1 N, 1 P, 1 L/D\nlongest remoteness 7"), std::string::npos);
}

TEST_F(PartizanTableFiles, AFormTooLongToPrintIsReportedAfterTheOthersAreAnswered) {
    // The text of each value contains the one before it twice: 2^40 characters in all.
    GameArena arena;
    GameNumbering numbering(arena);
    PartizanId g = arena.number(0);
    mexbase::test::Forms made;
    for (int i = 1; i <= 40; ++i) {
        const PartizanId left[] = {arena.sum(g, arena.number(Dyadic(2 * i)))},
                         right[] = {arena.sum(g, arena.number(Dyadic(-2 * i)))};
        g = arena.make(left, right);
    }
    made.numbers = {numbering.number(arena.number(0)), numbering.number(g), numbering.number(arena.nimber(2))};
    made.list = numbering.take();
    const std::string t = file(contents_of(made));
    for (const bool as_json : {false, true}) {
        std::vector<std::string> words{"probe", t, "#0", "#1", "#2"};
        if (as_json) words.push_back("--json");
        const Ran ran = query(words);
        EXPECT_EQ(std::ranges::count(ran.out, '\n'), 2) << ran.out;
        expect_refusal(ran, 2, "mexquery", "#1");
    }
    expect_refusal(query({"dump", t, "--csv"}), 2, "mexquery", "#1");
}

TEST_F(PartizanTableFiles, BenchMeasuresBothKinds) {
    const Ran forms = query({"bench", canonical({"0", "*"}), "--probes", "100"});
    EXPECT_EQ(forms.status, 0) << forms.err;
    EXPECT_NE(forms.out.find("values: 2 read"), std::string::npos);
    EXPECT_EQ(query({"bench", outcomes(), "--probes", "100"}).status, 0);
}

}  // namespace partizan_tables_test
}  // namespace mexbase::test
