// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>

#include "../../lib/error.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

using Clock = std::chrono::steady_clock;

std::int64_t nanoseconds_since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

/// Returns the time to read the clock twice, which is subtracted from each measurement.
std::int64_t clock_cost() {
    std::vector<std::int64_t> costs(1001);
    for (auto& cost : costs) {
        const auto start = Clock::now();
        cost = nanoseconds_since(start);
    }
    std::ranges::nth_element(costs, costs.begin() + 500);
    return costs[500];
}

/// Asks the kernel to drop the file from the page cache. If the kernel keeps some pages, the first probes are faster.
void drop_pages(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
}

/// Times of some probes: median and 99th percentile, in nanoseconds per probe.
struct Row {
    const char* name;
    const char* key;  ///< name in JSON
    std::size_t probes = 0;
    std::int64_t median = 0;
    std::optional<std::int64_t> p99{};
};

Row row_of(const char* name, const char* key, std::vector<std::int64_t>& times, std::int64_t cost) {
    std::ranges::sort(times);
    const auto at = [&](double q) {
        const auto i = static_cast<std::size_t>(q * static_cast<double>(times.size() - 1));
        return std::max<std::int64_t>(0, times[i] - cost);
    };
    return {name, key, times.size(), at(0.5), at(0.99)};
}

}  // namespace

void bench(const std::string& path, const OpenOptions& options, std::uint64_t probes, bool as_json) {
    const std::int64_t cost = clock_cost();
    drop_pages(path);
    const auto open_start = Clock::now();
    const Table table = Table::open(path, options).value();
    const std::int64_t open_time = nanoseconds_since(open_start);
    const auto reopen_start = Clock::now();
    (void)Table::open(path, options).value();
    const std::int64_t reopen_time = nanoseconds_since(reopen_start);
    const Index queryable_size = table.info().queryable_size;
    if (queryable_size == 0) throw Error(ErrorCode::out_of_domain, "the table has no positions that can be queried");

    // Reads the canonical forms before the first probe, and measures the time.
    const auto load = [](const Table& of) {
        const auto start = Clock::now();
        if (kind_of(of.info().value).has_forms) (void)of.canonical_values().value();
        return nanoseconds_since(start);
    };
    const std::int64_t load_time = load(table);

    std::mt19937_64 random(1);
    const auto any_index = [&] { return random() % queryable_size; };
    std::uint64_t sum = 0;
    const auto time_probe = [&](Cursor& cursor, Index i) {
        const auto start = Clock::now();
        const auto value = cursor.stored_at(i);
        const auto time = nanoseconds_since(start);
        if (!value && value.error().code != ErrorCode::out_of_domain)
            throw Error(value.error().code, value.error().message);
        sum += value ? value->outcome.remoteness : 0;
        return time;
    };

    std::vector<std::int64_t> cold, undecoded, decoded;
    {
        Cursor cursor = table.cursor().value();
        for (std::uint64_t n = std::min<std::uint64_t>(probes, 2000); n-- > 0;)
            cold.push_back(time_probe(cursor, any_index()));
    }
    for (Index first = 0; first < queryable_size; first += 4096) sum += table.stored_at(first).ok() ? 1 : 0;
    {
        // Opens the table with a minimal cache, so that nearly every probe of a large table decodes a block.
        OpenOptions small = options;
        small.cache_bytes = 1;
        const Table uncached = Table::open(path, small).value();
        load(uncached);
        Cursor cursor = uncached.cursor().value();
        for (std::uint64_t n = probes; n-- > 0;) undecoded.push_back(time_probe(cursor, any_index()));
    }
    {
        Cursor cursor = table.cursor().value();
        const Index near = any_index() / 256 * 256;
        for (std::uint64_t n = probes; n-- > 0;)
            decoded.push_back(time_probe(cursor, std::min(queryable_size - 1, near + random() % 256)));
    }
    std::vector<Index> batch(std::min<std::uint64_t>(probes, 4096));
    std::vector<Value> values(batch.size());
    std::ranges::generate(batch, any_index);
    Cursor cursor = table.cursor().value();
    const auto batch_start = Clock::now();
    // A batch fails if an index is not a position. So batches are only measured in tables without such indices.
    const bool batched = cursor.at(batch, values).ok();
    const std::int64_t batch_time = nanoseconds_since(batch_start) / static_cast<std::int64_t>(batch.size());

    std::vector<Row> rows = {row_of("first probes, file not in memory", "first", cold, cost),
                             row_of("warm, block not decoded", "not_decoded", undecoded, cost),
                             row_of("warm, block decoded", "decoded", decoded, cost)};
    if (batched) rows.push_back({"many in one call, per probe", "batch", batch.size(), batch_time});
    if (as_json) {
        Json json;
        json["spec"] = table.info().spec;
        json["open_nanoseconds"] = {{"first", open_time}, {"warm", reopen_time}};
        for (const Row& row : rows) {
            json[row.key] = {{"probes", row.probes}, {"median_nanoseconds", row.median}};
            if (row.p99) json[row.key]["p99_nanoseconds"] = *row.p99;
        }
        print(json);
    } else {
        std::cout << fmt::format("{}\nopening: {} ns the first time, {} ns again\n", table.info().spec, open_time,
                                 reopen_time);
        if (kind_of(table.info().value).has_forms)
            std::cout << fmt::format("list of values: {} read in {} ns\n", table.canonical_values()->size(), load_time);
        std::cout << fmt::format("{:<34} {:>9} {:>9} {:>9}\n", "nanoseconds per probe, by index", "probes", "median",
                                 "p99");
        for (const Row& row : rows)
            std::cout << fmt::format("{:<34} {:>9} {:>9} {:>9}\n", row.name, row.probes, row.median,
                                     row.p99 ? std::to_string(*row.p99) : "");
    }
    // Using `sum` keeps the compiler from removing the probes.
    if (sum == ~std::uint64_t{0}) std::cout << '\n';
}

}  // namespace mexbase::cli
