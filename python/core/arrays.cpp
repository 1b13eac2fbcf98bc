// Many values at once, in numpy's memory: buffers of eight-byte indices in, structures as `mexbase.arrays` lays them
// out back. numpy itself is not needed to compile this.
#include <pybind11/pybind11.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../query/kinds/list.hpp"
#include "reentrancy.hpp"
#include "table.hpp"
#include "values.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;

/// The name of a member of a row, and its type for numpy.
using RowField = std::pair<const char*, const char*>;

struct OutcomeRow {
    static constexpr RowField fields[] = {
        {"outcome", "u1"}, {"cannot_win", "?"}, {"cannot_lose", "?"}, {"remoteness", "u8"}};
    std::uint8_t outcome;
    bool cannot_win, cannot_lose;
    std::uint64_t remoteness;
};
struct NimberRow {
    static constexpr RowField fields[] = {{"nimber", "u8"}, {"counter", "u8"}, {"reached", "u8"}, {"infinite", "?"}};
    std::uint64_t nimber, counter, reached;
    bool infinite;
};
struct ObligedRow {
    static constexpr RowField fields[] = {{"normal", "?"}, {"misere", "?"}};
    bool normal, misere;
};
struct PartizanRow {
    static constexpr RowField fields[] = {
        {"left", "u1"}, {"right", "u1"}, {"left_remoteness", "u8"}, {"right_remoteness", "u8"}};
    std::uint8_t left, right;
    std::uint64_t left_remoteness, right_remoteness;
};
struct CanonicalRow {
    static constexpr RowField fields[] = {{"number", "u4"}, {"outcome_class", "u1"}};
    std::uint32_t number;
    std::uint8_t outcome_class;
};

OutcomeRow row_of(const Value& value, const OutcomeValue& outcome) {
    return {static_cast<std::uint8_t>(outcome.outcome), value.cannot_win, value.cannot_lose, outcome.remoteness};
}
NimberRow row_of(const Value&, const NimberValue& nimber) {
    std::uint64_t reached = 0;
    for (const std::uint32_t each : nimber.reached) reached |= std::uint64_t{1} << std::min(each, 63U);
    return {nimber.nimber, nimber.counter, reached, nimber.infinite};
}
ObligedRow row_of(const Value&, const Obliged& pair) {
    return {pair.normal, pair.misere};
}
PartizanRow row_of(const Value&, const PartizanOutcome& results) {
    return {static_cast<std::uint8_t>(results.left.outcome), static_cast<std::uint8_t>(results.right.outcome),
            results.left.remoteness, results.right.remoteness};
}
CanonicalRow row_of(const Value&, const CanonicalValue& form) {
    return {form.number, static_cast<std::uint8_t>(form.outcome())};
}

/// The row of a value of kind `K`.
template <class K>
using RowOf = decltype(row_of(Value(), K::of(Value())));

/// Memory that Python lends: whole elements one after another.
class PythonBuffer {
  public:
    PythonBuffer(const py::buffer& buffer, bool writable) : info_(buffer.request(writable)) {
        std::ptrdiff_t next = info_.itemsize;
        for (auto k = info_.ndim; k-- > 0; next *= info_.shape[static_cast<std::size_t>(k)])
            if (info_.shape[static_cast<std::size_t>(k)] > 1 && info_.strides[static_cast<std::size_t>(k)] != next)
                throw Error(ErrorCode::bad_usage, "an array has to be contiguous");
    }
    template <class T>
    std::span<T> of() const {
        if (static_cast<std::size_t>(info_.itemsize) != sizeof(T))
            throw Error(ErrorCode::bad_usage, "an array has elements of another type than is needed");
        if (reinterpret_cast<std::uintptr_t>(info_.ptr) % alignof(T) != 0)
            throw Error(ErrorCode::bad_usage, "an array has to be aligned");
        return {static_cast<T*>(info_.ptr), static_cast<std::size_t>(info_.size)};
    }

  private:
    py::buffer_info info_;
};

