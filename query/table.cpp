#include "table.hpp"

#include <charconv>
#include <utility>

#include "table_data.hpp"

namespace mexbase {

namespace {

using detail::guarded;
using detail::TableData;

[[noreturn]] void throw_out_of_domain(Index index, Index limit) {
    throw Error(ErrorCode::out_of_domain, "index " + std::to_string(index) +
                                              " may not be asked for: the table answers those below " +
                                              std::to_string(limit));
}

void check_stored(const TableData& table, Index index) {
    if (index >= table.info.indices) [[unlikely]]
        throw_out_of_domain(index, table.info.indices);
}

/// A hole's value would mean nothing: refuse it wherever the rules are known.
void check_legal(const TableData& table, Index index) {
    const auto& game = table.game();
    if (game && !(*game)->legal(index))
        throw Error(ErrorCode::out_of_domain, "index " + std::to_string(index) + " is no position of this game");
}

void check_admitted(const TableData& table, Index index) {
    if (index >= table.info.admitted) [[unlikely]]
        throw_out_of_domain(index, table.info.admitted);
    if (table.has_holes()) check_legal(table, index);
}

const Game& game_of(const TableData& table) {
    const auto& game = table.game();
    if (!game) throw Error(game.error().code, game.error().message);
    return **game;
}

void check_batch(const TableData& table, std::span<const Index> indices, std::span<Value> values) {
    if (indices.size() != values.size())
        throw Error(ErrorCode::bad_usage, "as many values as indices are needed in a batch");
    for (const Index index : indices) check_admitted(table, index);
}

void check_run(const TableData& table, Index first, std::size_t count) {
    if (count == 0) return;
    check_stored(table, first);
    if (count > table.info.indices - first) throw_out_of_domain(first + count - 1, table.info.indices);
}

Index parse_index(const TableData& table, std::string_view text) {
    if (!text.starts_with('#')) return game_of(table).parse(text);
    Index index = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + 1, end, index);
    if (error == std::errc::result_out_of_range)
        throw Error(ErrorCode::out_of_domain, in_quotes(text) +
                                                  " may not be asked for: the table answers indices below " +
                                                  std::to_string(table.info.admitted));
    if (error != std::errc{} || stop != end)
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is no index: # and a number are");
    check_admitted(table, index);
    return index;
}

}  // namespace

Table::Table(std::shared_ptr<const TableData> data) noexcept : data_(std::move(data)) {}

Result<Table> Table::open(const std::string& path, const OpenOptions& options) noexcept {
    return guarded<Table>([&] {
        const bool map = options.backend == Backend::map;
        try {
            return Table(std::make_shared<const TableData>(map ? detail::Source::map(path) : detail::Source::read(path),
                                                           options.registry, options.cache_bytes));
        } catch (const Error& e) {
            // What the file system says names the file already.
            const bool named = e.code() == ErrorCode::not_found || e.code() == ErrorCode::io ||
                               std::string_view(e.what()).find(in_quotes(path)) != std::string_view::npos;
            if (named) throw;
            throw Error(e.code(), in_quotes(path) + ": " + e.what());
        }
    });
}

Result<Table> Table::from_memory(std::span<const std::byte> bytes, const OpenOptions& options) noexcept {
    return guarded<Table>([&] {
        return Table(
            std::make_shared<const TableData>(detail::Source::borrow(bytes), options.registry, options.cache_bytes));
    });
}

Result<Table> Table::from_memory(std::vector<std::byte>&& bytes, const OpenOptions& options) noexcept {
    return guarded<Table>([&] {
        return Table(std::make_shared<const TableData>(detail::Source::own(std::move(bytes)), options.registry,
                                                       options.cache_bytes));
    });
}

const TableInfo& Table::info() const noexcept {
    return data_->info;
}

std::uint64_t Table::file_bytes() const noexcept {
    return data_->source.size();
}

std::vector<StreamInfo> Table::streams() const {
    std::vector<StreamInfo> all;
    for (const auto& stream : data_->streams)
        if (stream) all.push_back(stream->info());
    return all;
}

