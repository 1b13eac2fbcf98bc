#include "survey.hpp"

#include "../parallel_ordered.hpp"
#include "tally.hpp"

namespace mexbase::detail {

namespace {

void count_remoteness(Tally& tally, Outcome who, std::uint32_t plies) {
    tally.longest = std::max<std::uint64_t>(tally.longest.value_or(0), plies);
    if (plies >= histogram_limit) return;
    if (plies >= tally.by_remoteness.size()) tally.by_remoteness.resize(std::size_t{plies} + 1);
    const std::size_t column = who == Outcome::loss ? 0 : who == Outcome::win ? 1 : 2;
    ++tally.by_remoteness[plies][column];
}

/// Looks at one chunk; says which streams vary in it.
std::uint8_t look(const TableContents& contents, const StoredValues& values, Tally& tally, std::uint64_t first,
                  std::size_t n) {
    tally.outcome.resize(n);
    tally.remoteness.resize(n);
    values.outcomes(first, tally.outcome);
    values.remotenesses(first, tally.remoteness);
    bool any_unknown = false;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t stored = tally.outcome[i], plies = tally.remoteness[i];
        if (stored == dont_care) {
            if (plies != dont_care) refuse(first + i, "a remoteness without an outcome");
            continue;
        }
        if (stored >= outcome_count) refuse(first + i, "outcome " + std::to_string(stored));
        const auto who = static_cast<Outcome>(stored);
        const bool is_queryable = first + i < contents.info.queryable_size;
        any_unknown = any_unknown || who == Outcome::unknown || who == Outcome::draw;
        if (is_queryable) ++tally.outcomes[stored];
        if (has_remoteness(who) != (plies != dont_care))
            refuse(first + i, plies == dont_care ? "a result without a remoteness" : "a remoteness without a result");
        if (plies == dont_care) continue;
        tally.halvings.add(who, plies);
        tally.remotenesses.add(plies);
        if (is_queryable) count_remoteness(tally, who, plies);
    }
    std::uint8_t flags = 0;
    if (varies(tally.remoteness)) flags |= mixed_remoteness;
    if (varies(tally.remoteness, 1)) flags |= mixed_halves;
    for (const unsigned shift : {0u, 1u})
        if (flags != 0) tally.widest[shift] = std::max(tally.widest[shift], widest_step(tally.remoteness, shift));

    const auto add_all = [](Presence& presence, std::span<const std::uint32_t> all) {
        std::uint32_t last = dont_care;
        for (const std::uint32_t v : all) {
            if (v != dont_care && v != last) presence.add(v);
            last = v;
        }
    };
    const auto look_at_bits = [&](StreamKind kind, Presence& presence, Mixed flag) {
        if (!any_unknown || values.source(kind) == nullptr) return;
        tally.bits.resize(n);
        values.bits(kind, first, tally.outcome, tally.bits);
        add_all(presence, tally.bits);
        if (varies(tally.bits)) flags |= flag;
    };
    look_at_bits(StreamKind::cannot_win, tally.cannot_win, mixed_win);
    look_at_bits(StreamKind::cannot_lose, tally.cannot_lose, mixed_lose);
    values.fold(tally.outcome);
    add_all(tally.stored_outcomes, tally.outcome);
    if (varies(tally.outcome)) flags |= mixed_outcome;
    to_results(tally.outcome, tally.remoteness);
    add_all(tally.results, tally.outcome);
    return flags;
}

/// Whether a set (`place` 1) or a counter (2) goes with what a stream of nimbers has, in which `first` stands for 0.
bool goes_with(std::size_t place, std::uint32_t nimber, std::uint32_t first) {
    return place == 1 ? nimber == 0 : nimber != dont_care && nimber >= first;
}

/// Looks at one chunk of a table of nimbers or obliged pairs; bit k of the answer says whether stream k of
/// `format::streams_of` varies in it.
std::uint8_t look_plain(const TableContents& contents, const StoredValues& values, Tally& tally, std::uint64_t first,
                        std::size_t n) {
    const auto kinds = format::streams_of(values.kind()).all;
    std::uint8_t flags = 0;
    tally.outcome.resize(n);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const StreamSource* source = values.source(kinds[k]);
        if (source == nullptr) continue;
        auto& here = k == 0 ? tally.outcome : k == 3 ? tally.remoteness : tally.bits;
        here.resize(n);
        source->fill(first, here);
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t value = here[i];
            const bool race = k >= 3;
            const std::uint32_t head = race ? tally.remoteness[i] : tally.outcome[i];
            const bool wanted = k == 0   ? value != dont_care
                                : k == 3 ? tally.outcome[i] != dont_care
                                         : goes_with(k % 3, head, race ? format::first_race_nimber : 1);
            if (wanted != (value != dont_care)) refuse(first + i, std::string(to_string(kinds[k])) + " out of place");
            if (!wanted) continue;
            if (value >= format::value_limit(kinds[k]) || (k % 3 == 1 && value >= contents.sets->size()))
                refuse(first + i, std::string(to_string(kinds[k])) + " " + std::to_string(value));
            tally.plain[k].add(value);
            if (k != 0 || first + i >= contents.info.queryable_size) continue;
            if (kinds[0] == StreamKind::nimber && value == 0 && contents.sets == nullptr)
                refuse(first + i, "an infinite value without a set");
            ++tally.positions;
            if (value != 0 && kinds[0] == StreamKind::nimber)
                tally.longest = std::max<std::uint64_t>(tally.longest.value_or(0), value - 1);
            if (value > histogram_limit) continue;
            if (value >= tally.by_value.size()) tally.by_value.resize(std::size_t{value} + 1);
            ++tally.by_value[value];
        }
        if (varies(here)) flags |= static_cast<std::uint8_t>(1u << k);
    }
    return flags;
}

