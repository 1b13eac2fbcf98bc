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

/// A stream (sequence of numbers, one per position) that tables with a kind of value may have.
struct StreamSpec {
    /// Finds the elements of `numbers` (of another stream) for which this stream has an entry. Writes their indices in
    /// `numbers` to `places`, and returns their count.
    using Choose = std::size_t (*)(std::span<const std::uint32_t> numbers, std::uint32_t* places);

    StreamKind kind = StreamKind::outcome;
    bool required = false;
    Choose choose = nullptr;  ///< null: the stream has an entry for each position
    std::size_t chooser = 0;  ///< index in `KindFacts::streams` of the stream that `choose` reads
    bool in_value = true;     ///< false: the stream is not part of a `Value`, only of a `RaceValue`
};

/// A field of a value in machine-readable output.
using Field = std::variant<std::nullptr_t, bool, std::uint64_t, std::string_view, std::span<const std::uint32_t>>;
/// The receiver of the fields of a value, in the order in which they are printed.
using FieldSink = std::function<void(std::string_view key, const Field& field)>;

/// A column of values printed as CSV.
struct Column {
    std::string_view name;
    std::string_view field;   ///< key in `Kind::fields`; in the first column, the value's text replaces a null field
    bool on_request = false;  ///< printed only with --remoteness
};

/// The number of positions with some class of value, as the command `info` shows it.
struct ShownCount {
    std::string key;   ///< key in JSON; empty: not shown in JSON
    std::string text;  ///< label in text output; empty: not shown in text output
    std::uint64_t count = 0;
    bool always = false;  ///< JSON shows it even if it is 0
};

/// The properties of a kind of value that are plain data.
struct KindFacts {
    ValueKind number = ValueKind::outcome;
    std::string_view name = to_string(number);
    bool partizan = is_partizan(number);
    bool has_plies = false;  ///< values have a remoteness, also in misère play
    bool has_forms = false;  ///< values are numbers in a list of canonical forms; the table counts its distinct values
    bool obliged = false;    ///< in a sum, a component that is begun must be finished
    std::string_view no_misere{};         ///< reason why misère tables cannot have such values; empty: they can
    std::span<const StreamSpec> streams;  ///< at most `most_streams`; every position has a number in the first
    std::optional<StreamKind> joined{};   ///< stream that may replace the first two
    std::span<const Column> columns;
    std::span<const std::uint8_t> shown{};  ///< classes in the order of output; empty: ascending
    std::size_t always = 16;                ///< number of classes shown even with a count of 0
    std::string_view before{};              ///< text before the name of a class in text output
    double bytes = 4;                       ///< bytes of memory per position while a game is solved

    static constexpr std::size_t most_streams = 6;

    bool has(StreamKind kind) const {
        return std::any_of(streams.begin(), streams.end(), [kind](const StreamSpec& s) { return s.kind == kind; });
    }
};

/// Numbers of a batch of positions, an array per stream. Entries that `StreamSpec::choose` skips are unspecified.
struct Numbers {
    std::array<const std::uint32_t*, KindFacts::most_streams> streams{};  ///< null if the table lacks the stream
    std::array<format::RemotenessCoding, KindFacts::most_streams> codings{};
    const NimberSets* sets = nullptr;        ///< not null if a number refers to a set
    const CanonicalValues* forms = nullptr;  ///< not null if a number refers to a canonical form
};

/// Receiver of counts, called once per count.
using CountSink = std::function<void(const ShownCount&)>;

/// A kind of value. Immutable.
class Kind : public KindFacts {
  public:
    /// Converts the numbers of each position to its value. Throws `Error{corrupt}` for invalid numbers.
    virtual void decode(const Numbers& numbers, std::span<Value> out) const = 0;
    /// Implements `to_string`.
    virtual std::string text(const Value& value) const = 0;
    /// Returns the result for `first`, who begins.
    virtual Outcome outcome(const Value& value, Player first, Play play) const = 0;
    /// Returns the value of a sum of these parts. Throws `Error{not_applicable}` if the values do not determine it.
    virtual Value sum(std::span<const Value> parts) const;
    /// Implements `better_option`.
    virtual bool is_better(const Value& a, const Value& b, Player mover) const;
    /// Passes the fields of a value to `sink`. Throws `Error{not_applicable}` if the reader leaves out canonical forms.
    virtual void fields(const Value& value, const FieldSink& sink) const = 0;

