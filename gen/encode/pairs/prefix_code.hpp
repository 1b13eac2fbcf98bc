/// \file
/// Prefix codes of limited length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mexbase::detail {

/// No code is longer, so that a decoder's table of all codes stays near (`format::longest_code` is what is allowed).
inline constexpr unsigned longest_written_code = 13;

/// For each symbol the length of its code in a complete prefix code of codes of at most that many bits, the shorter the
/// more often the symbol occurs (Huffman 1952, with counts evened out until the longest code fits). 0 for symbols that
/// do not occur. At least two symbols occur, and at most 2^`longest_written_code`; the counts add up to less than 2^63.
std::vector<std::uint8_t> code_lengths(std::span<const std::uint64_t> counts);

}  // namespace mexbase::detail
