// SPDX-License-Identifier: MIT
/// \file
/// Canonical forms of partizan games.
#pragma once

#include "../format/bytes.hpp"
#include "kind.hpp"

namespace mexbase {

class CanonicalKind final : public KindOf<CanonicalKind> {
    static constexpr StreamSpec own_streams[] = {{StreamKind::game_value, true}};
    static constexpr Column own_columns[] = {{"canonical", "canonical"},
                                             {"outcome", "class"},
                                             {"atomic_weight", "atomic_weight"},
                                             {"fingerprint", "fingerprint"}};

  public:
    constexpr CanonicalKind()
        : KindOf(
              {.number = ValueKind::canonical,
               .has_forms = true,
               .no_misere = "canonical forms exist only for normal play: for misere play use partizan-outcome values",
               .streams = own_streams,
               .columns = own_columns,
               .bytes = 8}) {}

    static const CanonicalValue& of(const Value& value) { return value.canonical; }

    static void make(Value& value, const auto& at) { std::construct_at(&value.canonical, at.form(at(0))); }
    std::string text(const Value& value) const override { return value.canonical.text(); }
    Outcome outcome(const Value& value, Player first, Play) const override {
        const OutcomeClass who = value.canonical.outcome();
        const OutcomeClass own = first == Player::left ? OutcomeClass::left : OutcomeClass::right;
        return who == OutcomeClass::next || who == own ? Outcome::win : Outcome::loss;
    }
    void fields(const Value& value, const FieldSink& sink) const override {
        sink("class", class_name(class_of(value)));
        sink("canonical", value.canonical.text());
        if (const auto weight = value.canonical.atomic_weight()) sink("atomic_weight", weight->text());
        sink("fingerprint", value.canonical.fingerprint_text());
    }

    std::span<std::uint64_t> counts(TableInfo& info) const override { return info.classes; }
    std::size_t class_of(const Value& value) const override {
        return static_cast<std::size_t>(value.canonical.outcome());
    }
    std::string class_name(std::size_t c) const override { return {letter(static_cast<OutcomeClass>(c))}; }
    void put_counts(detail::ByteWriter& out, const TableInfo& info) const override {
        Kind::put_counts(out, info);
        out.put_varint(info.distinct_values);
    }
    void read_counts(detail::ByteReader& from, TableInfo& info) const override {
        for (std::uint64_t& n : info.classes) n = from.get_varint();
        info.distinct_values = from.get_varint();
        from.finish();
    }
    bool fits(const TableInfo& info) const override {
        return detail::left_over(info.positions, info.classes) == 0 && !info.largest_nimber &&
               !info.longest_remoteness && info.remoteness_exact && !info.period &&
               info.distinct_values <= info.positions && (info.distinct_values == 0) == (info.positions == 0);
    }
};

}  // namespace mexbase
