#include "outcome_streams.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "../../spool/outcome_spool.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

namespace {

template <class Solved>
OutcomeSource each_of(const Solved& solved) {
    return [&solved](Index first, std::span<OutcomeValue> values) {
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = solved[first + k];
    };
}

/// A stream of `number(i, value)` for each position i; nobody cares for indices that are none.
template <class F>
StreamSource stream_of(StreamKind kind, const HoleMarker& holes, const OutcomeSource& solved, F number) {
    return {kind, [holes, solved, number](Index first, std::span<std::uint32_t> out) {
                holes(first, out);
                std::array<OutcomeValue, 512> values;
                while (!out.empty()) {
                    const auto stretch = std::span(values).first(std::min(values.size(), out.size()));
                    solved(first, stretch);
                    for (std::size_t k = 0; k < stretch.size(); ++k)
                        if (out[k] != dont_care) out[k] = number(first + k, stretch[k]);
                    first += stretch.size();
                    out = out.subspan(stretch.size());
                }
            }};
}

void add_both(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved, StreamKind outcome,
              StreamKind remoteness) {
    contents.streams.push_back(stream_of(outcome, holes, solved, [](Index, const OutcomeValue& value) {
        return static_cast<std::uint32_t>(value.outcome);
    }));
    contents.streams.push_back(stream_of(remoteness, holes, solved, [](Index, const OutcomeValue& value) {
        return has_remoteness(value.outcome) ? stream_value(value.remoteness) : dont_care;
    }));
}

}  // namespace

OutcomeSource source_of(const OutcomeCells& solved) {
    return each_of(solved);
}

OutcomeSource source_of(const BoundedSolution& solved) {
    return each_of(solved);
}

SpooledOutcomes::SpooledOutcomes(Index size, const JobOptions& options)
    : spool_(options.checkpoint.empty()
                 ? std::make_unique<OutcomeSpool>(size, ScratchFile(options.scratch))
                 : std::make_unique<OutcomeSpool>(size, ScratchFile::named(options.checkpoint + "-spool"))) {}

SpooledOutcomes::~SpooledOutcomes() = default;

void SpooledOutcomes::add(std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
    spool_->add(ply, outcome, positions);
}

std::uint64_t SpooledOutcomes::sync() {
    return spool_->sync();
}

bool SpooledOutcomes::go_on(std::uint64_t bytes) {
    return spool_->go_on(bytes);
}

void SpooledOutcomes::remove() noexcept {
    spool_->remove();
}

OutcomeSource SpooledOutcomes::finish() {
    spool_->finish();
    return [this](Index first, std::span<OutcomeValue> values) { spool_->read(first, values); };
}

OutcomeSource source_of(OutcomeSource with_turn, Player player) {
    return [with_turn = std::move(with_turn), player](Index first, std::span<OutcomeValue> values) {
        std::array<OutcomeValue, 512> both;
        while (!values.empty()) {
            const std::size_t n = std::min(both.size() / 2, values.size());
            with_turn(2 * first, std::span(both).first(2 * n));
            for (std::size_t k = 0; k < n; ++k) values[k] = both[2 * k + static_cast<std::size_t>(player)];
            first += n;
            values = values.subspan(n);
        }
    };
}

void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved) {
    add_both(contents, holes, solved, StreamKind::outcome, StreamKind::remoteness);
}

void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved) {
    const auto unknown = [](const OutcomeValue& value) { return value.outcome == Outcome::unknown; };
    const OutcomeSource values = source_of(solved);
    contents.streams.push_back(
        stream_of(StreamKind::cannot_win, holes, values, [&solved, unknown](Index i, const OutcomeValue& value) {
            return unknown(value) ? std::uint32_t{solved.cannot_win(i)} : dont_care;
        }));
    contents.streams.push_back(
        stream_of(StreamKind::cannot_lose, holes, values, [&solved, unknown](Index i, const OutcomeValue& value) {
            return unknown(value) ? std::uint32_t{solved.cannot_lose(i)} : dont_care;
        }));
}

void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& left,
                          const OutcomeSource& right) {
    add_both(contents, holes, left, StreamKind::left_outcome, StreamKind::left_remoteness);
    add_both(contents, holes, right, StreamKind::right_outcome, StreamKind::right_remoteness);
}

}  // namespace mexbase::detail
