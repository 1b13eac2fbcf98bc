// SPDX-License-Identifier: MIT
/// \file
/// Obliged pairs: values of games in obliged sums, where a component once begun must be finished.
#pragma once

#include "kind.hpp"

namespace mexbase {

class ObligedKind final : public KindOf<ObligedKind> {
    static constexpr StreamSpec own_streams[] = {{StreamKind::obliged, true}};
    static constexpr Column own_columns[] = {{"obliged", "obliged"}};

  public:
    constexpr ObligedKind()
        : KindOf({.number = ValueKind::obliged,
                  .obliged = true,
                  .no_misere =
                      "an obliged value has the results of normal and of misere play, so misere play cannot be "
                      "chosen",
                  .streams = own_streams,
                  .columns = own_columns,
                  .before = "of ",
                  .bytes = 1}) {}

    using Fold = ObligedFold;
    static std::uint64_t stored(Fold::Value code) { return code; }
    static const Obliged& of(const Value& value) { return value.obliged; }

    static void make(Value& value, const auto& at) { value.obliged = Obliged::of(at(0)); }
    std::string text(const Value& value) const override { return to_string(value.obliged); }
    Outcome outcome(const Value& value, Player, Play play) const override {
        return (play == Play::normal ? value.obliged.normal : value.obliged.misere) ? Outcome::win : Outcome::loss;
    }
    Value sum(std::span<const Value> parts) const override {
        ObligedSum sum;
        for (const Value& part : parts) sum.add(part.obliged);
        return Value::of(sum.value());
    }
    bool is_better(const Value& a, const Value& b, Player) const override {
        return a.obliged.code() < b.obliged.code();
    }
    void fields(const Value& value, const FieldSink& sink) const override { sink("obliged", to_string(value.obliged)); }

    std::span<std::uint64_t> counts(TableInfo& info) const override { return info.obliged; }
    std::size_t class_of(const Value& value) const override { return value.obliged.code(); }
    std::string class_name(std::size_t code) const override {
        return to_string(Obliged::of(static_cast<unsigned>(code)));
    }
    bool fits(const TableInfo& info) const override {
        return detail::left_over(info.positions, info.obliged) == 0 && !info.largest_nimber &&
               !info.longest_remoteness && info.remoteness_exact && (!info.period || info.period->saltus == 0);
    }
};

}  // namespace mexbase
