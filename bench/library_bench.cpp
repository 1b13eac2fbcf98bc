// SPDX-License-Identifier: MIT
// Times probes by text through a library of tables, compared with an open table. The games are kayles, which has one
// table, and chess, whose pieces select the table. Also times probes by number through a reader of bytes. The tables
// are in data/golden and data/frozen.
#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "query/library.hpp"

namespace mexbase {
namespace {

const std::string data = MEXBASE_DATA;
constexpr const char *heaps = "octal:code=0.77,max=20000", *kayles = "octal:code=kayles",
                     *board = "8/8/8/8/8/2k5/8/K6R w";

const Library& library() {
    static const Library all = [] {
        const std::string both[] = {data + "/golden", data + "/frozen"};
        return Library::open(both).value();
    }();
    return all;
}

/// Returns heaps in random order.
std::vector<std::string> some_heaps() {
    std::mt19937 random(1);
    std::vector<std::string> some;
    for (int i = 0; i < 1024; ++i) some.push_back(std::to_string(random() % 20000));
    return some;
}

template <class Probe>
void measure(benchmark::State& state, const std::vector<std::string>& positions, Probe probe) {
    std::size_t at = 0;
    for (auto _ : state) {
        const auto value = probe(positions[at++ % positions.size()]);
        if (!value) state.SkipWithError("no value");
        benchmark::DoNotOptimize(value);
    }
}

void of_table(benchmark::State& state, const char* spec, const std::vector<std::string>& positions) {
    const Table table = library().table(spec).value();
    measure(state, positions, [&](const std::string& position) { return table.probe(position); });
}

void of_library(benchmark::State& state, const char* spec, const std::vector<std::string>& positions) {
    measure(state, positions, [&](const std::string& position) { return library().probe(spec, position); });
}

/// Reader of a table in memory.
class Bytes : public Reader {
  public:
    explicit Bytes(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        const std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
        bytes_.resize(text.size());
        std::memcpy(bytes_.data(), text.data(), text.size());
    }
    std::uint64_t size() const override { return bytes_.size(); }
    Result<void> read_at(std::uint64_t offset, std::span<std::byte> to) override {
        std::memcpy(to.data(), bytes_.data() + offset, to.size());
        ++rounds;
        return {};
    }
    Result<void> read_many(std::span<const Range> ranges) override {
        for (const Range& range : ranges)
            std::memcpy(range.bytes.data(), bytes_.data() + range.offset, range.bytes.size());
        ++rounds;
        return {};
    }
    std::uint64_t rounds = 0;

  private:
    std::vector<std::byte> bytes_;
};

const std::string blocks = data + "/frozen/square-but-one-zstd-1.1.mxb";

void by_number(benchmark::State& state, const Table& table) {
    std::mt19937_64 random(1);
    for (auto _ : state) benchmark::DoNotOptimize(table.at(random() % 1'000'000));
}

void mapped(benchmark::State& state) {
    by_number(state, Table::open(blocks).value());
}

void read(benchmark::State& state) {
    by_number(state, Table::from_reader(std::make_shared<Bytes>(blocks)).value());
}

/// Opens a table and reads one value. `rounds` is the number of reads by the table.
void opened_and_read(benchmark::State& state) {
    const auto bytes = std::make_shared<Bytes>(blocks);
    std::uint64_t times = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(Table::from_reader(bytes).value().at(777'777 + times % 1024));
        ++times;
    }
    state.counters["rounds"] = static_cast<double>(bytes->rounds) / static_cast<double>(times);
}

void register_all() {
    using benchmark::RegisterBenchmark;
    for (const int threads : {1, 2}) {
        RegisterBenchmark("heaps/table", of_table, heaps, some_heaps())->Threads(threads);
        RegisterBenchmark("heaps/library", of_library, heaps, some_heaps())->Threads(threads);
    }
    RegisterBenchmark("heaps/library/game", of_library, kayles, some_heaps());
    RegisterBenchmark("chess/table", of_table, "chess:KRKR", std::vector<std::string>{board});
    RegisterBenchmark("chess/library", of_library, "chess", std::vector<std::string>{board});
    RegisterBenchmark("blocks/mapped", mapped);
    RegisterBenchmark("blocks/reader", read);
    RegisterBenchmark("blocks/reader/opened", opened_and_read);
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
