// SPDX-License-Identifier: MIT
#include "errors.hpp"

#include <array>
#include <new>
#include <optional>
#include <utility>

namespace mexbase::python {

namespace {

constexpr std::array<std::string_view, 14> names = {"bad_spec",
                                                    "bad_position",
                                                    "bad_file",
                                                    "not_applicable",
                                                    "bad_usage",
                                                    "not_found",
                                                    "io",
                                                    "not_a_table",
                                                    "unsupported_version",
                                                    "corrupt",
                                                    "out_of_domain",
                                                    "out_of_memory",
                                                    "verification_failed",
                                                    "interrupted"};

std::string_view name_of(ErrorCode code) {
    return names.at(static_cast<std::size_t>(code) - static_cast<std::size_t>(ErrorCode::bad_spec));
}

/// Sets the Python error for an error code of the library, or for the code `closed`.
void set_error(std::string_view code, std::string_view message) noexcept {
    try {
        const py::object make = py::module_::import("mexbase.errors").attr("_make");
        // Messages are UTF-8, but may quote names of files that are not.
        const auto text = py::reinterpret_steal<py::object>(
            PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
        const py::object error = make(py::str(code.data(), code.size()), text);
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    } catch (py::error_already_set& e) {
        e.restore();
    } catch (...) {
        PyErr_NoMemory();
    }
}

/// Returns this thread's Python error of the user's rules or reader. Requires the interpreter's lock for changes.
std::optional<py::error_already_set>& kept_error() {
    static thread_local std::optional<py::error_already_set> error;
    return error;
}

}  // namespace

std::optional<std::string_view> text_from(PyObject* text) noexcept {
    Py_ssize_t length = 0;
    const char* data = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : nullptr;
    if (data != nullptr) return std::string_view(data, static_cast<std::size_t>(length));
    PyErr_Clear();
    return std::nullopt;
}

void define_errors() {
    py::register_exception_translator([](std::exception_ptr error) {
        try {
            if (error) std::rethrow_exception(error);
        } catch (const Error& e) {
            set_error(name_of(e.code()), e.what());
        } catch (const ClosedError& e) {
            set_error("closed", e.what());
        } catch (const py::cast_error&) {
            // The user's argument or function gave a wrong type. The library's own casts do not fail.
            PyErr_SetString(PyExc_TypeError, "an argument, or the result of a function, has a wrong type or value");
        } catch (const std::bad_alloc&) {
            set_error("out_of_memory", "out of memory");
        }
    });
}

void throw_rules_error() {
    auto& kept = kept_error();
    if (!kept) return;
    const py::gil_scoped_acquire lock;
    auto error = std::move(*kept);
    kept.reset();
    throw error;
}

void store_rules_error(py::error_already_set error) {
    kept_error().emplace(std::move(error));
}

}  // namespace mexbase::python
