// SPDX-License-Identifier: MIT
#include "query/library.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <map>

#include "test_tables.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace mexbase::library_test {

using namespace test;

const std::string golden = std::string(MEXBASE_DATA) + "/golden";
const std::string frozen = std::string(MEXBASE_DATA) + "/frozen";

/// Returns a table of `steps:n=` with all positions won in `plies` plies.
std::vector<std::byte> steps_bytes(Index n, std::uint32_t plies = 1) {
    return test::steps_bytes(
        n, {std::vector(n + 2, static_cast<std::uint32_t>(Outcome::win)), std::vector(n + 2, plies), {}, {}});
}

LibraryOptions steps_options(std::size_t most_open = 64) {
    LibraryOptions options;
    options.table.registry = &test_registry();
    options.most_open = most_open;
    return options;
}

std::string spec_of(Index n) {
    return "steps:n=" + std::to_string(n);
}

TEST(Library, GivesEveryGoldenTable) {
    LibraryOptions few{.most_open = 3, .cache_bytes = 100000};
    const Library library = Library::open(golden, few).value();
    std::size_t tables = 0;
    for (const LibraryFile& file : library.files().value()) {
        if (file.fault) continue;
        const Table direct = Table::open(file.path).value();
        const Table found = library.table(file.spec, {file.value, file.play}).value();
        ASSERT_EQ(found.info(), direct.info()) << file.path;
        Cursor one = direct.cursor().value(), other = found.cursor().value();
        for (Index i = 0; i < direct.info().queryable_size; ++i) {
            if (!direct.legal(i).value()) continue;
            ASSERT_EQ(to_string(one.at(i).value()), to_string(other.at(i).value())) << file.path << ' ' << i;
        }
        ++tables;
    }
    EXPECT_EQ(tables, 24U);
    EXPECT_LE(library.open_tables(), 3U);
}

TEST(Library, PutsSpecsIntoTheirNormalForm) {
    const std::string both[] = {golden, frozen};
    const Library library = Library::open(both).value();
    const auto spec_of = [&](std::string_view asked, const TableChoice& choice = {}) {
        const auto table = library.table(asked, choice);
        return table ? table->info().spec : table.error().message;
    };
    EXPECT_EQ(spec_of("octal:max=020000,code=kayles"), "octal:code=0.77,max=20000");
    EXPECT_EQ(spec_of("octal:code=.770,max=1000000", {.value = ValueKind::obliged, .play = {}}),
              "octal:code=0.77,max=1000000");
    EXPECT_EQ(spec_of("subtraction:max=20000,set=9-4-1"), "subtraction:set=1-4-9,max=20000");
    EXPECT_EQ(spec_of("domineering:board=grid-04x5"), "domineering:board=grid-4x5");
    EXPECT_EQ(spec_of("square-but-one:max=20000"), "square-but-one:max=20000,add=even");
    EXPECT_EQ(spec_of("node-kayles:board=grid-3x4"), "node-kayles:board=grid-3x4,symmetry=none");
    EXPECT_EQ(spec_of("horsefly:file=@f32e73fa446cef72"), "horsefly:file=@f32e73fa446cef72");
    // A key missing in the spec selects the largest table.
    EXPECT_EQ(spec_of("octal:code=kayles"), "octal:code=0.77,max=1000000");
    EXPECT_EQ(spec_of("program:name=names"), "program:name=names,answers=@64ae59c7895f4974");
}

TEST(Library, KnowsSeveralTablesOfOneSpecByKindAndPlay) {
    const std::string both[] = {frozen, golden};
    const Library library = Library::open(both).value();
    const std::string island = "graph:file=@ca8795e60e994e9a", kayles = "octal:code=0.77,max=1000000";
    EXPECT_EQ(library.table(island)->info().value, ValueKind::outcome);
    EXPECT_EQ(library.table(island, {ValueKind::nimber, {}})->info().value, ValueKind::nimber);
    EXPECT_EQ(code_of(library.table(island, {ValueKind::canonical, {}})), ErrorCode::not_found);
    EXPECT_EQ(library.table(kayles)->info().value, ValueKind::nimber);
    EXPECT_EQ(library.table(kayles, {ValueKind::obliged, {}})->info().value, ValueKind::obliged);
    const std::string taking = "subtraction:set=1-4-9,max=1000000";
    EXPECT_EQ(library.table(taking)->info().play, Play::normal);
    EXPECT_EQ(library.table(taking, {{}, Play::misere})->info().play, Play::misere);
    EXPECT_EQ(code_of(library.table(taking, {ValueKind::nimber, Play::misere})), ErrorCode::not_found);
    // Of equal tables it takes the one in the directory named first, there the first by name.
    const auto at_once = library.files().value();
    const auto first = std::find_if(at_once.begin(), at_once.end(), [](const LibraryFile& f) {
        return f.spec == "square-but-one:max=1000000,add=even" && f.value == ValueKind::outcome;
    });
    EXPECT_EQ(first->path, frozen + "/square-but-one-1.5.mxb");
    EXPECT_EQ(library.table("square-but-one:max=1000000,add=even")->file_bytes(), first->bytes);
}

