// SPDX-License-Identifier: MIT
#include "survey.hpp"

#include "../parallel_ordered.hpp"
#include "survey_counts.hpp"

namespace mexbase::detail {

namespace {

void merge(SurveyCounts& into, const SurveyCounts& from) {
    for (std::size_t k = 0; k < into.presence.size(); ++k) into.presence[k].merge(from.presence[k]);
    into.results.merge(from.results);
    for (std::size_t who = 0; who < into.plies.size(); ++who) {
        into.plies[who].codings.merge(from.plies[who].codings);
        for (const unsigned shift : {0u, 1u})
            into.plies[who].widest[shift] = std::max(into.plies[who].widest[shift], from.plies[who].widest[shift]);
    }
    into.counted.add(from.counted);
    if (from.by_remoteness.size() > into.by_remoteness.size()) into.by_remoteness.resize(from.by_remoteness.size());
    for (std::size_t r = 0; r < from.by_remoteness.size(); ++r)
        for (std::size_t column = 0; column < 3; ++column)
            into.by_remoteness[r][column] += from.by_remoteness[r][column];
}

/// Returns true if the lowest bit is not stored, so that a stream varies only if its halves do.
bool in_halves(RemotenessCoding coding) {
    return coding == RemotenessCoding::parity || coding == RemotenessCoding::mirrored;
}

}  // namespace

Survey survey_values(const TableContents& contents, const StoredValues& values, unsigned threads,
                     const std::function<void(std::uint64_t)>& advance) {
    const std::uint64_t count = contents.info.indices;
    const std::uint64_t chunks = (count + survey_chunk - 1) >> survey_chunk_log2;
    std::vector<SurveyCounts> tallies(std::max(threads, 1u));
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(chunks));
    const auto size_of = [count](std::uint64_t chunk) {
        return static_cast<std::size_t>(std::min(survey_chunk, count - (chunk << survey_chunk_log2)));
    };
    const Surveyor surveyor(contents, values);
    parallel_ordered(
        chunks, threads,
        [&](unsigned worker, std::uint64_t chunk) {
            return surveyor.look(tallies[worker], chunk << survey_chunk_log2, size_of(chunk));
        },
        [&](std::uint64_t chunk, std::uint8_t found) {
            flags[chunk] = found;
            advance(size_of(chunk));
        });
    SurveyCounts& all = tallies.front();
    for (std::size_t worker = 1; worker < tallies.size(); ++worker) merge(all, tallies[worker]);

    Survey survey;
    survey.info = contents.info;
    all.counted.describe(survey.info);
    if (all.counted.greatest.value_or(0) < histogram_limit) survey.by_remoteness = std::move(all.by_remoteness);
    const auto new_stream = [&](StreamKind kind, unsigned flag) {
        StoredStream stream;
        stream.values = &values;
        stream.kind = kind;
        stream.count = count;
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk)
            if ((flags[chunk] & flag) != 0) stream.mixed_chunks.push_back(chunk);
        return stream;
    };
    const Kind& kind = values.kind();
    for (std::size_t k = 0; k < kind.streams.size(); ++k) {
        const Presence& presence = all.presence[k];
        const StreamKind stream_kind = kind.streams[k].kind;
        const bool bits = stream_kind == StreamKind::cannot_win || stream_kind == StreamKind::cannot_lose;
        if (values.source(stream_kind) == nullptr || (bits && presence.empty())) continue;  // no value is unknown
        RemotenessCoding coding = RemotenessCoding::none;
        std::uint64_t widest = 0;
        if (format::holds_remoteness(stream_kind)) {
            const SurveyCounts::Plies& plies = all.plies[k / 2];
            if (!presence.empty()) coding = plies.codings.best();
            widest = coding == RemotenessCoding::rounded ? (plies.widest[0] + 1) / 2
                                                         : plies.widest[in_halves(coding) ? 1 : 0];
        }
        StoredStream stream = new_stream(stream_kind, 1u << (in_halves(coding) ? k + 4 : k));
        stream.coding = coding;
        stream.alphabet = presence.alphabet(count, coding);
        stream.widest_step = widest;
        survey.streams.push_back(std::move(stream));
    }
    if (!kind.joined) return survey;
    const bool storable =
        !all.presence[1].empty() && all.presence[1].greatest() <= format::StoredResult::most_remoteness;
    if (auto alphabet = all.results.listed(); alphabet && storable) {
        survey.results = new_stream(*kind.joined, 1u | 2u);
        survey.results->alphabet = std::move(*alphabet);
    }
    return survey;
}

}  // namespace mexbase::detail
