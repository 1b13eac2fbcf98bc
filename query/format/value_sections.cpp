// SPDX-License-Identifier: MIT
// Reads and writes the sections of values: the histogram by remoteness, the sets of nimbers, the partizan values.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "checksum.hpp"
#include "contents.hpp"

namespace mexbase::format {

namespace {

using detail::ByteReader;
using detail::ByteWriter;

constexpr const char* name = "the table's list of values";

[[noreturn]] void corrupt(std::uint32_t value, const char* what) {
    throw Error(ErrorCode::corrupt, "value " + std::to_string(value) + " of the table " + what);
}

/// Reads the options of value number `value`. Throws unless their numbers are less than `value`.
void get_options(ByteReader& reader, std::uint32_t value, std::uint32_t count, std::vector<std::uint32_t>& options) {
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t step = reader.get_varint();
        if (next >= value || step >= value - next) corrupt(value, "has an option that does not come before it");
        options.push_back(next + static_cast<std::uint32_t>(step));
        next = options.back() + 1;
    }
}

/// Reads `count` values from number `first` on and appends them to `values`. The whole list has `total` values.
void get_values(ByteReader& reader, std::uint32_t first, std::uint32_t count, std::uint64_t total, GameList& values) {
    for (std::uint32_t value = first; value < first + count; ++value) {
        GameList::Game game;
        game.first = values.options.size();
        const std::uint64_t lefts = reader.get_varint(), rights = reader.get_varint();
        if (lefts > value || rights > value) corrupt(value, "has more options than values come before it");
        game.lefts = static_cast<std::uint32_t>(lefts);
        game.rights = static_cast<std::uint32_t>(rights);
        get_options(reader, value, game.lefts, values.options);
        get_options(reader, value, game.rights, values.options);
        const std::uint64_t weight = reader.get_varint();
        if (weight > total) corrupt(value, "has an atomic weight that is not one of the values");
        if (weight != 0) game.weight = static_cast<std::uint32_t>(weight - 1);
        values.games.push_back(game);
    }
}

/// A list shorter than `least_with_directory` bytes has no directory and is read as a whole. `most_parts` limits the
/// number of parts, and the two `part_log2` limits bound the number of values per part.
constexpr std::size_t least_with_directory = 16384;
constexpr std::uint64_t most_parts = 4096;
constexpr unsigned least_part_log2 = 6, most_part_log2 = 24;

}  // namespace

std::vector<std::byte> encode_histogram(const RemotenessHistogram& histogram) {
    detail::ByteWriter out;
    out.put_varint(histogram.size());
    for (const auto& row : histogram)
        for (const std::uint64_t n : row) out.put_varint(n);
    return std::move(out.bytes);
}

RemotenessHistogram parse_histogram(std::span<const std::byte> bytes, const TableInfo& info) {
    detail::ByteReader reader(bytes, "the table's histogram");
    const std::uint64_t rows = reader.get_varint();
    if (rows > reader.left() / 3) throw Error(ErrorCode::corrupt, "the table's histogram ends too soon");
    std::array<std::uint64_t, 3> missing{};  // of losses, wins and ties
    constexpr Outcome columns[] = {Outcome::loss, Outcome::win, Outcome::tie};
    for (std::size_t c = 0; c < missing.size(); ++c) missing[c] = info.outcomes[static_cast<std::size_t>(columns[c])];
    RemotenessHistogram histogram(static_cast<std::size_t>(rows));
    bool agrees = rows != 0 && info.longest_remoteness == rows - 1;
    for (auto& row : histogram)
        for (std::size_t c = 0; c < row.size(); ++c) {
            row[c] = reader.get_varint();
            agrees = agrees && row[c] <= missing[c];
            missing[c] -= row[c];
        }
    reader.finish();
    const auto none = [](const auto& counts) {
        return std::all_of(counts.begin(), counts.end(), [](auto n) { return n == 0; });
    };
    if (!agrees || none(histogram.back()) || !none(missing))
        throw Error(ErrorCode::corrupt, "the table's histogram contradicts its counts of positions");
    return histogram;
}

std::vector<std::byte> encode_sets(const NimberSets& sets) {
    detail::ByteWriter out;
    out.put_varint(sets.size());
    for (std::size_t id = 0; id < sets.size(); ++id) {
        const auto set = sets[id];
        out.put_varint(set.size());
        out.put_ascending(set);
    }
    return std::move(out.bytes);
}

