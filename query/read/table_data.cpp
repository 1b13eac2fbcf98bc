#include "table_data.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "../format/bytes.hpp"
#include "../format/checksum.hpp"
#include "../format/contents.hpp"
#include "../kinds/info_section.hpp"
#include "../kinds/kind.hpp"
#include "stored_forms.hpp"
#include "stored_game.hpp"

namespace mexbase::detail {

namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// A section as it lies or copied into `scratch`, with its checksum looked at.
std::span<const std::byte> checked_bytes(const Source& source, const format::Section& section, const char* what,
                                         std::vector<std::byte>& scratch, ReadAhead* ahead = nullptr) {
    const auto length = static_cast<std::size_t>(section.length);
    if (length != section.length)
        throw Error(ErrorCode::out_of_memory, std::string(what) + " does not fit into memory");
    const std::byte* there = ahead == nullptr ? nullptr : ahead->find(section.offset, length);
    const std::span bytes(there != nullptr ? there : source.view(section.offset, length, scratch), length);
    if (checksum64(bytes) == section.checksum) return bytes;
    // It may have come wrong once only: it is read again when it is next wanted.
    (void)source.forget_kept();
    if (ahead != nullptr) ahead->clear();
    throw Error(ErrorCode::corrupt, std::string(what) + " is damaged");
}

/// What is wrong with values, said of the table's.
template <class Make>
auto of_table(const Make& make) {
    try {
        return make();
    } catch (const Error& e) {
        if (e.code() != ErrorCode::corrupt || std::string_view(e.what()).find("of the list") == std::string_view::npos)
            throw;
        throw Error(ErrorCode::corrupt, std::string("the values of the table: ") + e.what());
    }
}

/// Sections that are read when a table is opened, if they are no longer than this, and so much of each stream: so that
/// a source far away is asked twice.
constexpr std::uint64_t read_at_opening = 4096, read_of_stream = 1024;

/// Reads what opening the table needs, and keeps it.
std::shared_ptr<const Source> with_heads(Source&& from) {
    if (from.remote()) {
        const std::uint64_t size = from.size();
        from.keep({{0, std::min(read_at_opening, size)}});
        std::vector<std::byte> scratch;
        const auto first = static_cast<std::size_t>(std::min<std::uint64_t>(format::header_bytes, size));
        const std::size_t length = format::header_length({from.view(0, first, scratch), first}, size);
        from.keep({{0, length}});
        std::vector<Extent> wanted;
        for (const format::Section& s : format::parse_header({from.view(0, length, scratch), length}, size)) {
            const bool is_stream = s.type >= format::stream_base && s.type < format::stream_limit;
            if (is_stream)
                wanted.push_back({s.offset, std::min(read_of_stream, s.length)});
            else if (s.length <= read_at_opening || s.type == format::info_section || s.type == format::orders_section)
                wanted.push_back({s.offset, s.length});
        }
        from.keep(std::move(wanted));
    }
    return std::make_shared<const Source>(std::move(from));
}

}  // namespace

TableData::TableData(Source&& from, const Registry* families, std::size_t cache, SaysMoves says_moves,
                     std::shared_ptr<CacheBudget> shared)
    : id(next_id()),
      kept_source(with_heads(std::move(from))),
      registry(families),
      cache_bytes(cache),
      budget(std::move(shared)),
      said_moves(std::move(says_moves)) {
    std::vector<std::byte> scratch;
    const std::size_t first = static_cast<std::size_t>(std::min<std::uint64_t>(format::header_bytes, source.size()));
    const std::size_t length = format::header_length({source.view(0, first, scratch), first}, source.size());
    const std::span head(source.view(0, length, scratch), length);
    const auto sections = format::parse_header(head, source.size());
    minor_version = load<std::uint16_t>(head.data() + format::minor_version_offset);
    for (const format::Section& section : sections) open_section(section, scratch);
    if (!info_section_) throw Error(ErrorCode::corrupt, "the table has no description");
    if (names_section.has_value() != arcs_section.has_value() || (names_section && board_section))
        throw Error(ErrorCode::corrupt, "the table has a board and a graph, or only half of a graph");
    for (const auto& each : streams)
        if (each && !format::tells_positions(each->header().kind) && each->header().count != info.indices)
            throw Error(ErrorCode::corrupt, "a stream is not as long as the table");
    check_positions();
    if (orders_section_) open_orders(scratch);
    check_kind();
    check_version(sections);
    if (info.period && info.period->proven) judge_proof();
}

