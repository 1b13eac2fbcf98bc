#include "game_import.hpp"

#include <algorithm>

namespace mexbase {

/// Whether the id of g is known, or is found without those of its options.
bool GameImport::find(PartizanId g) {
    if (ids_[g] != GameArena::none) return true;
    const std::optional<Uptimal> uptimal = from_.uptimal_of(g);
    if (uptimal) ids_[g] = to_.uptimal(*uptimal);
    return uptimal.has_value();
}

/// All options are known.
PartizanId GameImport::intern(PartizanId g) {
    const auto read = [&](std::span<const PartizanId> options, std::vector<PartizanId>& ids) {
        ids.clear();
        for (const PartizanId option : options) ids.push_back(ids_[option]);
        std::sort(ids.begin(), ids.end());
    };
    read(from_.left_of(g), left_);
    read(from_.right_of(g), right_);
    return to_.intern(left_, right_);
}

PartizanId GameImport::operator()(PartizanId g) {
    if (ids_.size() < from_.size()) ids_.resize(from_.size(), GameArena::none);
    if (find(g)) return ids_[g];
    steps_.assign(1, g);
    while (!steps_.empty()) {
        const PartizanId next = steps_.back();
        const std::size_t before = steps_.size();
        if (ids_[next] == GameArena::none)
            for (const auto options : {from_.left_of(next), from_.right_of(next)})
                for (const PartizanId option : options)
                    if (!find(option)) steps_.push_back(option);
        if (steps_.size() > before) continue;
        if (ids_[next] == GameArena::none) ids_[next] = intern(next);
        steps_.pop_back();
    }
    return ids_[g];
}

}  // namespace mexbase
