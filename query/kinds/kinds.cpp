// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <tuple>

#include "../../lib/error.hpp"
#include "../format/bytes.hpp"
#include "kind.hpp"
#include "list.hpp"

namespace mexbase {

namespace {

constexpr detail::Kinds kinds;

/// Returns the rank of an option for the player who chooses; 0 is best. `option` is the outcome for the opponent.
int rank_of(Outcome option) {
    return option == Outcome::loss ? 0 : option == Outcome::win ? 2 : 1;
}

/// Returns the result for `first`. Avoids the virtual call of `kind_of`, because each probe in C calls this function.
Outcome outcome_by_kind(const Value& value, Player first, Play play) {
    return detail::with_kind(
        value.kind, [&]<class K>(std::type_identity<K>) { return std::get<K>(kinds).outcome(value, first, play); });
}

}  // namespace

const Kind& kind_of(ValueKind number) {
    static constexpr auto all =
        std::apply([](const auto&... each) { return std::array<const Kind*, sizeof...(each)>{&each...}; }, kinds);
    return *all[static_cast<std::size_t>(number)];
}

std::string kind_names(std::string_view between, std::string_view before_last) {
    std::string names;
    for (const ValueKindTraits& each : detail::value_kinds) {
        if (!names.empty()) names += &each == &detail::value_kinds.back() ? before_last : between;
        names += each.name;
    }
    return names;
}

std::string partizan_name(std::size_t code) {
    PartizanOutcome value;
    value.left.outcome = static_cast<Outcome>(code / 3);
    value.right.outcome = static_cast<Outcome>(code % 3);
    return to_string(value);
}

Value Kind::sum(std::span<const Value>) const {
    throw Error(ErrorCode::not_applicable, "values of kind " + std::string(name) + " cannot be added");
}

bool Kind::is_better(const Value& a, const Value& b, Player mover) const {
    const Player next = other(mover);
    if (has_plies) return better_option(outcome_value(a, next), outcome_value(b, next));
    return rank_of(outcome(a, next, Play::normal)) < rank_of(outcome(b, next, Play::normal));
}

void Kind::for_each_count(const TableInfo& info, const CountSink& show) const {
    const auto numbers = counts(info);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::size_t c = shown.empty() ? k : shown[k];
        const std::string key = class_name(c);
        show({key, std::string(before) + key, numbers[c], k < always});
    }
}

void Kind::set_counts(TableInfo& info, std::span<const std::uint64_t> by_class,
                      std::optional<std::uint64_t> greatest) const {
    std::copy(by_class.begin(), by_class.end(), counts(info).begin());
    info.longest_remoteness = greatest;
}

void Kind::put_counts(detail::ByteWriter& out, const TableInfo& info) const {
    for (const std::uint64_t n : counts(info)) out.put_varint(n);
}

void Kind::read_counts(detail::ByteReader& from, TableInfo& info) const {
    for (std::uint64_t& n : counts(info)) n = from.get_varint();
    from.finish();
}

void CountedValues::add(const CountedValues& other) {
    positions += other.positions;
    by_class.resize(std::max(by_class.size(), other.by_class.size()));
    for (std::size_t c = 0; c < other.by_class.size(); ++c) by_class[c] += other.by_class[c];
    if (other.greatest) raise(*other.greatest);
    for (std::size_t number = 0; number < other.forms.size(); ++number)
        if (other.forms[number]) add_form(static_cast<std::uint32_t>(number));
}

void CountedValues::describe(TableInfo& info) const {
    info.positions = positions;
    info.outcomes = {};
    info.longest_remoteness.reset();
    info.largest_nimber.reset();
    info.infinite = 0;
    info.nimbers.clear();
    info.obliged = {};
    info.partizan = {};
    info.classes = {};
    info.distinct_values = static_cast<std::uint64_t>(std::count(forms.begin(), forms.end(), true));
    kind_of(info.value).set_counts(info, by_class, greatest);
}

namespace detail {

std::optional<std::uint64_t> left_over(std::uint64_t total, std::span<const std::uint64_t> counts) {
    for (const std::uint64_t n : counts) {
        if (n > total) return std::nullopt;
        total -= n;
    }
    return total;
}

}  // namespace detail

bool operator==(const Value& a, const Value& b) {
    return a.kind == b.kind && a.cannot_win == b.cannot_win && a.cannot_lose == b.cannot_lose &&
           detail::with_kind(a.kind, [&]<class K>(std::type_identity<K>) { return K::of(a) == K::of(b); });
}

std::string to_string(const Value& value) {
    return kind_of(value.kind).text(value);
}

Outcome outcome_of(const Value& value, Play play) {
    if (is_partizan(value.kind))
        throw Error(ErrorCode::not_applicable, "who wins depends on who begins, Left or Right: values of kind " +
                                                   std::string(to_string(value.kind)) + " have no single outcome");
    return outcome_by_kind(value, Player::left, play);
}

Outcome outcome_for(const Value& value, Player first, Play play) {
    return outcome_by_kind(value, first, play);
}

}  // namespace mexbase