void merge(Tally& into, const Tally& from) {
    for (std::size_t k = 0; k < into.plain.size(); ++k) into.plain[k].merge(from.plain[k]);
    into.positions += from.positions;
    if (from.by_value.size() > into.by_value.size()) into.by_value.resize(from.by_value.size());
    for (std::size_t v = 0; v < from.by_value.size(); ++v) into.by_value[v] += from.by_value[v];
    for (std::size_t o = 0; o < into.outcomes.size(); ++o) into.outcomes[o] += from.outcomes[o];
    if (from.longest) into.longest = std::max(into.longest.value_or(0), *from.longest);
    if (from.by_remoteness.size() > into.by_remoteness.size()) into.by_remoteness.resize(from.by_remoteness.size());
    for (std::size_t r = 0; r < from.by_remoteness.size(); ++r)
        for (std::size_t column = 0; column < 3; ++column)
            into.by_remoteness[r][column] += from.by_remoteness[r][column];
    into.stored_outcomes.merge(from.stored_outcomes);
    into.remotenesses.merge(from.remotenesses);
    into.results.merge(from.results);
    into.cannot_win.merge(from.cannot_win);
    into.cannot_lose.merge(from.cannot_lose);
    into.halvings.merge(from.halvings);
    for (const unsigned shift : {0u, 1u}) into.widest[shift] = std::max(into.widest[shift], from.widest[shift]);
    PartizanSurvey::merge(into, from);
}

/// Whether the lowest bit is what is not stored, so that a stream varies where halves do.
bool in_halves(Halving halving) {
    return halving == Halving::parity || halving == Halving::mirrored;
}

/// The greatest difference of neighbours as they are stored, from that of remotenesses and of their halves.
std::uint64_t widest_stored_step(const std::uint64_t (&widest)[2], Halving halving) {
    if (halving == Halving::rounded) return (widest[0] + 1) / 2;
    return widest[in_halves(halving) ? 1 : 0];
}

