#include "canonical_job.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "../../../lib/error.hpp"
#include "../../checkpoint/canonical_checkpoint.hpp"

namespace mexbase::detail {

void refuse_misere_canonical(const JobOptions& options) {
    if (options.play == Play::misere)
        throw Error(ErrorCode::not_applicable,
                    "canonical forms are of normal play: misere play has partizan-outcome values");
}

void throw_loopy_canonical(const Game& game) {
    throw Error(
        ErrorCode::not_applicable,
        std::string{game.family()} + " is loopy here, and has no canonical forms: it has partizan-outcome values");
}

CanonicalJob::CanonicalJob(const Game& game, const JobOptions& options) : game_(game), options_(options) {
    // The order in which games are numbered is a part of what a checkpoint relies on: another one is another version.
    if (!options.checkpoint.empty())
        checkpoint_ = std::make_unique<CanonicalCheckpoint>(
            options.checkpoint, "canonical forms 1 " + game.spec() + ' ' + std::to_string(game.rules_version()) + ' ' +
                                    std::to_string(game.size()));
}

CanonicalJob::~CanonicalJob() = default;

CanonicalSweepOptions CanonicalJob::sweep_options() {
    CanonicalSweepOptions sweeping;
    sweeping.memory = options_.memory;
    if (options_.progress)
        sweeping.progress = [this](Index done, Index total) { options_.progress("sweeping", done, total); };
    if (checkpoint_) {
        sweeping.resume = [this](std::span<PartizanId> values, const std::function<bool(Index)>& is_position) {
            return report_.resumed_from = checkpoint_->load(arena_, numbering_, values, is_position);
        };
        sweeping.save = [this](std::span<const PartizanId> values) { save(values); };
    }
    return sweeping;
}

void CanonicalJob::save(std::span<const PartizanId> values) {
    if (!checkpoint_) return;
    const auto seconds = std::chrono::duration<double>(JobClock::now() - saved_).count();
    if (seconds < options_.checkpoint_seconds) return;
    for (const PartizanId value : values.subspan(checkpoint_->saved()))
        if (value != CanonicalCells::none) numbering_.number(value);
    try {
        checkpoint_->save(numbering_, values);
    } catch (const Error& e) {
        // What is there to protect the job must not end it.
        checkpoint_->remove();
        checkpoint_.reset();
        report_.checkpoint_failure = e.what();
    }
    saved_ = JobClock::now();
}

JobReport CanonicalJob::write(Sink& sink, std::vector<PartizanId> values) {
    static_assert(CanonicalCells::none == dont_care && CanonicalCells::none == CanonicalCheckpoint::none);
    constexpr std::size_t stretch = std::size_t{1} << 16;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != CanonicalCells::none) values[i] = numbering_.number(values[i]);
        if (options_.progress && i % stretch == 0) options_.progress("numbering", i, values.size());
    }
    const GameList list = numbering_.take();
    TableContents contents = contents_for(game_, options_);
    contents.values = &list;
    contents.streams.push_back({StreamKind::game_value, [&values](Index first, std::span<std::uint32_t> out) {
                                    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), out.size(),
                                                out.begin());
                                }});
    report_.encoding = write_job(sink, contents, options_);
    sink.commit();  // a kill leaves the one or the other
    if (checkpoint_) checkpoint_->remove();
    finish_report(report_, start_);
    return report_;
}

}  // namespace mexbase::detail