TEST(Library, FindsThePositionAmongTablesOfOneGame) {
    const Library library = Library::open(frozen).value();
    // Kings and rooks: the table of KRKR has all positions reached from it.
    for (const std::string_view spec : {"chess", "chess:KRKR", "chess:KRK", "chess:men=4"}) {
        EXPECT_EQ(to_string(library.probe(spec, "8/8/8/8/8/2k5/8/K6R w").value().value), "win 27") << spec;
        EXPECT_EQ(to_string(library.probe(spec, "8/8/8/8/8/2k5/8/K7 w").value().value), "draw") << spec;
        // The table of exactly that spec is read, and reports the error.
        EXPECT_EQ(code_of(library.probe(spec, "8/8/8/8/8/2k5/8/K6Q w")),
                  spec == "chess:KRKR" ? ErrorCode::bad_position : ErrorCode::out_of_domain);
        EXPECT_EQ(library.table_for(spec, "8/8/8/8/8/2k5/8/K6R w").value().info().spec, "chess:KRKR");
    }
    EXPECT_EQ(library.table("chess").value().info().spec, "chess:KRKR");
    EXPECT_EQ(code_of(library.table("chess:KRK")), ErrorCode::not_found);
    // A key with a fallback may be left out too.
    const Library boards = Library::open(golden).value();
    EXPECT_EQ(boards.table("sno-go:board=grid-2x4")->info().spec, "sno-go:board=grid-2x4,symmetry=colours");
    EXPECT_EQ(code_of(boards.table("sno-go:board=grid-2x4,symmetry=none")), ErrorCode::not_found);
    // A heap that is not in the small table.
    const std::string both[] = {golden, frozen};
    const Library heaps = Library::open(both).value();
    EXPECT_EQ(heaps.probe("octal:code=kayles,max=20000", "19999").value().table.info().indices, 20001U);
    EXPECT_EQ(heaps.probe("square-but-one:max=20000", "20000")->table.info().spec, "square-but-one:max=20000,add=even");
    const auto far = heaps.probe("square-but-one:max=20000", "700001");
    ASSERT_TRUE(far);
    EXPECT_EQ(far->table.info().spec, "square-but-one:max=1000000,add=even");
    EXPECT_EQ(far->value, far->table.probe("700001").value());
    EXPECT_EQ(code_of(heaps.probe("square-but-one:max=20000", "1700001")), ErrorCode::out_of_domain);
    EXPECT_EQ(code_of(heaps.probe("square-but-one:max=20000", "many")), ErrorCode::bad_position);
}

