/// \file
/// Packs a stream of few positions as one piece under one checksum.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "../../query/format/format.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

/// A small stream as it is stored.
struct SmallStream {
    format::StreamHeader header;
    std::vector<std::byte> section;
};

/// The smallest section that holds the stream as a small one, of all codecs or the one that `options` name, or nothing
/// where none may: too many positions for one block (or for the block size that `options` give), or too many bytes.
/// It depends on the values and on the options that change bytes, on nothing else.
std::optional<SmallStream> small_stream(const StoredStream& stream, const EncodeOptions& options);

}  // namespace mexbase::detail
