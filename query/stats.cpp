// SPDX-License-Identifier: MIT
#include "stats.hpp"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "../lib/rules/game.hpp"
#include "scan.hpp"

namespace mexbase {

namespace {

constexpr std::size_t shown_wins = 5;

/// Counts positions by value and stores the longest wins. `Where` identifies a win, so that `finish` can find its text.
template <class Where>
class Tally {
  public:
    void add(const OutcomeValue& value, std::uint64_t count, const Where& where) {
        statistics_.positions += count;
        statistics_.outcomes[static_cast<std::size_t>(value.outcome)] += count;
        if (!has_remoteness(value.outcome)) return;
        Statistics::Row& row = row_of(value.remoteness);
        (value.outcome == Outcome::win ? row.win : value.outcome == Outcome::loss ? row.loss : row.tie) += count;
        if (value.outcome == Outcome::win) wins_.add(value.remoteness, where);
    }

    /// Returns the statistics. `name(where, win)` must set the text and the player to move of a win.
    template <class Name>
    Statistics finish(Name&& name) {
        if (!further_.empty()) extend(histogram_limit);
        for (const auto& [remoteness, row] : further_) near_.push_back(row);
        if (!near_.empty()) statistics_.longest_remoteness = near_.back().remoteness;
        statistics_.by_remoteness = std::move(near_);
        wins_.for_each([&](std::uint64_t remoteness, const Where& where) {
            auto& win = statistics_.longest_wins.emplace_back();
            win.remoteness = remoteness;
            name(where, win);
        });
        return std::move(statistics_);
    }

  private:
    Statistics::Row& row_of(std::uint64_t remoteness) {
        if (remoteness >= histogram_limit) {
            Statistics::Row& row = further_[remoteness];
            row.remoteness = remoteness;
            return row;
        }
        if (near_.size() <= remoteness) extend(remoteness + 1);
        return near_[static_cast<std::size_t>(remoteness)];
    }
    void extend(std::uint64_t size) {
        for (std::uint64_t remoteness = near_.size(); remoteness < size; ++remoteness)
            near_.push_back({remoteness, 0, 0, 0});
    }
    Statistics statistics_;
    std::vector<Statistics::Row> near_;
    std::map<std::uint64_t, Statistics::Row> further_;
    detail::Longest<Where> wins_{shown_wins};
};

/// Adds `count` positions with that value, which has no remoteness.
void add_value(CountedValues& counted, const Kind& kind, const Value& value, std::uint64_t count) {
    for (std::uint64_t k = 0; k < count; ++k) counted.add(kind.class_of(value));
    if (kind.number == ValueKind::nimber && !value.nimber.infinite) counted.raise(value.nimber.nimber);
    if (kind.has_forms) counted.add_form(value.canonical.number);
}

/// Returns the description of a table without remotenesses, with these counts.
TableInfo described(const Table& table, const CountedValues& counted) {
    TableInfo info = table.info();
    counted.describe(info);
    return info;
}

unsigned all_processors() {
    return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

Result<Statistics> statistics(const Table& table, const IndexRange& range) noexcept {
    return detail::guarded<Statistics>([&] {
        detail::check_has_remoteness(table);
        Tally<std::pair<Index, Player>> tally;
        detail::for_each_outcome(table, range.first, range.last, [&](Index i, Player mover, const OutcomeValue& value) {
            if (table.legal(i).value()) tally.add(value, 1, {i, mover});
        });
        return tally.finish([&](const auto& where, Statistics::Win& win) {
            win.position = table.text_of(where.first).value();
            win.mover = where.second;
        });
    });
}

Result<Statistics> reachable_statistics(const Table& table, Player first) noexcept {
    return detail::guarded<Statistics>([&] {
        detail::check_has_remoteness(table);
        const Game& game = table.game().value();
        struct Where {
            ReachedIndex at;
            std::string text;  // text of a position without an index
        };
        Tally<Where> tally;
        detail::AscendingValues values(table);
        const auto settled = game.for_each_reachable(first, all_processors(), [&](const ReachedIndex& at) {
            tally.add(outcome_value(values.at(at.index), at.mover), at.count, {at, {}});
        });
        for (const ReachedSettled& each : settled) tally.add(each.value, each.count, {{}, each.example});
        return tally.finish([&](const Where& where, Statistics::Win& win) {
            win.position = where.text.empty() ? game.format(where.at.index, where.at.image) : where.text;
            win.mover = where.at.mover;
        });
    });
}

Result<TableInfo> value_counts(const Table& table, const IndexRange& range) noexcept {
    return detail::guarded<TableInfo>([&] {
        const TableInfo& info = table.info();
        if (range.first == 0 && range.last >= info.queryable_size) return info;
        CountedValues counted;
        detail::AscendingValues values(table);
        for (Index i = range.first; i < std::min(range.last, info.queryable_size); ++i)
            if (const Value& value = values.at(i); table.legal(i).value())
                add_value(counted, kind_of(info.value), value, 1);
        return described(table, counted);
    });
}

Result<TableInfo> reachable_value_counts(const Table& table, Player first) noexcept {
    return detail::guarded<TableInfo>([&] {
        CountedValues counted;
        detail::AscendingValues values(table);
        // Only tables of outcomes have positions without an index, so none is returned.
        table.game().value().for_each_reachable(first, all_processors(), [&](const ReachedIndex& at) {
            add_value(counted, kind_of(table.info().value), values.at(at.index), at.count);
        });
        return described(table, counted);
    });
}

}  // namespace mexbase
