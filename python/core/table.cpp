// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/rules/game.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../../query/best_play.hpp"
#include "../../query/json/answers.hpp"
#include "values.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;

/// Returns a shared owner of a Python object. Any thread may destroy the owner, also without the interpreter's lock.
std::shared_ptr<PyObject> shared_object(py::object object) {
    return {object.release().ptr(), [](PyObject* pointer) {
                if (Py_IsInitialized() == 0) return;
                const py::gil_scoped_acquire lock;
                Py_DECREF(pointer);
            }};
}

MoveProvider move_provider(py::object function, const std::shared_ptr<RaisedError>& raised) {
    return [kept = shared_object(std::move(function)), raised](
               std::string_view position, Player mover, std::vector<std::string>& options) -> std::optional<Outcome> {
        const py::gil_scoped_acquire lock;
        try {
            const py::handle says(kept.get());
            const py::object said =
                says(py::str(position.data(), position.size()), mover == Player::left ? "left" : "right");
            options.clear();
            const auto text = [](const py::handle& each) {
                const auto read = text_from(each.ptr());
                if (read) return std::string(*read);
                throw Error(ErrorCode::bad_file, "the rules returned " + py::repr(each).cast<std::string>() +
                                                     ", which is not a Unicode text");
            };
            if (py::isinstance<py::str>(said)) return outcome_from(text(said));
            for (const py::handle each : said) options.push_back(text(each));
            return std::nullopt;
        } catch (py::error_already_set& e) {
            const auto what =
                py::str(e.type().attr("__name__")).cast<std::string>() + ": " + py::str(e.value()).cast<std::string>();
            raised->keep(e);
            store_rules_error(std::move(e));
            throw Error(ErrorCode::bad_file, "the rules raised " + what);
        }
    };
}

/// Returns the size of a reader. Throws a Python `TypeError` if it is not an integer, `Error{bad_usage}` if out of
/// range.
std::uint64_t size_of_reader(const py::object& reader) {
    const py::object size = reader.attr("size");
    if (PyIndex_Check(size.ptr()) == 0) {
        PyErr_Format(PyExc_TypeError, "the size of a reader must be an int, as an attribute or a property, not %R",
                     size.ptr());
        throw py::error_already_set();
    }
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(size.ptr()));
    if (!number) throw py::error_already_set();
    const auto bytes = PyLong_AsUnsignedLongLong(number.ptr());
    if (bytes == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw Error(ErrorCode::bad_usage,
                    "the size of a reader cannot be " + py::str(number).cast<std::string>() + " bytes");
    }
    return bytes;
}

/// Reader that gets the bytes of a table from a Python object with `size` and `read_at(offset, length)`.
class PythonReader final : public mexbase::Reader {
  public:
    PythonReader(const py::object& object, std::shared_ptr<RaisedError> raised)
        : size_(size_of_reader(object)), kept_(shared_object(object.attr("read_at"))), raised_(std::move(raised)) {}

    std::uint64_t size() const override { return size_; }
    Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) override {
        const py::gil_scoped_acquire lock;
        try {
            const py::buffer read = py::handle(kept_.get())(offset, bytes.size());
            const py::buffer_info info = read.request();
            if (info.ndim != 1 || info.strides[0] != info.itemsize ||
                static_cast<std::size_t>(info.size * info.itemsize) != bytes.size())
                return Failure{ErrorCode::io, "read_at returned a wrong number of bytes"};
            std::memcpy(bytes.data(), info.ptr, bytes.size());
            return {};
        } catch (py::error_already_set& e) {
            raised_->keep(e);
            store_rules_error(std::move(e));
        } catch (const std::exception&) {
            return Failure{ErrorCode::io, "read_at did not return bytes"};
        }
        return Failure{ErrorCode::io, "read_at raised an exception"};
    }

  private:
    std::uint64_t size_;
    std::shared_ptr<PyObject> kept_;
    std::shared_ptr<RaisedError> raised_;
};

/// Converts an object with `__index__` into an index. Throws `Error{out_of_domain}` if it is out of range.
Index index_from(const py::handle& key) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(key.ptr()));
    if (!number) throw py::error_already_set();
    const auto index = PyLong_AsUnsignedLongLong(number.ptr());
    if (index == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw Error(ErrorCode::out_of_domain, "no position has the index " + py::str(number).cast<std::string>());
    }
    return index;
}