    /// Returns the class under which a value is counted. If the kind has neither `has_plies` nor `has_forms`, the class
    /// must be the value's number in the first stream, because writers count these numbers (`gen/encode/survey.cpp`).
    virtual std::size_t class_of(const Value& value) const = 0;
    virtual std::string class_name(std::size_t value_class) const = 0;
    /// Returns the array in `info` with the number of positions of each class.
    virtual std::span<std::uint64_t> counts(TableInfo& info) const = 0;
    std::span<const std::uint64_t> counts(const TableInfo& info) const { return counts(const_cast<TableInfo&>(info)); }
    /// Calls `show` for each number of positions in `info`, in the order of output.
    virtual void for_each_count(const TableInfo& info, const CountSink& show) const;
    /// Sets the numbers of positions in the description of a table. `by_class` has the number of positions for each
    /// class of values; `greatest` is the greatest remoteness or nimber. The default stores one number per class, and
    /// `greatest` as a remoteness. A kind that stores other numbers overrides this function together with `put_counts`
    /// and `read_counts`.
    virtual void set_counts(TableInfo& info, std::span<const std::uint64_t> by_class,
                            std::optional<std::uint64_t> greatest) const;
    /// Writes the numbers of positions in `info` to the section that describes a table.
    virtual void put_counts(detail::ByteWriter& out, const TableInfo& info) const;
    /// Reads the output of `put_counts`. Throws `Error{corrupt}`.
    virtual void read_counts(detail::ByteReader& from, TableInfo& info) const;
    /// Returns true if the parts of a description that depend on the kind agree with each other.
    virtual bool fits(const TableInfo& info) const = 0;

  protected:
    constexpr explicit Kind(const KindFacts& facts) : KindFacts(facts) {}
    ~Kind() = default;
};

/// Base class of each kind. The derived class `D` has these static members:
/// - `D::make(value, at)` makes a value from the stored numbers of one position. `at(s)` is the number in stream `s`,
/// which exists if `at.has(s)`. `at.coding(s)` is the coding of its remotenesses. `at.set` and `at.form` return the set
/// or canonical form that a number refers to.
/// - `D::of(value)` is the member of `Value` for this kind.
/// - `D::Fold`, only if the values of the options determine the value of a position in loop-free impartial games. It
/// computes that value, and has the members of `ObligedFold`. Tables of such a kind are made in one sweep, for normal
/// play of games in which play ends only if a player cannot move.
/// - `D::stored(v)`, only with `D::Fold`, is the number that the first stream stores for a `D::Fold::Value`.
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

/// Counter of the values of positions, for the description of a table.
struct CountedValues {
    std::uint64_t positions = 0;
    std::vector<std::uint64_t> by_class;    ///< number of positions by class, up to class `histogram_limit`
    std::optional<std::uint64_t> greatest;  ///< greatest remoteness or nimber
    std::vector<bool> forms;                ///< by number of a canonical form: true if a position has it

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
    /// Sets the numbers of positions in `info`.
    void describe(TableInfo& info) const;
};

namespace detail {

/// Implements `StreamSpec::choose`: chooses the numbers for which `is_chosen` returns true.
template <bool (*is_chosen)(std::uint32_t)>
std::size_t choose(std::span<const std::uint32_t> numbers, std::uint32_t* places) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        places[count] = static_cast<std::uint32_t>(i);
        count += is_chosen(numbers[i]) ? 1 : 0;
    }
    return count;
}

/// Returns true if a number of an outcome stream or a result stream has an outcome with a remoteness.
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
