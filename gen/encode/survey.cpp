// SPDX-License-Identifier: MIT
#include "survey.hpp"

#include <array>
#include <concepts>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/value/partizan/list/game_list.hpp"
#include "../../query/format/bytes.hpp"
#include "../parallel_ordered.hpp"
#include "packing_ranks.hpp"

namespace mexbase::detail {

namespace {

/// Set of the codings that can store all remotenesses seen so far without loss.
class RemotenessCodings {
  public:
    void add(Outcome who, std::uint32_t plies) {
        const bool odd = (plies & 1) != 0, win = who == Outcome::win;
        parity_ = parity_ && who != Outcome::tie && odd == win;
        mirrored_ = mirrored_ && who != Outcome::tie && odd != win;
        rounded_ = rounded_ && who != Outcome::tie && (odd == win || (win && plies == 0));
    }
    template <class Numbers>
    void visit(Numbers& numbers) {
        numbers(parity_), numbers(mirrored_), numbers(rounded_);
    }
    void merge(const RemotenessCodings& other) {
        parity_ = parity_ && other.parity_;
        mirrored_ = mirrored_ && other.mirrored_;
        rounded_ = rounded_ && other.rounded_;
    }
    RemotenessCoding best() const {
        return parity_     ? RemotenessCoding::parity
               : mirrored_ ? RemotenessCoding::mirrored
               : rounded_  ? RemotenessCoding::rounded
                           : RemotenessCoding::none;
    }

  private:
    bool parity_ = true, mirrored_ = true, rounded_ = true;
};

/// Counts and values that one thread has seen.
struct SurveyCounts {
    /// Facts about remotenesses if a given player moves first.
    struct Plies {
        RemotenessCodings codings;
        std::array<std::uint64_t, 2> widest{};  ///< greatest difference of neighbours, and of their halves
    };

    // Values of the current chunk, in one list per stream of `Kind::streams`. The list of a missing stream is empty.
    std::array<std::vector<std::uint32_t>, Kind::most_streams> values;
    std::array<Presence, Kind::most_streams> presence;
    Presence results;
    std::array<Plies, 2> plies;
    CountedValues counted;  ///< counts by number in the first stream, or by class of value
    RemotenessHistogram by_remoteness;
};

[[noreturn]] void refuse(std::uint64_t index, const std::string& what) {
    throw Error(ErrorCode::bad_usage,
                "cannot make a table of these values: index " + std::to_string(index) + " has " + what);
}

/// Checks the numbers in the caller's list. Readers would refuse a table with numbers out of range.
void check_list(const GameList& list) {
    const auto bad = [](std::uint32_t value, const char* what) {
        throw Error(ErrorCode::bad_usage,
                    "cannot write the list of values: value " + std::to_string(value) + " " + what);
    };
    if (list.games.empty()) throw Error(ErrorCode::bad_usage, "cannot write the list of values: it is empty");
    if (list.games.size() >= GameList::none)
        throw Error(ErrorCode::not_applicable,
                    "there are more than 2^32 - 2 different values, which a table cannot store");
    for (std::uint32_t value = 0; value < list.games.size(); ++value) {
        const GameList::Game& game = list.games[value];
        const std::size_t all = list.options.size();
        if (game.first > all || game.lefts > all - game.first || game.rights > all - game.first - game.lefts)
            bad(value, "has options outside the list");
        for (const auto options : {list.left(value), list.right(value)})
            for (std::size_t i = 0; i < options.size(); ++i)
                if (options[i] >= value || (i != 0 && options[i] <= options[i - 1]))
                    bad(value, "has options that are not in ascending order, or do not come before it");
        if (game.weight != GameList::none && game.weight >= list.games.size())
            bad(value, "has an atomic weight outside the list");
    }
}

/// First pass over the values of a table, chunk by chunk. Safe to use from several threads, each with its own counts.
class Surveyor {
  public:
    /// Borrows both arguments. Throws `Error{bad_usage}` for a list of values that readers would refuse.
    Surveyor(const TableContents& contents, const StoredValues& values)
        : contents_(contents), values_(values), kind_(values.kind()) {
        if (contents.values == nullptr) return;
        check_list(*contents.values);
        classes_ = outcomes_of(*contents.values);
    }

