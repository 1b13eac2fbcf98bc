#include "table.hpp"

#include <utility>
#include <vector>

#include "format/contents.hpp"
#include "read/table_data.hpp"

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

/// The stored index that answers for one that options may have.
Index stored_index(const TableData& table, Index index) {
    if (index >= table.info.indices) [[unlikely]]
        if (const auto repetition = table.info.repetition()) return repetition->reduce(index);
    check_stored(table, index);
    return index;
}

/// A hole's value would mean nothing: refuse it wherever the rules are known.
void check_legal(const TableData& table, Index index) {
    const auto& game = table.game();
    if (game && !(*game)->legal(index))
        throw Error(ErrorCode::out_of_domain, "index " + std::to_string(index) + " is no position of this game");
}

/// The stored index that answers for `index`.
Index answering(const TableData& table, Index index) {
    if (index >= table.info.queryable_size) [[unlikely]] {
        if (const auto repetition = table.info.repetition()) return repetition->reduce(index);
        throw_out_of_domain(index, table.info.queryable_size);
    }
    if (table.has_holes()) check_legal(table, index);
    return index;
}

/// The same where a move may have led past what may be asked for.
Index answering_move(const TableData& table, Index index) {
    if (index < table.info.queryable_size || table.info.repetition()) return answering(table, index);
    check_stored(table, index);
    check_legal(table, index);
    return index;
}

const Game& game_of(const TableData& table) {
    const auto& game = table.game();
    if (!game) throw Error(game.error().code, game.error().message);
    return **game;
}

void check_batch(std::span<const Index> indices, std::span<Value> values) {
    if (indices.size() != values.size())
        throw Error(ErrorCode::bad_usage, "as many values as indices are needed in a batch");
}

/// Indices as a batch looks them up: `indices` itself, unless one has to be reduced.
std::span<const Index> answering_batch(const TableData& table, std::span<const Index> indices,
                                       std::vector<Index>& reduced) {
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const Index stored = answering(table, indices[i]);
        if (stored != indices[i] && reduced.empty()) reduced.assign(indices.begin(), indices.end());
        if (!reduced.empty()) reduced[i] = stored;
    }
    return reduced.empty() ? indices : std::span<const Index>(reduced);
}

void check_run(const TableData& table, Index first, std::size_t count) {
    if (count == 0) return;
    check_stored(table, first);
    if (count > table.info.indices - first) throw_out_of_domain(first + count - 1, table.info.indices);
}

/// Which positions a text may name.
enum class Named {
    queryable,  ///< those that may be asked for
    any_size,   ///< and, of a periodic table, numbers of any length
    moved_to,   ///< and those that a move may lead to
};

/// The parts that a text names.
std::vector<Index> parse_parts(const TableData& table, std::string_view text, Named named) {
    if (const auto index = detail::parse_index(text)) {
        (named == Named::moved_to ? answering_move : answering)(table, *index);
        return {*index};
    }
    const auto repetition = table.info.repetition();
    const Index limit = repetition                 ? no_index
                        : named == Named::moved_to ? table.info.indices
                                                   : table.info.queryable_size;
    return game_of(table).parse_sum(text, limit, named == Named::any_size && repetition ? &*repetition : nullptr);
}

Index parse_index(const TableData& table, std::string_view text) {
    const auto parts = parse_parts(table, text, Named::queryable);
    if (parts.size() != 1)
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is a sum of positions where one position is wanted");
    return parts.front();
}

