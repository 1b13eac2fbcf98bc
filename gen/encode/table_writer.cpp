// SPDX-License-Identifier: MIT
#include "table_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>

#include "../../lib/error.hpp"
#include "../../lib/rules/spec.hpp"
#include "../../query/format/bytes.hpp"
#include "../../query/format/checksum.hpp"
#include "../../query/format/contents.hpp"
#include "../parallel_ordered.hpp"
#include "packing_ranks.hpp"
#include "payload_ranges.hpp"
#include "plan.hpp"
#include "positions.hpp"
#include "shared_file.hpp"
#include "small_stream.hpp"
#include "survey.hpp"

namespace mexbase {

namespace {

using detail::BlockEncoder;
using detail::StoredStream;
using detail::StreamPlan;
using format::Section;
using format::StreamHeader;

/// Packed superblock (several blocks in sequence).
struct Superblock {
    std::vector<std::byte> record;  // directory record; base and checksum are filled in later
    std::vector<std::byte> payload;
};

/// Returns the length of the payload of a superblock with this directory record.
std::size_t payload_length(std::span<const std::byte> record, const StreamHeader& header) {
    std::size_t length = 0;
    for (std::uint64_t i = 0; i < header.superblock(); ++i)
        length += detail::load<std::uint16_t>(record.data() + 12 + 2 * i);
    return length;
}

struct Worker {
    BlockEncoder encoder;
    std::vector<std::uint32_t> symbols, spare;
};

Superblock pack_superblock(const StoredStream& stream, const StreamHeader& header, const detail::Packing& packing,
                           std::uint64_t number, Worker& worker) {
    Superblock out;
    out.record.resize(header.record_bytes());
    std::byte* lengths = out.record.data() + 12;
    std::byte* words = lengths + 2 * header.superblock();
    for (std::uint64_t i = 0; i < header.superblock(); ++i) {
        const std::uint64_t first = ((number << header.superblock_log2) + i) << header.block_log2;
        if (first >= header.count) break;
        worker.symbols.resize(static_cast<std::size_t>(std::min(header.block_positions(), header.count - first)));
        stream.fill(first, worker.symbols, worker.spare);
        const detail::PackedBlock block = worker.encoder.encode(worker.symbols, packing);
        detail::store(lengths + 2 * i, static_cast<std::uint16_t>(block.payload.size()));
        detail::store(words + 4 * i, block.payload.empty() ? block.symbol : checksum32(block.payload));
        out.payload.insert(out.payload.end(), block.payload.begin(), block.payload.end());
    }
    return out;
}

/// Packs the superblocks of the positions from `first` up to but not including `last` on several threads. Calls
/// `take(i, superblock)` in order.
template <class Take>
void pack_positions(const StoredStream& stream, const StreamHeader& header, const detail::Packing& packing, Index first,
                    Index last, unsigned threads, const Take& take) {
    if (first >= last) return;
    const unsigned size_log2 = header.superblock_log2 + header.block_log2;
    const std::uint64_t from = first >> size_log2, until = (last + (Index{1} << size_log2) - 1) >> size_log2;
    std::vector<Worker> workers(std::max(threads, 1u));
    detail::parallel_ordered(
        until - from, threads,
        [&](unsigned worker, std::uint64_t i) {
            return pack_superblock(stream, header, packing, from + i, workers[worker]);
        },
        [&](std::uint64_t i, Superblock&& packed) { take(from + i, std::move(packed)); });
}

/// Sends other ranks what they need to pack their blocks of a stream, and to write to the file.
void send_plan(const detail::PackingRanks& ranks, const StreamHeader& header, const detail::Encoder& encoder, int level,
               const std::optional<SharedFile>& file) {
    if (header.block_positions() << header.superblock_log2 > detail::PackingRanks::unit)
        throw Error(ErrorCode::bad_usage, "blocks are too large for several processes");
    detail::ByteWriter plan;
    const SharedFile shared = file.value_or(SharedFile{});
    for (const std::string& text : {shared.path, shared.target}) {
        plan.put(std::uint64_t{text.size()});
        plan.put_text(text);
    }
    plan.put_bytes(shared.token);
    plan.put(shared.size);
    plan.put(static_cast<std::uint32_t>(header.kind));
    plan.put(static_cast<std::uint32_t>(level));
    plan.put(header.section_length());
    const std::vector<std::byte> encoded = format::encode_stream_header(header);
    plan.put(std::uint64_t{encoded.size()});
    plan.put_bytes(encoded);
    plan.put_bytes(encoder.state());
    for (unsigned r = 1; r < ranks.rounds.ranks(); ++r) ranks.rounds.out(r) = plan.bytes;
    ranks.begin(detail::PackingTask::pack);
}

/// Reads the file in a plan. Its path is empty if rank 0 has no file for all.
SharedFile read_file(detail::ByteReader& plan) {
    SharedFile file;
    file.path = plan.take_text(plan.get<std::uint64_t>());
    file.target = plan.take_text(plan.get<std::uint64_t>());
    std::ranges::copy(plan.take(file.token.size()), file.token.begin());
    file.size = plan.get<std::uint64_t>();
    return file;
}

/// Collective. Returns the ranges that the ranks write, or `std::nullopt` if a rank cannot write to the file. Rank 0
/// passes the size of the file, and the other ranks the length of their packed bytes.
std::optional<detail::PayloadRanges> agree_on_ranges(const detail::PackingRanks& ranks, std::uint64_t bytes,
                                                     bool can_write) {
    detail::RankRounds& rounds = ranks.rounds;
    rounds.exchange(std::array<std::uint64_t, 2>{bytes, can_write ? 1U : 0U});
    if (rounds.least(1) == 0) return std::nullopt;
    std::vector<std::uint64_t> begins(2, rounds.word(0, 0));
    for (unsigned r = 1; r < rounds.ranks(); ++r) begins.push_back(begins.back() + rounds.word(r, 0));
    return detail::PayloadRanges(std::move(begins), ranks.piece);
}

/// Sends lists of bytes to rank 0, rank after rank, with one round per element, because rank 0 has all bytes of a round
/// in memory. Rank 0 sends none, and calls `take(bytes)` for each element.
template <class Take>
void send_in_turn(detail::RankRounds& rounds, detail::PackedBytes packed, const Take& take) {
    std::vector<std::vector<std::byte>> own = packed.take();
    rounds.exchange(std::array<std::uint64_t, 1>{own.size()});
    std::vector<std::uint64_t> sizes;
    for (unsigned r = 0; r < rounds.ranks(); ++r) sizes.push_back(rounds.word(r, 0));
    for (unsigned r = 1; r < rounds.ranks(); ++r)
        for (std::uint64_t k = 0; k < sizes[r]; ++k) {
            if (r == rounds.rank()) rounds.out(0) = std::move(own[static_cast<std::size_t>(k)]);
            rounds.exchange({});
            if (rounds.rank() == 0) take(rounds.in(r));
            rounds.free_boxes();
        }
}

/// Packs the blocks of this rank by the plan in `plan`. Writes them to the file of rank 0, or sends them to rank 0.
void help_to_pack(const detail::StoredValues& values, const detail::PackingRanks& ranks,
                  std::span<const std::byte> plan) {
    detail::ByteReader reader(plan, "the plan of another process");
    const SharedFile shared = read_file(reader);
    StoredStream stream;
    stream.values = &values;
    stream.kind = static_cast<StreamKind>(reader.get<std::uint32_t>());
    const int level = static_cast<int>(reader.get<std::uint32_t>());
    const auto length = reader.get<std::uint64_t>();
    const StreamHeader header =
        format::parse_stream_header(reader.take(reader.get<std::uint64_t>()), stream.kind, length);
    stream.count = header.count;
    stream.coding = header.coding();
    if (!header.list.empty())
        stream.alphabet = detail::list_alphabet(header.list);
    else
        stream.alphabet = {
            .base = header.base, .step = header.step, .symbols = header.symbols, .list = {}, .places = {}};
    const auto& encoder = detail::encoders()[static_cast<std::size_t>(header.codec)];
    const detail::Packing packing{encoder->restored(reader.take(reader.left()), header)->at_level(level), header.bits,
                                  header.delta()};
    detail::PackedBytes records, payload;
    pack_positions(stream, header, packing, ranks.windows.first(), ranks.windows.last(), ranks.threads,
                   [&](std::uint64_t, Superblock&& superblock) {
                       records.add(superblock.record);
                       payload.add(superblock.payload);
                   });
    auto file = detail::SharedFileWriter::open(shared);
    if (const auto ranges = agree_on_ranges(ranks, payload.size(), file.has_value())) {
        detail::write_ranges(
            ranks.rounds, *ranges, payload,
            [&](std::uint64_t offset, std::span<const std::byte> bytes) { file->write_at(offset, bytes); });
        file->sync();
    } else {
        send_in_turn(ranks.rounds, std::move(payload), [](const auto&) {});
    }
    send_in_turn(ranks.rounds, std::move(records), [](const auto&) {});
}

/// Appends zeros that are overwritten later.
void append_gap(Sink& sink, std::uint64_t length) {
    const std::vector<std::byte> zeros(static_cast<std::size_t>(std::min<std::uint64_t>(length, 65536)));
    for (; length != 0; length -= std::min<std::uint64_t>(length, zeros.size()))
        sink.append(std::span(zeros).first(static_cast<std::size_t>(std::min<std::uint64_t>(length, zeros.size()))));
}

/// Stored form of a stream. It is one block if `small` is set, else several blocks packed by `plan`.
struct StreamForm {
    StreamPlan plan;
    std::optional<detail::SmallStream> small;

