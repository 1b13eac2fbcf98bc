// SPDX-License-Identifier: MIT
/// \file
/// Kinds of value: how their values are stored, counted and printed. `kinds.cpp` lists them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../format/info.hpp"
#include "value.hpp"

namespace mexbase {

namespace detail {
class ByteReader;
class ByteWriter;
}  // namespace detail

/// A stream that tables of a kind may have.
struct StreamSpec {
    /// Writes the indices of the `numbers` for which the stream has an entry to `places`. Returns their count.
    using Choose = std::size_t (*)(std::span<const std::uint32_t> numbers, std::uint32_t* places);

    StreamKind kind = StreamKind::outcome;
    bool required = false;
    Choose choose = nullptr;  ///< null: the stream has a number for each position
    std::size_t chooser = 0;  ///< index in `KindFacts::streams` of the stream that `choose` reads
    bool in_value = true;     ///< false: part of a `RaceValue` only
};

/// A field of a value in machine-readable output.
using Field = std::variant<std::nullptr_t, bool, std::uint64_t, std::string_view, std::span<const std::uint32_t>>;
/// The receiver of the fields of a value, in the order in which they are printed.
using FieldSink = std::function<void(std::string_view key, const Field& field)>;

/// A column of values printed as CSV.
struct Column {
    std::string_view name;
    std::string_view field;   ///< key of `Kind::fields`; the first column holds the value's text if that is null
    bool on_request = false;  ///< printed only with --remoteness
};

/// The number of positions of some class of value, as `info` shows it.
struct ShownCount {
    std::string key;   ///< in JSON; empty: not shown there
    std::string text;  ///< in text output; empty: not shown there
    std::uint64_t count = 0;
    bool always = false;  ///< JSON shows it even if it is 0
};

/// The facts about a kind of value.
struct KindFacts {
    ValueKind number = ValueKind::outcome;
    std::string_view name = to_string(number);
    bool partizan = is_partizan(number);
    bool has_plies = false;               ///< values have a remoteness, also in misère play
    bool has_forms = false;               ///< values are numbers of a list of forms; its distinct values are counted
    bool obliged = false;                 ///< in a sum, a component that is begun must be finished
    std::string_view no_misere{};         ///< reason why tables cannot be misère; empty: they can
    std::span<const StreamSpec> streams;  ///< at most `most_streams`; the first determines which indices are positions
    std::optional<StreamKind> joined{};   ///< a stream that may replace the first two
    std::span<const Column> columns;
    std::span<const std::uint8_t> shown{};  ///< classes in the order of output; empty: ascending
    std::size_t always = 16;                ///< number of classes shown even with a count of 0
    std::string_view before{};              ///< goes before the name of a class in a text
    double bytes = 4;                       ///< of memory per position while a game is solved
    double bits = 1;  ///< bits per position in a file: a median, because tables differ by a factor of a hundred

    static constexpr std::size_t most_streams = 6;

    bool has(StreamKind kind) const {
        return std::any_of(streams.begin(), streams.end(), [kind](const StreamSpec& s) { return s.kind == kind; });
    }
};

/// Numbers of a batch of positions. Entries that `StreamSpec::choose` leaves out are unspecified.
struct Numbers {
    std::array<const std::uint32_t*, KindFacts::most_streams> streams{};  ///< null if the table lacks the stream
    std::array<format::RemotenessCoding, KindFacts::most_streams> codings{};
    const NimberSets* sets = nullptr;        ///< not null if a number refers to a set
    const CanonicalValues* forms = nullptr;  ///< likewise
};

/// The receiver of counts.
using CountSink = std::function<void(const ShownCount&)>;

/// A kind of value. Immutable.
class Kind : public KindFacts {
  public:
    /// Converts the numbers of each stream to values. Throws `Error{corrupt}` for invalid numbers.
    virtual void decode(const Numbers& numbers, std::span<Value> out) const = 0;
    /// Implements `to_string`.
    virtual std::string text(const Value& value) const = 0;
    /// Returns the result for `first`, who begins.
    virtual Outcome outcome(const Value& value, Player first, Play play) const = 0;
    /// Returns the value of a sum of these parts. Throws `Error{not_applicable}` if the values do not determine it.
    virtual Value sum(std::span<const Value> parts) const;
    /// Implements `better_option`.
    virtual bool is_better(const Value& a, const Value& b, Player mover) const;
    /// Throws `Error{not_applicable}` for a canonical form whose text is too long.
    virtual void fields(const Value& value, const FieldSink& sink) const = 0;