    /// Counts the values of `n` positions from `first` on. Returns flags: bit k if stream k varies, and bit k + 4 if it
    /// has remotenesses whose halves vary. Throws `Error{bad_usage}` for invalid values.
    std::uint8_t look(SurveyCounts& tally, std::uint64_t first, std::size_t n) const {
        const bool outcomes = kind_.joined.has_value();
        for (std::size_t k = 0; k < kind_.streams.size(); ++k) {
            const StreamSource* source = values_.source(stream(k));
            const bool goes_by_outcomes = outcomes && k >= 2;
            tally.values[k].resize(source == nullptr || goes_by_outcomes ? 0 : n);
            if (!tally.values[k].empty()) source->fill(first, tally.values[k]);
        }
        if (outcomes)
            look_at_outcomes(tally, first);
        else if (kind_.has_plies)
            look_at_partizan_outcomes(tally, first);
        else if (contents_.values != nullptr)
            look_at_forms(tally, first);
        else
            look_at_nimbers(tally, first);
        unsigned flags = 0;
        for (std::size_t k = 0; k < kind_.streams.size(); ++k) {
            const std::vector<std::uint32_t>& here = tally.values[k];
            tally.presence[k].add(here);
            if (varies(here)) flags |= 1u << k;
            if (!format::holds_remoteness(stream(k))) continue;
            if (varies(here, 1)) flags |= 1u << (k + 4);
            for (const unsigned shift : {0u, 1u}) {
                std::uint64_t& widest = tally.plies[k / 2].widest[shift];
                widest = std::max(widest, widest_step(here, shift));
            }
        }
        if (outcomes) {
            to_results(tally.values[0], tally.values[1]);
            tally.results.add(tally.values[0]);
        }
        return static_cast<std::uint8_t>(flags);
    }

  private:
    /// Checks the outcomes and remotenesses if one player moves first (streams 2·`who` and 2·`who` + 1). Calls
    /// `each(outcome, plies, queryable)` for each position. `plies` may be `dont_care`.
    template <class F>
    void look_at_results(SurveyCounts& tally, std::size_t who, std::uint64_t first, const F& each) const {
        const std::vector<std::uint32_t>&outcomes = tally.values[2 * who], &remotenesses = tally.values[2 * who + 1];
        const std::uint64_t limit = format::traits_of(stream(2 * who)).limit;
        RemotenessCodings& codings = tally.plies[who].codings;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const std::uint32_t stored = outcomes[i], plies = remotenesses[i];
            if (stored == dont_care) {
                if (plies != dont_care) refuse(first + i, "a remoteness without an outcome");
                continue;
            }
            if (stored >= limit)
                refuse(first + i, "the outcome number " + std::to_string(stored) + ", which is too large");
            const auto outcome = static_cast<Outcome>(stored);
            if (has_remoteness(outcome) != (plies != dont_care))
                refuse(first + i, plies == dont_care ? "a win, loss or tie without a remoteness"
                                                     : "a remoteness, although its outcome has none");
            if (plies != dont_care) codings.add(outcome, plies);
            const bool queryable = is_queryable(first + i);
            if (plies != dont_care && queryable) tally.counted.raise(plies);
            each(outcome, plies, queryable);
        }
    }
    void look_at_outcomes(SurveyCounts& tally, std::uint64_t first) const {
        bool any_unknown = false;
        look_at_results(tally, 0, first, [&](Outcome outcome, std::uint32_t plies, bool queryable) {
            any_unknown = any_unknown || outcome == Outcome::unknown || outcome == Outcome::draw;
            if (!queryable) return;
            tally.counted.add(static_cast<std::size_t>(outcome));
            if (plies >= histogram_limit) return;
            if (plies >= tally.by_remoteness.size()) tally.by_remoteness.resize(std::size_t{plies} + 1);
            ++tally.by_remoteness[plies][outcome == Outcome::loss ? 0 : outcome == Outcome::win ? 1 : 2];
        });
        const std::vector<std::uint32_t>& outcomes = tally.values[0];
        for (const std::size_t k : {2, 3}) {
            if (!any_unknown || values_.source(stream(k)) == nullptr) continue;
            tally.values[k].resize(outcomes.size());
            values_.bits(stream(k), first, outcomes, tally.values[k]);
        }
        values_.fold(tally.values[0]);
    }
    void look_at_partizan_outcomes(SurveyCounts& tally, std::uint64_t first) const {
        for (const std::size_t who : {0, 1}) look_at_results(tally, who, first, [](Outcome, std::uint32_t, bool) {});
        for (std::size_t i = 0; i < tally.values[0].size(); ++i) {
            const std::uint32_t left = tally.values[0][i], right = tally.values[2][i];
            if ((left == dont_care) != (right == dont_care))
                refuse(first + i, "a result only for one of Left and Right moving first");
            if (left != dont_care && is_queryable(first + i)) tally.counted.add(std::size_t{3} * left + right);
        }
    }
    /// Checks and counts the numbers of a kind of value that has nimbers or a single stream.
    void look_at_nimbers(SurveyCounts& tally, std::uint64_t first) const {
        for (std::size_t k = 0; k < kind_.streams.size(); ++k) {
            const std::vector<std::uint32_t>&here = tally.values[k], &nimbers = tally.values[k < 3 ? 0 : 3];
            const std::uint32_t zero = k < 3 ? 1 : format::first_race_nimber;  // stored form of nimber 0
            for (std::size_t i = 0; i < here.size(); ++i) {
                const std::uint32_t value = here[i], nimber = nimbers.empty() ? dont_care : nimbers[i];
                const bool wanted = k == 0       ? value != dont_care
                                    : k == 3     ? tally.values[0][i] != dont_care
                                    : k % 3 == 1 ? nimber == 0  // an infinite value has a set
                                                 : nimber != dont_care && nimber >= zero;
                if (wanted != (value != dont_care))
                    refuse(first + i, (wanted ? "no number in stream " : "a number in stream ") +
                                          std::string(to_string(stream(k))) +
                                          (wanted ? "" : ", which must be left out here"));
                if (!wanted) continue;
                if (value >= format::traits_of(stream(k)).limit || (k % 3 == 1 && value >= contents_.sets->size()))
                    refuse(first + i, "the number " + std::to_string(value) + " in stream " +
                                          std::string(to_string(stream(k))) + ", which is too large");
                if (k != 0 || !is_queryable(first + i)) continue;
                tally.counted.add(value);
                if (stream(0) != StreamKind::nimber) continue;
                if (value != 0)
                    tally.counted.raise(value - 1);
                else if (contents_.sets == nullptr)
                    refuse(first + i, "an infinite value, but the table has no sets");
            }
        }
    }
    void look_at_forms(SurveyCounts& tally, std::uint64_t first) const {
        for (std::size_t i = 0; i < tally.values[0].size(); ++i) {
            const std::uint32_t value = tally.values[0][i];
            if (value == dont_care) continue;
            if (value >= classes_.size())
                refuse(first + i, "the value number " + std::to_string(value) + ", but the list has only " +
                                      std::to_string(classes_.size()) + " values");
            if (!is_queryable(first + i)) continue;
            tally.counted.add(static_cast<std::size_t>(classes_[value]));
            tally.counted.add_form(value);
        }
    }
    StreamKind stream(std::size_t k) const { return kind_.streams[k].kind; }
    bool is_queryable(std::uint64_t index) const { return index < contents_.info.queryable_size; }