    /// Estimates the bytes that the stream takes in the table.
    double bytes(const StoredStream& stream) const {
        if (small) return static_cast<double>(small->section.size());
        return plan.way.bytes + static_cast<double>(header_of(stream, plan.way).encoded_bytes());
    }
};

void check_orders(const TableContents& contents) {
    if (contents.orders.empty()) return;
    try {
        format::parse_orders(format::encode_orders(contents.orders), contents.info.queryable_size);
    } catch (const Error& e) {
        throw Error(ErrorCode::bad_usage, e.what());
    }
}

class Writer {
  public:
    Writer(Sink& sink, const TableContents& contents, const EncodeOptions& options)
        : sink_(sink), contents_(contents), options_(options), values_(contents) {}

    EncodeReport write() {
        const Index count = contents_.info.indices;
        std::optional<detail::PackedPositions> positions;
        if (contents_.positions) positions.emplace(*contents_.positions, options_.threads);
        // The survey reads all streams once, and writing reads each once more.
        total_ = count * (1 + contents_.streams.size());
        if (positions)
            for (const StoredStream& stream : positions->streams) total_ += stream.count;
        detail::Survey survey =
            detail::survey_values(contents_, values_, options_.threads, [this](auto n) { advance(n); });
        EncodeReport report;
        report.info = survey.info;
        report.by_remoteness = std::move(survey.by_remoteness);
        const std::clock_t planned_at = std::clock();
        std::vector<StreamForm> forms = forms_of(survey);
        report.planning_seconds = static_cast<double>(std::clock() - planned_at) / CLOCKS_PER_SEC;
        if (positions)
            for (StoredStream& stream : positions->streams) {
                detail::SmallPacker small(stream, options_);
                forms.push_back(form_of(stream, small, positions->block_log2(stream.kind)));
                survey.streams.push_back(std::move(stream));
            }
        std::vector<CodecChoice> choices;  // choices for the streams stored in blocks
        for (const StreamForm& form : forms) {
            // For a stream of a few hundred bytes, the list of tried codecs (`choices`) would take a tenth of the size.
            constexpr double worth_storing = 1024;
            if (!form.small && form.plan.way.bytes >= worth_storing) choices.push_back(form.plan.choice);
        }
        // The bytes of a board need not fit into memory, so sections are written in pieces.
        std::vector<std::pair<format::SectionType, std::function<void(const format::PieceSink&)>>> parts;
        const auto add = [&](format::SectionType type, std::vector<std::byte> bytes) {
            parts.emplace_back(type, [bytes = std::move(bytes)](const format::PieceSink& sink) { sink(bytes); });
        };
        add(format::info_section, format::encode_info(report.info, choices));
        const Board* const board = contents_.board;
        if (board != nullptr && format::is_large_graph(*board)) {
            parts.emplace_back(format::names_section,
                               [&](const auto& sink) { format::write_names(board->names(), sink); });
            parts.emplace_back(format::arcs_section,
                               [&](const auto& sink) { format::write_arcs(board->ahead(), sink); });
        } else if (board != nullptr) {
            parts.emplace_back(format::board_section, [&](const auto& sink) { format::write_board(*board, sink); });
        }
        if (positions) add(format::keys_section, format::encode_keys(positions->keys));
        if (positions && positions->moves) add(format::moves_section, format::encode_moves(*positions->moves));
        if (contents_.sets != nullptr) add(format::sets_section, format::encode_sets(*contents_.sets));
        std::vector<std::byte> directory;
        if (contents_.values != nullptr)
            add(format::values_section, format::encode_values(*contents_.values, &directory));
        if (!directory.empty()) add(format::values_directory_section, std::move(directory));
        if (!contents_.orders.empty()) add(format::orders_section, format::encode_orders(contents_.orders));
        if (!report.by_remoteness.empty())
            add(format::histogram_section, format::encode_histogram(report.by_remoteness));
        report.header_bytes =
            format::header_bytes + (parts.size() + forms.size()) * format::section_bytes + sizeof(std::uint64_t);
        append_gap(sink_, report.header_bytes);
        for (const auto& [type, write] : parts) {
            const bool of_board = type == format::board_section || type == format::names_section ||
                                  type == format::arcs_section || type == format::keys_section ||
                                  type == format::moves_section;
            (of_board ? report.board_bytes : report.info_bytes) +=
                append_section(type, format::section_traits[type].flags, write);
        }
        for (std::size_t i = 0; i < forms.size(); ++i) {
            const StoredStream& stream = survey.streams[i];
            const StreamForm& form = forms[i];
            report.streams.push_back(form.small ? append_small(stream, *form.small)
                                                : append_blocks(stream, form.plan.way, report));
        }
        advance(total_ - done_);

        report.file_bytes = sink_.size();
        // Uses the lowest possible version of the format, so that older readers can read the table.
        std::uint16_t version = std::max(version_, format::least_minor_version(report.info));
        if (board != nullptr) version = std::max(version, format::least_minor_version(*board));
        for (const Section& section : sections_) version = std::max(version, format::least_minor_version(section.type));
        sink_.write_at(0, format::encode_header(sections_, report.file_bytes, version));
        return report;
    }

