// SPDX-License-Identifier: MIT
/// \file
/// Tables of made-up values, in memory.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gen/encode/table_writer.hpp"
#include "query/table.hpp"
#include "test_games.hpp"

namespace mexbase::test {

/// Values of a table by index; `dont_care` for none. The bits are for unknown positions only.
struct Values {
    std::vector<std::uint32_t> outcome, remoteness, cannot_win, cannot_lose;
    Index size() const { return outcome.size(); }
    bool legal(Index i) const { return outcome[i] != dont_care; }
};

/// Returns the value that a table of `values` must give for a legal index.
inline Value expected(const Values& values, Index i) {
    Value v;
    v.outcome.outcome = static_cast<Outcome>(values.outcome[i]);
    if (has_remoteness(v.outcome.outcome)) v.outcome.remoteness = values.remoteness[i];
    if (v.outcome.outcome == Outcome::unknown) {
        v.cannot_win = !values.cannot_win.empty() && values.cannot_win[i] == 1;
        v.cannot_lose = !values.cannot_lose.empty() && values.cannot_lose[i] == 1;
    } else {
        v.cannot_win = v.outcome.outcome != Outcome::win;
        v.cannot_lose = v.outcome.outcome != Outcome::loss;
    }
    return v;
}

inline StreamSource source_of(StreamKind kind, const std::vector<std::uint32_t>& values) {
    return {kind, [&values](Index first, std::span<std::uint32_t> out) {
                for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[first + i];
            }};
}

/// Returns the input of `write_table` for a table of `size` values, without its streams.
inline TableContents contents_for(ValueKind kind, Index size, std::string spec = "nobody:knows=1") {
    TableContents contents;
    contents.info.spec = std::move(spec);
    contents.info.value = kind;
    contents.info.indices = contents.info.queryable_size = size;
    contents.info.rules_version = NumberGame::rules_version;
    return contents;
}

/// Returns the input of `write_table`. Borrows `values`.
inline TableContents contents_of(const Values& values, std::string spec = "nobody:knows=1") {
    TableContents contents = contents_for(ValueKind::outcome, values.size(), std::move(spec));
    contents.streams.push_back(source_of(StreamKind::outcome, values.outcome));
    contents.streams.push_back(source_of(StreamKind::remoteness, values.remoteness));
    if (!values.cannot_win.empty()) contents.streams.push_back(source_of(StreamKind::cannot_win, values.cannot_win));
    if (!values.cannot_lose.empty()) contents.streams.push_back(source_of(StreamKind::cannot_lose, values.cannot_lose));
    return contents;
}

inline std::vector<std::byte> table_bytes(const TableContents& contents, const EncodeOptions& options = {}) {
    MemorySink sink;
    write_table(sink, contents, options);
    return sink.take();
}

inline std::vector<std::byte> table_bytes(const Values& values, const EncodeOptions& options = {}) {
    return table_bytes(contents_of(values), options);
}

/// Returns the values of heaps from which one or two are taken: multiples of three are lost.
inline Values steps_values(Index size) {
    Values v;
    for (Index i = 0; i < size; ++i) {
        v.outcome.push_back(i % 3 == 0 ? 0 : 1);
        v.remoteness.push_back(static_cast<std::uint32_t>(2 * (i / 3) + (i % 3 == 0 ? 0 : 1)));
    }
    return v;
}

/// Returns a table of `steps:n=`, which stores two more heaps than are queryable, with these values.
inline std::vector<std::byte> steps_bytes(Index n, const Values& values) {
    TableContents contents = contents_of(values, "steps:n=" + std::to_string(n));
    contents.info.queryable_size = n;
    return table_bytes(contents);
}
inline std::vector<std::byte> steps_bytes(Index n) {
    return steps_bytes(n, steps_values(n + 2));
}

inline EncodeOptions with_codec(Codec codec) {
    return {.codec = codec};
}

inline OpenOptions test_options(Backend backend = Backend::map) {
    return {.backend = backend, .registry = &test_registry()};
}

inline Table opened(std::vector<std::byte> bytes) {
    return Table::from_memory(std::move(bytes), test_options()).value();
}

/// Calls `f(t)` in `count` threads at once, t = 0, 1, ….
inline void in_threads(unsigned count, const auto& f) {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < count; ++t) threads.emplace_back([&f, t] { f(t); });
    for (std::thread& thread : threads) thread.join();
}

/// Kinds of made-up values.
enum class Content {
    noise,    ///< every outcome, any remoteness up to `greatest`
    runs,     ///< long runs of one value
    parity,   ///< wins odd, losses even, a few draws
    growing,  ///< remoteness that grows with the index
    cut_off,  ///< unknown positions and both bits
    holes,    ///< one index in three is not a position
    all_draws,
};

inline Values made_up(Content kind, Index size, std::uint64_t seed, std::uint32_t greatest = 200) {
    std::mt19937_64 random(seed);
    const auto below = [&random](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
    Values v;
    std::uint32_t run = 0, outcome = 0, remoteness = 0;
    for (Index i = 0; i < size; ++i) {
        bool fresh = true;
        if (kind == Content::runs && run != 0) {
            --run;
            fresh = false;
        }
        if (fresh) {
            run = below(3000);
            remoteness = below(std::uint64_t{greatest} + 1);
            outcome = below(5);
            if (kind == Content::parity) outcome = below(8) == 0 ? 2 : remoteness % 2;
            if (kind == Content::growing) {
                remoteness = static_cast<std::uint32_t>(i / 3 + below(4));
                outcome = remoteness % 2;
            }
            if (kind == Content::cut_off) outcome = below(20) < 2 ? below(2) : below(3) == 0 ? 2 : 4;
            if (kind == Content::all_draws) outcome = 2;
        }
        const bool hole = kind == Content::holes && i % 3 == 1;
        v.outcome.push_back(hole ? dont_care : outcome);
        v.remoteness.push_back(!hole && has_remoteness(static_cast<Outcome>(outcome)) ? remoteness : dont_care);
        if (kind != Content::cut_off) continue;
        // Both bits together would make it a draw.
        const std::uint32_t bits = below(3);
        v.cannot_win.push_back(outcome == 4 ? bits & 1 : dont_care);
        v.cannot_lose.push_back(outcome == 4 ? bits >> 1 : dont_care);
    }
    return v;
}

}  // namespace mexbase::test