NimberSets parse_sets(std::span<const std::byte> bytes) {
    detail::ByteReader reader(bytes, "the table's list of sets");
    const std::uint64_t count = reader.get_varint();
    if (count > reader.left()) throw Error(ErrorCode::corrupt, "the table's list of sets ends too soon");
    NimberSets sets;
    std::vector<std::uint32_t> set;
    for (std::uint64_t id = 0; id < count; ++id) {
        const std::uint64_t size = reader.get_varint();
        if (size > reader.left()) throw Error(ErrorCode::corrupt, "the table's list of sets ends too soon");
        set.clear();
        std::uint64_t next = 0;
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t step = reader.get_varint();
            if (step > 0xfffffffe - next)
                throw Error(ErrorCode::corrupt, "a set of the table has a nimber that is too large");
            set.push_back(static_cast<std::uint32_t>(next + step));
            next += step + 1;
            if (next > 0xfffffffe && i + 1 != size)
                throw Error(ErrorCode::corrupt, "a set of the table has a nimber that is too large");
        }
        sets.add(set);
    }
    reader.finish();
    return sets;
}

std::vector<std::byte> encode_values(const GameList& values, std::vector<std::byte>* directory) {
    unsigned part_log2 = least_part_log2;
    while (values.games.size() >> part_log2 > most_parts) ++part_log2;
    ByteWriter out;
    std::vector<std::size_t> begins;
    out.put_varint(values.games.size());
    for (std::uint32_t value = 0; value < values.games.size(); ++value) {
        if (value % (1U << part_log2) == 0) begins.push_back(out.bytes.size());
        const GameList::Game& game = values.games[value];
        out.put_varint(game.lefts);
        out.put_varint(game.rights);
        out.put_ascending(values.left(value));
        out.put_ascending(values.right(value));
        out.put_varint(game.weight == GameList::none ? 0 : std::uint64_t{game.weight} + 1);
    }
    if (directory != nullptr && out.bytes.size() >= least_with_directory) {
        begins.push_back(out.bytes.size());
        ByteWriter parts;
        parts.put(static_cast<std::uint8_t>(part_log2));
        parts.put_varint(values.games.size());
        for (std::size_t part = 0; part + 1 < begins.size(); ++part) {
            const std::size_t length = begins[part + 1] - begins[part];
            parts.put_varint(length);
            parts.put(checksum32(std::span(out.bytes).subspan(begins[part], length), part));
        }
        *directory = std::move(parts.bytes);
    }
    return std::move(out.bytes);
}

ValuesDirectory parse_values_directory(std::span<const std::byte> bytes, std::uint64_t section_length) {
    const auto wrong = [] {
        throw Error(ErrorCode::corrupt, "the directory of the table's values contradicts the list of them");
    };
    ByteReader reader(bytes, "the directory of the table's values");
    ValuesDirectory directory;
    directory.part_log2 = reader.get<std::uint8_t>();
    const std::uint64_t count = reader.get_varint();
    if (directory.part_log2 > most_part_log2 || count >= GameList::none || count > section_length / 3) wrong();
    directory.values = static_cast<std::uint32_t>(count);
    ByteWriter before;
    before.put_varint(count);
    directory.ends.push_back(before.bytes.size());
    for (std::uint64_t part = 0; part << directory.part_log2 < count; ++part) {
        const std::uint64_t length = reader.get_varint();
        if (length > section_length || directory.ends.back() > section_length - length) wrong();
        directory.ends.push_back(directory.ends.back() + length);
        directory.checksums.push_back(reader.get<std::uint32_t>());
    }
    reader.finish();
    if (directory.ends.back() != section_length) wrong();
    return directory;
}

GameList parse_values_part(std::span<const std::byte> bytes, const ValuesDirectory& directory, std::uint32_t part) {
    ByteReader reader(bytes, name);
    if (checksum32(bytes, part) != directory.checksums[part])
        throw Error(ErrorCode::corrupt, "part " + std::to_string(part) + " of " + name + " is damaged");
    const std::uint32_t first = part << directory.part_log2;
    const std::uint32_t count = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{1} << directory.part_log2, directory.values - first));
    GameList values;
    get_values(reader, first, count, directory.values, values);
    reader.finish();
    return values;
}

GameList parse_values(std::span<const std::byte> bytes) {
    ByteReader reader(bytes, name);
    const std::uint64_t count = reader.get_varint();
    // A value takes at least three bytes, and an option one. So a wrong count allocates little more than the file has.
    if (count > reader.left() / 3) throw Error(ErrorCode::corrupt, std::string(name) + " ends too soon");
    if (count >= GameList::none) throw Error(ErrorCode::corrupt, std::string(name) + " is too long");
    GameList values;
    values.games.reserve(static_cast<std::size_t>(count));
    get_values(reader, 0, static_cast<std::uint32_t>(count), count, values);
    reader.finish();
    return values;
}

}  // namespace mexbase::format
