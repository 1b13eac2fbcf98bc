// SPDX-License-Identifier: MIT
// Libraries of tables, in plain C.
#include "../library.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/rules/family.hpp"
#include "../mexquery.h"
#include "answers.hpp"

struct mexquery_library {
    mexbase::Library library;
    mutable std::optional<std::vector<mexbase::LibraryFile>> files;
    mutable std::mutex mutex;  // guards `files`
};

namespace {

using namespace mexbase;
using namespace mexbase::c;

/// Converts the kind of value and the play that a C caller has chosen. Throws for invalid numbers.
TableChoice choice_of(int kind, int misere) {
    TableChoice choice;
    if (misere < MEXQUERY_ANY || misere > 1)
        throw Error(ErrorCode::bad_usage, "misere is " + std::to_string(misere) + ", expected 0, 1 or MEXQUERY_ANY");
    if (kind != MEXQUERY_ANY) choice.value = value_kind(kind);
    if (misere != MEXQUERY_ANY) choice.play = misere == 0 ? Play::normal : Play::misere;
    return choice;
}

LibraryOptions library_options(const mexquery_library_options* asked) {
    LibraryOptions options;
    options.table.registry = &stock_registry();
    if (asked == nullptr) return options;
    if (asked->size != sizeof *asked || asked->reserved != 0)
        throw Error(
            ErrorCode::bad_usage,
            "the options are not set correctly: size must be sizeof(mexquery_library_options), and reserved must be 0");
    mexquery_open_options open = {};
    open.size = sizeof open;
    open.backend = asked->backend;
    options.table.backend = open_options(&open).backend;
    if (asked->most_open != 0) options.most_open = asked->most_open;
    if (asked->cache_bytes != 0) options.cache_bytes = asked->cache_bytes;
    return options;
}

/// Calls `f(files)` with the list of the library's files, which is read at the first call.
template <class F>
Result<void> with_files(const mexquery_library& library, const F& f) {
    return detail::guarded<void>([&] {
        const std::scoped_lock lock(library.mutex);
        if (!library.files) library.files = library.library.files().value();
        f(*library.files);
    });
}

}  // namespace

int mexquery_library_open(const char* const* directories, size_t count, const mexquery_library_options* options,
                          mexquery_library** library, mexquery_error* error) {
    if ((directories == nullptr && count != 0) || library == nullptr) return missing(error);
    for (size_t i = 0; i < count; ++i)
        if (directories[i] == nullptr) return missing(error);
    const auto opened = detail::guarded<mexquery_library*>([&] {
        const std::vector<std::string> paths(directories, directories + count);
        return new mexquery_library{Library::open(paths, library_options(options)).value(), {}, {}};
    });
    return hand_over(opened, library, error);
}

void mexquery_library_close(mexquery_library* library) {
    delete library;
}

int mexquery_library_refresh(mexquery_library* library, mexquery_error* error) {
    if (library == nullptr) return missing(error);
    const std::scoped_lock lock(library->mutex);
    library->files.reset();
    return report(library->library.refresh(), error);
}

int mexquery_library_count(const mexquery_library* library, size_t* count, mexquery_error* error) {
    if (library == nullptr || count == nullptr) return missing(error);
    return report(with_files(*library, [&](const auto& files) { *count = files.size(); }), error);
}

int mexquery_library_file_at(const mexquery_library* library, size_t which, mexquery_library_file* file,
                             mexquery_error* error) {
    if (library == nullptr || file == nullptr) return missing(error);
    const auto found = with_files(*library, [&](const auto& files) {
        if (which >= files.size())
            throw Error(ErrorCode::bad_usage, "there is no file number " + std::to_string(which) +
                                                  ": the library has " + std::to_string(files.size()) +
                                                  ", numbered from 0");
        const LibraryFile& from = files[which];
        *file = {};
        file->path = from.path.c_str();
        file->spec = from.spec.c_str();
        file->fault = from.fault ? from.fault->message.c_str() : "";
        file->fault_code = from.fault ? code_of(from.fault->code) : MEXQUERY_OK;
        file->value_kind = static_cast<std::int32_t>(from.value);
        file->misere = from.play == Play::misere ? 1 : 0;
        file->indices = from.indices;
        file->bytes = from.bytes;
    });
    return report(found, error);
}

int mexquery_library_table(const mexquery_library* library, const char* spec, int value_kind, int misere,
                           mexquery_table** table, mexquery_error* error) {
    if (library == nullptr || spec == nullptr || table == nullptr) return missing(error);
    return keep(
        detail::guarded<Table>([&] { return library->library.table(spec, choice_of(value_kind, misere)).value(); }),
        table, error);
}

int mexquery_library_table_for(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                               int misere, mexquery_table** table, mexquery_error* error) {
    if (library == nullptr || spec == nullptr || position == nullptr || table == nullptr) return missing(error);
    return keep(detail::guarded<Table>(
                    [&] { return library->library.table_for(spec, position, choice_of(value_kind, misere)).value(); }),
                table, error);
}

int mexquery_library_probe(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                           int misere, mexquery_value* value, mexquery_table** table, mexquery_error* error) {
    if (library == nullptr || spec == nullptr || position == nullptr || value == nullptr) return missing(error);
    auto found = detail::guarded<LibraryValue>(
        [&] { return library->library.probe(spec, position, choice_of(value_kind, misere)).value(); });
    if (!found) return fail(found.error(), error);
    mexquery_value known = to_c(found->value);
    if (table != nullptr) {
        if (const int code = keep(std::move(found->table), table, error)) return code;
    } else {
        known.reached = nullptr;
        known.values = nullptr;
    }
    *value = known;
    return succeed(error);
}
