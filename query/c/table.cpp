// SPDX-License-Identifier: MIT
// Functions of the C header that open tables and look up values by index.
#include "../table.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "../mexquery.h"
#include "answers.hpp"

namespace {

using namespace mexbase;
using namespace mexbase::c;

/// Adapter that makes a `Reader` of the functions of a C reader.
class CReader : public Reader {
  public:
    explicit CReader(const mexquery_reader& from) : from_(from) {}
    ~CReader() override {
        if (from_.release != nullptr) from_.release(from_.user);
    }
    std::uint64_t size() const override { return from_.length; }
    Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) override {
        return answer(from_.read_at(from_.user, offset, bytes.data(), bytes.size()));
    }
    Result<void> read_many(std::span<const Range> ranges) override {
        if (from_.read_many == nullptr) return Reader::read_many(ranges);
        std::vector<mexquery_range> wanted;
        for (const Range& range : ranges) wanted.push_back({range.offset, range.bytes.size(), range.bytes.data()});
        return answer(from_.read_many(from_.user, wanted.data(), wanted.size()));
    }

  private:
    static Result<void> answer(int code) {
        if (code == MEXQUERY_OK) return {};
        const bool known = code > 0 && code <= MEXQUERY_INTERRUPTED;
        return Failure{known ? static_cast<ErrorCode>(code) : ErrorCode::io,
                       "the reader of the table returned the error code " + std::to_string(code)};
    }
    const mexquery_reader from_;
};

std::int32_t outcome_to_c(Outcome outcome) {
    return static_cast<std::int32_t>(outcome);
}

}  // namespace

OpenOptions mexbase::c::open_options(const mexquery_open_options* asked) {
    mexquery_open_options known = {};
    if (asked != nullptr) {
        if (asked->size < sizeof known)  // smaller than the struct of the first version
            throw Error(ErrorCode::bad_usage,
                        "the size of the options is not set: expected sizeof(mexquery_open_options)");
        std::memcpy(&known, asked, sizeof known);
        const auto* bytes = reinterpret_cast<const unsigned char*>(asked);
        const bool more =
            std::any_of(bytes + sizeof known, bytes + asked->size, [](unsigned char b) { return b != 0; });
        if (more || known.reserved != 0)
            throw Error(ErrorCode::bad_usage,
                        "the options have members that this library does not know: set them and reserved to 0");
    }
    if (known.backend != MEXQUERY_MAP && known.backend != MEXQUERY_READ)
        throw Error(ErrorCode::bad_usage,
                    "the backend is " + std::to_string(known.backend) + ", expected MEXQUERY_MAP or MEXQUERY_READ");
    OpenOptions options{.registry = rulesets()};
    options.backend = known.backend == MEXQUERY_MAP ? Backend::map : Backend::read;
    if (known.cache_bytes != 0) options.cache_bytes = known.cache_bytes;
    return options;
}

int mexbase::c::keep(Result<Table>&& opened, mexquery_table** table, mexquery_error* error) noexcept {
    if (!opened) return fail(opened.error(), error);
    auto* made = new (std::nothrow) mexquery_table{*std::move(opened)};
    if (made == nullptr) return fail(ErrorCode::out_of_memory, "out of memory", error);
    *table = made;
    return succeed(error);
}

int mexquery_version(void) {
    return MEXQUERY_VERSION;
}

int mexquery_open(const char* path, int backend, mexquery_table** table, mexquery_error* error) {
    mexquery_open_options options = {};
    options.size = sizeof options;
    options.backend = backend;
    return mexquery_open_with(path, &options, table, error);
}

int mexquery_open_with(const char* path, const mexquery_open_options* options, mexquery_table** table,
                       mexquery_error* error) {
    if (path == nullptr || table == nullptr) return missing(error);
    auto opened = detail::guarded<Table>([&] { return Table::open(path, open_options(options)).value(); });
    return keep(std::move(opened), table, error);
}

int mexquery_open_memory(const void* bytes, size_t length, mexquery_table** table, mexquery_error* error) {
    return mexquery_open_memory_with(bytes, length, nullptr, table, error);
}

