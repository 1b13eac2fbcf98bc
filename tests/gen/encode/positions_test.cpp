// SPDX-License-Identifier: MIT
// Tables that store positions as texts with their moves: written, then read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gen/encode/table_writer.hpp"
#include "lib/error.hpp"
#include "lib/rules/game.hpp"
#include "query/best_play.hpp"
#include "query/table.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::positions_test {

/// Some positions, with random moves and values.
struct Positions {
    std::vector<std::string> texts;
    std::vector<std::uint8_t> marks;
    std::vector<std::vector<Index>> left, right;
    std::vector<std::uint32_t> outcomes;
    bool partizan = false;

    PositionSource source(bool with_moves) const {
        PositionSource source{.count = texts.size(), .partizan = partizan, .start = texts.size() / 2};
        source.text = [this](Index i, std::string& out) { out = texts[i]; };
        source.mark = [this](Index i) { return marks[i]; };
        if (with_moves)
            source.moves = [this](Index i, Player player, std::vector<Index>& out) {
                out = partizan && player == Player::right ? right[i] : left[i];
            };
        return source;
    }
};

Positions random_positions(std::set<std::string> texts, std::mt19937& random, bool partizan) {
    Positions made{.partizan = partizan};
    made.texts.assign(texts.begin(), texts.end());
    const std::size_t n = made.texts.size();
    for (std::size_t i = 0; i < n; ++i) {
        made.marks.push_back(i == n / 2 ? std::uint8_t{Board::start} : std::uint8_t{Board::plain});
        for (auto* moves : {&made.left, &made.right}) {
            auto& row = moves->emplace_back();
            for (std::size_t k = random() % 4; k > 0; --k) row.push_back(random() % n);
            std::ranges::sort(row);
        }
        made.outcomes.push_back(static_cast<std::uint32_t>(random() % 3));
    }
    return made;
}

std::vector<std::byte> written(const Positions& positions, bool with_moves, unsigned threads = 1) {
    TableContents contents;
    contents.info.spec = "program:name=random,answers=@0000000000000000";
    contents.info.rules_version = 1;
    contents.info.indices = contents.info.queryable_size = positions.texts.size();
    contents.positions = positions.source(with_moves);
    const auto fill = [&](bool remoteness) {
        return [&positions, remoteness](Index first, std::span<std::uint32_t> out) {
            for (std::size_t k = 0; k < out.size(); ++k) {
                const std::uint32_t outcome = positions.outcomes[first + k];
                out[k] = !remoteness ? outcome : outcome == 2 ? dont_care : 7;
            }
        };
    };
    if (positions.partizan) {
        contents.info.value = ValueKind::partizan_outcome;
        for (const StreamKind kind : {StreamKind::left_outcome, StreamKind::right_outcome})
            contents.streams.push_back({kind, fill(false)});
        for (const StreamKind kind : {StreamKind::left_remoteness, StreamKind::right_remoteness})
            contents.streams.push_back({kind, fill(true)});
    } else {
        contents.streams = {{StreamKind::outcome, fill(false)}, {StreamKind::remoteness, fill(true)}};
    }
    EncodeOptions options{.threads = threads};
    MemorySink sink;
    write_table(sink, contents, options);
    return sink.take();
}

void expect_found(const Positions& positions, const Table& table, bool with_moves, std::mt19937& random) {
    const Game& game = table.game().value();
    const std::size_t n = positions.texts.size();
    ASSERT_EQ(game.size(), n);
    EXPECT_EQ(game.start(), n / 2);
    EXPECT_EQ(game.partizan(), positions.partizan);
    const std::set<std::string> all(positions.texts.begin(), positions.texts.end());
    std::vector<Index> options;
    for (std::size_t k = 0; k < std::min<std::size_t>(n, 600); ++k) {
        const Index i = n <= 600 ? k : random() % n;
        const std::string& text = positions.texts[i];
        EXPECT_EQ(game.format(i), text);
        EXPECT_EQ(table.index_of(text).value(), i);
        // A text similar to a position is not a position.
        std::string other = text;
        other[random() % other.size()] = text[random() % text.size()];
        for (const std::string& near : {other, text + text.back(), text.substr(1), "!" + text})
            if (!near.empty() && near[0] != '#' && !all.contains(near)) {
                EXPECT_FALSE(table.index_of(near)) << near;
            }
        if (!with_moves) continue;
        for (const Player player : {Player::left, Player::right}) {
            game.options(i, player, options);
            EXPECT_EQ(options, positions.partizan && player == Player::right ? positions.right[i] : positions.left[i]);
        }
    }
    EXPECT_TRUE(table.check());
    if (with_moves) return;
    const std::string what =
        test::refusal_of([&] { game.options(0, Player::left, options); }, ErrorCode::not_applicable);
    EXPECT_NE(what.find("moves"), std::string::npos) << what;
}