std::string_view position_text(PyObject* text) {
    if (const auto read = text_from(text)) return *read;
    throw Error(ErrorCode::bad_position,
                py::repr(text).cast<std::string>() + " is not a position: it is not valid Unicode");
}

/// Returns true if a position is given as an index.
bool is_index(const py::handle& position, const PositionTexts& texts) {
    return !texts.numbers && PyIndex_Check(position.ptr()) != 0;
}

py::object look_up(const OpenTable& self, PyObject* key) {
    const Table table = self.handle();
    const PositionTexts& texts = self.texts();
    if (PyUnicode_Check(key) && !texts.known) return to_python(table, value_of(table.probe(position_text(key))));
    if (is_index(key, texts)) return to_python(table, value_of(table.at(index_from(key))));
    return to_python(table, value_of(table.probe(position_from(key, texts))));
}

py::object index_or_none(Index index) {
    return index == no_index ? py::object(py::none()) : py::int_(index);
}

py::tuple move_tuple(const Table& table, const Move& move) {
    const auto name = [](const std::string& text) { return text.empty() ? py::object(py::none()) : py::str(text); };
    return py::make_tuple(move.to.text, index_or_none(move.to.index()), to_python(table, move.value), name(move.name),
                          name(move.engine_name));
}

py::list moves_of(const OpenTable& self, const py::object& named, const std::string& first) {
    const std::string position = position_from(named, self);
    const Player mover = player_from(first);
    const Table table = self.handle();
    const auto moves = [&] {
        const py::gil_scoped_release unlock;
        return best_moves(table, value_of(table.resolve(position)), mover);
    }();
    if (!moves) throw_rules_error();
    py::list list;
    for (const Move& move : moves.value()) list.append(move_tuple(table, move));
    return list;
}

py::tuple line_of(const OpenTable& self, const py::object& named, const std::string& first, std::size_t longest) {
    const std::string position = position_from(named, self);
    const Player mover = player_from(first);
    const Table table = self.handle();
    std::vector<Move> line;
    Ending ending;
    try {
        const py::gil_scoped_release unlock;
        ending = for_each_in_line(table, value_of(table.resolve(position)), mover, longest,
                                  [&line](const Move& move) { line.push_back(move); });
    } catch (const Error&) {
        throw_rules_error();
        throw;
    }
    py::list list;
    for (const Move& move : line) list.append(move_tuple(table, move));
    return py::make_tuple(list, ending.key);
}

/// Returns the drawing of a position as SVG, as `mexquery draw` prints it.
std::string drawing_of(const OpenTable& self, const std::string& position, bool with_values) {
    return unlocked(self,
                    [&](const Table& table) { return svg_of(table, value_of(table.resolve(position)), with_values); });
}

std::string picture_of(const OpenTable& self, const std::string& position) {
    return unlocked(
        self, [&](const Table& table) { return value_of(table.game()).picture(value_of(table.resolve(position))); });
}

/// Returns the value of the position with the token on the vertex of that name.
py::object value_of_vertex(const OpenTable& self, const py::str& text) {
    const std::string name(position_text(text.ptr()));
    constexpr std::string_view families[] = {"graph", "horsefly", "snakes-and-adders"};
    const Table table = self.handle();
    const Index index = [&]() -> Index {
        const py::gil_scoped_release unlock;
        const Game& game = value_of(table.game());
        if (std::find(std::begin(families), std::end(families), game.family()) == std::end(families))
            throw Error(ErrorCode::not_applicable,
                        "only tables of graph, horsefly and snakes-and-adders have vertices, "
                        "and this is a table of " +
                            std::string(game.family()));
        const std::uint64_t vertex = game.board()->find(name);
        if (vertex == game.board()->vertex_count())
            throw Error(ErrorCode::bad_position, "the graph has no vertex named " + in_quotes(name));
        return vertex;
    }();
    return to_python(table, value_of(table.at(index)));
}

/// Returns the output of `mexquery stats --json`.
std::string stats_of(const OpenTable& self, bool reachable, const std::string& first,
                     const std::optional<std::string>& material, bool slices) {
    const StatsRequest request{material, reachable, slices, player_from(first)};
    const Table table = self.handle();
    const RaisedError::Listener heard(self.raised());  // records Python errors in threads that the library starts
    const auto counted = [&] {
        const py::gil_scoped_release unlock;
        return detail::guarded<std::string>([&] { return to_line(stats_json(table, request)); });
    }();
    if (!counted) heard.rethrow();
    return value_of(counted);
}

}  // namespace

