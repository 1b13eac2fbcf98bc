// SPDX-License-Identifier: MIT
/// \file
/// Helpers for reading a whole table of outcomes from end to end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "../lib/error.hpp"
#include "kinds/kind.hpp"
#include "table.hpp"

namespace mexbase::detail {

inline void check_has_remoteness(const Table& table) {
    const Kind& kind = kind_of(table.info().value);
    if (!kind.has_plies)
        throw Error(ErrorCode::not_applicable,
                    "only tables of outcomes have remotenesses, but this table holds " + std::string(kind.name) +
                        " values; `mexquery info` counts them, and `mexquery find --value` finds one");
}

/// Reader of the values of stored indices, which must be requested in ascending order.
class AscendingValues {
  public:
    explicit AscendingValues(const Table& table)
        : indices_(table.info().indices), cursor_(table.cursor().value()), values_(at_once) {}
    const Value& at(Index index) {
        if (index - first_ >= count_) {
            if (index >= indices_)
                throw Error(ErrorCode::corrupt, "the rules lead to a position that the table does not have");
            first_ = index;
            count_ = std::min<Index>(values_.size(), indices_ - index);
            cursor_.read(first_, std::span(values_).first(static_cast<std::size_t>(count_))).value();
        }
        return values_[static_cast<std::size_t>(index - first_)];
    }

  private:
    static constexpr std::size_t at_once = 4096;
    Index indices_, first_ = 0, count_ = 0;
    Cursor cursor_;
    std::vector<Value> values_;
};

/// Calls `f(index, mover, value)` for the queryable indices from `first` to `last` - 1, in order. The values of holes
/// (indices that are not positions) are meaningless. For a table of partizan outcomes, calls `f` for both players, Left
/// first.
template <class F>
void for_each_outcome(const Table& table, Index first, Index last, F&& f) {
    const bool partizan = is_partizan(table.info().value);
    AscendingValues values(table);
    for (Index i = first; i < std::min(last, table.info().queryable_size); ++i) {
        const Value& value = values.at(i);
        f(i, Player::left, outcome_value(value, Player::left));
        if (partizan) f(i, Player::right, outcome_value(value, Player::right));
    }
}

/// A limited list of the positions with the greatest remoteness. Positions of equal remoteness stay in insertion order.
template <class Where>
class Longest {
  public:
    explicit Longest(std::size_t most) : most_(most) {}
    /// Returns true if `add` would keep the position.
    bool wants(std::uint64_t remoteness) const {
        return size_ < most_ || (most_ != 0 && remoteness > kept_.rbegin()->first);
    }
    void add(std::uint64_t remoteness, const Where& where) {
        if (!wants(remoteness)) return;
        if (size_ == most_) {
            auto& shortest = kept_.rbegin()->second;
            shortest.pop_back();
            if (shortest.empty()) kept_.erase(std::prev(kept_.end()));
            --size_;
        }
        kept_[remoteness].push_back(where);
        ++size_;
    }
    /// Calls `f(remoteness, where)` for each position, the greatest remoteness first.
    template <class F>
    void for_each(F&& f) const {
        for (const auto& [remoteness, places] : kept_)
            for (const Where& where : places) f(remoteness, where);
    }

  private:
    std::size_t most_, size_ = 0;
    std::map<std::uint64_t, std::vector<Where>, std::greater<>> kept_;
};

}  // namespace mexbase::detail
