// SPDX-License-Identifier: MIT
// Stopped sweeps over canonical forms that resume from a sound or damaged checkpoint.
#include "gen/jobs/make/canonical_checkpoint.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "../scratch.hpp"
#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/games/colouring/deletion_games.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/games/grids/toppling_dominoes.hpp"
#include "lib/solve/colouring/board_sweep.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tables.hpp"
#include "tests/lib/games/as_game.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::canonical_checkpoint_test {

/// A list of a few values, and the values of a range of indices, as a sweep would save them.
struct Saved {
    GameArena arena;
    std::vector<PartizanId> values;
    GameNumbering numbering{arena};

    Saved() {
        for (const char* text : {"0", "*", "{1||1|0}", "^*", "-7/8", "{2|{0|-3}}", "^^*3", "+-1", "{^|v,*2}"}) {
            values.push_back(parse_game(arena, text));
            values.push_back(values[values.size() / 6 * 3]);
            values.push_back(no_saved_value);
        }
    }
    void save(Snapshot& checkpoint, std::size_t count) {
        for (const PartizanId value : std::span(values).first(count))
            if (value != no_saved_value) numbering.number(value);
        save_canonical(checkpoint, numbering, std::span(values).first(count));
    }
    static bool is_position(Index i) { return i % 3 != 2; }
};

/// Returns the texts of the values in a checkpoint; "-" for none.
std::vector<std::string> loaded_texts(const std::string& path, Index count, const char* identity = "one") {
    GameArena arena;
    GameNumbering numbering(arena);
    std::vector<PartizanId> values(count, no_saved_value);
    Snapshot checkpoint(path, identity, 0);
    const Index known = load_canonical(checkpoint, arena, numbering, values, Saved::is_position);
    std::vector<std::string> texts;
    for (Index i = 0; i < count; ++i) {
        if (i < known)
            texts.push_back(values[i] == no_saved_value ? "-" : to_text(arena, values[i]));
        else
            EXPECT_EQ(values[i], no_saved_value);
    }
    return texts;
}

TEST(CanonicalCheckpoint, BeginsAFreshArenaWithTheStoredList) {
    const std::string path = file_in_scratch("canonical.checkpoint");
    Saved saved;
    Snapshot first(path, "one", 0);
    for (const std::size_t count : {8U, 8U, 20U}) saved.save(first, count);
    EXPECT_EQ(saved_canonical(first), 20U);

    GameArena arena;
    GameNumbering numbering(arena);
    std::vector<PartizanId> values(saved.values.size(), no_saved_value);
    Snapshot second(path, "one", 0);
    ASSERT_EQ(load_canonical(second, arena, numbering, values, Saved::is_position), 20U);
    EXPECT_EQ(numbering.list(), saved.numbering.list());
    EXPECT_GE(arena.size(), numbering.list().games.size());
    const std::size_t games = numbering.list().games.size();
    for (std::size_t i = 0; i < 20; ++i) {
        ASSERT_EQ(values[i] == no_saved_value, i % 3 == 2);
        if (i % 3 == 2) continue;
        EXPECT_EQ(to_text(arena, values[i]), to_text(saved.arena, saved.values[i]));
        EXPECT_EQ(numbering.number(values[i]), saved.numbering.number(saved.values[i]));
    }
    EXPECT_EQ(numbering.list().games.size(), games);

    // From here on both lists are equal, and the file accepts the save.
    for (std::size_t i = 20; i < values.size(); ++i)
        if (i % 3 != 2) numbering.number(values[i] = parse_game(arena, to_text(saved.arena, saved.values[i])));
    save_canonical(second, numbering, values);
    Snapshot whole(file_in_scratch("whole.checkpoint"), "one", 0);
    saved.save(whole, saved.values.size());
    EXPECT_EQ(numbering.list(), saved.numbering.list());
    EXPECT_EQ(loaded_texts(path, values.size()).size(), values.size());
    EXPECT_EQ(loaded_texts(path, values.size()),
              loaded_texts(::testing::TempDir() + std::to_string(getpid()) + "whole.checkpoint", values.size()));
    second.remove();
    whole.remove();
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(CanonicalCheckpoint, AnyDamageIsRefusedOrCostsWholeSaves) {
    const std::string path = file_in_scratch("canonical_damage.checkpoint");
    Saved saved;
    const Index count = saved.values.size();
    {
        Snapshot checkpoint(path, "one", 0);
        for (const std::size_t n : {6U, 15U, 27U}) saved.save(checkpoint, n);
    }
    const std::string whole = bytes_of(path);
    const auto texts = loaded_texts(path, count);
    ASSERT_EQ(texts.size(), 27U);
    const auto saves_left = [&](const std::string& bytes, bool cut) -> std::optional<std::size_t> {
        write_file(path, bytes);
        try {
            const auto found = loaded_texts(path, count);
            EXPECT_TRUE(std::equal(found.begin(), found.end(), texts.begin()));
            EXPECT_TRUE(found.empty() || found.size() == 6 || found.size() == 15 || found.size() == 27) << found.size();
            return found.size();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_usage) << error.what();
            EXPECT_FALSE(cut);
            return std::nullopt;
        }
    };
    for (std::size_t length = 0; length < whole.size(); length += 3)
        EXPECT_LT(saves_left(whole.substr(0, length), true), 27U) << length;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ 1U << at % 8);
        EXPECT_LT(saves_left(bytes, false), 27U) << at;  // an error counts as fewer
    }
    // A save cut off between its games and its indices leaves unused games: they are dropped and saved again.
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, whole.size() - 5);
    GameArena arena;
    GameNumbering numbering(arena);
    std::vector<PartizanId> values(count, no_saved_value);
    Snapshot again(path, "one", 0);
    ASSERT_EQ(load_canonical(again, arena, numbering, values, Saved::is_position), 15U);
    for (std::size_t i = 15; i < count; ++i)
        if (i % 3 != 2) numbering.number(values[i] = parse_game(arena, to_text(saved.arena, saved.values[i])));
    save_canonical(again, numbering, values);
    EXPECT_EQ(bytes_of(path), whole);
    EXPECT_EQ(loaded_texts(path, count), texts);
    again.remove();
}

