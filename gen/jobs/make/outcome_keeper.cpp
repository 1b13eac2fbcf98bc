#include "outcome_keeper.hpp"

#include <algorithm>
#include <exception>
#include <string>

#include "../../checkpoint/standing_checkpoint.hpp"

namespace mexbase::detail {

namespace {

/// What a checkpoint belongs to. Other codes of the cells, or another meaning of a standing, are another version.
std::string identity_of(const Game& game, const JobOptions& options) {
    return "outcomes 1 " + std::string(to_string(options.value)) + ' ' + std::string(to_string(options.play)) + ' ' +
           game.spec() + ' ' + std::to_string(game.rules_version()) + ' ' + std::to_string(game.size());
}

}  // namespace

OutcomeKeeper::OutcomeKeeper() = default;

OutcomeKeeper::OutcomeKeeper(const Game& game, const JobOptions& options) {
    if (options.checkpoint.empty()) return;
    checkpoint_ = std::make_unique<StandingCheckpoint>(options.checkpoint, identity_of(game, options));
    least_ = std::chrono::duration_cast<JobClock::duration>(std::chrono::duration<double>(options.checkpoint_seconds));
    next_ = JobClock::now() + least_;
    saving_ = true;
}

OutcomeKeeper::~OutcomeKeeper() = default;

std::optional<Resumption> OutcomeKeeper::load(Index size) {
    if (!checkpoint_) return std::nullopt;
    auto from = checkpoint_->load(size);
    if (from) resumed_from_ = from->at.below.positions + from->at.here.wins + from->at.here.losses;
    return from;
}

void OutcomeKeeper::keep(const Standing& at, const OutcomeCells& cells, const DueSource& due) {
    const auto begin = JobClock::now();
    try {
        checkpoint_->save(at, cells, due);
    } catch (const std::exception& e) {
        // What is there to protect the job must not end it. The checkpoint before is still good.
        saving_ = false;
        failure_ = e.what();
    }
    // Saving takes a twentieth of the time at most, unless it is to be done at every opportunity.
    const auto end = JobClock::now();
    next_ = end + (least_ == JobClock::duration{} ? least_ : std::max(least_, 19 * (end - begin)));
}

void OutcomeKeeper::finish(Sink& sink, JobReport& report) {
    sink.commit();  // a kill leaves the one or the other
    if (checkpoint_) checkpoint_->remove();
    report.resumed_from = resumed_from_;
    report.checkpoint_failure = failure_;
}

}  // namespace mexbase::detail