  private:
    static constexpr double no_bound = std::numeric_limits<double>::infinity();

    /// Returns true if the best form is surely one short block, so that forms with several blocks need not be tried.
    /// Returns false if the options name a codec or a block size.
    bool is_small(detail::SmallPacker& small) const {
        return !options_.codec && !options_.block_log2 && small.knows_all_ways() &&
               small.quick_bytes() <= format::most_small_stream;
    }

    /// Returns the best form of a stream: one block, or several blocks. `block_log2` fixes the size of several blocks.
    StreamForm form_of(const StoredStream& stream, detail::SmallPacker& small, std::optional<unsigned> block_log2 = {},
                       double most_quick_bytes = no_bound) const {
        StreamForm form;
        if (is_small(small)) {
            form.small = small.take();
            return form;
        }
        EncodeOptions planned = options_;
        if (block_log2) planned.block_log2 = block_log2;
        form.plan = detail::plan_stream(stream, planned, most_quick_bytes);
        const double in_blocks = form.bytes(stream);
        // One block is tried only if several blocks are small too, and if it is not estimated to be far larger.
        constexpr double far_larger = 3;
        const bool may_be = form.plan.way.bytes < 1.25 * format::most_small_stream;
        if (may_be && (options_.codec || small.estimated_bytes() < far_larger * in_blocks)) form.small = small.take();
        if (form.small && static_cast<double>(form.small->section.size()) > in_blocks) form.small.reset();
        return form;
    }

