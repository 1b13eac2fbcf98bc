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
    /// Writes to `places` the places of those `numbers` for which a stream has a number. Returns how many they are.
    using Choose = std::size_t (*)(std::span<const std::uint32_t> numbers, std::uint32_t* places);

    StreamKind kind = StreamKind::outcome;
    bool required = false;
    Choose choose = nullptr;  ///< null: the stream has a number for each position
    std::size_t chooser = 0;  ///< place in `KindFacts::streams` of the stream that `choose` looks at
    bool in_value = true;     ///< false: part of a `RaceValue` only
};

/// A field of a value, for programs.
using Field = std::variant<std::nullptr_t, bool, std::uint64_t, std::string_view, std::span<const std::uint32_t>>;
/// The receiver of the fields of a value, in the order in which they are printed.
using FieldSink = std::function<void(std::string_view key, const Field& field)>;

/// A column of values printed as CSV.
struct Column {
    std::string_view name;
    std::string_view field;   ///< key of `Kind::fields`; the first column holds the value's text if that is null
    bool on_request = false;  ///< printed only if remotenesses are asked for
};

/// The number of positions of some class of value, as `info` shows it.
struct ShownCount {
    std::string key;   ///< in JSON; empty: not shown there
    std::string text;  ///< elsewhere; empty: not shown there
    std::uint64_t count = 0;
    bool always = false;  ///< JSON shows it even if it is 0
};

/// The facts about a kind of value.
struct KindFacts {
    ValueKind number = ValueKind::outcome;
    std::string_view name = to_string(number);
    bool partizan = is_partizan(number);
    bool has_plies = false;               ///< values say how soon play ends; there are such values in misère play
    bool has_forms = false;               ///< values are numbers of a list of forms, whose distinct ones are counted
    bool obliged = false;                 ///< in a sum, a component that is begun must be finished
    std::string_view no_misere{};         ///< why a table is not of misère play; empty: it may be
    std::span<const StreamSpec> streams;  ///< at most `most_streams`; the first says which indices are positions
    std::optional<StreamKind> joined{};   ///< a stream that may replace the first two
    std::span<const Column> columns;
    std::span<const std::uint8_t> shown{};  ///< classes in the order in which their counts are shown; empty: ascending
    std::size_t always = 16;                ///< that many of them are shown even if no position is of the class
    std::string_view before{};              ///< comes before the name of a class in a text
    double bytes = 4;                       ///< of memory per position while a game is solved
    double bits = 1;  ///< of a file per position: a median, as tables differ by a factor of a hundred

    static constexpr std::size_t most_streams = 6;

    bool has(StreamKind kind) const {
        return std::any_of(streams.begin(), streams.end(), [kind](const StreamSpec& s) { return s.kind == kind; });
    }
};

/// The numbers of a batch of positions. Those that `StreamSpec::choose` leaves out may be anything.
struct Numbers {
    std::array<const std::uint32_t*, KindFacts::most_streams> streams{};  ///< null if the table lacks the stream
    std::array<format::RemotenessCoding, KindFacts::most_streams> codings{};
    const NimberSets* sets = nullptr;        ///< not null if a number names one of them
    const CanonicalValues* forms = nullptr;  ///< likewise
};

/// The receiver of counts.
using CountSink = std::function<void(const ShownCount&)>;

/// A kind of value. Immutable.
class Kind : public KindFacts {
  public:
    /// Makes values of the numbers of each stream. Throws `Error{corrupt}` for numbers that make none.
    virtual void decode(const Numbers& numbers, std::span<Value> out) const = 0;
    /// Returns what `to_string` returns, and throws likewise.
    virtual std::string text(const Value& value) const = 0;
    /// Returns the result for `first`, who begins.
    virtual Outcome outcome(const Value& value, Player first, Play play) const = 0;
    /// Returns the value of a position of these parts. Throws `Error{not_applicable}` if values do not say it.
    virtual Value sum(std::span<const Value> parts) const;
    /// Returns `better_option`.
    virtual bool is_better(const Value& a, const Value& b, Player mover) const;
    /// Throws `Error{not_applicable}` for a canonical form whose text is too long.
    virtual void fields(const Value& value, const FieldSink& sink) const = 0;

