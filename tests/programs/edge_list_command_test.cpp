// SPDX-License-Identifier: MIT
// Commands on graphs from edge lists.
#include <zstd.h>

#include "program.hpp"

namespace mexbase::test {
namespace edge_list_command_test {

using EdgeListCommands = Programs;

TEST_F(EdgeListCommands, ATableOfAListAnswersAllCommands) {
    const std::string list =
        "# a castle\ngate yard\ngate moat\nmoat gate\nyard stairs\nyard well\nwell yard\nstairs tower\n"
        "stairs hall\nhall yard\ntower throne\nhall throne\n";
    std::string packed(ZSTD_compressBound(list.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), list.data(), list.size(), 3));
    const std::string spec = "graph:file=" + scratch.write("castle.txt", list), t = table(spec);
    EXPECT_EQ(slurp(t), slurp(table("graph:file=" + scratch.write("castle.anything", packed))));
    EXPECT_EQ(query({"probe", t, "gate", "well"}).out, "gate: draw\nwell: loss 4\n");
    EXPECT_EQ(query({"best", t, "yard"}).out, "stairs: loss 2\nwell: loss 4\n");
    EXPECT_EQ(query({"line", t, "well"}).out,
              "well: loss 4\nyard: win 3\nstairs: loss 2\ntower: win 1\nthrone: loss 0\n");
    EXPECT_EQ(gen({"verify", t}).out, t + ": 8 positions re-derived from the rules, none wrong\n");
    EXPECT_EQ(gen({"value", spec, "tower"}).out, "tower: *\n");
}

TEST_F(EdgeListCommands, TwoVerticesOfOneNameAreOneWarning) {
    const std::string path = scratch.write(
        "twins.graphml",
        "<graphml><key id='l' for='node' attr.name='label'/><graph edgedefault='directed'>\n"
        "<node id='n0'><data key='l'>ford</data></node>\n<node id='n1'><data key='l'>ford</data></node>\n"
        "<node id='n2'><data key='l'>mill</data></node><edge source='n0' target='n2'/></graph></graphml>");
    const auto ran = gen({"graph:file=" + path, "-o", scratch.path("t.mxb"), "--quiet"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.err, "mexgen: warning: " + path +
                           ":3: the name \"ford\" is that of the vertex in line 2 too: vertices of the same name are "
                           "named by their ids\n");
    EXPECT_EQ(query({"probe", scratch.path("t.mxb"), "n0", "n1", "mill"}).out, "n0: win 1\nn1: loss 0\nmill: loss 0\n");
}

TEST_F(EdgeListCommands, TheSummarySaysThatEdgesAreTwoArcs) {
    const std::string line = "\nthe graph is undirected: each edge was read as two arcs\n";
    const auto summary = [&](const std::string& spec) { return gen({spec, "-o", scratch.path("t.mxb")}).out; };
    const std::string dot = scratch.write("a.dot", "graph { a -- b }"), g6 = scratch.write("a.g6", "A_\n"),
                      arcs = scratch.write("b.dot", "digraph { a -> b }");
    for (const std::string& spec : {"graph:file=" + dot, "graph:file=" + g6, "horsefly:file=" + dot})
        EXPECT_NE(summary(spec).find(line), std::string::npos) << spec;
    for (const std::string& spec : {"graph:file=" + arcs, "col:board=" + dot, std::string("nim:piles=1,max=2")})
        EXPECT_EQ(summary(spec).find(line), std::string::npos) << spec;
}

TEST_F(EdgeListCommands, AListThatDoesNotFitIsRefusedWithItsNeed) {
    std::string list;
    for (unsigned v = 1; v < 70'000; ++v) list += std::to_string(v) + ' ' + std::to_string(v / 2) + '\n';
    const std::string path = scratch.write("tree.txt", list);
    const auto ran = gen({"graph:file=" + path, "-o", scratch.path("t.mxb"), "--memory", "21M"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_TRUE(ran.err.starts_with("mexgen: error: " + path + ": to read and solve its 69999 arcs needs ")) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(scratch.path("t.mxb")));
    // The memory that the message names suffices, for each kind of value.
    const std::size_t begin = ran.err.find("give --memory ") + 14, end = ran.err.find(" or more\n");
    ASSERT_LT(begin, end) << ran.err;
    const std::string memory = ran.err.substr(begin, end - begin);
    for (const std::string kind : {"outcome", "nimber", "obliged"})
        EXPECT_EQ(
            gen({"graph:file=" + path, "-o", scratch.path("t.mxb"), "-q", "--value", kind, "--memory", memory}).err, "")
            << kind;
    // An estimate prints the same size, and then the same error.
    const auto estimate = gen({"--estimate", "graph:file=" + path, "--memory", "21M"});
    EXPECT_EQ(estimate.out, "graph:file=" + path + "\nmemory: --memory " + memory + " suffices\n");
    EXPECT_EQ(estimate.err, ran.err);
    const auto object = parsed(gen({"--estimate", "graph:file=" + path, "--memory", "21M", "--json"}));
    EXPECT_EQ("mexgen: error: " + object["possible"].get<std::string>() + '\n', ran.err);
    EXPECT_EQ((object["least_memory_bytes"].get<std::uint64_t>() + (1 << 20) - 1) >> 20, std::stoul(memory));
    const auto tight = gen({"graph:file=" + path, "-o", scratch.path("u.mxb"), "--memory", "22M", "--threads", "1"});
    EXPECT_EQ(
        tight.err,
        "mexgen: error: the job needs 22851 KiB of memory, and 22528 KiB are allowed; give --memory 23M or more\n");
    EXPECT_EQ(gen({"graph:file=" + path, "-o", scratch.path("u.mxb"), "--memory", "23M", "-j", "1", "-q"}).err, "");
    spill(path, "1 2\n2 3 4\n");
    const auto bad = gen({"graph:file=" + path, "-o", scratch.path("u.mxb")});
    EXPECT_EQ(bad.status, 2);
    EXPECT_EQ(
        bad.err,
        "mexgen: error: " + path +
            ":2: expected one vertex or two, got a third word, \"4\": a line has one arc. Write one line per arc "
            "of an adjacency list. If two columns are the vertices, name the columns in front, as in \"# columns: "
            "source target weight\"\n");
}

}  // namespace edge_list_command_test
}  // namespace mexbase::test