    /// Estimates the size of outcomes and remotenesses in one stream, divided by their size in two. Returns
    /// `std::nullopt` if there is no estimate, or if it is so close to 1 that both forms must be packed.
    static std::optional<double> estimated_share(detail::SmallPacker& outcomes, detail::SmallPacker& remotenesses,
                                                 detail::SmallPacker& results) {
        constexpr double header = format::section_bytes;
        // The bounds come from the small tables of about forty games. Estimates beyond the bounds were always right.
        constexpr double rough_bound = 0.83, worse = 1.05, better = 0.85;
        const double rough = (results.estimated_bytes() + header) /
                             (outcomes.estimated_bytes() + remotenesses.estimated_bytes() + 2 * header);
        if (rough > rough_bound) return rough / rough_bound;
        const double apart = outcomes.quick_bytes() + remotenesses.quick_bytes() + 2 * header;
        const double quick = (results.quick_bytes() + header) / apart;
        if (std::isfinite(apart) && (quick > worse || quick < better)) return quick;
        return std::nullopt;
    }

    /// Returns the size in a quick trial above which a joint stream of outcomes and remotenesses is not tried fully.
    /// There is a limit only if zstd is best for the remotenesses, and so for the joint stream.
    double most_quick_bytes(const StreamForm& outcomes, const StreamForm& remotenesses) const {
        // In forty games, every joint stream that was finally chosen was below this limit in the quick trial.
        constexpr double worse = 1.15;
        if (options_.codec || remotenesses.small || !remotenesses.plan.way.encoder->traits.levels) return no_bound;
        const double first =
            outcomes.small ? static_cast<double>(outcomes.small->section.size()) : outcomes.plan.quick_bytes;
        return worse * (first + remotenesses.plan.quick_bytes);
    }

