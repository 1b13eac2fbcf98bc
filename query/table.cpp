// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <utility>

#include "format/contents.hpp"
#include "open_table.hpp"

namespace mexbase {

namespace {

using namespace detail;

void check_run(const OpenTable& table, Index first, std::size_t count) {
    if (count == 0) return;
    check_stored(table, first);
    if (count > table.info.indices - first) throw_out_of_domain(first + count - 1, table.info.indices);
}

std::shared_ptr<const OpenTable> data_of(Source&& source, const OpenOptions& options) {
    return std::make_shared<const OpenTable>(std::move(source), options);
}

}  // namespace

Table::Table(std::shared_ptr<const OpenTable> data) noexcept : data_(std::move(data)) {}

Result<Table> Table::open(const std::string& path, const OpenOptions& options) noexcept {
    return guarded<Table>([&] {
        const bool map = options.backend == Backend::map;
        Source source = map ? Source::map(path) : Source::read(path);
        try {
            return Table(data_of(std::move(source), options));
        } catch (const Error& e) {
            if (e.code() == ErrorCode::io) throw;  // the message already names the file
            throw Error(e.code(), in_quotes(path) + ": " + e.what(), e.remedy());
        }
    });
}

Result<Table> Table::from_memory(std::span<const std::byte> bytes, const OpenOptions& options) noexcept {
    return guarded<Table>([&] { return Table(data_of(Source::borrow(bytes), options)); });
}

Result<Table> Table::from_memory(std::vector<std::byte>&& bytes, const OpenOptions& options) noexcept {
    return guarded<Table>([&] { return Table(data_of(Source::own(std::move(bytes)), options)); });
}

Result<Table> Table::from_reader(std::shared_ptr<Reader> reader, const OpenOptions& options) noexcept {
    return guarded<Table>([&] { return Table(data_of(Source::of(std::move(reader)), options)); });
}

const TableInfo& Table::info() const noexcept {
    return data_->info;
}

std::string Table::format_version() const {
    return std::to_string(format::major_version) + '.' + std::to_string(data_->minor_version);
}

std::uint64_t Table::file_bytes() const noexcept {
    return data_->source.size();
}

std::uint64_t Table::board_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const format::SectionType type : format::board_sections)
        if (data_->has(type)) bytes += data_->sections[type]->length;
    return bytes;
}

Result<std::uint64_t> Table::checksum() const noexcept {
    return guarded<std::uint64_t>([&] { return data_->checksum(); });
}

std::vector<StreamInfo> Table::streams() const {
    std::vector<StreamInfo> all;
    for (const auto& stream : data_->streams)
        if (stream) all.push_back(format::info_of(stream->header()));
    return all;
}

Result<Value> Table::at(Index index) const noexcept {
    return guarded<Value>([&] { return thread_cursor(*data_).value(answering(*data_, index)); });
}

Result<Value> Table::stored_at(Index index) const noexcept {
    return guarded<Value>([&] { return thread_cursor(*data_).value(stored_index(*data_, index)); });
}

Value Table::look_up(Index index, bool is_option, bool& is_race) const {
    is_race = data_->stream(StreamKind::race_nimber) != nullptr;
    return thread_cursor(*data_).value(is_option ? stored_index(*data_, index) : answering_move(*data_, index));
}

Result<Outcome> Table::outcome(Index index) const noexcept {
    return guarded<Outcome>([&] { return thread_cursor(*data_).outcome(answering(*data_, index)); });
}

Result<Outcome> Table::stored_outcome(Index index) const noexcept {
    return guarded<Outcome>([&] { return thread_cursor(*data_).outcome(stored_index(*data_, index)); });
}

Result<void> Table::at(std::span<const Index> indices, std::span<Value> values) const noexcept {
    return guarded<void>([&] {
        check_batch(indices, values);
        std::vector<Index> reduced;
        thread_cursor(*data_).values(answering_batch(*data_, indices, reduced), values);
    });
}