/// Texts of one length, of several lengths, or too long for numbers.
std::set<std::string> random_texts(int form, std::size_t count, std::mt19937& random) {
    std::set<std::string> texts;
    while (texts.size() < count) {
        std::string text;
        if (form == 0) {
            for (int c = 0; c < 12; ++c) text.push_back("XO."[random() % 3]);
        } else if (form == 1) {
            text =
                std::to_string(random() % (4 * count)) + (random() % 2 == 0 ? "" : "-" + std::to_string(random() % 9));
        } else {
            for (std::size_t length = 20 + random() % 20; text.size() < length;)
                text += static_cast<char>('a' + random() % 26);
        }
        texts.insert(text);
    }
    return texts;
}

TEST(StoredPositions, AreReadAsTheyWereWritten) {
    std::mt19937 random(3);
    for (const int form : {0, 1, 2})
        for (const std::size_t count : {1U, 2U, 128U, 129U, 513U, 1300U})
            for (const bool partizan : {false, true})
                for (const bool with_moves : {false, true}) {
                    const Positions positions = random_positions(random_texts(form, count, random), random, partizan);
                    const auto bytes = written(positions, with_moves);
                    expect_found(positions, Table::from_memory(bytes).value(), with_moves, random);
                    OpenOptions small{.cache_bytes = 0};
                    expect_found(positions, Table::from_memory(bytes, small).value(), with_moves, random);
                }
}

TEST(StoredPositions, InManyBlocksAreTheSameForAnyThreads) {
    std::mt19937 random(4);
    for (const int form : {0, 2}) {
        const Positions positions = random_positions(random_texts(form, 20'000, random), random, form == 2);
        const auto bytes = written(positions, true);
        EXPECT_TRUE(bytes == written(positions, true, 3));
        OpenOptions small{.cache_bytes = 0};
        expect_found(positions, Table::from_memory(bytes, small).value(), true, random);
        // Its board is the same graph.
        const auto board = Table::from_memory(bytes).value().board().value();
        ASSERT_EQ(board->vertex_count(), positions.texts.size());
        for (Vertex v = 0; v < board->vertex_count(); v += 97) {
            EXPECT_EQ(board->name(v), positions.texts[v]);
            EXPECT_EQ(board->mark(v), positions.marks[v]);
        }
    }
}

TEST(StoredPositions, ThatAreDamagedAreFoundByCheck) {
    std::mt19937 random(5);
    for (const int form : {0, 2}) {
        const Positions positions = random_positions(random_texts(form, 700, random), random, true);
        const auto bytes = written(positions, true);
        for (int round = 0; round < 2000; ++round) {
            auto damaged = bytes;
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1 + random() % 255);
            const auto table = Table::from_memory(damaged);
            EXPECT_FALSE(table && table->check()) << round;
        }
    }
}

TEST(StoredPositions, ThatMakeNoTableAreRefused) {
    std::mt19937 random(6);
    const Positions good = random_positions(random_texts(0, 50, random), random, false);
    const auto refused = [&](const auto& spoil) {
        Positions bad = good;
        spoil(bad);
        EXPECT_THROW(written(bad, true), Error);
    };
    refused([](Positions& p) { std::swap(p.texts[3], p.texts[4]); });
    refused([](Positions& p) { p.texts[3] = p.texts[4]; });
    refused([](Positions& p) { p.texts[0] = ""; });
    refused([](Positions& p) { p.texts[0] = "\x01"; });
    refused([](Positions& p) { p.left[7] = {4, 3}; });
    refused([](Positions& p) { p.left[7] = {50}; });
}

TEST(StoredPositions, TakeMovesFromWhoeverSaysThem) {
    std::mt19937 random(7);
    for (const bool partizan : {false, true}) {
        const Positions positions = random_positions(random_texts(1, 300, random), random, partizan);
        const std::map<std::string, std::size_t> numbers = [&] {
            std::map<std::string, std::size_t> all;
            for (const std::string& text : positions.texts) all.emplace(text, all.size());
            return all;
        }();
        OpenOptions open;
        open.move_provider = [&](std::string_view position, Player player,
                                 std::vector<std::string>& options) -> std::optional<Outcome> {
            const std::size_t i = numbers.at(std::string(position));
            options.clear();
            if (i == 7) return Outcome::tie;
            for (const Index to : partizan&& player == Player::right ? positions.right[i] : positions.left[i])
                options.push_back(positions.texts[to]);
            if (i == 9) options.emplace_back("nowhere");
            return std::nullopt;
        };
        const Table table = Table::from_memory(written(positions, false), open).value();
        const Game& game = table.game().value();
        std::vector<Index> options;
        for (Index i = 0; i < positions.texts.size(); ++i) {
            if (i == 7 || i == 9) continue;
            game.options(i, Player::right, options);
            EXPECT_EQ(options, partizan ? positions.right[i] : positions.left[i]);
        }
        EXPECT_EQ(game.terminal(7, Play::normal), (OutcomeValue{Outcome::tie, 0}));
        EXPECT_THROW(game.options(9, Player::left, options), Error);
    }
}

}  // namespace mexbase::test::positions_test
