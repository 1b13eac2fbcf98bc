// SPDX-License-Identifier: MIT
// Any bytes as a table, and good tables with a few bytes changed: opened from memory and read completely.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "query/best_play.hpp"
#include "query/format/checksum.hpp"
#include "query/format/format.hpp"
#include "query/sum.hpp"
#include "query/table.hpp"
#include "tests/query/test_tables.hpp"

namespace {

using namespace mexbase;

void ask(std::span<const std::byte> bytes) {
    static const Registry none({});
    const auto table = Table::from_memory(bytes, OpenOptions{.registry = &none, .cache_bytes = 0});
    if (!table) return;
    (void)table->check();
    (void)table->board();
    (void)table->game();
    (void)table->remoteness_histogram();
    (void)table->probe("#0");
    (void)table->probe("start");
    (void)table->probe("7-x");
    (void)best_options(*table, 0);
    const Index size = table->info().indices;
    const Index step = std::max<Index>(size / 512, 1);
    std::vector<Index> indices;
    for (Index i = 0; i < size && indices.size() < 600; i += step) {
        (void)table->stored_at(i);
        (void)table->at(i);
        indices.push_back(i);
        if (i < 20 * step) (void)best_options(*table, i);
        if (const auto text = table->text_of(i)) (void)table->index_of(*text);
        if (table->is_race()) (void)table->race_at(i);
    }
    if (const auto repetition = table->info().repetition()) (void)table->at(~Index{0} / 2);
    const Index parts[] = {0, size - 1};
    (void)table->at_sum(parts);
    Sum sum;
    for (const Index part : {Index{0}, size / 2}) (void)sum.add(*table, part);
    for (int begun = 0; begun < 2; ++begun) {
        (void)sum.value();
        (void)sum.best_move();
        (void)sum.best_move(Player::right, Play::misere);
        (void)sum.mark_begun(0);
    }
    std::vector<Value> values(indices.size());
    (void)table->at(indices, values);
    auto cursor = table->cursor();
    if (cursor)
        (void)cursor->read(0, std::span(values).first(static_cast<std::size_t>(std::min<Index>(size, values.size()))));
}

/// Corrects the checksums of header, sections and stream headers, so that the code behind them is reached too.
void mend(std::vector<std::byte>& bytes) {
    const auto number = [&bytes](std::size_t at, int length) {
        std::uint64_t value = 0;
        for (int i = length; i-- > 0;)
            value = value << 8 | std::to_integer<std::uint64_t>(bytes[at + static_cast<std::size_t>(i)]);
        return value;
    };
    const auto put = [&bytes](std::size_t at, std::uint64_t value) {
        for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
    };
    if (bytes.size() < format::header_bytes) return;
    put(16, bytes.size());
    const std::size_t sections = number(12, 4), table = format::header_bytes + sections * format::section_bytes;
    if (sections > 16 || table + 8 > bytes.size()) return;
    for (std::size_t s = 0; s < sections; ++s) {
        const std::size_t row = format::header_bytes + s * format::section_bytes;
        const std::uint64_t offset = number(row + 8, 8);
        std::uint64_t length = number(row + 16, 8);
        if (offset > bytes.size() || length > bytes.size() - offset) continue;
        const std::uint64_t type = number(row, 4);
        if (type >= format::stream_base && type < format::stream_limit && length >= 4)
            length = std::min(length, number(offset, 4));
        put(row + 24, checksum64(std::span(bytes).subspan(offset, length)));
    }
    put(table, checksum64(std::span(bytes).first(table)));
}

/// Returns small good tables of every codec.
const std::vector<std::vector<std::byte>>& good_tables() {
    static const auto made = [] {
        std::vector<std::vector<std::byte>> tables;
        using test::Content;
        for (const Content kind : {Content::noise, Content::parity, Content::growing, Content::cut_off, Content::holes})
            for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs}) {
                EncodeOptions options;
                options.codec = codec;
                options.block_log2 = 7;
                tables.push_back(test::table_bytes(test::made_up(kind, 300, 1), options));
                tables.push_back(test::table_bytes(test::made_up(kind, 100, 1), options));  // small streams
            }
        // Nimbers with all their streams, and obliged pairs with a period.
        const auto numbers = [](StreamKind kind, auto number) {
            return StreamSource{kind, [number](Index first, std::span<std::uint32_t> out) {
                                    for (std::uint32_t& value : out) value = number(first++);
                                }};
        };
        static const NimberSets sets = [] {
            NimberSets some;
            for (const std::vector<std::uint32_t>& set : {std::vector<std::uint32_t>{}, {0}, {1, 3}, {0, 1, 2, 9}})
                some.add(set);
            return some;
        }();
        TableContents contents;
        contents.info.spec = "octal:code=0.77,max=299";
        contents.info.indices = contents.info.queryable_size = 300;
        contents.info.value = ValueKind::nimber;
        contents.sets = &sets;
        const auto infinite = [](Index i) { return i % 3 == 0; };
        contents.streams.push_back(numbers(
            StreamKind::nimber, [=](Index i) { return infinite(i) ? 0 : static_cast<std::uint32_t>(i % 7 + 1); }));
        contents.streams.push_back(numbers(
            StreamKind::k_set, [=](Index i) { return infinite(i) ? static_cast<std::uint32_t>(i % 4) : dont_care; }));
        contents.streams.push_back(numbers(StreamKind::counter, [=](Index i) {
            return infinite(i) ? dont_care : static_cast<std::uint32_t>(i % 5 * 2);
        }));
        contents.streams.push_back(
            numbers(StreamKind::race_nimber, [](Index i) { return static_cast<std::uint32_t>(i % 6); }));
        contents.streams.push_back(numbers(StreamKind::race_k_set, [](Index i) { return i % 6 == 0 ? 2 : dont_care; }));
        tables.push_back(test::table_bytes(contents));
        contents.streams = {
            numbers(StreamKind::obliged, [](Index i) { return static_cast<std::uint32_t>(i * i % 4); })};
        contents.sets = nullptr;
        contents.info.value = ValueKind::obliged;
        contents.info.period = Period{3, 4, 0, true};
        tables.push_back(test::table_bytes(contents));
        contents.info.period.reset();
        contents.orders = {{10, {4, 2, 3, 5}, {2, 0, 3, 1}}, {150, {10, 15}, {1, 0}}};
        tables.push_back(test::table_bytes(contents));
        // Positions as texts, stored as numbers and as texts, with and without moves, and with moves of either player.
        const auto keyed = [](bool as_numbers, bool partizan) {
            PositionSource source;
            source.count = 600;
            source.partizan = partizan;
            source.start = 300;
            source.text = [as_numbers](Index i, std::string& out) {
                out = std::to_string(1000 + i) +
                      (as_numbers ? "-x" : "-" + std::string(i % 30, 'y') + std::to_string(i * i));
            };
            source.mark = [](Index i) {
                return static_cast<std::uint8_t>(i == 300 ? Board::start : i % 9 == 5 ? 1 : 0);
            };
            source.moves = [](Index i, Player player, std::vector<Index>& out) {
                out.clear();
                for (Index k = i % 4 + (player == Player::left ? 0 : 1); k > 0; --k)
                    out.push_back((i + 600 - 7 * k) % 600);
                std::ranges::sort(out);
            };
            return source;
        };
        for (const int form : {0, 1, 2, 3}) {
            const test::Values values = test::made_up(Content::noise, 600, 1);
            TableContents positions = test::contents_of(values, "program:name=fuzz");
            positions.info.rules_version = 1;
            positions.positions = keyed(form % 2 == 0, false);
            if (form >= 2) positions.positions->moves = nullptr;
            tables.push_back(test::table_bytes(positions));
        }
        contents.orders.clear();
        contents.info.spec = "program:name=fuzz";
        contents.info.rules_version = 1;
        contents.info.indices = contents.info.queryable_size = 600;
        contents.positions = keyed(true, true);
        tables.push_back(test::table_bytes(contents));
        contents.positions.reset();
        EncodeOptions dictionary;
        dictionary.codec = Codec::zstd;
        tables.push_back(test::table_bytes(test::made_up(Content::parity, 20000, 1), dictionary));
        return tables;
    }();
    return made;
}

/// Changes a table: the first byte picks a good table, each further three change one of its bytes.
std::vector<std::byte> changed(std::span<const std::byte> input) {
    const auto& tables = good_tables();
    std::vector<std::byte> bytes = tables[std::to_integer<std::size_t>(input[0]) % tables.size()];
    for (input = input.subspan(1); input.size() >= 3; input = input.subspan(3)) {
        const std::size_t at = std::to_integer<std::size_t>(input[0]) | std::to_integer<std::size_t>(input[1]) << 8;
        bytes[at % bytes.size()] = input[2];
    }
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    ask(bytes);
    std::vector<std::byte> mended(bytes.begin(), bytes.end());
    mend(mended);
    ask(mended);
    if (bytes.empty()) return 0;
    mended = changed(bytes);
    ask(mended);
    mend(mended);
    ask(mended);
    return 0;
}
