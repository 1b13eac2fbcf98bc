// SPDX-License-Identifier: MIT Times probes by index in decoded blocks, in blocks not yet decoded and in batches, with
// each codec. Also times opening a table, and compares block sizes by bits per position and nanoseconds. The table is
// made here, or read from the file in the environment variable MEXBASE_BENCH_TABLE; its values are then packed again in
// every way.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>

#include "gen/encode/table_writer.hpp"
#include "gen/temporary_folder.hpp"
#include "lib/rules/registry.hpp"
#include "query/table.hpp"

namespace mexbase {
namespace {

using Clock = std::chrono::steady_clock;

const Registry& no_rules() {
    static const Registry none({});
    return none;
}

/// Outcomes and remotenesses by index.
struct Values {
    std::vector<std::uint32_t> outcome, remoteness;
};

/// Makes four million positions in which each range of one square resembles the one before, as in games on squares: one
/// in forty won, one in eight hundred lost, the rest drawn.
Values made_up() {
    constexpr Index size = Index{1} << 22;
    Values v;
    v.outcome.resize(size);
    v.remoteness.assign(size, dont_care);
    const auto hash = [](std::uint64_t x) { return (x * 0x9e3779b97f4a7c15 ^ (x >> 7)) * 0xbf58476d1ce4e5b9 >> 33; };
    for (Index i = 0; i < size; ++i) {
        const auto root = static_cast<Index>(std::sqrt(static_cast<double>(i)));
        const Index past = i - root * root;
        const bool won = hash(past) % 40 == 0, lost = !won && hash(i) % 800 == 0;
        v.outcome[i] = static_cast<std::uint32_t>(won ? Outcome::win : lost ? Outcome::loss : Outcome::draw);
        if (won || lost) v.remoteness[i] = static_cast<std::uint32_t>(2 * (hash(past + root % 5) % 10) + (won ? 1 : 0));
    }
    return v;
}

Values read_values(const char* path) {
    const Table table = Table::open(path, OpenOptions{.registry = &no_rules()}).value();
    std::vector<Value> all(table.info().indices);
    table.cursor().value().read(0, all).value();
    Values v;
    for (const Value& value : all) {
        v.outcome.push_back(static_cast<std::uint32_t>(value.outcome.outcome));
        const bool has = has_remoteness(value.outcome.outcome);
        v.remoteness.push_back(has ? static_cast<std::uint32_t>(value.outcome.remoteness) : dont_care);
    }
    return v;
}

const Values& values() {
    static const char* const path = std::getenv("MEXBASE_BENCH_TABLE");
    static const Values v = path != nullptr ? read_values(path) : made_up();
    return v;
}

StreamSource source_of(StreamKind kind, const std::vector<std::uint32_t>& from) {
    return {kind, [&from](Index first, std::span<std::uint32_t> out) {
                std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
            }};
}

struct Made {
    std::vector<std::byte> bytes;
    EncodeReport report;
};

Made make(const EncodeOptions& options) {
    TableContents contents;
    contents.info.spec = "bench:table=1";
    contents.info.indices = contents.info.queryable_size = values().outcome.size();
    contents.streams = {source_of(StreamKind::outcome, values().outcome),
                        source_of(StreamKind::remoteness, values().remoteness)};
    MemorySink sink;
    Made made;
    made.report = write_table(sink, contents, options);
    made.bytes = sink.take();
    return made;
}

Table table_over(const std::vector<std::byte>& bytes) {
    return Table::from_memory(std::span(bytes), OpenOptions{.registry = &no_rules()}).value();
}

/// Recorder for the counters `median` and `p99`, in nanoseconds, less the time of reading the clock.
class Latencies {
  public:
    template <class F>
    void measure(F&& probe) {
        const auto start = Clock::now();
        probe();
        add(taken_, start);
        const auto nothing = Clock::now();
        add(clock_, nothing);
    }
    void report(benchmark::State& state) {
        const auto at = [](std::vector<double>& all, double share) {
            std::sort(all.begin(), all.end());
            return all.empty() ? 0 : all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
        };
        const double clock = at(clock_, 0.5);
        state.counters["median"] = at(taken_, 0.5) - clock;
        state.counters["p99"] = at(taken_, 0.99) - clock;
    }