Result<void> Table::stored_at(std::span<const Index> indices, std::span<Value> values) const noexcept {
    return guarded<void>([&] {
        check_batch(indices, values);
        std::vector<Index> reduced;
        thread_cursor(*data_).values(answering_batch(*data_, indices, reduced, stored_index), values);
    });
}

Result<void> Table::fetch(std::span<const Index> indices) const noexcept {
    return guarded<void>([&] {
        if (!data_->source.remote()) return;
        const auto repetition = data_->info.repetition();
        std::vector<Index> stored;
        for (const Index index : indices) {
            const Index reduced = repetition ? repetition->reduce(index) : index;
            if (reduced < data_->info.indices) stored.push_back(reduced);
        }
        thread_cursor(*data_).fetch(stored);
    });
}

bool Table::is_remote() const noexcept {
    return data_->source.remote();
}

bool Table::is_race() const noexcept {
    return data_->stream(StreamKind::race_nimber) != nullptr;
}

Result<RaceValue> Table::race_at(Index index) const noexcept {
    return guarded<RaceValue>([&] {
        if (!is_race())
            throw Error(ErrorCode::not_applicable, "the table has no race values: sums of its positions are not races");
        check_stored(*data_, index);
        return thread_cursor(*data_).race_value(index);
    });
}

Result<const Game&> Table::game() const noexcept {
    try {
        return game_of(*data_);
    } catch (...) {
        return current_failure();
    }
}

Result<const CanonicalValues&> Table::canonical_values() const noexcept {
    try {
        data_->need_all_values();
        if (const CanonicalValues* values = data_->values()) return *values;
        throw Error(ErrorCode::not_applicable,
                    "a table of kind " + std::string(to_string(data_->info.value)) + " holds no canonical forms");
    } catch (...) {
        return current_failure();
    }
}

Result<std::shared_ptr<const Board>> Table::board() const noexcept {
    return guarded<std::shared_ptr<const Board>>([&] { return data_->whole_board(); });
}

Result<RemotenessHistogram> Table::remoteness_histogram() const noexcept {
    return guarded<RemotenessHistogram>([&] { return data_->histogram(); });
}

Result<void> Table::check() const noexcept {
    return guarded<void>([&] { data_->check(); });
}

Result<std::vector<CodecChoice>> Table::codec_choices() const noexcept {
    return guarded<std::vector<CodecChoice>>([&] { return data_->choices(); });
}

Result<void> Table::preload() const noexcept {
    return guarded<void>([&] {
        (void)data_->game();
        data_->preload();
    });
}

Result<Cursor> Table::cursor() const noexcept {
    return guarded<Cursor>([&] { return Cursor(data_, std::make_unique<CursorCore>(*data_)); });
}

Cursor::Cursor(std::shared_ptr<const OpenTable> data, std::unique_ptr<CursorCore> core) noexcept
    : data_(std::move(data)), core_(std::move(core)) {}

Cursor::Cursor(Cursor&&) noexcept = default;

Cursor& Cursor::operator=(Cursor&& other) noexcept {
    core_ = std::move(other.core_);  // before `data_`, because it borrows from the table
    data_ = std::move(other.data_);
    return *this;
}

Cursor::~Cursor() = default;

Result<Value> Cursor::at(Index index) noexcept {
    return guarded<Value>([&] { return core_->value(answering(*data_, index)); });
}

Result<Value> Cursor::stored_at(Index index) noexcept {
    return guarded<Value>([&] { return core_->value(stored_index(*data_, index)); });
}

Result<Outcome> Cursor::outcome(Index index) noexcept {
    return guarded<Outcome>([&] { return core_->outcome(answering(*data_, index)); });
}

Result<void> Cursor::at(std::span<const Index> indices, std::span<Value> values) noexcept {
    return guarded<void>([&] {
        check_batch(indices, values);
        std::vector<Index> reduced;
        core_->values(answering_batch(*data_, indices, reduced), values);
    });
}

Result<void> Cursor::read(Index first, std::span<Value> values) noexcept {
    return guarded<void>([&] {
        check_run(*data_, first, values.size());
        core_->run(first, values);
    });
}

}  // namespace mexbase
