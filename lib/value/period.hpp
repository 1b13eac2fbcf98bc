/// \file
/// Ultimately periodic sequences of values.
#pragma once

#include <cstdint>

namespace mexbase {

/// v(n + period) = v(n) + saltus for every n from `preperiod` on.
struct Period {
    std::uint64_t preperiod = 0;
    std::uint64_t period = 0;
    std::uint64_t saltus = 0;  ///< more than 0: arithmetic periodic
    /// A theorem says that what was computed proves it for all n. Otherwise it was only seen.
    bool proven = false;
    friend bool operator==(const Period&, const Period&) = default;
};

}  // namespace mexbase
