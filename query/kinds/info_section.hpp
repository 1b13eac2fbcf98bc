// SPDX-License-Identifier: MIT
/// \file
/// Reads and writes the section that describes a table.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../format/info.hpp"

namespace mexbase::format {

/// Returns the properties of a stream with that header.
StreamInfo info_of(const StreamHeader& header);

/// `choices` are the estimates from which each codec was chosen, in the order of the codecs.
std::vector<std::byte> encode_info(const TableInfo& info, std::span<const CodecChoice> choices = {});
/// Throws `Error` corrupt or unsupported_version. Impossible counts are corrupt.
TableInfo parse_info(std::span<const std::byte> bytes);
/// Reads the choices from the same section.
std::vector<CodecChoice> parse_choices(std::span<const std::byte> info);

}  // namespace mexbase::format