TEST(Library, SaysWhatIsWrongWithASpec) {
    const Library library = Library::open(golden).value();
    EXPECT_EQ(code_of(library.table("no-such-game:n=1")), ErrorCode::bad_spec);
    EXPECT_EQ(code_of(library.table("nim:piles=3,colour=red")), ErrorCode::bad_spec);
    EXPECT_EQ(code_of(library.table("")), ErrorCode::bad_spec);
    EXPECT_EQ(code_of(library.table("nim:piles=4,max=15")), ErrorCode::not_found);
    EXPECT_EQ(library.table("nim:piles=4,max=15").error().message,
              "the library has no table of \"nim:piles=4,max=15\"; did you mean nim:piles=3,max=15?");
    EXPECT_EQ(library.table("nim:piles=3,max=15", {ValueKind::obliged, {}}).error().message,
              "the library has no table of \"nim:piles=3,max=15\" with this kind of value and this play, "
              "but has one with another kind or play");
    EXPECT_EQ(library.table("wythoff:max=1").error().message.find("did you mean nim"), std::string::npos);
    // Names the missing key and the tables; more than five are only counted.
    const auto missing = library.table("octal:max=20000");
    EXPECT_EQ(code_of(missing), ErrorCode::bad_spec);
    EXPECT_TRUE(
        missing.error().message.ends_with("; its tables of this game: octal:code=0.137,max=20000 and "
                                          "octal:code=0.77,max=20000"))
        << missing.error().message;
    const Scratch folder;
    for (Index n = 1; n <= 8; ++n) folder.write("steps" + std::to_string(n), steps_bytes(n));
    const Library steps = Library::open(folder.path(), steps_options()).value();
    const std::string list =
        "; its tables of this game: steps:n=1, steps:n=2, steps:n=3, steps:n=4, steps:n=5 and 3 more";
    EXPECT_TRUE(steps.table("steps").error().message.ends_with(list)) << steps.table("steps").error().message;
    // A path is not a table of the library.
    EXPECT_EQ(code_of(library.table("graph:file=" + golden + "/../boards/nims-island.dot")), ErrorCode::not_found);
    EXPECT_EQ(code_of(library.table("../golden/kayles.mxb")), ErrorCode::bad_spec);
    EXPECT_EQ(code_of(Library::open(golden + "/nowhere")), ErrorCode::not_found);
    EXPECT_EQ(code_of(Library::open(std::span<const std::string>())), ErrorCode::bad_usage);
}

TEST(Library, PassesOverWhatIsNoTable) {
    const Scratch folder;
    std::filesystem::copy_file(golden + "/kayles.mxb", folder.path("kayles.mxb"));
    std::filesystem::copy_file(golden + "/kayles.mxb", folder.path(".hidden.mxb"));
    folder.write("empty", "");
    folder.write("junk.mxb", std::vector<std::byte>(5000, std::byte{0x8b}));
    std::vector<std::byte> bytes = steps_bytes(20);
    bytes.resize(bytes.size() - 1);
    folder.write("short.mxb", bytes);
    bytes = steps_bytes(20);
    bytes[40] ^= std::byte{1};
    folder.write("wrong.mxb", bytes);
    folder.write("unknown-game.mxb", steps_bytes(20));
    std::filesystem::create_directory(folder.path("inside.mxb"));
    std::filesystem::create_symlink("nowhere", folder.path("broken.mxb"));
    ASSERT_EQ(::mkfifo(folder.path("pipe.mxb").c_str(), 0600), 0);
    const Library library = Library::open(folder.path()).value();
    std::map<std::string, std::string> files;
    for (const LibraryFile& file : library.files().value())
        files[file.path.substr(folder.path().size() + 1)] = file.fault ? file.fault->message : file.spec;
    EXPECT_EQ(files.size(), 6U);
    EXPECT_EQ(files["kayles.mxb"], "octal:code=0.77,max=20000");
    EXPECT_EQ(files["unknown-game.mxb"], "steps:n=20");
    EXPECT_EQ(files["empty"], "this is not a Mexbase table");
    EXPECT_EQ(files["junk.mxb"], "this is not a Mexbase table");
    EXPECT_EQ(files["short.mxb"].find("the table is"), 0U);
    EXPECT_EQ(files["wrong.mxb"], "the table's header is damaged");
    EXPECT_EQ(to_string(library.probe("octal:code=kayles", "5").value().value), "*4");
    // A table of an unknown family, by its exact spec and by number.
    EXPECT_EQ(to_string(library.probe("steps:n=20", "#7").value().value), "win 1");
}

