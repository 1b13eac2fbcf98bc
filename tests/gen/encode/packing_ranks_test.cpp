// SPDX-License-Identifier: MIT
// Several processes that pack one table: here they are threads.
#include "gen/encode/packing_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "gen/encode/sink.hpp"
#include "tests/lib/solve/retrograde/thread_ranks.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::packing_ranks_test {

using Numbers = std::vector<std::uint32_t>;
using Fill = std::function<void(Index, std::span<std::uint32_t>)>;
constexpr Index size = 5 * detail::PackingRanks::unit + 100'000;

/// Numbers of two kinds of blocks, which pack best with a grammar for each kind.
Numbers mixed_blocks() {
    std::mt19937 engine(1);
    const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
    Numbers numbers(size);
    for (Index i = 0; i < size; ++i) {
        const std::uint32_t a = random() % 16, b = random() % 16;
        numbers[i] = 1 + ((i >> 11) % 5 < 2 ? 16 * std::max(a, b) + b : 16 * std::min(a, b));
        if (i % 997 == 0) numbers[i] = dont_care;
    }
    return numbers;
}

/// Numbers that differ little from their neighbours.
Numbers slow_walk() {
    std::mt19937 engine(2);
    const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
    Numbers numbers(size, 30'000);
    for (Index i = 1; i < size; ++i) numbers[i] = numbers[i - 1] + random() % 7 - 3;
    return numbers;
}

Fill fill_of(const Numbers& numbers) {
    return [&numbers](Index first, std::span<std::uint32_t> out) {
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
    };
}

TableContents contents_of(Fill fill) {
    TableContents contents;
    contents.info.spec = "sample";
    contents.info.value = ValueKind::nimber;
    contents.info.indices = contents.info.queryable_size = size;
    contents.streams.push_back({StreamKind::nimber, std::move(fill)});
    return contents;
}

/// Writes a table on several ranks. `fill(rank)` returns the source of a rank. Returns the exception of each rank.
std::vector<std::exception_ptr> write_on(unsigned ranks, const std::function<Fill(unsigned)>& fill, Sink& sink,
                                         const EncodeOptions& options) {
    return on_ranks(ranks, [&](Transport& transport) {
        const unsigned rank = transport.rank();
        detail::RankRounds rounds(transport);
        std::vector<std::pair<Index, Index>> fetched;
        const auto windows = detail::CellWindows::even(size, detail::PackingRanks::unit, ranks, rank);
        const detail::PackingRanks packing{rounds, windows, 2, [&](std::span<const std::pair<Index, Index>> runs) {
                                               EXPECT_EQ(runs.empty(), rank != 0);
                                               fetched.assign(runs.begin(), runs.end());
                                           }};
        // A rank reads only values that it has.
        TableContents contents = contents_of([&, read = fill(rank)](Index first, std::span<std::uint32_t> out) {
            const Index last = first + out.size();
            EXPECT_TRUE(
                (first >= windows.first() && last <= windows.last()) ||
                std::ranges::any_of(
                    fetched, [&](const auto& run) { return first >= run.first && last <= run.first + run.second; }))
                << rank << ' ' << first;
            read(first, out);
        });
        contents.ranks = &packing;
        try {
            if (rank != 0) return detail::help_to_write(contents);
            write_table(sink, contents, options);
            packing.begin(detail::PackingTask::end);
        } catch (...) {
            rounds.fail_everywhere();
            throw;
        }
    });
}

void expect_the_same_bytes(const Numbers& numbers, const EncodeOptions& options, unsigned ranks) {
    MemorySink alone, shared;
    write_table(alone, contents_of(fill_of(numbers)), options);
    for (const auto& failure : write_on(
             ranks, [&](unsigned) { return fill_of(numbers); }, shared, options))
        if (failure) std::rethrow_exception(failure);
    EXPECT_EQ(shared.bytes(), alone.bytes());
}

TEST(PackingRanks, EveryCodecMakesTheBytesOfOneProcess) {
    const Numbers numbers = mixed_blocks();
    for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs}) {
        SCOPED_TRACE(to_string(codec));
        expect_the_same_bytes(numbers, {.codec = codec, .level = 1, .threads = 2}, 3);
    }
}

TEST(PackingRanks, DifferencesAndIdleRanks) {
    expect_the_same_bytes(slow_walk(), {.threads = 2}, 8);
}

TEST(PackingRanks, AFailureEndsAllRanks) {
    const Numbers numbers = slow_walk();
    const EncodeOptions options{.codec = Codec::raw};
    // A rank fails in the survey, and later while it packs.
    for (const int fails_at : {1, 80}) {
        const auto fill = [&](unsigned rank) -> Fill {
            if (rank != 1) return fill_of(numbers);
            return [&, calls = std::make_shared<std::atomic<int>>(0)](Index first, std::span<std::uint32_t> out) {
                if (++*calls == fails_at) throw Error(ErrorCode::bad_usage, "no value");
                fill_of(numbers)(first, out);
            };
        };
        MemorySink sink;
        const auto failures = write_on(3, fill, sink, options);
        EXPECT_EQ(error_code_of([&] { std::rethrow_exception(failures[1]); }), ErrorCode::bad_usage);
        for (const unsigned r : {0, 2}) EXPECT_THROW(std::rethrow_exception(failures[r]), OtherRankFailed);
    }
    // The disk of rank 0 is full.
    class FullSink final : public Sink {
      public:
        void append(std::span<const std::byte> bytes) override {
            size_ += bytes.size();
            if (size_ > 4'000'000) throw Error(ErrorCode::io, "the disk is full");
        }
        void write_at(std::uint64_t, std::span<const std::byte>) override {}
        std::uint64_t size() const override { return size_; }

      private:
        std::uint64_t size_ = 0;
    } full;
    const auto failures = write_on(
        3, [&](unsigned) { return fill_of(numbers); }, full, options);
    EXPECT_EQ(error_code_of([&] { std::rethrow_exception(failures[0]); }), ErrorCode::io);
    for (const unsigned r : {1, 2}) EXPECT_THROW(std::rethrow_exception(failures[r]), OtherRankFailed);
}

}  // namespace mexbase::test::packing_ranks_test
