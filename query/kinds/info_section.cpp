// SPDX-License-Identifier: MIT
// Reads and writes the section that describes a table.
#include <algorithm>
#include <bitset>
#include <limits>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/raw_spec.hpp"
#include "../format/bytes.hpp"
#include "../format/contents.hpp"
#include "kind.hpp"

namespace mexbase::format {

namespace {

using detail::ByteReader;
using detail::ByteWriter;

/// Writes a field of the info section. If `required`, readers that do not know `tag` must refuse the table.
void put_field(ByteWriter& out, InfoTag tag, std::span<const std::byte> bytes, bool required = true) {
    out.put(static_cast<std::uint16_t>(tag));
    out.put(static_cast<std::uint16_t>(required ? must_understand : 0));
    out.put(static_cast<std::uint32_t>(bytes.size()));
    out.put_bytes(bytes);
}

void put_number(ByteWriter& out, InfoTag tag, std::uint64_t value, bool required = true) {
    ByteWriter field;
    field.put_varint(value);
    put_field(out, tag, field.bytes, required);
}

[[noreturn]] void contradiction() {
    throw Error(ErrorCode::corrupt, "the table's description contradicts itself");
}

/// Returns true if the counts of the kind are not in the field `outcomes`, which every description has.
bool has_own_counts(const TableInfo& info, const Kind& kind) {
    return kind.counts(info).data() != info.outcomes.data();
}

void check_info(const TableInfo& info, const Kind& kind, bool counted) {
    if (const auto fault = fault_of_spec(info.spec))
        throw Error(ErrorCode::corrupt, "the table's spec is not valid: " + *fault);
    if (info.indices == 0 || info.queryable_size > info.indices || info.positions > info.queryable_size)
        contradiction();
    if (info.distance != Distance::end && info.value != ValueKind::outcome) contradiction();
    if (info.play == Play::misere && !kind.has_plies)
        throw Error(ErrorCode::corrupt,
                    "the table is of misere play, for which " + std::string(kind.name) + " values do not exist");
    const auto is_zero = [](std::uint64_t n) { return n == 0; };
    const bool no_outcomes = std::all_of(info.outcomes.begin(), info.outcomes.end(), is_zero);
    if (counted != has_own_counts(info, kind) || (counted && !no_outcomes) || !kind.fits(info)) contradiction();
    if (info.period) {
        const auto [preperiod, period, saltus, proven] = *info.period;
        if (period == 0 || preperiod > info.indices || period > info.indices - preperiod ||
            info.positions != info.indices)
            contradiction();
    }
    if (info.theorem) {
        const PeriodTheorem& theorem = *info.theorem;
        if (theorem.most_heaps < 1 || theorem.most_heaps > 3 || theorem.shift > 0xffffffff) contradiction();
        const bool unequal = theorem.kind == PeriodTheorem::Kind::unequal_heaps;
        if (unequal && (theorem.most_taken != 0 || theorem.most_heaps != 2)) contradiction();
        if (!info.period || !info.period->proven || !proves(theorem, *info.period, info.indices)) contradiction();
    }
}

}  // namespace

StreamInfo info_of(const StreamHeader& header) {
    StreamInfo info;
    info.kind = header.kind;
    info.codec = header.codec;
    info.count = header.count;
    info.block = static_cast<std::uint32_t>(header.block_positions());
    info.bits_per_symbol = header.bits;
    info.symbols = header.symbols;
    info.coding = header.coding();
    info.header_bytes = header.encoded_bytes();
    info.directory_bytes = header.directory_bytes();
    info.dictionary_bytes = header.dictionary_length;
    info.payload_bytes = header.payload_length;
    info.bytes = header.section_length();
    info.small = header.small();
    return info;
}

namespace {

/// Encodes the estimates for the codecs of each stream. Byte `tried` has a bit for each codec that was tried.
std::vector<std::byte> encode_choices(std::span<const CodecChoice> choices) {
    ByteWriter out;
    for (const CodecChoice& choice : choices) {
        unsigned tried = 0;
        for (const CodecCost& cost : choice.costs) tried |= 1u << static_cast<unsigned>(cost.codec);
        out.put(static_cast<std::uint8_t>(choice.kind));
        out.put(static_cast<std::uint8_t>(tried));
        out.put_varint(choice.limit);
        for (const CodecCost& cost : choice.costs) {
            out.put_varint(cost.bytes);
            out.put_varint(cost.nanoseconds);
        }
    }
    return std::move(out.bytes);
}

}  // namespace

std::vector<std::byte> encode_info(const TableInfo& info, std::span<const CodecChoice> choices) {
    ByteWriter out;
    put_field(out, tag_spec, std::as_bytes(std::span(info.spec)));
    put_number(out, tag_value, static_cast<std::uint8_t>(info.value));
    put_number(out, tag_play, static_cast<std::uint8_t>(info.play));
    put_number(out, tag_rules_version, info.rules_version);
    put_number(out, tag_indices, info.indices);
    put_number(out, tag_queryable_size, info.queryable_size);
    put_number(out, tag_positions, info.positions);
    ByteWriter counts;
    for (const std::uint64_t n : info.outcomes) counts.put_varint(n);
    put_field(out, tag_outcomes, counts.bytes);
    if (info.longest_remoteness) put_number(out, tag_longest_remoteness, *info.longest_remoteness, false);
    if (info.largest_nimber) put_number(out, tag_largest_nimber, *info.largest_nimber, false);
    if (const Kind& kind = kind_of(info.value); has_own_counts(info, kind)) {
        ByteWriter by_value;
        kind.put_counts(by_value, info);
        put_field(out, tag_value_counts, by_value.bytes, false);
    }
    if (info.period) {
        ByteWriter period;
        period.put_varint(info.period->proven ? 1 : 0);
        for (const std::uint64_t n : {info.period->preperiod, info.period->period, info.period->saltus})
            period.put_varint(n);
        put_field(out, tag_period, period.bytes, false);
    }
    if (info.theorem) {
        ByteWriter theorem;
        theorem.put_varint(static_cast<std::uint8_t>(info.theorem->kind));
        for (const std::uint64_t n : {info.theorem->most_taken, info.theorem->most_heaps, info.theorem->shift})
            theorem.put_varint(n);
        put_field(out, tag_theorem, theorem.bytes, false);
    }
    if (!info.remoteness_exact) put_field(out, tag_remoteness_inexact, {});
    if (info.distance != Distance::end) {
        ByteWriter exits;
        exits.put_varint(static_cast<std::uint8_t>(info.distance));
        exits.put_varint(info.exit_limit == no_exit_limit ? 0 : info.exit_limit);
        put_field(out, tag_exits, exits.bytes);
    }
    if (!choices.empty()) put_field(out, tag_choices, encode_choices(choices), false);
    return std::move(out.bytes);
}

TableInfo parse_info(std::span<const std::byte> bytes) {
    constexpr const char* what = "the table's description";
    ByteReader reader(bytes, what);
    TableInfo info;
    std::span<const std::byte> counts;  // content depends on the kind of value
    std::bitset<std::size_t{1} << 16> seen;
    while (reader.left() != 0) {
        const auto tag = reader.get<std::uint16_t>();
        const auto flags = reader.get<std::uint16_t>();
        ByteReader field(reader.take(reader.get<std::uint32_t>()), what);
        if (seen[tag]) contradiction();
        seen[tag] = true;
        const auto number = [&field](std::uint64_t greatest) {
            const std::uint64_t value = field.get_varint();
            if (value > greatest)
                throw Error(ErrorCode::unsupported_version,
                            "the table has an unknown kind of data: a newer program is needed to read it");
            return value;
        };
        constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
        switch (tag) {
            case tag_spec:
                info.spec = field.take_text(field.left());
                break;
            case tag_value:
                info.value = static_cast<ValueKind>(number(detail::value_kinds.size() - 1));
                break;
            case tag_play:
                info.play = static_cast<Play>(number(1));
                break;
            case tag_rules_version:
                info.rules_version = static_cast<std::uint32_t>(number(0xffffffff));
                break;
            case tag_indices:
                info.indices = number(any);
                break;
            case tag_queryable_size:
                info.queryable_size = number(any);
                break;
            case tag_positions:
                info.positions = number(any);
                break;
            case tag_outcomes:
                for (std::uint64_t& n : info.outcomes) n = number(any);
                break;
            case tag_longest_remoteness:
                info.longest_remoteness = number(any);
                break;
            case tag_largest_nimber:
                info.largest_nimber = number(any);
                break;
            case tag_remoteness_inexact:
                info.remoteness_exact = false;
                break;
            case tag_exits:
                info.distance = static_cast<Distance>(number(1));
                info.exit_limit = number(any);
                if (info.distance == Distance::end || (flags & must_understand) == 0) contradiction();
                if (info.exit_limit == 0) info.exit_limit = no_exit_limit;
                break;
            case tag_value_counts:
                counts = field.take(field.left());
                break;
            case tag_period:
                info.period.emplace();
                info.period->proven = number(1) != 0;
                info.period->preperiod = number(any);
                info.period->period = number(any);
                info.period->saltus = number(any);
                break;
            case tag_theorem:
                info.theorem.emplace();
                info.theorem->kind = static_cast<PeriodTheorem::Kind>(number(1));
                info.theorem->most_taken = number(any);
                info.theorem->most_heaps = number(any);
                info.theorem->shift = number(any);
                break;
            default:
                if ((flags & must_understand) != 0)
                    throw Error(ErrorCode::unsupported_version, "the table has the unknown field " +
                                                                    std::to_string(tag) +
                                                                    ": a newer program is needed to read it");
                field.take(field.left());
        }
        field.finish();
    }
    for (std::size_t tag = tag_spec; tag <= tag_outcomes; ++tag)
        if (!seen[tag]) contradiction();
    const Kind& kind = kind_of(info.value);
    ByteReader by_value(counts, what);
    if (has_own_counts(info, kind)) kind.read_counts(by_value, info);
    check_info(info, kind, seen[tag_value_counts]);
    return info;
}

std::vector<CodecChoice> parse_choices(std::span<const std::byte> info) {
    constexpr const char* what = "the table's description";
    std::vector<CodecChoice> choices;
    for (ByteReader reader(info, what); reader.left() != 0;) {
        const auto tag = reader.get<std::uint16_t>();
        reader.get<std::uint16_t>();
        ByteReader field(reader.take(reader.get<std::uint32_t>()), what);
        while (tag == tag_choices && field.left() != 0) {
            CodecChoice choice;
            const auto kind = field.get<std::uint8_t>(), tried = field.get<std::uint8_t>();
            choice.kind = static_cast<StreamKind>(kind);
            choice.limit = field.get_varint();
            // Skips the kinds of stream and the codecs of later versions.
            for (std::size_t codec = 0; codec < 8; ++codec) {
                if ((tried >> codec & 1) == 0) continue;
                const std::uint64_t bytes = field.get_varint(), nanoseconds = field.get_varint();
                if (codec < codecs) choice.costs.push_back({static_cast<Codec>(codec), bytes, nanoseconds});
            }
            if (kind < stream_kinds) choices.push_back(std::move(choice));
        }
    }
    return choices;
}

}  // namespace mexbase::format
