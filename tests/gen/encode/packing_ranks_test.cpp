// SPDX-License-Identifier: MIT
// Several processes that pack one table: here they are threads.
#include "gen/encode/packing_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "gen/encode/atomic_file.hpp"
#include "gen/encode/payload_ranges.hpp"
#include "gen/encode/sink.hpp"
#include "tests/lib/solve/retrograde/thread_ranks.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace mexbase::test::packing_ranks_test {

using Numbers = std::vector<std::uint32_t>;
using Fill = std::function<void(Index, std::span<std::uint32_t>)>;
constexpr Index size = 3 * detail::PackingRanks::unit + 100'000;

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

constexpr std::uint64_t piece = 1 << 16;  // small, so that all ranks write to the file

/// Changes the first byte of a path in all that one rank receives, so that it finds no such file.
class LostFile final : public Transport {
  public:
    LostFile(Transport& inner, std::string path) : inner_(inner), path_(std::move(path)) {}
    unsigned rank() const override { return inner_.rank(); }
    unsigned ranks() const override { return inner_.ranks(); }
    void exchange(Round& round) override {
        inner_.exchange(round);
        std::vector<std::byte>& in = round.in[0];
        const auto path = std::as_bytes(std::span(path_));
        const auto found = std::search(in.begin(), in.end(), path.begin(), path.end());
        if (!path.empty() && found != in.end()) *found = std::byte{'x'};
    }

  private:
    Transport& inner_;
    std::string path_;
};

/// Writes a table on several ranks. `fill(rank)` returns the source of a rank. The last rank cannot find `lost`.
/// Returns the exception of each rank, and the report in `report` unless that is null.
std::vector<std::exception_ptr> write_on(unsigned ranks, const std::function<Fill(unsigned)>& fill, Sink& sink,
                                         const EncodeOptions& options, const std::string& lost = {},
                                         EncodeReport* report = nullptr) {
    return on_ranks(ranks, [&](Transport& all) {
        LostFile transport(all, all.rank() + 1 == ranks ? lost : std::string());
        const unsigned rank = transport.rank();
        detail::RankRounds rounds(transport);
        std::vector<std::pair<Index, Index>> fetched;
        const auto windows = detail::CellWindows::even(size, detail::PackingRanks::unit, ranks, rank);
        const detail::PackingRanks packing{rounds, windows, 2,
                                           [&](std::span<const std::pair<Index, Index>> runs) {
                                               EXPECT_EQ(runs.empty(), rank != 0);
                                               fetched.assign(runs.begin(), runs.end());
                                           },
                                           piece};
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
            const EncodeReport written = write_table(sink, contents, options);
            if (report != nullptr) *report = written;
            packing.begin(detail::PackingTask::end);
        } catch (...) {
            rounds.fail_everywhere();
            throw;
        }
    });
}

/// A file, some of whose bytes other ranks write.
class CountedFile final : public Sink {
  public:
    explicit CountedFile(const std::string& path) : file_(path, AtomicFile::Naming::named) {}

    void append(std::span<const std::byte> bytes) override { file_.append(bytes); }
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
        file_.write_at(offset, bytes);
        if (offset >= extension_.begin && offset < extension_.end) written_ += bytes.size();
    }
    std::uint64_t size() const override { return file_.size(); }
    std::optional<SharedFile> share() override {
        shared = file_.share();
        if (change) change(*shared);
        return shared;
    }
    void extend(std::uint64_t length) override {
        extension_ = {size(), size() + length};
        file_.extend(length);
    }
    void commit() override { file_.commit(); }

    std::uint64_t extended() const { return extension_.size(); }
    std::uint64_t written_by_others() const { return extended() - written_; }

    std::optional<SharedFile> shared;
    std::function<void(SharedFile&)> change;  ///< changes what the other ranks receive

  private:
    AtomicFile file_;
    detail::PayloadRanges::Range extension_;
    std::uint64_t written_ = 0;
};

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

