// SPDX-License-Identifier: MIT
// `mexquery check`: finds damage to any byte of any section, for every kind of value, without rules.
#include <filesystem>
#include <random>

#include "program.hpp"
#include "query/format/bytes.hpp"
#include "query/format/format.hpp"
#include "tests/query/format/format_by_hand.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace check_command_test {

class CheckCommand : public Programs {
  protected:
    /// Returns the message for a table with these bytes, which must be refused as damaged.
    std::string fault_of(const std::string& bytes) const {
        const std::string path = scratch.write("bad.mxb", bytes);
        const Ran ran = query({"check", path});
        expect_refusal(ran, 1, '"' + path + '"');
        EXPECT_EQ(ran.out, "");
        return ran.err;
    }
};

struct Part {
    std::size_t from, to;
    std::string stream;  ///< its stream; empty for other parts
};

/// Returns the sections of a table, its header first; streams in their parts.
std::vector<Part> parts_of(const std::string& bytes) {
    const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
    const auto u32 = [data](std::size_t at) { return detail::load<std::uint32_t>(data + at); };
    const auto u64 = [data](std::size_t at) {
        return static_cast<std::size_t>(detail::load<std::uint64_t>(data + at));
    };
    std::vector<Part> parts{{0, format::header_bytes + u32(12) * format::section_bytes + 8, ""}};
    for (std::size_t s = 0; s < u32(12); ++s) {
        const std::size_t row = format::header_bytes + s * format::section_bytes;
        const std::uint32_t type = u32(row);
        const std::size_t at = u64(row + 8), end = at + u64(row + 16);
        if (type < format::stream_base) {
            parts.push_back({at, end, ""});
            continue;
        }
        const std::string name{to_string(static_cast<StreamKind>(type & 0xff))};
        std::vector<std::size_t> ends{end};
        if (type < format::small_stream_base) {
            const std::size_t payload = end - u64(at + 48), dictionary = payload - u32(at + 32);
            ends = {at + u32(at), dictionary, payload, end};
        }
        std::size_t from = at;
        for (const std::size_t to : ends) {
            if (to > from) parts.push_back({from, to, name});
            from = to;
        }
    }
    return parts;
}

TEST_F(CheckCommand, FindsAChangeInEveryPartOfATable) {
    MEXBASE_SKIP_IN_SANITIZERS();
    std::mt19937_64 random(7);
    std::size_t parts = 0;
    for (const char* name :
         {"frozen/put-or-take-100000-1.5", "frozen/square-but-one-nimbers-1.1", "frozen/kayles-obliged-1.3",
          "frozen/domineering-4x5-1.2", "frozen/col-path-16-1.2", "frozen/subtraction-1-4-9-palette-1.2",
          "frozen/nim-3-15-1.0", "frozen/tic-tac-toe-1.5", "golden/horsefly-nimbers"}) {
        const std::string path = std::string(MEXBASE_DATA) + '/' + name + ".mxb", good = slurp(path);
        const Ran sound = query({"check", path});
        EXPECT_EQ(sound.status, 0) << sound.err;
        EXPECT_TRUE(sound.out.starts_with(path + ": ") && sound.out.ends_with(", nothing damaged\n")) << sound.out;
        for (const Part& part : parts_of(good)) {
            ++parts;
            for (const std::size_t at :
                 {part.from, part.to - 1, part.from + random() % (part.to - part.from), (part.from + part.to) / 2}) {
                std::string bad = good;
                bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
                const std::string fault = fault_of(bad);
                expect_contains(fault, part.stream);
            }
        }
        fault_of(good.substr(0, good.size() - 1));
        fault_of(good + '\0');
    }
    EXPECT_GT(parts, 60U);
}

TEST_F(CheckCommand, CountsBlocksInJson) {
    const std::string path = std::string(MEXBASE_DATA) + "/frozen/put-or-take-100000-1.5.mxb";
    const auto checked = parsed({"check", path, "--json"}), info = parsed({"info", path, "--json"});
    EXPECT_EQ(checked["file"], path);
    for (const char* key : {"spec", "file_bytes", "format_version"}) EXPECT_EQ(checked[key], info[key]) << key;
    ASSERT_EQ(checked["streams"].size(), info["streams"].size());
    for (std::size_t s = 0; s < info["streams"].size(); ++s) {
        const auto block = info["streams"][s]["block"].get<std::uint64_t>();
        EXPECT_EQ(checked["streams"][s]["name"], info["streams"][s]["name"]);
        EXPECT_EQ(checked["streams"][s]["blocks"], (info["indices"].get<std::uint64_t>() + block - 1) / block);
    }
}

