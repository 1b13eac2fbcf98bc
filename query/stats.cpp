#include "stats.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mexbase {

namespace {

constexpr std::size_t shown_wins = 5;
constexpr std::size_t values_at_once = 4096;

/// Counts positions; and remembers long wins, by what `Where` says of where they are.
template <class Where>
class Tally {
  public:
    void add(const OutcomeValue& value, std::uint64_t count, const Where& where) {
        statistics_.positions += count;
        statistics_.outcomes[static_cast<std::size_t>(value.outcome)] += count;
        if (!has_remoteness(value.outcome)) return;
        Statistics::Row& row = row_of(value.remoteness);
        (value.outcome == Outcome::win ? row.win : value.outcome == Outcome::loss ? row.loss : row.tie) += count;
        if (value.outcome == Outcome::win) remember(value.remoteness, where);
    }

    /// `name(where, win)` writes the position and its mover.
    template <class Name>
    Statistics finish(Name&& name) {
        if (!further_.empty()) extend(histogram_limit);
        for (const auto& [remoteness, row] : further_) near_.push_back(row);
        if (!near_.empty()) statistics_.longest_remoteness = near_.back().remoteness;
        statistics_.by_remoteness = std::move(near_);
        for (const auto& [remoteness, where] : wins_) {
            auto& win = statistics_.longest_wins.emplace_back();
            win.remoteness = remoteness;
            name(where, win);
        }
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
    void remember(std::uint64_t remoteness, const Where& where) {
        if (wins_.size() == shown_wins && remoteness <= wins_.back().first) return;
        const auto at = std::ranges::find_if(wins_, [&](const auto& win) { return win.first < remoteness; });
        wins_.emplace(at, remoteness, where);
        if (wins_.size() > shown_wins) wins_.pop_back();
    }

    Statistics statistics_;
    std::vector<Statistics::Row> near_;
    std::map<std::uint64_t, Statistics::Row> further_;
    std::vector<std::pair<std::uint64_t, Where>> wins_;
};

void check_has_remoteness(const Table& table) {
    const ValueKind kind = table.info().value;
    if (kind != ValueKind::outcome && kind != ValueKind::partizan_outcome)
        throw Error(ErrorCode::not_applicable,
                    "who wins and how soon is counted in tables of outcomes, and this one holds " +
                        std::string(to_string(kind)) + " values: mexquery info counts them");
}

OutcomeValue outcome_at(const Value& value, Player mover) {
    if (value.kind != ValueKind::partizan_outcome) return value.outcome;
    return mover == Player::left ? value.partizan.left : value.partizan.right;
}

/// Values of stored indices that are asked for in ascending order.
class Values {
  public:
    explicit Values(const Table& table)
        : indices_(table.info().indices), cursor_(table.cursor().value()), values_(values_at_once) {}
    const Value& at(Index index) {
        if (index - first_ >= count_) {
            if (index >= indices_) throw Error(ErrorCode::corrupt, "the table lacks a position of its game");
            first_ = index;
            count_ = std::min<Index>(values_.size(), indices_ - index);
            cursor_.read(first_, std::span(values_).first(static_cast<std::size_t>(count_))).value();
        }
        return values_[static_cast<std::size_t>(index - first_)];
    }

  private:
    Index indices_, first_ = 0, count_ = 0;
    Cursor cursor_;
    std::vector<Value> values_;
};

}  // namespace

Result<Statistics> statistics(const Table& table) noexcept {
    return detail::guarded<Statistics>([&] {
        check_has_remoteness(table);
        const bool partizan = table.info().value == ValueKind::partizan_outcome;
        Tally<std::pair<Index, Player>> tally;
        Values values(table);
        for (Index i = 0; i < table.info().queryable_size; ++i) {
            if (!table.legal(i).value()) continue;
            const Value& value = values.at(i);
            tally.add(outcome_at(value, Player::left), 1, {i, Player::left});
            if (partizan) tally.add(outcome_at(value, Player::right), 1, {i, Player::right});
        }
        return tally.finish([&](const auto& where, Statistics::Win& win) {
            win.position = table.text_of(where.first).value();
            win.mover = where.second;
        });
    });
}

Result<Statistics> reachable_statistics(const Table& table, Player first) noexcept {
    return detail::guarded<Statistics>([&] {
        check_has_remoteness(table);
        const Game& game = table.game().value();
        struct Where {
            ReachedIndex at;
            std::string text;  // of what has no index
        };
        Tally<Where> tally;
        Values values(table);
        const auto settled = game.for_each_reachable(first, [&](const ReachedIndex& at) {
            tally.add(outcome_at(values.at(at.index), at.mover), at.count, {at, {}});
        });
        for (const ReachedSettled& each : settled) tally.add(each.value, each.count, {{}, each.example});
        return tally.finish([&](const Where& where, Statistics::Win& win) {
            win.position = where.text.empty() ? game.format(where.at.index, where.at.image) : where.text;
            win.mover = where.at.mover;
        });
    });
}

}  // namespace mexbase