TEST(Library, KeepsAtMostSoManyOpen) {
    const Scratch folder;
    for (Index n = 1; n <= 9; ++n) folder.write("steps" + std::to_string(n), steps_bytes(n));
    const Library library = Library::open(folder.path(), steps_options(3)).value();
    EXPECT_EQ(library.open_tables(), 0U);
    const Table kept = library.table(spec_of(9)).value();
    for (Index n = 1; n <= 9; ++n) {
        EXPECT_EQ(to_string(library.probe(spec_of(n), "#0").value().value), "win 1");
        EXPECT_LE(library.open_tables(), 3U);
    }
    // The last used table stays open: its file is not needed again.
    std::filesystem::remove(folder.path("steps9"));
    std::filesystem::remove(folder.path("steps1"));
    EXPECT_TRUE(library.probe(spec_of(9), "#0"));
    EXPECT_TRUE(library.probe(spec_of(2), "#0"));
    EXPECT_TRUE(library.probe(spec_of(9), "#0"));
    EXPECT_TRUE(library.probe(spec_of(3), "#0"));
    EXPECT_TRUE(library.probe(spec_of(4), "#0"));
    EXPECT_TRUE(library.probe(spec_of(9), "#0"));
    EXPECT_EQ(code_of(library.probe(spec_of(1), "#0")), ErrorCode::not_found);
    // A handle stays open after the library has closed the table.
    for (Index n = 2; n <= 8; ++n) EXPECT_TRUE(library.table(spec_of(n)));
    EXPECT_EQ(code_of(library.probe(spec_of(9), "#0")), ErrorCode::not_found);
    EXPECT_EQ(to_string(kept.at(3).value()), "win 1");
}

TEST(Library, KeepsAtMostSoManyBytes) {
    const Scratch folder;
    EncodeOptions in_blocks{.block_log2 = 10};
    for (const Index n : {199998U, 199999U, 200000U}) {
        Values values = made_up(Content::noise, n + 2, n);
        TableContents contents = contents_of(values, spec_of(n));
        contents.info.queryable_size = n;
        folder.write(spec_of(n), table_bytes(contents, in_blocks));
    }
    for (const std::uint64_t bytes : {0U, 50000U, 300000U, 5000000U}) {
        LibraryOptions options = steps_options();
        options.cache_bytes = bytes;
        const Library library = Library::open(folder.path(), options).value();
        for (const Index n : {199998U, 199999U, 200000U, 199998U}) {
            const Table table = library.table(spec_of(n)).value();
            const Values values = made_up(Content::noise, n + 2, n);
            for (Index i = 0; i < n; i += 391) ASSERT_EQ(table.at(i).value(), expected(values, i)) << i;
            EXPECT_LE(library.cached_bytes(), bytes);
        }
        EXPECT_EQ(library.cached_bytes() > 100000, bytes >= 300000);
    }
}

TEST(Library, SeesNewFilesWhenItLooksAgain) {
    const Scratch folder;
    folder.write("a", steps_bytes(5, 1));
    Library library = Library::open(folder.path(), steps_options()).value();
    const Table old = library.table(spec_of(5)).value();
    EXPECT_EQ(code_of(library.table(spec_of(6))), ErrorCode::not_found);
    folder.write("b", steps_bytes(6));
    EXPECT_EQ(code_of(library.table(spec_of(6))), ErrorCode::not_found);
    ASSERT_TRUE(library.refresh());
    EXPECT_TRUE(library.table(spec_of(6)));
    // Another file with the same name.
    std::filesystem::remove(folder.path("a"));
    folder.write("c", steps_bytes(5, 3));
    std::filesystem::rename(folder.path("c"), folder.path("a"));
    EXPECT_EQ(to_string(library.probe(spec_of(5), "#1").value().value), "win 1");
    ASSERT_TRUE(library.refresh());
    EXPECT_EQ(to_string(library.probe(spec_of(5), "#1").value().value), "win 3");
    EXPECT_EQ(to_string(old.at(1).value()), "win 1");
    // A file that has changed since it was opened.
    std::filesystem::remove(folder.path("b"));
    ASSERT_TRUE(library.refresh());
    EXPECT_EQ(code_of(library.table(spec_of(6))), ErrorCode::not_found);
}

TEST(Library, ServesManyThreads) {
    const Scratch folder;
    for (Index n = 1; n <= 9; ++n) folder.write("steps" + std::to_string(n), steps_bytes(n));
    Library library = Library::open(folder.path(), steps_options(2)).value();
    std::atomic<unsigned> wrong{0};
    in_threads(4, [&](unsigned t) {
        for (unsigned k = 0; k < 500; ++k) {
            const auto found = library.probe(spec_of(1 + (k * (t + 1)) % 9), "#0");
            if (!found || to_string(found->value) != "win 1") ++wrong;
            if (t == 0 && k % 100 == 0 && !library.refresh()) ++wrong;
        }
    });
    EXPECT_EQ(wrong, 0U);
    EXPECT_LE(library.open_tables(), 2U);
}

}  // namespace mexbase::library_test
