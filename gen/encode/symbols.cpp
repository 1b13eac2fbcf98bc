// SPDX-License-Identifier: MIT
#include "symbols.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "../../query/format/format.hpp"
#include "packing_ranks.hpp"

namespace mexbase::detail {

namespace {

constexpr auto unknown = static_cast<std::uint32_t>(Outcome::unknown);
constexpr auto draw = static_cast<std::uint32_t>(Outcome::draw);

}  // namespace

StoredValues::StoredValues(const TableContents& contents)
    : contents_(contents), sources_(stream_kinds, nullptr), kind_(kind_of(contents.info.value)) {
    for (const StreamSource& each : contents.streams) {
        const auto kind = static_cast<std::size_t>(each.kind);
        if (kind >= sources_.size() || sources_[kind] != nullptr || !each.fill)
            throw Error(ErrorCode::bad_usage,
                        "a stream is of an unknown kind, has no source of its numbers, or is given twice");
        sources_[kind] = &each;
    }
    for (std::size_t k = 0; k < sources_.size(); ++k) {
        const auto spec = std::ranges::find(kind_.streams, static_cast<StreamKind>(k), &StreamSpec::kind);
        const bool allowed = spec != kind_.streams.end(), required = allowed && spec->required;
        if (sources_[k] == nullptr ? required : !allowed)
            throw Error(ErrorCode::bad_usage, "a table of kind " + std::string(kind_.name) +
                                                  (required ? " needs the stream " : " cannot have the stream ") +
                                                  std::string(to_string(static_cast<StreamKind>(k))));
    }
    const bool infinite = source(StreamKind::k_set) != nullptr || source(StreamKind::race_k_set) != nullptr;
    if (infinite != (contents.sets != nullptr))
        throw Error(ErrorCode::bad_usage, infinite ? "a stream refers to sets, but the table has none"
                                                   : "the table has sets, but no stream that refers to them");
    if ((source(StreamKind::game_value) != nullptr) != (contents.values != nullptr))
        throw Error(ErrorCode::bad_usage, contents.values == nullptr
                                              ? "a stream refers to a list of values, but the table has none"
                                              : "the table has a list of values, but no stream that refers to it");
    folded_ = source(StreamKind::cannot_win) != nullptr && source(StreamKind::cannot_lose) != nullptr;
}

void StoredValues::fetch_chunks(std::span<const std::uint64_t> firsts) const {
    if (contents_.ranks == nullptr) return;
    std::vector<std::pair<Index, Index>> ranges;
    for (const std::uint64_t first : firsts)
        if (contents_.ranks->windows.share_of(first).rank != 0)
            ranges.emplace_back(first, std::min(survey_chunk, contents_.info.indices - first));
    if (ranges.empty()) return;
    contents_.ranks->begin(PackingTask::fetch);
    contents_.ranks->fetch(ranges);
}

void StoredValues::fold(std::span<std::uint32_t> outcomes) const {
    if (folded_) std::replace(outcomes.begin(), outcomes.end(), draw, unknown);
}

void StoredValues::bits(StreamKind kind, std::uint64_t first, std::span<const std::uint32_t> outcomes,
                        std::span<std::uint32_t> values) const {
    source(kind)->fill(first, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (outcomes[i] == draw && folded_)
            values[i] = 1;
        else if (outcomes[i] != unknown)
            values[i] = dont_care;
        else if (values[i] > 1)
            throw Error(ErrorCode::bad_usage, "stream " + std::string(to_string(kind)) + " has the number " +
                                                  std::to_string(values[i]) + " at index " + std::to_string(first + i) +
                                                  ", expected 0 or 1");
    }
}

void Alphabet::apply(std::span<std::uint32_t> values) const {
    if (!list.empty()) {
        for (std::uint32_t& v : values)
            if (v != dont_care) v = places[v - list.front()];
    } else if (base != 0 || step != 1) {
        for (std::uint32_t& v : values)
            if (v != dont_care) v = (v - base) / step;
    }
}

void to_results(std::span<std::uint32_t> outcomes, std::span<const std::uint32_t> remotenesses) {
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i] != dont_care && remotenesses[i] != dont_care)
            outcomes[i] = format::StoredResult{static_cast<Outcome>(outcomes[i]), remotenesses[i]}.number();
}

Alphabet range_alphabet(std::uint32_t low, std::uint32_t high) {
    Alphabet a;
    a.base = low;
    a.symbols = high - low + 1;
    return a;
}

Alphabet alphabet_of(std::span<const std::uint32_t> values, std::uint64_t count) {
    Alphabet range = range_alphabet(values.front(), values.back());
    const unsigned range_bits = format::bits_for(range.symbols), list_bits = format::bits_for(values.size());
    // A list takes bytes in the table, so it is worthwhile only if it is short compared with the stream.
    const bool listed = list_bits < range_bits && values.size() <= format::most_listed && values.size() * 128 <= count;
    if (!listed && !(values.size() <= 5 && list_bits < range_bits)) return range;
    return list_alphabet(values);
}

Alphabet list_alphabet(std::span<const std::uint32_t> values) {
    Alphabet a;
    a.step = 0;
    a.symbols = static_cast<std::uint32_t>(values.size());
    a.list.assign(values.begin(), values.end());
    a.places.assign(values.back() - values.front() + 1, 0);
    for (std::uint32_t i = 0; i < a.symbols; ++i) a.places[values[i] - values.front()] = i;
    return a;
}

void StoredStream::fill(std::uint64_t first, std::span<std::uint32_t> symbols,
                        std::vector<std::uint32_t>& spare) const {
    switch (kind) {
        case StreamKind::outcome:
            values->source(StreamKind::outcome)->fill(first, symbols);
            values->fold(symbols);
            break;
        case StreamKind::result:
            spare.resize(symbols.size());
            values->source(StreamKind::outcome)->fill(first, symbols);
            values->source(StreamKind::remoteness)->fill(first, spare);
            values->fold(symbols);
            to_results(symbols, spare);
            break;
        case StreamKind::cannot_win:
        case StreamKind::cannot_lose:
            spare.resize(symbols.size());
            values->source(StreamKind::outcome)->fill(first, spare);
            values->bits(kind, first, spare, symbols);
            break;
        default:
            (source != nullptr ? source : values->source(kind))->fill(first, symbols);
    }
    if (coding != RemotenessCoding::none)
        for (std::uint32_t& v : symbols)
            if (v != dont_care) v = halved(v, coding);
    alphabet.apply(symbols);
}

}  // namespace mexbase::detail
