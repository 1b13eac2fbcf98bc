// SPDX-License-Identifier: MIT
// JSON output of the commands of both programs.
#include "query/json/json.hpp"

#include <sys/resource.h>

#include "program.hpp"

namespace mexbase::test {
namespace json_test {

class JsonOutput : public Programs {
  protected:
    /// Returns the output of a command: one line.
    static json said(const Ran& ran) {
        EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
        return parsed(ran);
    }
    json answered(const Words& arguments) const { return said(query(arguments)); }
    /// Expects that an object of a list has the fields of `probe` for its position.
    void expect_probed(const std::string& path, json object) {
        ASSERT_TRUE(object.is_object() && object.contains("position")) << object;
        const std::string position = object["position"];
        EXPECT_EQ(object, answered({"probe", path, "--json", position})) << position;
    }
    /// Returns the positions of a list, in order.
    static std::vector<std::string> names(const json& list) {
        std::vector<std::string> all;
        for (const json& each : list) all.push_back(each["position"]);
        return all;
    }
    /// Returns the first word of each line that a command prints as text.
    Words first_words(const Words& arguments) const {
        Words all;
        for (const std::string& line : lines_of(query(arguments).out))
            if (const auto colon = line.find(": "); colon != std::string::npos && line.find("and so on") != 0)
                all.push_back(line.substr(0, colon));
        return all;
    }
};

TEST_F(JsonOutput, InfoHasTheBytesOfAStoredGraph) {
    const auto board_bytes = [this](const std::string& file) -> std::uint64_t {
        return said(query({"info", file, "--json"}))["board_bytes"];
    };
    const std::string arcs = scratch.write("arcs.txt", "a b\nb c\nc a\n");
    std::string more = "a b\nb c\nc a\n";
    for (int v = 0; v < 1000; ++v) more += "x" + std::to_string(v) + " a\n";
    const std::string small = table("graph:file=" + arcs), large = table("graph:file=" + scratch.write("m.txt", more));
    EXPECT_GT(board_bytes(small), 0U);
    EXPECT_GT(board_bytes(large), board_bytes(small));
    EXPECT_LT(board_bytes(large), std::filesystem::file_size(large));
    EXPECT_EQ(board_bytes(table("nim:piles=1,max=9")), 0U);
    std::string store = " store the graph\n";
    expect_contains(query({"info", small}).out, std::to_string(board_bytes(small)) + store);
    EXPECT_EQ(query({"info", table("square:max=9")}).out.find(" store "), std::string::npos);
}

TEST_F(JsonOutput, BestIsOneObject) {
    const std::string outcomes = table("square-but-one:max=100");
    const json best = answered({"best", outcomes, "6", "--json"});
    expect_fields(best, {{"position", "6"}, {"index", 6}, {"outcome", "win"}, {"remoteness", 3}});
    EXPECT_EQ(names(best["moves"]), (std::vector<std::string>{"5", "2", "7"}));
    EXPECT_EQ(best["moves"][0]["remoteness"], 2);
    EXPECT_TRUE(best["moves"][1]["remoteness"].is_null());
    EXPECT_EQ(answered({"best", outcomes, "0", "--json"})["moves"], json::array());
    const struct {
        std::string spec;
        Words options;
        std::string position;
    } cases[] = {{"square-but-one:max=100", {"--value", "nimber"}, "6"},
                 {"octal:code=0.77,max=30", {"--value", "nimber"}, "12"},
                 {"octal:code=0.77,max=30", {"--value", "nimber"}, "5+3"},
                 {"octal:code=0.77,max=30", {"--value", "obliged"}, "12"},
                 {"domineering:board=grid-2x3", {}, "start"},
                 {"cutthroat:board=path-4", {}, "BWWB"},
                 {"col:board=path-4", {"--value", "partizan-outcome"}, "..B."},
                 {"put-or-take-a-square:max=90,bound=200", {}, "40"}};
    for (const auto& c : cases) {
        const std::string path = table(c.spec, c.options);
        for (const char* first : {"left", "right"}) {
            json object = answered({"best", path, c.position, "--first", first, "--json"});
            EXPECT_EQ(names(object["moves"]), first_words({"best", path, c.position, "--first", first})) << c.spec;
            EXPECT_EQ(object["position"], c.position);
            for (const json& move : object["moves"])
                if (c.options.empty() || c.options[1] != "obliged" || move["index"].is_number())
                    expect_probed(path, move);
            object.erase("moves");
            expect_probed(path, object);
        }
    }
}

TEST_F(JsonOutput, LineIsOneObject) {
    const std::string wins = table("subtraction:set=1-4-9,max=100");
    json line = answered({"line", wins, "10", "--json"});
    expect_fields(
        line,
        {{"position", "10"}, {"outcome", answered({"probe", wins, "10", "--json"})["outcome"]}, {"end", "finished"}});
    EXPECT_EQ(line["line"].size(), line["remoteness"].get<std::size_t>() + 1)
        << "the position itself, and each after it";
    EXPECT_EQ(names(line["line"]), first_words({"line", wins, "10"}));
    for (const json& each : line["line"]) expect_probed(wins, each);
    EXPECT_EQ(line["line"].back()["remoteness"], 0);
    const std::string draws = table("square-but-one:max=100");
    EXPECT_EQ(answered({"line", draws, "2", "--json"})["end"], "repeated");
    const std::string either = table("domineering:board=grid-3x3", {"--value", "partizan-outcome"});
    line = answered({"line", either, "start", "--first", "right", "--json"});
    EXPECT_EQ(names(line["line"]), first_words({"line", either, "start", "--first", "right"}));
    EXPECT_EQ(line["class"], "N");
    spill(scratch.path("cut.dot"), "digraph g {\n  a; b; out [beyond=true];\n  a -> b; b -> out;\n}\n");
    const std::string cut = table("graph:file=" + scratch.path("cut.dot"));
    line = answered({"line", cut, "b", "--json"});
    expect_fields(line, {{"end", "unknown"}, {"outcome", "unknown"}, {"cannot_win", false}});
}

TEST_F(JsonOutput, SumIsOneObject) {
    const std::string kayles = table("octal:code=0.77,max=30", {"--value", "nimber"});
    json sum = answered({"sum", "--json", kayles, "5+3", kayles, "4"});
    EXPECT_EQ(sum["outcome"], "win");
    EXPECT_EQ(sum["move"]["component"], 1);
    EXPECT_EQ(sum["move"]["from"], "5+3");
    EXPECT_EQ(query({"sum", kayles, "5+3", kayles, "4"}).out,
              "win\nmove: 1: 5+3 -> " + sum["move"]["to"].get<std::string>() + "\n");
    EXPECT_EQ(answered({"sum", kayles, "4", kayles, "4", "--json"}), json({{"outcome", "loss"}, {"move", nullptr}}));
    const std::string pairs = table("knight:size=12", {"--value", "obliged"});
    sum = answered({"sum", "--obliged", "--json", pairs, "3,4", pairs, "5,3"});
    EXPECT_EQ(sum["obliged"], "11");
    for (const char* play : {"normal", "misere"}) EXPECT_EQ(sum["moves"][play]["component"], 1) << sum;
    EXPECT_EQ(answered({"sum", "--obliged", "--json", pairs, "0,0"}),
              json({{"obliged", "01"}, {"moves", {{"normal", nullptr}, {"misere", nullptr}}}}));
    const std::string rows = table("toppling-dominoes:max=4");
    EXPECT_EQ(
        answered({"sum", rows, "BB", "--json"}),
        json::parse(R"({"class": "L", "moves": {"left": {"component": 1, "from": "BB", "to": "B"}, "right": null}})"));
}

TEST_F(JsonOutput, ListAndDescribeSayWhatTheirTextSays) {
    const json list = said(gen({"list", "--json"}));
    ASSERT_TRUE(list.is_array());
    const std::string text = gen({"list"}).out;
    EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), list.size());
    for (const json& family : list) {
        const std::string name = family["family"];
        expect_contains(text, name + " ");
        const json described = said(gen({"describe", name, "--json"}));
        EXPECT_EQ(described["family"], name);
        const std::string page = gen({"describe", name}).out;
        for (const char* part : {"position:", "source:", "example:", "keys:"})
            EXPECT_TRUE(page.find(part) != std::string::npos || (part[0] == 'k' && described["keys"].empty())) << name;
        for (const char* key : {"summary", "example"}) EXPECT_EQ(described[key], family[key]) << name;
        EXPECT_TRUE(family["example"].get<std::string>().starts_with(name)) << name;
        for (const char* key : {"position", "source"}) EXPECT_FALSE(described[key].get<std::string>().empty()) << name;
        for (const json& key : described["keys"])
            for (const char* what : {"name", "meaning", "range", "default", "optional"})
                EXPECT_TRUE(key.contains(what)) << name;
        EXPECT_FALSE(described["values"]["impartial"].empty() && described["values"]["partizan"].empty()) << name;
    }
    const json col = said(gen({"describe", "col", "--json"}));
    EXPECT_EQ(col["values"]["partizan"], (json{"canonical", "partizan-outcome"}));
    EXPECT_EQ(col["values"]["impartial"][0], "nimber");
    EXPECT_EQ(col["distances"], json{"end"});
    EXPECT_EQ(said(gen({"describe", "chess", "--json"}))["distances"], (json{"end", "exit"}));
    expect_contains(gen({"describe", "chess"}).out, "\ndistances: end (default), exit\n");
    EXPECT_EQ(col["keys"][0]["name"], "board");
    EXPECT_EQ(col["keys"][0]["default"], nullptr);
    EXPECT_EQ(col["keys"][0]["optional"], false);
    EXPECT_EQ(col["keys"][1]["default"], "partizan");
    EXPECT_EQ(col["keys"][1]["optional"], true);
    expect_refusal(gen({"describe", "chequers", "--json"}), 2, "chequers");
}