void TableData::check_positions() const {
    const auto count = [this](StreamKind kind) { return stream(kind) == nullptr ? 0 : stream(kind)->header().count; };
    const std::uint64_t gaps = count(StreamKind::key_gap), letters = count(StreamKind::key_letter);
    const std::uint64_t marks = count(StreamKind::mark), rows = count(StreamKind::move_count);
    const bool any = gaps != 0 || letters != 0 || marks != 0 || rows != 0 || count(StreamKind::move) != 0;
    const bool fits = !keys_section ? !any && !moves_section
                                    : (gaps != 0 ? gaps == info.indices && letters == 0 : letters != 0) &&
                                          (marks == 0 || marks == info.indices) && !board_section && !names_section &&
                                          !orders && info.indices == info.queryable_size;
    if (!fits || (!moves_section && (rows != 0 || count(StreamKind::move) != 0)))
        throw Error(ErrorCode::corrupt, "the table has only a part of what its positions need, or more");
    if (!moves_section) return;
    if (info.indices > format::most_with_moves || (rows != info.indices && rows != 2 * info.indices))
        throw Error(ErrorCode::corrupt, "a stream is not as long as the table");
}

/// Where the rules are known, they say what proves a period, and a table that says something else is wrong. Before
/// version 1.3 tables did not say it, and some periods that were called proven are not: without the rules, such a
/// period is not believed.
void TableData::judge_proof() {
    const auto& made = game();
    if (!made && made.error().code == ErrorCode::corrupt) throw Error(ErrorCode::corrupt, made.error().message);
    if (!made || info.theorem) return;
    const auto theorem = (*made)->period_theorem();
    if (theorem && proves(*theorem, *info.period, info.indices)) info.theorem = theorem;
}

void TableData::check_kind() const {
    const auto refuse = [this](const char* why) {
        throw Error(ErrorCode::corrupt, "a table of " + std::string(to_string(info.value)) + " values " + why);
    };
    const auto has = [this](StreamKind kind) { return stream(kind) != nullptr; };
    const Kind& kind = kind_of(info.value);
    const bool joined = kind.joined && has(*kind.joined);
    const auto allowed = kind.streams.subspan(joined ? 2 : 0);
    for (const StreamSpec& spec : allowed)
        if (spec.required && !has(spec.kind)) refuse("lacks a stream that it needs");
    for (std::size_t k = 0; k < streams.size(); ++k) {
        const auto stream_kind = static_cast<StreamKind>(k);
        const auto is_it = [stream_kind](const StreamSpec& spec) { return spec.kind == stream_kind; };
        if (streams[k] && !format::tells_positions(stream_kind) && !(joined && stream_kind == kind.joined) &&
            std::none_of(allowed.begin(), allowed.end(), is_it))
            refuse("has a stream that goes with other values");
    }
    if ((has(StreamKind::race_k_set) || has(StreamKind::race_counter)) && !has(StreamKind::race_nimber))
        refuse("lacks the stream that says what its races are worth");
    // Infinite values need their sets, and nothing else does.
    if ((has(StreamKind::k_set) || has(StreamKind::race_k_set)) != sets_section.has_value())
        refuse("has a list of sets if and only if it has a stream that names them");
    if (info.infinite != 0 && !has(StreamKind::k_set)) refuse("counts infinite ones, and has no sets for them");
    if (has(StreamKind::game_value) != values_section.has_value())
        refuse("has a list of partizan values if and only if they are canonical forms");
    if (values_directory_section && !values_section) refuse("has a directory of partizan values and no list of them");
    const bool by_remoteness = kind.has_plies && !kind.partizan && info.longest_remoteness;
    if (histogram_section ? !by_remoteness || *info.longest_remoteness >= format::most_histogram_rows
                          : by_remoteness && *info.longest_remoteness < histogram_limit)
        refuse("has a histogram by remoteness if and only if they have remotenesses below the limit");
}