    /// Returns the form of every stream. Joins outcomes and remotenesses into one stream if that is smaller.
    std::vector<StreamForm> forms_of(detail::Survey& survey) const {
        std::vector<detail::SmallPacker> small;
        for (const StoredStream& stream : survey.streams) small.emplace_back(stream, options_);
        const auto join = [&](StreamForm joined, std::vector<StreamForm> forms) {
            survey.streams.erase(survey.streams.begin());
            survey.streams.front() = std::move(*survey.results);
            forms.insert(forms.begin(), std::move(joined));
            return forms;
        };
        const auto forms_from = [&](std::size_t first) {
            std::vector<StreamForm> forms;
            for (std::size_t i = first; i < small.size(); ++i) forms.push_back(form_of(survey.streams[i], small[i]));
            return forms;
        };
        if (!survey.results || options_.apart) return forms_from(0);
        std::optional<detail::SmallPacker> results;
        const std::size_t symbols = survey.results->alphabet.list.size();
        if (symbols <= format::most_small_stream) {
            results.emplace(*survey.results, options_);
            const auto share = estimated_share(small[0], small[1], *results);
            if (!options_.codec && share && *share > 1) return forms_from(0);
            if (share && *share < 1 && is_small(*results))
                return join(form_of(*survey.results, *results), forms_from(2));
        }

        std::vector<StreamForm> forms = forms_from(0);
        const auto bytes = [](const StoredStream& stream, const StreamForm& form) {
            return static_cast<double>(format::section_bytes) + form.bytes(stream);
        };
        const double outcomes = bytes(survey.streams[0], forms[0]), remotenesses = bytes(survey.streams[1], forms[1]);
        // Joining two streams saves at most the size of the smaller stream.
        constexpr double least_gain = 0.02;
        const double apart = outcomes + remotenesses;
        if (std::min(outcomes, remotenesses) < least_gain * apart) return forms;
        // A joint stream in several blocks stores the list of its values, with four bytes per symbol.
        if (!results && 4 * static_cast<double>(symbols) > apart) return forms;
        if (!results) results.emplace(*survey.results, options_);
        StreamForm joined = form_of(*survey.results, *results, {}, most_quick_bytes(forms[0], forms[1]));
        if (bytes(*survey.results, joined) > (1 - least_gain) * apart) return forms;
        forms.erase(forms.begin(), forms.begin() + 2);
        return join(std::move(joined), std::move(forms));
    }