TEST_F(JsonOutput, ErrorsAreOneLineAsEver) {
    const std::string nimbers = table("square-but-one:max=100", {"--value", "nimber"});
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"best", nimbers, "101", "--json"},
                                                      {"best", nimbers, "6\xff", "--json"},
                                                      {"line", nimbers, "6", "--json"},
                                                      {"sum", "--json", nimbers, "6\xff"},
                                                      {"sum", "--json", "--obliged", nimbers, "6"}}) {
        const Ran ran = query(arguments);
        expect_refusal(ran, 2, "");
        EXPECT_EQ(ran.out, "");
    }
}

using JsonText = JsonOutput;

TEST_F(JsonText, WhatIsNoUtf8DoesNotStopTheWriter) {
    Value value;
    value.outcome = {Outcome::win, 3};
    const std::string line = to_line(position_json("a\xff\x80z", std::nullopt, value));
    const json read = json::parse(line);
    expect_fields(read, {{"position", "a\xef\xbf\xbd\xef\xbf\xbdz"}, {"remoteness", 3}, {"index", nullptr}});
}

TEST_F(JsonText, IsWrittenAtOnceAsItIsFromATree) {
    Value outcome, unknown, nimber, infinite, obliged;
    outcome.outcome = {Outcome::win, 3};
    unknown.outcome = {Outcome::unknown, 0};
    nimber.kind = infinite.kind = ValueKind::nimber;
    nimber.nimber.nimber = 1234567890123;
    infinite.nimber.infinite = true;
    const std::uint32_t reached[] = {0, 2};
    infinite.nimber.reached = reached;
    obliged.kind = ValueKind::obliged;
    const Value partizan = Value::of(PartizanOutcome{{Outcome::win, 1}, {Outcome::draw, 0}});
    for (const Value& value : {outcome, unknown, nimber, infinite, obliged, partizan})
        for (const char* position : {"", "3,5", "a\"b\\c", "tab\t", "\x7f", "\xc3\xa9", "\xff\xc3"})
            for (const auto index : {std::optional<Index>(7), std::optional<Index>()}) {
                std::string line = "before";
                add_position_line(line, position, index, value);
                EXPECT_EQ(line, "before" + to_line(position_json(position, index, value)));
            }
}

