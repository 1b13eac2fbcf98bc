// SPDX-License-Identifier: MIT
// Reads and writes the histogram by remoteness.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "contents.hpp"

namespace mexbase::format {

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

}  // namespace mexbase::format
