#include "solving_keeper.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "../../checkpoint/standing_checkpoint.hpp"

namespace mexbase::detail {

namespace {

/// What a checkpoint belongs to. Other codes of the cells, or another meaning of a standing, are another version.
std::string identity_of(const Game& game, const JobOptions& options, unsigned number) {
    return "solving 2 " + std::string(to_string(options.value)) + ' ' + std::string(to_string(options.play)) + ' ' +
           game.spec() + ' ' + std::to_string(game.rules_version()) + ' ' + std::to_string(game.size()) + ' ' +
           std::to_string(number);
}

Index known_at(const Standing& at) {
    Index known = at.below.positions + at.now.wins + at.now.losses + at.now.ties;
    for (const Index each : {at.here.wins, at.here.losses, at.here.ties}) known += each;
    if (known == 0) known = at.here.positions;  // of which nothing is decided but that they are some
    return known;
}

}  // namespace

SolvingKeeper::SolvingKeeper(const Game& game, const JobOptions& options, unsigned number) {
    if (options.checkpoint.empty()) return;
    checkpoint_ = std::make_unique<StandingCheckpoint>(
        number == 1 ? options.checkpoint : options.checkpoint + '-' + std::to_string(number),
        identity_of(game, options, number));
    before_ = checkpoint_->look();
    // A pass after the first has a strategy of its own.
    if (number == 1 && before_ && options.strategy != Strategy::automatic && before_->strategy != options.strategy)
        checkpoint_->refuse();
    least_ = std::chrono::duration_cast<JobClock::duration>(std::chrono::duration<double>(options.checkpoint_seconds));
    next_ = JobClock::now() + least_;
    saving_ = true;
}

SolvingKeeper::~SolvingKeeper() = default;

Index SolvingKeeper::known_before() const {
    return before_ ? known_at(*before_) : 0;
}

std::optional<Resumption> SolvingKeeper::resume() {
    if (!checkpoint_) return std::nullopt;
    auto from = checkpoint_->load();
    if (from) resumed_from_ = known_at(from->at);
    next_ = std::max(next_, JobClock::now() + least_);
    return from;
}

void SolvingKeeper::keep(const Standing& at, const Kept& kept) {
    const auto begin = JobClock::now();
    try {
        checkpoint_->save(at, kept);
    } catch (const std::exception& e) {
        // A checkpoint that cannot be saved must not end the job. The one before it is still good.
        saving_ = false;
        failure_ = e.what();
    }
    // Saving takes a twentieth of the time at most, unless it is to be done at every opportunity.
    const auto end = JobClock::now();
    next_ = end + (least_ == JobClock::duration{} ? least_ : std::max(least_, 19 * (end - begin)));
}

void SolvingKeeper::remove() noexcept {
    if (checkpoint_) checkpoint_->remove();
}

SolvingKeeper& JobKeepers::next() {
    const auto number = static_cast<unsigned>(keepers_.size() + 1);
    return *keepers_.emplace_back(std::make_unique<SolvingKeeper>(game_, options_, number));
}

void JobKeepers::finish(Sink& sink, JobReport& report) {
    sink.commit();  // a kill leaves the one or the other
    for (const auto& keeper : keepers_) {
        keeper->remove();
        report.resumed_from = std::max(report.resumed_from, keeper->resumed_from());
        if (report.checkpoint_failure.empty()) report.checkpoint_failure = keeper->failure();
    }
}

}  // namespace mexbase::detail
