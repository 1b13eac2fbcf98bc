/// \file
/// Chooses how a stream is packed, from samples and a static cost model.
#pragma once

#include <limits>

#include "../../query/format/info.hpp"
#include "candidate.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

/// The choice. It depends on the values and on the options that change bytes, on nothing else.
struct StreamPlan {
    Candidate way;           ///< its bytes are an estimate, exact for few chunks
    double quick_bytes = 0;  ///< bytes by a quick look: no grammars, no dictionaries, a low level of zstd
    CodecChoice choice;      ///< the cheapest way with each codec
};

/// The level of zstd that the options say.
int level_of(const EncodeOptions& options);

/// Whether differences of neighbours take so many bits less than symbols that blocks of them are worth a try.
bool are_steps_narrow(const StoredStream& stream);

/// Tries candidates on evenly spaced chunks among those that vary. Where a quick look says that the stream takes more
/// than `most_quick_bytes`, no more is looked at: the plan is none, and the bytes of its way are infinite.
StreamPlan plan_stream(const StoredStream& stream, const EncodeOptions& options,
                       double most_quick_bytes = std::numeric_limits<double>::infinity());

}  // namespace mexbase::detail
