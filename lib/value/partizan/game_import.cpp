// SPDX-License-Identifier: MIT
#include "game_import.hpp"

#include <algorithm>

namespace mexbase {

PartizanId GameImport::operator()(PartizanId g) {
    if (const std::optional<Uptimal> uptimal = from_.uptimal_of(g)) return to_.uptimal(*uptimal);
    if (const auto known = ids_.find(g); known != ids_.end()) return known->second;
    const auto imported = [this](std::span<const PartizanId> options) {
        std::vector<PartizanId> ids;
        for (const PartizanId option : options) ids.push_back((*this)(option));
        std::sort(ids.begin(), ids.end());
        return ids;
    };
    const std::vector<PartizanId> left = imported(from_.left_of(g)), right = imported(from_.right_of(g));
    return ids_[g] = to_.intern(left, right);
}

}  // namespace mexbase
