// SPDX-License-Identifier: MIT
// Values of many positions as numpy arrays. Compiling needs no numpy; the first array imports it. The import must
// precede any use of `py::array`: pybind11 would import numpy under a C++ lock, and importing threads could deadlock.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../../lib/value/partizan/thermograph.hpp"
#include "../../query/kinds/list.hpp"
#include "fields.hpp"
#include "reentrancy.hpp"
#include "table.hpp"
#include "values.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;

/// Type of the member of `Value` that a kind uses.
template <class K>
using MemberOf = std::remove_cvref_t<decltype(K::of(Value()))>;

/// Array of indices as `mexbase.Table` passes it: contiguous and aligned.
using IndexArray = py::array_t<Index, py::array::c_style>;

std::span<const Index> span_of(const IndexArray& indices) {
    return {indices.data(), static_cast<std::size_t>(indices.size())};
}

/// Returns the module numpy. Raises `errors.MissingModule` if it is not installed.
py::object numpy_module() {
    return py::module_::import("mexbase.errors").attr("_module")("numpy");
}

/// Returns a new array. numpy makes it, because pybind11 2.10 misreads the size of a structure of numpy 2.
py::array empty_array(const py::object& shape, const py::dtype& dtype) {
    return numpy_module().attr("empty")(shape, dtype);
}

/// Returns the numpy dtype of an array element: a structure with a cell for each field of a value.
template <class K>
py::dtype dtype_of() {
    const py::object numpy = numpy_module();
    py::list cells;
    for_each_cell<MemberOf<K>>([&]<class Cell>(const auto& field, std::size_t, Cell) {
        cells.append(py::make_tuple(field.name, py::dtype::of<Cell>()));
    });
    return numpy.attr("dtype")(cells, "align"_a = true);
}

template <class K>
class Rows {
  public:
    explicit Rows(py::array& array) : data_(static_cast<std::byte*>(array.mutable_data())) {}
    void put(std::size_t place, const Value& value) const {
        std::byte* const row = data_ + place * size;
        for_each_cell<MemberOf<K>>([&]<class Cell>(const auto& field, std::size_t offset, Cell) {
            const Cell cell = field.cell(value, K::of(value));
            std::memcpy(row + offset, &cell, sizeof cell);
        });
    }

  private:
    static constexpr std::size_t size = for_each_cell<MemberOf<K>>([]<class Cell>(const auto&, std::size_t, Cell) {});
    std::byte* data_;
};

/// An index and its place in the user's array.
struct Placed {
    Index index;
    std::uint32_t place;
};
/// Sorts by index with a radix sort, 11 bits at a time from the lowest. Stops if no higher bits differ. `room` is a
/// buffer.
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

/// Reader of the values of ascending indices, at most `most` per call. For one thread.
class Pieces {
  public:
    explicit Pieces(const Table& table)
        : cursor_(value_of(table.cursor())),
          whole_(table.info().positions == table.info().queryable_size),
          size_(table.info().queryable_size) {}

    static constexpr std::size_t most = 2048;

    std::span<const Value> at(std::span<const Index> indices) {
        const auto values = std::span(values_).first(indices.size());
        // Consecutive indices are read by `Cursor::read`, unless some of them may not be positions.
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

/// Looks up all `indices`, in ascending order, and calls `put(place, value)` with the place of each index in `indices`.
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
            // Copies the indices, because other threads could change the array between their check and their use.
            const std::size_t n = std::min(some.size(), part.size() - done);
            for (std::size_t k = 0; k < n; ++k) some[k] = sorted ? part[done + k] : placed[done + k].index;
            const auto values = pieces.at(std::span<const Index>(some).first(n));
            for (std::size_t k = 0; k < n; ++k)
                put(first + (sorted ? done + k : std::size_t{placed[done + k].place}), values[k]);
        }
    }
}

/// Returns the texts of positions that are given as texts, indices or other objects.
std::vector<std::string> texts_of(const OpenTable& self, const py::list& positions) {
    std::vector<std::string> texts;
    texts.reserve(positions.size());
    for (const py::handle position : positions) texts.push_back(position_from(position, self));
    return texts;
}