class ValuesBySearch : public JsonOutput {
  protected:
    /// Runs `mexgen value` with a small stack.
    Ran value(std::vector<std::string> words) {
        words.insert(words.begin(), "value");
        return run(scratch, "mexgen", words, "", [] {
#ifdef MEXBASE_SANITIZED
            constexpr rlim_t bytes = rlim_t{16} << 20;
#else
            constexpr rlim_t bytes = rlim_t{1} << 20;
#endif
            const rlimit stack{bytes, bytes};
            setrlimit(RLIMIT_STACK, &stack);
        });
    }
};

TEST_F(ValuesBySearch, AreOfEveryGameThatEnds) {
    EXPECT_EQ(value({"domineering:board=grid-2x2", "start", "##/..", ".#/.#"}).out,
              "start: +-1\n##/..: -1\n.#/.#: 1\n");
    EXPECT_EQ(value({"octal:code=0.31,max=5", "--value", "obliged", "3", "3+1+1"}).out, "3: 00\n3+1+1: 00\n");
    EXPECT_EQ(value({"octal:code=0.77,max=20", "5", "3+4"}).out, "5: *4\n3+4: *2\n");
    EXPECT_EQ(value({"treblecross:max=5", "....."}).status, 0);
    const json one = json::parse(value({"toppling-dominoes:max=4", "BB", "--json"}).out);
    expect_fields(one, {{"position", "BB"}, {"class", "L"}, {"canonical", "2"}});
    EXPECT_TRUE(one.contains("fingerprint") && one["index"].is_number());
}