  private:
    static void add(std::vector<double>& to, Clock::time_point start) {
        to.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
    }
    std::vector<double> taken_, clock_;
};

enum class What { outcome, value };

void probe(const Table& table, What what, Index index) {
    if (what == What::outcome) {
        auto found = table.outcome(index);
        benchmark::DoNotOptimize(found);
    } else {
        auto found = table.at(index);
        benchmark::DoNotOptimize(found);
    }
}

void decoded(benchmark::State& state, EncodeOptions options, What what) {
    const Made made = make(options);
    const Table table = table_over(made.bytes);
    const Index base = table.info().indices / 3;
    std::uint64_t x = 1;
    for (auto _ : state) {
        x = x * 6364136223846793005 + 1442695040888963407;
        probe(table, what, base + (x >> 56));  // 256 neighbours: one block or two
    }
}

void undecoded(benchmark::State& state, EncodeOptions options, What what) {
    const Made made = make(options);
    const Table table = table_over(made.bytes);
    std::mt19937_64 random(1);
    Latencies latencies;
    for (auto _ : state) {
        const Index index = random() % table.info().indices;
        latencies.measure([&] { probe(table, what, index); });
    }
    latencies.report(state);
    for (const StreamInfo& stream : made.report.streams)
        state.counters[std::string(to_string(stream.kind)) + " b/p"] = made.report.bits_per_position(stream);
}

void batch(benchmark::State& state, EncodeOptions options) {
    const Made made = make(options);
    const Table table = table_over(made.bytes);
    std::mt19937_64 random(1);
    std::vector<Index> indices(static_cast<std::size_t>(state.range(0)));
    std::vector<Value> found(indices.size());
    for (auto _ : state) {
        state.PauseTiming();
        for (Index& index : indices) index = random() % table.info().indices;
        state.ResumeTiming();
        table.at(indices, found).value();
    }
    state.counters["per probe"] =
        benchmark::Counter(static_cast<double>(indices.size()) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void open_file(benchmark::State& state, Backend backend) {
    const Made made = make({});
    const std::string path = temporary_folder() + "/mexbase_probe_bench_" + std::to_string(::getpid()) + ".mxb";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(made.bytes.data()), static_cast<std::streamsize>(made.bytes.size()));
    const OpenOptions options{.backend = backend, .registry = &no_rules()};
    for (auto _ : state) {
        const auto table = Table::open(path, options);
        benchmark::DoNotOptimize(table.ok());
    }
    std::remove(path.c_str());
}

EncodeOptions packed(std::optional<Codec> codec, std::optional<unsigned> block_log2 = {}) {
    EncodeOptions options;
    options.codec = codec;
    options.block_log2 = block_log2;
    options.threads = 2;
    return options;
}

void register_all() {
    using benchmark::RegisterBenchmark;
    for (const auto codec : {std::optional<Codec>{}, std::optional(Codec::raw), std::optional(Codec::palette),
                             std::optional(Codec::zstd)}) {
        const std::string name = codec ? std::string(to_string(*codec)) : "chosen";
        for (const What what : {What::outcome, What::value}) {
            const std::string of = what == What::outcome ? "outcome/" : "value/";
            RegisterBenchmark(("decoded/" + of + name).c_str(), decoded, packed(codec), what);
            RegisterBenchmark(("undecoded/" + of + name).c_str(), undecoded, packed(codec), what)->Iterations(50000);
        }
        RegisterBenchmark(("batch/" + name).c_str(), batch, packed(codec))->Arg(64)->Arg(4096);
    }
    RegisterBenchmark("open/map", open_file, Backend::map);
    RegisterBenchmark("open/read", open_file, Backend::read);
    for (const Codec codec : {Codec::palette, Codec::zstd})
        for (unsigned log2 = 8; log2 <= 14; ++log2)
            for (const What what : {What::outcome, What::value})
                RegisterBenchmark(("curve/" + std::string(to_string(codec)) +
                                   (what == What::outcome ? "/outcome/" : "/value/") + std::to_string(1u << log2))
                                      .c_str(),
                                  undecoded, packed(codec, log2), what)
                    ->Iterations(20000);
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
