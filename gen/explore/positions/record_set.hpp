// SPDX-License-Identifier: MIT
/// \file
/// Numbered sets of byte strings.
#pragma once

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

/// Distinct records (byte strings), numbered 0, 1, … as they are added. Safe to read from several threads while no
/// thread writes.
class RecordSet {
  public:
    /// Returned by `find` for a record that is not in the set.
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most = 3'000'000'000;

    virtual ~RecordSet() = default;
    virtual std::uint64_t size() const = 0;
    virtual std::string_view operator[](std::uint64_t number) const = 0;
    /// Adds the records with the numbers in [first, last) to `out`.
    void read(std::uint64_t first, std::uint64_t last, Records& out) const {
        for (; first < last; ++first) out.add((*this)[first]);
    }
    /// Writes the number of each record, or `none`.
    virtual void find(const Records& records, std::uint32_t* numbers) const = 0;
    /// Adds the records that are not in the set, in order. Unless `numbers` is null, writes the number of each record.
    virtual void add(const Records& records, std::uint32_t* numbers = nullptr) = 0;
    /// Renumbers the records in the byte order of their texts. If records may have any length, returns the old number
    /// of each record, else an empty list. Throws `Error{bad_file}` if two records have the same text.
    virtual std::vector<std::uint32_t> sort(unsigned threads,
                                            const std::function<std::string(std::string_view record)>& text) = 0;
    /// Calls `take` with every record, in the order of the numbers, and empties the set.
    virtual void drain(const std::function<void(std::string_view record)>& take) = 0;
    /// Returns the records as names of vertices, in the order of the numbers, and empties the set.
    virtual VertexNames take_names();
    /// Returns the maximum memory in bytes that the set needs while it grows or is sorted.
    virtual std::uint64_t bytes() const = 0;
};

/// Makes an empty set. `width` is one of `record_widths`, or 0 for records of any length.
std::unique_ptr<RecordSet> record_set(std::size_t width);

}  // namespace mexbase
