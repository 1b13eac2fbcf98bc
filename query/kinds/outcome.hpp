// SPDX-License-Identifier: MIT
/// \file
/// Outcomes with remoteness.
#pragma once

#include "kind.hpp"

namespace mexbase {

class OutcomeKind final : public KindOf<OutcomeKind> {
    static constexpr bool is_unknown(std::uint32_t number) {
        return format::StoredResult::of(number).outcome == Outcome::unknown;
    }
    static constexpr StreamSpec own_streams[] = {{StreamKind::outcome, true},
                                                 {StreamKind::remoteness, true, detail::choose<detail::is_decided>},
                                                 {StreamKind::cannot_win, false, detail::choose<is_unknown>},
                                                 {StreamKind::cannot_lose, false, detail::choose<is_unknown>}};
    static constexpr Column own_columns[] = {{"outcome", "outcome"}, {"remoteness", "remoteness"}};
    static constexpr std::uint8_t own_shown[] = {1, 0, 2, 3, 4};

  public:
    constexpr OutcomeKind()
        : KindOf({.number = ValueKind::outcome,
                  .has_plies = true,
                  .streams = own_streams,
                  .joined = StreamKind::result,
                  .columns = own_columns,
                  .shown = own_shown,
                  .always = 3,
                  .bytes = 2.5}) {}

    static const OutcomeValue& of(const Value& value) { return value.outcome; }

    static void make(Value& value, const auto& at) {
        if (at.has(1)) {
            detail::read_outcome(value.outcome, at, 0);
        } else {
            const auto result = format::StoredResult::of(at(0));
            value.outcome.outcome = result.outcome;
            if (has_remoteness(result.outcome)) value.outcome.remoteness = result.remoteness;
        }
        const Outcome who = value.outcome.outcome;
        if (who == Outcome::unknown) [[unlikely]]
            return finish_unknown(value, at);
        value.cannot_win = who != Outcome::win;
        value.cannot_lose = who != Outcome::loss;
    }
    template <class At>
    [[gnu::noinline]] static void finish_unknown(Value& value, At at) {
        value.cannot_win = at.has(2) && at(2) != 0;
        value.cannot_lose = at.has(3) && at(3) != 0;
        if (value.cannot_win && value.cannot_lose) value.outcome.outcome = Outcome::draw;
    }
    std::string text(const Value& value) const override {
        if (value.distance == Distance::end || !has_remoteness(value.outcome.outcome)) return to_string(value.outcome);
        return std::string(to_string(value.outcome.outcome)) + " exit " + std::to_string(value.outcome.remoteness);
    }
    Outcome outcome(const Value& value, Player, Play) const override { return value.outcome.outcome; }
    void fields(const Value& value, const FieldSink& sink) const override {
        sink("outcome", to_string(value.outcome.outcome));
        sink(value.distance == Distance::end ? "remoteness" : "to_exit", detail::remoteness_field(value.outcome));
        if (value.outcome.outcome != Outcome::unknown) return;
        sink("cannot_win", value.cannot_win);
        sink("cannot_lose", value.cannot_lose);
    }

    std::span<std::uint64_t> counts(TableInfo& info) const override { return info.outcomes; }
    std::size_t class_of(const Value& value) const override { return static_cast<std::size_t>(value.outcome.outcome); }
    std::string class_name(std::size_t o) const override { return std::string(to_string(static_cast<Outcome>(o))); }
    bool fits(const TableInfo& info) const override {
        std::uint64_t with_remoteness = 0;
        for (std::size_t o = 0; o < info.outcomes.size(); ++o)
            if (has_remoteness(static_cast<Outcome>(o))) with_remoteness += info.outcomes[o];
        return detail::left_over(info.positions, info.outcomes) == 0 && !info.largest_nimber && !info.period &&
               info.longest_remoteness.has_value() == (with_remoteness != 0) &&
               (info.remoteness_exact || info.longest_remoteness);
    }
};

}  // namespace mexbase