/// Fills in what the writer counts of a table that is not one of outcomes.
void describe_plain(TableInfo& info, Tally& all) {
    info.positions = all.positions;
    info.outcomes = {};
    info.longest_remoteness.reset();
    info.largest_nimber.reset();
    info.infinite = 0;
    info.nimbers.clear();
    info.obliged = {};
    PartizanSurvey::describe(info, all);
    if (info.value == ValueKind::partizan_outcome || info.value == ValueKind::canonical) return;
    if (info.value == ValueKind::obliged) {
        std::copy(all.by_value.begin(), all.by_value.end(), info.obliged.begin());
        return;
    }
    info.largest_nimber = all.longest;
    if (!all.by_value.empty()) info.infinite = all.by_value.front();
    if (all.longest && *all.longest < histogram_limit)
        info.nimbers.assign(all.by_value.begin() + 1, all.by_value.end());
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
    const bool outcomes = values.kind() == ValueKind::outcome;
    const bool partizan = values.kind() == ValueKind::partizan_outcome || values.kind() == ValueKind::canonical;
    const PartizanSurvey partizan_survey(contents);
    parallel_ordered(
        chunks, threads,
        [&](unsigned worker, std::uint64_t chunk) {
            const std::uint64_t first = chunk << survey_chunk_log2;
            if (partizan) return partizan_survey.look(values, tallies[worker], first, size_of(chunk));
            const auto seen = outcomes ? look : look_plain;
            return seen(contents, values, tallies[worker], first, size_of(chunk));
        },
        [&](std::uint64_t chunk, std::uint8_t found) {
            flags[chunk] = found;
            advance(size_of(chunk));
        });
    Tally& all = tallies.front();
    for (std::size_t worker = 1; worker < tallies.size(); ++worker) merge(all, tallies[worker]);

    Survey survey;
    survey.info = contents.info;
    const auto new_stream = [&](StreamKind kind, std::uint8_t flag) {
        StoredStream stream;
        stream.values = &values;
        stream.kind = kind;
        stream.count = count;
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk)
            if ((flags[chunk] & flag) != 0) stream.mixed_chunks.push_back(chunk);
        return stream;
    };
    if (values.kind() != ValueKind::outcome) {
        describe_plain(survey.info, all);
        const auto kinds = format::streams_of(values.kind()).all;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            if (values.source(kinds[k]) == nullptr) continue;
            const Tally::Side& side = all.sides[k / 2 % 2];
            const bool plies = format::holds_remoteness(kinds[k]);
            const Halving halving = plies && !all.plain[k].empty() ? side.halvings.best() : Halving::none;
            StoredStream stream =
                new_stream(kinds[k], static_cast<std::uint8_t>(1u << (in_halves(halving) ? k + 4 : k)));
            stream.halving = halving;
            stream.alphabet = all.plain[k].alphabet(count, halving);
            if (plies) stream.widest_step = widest_stored_step(side.widest, halving);
            survey.streams.push_back(std::move(stream));
        }
        return survey;
    }
    survey.info.outcomes = all.outcomes;
    survey.info.positions = 0;
    for (const std::uint64_t n : all.outcomes) survey.info.positions += n;
    survey.info.longest_remoteness = all.longest;
    survey.info.largest_nimber.reset();
    if (!all.longest || *all.longest < histogram_limit) survey.by_remoteness = std::move(all.by_remoteness);

    const auto add = [&](StreamKind kind, const Presence& presence, std::uint8_t flag, Halving halving) {
        const bool bits = kind == StreamKind::cannot_win || kind == StreamKind::cannot_lose;
        if (bits && presence.empty()) return;  // nothing is unknown
        StoredStream stream = new_stream(kind, flag);
        stream.halving = halving;
        stream.alphabet = presence.alphabet(count, halving);
        survey.streams.push_back(std::move(stream));
    };
    const Halving halving = all.remotenesses.empty() ? Halving::none : all.halvings.best();
    add(StreamKind::outcome, all.stored_outcomes, mixed_outcome, Halving::none);
    add(StreamKind::remoteness, all.remotenesses, in_halves(halving) ? mixed_halves : mixed_remoteness, halving);
    survey.streams.back().widest_step = widest_stored_step(all.widest, halving);
    add(StreamKind::cannot_win, all.cannot_win, mixed_win, Halving::none);
    add(StreamKind::cannot_lose, all.cannot_lose, mixed_lose, Halving::none);
    const bool results =
        !all.remotenesses.empty() && all.remotenesses.greatest() <= format::StoredResult::most_remoteness;
    if (auto alphabet = all.results.listed(); alphabet && results) {
        survey.results = new_stream(StreamKind::result, mixed_outcome | mixed_remoteness);
        survey.results->alphabet = std::move(*alphabet);
    }
    return survey;
}

}  // namespace mexbase::detail
