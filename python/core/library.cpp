// SPDX-License-Identifier: MIT
#include "../../query/library.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table.hpp"
#include "values.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;
using Word = std::optional<std::string>;

TableChoice choice_from(const Word& value, const Word& play, const Word& distance) {
    TableChoice choice;
    if (distance) choice.distance = distance_from(*distance);
    if (value) choice.value = kind_from(*value);
    if (play) choice.play = play_from(*play);
    return choice;
}

/// Python class of a `Library`. Its calls run without the interpreter's lock.
class PyLibrary : public Zeroed {
  private:
    const Library& open() const {
        if (!library_) throw Error(ErrorCode::bad_usage, "__init__ was not called");
        return *library_;
    }
    template <class F>
    auto call(F&& f) const {
        const Library& library = open();
        const py::gil_scoped_release unlock;
        return value_of(f(library));
    }

    std::unique_ptr<Library> library_;

  public:
    PyLibrary(const std::vector<std::string>& directories, std::size_t most_open, std::uint64_t cache_bytes,
              const std::string& backend) {
        LibraryOptions options;
        options.table.backend = backend_from(backend);
        options.most_open = most_open;
        options.cache_bytes = cache_bytes;
        const py::gil_scoped_release unlock;
        library_ = std::make_unique<Library>(value_of(Library::open(directories, options)));
    }
    OpenTable table(const std::string& spec, const Word& value, const Word& play, const Word& distance) const {
        const TableChoice choice = choice_from(value, play, distance);
        return OpenTable(call([&](const Library& library) { return library.table(spec, choice); }));
    }
    OpenTable table_for(const std::string& spec, const py::object& named, const Word& value, const Word& play,
                        const Word& distance) const {
        const std::string position = position_from(named);
        const TableChoice choice = choice_from(value, play, distance);
        return OpenTable(call([&](const Library& library) { return library.table_for(spec, position, choice); }));
    }
    OpenTable table_for_sum(const std::string& spec, const py::object& named, bool obliged) const {
        const std::string position = position_from(named);
        return OpenTable(call([&](const Library& library) { return library.table_for_sum(spec, position, obliged); }));
    }
    py::object probe(const std::string& spec, const py::object& named, const Word& value, const Word& play,
                     const Word& distance) const {
        const std::string position = position_from(named);
        const TableChoice choice = choice_from(value, play, distance);
        const LibraryValue found = call([&](const Library& library) { return library.probe(spec, position, choice); });
        return to_python(found.table, found.value);
    }
    py::list files() const {
        py::list list;
        for (const LibraryFile& file : call([](const Library& library) { return library.files(); })) {
            py::object fault = py::none();
            if (file.fault) fault = py::str(file.fault->message);
            const bool good = !file.fault;
            const auto if_good = [good](auto&& what) { return good ? py::object(py::cast(what)) : py::none(); };
            list.append(py::make_tuple(py::reinterpret_steal<py::str>(PyUnicode_DecodeFSDefault(file.path.c_str())),
                                       file.bytes, if_good(file.spec), if_good(std::string(to_string(file.value))),
                                       if_good(std::string(to_string(file.play))), if_good(file.indices), fault,
                                       if_good(to_string(file.distance))));
        }
        return list;
    }
    void refresh() {
        open();
        const py::gil_scoped_release unlock;
        value_of(library_->refresh());
    }
    std::size_t open_tables() const { return open().open_tables(); }
    std::uint64_t cached_bytes() const { return open().cached_bytes(); }
};

}  // namespace

void define_library(py::module_& module) {
    py::class_<PyLibrary>(module, "LibraryCore", "Base class of mexbase.Library.")
        .def(py::init<const std::vector<std::string>&, std::size_t, std::uint64_t, const std::string&>(),
             "directories"_a, "most_open"_a, "cache_bytes"_a, "backend"_a)
        .def("_table", &PyLibrary::table)
        .def("_table_for", &PyLibrary::table_for)
        .def("_table_for_sum", &PyLibrary::table_for_sum)
        .def("_probe", &PyLibrary::probe)
        .def("_files", &PyLibrary::files)
        .def("refresh", &PyLibrary::refresh, "Lists the directories again, to find new, changed and missing files.")
        .def_property_readonly("open_tables", &PyLibrary::open_tables, "The number of tables kept open.")
        .def_property_readonly("cached_bytes", &PyLibrary::cached_bytes,
                               "The number of bytes in decoded blocks of open tables.");
}

}  // namespace mexbase::python