/// Indices with the places where they stood, ordered by index: a byte at a time, from the lowest, as far as they
/// differ.
struct Placed {
    Index index;
    std::uint32_t place;
};
void sort_by_index(std::vector<Placed>& all, std::vector<Placed>& room) {
    Index differ = 0;
    for (const Placed& each : all) differ |= each.index ^ all.front().index;
    room.resize(all.size());
    for (unsigned shift = 0; shift < 64 && (differ >> shift) != 0; shift += 11) {
        constexpr std::size_t digits = 2048;
        std::array<std::uint32_t, digits> next{};
        const auto digit = [shift](const Placed& each) { return (each.index >> shift) & (digits - 1); };
        for (const Placed& each : all) ++next[digit(each)];
        std::uint32_t before = 0;
        for (std::uint32_t& each : next) before += std::exchange(each, before);
        for (const Placed& each : all) room[next[digit(each)]++] = each;
        all.swap(room);
    }
}

/// Looks up pieces of what is asked for, in order; for one thread.
class Pieces {
  public:
    explicit Pieces(const Table& table)
        : cursor_(value_of(table.cursor())),
          whole_(table.info().positions == table.info().queryable_size),
          size_(table.info().queryable_size) {}

    static constexpr std::size_t most = 2048;

    /// The values of at most `most` indices.
    std::span<const Value> at(std::span<const Index> indices) {
        const auto values = std::span(values_).first(indices.size());
        // Neighbours are read as they lie, unless there may be holes among them.
        if (whole_ && indices.front() < size_ && indices.back() - indices.front() == indices.size() - 1 &&
            indices.back() < size_ && std::ranges::is_sorted(indices, std::less_equal<>{}))
            value_of(cursor_.read(indices.front(), values));
        else
            value_of(cursor_.at(indices, values));
        return values;
    }

  private:
    Cursor cursor_;
    bool whole_;
    Index size_;
    std::vector<Value> values_ = std::vector<Value>(most);
};

/// Looks up all of `indices`, sorted where they are not, and calls `put(place, value)`.
template <class Put>
void look_up_all(const Table& table, std::span<const Index> indices, Put&& put) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    Pieces pieces(table);
    std::vector<Placed> placed, room;
    std::array<Index, Pieces::most> some;
    for (std::size_t first = 0; first < indices.size(); first += at_once) {
        const auto part = indices.subspan(first, std::min(at_once, indices.size() - first));
        const bool sorted = std::ranges::is_sorted(part);
        if (!sorted) {
            placed.resize(part.size());
            for (std::size_t k = 0; k < part.size(); ++k) placed[k] = {part[k], static_cast<std::uint32_t>(k)};
            sort_by_index(placed, room);
        }
        for (std::size_t done = 0; done < part.size(); done += some.size()) {
            // What is looked up is a copy: nobody can change it between the check and the use.
            const std::size_t n = std::min(some.size(), part.size() - done);
            for (std::size_t k = 0; k < n; ++k) some[k] = sorted ? part[done + k] : placed[done + k].index;
            const auto values = pieces.at(std::span<const Index>(some).first(n));
            for (std::size_t k = 0; k < n; ++k)
                put(first + (sorted ? done + k : std::size_t{placed[done + k].place}), values[k]);
        }
    }
}

void check_sizes(std::size_t indices, std::size_t values) {
    if (indices != values) throw Error(ErrorCode::bad_usage, "as many values as indices are needed");
}

void at_many(const OpenTable& self, const py::buffer& indices, const py::buffer& values) {
    const PythonBuffer lent_indices(indices, false), lent_values(values, true);
    const auto wanted = lent_indices.of<const Index>();
    detail::with_kind(self.handle().info().value, [&]<class K>(std::type_identity<K>) {
        const auto rows = lent_values.of<RowOf<K>>();
        check_sizes(wanted.size(), rows.size());
        unlocked(self, [&](const Table& table) {
            look_up_all(table, wanted,
                        [&](std::size_t place, const Value& value) { rows[place] = row_of(value, K::of(value)); });
            return 0;
        });
    });
}

