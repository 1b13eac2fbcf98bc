// SPDX-License-Identifier: MIT
/// \file
/// The error for graphs that do not fit into memory.
#pragma once

#include <cstdint>
#include <string>

#include "error.hpp"

namespace mexbase {

/// Error for a graph that does not fit into the allowed memory: `out_of_memory` with the memory that is needed.
class GraphTooLarge : public Error {
  public:
    GraphTooLarge(const std::string& message, std::uint64_t needed)
        : Error(ErrorCode::out_of_memory, message), needed_(needed) {}
    /// Bytes to read and to solve the graph, without the program.
    std::uint64_t needed() const { return needed_; }

  private:
    std::uint64_t needed_;
};

/// Returns the bytes that solve a graph of `vertices` in addition to its board, if the job uses the least memory. The
/// values are not canonical forms. Jobs take up to 12.5 bytes per vertex and 2.2 MB.
constexpr std::uint64_t least_solving_memory(std::uint64_t vertices) {
    return 13 * vertices + (std::uint64_t{3} << 20);
}

}  // namespace mexbase