Result<Value> Table::at(Index index) const noexcept {
    return guarded<Value>([&] {
        check_admitted(*data_, index);
        return detail::thread_cursor(*data_).value(index);
    });
}

Result<Value> Table::stored_at(Index index) const noexcept {
    return guarded<Value>([&] {
        check_stored(*data_, index);
        return detail::thread_cursor(*data_).value(index);
    });
}

Result<Outcome> Table::outcome(Index index) const noexcept {
    return guarded<Outcome>([&] {
        check_admitted(*data_, index);
        return detail::thread_cursor(*data_).outcome(index);
    });
}

Result<void> Table::at(std::span<const Index> indices, std::span<Value> values) const noexcept {
    return guarded<void>([&] {
        check_batch(*data_, indices, values);
        detail::thread_cursor(*data_).values(indices, values);
    });
}

Result<Value> Table::probe(std::string_view position) const noexcept {
    return guarded<Value>([&] { return detail::thread_cursor(*data_).value(parse_index(*data_, position)); });
}

Result<Index> Table::index_of(std::string_view position) const noexcept {
    return guarded<Index>([&] { return parse_index(*data_, position); });
}

Result<std::string> Table::text_of(Index index) const noexcept {
    return guarded<std::string>([&] {
        check_stored(*data_, index);
        const auto& game = data_->game();
        if (!game) return "#" + std::to_string(index);
        if (data_->has_holes()) check_legal(*data_, index);
        return (*game)->format(index);
    });
}

Result<bool> Table::legal(Index index) const noexcept {
    return guarded<bool>([&] {
        check_stored(*data_, index);
        return (!data_->has_holes() && index < data_->info.admitted) || game_of(*data_).legal(index);
    });
}

Result<const Game&> Table::game() const noexcept {
    try {
        return game_of(*data_);
    } catch (...) {
        return detail::current_failure();
    }
}

Result<std::shared_ptr<const Board>> Table::board() const noexcept {
    return guarded<std::shared_ptr<const Board>>([&] { return data_->board(); });
}

Result<RemotenessHistogram> Table::remoteness_histogram() const noexcept {
    return guarded<RemotenessHistogram>([&] { return data_->histogram(); });
}

Result<void> Table::check() const noexcept {
    return guarded<void>([&] { data_->check(); });
}

Result<Cursor> Table::cursor() const noexcept {
    return guarded<Cursor>([&] { return Cursor(data_, std::make_unique<detail::CursorCore>(*data_)); });
}

Cursor::Cursor(std::shared_ptr<const TableData> data, std::unique_ptr<detail::CursorCore> core) noexcept
    : data_(std::move(data)), core_(std::move(core)) {}

Cursor::Cursor(Cursor&&) noexcept = default;

Cursor& Cursor::operator=(Cursor&& other) noexcept {
    core_ = std::move(other.core_);  // before the table that it borrows
    data_ = std::move(other.data_);
    return *this;
}

Cursor::~Cursor() = default;

Result<Value> Cursor::at(Index index) noexcept {
    return guarded<Value>([&] {
        check_admitted(*data_, index);
        return core_->value(index);
    });
}

Result<Value> Cursor::stored_at(Index index) noexcept {
    return guarded<Value>([&] {
        check_stored(*data_, index);
        return core_->value(index);
    });
}

Result<Outcome> Cursor::outcome(Index index) noexcept {
    return guarded<Outcome>([&] {
        check_admitted(*data_, index);
        return core_->outcome(index);
    });
}

Result<void> Cursor::at(std::span<const Index> indices, std::span<Value> values) noexcept {
    return guarded<void>([&] {
        check_batch(*data_, indices, values);
        core_->values(indices, values);
    });
}

Result<void> Cursor::read(Index first, std::span<Value> values) noexcept {
    return guarded<void>([&] {
        check_run(*data_, first, values.size());
        core_->run(first, values);
    });
}

}  // namespace mexbase
