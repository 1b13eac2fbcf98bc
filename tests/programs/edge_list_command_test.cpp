// SPDX-License-Identifier: MIT
// Commands on graphs from edge lists.
#include <zstd.h>

#include "program.hpp"

namespace mexbase::test {
namespace edge_list_command_test {

TEST(EdgeListCommands, ATableOfAListAnswersAllCommands) {
    const Scratch scratch;
    const std::string list =
        "# a castle\ngate yard\ngate moat\nmoat gate\nyard stairs\nyard well\nwell yard\nstairs tower\n"
        "stairs hall\nhall yard\ntower throne\nhall throne\n";
    std::string packed(ZSTD_compressBound(list.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), list.data(), list.size(), 3));
    spill(scratch.path("castle.txt"), list);
    spill(scratch.path("castle.anything"), packed);
    const std::string table = scratch.path("castle.mxb"), same = scratch.path("same.mxb");
    EXPECT_EQ(run(scratch, "mexgen", {"graph:file=" + scratch.path("castle.txt"), "-o", table, "--quiet"}).err, "");
    EXPECT_EQ(run(scratch, "mexgen", {"graph:file=" + scratch.path("castle.anything"), "-o", same, "--quiet"}).err, "");
    EXPECT_EQ(slurp(table), slurp(same));
    EXPECT_EQ(run(scratch, "mexquery", {"probe", table, "gate", "well"}).out, "gate: draw\nwell: loss 4\n");
    EXPECT_EQ(run(scratch, "mexquery", {"best", table, "yard"}).out, "stairs: loss 2\nwell: loss 4\n");
    EXPECT_EQ(run(scratch, "mexquery", {"line", table, "well"}).out,
              "well: loss 4\nyard: win 3\nstairs: loss 2\ntower: win 1\nthrone: loss 0\n");
    EXPECT_EQ(run(scratch, "mexgen", {"verify", table}).out,
              table + ": 8 positions re-derived from the rules, none wrong\n");
    EXPECT_EQ(run(scratch, "mexgen", {"value", "graph:file=" + scratch.path("castle.txt"), "tower"}).out, "tower: *\n");
}

TEST(EdgeListCommands, AListThatDoesNotFitIsRefusedWithItsNeed) {
    const Scratch scratch;
    std::string list;
    for (unsigned v = 1; v < 70'000; ++v) list += std::to_string(v) + ' ' + std::to_string(v / 2) + '\n';
    const std::string path = scratch.path("tree.txt");
    spill(path, list);
    const auto ran = run(scratch, "mexgen", {"graph:file=" + path, "-o", scratch.path("t.mxb"), "--memory", "1M"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.err,
              "mexgen: error: " + path + ": reading its 69999 arcs needs 2 MiB or more, and 1 MiB are allowed\n");
    EXPECT_FALSE(std::filesystem::exists(scratch.path("t.mxb")));
    EXPECT_EQ(
        run(scratch, "mexgen", {"graph:file=" + path, "-o", scratch.path("t.mxb"), "--memory", "8M", "--quiet"}).err,
        "");
    const auto tight =
        run(scratch, "mexgen", {"graph:file=" + path, "-o", scratch.path("u.mxb"), "--memory", "2M", "--threads", "1"});
    EXPECT_EQ(
        tight.err,
        "mexgen: error: solving 70000 positions needs about 2 MiB of memory, in addition to 2 MiB for the graph\n");
    spill(path, "1 2\n2 3 4\n");
    const auto bad = run(scratch, "mexgen", {"graph:file=" + path, "-o", scratch.path("u.mxb")});
    EXPECT_EQ(bad.status, 2);
    EXPECT_EQ(bad.err, "mexgen: error: " + path + ":2: expected one vertex or two, got a third word, \"4\"\n");
}

}  // namespace edge_list_command_test
}  // namespace mexbase::test
