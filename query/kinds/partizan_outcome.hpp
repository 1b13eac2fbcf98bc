// SPDX-License-Identifier: MIT
/// \file
/// Outcomes of partizan games.
#pragma once

#include "kind.hpp"

namespace mexbase {

class PartizanOutcomeKind final : public KindOf<PartizanOutcomeKind> {
    static constexpr auto decided = detail::choose<detail::is_decided>;
    static constexpr StreamSpec own_streams[] = {{StreamKind::left_outcome, true},
                                                 {StreamKind::left_remoteness, true, decided, 0},
                                                 {StreamKind::right_outcome, true},
                                                 {StreamKind::right_remoteness, true, decided, 2}};
    static constexpr Column own_columns[] = {{"left_first", "left_first"},
                                             {"right_first", "right_first"},
                                             {"left_remoteness", "left_remoteness", true},
                                             {"right_remoteness", "right_remoteness", true}};
    /// Order in which the counts are shown: first the classes N, P, L, R, then the pairs of results with a draw.
    static constexpr std::uint8_t own_shown[partizan_codes] = {4, 0, 3, 1, 5, 2, 6, 7, 8};

  public:
    constexpr PartizanOutcomeKind()
        : KindOf({.number = ValueKind::partizan_outcome,
                  .has_plies = true,
                  .streams = own_streams,
                  .columns = own_columns,
                  .shown = own_shown,
                  .always = 4}) {}

    static const PartizanOutcome& of(const Value& value) { return value.partizan; }

    static void make(Value& value, const auto& at) {
        // Written in place, because copying a value right after writing its members is slow.
        std::construct_at(&value.partizan);
        detail::read_outcome(value.partizan.left, at, 0);
        detail::read_outcome(value.partizan.right, at, 2);
    }
    std::string text(const Value& value) const override { return to_string(value.partizan); }
    Outcome outcome(const Value& value, Player first, Play) const override {
        return (first == Player::left ? value.partizan.left : value.partizan.right).outcome;
    }
    void fields(const Value& value, const FieldSink& sink) const override {
        const PartizanOutcome& result = value.partizan;
        sink("class", to_string(result));
        sink("left_first", std::string{winner(result, Player::left)});
        sink("right_first", std::string{winner(result, Player::right)});
        sink("left_remoteness", detail::remoteness_field(result.left));
        sink("right_remoteness", detail::remoteness_field(result.right));
    }

    std::span<std::uint64_t> counts(TableInfo& info) const override { return info.partizan; }
    std::size_t class_of(const Value& value) const override { return partizan_code(value.partizan); }
    std::string class_name(std::size_t code) const override { return partizan_name(code); }
    bool fits(const TableInfo& info) const override {
        return detail::left_over(info.positions, info.partizan) == 0 && !info.largest_nimber && !info.period &&
               info.remoteness_exact && info.longest_remoteness.has_value() == (info.positions != info.partizan.back());
    }
};

}  // namespace mexbase