PyObject* known_text(const py::object& texts, const py::handle& position) {
    PyObject* const found = PyDict_GetItemWithError(texts.ptr(), position.ptr());
    if (found != nullptr || PyErr_Occurred() == nullptr) return found;
    py::error_already_set error;
    if (!error.matches(PyExc_TypeError) || PyObject_Hash(position.ptr()) != -1) throw error;
    PyErr_Clear();
    const std::string message = "the position " + py::repr(position).cast<std::string>() +
                                " is not hashable: positions must be hashable, such as tuples";
    py::raise_from(error, PyExc_TypeError, message.c_str());
    throw py::error_already_set();
}

std::string position_from(const py::handle& position, const PositionTexts& texts) {
    if (is_index(position, texts)) return "#" + std::to_string(index_from(position));
    // A comparison in Python may close the table. This keeps the dictionary or the function.
    const py::object known = texts.known, text = texts.function;
    if (known)
        if (PyObject* const found = known_text(known, position)) return std::string(position_text(found));
    if (PyUnicode_Check(position.ptr())) return std::string(position_text(position.ptr()));
    if (known)
        throw Error(ErrorCode::bad_position,
                    py::repr(position).cast<std::string>() + " is not a position of the game" +
                        (PyIndex_Check(position.ptr()) != 0 ? ": write \"#N\" for index N" : ""));
    if (!text) {
        PyErr_Format(PyExc_TypeError, "a position must be an index or a text, not %R", Py_TYPE(position.ptr()));
        throw py::error_already_set();
    }
    const py::object made = text(position);
    if (PyUnicode_Check(made.ptr())) return std::string(position_text(made.ptr()));
    PyErr_Format(PyExc_TypeError, "the text of the position %R must be a str, not %R", position.ptr(),
                 Py_TYPE(made.ptr()));
    throw py::error_already_set();
}

std::string position_from(const py::handle& position, const OpenTable& table) {
    if (table.closed()) throw ClosedError();
    return position_from(position, table.texts());
}

Backend backend_from(std::string_view name) {
    if (name == "map") return Backend::map;
    if (name == "read") return Backend::read;
    throw Error(ErrorCode::bad_usage, in_quotes(name) + " is not a backend: expected map or read");
}