TEST(PackingRanks, EachRankWritesItsRangeOfAFile) {
    const Scratch scratch;
    const Numbers numbers = mixed_blocks();
    const EncodeOptions options{.codec = Codec::raw};
    MemorySink alone;
    write_table(alone, contents_of(fill_of(numbers)), options);
    for (const unsigned ranks : {1, 2, 3, 4}) {
        const std::string path = scratch.path("table");
        CountedFile file(path);
        for (const auto& failure : write_on(
                 ranks, [&](unsigned) { return fill_of(numbers); }, file, options))
            if (failure) std::rethrow_exception(failure);
        file.commit();
        const std::string whole = slurp(path);
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(whole)), alone.bytes())) << ranks;
        EXPECT_EQ(file.extended() != 0, ranks > 1);
        // Rank 0 writes less than two pieces of what the others have packed.
        EXPECT_LT(file.extended(), file.written_by_others() + 2 * piece);
    }
}

TEST(PackingRanks, RankZeroWritesAllIfARankDoesNotFindTheFile) {
    const Scratch scratch;
    const Numbers numbers = mixed_blocks();
    const EncodeOptions options{.codec = Codec::raw};
    MemorySink alone;
    write_table(alone, contents_of(fill_of(numbers)), options);
    for (const bool another_file : {false, true}) {
        const std::string path = scratch.path("table");
        CountedFile file(path);
        if (another_file)  // for all ranks
            file.change = [](SharedFile& shared) { shared.token[3] ^= std::byte{1}; };
        EncodeReport report;
        const std::string lost = another_file ? "" : scratch.path("");
        for (const auto& failure : write_on(
                 3, [&](unsigned) { return fill_of(numbers); }, file, options, lost, &report))
            if (failure) std::rethrow_exception(failure);
        file.commit();
        const std::string whole = slurp(path);
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(whole)), alone.bytes()));
        EXPECT_TRUE(file.shared.has_value());
        EXPECT_EQ(file.extended(), 0u);
        EXPECT_EQ(report.rank_without_file, another_file ? 1u : 2u);
    }
}

TEST(PackingRanks, AFullDiskOfAnotherRankEndsAllRanks) {
    const Scratch scratch;
    const Numbers numbers = mixed_blocks();
    {
        CountedFile file(scratch.path("table"));
        // This device has endless zeros, and no space.
        file.change = [](SharedFile& shared) { shared = {.path = "/dev/full", .target = "table"}; };
        const auto failures = write_on(3, [&](unsigned) { return fill_of(numbers); }, file, {.codec = Codec::raw});
        EXPECT_EQ(refusal_of([&] { std::rethrow_exception(failures[1]); }, ErrorCode::io),
                  "cannot write \"table\": No space left on device");
        for (const unsigned r : {0, 2}) EXPECT_THROW(std::rethrow_exception(failures[r]), OtherRankFailed);
    }
    EXPECT_TRUE(std::filesystem::is_empty(scratch.path("")));
}

TEST(PackingRanks, EveryPieceOfAPayloadHasOneWriter) {
    using Range = detail::PayloadRanges::Range;
    std::mt19937 engine(3);
    for (int n = 0; n < 200; ++n) {
        std::vector<std::uint64_t> begins(2, engine() % 40);
        for (auto r = engine() % 6; r != 0; --r) begins.push_back(begins.back() + engine() % (n % 2 == 0 ? 40 : 9));
        const auto ranks = static_cast<unsigned>(begins.size() - 1);
        const detail::PayloadRanges ranges(begins, 8);
        std::vector<unsigned> writers(begins.back(), ranks);
        for (unsigned r = 0; r < ranks; ++r)
            for (const Range range : ranges.written_by(r))
                for (std::uint64_t i = range.begin; i < range.end; ++i) {
                    ASSERT_EQ(writers.at(i), ranks) << "two ranks write byte " << i;
                    writers[i] = r;
                }
        for (std::uint64_t i = begins.front(); i < begins.back(); ++i) {
            const std::uint64_t first = i / 8 * 8;
            const bool whole = first >= begins.front() && first + 8 <= begins.back();
            const auto packer = std::ranges::upper_bound(begins, first) - begins.begin() - 1;
            EXPECT_EQ(writers[i], whole ? static_cast<unsigned>(packer) : 0) << n << ' ' << i;
        }
    }
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
            if (size_ > 2'000'000) throw Error(ErrorCode::io, "the disk is full");
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
