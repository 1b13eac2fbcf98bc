#include "position_checkpoint.hpp"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../checkpoint/archive.hpp"

namespace mexbase {

namespace {

/// Some of a save.
struct Part {
    std::string bytes;
    std::vector<std::uint32_t> lengths;  // where positions have no common one
    std::string answers;
    std::uint64_t asked = 0;
    bool more = false;  // this is not all of the save
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& bytes& lengths& answers& asked& more;
    }
};

/// The positions of a part; nothing if it can be none.
std::optional<Records> records_of(const Part& part, std::size_t width) {
    Records records(width);
    std::vector<std::uint32_t> lengths = part.lengths;
    if (width != 0) {
        if (!lengths.empty()) return std::nullopt;
        lengths.assign(part.bytes.size() / width, static_cast<std::uint32_t>(width));
    }
    if (std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}) != part.bytes.size()) return std::nullopt;
    std::size_t at = 0;
    for (const std::uint32_t length : lengths) {
        records.add(std::string_view(part.bytes).substr(at, length));
        at += length;
    }
    return records;
}

}  // namespace

PositionCheckpoint::PositionCheckpoint(const CheckpointOptions& options, std::size_t width)
    : file_(options.path,
            "exploring " + options.job + ", positions of " + std::to_string(width) + " bytes, and answers"),
      options_(options),
      width_(width) {}

PositionCheckpoint::Saved PositionCheckpoint::load() {
    Saved found, waiting;
    std::uint64_t segments = 0;
    if (!works()) return found;
    file_.load([&](const std::string& archive) {
        const auto part = detail::parsed<Part>(archive);
        const auto records = part ? records_of(*part, width_) : std::nullopt;
        if (!records) return SegmentFile::Found::wrong;
        waiting.positions += records->size();
        ++segments;
        if (part->more) return SegmentFile::Found::part;
        waiting.asked = part->asked;
        if (waiting.asked > waiting.positions || waiting.asked < found.asked) file_.refuse();
        found = waiting;
        segments_ = segments;
        return SegmentFile::Found::whole;
    });
    saved_ = found.positions;
    return found;
}

void PositionCheckpoint::for_each(const std::function<void(Records&&, const std::string&)>& take) {
    std::uint64_t left = segments_;
    file_.load([&](const std::string& archive) {
        const auto part = detail::parsed<Part>(archive);
        if (left-- == 0 || !part) return SegmentFile::Found::wrong;
        take(records_of(*part, width_).value(), part->answers);
        return part->more ? SegmentFile::Found::part : SegmentFile::Found::whole;
    });
}

void PositionCheckpoint::save(std::uint64_t asked, const std::function<bool(Records&, std::string&)>& next) {
    const bool done = schedule_.save([&] {
        file_.begin();
        for (bool more = true; more;) {
            Records some(width_);
            Part part;
            more = !next(some, part.answers);
            part.asked = asked;
            part.more = more;
            for (std::size_t k = 0; k < some.size(); ++k) {
                part.bytes += some[k];
                if (width_ == 0) part.lengths.push_back(static_cast<std::uint32_t>(some[k].size()));
            }
            file_.append(detail::archived(part));
            saved_ += some.size();
        }
    });
    if (done) return;
    file_.remove();  // it must not take the disk space that the job needs
    if (options_.failure != nullptr) *options_.failure = schedule_.failure();
}

void throw_other_checkpoint() {
    throw Error(ErrorCode::bad_usage,
                "what the exploration, which is to go on, has saved is not what the rules lead to");
}

}  // namespace mexbase