void define_table(py::module_& module) {
    py::class_<OpenTable> table(module, "TableCore", "Base class of mexbase.Table.");
    table
        .def(
            py::init([](const std::string& path, const std::string& backend, std::size_t cache_bytes, py::object says) {
                const auto raised = std::make_shared<RaisedError>();
                OpenOptions options;
                options.backend = backend_from(backend);
                options.cache_bytes = cache_bytes;
                if (!says.is_none()) options.move_provider = move_provider(std::move(says), raised);
                const py::gil_scoped_release unlock;
                return OpenTable(value_of(Table::open(path, options)), raised);
            }),
            "path"_a, "backend"_a, "cache_bytes"_a, "says"_a)
        .def(py::init([](const py::buffer& bytes, std::size_t cache_bytes, py::object says) {
                 const auto raised = std::make_shared<RaisedError>();
                 OpenOptions options;
                 options.cache_bytes = cache_bytes;
                 if (!says.is_none()) options.move_provider = move_provider(std::move(says), raised);
                 const py::buffer_info info = bytes.request();
                 const auto* begin = static_cast<const std::byte*>(info.ptr);
                 std::vector<std::byte> copy(begin, begin + info.size * info.itemsize);
                 return OpenTable(value_of(Table::from_memory(std::move(copy), options)), raised);
             }),
             "bytes"_a, "cache_bytes"_a, "says"_a)
        .def(py::init([](const py::object& reader, std::size_t cache_bytes, py::object says) {
                 const auto raised = std::make_shared<RaisedError>();
                 OpenOptions options;
                 options.cache_bytes = cache_bytes;
                 if (!says.is_none()) options.move_provider = move_provider(std::move(says), raised);
                 auto bytes = std::make_shared<PythonReader>(reader, raised);
                 const py::gil_scoped_release unlock;
                 return OpenTable(value_of(Table::from_reader(std::move(bytes), options)), raised);
             }),
             "reader"_a, "cache_bytes"_a, "says"_a)
        .def(py::init([](const OpenTable& other) { return OpenTable(other.handle(), other.raised()); }), "table"_a)
        .def("close", &OpenTable::close,
             "Closes the table. Running calls finish, and values that were returned stay valid.")
        .def_property_readonly("closed", &OpenTable::closed, "True after close().")
        .def("__getitem__",
             [](const OpenTable& self, const py::handle& key) {
                 if (PySlice_Check(key.ptr())) return slice_of(self, py::reinterpret_borrow<py::slice>(key));
                 return look_up(self, key.ptr());
             })
        .def(
            "at",
            [](const OpenTable& self, const py::object& index) {
                const Index wanted = index_from(index);
                const Table open = self.handle();
                return to_python(open, value_of(open.at(wanted)));
            },
            "index"_a, "Returns the value of the position with an index.")
        .def(
            "probe", [](const OpenTable& self, const py::object& position) { return look_up(self, position.ptr()); },
            "position"_a, "Returns the value of a position, given as its text or index, or of a sum such as '3+4'.")
        .def(
            "index_of",
            [](const OpenTable& self, const py::object& position) {
                const std::string text = position_from(position, self);
                return value_of(self.handle().index_of(text));
            },
            "position"_a, "Returns the index of a position, given as its text.")
        .def(
            "text_of",
            [](const OpenTable& self, const py::object& index) {
                return value_of(self.handle().text_of(index_from(index)));
            },
            "index"_a, "Returns the text of the position with an index.")
        .def(
            "legal",
            [](const OpenTable& self, const py::object& index) {
                return value_of(self.handle().legal(index_from(index)));
            },
            "index"_a, "Returns True if an index is a position. Some tables have indices that are not positions.")
        .def(
            "__len__", [](const OpenTable& self) { return self.handle().info().queryable_size; },
            "The number of indices that can be queried.")
        .def_property_readonly(
            "spec", [](const OpenTable& self) { return std::string(self.handle().info().spec); },
            "The spec of the game, such as 'fair-shares:n=30'.")
        .def_property_readonly(
            "kind", [](const OpenTable& self) { return to_string(self.handle().info().value); },
            "The kind of value: 'outcome', 'nimber', 'obliged', 'partizan-outcome' or 'canonical'.")
        .def_property_readonly(
            "play", [](const OpenTable& self) { return to_string(self.handle().info().play); },
            "The play of the table: 'normal' or 'misere'.")
        .def_property_readonly(
            "distance", [](const OpenTable& self) { return to_string(self.handle().info().distance); },
            "What remotenesses count: plies to the 'end', or to an 'exit' if the table was made with distance='exit'.")
        .def(
            "_set_texts",
            [](OpenTable& self, py::object function, py::object known, bool numbers) {
                if (known.is_none()) known = {};
                self.set_texts({std::move(function), std::move(known), numbers});
            },
            "function"_a, "known"_a, "numbers"_a)
        .def(
            "_resolve",
            [](const OpenTable& self, const py::object& position) {
                const std::string text = position_from(position, self);
                return value_of(self.handle().resolve(text)).text;
            },
            "position"_a)
        .def("_svg", &drawing_of, "text"_a, "values"_a)
        .def("_picture", &picture_of, "text"_a)
        .def("_vertex", &value_of_vertex, "name"_a)
        .def("_best", &moves_of)
        .def("_line", &line_of)
        .def("_stats", &stats_of, "reachable"_a, "first"_a, "material"_a, "slices"_a)
        .def("_info", [](const OpenTable& self) { return to_line(table_json(self.handle(), false)); })
        .def("_canonical",
             [](const OpenTable& self, std::uint32_t number) {
                 const Table open = self.handle();
                 const CanonicalValues& values = value_of(open.canonical_values());
                 if (number >= values.size())
                     throw Error(ErrorCode::out_of_domain, "the table has no value with the number " +
                                                               std::to_string(number) + ": expected a number below " +
                                                               std::to_string(values.size()));
                 const std::uint32_t wanted[] = {number};
                 {
                     const py::gil_scoped_release unlock;
                     values.need(wanted);
                 }
                 return PyCanonical(open, CanonicalValue{&values, number});
             })
        .def(
            "check",
            [](const OpenTable& self) {
                unlocked(self, [](const Table& open) {
                    value_of(open.check());
                    return 0;
                });
            },
            "Reads every byte of the table once and compares all checksums. Raises Corrupt if the table is damaged.")
        .def(
            "preload",
            [](const OpenTable& self) {
                unlocked(self, [](const Table& open) {
                    value_of(open.preload());
                    return 0;
                });
            },
            "Does now the work that first queries would do, such as decoding streams of values.");
    define_arrays(module, table);
    define_finding(table);
}

}  // namespace mexbase::python