void TableData::check_version(std::span<const format::Section> sections) const {
    const auto is_small = [](const format::Section& s) {
        return s.type >= format::small_stream_base && s.type < format::small_stream_limit;
    };
    const bool partizan = info.value == ValueKind::partizan_outcome || info.value == ValueKind::canonical;
    const auto is_new = [](const auto& stream) {
        return stream &&
               (stream->header().codec == Codec::pairs || stream->header().halving() >= format::Halving::mirrored);
    };
    const unsigned needed = values_directory_section                                              ? 8
                            : keys_section                                                        ? 7
                            : orders || names_section                                             ? 6
                            : stream(StreamKind::result) != nullptr                               ? 5
                            : std::any_of(streams.begin(), streams.end(), is_new)                 ? 4
                            : info.theorem                                                        ? 3
                            : partizan || std::any_of(sections.begin(), sections.end(), is_small) ? 2
                            : info.value == ValueKind::outcome                                    ? 0
                                                                                                  : 1;
    if (minor_version < needed)
        throw Error(ErrorCode::corrupt, "the table has what its version of the format does not know");
}

std::span<const std::byte> TableData::checked(const format::Section& section, const char* what,
                                              std::vector<std::byte>& scratch) const {
    return checked_bytes(source, section, what, scratch);
}

TableData::SectionBytes TableData::section_bytes(const format::Section& section, const char* what,
                                                 ReadAhead* ahead) const {
    SectionBytes read;
    read.bytes = checked_bytes(source, section, what, read.own, ahead);
    return read;
}

void TableData::open_section(const format::Section& section, std::vector<std::byte>& scratch) {
    const auto once = [](bool taken) {
        if (taken) throw Error(ErrorCode::corrupt, "the table has two sections of one type, or a stream twice");
    };
    if (section.type == format::info_section) {
        once(info_section_.has_value());
        info_section_ = section;
        info = format::parse_info(checked(section, "the table's description", scratch));
    } else if (section.type == format::board_section) {
        once(board_section.has_value());
        board_section = section;
    } else if (section.type == format::names_section) {
        once(names_section.has_value());
        names_section = section;
    } else if (section.type == format::arcs_section) {
        once(arcs_section.has_value());
        arcs_section = section;
    } else if (section.type == format::sets_section) {
        once(sets_section.has_value());
        sets_section = section;
    } else if (section.type == format::values_section) {
        once(values_section.has_value());
        values_section = section;
    } else if (section.type == format::values_directory_section) {
        once(values_directory_section.has_value());
        values_directory_section = section;
    } else if (section.type == format::orders_section) {
        once(orders_section_.has_value());
        orders_section_ = section;
    } else if (section.type == format::keys_section) {
        once(keys_section.has_value());
        keys_section = section;
    } else if (section.type == format::moves_section) {
        once(moves_section.has_value());
        moves_section = section;
    } else if (section.type == format::histogram_section) {
        once(histogram_section.has_value());
        histogram_section = section;
    } else if (section.type >= format::stream_base && section.type < format::stream_base + streams.size()) {
        once(streams[section.type - format::stream_base] != nullptr);
        open_stream(section, scratch);
    } else if (section.type >= format::small_stream_base && section.type < format::small_stream_base + streams.size()) {
        once(streams[section.type - format::small_stream_base] != nullptr);
        open_small_stream(section, scratch);
    } else {
        if ((section.flags & format::must_understand) != 0)
            throw Error(ErrorCode::unsupported_version, "the table has a section of type " +
                                                            std::to_string(section.type) + ": it needs a newer reader");
        const auto same = [&section](const format::Section& other) {
            constexpr std::uint32_t small = format::small_stream_base - format::stream_base;
            const auto plain = [](std::uint32_t type) {
                return type >= format::small_stream_base && type < format::small_stream_limit ? type - small : type;
            };
            return plain(other.type) == plain(section.type);
        };
        once(std::any_of(skipped.begin(), skipped.end(), same));
        skipped.push_back(section);
    }
}