    /// Returns the class under which a value is counted. For kinds without plies and forms, the class must equal the
    /// value's number in the first stream, because writers count these numbers (`gen/encode/survey.cpp`).
    virtual std::size_t class_of(const Value& value) const = 0;
    virtual std::string class_name(std::size_t value_class) const = 0;
    /// Returns the counts by class in the description of a table.
    virtual std::span<std::uint64_t> counts(TableInfo& info) const = 0;
    std::span<const std::uint64_t> counts(const TableInfo& info) const { return counts(const_cast<TableInfo&>(info)); }
    /// Calls `show` for each count in the order of output.
    virtual void for_each_count(const TableInfo& info, const CountSink& show) const;
    /// Sets the counts from the positions by class, and from the greatest remoteness or nimber. The default needs an
    /// entry of `counts` for each class, and uses `greatest` as a remoteness. Otherwise override it with `put_counts`
    /// and `read_counts`.
    virtual void set_counts(TableInfo& info, std::span<const std::uint64_t> by_class,
                            std::optional<std::uint64_t> greatest) const;
    /// Writes the counts to the description of a table.
    virtual void put_counts(detail::ByteWriter& out, const TableInfo& info) const;
    /// Reads the output of `put_counts`. Throws `Error{corrupt}`.
    virtual void read_counts(detail::ByteReader& from, TableInfo& info) const;
    /// Returns true if the parts of a description that depend on the kind agree with each other.
    virtual bool fits(const TableInfo& info) const = 0;

  protected:
    constexpr explicit Kind(const KindFacts& facts) : KindFacts(facts) {}
    ~Kind() = default;
};

/// Base class of each kind `D`. It decodes batches with `D::make(value, at)`, which makes a value from the numbers of
/// one position: `at(s)` reads the number of stream `s`, if `at.has(s)`. `at.coding(s)` returns its coding; `at.set`
/// and `at.form` resolve references. `D::of(value)` is the member of `Value` for this kind. If the options alone
/// determine the values of a loop-free impartial game, `D::Fold` derives them, with the members of `ObligedFold`.
/// `D::stored(value)` then returns the number of the first stream for a `D::Fold::Value`. Such tables take one sweep,
/// in normal play, for games that end only without moves.
template <class D>
class KindOf : public Kind {
  public:
    void decode(const Numbers& numbers, std::span<Value> out) const final {
        struct At : Numbers {
            std::size_t place = 0;
            std::uint32_t operator()(std::size_t s) const { return streams[s][place]; }
            bool has(std::size_t s) const { return streams[s] != nullptr; }
            format::RemotenessCoding coding(std::size_t s) const { return codings[s]; }
            std::span<const std::uint32_t> set(std::uint32_t id) const { return (*sets)[id]; }
            CanonicalValue form(std::uint32_t id) const { return {forms, id}; }
        };
        for (At at{numbers}; at.place < out.size(); ++at.place) {
            Value& value = out[at.place] = Value{};
            value.kind = number;
            D::make(value, at);
        }
    }

  protected:
    using Kind::Kind;
    ~KindOf() = default;
};

/// Returns the kind with that number.
const Kind& kind_of(ValueKind number);

/// Returns the names of all kinds, separated by `between`, and by `before_last` before the last.
std::string kind_names(std::string_view between, std::string_view before_last);

/// Counts the values of positions, for the description of a table.
struct CountedValues {
    std::uint64_t positions = 0;
    std::vector<std::uint64_t> by_class;    ///< up to class `histogram_limit`
    std::optional<std::uint64_t> greatest;  ///< remoteness, or nimber
    std::vector<bool> forms;                ///< by number: true if a position has the canonical form

    /// Counts a position with a value of that class.
    void add(std::size_t value_class) {
        ++positions;
        if (value_class > histogram_limit) return;
        if (value_class >= by_class.size()) by_class.resize(value_class + 1);
        ++by_class[value_class];
    }
    void raise(std::uint64_t remoteness_or_nimber) { greatest = std::max(greatest.value_or(0), remoteness_or_nimber); }
    void add_form(std::uint32_t number) {
        if (number >= forms.size()) forms.resize(number + std::size_t{1});
        forms[number] = true;
    }
    void add(const CountedValues& other);
    /// Writes all counts to a description.
    void describe(TableInfo& info) const;
};

namespace detail {

/// Implements `StreamSpec::choose` for a condition on the number.
template <bool (*is_chosen)(std::uint32_t)>
std::size_t choose(std::span<const std::uint32_t> numbers, std::uint32_t* places) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        places[count] = static_cast<std::uint32_t>(i);
        count += is_chosen(numbers[i]) ? 1 : 0;
    }
    return count;
}

/// Returns true for a number of an outcome or result stream whose outcome has a remoteness.
constexpr bool is_decided(std::uint32_t number) {
    return has_remoteness(format::StoredResult::of(number).outcome);
}

/// Reads an outcome from stream `s` and its remoteness from the next one.
inline void read_outcome(OutcomeValue& value, const auto& at, std::size_t s) {
    value.outcome = static_cast<Outcome>(at(s));
    if (has_remoteness(value.outcome))
        value.remoteness = format::remoteness_of(at(s + 1), value.outcome == Outcome::win, at.coding(s + 1));
}

/// Returns the remoteness of an outcome, or null if it has none.
inline Field remoteness_field(const OutcomeValue& outcome) {
    return has_remoteness(outcome.outcome) ? Field(outcome.remoteness) : nullptr;
}

/// Returns `total` minus the counts, or `std::nullopt` if that is negative.
std::optional<std::uint64_t> left_over(std::uint64_t total, std::span<const std::uint64_t> counts);

}  // namespace detail
}  // namespace mexbase