TEST_F(ValuesBySearch, DeepPlayNeedsLittleStack) {
    EXPECT_EQ(value({"subtraction:set=1,max=2000000", "2000000", "1999999"}).out, "2000000: 0\n1999999: *\n");
    std::string path = "digraph g {\n";
    constexpr int length = 100'000;
    for (int v = 0; v <= length; ++v) path += "v" + std::to_string(v) + ";\n";
    for (int v = 0; v < length; ++v)
        path += "v" + std::to_string(v) + " -> v" + std::to_string(v + 1) + " [player=left];\n";
    spill(scratch.path("deep.dot"), path + "}\n");
    EXPECT_EQ(value({"graph:file=" + scratch.path("deep.dot"), "v0", "v1"}).out, "v0: 100000\nv1: 99999\n");
}

TEST_F(ValuesBySearch, WhatCannotBeSearchedSaysWhy) {
    const std::string map = "graph:file=" + std::string(MEXBASE_DATA) + "/boards/nims-island.dot";
    expect_refusal(value({map, "p12"}), 2, "loopy here: play can come back to \"p5\"");
    expect_refusal(value({"put-or-take-a-square:max=9,bound=100", "7"}), 2, "");
    expect_refusal(value({"nim:piles=1,max=3", "2", "--value", "outcome"}), 2, "make a table");
    expect_refusal(value({"nim:piles=1,max=3", "2", "--value", "canonical"}), 2, "same moves");
    expect_refusal(value({"nim:piles=1,max=3", "4"}), 2, "4");
    expect_refusal(value({"subtraction:set=1,max=9000000", "9000000", "--memory", "24M"}), 1,
                   "more memory is not allowed");
}

TEST_F(ValuesBySearch, TooLittleMemoryToBeginNamesTheLeast) {
    for (const Words& words : {Words{"toppling-dominoes:max=40", "BBWW"}, Words{"domineering:board=grid-7x9", "--json"},
                               Words{"octal:code=0.77,max=20", "5"}})
        for (const char* little : {"1K", "20M"}) {
            Words with = words;
            with.insert(with.end(), {"--memory", little});
            const auto ran = value(with);
            expect_refusal(ran, 1, "the program takes 20480 KiB");
            EXPECT_NE(ran.err.find(words[0].starts_with("domineering") ? "give --memory 22M or more"
                                                                       : "give --memory 21M or more"),
                      std::string::npos)
                << ran.err;
        }
    EXPECT_EQ(value({"toppling-dominoes:max=40", "BB", "--memory", "21M"}).out, "BB: 2\n");
}

}  // namespace json_test
}  // namespace mexbase::test