TEST(CanonicalCheckpoint, RefusesWhatIsNotOfThisJobThoughItsChecksumsAreRight) {
    const std::string path = file_in_scratch("canonical_other.checkpoint");
    const auto refused = [&](const char* identity) {
        const std::string before = bytes_of(path);
        if (test::fault_of([&] { loaded_texts(path, 27, identity); }, ErrorCode::bad_usage).empty()) return false;
        EXPECT_EQ(bytes_of(path), before);
        return std::filesystem::remove(path);
    };
    // `numbers` of games in the list.
    const auto write = [&](const GameList& list, std::vector<PartizanId> numbers) {
        GameArena arena;
        std::vector<PartizanId> games;  // unused
        for (PartizanId g = 0; g < list.games.size(); ++g) games.push_back(arena.number(Dyadic(g)));
        GameNumbering numbering(arena, list, games);
        for (PartizanId& number : numbers)
            if (number != no_saved_value) number = games[number];
        Snapshot snapshot(path, "one", 0);
        save_canonical(snapshot, numbering, numbers);
    };
    GameList list;  // 0 and *
    list.games = {{0, 0, 0, 0}, {0, 1, 1, 0}};
    list.options = {0, 0};
    constexpr PartizanId none = no_saved_value;
    write(list, {0, 1, none, 1});
    EXPECT_EQ(loaded_texts(path, 27), (std::vector<std::string>{"0", "*", "-", "*"}));
    EXPECT_TRUE(refused("two"));
    const struct {
        const char* fault;
        std::vector<PartizanId> numbers;
        void (*change)(GameList&);
    } cases[] = {{"a value for an index that is not a position", {0, 1, 0}, [](GameList&) {}},
                 {"a position without a value", {0, none}, [](GameList&) {}},
                 {"{ | 0}, with a stray option", {0, 1}, [](GameList& wrong) { wrong.games[1].lefts = 0; }},
                 {"a game that is listed twice",
                  {0, 1},
                  [](GameList& wrong) {
                      wrong.games.push_back({2, 1, 1, 0});
                      wrong.options.insert(wrong.options.end(), {0, 0});
                  }},
                 {"its own option", {0, 1}, [](GameList& wrong) { wrong.options[0] = 1; }},
                 {"a weight past the list", {0, 1}, [](GameList& wrong) { wrong.games[0].weight = 7; }}};
    for (const auto& [fault, numbers, change] : cases) {
        GameList wrong = list;
        change(wrong);
        write(wrong, numbers);
        EXPECT_TRUE(refused("one")) << fault;
    }
}

/// Compares the values of a sweep that begins after `first` indices with those of a sweep from 0.
template <class Sweep>
void expect_to_resume(Index size, const Sweep& sweep) {
    GameArena arena;
    const std::vector<PartizanId> all = sweep(arena, CanonicalSweepOptions{});
    for (Index first = 0; first <= size; first = first < 40 ? first + 1 : first + 1 + first / 9) {
        CanonicalSweepOptions options;
        options.resume = [&](std::span<PartizanId> values, const auto& is_position) {
            for (Index i = 0; i < first; ++i) {
                EXPECT_EQ(is_position(i), all[i] != CanonicalCells::none);
                values[i] = all[i];
            }
            return first;
        };
        Index told = 0;
        options.progress = [&](Index done, Index) { told = told == 0 ? done : told; };
        EXPECT_EQ(sweep(arena, options), all) << first;
        EXPECT_GE(told, std::min(size, first + 1)) << "begins after what is known";
    }
}

TEST(CanonicalSweep, GoesOnFromAnyIndex) {
    const auto board = [](const char* name) {
        return ColouringBoard(std::make_shared<const Board>(family_board(name)), name);
    };
    const auto words = [](const auto& rules) {
        expect_to_resume(rules.size(), [&](GameArena& arena, const CanonicalSweepOptions& options) {
            return sweep_canonical_board(rules.word_game(), arena, options);
        });
    };
    words(Cutthroat(board("path-6"), Symmetry::none, true, PlayForm::partizan));
    words(Snort(board("cycle-7"), Symmetry::none, PlayForm::partizan));
    const TopplingDominoes dominoes(6);
    expect_to_resume(dominoes.size(), [&](GameArena& arena, const CanonicalSweepOptions& options) {
        return sweep_canonical(as_game(dominoes), arena, options);
    });
}

}  // namespace mexbase::test::canonical_checkpoint_test
