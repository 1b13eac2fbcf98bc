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
    std::uint64_t asked = 0;
    bool more = false;  // this is not all of the save
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& bytes& lengths& asked& more;
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

LevelCheckpoint::LevelCheckpoint(const CheckpointOptions& options, const std::string& what)
    : file_(options.path, "exploring " + options.job + what), options_(options) {}

bool LevelCheckpoint::is_due() const {
    return works() && std::chrono::duration<double>(Clock::now() - last_).count() >= options_.seconds;
}

void LevelCheckpoint::save_by(const std::function<void()>& write) {
    try {
        file_.begin();
        write();
    } catch (const Error& e) {
        if (e.code() != ErrorCode::io) throw;
        // A checkpoint protects the job: it must not end it, nor take the disk space that it needs.
        fails_ = true;
        file_.remove();
        if (options_.failure != nullptr) *options_.failure = e.what();
    }
    last_ = Clock::now();
}

PositionCheckpoint::PositionCheckpoint(const CheckpointOptions& options, std::size_t width)
    : LevelCheckpoint(options, ", positions of " + std::to_string(width) + " bytes"), width_(width) {}

PositionCheckpoint::Saved PositionCheckpoint::load() {
    Saved found, waiting;
    if (!works()) return found;
    file_.load([&](const std::string& archive) {
        const auto part = detail::parsed<Part>(archive);
        const auto records = part ? records_of(*part, width_) : std::nullopt;
        if (!records) return SegmentFile::Found::wrong;
        waiting.positions += records->size();
        if (part->more) return SegmentFile::Found::part;
        waiting.asked = part->asked;
        if (waiting.asked > waiting.positions || waiting.asked < found.asked) file_.refuse();
        found = waiting;
        return SegmentFile::Found::whole;
    });
    saved_ = found.positions;
    return found;
}

void PositionCheckpoint::for_each(const std::function<void(Records&&)>& take) {
    std::uint64_t left = saved_;
    file_.load([&](const std::string& archive) {
        const auto part = detail::parsed<Part>(archive);
        if (left == 0 || !part) return SegmentFile::Found::wrong;
        Records records = records_of(*part, width_).value();
        left -= records.size();
        take(std::move(records));
        return part->more ? SegmentFile::Found::part : SegmentFile::Found::whole;
    });
}

void PositionCheckpoint::save(std::uint64_t asked, const std::function<bool(Records&)>& next) {
    save_by([&] {
        for (bool more = true; more;) {
            Records some(width_);
            more = !next(some);
            Part part;
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
}

void throw_other_checkpoint() {
    throw Error(ErrorCode::bad_usage,
                "what the exploration, which is to go on, has saved is not what the rules lead to");
}

}  // namespace mexbase
