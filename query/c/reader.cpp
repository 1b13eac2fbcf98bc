// SPDX-License-Identifier: MIT
// Tables whose bytes a reader supplies, in plain C.
#include "../source/reader.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "../mexquery.h"
#include "../table.hpp"
#include "answers.hpp"

namespace {

using namespace mexbase::c;
using mexbase::ErrorCode;
using mexbase::Result;

/// Adapter for the functions of a C reader.
class CReader : public mexbase::Reader {
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
        return mexbase::Failure{known ? static_cast<ErrorCode>(code) : ErrorCode::io, "the reader of the table failed"};
    }
    const mexquery_reader from_;
};

}  // namespace

int mexquery_open_reader(const mexquery_reader* reader, const mexquery_open_options* options, mexquery_table** table,
                         mexquery_error* error) {
    if (reader == nullptr || reader->read_at == nullptr || table == nullptr) return missing(error);
    if (reader->size != sizeof *reader) return fail(ErrorCode::bad_usage, "the size of the reader is not set", error);
    auto opened = mexbase::detail::guarded<mexbase::Table>([&] {
        auto made = std::make_shared<CReader>(*reader);
        return mexbase::Table::from_reader(std::move(made), open_options(options)).value();
    });
    return keep(std::move(opened), table, error);
}

int mexquery_fetch(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_error* error) {
    if (table == nullptr || (indices == nullptr && count != 0)) return missing(error);
    return report(table->table.fetch(std::span(indices, count)), error);
}