void TableData::open_stream(const format::Section& section, std::vector<std::byte>& scratch) {
    const auto kind = static_cast<StreamKind>(section.type - format::stream_base);
    const std::size_t first = section.length < 4 ? 0 : 4;
    const std::size_t length =
        format::stream_header_length({source.view(section.offset, first, scratch), first}, kind, section.length);
    const std::span bytes(source.view(section.offset, length, scratch), length);
    if (checksum64(bytes) != section.checksum)
        throw Error(ErrorCode::corrupt, "the header of stream " + std::string(to_string(kind)) + " is damaged");
    streams[static_cast<std::size_t>(kind)] = std::make_unique<StreamReader>(
        source, format::parse_stream_header(bytes, kind, section.length), section.offset, section.checksum, budget);
}

void TableData::open_small_stream(const format::Section& section, std::vector<std::byte>& scratch) {
    const auto kind = static_cast<StreamKind>(section.type - format::small_stream_base);
    const std::string name = "the small stream " + std::string(to_string(kind));
    if (section.length > format::most_small_stream) throw Error(ErrorCode::corrupt, name + " is too long");
    const auto bytes = checked(section, name.c_str(), scratch);
    streams[static_cast<std::size_t>(kind)] = std::make_unique<StreamReader>(
        source, format::parse_small_stream(bytes, kind), section.offset, section.checksum, budget);
}

void TableData::open_orders(std::vector<std::byte>& scratch) {
    const auto bytes = checked(*orders_section_, "the table's order of digits", scratch);
    orders = std::make_unique<const StoredOrders>(format::parse_orders(bytes, info.queryable_size));
}

/// The arcs of a large graph are many, and a position's name and value need none of them.
Board TableData::read_graph(std::span<const std::byte> listed) const {
    VertexNames names = format::parse_names(listed);
    if (names.size() / 8 >= arcs_section->length)
        throw Error(ErrorCode::corrupt, "the table's graph has fewer arcs than it says");
    auto read_arcs = [from = kept_source, section = *arcs_section, vertices = names.size()] {
        std::vector<std::byte> bytes;
        return format::parse_arcs(checked_bytes(*from, section, "the table's list of arcs", bytes), vertices);
    };
    return Board(std::move(names), std::move(read_arcs));
}

Board TableData::board_of_positions() const {
    VertexNames names;
    ArcRows rows;
    std::vector<std::uint8_t> marks;
    positions.for_each_text([&](const std::string& text) { names.add(text); });
    std::vector<Index> ends;
    const bool partizan = positions.partizan();
    for (Index i = 0; i < positions.size(); ++i) {
        marks.push_back(positions.mark(i));
        for (const Player player : {Player::left, Player::right}) {
            if (player == Player::right && !partizan) break;
            positions.moves(i, player, ends);
            if (rows.ends.size() + ends.size() >= board_limit)
                throw Error(ErrorCode::out_of_memory, "the table has 2^32 - 1 moves or more");
            rows.ends.insert(rows.ends.end(), ends.begin(), ends.end());
            if (partizan)
                rows.owners.insert(rows.owners.end(), ends.size(), player == Player::left ? Board::left : Board::right);
        }
        rows.offsets.push_back(static_cast<std::uint32_t>(rows.ends.size()));
    }
    return Board(std::move(names), std::move(rows), std::move(marks));
}