/// Looks up all positions in their order, and calls `put(place, value)` for each.
template <class Put>
void look_up_all(const Table& table, const std::vector<std::string>& texts, Put&& put) {
    for (std::size_t place = 0; place < texts.size(); ++place) put(place, value_of(table.probe(texts[place])));
}

/// Returns the values of `positions`, which `look_up_all` reads, in a new array of a shape, or in `out` if that is
/// given.
template <class Positions>
py::array array_of_values(const OpenTable& self, const Positions& positions, const py::object& shape,
                          std::optional<py::array> out) {
    return detail::with_kind(self.handle().info().value, [&]<class K>(std::type_identity<K>) {
        const py::dtype dtype = dtype_of<K>();
        py::array found = out ? *out : empty_array(shape, dtype);
        if (!found.dtype().equal(dtype) || !py::object(found.attr("shape")).equal(shape))
            throw Error(ErrorCode::bad_usage, "out must have the shape " + py::str(shape).cast<std::string>() +
                                                  " and the dtype of the table");
        if ((found.flags() & py::array::c_style) == 0)
            throw Error(ErrorCode::bad_usage, "out must be a contiguous array in C order");
        const Rows<K> rows(found);
        unlocked(self, [&](const Table& table) {
            look_up_all(table, positions, [&](std::size_t place, const Value& value) { rows.put(place, value); });
            return 0;
        });
        return found;
    });
}

py::array at_many(const OpenTable& self, const IndexArray& indices, std::optional<py::array> out) {
    return array_of_values(self, span_of(indices), indices.attr("shape"), std::move(out));
}

py::array at_many_positions(const OpenTable& self, const py::list& positions, const py::tuple& shape,
                            std::optional<py::array> out) {
    return array_of_values(self, texts_of(self, positions), shape, std::move(out));
}

/// Returns two arrays for the indices from `first` to `last` - 1: the means and the temperatures of the canonical
/// forms, rounded to the nearest double. They are NaN for an index that is not a position, and out of the bounds of
/// `Dyadic`.
py::tuple means_of(const OpenTable& self, Index first, Index last) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr Index at_once = 4096;
    const Index count = std::max(first, last) - first;
    py::array_t<double> means(static_cast<py::ssize_t>(count)), temperatures(static_cast<py::ssize_t>(count));
    double* const mean = means.mutable_data();
    double* const temperature = temperatures.mutable_data();
    unlocked(self, [&](const Table& table) {
        const CanonicalValues& forms = value_of(table.canonical_values());
        const bool whole = table.info().positions == table.info().queryable_size;
        struct Facts {
            double mean = nan, temperature = nan;
        };
        Thermographs thermographs(forms.arena());
        std::vector<std::optional<Facts>> known(forms.size());
        const auto facts_of = [&](std::uint32_t number) -> const Facts& {
            std::optional<Facts>& facts = known[number];
            if (facts) return *facts;
            facts.emplace();
            const auto rounded = [](const Dyadic& exact) {
                return std::ldexp(static_cast<double>(exact.numerator()), -static_cast<int>(exact.exponent()));
            };
            try {
                const PartizanId form = forms.game(number);
                *facts = {rounded(thermographs.mean(form)), rounded(thermographs.temperature(form))};
            } catch (const Error& e) {
                if (e.code() != ErrorCode::not_applicable) throw;
            }
            return *facts;
        };
        Cursor cursor = value_of(table.cursor());
        std::vector<Value> values(static_cast<std::size_t>(std::min(at_once, count)));
        for (Index done = 0; done < count; done += at_once) {
            const auto some = std::span(values).first(static_cast<std::size_t>(std::min(at_once, count - done)));
            value_of(cursor.read(first + done, some));
            for (std::size_t k = 0; k < some.size(); ++k) {
                const bool legal = whole || value_of(table.legal(first + done + k));
                const Facts facts = legal ? facts_of(some[k].canonical.number) : Facts();
                mean[done + k] = facts.mean;
                temperature[done + k] = facts.temperature;
            }
        }
        return 0;
    });
    return py::make_tuple(means, temperatures);
}

