#include "survey.hpp"

#include "../parallel_ordered.hpp"
#include "tally.hpp"

namespace mexbase::detail {

namespace {

void merge(Tally& into, const Tally& from) {
    for (std::size_t k = 0; k < into.presence.size(); ++k) into.presence[k].merge(from.presence[k]);
    into.results.merge(from.results);
    for (std::size_t who = 0; who < into.plies.size(); ++who) {
        into.plies[who].halvings.merge(from.plies[who].halvings);
        for (const unsigned shift : {0u, 1u})
            into.plies[who].widest[shift] = std::max(into.plies[who].widest[shift], from.plies[who].widest[shift]);
    }
    into.positions += from.positions;
    if (from.by_value.size() > into.by_value.size()) into.by_value.resize(from.by_value.size());
    for (std::size_t v = 0; v < from.by_value.size(); ++v) into.by_value[v] += from.by_value[v];
    if (from.longest) into.longest = std::max(into.longest.value_or(0), *from.longest);
    if (from.by_remoteness.size() > into.by_remoteness.size()) into.by_remoteness.resize(from.by_remoteness.size());
    for (std::size_t r = 0; r < from.by_remoteness.size(); ++r)
        for (std::size_t column = 0; column < 3; ++column)
            into.by_remoteness[r][column] += from.by_remoteness[r][column];
    if (from.forms_seen.size() > into.forms_seen.size()) into.forms_seen.resize(from.forms_seen.size());
    for (std::size_t v = 0; v < from.forms_seen.size(); ++v)
        if (from.forms_seen[v]) into.forms_seen[v] = true;
}

/// Fills in what the writer counts.
void describe(TableInfo& info, const Tally& all) {
    const auto copy_counts = [&all](auto& counts) { std::ranges::copy(all.by_value, counts.begin()); };
    info.positions = all.positions;
    info.outcomes = {};
    info.longest_remoteness.reset();
    info.largest_nimber.reset();
    info.infinite = 0;
    info.nimbers.clear();
    info.obliged = {};
    info.partizan = {};
    info.classes = {};
    info.distinct_values = 0;
    switch (info.value) {
        case ValueKind::outcome:
            copy_counts(info.outcomes);
            info.longest_remoteness = all.longest;
            break;
        case ValueKind::nimber:
            info.largest_nimber = all.longest;
            if (!all.by_value.empty()) info.infinite = all.by_value.front();
            if (all.longest && *all.longest < histogram_limit)
                info.nimbers.assign(all.by_value.begin() + 1, all.by_value.end());
            break;
        case ValueKind::obliged:
            copy_counts(info.obliged);
            break;
        case ValueKind::partizan_outcome:
            copy_counts(info.partizan);
            info.longest_remoteness = all.longest;
            break;
        case ValueKind::canonical:
            copy_counts(info.classes);
            info.distinct_values = static_cast<std::uint64_t>(std::ranges::count(all.forms_seen, true));
    }
}

/// Whether the lowest bit is what is not stored, so that a stream varies where halves do.
bool in_halves(Halving halving) {
    return halving == Halving::parity || halving == Halving::mirrored;
}

}  // namespace

Survey survey_values(const TableContents& contents, const StoredValues& values, unsigned threads,
                     const std::function<void(std::uint64_t)>& advance) {
    const std::uint64_t count = contents.info.indices;
    const std::uint64_t chunks = (count + survey_chunk - 1) >> survey_chunk_log2;
    std::vector<Tally> tallies(std::max(threads, 1u));
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
    Tally& all = tallies.front();
    for (std::size_t worker = 1; worker < tallies.size(); ++worker) merge(all, tallies[worker]);

    Survey survey;
    survey.info = contents.info;
    describe(survey.info, all);
    if (!all.longest || *all.longest < histogram_limit) survey.by_remoteness = std::move(all.by_remoteness);
    const auto new_stream = [&](StreamKind kind, unsigned flag) {
        StoredStream stream;
        stream.values = &values;
        stream.kind = kind;
        stream.count = count;
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk)
            if ((flags[chunk] & flag) != 0) stream.mixed_chunks.push_back(chunk);
        return stream;
    };
    const auto kinds = format::streams_of(values.kind()).all;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const Presence& presence = all.presence[k];
        const bool bits = kinds[k] == StreamKind::cannot_win || kinds[k] == StreamKind::cannot_lose;
        if (values.source(kinds[k]) == nullptr || (bits && presence.empty())) continue;  // nothing is unknown
        Halving halving = Halving::none;
        std::uint64_t widest = 0;
        if (format::holds_remoteness(kinds[k])) {
            const Tally::Plies& plies = all.plies[k / 2];
            if (!presence.empty()) halving = plies.halvings.best();
            widest = halving == Halving::rounded ? (plies.widest[0] + 1) / 2 : plies.widest[in_halves(halving) ? 1 : 0];
        }
        StoredStream stream = new_stream(kinds[k], 1u << (in_halves(halving) ? k + 4 : k));
        stream.halving = halving;
        stream.alphabet = presence.alphabet(count, halving);
        stream.widest_step = widest;
        survey.streams.push_back(std::move(stream));
    }
    if (values.kind() != ValueKind::outcome) return survey;
    const bool storable =
        !all.presence[1].empty() && all.presence[1].greatest() <= format::StoredResult::most_remoteness;
    if (auto alphabet = all.results.listed(); alphabet && storable) {
        survey.results = new_stream(StreamKind::result, 1u | 2u);
        survey.results->alphabet = std::move(*alphabet);
    }
    return survey;
}

}  // namespace mexbase::detail
