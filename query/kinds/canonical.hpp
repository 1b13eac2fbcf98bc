// SPDX-License-Identifier: MIT
/// \file
/// Canonical forms of partizan games.
#pragma once

#include "../../lib/error.hpp"
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
    std::string text(const Value& value) const override {
        const CanonicalValue& form = value.canonical;
        if (auto text = unless_long([&form] { return std::optional(form.text()); })) return *std::move(text);
        return '(' + std::string(long_form) + "; class " + class_name(class_of(value)) + ", " + form.facts().text() +
               ", fingerprint " + form.fingerprint_text() + ')';
    }
    Outcome outcome(const Value& value, Player first, Play) const override {
        const OutcomeClass who = value.canonical.outcome();
        const OutcomeClass own = first == Player::left ? OutcomeClass::left : OutcomeClass::right;
        return who == OutcomeClass::next || who == own ? Outcome::win : Outcome::loss;
    }
    void fields(const Value& value, const FieldSink& sink) const override {
        const CanonicalValue& form = value.canonical;
        sink("class", class_name(class_of(value)));
        if (const auto text = unless_long([&form] { return std::optional(form.text()); })) {
            sink("canonical", *text);
        } else {
            const FormFacts facts = form.facts();
            sink("canonical", nullptr);
            sink("left_stop", facts.left_stop);
            sink("right_stop", facts.right_stop);
            if (facts.mean) sink("mean", *facts.mean);
            if (facts.temperature) sink("temperature", *facts.temperature);
        }
        if (const auto weight = unless_long([&form] { return form.weight_text(); })) sink("atomic_weight", *weight);
        sink("fingerprint", form.fingerprint_text());
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

  private:
    /// Returns the result of `find`, or `std::nullopt` if a text is too long.
    static std::optional<std::string> unless_long(const auto& find) {
        try {
            return find();
        } catch (const Error& e) {
            if (e.code() != ErrorCode::not_applicable) throw;
            return std::nullopt;
        }
    }
};

}  // namespace mexbase
