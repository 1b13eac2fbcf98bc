/// \file
/// The section that describes a table. Both directions, so that they stay together.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../format/info.hpp"

namespace mexbase::format {

/// The cost of a stream with that header.
StreamInfo info_of(const StreamHeader& header);

/// `choices`: what the packing of streams was chosen from, the costs of each in the order of the codecs.
std::vector<std::byte> encode_info(const TableInfo& info, std::span<const CodecChoice> choices = {});
/// Throws `Error` corrupt or unsupported_version. Counts that cannot be those of any values are corrupt.
TableInfo parse_info(std::span<const std::byte> bytes);
/// The choices in the same section.
std::vector<CodecChoice> parse_choices(std::span<const std::byte> info);

}  // namespace mexbase::format
