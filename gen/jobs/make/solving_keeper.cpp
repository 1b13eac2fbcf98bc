#include "solving_keeper.hpp"

#include <algorithm>
#include <string>

#include "../../checkpoint/standing_checkpoint.hpp"

namespace mexbase::detail {

namespace {

/// What a checkpoint belongs to. Other codes of the cells, or another meaning of a standing, are another version.
std::string identity_of(const Game& game, const JobOptions& options, unsigned number) {
    return "solving 3 " + std::string(to_string(options.value)) + ' ' + std::string(to_string(options.play)) + ' ' +
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

SolvingKeeper::SolvingKeeper(const Game& game, const JobOptions& options, unsigned number)
    : schedule_(options.checkpoint_seconds) {
    if (options.checkpoint.empty()) return;
    file_.emplace(number == 1 ? options.checkpoint : options.checkpoint + '-' + std::to_string(number),
                  identity_of(game, options, number));
    before_ = look_at_standing(*file_);
}

Index SolvingKeeper::known_before() const {
    return before_ ? known_at(*before_) : 0;
}

std::optional<Resumption> SolvingKeeper::resume() {
    if (!file_) return std::nullopt;
    auto from = load_standing(*file_);
    if (!from) forget();
    schedule_.restart();
    return from;
}

void SolvingKeeper::keep(const Standing& at, const Kept& kept) {
    schedule_.save([&] { save_standing(*file_, at, kept); });  // where that fails, the one before is still good
}

void SolvingKeeper::remove() noexcept {
    if (file_) file_->remove();
}

void JobKeepers::finish(Sink& sink, JobReport& report) {
    sink.commit();  // a kill leaves the one or the other
    for (SolvingKeeper& keeper : keepers_) {
        keeper.remove();
        report.resumed_from = std::max(report.resumed_from, keeper.known_before());
        if (report.checkpoint_failure.empty()) report.checkpoint_failure = keeper.failure();
    }
}

}  // namespace mexbase::detail