std::shared_ptr<const Board> TableData::whole_board() const {
    if (keys_section && positions.has_moves()) return std::make_shared<const Board>(board_of_positions());
    auto whole = board();
    if (whole) (void)whole->ahead();
    return whole;
}

std::shared_ptr<const Board> TableData::board() const {
    if (!board_section && !names_section) return nullptr;
    const auto read = [this] {
        return names_section ? section_bytes(*names_section, "the table's list of names")
                             : section_bytes(*board_section, "the table's board");
    };
    return board_.get(read, [this](const SectionBytes& section) {
        if (names_section) return std::make_shared<const Board>(read_graph(section.bytes));
        auto made = std::make_shared<const Board>(format::parse_board(section.bytes));
        const auto is_new_mark = [](std::uint8_t mark) { return mark >= Board::start; };
        if ((minor_version < 2 && !made->owners().empty()) ||
            (minor_version < 6 && std::any_of(made->marks().begin(), made->marks().end(), is_new_mark)))
            throw Error(ErrorCode::corrupt, "the table's board has what its version of the format does not know");
        return made;
    });
}

const Result<std::unique_ptr<Game>>& TableData::game() const {
    // Where reading takes long it is done before anything is locked.
    if (source.remote() && !game_.made()) keys_section ? positions.load() : (void)board();
    return game_.get([this]() -> Result<std::unique_ptr<Game>> {
        const std::string of = "the game of this table, " + in_quotes(info.spec) + ", ";
        if (!keys_section && registry == nullptr)
            return Failure{ErrorCode::not_applicable, of + "is not known here: the rules of games were left out"};
        if (!keys_section && registry->find(info.spec.substr(0, info.spec.find(':'))) == nullptr)
            return Failure{ErrorCode::bad_spec,
                           of +
                               "is not known here: positions are asked for by number, as #0, and their names and moves "
                               "by a program that was linked with the rules (docs/adding-a-game.md)"};
        try {
            auto made = keys_section ? stored_game(info.spec, info.value, positions, said_moves)
                                     : make_game(*registry, info.spec, board());
            if (made->rules_version() != info.rules_version)
                return Failure{ErrorCode::unsupported_version, of + "has version " +
                                                                   std::to_string(info.rules_version) +
                                                                   " of its rules, and this program knows version " +
                                                                   std::to_string(made->rules_version())};
            if (made->size() != info.indices || made->queryable_size() != info.queryable_size)
                return Failure{ErrorCode::corrupt, of + "has another number of positions than the table"};
            if (info.theorem && info.theorem != made->period_theorem())
                return Failure{ErrorCode::corrupt, of + "is not one of which the table's period would be proven"};
            return made;
        } catch (const Error& e) {
            // The board came with the table: that it is none for this game is the table's fault.
            if (e.code() == ErrorCode::bad_file) return Failure{ErrorCode::corrupt, of + "cannot be: " + e.what()};
            if (e.code() != ErrorCode::bad_spec) throw;
            return Failure{e.code(), of + "is not known here: " + e.what()};
        }
    });
}

RemotenessHistogram TableData::histogram() const {
    if (!histogram_section) return {};
    std::vector<std::byte> scratch;
    return format::parse_histogram(checked(*histogram_section, "the table's histogram", scratch), info);
}

std::vector<CodecChoice> TableData::choices() const {
    std::vector<std::byte> scratch;
    return format::parse_choices(checked(*info_section_, "the table's description", scratch));
}

void TableData::want_lists(std::vector<Extent>& wanted) const {
    const auto want = [&](const std::optional<format::Section>& section, bool made) {
        if (section && !made) wanted.push_back({section->offset, section->length});
    };
    want(sets_section, sets_.made());
    want(values_directory_section ? values_directory_section : values_section, values_.made());
}

