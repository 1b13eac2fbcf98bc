#include "exploration_checkpoint.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "../checkpoint/archive.hpp"

namespace mexbase {

std::optional<Exploration> ExplorationCheckpoint::load(const ExploreOptions& options) {
    Exploration found(options);
    std::vector<Exploration::Part> waiting;  // for the last of its level
    file_.load([&](const std::string& archive) {
        auto part = detail::parsed<Exploration::Part>(archive);
        if (!part) return SegmentFile::Found::wrong;
        const bool more = part->more;
        waiting.push_back(std::move(*part));
        if (more) return SegmentFile::Found::part;
        const bool fits = std::ranges::all_of(waiting, [&](const auto& each) { return found.add(each); });
        if (!fits || !found.is_whole()) file_.refuse();
        waiting.clear();
        return SegmentFile::Found::whole;
    });
    if (found.known() == 0) return std::nullopt;
    known_ = found.known();
    asked_ = found.asked();
    return found;
}

void ExplorationCheckpoint::keep(const Exploration& exploration) {
    if (std::chrono::duration<double>(Clock::now() - last_).count() < seconds_) return;
    file_.begin();
    for (bool more = true; more;) {
        const Exploration::Part part = exploration.part(known_, asked_);
        file_.append(detail::archived(part));
        known_ += part.lengths.size();
        asked_ += part.marks.size();
        more = part.more;
    }
    last_ = Clock::now();
}

}  // namespace mexbase