Value sum_value(const TableData& table, std::span<const Index> parts) {
    detail::CursorCore& cursor = detail::thread_cursor(table);
    if (parts.empty()) throw Error(ErrorCode::bad_usage, "a sum has at least one part");
    Value sum = cursor.value(answering(table, parts.front()));
    ObligedSum pairs;
    pairs.add(sum.obliged);
    for (const Index part : parts.subspan(1)) {
        const Value value = cursor.value(answering(table, part));
        if (value.kind == ValueKind::obliged) {
            pairs.add(value.obliged);
        } else if (value.kind == ValueKind::nimber && !value.nimber.infinite && !sum.nimber.infinite) {
            sum.nimber.nimber ^= value.nimber.nimber;
            sum.nimber.counter += value.nimber.counter;
        } else {
            throw Error(ErrorCode::not_applicable, "the values of this table do not add up to one of them");
        }
    }
    if (sum.kind == ValueKind::obliged) sum.obliged = pairs.value();
    return sum;
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

std::string Table::format_version() const {
    return std::to_string(format::major_version) + '.' + std::to_string(data_->minor_version);
}

std::uint64_t Table::file_bytes() const noexcept {
    return data_->source.size();
}

std::vector<StreamInfo> Table::streams() const {
    std::vector<StreamInfo> all;
    for (const auto& stream : data_->streams)
        if (stream) all.push_back(format::info_of(stream->header()));
    return all;
}

Result<Value> Table::at(Index index) const noexcept {
    return guarded<Value>([&] { return detail::thread_cursor(*data_).value(answering(*data_, index)); });
}

Result<Value> Table::stored_at(Index index) const noexcept {
    return guarded<Value>([&] { return detail::thread_cursor(*data_).value(stored_index(*data_, index)); });
}

Value Table::look_up(Index index, bool is_option, bool& is_race) const {
    is_race = data_->stream(StreamKind::race_nimber) != nullptr;
    return detail::thread_cursor(*data_).value(is_option ? stored_index(*data_, index) : answering_move(*data_, index));
}

Result<Outcome> Table::outcome(Index index) const noexcept {
    return guarded<Outcome>([&] { return detail::thread_cursor(*data_).outcome(answering(*data_, index)); });
}

Result<void> Table::at(std::span<const Index> indices, std::span<Value> values) const noexcept {
    return guarded<void>([&] {
        check_batch(indices, values);
        std::vector<Index> reduced;
        detail::thread_cursor(*data_).values(answering_batch(*data_, indices, reduced), values);
    });
}

Result<Value> Table::probe(std::string_view position) const noexcept {
    return guarded<Value>([&] { return sum_value(*data_, parse_parts(*data_, position, Named::any_size)); });
}

Result<Index> Table::index_of(std::string_view position) const noexcept {
    return guarded<Index>([&] { return parse_index(*data_, position); });
}

Result<std::vector<Index>> Table::parts_of(std::string_view sum) const noexcept {
    return guarded<std::vector<Index>>([&] { return parse_parts(*data_, sum, Named::queryable); });
}

std::vector<Index> Table::moved_to(std::string_view sum) const {
    return parse_parts(*data_, sum, Named::moved_to);
}

Result<Value> Table::at_sum(std::span<const Index> parts) const noexcept {
    return guarded<Value>([&] { return sum_value(*data_, parts); });
}

bool Table::is_race() const noexcept {
    return data_->stream(StreamKind::race_nimber) != nullptr;
}

Result<RaceValue> Table::race_at(Index index) const noexcept {
    return guarded<RaceValue>([&] {
        if (!is_race()) throw Error(ErrorCode::not_applicable, "sums of this table's positions are no races");
        check_stored(*data_, index);
        return detail::thread_cursor(*data_).race_value(index);
    });
}

Result<std::string> Table::text_of(std::span<const Index> parts) const noexcept {
    return guarded<std::string>([&] {
        std::string text;
        for (const Index part : parts) text += (text.empty() ? "" : "+") + text_of(part).value();
        return text;
    });
}

Result<std::string> Table::text_of(Index index) const noexcept {
    return guarded<std::string>([&] {
        if (!data_->info.repetition()) check_stored(*data_, index);
        const auto& game = data_->game();
        if (!game) return "#" + std::to_string(index);
        if (data_->has_holes()) check_legal(*data_, index);
        return (*game)->format(index);
    });
}

Result<bool> Table::legal(Index index) const noexcept {
    return guarded<bool>([&] {
        check_stored(*data_, index);
        return (!data_->has_holes() && index < data_->info.queryable_size) || game_of(*data_).legal(index);
    });
}

Result<const Game&> Table::game() const noexcept {
    try {
        return game_of(*data_);
    } catch (...) {
        return detail::current_failure();
    }
}

Result<const CanonicalValues&> Table::canonical_values() const noexcept {
    try {
        if (const CanonicalValues* values = data_->values()) return *values;
        throw Error(ErrorCode::not_applicable,
                    "a table of kind " + std::string(to_string(data_->info.value)) + " holds no canonical forms");
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

Result<std::vector<CodecChoice>> Table::codec_choices() const noexcept {
    return guarded<std::vector<CodecChoice>>([&] { return data_->choices(); });
}

Result<void> Table::preload() const noexcept {
    return guarded<void>([&] { data_->preload(); });
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
