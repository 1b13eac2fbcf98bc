// SPDX-License-Identifier: MIT
/// \file
/// Sizes of the parts of a table that was written.
#pragma once

#include <cstdint>
#include <vector>

#include "../../query/format/info.hpp"

namespace mexbase {

struct EncodeReport {
    TableInfo info;  ///< description as stored
    RemotenessHistogram by_remoteness;
    std::uint64_t file_bytes = 0;
    std::uint64_t header_bytes = 0;   ///< header and section table
    std::uint64_t info_bytes = 0;     ///< description, lists of sets and values, histogram
    std::uint64_t board_bytes = 0;    ///< board, or positions without their streams
    std::vector<StreamInfo> streams;  ///< bytes per stream
    /// First rank that did not find the file of rank 0, so that rank 0 wrote the bytes of all ranks; 0: none.
    unsigned rank_without_file = 0;
    double planning_seconds = 0;  ///< time of the processor in which the ways of packing were chosen

    /// Returns the bits per stored index that a stream takes, including its header, directory and dictionary.
    double bits_per_position(const StreamInfo& stream) const {
        return info.indices == 0 ? 0 : 8.0 * static_cast<double>(stream.bytes) / static_cast<double>(info.indices);
    }
};

}  // namespace mexbase