/// Returns the members of a row of the table, each with its name and type.
py::list fields_of(const OpenTable& self) {
    return detail::with_kind(self.handle().info().value, []<class K>(std::type_identity<K>) {
        py::list list;
        for (const auto& [name, type] : RowOf<K>::fields) list.append(py::make_tuple(name, type));
        return list;
    });
}

void outcomes_many(const OpenTable& self, const py::buffer& indices, const py::buffer& outcomes) {
    const PythonBuffer lent_indices(indices, false), lent_outcomes(outcomes, true);
    const auto wanted = lent_indices.of<const Index>();
    const auto rows = lent_outcomes.of<std::uint8_t>();
    check_sizes(wanted.size(), rows.size());
    unlocked(self, [&](const Table& table) {
        if (is_partizan(table.info().value) && !wanted.empty()) value_of(table.outcome(wanted.front()));
        const Play play = table.info().play;
        look_up_all(table, wanted, [&](std::size_t place, const Value& value) {
            rows[place] = static_cast<std::uint8_t>(outcome_of(value, play));
        });
        return 0;
    });
}

/// A table read from one index to another. For one thread at a time, which waits for its turn.
class Reader : public Zeroed {
  public:
    explicit Reader(Table table) : table_(std::move(table)), cursor_(value_of(table_.cursor())) {}

    /// The values of a run, and the indices among them that are positions: how many.
    std::size_t read(Index first, const py::buffer& indices, const py::buffer& values) {
        check_made();
        const PythonBuffer lent_indices(indices, true), lent_values(values, true);
        const auto kept = lent_indices.of<Index>();
        return detail::with_kind(table_.info().value, [&]<class K>(std::type_identity<K>) {
            const auto rows = lent_values.of<RowOf<K>>();
            check_sizes(kept.size(), rows.size());
            const py::gil_scoped_release unlock;
            const ReentrancyLock lock(reentrancy_);
            read_run(first, kept.size());
            std::size_t n = 0;
            for (std::size_t k = 0; k < kept.size(); ++k) {
                if (!is_position(first + k)) continue;
                kept[n] = first + k;
                rows[n++] = row_of(values_[k], K::of(values_[k]));
            }
            return n;
        });
    }

    /// The positions of a run as tuples: index, text, value.
    py::list rows(Index first, std::size_t count) {
        check_made();
        const auto texts = [&] {
            const py::gil_scoped_release unlock;
            const ReentrancyLock lock(reentrancy_);
            read_run(first, count);
            std::vector<std::pair<std::size_t, std::string>> found;
            for (std::size_t k = 0; k < count; ++k)
                if (is_position(first + k)) found.emplace_back(k, value_of(table_.text_of(first + k)));
            return std::make_pair(std::move(found), values_);
        }();
        py::list list;
        for (const auto& [k, text] : texts.first)
            list.append(py::make_tuple(first + k, text, to_python(table_, texts.second[k])));
        return list;
    }

  private:
    void check_made() const {
        if (!made_) throw Error(ErrorCode::bad_usage, "__init__ was not called");
    }
    void read_run(Index first, std::size_t count) {
        if (values_.size() < count) values_.resize(count);
        value_of(cursor_.read(first, std::span(values_).first(count)));
    }
    bool is_position(Index index) const {
        return table_.info().positions == table_.info().queryable_size || value_of(table_.legal(index));
    }

    bool made_ = true;
    Table table_;
    ReentrancyState reentrancy_;
    Cursor cursor_;
    std::vector<Value> values_;
};

}  // namespace

void define_arrays(py::module_& module, py::class_<OpenTable>& table) {
    table.def("_at_many", &at_many, "indices"_a, "values"_a)
        .def("_outcomes_many", &outcomes_many, "indices"_a, "outcomes"_a)
        .def("_fields", &fields_of);
    py::class_<Reader>(module, "Reader")
        .def(py::init([](const OpenTable& open) { return std::make_unique<Reader>(open.handle()); }), "table"_a)
        .def("read", &Reader::read, "first"_a, "indices"_a, "values"_a)
        .def("rows", &Reader::rows, "first"_a, "count"_a);
}

}  // namespace mexbase::python