    void advance(std::uint64_t positions) {
        done_ += positions;
        if (!options_.progress) return;
        const Index count = contents_.info.indices;  // each position is done once, though streams are read twice
        const double share = static_cast<double>(done_) / static_cast<double>(total_);
        options_.progress(done_ == total_ ? count : static_cast<Index>(share * static_cast<double>(count)), count);
    }

    std::uint64_t append_section(std::uint32_t type, std::uint32_t flags,
                                 const std::function<void(const format::PieceSink&)>& write) {
        const std::uint64_t start = sink_.size();
        Checksum64 checksum;
        write([&](std::span<const std::byte> bytes) {
            checksum.add(bytes);
            sink_.append(bytes);
        });
        sections_.push_back({type, flags, start, sink_.size() - start, checksum.value()});
        return sink_.size() - start;
    }

    StreamInfo append_small(const StoredStream& stream, const detail::SmallStream& small) {
        append_section(format::small_stream_base + static_cast<std::uint32_t>(stream.kind), format::must_understand,
                       [&](const auto& sink) { sink(small.section); });
        advance(stream.count);
        return info_of_written(small.header);
    }

    StreamInfo append_blocks(const StoredStream& stream, const detail::Candidate& way, EncodeReport& report) {
        StreamHeader header = header_of(stream, way);
        const std::uint64_t start = sink_.size();
        const std::uint64_t directory = start + header.encoded_bytes();
        append_gap(sink_, header.encoded_bytes() + header.directory_bytes());
        sink_.append(way.encoder->dictionary);

        const auto add_record = [&](std::uint64_t i, std::span<std::byte> record) {
            detail::store(record.data() + 4, header.payload_length);
            detail::store(record.data(), checksum32(record.subspan(4), i));
            sink_.write_at(directory + i * header.record_bytes(), record);
            header.payload_length += payload_length(record, header);
            const std::uint64_t first = i << (header.superblock_log2 + header.block_log2);
            advance(std::min(header.superblock() << header.block_log2, header.count - first));
        };
        const detail::PackingRanks* const ranks = header.blocks() == 0 ? nullptr : contents_.ranks;
        const int level = detail::level_of(options_);
        std::optional<SharedFile> file;
        if (ranks != nullptr) {
            file = sink_.share();
            send_plan(*ranks, header, *way.encoder, level, file);
        }
        std::uint64_t next = 0;
        if (header.blocks() != 0)
            pack_positions(
                stream, header, way.packing(level), 0, ranks != nullptr ? ranks->windows.last() : header.count,
                ranks != nullptr ? ranks->threads : options_.threads, [&](std::uint64_t i, Superblock&& packed) {
                    add_record(i, packed.record);
                    sink_.append(packed.payload);
                    next = i + 1;
                });
        if (ranks != nullptr) {
            append_others(*ranks, file.has_value(), report);
            send_in_turn(ranks->rounds, {}, [&](std::span<const std::byte> bytes) {
                std::vector<std::byte> record(header.record_bytes());
                for (; !bytes.empty(); bytes = bytes.subspan(record.size())) {
                    std::ranges::copy(bytes.first(record.size()), record.begin());
                    add_record(next++, record);
                }
            });
        }

        const std::vector<std::byte> encoded = format::encode_stream_header(header);
        sink_.write_at(start, encoded);
        sections_.push_back({format::stream_base + static_cast<std::uint32_t>(stream.kind), format::must_understand,
                             start, header.section_length(), checksum64(encoded)});
        return info_of_written(header);
    }