TEST_F(CheckCommand, NeedsNoRulesAndNamesTheBlockThatHoldsNoSymbols) {
    using namespace by_hand;
    // Ten lost or won positions in three blocks of two bits per symbol, with right checksums.
    const auto table_of = [](const std::vector<Block>& blocks) {
        StreamFields outcomes, plies;
        outcomes.bits = 2;
        outcomes.block_log2 = 2;
        outcomes.superblock_log2 = 1;
        outcomes.symbols = 3;
        outcomes.count = plies.count = 10;
        plies.kind = 1;
        return file({about(10, Bytes("\x05\x05\x00\x00\x00", 5), 0, field(9, 0, varint(0))),
                     stream(outcomes, directory(blocks, 1), joined(blocks)), stream(plies, "", ""),
                     histogram(std::vector<std::uint64_t>(5, 0), std::vector<std::uint64_t>(5, 0), {}, 0)});
    };
    const std::string path = scratch.path("unknown.mxb");
    spill(path, table_of({{"\x44", 0}, {"", 1}, {"\x04", 0}}));
    EXPECT_EQ(query({"check", path}).out,
              path + ": " + std::to_string(slurp(path).size()) + " bytes, 3 blocks of 2 streams, nothing damaged\n");
    EXPECT_EQ(query({"probe", path, "#1"}).out, "#1: win 0\n");
    const auto names_block = [&](const std::vector<Block>& blocks, const std::string& block) {
        expect_contains(fault_of(table_of(blocks)), ": block " + block + " of stream outcome is damaged\n");
    };
    names_block({{"\x47", 0}, {"", 1}, {"\x04", 0}}, "0");
    names_block({{"\x44", 0}, {"", 3}, {"\x04", 0}}, "1");
    names_block({{"\x44", 0}, {"", 1}, {"\x0c", 0}}, "2");
    names_block({{"\x44", 0}, {"", 1}, {"\x14", 0}}, "2");
    names_block({{"\x44", 0}, {"ab", 1}, {"\x04", 0}}, "1");
}

TEST_F(CheckCommand, OtherCommandsNameTheFileOfTheDamageTheyFind) {
    const std::string good = scratch.path("good.mxb");
    ASSERT_EQ(gen({"chess:KQK", "-o", good, "--quiet"}).status, 0);
    std::string bytes = slurp(good);
    bytes[bytes.size() / 4 * 3] ^= 1;
    const std::string path = scratch.write("bad.mxb", bytes);
    EXPECT_EQ(query({"info", path}).status, 0) << "opening does not find the damage";
    const std::string fault = query({"check", path}).err;
    expect_contains(fault, "mexquery: error: \"" + path + "\": block ");
    for (const Words& command : std::initializer_list<Words>{{"dump", path}, {"find", path, "--value", "win 5"}}) {
        const Ran ran = query(command);
        EXPECT_EQ(ran.status, 1) << command[0];
        EXPECT_EQ(ran.err, fault) << command[0];
    }
    EXPECT_EQ(gen({"verify", path}).err, "mexgen" + fault.substr(fault.find(':')));
    std::filesystem::remove(good);
    EXPECT_EQ(query({"dump", "chess:KQK", "--tables", scratch.path("")}).err,
              "mexquery: error: \"chess:KQK\"" + fault.substr(fault.find(": block ")));
}

TEST_F(CheckCommand, SumsNameTheFilesIfOneIsDamaged) {
    const std::string good = scratch.path("good.mxb"), bad = scratch.path("bad.mxb"), other = scratch.path("other.mxb");
    ASSERT_EQ(gen({"nim:piles=3,max=60", "--value", "nimber", "--codec", "raw", "-o", good, "--quiet"}).status, 0);
    ASSERT_EQ(gen({"nim:piles=1,max=5", "--value", "nimber", "-o", other, "--quiet"}).status, 0);
    std::string bytes = slurp(good);
    bytes[bytes.size() / 4 * 3] ^= 1;
    spill(bad, bytes);
    const std::string fault = query({"check", bad}).err;
    const std::string begin = "mexquery: error: \"" + bad + "\": block ";
    ASSERT_EQ(fault.substr(0, begin.size()), begin);
    const std::uint64_t block = parsed(query({"info", bad, "--json"}))["streams"][0]["block"];
    const std::string index = "#" + std::to_string(std::stoull(fault.substr(begin.size())) * block);
    expect_refusal(query({"sum", bad, index, other, "3"}), 1,
                   "\"" + bad + "\" or \"" + other + "\"" + fault.substr(fault.find(": block ")));
}

TEST_F(CheckCommand, RefusesWhatIsNoTableAndBadUsage) {
    expect_refusals(
        "mexquery",
        {{{"check", scratch.write("notes.txt", "no table at all, but long enough for one")}, 1, "notes.txt"},
         {{"check", scratch.path("absent.mxb")}, 1, "absent.mxb"},
         {{"check"}, 2, "usage"},
         {{"check", "a", "b"}, 2, "usage"}});
}

}  // namespace check_command_test
}  // namespace mexbase::test
