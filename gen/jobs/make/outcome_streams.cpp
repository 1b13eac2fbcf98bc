#include "outcome_streams.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "../../order/digit_search.hpp"
#include "../parallel_for_ranges.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

namespace {

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

/// Outcome and remoteness as one number.
std::uint32_t joint(const OutcomeValue& value) {
    return static_cast<std::uint32_t>(value.remoteness << 3) | static_cast<std::uint32_t>(value.outcome);
}

template <class T>
constexpr T hole = CellCode<T>::spilled;  // no counters are left when all is solved

/// Says whether a cell is a position. One that is, and undecided, is emptied.
void mark(OutcomeCells& solved, Index i, bool is_hole) {
    solved.visit([i, is_hole]<class T>(T* cells) {
        const T wanted = is_hole ? hole<T> : CellCode<T>::cell(CellCode<T>::value(cells[i]));
        if (cells[i] != wanted) cells[i] = wanted;  // memory that nobody wrote stays untouched
    });
}

bool is_hole(const OutcomeCells& solved, Index i) {
    return solved.visit([i]<class T>(const T* cells) { return cells[i] == hole<T>; });
}

/// Puts the cells of a range where their places are.
void reorder(OutcomeCells& solved, const StoredOrders::Range& range) {
    solved.visit([&range]<class T>(T* cells) {
        cells += range.order.first;
        std::vector<T> group(static_cast<std::size_t>(range.group));
        for (Index first = 0; first < range.last - range.order.first; first += range.group) {
            PlaceWalk walk(range.order, first);
            for (T& cell : group) {
                cell = cells[walk.index()];
                walk.next();
            }
            std::ranges::copy(group, cells + first);
        }
    });
}

/// Marks the cells that are no positions, so that the rules need not be asked again.
void mark_holes(OutcomeCells& solved, const HoleMarker& holes, unsigned threads) {
    constexpr Index at_once = 4096;
    parallel_for_ranges((solved.size() + at_once - 1) / at_once, threads, {}, {},
                        [&](unsigned, Index begin, Index end) {
                            std::vector<std::uint32_t> marks;
                            const Index last = std::min(end * at_once, solved.size());
                            for (Index first = begin * at_once; first < last; first += marks.size()) {
                                marks.resize(static_cast<std::size_t>(std::min(at_once, last - first)));
                                holes(first, marks);
                                for (std::size_t k = 0; k < marks.size(); ++k)
                                    mark(solved, first + k, marks[k] == dont_care);
                            }
                            return true;
                        });
}

}  // namespace

OutcomeSource source_of(const OutcomeCells& solved) {
    return [&solved](Index first, std::span<OutcomeValue> values) {
        solved.visit([first, values]<class T>(const T* cells) {
            for (std::size_t k = 0; k < values.size(); ++k) values[k] = CellCode<T>::value(cells[first + k]);
        });
    };
}

OutcomeSource source_of(const BoundedSolution& solved) {
    return [&solved](Index first, std::span<OutcomeValue> values) {
        solved.cells.visit([&solved, first, values]<class T>(const T* cells) {
            for (std::size_t k = 0; k < values.size(); ++k) {
                OutcomeValue value = CellCode<T>::value(cells[first + k]);
                if (value.outcome == Outcome::draw && !(solved.cannot_win(first + k) && solved.cannot_lose(first + k)))
                    value.outcome = Outcome::unknown;
                values[k] = value;
            }
        });
    };
}

SpooledOutcomes::SpooledOutcomes(Index size, const JobOptions& options)
    : size_(size),
      scratch_(options.scratch),
      spool_(options.checkpoint.empty()
                 ? std::make_unique<OutcomeSpool>(size, ScratchFile(options.scratch))
                 : std::make_unique<OutcomeSpool>(size, ScratchFile::named(options.checkpoint + "-spool"))) {}

OutcomeSource SpooledOutcomes::finish() {
    spool_->finish();
    return
        [this](Index first, std::span<OutcomeValue> values) { (by_place_ ? by_place_ : spool_)->read(first, values); };
}

void SpooledOutcomes::reorder(const StoredOrders& orders) {
    auto by_place = std::make_unique<OutcomeSpool>(size_, ScratchFile(scratch_));
    std::vector<OutcomeValue> values(4096);
    for (Index first = 0; first < size_; first += values.size()) {
        const auto part =
            std::span(values).first(static_cast<std::size_t>(std::min<Index>(values.size(), size_ - first)));
        spool_->read(first, part);
        for (std::size_t k = 0; k < part.size(); ++k) {
            if (part[k].outcome == Outcome::draw) continue;
            const Index place = orders.place(first + k);
            by_place->add(part[k].remoteness, part[k].outcome, std::span(&place, 1));
        }
    }
    by_place->finish();
    by_place_ = std::move(by_place);
}

HoleMarker order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, OutcomeCells& solved,
                        TableContents& contents, unsigned threads) {
    mark_holes(solved, holes, threads);
    const auto at = [&solved](std::span<const Index> indices, std::span<std::uint32_t> values) {
        for (std::size_t k = 0; k < indices.size(); ++k)
            values[k] = is_hole(solved, indices[k]) ? dont_care : joint(solved[indices[k]]);
    };
    contents.orders = choose_orders(ranges, at, solved.size(), threads);
    const StoredOrders orders(contents.orders);
    for (const StoredOrders::Range& range : orders.ranges()) reorder(solved, range);
    return [&solved](Index first, std::span<std::uint32_t> marks) {
        for (std::size_t k = 0; k < marks.size(); ++k) marks[k] = is_hole(solved, first + k) ? dont_care : 0;
    };
}

HoleMarker order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, SpooledOutcomes& solved,
                        TableContents& contents, unsigned threads) {
    // In ascending order, for little of a spool is in memory at a time.
    const OutcomeSource source = solved.finish();
    const auto at = [&](std::span<const Index> indices, std::span<std::uint32_t> values) {
        std::vector<std::size_t> turns(indices.size());
        std::iota(turns.begin(), turns.end(), std::size_t{0});
        std::ranges::sort(turns, {}, [indices](std::size_t k) { return indices[k]; });
        for (const std::size_t k : turns) {
            holes(indices[k], values.subspan(k, 1));
            if (values[k] == dont_care) continue;
            OutcomeValue value;
            source(indices[k], std::span(&value, 1));
            values[k] = joint(value);
        }
    };
    contents.orders = choose_orders(ranges, at, contents.info.indices, threads);
    if (contents.orders.empty()) return holes;
    const auto orders = std::make_shared<const StoredOrders>(contents.orders);
    solved.reorder(*orders);
    return [orders, holes](Index first, std::span<std::uint32_t> marks) {
        for (std::size_t k = 0; k < marks.size(); ++k) holes(orders->index(first + k), marks.subspan(k, 1));
    };
}

HoleMarker holes_of(const Moves& moves) {
    return [&moves](Index first, std::span<std::uint32_t> marks) {
        std::array<std::uint8_t, 1024> are_positions;
        for (std::size_t from = 0; from < marks.size(); from += are_positions.size()) {
            const std::size_t count = std::min(are_positions.size(), marks.size() - from);
            moves.mark_positions(first + from, std::span(are_positions).first(count));
            for (std::size_t k = 0; k < count; ++k) marks[from + k] = are_positions[k] != 0 ? 0 : dont_care;
        }
    };
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