void TableData::take_lists(ReadAhead& ahead) const {
    (void)sets(&ahead);
    (void)values(&ahead);
}

const NimberSets* TableData::sets(ReadAhead* ahead) const {
    if (!sets_section) return nullptr;
    const auto read = [&] { return section_bytes(*sets_section, "the table's list of sets", ahead); };
    return &sets_.get(read, [this](const SectionBytes& section) {
        NimberSets sets = format::parse_sets(section.bytes);
        for (const StreamKind kind : {StreamKind::k_set, StreamKind::race_k_set}) {
            if (stream(kind) == nullptr) continue;
            if (stream(kind)->header().greatest() >= sets.size())
                throw Error(ErrorCode::corrupt, "the table lacks a set that its values name");
        }
        return sets;
    });
}

const CanonicalValues* TableData::values(ReadAhead* ahead) const {
    if (!values_section) return nullptr;
    const auto read = [&] {
        return values_directory_section
                   ? section_bytes(*values_directory_section, "the directory of the table's values", ahead)
                   : section_bytes(*values_section, "the table's list of values", ahead);
    };
    return &values_.get(read, [this](const SectionBytes& section) {
        const auto check_size = [this](std::uint64_t size) {
            if (stream(StreamKind::game_value)->header().greatest() >= size)
                throw Error(ErrorCode::corrupt, "the table lacks a value that its positions name");
        };
        if (values_directory_section) {
            auto directory = format::parse_values_directory(section.bytes, values_section->length);
            check_size(directory.values);
            return CanonicalValues(std::make_unique<StoredForms>(kept_source, *values_section, std::move(directory)));
        }
        GameList list = format::parse_values(section.bytes);
        check_size(list.games.size());
        return of_table([&] { return CanonicalValues(std::move(list)); });
    });
}

std::uint64_t TableData::checksum() const {
    std::vector<std::byte> scratch;
    std::vector<std::uint64_t> sums;
    const auto add = [&](std::uint64_t offset, std::uint64_t length) {
        constexpr std::uint64_t most = std::uint64_t{1} << 20;
        for (const std::uint64_t end = offset + length; offset < end; offset += most) {
            const auto size = static_cast<std::size_t>(std::min(most, end - offset));
            sums.push_back(checksum64({source.view(offset, size, scratch), size}));
        }
    };
    const std::size_t first = static_cast<std::size_t>(std::min<std::uint64_t>(format::header_bytes, source.size()));
    const std::size_t length = format::header_length({source.view(0, first, scratch), first}, source.size());
    const auto sections = format::parse_header({source.view(0, length, scratch), length}, source.size());
    add(0, length);
    for (const format::Section& section : sections)
        for (const auto& each : streams)
            if (each && section.type == format::stream_base + static_cast<std::uint32_t>(each->header().kind))
                add(section.offset + each->header().encoded_bytes(), each->header().directory_bytes());
    return checksum64(std::as_bytes(std::span(sums)));
}

void TableData::need_values(std::span<const std::uint32_t> numbers) const {
    of_table([&] { values()->need(numbers); });
}

void TableData::need_all_values() const {
    if (values_section) of_table([this] { values()->need_all(); });
}

void TableData::check() const {
    if (values_section) (void)section_bytes(*values_section, "the table's list of values");
    if (keys_section)
        positions.check();
    else
        whole_board();
    sets();
    need_all_values();
    histogram();
    choices();
    for (const auto& each : streams)
        if (each) each->check();
    std::vector<std::byte> scratch;
    for (const format::Section& section : skipped) {
        const bool is_stream = section.type >= format::stream_base && section.type < format::stream_limit;
        if (!is_stream) checked(section, "a section of unknown type", scratch);
    }
}

void TableData::preload() const {
    (void)game();
    if (!keys_section) whole_board();
    sets();
    need_all_values();
    for (const auto& each : streams)
        if (each && each->fits(cache_bytes)) (void)each->whole();
}

}  // namespace mexbase::detail