Index index_of(const Table&, Index index) {
    return index;
}
Index index_of(const Table& table, const std::string& text) {
    return value_of(table.index_of(text));
}

/// Returns the outcomes of `positions`, which `look_up_all` reads, in an array of a shape.
template <class Positions>
py::array_t<std::uint8_t> array_of_outcomes(const OpenTable& self, const Positions& positions,
                                            const py::object& shape) {
    py::array_t<std::uint8_t> found(shape.cast<std::vector<py::ssize_t>>());
    std::uint8_t* const outcomes = found.mutable_data();
    unlocked(self, [&](const Table& table) {
        if (is_partizan(table.info().value) && !positions.empty())
            value_of(table.outcome(index_of(table, positions.front())));
        const Play play = table.info().play;
        look_up_all(table, positions, [&](std::size_t place, const Value& value) {
            outcomes[place] = static_cast<std::uint8_t>(outcome_of(value, play));
        });
        return 0;
    });
    return found;
}

py::array_t<std::uint8_t> outcomes_many(const OpenTable& self, const IndexArray& indices) {
    return array_of_outcomes(self, span_of(indices), indices.attr("shape"));
}

py::array_t<std::uint8_t> outcomes_many_positions(const OpenTable& self, const py::list& positions,
                                                  const py::tuple& shape) {
    return array_of_outcomes(self, texts_of(self, positions), shape);
}

/// Reader of consecutive positions of a table. If several threads use it, they wait for each other.
class Reader : public Zeroed {
  public:
    explicit Reader(Table table) : table_(std::move(table)), cursor_(value_of(table_.cursor())) {}

    /// Reads `count` indices from `first` on. Returns two arrays: the indices that are positions, and their values.
    py::tuple read(Index first, std::size_t count) {
        check_made();
        return detail::with_kind(table_.info().value, [&]<class K>(std::type_identity<K>) {
            py::array values = empty_array(py::int_(count), dtype_of<K>());
            py::array_t<Index> indices(static_cast<py::ssize_t>(count));
            const Rows<K> rows(values);
            Index* const kept = indices.mutable_data();
            py::ssize_t n = 0;
            {
                const py::gil_scoped_release unlock;
                const ReentrancyLock lock(reentrancy_);
                read_run(first, count);
                for (std::size_t k = 0; k < count; ++k) {
                    if (!is_position(first + k)) continue;
                    kept[n] = first + k;
                    rows.put(static_cast<std::size_t>(n++), values_[k]);
                }
            }
            const py::slice positions(0, n, 1);
            return py::make_tuple(indices[positions], values[positions]);
        });
    }

    /// Reads `count` indices from `first` on. Returns a tuple (index, text, value) for each index that is a position.
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

py::object slice_of(const OpenTable& self, const py::slice& slice) {
    const auto arange = numpy_module().attr("arange");
    const auto bounds = slice.attr("indices")(self.handle().info().queryable_size);
    return at_many(self, arange(*bounds, "dtype"_a = "uint64"), std::nullopt);
}

void define_arrays(py::module_& module, py::class_<OpenTable>& table) {
    table.def("_at_many", &at_many, "indices"_a, "out"_a)
        .def("_means", &means_of, "first"_a, "last"_a)
        .def("_at_many_positions", &at_many_positions, "positions"_a, "shape"_a, "out"_a)
        .def("_outcomes_many", &outcomes_many, "indices"_a)
        .def("_outcomes_many_positions", &outcomes_many_positions, "positions"_a, "shape"_a)
        .def("_dtype", [](const OpenTable& self) {
            return detail::with_kind(self.handle().info().value,
                                     []<class K>(std::type_identity<K>) { return dtype_of<K>(); });
        });
    py::class_<Reader>(module, "Reader")
        .def(py::init([](const OpenTable& open) { return std::make_unique<Reader>(open.handle()); }), "table"_a)
        .def("read", &Reader::read, "first"_a, "count"_a)
        .def("rows", &Reader::rows, "first"_a, "count"_a);
}

}  // namespace mexbase::python