int mexquery_open_memory_with(const void* bytes, size_t length, const mexquery_open_options* options,
                              mexquery_table** table, mexquery_error* error) {
    if ((bytes == nullptr && length != 0) || table == nullptr) return missing(error);
    auto opened = detail::guarded<Table>([&] {
        return Table::from_memory(std::span(static_cast<const std::byte*>(bytes), length), open_options(options))
            .value();
    });
    return keep(std::move(opened), table, error);
}

int mexquery_open_reader(const mexquery_reader* reader, const mexquery_open_options* options, mexquery_table** table,
                         mexquery_error* error) {
    if (reader == nullptr || reader->read_at == nullptr || table == nullptr) return missing(error);
    if (reader->size != sizeof *reader)
        return fail(ErrorCode::bad_usage, "the size of the reader is not set: expected sizeof(mexquery_reader)", error);
    auto opened = detail::guarded<Table>([&] {
        auto made = std::make_shared<CReader>(*reader);
        return Table::from_reader(std::move(made), open_options(options)).value();
    });
    return keep(std::move(opened), table, error);
}

void mexquery_close(mexquery_table* table) {
    delete table;
}

int mexquery_describe(const mexquery_table* table, mexquery_info* info, mexquery_error* error) {
    if (table == nullptr || info == nullptr) return missing(error);
    const TableInfo& from = table->table.info();
    *info = {};
    info->spec = from.spec.c_str();
    info->indices = from.indices;
    info->queryable_size = from.queryable_size;
    info->positions = from.positions;
    std::copy(from.outcomes.begin(), from.outcomes.end(), info->outcomes);
    info->longest_remoteness = from.longest_remoteness.value_or(0);
    info->largest_nimber = from.largest_nimber.value_or(0);
    if (from.period) {
        info->periodic = from.repetition() ? 1 : 0;
        info->preperiod = from.period->preperiod;
        info->period = from.period->period;
    }
    std::copy(from.partizan.begin(), from.partizan.end(), info->pairs);
    std::copy(from.classes.begin(), from.classes.end(), info->classes);
    info->distinct_values = from.distinct_values;
    info->file_bytes = table->table.file_bytes();
    info->rules_version = from.rules_version;
    info->value_kind = static_cast<std::int32_t>(from.value);
    info->misere = from.play == Play::misere ? 1 : 0;
    info->remoteness_exact = from.remoteness_exact ? 1 : 0;
    info->distance = static_cast<std::int32_t>(from.distance);
    return succeed(error);
}

int mexquery_check(const mexquery_table* table, mexquery_error* error) {
    if (table == nullptr) return missing(error);
    return report(table->table.check(), error);
}

int mexquery_preload(const mexquery_table* table, mexquery_error* error) {
    if (table == nullptr) return missing(error);
    return report(table->table.preload(), error);
}

int mexquery_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error) {
    if (table == nullptr || value == nullptr) return missing(error);
    return hand_over(table->table.at(index), value, error);
}

int mexquery_stored_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error) {
    if (table == nullptr || value == nullptr) return missing(error);
    return hand_over(table->table.stored_at(index), value, error);
}

int mexquery_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error) {
    if (table == nullptr || outcome == nullptr) return missing(error);
    return hand_over(table->table.outcome(index), outcome, error, outcome_to_c);
}

int mexquery_stored_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error) {
    if (table == nullptr || outcome == nullptr) return missing(error);
    return hand_over(table->table.stored_outcome(index), outcome, error, outcome_to_c);
}

int mexquery_at_many(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_value* values,
                     mexquery_error* error) {
    if (table == nullptr || (count != 0 && (indices == nullptr || values == nullptr))) return missing(error);
    const auto done = detail::guarded<void>([&] {
        std::vector<Value> found(std::min<std::size_t>(count, 4096));
        for (std::size_t first = 0; first < count; first += found.size()) {
            const std::span part(indices + first, std::min(found.size(), count - first));
            table->table.at(part, std::span(found).first(part.size())).value();
            for (std::size_t k = 0; k < part.size(); ++k) put_value(found[k], values[first + k]);
        }
    });
    return report(done, error);
}

int mexquery_fetch(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_error* error) {
    if (table == nullptr || (indices == nullptr && count != 0)) return missing(error);
    return report(table->table.fetch(std::span(indices, count)), error);
}