    const TableContents& contents_;
    const StoredValues& values_;
    const Kind& kind_;
    std::vector<OutcomeClass> classes_;  // outcome classes of the listed values
};

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

/// Writer of numbers to bytes, or reader of the same numbers.
class Numbers {
  public:
    Numbers() = default;
    explicit Numbers(std::span<const std::byte> bytes) : reader_(ByteReader(bytes, "the survey of another process")) {}

    template <std::integral T>
    void operator()(T& number) {
        if (reader_)
            number = static_cast<T>(reader_->get_varint());
        else
            writer_.put_varint(number);
    }
    template <class T>
    void operator()(std::vector<T>& list) {
        std::uint64_t size = list.size();
        (*this)(size);
        list.resize(static_cast<std::size_t>(size));
        for (auto&& element : list) (*this)(element);
    }
    void operator()(std::vector<bool>& list) {
        std::vector<std::uint8_t> bits(list.begin(), list.end());
        (*this)(bits);
        list.assign(bits.begin(), bits.end());
    }
    template <class T, std::size_t n>
    void operator()(std::array<T, n>& list) {
        for (T& element : list) (*this)(element);
    }
    /// Takes the number 0 for an absent number.
    void operator()(std::optional<std::uint64_t>& number) {
        std::uint64_t one_more = number ? *number + 1 : 0;
        (*this)(one_more);
        number = one_more == 0 ? std::nullopt : std::optional(one_more - 1);
    }
    std::vector<std::byte> take() { return std::move(writer_.bytes); }

  private:
    ByteWriter writer_;
    std::optional<ByteReader> reader_;
};

/// Counts of a range of chunks, and flags per chunk.
struct SurveyPart {
    SurveyCounts counts;
    std::vector<std::uint8_t> flags;

