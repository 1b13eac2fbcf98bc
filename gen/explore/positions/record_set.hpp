/// \file
/// Byte strings that are known, each with a number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/board/names.hpp"
#include "records.hpp"

namespace mexbase {

/// Distinct records, numbered 0, 1, … as they are added. Any number of threads may read while none writes.
class RecordSet {
  public:
    /// The number of what is not in the set.
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// There may be so many records.
    static constexpr std::uint64_t most = 3'000'000'000;

    virtual ~RecordSet() = default;
    virtual std::uint64_t size() const = 0;
    virtual std::string_view operator[](std::uint64_t number) const = 0;
    /// Adds the records with the numbers in [first, last) to `out`.
    virtual void read(std::uint64_t first, std::uint64_t last, Records& out) const = 0;
    /// Writes the number of each record, or `none`.
    virtual void find(const Records& records, std::uint32_t* numbers) const = 0;
    /// Adds those that are new, in their order, and writes the number of each unless `numbers` is null.
    virtual void add(const Records& records, std::uint32_t* numbers = nullptr) = 0;
    /// Numbers the records by their texts, in the order of bytes. Returns the numbers that they had, in this order, if
    /// they have no common length, else nothing. Throws `Error{bad_file}` if two have the same text.
    virtual std::vector<std::uint32_t> sort(unsigned threads,
                                            const std::function<std::string(std::string_view record)>& text) = 0;
    /// Gives every record to `take`, by number, and is empty afterwards.
    virtual void drain(const std::function<void(std::string_view record)>& take) = 0;
    /// The records as the names of vertices, by number. The set is empty afterwards.
    virtual VertexNames take_names();
    /// Memory that they take while they are sorted, besides where they go, or while the set grows.
    virtual std::uint64_t bytes() const = 0;
};

/// The lengths that the records of a set may have in common, in bytes.
inline constexpr std::array<std::size_t, 9> record_widths{4, 6, 8, 12, 16, 24, 32, 48, 64};

/// How many bytes a record has that holds `bytes` bytes, padded with zeros; 0 if such records have no common length.
constexpr std::size_t record_width(std::size_t bytes) {
    for (const std::size_t width : record_widths)
        if (bytes <= width) return width;
    return 0;
}

/// A set of records of `width` bytes, one of `record_widths`, or, of width 0, of any length.
std::unique_ptr<RecordSet> record_set(std::size_t width);

}  // namespace mexbase