    /// The class of value that a position counts for. For a kind without plies and forms it is the number of the first
    /// stream, because writers count those (`gen/encode/survey_counts.cpp`).
    virtual std::size_t class_of(const Value& value) const = 0;
    virtual std::string class_name(std::size_t value_class) const = 0;
    /// The positions by class of value in the description of a table.
    virtual std::span<std::uint64_t> counts(TableInfo& info) const = 0;
    std::span<const std::uint64_t> counts(const TableInfo& info) const { return counts(const_cast<TableInfo&>(info)); }
    /// Calls `show` for each count, in the order in which they are shown.
    virtual void for_each_count(const TableInfo& info, const CountSink& show) const;
    /// Sets the counts from the positions by class, and from the greatest remoteness or nimber. The default needs
    /// `counts` with a place for each class, and takes `greatest` for a remoteness. Override it, `put_counts` and
    /// `read_counts` if that is not so.
    virtual void set_counts(TableInfo& info, std::span<const std::uint64_t> by_class,
                            std::optional<std::uint64_t> greatest) const;
    /// Writes the counts as the description of a table holds them.
    virtual void put_counts(detail::ByteWriter& out, const TableInfo& info) const;
    /// Reads what `put_counts` writes. Throws `Error{corrupt}`.
    virtual void read_counts(detail::ByteReader& from, TableInfo& info) const;
    /// Returns true if the parts of a description that depend on the kind agree with each other.
    virtual bool fits(const TableInfo& info) const = 0;

  protected:
    constexpr explicit Kind(const KindFacts& facts) : KindFacts(facts) {}
    ~Kind() = default;
};

/// The base of each kind `D`. It decodes batches by `D::make(value, at)`, which makes a value of that kind from the
/// numbers of one position: `at(s)` reads the number of stream `s`, if `at.has(s)`, `at.coding(s)` says how it is
/// stored, and `at.set` and `at.form` find what it refers to. `D::of(value)` is the member of a value that it is in.
/// If values of a loop-free impartial game follow from those of the options alone, `D::Fold` derives them, with the
/// members of `ObligedFold`, and `D::stored(value)` returns the number of the first stream for a `D::Fold::Value`.
/// Tables are then made by one sweep, of normal play, of games that do not stop where moves are left.
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

/// The kind of that number.
const Kind& kind_of(ValueKind number);

/// Returns the names of all kinds, with `before_last` before the last and `between` before each other one but the
/// first.
std::string kind_names(std::string_view between, std::string_view before_last);

/// The numbers that a description is made of, counted position by position.
struct CountedValues {
    std::uint64_t positions = 0;
    std::vector<std::uint64_t> by_class;    ///< up to class `histogram_limit`
    std::optional<std::uint64_t> greatest;  ///< remoteness, or nimber
    std::vector<bool> forms;                ///< by number, whether a position has the canonical form

    /// Counts a position whose value is of that class.
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
    /// Writes all counts of values to a description.
    void describe(TableInfo& info) const;
};

namespace detail {

/// `StreamSpec::choose` for a condition on the number.
template <bool (*is_chosen)(std::uint32_t)>
std::size_t choose(std::span<const std::uint32_t> numbers, std::uint32_t* places) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        places[count] = static_cast<std::uint32_t>(i);
        count += is_chosen(numbers[i]) ? 1 : 0;
    }
    return count;
}

/// True for a number of a stream of outcomes or results whose outcome has a remoteness.
constexpr bool is_decided(std::uint32_t number) {
    return has_remoteness(format::StoredResult::of(number).outcome);
}

/// Reads an outcome from stream `s` and its remoteness from the next one.
inline void read_outcome(OutcomeValue& value, const auto& at, std::size_t s) {
    value.outcome = static_cast<Outcome>(at(s));
    if (has_remoteness(value.outcome))
        value.remoteness = format::remoteness_of(at(s + 1), value.outcome == Outcome::win, at.coding(s + 1));
}

/// The remoteness of an outcome, null if it has none.
inline Field remoteness_field(const OutcomeValue& outcome) {
    return has_remoteness(outcome.outcome) ? Field(outcome.remoteness) : nullptr;
}

/// Returns how many of `total` these counts leave, or `std::nullopt` if they are more.
std::optional<std::uint64_t> left_over(std::uint64_t total, std::span<const std::uint64_t> counts);

}  // namespace detail
}  // namespace mexbase