    /// Passes all data to `numbers`, except the buffers of values.
    void visit(Numbers& numbers) {
        for (Presence& presence : counts.presence) presence.visit(numbers);
        counts.results.visit(numbers);
        for (SurveyCounts::Plies& plies : counts.plies) {
            plies.codings.visit(numbers);
            numbers(plies.widest);
        }
        numbers(counts.counted.positions), numbers(counts.counted.by_class);
        numbers(counts.counted.greatest), numbers(counts.counted.forms);
        numbers(counts.by_remoteness), numbers(flags);
    }
};

/// Reads the values of the indices from `first`, which begins a chunk, up to but not including `last`.
SurveyPart survey_part(const TableContents& contents, const StoredValues& values, Index first, Index last,
                       unsigned threads, const std::function<void(std::uint64_t)>& advance) {
    std::vector<SurveyCounts> tallies(std::max(threads, 1u));
    SurveyPart part;
    const auto first_of = [first](std::uint64_t chunk) { return first + (chunk << survey_chunk_log2); };
    const auto size_of = [&](std::uint64_t chunk) {
        return static_cast<std::size_t>(std::min(survey_chunk, last - first_of(chunk)));
    };
    const Surveyor surveyor(contents, values);
    parallel_ordered((last - first + survey_chunk - 1) >> survey_chunk_log2, threads,
                     [&](unsigned worker, std::uint64_t chunk) {
                         return surveyor.look(tallies[worker], first_of(chunk), size_of(chunk));
                     },
                     [&](std::uint64_t chunk, std::uint8_t found) {
                         part.flags.push_back(found);
                         advance(size_of(chunk));
                     });
    part.counts = std::move(tallies.front());
    for (std::size_t worker = 1; worker < tallies.size(); ++worker) merge(part.counts, tallies[worker]);
    return part;
}

/// Surveys the values of all ranks, or of one process.
SurveyPart survey_all(const TableContents& contents, const StoredValues& values, unsigned threads,
                      const std::function<void(std::uint64_t)>& advance) {
    const PackingRanks* const ranks = contents.ranks;
    if (ranks == nullptr) return survey_part(contents, values, 0, contents.info.indices, threads, advance);
    ranks->begin(PackingTask::survey);
    SurveyPart all = survey_part(contents, values, 0, ranks->windows.last(), ranks->threads, advance);
    ranks->rounds.exchange({});
    for (unsigned r = 1; r < ranks->rounds.ranks(); ++r) {
        SurveyPart part;
        Numbers numbers(ranks->rounds.in(r));
        part.visit(numbers);
        merge(all.counts, part.counts);
        all.flags.insert(all.flags.end(), part.flags.begin(), part.flags.end());
    }
    advance(contents.info.indices - ranks->windows.last());
    return all;
}

/// Returns true if the coding drops the lowest bit of a remoteness. Then a stream varies only if the halves vary.
bool in_halves(RemotenessCoding coding) {
    return coding == RemotenessCoding::parity || coding == RemotenessCoding::mirrored;
}

}  // namespace

Survey survey_values(const TableContents& contents, const StoredValues& values, unsigned threads,
                     const std::function<void(std::uint64_t)>& advance) {
    const std::uint64_t count = contents.info.indices;
    SurveyPart part = survey_all(contents, values, threads, advance);
    SurveyCounts& all = part.counts;
    const std::vector<std::uint8_t>& flags = part.flags;

    Survey survey;
    survey.info = contents.info;
    all.counted.describe(survey.info);
    if (all.counted.greatest.value_or(0) < histogram_limit) survey.by_remoteness = std::move(all.by_remoteness);
    const auto new_stream = [&](StreamKind kind, unsigned flag) {
        StoredStream stream;
        stream.values = &values;
        stream.kind = kind;
        stream.count = count;
        for (std::uint64_t chunk = 0; chunk < flags.size(); ++chunk)
            if ((flags[chunk] & flag) != 0) stream.mixed_chunks.push_back(chunk);
        return stream;
    };
    const Kind& kind = values.kind();
    for (std::size_t k = 0; k < kind.streams.size(); ++k) {
        const Presence& presence = all.presence[k];
        const StreamKind stream_kind = kind.streams[k].kind;
        const bool bits = stream_kind == StreamKind::cannot_win || stream_kind == StreamKind::cannot_lose;
        if (values.source(stream_kind) == nullptr || (bits && presence.empty())) continue;  // no outcome is unknown
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

void help_to_survey(const TableContents& contents, const StoredValues& values) {
    const PackingRanks& ranks = *contents.ranks;
    SurveyPart part =
        survey_part(contents, values, ranks.windows.first(), ranks.windows.last(), ranks.threads, [](std::uint64_t) {});
    Numbers numbers;
    part.visit(numbers);
    ranks.rounds.out(0) = numbers.take();
    ranks.rounds.exchange({});
}

}  // namespace mexbase::detail
