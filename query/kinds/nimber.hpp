// SPDX-License-Identifier: MIT
/// \file
/// Nimbers, finite or (in loopy games) infinite.
#pragma once

#include "../../lib/error.hpp"
#include "../format/bytes.hpp"
#include "kind.hpp"

namespace mexbase {

class NimberKind final : public KindOf<NimberKind> {
    static constexpr bool is_infinite(std::uint32_t number) { return number == 0; }
    static constexpr bool is_finite(std::uint32_t number) { return number != 0; }
    static constexpr bool is_open_race(std::uint32_t number) { return number >= format::first_race_nimber; }
    static constexpr StreamSpec own_streams[] = {
        {StreamKind::nimber, true},
        {StreamKind::k_set, false, detail::choose<is_infinite>},
        {StreamKind::counter, false, detail::choose<is_finite>},
        {StreamKind::race_nimber, false, nullptr, 0, false},
        {StreamKind::race_k_set, false, detail::choose<is_infinite>, 3, false},
        {StreamKind::race_counter, false, detail::choose<is_open_race>, 3, false}};
    static constexpr Column own_columns[] = {{"nimber", "nimber"}};

  public:
    constexpr NimberKind()
        : KindOf({.number = ValueKind::nimber,
                  .no_misere =
                      "nimbers exist only for normal play: for misere play use outcome values, or obliged values for "
                      "obliged sums",
                  .streams = own_streams,
                  .columns = own_columns,
                  .before = "of "}) {}

    using Fold = NimberFold;
    /// Returns the number that the first stream stores for a finite nimber.
    static std::uint64_t stored(Fold::Value nimber) { return nimber + std::uint64_t{1}; }
    static const NimberValue& of(const Value& value) { return value.nimber; }

    static void make(Value& value, const auto& at) {
        const std::uint32_t stored = at(0);
        if (stored != 0) {
            value.nimber.nimber = stored - 1;
            if (at.has(2)) value.nimber.counter = at(2);
        } else {
            if (!at.has(1)) throw Error(ErrorCode::corrupt, "an infinite value of the table has no set of nimbers");
            value.nimber.infinite = true;
            value.nimber.reached = at.set(at(1));
        }
    }
    std::string text(const Value& value) const override { return to_string(value.nimber); }
    Outcome outcome(const Value& value, Player, Play) const override { return sum_outcome({&value.nimber, 1}); }
    Value sum(std::span<const Value> parts) const override {
        Value sum = parts.front();
        for (const Value& part : parts.subspan(1)) {
            if (part.nimber.infinite || sum.nimber.infinite) return Kind::sum(parts);
            sum.nimber.nimber ^= part.nimber.nimber;
            sum.nimber.counter += part.nimber.counter;
        }
        return sum;
    }
    bool is_better(const Value& a, const Value& b, Player mover) const override {
        const bool both_lost =
            sum_outcome({&a.nimber, 1}) == Outcome::loss && sum_outcome({&b.nimber, 1}) == Outcome::loss;
        return both_lost ? a.nimber.counter < b.nimber.counter : Kind::is_better(a, b, mover);
    }
    void fields(const Value& value, const FieldSink& sink) const override {
        if (!value.nimber.infinite) return sink("nimber", value.nimber.nimber);
        sink("nimber", nullptr);
        sink("infinite", value.nimber.reached);
    }

    std::span<std::uint64_t> counts(TableInfo& info) const override { return info.nimbers; }
    /// Returns 0 for infinite nimbers, n + 1 for *n.
    std::size_t class_of(const Value& value) const override {
        return value.nimber.infinite ? 0 : static_cast<std::size_t>(value.nimber.nimber) + 1;
    }
    std::string class_name(std::size_t c) const override {
        return c == 0 ? "infinite" : to_string(NimberValue{false, c - 1, 0, {}});
    }
    void for_each_count(const TableInfo& info, const CountSink& show) const override {
        constexpr std::size_t listed = 16;  // maximum number of nimbers listed in text output
        std::uint64_t more = info.positions - info.infinite;
        for (std::size_t n = 0; n < info.nimbers.size(); ++n) {
            const std::string nimber = class_name(n + 1);
            show({nimber, n < listed ? std::string(before) + nimber : "", info.nimbers[n]});
            if (n < listed) more -= info.nimbers[n];
        }
        show({"", info.nimbers.empty() ? "finite" : "greater", more});
        show({"inf", class_name(0), info.infinite});
    }
    void set_counts(TableInfo& info, std::span<const std::uint64_t> by_class,
                    std::optional<std::uint64_t> greatest) const override {
        info.largest_nimber = greatest;
        if (!by_class.empty()) info.infinite = by_class.front();
        if (greatest && *greatest < histogram_limit) info.nimbers.assign(by_class.begin() + 1, by_class.end());
    }
    void put_counts(detail::ByteWriter& out, const TableInfo& info) const override {
        out.put_varint(info.infinite);
        Kind::put_counts(out, info);
    }
    void read_counts(detail::ByteReader& from, TableInfo& info) const override {
        info.infinite = from.get_varint();
        while (from.left() != 0) info.nimbers.push_back(from.get_varint());
    }
    bool fits(const TableInfo& info) const override {
        const auto finite = detail::left_over(info.positions, {&info.infinite, 1});
        const auto& largest = info.largest_nimber;
        if (!finite || largest.has_value() != (*finite != 0) || info.longest_remoteness || !info.remoteness_exact ||
            (info.period && info.period->saltus > 0xffffffff))
            return false;
        if (info.nimbers.empty()) return !largest || *largest >= histogram_limit;
        return detail::left_over(*finite, info.nimbers) == 0 && info.nimbers.back() != 0 &&
               largest == info.nimbers.size() - 1 && *largest < histogram_limit;
    }
};

}  // namespace mexbase
