// SPDX-License-Identifier: MIT
/// \file
/// Tables made in memory, as by mexgen.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/encode/sink.hpp"
#include "gen/encode/table_writer.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "lib/error.hpp"
#include "query/format/checksum.hpp"
#include "query/table.hpp"

namespace mexbase::test {

/// Names tests of INSTANTIATE_TEST_SUITE_P by their texts, such as specs.
inline constexpr auto name_by_text = [](const auto& test) {
    std::string name(test.param);
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
};

inline JobOptions quick_job(unsigned threads = 2) {
    JobOptions options{.threads = threads};
    options.rules_checked = true;  // check_rules_test.cpp checks all families
    options.memory = std::uint64_t{4} << 30;
    return options;
}

inline JobOptions job_of(ValueKind kind, unsigned threads = 2, Play play = Play::normal) {
    JobOptions options = quick_job(threads);
    options.value = kind;
    options.play = play;
    return options;
}

/// Returns the bytes of the table of a game.
inline std::vector<std::byte> make_table_bytes(const Game& game, const JobOptions& options = quick_job()) {
    MemorySink sink;
    make_table(game, sink, options);
    return sink.take();
}
inline std::vector<std::byte> make_table_bytes(std::string_view spec, const JobOptions& options = quick_job()) {
    return make_table_bytes(*make_game_from_files(stock_registry(), spec, options.value), options);
}

/// Returns the verified table of `spec`.
inline Table make_table(std::string_view spec, const JobOptions& options = quick_job()) {
    Table table = Table::from_memory(make_table_bytes(spec, options)).value();
    const Game& game = table.game().value();
    verify_table(game, table, options);
    return table;
}

/// Returns true if the table passes verification by the rules of `game`. A refusal must be `verification_failed`.
inline bool passes_with(const Table& table, const Game& game, unsigned threads = 1) {
    try {
        verify_table(game, table, quick_job(threads));
        return true;
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::verification_failed) << e.what();
        return false;
    }
}

/// Overload with the rules named by the table.
inline bool passes(const Table& table, unsigned threads = 1) {
    return passes_with(table, table.game().value(), threads);
}

/// Returns a stream of the `number` of each value. The values must live until the stream is written.
template <typename Number>
StreamSource stream_of(StreamKind kind, const std::vector<Value>& values, Number number) {
    return {kind, [&values, number](Index first, std::span<std::uint32_t> out) {
                for (std::size_t k = 0; k < out.size(); ++k) out[k] = number(values[first + k]);
            }};
}

/// Returns a table of these contents and the board of `table`, with right checksums and counts.
inline Table rewritten(const Table& table, TableContents contents) {
    const auto board = table.board().value();
    contents.board = board.get();
    MemorySink sink;
    write_table(sink, contents);
    return Table::from_memory(sink.take()).value();
}

/// Returns every stored value, including those at holes.
inline std::vector<Value> all_values(const Table& table) {
    std::vector<Value> values(table.info().indices);
    if (!values.empty()) table.cursor().value().read(0, values).value();
    return values;
}

/// Returns the queryable indices with that outcome.
inline std::vector<Index> indices_with(const Table& table, Outcome outcome) {
    std::vector<Index> found;
    const auto values = all_values(table);
    for (Index i = 0; i < table.info().queryable_size; ++i)
        if (values[i].outcome.outcome == outcome && table.legal(i).value()) found.push_back(i);
    return found;
}

/// Returns XXH3 of the decoded values: for each legal stored index the outcome (1 byte), the remoteness (8 bytes,
/// little-endian) and the proven bits (1 byte). In tables of nimbers and obliged pairs: the value's text, a space, its
/// counter; for races also the state and the value in races; and a line feed. In tables of partizan values: the value's
/// text, a space, both remotenesses with a space between or the fingerprint, and a line feed.
inline std::uint64_t values_checksum(const Table& table) {
    std::vector<std::byte> bytes;
    const auto values = all_values(table);
    for (Index i = 0; i < values.size(); ++i) {
        if (!table.legal(i).value()) continue;
        if (values[i].kind == ValueKind::partizan_outcome || values[i].kind == ValueKind::canonical) {
            std::string text = to_string(values[i]) + ' ';
            if (values[i].kind == ValueKind::canonical) {
                text += values[i].canonical.fingerprint_text();
            } else {
                const PartizanOutcome& outcome = values[i].partizan;
                text += std::to_string(outcome.left.remoteness) + ' ' + std::to_string(outcome.right.remoteness);
            }
            for (const char c : text + '\n') bytes.push_back(static_cast<std::byte>(c));
            continue;
        }
        if (values[i].kind != ValueKind::outcome) {
            std::string text = to_string(values[i]) + ' ' + std::to_string(values[i].nimber.counter);
            if (table.is_race()) {
                const RaceValue race = table.race_at(i).value();
                text += ' ' + std::to_string(static_cast<int>(race.state)) + ' ' + to_string(race.value) + ' ' +
                        std::to_string(race.value.counter);
            }
            for (const char c : text + '\n') bytes.push_back(static_cast<std::byte>(c));
            continue;
        }
        bytes.push_back(static_cast<std::byte>(values[i].outcome.outcome));
        for (unsigned shift = 0; shift < 64; shift += 8)
            bytes.push_back(static_cast<std::byte>(values[i].outcome.remoteness >> shift));
        bytes.push_back(static_cast<std::byte>((values[i].cannot_win ? 1 : 0) | (values[i].cannot_lose ? 2 : 0)));
    }
    return checksum64(bytes);
}

}  // namespace mexbase::test