    /// Appends what the other ranks have packed. They write it, except the ends, if all of them find the file.
    void append_others(const detail::PackingRanks& ranks, bool shared, EncodeReport& report) {
        if (const auto ranges = agree_on_ranges(ranks, sink_.size(), shared)) {
            sink_.extend(ranges->all().size());
            detail::write_ranges(
                ranks.rounds, *ranges, {},
                [&](std::uint64_t offset, std::span<const std::byte> bytes) { sink_.write_at(offset, bytes); });
        } else {
            for (unsigned r = 1; shared && report.rank_without_file == 0; ++r)
                if (ranks.rounds.word(r, 1) == 0) report.rank_without_file = r;
            send_in_turn(ranks.rounds, {}, [&](std::span<const std::byte> bytes) { sink_.append(bytes); });
        }
    }

    StreamInfo info_of_written(const StreamHeader& header) {
        version_ = std::max(version_, format::least_minor_version(header));
        return format::info_of(header);
    }

    Sink& sink_;
    const TableContents& contents_;
    const EncodeOptions& options_;
    detail::StoredValues values_;
    std::vector<Section> sections_;
    std::uint16_t version_ = 1;  // lowest minor version of the format for the streams, at least 1
    std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace

void detail::help_to_write(const TableContents& contents) {
    const StoredValues values(contents);
    const PackingRanks& ranks = *contents.ranks;
    for (;;) switch (ranks.next()) {
            case PackingTask::end:
                return;
            case PackingTask::fetch:
                ranks.fetch({});
                break;
            case PackingTask::survey:
                help_to_survey(contents, values);
                break;
            case PackingTask::pack:
                help_to_pack(values, ranks, std::vector(ranks.rounds.in(0)));
                break;
        }
}

std::uint64_t packing_memory(Index indices, unsigned threads) {
    // The buffers of zstd, and packed blocks that wait for the blocks before them.
    constexpr std::uint64_t per_thread = std::uint64_t{4} << 20;
    return (std::max(threads, 1u) - 1) * per_thread + detail::sampling_memory(indices) +
           detail::training_memory(indices);
}

std::uint64_t fastest_packing_memory(Index indices, unsigned threads) {
    // Each further thread trains a codec of its own (`Search::judge_each`), and short tables have small grammars.
    const std::uint64_t grammar = std::min(detail::grammar_memory, detail::bytes_per_trained_number * indices);
    return packing_memory(indices, threads) +
           (std::max(threads, 1u) - 1) * (grammar + detail::training_memory(indices));
}

EncodeReport write_table(Sink& sink, const TableContents& contents, const EncodeOptions& options) {
    const TableInfo& info = contents.info;
    if (const auto fault = fault_of_spec(info.spec)) throw Error(ErrorCode::bad_usage, *fault);
    if (info.indices == 0) throw Error(ErrorCode::bad_usage, "cannot write a table with no indices");
    if (info.queryable_size > info.indices)
        throw Error(ErrorCode::bad_usage, "a table has " + std::to_string(info.queryable_size) +
                                              " queryable indices, but only " + std::to_string(info.indices) +
                                              " indices");
    if (sink.size() != 0) throw Error(ErrorCode::bad_usage, "cannot write a table to a sink that already has data");
    if (options.level < 0 || options.level > 19)
        throw Error(ErrorCode::bad_usage, "the level must be in 1..19, not " + std::to_string(options.level));
    if (options.block_log2.value_or(0) > format::most_block_log2)
        throw Error(ErrorCode::bad_usage, "a block cannot have 2^" + std::to_string(*options.block_log2) +
                                              " positions: at most 2^16 are supported");
    check_orders(contents);
    if (contents.positions && (contents.board != nullptr || !contents.orders.empty() ||
                               contents.positions->count != info.indices || info.indices != info.queryable_size))
        throw Error(ErrorCode::bad_usage,
                    "cannot store the texts of the positions: the table has a board or an order of digits, or the "
                    "texts are not one "
                    "per index");
    return Writer(sink, contents, options).write();
}

}  // namespace mexbase
