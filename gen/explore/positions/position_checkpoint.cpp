// SPDX-License-Identifier: MIT
#include "position_checkpoint.hpp"

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"

namespace mexbase {

namespace {

/// Returns the positions in a saved part of a checkpoint. If `width` is 0, `lengths` has the length of each position.
/// Refuses the file if the lengths do not add up to the size of the part.
Records records_of(const SavedPart& part, std::size_t width, std::vector<std::uint64_t> lengths,
                   const Snapshot& snapshot) {
    if (width != 0) lengths.assign(part.bytes.size() / width, width);
    if (std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}) != part.bytes.size()) snapshot.refuse();
    Records records(width);
    std::size_t at = 0;
    for (const std::uint64_t length : lengths) {
        records.add(std::string_view(part.bytes).substr(at, static_cast<std::size_t>(length)));
        at += static_cast<std::size_t>(length);
    }
    return records;
}

std::span<const std::uint8_t> bytes_in(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

PositionCheckpoint::PositionCheckpoint(const CheckpointOptions& options, std::size_t width)
    : snapshot_(options.path,
                "exploring 2 " + options.job + ", positions of " + std::to_string(width) + " bytes, and answers",
                options.seconds, options.resumable),
      failure_(options.failure),
      width_(width) {}

PositionCheckpoint::Saved PositionCheckpoint::load() {
    Saved found;
    snapshot_.load([&](const SavedPart& part) {
        if (part.field == "counts" && part.size() == 2) found = {part.numbers()[0], part.numbers()[1]};
    });
    if (found.asked > found.positions) snapshot_.refuse();
    saved_ = found.positions;
    return found;
}

void PositionCheckpoint::for_each(const std::function<void(Records&&, const std::string&)>& take) {
    std::vector<std::uint64_t> lengths;
    snapshot_.load([&](const SavedPart& part) {
        if (part.field == "lengths") lengths = part.numbers();
        if (part.field == "positions") take(records_of(part, width_, std::move(lengths), snapshot_), "");
        if (part.field == "answers") take(Records(width_), part.bytes);
    });
}

void PositionCheckpoint::save(std::uint64_t asked, const std::function<bool(Records&, std::string&)>& next) {
    snapshot_.append([&](Snapshot::Writer& writer) {
        for (bool more = true; more;) {
            Records some(width_);
            std::string bytes, answers;
            more = !next(some, answers);
            std::vector<std::uint32_t> lengths;
            for (std::size_t k = 0; k < some.size(); ++k) {
                bytes += some[k];
                if (width_ == 0) lengths.push_back(static_cast<std::uint32_t>(some[k].size()));
            }
            const auto put = [&writer](std::string_view field, auto elements) {
                if (!elements.empty()) writer.put_part(field, 0, elements);
            };
            put("lengths", std::span(lengths));
            put("positions", bytes_in(bytes));
            put("answers", bytes_in(answers));
            saved_ += some.size();
        }
        const std::vector<std::uint64_t> counts{saved_, asked};
        writer.put_part("counts", 0, std::span(counts));
    });
    if (failure_ != nullptr && !snapshot_.failure().empty()) *failure_ = snapshot_.failure();
}

void throw_other_checkpoint() {
    throw Error(ErrorCode::bad_usage, "cannot resume the exploration: the rules do not lead to the saved positions");
}

}  // namespace mexbase
